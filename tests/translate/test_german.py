"""German is complete: every entry has its German, none is left over, and they name the same."""

import re
import tomllib
from pathlib import Path

import pytest

from dragoman.translate.books import PACKAGE, phrase_files, read_phrases
from dragoman.translate.phrases import FIELD
from dragoman.web.pages.look import HERE
from tests.translate.collect import entries

LEFT_OUT = {"are"}
"""What English fills in for its grammar's sake, and other languages do without."""

STRINGS = HERE / "strings"


def interface(language: str) -> dict[str, str]:
    """The strings of the pages by their keys."""
    read = tomllib.loads((STRINGS / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{part}.{key}": text for part, rows in read.items() for key, text in rows.items()}


def fields(template: str) -> set[str]:
    """What is filled into a template."""
    return {name for name, _ in FIELD.findall(template)}


def test_every_string_of_the_pages_is_said_in_german() -> None:
    english, german = interface("en"), interface("de")
    assert german.keys() == english.keys()
    assert {k for k in german if fields(german[k]) != fields(english[k])} == set()


@pytest.fixture(scope="module")
def wanted() -> dict[str, Path]:
    return entries()


def test_every_phrase_is_said_in_german(wanted: dict[str, Path]) -> None:
    said = {text for file in phrase_files("de") for text in read_phrases(file)}
    lacking = {t: str(f.relative_to(PACKAGE)) for t, f in wanted.items() if t and t not in said}
    assert lacking == {}


def test_no_german_phrase_is_left_over(wanted: dict[str, Path]) -> None:
    for file in phrase_files("de"):
        assert {text for text in read_phrases(file) if text not in wanted} == set(), file


def test_phrases_name_what_the_english_names() -> None:
    for file in phrase_files("de"):
        for english, german in read_phrases(file).items():
            assert fields(german) - LEFT_OUT == fields(english) - LEFT_OUT, (file, english)
            assert german and not re.search(r"\{[^}]*$", german), (file, english)


def test_a_phrase_has_one_german() -> None:
    known: dict[str, str] = {}
    for file in phrase_files("de"):
        for english, german in read_phrases(file).items():
            assert known.setdefault(english, german) == german, (file, english)
