"""Lowering: forces and the answers of the ruleset written down as the flat integers of a fight.

Every question is asked here, once, and before anybody knows who arrives: so no answer can depend
on the outcome, and the solver can go over the integers as often as it likes. Where a question has
Standard's answer it is not asked at all, since most fights are of Standard and most of their orders
are plain moves, holds and supports.
"""

from collections import defaultdict
from itertools import count

from dragoman.geo import Place, Province
from dragoman.judge.flat import first_place, flatten
from dragoman.judge.layout import (
    ANY_ROUTE,
    DIRECT,
    EVERY_ROUTE,
    FORCE_ROW,
    HEADER,
    LAND_OR_ANY,
    LAND_OR_EVERY,
    LANDING,
    ORIGIN,
    PLACE_ROW,
)
from dragoman.model import Convoy, Force, Move, Piece, Support, Tally
from dragoman.rules import (
    Ask,
    on_routes,
)

NO_FORCES: list[int] = []
ONE = (1, 0)


class Battle:
    """One movement phase on its way to the solver and back.

    `rows[i]` is the row of force i; `goes[i]` where it moves, none if it stays; `given[i]` says
    whom its support reached, its number among the supports and its full worth; `convoys` which
    fleets lie on the routes of each move, `sails_with` all that were ordered to carry it.
    """

    def __init__(self, ask: Ask, forces: list[Force]) -> None:
        self.ask = ask
        self.forces = forces
        self.rows = range(HEADER, HEADER + FORCE_ROW * len(forces), FORCE_ROW)
        self.places: dict[Province, int] = {}
        self.at: dict[Province, list[int]] = {}
        self.comers: dict[Province, list[int]] = {}
        self.tallies: list[Tally | None] = []
        self.goals: list[Province] = []
        self.goes: list[Place | None] = [None] * len(forces)
        self.paths = [DIRECT] * len(forces)
        self.supporting: list[tuple[int, Support]] = []
        self.far_moves: list[int] = []
        self.via_moves: list[int] = []
        self.carrying: dict[tuple[Province, Province], list[tuple[int, Convoy]]] = {}
        self.given: dict[int, tuple[int, int, int]] = {}
        self.convoys: dict[int, list[int]] = {}
        self.sails_with: dict[int, list[int]] = {}
        self.clashes: dict[int, str] = {}
        self.ones = ask.rules.is_default("strength")
        # Where borders may halve what acts over them, all strengths are counted by halves.
        self.halves = not ask.rules.is_default("burden")
        self.standing: list[Tally | None] = []
        self.plain = self.ones and not self.halves and ask.rules.is_default("support_worth")
        self.powers_fight = ask.rules.is_default("side")
        self.flat = self._lower()

    def _lower(self) -> list[int]:
        supports: list[int] = []
        cuts: list[int] = []
        pool: list[int] = []
        carriers: list[int] = []
        links: list[int] = []
        self.tallies, self.standing = self._weigh()
        starts, ends = self._look_round()
        if self.carrying or self.far_moves or self.via_moves:
            self._lower_convoys(carriers, links)
        if self.supporting:
            self._lower_supports(supports, cuts, pool)
        clashes = self._lower_clashes() if self.ask.map.crossings else []
        return flatten(
            len(self.places),
            (starts, ends, self._take_sides(), *self._strengths()),
            supports,
            cuts,
            carriers,
            links,
            clashes,
            self._lower_peaces(),
            pool,
        )

    def _strengths(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Columns of the force rows: attack, defence, path, and whether it is light."""
        n = len(self.forces)
        if self.plain:
            return [1] * n, [1] * n, self.paths, [0] * n
        lights = [int(tally is None) for tally in self.tallies]
        return whole(self.tallies), whole(self.standing), self.paths, lights

    def _weigh(self) -> tuple[list[Tally | None], list[Tally | None]]:
        """How strong each force is where it goes, and where it stands; none if it is light."""
        ask, strength, forces = self.ask, self.ask.rules.strength, self.forces
        tallies: list[Tally | None]
        if self.ones:
            ones = ask.variant.ones
            tallies = [ones[force.units[0].kind] for force in forces]
        else:
            tallies = [strength(ask, force) for force in forces]
        if not self.halves:
            return tallies, tallies
        standing = [tally and tally.in_halves() for tally in tallies]
        pairs = zip(forces, standing, strict=True)
        return [tally and self._burdened(force, tally) for force, tally in pairs], standing

    def _burdened(self, force: Force, tally: Tally) -> Tally:
        """The strength of a force where it goes, less what the border on its way takes."""
        order, ask = force.order, self.ask
        if not isinstance(order, Move):
            return tally
        less = min(tally.total, ask.rules.burden(ask, force, ask.province[order.to]))
        return tally.plus(-less, "border") if less else tally

    def _take_sides(self) -> list[int]:
        """A number for the side of each force."""
        ask, side = self.ask, self.ask.rules.side
        numbers: dict[str, int] = defaultdict(count(1).__next__)
        if self.powers_fight:
            return [numbers[force.power] for force in self.forces]
        return [numbers[side(ask, force)] for force in self.forces]

    def _look_round(self) -> tuple[list[int], list[int]]:
        """Who stands where and who goes where: columns of the force rows.

        Notes on the way which orders are supports, convoys and long moves.
        """
        province, moves, comers = self.ask.province, self.ask.moves, self.comers
        heres = [province[force.place] for force in self.forces]
        self.goals = goals = heres[:]
        for i, force in enumerate(self.forces):
            order = force.order
            if type(order) is Move:
                self.goes[i] = to = order.to
                goals[i] = goal = province[to]
                rivals = comers.get(goal)
                if rivals is None:
                    comers[goal] = [i]
                else:
                    rivals.append(i)
                # Out of reach on foot, so a convoy was meant; that one is possible was checked.
                if to not in moves[force.units[0].kind].get(force.place, ()):
                    self.far_moves.append(i)
                elif order.via:
                    self.via_moves.append(i)
            elif type(order) is Support:
                self.supporting.append((i, order))
            # A light force carries nobody.
            elif type(order) is Convoy and self.tallies[i] is not None:
                key = (province[order.whom.place], province[order.to])
                self.carrying.setdefault(key, []).append((i, order))
        self.at = gathered(heres)
        self.places = rows = dict(zip(self.at | comers, count(first_place(len(heres)), PLACE_ROW)))
        return [rows[p] for p in heres], [rows[p] for p in goals]

    def _lower_convoys(self, carriers: list[int], links: list[int]) -> None:
        """How each move that may go by sea travels, and with which fleets."""
        # Not only moves that need a convoy: fleets may carry an army to a neighbor (4.A.3).
        far = set(self.far_moves)
        province, forces = self.ask.province, self.forces
        asked = {
            i
            for start, end in self.carrying
            for i in self.comers.get(end, NO_FORCES)
            if province[forces[i].place] == start
        }
        for m in sorted({*far, *self.via_moves, *asked}):
            willing = self._willing(m)
            fleets = self._on_route(m, willing)
            path = self._path(m, m in far, willing, fleets)
            self.paths[m] = path
            if path != DIRECT:
                self.sails_with[m] = willing
            if path != DIRECT and fleets:
                self.convoys[m] = fleets
                self._lower_carriers(m, fleets, carriers, links)

    def _willing(self, m: int) -> list[int]:
        """The fleets ordered to carry exactly this move."""
        key = (self.ask.province[self.forces[m].place], self.goals[m])
        return [f for f, order in self.carrying.get(key, ()) if self._cargo(f, order, key) == m]

    def _cargo(self, f: int, order: Convoy, key: tuple[Province, Province]) -> int:
        """The move that a fleet is to carry: its own side's if several fit."""
        start, end = key
        # What a unit's part could board, the whole of it may be unable to.
        carries = self.ask.variant.kinds[self.forces[f].units[0].kind].carries
        aboard = [j for j in self.at[start] if self.forces[j].units[0].kind in carries]
        fits = [j for j in aboard if self.goals[j] == end and self._is(j, order.whom)]
        if len(fits) > 1:
            ask, side = self.ask, self.ask.rules.side
            mine = side(ask, self.forces[f])
            fits.sort(key=lambda j: side(ask, self.forces[j]) != mine)
        return fits[0] if fits else -1

    def _on_route(self, m: int, willing: list[int]) -> list[int]:
        """Those of them that lie on a route."""
        # 6.F.12: a fleet on no way between the coasts is no part of the convoy.
        if not willing:
            return willing
        province, start = self.ask.province, self.ask.province[self.forces[m].place]
        seas = {province[self.forces[f].place] for f in willing}
        used = on_routes(self.ask.map, seas, start, self.goals[m])
        return [f for f in willing if province[self.forces[f].place] in used]

    def _path(self, m: int, far: bool, willing: list[int], fleets: list[int]) -> int:
        """How a move travels: by land, by sea, or by sea if its convoy stands."""
        force, ask = self.forces[m], self.ask
        routes = ask.rules.routes(ask, force.units[0])
        by_sea = EVERY_ROUTE if routes.every else ANY_ROUTE
        if far:
            return by_sea
        order = force.order
        via = isinstance(order, Move) and order.via
        if routes.intent == "swap":
            # Before 1982 a convoy to a neighbor matters only where two units change places (4.A.3);
            # it marches if the convoy is broken. So a foreign fleet can kidnap an army (6.G.2).
            back = any(
                self.goals[o] == ask.province[force.place]
                for o in self.at.get(self.goals[m], NO_FORCES)
            )
            return (LAND_OR_EVERY if routes.every else LAND_OR_ANY) if back and fleets else DIRECT
        if via and routes.intent in ("own_or_via", "via"):
            return by_sea
        # 4.A.3: a fleet of one's own that is ordered to carry it shows that it means to sail.
        side = ask.rules.side
        own = routes.intent != "via" and any(
            side(ask, self.forces[f]) == side(ask, force) for f in willing
        )
        return by_sea if own else DIRECT

    def _lower_carriers(
        self, m: int, fleets: list[int], carriers: list[int], links: list[int]
    ) -> None:
        ask = self.ask
        waters, province = ask.map.waters, ask.province
        start, end = province[self.forces[m].place], self.goals[m]
        first = len(carriers) // 3
        seas = [province[self.forces[f].place] for f in fleets]
        boarding = waters[start]
        for f, sea in zip(fleets, seas, strict=True):
            carriers += (
                self.rows[m],
                self.rows[f],
                (ORIGIN if sea in boarding else 0) | (LANDING if end in waters[sea] else 0),
            )
        for a, sea in enumerate(seas):
            near = waters[sea]
            for b in range(a):
                if seas[b] in near:
                    links += (first + a, first + b)

    def _lower_supports(self, supports: list[int], cuts: list[int], pool: list[int]) -> None:
        """Each support that reaches a force, what it is worth, and the attacks that may cut it."""
        rows, pools, comers = self.rows, dict[tuple[int, ...], int](), self.comers
        province, at, forces, given = self.ask.province, self.at, self.forces, self.given
        goes, tallies, plain = self.goes, self.tallies, self.plain
        for i, order in self.supporting:
            there = at.get(province[order.whom.place], NO_FORCES)
            receiver = there[0] if len(there) == 1 else self._meant(i, order, there)
            # The quick test first; what it leaves open are coasts, and supports for staying put.
            does = goes[receiver] == order.to and tallies[receiver] is not None
            if receiver < 0 or not (does or self._does(receiver, order.to)):
                continue
            # Supports worth the same share a stretch of the pool: in Standard there is one of two.
            worth = ONE if plain else self._worth(i)
            if worth not in pools:
                pools[worth] = len(pool)
                pool += worth
            number = len(given)
            given[i] = (receiver, number, worth[0])
            supports += (rows[i], rows[receiver], pools[worth], len(worth) - 1)
            if province[forces[i].place] in comers:
                self._lower_cuts(i, receiver, number, cuts)

    def _lower_cuts(self, i: int, receiver: int, number: int, cuts: list[int]) -> None:
        """The attacks that may cut a support, and how many points each takes."""
        ask, forces, giver = self.ask, self.forces, self.forces[i]
        for a in self.comers[ask.province[giver.place]]:
            if self.tallies[a] is not None:
                # By default an attack from the province that the support goes to cuts only if it
                # dislodges (6.D.15, 6.D.17), and one's own side never does (6.D.20).
                strike, arrive = ask.rules.cuts(ask, forces[a], giver)
                if (strike or arrive) and not (a in self.convoys and self._spared(a, i, receiver)):
                    cuts += (self.rows[a], number, strike, arrive)

    def _meant(self, i: int, order: Support, there: list[int]) -> int:
        """Of several forces in a place the one that a support is for, -1 if it is for none."""
        fits = [j for j in there if j != i and self._does(j, order.to)]
        meant = [j for j in fits if self._is(j, order.whom)]
        return next(iter(meant or ([] if order.whom.part else fits)), -1)

    def _is(self, j: int, whom: Piece) -> bool:
        """Whether a force is, or holds, the piece that an order names."""
        force, ask = self.forces[j], self.ask
        return whom.part in ("", force.part) and any(
            whom.kind == u.kind or whom.kind == ask.unit[u.id].kind for u in force.units
        )

    def _does(self, j: int, to: Place | None) -> bool:
        """Whether a force stays, or moves there; a support without a coast fits any (4.B.4)."""
        goes = self.goes[j]
        if goes is None or self.tallies[j] is None:
            return to is None and self.tallies[j] is not None
        return to is not None and (to == goes or to == Place(self.goals[j]))

    def _worth(self, i: int) -> tuple[int, ...]:
        """What a support is worth with 0, 1, 2 … points of it cut, down to nothing."""
        ask, ask_for, giver = self.ask, self.ask.rules.support_worth, self.forces[i]
        if ask.rules.is_default("support_worth") and not self.halves:
            tally = self.tallies[i]
            return (tally.total, 0) if tally and tally.total else (0,)
        worth = [ask_for(ask, giver, 0)]
        while worth[-1] > 0:
            worth.append(ask_for(ask, giver, len(worth)))
        return self._worth_over(i, worth) if self.halves else tuple(worth)

    def _worth_over(self, i: int, worth: list[int]) -> tuple[int, ...]:
        """The worths of a support by halves, less what the border to where it is aimed takes."""
        ask, giver = self.ask, self.forces[i]
        order = giver.order
        assert isinstance(order, Support)
        less = ask.rules.burden(ask, giver, ask.province[order.to or order.whom.place])
        return tuple(max(2 * points - less, 0) for points in worth)

    def _spared(self, a: int, giver: int, receiver: int) -> bool:
        """Whether the edition's paradox rule keeps a convoyed attack from cutting this support."""
        # 4.A.2: spared means that no cut row is written, so the support stands even if the army
        # dislodges its giver (6.F.17). Szykman's rule spares none, and waits for the knot.
        rule = self.ask.rules.paradox(self.ask)
        aim = self.goals[receiver]
        attacks = self.goals[receiver] != self.ask.province[self.forces[receiver].place]
        at_sea = not self._walks(giver)
        if rule == "attack":
            return at_sea and attacks and aim in self._waters_of(self.convoys[a])
        if rule == "water":
            busy = self._waters_of([f for fleets in self.convoys.values() for f in fleets])
            return at_sea and aim in busy
        return rule == "needed" and attacks and self._needed(a, aim)

    def _walks(self, i: int) -> bool:
        return not self.ask.kind(self.forces[i].units[0].kind).carries

    def _waters_of(self, fleets: list[int]) -> set[Province]:
        return {self.ask.province[self.forces[f].place] for f in fleets}

    def _needed(self, a: int, sea: Province) -> bool:
        """Whether a convoy has no route left without the fleet in these waters."""
        fleets = self._waters_of(self.convoys[a])
        start, end = self.ask.province[self.forces[a].place], self.goals[a]
        return sea in fleets and not on_routes(self.ask.map, fleets - {sea}, start, end)

    def _lower_clashes(self) -> list[int]:
        """Pairs of moves over different edges of one crossing; a light force meets nobody."""
        over: dict[str, list[tuple[int, frozenset[Place]]]] = {}
        for m, force in enumerate(self.forces):
            order = force.order
            if isinstance(order, Move) and self.paths[m] == DIRECT and self.tallies[m]:
                modes = self.ask.kind(force.units[0].kind).modes
                for edge in self.ask.map.crossings.get((force.place, order.to), ()):
                    if edge.modes & modes:
                        # Moves to and fro over one edge meet head-on, which is another rule.
                        over.setdefault(edge.crossing, []).append((m, frozenset((edge.a, edge.b))))
                        self.clashes[m] = edge.crossing
        return [
            row
            for moves in over.values()
            for k, (a, mine) in enumerate(moves)
            for b, theirs in moves[:k]
            if mine != theirs
            for row in (self.rows[a], self.rows[b])
        ]

    def _lower_peaces(self) -> list[int]:
        """Pairs of forces that may share a place, among those that can meet."""
        contests, ask, forces = self.ask.rules.contests, self.ask, self.forces
        found: list[int] = []
        if ask.rules.is_default("contests"):
            return found
        seen: set[tuple[int, int]] = set()
        for place in {**self.at, **self.comers}:
            here = self.at.get(place, NO_FORCES) + self.comers.get(place, NO_FORCES)
            for k in range(1, len(here)):
                a = here[k]
                for b in here[:k]:
                    if not contests(ask, forces[a], forces[b], place) and (a, b) not in seen:
                        seen.update(((a, b), (b, a)))
                        found += (self.rows[a], self.rows[b])
        return found


def whole(tallies: list[Tally | None]) -> list[int]:
    """Strengths as integers; a light force has none."""
    return [0 if tally is None else tally.total for tally in tallies]


def gathered(places: list[Province]) -> dict[Province, list[int]]:
    """The numbers at which each of some provinces comes."""
    found = {place: [i] for i, place in enumerate(places)}
    if len(found) < len(places):
        # Some places hold several, of which the last has hidden the others.
        found = {place: [] for place in found}
        for i, place in enumerate(places):
            found[place].append(i)
    return found
