"""Four seasons: units move in Spring, Summer, Fall and Winter, and centers change hands twice."""

from dragoman.model import (
    ADJUSTMENT,
    FALL,
    MOVEMENT,
    RETREAT,
    SPRING,
    WINTER,
    Season,
    Year,
)
from dragoman.rules import Draft, Module, Ruleset, Settings

SUMMER = Season("U", "Summer")
SEASONS = (Season(SPRING, "Spring"), SUMMER, Season(FALL, "Fall"), Season(WINTER, "Winter"))
YEAR = Year(
    seasons=SEASONS,
    phases=(
        *((season.letter, kind) for season in SEASONS for kind in (MOVEMENT, RETREAT)),
        (WINTER, ADJUSTMENT),
    ),
    captures=(SUMMER.letter, WINTER),
)


def shape(draft: Draft, settings: Settings) -> Draft:
    """The draft with four seasons of moves in its year."""
    return draft.with_year(YEAR)


def as_before(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules stay what they are: the year says the rest."""
    return rules


def objects(draft: Draft, settings: Settings) -> str | None:
    """Another module may have made another year, or begin where this one does not."""
    if [*draft.year.phases] != [*YEAR.phases]:
        return "another module gives the year other seasons"
    return None if draft.year.has(draft.start) else f"the game begins in {draft.start}"


MODULE = Module(
    "four_seasons",
    "Units move four times a year, and centers change hands after Summer and Winter.",
    as_before,
    shape=shape,
    objects=objects,
)
