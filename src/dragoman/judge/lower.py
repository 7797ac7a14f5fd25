"""Lowering: forces and the answers of the ruleset written down as the flat integers of a fight."""

from dragoman.geo import Place, Province
from dragoman.judge.fight import first_place, flatten
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
from dragoman.model import Convoy, Force, Move, Support, Tally
from dragoman.rules import Ask, on_routes

NO_FORCES: list[int] = []


class Battle:
    """One movement phase on its way to the solver and back.

    `rows[i]` is the row of force i, `index` the way back; `receivers` says which force each support
    reached, `convoys` which fleets each move sails with.
    """

    def __init__(self, ask: Ask, forces: list[Force]) -> None:
        self.ask = ask
        self.forces = forces
        self.rows = list(range(HEADER, HEADER + FORCE_ROW * len(forces), FORCE_ROW))
        self.index = {row: i for i, row in enumerate(self.rows)}
        self.places: dict[Province, int] = {}
        self.at: dict[Province, list[int]] = {}
        self.comers: dict[Province, list[int]] = {}
        self.tallies: list[Tally | None] = []
        self.goals: list[Province] = []
        self.paths = [DIRECT] * len(forces)
        self.supporting: list[int] = []
        self.carrying: dict[tuple[Province, Province], list[int]] = {}
        self.receivers: dict[int, int] = {}
        self.support_rows: dict[int, int] = {}
        self.supports_of: dict[int, list[int]] = {}
        self.convoys: dict[int, list[int]] = {}
        self.clashes: dict[int, str] = {}
        self.flat = self._lower()

    def _lower(self) -> list[int]:
        supports: list[int] = []
        cuts: list[int] = []
        pool: list[int] = []
        carriers: list[int] = []
        links: list[int] = []
        self._look_round()
        if self.carrying or self.far_moves:
            self._lower_convoys(carriers, links)
        if self.supporting:
            self._lower_supports(supports, cuts, pool)
        given = self._lower_forces()
        clashes = self._lower_clashes() if self.ask.map.crossings else []
        return flatten(len(self.places), given, supports, cuts, carriers, links, clashes, self._lower_peaces(), pool)

    def _look_round(self) -> None:
        """Who stands where and who goes where; which orders are supports, convoys and long moves."""
        province, moves = self.ask.province, self.ask.moves
        at, comers, goals, tallies = self.at, self.comers, self.goals, self.tallies
        strength, ask = self.ask.rules.force.strength, self.ask
        self.far_moves: list[int] = []
        for i, force in enumerate(self.forces):
            here = province[force.place]
            if here in at:
                at[here].append(i)
            else:
                at[here] = [i]
            order = force.order
            kind = type(order)
            tallies.append(strength(ask, force))
            if kind is Move:
                goal = province[order.to]  # type: ignore[union-attr]
                goals.append(goal)
                if goal in comers:
                    comers[goal].append(i)
                else:
                    comers[goal] = [i]
                if order.to not in moves[force.units[0].kind].get(force.place, ()):  # type: ignore[union-attr]
                    self.far_moves.append(i)
                continue
            goals.append(here)
            if kind is Support:
                self.supporting.append(i)
            elif kind is Convoy:
                key = (province[order.whom.place], province[order.to])  # type: ignore[union-attr]
                self.carrying.setdefault(key, []).append(i)

    def _lower_forces(self) -> list[int]:
        """The given fields of every force row."""
        rows: dict[Province, int] = self.places
        base = first_place(len(self.forces))
        sides: dict[str, int] = {}
        side, ask, province = self.ask.rules.force.side, self.ask, self.ask.province
        given: list[int] = []
        for force, goal, tally, path in zip(self.forces, self.goals, self.tallies, self.paths, strict=True):
            here = province[force.place]
            if here not in rows:
                rows[here] = base + PLACE_ROW * len(rows)
            if goal not in rows:
                rows[goal] = base + PLACE_ROW * len(rows)
            who = sides.setdefault(side(ask, force), len(sides) + 1)
            if tally is None:
                given += (rows[here], rows[goal], who, 0, 0, path, 1)
            else:
                given += (rows[here], rows[goal], who, tally.total, tally.total, path, 0)
        return given

    def _lower_convoys(self, carriers: list[int], links: list[int]) -> None:
        """How each move that may go by sea travels, and with which fleets."""
        far = set(self.far_moves)
        asked = {i for key, _ in self.carrying.items() for i in self.comers.get(key[1], NO_FORCES)}
        for m in sorted(far | asked):
            fleets = self._fleets_for(m)
            path = self._path(m, m in far, fleets)
            self.paths[m] = path
            if path != DIRECT and fleets:
                self.convoys[m] = fleets
                self._lower_carriers(m, fleets, carriers, links)

    def _fleets_for(self, m: int) -> list[int]:
        """The fleets ordered to carry a move and lying on a route for it."""
        force, ask = self.forces[m], self.ask
        start, end = ask.province[force.place], self.goals[m]
        kinds = {u.kind for u in force.units}
        mine = [f for f in self.carrying.get((start, end), NO_FORCES) if self._whom_kind(f) in kinds]
        if not mine:
            return mine
        seas = {ask.province[self.forces[f].place]: f for f in mine}
        used = on_routes(ask.map, seas, start, end)
        return [f for f in mine if ask.province[self.forces[f].place] in used]

    def _whom_kind(self, f: int) -> str:
        order = self.forces[f].order
        return order.whom.kind if isinstance(order, Convoy) else ""

    def _path(self, m: int, far: bool, fleets: list[int]) -> int:
        """How a move travels: by land, by sea, or by sea if its convoy stands."""
        force, ask = self.forces[m], self.ask
        routes = ask.rules.force.routes(ask, force.units[0])
        by_sea = EVERY_ROUTE if routes.every else ANY_ROUTE
        if far:
            return by_sea
        order = force.order
        via = isinstance(order, Move) and order.via
        if routes.intent == "swap":
            # Before 1982 a convoy to a neighbor matters only where two units change places.
            back = any(self.goals[o] == ask.province[force.place] for o in self.at.get(self.goals[m], NO_FORCES))
            return (LAND_OR_EVERY if routes.every else LAND_OR_ANY) if back and fleets else DIRECT
        if via and routes.intent in ("own_or_via", "via"):
            return by_sea
        side = ask.rules.force.side
        own = routes.intent != "via" and any(side(ask, self.forces[f]) == side(ask, force) for f in fleets)
        return by_sea if own else DIRECT

    def _lower_carriers(self, m: int, fleets: list[int], carriers: list[int], links: list[int]) -> None:
        ask = self.ask
        waters, province = ask.map.waters, ask.province
        start, end = province[self.forces[m].place], self.goals[m]
        first = len(carriers) // 3
        seas = [province[self.forces[f].place] for f in fleets]
        for f, sea in zip(fleets, seas, strict=True):
            near = waters[sea]
            carriers += (self.rows[m], self.rows[f], (ORIGIN if start in near else 0) | (LANDING if end in near else 0))
        for a, sea in enumerate(seas):
            near = waters[sea]
            for b in range(a):
                if seas[b] in near:
                    links += (first + a, first + b)

    def _lower_supports(self, supports: list[int], cuts: list[int], pool: list[int]) -> None:
        """Each support that reaches a force, what it is worth, and the attacks that may cut it."""
        ask = self.ask
        force_rules, province = ask.rules.force, ask.province
        worths: dict[tuple[int, ...], int] = {}
        for i in self.supporting:
            giver = self.forces[i]
            receiver = self._receiver(giver)
            if receiver is None:
                continue
            worth = self._worth(giver)
            if worth not in worths:
                worths[worth] = len(pool)
                pool += worth
            number = len(supports) // 4
            self.receivers[i] = receiver
            self.support_rows[i] = number
            self.supports_of.setdefault(receiver, []).append(i)
            supports += (self.rows[i], self.rows[receiver], worths[worth], len(worth) - 1)
            for a in self.comers.get(province[giver.place], NO_FORCES):
                if self.tallies[a] is None:
                    continue
                strike, arrive = force_rules.cuts(ask, self.forces[a], giver)
                if (strike or arrive) and not (a in self.convoys and self._spared(a, i, receiver)):
                    cuts += (self.rows[a], number, strike, arrive)

    def _receiver(self, giver: Force) -> int | None:
        """The force that a support is for: one that does what the support says."""
        order, province = giver.order, self.ask.province
        if not isinstance(order, Support):
            return None
        fits = [
            j
            for j in self.at.get(province[order.whom.place], NO_FORCES)
            if self.forces[j] is not giver and self.tallies[j] is not None and self._does(j, order.to)
        ]
        for j in fits:
            if order.whom.part in ("", self.forces[j].part) and any(u.kind == order.whom.kind for u in self.forces[j].units):
                return j
        return fits[0] if fits and not order.whom.part else None

    def _does(self, j: int, to: Place | None) -> bool:
        """Whether a force stays, or moves to a place; a support that names no coast fits any (DATC 4.B.4)."""
        order = self.forces[j].order
        if type(order) is not Move:
            return to is None
        return to is not None and (to == order.to or to == self.goals[j])

    def _worth(self, giver: Force) -> tuple[int, ...]:
        """What a support is worth with 0, 1, 2 … points of it cut, down to nothing."""
        ask, ask_for = self.ask, self.ask.rules.force.support_worth
        worth = [ask_for(ask, giver, 0)]
        while worth[-1] > 0:
            worth.append(ask_for(ask, giver, len(worth)))
        return tuple(worth)

    def _spared(self, a: int, giver: int, receiver: int) -> bool:
        """Whether the edition's paradox rule keeps a convoyed attack from cutting this support."""
        rule = self.ask.rules.force.paradox(self.ask)
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
        """Pairs of moves over different edges of one crossing."""
        over: dict[str, list[tuple[int, frozenset[Place]]]] = {}
        for m, force in enumerate(self.forces):
            order = force.order
            if isinstance(order, Move) and self.paths[m] == DIRECT:
                modes = self.ask.kind(force.units[0].kind).modes
                for edge in self.ask.map.crossings.get((force.place, order.to), ()):
                    if edge.modes & modes:
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
        contests, ask, forces = self.ask.rules.force.contests, self.ask, self.forces
        found: list[int] = []
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
