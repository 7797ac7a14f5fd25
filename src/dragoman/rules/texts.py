"""Movement orders as text: every one that is possible for a unit.

What a unit can do by itself and beside its neighbors follows from where they stand; what it can do
by sea, from fleets that hang together and from who stands on their shores. So the texts are written
once for each of these, and a list is put together of them.
"""

from collections.abc import Sequence
from typing import TypeVar

from dragoman.geo import Province
from dragoman.model import Subject, Unit
from dragoman.rules.ask import Ask
from dragoman.rules.convoys import Flotilla, aboard, crews, crews_without, landing
from dragoman.rules.legality import (
    NOWHERE,
    both_ways,
    carried_goals,
    destinations,
    either_way,
    heeds_via,
    in_order,
    movement_orders,
    sea_goals,
)
from dragoman.rules.variant import Aims, Backed, Voyages, Written

MOST_TEXTS = 200_000
"""How many texts are remembered with the flotillas of a map."""

NOBODY: dict[str, list[str]] = {}

Texts = TypeVar("Texts", list[str], dict[str, list[str]])


def movement_texts(ask: Ask, subjects: Sequence[Subject]) -> list[list[str]]:
    """The orders that each of some units may be given, as they are written."""
    if len(ask.standing) < len(ask.state.units):
        # Of units called alike orders name the power.
        return [[str(order) for order in movement_orders(ask, subject)] for subject in subjects]
    if ask.seas.voyages is None:
        ask.seas.voyages = _voyages(ask)
    by_sea, names, written, called = ask.seas.voyages, ask.names, ask.written, ask.called
    lists = []
    for subject in subjects:
        me = called[subject.unit]
        if me not in written:
            written[me] = _written(ask, _unit(ask, me))
        moves, aids = written[me]
        found = by_sea.moves.get(me, moves).copy()
        if me in by_sea.supports:
            aids = aids | by_sea.supports[me]
        for texts in filter(None, map(aids.get, names)):
            found += texts
        for texts in by_sea.convoys.get(me, ()):
            found += texts
        lists.append(found)
    return lists


def _unit(ask: Ask, name: str) -> Unit:
    return ask.state.units[ask.names.index(name)]


def _written(ask: Ask, unit: Unit) -> Written:
    """The texts of a unit's hold and moves by itself, and of its supports for each unit near."""
    kind, place = unit.kind, unit.place
    me, near = f"{kind} {place}", in_order(ask.moves[kind].get(place, NOWHERE))
    aided = ask.aided(kind, place).items()
    aids = {name: _aid_texts(me, name, aims) for name, aims in aided if name != me}
    return [f"{me} H", *(f"{me} - {to}" for to in near)], aids


def _aid_texts(me: str, whom: str, aims: Aims) -> list[str]:
    """The texts of supports for a unit."""
    lead = f"{me} S {whom}"
    return [lead if aim is None else f"{lead} - {aim}" for aim in aims]


def _moves(ask: Ask, unit: Unit, me: str, fleets: list[Flotilla]) -> list[str]:
    """The texts of the hold and the moves of a unit that could go by sea as well."""
    if len(fleets) > 1:
        return _move_texts(ask, unit, me)
    known, key = fleets[0].texts.moves, (me, heeds_via(ask, unit))
    found = known.get(key)
    if found is None:
        found = known[key] = _counted(ask, _move_texts(ask, unit, me))
    return found


def _move_texts(ask: Ask, unit: Unit, me: str) -> list[str]:
    by_sea = sea_goals(ask, unit)
    either = either_way(ask, unit, by_sea)
    found = [f"{me} H"]
    for to in destinations(ask, unit, by_sea):
        found += [f"{me} - {to}", f"{me} - {to} via"] if to in either else [f"{me} - {to}"]
    return found


def _voyages(ask: Ask) -> Voyages:
    """What units can do by sea as the fleets now stand."""
    found, units, names = Voyages(), ask.state.units, ask.names
    for n, fleets in aboard(ask).items():
        found.moves[names[n]] = _moves(ask, units[n], names[n], fleets)
    for flotilla, crew in crews(ask).items():
        _add_supports(ask, flotilla, crew, names, found.supports)
        for sea in flotilla.seas:
            me = ask.called[ask.carriers[flotilla.kind][sea].id]
            convoys = _convoys(ask, flotilla, sea, me, crew)
            found.convoys[me] = [*found.convoys.get(me, ()), *convoys]
            # A fleet that supports carries nobody.
            for part, rest in crews_without(ask, flotilla, sea):
                there = [ask.called[unit.id] for unit in ask.at[sea]]
                _add_supports(ask, part, rest, there, found.supports)
    return found


def _add_supports(
    ask: Ask, flotilla: Flotilla, crew: list[int], there: list[str], found: Backed
) -> None:
    """Add the supports of some units for those that a flotilla could bring."""
    supports, names = flotilla.texts.supports, [ask.names[n] for n in crew]
    for me in there:
        known = supports.get(me)
        if known is None:
            known = supports[me] = _counted(ask, {} if _meets(ask, flotilla, me) else NOBODY)
        if known is NOBODY:
            continue
        mine = found.setdefault(me, {})
        for name in names:
            if name == me:
                continue
            if name not in known:
                shores = flotilla.aims(ask, _unit(ask, me))
                known[name] = _counted(ask, _landed_texts(ask, me, name, shores))
            # Who could come with one flotilla or with another is rare.
            mine[name] = _any_texts(ask, me, name) if name in mine else known[name]


def _meets(ask: Ask, flotilla: Flotilla, me: str) -> bool:
    """Whether a flotilla could land somebody whom a unit that is not part of it could support."""
    unit = _unit(ask, me)
    return ask.province[unit.place] not in flotilla.seas and bool(flotilla.aims(ask, unit))


def _landed_texts(ask: Ask, me: str, name: str, shores: frozenset[Province]) -> list[str]:
    """The texts of supports for a unit that could land on some shores."""
    unit, other = _unit(ask, me), _unit(ask, name)
    near = ask.aided(unit.kind, unit.place).get(name, ())
    return _aid_texts(me, name, both_ways(ask, other, near, shores))


def _any_texts(ask: Ask, me: str, name: str) -> list[str]:
    """The texts of supports for a unit, with whichever flotilla it comes."""
    shores = landing(ask, _unit(ask, me))[ask.names.index(name)]
    return _landed_texts(ask, me, name, shores)


def _convoys(
    ask: Ask, flotilla: Flotilla, sea: Province, me: str, crew: list[int]
) -> list[list[str]]:
    """The texts of convoys by a fleet for each unit that its flotilla could take on board."""
    known, names = flotilla.texts.convoys.setdefault(me, {}), ask.names
    for number in crew:
        name = names[number]
        if name not in known:
            goals = carried_goals(ask, sea, ask.state.units[number])
            known[name] = _counted(ask, [f"{me} C {name} - {to}" for to in goals])
    return [known[names[number]] for number in crew]


def _counted(ask: Ask, texts: Texts) -> Texts:
    """Texts that are going to be kept with a flotilla; of too many all are forgotten."""
    known = ask.flotillas
    known.written += 1 + len(texts)
    if known.written > MOST_TEXTS:
        known.forget()
    return texts
