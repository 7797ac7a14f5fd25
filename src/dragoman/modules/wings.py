"""Wings: a third kind of unit, which flies over land and sea alike and takes no centers."""

from dragoman.geo import LAND, SEA
from dragoman.model import Kind, Sign, Stroke, circle
from dragoman.rules import Draft, Module, Ruleset, Settings

PLANE = (
    "M0 -9L2.2 -3L10 1.5V4L2 2.4L1.4 6.5L4 8.6V10L0 9L-4 10V8.6L-1.4 6.5L-2 2.4L-10 4V1.5L-2.2 -3Z"
)
WING = Kind(
    "W",
    "wing",
    frozenset({LAND, SEA}),
    captures=False,
    also=("wing", "wings"),
    sign=Sign(
        (
            Stroke(circle(12.5), fill="power", stroke="rim", width=1.2),
            Stroke(PLANE, fill="ink"),
        )
    ),
)


def as_before(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules stay what they are: the kind says the rest."""
    return rules


MODULE = Module(
    "wings",
    "Wings fly over land and sea alike and take no centers.",
    as_before,
    kinds=(WING,),
)
