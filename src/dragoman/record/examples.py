"""Examples: the case by which a variant shows newcomers its own rule.

It is the phase in a case beside the variant that has a row `card`: a sentence to be read with it.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from dragoman.model import Resolution, State
from dragoman.record.cases import Case, played, read_cases
from dragoman.rules import Variant
from dragoman.variants import find, load


class Example(Struct, frozen=True):
    """A rule in a sentence, with a position, its orders and what came of them."""

    text: str
    variant: Variant
    state: State
    resolution: Resolution


def card_text(name: str, folders: Sequence[Path] = ()) -> str:
    """The sentence of a variant's example; empty if it has none."""
    texts = (stage.card for case in _cases(name, folders) for stage in case.stages)
    return next(filter(None, texts), "")


def modules_shown(name: str, folders: Sequence[Path] = ()) -> list[str]:
    """The modules that a variant's example shows: those that its case names, or its namesake."""
    shown = (c for c in _cases(name, folders) if any(stage.card for stage in c.stages))
    case = next(shown, None)
    return [] if case is None else case.modules or [name]


def find_example(name: str, folders: Sequence[Path] = ()) -> Example | None:
    """The example of a variant, judged; none if no case beside it is one."""
    for case in _cases(name, folders):
        if any(stage.card for stage in case.stages):
            variant = load(case.variant or name, case.options, folders)
            for one in played(case, variant, []):
                if one.stage.card:
                    return Example(one.stage.card, variant, one.state, one.resolution)
    return None


def _cases(name: str, folders: Sequence[Path]) -> Iterator[Case]:
    for file in sorted((find(name, folders) / "cases").glob("*.case")):
        yield from read_cases(file)
