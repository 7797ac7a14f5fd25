"""`greedy` or `random` at every seat of all games of an arena: one call orders for all of them."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha512
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from dragoman.bots import (
    chance,
    choices,
    planacts,
    plandraws,
    planguests,
    planplay,
    planvotes,
    swift,
    taste,
    votes,
)
from dragoman.bots.chance import BASE, FULL, SIZE
from dragoman.bots.greedy import MOODS
from dragoman.bots.planfield import PARTIES, SHARED
from dragoman.judge import batch
from dragoman.model import Piece
from dragoman.sim import LoopArena
from dragoman.sim.codes import ADJUSTMENTS, SEATS, STAGE
from dragoman.sim.compiling import machine_code
from dragoman.sim.fitness import sources
from dragoman.sim.interface import Rows
from dragoman.sim.machine import SOURCES as ARENA
from dragoman.sim.machine import compiled as arena_code
from dragoman.sim.machine import plain as arena_loops
from dragoman.sim.machine import replaced
from dragoman.sim.progress import on_terminal

SOURCES = (chance, planvotes, planguests, planplay, planacts, plandraws)
ARENA_PARTS = (
    *("count_due", "is_site", "open_to", "guest_open", "strength", "splits", "mend", "opens"),
)
PLAN_PARTS = (
    "shine",
    "spread",
    "blur",
    "survey",
    "enlist",
    "party_of",
    "plan",
    "write",
    "follow",
    "entry",
    "later",
    "threat",
)

LONGEST_KEY = 48
"""How many words a seed may have."""

UNSAID = bytes(4 * (1 + LONGEST_KEY))
"""The key of a power that draws nothing."""


@cache
def compiled(*modules: ModuleType) -> Any:
    """The loops compiled, with those of some modules; none where numba is not installed."""
    if modules and not {f.__name__ for f in replaced(modules)}.intersection(ARENA_PARTS):
        return compiled()
    arena, plans = arena_code(on_terminal, *modules), swift.compiled()
    if arena is None or plans is None:
        return None
    texts = (text for loops in modules for text in sources(loops))
    keyed = (*ARENA, *swift.KEYED, taste, votes, choices, *SOURCES, *texts)
    folder = batch.cache_folder("chorus", keyed)
    own = list(batch.functions_of(SOURCES))
    return machine_code(
        own,
        folder,
        lambda n: on_terminal(n, len(own)),
        ready=lambda name: getattr(arena if name in ARENA_PARTS else plans, name),
        names=(*ARENA_PARTS, *PLAN_PARTS),
        lean=False,
    )


def plain(modules: tuple[ModuleType, ...] = ()) -> Any:
    """The loops as Python runs them."""
    arena = arena_loops(modules)
    found = {name: getattr(arena, name) for name in ARENA_PARTS}
    for f in batch.callees_first(list(batch.functions_of(SOURCES))):
        found[f.__name__] = FunctionType(f.__code__, f.__globals__ | found, f.__name__)
    return SimpleNamespace(**found)


def generator() -> list[int]:
    """A generator that is yet to be seeded, with the words that seeding begins with."""
    words = [19650218]
    for i in range(1, SIZE):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + i) & FULL)
    return [*[0] * BASE, *words]


def key_of(text: str) -> bytes:
    """What `random.Random` is seeded with by a text: how many words of 32 bits, and those."""
    if not text:
        return UNSAID
    said = text.encode()
    rest = (said + sha512(said).digest())[::-1]
    return ((len(rest) + 3) // 4).to_bytes(4, "little") + rest.ljust(4 * LONGEST_KEY, b"\0")


class Chorus:
    """What `greedy` orders in every game of an arena, with the draws that it has at a table."""

    def __init__(self, arena: LoopArena) -> None:
        self.arena, machine = arena, arena.compiled.machine
        self.code = compiled(*arena.own) if machine else plain(arena.own)
        self.swift = one = swift.Swift(arena.variant, interpreted=not machine)
        n, powers = arena.tables.forces, len(arena.tables.powers)
        w, v, at = one.board.rooms(n, powers)
        self.w, self.v, self.at = one.ints(w), one.floats(v), one.ints(at)
        held = arena.first.seats
        one.g[SHARED] = int(any(len(own) > 1 for own in held.values()))
        one.g[PARTIES] = len(held) if one.g[SHARED] else powers
        self.m, self.order = one.ints(generator()), one.ints([0] * n)
        self.usual = one.floats([ground.usual for ground in one.board.grounds])
        self.moods = one.floats(MOODS)
        self.noise = one.floats([0.0] * len(one.board.places))
        pieces = sorted(
            (str(Piece(letter, place)), one.board.kind[letter] * len(one.board.places) + number)
            for letter in arena.variant.kinds
            for place, number in one.board.number.items()
            if place in arena.variant.moves[letter]
        )
        self.pieces = one.ints([code for _, code in pieces])
        self.score = one.floats([0.0] * len(pieces))
        self.rows = blank_rows(arena, arena.tables.cells)
        self.asked: list[tuple[int, int]] = []
        self.quotas = blank_rows(arena, 1 + arena.tables.t[SEATS])

    def orders(self, seeds: Sequence[Sequence[str]]) -> Rows:
        """The orders of all games; for each the text that seeds the draws of each power.

        A power without one is played by somebody else.
        """
        arena, one = self.arena, self.swift
        keys = keys_of(arena, seeds)
        self.asked = []
        if arena.votes:
            arena.code.entitle_all(arena.t, arena.states, self.quotas)
        self.code.order_all(
            one.g,
            arena.t,
            arena.states,
            arena.work,
            self.w,
            self.v,
            self.at,
            self.m,
            *one.both,
            self.usual,
            self.moods,
            self.noise,
            self.score,
            self.pieces,
            self.order,
            keys,
            self.quotas,
            self.rows,
        )
        if any(arena.states[n][STAGE] > ADJUSTMENTS for n in arena.playing()):
            self._order_beside(keys)
        return self.rows

    def _order_beside(self, keys: Rows) -> None:
        """Orders in phases that modules bring, of what may be ordered in them."""
        arena, one = self.arena, self.swift
        count = len(arena.legal().games)
        self.code.order_beside(
            one.g,
            arena.t,
            arena.states,
            self.w,
            self.v,
            self.at,
            self.m,
            *one.both,
            self.usual,
            self.moods,
            self.noise,
            self.pieces,
            self.order,
            keys,
            arena.out,
            arena.starts,
            arena.about,
            count,
            self.rows,
        )
        self.asked = asked(arena, count)


class RandomChorus:
    """What `random` orders in every game of an arena: see `listed.ListedRandomBot`."""

    def __init__(self, arena: LoopArena) -> None:
        self.arena = arena
        self.code = compiled() if arena.compiled.machine else plain()
        self.m = arena.array(generator())
        self.asked: list[tuple[int, int]] = []
        self.quotas = blank_rows(arena, 1 + arena.tables.t[SEATS])

    def orders(self, seeds: Sequence[Sequence[str]], rows: Rows | None = None) -> Rows:
        """The orders of all games, beside those of others; seeds are as above."""
        arena, keys = self.arena, keys_of(self.arena, seeds)
        rows = blank_rows(arena, arena.tables.cells) if rows is None else rows
        count = len(arena.legal().games)
        if arena.votes:
            arena.code.entitle_all(arena.t, arena.states, self.quotas)
        self.code.draw_all(
            arena.t,
            arena.states,
            self.m,
            keys,
            arena.out,
            arena.starts,
            arena.about,
            count,
            self.quotas,
            rows,
        )
        self.asked = asked(arena, count)
        return rows


def blank_rows(arena: LoopArena, size: int) -> Rows:
    """So many cells for every game."""
    return arena.rows_of([arena.zeros(size)] * arena.games)


def keys_of(arena: LoopArena, seeds: Sequence[Sequence[str]]) -> Rows:
    """For each game the keys of its powers, end to end."""
    return arena.words_of([b"".join(map(key_of, texts)) for texts in seeds])


def asked(arena: LoopArena, count: int) -> list[tuple[int, int]]:
    """The game and the power of every row of a listing in phases that modules bring."""
    if not arena.own:
        return []
    rows = ((int(game), int(subject)) for game, subject, _ in arena.about[:count])
    return [row for row in rows if arena.states[row[0]][STAGE] > ADJUSTMENTS]
