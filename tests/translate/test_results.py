"""Results in German: what the judge says of the cases is said without a word of English."""

import re
from collections.abc import Iterator

import pytest

from dragoman.record.cases import Case, JudgedStage, played
from dragoman.report import describe_order, explain, results_sheet
from dragoman.rules import Ask, Variant
from dragoman.translate import phrase_book
from dragoman.variants import load
from tests.test_cases import all_cases

ENGLISH = re.compile(
    r"\b(the|and|or|is|are|by|to|with|from|which|where|not|no|only|fails|void|supports?|army|fleet"
    r"|orders?|units?|builds|centers|dislodged|retreats?|moves?|holds?|has|have|this|that|it)\b"
)
"""Words that no German sentence has, and no name on a board."""
PARTS = re.compile(r"\((army|fleet)\)")
"""How orders name the parts of a unit."""
LONG = 60
"""An order with more letters has words of a player's own."""
EACH = 20
"""Of so many cases one is looked at each time."""


def said(variant: Variant, one: JudgedStage) -> Iterator[str]:
    """What is said of a phase: order by order, and in the sheet but for its head."""
    say = phrase_book("de").say
    before, after = Ask(variant, one.state), Ask(variant, one.resolution.state)
    for verdict in one.resolution.verdicts:
        yield say(describe_order(verdict.order, before))
        yield say(explain(verdict, before))
    yield results_sheet(one.resolution, before, after, say).partition("\n\n")[2]


def left_over(default: str, case: Case) -> Iterator[str]:
    """What is said of a case with a word of English in it."""
    variant = load(case.variant or default, case.options)
    for one in played(case, variant, []):
        own = any(len(str(verdict.order)) > LONG for verdict in one.resolution.verdicts)
        for text in said(variant, one) if not own else ():
            if ENGLISH.search(PARTS.sub("", text)):
                yield text


def test_what_the_judge_says_is_german() -> None:
    # The first of every variant and some of all others.
    cases = all_cases()
    first = {name: n for n, (name, _) in reversed(list(enumerate(cases)))}
    chosen = sorted({*first.values(), *range(0, len(cases), EACH)})
    assert [text for n in chosen for text in left_over(*cases[n])] == []


@pytest.mark.long
def test_what_the_judge_says_of_all_cases_is_german() -> None:
    assert [text for name, case in all_cases() for text in left_over(name, case)] == []
