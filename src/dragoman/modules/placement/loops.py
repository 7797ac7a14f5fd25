"""Placement in the loops of the arena: the same as the module's answers.

The module's cells in the row of a game: the round and how many there are, whether they go back and
forth, and how many powers stand in each of the lists that follow: whose turns are left in the
round, the order of placing, who is late, and by whom pieces were lost.
"""

from collections.abc import Sequence
from typing import Any

from dragoman.model import DONE, Act, Order, Piece, State, piece_of
from dragoman.modules.placement import (
    NAME,
    PLACE,
    PLACED,
    PLACEMENT,
    PlacementNote,
    pieces_each,
)
from dragoman.rules import Variant, remembered, remembering
from dragoman.sim.codes import (
    ASKED,
    BUILD,
    CENTER,
    FALL,
    ID,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    ME_AT,
    MOST_ORDERS,
    MOVEMENT,
    OWN,
    OWNER,
    PLACE_MASK,
    POWER_AT,
    POWERS,
    PROVINCES,
    ROW_DUE,
    ROW_SUBJECT,
    SEASON,
    SITES,
    STAGE,
    STEP,
    TO_AT,
    TURN,
    UNITS,
    VERB,
    WORK,
)
from dragoman.sim.lists import FULL
from dragoman.sim.lists import legal_own as usual_legal_own
from dragoman.sim.turns import act_own as usual_act_own
from dragoman.sim.turns import conclude as usual_conclude
from dragoman.sim.turns import next_phase as usual_next_phase
from dragoman.sim.turns import owes_own as usual_owes_own
from dragoman.variants.load import draft_of

PHASE = ord(PLACEMENT)
VERDICT, ORDERED = (DONE, PLACED.code), PLACE.name
"""What comes of an order of the phase, and its verb."""

ROUND, ROUNDS, SNAKE, EARLY, LEFT, LATE, LOST, TURNS = range(8)


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer as the module does."""
    return frozenset({"next_phase", "opening", "phases", "review", "upheld"})


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    powers = len(variant.powers)
    return TURNS + 3 * powers + powers * pieces_each(draft_of(variant), variant.settings)


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write into a row what the module remembers."""
    note, at, powers = remembered(state, NAME, PlacementNote), tables.own_at(PHASE), tables.power
    settings, long = tables.variant.settings, len(tables.powers)
    s[at + ROUND], s[at + SNAKE] = note.round, int(settings["snake"])
    s[at + EARLY] = int(settings["early_win"])
    s[at + ROUNDS] = pieces_each(draft_of(tables.variant), settings)
    s[at + LEFT], s[at + LATE], s[at + LOST] = map(len, (note.turns, note.late, note.lost))
    for n, named in enumerate((note.turns, note.order, note.late, note.lost)):
        for k, power in enumerate(named):
            s[at + TURNS + n * long + k] = powers[power] + 1


def leave(tables: Any, s: Sequence[int], state: State) -> State:
    """The position with what the module remembers, as a row has it."""
    at, long = tables.own_at(PHASE), len(tables.powers)
    turns, order, late, lost = (
        tuple(tables.powers[s[at + TURNS + n * long + k] - 1] for k in range(count))
        for n, count in enumerate((s[at + LEFT], long, s[at + LATE], s[at + LOST]))
    )
    return remembering(state, NAME, PlacementNote(order, int(s[at + ROUND]), turns, late, lost))


def order_code(tables: Any, order: Act) -> int:
    """The integer of a placement, that of a build of the same piece; 0 if it is none."""
    piece = piece_of(order)
    if not PLACE.made(order) or piece is None:
        return 0
    at, place = tables.province(piece.place), tables.number[piece.place]
    return int(BUILD | tables.kind[piece.kind] << 3 | at << ME_AT | place << TO_AT)


def order_value(tables: Any, order: int) -> Order:
    """The placement that an integer means."""
    return PLACE(Piece(tables.kinds[order >> 3 & KIND_MASK], tables.places[order >> TO_AT]))


def writer(tables: Any, s: Sequence[int], p: int) -> int:
    """The power that an order belongs to: whose turn it is."""
    return int(s[tables.own_at(PHASE) + TURNS])


def turn_now(t: list[int], s: list[int]) -> int:
    """The power whose turn it is to place."""
    return s[t[t[OWN] + PHASE] + TURNS]


def legal_own(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """What may be placed next: any kind, on any place that bears it (E2)."""
    if s[STAGE] != PHASE:
        return usual_legal_own(t, s, x, out, start, k)
    if k > len(out) - t[MOST_ORDERS]:
        return FULL
    start[0] = k
    for p in range(t[PROVINCES]):
        if s[UNITS + p] == 0:
            for j in range(t[t[SITES] + p], t[t[SITES] + p + 1]):
                kind, place = t[j] >> KIND_AT, t[j] & PLACE_MASK
                out[k] = BUILD | kind << 3 | p << ME_AT | place << TO_AT
                k += 1
    start[1] = k
    x[t[t[WORK] + ROW_SUBJECT]] = turn_now(t, s) - 1
    x[t[t[WORK] + ROW_DUE]] = 1
    return 1


def act_own(
    t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int], given: bool
) -> None:
    """One piece placed; its power owns the center at once (rule 5)."""
    if s[STAGE] != PHASE:
        usual_act_own(t, s, orders, x, verdicts, given)
        return
    provinces, power, placed = t[PROVINCES], turn_now(t, s), False
    for p in range(provinces):
        verdicts[p] = 0
        if given and orders[p] & VERB == BUILD and s[UNITS + p] == 0 and not placed:
            placed = True
            s[LAST_ID] += 1
            kind = orders[p] >> 3 & KIND_MASK
            s[UNITS + p] = orders[p] >> TO_AT | kind << KIND_AT | power << POWER_AT
            s[UNITS + ID * provinces + p] = s[LAST_ID]
            s[UNITS + TURN * provinces + p] = 0
            verdicts[p] = PHASE
            if t[t[CENTER] + p]:
                s[UNITS + OWNER * provinces + p] = power
                s[ASKED] = 0
    take_turn(t, s, placed)


def take_turn(t: list[int], s: list[int], placed: bool) -> None:
    """A turn taken, or missed: then it comes again at the end of the round, and is lost (E16)."""
    at, powers = t[t[OWN] + PHASE], t[POWERS]
    first, now, late = at + TURNS, s[at + TURNS], False
    s[at + LEFT] -= 1
    for k in range(s[at + LEFT]):
        s[first + k] = s[first + k + 1]
    for k in range(s[at + LATE]):
        late = late or s[first + 2 * powers + k] == now
    if not placed and late:
        s[first + 3 * powers + s[at + LOST]] = now
        s[at + LOST] += 1
    elif not placed:
        s[first + s[at + LEFT]] = s[first + 2 * powers + s[at + LATE]] = now
        s[at + LEFT] += 1
        s[at + LATE] += 1
    if s[at + LEFT] == 0:
        s[at + LATE] = 0
        if s[at + ROUND] < s[at + ROUNDS]:
            next_round(s, at, powers)


def next_round(s: list[int], at: int, powers: int) -> None:
    """The turns of the next round, every second one reversed where that is wanted (E1)."""
    s[at + ROUND] += 1
    s[at + LEFT] = powers
    back = s[at + SNAKE] != 0 and s[at + ROUND] % 2 == 0
    for k in range(powers):
        s[at + TURNS + k] = s[at + TURNS + powers + (powers - 1 - k if back else k)]


def owes_own(t: list[int], s: list[int]) -> bool:
    """Somebody places as long as there are turns."""
    if s[STAGE] != PHASE:
        return usual_owes_own(t, s)
    return s[t[t[OWN] + PHASE] + LEFT] > 0


def next_phase(t: list[int], s: list[int], x: list[int]) -> None:
    """One phase for each piece, then the first season."""
    if s[STAGE] != PHASE:
        usual_next_phase(t, s, x)
    elif s[t[t[OWN] + PHASE] + LEFT]:
        s[STEP] += 1
    else:
        s[STAGE], s[STEP] = MOVEMENT, 0


def conclude(t: list[int], s: list[int], x: list[int]) -> None:
    """Centers that were placed upon win after a Fall, as all others do (E10), or at once."""
    if s[SEASON] == FALL or s[t[t[OWN] + PHASE] + EARLY]:
        usual_conclude(t, s, x)
