"""What follows movement: retreats, adjustments, ownership, victory, and the phases of the year."""

from dragoman.judge.layout import Ints
from dragoman.sim.battle import disband, fight
from dragoman.sim.codes import (
    ADJUSTMENTS,
    ASKED,
    BORDERS,
    BUILD,
    BY_NAME,
    CAPTURES,
    CENTERS,
    DISTANCE,
    DRAW,
    DRIVEN,
    DUE,
    FALL,
    FROM_HOME,
    FROM_HOMES,
    ID,
    KIND_AT,
    KIND_MASK,
    KINDS,
    LAST_ID,
    ME_AT,
    MOVEMENT,
    NEEDS,
    NUMBER,
    ON_LAND,
    OUT,
    OUT_ID,
    OWNER,
    PLACE_MASK,
    PLACES,
    POWER_AT,
    POWERS,
    PROVINCE,
    PROVINCES,
    QUEUED,
    REMOVE,
    RESULT,
    RETREAT,
    RETREATS,
    SEASON,
    SITES,
    SOLO,
    SPRING,
    STAGE,
    STOOD,
    TO_AT,
    TURN,
    UNDECIDED,
    UNITS,
    V_BUILT,
    V_COLLIDED,
    V_DISBANDED,
    V_REMOVED,
    V_RETREATED,
    VERB,
    WIN_AT,
    WINTER,
    WORK,
    YEAR,
    YEARS_UNASKED,
)
from dragoman.sim.lists import count_centers, count_due, has_refuge, is_site

RETREATED, BUILT_NOW = 1, 2


def retreat(t: list[int], s: list[int], orders: list[int], verdicts: list[int]) -> None:
    """Make the retreats; those to one province destroy each other."""
    provinces = t[PROVINCES]
    out = UNITS + OUT * provinces
    for p in range(provinces):
        verdicts[p] = 0
        if s[out + p]:
            verdicts[p] = V_DISBANDED
            if orders[p] & VERB == RETREAT:
                goal = t[t[PROVINCE] + (orders[p] >> TO_AT)]
                verdicts[p] = V_RETREATED
                for q in range(provinces):
                    goes = q != p and s[out + q] != 0 and orders[q] & VERB == RETREAT
                    if goes and t[t[PROVINCE] + (orders[q] >> TO_AT)] == goal:
                        verdicts[p] = V_COLLIDED
    for p in range(provinces):
        if verdicts[p] == V_RETREATED:
            to = orders[p] >> TO_AT
            goal = t[t[PROVINCE] + to]
            s[UNITS + goal] = (s[out + p] & ~PLACE_MASK) | to
            s[UNITS + ID * provinces + goal] = s[UNITS + OUT_ID * provinces + p]
            s[UNITS + TURN * provinces + goal] = RETREATED
    retreat_guests(t, s, orders, verdicts)
    disband(t, s)


def retreat_guests(t: list[int], s: list[int], orders: list[int], verdicts: list[int]) -> None:
    """Make the retreats of guests, after all others; by default there are none."""


def opens(t: list[int], s: list[int]) -> bool:
    """Whether powers choose the pieces with which they begin; by default they never do."""
    return False


def list_guests(t: list[int], s: list[int], out: list[int], k: int, power: int) -> int:
    """The guests that a power may choose at the opening; where the list ends."""
    return k


def build_guest(
    t: list[int], s: list[int], orders: list[int], verdicts: list[int], power: int, before: int
) -> None:
    """Build the guest that a power chose, if it is the turn of it before a province."""


def build(t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int]) -> None:
    """Make the builds of every power, so many as are due; new units get numbers never used."""
    provinces, due = t[PROVINCES], t[t[WORK] + DUE]
    for power in range(1, t[POWERS] + 1):
        for p in range(provinces):
            o = orders[p]
            wanted = o & VERB == BUILD and o >> ME_AT & NUMBER == p and x[due + power] > 0
            if wanted and is_site(t, s, p, power):
                s[LAST_ID] += 1
                s[UNITS + p] = o >> TO_AT | (o >> 3 & KIND_MASK) << KIND_AT | power << POWER_AT
                s[UNITS + ID * provinces + p] = s[LAST_ID]
                s[UNITS + TURN * provinces + p] = BUILT_NOW
                x[due + power] -= 1
                verdicts[p] = V_BUILT


def remove(t: list[int], s: list[int], p: int, x: list[int], verdicts: list[int]) -> None:
    """Take a unit off the board."""
    x[t[t[WORK] + DUE] + (s[UNITS + p] >> POWER_AT)] += 1
    s[UNITS + p] = 0
    s[UNITS + ID * t[PROVINCES] + p] = 0
    s[UNITS + TURN * t[PROVINCES] + p] = 0
    verdicts[p] = V_REMOVED


def removable(t: list[int], s: list[int], p: int, power: int) -> bool:
    """Whether a unit of a power that needs supply stands in a province."""
    u = s[UNITS + p]
    return u >> POWER_AT == power and t[t[NEEDS] + (u >> KIND_AT & KIND_MASK)] != 0


def adjust(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], given: bool
) -> None:
    """Builds and removals as ordered, if any were given, then what civil disorder takes."""
    provinces, due = t[PROVINCES], t[t[WORK] + DUE]
    for p in range(provinces):
        verdicts[p] = 0
    count_due(t, s, x)
    if given:
        for p in range(provinces):
            power = s[UNITS + p] >> POWER_AT
            if orders[p] & VERB == REMOVE and power and x[due + power] < 0:
                if removable(t, s, p, power):
                    remove(t, s, p, x, verdicts)
        build(t, s, orders, x, verdicts)
    for power in range(1, t[POWERS] + 1):
        if x[due + power] < 0:
            disorder(t, s, x, verdicts, power)


def disorder(t: list[int], s: list[int], x: list[int], verdicts: list[int], power: int) -> None:
    """Civil disorder: the farthest goes first, then fleets before armies, then by name (4.D.8)."""
    due = t[t[WORK] + DUE]
    far = t[PROVINCES]
    if not t[FROM_HOME]:
        measure(t, s, x, power)
    while x[due + power] < 0:
        best, best_key = -1, 0
        for p in range(t[PROVINCES]):
            if removable(t, s, p, power):
                key = away(t, s, x, p, power) * 2 + 1
                key -= t[t[ON_LAND] + (s[UNITS + p] >> KIND_AT & KIND_MASK)]
                key = key * (far + 1) + far - t[t[BY_NAME] + p]
                if key > best_key:
                    best, best_key = p, key
        if best < 0:
            return
        remove(t, s, best, x, verdicts)


def away(t: list[int], s: list[int], x: list[int], p: int, power: int) -> int:
    """How far the unit in a province counts as being from its own."""
    if not t[FROM_HOME]:
        return x[t[t[WORK] + DISTANCE] + p]
    u = s[UNITS + p]
    row = (power - 1) * t[KINDS] + (u >> KIND_AT & KIND_MASK)
    return t[t[FROM_HOMES] + row * t[PLACES] + (u & PLACE_MASK)]


def measure(t: list[int], s: list[int], x: list[int], power: int) -> None:
    """How many steps each province lies from the centers of a power, over land and sea."""
    provinces, work = t[PROVINCES], t[WORK]
    distance, queue = t[work + DISTANCE], t[work + QUEUED]
    n = 0
    for p in range(provinces):
        x[distance + p] = provinces
        if s[UNITS + OWNER * provinces + p] == power:
            x[distance + p] = 0
            x[queue + n] = p
            n += 1
    done = 0
    while done < n:
        p = x[queue + done]
        done += 1
        for j in range(t[t[BORDERS] + p], t[t[BORDERS] + p + 1]):
            if x[distance + t[j]] == provinces:
                x[distance + t[j]] = x[distance + p] + 1
                x[queue + n] = t[j]
                n += 1


def owes(t: list[int], s: list[int], x: list[int]) -> bool:
    """Whether anybody has anything to decide."""
    provinces, due = t[PROVINCES], t[t[WORK] + DUE]
    if s[STAGE] == MOVEMENT:
        for p in range(provinces):
            if s[UNITS + p]:
                return True
        return False
    if s[STAGE] == RETREATS:
        if s[DRIVEN] == 0:
            return False
        for p in range(provinces):
            if s[UNITS + OUT * provinces + p] and has_refuge(t, s, p):
                return True
        return False
    if s[STAGE] != ADJUSTMENTS:
        return owes_own(t, s)
    count_due(t, s, x)
    for j in range(t[t[CENTERS]], t[t[CENTERS] + 1]):
        p = t[j]
        owner = s[UNITS + OWNER * provinces + p]
        has_sites = t[t[SITES] + p + 1] > t[t[SITES] + p]
        if owner and has_sites and x[due + owner] > 0 and is_site(t, s, p, owner):
            return True
    return may_keep(t, s, x)


def owes_own(t: list[int], s: list[int]) -> bool:
    """Whether anybody has anything to decide in a phase that a module brings."""
    return False


def act_own(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], given: bool
) -> None:
    """Judge a phase that a module brings, if orders were given, else by its defaults."""


def may_keep(t: list[int], s: list[int], x: list[int]) -> bool:
    """Whether a power that must remove units has more than those."""
    due = t[t[WORK] + DUE]
    for power in range(1, t[POWERS] + 1):
        if x[due + power] < 0:
            left = x[due + power]
            for p in range(t[PROVINCES]):
                left += removable(t, s, p, power)
                if left > 0:
                    return True
    return False


def capture(t: list[int], s: list[int]) -> None:
    """After a Fall a center belongs to whoever stands there."""
    owners, taken = UNITS + OWNER * t[PROVINCES], 0
    for j in range(t[t[CENTERS]], t[t[CENTERS] + 1]):
        p = t[j]
        u = s[UNITS + p]
        # Without a branch: who stands where cannot be predicted.
        takes = (u != 0) & (t[t[CAPTURES] + (u >> KIND_AT & KIND_MASK)] != 0)
        s[owners + p] = u >> POWER_AT if takes else s[owners + p]
        taken += takes
    if taken:
        s[ASKED] = 0


def count_toward(t: list[int], s: list[int], x: list[int]) -> None:
    """Note how much each power has of what wins: centers."""
    count_centers(t, s, x)


def to_win(t: list[int], s: list[int], x: list[int]) -> int:
    """How much of that wins."""
    return t[WIN_AT]


def competes(t: list[int], s: list[int], power: int) -> bool:
    """Whether a power can win; by default every one can."""
    return True


def conclude(t: list[int], s: list[int], x: list[int]) -> None:
    """End the game if one power has the winning number and more than any other."""
    if s[ASKED]:
        return
    s[ASKED] = 1
    count = t[t[WORK] + DUE]
    count_toward(t, s, x)
    best, leaders = 0, 0
    for power in range(1, t[POWERS] + 1):
        if competes(t, s, power):
            if leaders == 0 or x[count + power] > x[count + best]:
                best, leaders = power, 1
            elif x[count + power] == x[count + best]:
                leaders += 1
    if leaders == 1 and x[count + best] >= to_win(t, s, x):
        s[RESULT] = SOLO + best - 1


def next_phase(t: list[int], s: list[int], x: list[int]) -> None:
    """Go on to the next phase; leaving a season settles it and asks whether the game is won."""
    if s[STAGE] == MOVEMENT:
        s[STAGE] = RETREATS
        return
    if s[STAGE] == RETREATS:
        if s[SEASON] == FALL:
            capture(t, s)
        provinces = t[PROVINCES]
        stood = UNITS + STOOD * provinces
        for p in range(provinces):
            s[stood + p] = 0
        disband(t, s)
    conclude(t, s, x)
    if s[RESULT]:
        return
    if s[SEASON] == SPRING:
        s[SEASON] = FALL
        s[STAGE] = MOVEMENT
    elif s[SEASON] == FALL:
        s[SEASON] = WINTER
        s[STAGE] = ADJUSTMENTS
    else:
        s[YEAR] += 1
        s[SEASON] = SPRING
        s[STAGE] = MOVEMENT


def is_left(t: list[int], s: list[int]) -> bool:
    """Whether anybody has a unit or a center."""
    provinces = t[PROVINCES]
    for p in range(provinces):
        if s[UNITS + p] or s[UNITS + OWNER * provinces + p]:
            return True
    return False


def go_on(t: list[int], s: list[int], orders: list[int], x: list[int], spare: list[int]) -> None:
    """Go on to the next phase in which somebody has something to decide."""
    last = s[YEAR] + YEARS_UNASKED
    while True:
        next_phase(t, s, x)
        if s[RESULT] or owes(t, s, x):
            return
        if s[YEAR] > last:
            s[RESULT] = DRAW if is_left(t, s) else UNDECIDED
            return
        if s[STAGE] == RETREATS:
            disband(t, s)
        elif s[STAGE] == ADJUSTMENTS:
            adjust(t, s, orders, x, spare, False)
        elif s[STAGE] != MOVEMENT:
            act_own(t, s, orders, x, spare, False)


def quota(t: list[int], s: list[int], seat: int) -> int:
    """How many votes a seat has on what it does not hold; by default nobody votes."""
    return 0


def elect(t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int]) -> None:
    """Write down what units follow on which seats vote; by default nobody votes."""


def mend(t: list[int], s: list[int], orders: list[int], x: list[int]) -> None:
    """Change orders that nobody could carry out; by default there are none."""


def report(t: list[int], orders: list[int], verdicts: list[int]) -> None:
    """Tell of every vote what came of it; by default nobody votes."""


def act(
    t: list[int], s: list[int], orders: list[int], x: list[int], d: Ints, verdicts: list[int]
) -> None:
    """Judge a phase of whatever stage."""
    if s[STAGE] == MOVEMENT:
        fight(t, s, orders, x, d, verdicts)
    elif s[STAGE] == RETREATS:
        retreat(t, s, orders, verdicts)
    elif s[STAGE] == ADJUSTMENTS:
        adjust(t, s, orders, x, verdicts, True)
