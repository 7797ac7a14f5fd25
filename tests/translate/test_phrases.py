"""Sentences found in a phrase book, filled in again, and the answers that hold them."""

from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from dragoman.translate import PhraseBook, Said, books, phrase_book, preferred, translated
from tests.translate.sentences import is_prose

BOOK = PhraseBook(
    {
        "{unit} holds": "{unit} hält",
        "{seat} sat down as {power}": "{seat:raw} spielt jetzt {power}",
        "fails: {why}": "scheitert: {why}",
        "fails: {mine} against {theirs}": "scheitert mit {mine} gegen {theirs}",
        "{names} are gone": "{names:list} sind weg",
        "army": "Armee",
        "fleet": "Flotte",
    },
    {" and ": " und "},
)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("army holds", "Armee hält"),
        ("Army holds", "Armee hält"),
        ("fails: 1 against 2", "scheitert mit 1 gegen 2"),
        ("fails: army holds", "scheitert: Armee hält"),
        ("army, fleet and army are gone", "Armee, Flotte und Armee sind weg"),
        ("army sat down as fleet", "army spielt jetzt Flotte"),
        ("nobody knows this", "nobody knows this"),
        ("", ""),
    ],
)
def test_sentences_are_found_and_filled_in(english: str, german: str) -> None:
    assert BOOK.say(english) == german


class Row(Struct):
    text: Said
    name: str
    rows: "list[Row]" = []
    more: dict[str, Said] = {}
    last: Said | None = None


def test_of_an_answer_only_sentences_are_translated() -> None:
    row = Row("army", "army", [Row("fleet", "fleet")], {"army": "army"}, "fleet")
    assert translated([row], BOOK.say) == [
        Row("Armee", "army", [Row("Flotte", "fleet")], {"army": "Armee"}, "Flotte")
    ]
    assert msgspec.json.encode(row) == msgspec.json.encode(translated(row, str))
    assert translated("army", BOOK.say) == "army"


def test_what_is_a_powers_is_said_behind_it() -> None:
    assert phrase_book("de").say("French A par - bur") == "A par - bur (France)"


def test_modules_of_installed_packages_bring_their_phrases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "sung.py",
        "sung.de.toml",
        "spoken/__init__.py",
        "spoken/de.toml",
        "other.de.toml",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint(one, f"{one}:MODULE", books.MODULES) for one in ("sung", "spoken", "gone")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    brought = [file for file in books.phrase_files("de") if file.is_relative_to(tmp_path)]
    assert brought == [tmp_path / "sung.de.toml", tmp_path / "spoken" / "de.toml"]


def test_what_is_put_together_is_said_part_by_part() -> None:
    assert BOOK.say("army holds (2 army + fleet 1)") == "Armee hält (2 Armee + Flotte 1)"
    assert BOOK.say("fails: (1 against 2) against 2") == "scheitert mit (1 against 2) gegen 2"
    assert BOOK.say("A par") == "A par"


def test_a_colon_of_a_template_is_not_taken_for_that_of_a_frame() -> None:
    german = phrase_book("de").say
    assert german("½ (fleet 1, less ½: border)") == "½ (Flotte 1, weniger ½: Grenze)"
    assert german("Next: Winter 1901, adjustments.") == "Es folgt: Winter 1901, Anpassung."


@pytest.mark.parametrize("again", ["a ", "void: ", "1 ", "x; ", "(", ")(", "a, (b and ", "A "])
def test_what_somebody_writes_takes_no_time(again: str) -> None:
    said = phrase_book("de").say(again * (999 // len(again)))
    assert len(said) < 2000


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("de-CH, en;q=0.5", "de"), ("en, de", "en"), ("xx;q=x, de;q=0.1", "de")],
)
def test_a_browser_says_what_it_prefers(header: str, language: str) -> None:
    assert preferred(header) == language


def test_prose_is_distinguished_from_codes() -> None:
    assert is_prose("{seat} is taken") and is_prose("the seat")
    assert not is_prose("seat:{table}:{seat}") and not is_prose("no_such_unit")
