"""A variant's board and numbers as the one array of integers that the arena's loops read."""

from collections.abc import Iterable, Sequence
from typing import Any

from dragoman.geo import COASTAL, LAND, Map, Place, Province
from dragoman.model import Force, Hold, Kind, Piece, Unit
from dragoman.record.replay import opening
from dragoman.rules import POLICIES, Ask, Policies, Variant
from dragoman.sim.codes import (
    ALIKE,
    BITS,
    BLOCK,
    BORDERS,
    BY_ID,
    BY_NAME,
    BY_TEXT,
    CAPTURES,
    CARRIES,
    CASES,
    CELLS,
    CENTER,
    CENTERS,
    CLASS,
    CLASS_SET,
    COLUMNS,
    COMERS,
    COUNT_CELLS,
    CREW,
    CROSSINGS,
    DISTANCE,
    DUE,
    EVERY_WAY,
    FLOTILLAS,
    FROM_HOME,
    FROM_HOMES,
    GUEST_KIND,
    GUEST_ROW,
    GUESTS,
    HALVES,
    HEAD,
    INTENT,
    KIND_AT,
    KINDS,
    LENDS,
    LISTED,
    MEMO,
    MOST_NEAR,
    MOST_ORDERS,
    MOVES,
    NEAR_SEAS,
    NEEDS,
    NEXT_TO,
    ON_LAND,
    ORIGIN_OPEN,
    OTHERS,
    OVER,
    OWN,
    PARADOX,
    PARTS,
    PLACE_WORDS,
    PLACES,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUED,
    REACHED,
    ROUTED,
    ROW_DUE,
    ROW_SUBJECT,
    SEA_AT,
    SEA_OF,
    SEA_SEAS,
    SEA_SHORES,
    SEAS,
    SEATS,
    SECOND,
    SHORE,
    SHORE_AT,
    SHORES,
    SIDES,
    SITES,
    SPARE,
    STACK,
    START_YEAR,
    SUPPORT_MOVE,
    TO_AT,
    TRIES,
    UNITS,
    WAYS,
    WILL,
    WIN_AT,
    WORDS,
    WORK,
)
from dragoman.sim.routes import SLOTS
from dragoman.sim.scouting import CARGO, CARRIER, USUAL

LETTERS = 128
"""How many letters a phase may have."""


class Tables:
    """The integers of a variant, with the names of their numbers.

    `t` is the array as a list; `work` and `fight` say how much room one phase needs, `row` how
    long the row of a game is, `cells` that of orders, `verdict_cells` that of verdicts. Where seats
    vote, every one has cells of its own.
    """

    def __init__(self, variant: Variant, own: Sequence[Any] = ()) -> None:
        self.variant, self.map, self.own = variant, variant.map, own
        self.votes = any(hasattr(loops, "elect") for loops in own)
        singles = [k.letter for k in variant.kinds.values() if k.most == 1]
        self.guest: str = singles[0] if singles else ""
        self.twice = any(hasattr(loops, "splits") for loops in own)
        self.mark: str = next((loops.MARK for loops in own if hasattr(loops, "MARK")), "")
        self.first = opening(variant, (), "")
        spaces = list(self.map.spaces.values())
        coasts = [coast for space in spaces for coast in space.coasts]
        self.places: list[Place] = [*(Place(space.id) for space in spaces), *coasts]
        self.number = {place: n for n, place in enumerate(self.places)}
        self.kinds = list(variant.kinds)
        self.kind = {letter: n for n, letter in enumerate(self.kinds)}
        self.powers = list(variant.powers)
        self.power = {power: n for n, power in enumerate(self.powers)}
        # Sorted, so that routes are searched from the end from which the rules search them.
        self.seas = sorted(space.id for space in spaces if space.convoys)
        self.shores = [space.id for space in spaces if space.kind == COASTAL]
        self.provinces = len(spaces)
        self.words = max(1, -(-max(len(self.seas), len(self.shores)) // BITS))
        self.t = [0] * HEAD
        self._sizes()
        self._columns()
        self._lists()
        self._sets()
        self.holders = UNITS + COLUMNS * self.provinces
        self.guests = self.holders + len(self.powers) + 1
        self.t[GUESTS] = self.guests if self.guest else 0
        more = GUEST_ROW * len(self.powers) if self.guest else 0
        self.row = self._own_cells(self.guests + more)
        self.work = self._rooms()
        most = self.forces
        self.fight = 64 + 64 * most + 2 * most * len(self.seas)

    def province(self, place: Place) -> int:
        """The number of the province of a place."""
        return self.number[Place(self.map.province[place])]

    def _sizes(self) -> None:
        t, variant, near = self.t, self.variant, self.map.borders.values()
        t[PROVINCES], t[PLACES], t[POWERS] = self.provinces, len(self.places), len(self.powers)
        t[START_YEAR] = variant.start.year
        t[SEATS], t[BLOCK] = len(self.first.seats), self.provinces + COUNT_CELLS
        t[SECOND] = int(self.twice)
        self.forces = self.provinces * (1 + t[SECOND]) + len(self.powers)
        blocks = t[BLOCK] * (1 + max(t[SECOND], t[SEATS] * self.votes))
        self.cells = t[CELLS] = blocks if blocks > t[BLOCK] else self.provinces
        self.verdict_cells = blocks
        if self.guest:
            t[GUEST_KIND] = self.kind[self.guest]
            t[TRIES] = max(map(len, variant.moves[self.guest].values()))
            self.cells = self.verdict_cells = t[CELLS] = t[BLOCK] + len(self.powers) * t[TRIES]
        self.rows = max(self.cells, len(self.powers) * (1 + t[SEATS])) + 2
        t[KINDS], t[SEAS], t[SHORES] = len(self.kinds), len(self.seas), len(self.shores)
        t[WORDS], t[PLACE_WORDS] = self.words, -(-len(self.places) // BITS)
        # A unit and the two that it may be divided into.
        parts = 3 if any(kind.splits_into for kind in variant.kinds.values()) else 1
        shores, most = len(self.shores), parts * max(map(len, near))
        t[MOST_NEAR] = USUAL + 1 + most + shores
        t[MOST_ORDERS] = 64 + 2 * len(self.places) + shores * shores
        t[MOST_ORDERS] += (most + 1) * (t[MOST_NEAR] + USUAL)
        t[MOST_ORDERS] *= parts
        t[WIN_AT] = variant.numbers["win_at"]
        policies: Policies = variant.policies
        t[EVERY_WAY] = int(policies.convoy_routes == "every")
        t[INTENT] = list(POLICIES["convoy_intent"]).index(policies.convoy_intent)
        t[PARADOX] = list(POLICIES["paradox"]).index(policies.paradox)
        t[ORIGIN_OPEN] = int(policies.retreat_to_origin == "convoyed")
        t[FROM_HOME] = int(policies.removal == "home")
        t[CROSSINGS] = int(bool(self.map.crossings))

    def _column(self, head: int, values: Iterable[int]) -> None:
        self.t[head] = len(self.t)
        self.t.extend(values)

    def _columns(self) -> None:
        spaces, n = list(self.map.spaces.values()), self.number
        sea = {province: k for k, province in enumerate(self.seas)}
        shore = {province: k for k, province in enumerate(self.shores)}
        kinds = list(self.variant.kinds.values())
        names = sorted(self.map.spaces, key=self.map.by_name)
        rank = {province: k for k, province in enumerate(names)}
        self._column(PROVINCE, [self.province(place) for place in self.places])
        self._column(SHORE, [shore.get(space.id, -1) for space in spaces])
        self._column(SEA_OF, [sea.get(space.id, -1) for space in spaces])
        self._column(SHORE_AT, [n[Place(p)] for p in self.shores])
        self._column(SEA_AT, [n[Place(p)] for p in self.seas])
        classes = [self.map.water_class.get(p, -1) for p in self.seas]
        if len({*classes}) < len(classes):
            self._column(ALIKE, map(classes.index, classes))
        self._column(CENTER, [int(space.center) for space in spaces])
        self._column(BY_ID, [n[Place(p)] for p in sorted(self.map.spaces)])
        self._column(SIDES, self._sides())
        self._column(CAPTURES, [int(kind.captures) for kind in kinds])
        self._column(NEEDS, [int(kind.needs_supply) for kind in kinds])
        self._column(ON_LAND, [int(LAND in kind.modes) for kind in kinds])
        self._column(CARRIES, [self._convoys(kind) for kind in kinds])
        self._column(BY_NAME, [rank[space.id] for space in spaces])
        self._column(BY_TEXT, self._by_text())
        self._column(FROM_HOMES, self._from_homes())
        self._column(HALVES, self._halves())

    def _halves(self) -> Iterable[int]:
        """What each kind at each place divides into: two of it, unless it says into what."""
        for kind in self.variant.kinds.values():
            letters = kind.splits_into or (kind.letter, kind.letter)
            for place in self.places:
                for letter in letters:
                    root = place if self.variant.kinds[letter].coasts else self.map.root(place)
                    at = root if kind.splits_into else place
                    yield self.number[at] | self.kind[letter] << KIND_AT

    def brings(self, phase: int) -> Any:
        """The loops of the module that brings a phase, given by its letter's number."""
        return next(loops for loops in self.own if getattr(loops, "PHASE", 0) == phase)

    def own_at(self, phase: int) -> int:
        """Where the cells of the module begin that brings a phase, given by its letter's number."""
        return self.t[self.t[OWN] + phase]

    def _own_cells(self, first: int) -> int:
        """Give the modules that bring a phase the cells that they want; where the row ends."""
        starts = [0] * LETTERS
        for loops in self.own:
            if hasattr(loops, "cells"):
                starts[loops.PHASE] = first
                first += loops.cells(self.variant)
        self._column(OWN, starts)
        return first

    def _sides(self) -> Iterable[int]:
        """The side of each power, nobody first: an answer that stays the same, asked once."""
        ask, place = Ask(self.variant, self.first), self.places[0]
        order, kind = Hold(Piece(self.kinds[0], place)), self.kinds[0]
        forces = [Force(p, (Unit(0, p, kind, place),), place, order) for p in self.powers]
        names = ["", *(ask.rules.side(ask, force) for force in forces)]
        return (names.index(name) for name in names)

    def _by_text(self) -> Iterable[int]:
        """Where each piece comes among the texts of all."""
        pieces = [str(Piece(kind, place)) for kind in self.kinds for place in self.places]
        rank = {text: n for n, text in enumerate(sorted(pieces))}
        return (rank[text] for text in pieces)

    def _convoys(self, kind: Kind) -> int:
        """Whether a kind is carried over water, or carries."""
        if kind.carries:
            return CARRIER
        return CARGO if kind.letter in cargo(self.variant) else 0

    def _from_homes(self) -> Iterable[int]:
        """How far from home each kind counts as being at each place, as the old editions count."""
        for power in self.variant.powers.values():
            near = self.map.steps_to(power.homes)
            for kind in self.variant.kinds.values():
                moves = self.variant.moves[kind.letter]
                ways = by_own_moves(self.map, moves, power.homes)
                for place in self.places:
                    if LAND in kind.modes:
                        yield near.get(self.map.province[place], self.provinces)
                    else:
                        yield ways.get(place, self.provinces)

    def _rows(self, head: int, rows: Sequence[Sequence[int]]) -> None:
        """Lists of various lengths: where each begins, then what they hold."""
        t = self.t
        t[head] = len(t)
        at = len(t) + len(rows) + 1
        for row in rows:
            t.append(at)
            at += len(row)
        t.append(at)
        for row in rows:
            t.extend(row)

    def _lists(self) -> None:
        n, board, variant = self.number, self.map, self.variant
        every = [(kind, place) for kind in variant.kinds.values() for place in self.places]
        moves, lends = variant.moves, variant.loans
        near = [sorted(n[to] for to in moves[k.letter].get(p, ())) for k, p in every]
        self._rows(CENTERS, [[n[Place(p)] for p, space in board.spaces.items() if space.center]])
        self._rows(BORDERS, [sorted(n[Place(b)] for b in board.borders[p]) for p in board.spaces])
        self._rows(MOVES, near)
        self._rows(WAYS, [self._ways(kind, place) for kind, place in every])
        self._rows(
            LENDS,
            [sorted(n[Place(p)] for p in lends[k.letter].get(place, ())) for k, place in every],
        )
        self._rows(SITES, [self._sites(space.places) for space in board.spaces.values()])
        self._rows(OVER, [self._over(kind, place) for kind, place in every])

    def _ways(self, kind: Kind, place: Place) -> list[int]:
        ways = self.map.ways_out(kind.modes, coasts=kind.coasts).get(place, {})
        own = self.map.province[place]
        return [
            x
            for province, to in sorted(ways.items())
            if province != own
            for a in (self.number[Place(province)],)
            for x in (a, a * self.t[MOST_NEAR], SUPPORT_MOVE | self.number[to] << TO_AT)
        ]

    def _sites(self, places: Iterable[Place]) -> list[int]:
        return [
            self.number[place] | k << KIND_AT
            for k, kind in enumerate(self.variant.kinds.values())
            for place in places
            if kind.needs_supply and place in self.variant.moves[kind.letter]
        ]

    def _over(self, kind: Kind, place: Place) -> list[int]:
        """The crossings on the ways out of a place: to where, which, and over which border."""
        found: list[int] = []
        names = sorted({e.crossing for es in self.map.crossings.values() for e in es})
        borders = sorted({(e.a, e.b) for es in self.map.crossings.values() for e in es})
        for to in sorted(self.variant.moves[kind.letter].get(place, ())):
            for edge in self.map.crossings.get((place, to), ()):
                if edge.modes & kind.modes:
                    border = borders.index(min((edge.a, edge.b), (edge.b, edge.a)))
                    found += (self.number[to], names.index(edge.crossing), border)
        return found

    def _sets(self) -> None:
        board, words = self.map, self.words
        sea = {province: k for k, province in enumerate(self.seas)}
        shore = {province: k for k, province in enumerate(self.shores)}
        waters = board.waters
        self._bits(NEAR_SEAS, [members(waters.get(p, ()), sea) for p in board.spaces], words)
        self._bits(SEA_SHORES, [members(waters.get(p, ()), shore) for p in self.seas], words)
        self._bits(SEA_SEAS, [members(waters.get(p, ()), sea) for p in self.seas], words)
        near = [
            [self.number[to] for to in self.variant.moves[kind].get(place, ())]
            for kind in self.kinds
            for place in self.places
        ]
        self._bits(NEXT_TO, near, self.t[PLACE_WORDS])

    def _bits(self, head: int, sets: Iterable[Iterable[int]], words: int) -> None:
        self.t[head] = len(self.t)
        for found in sets:
            row = [0] * words
            for member in found:
                row[member // BITS] |= 1 << member % BITS
            self.t.extend(row)

    def _rooms(self) -> int:
        """Where each part of the work space begins; how large all of it is."""
        n, seas, shores, words = self.forces, len(self.seas), len(self.shores), self.words
        room = [n + 1] * PARTS
        room[COMERS] = self.provinces * self.t[MOST_NEAR]
        room[WILL] = room[ROUTED] = (n + 1) * words
        room[FLOTILLAS] = room[OTHERS] = 3 * (seas + 1) * words
        room[REACHED], room[SPARE] = 3 * words, 4 * words
        room[CLASS], room[CLASS_SET] = shores + 1, (shores + 1) * words
        room[MEMO] = shores * shores * words + words
        room[STACK] = 2 * words + (seas + 2) * (2 + 4 * words)
        room[CASES] = SLOTS * (1 + 3 * words)
        room[CREW] = (shores + 1) * words
        room[DUE] = len(self.powers) + 1
        room[DISTANCE] = room[QUEUED] = max(n + 1, len(self.places))
        room[LISTED] = 3 + 6 * n
        room[ROW_SUBJECT] = room[ROW_DUE] = self.rows
        self.t[WORK] = len(self.t)
        at = 0
        for size in room:
            self.t.append(at)
            at += size
        return at


def members(names: Iterable[Province], numbers: dict[Province, int]) -> list[int]:
    """The numbers of those that have one."""
    return [numbers[name] for name in names if name in numbers]


def cargo(variant: Variant) -> frozenset[str]:
    """The letters of the kinds that are carried over water."""
    return frozenset(letter for kind in variant.kinds.values() for letter in kind.carries)


def by_own_moves(
    board: Map, moves: dict[Place, frozenset[Place]], homes: Iterable[Province]
) -> dict[Place, int]:
    """How many moves of its own a unit at each place needs to get to one of some provinces."""
    goals = frozenset(homes)
    back: dict[Place, list[Place]] = {}
    for a, bs in moves.items():
        for b in bs:
            back.setdefault(b, []).append(a)
    found = {place: 0 for place in board.province if board.province[place] in goals}
    ring = list(found)
    while ring:
        fresh = {a for b in ring for a in back.get(b, ()) if a not in found}
        found |= dict.fromkeys(fresh, found[ring[0]] + 1)
        ring = sorted(fresh)
    return found
