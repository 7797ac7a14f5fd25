"""Joint claims: players win alone at one number, or two or three together who say so in Autumn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import NotationError, RequestError
from dragoman.geo import Province
from dragoman.model import (
    DONE,
    FALL,
    MOVEMENT,
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
from dragoman.modules.joint_claims.claim_text import (
    Alternative,
    Both,
    Builds,
    Centers,
    Condition,
    Either,
    Known,
    Not,
    Ordered,
    Owns,
    Succeeded,
    read_claim,
    same_order,
)
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

NAME = "joint_claims"
TOPIC = "claim"
NUMBERS = ("two_way", "two_way_each", "three_way", "three_way_each")
KINDS = {0: "solo", 2: "two-way", 3: "three-way"}


class Facts(Struct, frozen=True):
    """What conditions are tested against; what is built is not known before Winter's end."""

    centers: dict[Seat, int]
    owners: dict[Province, Seat]
    built: frozenset[tuple[Seat, Piece]] | None


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
    movement = claiming(rules.phases[MOVEMENT])

    def show(ask: Ask) -> tuple[Fact, ...]:
        return (*rules.show(ask), *facts(ask))

    def draw(ask: Ask, votes: frozenset[Seat]) -> Result | None:
        return None

    phases = rules.phases | {MOVEMENT: movement}
    return rules.answering(phases=phases, winner=winner, draw=draw, show=show)


def claiming(base: PhaseRule) -> PhaseRule:
    """A movement phase in which every seat may also claim, if it is Autumn."""

    def subjects(ask: Ask, power: Power) -> tuple[Charge, ...]:
        charges = base.subjects(ask, power)
        if ask.state.phase.season != FALL or not speaks(ask, power):
            return charges
        return (*charges, Charge(Subject(power, topic=TOPIC), (CLAIM.name,), owed=False))

    def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        if subject.topic != TOPIC:
            return base.choices(ask, subject, prefix)
        return tuple(claim_steps(ask, ask.state.holder[subject.power], prefix))

    def orders(ask: Ask, subject: Subject) -> list[Order]:
        return orders_of(choices if subject.topic == TOPIC else base.choices, ask, subject)

    def check(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        if subject.topic != TOPIC:
            return base.check(ask, subject, orders)
        return check_claims(ask, ask.state.holder[subject.power], orders)

    def default(ask: Ask, subject: Subject) -> Orders:
        return () if subject.topic == TOPIC else base.default(ask, subject)

    def aside(ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        return recorded(base.aside(ask, settled, elected, lots) if base.aside else settled, elected)

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


def recorded(settled: Resolution, elected: Elected) -> Resolution:
    """A resolution with a verdict for every claim."""
    rows = [
        Verdict.of(subject, order, DONE, Reason(CLAIMED.code))
        for subject, orders in elected.items()
        for order in orders
        if subject.topic == TOPIC
    ]
    return msgspec.structs.replace(settled, verdicts=(*settled.verdicts, *rows))


def speaks(ask: Ask, power: Power) -> bool:
    """Whether a power is the one under which its seat's claims are filed."""
    seat = ask.state.holder.get(power)
    return seat is not None and ask.state.seats[seat][0] == power


def claim_steps(ask: Ask, me: Seat, prefix: tuple[str, ...]) -> Iterator[Step]:
    """The claims without conditions, step by step."""
    others = [seat for seat in ask.state.seats if seat != me and seat not in prefix]
    if not prefix:
        yield Step("solo", CLAIM("SOLO"))
        yield Step("two", more=True)
        yield Step("three", more=len(others) > 1)
    elif prefix == ("two",) or (prefix[0] == "three" and len(prefix) == 2):
        words = " ".join((*prefix[1:],))
        for seat in others:
            yield Step(seat, CLAIM(" ".join(filter(None, (prefix[0].upper(), words, seat)))))
    elif prefix == ("three",):
        yield from (Step(seat, more=True) for seat in others)


def check_claims(ask: Ask, me: Seat, orders: Orders) -> tuple[Reason | None, ...]:
    """What is wrong with each claim; two that do not mean the same undo each other."""
    first: dict[object, Order] = {}
    same = tuple(first.setdefault(meaning(ask, me, order), order) for order in orders)
    return undone(same, [claim_fault(ask, me, order) for order in orders])


def meaning(ask: Ask, me: Seat, order: Order) -> object:
    """What a claim comes to, however it is spelt; one that is not understood stands for itself."""
    if CLAIM.made(order) and claim_fault(ask, me, order) is None:
        return read_claim(text_of(order), ask, me)
    return order


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
        found = repr(first) if (first := error.text[error.at :].split(" ")[0]) else "the end"
        return Reason(MALFORMED.code, note=f"{error.expected}, found {found} at {error.at + 1}")
    return None


def noted(ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
    """The position with the claims of an Autumn noted; a claim lasts for one only (H22)."""
    notes = {name: note for name, note in state.notes.items() if name != NAME}
    made = {
        v.seat: text_of(v.order)
        for v in verdicts
        if v.seat and CLAIM.made(v.order) and v.outcome == DONE
    }
    texts = {seat: made[seat] for seat in ask.state.seats if seat in made}
    if texts and ask.state.phase.season == FALL:
        claims = {
            seat: tuple(
                Alternative(a.partners, decided(ask, a.condition, verdicts))
                for a in read_claim(text, ask, seat)
            )
            for seat, text in texts.items()
        }
        note = Standing(ask.state.phase.year, state.last_id, texts, claims)
        notes[NAME] = msgspec.json.decode(msgspec.json.encode(note))
    return state if notes == state.notes else msgspec.structs.replace(state, notes=notes)


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
    if stand.year != phase.year:
        return ()
    about = "judged after the retreats"
    if ask.state.result is not None:
        about = ""
    elif phase.season == WINTER:
        known = msgspec.structs.replace(facts_of(ask, stand), built=None)
        waits = Rounds(ask.variant.numbers, stand.claims, known).sets() is None
        about = "hangs on builds" if waits else "not made good"
    return tuple(
        Fact(CLAIM_OF.name, (seat, text, about), news=True) for seat, text in stand.texts.items()
    )


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


def holds(condition: Condition, facts: Facts) -> bool | None:
    """Whether a condition is true; none while that hangs on builds yet to be made."""
    if isinstance(condition, Centers):
        owned = facts.centers.get(condition.seat, 0)
        return COMPARED[condition.compared](owned, condition.number)
    if isinstance(condition, Owns):
        return facts.owners.get(condition.province) == condition.seat
    if isinstance(condition, Builds):
        return None if facts.built is None else (condition.seat, condition.unit) in facts.built
    if isinstance(condition, Not):
        inner = holds(condition.of, facts)
        return None if inner is None else not inner
    if isinstance(condition, Both):
        return every(holds(part, facts) for part in condition.parts)
    if isinstance(condition, Either):
        contrary = every(not_(holds(part, facts)) for part in condition.parts)
        return not_(contrary)
    if isinstance(condition, Known):
        return condition.value
    # `decided` leaves none of these, but the note of a position from outside may hold any.
    raise RequestError("a condition on orders is left open", f"notes.{NAME}")


COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
}


def not_(value: bool | None) -> bool | None:
    """The contrary; what is not known stays so."""
    return None if value is None else not value


def every(values: Iterator[bool | None]) -> bool | None:
    """Whether all are true; a false one decides, else one not known leaves it open."""
    found = list(values)
    return False if False in found else None if None in found else True


def settled(
    ask: Ask, claims: Mapping[Seat, tuple[Alternative, ...]], facts: Facts
) -> Result | None:
    """All wins of one Autumn, which stand together (H19); none while one of them is open (H21)."""
    win_at = ask.win_at()
    alone = [seat for seat, count in facts.centers.items() if count >= win_at]
    if any(undecided(claims.get(seat, ()), facts) for seat in alone):
        return None
    kept = {s: before_solo(a, facts) if s in alone else a for s, a in claims.items()}
    sets = Rounds(ask.variant.numbers, kept, facts).sets()
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


def before_solo(ranked: tuple[Alternative, ...], facts: Facts) -> tuple[Alternative, ...]:
    """What a player who has enough alone ranks above winning alone (H19)."""
    kept: list[Alternative] = []
    for alternative in ranked:
        if not alternative.partners and holds(alternative.condition, facts):
            break
        kept.append(alternative)
    return tuple(kept)


def undecided(ranked: tuple[Alternative, ...], facts: Facts) -> bool:
    """Whether it hangs on builds if a player who has enough alone wants to win so."""
    return any(not a.partners and holds(a.condition, facts) is None for a in ranked)


class Rounds:
    """Ranked claims settled round by round (H17, H18)."""

    def __init__(
        self,
        numbers: Mapping[str, int],
        claims: Mapping[Seat, tuple[Alternative, ...]],
        facts: Facts,
    ) -> None:
        self.numbers, self.claims, self.facts = numbers, claims, facts

    def sets(self) -> list[frozenset[Seat]] | None:
        """The sets that win together; none if one of them hangs on builds yet to be made."""
        done: list[frozenset[Seat]] = []
        dropped: set[frozenset[Seat]] = set()
        for rank in range(1, max(map(len, self.claims.values()), default=0) + 1):
            for size in (2, 3):
                found = self.agreed(rank, size, done, dropped)
                if found is None:
                    return None
                # Rule 7: claims that get in each other's way are ignored.
                clear = [s for s in found if not any(s & other for other in found if other != s)]
                done += clear
                dropped |= set(found) - set(clear)
        return done

    def agreed(
        self, rank: int, size: int, done: Sequence[frozenset[Seat]], dropped: set[frozenset[Seat]]
    ) -> list[frozenset[Seat]] | None:
        """The sets of a size that all their members claim so far, and that have enough."""
        out = {seat for members in done for seat in members}
        named = (
            frozenset((seat, *a.partners))
            for seat, ranked in self.claims.items()
            for a in ranked[:rank]
            if len(a.partners) == size - 1
        )
        found: list[frozenset[Seat]] = []
        for members in dict.fromkeys(named):
            if members & out or members in dropped or not self.enough(members):
                continue
            claimed = every(self.claimed(seat, members, rank) for seat in members)
            if claimed is None:
                return None
            if claimed:
                found.append(members)
        return found

    def claimed(self, seat: Seat, members: frozenset[Seat], rank: int) -> bool | None:
        """Whether a seat claims exactly this set within its first alternatives."""
        fits = [
            not_(holds(a.condition, self.facts))
            for a in self.claims.get(seat, ())[:rank]
            if a.partners and {seat, *a.partners} == members
        ]
        return not_(every(iter(fits)))

    def enough(self, members: frozenset[Seat]) -> bool:
        """Whether a set has the centers for a joint win, each member and all together."""
        name = "two_way" if len(members) == 2 else "three_way"
        counts = [self.facts.centers.get(seat, 0) for seat in members]
        each, total = self.numbers[f"{name}_each"], self.numbers[name]
        return min(counts) >= each and sum(counts) >= total


def _number(name: str, default: int, about: str) -> Option:
    return Option(name, "number", default, about, least=1, source="H17")


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, alone and jointly."""
    two, three = draft.numbers["two_way"], draft.numbers["three_way"]
    return f"{earlier} Two who claim it together need {two}, three {three}."


MODULE = Module(
    name=NAME,
    about="One, two or three players win at lower and lower numbers; joint wins must be claimed.",
    answer=answer,
    verbs=(CLAIM,),
    reasons=(CLAIMED, MALFORMED),
    facts=(CLAIM_OF,),
    shape=shape,
    goal=goal,
    options=(
        _number("two_way", 130, "how many centers two players need together to win jointly"),
        _number("two_way_each", 63, "how many centers each of two joint winners needs"),
        _number("three_way", 185, "how many centers three players need together to win jointly"),
        _number("three_way_each", 58, "how many centers each of three joint winners needs"),
    ),
)
