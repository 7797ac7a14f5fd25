"""Wrong answers are refused: by mypy, and at load with the module and the question."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.rules import STANDARD, AnswerError
from dragoman.variants import load
from tests.rules.modules import composed

ROOT = Path(__file__).parents[2]

TYPED = '''
"""Answers of modules, one right and the others each wrong in its own way."""

from dragoman.model import Force, Power, Tally
from dragoman.rules import Ask, Mandate, Ruleset


def right(ask: Ask, force: Force) -> Tally | None:
    return Tally(2)


def too_few(ask: Ask) -> Tally | None:
    return None


def of_a_power(ask: Ask, power: Power) -> int:
    return 1


def a_number(ask: Ask, force: Force) -> int:
    return 2


def ended(ask: Ask) -> bool:
    return True


def answers(rules: Ruleset) -> list[Ruleset]:
    return [
        rules.answering(strength=right, entitlement=of_a_power),
        rules.answering(stength=right),  # Unexpected keyword argument "stength" for "Ruleset"; did
        rules.answering(strength=too_few),  # Argument "strength" to "Ruleset" has incompatible type
        rules.answering(strength=a_number),  # Argument "strength" to "Ruleset" has incompatible
        rules.answering(outcome=ended),  # Argument "outcome" to "Ruleset" has incompatible type
        rules.answering(support_worth=of_a_power),  # Argument "support_worth" to "Ruleset" has
        rules.answering(win_at=lambda ask: ask.state),  # Argument "win_at" to "Ruleset" has
        rules.answering(mandate=lambda ask: Mandate()),  # Argument "mandate" to "Ruleset" has
        rules.answering(phases=[]),  # Argument "phases" to "Ruleset" has incompatible type
    ]
'''


def test_mypy_refuses_each_kind_of_wrong_answer(tmp_path: Path) -> None:
    """A wrong name, number of parameters, type of one, or result; and nothing else is wrong."""
    file = tmp_path / "answers_of_mine.py"
    file.write_text(TYPED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    errors = re.findall(r"answers_of_mine\.py:(\d+): error: (.*)", done.stdout)
    wrong = {
        str(number): line.partition("  # ")[2]
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if "  # " in line
    }
    assert {number for number, _ in errors} == set(wrong), done.stdout + done.stderr
    for number, text in wrong.items():
        assert any(said.startswith(text) for at, said in errors if at == number), done.stdout


MODULE = """
from dragoman.rules import Module


def answer(rules, draft, settings):
    return rules.answering({given})


MODULE = Module("odd", "Something is wrong with it.", answer)
"""


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("stength=None", "stength: there is no such question: did you mean strength?"),
        ("weather=None", "weather: there is no such question"),
        ("strength=3", "strength: expected a function of Ask, Force: 3 is not a callable object"),
        (
            "strength=lambda ask: None",
            "strength: expected a function of Ask, Force: too many positional arguments",
        ),
        (
            "win_at=lambda ask, power: 3",
            "win_at: expected a function of Ask: missing a required argument: 'power'",
        ),
        ("phases=lambda ask: {}", "phases: expected a table, found <function"),
    ],
)
def test_a_wrong_answer_is_refused_at_load(tmp_path: Path, given: str, fault: str) -> None:
    """The file, the question, and what would be right."""
    source = MODULE.replace("{given}", given)
    (tmp_path / "odd.py").write_text(source, encoding="utf-8")
    composed(tmp_path, "odd")
    with pytest.raises(DataError) as caught:
        load("mix", None, [tmp_path])
    assert str(caught.value).startswith(f"odd.py: {fault}")


def number(ask: object, force: object) -> int:
    """Not a tally."""
    return 1


def text_or_none(ask: object, force: object) -> str | None:
    """Not a tally either, though none would be right."""
    return None


def of_unknown_type(ask: object, force: object) -> "Nothing":  # type: ignore[name-defined]  # noqa: F821
    """Of a type that is not known when the program runs."""


@pytest.mark.parametrize(
    ("answer", "fault"), [(number, "gives int"), (text_or_none, r"gives str \| None")]
)
def test_a_wrong_kind_of_result_is_refused_where_it_is_given(answer: object, fault: str) -> None:
    """What a function says that it gives must be what the question wants."""
    with pytest.raises(AnswerError, match=rf"strength: {fault}: expected Tally \| None"):
        STANDARD.answering(strength=answer)  # type: ignore[arg-type]


def test_what_cannot_be_seen_is_let_through() -> None:
    """An answer may say nothing of its result, or name a type that is not there."""
    for answer in (of_unknown_type, lambda ask, force: 1):
        assert STANDARD.answering(strength=answer).answered_unlike(STANDARD) == ("strength",)  # type: ignore[arg-type]
