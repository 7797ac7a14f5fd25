"""Compositions: built without code, described with whose answer counts, refused with a reason."""

from pathlib import Path
from typing import Any

import pytest

from dragoman.errors import RequestError
from dragoman.modules import MODULES
from dragoman.variants import answers, described, load, shared_questions
from tests.docs.pages import ROOT

OURS = ("black_hole", "catspaw", "cline", "escalation", "youngstown")

FILE = """
id = "mix"
name = "Mix"
version = 1
summary = "Catspaw and Black Hole on the Cline board, from a file."
base = "cline"
edition = "1971"
modules = [{ use = "plurality", players = 4 }, { use = "black_hole", family = "closing" }]
"""


def test_a_composition_tells_which_modules_answer_alike() -> None:
    """Modules that answer the same question are named in the order that counts."""
    variant = load("catspaw+black_hole@youngstown")
    assert variant.modules == ("victory", "plurality", "black_hole")
    both = ("plurality", "black_hole")
    assert shared_questions(variant) == dict.fromkeys(
        ("aftermath", "phases", "disclose", "show"), both
    )
    text = described(variant)
    assert "Map youngstown: 180 spaces, 72 centers." in text
    assert "  aftermath: plurality, then black_hole\n" in text
    assert "answers map, aftermath, win_at, upheld" in text


def test_a_composition_takes_the_rules_of_the_first_and_the_numbers_of_the_board() -> None:
    """Catspaw is played by the book of 1971 wherever it is played, to the board's own number."""
    variant = load("catspaw@cline")
    assert (variant.settings["edition"], variant.policies.paradox) == ("1971", "attack")
    assert (variant.map.id, variant.numbers["win_at"]) == ("cline", 23)


def test_a_single_module_shares_nothing() -> None:
    """A variant of one module says what it answers, and nothing about an order."""
    text = described(load("black_hole"))
    assert set(answers(load("black_hole"))) == {"black_hole"}
    assert "Answered by several" not in text
    assert "Modules" not in described(load("standard"))


def test_options_are_described_with_their_source() -> None:
    """Each option tells its default, its ruling and its choices."""
    text = described(load("catspaw"))
    assert "  refund_invalid: Impossible extra orders are free (default false, C7)\n" in text
    assert "  powers: Powers that are played (default none, C1)\n" in text
    assert "  win_at: Winning number (default 18, at least 1)\n" in text
    assert "  cycle_name: Name of a round of years (default none)\n" in described(load("doubling"))
    assert "  capitals: Where unplaced leaders stand (default vie, lon, par, ber, " in described(
        load("militarism")
    )
    assert "lvp, wal, yor; France, bre, bur, " in described(load("twin_earths"))


def test_a_file_composes_like_a_reference(tmp_path: Path) -> None:
    """A file with a base and modules needs no code, and its settings are defaults."""
    folder = tmp_path / "mix"
    folder.mkdir()
    (folder / "variant.toml").write_text(FILE, encoding="utf-8")
    variant = load(str(folder))
    assert (variant.map.id, variant.modules) == ("cline", ("plurality", "black_hole"))
    assert (variant.settings["players"], variant.settings["family"]) == (4, "closing")


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("catspaw+escalation", "a power that nobody holds cannot place its pieces"),
        ("escalation+catspaw", "a power that nobody holds cannot place its pieces"),
        ("catspaw+catspaw", "catspaw is named twice"),
        ("catspaw+cline", "cline adds no rules; to play on its board write @cline"),
        ("catspaw+nowhere", "no variant 'nowhere'"),
        ("escalation+militarism", "another module has moved the start of the game"),
        ("militarism+escalation", "leaders begin in home centers, and no power has any"),
    ],
)
def test_what_cannot_work_is_refused_with_a_reason(ref: str, reason: str) -> None:
    """A combination that cannot work names the module that objects, and why."""
    with pytest.raises(RequestError, match=reason):
        load(ref)


@pytest.mark.parametrize("name", [*OURS, "cat", "militarism", "doubling"])
def test_the_page_of_a_variant_leads_to_its_rules(name: str) -> None:
    """Rules and rulings are written once, beside the variant, where the site finds them too."""
    page = (ROOT / f"docs/variants/{name}.md").read_text(encoding="utf-8")
    assert f"../../src/dragoman/variants/{name}/rules.md" in page
    assert "| ruling |" not in page


@pytest.mark.parametrize("name", [*OURS, "cat", "militarism", "doubling"])
def test_every_option_of_its_own_is_on_the_page(name: str) -> None:
    """Options that a variant's modules bring stand in its table with their defaults."""
    files = (f"docs/variants/{name}.md", f"src/dragoman/variants/{name}/rules.md")
    page = "".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    variant = load(name)
    common = {option.name for option in load("standard").schema}
    for option in variant.schema:
        if option.name not in common:
            assert f"| `{option.name}` |" in page


@pytest.mark.parametrize(
    ("ref", "options", "sentence"),
    [
        ("standard", {}, "18 centers win."),
        ("cline", {"win_at": 20}, "20 centers win."),
        ("cat", {}, "All neutral centers and the whole of one's home country win."),
        ("catspaw@cat", {}, "All neutral centers and the whole of one's home country win."),
        ("militarism", {"victory": "majority_of_units"}, "A majority of all units wins."),
        ("militarism", {"victory": "units"}, "18 units win."),
        ("militarism", {}, "18 centers win."),
        (
            "black_hole",
            {"family": "closing"},
            "18 centers win. As centers vanish fewer are needed.",
        ),
        ("black_hole", {}, "A majority of the units on the board is needed as well."),
        ("twin_earths", {}, "23 units on the board win."),
        (
            "heptadiplomacy",
            {},
            "70 centers win. Two who claim it together need 130 between them and 63 each, "
            "three 185 and 58 each.",
        ),
    ],
)
def test_what_wins_is_said_as_it_is(ref: str, options: dict[str, Any], sentence: str) -> None:
    """The description says what the rules of the combination ask of a winner."""
    assert f" {sentence}\n" in described(load(ref, options))


def test_what_answers_nothing_says_so() -> None:
    """A module that only brings pieces, or that its options switch off, has no empty list."""
    text = described(load("cat"))
    assert "    answers no question\n  doubling" in text
    assert "    answers no question as it is set\n" in text


def test_whose_idea_it_was_is_said_in_english() -> None:
    """A designer, or the design that a variant comes after."""
    assert "\nBy Ernie Melchoir, " in described(load("cat"))
    assert "\nAfter Ernie Melchoir's Cat Diplomacy, 1974.\n" in described(load("doubling"))


def test_a_default_that_depends_on_the_board_is_shown_for_that_board() -> None:
    """Catspaw has three seats, over the three powers of Cat two, and tells so."""
    assert "  players: Number of players (default 3, at least 2, rule 11)\n" in described(
        load("catspaw")
    )
    assert "  players: Number of players (default 2, at least 2, rule 11)\n" in described(
        load("catspaw@cat")
    )
    assert "  players: Number of players (default 2, at least 2, rule 11)\n" in described(
        load("catspaw@cat", {"players": 2})
    )


def test_options_have_names_of_their_own() -> None:
    """Only Catspaw and Escalation share one, and they do not go together."""
    names = [o.name for m in MODULES.values() for o in m.options if m.name != "placement"]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("ref", ["militarism+black_hole", "black_hole+militarism"])
def test_militarism_and_black_hole_keep_their_own_ideas_of_victory(ref: str) -> None:
    """`victory` is Militarism's, `majority` is Black Hole's, and both hold."""
    variant = load(ref, {"victory": "centers"})
    assert (variant.settings["victory"], variant.settings["majority"]) == ("centers", "family")
    assert "A majority of the units on the board is needed as well." in described(variant)
