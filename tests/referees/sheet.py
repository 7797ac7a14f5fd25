"""Orders of a movement phase as they stand in a request: read, checked on the position, and fought.

What is written here holds for every game with armies and fleets; the referees change what theirs
changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.referees.board import Board, province
from tests.referees.fight import Book, Fight, Force, Trial

Request = dict[str, Any]


@dataclass(frozen=True)
class Unit:
    """A piece on the board."""

    power: str
    kind: str
    place: str

    @property
    def at(self) -> str:
        """Its province."""
        return province(self.place)

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


@dataclass(frozen=True)
class Order:
    """An order as written: `verb` is one of `-HSC`; `whom` is the place of whom it aids."""

    kind: str
    place: str
    verb: str
    to: str = ""
    whom: str = ""
    via: bool = False


def read(text: str) -> Order:
    """An order in the form that the contract prints: `A par S A bur - mun`, `A lon - bel via`."""
    kind, place, verb, *rest = text.split()
    if verb == "-":
        return Order(kind, place, verb, rest[0], via="via" in rest[1:])
    if verb == "H":
        return Order(kind, place, verb)
    return Order(kind, place, verb, rest[3] if len(rest) > 2 else "", rest[1])


class Sheet:
    """A position in a movement phase."""

    def __init__(self, board: Board, book: Book, units: list[Unit]) -> None:
        self.board, self.book, self.units = board, book, units
        self.by_place = {u.place: u for u in units}
        self.fleets = [u.place for u in units if u.kind == "F" and board.is_deep(u.place)]

    # What is possible, judged on the position alone.

    def goal(self, unit: Unit, to: str, without: str = "") -> str | None:
        """The place that a unit would reach by an order to go there, or none."""
        near = self.board.near(unit.kind, unit.place)
        fits = sorted(p for p in near if to in (p, province(p)))
        if len(fits) == 1:
            return fits[0]
        if unit.kind == "A" and self.routes(unit.at, to, [f for f in self.fleets if f != without]):
            return to
        return None

    def routes(self, start: str, end: str, fleets: list[str]) -> list[frozenset[str]]:
        """The least sets of fleets that join two coasts."""
        board, found = self.board, list[frozenset[str]]()
        if start == end or {board.kind.get(start), board.kind.get(end)} != {"coast"}:
            return []
        for size in range(1, len(fleets) + 1):
            for some in combinations(sorted(fleets), size):
                chain = frozenset(some)
                if not any(f <= chain for f in found) and self.joins(chain, start, end):
                    found.append(chain)
        return found

    def joins(self, chain: frozenset[str], start: str, end: str) -> bool:
        """Whether fleets lead from one coast to another."""
        if not self.board.may_carry(chain, start):
            return False
        edge = [f for f in chain if start in self.board.shores(f)]
        seen = set(edge)
        while edge:
            here = edge.pop()
            if end in self.board.shores(here):
                return True
            fresh = (self.board.seas(here) & chain) - seen
            seen |= fresh
            edge += fresh
        return False

    def possible(self, order: Order) -> bool:
        """Whether a unit could carry an order out, whatever the others do."""
        unit = self.by_place.get(order.place)
        if unit is None or unit.kind != order.kind:
            return False
        if order.verb == "-":
            return self.can_move(unit, order)
        if order.verb == "H":
            return True
        whom = self.by_place.get(order.whom)
        if whom is None or whom.at == unit.at:
            return False
        return self.can_aid(unit, whom, order)

    def can_move(self, unit: Unit, order: Order) -> bool:
        """Whether a unit can go there; who asks for a convoy must be able to have one."""
        asks = order.via and unit.kind == "A" and not self.book.swap_only
        if asks and not self.routes(unit.at, order.to, self.fleets):
            return False
        return self.goal(unit, order.to) is not None

    def could_go(self, whom: Unit, to: str, without: str) -> bool:
        """Whether a unit that is supported could go there: its coast need not be named."""
        near = self.board.near(whom.kind, whom.place)
        direct = any(to in (p, province(p)) for p in near)
        return direct or self.goal(whom, to, without) is not None

    def can_aid(self, unit: Unit, whom: Unit, order: Order) -> bool:
        """Whether a unit can support or carry another."""
        if order.verb == "S":
            into = province(order.to) or whom.at
            could = not order.to or self.could_go(whom, order.to, unit.place)
            return could and self.board.may_support(unit.kind, unit.place, into)
        ways = self.routes(whom.at, order.to, self.fleets) if whom.kind == "A" else []
        return unit.kind == "F" and any(unit.place in way for way in ways)

    # What happens.

    def forces(self, orders: dict[str, Order]) -> dict[str, Force]:
        """The forces by the places of their units; `orders` has the orders that are followed."""
        made = {u.place: self.force(u, orders.get(u.place)) for u in self.units}
        for unit in self.units:
            force = made[unit.place]
            if force.to and unit.kind == "A":
                self.embark(unit, force, orders, made)
        return made

    def force(self, unit: Unit, order: Order | None) -> Force:
        """A unit with its order."""
        force = Force(unit.power, unit.at, fleet=unit.kind == "F", unit=unit)
        if order is None or order.verb == "H":
            return force
        if order.verb == "-":
            force.to = province(order.to)
            near = {province(p) for p in self.board.near(unit.kind, unit.place)}
            force.by_land, force.by_sea = force.to in near, order.via
        elif order.verb == "S":
            start = province(order.whom)
            force.aids = (start, province(order.to) or start)
        else:
            force.carries = (province(order.whom), order.to)
        return force

    def embark(
        self, unit: Unit, force: Force, orders: dict[str, Order], made: dict[str, Force]
    ) -> None:
        """The routes that fleets make for an army; one of its own that carries it shows intent."""
        trip = (unit.at, force.to)
        ready = [u.place for u in self.units if made[u.place].carries == trip]
        ways = self.routes(*trip, ready)
        force.routes = tuple(frozenset(made[f] for f in way) for way in ways)
        own = any(made[fleet].side == force.side for fleet in ready)
        force.by_sea = force.by_sea or own

    def fight(self, orders: dict[str, Order], *, partial: bool = False) -> "Fought":
        """What comes of orders."""
        made = self.forces(orders)
        crossings = self.board.crossings
        fight = Fight(list(made.values()), self.book, partial=partial, crossings=crossings)
        return Fought(self, orders, made, fight.settle())


class Fought:
    """A movement phase after the fight, in the words of the contract."""

    def __init__(
        self, sheet: Sheet, orders: dict[str, Order], made: dict[str, Force], trial: Trial
    ) -> None:
        self.sheet, self.orders, self.made, self.trial = sheet, orders, made, trial
        self.after = [u for u in map(self.moved, sheet.units) if u is not None]
        self.taken = {u.at for u in self.after}

    def moved(self, unit: Unit) -> Unit | None:
        """A unit where it ends, or none if it is driven out."""
        force = self.made[unit.place]
        if force in self.trial.moved:
            place = self.sheet.goal(unit, self.orders[unit.place].to)
            assert place is not None
            return Unit(unit.power, unit.kind, place)
        return None if force in self.trial.out else unit

    def attacker(self, unit: Unit) -> Force:
        """Who drove a unit out."""
        force = self.made[unit.place]
        return next(m for m in self.trial.moved if m.to == force.at)

    def barred(self, unit: Unit) -> str | None:
        """Where a unit may not retreat to: whence its attacker came."""
        by = self.attacker(unit)
        free = self.trial.sea[by] and self.sheet.book.to_origin_of_convoys
        return None if free else by.at

    @property
    def standoffs(self) -> list[str]:
        """The provinces left empty because equals met there."""
        return sorted(to for to, goers in self.trial.fight.goers.items() if self.met(to, goers))

    def met(self, to: str, goers: list[Force]) -> bool:
        """Whether movers met in a province that stayed empty."""
        fought = [m for m in goers if self.trial.keeps_out(m)]
        return to not in self.taken and len(fought) > 1

    def refuges(self, unit: Unit) -> list[str]:
        """Where a dislodged unit may go."""
        closed = {*self.taken, *self.standoffs, self.barred(unit)}
        near = self.sheet.board.near(unit.kind, unit.place)
        return sorted(p for p in near if province(p) not in closed)

    def outcome(self, order: Order) -> str:
        """What came of an order that was followed."""
        force = self.made[order.place]
        if order.verb == "-":
            good = force in self.trial.moved
        elif order.verb == "S":
            good = self.helps(force)
        else:
            good = force not in self.trial.out and (order.verb == "H" or self.ferries(force))
        return "done" if good else "failed"

    def helps(self, force: Force) -> bool:
        """Whether a support is for what is ordered, and something is left of it."""
        assert force.aids is not None
        start, to = force.aids
        there = self.trial.fight.at.get(start, ())
        meant = any(p.to == to if start != to else not p.to for p in there)
        return meant and self.trial.left[force] > 0 and force not in self.trial.out

    def ferries(self, force: Force) -> bool:
        """Whether a fleet did its part in a convoy that stood."""
        for mover in self.trial.fight.movers:
            if (mover.at, mover.to) == force.carries and any(force in r for r in mover.routes):
                return self.trial.sea[mover] and self.trial.intact(mover)
        return False

    def fields(self) -> Iterator[tuple[str, Any]]:
        """The fields of the answer that this phase decides."""
        gone = [u for u in self.sheet.units if self.made[u.place] in self.trial.out]
        yield "units", listed(self.after)
        yield "standoffs", self.standoffs
        rows = [[u.power, str(u), self.barred(u), self.refuges(u)] for u in gone]
        yield "dislodged", sorted(rows)


def listed(units: list[Unit]) -> dict[str, list[str]]:
    """Units by power, as an answer lists them."""
    powers = sorted({u.power for u in units})
    return {p: sorted(str(u) for u in units if u.power == p) for p in powers}


def units_of(request: Request) -> list[Unit]:
    """The units of a request."""
    rows = request["units"].items()
    return [Unit(power, *text.split()[:2]) for power, texts in rows for text in texts]


def follow(sheet: Sheet, orders: list[Order]) -> tuple[dict[str, Order], list[bool]]:
    """Which orders are followed, and of each order given whether it is possible.

    Two different possible orders for one unit are both void.
    """
    fine = [sheet.possible(order) for order in orders]
    found: dict[str, set[Order]] = {}
    for order, good in zip(orders, fine, strict=True):
        if good:
            found.setdefault(order.place, set()).add(order)
    followed = {place: min(s, key=str) for place, s in found.items() if len(s) == 1}
    return followed, [good and o.place in followed for o, good in zip(orders, fine, strict=True)]
