"""The muster: the forces of a movement phase, with what each of them is to do."""

from collections.abc import Sequence

from msgspec.structs import replace

from dragoman.geo import Place, Province
from dragoman.judge.layout import ANY_ROUTE, DIRECT, EVERY_ROUTE, LAND_OR_ANY, LAND_OR_EVERY
from dragoman.model import (
    Convoy,
    Force,
    Move,
    Order,
    Piece,
    Power,
    Subject,
    Support,
    Tally,
    Unit,
    singles,
)
from dragoman.rules import Ask, Elected, on_routes

Numbers = tuple[int, ...]
"""Forces by their numbers."""

NO_FORCES: Numbers = ()
NOBODY: Numbers = (-1,)
ONE = (1, 0)
"""What a support is worth that counts one: so much, and nothing with a point of it cut."""


class Muster:
    """The forces of one movement phase before they fight.

    Of force i `units[i]` is the leading unit, `orders[i]` what it does; `heres[i]` and `goals[i]`
    are where it stands and where it wants to be, `goes[i]` the place that it moves to, none if it
    stays. Units stand `apart` if no place holds several. Those in `light` are left out of every
    battle. `given[i]` says whom its support reached, and `worth(i)` what that is worth with 0, 1 …
    points cut; those `unmatched` reached nobody. `convoys` says which fleets lie on the routes of
    each move, `sails_with` all that were ordered to carry it and `cargo` whom each of these
    carries; the moves in `kept` rely on units that are not to be dislodged, which stand in
    `convoys` as fleets do; `crossing` are pairs of moves that meet on the way.
    """

    # An instance with as many attributes as this would go through a dictionary of its own.
    __slots__ = (
        *("ask", "forces", "units", "powers", "orders", "subjects", "heres", "at", "apart"),
        *("goals", "goes", "comers", "paths", "supporting", "convoying", "by_sea", "carrying"),
        *("given", "worths", "convoys", "sails_with", "cargo", "kept", "clashes", "crossing"),
        *("halves", "ones", "each", "plain", "sides", "light", "tallies", "calm", "own_spares"),
        *("standing", "unmatched"),
    )

    def __init__(self, ask: Ask, elected: Elected) -> None:
        self.ask = ask
        self.forces: list[Force] = []
        self.units: tuple[Unit, ...]
        self.powers: list[Power]
        self.orders: list[Order]
        self.subjects: list[Subject]
        self.heres: list[Province]
        self._muster(elected)
        self.comers: dict[Province, Numbers] = {}
        self.goes: list[Place | None] = [None] * len(self.orders)
        self.paths = [DIRECT] * len(self.orders)
        self.supporting: list[tuple[int, Support]] = []
        self.convoying: list[tuple[int, Convoy]] = []
        self.by_sea: list[int] = []
        self.carrying: dict[tuple[Province, Province], list[tuple[int, Convoy]]] = {}
        self.given: dict[int, int] = {}
        self.unmatched: list[tuple[int, Support]] = []
        self.convoys: dict[int, list[int]] = {}
        self.sails_with: dict[int, list[int]] = {}
        self.cargo: dict[int, int] = {}
        self.kept: set[int] = set()
        self.clashes: dict[int, str] = {}
        # Where borders may halve what acts over them, all strengths are counted by halves.
        default = ask.rules.defaults
        self.halves = not default["burden"]
        self.sides: Sequence[str] = self.powers
        if not default["side"]:
            self.sides = [ask.rules.side(ask, self.force(i)) for i in range(len(self.orders))]
        self.ones = default["strength"] and not self.halves
        self.each = ask.variant.ones
        self.plain = self.ones and default["support_worth"]
        self.calm, self.own_spares = default["contests"], default["cuts"]
        self.light: set[int] = set()
        if not self.ones:
            self._weigh()
        self._look_round()
        if self.by_sea or self.carrying:
            self._find_convoys()
        if not default["relies_on"]:
            self._find_kept()
        if self.halves:
            self._burden()
        self.crossing = self._find_clashes() if ask.map.crossings else []
        if self.supporting:
            self._find_receivers()

    def _muster(self, elected: Elected) -> None:
        """The forces that the units and their orders make; by default a unit is one."""
        ask = self.ask
        if ask.rules.is_default("muster"):
            province, self.units = ask.province, ask.state.units
            ordered = elected if elected.units is self.units else ranked(elected, self.units)
            self.subjects, self.orders = list(ordered), [some[0] for some in ordered.values()]
            self.powers = [unit.power for unit in self.units]
            self.heres = [province[unit.place] for unit in self.units]
            return
        given = {subject.unit: orders for subject, orders in elected.items()}
        for place, there in ask.at.items():
            pairs = [(unit, given[unit.id]) for unit in there]
            self.forces += ask.rules.muster(ask, place, pairs)
        self.units = tuple(force.units[0] for force in self.forces)
        self.subjects = [Subject(unit.power, unit.id) for unit in self.units]
        self.orders = [force.order for force in self.forces]
        self.powers = [force.power for force in self.forces]
        self.heres = [ask.province[force.place] for force in self.forces]

    def force(self, i: int) -> Force:
        """A force as the rules are asked about it."""
        if self.forces:
            return self.forces[i]
        unit = self.units[i]
        return Force(unit.power, (unit,), unit.place, self.orders[i])

    def tally(self, i: int) -> Tally | None:
        """How strong a force is where it goes; none if it is light."""
        return self.each[self.units[i].kind] if self.ones else self.tallies[i]

    def stance(self, i: int) -> Tally | None:
        """How strong it is where it stands."""
        return self.standing[i] if self.halves else self.tally(i)

    def _weigh(self) -> None:
        """How strong each force is where it goes, and where it stands; none if it is light."""
        ask, strength = self.ask, self.ask.rules.strength
        forces = [self.force(i) for i in range(len(self.orders))]
        tallies = [strength(ask, force) for force in forces]
        self.tallies = self.standing = tallies
        self.light = {i for i, tally in enumerate(tallies) if tally is None}

    def _burden(self) -> None:
        """All strengths in halves; where a force goes, less what the border on its way takes."""
        self.standing = [tally and tally.in_halves() for tally in self.tallies]
        pairs = enumerate(self.standing)
        self.tallies = [tally and self._burdened(i, tally) for i, tally in pairs]

    def _burdened(self, i: int, tally: Tally) -> Tally:
        """The strength of a force where it goes, less what the border on its way takes."""
        force, ask = self.force(i), self.ask
        if not isinstance(force.order, Move):
            return tally
        ways = [replace(force, place=place) for place in self._landing(i)] or [force]
        less = min(ask.rules.burden(ask, way, self.goals[i]) for way in ways)
        less = min(tally.total, less)
        return tally.plus(-less, "border") if less else tally

    def _landing(self, m: int) -> list[Place]:
        """Where the fleets lie from which a convoyed move lands."""
        waters, fleets = self.ask.map.waters, self.convoys.get(m, NO_FORCES)
        off = (f for f in fleets if self.goals[m] in waters.get(self.heres[f], ()))
        return [] if m in self.kept else [self.units[f].place for f in off]

    def _look_round(self) -> None:
        """Who stands where and who goes where; which orders are supports, convoys, long moves."""
        province, moves, comers = self.ask.province, self.ask.moves, self.comers
        units, goes, supporting = self.units, self.goes, self.supporting
        alone = singles(len(units))
        self.at = gathered(self.heres, alone)
        self.apart = len(self.at) == len(self.heres)
        self.goals = goals = self.heres[:]
        for i, order in enumerate(self.orders):
            if type(order) is Move:
                goes[i] = to = order.to
                goals[i] = goal = province[to]
                comers[goal] = comers[goal] + alone[i] if goal in comers else alone[i]
                # Out of reach on foot, so a convoy was meant; that one is possible was checked.
                unit = units[i]
                if to not in moves[unit.kind].get(unit.place, ()) or order.via:
                    self.by_sea.append(i)
            elif type(order) is Support:
                supporting.append((i, order))
            elif type(order) is Convoy:
                self.convoying.append((i, order))
                # A light force carries nobody.
                if i not in self.light:
                    key = (province[order.whom.place], province[order.to])
                    self.carrying.setdefault(key, []).append((i, order))

    def _find_convoys(self) -> None:
        """How each move that may go by sea travels, and with which fleets."""
        for m in self._maybe_by_sea():
            willing = self._willing(m)
            fleets = self._on_route(m, willing) if willing else willing
            self.paths[m] = path = self._path(m, willing, fleets)
            if path != DIRECT:
                self.sails_with[m] = willing
                for fleet in willing:
                    self.cargo[fleet] = m
                if fleets:
                    self.convoys[m] = fleets

    def _maybe_by_sea(self) -> list[int]:
        """The moves that need a convoy, and those that are offered one."""
        if not self.carrying:
            return self.by_sea
        # Fleets may carry an army to a neighbor as well (4.A.3).
        found = set(self.by_sea)
        for start, end in self.carrying:
            for m in self.comers.get(end, NO_FORCES):
                if self.heres[m] == start:
                    found.add(m)
        return sorted(found)

    def _willing(self, m: int) -> list[int]:
        """The fleets ordered to carry exactly this move."""
        key = (self.heres[m], self.goals[m])
        orders = self.carrying.get(key)
        return [f for f, order in orders if self._cargo(f, order, key) == m] if orders else []

    def _cargo(self, f: int, order: Convoy, key: tuple[Province, Province]) -> int:
        """The move that a fleet is to carry: its own side's if several fit."""
        (start, end), goals, units = key, self.goals, self.units
        # What a unit's part could board, the whole of it may be unable to.
        carries = self.ask.variant.kinds[units[f].kind].carries
        fits = [
            j
            for j in self.at[start]
            if goals[j] == end and units[j].kind in carries and self._is(j, order.whom)
        ]
        if len(fits) > 1:
            fits.sort(key=lambda j: self.sides[j] != self.sides[f])
        return fits[0] if fits else -1

    def _on_route(self, m: int, willing: list[int]) -> list[int]:
        """Those of them that lie on a route."""
        # 6.F.12: a fleet on no way between the coasts is no part of the convoy.
        board, start, end = self.ask.map, self.heres[m], self.goals[m]
        if len(willing) == 1:
            sea = self.heres[willing[0]]
            whole = sea in board.waters.get(start, ()) and end in board.waters.get(sea, ())
            return willing if whole else []
        used = on_routes(board, self._waters_of(willing), start, end)
        return [f for f in willing if self.heres[f] in used]

    def _waters_of(self, fleets: list[int]) -> set[Province]:
        return {self.heres[f] for f in fleets}

    def _path(self, m: int, willing: list[int], fleets: list[int]) -> int:
        """How a move travels: by land, by sea, or by sea if its convoy stands."""
        ask, unit, order = self.ask, self.units[m], self.orders[m]
        assert isinstance(order, Move)
        routes = ask.rules.routes(ask, unit)
        by_sea = EVERY_ROUTE if routes.every else ANY_ROUTE
        if order.to not in ask.moves[unit.kind].get(unit.place, ()):
            return by_sea
        if routes.intent == "swap":
            # Before 1982 a convoy to a neighbor matters only where two units change places (4.A.3);
            # it marches if the convoy is broken. So a foreign fleet can kidnap an army (6.G.2).
            there = self.at.get(self.goals[m], NO_FORCES)
            back = any(self.goals[other] == self.heres[m] for other in there)
            return (LAND_OR_EVERY if routes.every else LAND_OR_ANY) if back and fleets else DIRECT
        if order.via and routes.intent in ("own_or_via", "via"):
            return by_sea
        # 4.A.3: a fleet of one's own that is ordered to carry it shows that it means to sail.
        mine, sides = self.sides[m], self.sides
        own = routes.intent != "via" and any(sides[f] == mine for f in willing)
        return by_sea if own else DIRECT

    def _find_kept(self) -> None:
        """The moves that rely on units elsewhere: those carry them, each one as the whole way."""
        ask = self.ask
        for m, order in enumerate(self.orders):
            on = ask.rules.relies_on(ask, self.force(m)) if type(order) is Move else ()
            if on:
                self.kept.add(m)
                self.paths[m] = EVERY_ROUTE
                self.convoys[m] = [f for place in on for f in self.at.get(place, NO_FORCES)]

    def _find_receivers(self) -> None:
        """Whom each support reaches, and what it is worth."""
        province, at, given = self.ask.province, self.at, self.given
        goes, light, apart = self.goes, self.light, self.apart
        for i, order in self.supporting:
            there = at.get(province[order.whom.place], NOBODY)
            receiver = there[0] if apart or len(there) == 1 else self._meant(i, order, there)
            # The quick test first; what it leaves open are coasts, and supports for staying put.
            if receiver >= 0 and (
                (goes[receiver] == order.to and receiver not in light)
                or self._does(receiver, order.to)
            ):
                given[i] = receiver
            else:
                self.unmatched.append((i, order))
        if not self.plain:
            self.worths = {i: self._worth(i) for i in given}

    def worth(self, i: int) -> tuple[int, ...]:
        """What the support of a force is worth with 0, 1, 2 … points of it cut."""
        return ONE if self.plain else self.worths[i]

    def _meant(self, i: int, order: Support, there: Numbers) -> int:
        """Of several forces in a place the one that a support is for, -1 if it is for none."""
        fits = [j for j in there if j != i and self._does(j, order.to)]
        meant = [j for j in fits if self._is(j, order.whom)]
        return next(iter(meant or ([] if order.whom.part else fits)), -1)

    def _is(self, j: int, whom: Piece) -> bool:
        """Whether a force is, or holds, the piece that an order names."""
        if not self.forces:
            return whom.kind == self.units[j].kind and not whom.part
        force, ask = self.forces[j], self.ask
        return whom.part in ("", force.part) and any(
            whom.kind == u.kind or whom.kind == ask.unit[u.id].kind for u in force.units
        )

    def _does(self, j: int, to: Place | None) -> bool:
        """Whether a force stays, or moves there; a support without a coast fits any (4.B.4)."""
        goes = self.goes[j]
        # Who is ordered to move cannot be supported in staying, though its move fail (6.D.7).
        if goes is None or j in self.light:
            return to is None and j not in self.light
        return to is not None and (to == goes or to == Place(self.goals[j]))

    def _worth(self, i: int) -> tuple[int, ...]:
        """What a support is worth with 0, 1, 2 … points of it cut, down to nothing."""
        ask, ask_for, giver = self.ask, self.ask.rules.support_worth, self.force(i)
        if ask.rules.is_default("support_worth") and not self.halves:
            tally = self.tally(i)
            return (tally.total, 0) if tally and tally.total else (0,)
        worth = [ask_for(ask, giver, 0)]
        while worth[-1] > 0:
            worth.append(ask_for(ask, giver, len(worth)))
        return self._worth_over(i, worth) if self.halves else tuple(worth)

    def _worth_over(self, i: int, worth: list[int]) -> tuple[int, ...]:
        """The worths of a support by halves, less what the border to where it is aimed takes."""
        ask, giver = self.ask, self.force(i)
        order = giver.order
        assert isinstance(order, Support)
        less = ask.rules.burden(ask, giver, ask.province[order.to or order.whom.place])
        return tuple(max(2 * points - less, 0) for points in worth)

    def _find_clashes(self) -> list[tuple[int, int]]:
        """Pairs of moves over different edges of one crossing; a light force meets nobody."""
        over: dict[str, list[tuple[int, frozenset[Place]]]] = {}
        for m, order in enumerate(self.orders):
            if isinstance(order, Move) and self.paths[m] == DIRECT and m not in self.light:
                unit = self.units[m]
                modes = self.ask.kind(unit.kind).modes
                for edge in self.ask.map.crossings.get((unit.place, order.to), ()):
                    if edge.modes & modes:
                        # Moves to and fro over one edge meet head-on, which is another rule.
                        over.setdefault(edge.crossing, []).append((m, frozenset((edge.a, edge.b))))
                        self.clashes[m] = edge.crossing
        return [
            (a, b)
            for moves in over.values()
            for k, (a, mine) in enumerate(moves)
            for b, theirs in moves[:k]
            if mine != theirs
        ]


def ranked(elected: Elected, units: Sequence[Unit]) -> Elected:
    """The orders of some units, in the order of these."""
    whose = {subject.unit: (subject, orders) for subject, orders in elected.items()}
    return Elected([whose[unit.id] for unit in units])


def gathered(places: list[Province], alone: tuple[Numbers, ...]) -> dict[Province, Numbers]:
    """The numbers at which each of some provinces comes, given each number by itself."""
    found = dict(zip(places, alone, strict=True))
    if len(found) < len(places):
        # Some places hold several, of which the last has hidden the others.
        found = dict.fromkeys(found, NO_FORCES)
        for place, number in zip(places, alone, strict=True):
            found[place] += number
    return found
