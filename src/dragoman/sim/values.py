"""Between the values of the model and the integers of the arena, both ways."""

from collections.abc import Sequence

import msgspec

from dragoman.geo import Place, Province
from dragoman.model import (
    Act,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Phase,
    Piece,
    Remove,
    Result,
    Retreat,
    State,
    Support,
    Unit,
)
from dragoman.rules import Ask
from dragoman.sim.codes import (
    ADJUSTMENTS,
    BAR,
    BASES,
    BLOCK,
    BUILD,
    CONVOY,
    DRAW,
    DRIVEN,
    G_BAR,
    G_ID,
    G_OUT,
    G_OUT_ID,
    G_TURN,
    G_UNIT,
    GUEST_ROW,
    HOLD,
    ID,
    KIND_AT,
    KIND_MASK,
    LAST_ID,
    MARKED,
    ME_AT,
    MOVE,
    NUMBER,
    OTHER_RESULT,
    OUT,
    OUT_ID,
    OWNER,
    PART_AT,
    PART_MASK,
    PLACE_MASK,
    PLAYING,
    POWER_AT,
    REMOVE,
    RESULT,
    RETREAT,
    RETREATS,
    SEASON,
    SOLO,
    SPEECH,
    STAGE,
    STEP,
    STOOD,
    SUPPORT,
    SUPPORT_MOVE,
    TO_AT,
    TURN,
    UNDECIDED,
    UNITS,
    VERB,
    VIA,
    WHOM_AT,
    WHOSE_AT,
    YEAR,
)
from dragoman.sim.tables import Tables

SEASONS, STAGES = "SFW", "MRA"


def unit_code(tables: Tables, unit: Unit) -> int:
    """The integer of a unit."""
    kind = tables.kind[unit.kind]
    power = tables.power[unit.power] + 1
    marked = MARKED if tables.mark in unit.marks else 0
    return tables.number[unit.place] | kind << KIND_AT | power << POWER_AT | marked


def order_code(tables: Tables, order: Order, s: Sequence[int] = ()) -> int:
    """The integer of an order of any phase in a game; a waive is 0."""
    for loops in tables.own:
        if isinstance(order, Act) and hasattr(loops, "order_code"):
            code: int = loops.order_code(tables, order)
            if code:
                return code
    piece: Piece | None = getattr(order, "unit", None)
    if piece is None:
        return 0
    me, number = name_code(tables, s, piece, ME_AT, PART_AT), tables.number
    if isinstance(order, Move):
        return MOVE | VIA * order.via | me | number[order.to] << TO_AT
    if isinstance(order, Retreat):
        return RETREAT | me | number[order.to] << TO_AT
    if isinstance(order, Support | Convoy):
        # A guest aids only with its unit, and is supported only with it.
        if piece.kind == tables.guest:
            return me
        whom = name_code(tables, s, order.whom, WHOM_AT, WHOSE_AT)
        if order.whom.kind == tables.guest and isinstance(order, Support):
            whom = tables.province(order.whom.place) << WHOM_AT
        if order.to is None:
            return SUPPORT | me | whom
        verb = CONVOY if isinstance(order, Convoy) else SUPPORT_MOVE
        return verb | me | whom | number[order.to] << TO_AT
    if isinstance(order, Build):
        return BUILD | tables.kind[piece.kind] << 3 | me | number[piece.place] << TO_AT
    return REMOVE | me if isinstance(order, Remove) else me


def name_code(tables: Tables, s: Sequence[int], piece: Piece, at: int, part_at: int) -> int:
    """A piece as orders name it: its province, and which half is meant; a guest by its power."""
    if piece.kind == tables.guest:
        return guest_number(tables, s, piece) << at
    parts = ["", *parts_of(tables, piece.kind)]
    return tables.province(piece.place) << at | parts.index(piece.part) << part_at


def guest_number(tables: Tables, s: Sequence[int], piece: Piece) -> int:
    """The number of a guest, or of one that is built."""
    block, p = tables.t[BLOCK], tables.province(piece.place)
    if piece.power is not None:
        return block + tables.power[piece.power]
    field = G_OUT if s[STAGE] == RETREATS else G_UNIT
    for k in range(len(tables.powers)):
        u = s[tables.guests + GUEST_ROW * k + field]
        if u and u & PLACE_MASK == p:
            return block + k
    # One that is built is built at home.
    bases = s[UNITS + BASES * tables.provinces + p]
    return block + max(0, (bases & -bases).bit_length() - 1)


def guest_of(tables: Tables, s: Sequence[int], number: int) -> Piece:
    """How orders name a guest: with its power where several are at one place."""
    field = G_OUT if s[STAGE] == RETREATS else G_UNIT
    units = [s[tables.guests + GUEST_ROW * k + field] for k in range(len(tables.powers))]
    mine = units[number - tables.t[BLOCK]]
    piece = piece_of(tables, mine)
    alike = [u for u in units if u and u & PLACE_MASK == mine & PLACE_MASK]
    power = tables.powers[number - tables.t[BLOCK]] if len(alike) > 1 else None
    return Piece(piece.kind, piece.place, power=power)


def named(tables: Tables, s: Sequence[int], number: int, part: int) -> Piece:
    """How orders name a unit by its number, or a half of it."""
    if number >= tables.t[BLOCK]:
        return guest_of(tables, s, number)
    return piece_of(tables, s[UNITS + number], part)


def parts_of(tables: Tables, kind: str) -> list[str]:
    """What orders call the halves of a kind."""
    kinds = tables.variant.kinds
    return [kinds[letter].name for letter in kinds[kind].splits_into]


def piece_of(tables: Tables, code: int, part: int = 0) -> Piece:
    """How orders name a unit, or a half of it."""
    kind, place = tables.kinds[code >> KIND_AT & KIND_MASK], tables.places[code & PLACE_MASK]
    return Piece(kind, place, parts_of(tables, kind)[part - 1] if part else "")


def order_value(tables: Tables, s: Sequence[int], order: int) -> Order:
    """The order that an integer means in a game."""
    n, stage = tables.provinces, s[STAGE]
    if order & VERB == SPEECH:
        stage = order >> 3 & KIND_MASK
    if stage > ADJUSTMENTS:
        meant: Order = tables.brings(stage).order_value(tables, order)
        return meant
    at = order >> ME_AT & NUMBER
    verb, to = order & VERB, tables.places[order >> TO_AT]
    if stage == ADJUSTMENTS:
        if verb == BUILD:
            return Build(Piece(tables.kinds[order >> 3 & KIND_MASK], to))
        return Remove(piece_of(tables, s[UNITS + at]))
    if stage == RETREATS:
        out = at < n and piece_of(tables, s[UNITS + OUT * n + at])
        me = out or guest_of(tables, s, at)
        return Retreat(me, to) if verb == RETREAT else Disband(me)
    me = named(tables, s, at, order >> PART_AT & PART_MASK)
    if verb == HOLD:
        return Hold(me)
    if verb == MOVE:
        return Move(me, to, bool(order & VIA))
    whom = named(tables, s, order >> WHOM_AT & NUMBER, order >> WHOSE_AT & PART_MASK)
    if verb == CONVOY:
        return Convoy(me, whom, to)
    return Support(me, whom, None if verb == SUPPORT else to)


def row_of(tables: Tables, state: State) -> list[int]:
    """The row of a position."""
    n, s, phase = tables.provinces, [0] * tables.row, state.phase
    s[YEAR], s[SEASON] = phase.year, SEASONS.index(phase.season)
    s[STAGE], s[STEP], s[LAST_ID] = stage_of(phase.kind), phase.step, state.last_id
    turn, before = 0, 0
    for unit in state.units:
        p = tables.province(unit.place)
        turn += unit.id < before
        before = unit.id
        if unit.kind == tables.guest:
            at = tables.guests + GUEST_ROW * tables.power[unit.power]
            s[at + G_UNIT], s[at + G_ID], s[at + G_TURN] = unit_code(tables, unit), unit.id, turn
            continue
        s[UNITS + p], s[UNITS + ID * n + p] = unit_code(tables, unit), unit.id
        s[UNITS + TURN * n + p] = turn
    for center, power in state.owners.items():
        s[UNITS + OWNER * n + tables.number[Place(center)]] = tables.power[power] + 1
    for gone in state.dislodged:
        p, bar = tables.province(gone.unit.place), 0
        if gone.by:
            bar = tables.number[Place(gone.by)] + 1
        if gone.unit.kind == tables.guest:
            at = tables.guests + GUEST_ROW * tables.power[gone.unit.power]
            s[at + G_OUT], s[at + G_OUT_ID] = unit_code(tables, gone.unit), gone.unit.id
            s[at + G_BAR] = bar
            continue
        s[UNITS + OUT * n + p] = unit_code(tables, gone.unit)
        s[UNITS + OUT_ID * n + p], s[UNITS + BAR * n + p] = gone.unit.id, bar
    for province in state.standoffs:
        s[UNITS + STOOD * n + tables.number[Place(province)]] = 1
    for number, powers in enumerate(state.seats.values(), 1):
        for power in powers:
            s[tables.holders + 1 + tables.power[power]] = number
    bases_of(tables, state, s)
    for loops in tables.own:
        if hasattr(loops, "enter"):
            loops.enter(tables, state, s)
    driven_out = [gone for gone in state.dislodged if gone.unit.kind != tables.guest]
    s[DRIVEN], s[RESULT] = len(driven_out), result_code(tables, state)
    return s


def stage_of(kind: str) -> int:
    """The number of a kind of phase."""
    return STAGES.index(kind) if kind in STAGES else ord(kind)


def phase_of(s: Sequence[int]) -> Phase:
    """The phase of a row."""
    kind = STAGES[s[STAGE]] if s[STAGE] <= ADJUSTMENTS else chr(s[STAGE])
    return Phase(int(s[YEAR]), SEASONS[s[SEASON]], kind, int(s[STEP]))


def bases_of(tables: Tables, state: State, s: list[int]) -> None:
    """Write down where each power may build: asked once, since it stays the same."""
    ask, at = Ask(tables.variant, state), UNITS + BASES * tables.provinces
    for number, power in enumerate(tables.powers):
        for province in ask.rules.bases(ask, power):
            s[at + tables.number[Place(province)]] |= 1 << number


def result_code(tables: Tables, state: State) -> int:
    """The integer of a result."""
    result = state.result
    if result is None:
        return PLAYING
    if result.how == "solo":
        return SOLO + tables.power[state.seats[result.winners[0]][0]]
    for loops in tables.own:
        if hasattr(loops, "result_code") and (code := loops.result_code(state)):
            return int(code)
    return DRAW if result.how == "draw" else UNDECIDED


def state_of(tables: Tables, s: Sequence[int], first: State) -> State:
    """The position of a row; seats, homes and notes are those of another of the same game."""
    n = tables.provinces
    state = State(
        phase=phase_of(s),
        seats=first.seats,
        units=listed_units(tables, s),
        owners={
            Province(tables.places[p]): tables.powers[s[UNITS + OWNER * n + p] - 1]
            for p in range(n)
            if s[UNITS + OWNER * n + p]
        },
        homes=first.homes,
        dislodged=driven(tables, s),
        standoffs=tuple(
            sorted(Province(tables.places[p]) for p in range(n) if s[UNITS + STOOD * n + p])
        ),
        notes=first.notes,
        last_id=s[LAST_ID],
    )
    for loops in tables.own:
        if hasattr(loops, "leave"):
            state = loops.leave(tables, s, state)
    if s[RESULT] == PLAYING:
        return state
    return msgspec.structs.replace(state, result=result_of(tables, s[RESULT], state))


def unit_of(tables: Tables, code: int, number: int) -> Unit:
    """The unit of an integer."""
    power = tables.powers[(code >> POWER_AT) - 1]
    piece = piece_of(tables, code)
    marks = (tables.mark,) if code & MARKED else ()
    return Unit(number, power, piece.kind, piece.place, marks)


def listed_units(tables: Tables, s: Sequence[int]) -> tuple[Unit, ...]:
    """The units of a row in the order in which the position lists them."""
    n = tables.provinces
    found = [
        (s[UNITS + TURN * n + p], s[UNITS + ID * n + p], s[UNITS + p])
        for p in range(n)
        if s[UNITS + p]
    ]
    found += [(s[g + G_TURN], s[g + G_ID], s[g + G_UNIT]) for g in guests(tables) if s[g + G_UNIT]]
    return tuple(unit_of(tables, code, number) for _, number, code in sorted(found))


def guests(tables: Tables) -> list[int]:
    """Where the cells of each power's guest begin, if there are any."""
    return [tables.guests + GUEST_ROW * k for k in range(len(tables.powers) * bool(tables.guest))]


def driven(tables: Tables, s: Sequence[int]) -> tuple[Dislodged, ...]:
    """The dislodged units of a row."""
    n = tables.provinces
    found = [
        (s[UNITS + OUT_ID * n + p], s[UNITS + OUT * n + p], s[UNITS + BAR * n + p])
        for p in range(n)
        if s[UNITS + OUT * n + p]
    ]
    found += [(s[g + G_OUT_ID], s[g + G_OUT], s[g + G_BAR]) for g in guests(tables) if s[g + G_OUT]]
    return tuple(
        Dislodged(unit_of(tables, code, number), Province(tables.places[bar - 1]) if bar else None)
        for number, code, bar in sorted(found)
    )


def result_of(tables: Tables, code: int, state: State) -> Result:
    """How a game ended: a draw is what the rules make of everybody's vote for one."""
    if code == UNDECIDED:
        return Result("none")
    if code >= OTHER_RESULT:
        mine = next(loops for loops in tables.own if hasattr(loops, "result_of"))
        ended: Result = mine.result_of(code, state)
        return ended
    if code == DRAW:
        ask = Ask(tables.variant, state)
        return tables.variant.rules.draw(ask, frozenset(state.seats)) or Result("none")
    return Result("solo", (state.holder[tables.powers[code - SOLO]],))
