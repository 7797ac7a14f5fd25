"""Claims in the loops of the arena: those that are listed, without conditions and alternatives.

A claim is an order that no unit carries out, with the seats of its partners in place of a unit and
a place. The module's cells in the row of a game: the four winning numbers, the year of the claims
that stand and the last unit before them, then the claim of each seat.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from dragoman.errors import RequestError
from dragoman.model import DONE, Act, Order, Result, Seat, State
from dragoman.modules.joint_claims import NUMBERS, Standing, standing, text_of
from dragoman.modules.joint_claims.claim_text import Alternative
from dragoman.modules.joint_claims.rounds import NAME
from dragoman.modules.joint_claims.words import CLAIM, CLAIMED
from dragoman.rules import Ask, Variant
from dragoman.sim.codes import (
    BLOCK,
    BY_AT,
    CELLS,
    COLUMNS,
    DUE,
    FALL,
    LAST_ID,
    MOST_ORDERS,
    MOVEMENT,
    NUMBER,
    ORDER_MASK,
    OTHER_RESULT,
    OWN,
    OWNER,
    POWERS,
    PROVINCES,
    RESULT,
    ROW_DUE,
    ROW_SUBJECT,
    SEASON,
    SEATS,
    SOLO,
    SPEECH,
    STAGE,
    TO_AT,
    UNITS,
    WHOM_AT,
    WIN_AT,
    WORK,
    YEAR,
)
from dragoman.sim.lists import FULL
from dragoman.sim.lists import legal as usual_legal
from dragoman.sim.sets import clear

PHASE = ord("C")
"""By what the cells of the module are found; it brings no phase."""

VERDICT, ORDERED = (DONE, CLAIMED.code), CLAIM.name

TWO, TWO_EACH, THREE, THREE_EACH, CLAIMED_IN, LAST, CLAIMS = range(7)
SAYS = SPEECH | PHASE << 3

WAYS = ("two-way", "three-way", "first equal")
TWO_WAY, THREE_WAY, FIRST_EQUAL, HOW = 0, 1, 2, 4
"""A result is OTHER_RESULT + how + HOW * the seats that won, as bits."""


def answers(variant: Variant) -> frozenset[str]:
    """The questions that these loops answer as the module does."""
    return frozenset({"draw", "winner", "phases"})


def cells(variant: Variant) -> int:
    """How many cells a game needs."""
    return CLAIMS + 1 + len(variant.seats)


def enter(tables: Any, state: State, s: list[int]) -> None:
    """Write the winning numbers and the claims that stand into a row."""
    at, stand = tables.own_at(PHASE), standing(Ask(tables.variant, state))
    for n, name in enumerate(NUMBERS):
        s[at + n] = tables.variant.numbers[name]
    seats = list(state.seats)
    s[at + CLAIMED_IN], s[at + LAST] = stand.year, stand.last_id
    for seat, ranked in stand.claims.items():
        if ranked != (Alternative(ranked[0].partners),):
            raise RequestError(f"the arena knows no such claim: {stand.texts[seat]}", "notes")
        one, two = (*(seats.index(p) + 1 for p in ranked[0].partners), 0, 0)[:2]
        s[at + CLAIMS + 1 + seats.index(seat)] = SAYS | one << WHOM_AT | two << TO_AT


def leave(tables: Any, s: Sequence[int], state: State) -> State:
    """The position with the claims that stand, as a row has them."""
    at, seats = tables.own_at(PHASE), list(state.seats)
    notes = {name: note for name, note in state.notes.items() if name != NAME}
    if s[at + CLAIMED_IN]:
        said = {seat: int(s[at + CLAIMS + 1 + n]) for n, seat in enumerate(seats)}
        parts = {
            seat: sorted(code >> place & NUMBER for place in (WHOM_AT, TO_AT))
            for seat, code in said.items()
            if code
        }
        named = {seat: tuple(Seat(seats[n - 1]) for n in ns if n) for seat, ns in parts.items()}
        texts = {
            seat: " ".join([("SOLO", "TWO", "THREE")[len(with_)], *with_])
            for seat, with_ in named.items()
        }
        claims: dict[Seat, tuple[Alternative, ...]] = {
            seat: (Alternative(with_),) for seat, with_ in named.items()
        }
        note = Standing(int(s[at + CLAIMED_IN]), int(s[at + LAST]), texts, claims)
        notes[NAME] = msgspec.json.decode(msgspec.json.encode(note))
    return msgspec.structs.replace(state, notes=notes)


def order_code(tables: Any, order: Act) -> int:
    """The integer of a claim that is listed; 0 if an order is none."""
    if not CLAIM.made(order):
        return 0
    words, seats = text_of(order), ("", *tables.first.seats)
    for n, a in enumerate(seats):
        for k, b in enumerate(seats if a else ("",)):
            named = tuple(filter(None, (a, b)))
            if words == " ".join([("SOLO", "TWO", "THREE")[len(named)], *named]):
                return int(SAYS | n << WHOM_AT | k << TO_AT)
    return 0


def order_value(tables: Any, order: int) -> Order:
    """The claim that an integer means."""
    seats = list(tables.first.seats)
    named = [order >> place & NUMBER for place in (WHOM_AT, TO_AT)]
    partners = [seats[n - 1] for n in named if n]
    return CLAIM(" ".join([("SOLO", "TWO", "THREE")[len(partners)], *partners]))


def result_of(code: int, state: State) -> Result:
    """How a game ended that several won."""
    won, how = (code - OTHER_RESULT) // HOW, WAYS[(code - OTHER_RESULT) % HOW]
    return Result(how, tuple(seat for n, seat in enumerate(state.seats) if won >> n & 1))


def result_code(state: State) -> int:
    """The integer of such a result; 0 if it is another."""
    result = state.result
    if result is None or result.how not in WAYS:
        return 0
    won = sum(1 << n for n, seat in enumerate(state.seats) if seat in result.winners)
    return OTHER_RESULT + WAYS.index(result.how) + HOW * won


def legal(
    t: list[int], s: list[int], x: list[int], out: list[int], start: list[int], k: int
) -> int:
    """Every order of the phase in rows; in Autumn every seat may claim."""
    rows = usual_legal(t, s, x, out, start, k)
    if rows == FULL or s[STAGE] != MOVEMENT or s[SEASON] != FALL:
        return rows
    for seat in range(1, t[SEATS] + 1):
        k = start[rows]
        if k > len(out) - t[MOST_ORDERS]:
            return FULL
        x[t[t[WORK] + ROW_SUBJECT] + rows] = seat * t[BLOCK]
        x[t[t[WORK] + ROW_DUE] + rows] = 1
        rows += 1
        start[rows] = list_claims(t, out, k, seat)
    return rows


def list_claims(t: list[int], out: list[int], k: int, seat: int) -> int:
    """Alone, with one other, or with two; where the list ends."""
    claim, seats = SAYS | seat << BY_AT, t[SEATS]
    out[k] = claim
    k += 1
    for one in range(1, seats + 1):
        out[k] = claim | one << WHOM_AT
        k += one != seat
        for two in range(1, seats + 1):
            out[k] = claim | one << WHOM_AT | two << TO_AT
            k += one not in (seat, two) and two != seat
    return k


def elect(t: list[int], s: list[int], orders: list[int], x: list[int], verdicts: list[int]) -> None:
    """Note the claims of an Autumn; a claim lasts for one only (H22)."""
    at = t[t[OWN] + PHASE]
    for cell in range(t[BLOCK], t[CELLS]):
        verdicts[cell] = 0
    if s[STAGE] != MOVEMENT:
        return
    s[at + CLAIMED_IN] = s[at + LAST] = 0
    for seat in range(1, t[SEATS] + 1):
        said = orders[seat * t[BLOCK]] if s[SEASON] == FALL else 0
        s[at + CLAIMS + seat] = said & ORDER_MASK
        if said:
            s[at + CLAIMED_IN], s[at + LAST] = s[YEAR], s[LAST_ID]
            verdicts[seat * t[BLOCK]] = PHASE


def count_seats(t: list[int], s: list[int], x: list[int]) -> int:
    """Note how many centers each seat has; where."""
    provinces, counts = t[PROVINCES], t[t[WORK] + DUE]
    clear(x, counts, t[SEATS] + 1)
    for p in range(provinces):
        owner = s[UNITS + OWNER * provinces + p]
        if owner:
            x[counts + s[UNITS + COLUMNS * provinces + owner]] += 1
    return counts


def partners(t: list[int], s: list[int], seat: int) -> int:
    """Those who win if a seat's claim comes true, as bits; 0 if it claims nothing together."""
    claim = s[t[t[OWN] + PHASE] + CLAIMS + seat]
    one, two = claim >> WHOM_AT & NUMBER, claim >> TO_AT & NUMBER
    if one == 0:
        return 0
    return 1 << (seat - 1) | 1 << (one - 1) | (1 << (two - 1) if two else 0)


def comes_true(t: list[int], s: list[int], x: list[int], counts: int, members: int) -> bool:
    """Whether all of a set claim it and have enough, each and together (H17)."""
    at, size, total, least = t[t[OWN] + PHASE], 0, 0, t[PROVINCES]
    for seat in range(1, t[SEATS] + 1):
        if members >> (seat - 1) & 1:
            if partners(t, s, seat) != members:
                return False
            size += 1
            total += x[counts + seat]
            least = min(least, x[counts + seat])
    if size == 2:
        return least >= s[at + TWO_EACH] and total >= s[at + TWO]
    return least >= s[at + THREE_EACH] and total >= s[at + THREE]


def conclude(t: list[int], s: list[int], x: list[int]) -> None:
    """End the game after an Autumn if seats have enough, alone or together as they claimed."""
    if s[SEASON] != FALL:
        return
    counts = count_seats(t, s, x)
    alone, joined, sets, first = 0, 0, 0, 0
    for seat in range(1, t[SEATS] + 1):
        if x[counts + seat] >= t[WIN_AT]:
            alone |= 1 << (seat - 1)
            first = first or seat
        members = partners(t, s, seat)
        if members and members & joined == 0 and comes_true(t, s, x, counts, members):
            joined |= members
            sets += 1
    if alone | joined == 0:
        return
    mine = joined or 1 << (first - 1)
    if sets > 1 or (alone | joined) & ~mine:
        s[RESULT] = OTHER_RESULT + FIRST_EQUAL + HOW * (alone | joined)
    elif joined:
        both = joined & (joined - 1)
        s[RESULT] = OTHER_RESULT + (THREE_WAY if both & (both - 1) else TWO_WAY) + HOW * joined
    else:
        win_alone(t, s, first)


def win_alone(t: list[int], s: list[int], seat: int) -> None:
    """A seat has won; it is named by one of its powers."""
    for power in range(1, t[POWERS] + 1):
        if s[UNITS + COLUMNS * t[PROVINCES] + power] == seat:
            s[RESULT] = SOLO + power - 1
