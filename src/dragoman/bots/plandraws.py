"""Orders drawn evenly from legal lists, in plain loops: as `listed.Lists` draws them."""

from dragoman.bots.chance import below, sow
from dragoman.sim.codes import (
    BLOCK,
    BY_AT,
    BY_MASK,
    COLUMNS,
    ME_AT,
    MOVEMENT,
    NUMBER,
    OUT,
    POWER_AT,
    POWERS,
    PROVINCES,
    RETREATS,
    SEATS,
    STAGE,
    UNITS,
)


def seat_of(t: list[int], s: list[int], subject: int) -> int:
    """The seat, counted from 1, that a row of a listing is for; 0 if nobody holds its power."""
    seat, at = subject // t[BLOCK], subject % t[BLOCK]
    if seat:
        return seat
    power = at + 1
    if s[STAGE] == MOVEMENT:
        power = s[UNITS + at] >> POWER_AT
    elif s[STAGE] == RETREATS:
        power = s[UNITS + OUT * t[PROVINCES] + at] >> POWER_AT
    return s[UNITS + COLUMNS * t[PROVINCES] + power]


def power_of(t: list[int], s: list[int], seat: int) -> int:
    """The first power, counted from 1, that a seat holds."""
    for power in range(1, t[POWERS] + 1):
        if s[UNITS + COLUMNS * t[PROVINCES] + power] == seat:
            return power
    return 1


def draw_row(
    t: list[int], m: list[int], out: list[int], begin: int, end: int, due: int, orders: list[int]
) -> None:
    """So many orders of a list as are due, each drawn from those that are left."""
    while due and end > begin:
        k = begin + below(m, end - begin)
        o = out[k]
        end -= 1
        out[k] = out[end]
        p = (o >> ME_AT & NUMBER) + (o >> BY_AT & BY_MASK) * t[BLOCK]
        if o == 0:
            due -= 1
        elif orders[p] == 0:
            orders[p] = o
            due -= 1


def draw_seat(
    t: list[int],
    s: list[int],
    m: list[int],
    key: list[int],
    out: list[int],
    starts: list[int],
    rows: list[list[int]],
    first: int,
    last: int,
    seat: int,
    quota: int,
    orders: list[int],
) -> None:
    """The orders of one seat in one game, whose rows are those from the first to the last.

    Of the rows on which it may vote so many are drawn as it has votes. A seat without a key is
    somebody else's.
    """
    at, votes, left = (power_of(t, s, seat) - 1) * (len(key) // t[POWERS]), 0, quota
    if key[at] == 0:
        return
    sow(m, key, at + 1, key[at])
    for r in range(first, last):
        votes += rows[r][1] // t[BLOCK] == seat
    for r in range(first, last):
        if seat_of(t, s, rows[r][1]) == seat:
            due = abs(rows[r][2])
            if quota and rows[r][1] >= t[BLOCK]:
                due = int(below(m, votes) < left)
                votes -= 1
                left -= due
            draw_row(t, m, out, starts[r], starts[r + 1], due, orders)


def draw_all(
    t: list[int],
    states: list[list[int]],
    m: list[int],
    keys: list[list[int]],
    out: list[int],
    starts: list[int],
    rows: list[list[int]],
    count: int,
    quotas: list[list[int]],
    orders: list[list[int]],
) -> None:
    """The orders of every seat in every game of a listing of so many rows."""
    first = 0
    while first < count:
        n, last = rows[first][0], first
        while last < count and rows[last][0] == n:
            last += 1
        for seat in range(1, t[SEATS] + 1):
            draw_seat(
                t,
                states[n],
                m,
                keys[n],
                out,
                starts,
                rows,
                first,
                last,
                seat,
                quotas[n][seat],
                orders[n],
            )
        first = last
