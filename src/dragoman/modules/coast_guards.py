"""Coast guards: a third kind of unit, which moves and supports along coasts only."""

from dragoman.geo import COAST
from dragoman.model import Kind, Sign, Stroke, circle
from dragoman.rules import Draft, Module, Ruleset, Settings

SHIELD = "M-12-12Q0-8 12-12V1Q11 10 0 14.5Q-11 10-12 1Z"
ANCHOR = "M0-5.5V8M-4-2H4M-6.5 3.5Q-6 8.5 0 8.5Q6 8.5 6.5 3.5"

COAST_GUARD = Kind(
    "CG",
    "coast guard",
    frozenset({COAST}),
    coasts=True,
    splits_into=("A", "F"),
    also=("coast guard", "coast guards", "guard", "dcg"),
    # A shield with an anchor: army and fleet in one.
    sign=Sign(
        (
            Stroke(SHIELD, fill="#000", opacity=0.28, y=1.5),
            Stroke(SHIELD, fill="power", stroke="paper", width=1.5),
            Stroke(SHIELD, stroke="rim", scale=1.07),
            Stroke(ANCHOR, stroke="ink", width=2, cap="round"),
            Stroke(circle(2), stroke="ink", width=1.6, y=-6.8),
        )
    ),
)


def nothing_anew(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules as they are: what a coast guard can do follows from its row."""
    return rules


MODULE = Module(
    name="coast_guards",
    about="Coast guards (CG) can be built in coastal centers; they go and support along coasts "
    "only, neither convoy nor are convoyed, and divide into an army and a fleet.",
    answer=nothing_anew,
    kinds=(COAST_GUARD,),
)
