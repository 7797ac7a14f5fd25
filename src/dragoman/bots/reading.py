"""Positions as the features take them: read from the judge's, or from rows of the arena."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from dragoman.bots.features import Array, Positions, ValueBoard
from dragoman.bots.field import Field, GroundCache
from dragoman.geo import Map, Place
from dragoman.model import MOVEMENT, Phase, Power, State, Unit
from dragoman.rules import Ask, Variant
from dragoman.sim.codes import KIND_AT, KIND_MASK, OUT, OWNER, PLACE_MASK, POWER_AT, UNITS
from dragoman.sim.tables import Tables
from dragoman.sim.values import state_of

MOST_BOARDS = 24
"""How many boards are remembered; rules that change the board make new ones all the time."""


class PositionReader:
    """Reads the positions of a variant; boards are indexed once."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.grounds = variant, GroundCache()
        self.boards: dict[int, tuple[Map, ValueBoard]] = {}
        rules = variant.rules
        self.plain = rules.is_default("strength") and rules.is_default("muster")
        self.known: tuple[Ask, Array] | None = None
        self.fights = {letter: kind.needs_supply for letter, kind in variant.kinds.items()}

    def board(self, ask: Ask) -> ValueBoard:
        """The tables of the board as it is in a position."""
        key = id(ask.map)
        if key not in self.boards:
            if len(self.boards) >= MOST_BOARDS:
                self.boards.clear()
            made = ValueBoard(ask.map, self.variant.kinds, self.grounds.grounds(ask))
            self.boards[key] = ask.map, made
        return self.boards[key][1]

    def parties(self, state: State) -> dict[Power, int]:
        """Every power's party: the seats in their order, then each power that nobody holds."""
        held = {p: n for n, powers in enumerate(state.seats.values()) for p in powers}
        free = (power for power in self.variant.powers if power not in held)
        return held | {power: len(state.seats) + n for n, power in enumerate(free)}

    def read(self, ask: Ask, lefts: Sequence[State]) -> Positions:
        """Positions that the phase of a question may leave, on its board."""
        board, party = self.board(ask), self.parties(ask.state)
        count = max(party.values()) + 1
        most = max(len(left.units) for left in lefts)
        pages = _Pages(len(lefts), most, count, board)
        for n, left in enumerate(lefts):
            self.fill(pages, n, ask, left, party)
        return Positions(
            pages.rows,
            pages.party,
            pages.force,
            pages.owners,
            pages.driven,
            pages.company,
            pages.alone,
            self.homes(ask),
            len(ask.state.seats),
        )

    def homes(self, ask: Ask) -> Array:
        """Which centers are homes of each party, as they were named so far; kept for a position."""
        if self.known is None or self.known[0] is not ask:
            self.known = ask, self.named(ask)
        return self.known[1]

    def named(self, ask: Ask) -> Array:
        """The same, as each power named them."""
        board, party = self.board(ask), self.parties(ask.state)
        found = np.zeros((max(party.values()) + 1, len(board.centers)), bool)
        for power, provinces in ask.state.homes.items():
            if power in party:
                found[party[power]] |= np.isin(board.centers, list(provinces))
        return found

    def fill(self, pages: "_Pages", n: int, ask: Ask, left: State, party: dict[Power, int]) -> None:
        """Write one position."""
        board, province, fights = pages.board, ask.map.province, self.fights
        known = [u for u in left.units if u.power in party and (u.kind, u.place) in board.row]
        fighting = [u for u in known if fights[u.kind]]
        fighting.sort(key=lambda u: (board.provinces[province[u.place]], u.id))
        k = len(fighting)
        pages.rows[n, :k] = [board.row[u.kind, u.place] for u in fighting]
        pages.party[n, :k] = [party[u.power] for u in fighting]
        if not self.plain:
            strength = self.strengths(left)
            pages.force[n, :k] = [strength.get(u.id, 1) for u in fighting]
        owners = left.owners
        pages.owners[n] = [party.get(owners[c], -1) if c in owners else -1 for c in board.centers]
        for lost in left.dislodged:
            if lost.unit.power in party:
                pages.driven[n, party[lost.unit.power]] += 1
        if k < len(known):
            self.accompany(pages, n, [u for u in known if not fights[u.kind]], fighting, party)

    def accompany(
        self,
        pages: "_Pages",
        n: int,
        pieces: list[Unit],
        fighting: list[Unit],
        party: dict[Power, int],
    ) -> None:
        """Count pieces that need no supply: with a unit of their own, or alone."""
        board = pages.board
        there = {(party[u.power], board.at[board.row[u.kind, u.place]]) for u in fighting}
        for piece in pieces:
            mine = party[piece.power]
            with_unit = (mine, board.at[board.row[piece.kind, piece.place]]) in there
            (pages.company if with_unit else pages.alone)[n, mine] += 1

    def strengths(self, left: State) -> dict[int, int]:
        """How strong each unit will be in the next movement phase."""
        ask = Ask(self.variant, replace(left, phase=self.next_movement(left.phase)))
        return Field(ask, self.grounds.grounds(ask)).strength

    def next_movement(self, phase: Phase) -> Phase:
        """The movement phase that comes after another phase."""
        then = self.variant.year.after(phase)
        while then.kind != MOVEMENT:
            then = self.variant.year.after(then)
        return then


class _Pages:
    """Arrays that are filled position by position."""

    def __init__(self, positions: int, units: int, parties: int, board: ValueBoard) -> None:
        self.board = board
        self.rows = np.full((positions, units), board.blank)
        self.party = np.full((positions, units), parties)
        self.force = np.ones((positions, units))
        self.owners = np.full((positions, len(board.centers)), -1)
        self.driven, self.company, self.alone = (np.zeros((positions, parties)) for _ in range(3))


class RowReader:
    """Reads positions from rows of the arena, the same as a `PositionReader` does.

    Where every unit counts one, all rows are read together, else one by one as states.
    """

    def __init__(self, reader: PositionReader, tables: Tables, first: Ask) -> None:
        self.reader, self.board, self.tables = reader, reader.board(first), tables
        board, n = self.board, tables.provinces
        self.by_name = np.array([tables.number[Place(p)] for p in board.provinces], int)
        self.center_at = np.array([tables.number[Place(c)] for c in board.centers], int)
        self.row = np.array(
            [
                board.row.get((kind, place), board.blank)
                for kind in tables.kinds
                for place in tables.places
            ],
            int,
        )
        self.n = n

    def read(self, ask: Ask, states: Array) -> Positions:
        """Positions that the phase of a question may leave."""
        if not self.reader.plain:
            return self.reader.read(ask, [self.state(ask, row) for row in states])
        n, homes, units = self.n, self.reader.homes(ask), len(ask.state.units)
        count, parties = len(homes), self.reader.parties(ask.state)
        party_of = np.array([-1, *(parties[power] for power in self.tables.powers)], int)
        codes = states[:, UNITS : UNITS + n][:, self.by_name]
        # Units stand in the order of provinces by name; what is left of the room stays blank.
        order = np.argsort(codes == 0, axis=1, kind="stable")[:, :units]
        codes = np.take_along_axis(codes, order, axis=1)
        some = codes > 0
        places = (codes >> KIND_AT & KIND_MASK) * len(self.tables.places) + (codes & PLACE_MASK)
        rows = np.where(some, self.row[places], self.board.blank)
        party = np.where(some, party_of[codes >> POWER_AT], count)
        owned = states[:, UNITS + OWNER * n : UNITS + (OWNER + 1) * n][:, self.center_at]
        out = states[:, UNITS + OUT * n : UNITS + (OUT + 1) * n] >> POWER_AT
        gone = party_of[out]
        driven = np.stack([((gone == k) & (out > 0)).sum(1) for k in range(count)], axis=1)
        nothing = np.zeros(driven.shape)
        force = np.ones(rows.shape)
        return Positions(
            rows,
            party,
            force,
            party_of[owned],
            driven.astype(float),
            nothing,
            nothing,
            homes,
            len(ask.state.seats),
        )

    def state(self, ask: Ask, row: Array) -> State:
        """A row as the judge's position."""
        return state_of(self.tables, [int(x) for x in row], ask.state)
