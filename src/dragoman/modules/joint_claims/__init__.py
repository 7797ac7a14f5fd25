"""Joint claims: players win alone at one number, or two or three together who say so in Autumn."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import NotationError, RequestError
from dragoman.model import (
    DONE,
    FALL,
    MOVEMENT,
    SPRING,
    WINTER,
    Act,
    Fact,
    Order,
    Piece,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Verdict,
)
from dragoman.modules.boards import scaled
from dragoman.modules.joint_claims.choices import claim_steps
from dragoman.modules.joint_claims.claim_text import (
    Alternative,
    Both,
    Condition,
    Either,
    Known,
    Not,
    Ordered,
    Part,
    Succeeded,
    read_claim,
    read_parts,
    same_order,
)
from dragoman.modules.joint_claims.fates import fates
from dragoman.modules.joint_claims.rounds import NAME, Facts, Rounds, undecided
from dragoman.modules.joint_claims.words import CLAIM, CLAIM_OF, CLAIMED, MALFORMED
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
    Ruleset,
    Settings,
    Step,
    Tree,
    orders_of,
)
from dragoman.rules.legality import undone

TOPIC = "claim"
CONDITION = re.compile(r"\bIF\b", re.IGNORECASE)
NUMBERS = ("two_way", "two_way_each", "three_way", "three_way_each")
KINDS = {0: "solo", 2: "two-way", 3: "three-way"}


class Standing(Struct, frozen=True):
    """The claims of one Autumn, with all that hung on its orders decided."""

    year: int
    last_id: int
    texts: dict[Seat, str]
    claims: dict[Seat, tuple[Alternative, ...]]


def shape(draft: Draft, settings: Settings) -> Draft:
    """The winning numbers, in proportion to the centers of all boards where that is wanted."""
    several = "boards" in draft.numbers
    numbers = {
        name: scaled(draft, settings, settings[name]) if several else settings[name]
        for name in NUMBERS
    }
    return msgspec.structs.replace(draft, numbers=draft.numbers | numbers)


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Claims travel with the Autumn orders and are judged when the Autumn is over."""
    movement = claiming(rules.phases[MOVEMENT], settings["several_claims"] == "ranked")

    def show(ask: Ask) -> tuple[Fact, ...]:
        return (*rules.show(ask), *facts(ask))

    def draw(ask: Ask, votes: frozenset[Seat]) -> Result | None:
        return None

    phases = rules.phases | {MOVEMENT: movement}
    return rules.answering(phases=phases, winner=winner, draw=draw, show=show)


def claiming(base: PhaseRule, ranked: bool) -> PhaseRule:
    """A movement phase in which every seat may also claim, if it is Autumn."""

    def subjects(ask: Ask, power: Power) -> tuple[Charge, ...]:
        charges = base.subjects(ask, power)
        if ask.state.phase.season != FALL or not speaks(ask, power):
            return charges
        return (*charges, Charge(Subject(power, topic=TOPIC), (CLAIM.name,), owed=False))

    def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        if subject.topic != TOPIC:
            return base.choices(ask, subject, prefix)
        return claim_steps(ask, ask.state.holder[subject.power], base, prefix)

    def orders(ask: Ask, subject: Subject) -> list[Order]:
        return orders_of(choices if subject.topic == TOPIC else base.choices, ask, subject)

    def check(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        if subject.topic != TOPIC:
            return base.check(ask, subject, orders)
        me = ask.state.holder[subject.power]
        return check_claims(ask, me, orders) if ranked else check_whole(ask, me, orders)

    def default(ask: Ask, subject: Subject) -> Orders:
        return () if subject.topic == TOPIC else base.default(ask, subject)

    def aside(ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        done = base.aside(ask, settled, elected, lots) if base.aside else settled
        return recorded(ask, done, elected)

    def heed(ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
        return noted(ask, verdicts, base.heed(ask, verdicts, state) if base.heed else state)

    return msgspec.structs.replace(
        base,
        subjects=subjects,
        choices=Tree(choices, orders),
        check=check,
        default=default,
        verbs=(*base.verbs, CLAIM.name),
        aside=aside,
        heed=heed,
    )


def recorded(ask: Ask, settled: Resolution, elected: Elected) -> Resolution:
    """A resolution with a verdict for every claim."""
    holder = ask.state.holder
    rows = [
        Verdict.of(subject, order, DONE, Reason(CLAIMED.code, note=note))
        for subject, orders in elected.items()
        for order in orders
        if subject.topic == TOPIC and CLAIM.made(order)
        for note in [discounted(ask, holder[subject.power], order)]
    ]
    return msgspec.structs.replace(settled, verdicts=(*settled.verdicts, *rows))


def speaks(ask: Ask, power: Power) -> bool:
    """Whether a power is the one under which its seat's claims are filed."""
    seat = ask.state.holder.get(power)
    return seat is not None and ask.state.seats[seat][0] == power


def check_claims(ask: Ask, me: Seat, orders: Orders) -> tuple[Reason | None, ...]:
    """What is wrong with each claim; several rank in their order (rule 7: more than one may be)."""
    return tuple(claim_fault(ask, me, order) for order in orders)


def check_whole(ask: Ask, me: Seat, orders: Orders) -> tuple[Reason | None, ...]:
    """As before H24a: a bad alternative spoils its claim, and two that differ undo each other."""
    faults = [claim_fault(ask, me, order) or spoiled(ask, me, order) for order in orders]
    means = tuple(
        order if fault else meaning(ask, me, order)
        for order, fault in zip(orders, faults, strict=True)
    )
    return undone(means, faults)


def meaning(ask: Ask, me: Seat, order: Order) -> Order:
    """A claim that is understood, however it is spelled."""
    assert CLAIM.made(order)
    return CLAIM(" ELSE ".join(map(written, read_parts(text_of(order), ask, me))))


def spoiled(ask: Ask, me: Seat, order: Order) -> Reason | None:
    """What is wrong with the first alternative of a claim that is not understood."""
    assert CLAIM.made(order)
    faults = (part.fault for part in read_parts(text_of(order), ask, me) if part.fault)
    return next((Reason(MALFORMED.code, note=pointed(fault)) for fault in faults), None)


def text_of(claim: Act) -> str:
    """The words of a claim."""
    return str(claim.args[0])


def claim_fault(ask: Ask, me: Seat, order: object) -> Reason | None:
    """Why a claim is not understood, if it is not."""
    if not CLAIM.made(order):
        return Reason("wrong_phase")
    try:
        read_claim(text_of(order), ask, me)
    except NotationError as error:
        return Reason(MALFORMED.code, note=pointed(error))
    return None


def pointed(error: NotationError) -> str:
    """What is not understood, and where."""
    found = repr(first) if (first := error.text[error.at :].split(" ")[0]) else "the end"
    return f"{error.expected}, found {found} at {error.at + 1}"


def discounted(ask: Ask, seat: Seat, claim: Act) -> str:
    """What is said of the alternatives of a claim that are not understood, if some are."""
    bad = [part for part in read_parts(text_of(claim), ask, seat) if part.fault]
    return "; ".join(f"not counted: {p.text}: {pointed(p.fault)}" for p in bad if p.fault)


def noted(ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
    """The position with the claims of an Autumn noted; a claim lasts for one only (H22)."""
    notes = {name: note for name, note in state.notes.items() if name != NAME}
    made: dict[Seat, dict[Alternative, str]] = {seat: {} for seat in ask.state.seats}
    for v in verdicts:
        if v.seat and CLAIM.made(v.order) and v.outcome == DONE:
            for part in read_parts(text_of(v.order), ask, v.seat):
                if part.means:
                    made[v.seat].setdefault(part.means, written(part))
    texts = {seat: " ELSE ".join(mine.values()) for seat, mine in made.items() if mine}
    if texts and ask.state.phase.season == FALL:
        claims = {
            seat: tuple(
                Alternative(a.partners, decided(ask, a.condition, verdicts)) for a in made[seat]
            )
            for seat in texts
        }
        note = Standing(ask.state.phase.year, state.last_id, texts, claims)
        notes[NAME] = msgspec.json.decode(msgspec.json.encode(note))
    return state if notes == state.notes else msgspec.structs.replace(state, notes=notes)


def written(part: Part) -> str:
    """An alternative that is understood, as it is shown: the document's words in short."""
    assert part.means is not None
    kind = ("SOLO", "TWO", "THREE")[len(part.means.partners)]
    condition = "".join(CONDITION.split(part.text)[1:2]).strip()
    return " ".join([kind, *part.means.partners, *(["IF", condition] if condition else [])])


def decided(ask: Ask, condition: Condition, verdicts: Sequence[Verdict]) -> Condition:
    """A condition with all that hangs on the orders of this Autumn decided (H20)."""
    if isinstance(condition, Ordered | Succeeded):
        succeeded = isinstance(condition, Succeeded)
        return Known(
            any(
                v.seat == condition.seat
                and same_order(ask, condition.order, v.order)
                and (v.outcome == DONE or not succeeded)
                for v in verdicts
            )
        )
    if isinstance(condition, Not):
        return Not(decided(ask, condition.of, verdicts))
    if isinstance(condition, Both | Either):
        return type(condition)(tuple(decided(ask, part, verdicts) for part in condition.parts))
    return condition


def standing(ask: Ask) -> Standing:
    """The claims that have been accepted and not yet judged."""
    note: Any = ask.state.notes.get(NAME)
    if note is None:
        return Standing(0, 0, {}, {})
    try:
        return msgspec.convert(note, Standing)
    except msgspec.ValidationError as error:
        raise RequestError(str(error), f"notes.{NAME}") from error


def facts(ask: Ask) -> tuple[Fact, ...]:
    """The claims of this Autumn, and what has come of them so far."""
    stand, phase = standing(ask), ask.state.phase
    # Where Winter is passed over, the Spring that follows tells what came of them.
    if phase.year - stand.year not in (0, 1) or (
        phase.year > stand.year and phase.season != SPRING
    ):
        return ()
    about = dict.fromkeys(stand.texts, "judged after the retreats")
    if ask.state.result is not None or phase.season != FALL:
        about = fates(ask, stand.texts, stand.claims, known_now(ask, stand))
    return tuple(
        Fact(CLAIM_OF.name, (seat, text, about[seat]), news=True)
        for seat, text in stand.texts.items()
    )


def known_now(ask: Ask, stand: Standing) -> Facts:
    """What is known of a claim's conditions; in Winter the builds are still to come."""
    found = facts_of(ask, stand)
    waits = ask.state.phase.season == WINTER and ask.state.result is None
    return msgspec.structs.replace(found, built=None) if waits else found


def winner(ask: Ask) -> Result | None:
    """Who wins after an Autumn, or after the Winter on which claims of it hung."""
    phase, stand = ask.state.phase, standing(ask)
    if phase.season not in (FALL, WINTER) or ask.state.dislodged:
        return None
    stand = stand if stand.year == phase.year else Standing(0, 0, {}, {})
    if phase.season == WINTER and not stand.claims:
        return None
    return settled(ask, stand.claims, facts_of(ask, stand))


def facts_of(ask: Ask, stand: Standing) -> Facts:
    """What is known: holdings after Autumn's retreats, and in Winter what was built."""
    state = ask.state
    centers = {s: sum(len(state.centers(p)) for p in ps) for s, ps in state.seats.items()}
    owners = {c: state.holder[p] for c, p in state.owners.items() if p in state.holder}
    if state.phase.season == FALL:
        return Facts(centers, owners, None)
    new = [u for u in state.units if u.id > stand.last_id and u.power in state.holder]
    built = (
        (state.holder[u.power], Piece(u.kind, place))
        for u in new
        for place in {u.place, ask.map.root(u.place)}
    )
    return Facts(centers, owners, frozenset(built))


def settled(
    ask: Ask, claims: Mapping[Seat, tuple[Alternative, ...]], facts: Facts
) -> Result | None:
    """All wins of one Autumn, which stand together (H19); none while one of them is open (H21)."""
    alone = [seat for seat, count in facts.centers.items() if count >= ask.win_at()]
    if any(undecided(claims.get(seat, ()), facts) for seat in alone):
        return None
    sets = Rounds.of(ask, claims, facts).sets()
    if sets is None:
        return None
    joined = {seat for members in sets for seat in members}
    winners = joined | set(alone)
    if not winners:
        return None
    how = (
        KINDS[len(joined)] if len(sets) < 2 and winners <= (joined or {alone[0]}) else "first equal"
    )
    phase = ask.state.phase
    dated = f"{FALL}{phase.year}" if phase.season == WINTER else ""
    return Result(how, tuple(s for s in ask.state.seats if s in winners), dated)


def _number(name: str, default: int, title: str, about: str) -> Option:
    return Option(name, "number", default, about, least=1, source="H17", title=title)


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, alone and jointly (rule 7)."""
    two, two_each, three, three_each = (draft.numbers[name] for name in NUMBERS)
    return (
        f"{earlier} Two who claim it together need {two} between them and {two_each} each, "
        f"three {three} and {three_each} each."
    )


MODULE = Module(
    name=NAME,
    about="One, two or three players win at lower and lower numbers; joint wins must be claimed.",
    answer=answer,
    verbs=(CLAIM,),
    reasons=(CLAIMED, MALFORMED),
    facts=(CLAIM_OF,),
    shape=shape,
    goal=goal,
    loops=f"{__name__}.loops",
    options=(
        _number(
            "two_way",
            130,
            "Two together need",
            "how many centers two players need together to win jointly",
        ),
        _number(
            "two_way_each",
            63,
            "Each of two needs",
            "how many centers each of two joint winners needs",
        ),
        _number(
            "three_way",
            185,
            "Three together need",
            "how many centers three players need together to win jointly",
        ),
        _number(
            "three_way_each",
            58,
            "Each of three needs",
            "how many centers each of three joint winners needs",
        ),
        Option(
            "several_claims",
            "choice",
            "ranked",
            "ranked: claims of one player rank in their order, and a bad alternative is left out; "
            "undone: claims that differ undo each other, and a bad alternative spoils its claim",
            ("ranked", "undone"),
            source="H24a",
            title="Several claims of one player",
        ),
    ),
)
