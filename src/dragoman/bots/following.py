"""Pieces without weight of their own: they go along with units, or look for one."""

from dragoman.bots.field import Field
from dragoman.bots.plan import MOVE, Agent
from dragoman.model import Hold, Move, Order, Unit
from dragoman.rules import Charge

Teams = dict[int, list[Agent]]


def follow(field: Field, charge: Charge, teams: Teams) -> Order:
    """What a piece does that has no weight: what the unit does that it is with, else join one."""
    unit = field.ask.unit[charge.subject.unit]
    led = field.leader.get(unit.id)
    if led is None:
        return approach(field, unit, teams)
    me = field.ask.piece(unit)
    return next((along(field, unit, a) for a in teams.get(led.id, ())), Hold(me))


def along(field: Field, unit: Unit, agent: Agent) -> Order:
    """The order that takes a piece where its unit goes."""
    me, action = field.ask.piece(unit), agent.action
    if action.verb != MOVE:
        return Hold(me)
    ways = field.grounds[unit.kind].ways.get(unit.place, ())
    goals = [to for to, province in ways if province == action.province]
    return Move(me, goals[0]) if goals else Hold(me)


def approach(field: Field, unit: Unit, teams: Teams) -> Order:
    """The first step on the shortest way to where a unit of the same power will be."""
    ground, power = field.grounds[unit.kind], unit.power
    ends = {
        agent.action.province
        for team in teams.values()
        for agent in team
        if agent.unit.power == power
    }
    me, start = field.ask.piece(unit), unit.place
    first = {start: start}
    ring = [start]
    while ring:
        wider = []
        for place in ring:
            if field.ask.province[place] in ends:
                return Hold(me) if place == start else Move(me, first[place])
            for to, _ in ground.ways.get(place, ()):
                if to not in first:
                    first[to] = to if place == start else first[place]
                    wider.append(to)
        ring = wider
    return Hold(me)
