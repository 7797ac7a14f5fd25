"""Declared homes: before the first builds every power names its homes in secret (Escalation).

Rulings E5 to E9 are those of the variant's page.
"""

from collections.abc import Iterable, Iterator

import msgspec

from dragoman.geo import Province
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    POWER,
    PROVINCE,
    TEXT,
    Fact,
    FactKind,
    Order,
    Phase,
    PhaseKind,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    Subject,
    Verb,
    Verdict,
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
    Ruleset,
    Settings,
    Step,
)
from dragoman.rules.adjustments import TOO_MANY

NAME = "declared_homes"
TOPIC = "homes"
HOMES = Verb(
    "homes",
    takes=(PROVINCE.many,),
    words=(
        *("declare homes", "declares homes", "declare home", "declare home centers"),
        *("homes", "home", "home centers", "declare", "declares"),
    ),
    says="{args} {are} declared as homes",
    noun="declaration",
)
PHASE = PhaseKind("D", "declarations", before=ADJUSTMENT, bare=HOMES.name)
DECLARATION = PHASE.letter
DECLARED = ReasonKind(
    "declared", DONE, "the declaration was recorded", "the declaration is recorded"
)
DECLARED_HOMES = FactKind(
    "declared homes",
    (POWER, TEXT),
    "Homes of {0}",
    "{1}",
    meaning="Where each power builds for the rest of the game.",
)

OPTIONS = (
    Option(
        "homes",
        "number",
        3,
        "how many home centers a power declares",
        least=1,
        most=9,
        source="rule 7",
        title="Homes to declare",
    ),
    Option(
        "allow_unowned_homes",
        "flag",
        False,
        "a power may declare centers that it does not own; it builds there once it owns them",
        source="E5",
        title="Homes that one does not own",
    ),
)


class _Homes:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules = rules
        self.most: int = settings["homes"]
        self.any_center: bool = settings["allow_unowned_homes"]

    def eligible(self, ask: Ask, power: Power) -> tuple[Province, ...]:
        """The centers that a power may declare (E5)."""
        return tuple(sorted(ask.map.centers)) if self.any_center else ask.state.centers(power)

    def number(self, ask: Ask, power: Power) -> int:
        """How many a power declares: fewer where it owns fewer, and then for good (E6)."""
        return min(self.most, len(self.eligible(ask, power)))

    def charges(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """One declaration each; owed where there is a choice."""
        if not ask.state.centers(power):
            return ()
        choice = len(self.eligible(ask, power)) > self.most
        return (Charge(Subject(power, topic=TOPIC), (HOMES.name,), owed=choice),)

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The centers one by one, by the alphabet, so that no set comes twice."""
        rest = self.number(ask, subject.power) - len(prefix)
        open_ = [p for p in self.eligible(ask, subject.power) if not prefix or p > prefix[-1]]
        chosen = tuple(Province(p) for p in prefix)
        if rest == 1:
            return tuple(Step(p, HOMES(*chosen, p)) for p in open_)
        return tuple(Step(p, more=True) for p in open_[: len(open_) - rest + 1])

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """A declaration, on one line or several; what is wrong inside it is mended (E8).

        Once all homes are named, a further line is one too many.
        """
        allowed, number = self.eligible(ask, subject.power), self.number(ask, subject.power)
        named: set[Province] = set()
        faults: list[Reason | None] = []
        for order in orders:
            spent = len(named) >= number and None in faults
            faults.append(fault_of(order) or (TOO_MANY if spent else None))
            named |= {p for p in provinces_of(order) if p in allowed}
        return tuple(faults)

    def mended(self, ask: Ask, power: Power, named: Iterable[Province]) -> tuple[Province, ...]:
        """A declaration without what may not be in it, filled up from what the power owns (E8)."""
        allowed = self.eligible(ask, power)
        kept = [p for p in dict.fromkeys(named) if p in allowed]
        spare = sorted(ask.state.centers(power), key=lambda p: (p in ask.at, ask.map.by_name(p)))
        number = self.number(ask, power)
        return tuple(dict.fromkeys([*kept[:number], *spare]))[:number]

    def default(self, ask: Ask, subject: Subject) -> Orders:
        """What a power declares that says nothing."""
        return (HOMES(*self.mended(ask, subject.power, ())),)

    def resolve(self, ask: Ask, elected: Elected, lots: Lots) -> Resolution:
        """Every declaration noted, all at once (E7)."""
        homes = dict(ask.state.homes)
        verdicts: list[Verdict] = []
        news: list[str] = []
        for subject, orders in elected.items():
            named = tuple(p for order in orders for p in provinces_of(order))
            homes[subject.power] = found = self.mended(ask, subject.power, named)
            note = "" if found == named else f"the homes are {', '.join(found)}"
            reason = Reason(DECLARED.code, note=note)
            verdicts += [Verdict.of(subject, order, DONE, reason) for order in orders]
            news += self.struck(ask, subject.power, named, found)
        state = msgspec.structs.replace(ask.state, homes=homes)
        return Resolution(ask.state.phase, tuple(verdicts), state, state, news=tuple(news))

    def struck(
        self, ask: Ask, power: Power, named: tuple[Province, ...], found: tuple[Province, ...]
    ) -> Iterator[str]:
        """What is said of a declaration that was mended: what was struck, and what came for it."""
        allowed, spaces = self.eligible(ask, power), ask.map.spaces
        wrong = ", ".join(spaces[p].name for p in dict.fromkeys(named) if p not in allowed)
        new = ", ".join(spaces[p].name for p in found if p not in named)
        why = "cannot declare" if self.any_center else "does not own"
        if wrong:
            yield f"{power} {why} {wrong}; chosen instead: {new or 'nothing'}."
        elif new:
            yield f"{power} declares too few homes; chosen as well: {new}."

    def next_phase(self, ask: Ask) -> Phase:
        """Declarations come before the adjustments of the first year (E7)."""
        now = ask.state.phase
        if now.kind == DECLARATION:
            return Phase(now.year, now.season, ADJUSTMENT)
        then = self.rules.next_phase(ask)
        first = then.kind == ADJUSTMENT and then.year == ask.variant.start.year
        return Phase(then.year, then.season, DECLARATION) if first else then

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """Whose homes are where, once they are declared."""
        now, spaces = ask.state.phase, ask.variant.map.spaces
        declared = now.kind == ADJUSTMENT or now.year > ask.variant.start.year
        rows = (
            (power, ", ".join(spaces[home].name for home in homes))
            for power, homes in ask.state.homes.items()
            if declared and homes
        )
        facts = tuple(Fact(DECLARED_HOMES.name, row, news=True) for row in rows)
        return (*self.rules.show(ask), *facts)


def provinces_of(order: Order) -> tuple[Province, ...]:
    """The centers that a declaration names."""
    return tuple(Province(str(p)) for p in order.args) if HOMES.made(order) else ()


def fault_of(order: Order) -> Reason | None:
    """What makes an order no declaration of homes."""
    return None if HOMES.made(order) else Reason("wrong_phase")


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with a declaration of homes before the first builds."""
    mine = _Homes(rules, settings)
    rule = PhaseRule(
        PHASE.name,
        mine.charges,
        mine.choices,
        mine.check,
        mine.default,
        (HOMES.name,),
        resolve=mine.resolve,
    )
    phases = {**rules.phases, DECLARATION: rule}
    return rules.answering(next_phase=mine.next_phase, phases=phases, show=mine.show)


MODULE = Module(
    NAME,
    "Every power declares its home centers before its first builds.",
    answer,
    OPTIONS,
    verbs=(HOMES,),
    reasons=(DECLARED,),
    phases=(PHASE,),
    facts=(DECLARED_HOMES,),
    loops=f"{__name__}.loops",
)
