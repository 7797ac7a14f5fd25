"""Rules pages: all parts of a composition, the options chosen, and nothing that is false there."""

import re
from pathlib import Path
from typing import Any

import pytest

import dragoman.variants
from dragoman.rules import EDITIONS, EDITIONS_ABOUT, Option
from dragoman.variants import described, load, variant_ids
from dragoman.variants.load import modules_of
from dragoman.variants.option_words import choice_words, title
from dragoman.variants.pages import rules_page
from tests.lab.toys import write_toys

FOLDER = Path(dragoman.variants.__file__).parent
SEEDS = {
    "catspaw": 11,
    "cline": 10,
    "escalation": 9,
    "cat": 10,
    "militarism": 4,
    "heptadiplomacy": 8,
}


def section(text: str, head: str) -> str:
    """One section of a page."""
    found = re.search(rf"(?ms)^## {head}\n.*?(?=^## |\Z)", text)
    return found[0] if found else ""


def page(ref: str, **options: Any) -> str:
    """The rules page of a variant with its options."""
    return rules_page(load(ref, options))


@pytest.mark.parametrize(("name", "rules"), SEEDS.items())
def test_every_rule_has_the_number_of_the_document(name: str, rules: int) -> None:
    text = page(name)
    listed = section(text, "Rules") or section(text, "The rules")
    assert re.findall(r"(?m)^(\d+)\. ", listed) == [str(n) for n in range(1, rules + 1)]
    heads = re.findall(r"(?m)^## (.+)$", text)
    assert {"This game", "Examples", "Rulings", "Reasons"} <= {*heads}
    assert "Writing orders" in heads or "Orders are written" in text
    assert "waive" in text and "docs/variants" not in text


@pytest.mark.parametrize("name", ["para_time", "twin_earths", "twin_earths_1", "youngstown"])
def test_what_the_documents_only_name_has_examples_too(name: str) -> None:
    assert section(page(name), "Examples").count("\n| ") > 7


def test_the_rules_of_cline_are_where_its_document_has_them() -> None:
    rules = dict(re.findall(r"(?m)^(\d+)\. (.+)$", section(page("cline"), "Rules")))
    assert rules["3"].startswith("Turkey begins with an army in Constantinople")
    assert rules["4"].startswith("Piedmont, Corsica, the Canary Islands")
    four = section(page("cline"), "Rules").partition("4. ")[2].partition("5. ")[0]
    assert "Tunis is neutral" in four and "45 centers" in four and "23 wins" in four


@pytest.mark.parametrize("name", ["cat", "cline"])
def test_a_reconstruction_says_so(name: str) -> None:
    assert "the board is a reconstruction" in load(name).summary
    assert "reconstruction" in page(name)


def test_a_mix_has_the_rules_of_all_its_parts() -> None:
    text = page("catspaw+fog@youngstown")
    assert re.findall(r"(?m)^## (.+)$", text) == [
        "This game",
        "Catspaw",
        "Fog of War",
        "Youngstown",
    ]
    assert "Suez" in text and "something unseen" in text and "extra orders" in text


def test_figures_are_those_of_the_game() -> None:
    """Catspaw on Youngstown with five: 37 win, twelve extra orders at first."""
    text = section(page("catspaw@youngstown", players=5), "This game")
    assert "10 powers, 72 centers. 37 centers win." in text
    assert "5 players hold a power each; 5 of 10 powers are nobody's." in text
    assert "12 with 0 to 1, 11 with 2 to 4" in text and "1 with 32 to 34, none with more" in text
    assert "Where the rules below name other numbers, these hold." in text
    plain = section(page("catspaw"), "This game")
    assert "6 with 0, 5 with 1 to 3, 4 with 4 to 6" in plain and "other numbers" not in plain


def test_no_rule_says_three_players_where_there_are_five() -> None:
    rules = section(page("catspaw", players=5), "Rules")
    assert "where 18" in rules and "Three players" not in rules


@pytest.mark.parametrize(
    ("ref", "options", "sentence"),
    [
        ("escalation", {"players": 2}, "2 players place 12 pieces each."),
        ("escalation", {"players": 2, "pieces": 17}, "2 players place 17 pieces each."),
        ("heptadiplomacy", {"boards": 3}, "3 boards. 7 players, each with the same country"),
        ("heptadiplomacy", {"assignment": "B"}, "each with a different country on each board"),
        ("heptadiplomacy", {"module": 1}, "Module 1: units pass to the same province"),
        ("heptadiplomacy", {}, "130 between them and 63 each, three 185 and 58 each."),
        ("twin_earths", {}, "2 boards. Each country of each board is a power of its own."),
        (
            "heptadiplomacy",
            {"boards": 2, "assignment": "B"},
            "- Neighbors: any two players on 0 to 2 of the 2 boards.",
        ),
        ("standard", {"convoy_intent": "via"}, "only when the order says via"),
        ("cline", {"win_at": 20}, "Winning number (`win_at`): 20."),
        ("standard", {"edition": "1971"}, "Rulebook (`edition`): 1971."),
    ],
)
def test_options_are_described_by_what_they_come_to(
    ref: str, options: dict[str, Any], sentence: str
) -> None:
    assert sentence in section(rules_page(load(ref, options)), "This game")


def test_a_board_twice_and_a_vote_agree_on_the_number_of_players() -> None:
    """Fourteen powers are not fourteen players where most powers are nobody's."""
    text = section(page("catspaw+twin_earths"), "This game")
    assert "3 players hold a power each; 11 of 14 powers are nobody's." in text
    assert "14 players" not in text


def test_no_rule_says_of_two_boards_what_is_true_of_seven() -> None:
    text = page("heptadiplomacy", boards=2, assignment="B")
    assert "on the seven boards no two players are neighbors" in text
    assert "for seven boards, makes any two players neighbors on three to five" in text


def test_what_has_no_rules_page_is_described_by_its_modules(tmp_path: Path) -> None:
    write_toys(tmp_path)
    (tmp_path / "even/rules.md").unlink()
    alone = rules_page(load("even", None, [tmp_path]), [tmp_path])
    assert "9 centers win." in section(alone, "This game")
    mixed = rules_page(load("catspaw+doubling@even", None, [tmp_path]), [tmp_path])
    assert re.findall(r"(?m)^## (.+)$", mixed) == [
        "This game",
        "Catspaw",
        "Doubling",
        "What results say",
    ]
    (tmp_path / "copy").mkdir()
    text = (FOLDER / "doubling/variant.toml").read_text(encoding="utf-8")
    (tmp_path / "copy/variant.toml").write_text(text.replace('"doubling"', '"copy"', 1))
    copied = rules_page(load("copy", None, [tmp_path]), [tmp_path])
    assert all(f"- {module.about}" in copied for module in modules_of(load("doubling")))


def test_the_command_tells_the_rules_as_well() -> None:
    variant = load("catspaw@youngstown", {"players": 5})
    assert described(variant).endswith(rules_page(variant))


def all_options() -> dict[str, Option]:
    """Every option of every variant."""
    return {o.name: o for ref in variant_ids(()) for o in load(ref).schema}


def test_every_option_has_a_name_and_every_choice_a_sentence() -> None:
    for name, option in all_options().items():
        assert title(option)[0].isupper() and "_" not in title(option), name
        assert {*choice_words(option)} == {str(choice) for choice in option.choices}, name
        assert all(len(words.split()) > 1 for words in choice_words(option).values()), name
    assert EDITIONS_ABOUT.keys() == EDITIONS.keys()
