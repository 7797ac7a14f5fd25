"""Coast guards: a third kind of unit, which moves and supports along coasts only."""

from msgspec.structs import replace

from dragoman.geo import COAST
from dragoman.model import Kind
from dragoman.rules import Draft, Module, Ruleset, Settings

COAST_GUARD = Kind(
    "CG",
    "coast guard",
    frozenset({COAST}),
    coasts=True,
    splits_into=("A", "F"),
    also=("coast guard", "coast guards", "guard", "dcg"),
    glyph="coast guard",
)


def add_kind(draft: Draft, settings: Settings) -> Draft:
    """The draft with coast guards among its kinds of unit."""
    return replace(draft, kinds={**draft.kinds, COAST_GUARD.letter: COAST_GUARD})


def nothing_anew(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules as they are: what a coast guard can do follows from its row."""
    return rules


MODULE = Module(
    name="coast_guards",
    about="Coast guards (CG) can be built in coastal centers; they go and support along coasts "
    "only, neither convoy nor are convoyed, and divide into an army and a fleet.",
    answer=nothing_anew,
    shape=add_kind,
)
