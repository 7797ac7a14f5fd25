"""Which fleets hang together, and which lie on a route: plain loops, compiled with the rest."""

from dragoman.sim.codes import (
    CLASS,
    CLASS_SET,
    MEMO,
    NEAR_SEAS,
    SEA_SEAS,
    SEA_SHORES,
    SHORE_AT,
    SHORES,
    STACK,
    WORDS,
    WORK,
)
from dragoman.sim.sets import empty, first, has, put

PATIENCE = 4000
"""As `rules.convoys` has it: so many steps are searched before every fleet in reach is accepted."""


def routes(t: list[int], x: list[int], fleets: int, start: int, end: int, used: int) -> None:
    """Of some fleets, those on a route from one shore to another on which none is idle.

    `fleets` and `used` are sets in `x`; a path is a stack of frames: what is on it, what it has
    touched, and where it may go on.
    """
    words, sea_seas = t[WORDS], t[SEA_SEAS]
    at_start, at_end = t[NEAR_SEAS] + start * words, t[NEAR_SEAS] + end * words
    open_ends = False
    for k in range(words):
        x[used + k] = t[at_start + k] & t[at_end + k] & x[fleets + k]
        open_ends = open_ends or (t[at_end + k] & x[fleets + k] & ~x[used + k]) != 0
    if not open_ends:
        return
    stack, frame = t[t[WORK] + STACK], 3 * words
    steps = 0
    # The lowest frame holds the first fleets that are still to be followed.
    for k in range(words):
        x[stack + k] = x[stack + words + k] = 0
        x[stack + 2 * words + k] = t[at_start + k] & x[fleets + k] & ~x[used + k]
    depth = stack
    while depth >= stack:
        sea = first(x, depth + 2 * words, words)
        if sea < 0:
            depth -= frame
            continue
        steps += 1
        above = depth + frame
        arrived = False
        for k in range(words):
            near = t[sea_seas + sea * words + k] & x[fleets + k]
            nexts = near & ~t[at_start + k] & ~x[depth + words + k]
            x[above + k] = x[depth + k]
            x[above + words + k] = x[depth + words + k] | nexts
            x[above + 2 * words + k] = nexts & ~t[at_end + k]
            arrived = arrived or (nexts & t[at_end + k]) != 0
        put(x, above, sea)
        tired = steps > PATIENCE
        if arrived or tired:
            for k in range(words):
                nexts = x[above + words + k] & ~x[depth + words + k]
                x[used + k] |= x[above + k] | (nexts if tired else nexts & t[at_end + k])
        put(x, above + words, sea)
        if not tired:
            depth = above


def flotillas(t: list[int], x: list[int], at: int, fleets: int, armies: int) -> int:
    """Fleets that hang together, as sets of seas, shores, and shores with cargo; where they end.

    `fleets` is used up.
    """
    words, sea_seas, sea_shores = t[WORDS], t[SEA_SEAS], t[SEA_SHORES]
    edge = t[t[WORK] + STACK]
    while not empty(x, fleets, words):
        for k in range(words):
            x[at + k] = x[at + words + k] = x[edge + k] = 0
        sea = first(x, fleets, words)
        put(x, at, sea)
        while sea >= 0:
            for k in range(words):
                x[at + words + k] |= t[sea_shores + sea * words + k]
                fresh = t[sea_seas + sea * words + k] & x[fleets + k]
                x[fleets + k] &= ~fresh
                x[at + k] |= fresh
                x[edge + k] |= fresh
            sea = first(x, edge, words)
        for k in range(words):
            x[at + 2 * words + k] = x[at + words + k] & x[armies + k]
        at += 3 * words
    return at


def classify(t: list[int], x: list[int], fleets: int) -> None:
    """Number shores alike to these fleets, and forget the routes found before."""
    words, work = t[WORDS], t[WORK]
    classes, numbers, memo = t[work + CLASS_SET], t[work + CLASS], t[work + MEMO]
    n = 0
    for shore in range(t[SHORES]):
        near = t[NEAR_SEAS] + t[t[SHORE_AT] + shore] * words
        c = 0
        while c < n and not same(t, near, x, fleets, classes + c * words, words):
            c += 1
        if c == n:
            for k in range(words):
                x[classes + c * words + k] = t[near + k] & x[fleets + k]
            n += 1
        x[numbers + shore] = c
    for a in range(n):
        for b in range(n):
            x[memo + (a * t[SHORES] + b) * words] = -1


def same(t: list[int], near: int, x: list[int], fleets: int, known: int, words: int) -> bool:
    """Whether a shore touches the same fleets as those of a class do."""
    for k in range(words):
        if t[near + k] & x[fleets + k] != x[known + k]:
            return False
    return True


def carries_between(t: list[int], x: list[int], fleets: int, sea: int, a: int, b: int) -> bool:
    """Whether a fleet lies on a route from one shore to another, which is remembered."""
    words, work = t[WORDS], t[WORK]
    numbers = t[work + CLASS]
    memo = t[work + MEMO] + (x[numbers + a] * t[SHORES] + x[numbers + b]) * words
    if x[memo] < 0:
        routes(t, x, fleets, t[t[SHORE_AT] + a], t[t[SHORE_AT] + b], memo)
    return has(x, memo, sea)


def on_no_route(t: list[int], x: list[int], fleets: int, start: int, end: int, used: int) -> bool:
    """Whether no route leads over some fleets from one shore to another."""
    routes(t, x, fleets, start, end, used)
    return empty(x, used, t[WORDS])
