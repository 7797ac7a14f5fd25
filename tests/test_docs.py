"""What the documentation promises about the rules is there; its commands are run in tests/docs."""

import re
from pathlib import Path

from dragoman.rules import QUESTIONS

PAGE = Path(__file__).parents[1] / "docs" / "questions.md"


def test_every_question_has_a_page() -> None:
    """`docs/questions.md` has a section for each question, and for nothing else."""
    sections = re.findall(r"^### `?(\w+)`?$", PAGE.read_text(encoding="utf-8"), re.M)
    assert sorted(sections) == sorted(QUESTIONS)
