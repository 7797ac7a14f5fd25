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
from dragoman.model import Convoy, Force, Move, Piece, Support, Tally
from dragoman.rules import Ask, always_contest, on_routes

NO_FORCES: list[int] = []


class Battle:
    """One movement phase on its way to the solver and back.

    `rows[i]` is the row of force i; `receivers` says which force each support reached, `convoys`
    which fleets lie on the routes of each move, `sails_with` all that were ordered to carry it.
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
        self.paths = [DIRECT] * len(forces)
        self.supporting: list[int] = []
        self.far_moves: list[int] = []
        self.via_moves: list[int] = []
        self.carrying: dict[tuple[Province, Province], list[int]] = {}
        self.receivers: dict[int, int] = {}
        self.support_rows: dict[int, int] = {}
        self.supports_of: dict[int, list[int]] = {}
        self.convoys: dict[int, list[int]] = {}
        self.sails_with: dict[int, list[int]] = {}
        self.clashes: dict[int, str] = {}
        self.flat = self._lower()

    def number(self, row: int) -> int:
        """The number of the force in a row."""
        return (row - HEADER) // FORCE_ROW

    def _lower(self) -> list[int]:
        supports: list[int] = []
        cuts: list[int] = []
        pool: list[int] = []
        carriers: list[int] = []
        links: list[int] = []
        columns = self._look_round()
        if self.carrying or self.far_moves or self.via_moves:
            self._lower_convoys(carriers, links)
        if self.supporting:
            self._lower_supports(supports, cuts, pool)
        clashes = self._lower_clashes() if self.ask.map.crossings else []
        starts, goals, sides, strengths, lights = columns
        given = [
            x
            for row in zip(
                starts, goals, sides, strengths, strengths, self.paths, lights, strict=True
            )
            for x in row
        ]
        return flatten(
            len(self.places),
            given,
            supports,
            cuts,
            carriers,
            links,
            clashes,
            self._lower_peaces(),
            pool,
        )

    def _look_round(self) -> tuple[list[int], ...]:
        """Who stands where, who goes where and how strong: the columns of the force rows.

        Notes on the way which orders are supports, convoys and moves that cannot be made by land.
        """
        ask = self.ask
        province, moves, strength, side = (
            ask.province,
            ask.moves,
            ask.rules.force.strength,
            ask.rules.force.side,
        )
        at, comers, rows, tallies, goals = (
            self.at,
            self.comers,
            self.places,
            self.tallies,
            self.goals,
        )
        base, sides = first_place(len(self.forces)), dict[str, int]()
        from_rows: list[int] = []
        to_rows: list[int] = []
        who: list[int] = []
        for i, force in enumerate(self.forces):
            order, here = force.order, province[force.place]
            goal = here
            kind = type(order)
            if kind is Move:
                goal = province[order.to]  # type: ignore[union-attr]
                comers.setdefault(goal, []).append(i)
                if order.to not in moves[force.units[0].kind].get(force.place, ()):  # type: ignore[union-attr]
                    self.far_moves.append(i)
                elif order.via:  # type: ignore[union-attr]
                    self.via_moves.append(i)
            elif kind is Support:
                self.supporting.append(i)
            elif kind is Convoy:
                key = (province[order.whom.place], province[order.to])  # type: ignore[union-attr]
                self.carrying.setdefault(key, []).append(i)
            at.setdefault(here, []).append(i)
            goals.append(goal)
            tallies.append(strength(ask, force))
            if here not in rows:
                rows[here] = base + PLACE_ROW * len(rows)
            if goal not in rows:
                rows[goal] = base + PLACE_ROW * len(rows)
            from_rows.append(rows[here])
            to_rows.append(rows[goal])
            who.append(sides.setdefault(side(ask, force), len(sides) + 1))
        strengths = [0 if tally is None else tally.total for tally in tallies]
        return from_rows, to_rows, who, strengths, [int(tally is None) for tally in tallies]

    def _lower_convoys(self, carriers: list[int], links: list[int]) -> None:
        """How each move that may go by sea travels, and with which fleets."""
        far = set(self.far_moves)
        asked = {i for _, end in self.carrying for i in self.comers.get(end, NO_FORCES)}
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
        force = self.forces[m]
        key = (self.ask.province[force.place], self.goals[m])
        kinds = {u.kind for u in force.units}
        return [f for f in self.carrying.get(key, NO_FORCES) if self._whom_kind(f) in kinds]

    def _on_route(self, m: int, willing: list[int]) -> list[int]:
        """Those of them that lie on a route."""
        if not willing:
            return willing
        province, start = self.ask.province, self.ask.province[self.forces[m].place]
        seas = {province[self.forces[f].place] for f in willing}
        used = on_routes(self.ask.map, seas, start, self.goals[m])
        return [f for f in willing if province[self.forces[f].place] in used]

    def _whom_kind(self, f: int) -> str:
        order = self.forces[f].order
        return order.whom.kind if isinstance(order, Convoy) else ""

    def _path(self, m: int, far: bool, willing: list[int], fleets: list[int]) -> int:
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
            back = any(
                self.goals[o] == ask.province[force.place]
                for o in self.at.get(self.goals[m], NO_FORCES)
            )
            return (LAND_OR_EVERY if routes.every else LAND_OR_ANY) if back and fleets else DIRECT
        if via and routes.intent in ("own_or_via", "via"):
            return by_sea
        side = ask.rules.force.side
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
        for f, sea in zip(fleets, seas, strict=True):
            near = waters[sea]
            carriers += (
                self.rows[m],
                self.rows[f],
                (ORIGIN if start in near else 0) | (LANDING if end in near else 0),
            )
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
            receiver = self._receiver(giver, giver.order)  # type: ignore[arg-type]
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

    def _receiver(self, giver: Force, order: Support) -> int | None:
        """The force that a support is for: one that does what the support says."""
        there = self.at.get(self.ask.province[order.whom.place], NO_FORCES)
        fits = [j for j in there if self._does(j, order.to) and self.tallies[j] is not None]
        if len(there) > 1:
            fits = [j for j in fits if self.forces[j] is not giver]
            meant = [j for j in fits if self._is(j, order.whom)]
            fits = meant or ([] if order.whom.part else fits)
        return fits[0] if fits else None

    def _is(self, j: int, whom: Piece) -> bool:
        """Whether a force is, or holds, the piece that an order names."""
        force = self.forces[j]
        return whom.part in ("", force.part) and any(u.kind == whom.kind for u in force.units)

    def _does(self, j: int, to: Place | None) -> bool:
        """Whether a force stays, or moves there; a support without a coast fits any (4.B.4)."""
        order = self.forces[j].order
        if type(order) is not Move:
            return to is None
        return to is not None and to in (order.to, Place(self.goals[j]))

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
        if contests is always_contest:
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
