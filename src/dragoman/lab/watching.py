"""What happened in a phase of a game of the arena, noted in plain loops.

A game's notes are a row: how often each verdict was given, by its number; how often each verb was
ordered; and the figures from PHASES on. A second row has the year in which each power went out,
then the centers of every power at the end of each year. A third is for what happened where: fights
by province, moves by province and province, and centers taken by taker and by loser.
"""

from dragoman.sim.codes import (
    ADJUSTMENTS,
    BLOCK,
    BUILD,
    CELLS,
    COLUMNS,
    CONVOY,
    CROSSINGS,
    DRIVEN_OUT,
    G_OUT,
    GUEST_ROW,
    GUESTS,
    GUESTS_OUT,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    MOVE,
    MOVEMENT,
    OUT,
    OVER,
    OWNER,
    PLACE_MASK,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    RESULT,
    RETREAT,
    RETREATS,
    SECOND,
    SPEECH,
    STAGE,
    STOOD_OFFS,
    SUPPORT,
    SUPPORT_MOVE,
    TIMES_AT,
    TIMES_MASK,
    TO_AT,
    TRIES,
    UNITS,
    V_BROKEN,
    V_BUILT,
    V_CROSSED,
    V_DISBANDED,
    V_MOVED,
    V_NO_CONVOY,
    V_OUTVOTED,
    V_REMOVED,
    V_RETREATED,
    VERB,
    YEAR,
)

VERBS = ("hold", "move", "support", "convoy", "retreat", "disband", "build", "remove")
ORDERED = 32
(
    A_HOLD,
    A_MOVE,
    A_SUPPORT,
    A_CONVOY,
    A_RETREAT,
    A_DISBAND,
    A_BUILD,
    A_REMOVE,
) = range(ORDERED, ORDERED + 8)
PHASES, MOVES, STAND_OFFS, DISLODGED, CHANGED, YEARS, VOTED, TWICE = range(
    ORDERED + 8, ORDERED + 16
)
BESIDE, LETTER_A = ORDERED + 16, 65
NOTES = BESIDE + 26
"""From BESIDE on it is counted, by the letter of a phase that a module brings, what was ordered in
it. From NOTES on come the crossings of the board: how often each stopped a move."""


def verb_of(stage: int, order: int) -> int:
    """Where an order's verb is counted."""
    verb = order & VERB
    if stage == RETREATS:
        return A_RETREAT if verb == RETREAT else A_DISBAND
    if stage == ADJUSTMENTS:
        return A_BUILD if verb == BUILD else A_REMOVE
    if verb == MOVE:
        return A_MOVE
    if verb in (SUPPORT, SUPPORT_MOVE):
        return A_SUPPORT
    return A_CONVOY if verb == CONVOY else A_HOLD


def count_verdicts(
    t: list[int],
    was: list[int],
    s: list[int],
    orders: list[int],
    verdicts: list[int],
    note: list[int],
) -> int:
    """Count the orders and verdicts of a phase; how many units it left on the board."""
    provinces, stage, left = t[PROVINCES], was[STAGE], 0
    if t[SECOND] and stage == MOVEMENT:
        count_seconds(t, orders, verdicts, note)
    elif t[GUESTS]:
        count_guests(t, was, s, orders, verdicts, note)
    elif t[CELLS] > provinces and not t[SECOND]:
        count_votes(t, was, orders, verdicts, note)
    if stage > ADJUSTMENTS:
        return count_beside(t, was, s, verdicts, note)
    for p in range(provinces):
        left += was[UNITS + p] != 0
        subject = was[UNITS + (OUT * provinces if stage == RETREATS else 0) + p]
        if verdicts[p] and (subject or stage == ADJUSTMENTS):
            if is_held(t, was, verdicts, p):
                note[verdicts[p]] += 1
                note[verb_of(stage, orders[p])] += 1
            elif not is_voted(t, orders, verdicts, p):
                note[verdicts[p]] += 1
            left += verdicts[p] == V_RETREATED or verdicts[p] == V_BUILT
            left -= verdicts[p] == V_REMOVED
    if stage == MOVEMENT:
        if t[CROSSINGS]:
            count_crossings(t, was, orders, verdicts, note)
        # Units that were divided have become two.
        left += s[LAST_ID] - was[LAST_ID] - verdicts[provinces + DRIVEN_OUT]
        note[MOVES] += 1
        note[STAND_OFFS] += verdicts[provinces + STOOD_OFFS]
        note[DISLODGED] += verdicts[provinces + DRIVEN_OUT]
        if s[STAGE] != RETREATS or s[RESULT]:
            # Nobody had anywhere to go: the retreats were passed over.
            note[V_DISBANDED] += verdicts[provinces + DRIVEN_OUT]
    return left


def count_seconds(t: list[int], orders: list[int], verdicts: list[int], note: list[int]) -> None:
    """Count the second orders of units."""
    for cell in range(t[BLOCK], t[BLOCK] + t[PROVINCES]):
        if verdicts[cell]:
            note[verdicts[cell]] += 1
            note[verb_of(MOVEMENT, orders[cell])] += 1
            note[TWICE] += 1


def count_guests(
    t: list[int],
    was: list[int],
    s: list[int],
    orders: list[int],
    verdicts: list[int],
    note: list[int],
) -> None:
    """Count the orders of guests, and how many were driven out."""
    provinces, stage = t[PROVINCES], was[STAGE]
    for cell in range(t[BLOCK], t[CELLS]):
        if orders[cell] and verdicts[cell]:
            note[verdicts[cell]] += 1
            note[verb_of(stage, orders[cell])] += 1
            # Where one may retreat to is a list.
            second = t[BLOCK] + t[POWERS] <= cell < t[BLOCK] + 2 * t[POWERS]
            note[TWICE] += stage == RETREATS and second
    if stage == RETREATS:
        for power in range(t[POWERS]):
            out = was[t[GUESTS] + GUEST_ROW * power + G_OUT] != 0
            note[V_DISBANDED] += out and is_lost(t, orders, verdicts, t[BLOCK] + power)
    if stage == MOVEMENT:
        note[DISLODGED] += verdicts[provinces + GUESTS_OUT]
        if s[STAGE] != RETREATS or s[RESULT]:
            note[V_DISBANDED] += verdicts[provinces + GUESTS_OUT]


def is_lost(t: list[int], orders: list[int], verdicts: list[int], cell: int) -> bool:
    """Whether a guest went nowhere though it had a list: all that was on it was taken."""
    for n in range(t[TRIES]):
        if verdicts[cell + n * t[POWERS]] == V_RETREATED:
            return False
    return orders[cell] & VERB == RETREAT


def count_beside(
    t: list[int], was: list[int], s: list[int], verdicts: list[int], note: list[int]
) -> int:
    """Count the orders of a phase that a module brings; how many units it left on the board."""
    left, stage = 0, was[STAGE]
    for p in range(t[PROVINCES]):
        given = verdicts[p] == stage
        note[BESIDE + stage - LETTER_A] += given
        left += was[UNITS + p] != 0 or (given and s[UNITS + p] != 0)
    return left


def is_held(t: list[int], was: list[int], verdicts: list[int], p: int) -> bool:
    """Whether a seat holds the power that a verdict at a province is about."""
    provinces, power = t[PROVINCES], was[UNITS + p] >> POWER_AT
    if was[STAGE] == RETREATS:
        power = was[UNITS + OUT * provinces + p] >> POWER_AT
    elif verdicts[p] == V_BUILT:
        power = was[UNITS + OWNER * provinces + p]
    return was[UNITS + COLUMNS * provinces + power] != 0


def is_voted(t: list[int], orders: list[int], verdicts: list[int], p: int) -> bool:
    """Whether the order at a province was followed because of votes."""
    for cell in range(t[BLOCK] + p, t[CELLS], t[BLOCK]):
        if orders[cell] and verdicts[cell] < V_OUTVOTED:
            return True
    return False


def count_votes(
    t: list[int], was: list[int], orders: list[int], verdicts: list[int], note: list[int]
) -> None:
    """Count the votes of a phase, and on how many units or powers there were any."""
    provinces, stage, powers = t[PROVINCES], was[STAGE], 0
    for p in range(provinces):
        any_there = False
        for cell in range(t[BLOCK] + p, t[CELLS], t[BLOCK]):
            if orders[cell] & VERB == SPEECH:
                note[BESIDE + verdicts[cell] - LETTER_A] += 1
            elif orders[cell]:
                times = 1 + (orders[cell] >> TIMES_AT & TIMES_MASK)
                note[verdicts[cell]] += times
                note[verb_of(stage, orders[cell])] += times
                any_there = True
        if any_there and stage == MOVEMENT:
            note[VOTED] += 1
        elif any_there:
            powers |= 1 << was[UNITS + OWNER * provinces + p]
    while powers:
        powers &= powers - 1
        note[VOTED] += 1


def count_crossings(
    t: list[int], was: list[int], orders: list[int], verdicts: list[int], note: list[int]
) -> None:
    """Count the moves that met another on a crossing, by which it was."""
    for p in range(t[PROVINCES]):
        if verdicts[p] == V_CROSSED:
            u, met = was[UNITS + p], -1
            row = t[OVER] + (u >> KIND_AT & KIND_MASK) * t[PLACES] + (u & PLACE_MASK)
            for j in range(t[row], t[row + 1], 3):
                if t[j] == orders[p] >> TO_AT:
                    met = t[j + 1]
            note[NOTES + met] += 1


def note_moves(
    t: list[int], was: list[int], orders: list[int], verdicts: list[int], deed: list[int]
) -> None:
    """Note where moves came through, where they were stopped, and where they drove a unit out."""
    provinces = t[PROVINCES]
    for cell in range(provinces + t[SECOND] * t[BLOCK]):
        p = cell % t[BLOCK]
        if p < provinces and was[UNITS + p] and orders[cell] & VERB == MOVE and verdicts[cell]:
            q = t[t[PROVINCE] + (orders[cell] >> TO_AT)]
            if verdicts[cell] == V_MOVED:
                deed[provinces + min(p, q) * provinces + max(p, q)] += 1
                with_first = cell != p and orders[p] & VERB == MOVE
                if not with_first or t[t[PROVINCE] + (orders[p] >> TO_AT)] != q:
                    deed[q] += was[UNITS + q] != 0 and stayed(t, verdicts, q)
            elif verdicts[cell] != V_NO_CONVOY and verdicts[cell] != V_BROKEN:
                deed[q] += 1


def note_guests(
    t: list[int], was: list[int], orders: list[int], verdicts: list[int], deed: list[int]
) -> None:
    """Note the moves of guests, and where a move of another power drove one out."""
    provinces = t[PROVINCES]
    for power in range(1, t[POWERS] + 1):
        u, cell = was[t[GUESTS] + GUEST_ROW * (power - 1)], t[BLOCK] + power - 1
        p = u & PLACE_MASK
        if u and orders[cell] & VERB == MOVE:
            q = t[t[PROVINCE] + (orders[cell] >> TO_AT)]
            if verdicts[cell] == V_MOVED:
                deed[provinces + min(p, q) * provinces + max(p, q)] += 1
            elif verdicts[cell] != V_NO_CONVOY and verdicts[cell] != V_BROKEN:
                deed[q] += 1
        if u and verdicts[cell] != V_MOVED:
            for q in range(provinces):
                rival = was[UNITS + q] >> POWER_AT != power and orders[q] & VERB == MOVE
                if rival and verdicts[q] == V_MOVED and t[t[PROVINCE] + (orders[q] >> TO_AT)] == p:
                    deed[p] += 1


def stayed(t: list[int], verdicts: list[int], p: int) -> bool:
    """Whether the unit in a province, or half of it, did not leave."""
    second = verdicts[t[BLOCK] + p] if t[SECOND] else 0
    return verdicts[p] != V_MOVED or (second != 0 and second != V_MOVED)


def note_owners(t: list[int], was: list[int], s: list[int], deed: list[int]) -> None:
    """Note who took a center from whom."""
    provinces = t[PROVINCES]
    table, at = provinces * (1 + provinces), UNITS + OWNER * provinces
    for p in range(provinces):
        if s[at + p] and s[at + p] != was[at + p]:
            deed[table + (s[at + p] - 1) * (t[POWERS] + 1) + was[at + p]] += 1


def close_year(t: list[int], s: list[int], year: int, note: list[int], ends: list[int]) -> None:
    """Note what each power has at the end of a year, and who is out."""
    provinces, powers = t[PROVINCES], t[POWERS]
    row = powers * (1 + note[YEARS])
    for power in range(1, powers + 1):
        centers, alive = 0, False
        for p in range(provinces):
            centers += s[UNITS + OWNER * provinces + p] == power
            alive = alive or s[UNITS + p] >> POWER_AT == power
        ends[row + power - 1] = centers
        if centers == 0 and not alive and ends[power - 1] == 0:
            ends[power - 1] = year
    note[YEARS] += 1


def watch(
    t: list[int],
    was: list[int],
    s: list[int],
    orders: list[int],
    verdicts: list[int],
    note: list[int],
    ends: list[int],
    deed: list[int],
) -> None:
    """Note what happened in a phase."""
    provinces = t[PROVINCES]
    left = count_verdicts(t, was, s, orders, verdicts, note)
    if was[STAGE] == MOVEMENT:
        note_moves(t, was, orders, verdicts, deed)
        if t[GUESTS]:
            note_guests(t, was, orders, verdicts, deed)
    note_owners(t, was, s, deed)
    note[PHASES] += 1
    for p in range(provinces):
        left -= s[UNITS + p] != 0
        if s[UNITS + OWNER * provinces + p] != was[UNITS + OWNER * provinces + p]:
            note[CHANGED] = was[YEAR]
    # Those that are gone were removed in a winter that left nobody a choice.
    note[V_REMOVED] += left
    if s[RESULT] or s[YEAR] != was[YEAR]:
        close_year(t, s, was[YEAR], note, ends)


def watch_all(
    t: list[int],
    before: list[list[int]],
    states: list[list[int]],
    orders: list[list[int]],
    verdicts: list[list[int]],
    notes: list[list[int]],
    ends: list[list[int]],
    deeds: list[list[int]],
) -> None:
    """Note what happened in every game that was being played."""
    for g in range(len(states)):
        if before[g][RESULT] == 0:
            watch(t, before[g], states[g], orders[g], verdicts[g], notes[g], ends[g], deeds[g])
