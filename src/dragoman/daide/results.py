"""Results over the wire: an order and what came of it for every unit, build and waiver."""

from collections import Counter
from collections.abc import Iterator

from dragoman.daide.board import WireBoard
from dragoman.daide.tokens import FIXED, Message, group, say
from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    MOVEMENT,
    RETREAT,
    WINTER,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Phase,
    Power,
    Remove,
    Resolution,
    Retreat,
    State,
    Support,
    Unit,
    UnitOrder,
    Verdict,
    piece_of,
)
from dragoman.rules import Ask

FAILED = {
    Move: {"convoy_broken": "DSR", "paradox": "DSR", "no_convoy": "NSO"},
    Support: {"unmatched": "NSO", "idle": "NSO"},
    Convoy: {"unmatched": "NSO", "idle": "NSO"},
}
"""The result of an order that failed, by the code of its reason, where it is not the usual one."""

USUAL = {Move: "BNC", Support: "CUT", Retreat: "BNC"}

Given = dict[Power, dict[str, Message]]
"""The orders that were sent over the wire, by power and by how we write them."""


class PhaseResults:
    """Tells what came of a phase."""

    def __init__(self, board: WireBoard, before: State, judged: Resolution, given: Given) -> None:
        self.board, self.before, self.judged, self.given = board, before, judged, given
        self.ask = Ask(board.variant, before)
        self.dislodged = {(d.unit.power, d.unit.place) for d in judged.dislodged}
        self.verdicts = [v for v in judged.verdicts if v.outcome != "void" or v.supplied]

    def messages(self) -> list[Message]:
        """One message for each unit, retreat, build, removal and waiver."""
        found = list(self._units())
        if self.before.phase.kind == ADJUSTMENT:
            found += self._waivers()
        return found

    def _say(self, phase: Phase, order: Message, *results: str) -> Message:
        tokens = tuple(FIXED[name] for name in results)
        return say("ORD", group(self.board.turn(phase)), group(order), group(tokens))

    def _phase(self, order: UnitOrder) -> Phase:
        """When an order was due: phases that left nobody a choice were judged with this one."""
        now = self.before.phase
        if isinstance(order, Remove):
            return Phase(now.year, WINTER, ADJUSTMENT)
        return Phase(now.year, now.season, RETREAT) if isinstance(order, Disband) else now

    def _units(self) -> Iterator[Message]:
        moves = self.before.phase.kind == MOVEMENT
        for verdict in self.verdicts:
            order = verdict.order
            if isinstance(order, UnitOrder):
                results = self._results(verdict, moves)
                yield self._say(self._phase(order), self._order(verdict, order), *results)

    def _results(self, verdict: Verdict, moves: bool) -> list[str]:
        order, found = verdict.order, ["SUC"]
        if verdict.outcome != DONE:
            codes = FAILED.get(type(order), {})
            usual = USUAL.get(type(order), "")
            found = [codes.get(verdict.reason.code, usual)]
        piece = piece_of(order)
        gone = moves and piece and (verdict.power, piece.place) in self.dislodged
        if gone and not isinstance(order, Disband):
            # A unit that held or carried has nothing else to tell.
            plain = isinstance(order, Hold | Convoy) and found[0] in ("", "SUC")
            found = ["RET"] if plain else [*found, "RET"]
        return [name for name in found if name] or ["SUC"]

    def _waivers(self) -> Iterator[Message]:
        """Builds that were not made."""
        made = Counter(v.power for v in self.verdicts if isinstance(v.order, Build))
        for power, token in self.board.powers.items():
            due = self.ask.rules.entitlement(self.ask, power)
            for _ in range(max(0, due - made[power])):
                yield self._say(self.before.phase, (token, FIXED["WVE"]), "SUC")

    # Orders.

    def _order(self, verdict: Verdict, order: UnitOrder) -> Message:
        sent = self.given.get(verdict.power, {}).get(str(order))
        return sent or self._written(verdict.power, order)

    def _written(self, power: Power, order: UnitOrder) -> Message:
        unit = group(self.board.unit(power, order.unit.kind, order.unit.place))
        if isinstance(order, Move):
            return (*unit, *self._move(order))
        if isinstance(order, Support | Convoy):
            return (*unit, *self._aid(order))
        if isinstance(order, Retreat):
            return (*unit, FIXED["RTO"], *self.board.place(order.to))
        verbs = {Hold: "HLD", Disband: "DSB", Build: "BLD", Remove: "REM"}
        return (*unit, FIXED[verbs[type(order)]])

    def _aid(self, order: Support | Convoy) -> Message:
        whom = self.ask.named(order.whom)
        power = whom.power if whom else Power("")
        unit = group(self.board.unit(power, order.whom.kind, order.whom.place))
        if isinstance(order, Convoy):
            return (FIXED["CVY"], *unit, FIXED["CTO"], *self._root(order.to))
        to = () if order.to is None else (FIXED["MTO"], *self._root(order.to))
        return (FIXED["SUP"], *unit, *to)

    def _root(self, place: Place) -> Message:
        return (self.board.provinces[self.ask.province[place]],)

    def _move(self, order: Move) -> Message:
        near = self.ask.moves[order.unit.kind].get(order.unit.place, frozenset())
        way = self._way(order) if order.via or order.to not in near else None
        if not way:
            return (FIXED["MTO"], *self.board.place(order.to))
        seas = tuple(self.board.provinces[water] for water in way)
        return (FIXED["CTO"], *self._root(order.to), FIXED["VIA"], *group(seas))

    def _way(self, order: Move) -> tuple[Province, ...]:
        """The shortest way over the water: by fleets that carry it, else by any, else by none."""
        carriers = {
            self.ask.province[v.order.unit.place]
            for v in self.verdicts
            if isinstance(v.order, Convoy) and (v.order.whom, v.order.to) == (order.unit, order.to)
        }
        fleets = {p for p, units in self.ask.at.items() if any(u.kind == "F" for u in units)}
        spaces = self.ask.map.spaces
        open_water = {p for p in spaces if spaces[p].convoys}
        start, goal = self.ask.province[order.unit.place], self.ask.province[order.to]
        for waters in (carriers, fleets & open_water, open_water):
            if way := shortest(self.ask.map.waters, waters, start, goal):
                return way
        return ()


def shortest(
    near: dict[Province, tuple[Province, ...]], over: set[Province], start: Province, goal: Province
) -> tuple[Province, ...]:
    """The shortest way from one province to another over some; what lies between."""
    ways: dict[Province, tuple[Province, ...]] = {start: ()}
    for here in (queue := [start]):
        for there in near.get(here, ()):
            if there == goal and here != start:
                return ways[here]
            if there in over and there not in ways:
                ways[there] = (*ways[here], there)
                queue.append(there)
    return ()


def position(board: WireBoard, state: State) -> Message:
    """The message that tells the phase, and where every unit stands or may retreat to."""
    ask = Ask(board.variant, state)
    standing = [group(board.of(unit)) for unit in state.units]
    fleeing = [group(must_retreat(board, ask, d.unit)) for d in state.dislodged]
    return say("NOW", group(board.turn(state.phase)), *standing, *fleeing)


def must_retreat(board: WireBoard, ask: Ask, unit: Unit) -> Message:
    """A dislodged unit, and where it may go."""
    goals = [board.place(goal) for goal in ask.rules.refuges(ask, unit)]
    return (*board.of(unit), FIXED["MRT"], *group(*goals))
