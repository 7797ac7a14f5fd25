"""Placement: an empty board, on which seats place pieces in turn before the start (Escalation).

Rulings E1 to E17 are those of the variant's page.
"""

import re
from colorsys import hls_to_rgb

import msgspec
from msgspec import Struct

from dragoman.geo import IMPASSABLE
from dragoman.model import (
    DONE,
    FAILED,
    MOVEMENT,
    NEW_PIECE,
    NUMBER,
    POWER,
    VOID,
    Fact,
    FactKind,
    Phase,
    PhaseKind,
    Piece,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    Result,
    Seat,
    Sign,
    State,
    Subject,
    Unit,
    Verb,
    Verdict,
    Waive,
    piece_of,
)
from dragoman.rules import (
    Ask,
    Charge,
    Draft,
    Elected,
    Lots,
    Module,
    Option,
    Orders,
    PhaseRule,
    PowerInfo,
    Ruleset,
    Settings,
    Step,
    Variant,
    remembered,
    remembering,
)

NAME = "placement"
TOPIC = "placement"
PLACE = Verb(
    "place",
    takes=(NEW_PIECE,),
    words=("place", "places", "deploy", "deploys"),
    says="{0.a} is placed in {0.place}",
    noun="placement",
    sign=Sign(newcomer="M0-4V4M-3 1L0 4 3 1"),
)
PHASE = PhaseKind("P", "placement", before=MOVEMENT, bare=PLACE.name)
PLACEMENT = PHASE.letter
PLACED = ReasonKind("placed", DONE, "the piece was placed", "is placed")
POSTPONED = ReasonKind(
    "postponed",
    FAILED,
    "nothing was placed, and the turn comes again at the end of the round",
    "nothing is placed: the turn comes again at the end of the round",
)
FORFEITED = ReasonKind(
    "forfeited",
    FAILED,
    "nothing was placed again, and the piece is lost",
    "nothing is placed again: the piece is forfeited",
)
OUT_OF_TURN = ReasonKind(
    "out_of_turn", VOID, "another places now", "void: it is placed out of turn"
)
LATE = FactKind("late", (POWER,), "Places at the end of the round", "{0}")
LOST = FactKind("lost pieces", (POWER, NUMBER), "Pieces forfeited by {0}", "{1}")
ROUND = FactKind(
    "round",
    (NUMBER, NUMBER),
    says="{0} of {1}",
    meaning="How often the turn to place a unit has gone round the table.",
)
PLACING = FactKind(
    "placing",
    (POWER.many,),
    says="{row}",
    many="Placing in turn",
    meaning="Who places a unit next, and who after that.",
)
MOST_PLAYERS = 11

LONGEST_NAME = 40
NAME_OF_A_POWER = re.compile(rf"(?=.{{1,{LONGEST_NAME}}}$)[^\W\d_](?:[\w.'-]| (?! |$))*")
"""What a power may be called: a name that order text can hold."""

RANKS = (
    *("First", "Second", "Third", "Fourth", "Fifth", "Sixth"),
    *("Seventh", "Eighth", "Ninth", "Tenth", "Eleventh"),
)
"""What powers are called that nobody has named: by their rank in the order of placing."""

FEWEST_PIECES = 3
"""How many pieces a seat places where neither the options nor the variant's table say more."""

OPTIONS = (
    Option(
        "players",
        "number",
        3,
        "how many seats there are",
        least=2,
        most=MOST_PLAYERS,
        source="E11",
        title="Number of players",
    ),
    Option(
        "names",
        "names",
        [],
        "what the powers are called, in the order in which they place; "
        "none named: First, Second, Third and so on",
        source="E17",
        title="Names of the powers",
    ),
    Option(
        "pieces",
        "number",
        0,
        "how many pieces each seat places; 0: by the table of the rules, which goes by the "
        "number of seats; 17 for two is the teaching game",
        least=0,
        most=60,
        source="E12",
        title="Pieces each",
    ),
    Option(
        "order",
        "choice",
        "listed",
        "listed: seats place in the order in which they are listed; owner_first: the first of "
        "them, then the others by last name; alphabetical: by the names of the seats; lot: in an "
        "order drawn by lot",
        ("listed", "owner_first", "alphabetical", "lot"),
        source="rule 2",
        title="Order of placing",
    ),
    Option(
        "early_win",
        "flag",
        False,
        "whether the winning number of centers wins in the first Spring, by placement alone",
        source="E10",
        title="Winning by placement alone",
    ),
    Option(
        "snake",
        "flag",
        False,
        "every second round goes in reverse order",
        source="E1",
        title="Every second round reversed",
    ),
)


def pieces_each(draft: Draft, settings: Settings) -> int:
    """How many pieces a seat places: as many as are set, or by the variant's table (rule 3)."""
    given: int = settings["pieces"]
    table = dict(draft.look_up("pieces", list[tuple[int, int]], []))
    return given or table.get(settings["players"], FEWEST_PIECES)


def colors(count: int) -> list[str]:
    """As many colors as are wanted, evenly round the wheel and of two lightnesses (E17).

    >>> colors(2)
    ['#c24747', '#52dada']
    """
    shades = [
        hls_to_rgb(n / count, 0.52 if n % 2 == 0 else 0.59, 0.5 + 0.15 * (n % 2))
        for n in range(count)
    ]
    return ["#" + "".join(f"{round(255 * part):02x}" for part in shade) for shade in shades]


def shape(draft: Draft, settings: Settings) -> Draft:
    """Powers of the players' own, without homes or units, and a start before the first season."""
    count = settings["players"]
    names = [Power(n) for n in settings["names"]] or [Power(n) for n in RANKS[:count]]
    powers = {
        name: PowerInfo(name, adjective=name, color=color)
        for name, color in zip(names, colors(len(names)), strict=True)
    }
    start = Phase(draft.start.year, draft.start.season, PLACEMENT, 1)
    seats = tuple(Seat(name) for name in names)
    return msgspec.structs.replace(draft, powers=powers, seats=seats, start=start)


def standing(ask: Ask) -> dict[Piece, None]:
    """Every piece that the board has room for now: any kind, on any place that bears it (E2)."""
    return {
        Piece(kind.letter, place): None
        for kind in ask.variant.kinds.values()
        if kind.needs_supply
        for place in ask.moves[kind.letter]
        if ask.province[place] not in ask.at
    }


class PlacementNote(Struct, frozen=True):
    """What the module remembers: the order of placing, the round, and the turns left in it.

    `late` are those who missed a turn of this round, `lost` whose pieces are forfeited.
    """

    order: tuple[Power, ...] = ()
    round: int = 1
    turns: tuple[Power, ...] = ()
    late: tuple[Power, ...] = ()
    lost: tuple[Power, ...] = ()


def turn_of(ask: Ask) -> Power | None:
    """The power whose turn it is to place."""
    turns = remembered(ask.state, NAME, PlacementNote).turns
    return turns[0] if turns else None


def charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
    """One piece, for the power whose turn it is."""
    if turn_of(ask) != power:
        return ()
    return (Charge(Subject(power, topic=TOPIC), (PLACE.name,)),)


def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What may be placed next."""
    if not prefix:
        return (Step(PLACE.name, more=True),)
    return tuple(Step(str(p), PLACE(p)) for p in standing(ask)) if prefix == (PLACE.name,) else ()


def check(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
    """One piece is placed, on a vacant province that bears it; further ones are too many."""
    room = standing(ask)
    faults: list[Reason | None] = []
    for order in orders:
        piece = piece_of(order)
        due = PLACE.made(order) and piece is not None
        fault = why_not(ask, piece, room) if due and piece else Reason("wrong_phase")
        faults.append(fault or (Reason("too_many") if None in faults else None))
    return tuple(faults)


def why_not(ask: Ask, piece: Piece, room: dict[Piece, None]) -> Reason | None:
    """What is wrong with a piece there, if anything is."""
    if piece in room:
        return None
    space = ask.map.spaces[ask.province[piece.place]]
    if space.id in ask.at:
        return Reason("occupied")
    stands = ask.moves[piece.kind]
    return Reason("coast_needed" if any(c in stands for c in space.coasts) else "wrong_kind")


def out_of_turn(ask: Ask, power: Power) -> Reason:
    """Why a power may not place now: another does (rule 2)."""
    return Reason(OUT_OF_TURN.code, note=f"it is the turn of {turn_of(ask)}")


def nothing(ask: Ask, subject: Subject) -> Orders:
    """Nobody places for another."""
    return ()


class _Placement:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, draft: Draft, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        self.rounds = pieces_each(draft, settings)

    def opening(self, variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        """The empty board and the order of placing."""
        state = self.rules.opening(variant, seats, lots)
        order = self.order(state, lots)
        return remembering(state, NAME, PlacementNote(order, turns=order))

    def order(self, state: State, lots: Lots) -> tuple[Power, ...]:
        """The order in which powers place (rule 2)."""
        how = self.settings["order"]
        if how == "lot":
            return tuple(lots.shuffled(state.holder))
        first, *others = state.holder.items()
        if how == "alphabetical":
            first, *others = sorted((first, *others), key=lambda row: by_name(row[1]))
        elif how == "owner_first":
            others.sort(key=lambda row: by_name(row[1], last=True))
        return tuple(power for power, _ in (first, *others))

    def resolve(self, ask: Ask, elected: Elected, lots: Lots) -> Resolution:
        """One piece placed; its power owns the center at once (rule 5).

        A turn without a piece comes again at the end of the round, and then is lost (E16).
        """
        now, state, note = ask.state.phase, ask.state, remembered(ask.state, NAME, PlacementNote)
        if not note.turns:
            return Resolution(now, (), state, state)
        power = note.turns[0]
        deployed = [o for orders in elected.values() for o in orders]
        for order in deployed:
            piece = piece_of(order)
            assert piece is not None
            state = placed(ask, power, piece)
        state = remembering(state, NAME, self.after(note, bool(deployed)))
        subject = Subject(power, topic=TOPIC)
        verdicts = tuple(
            Verdict.of(subject, order, DONE, Reason(PLACED.code)) for order in deployed
        )
        if deployed:
            return Resolution(now, verdicts, state, state)
        why = Reason((FORFEITED if power in note.late else POSTPONED).code)
        rows = (Verdict.of(subject, Waive(), FAILED, why),)
        return Resolution(now, rows, state, state, news=(missed(power, note),))

    def after(self, note: PlacementNote, done: bool) -> PlacementNote:
        """The turns that are left once one has been taken or missed."""
        now, *turns = note.turns
        late, lost = note.late, note.lost
        if not done and now in late:
            lost = (*lost, now)
        elif not done:
            turns, late = [*turns, now], (*late, now)
        if turns:
            return PlacementNote(note.order, note.round, tuple(turns), late, lost)
        number = note.round + 1
        if number > self.rounds:
            return PlacementNote(note.order, note.round, lost=lost)
        back = self.settings["snake"] and number % 2 == 0
        turns = [*reversed(note.order)] if back else [*note.order]
        return PlacementNote(note.order, number, tuple(turns), lost=lost)

    def next_phase(self, ask: Ask) -> Phase:
        """One phase for each piece, then the first season."""
        now = ask.state.phase
        if now.kind != PLACEMENT:
            return self.rules.next_phase(ask)
        if turn_of(ask) is None:
            return self.rules.next_phase(ask)
        return Phase(now.year, now.season, PLACEMENT, now.step + 1)

    def upheld(self, ask: Ask, result: Result) -> bool:
        """Centers that were placed upon win after a Fall, as all others do (E10)."""
        early = self.settings["early_win"] or ask.variant.year.settles(ask.state.phase)
        return early and self.rules.upheld(ask, result)

    def label(self, ask: Ask, phase: Phase) -> str:
        """A placement by its number."""
        if phase.kind != PLACEMENT:
            return self.rules.label(ask, phase)
        season = self.rules.label(ask, Phase(phase.year, phase.season, MOVEMENT))
        return f"{season}, placement {phase.step}"

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """Who places next, and how many rounds there are."""
        note = remembered(ask.state, NAME, PlacementNote)
        lost = (Fact(LOST.name, (p, note.lost.count(p))) for p in dict.fromkeys(note.lost))
        facts = (*self.rules.show(ask), *lost)
        if not note.turns or ask.state.phase.kind != PLACEMENT:
            return facts
        facts = (*facts, *(Fact(LATE.name, p) for p in note.late if p in note.turns))
        rounds = Fact(ROUND.name, (note.round, self.rounds))
        return (*facts, rounds, Fact(PLACING.name, note.turns))


def by_name(seat: Seat, *, last: bool = False) -> tuple[int, str]:
    """Where a seat comes by its name, or last name; those that nobody named by their number."""
    if seat in RANKS:
        return RANKS.index(seat), ""
    return len(RANKS), seat.split()[-1].lower() if last else seat.lower()


def missed(power: Power, note: PlacementNote) -> str:
    """What is said of a turn without a piece."""
    if power in note.late:
        return f"{power} has placed nothing again and forfeits the piece."
    return f"{power} has placed nothing and comes again at the end of the round."


def placed(ask: Ask, power: Power, piece: Piece) -> State:
    """The position with a new piece, and with its center owned."""
    state, province = ask.state, ask.province[piece.place]
    unit = Unit(state.last_id + 1, power, piece.kind, piece.place)
    won = {province: power} if ask.map.spaces[province].center else {}
    return msgspec.structs.replace(
        state,
        units=(*state.units, unit),
        owners={**state.owners, **won},
        last_id=unit.id,
    )


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with a placement before the first season."""
    mine = _Placement(rules, draft, settings)
    rule = PhaseRule(
        PHASE.name,
        charges,
        choices,
        check,
        nothing,
        (PLACE.name,),
        resolve=mine.resolve,
        undue=out_of_turn,
    )
    return rules.answering(
        opening=mine.opening,
        next_phase=mine.next_phase,
        upheld=mine.upheld,
        label=mine.label,
        phases={**rules.phases, PLACEMENT: rule},
        show=mine.show,
    )


def objects(draft: Draft, settings: Settings) -> str | None:
    """Why pieces cannot be placed here, if they cannot."""
    return misnamed(draft, settings) or unplaceable(draft, settings)


def misnamed(draft: Draft, settings: Settings) -> str | None:
    """What is wrong with the names of the powers, if anything is."""
    count, names = settings["players"], settings["names"]
    for name in names:
        if not NAME_OF_A_POWER.fullmatch(name):
            return (
                f"names: {name!r} is not a name: begin with a letter and use letters, digits, "
                f"single blanks and .'- only, {LONGEST_NAME} in all at most"
            )
    if names and (len(names) != count or len({name.casefold() for name in names}) != count):
        return f"names must give {count} different names, one for each of the players"
    taken = {name.lower() for s in draft.map.spaces.values() for name in (s.id, s.name, *s.also)}
    clash = [name for name in names if name.lower() in taken]
    if clash:
        return f"names: {clash[0]} is a place on the board"
    signs = {word.lower() for k in draft.kinds.values() for word in (k.letter, k.name, *k.also)}
    clash = [name for name in names if name.lower() in signs]
    if clash:
        return f"names: {clash[0]} is the sign of a piece"
    return None


def unplaceable(draft: Draft, settings: Settings) -> str | None:
    """Why pieces cannot be placed on this board, if they cannot."""
    if draft.start.kind != PLACEMENT:
        return "another module has moved the start of the game"
    if len(draft.map.boards) > 1:
        return "it places pieces on one board only"
    room = sum(space.kind != IMPASSABLE for space in draft.map.spaces.values())
    wanted = settings["players"] * pieces_each(draft, settings)
    if wanted > room:
        return f"{wanted} pieces, {pieces_each(draft, settings)} each, do not fit on {room} spaces"
    return None


MODULE = Module(
    NAME,
    "Seats place their pieces one by one on an empty board.",
    answer,
    OPTIONS,
    shape,
    objects,
    verbs=(PLACE,),
    reasons=(PLACED, POSTPONED, FORFEITED, OUT_OF_TURN),
    facts=(ROUND, PLACING, LATE, LOST),
    phases=(PHASE,),
    loops=f"{__name__}.loops",
    tells=lambda draft, settings: (
        f"{settings['players']} players place {pieces_each(draft, settings)} pieces each.",
    ),
)
