"""Victory by units: other things than centers that may be counted to win."""

from dragoman.model import NUMBER, Fact, FactKind, Power, Result
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

WAYS = {
    "centers": "the winning number of centers, after a Fall",
    "units": "the winning number of units on the board, after a Fall",
    "majority_of_units": "more than half of all units on the board, after a Fall",
}

NEEDED = FactKind(
    "units that win",
    (NUMBER,),
    says="{0}",
    meaning="More than half of the units that are on the board now.",
)


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The winner by what the option says is counted."""
    way = settings["victory"]
    if way == "centers":
        return rules
    if way == "units":
        return rules.answering(winner=lambda ask: winner(way, ask))
    return rules.answering(
        winner=lambda ask: winner(way, ask),
        show=lambda ask: (*rules.show(ask), *facts(way, ask)),
    )


def facts(way: str, ask: Ask) -> tuple[Fact, ...]:
    """How many units win now, unless units are out of sight."""
    return (Fact(NEEDED.name, needed(way, ask)),) if ask.rules.known(ask) is None else ()


def needed(way: str, ask: Ask) -> int:
    """How many units win now."""
    total = sum(units_of(ask, power) for power in ask.variant.powers)
    return ask.win_at() if way == "units" else total // 2 + 1


def winner(way: str, ask: Ask) -> Result | None:
    """One seat with enough units and more than any other wins."""
    if not ask.variant.year.settles(ask.state.phase):
        return None
    counts = {s: sum(units_of(ask, p) for p in ps) for s, ps in ask.state.seats.items()}
    best = max(counts.values(), default=0)
    leaders = [seat for seat, count in counts.items() if count == best]
    won = best and best >= needed(way, ask) and len(leaders) == 1
    return Result("solo", (leaders[0],)) if won else None


def units_of(ask: Ask, power: Power) -> int:
    """The units of a power that need supply."""
    return sum(ask.kind(u.kind).needs_supply for u in ask.state.forces_of(power))


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, if it is not centers."""
    units = f"{draft.numbers['win_at']} units win."
    others = {"units": units, "majority_of_units": "A majority of all units wins."}
    return others.get(settings["victory"], earlier)


MODULE = Module(
    name="victory",
    about="What must be had to win: centers, or units on the board.",
    answer=answer,
    goal=goal,
    facts=(NEEDED,),
    loops=f"{__name__}.loops",
    options=(
        Option(
            "victory",
            "choice",
            "centers",
            "; ".join(f"{name}: {text}" for name, text in WAYS.items()),
            tuple(WAYS),
            source="B16, L21",
            title="What is counted to win",
        ),
    ),
)
