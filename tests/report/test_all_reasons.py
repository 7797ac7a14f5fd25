"""Every reason that comes up in any case of any variant has a sentence of its own."""

import re
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from dragoman.judge import adjudicate
from dragoman.model import Resolution, Verdict
from dragoman.record import cases
from dragoman.record.cases import run_case
from dragoman.report import explain
from dragoman.rules import Ask
from tests.test_cases import all_cases

RAW = re.compile(r"[{}]|\b[a-z]+_[a-z_]+\b|None|\(\)|  ")
"""What no sentence has: braces, codes, nothings, empty brackets, double blanks."""


def judged() -> Iterator[tuple[str, Ask, Verdict]]:
    """Every verdict of every case, with the variant and the position that it is about."""
    seen: list[tuple[Ask, Resolution]] = []

    def listening(variant, state, ballots, lots=None):  # type: ignore[no-untyped-def]
        found = adjudicate(variant, state, ballots, lots)
        seen.append((Ask(variant, state), found))
        return found

    with patch.object(cases, "adjudicate", listening):
        for name, case in all_cases():
            seen.clear()
            run_case(case, name)
            yield from ((name, ask, v) for ask, found in seen for v in found.verdicts)


@pytest.fixture(scope="module")
def sentences() -> dict[tuple[str, str], set[str]]:
    """What is said of each reason, by outcome and code."""
    found: dict[tuple[str, str], set[str]] = {}
    for _, ask, verdict in judged():
        key = verdict.outcome, verdict.reason.code
        found.setdefault(key, set()).add(explain(verdict, ask))
    return found


def test_each_is_a_sentence(sentences: dict[tuple[str, str], set[str]]) -> None:
    odd = {text for texts in sentences.values() for text in texts if not text or RAW.search(text)}
    assert odd == set()
    assert len(sentences) > 50


def test_outcomes_show_in_their_sentences(sentences: dict[tuple[str, str], set[str]]) -> None:
    """What is void says so first, and nothing that was done says that it failed."""
    for (outcome, code), texts in sentences.items():
        for text in texts:
            assert text.startswith("void") == (outcome == "void"), (code, text)
            assert outcome != "done" or not text.startswith("fails"), (code, text)
