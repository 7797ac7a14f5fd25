"""End year: the game ends after a certain year; whoever has most centers then wins."""

from dragoman.model import Result, Seat
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings, survivors

OPTIONS = (
    Option(
        "end_year",
        "number",
        1910,
        "the last year that is played",
        least=1,
        most=9999,
        title="Last year",
    ),
    Option(
        "at_the_end",
        "choice",
        "most",
        "most: whoever has most centers wins, and those who have equally many share a draw; "
        "draw: all that are left share a draw",
        ("most", "draw"),
        title="After the last year",
    ),
)


def end_year(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The game ends when the last season of moves of that year is closed."""

    def outcome(ask: Ask) -> Result | None:
        now, year = ask.state.phase, ask.variant.year
        last = now.year == settings["end_year"] and year.is_last(now)
        if not last and now.year <= settings["end_year"]:
            return None
        left = survivors(ask)
        first = best(ask, left) if settings["at_the_end"] == "most" else left
        return Result("solo" if len(first) == 1 else "draw", first)

    return rules.answering(outcome=outcome)


def best(ask: Ask, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with the most centers."""
    held = {s: sum(len(ask.state.centers(p)) for p in ask.state.seats[s]) for s in seats}
    return tuple(seat for seat in seats if held[seat] == max(held.values()))


def defaults(draft: Draft) -> Settings:
    """Ten years are played, counted from the first Spring."""
    begun = draft.start.year + (not draft.year.is_first(draft.start))
    return {"end_year": begun + 9}


def objects(draft: Draft, settings: Settings) -> str | None:
    """The last year must not lie before the first."""
    if settings["end_year"] < draft.start.year:
        return f"end_year is {settings['end_year']}, but the game begins in {draft.start.year}"
    return None


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins before the last year, and after it."""
    then = "most centers win" if settings["at_the_end"] == "most" else "all that are left draw"
    return f"{earlier} After {settings['end_year']} {then}."


MODULE = Module(
    "end_year",
    "The game ends after a certain year.",
    end_year,
    OPTIONS,
    objects=objects,
    defaults=defaults,
    goal=goal,
)
