"""Orders over the wire: what the judge makes of them, and notes on those that cannot be."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from dragoman.daide.board import LETTERS, WireBoard
from dragoman.daide.syntax import WireOrder, WirePlace, WireUnit
from dragoman.daide.tokens import CENTER, FIXED, MOVEMENT_ORDER, RETREAT_ORDER, WINTER_ORDER
from dragoman.geo import Place, Province
from dragoman.judge.turn import admit
from dragoman.model import ADJUSTMENT, MOVEMENT, RETREAT, Order, Power, Seat, Unit
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask

MAY_BE = "MBV"
"""The note of an order that is taken."""

NOTES = {
    "no_such_unit": "NSU",
    "not_yours": "NYU",
    "cannot_reach": "FAR",
    "cannot_support": "FAR",
    "cannot_convoy": "FAR",
    "own_support": "FAR",
    "coast_needed": "CST",
    "not_a_refuge": "NVR",
    "not_owned": "YSC",
    "occupied": "ESC",
    "wrong_kind": "CST",
}
"""The note for each reason why the judge would not take an order."""

DUE = {MOVEMENT: MOVEMENT_ORDER, RETREAT: RETREAT_ORDER, ADJUSTMENT: WINTER_ORDER}
HLD, MTO, SUP, CVY, CTO = (FIXED[name] for name in ["HLD", "MTO", "SUP", "CVY", "CTO"])
RTO, DSB, BLD, REM, WVE = (FIXED[name] for name in ["RTO", "DSB", "BLD", "REM", "WVE"])


class OrderRefused(Exception):
    """An order that cannot be, with its note."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


def enter(
    board: WireBoard, ask: Ask, power: Power, wire: WireOrder, given: Sequence[Order]
) -> Order:
    """The order that is meant, beside others that were given; `OrderRefused` if it cannot be."""
    if not wire.verb & DUE[ask.state.phase.kind]:
        raise OrderRefused("NRS")
    order = _read(ask, power, _Meant(board, ask, power).text(wire))
    lines = [*([o] for o in given), [order]]
    filed = file_orders(ask, Seat(power), lines)
    for ranks, faults in zip(filed.ranks, admit(ask, filed.ballots), strict=True):
        for rank, fault in zip(ranks, faults, strict=True):
            if rank == len(given) and fault:
                raise OrderRefused(_note(wire, fault.code))
    return order


def _read(ask: Ask, power: Power, text: str) -> Order:
    [[order]] = read_lines(ask, Seat(power), [text])
    return order


def _note(wire: WireOrder, code: str) -> str:
    if code == "not_a_site":
        return "HSC" if wire.unit and wire.unit.spot.province >> 8 & CENTER else "NSC"
    if code in ("too_many", "repeated", "not_allowed", "wrong_phase"):
        return {BLD: "NMB", WVE: "NMB", REM: "NMR"}.get(wire.verb, "FAR")
    return NOTES.get(code, "FAR")


class _Meant:
    """Puts an order into our words, and refuses what could not be put."""

    def __init__(self, board: WireBoard, ask: Ask, power: Power) -> None:
        self.board, self.ask, self.power = board, ask, power

    def text(self, wire: WireOrder) -> str:
        if wire.unit is None:
            self.mine(wire.power)
            return "waive"
        if wire.verb == BLD:
            self.mine(wire.unit.power)
            return f"build {LETTERS[wire.unit.kind]} {self.place(wire.unit.spot)}"
        unit = self.ordered(wire)
        if wire.verb in (HLD, DSB, REM):
            return {HLD: f"{unit} H", DSB: f"{unit} disband", REM: f"remove {unit}"}[wire.verb]
        if wire.verb in (SUP, CVY):
            return self.aid(wire, unit)
        assert wire.to is not None
        if wire.verb == CTO:
            self.check_route(wire)
            return f"{unit} - {self.place(wire.to)} via"
        return f"{unit} - {self.goal(unit, wire.to, wire.verb)}"

    def mine(self, power: int) -> None:
        if self.board.power.get(power) != self.power:
            raise OrderRefused("NYU")

    def province(self, token: int) -> Province:
        if token not in self.board.province:
            raise OrderRefused("NSP")
        return self.board.province[token]

    def place(self, spot: WirePlace) -> Place:
        province = self.province(spot.province)
        if not spot.coast:
            return Place(province)
        for place in self.ask.map.spaces[province].coasts:
            if self.board.place(place) == spot.tokens:
                return place
        raise OrderRefused("CST")

    def found(self, wire: WireUnit, among: Iterable[Unit], note: str) -> Unit:
        """A unit that is there; not to name the coast of one is a fault."""
        self.province(wire.spot.province)
        for unit in among:
            if self.board.of(unit) == (wire.power, wire.kind, *wire.spot.tokens):
                return unit
        raise OrderRefused(note)

    def ordered(self, wire: WireOrder) -> Unit:
        """The unit that is to do it: it must be there, and be the power's."""
        assert wire.unit is not None
        state = self.ask.state
        away = [d.unit for d in state.dislodged]
        among = away if state.phase.kind == RETREAT else state.units
        missing = {CVY: "NSF", CTO: "NSA"}.get(wire.verb, "NSU")
        if state.phase.kind == RETREAT and not self.there(wire.unit, away):
            missing = "NRN" if self.there(wire.unit, state.units) else "NSU"
        unit = self.found(wire.unit, among, missing)
        if unit.power != self.power:
            raise OrderRefused("NYU")
        wrong = {CVY: ("A", "NSF"), CTO: ("F", "NSA")}.get(wire.verb)
        if wrong and unit.kind == wrong[0]:
            raise OrderRefused(wrong[1])
        if wire.verb == CVY and not self.ask.map.spaces[self.ask.province[unit.place]].convoys:
            raise OrderRefused("NAS")
        return unit

    def there(self, wire: WireUnit, among: Iterable[Unit]) -> bool:
        try:
            self.found(wire, among, "NSU")
        except OrderRefused as refused:
            if refused.note != "NSU":
                raise
            return False
        return True

    def aid(self, wire: WireOrder, unit: Unit) -> str:
        """A support or a convoy."""
        assert wire.whom is not None
        convoy = wire.verb == CVY
        whom = self.found(wire.whom, self.ask.state.units, "NSA" if convoy else "NSU")
        if convoy and whom.kind != "A":
            raise OrderRefused("NSA")
        text = f"{unit} {'C' if convoy else 'S'} {whom}"
        return f"{text} - {self.place(wire.to)}" if wire.to else text

    def goal(self, unit: Unit, to: WirePlace, verb: int) -> Place:
        """Where a unit goes by itself; a coast that it must name, it must name."""
        place, near = self.place(to), self.ask.moves[unit.kind][unit.place]
        coasts = [c for c in self.ask.map.spaces[self.province(to.province)].coasts if c in near]
        if place in near:
            return place
        if not to.coast and coasts:
            if len(coasts) == 1:
                return coasts[0]
            raise OrderRefused("CST")
        raise OrderRefused("NVR" if verb == RTO else "FAR")

    def check_route(self, wire: WireOrder) -> None:
        """Refuse a way over the water on which no fleet is, or that does not hang together."""
        assert wire.unit is not None and wire.to is not None
        way = [self.province(t) for t in (wire.unit.spot.province, *wire.via, wire.to.province)]
        for water in way[1:-1]:
            if not any(unit.kind == "F" for unit in self.ask.at.get(water, ())):
                raise OrderRefused("NSF")
        near = self.ask.map.waters
        if not all(b in near.get(a, ()) for a, b in pairwise(way)):
            raise OrderRefused("FAR")
