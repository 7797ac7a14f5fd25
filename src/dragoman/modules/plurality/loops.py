"""Votes on the units that nobody holds, in the loops of the arena.

The same as the module's answers, and under the names of the loops that they take the place of. Rule
and ruling numbers are those of the variant's page.
"""

from typing import Any

from dragoman.model import State
from dragoman.modules.plurality.options import SHARE
from dragoman.rules import Variant
from dragoman.sim.codes import (
    BLOCK,
    BUILD,
    BY_AT,
    BY_MASK,
    BY_TEXT,
    CELLS,
    COLUMNS,
    DUE,
    ID,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    ME_AT,
    MOVEMENT,
    NUMBER,
    ORDER_MASK,
    OUT,
    OWN,
    OWNER,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCES,
    REMOVE,
    RETREATS,
    ROW_DUE,
    ROW_SUBJECT,
    SEATS,
    SITES,
    STAGE,
    TIMES_AT,
    TIMES_MASK,
    TO_AT,
    TURN,
    UNITS,
    V_BUILT,
    V_OUTVOTED,
    V_TIED,
    V_TOO_MANY,
    VERB,
    WAIVE,
    WIN_AT,
    WORK,
)
from dragoman.sim.lists import (
    FULL,
    count_due,
    has_refuge,
    is_site,
    legal_adjustments,
    legal_moves,
    legal_retreats,
    note_subjects,
)
from dragoman.sim.turns import BUILT_NOW, removable

PHASE = ord("E")
"""By what the cells of the module are found; it brings no phase."""

TIES_DROPPED, ONE_EACH = range(2)
"""The cells of a game: whether an equal clash for a center leaves its place to others, and whether
a seat may vote for one build of every power."""

FOLLOWED = 255
"""What stands at a vote that is followed, until the verdict on its unit is known."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer as the module does, with options set like this."""
    settings = variant.settings
    left = {
        "mandate": settings["extra_targets"] != "unowned",
        "review": settings["strict_rule_9"],
    }
    every = {"aftermath", "draw", "elect", "legal", "mandate", "opening", "phases", "review"}
    return frozenset(every - {question for question, out in left.items() if out})


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    return 2


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write down the options."""
    at, settings = tables.own_at(PHASE), tables.variant.settings
    s[at + TIES_DROPPED] = int(settings["build_ties"] == "dropped")
    s[at + ONE_EACH] = int(settings["extra_builds"] == "one_per_country")


def holder_of(t: list[int], s: list[int], power: int) -> int:
    """The seat that holds a power; 0 if nobody does, so that seats vote on it."""
    return s[UNITS + COLUMNS * t[PROVINCES] + power]


def quota(t: list[int], s: list[int], seat: int) -> int:
    """How many votes a seat has: a third of the centers that it needs to win (rules 4, 5, 10)."""
    provinces, owned = t[PROVINCES], 0
    if s[STAGE] != MOVEMENT:
        return s[STAGE] != RETREATS
    for p in range(provinces):
        owner = s[UNITS + OWNER * provinces + p]
        owned += owner != 0 and holder_of(t, s, owner) == seat
    return max(0, (t[WIN_AT] - owned) // SHARE)


def legal(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of the phase in rows: of held units once, of the others for every seat."""
    if s[STAGE] == MOVEMENT:
        n = note_subjects(t, x, legal_moves(t, s, x, out, start, k), False)
    elif s[STAGE] == RETREATS:
        n = note_subjects(t, x, legal_retreats(t, s, x, out, start, k), False)
    else:
        n = note_subjects(t, x, legal_adjustments(t, s, x, out, start, k), True)
    if n == FULL:
        return FULL
    rows = n
    for i in range(n):
        power = row_power(t, s, x, i)
        if holder_of(t, s, power) == 0:
            due = x[t[t[WORK] + ROW_DUE] + i]
            x[t[t[WORK] + ROW_DUE] + i] = 0
            if s[STAGE] != RETREATS and due > 0:
                for seat in range(1, t[SEATS] + 1):
                    rows = offer(t, s, x, out, start, i, rows, seat)
                    if rows == FULL:
                        return FULL
    return closed_up(t, x, out, start, rows)


def closed_up(t: list[int], x: list[int], out: list[int], start: list[int], rows: int) -> int:
    """Close the gaps that rows leave of which nothing is due; how many are left."""
    subjects, due = t[t[WORK] + ROW_SUBJECT], t[t[WORK] + ROW_DUE]
    k, n, end = start[0], 0, start[0]
    for i in range(rows):
        begin, end = end, start[i + 1]
        if x[due + i]:
            start[n], x[subjects + n], x[due + n] = k, x[subjects + i], x[due + i]
            n += 1
            for j in range(begin, end):
                out[k] = out[j]
                k += 1
    start[n] = k
    return n


def row_power(t: list[int], s: list[int], x: list[int], i: int) -> int:
    """The power that a row of a listing belongs to."""
    subject, provinces = x[t[t[WORK] + ROW_SUBJECT] + i], t[PROVINCES]
    if s[STAGE] == MOVEMENT:
        return s[UNITS + subject] >> POWER_AT
    if s[STAGE] == RETREATS:
        return s[UNITS + OUT * provinces + subject] >> POWER_AT
    return subject + 1


def offer(
    t: list[int],
    s: list[int],
    x: list[int],
    out: list[int],
    start: list[int],
    i: int,
    rows: int,
    seat: int,
) -> int:
    """A row again, as votes of a seat; nobody votes for a waiver (rule 10). How many rows now."""
    k, work = start[rows], t[WORK]
    if quota(t, s, seat) == 0:
        return rows
    if k + start[i + 1] - start[i] >= len(out):
        return FULL
    for j in range(start[i], start[i + 1]):
        out[k] = out[j] | seat << BY_AT
        k += s[STAGE] == MOVEMENT or out[j] != WAIVE
    if k == start[rows]:
        return rows
    x[t[work + ROW_SUBJECT] + rows] = x[t[work + ROW_SUBJECT] + i] + seat * t[BLOCK]
    x[t[work + ROW_DUE] + rows] = 1
    start[rows + 1] = k
    return rows + 1


def elect(t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int]) -> None:
    """Write down what units follow that nobody holds: what most votes are for."""
    for cell in range(t[BLOCK], t[CELLS]):
        verdicts[cell] = 0
    for p in range(t[PROVINCES]):
        if holder_of(t, s, ordered_by(t, s, orders, p)) == 0:
            orders[p] = 0
    if s[STAGE] == RETREATS:
        return
    for seat in range(1, t[SEATS] + 1):
        spend(t, s, orders, verdicts, seat)
    if s[STAGE] == MOVEMENT:
        for p in range(t[PROVINCES]):
            u = s[UNITS + p]
            if u and holder_of(t, s, u >> POWER_AT) == 0:
                choose_order(t, orders, x, verdicts, p)
        return
    count_due(t, s, x)
    for power in range(1, t[POWERS] + 1):
        if holder_of(t, s, power) == 0:
            choose_builds(t, s, orders, x, verdicts, power)


def ordered_by(t: list[int], s: list[int], orders: list[int], p: int) -> int:
    """The power to which an order at a province belongs, if anything is there to be ordered."""
    provinces = t[PROVINCES]
    if s[STAGE] == RETREATS:
        return s[UNITS + OUT * provinces + p] >> POWER_AT
    if s[STAGE] == MOVEMENT or orders[p] & VERB == REMOVE:
        return s[UNITS + p] >> POWER_AT
    return s[UNITS + OWNER * provinces + p]


def spend(t: list[int], s: list[int], orders: list[int], verdicts: list[int], seat: int) -> None:
    """Note at each vote of a seat how often it counts, below 0; what is too much is void."""
    left = quota(t, s, seat)
    for cell in range(seat * t[BLOCK], seat * t[BLOCK] + t[PROVINCES]):
        if orders[cell]:
            if s[STAGE] != MOVEMENT and s[t[t[OWN] + PHASE] + ONE_EACH]:
                left = not built_before(t, s, orders, cell)
            counts = min(left, 1 + (orders[cell] >> TIMES_AT & TIMES_MASK))
            verdicts[cell] = -counts if counts else V_TOO_MANY
            left -= counts


def built_before(t: list[int], s: list[int], orders: list[int], cell: int) -> bool:
    """Whether a seat has voted already for a build of the power that builds at a cell."""
    owners, begin = UNITS + OWNER * t[PROVINCES], cell - cell % t[BLOCK]
    for earlier in range(begin, cell):
        if orders[earlier] and s[owners + earlier - begin] == s[owners + cell - begin]:
            return True
    return False


def weight(t: list[int], orders: list[int], verdicts: list[int], p: int, seat: int) -> int:
    """How many votes there are for what a seat voted for at a province; 0 if it did not."""
    mine, total = seat * t[BLOCK] + p, 0
    if verdicts[mine] >= 0:
        return 0
    for other in range(1, t[SEATS] + 1):
        cell = other * t[BLOCK] + p
        if verdicts[cell] < 0 and not (orders[cell] ^ orders[mine]) & ORDER_MASK:
            total -= verdicts[cell]
    return total


def is_first(t: list[int], orders: list[int], verdicts: list[int], p: int, seat: int) -> bool:
    """Whether no seat before another voted for the same at a province."""
    mine = seat * t[BLOCK] + p
    for other in range(1, seat):
        cell = other * t[BLOCK] + p
        if verdicts[cell] < 0 and not (orders[cell] ^ orders[mine]) & ORDER_MASK:
            return False
    return True


def wanted(t: list[int], orders: list[int], verdicts: list[int], p: int, votes: int) -> int:
    """How many different orders at a province have so many votes."""
    found = 0
    for seat in range(1, t[SEATS] + 1):
        if weight(t, orders, verdicts, p, seat) == votes:
            found += is_first(t, orders, verdicts, p, seat)
    return found


def most_votes(t: list[int], orders: list[int], verdicts: list[int], p: int) -> int:
    """The most votes that anything has at a province."""
    most = 0
    for seat in range(1, t[SEATS] + 1):
        most = max(most, weight(t, orders, verdicts, p, seat))
    return most


def choose_order(
    t: list[int], orders: list[int], x: list[int], verdicts: list[int], p: int
) -> None:
    """The commonest order for a unit is followed; of several nobody's (rules 6, 7; C10)."""
    most = most_votes(t, orders, verdicts, p)
    alone = wanted(t, orders, verdicts, p, most) == 1
    if most and alone:
        orders[p] = favorite(t, orders, verdicts, p, most)
    decide(t, orders, x, verdicts, p, most, FOLLOWED if alone else V_TIED)


def favorite(t: list[int], orders: list[int], verdicts: list[int], p: int, votes: int) -> int:
    """What has so many votes at a province."""
    found = 0
    for seat in range(1, t[SEATS] + 1):
        if weight(t, orders, verdicts, p, seat) == votes:
            found = orders[seat * t[BLOCK] + p] & ORDER_MASK
    return found


def decide(
    t: list[int], orders: list[int], x: list[int], verdicts: list[int], p: int, level: int, say: int
) -> None:
    """The verdict on all votes at a province: what is said of those of a level; less is too few."""
    row = t[t[WORK] + ROW_DUE]
    for seat in range(1, t[SEATS] + 1):
        best = weight(t, orders, verdicts, p, seat) == level
        x[row + seat] = say if best else V_OUTVOTED
    for seat in range(1, t[SEATS] + 1):
        if verdicts[seat * t[BLOCK] + p] < 0:
            verdicts[seat * t[BLOCK] + p] = x[row + seat]


def choose_builds(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], power: int
) -> None:
    """The most wanted builds of a power, from the top until the places due are used up (C18).

    A center takes one place, and an equal clash for it uses that place up, unless that is dropped.
    If more centers are wanted equally than places are left, nothing of that level or below it is
    built.
    """
    dropped = s[t[t[OWN] + PHASE] + TIES_DROPPED]
    sites, highest = 0, 0
    for p in range(t[PROVINCES]):
        if is_site(t, s, p, power):
            sites += t[t[SITES] + p + 1] > t[t[SITES] + p]
            highest = max(highest, most_votes(t, orders, verdicts, p))
    left, chosen = min(x[t[t[WORK] + DUE] + power], sites), 0
    for level in range(highest, 0, -1):
        rivals = centers_wanted(t, s, orders, verdicts, power, level, dropped)
        room = left
        left -= rivals
        if left >= 0:
            chosen += follow_builds(t, s, orders, verdicts, power, level, chosen)
        tied = left >= 0 or room > 0 or (level == highest and chosen == 0)
        say = V_TIED if tied else V_OUTVOTED
        for p in range(t[PROVINCES]):
            if is_site(t, s, p, power) and most_votes(t, orders, verdicts, p) == level:
                decide(t, orders, x, verdicts, p, level, FOLLOWED if orders[p] else say)
        if left < 0:
            # Nothing of the levels below is built.
            left = -1


def centers_wanted(
    t: list[int],
    s: list[int],
    orders: list[int],
    verdicts: list[int],
    power: int,
    level: int,
    alone: int,
) -> int:
    """In how many centers of a power what is wanted most has so many votes, perhaps alone."""
    found = 0
    for p in range(t[PROVINCES]):
        if is_site(t, s, p, power) and most_votes(t, orders, verdicts, p) == level:
            found += alone == 0 or wanted(t, orders, verdicts, p, level) == 1
    return found


def follow_builds(
    t: list[int],
    s: list[int],
    orders: list[int],
    verdicts: list[int],
    power: int,
    level: int,
    before: int,
) -> int:
    """Follow what is wanted alone in its center with so many votes, by its text; how many."""
    chosen = 0
    while True:
        best, first = -1, 0
        for p in range(t[PROVINCES]):
            free = orders[p] == 0 and is_site(t, s, p, power)
            if free and most_votes(t, orders, verdicts, p) == level:
                if wanted(t, orders, verdicts, p, level) == 1:
                    rank = text_of(t, favorite(t, orders, verdicts, p, level))
                    if best < 0 or rank < first:
                        best, first = p, rank
        if best < 0:
            return chosen
        chosen += 1
        orders[best] = favorite(t, orders, verdicts, best, level) | (before + chosen) << BY_AT


def text_of(t: list[int], order: int) -> int:
    """Where the text of what is built comes among all."""
    return t[t[BY_TEXT] + (order >> 3 & KIND_MASK) * t[PLACES] + (order >> TO_AT)]


def report(t: list[int], orders: list[int], verdicts: list[int]) -> None:
    """Tell of every vote what came of it."""
    for seat in range(1, t[SEATS] + 1):
        for p in range(t[PROVINCES]):
            cell = seat * t[BLOCK] + p
            if verdicts[cell] == FOLLOWED:
                verdicts[cell] = verdicts[p]
            verdicts[cell] = max(0, verdicts[cell])


def build(t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int]) -> None:
    """Make the builds of every power, so many as are due, those that were voted for by rank."""
    provinces, due = t[PROVINCES], t[t[WORK] + DUE]
    for power in range(1, t[POWERS] + 1):
        p = next_build(t, s, orders, power)
        while p >= 0 and x[due + power] > 0:
            o = orders[p] & ORDER_MASK
            s[LAST_ID] += 1
            s[UNITS + p] = o >> TO_AT | (o >> 3 & KIND_MASK) << KIND_AT | power << POWER_AT
            s[UNITS + ID * provinces + p] = s[LAST_ID]
            s[UNITS + TURN * provinces + p] = BUILT_NOW
            x[due + power] -= 1
            verdicts[p] = V_BUILT
            p = next_build(t, s, orders, power)


def next_build(t: list[int], s: list[int], orders: list[int], power: int) -> int:
    """Where a power builds next; -1 if nowhere."""
    best = -1
    for p in range(t[PROVINCES]):
        o = orders[p]
        if o & VERB == BUILD and o >> ME_AT & NUMBER == p and is_site(t, s, p, power):
            if best < 0 or o >> BY_AT & BY_MASK < orders[best] >> BY_AT & BY_MASK:
                best = p
    return best


def owes(t: list[int], s: list[int], x: list[int]) -> bool:
    """Whether any seat has anything to decide, if only a vote (C4)."""
    provinces = t[PROVINCES]
    if s[STAGE] == MOVEMENT:
        free = False
        for p in range(provinces):
            if s[UNITS + p]:
                if holder_of(t, s, s[UNITS + p] >> POWER_AT):
                    return True
                free = True
        for seat in range(1, t[SEATS] + 1):
            if free and quota(t, s, seat):
                return True
        return False
    if s[STAGE] == RETREATS:
        for p in range(provinces):
            u = s[UNITS + OUT * provinces + p]
            if u and holder_of(t, s, u >> POWER_AT) and has_refuge(t, s, p):
                return True
        return False
    count_due(t, s, x)
    for power in range(1, t[POWERS] + 1):
        if adjusts(t, s, x, power):
            return True
    return False


def adjusts(t: list[int], s: list[int], x: list[int], power: int) -> bool:
    """Whether seats may choose what a power builds, or its own seat what it removes."""
    due, units = x[t[t[WORK] + DUE] + power], 0
    for p in range(t[PROVINCES]):
        sites = t[t[SITES] + p + 1] > t[t[SITES] + p]
        if due > 0 and sites and is_site(t, s, p, power):
            return True
        units += removable(t, s, p, power)
    return due < 0 and units > -due and holder_of(t, s, power) != 0


def competes(t: list[int], s: list[int], power: int) -> bool:
    """Only seats win."""
    return holder_of(t, s, power) != 0


def is_left(t: list[int], s: list[int]) -> bool:
    """Whether any seat has a unit or a center."""
    provinces = t[PROVINCES]
    for p in range(provinces):
        u, owner = s[UNITS + p], s[UNITS + OWNER * provinces + p]
        if (u and holder_of(t, s, u >> POWER_AT)) or (owner and holder_of(t, s, owner)):
            return True
    return False
