"""Which fleets hang together, and which lie on a route: plain loops, compiled with the rest."""

from dragoman.rules.convoys import TOO_MANY
from dragoman.sim.codes import (
    ALIKE,
    CASES,
    CLASS,
    CLASS_SET,
    MEMO,
    NEAR_SEAS,
    SEA_SEAS,
    SEA_SHORES,
    SEAS,
    SHORE_AT,
    SHORES,
    STACK,
    WORDS,
    WORK,
)
from dragoman.sim.sets import clear, drop, empty, first, has, join, meet, members_of, put

SLOTS, MIX, LOW = 4096, 0x5BD1E995, (1 << 31) - 1
"""How many cases of the search are remembered, and how they are spread over the room for them."""

ALL = (1 << 63) - 1


def routes(t: list[int], x: list[int], fleets: int, start: int, end: int, used: int) -> None:
    """Of some fleets, those on a route from one shore to another on which none is idle (6.G.19).

    The search of `rules.convoys`, with a stack. `fleets` and `used` are sets in `x`. A frame of
    the stack is a fleet and where its case is remembered; then four sets: the fleets that it may
    use, those found on a way, those that are still free after it, and those to be followed next.
    """
    words = t[WORDS]
    last = t[t[WORK] + STACK]
    stack, one, other = last + 2 * words, t[NEAR_SEAS] + start * words, t[NEAR_SEAS] + end * words
    some = last + words
    leave_one(t, x, fleets, some)
    if comes_before(t, one, other):
        one, other = other, one
    found, rest, nexts = stack + 2 + words, stack + 2 + 2 * words, stack + 2 + 3 * words
    open_ends = False
    for k in range(words):
        begin = t[one + k] & x[some + k]
        x[last + k] = t[other + k] & x[some + k]
        x[found + k] = begin & x[last + k]
        x[rest + k] = x[some + k] & ~begin
        x[nexts + k] = begin & ~x[last + k]
        open_ends = open_ends or x[last + k] != x[found + k]
    if open_ends:
        follow(t, x, stack, last)
    for k in range(words):
        x[used + k] = x[found + k]
    add_others(t, x, fleets, some, used)


def leave_one(t: list[int], x: list[int], fleets: int, some: int) -> None:
    """Of fleets that could replace one another only the first, as the rules count them.

    More than TOO_MANY of which each is needed for itself are not searched, so it matters.
    """
    for k in range(t[WORDS]):
        x[some + k] = x[fleets + k]
    for sea in range(t[SEAS] if t[ALIKE] else 0):
        if has(x, fleets, sea) and first_alike(t, x, fleets, sea) != sea:
            drop(x, some, sea)


def add_others(t: list[int], x: list[int], fleets: int, some: int, used: int) -> None:
    """Those that were left out lie on a route if the one does that stood for them."""
    for sea in range(t[SEAS] if t[ALIKE] else 0):
        if has(x, fleets, sea) and not has(x, some, sea):
            if has(x, used, first_alike(t, x, fleets, sea)):
                put(x, used, sea)


def first_alike(t: list[int], x: list[int], fleets: int, sea: int) -> int:
    """The first fleet of a set that could replace the one in some waters."""
    for other in range(t[t[ALIKE] + sea], sea):
        if t[t[ALIKE] + other] == t[t[ALIKE] + sea] and has(x, fleets, other):
            return other
    return sea


def comes_before(t: list[int], one: int, other: int) -> bool:
    """Whether the seas at one shore, as a number, are less than those at another."""
    found = False
    for k in range(t[WORDS]):
        a, b = t[one + k], t[other + k]
        if a != b:
            # Without the lowest bit, since the highest is the sign.
            high, low = (a >> 1 & ALL) - (b >> 1 & ALL), (a & 1) - (b & 1)
            found = high < 0 or (high == 0 and low < 0)
    return found


def follow(t: list[int], x: list[int], stack: int, last: int) -> None:
    """Follow the first fleets over those that are free to the last ones; add those on a way."""
    words = t[WORDS]
    frame, depth = 2 + 4 * words, stack
    while depth >= stack:
        sea = first(x, depth + 2 + 3 * words, words)
        below, above = depth - frame, depth + frame
        if sea >= 0:
            x[above] = sea
            if leads_on(t, x, above, depth, last):
                depth = above
        else:
            if below >= stack:
                remember(x, depth, last, words)
                join(x, below + 2 + words, x, depth + 2 + words, words)
            depth = below


def leads_on(t: list[int], x: list[int], at: int, below: int, last: int) -> bool:
    """Whether a fleet must be followed further; if not, those on its ways are added below."""
    words, near, sea = t[WORDS], t[SEA_SEAS] + x[at] * t[WORDS], x[at]
    found, rest = below + 2 + words, below + 2 + 2 * words
    free, mine, still, nexts = at + 2, at + 2 + words, at + 2 + 2 * words, at + 2 + 3 * words
    reach(t, x, sea, rest, last, free, nexts)
    if not meet(x, free, x, last, words):
        return False
    if t[SEAS] > TOO_MANY and members_of(x, free, words) > TOO_MANY:
        join(x, found, x, free, words)
        return False
    for k in range(words):
        x[mine + k] = t[near + k] & x[free + k] & x[last + k]
        x[still + k] = x[free + k] & ~t[near + k]
        # Who goes on there passes by all others that were near, or one would be idle.
        x[nexts + k] = t[near + k] & x[free + k] & ~x[last + k]
    drop(x, still, sea)
    if meet(x, still, x, last, words):
        return not recall(t, x, at, last, found)
    put(x, mine, sea)
    join(x, found, x, mine, words)
    return False


def reach(
    t: list[int], x: list[int], sea: int, rest: int, last: int, found: int, edge: int
) -> None:
    """The fleets to which a unit can pass from one over any number of those that are free."""
    words, sea_seas = t[WORDS], t[SEA_SEAS]
    clear(x, found, words)
    clear(x, edge, words)
    put(x, found, sea)
    while sea >= 0:
        for k in range(words):
            fresh = t[sea_seas + sea * words + k] & x[rest + k] & ~x[found + k]
            x[found + k] |= fresh
            x[edge + k] |= fresh & ~x[last + k]
        sea = first(x, edge, words)


def recall(t: list[int], x: list[int], at: int, last: int, found: int) -> bool:
    """Whether a case is remembered, whose fleets are then added; if not, where it will be.

    Ways on depend on nothing but the fleet, the last ones and those it may use: so a case stays
    true as long as the board does, and may give way to any other.
    """
    words, mixed = t[WORDS], x[at]
    for k in range(words):
        mixed = (mixed ^ x[at + 2 + k] & LOW ^ x[at + 2 + k] >> 31 & LOW) * MIX >> 15 & LOW
        mixed = (mixed ^ x[last + k] & LOW ^ x[last + k] >> 31 & LOW) * MIX >> 15 & LOW
    slot = t[t[WORK] + CASES] + mixed % SLOTS * (1 + 3 * words)
    x[at + 1] = slot
    if x[slot] != x[at]:
        return False
    for k in range(words):
        if x[slot + 1 + k] != x[at + 2 + k] or x[slot + 1 + words + k] != x[last + k]:
            return False
    join(x, found, x, slot + 1 + 2 * words, words)
    return True


def remember(x: list[int], at: int, last: int, words: int) -> None:
    """Keep what was found for a case, the fleet itself among it if there is a way."""
    slot, found = x[at + 1], at + 2 + words
    if not empty(x, found, words):
        put(x, found, x[at])
    x[slot] = x[at]
    for k in range(words):
        x[slot + 1 + k] = x[at + 2 + k]
        x[slot + 1 + words + k] = x[last + k]
        x[slot + 1 + 2 * words + k] = x[found + k]


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
    one, other = x[t[work + CLASS] + a], x[t[work + CLASS] + b]
    # A route leads back as well.
    memo = t[work + MEMO] + (min(one, other) * t[SHORES] + max(one, other)) * words
    if x[memo] < 0:
        routes(t, x, fleets, t[t[SHORE_AT] + a], t[t[SHORE_AT] + b], memo)
    return has(x, memo, sea)


def on_no_route(t: list[int], x: list[int], fleets: int, start: int, end: int, used: int) -> bool:
    """Whether no route leads over some fleets from one shore to another."""
    routes(t, x, fleets, start, end, used)
    return empty(x, used, t[WORDS])
