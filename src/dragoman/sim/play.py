"""Many games at once: lists, phases and random orders over rows of games."""

from dragoman.judge.layout import Ints
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BLOCK,
    BY_AT,
    BY_MASK,
    CELLS,
    GUESTS,
    ME_AT,
    MOVEMENT,
    NUMBER,
    POWERS,
    RESULT,
    RETREATS,
    ROW_DUE,
    ROW_SUBJECT,
    SEATS,
    SECOND,
    STAGE,
    WORK,
    YEAR,
)
from dragoman.sim.lists import FULL, legal
from dragoman.sim.turns import act, act_own, elect, go_on, quota, report

HALF = 0xFFFFFFFF


def draw(seeds: list[int], at: int, among: int) -> int:
    """A number below another, and the seed gone on; numbers of 32 bits in words of 64."""
    seeds[at] = (seeds[at] + 0x9E3779B9) & HALF
    z = seeds[at]
    z = ((z ^ z >> 16) * 0x45D9F3B) & HALF
    z = ((z ^ z >> 16) * 0x45D9F3B) & HALF
    return ((z ^ z >> 16) * among) >> 32


def list_all(
    t: list[int],
    states: list[list[int]],
    x: list[int],
    out: list[int],
    start: list[int],
    starts: list[int],
    rows: list[list[int]],
) -> int:
    """The legal orders of every game that is being played, end to end; how many rows, or FULL.

    For each row its game, its subject (a province, in adjustments a power) and how many orders
    are due; where it begins, and after the last where that ends.
    """
    n, k = 0, 0
    subjects, dues = t[t[WORK] + ROW_SUBJECT], t[t[WORK] + ROW_DUE]
    for g in range(len(states)):
        s = states[g]
        if s[RESULT] == 0:
            found = legal(t, s, x, out, start, k)
            if found == FULL:
                return FULL
            for i in range(found):
                due = x[dues + i]
                if due:
                    row = rows[n]
                    row[0], row[1], row[2] = g, x[subjects + i], due
                    starts[n] = start[i]
                    n += 1
            k = start[found]
    starts[n] = k
    return n


def entitle_all(t: list[int], states: list[list[int]], quotas: list[list[int]]) -> None:
    """How many votes every seat has in every game."""
    for g in range(len(states)):
        for seat in range(1, t[SEATS] + 1):
            quotas[g][seat] = quota(t, states[g], seat)


def step_all(
    t: list[int],
    states: list[list[int]],
    orders: list[list[int]],
    x: list[int],
    d: Ints,
    verdicts: list[list[int]],
    spare: list[int],
    acts: bool,
    goes_on: bool,
) -> None:
    """Judge a phase of every game that is being played, and go on to the next, or one of both.

    Game by game: what was judged is still at hand when it goes on.
    """
    for g in range(len(states)):
        s, given, verdict_row = states[g], orders[g], verdicts[g]
        if s[RESULT] == 0:
            if acts:
                elect(t, s, given, x, verdict_row)
                act(t, s, given, x, d, verdict_row)
            if goes_on:
                if s[STAGE] > ADJUSTMENTS:
                    act_own(t, s, given, x, verdict_row, True)
                report(t, given, verdict_row)
                go_on(t, s, given, x, spare)


def choose(
    t: list[int],
    s: list[int],
    x: list[int],
    out: list[int],
    start: list[int],
    found: int,
    seeds: list[int],
    g: int,
    orders: list[int],
) -> None:
    """Orders drawn evenly from the legal ones."""
    for p in range(t[CELLS]):
        orders[p] = 0
    for i in range(found):
        begin, end = start[i], start[i + 1]
        due = abs(x[t[t[WORK] + ROW_DUE] + i])
        twice = t[SECOND] << BY_AT if s[STAGE] == MOVEMENT and due > 1 else 0
        while due and end > begin:
            k = begin + draw(seeds, g, end - begin)
            o = out[k]
            end -= 1
            out[k] = out[end]
            p = (o >> ME_AT & NUMBER) + (o >> BY_AT & BY_MASK) * t[BLOCK]
            while t[GUESTS] and p >= t[BLOCK] and s[STAGE] == RETREATS and orders[p]:
                p += t[POWERS]
            if twice and due == 1:
                o |= twice
                p += t[BLOCK]
            if o and orders[p] == 0:
                orders[p] = o
                due -= 1
            elif o == 0:
                due -= 1


def choose_all(
    t: list[int],
    states: list[list[int]],
    x: list[int],
    out: list[int],
    start: list[int],
    seeds: list[int],
    orders: list[list[int]],
    first: int,
) -> int:
    """Random orders for every game from `first` on that is being played.

    The game whose list found no room is the answer, or how many games there are.
    """
    for g in range(first, len(states)):
        s = states[g]
        if s[RESULT] == 0:
            found = legal(t, s, x, out, start, 0)
            if found == FULL:
                return g
            choose(t, s, x, out, start, found, seeds, g, orders[g])
    return len(states)


def play_all(
    t: list[int],
    states: list[list[int]],
    seeds: list[int],
    last: int,
    x: list[int],
    d: Ints,
    verdicts: list[list[int]],
    spare: list[int],
    out: list[int],
    start: list[int],
    orders: list[int],
) -> int:
    """Random games played to their end or to the end of a year; twice the number of phases.

    One more if a list found no room.
    """
    phases = 0
    for g in range(len(states)):
        s = states[g]
        while s[RESULT] == 0 and s[YEAR] <= last:
            found = legal(t, s, x, out, start, 0)
            if found == FULL:
                return 2 * phases + 1
            choose(t, s, x, out, start, found, seeds, g, orders)
            act(t, s, orders, x, d, verdicts[g])
            go_on(t, s, orders, x, spare)
            phases += 1
    return 2 * phases
