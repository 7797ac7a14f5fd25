"""Compositions: modules listed in a file or joined in a reference, in the order that counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from dragoman.errors import DataError, RequestError
from dragoman.modules import MODULES
from dragoman.rules import Variant
from dragoman.variants import answers, load, shared_questions
from dragoman.variants.load import draft_of
from tests.rules.modules import composed, tiny_modules
from tests.rules.table import at, judged


@pytest.fixture(autouse=True)
def modules() -> Iterator[None]:
    """The tiny modules, known by name."""
    with tiny_modules():
        yield


def strength(variant: Variant) -> str:
    """What an attack by an army counts for, with its terms."""
    ask = at("S1901M", {"France": "A par", "Germany": "F pic"}, variant=variant)
    return str(judged(ask, {"France": "A par - pic"}).verdicts[0].reason.mine)


def test_the_order_in_the_file_decides(tmp_path: Path) -> None:
    """Drilled then doubled is four, doubled then drilled is three."""
    first = load(str(composed(tmp_path, "drill", "twice", name="first")))
    second = load(str(composed(tmp_path, "twice", "drill", name="second")))
    assert strength(first) == "4 = army 1 + drill 1 + doubled 2"
    assert strength(second) == "3 = army 1 + doubled 1 + drill 1"
    assert shared_questions(first) == {"strength": ("drill", "twice")}
    assert shared_questions(second) == {"strength": ("twice", "drill")}


def test_modules_tell_what_they_answer(tmp_path: Path) -> None:
    variant = load(str(composed(tmp_path, "rich", "easy", "hovercraft")))
    assert answers(variant) == {
        "rich": ("entitlement", "show"),
        "easy": ("win_at",),
        "hovercraft": (),
    }
    assert shared_questions(variant) == {}
    assert variant.modules == ("rich", "easy", "hovercraft")


def test_options_of_modules_are_options_of_the_variant(tmp_path: Path) -> None:
    """A file presets them beside the module or apart; a game chooses among what they allow."""
    beside = str(composed(tmp_path, '{ use = "drill", bonus = 3 }'))
    assert load(beside).settings["bonus"] == 3
    assert strength(load(beside)) == "4 = army 1 + drill 3"
    assert strength(load(beside, {"bonus": 1})) == "2 = army 1 + drill 1"
    with pytest.raises(RequestError, match="option bonus must be from 1 to 3, not 4"):
        load(beside, {"bonus": 4})
    wrong = str(composed(tmp_path, '{ use = "drill", bonus = 9 }', name="wrong"))
    with pytest.raises(DataError, match="must be from 1 to 3, not 9") as error:
        load(wrong)
    assert error.value.key == "options.bonus"


def test_a_module_brings_pieces(tmp_path: Path) -> None:
    """A hovercraft crosses land and sea, and its letter is read in orders."""
    variant = load(str(composed(tmp_path, "hovercraft")))
    ask = at("S1901M", {"France": "H bre"}, variant=variant)
    assert judged(ask, {"France": "H bre - mao"}).verdicts[0].outcome == "done"


def test_a_composition_is_refused_with_the_reason_of_the_module(tmp_path: Path) -> None:
    ref = str(composed(tmp_path, "landlubbers", "hovercraft"))
    with pytest.raises(RequestError, match="landlubbers cannot be used here: it knows no hovercr"):
        load(ref)
    assert load(str(composed(tmp_path, "landlubbers", name="calm"))).numbers["win_at"] == 18


def test_options_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two modules whose options are called alike could not both be set."""
    monkeypatch.setitem(MODULES, "practice", replace(MODULES["drill"], name="practice"))
    ref = str(composed(tmp_path, "drill", "practice"))
    with pytest.raises(RequestError, match="drill and practice both have an option bonus, so one"):
        load(ref)


def test_references_are_joined(tmp_path: Path) -> None:
    """`a+b@c`: the rules of a, then of b, on the board of c."""
    composed(tmp_path, "drill", name="one")
    composed(tmp_path, "twice", "rich", name="two")
    joined = load("one+two", None, [tmp_path])
    assert joined.modules == ("drill", "twice", "rich")
    assert (joined.id, joined.name, joined.map.id) == ("one+two", "One + Two", "standard")
    turned = load("two+one", None, [tmp_path])
    assert turned.modules == ("twice", "rich", "drill")
    elsewhere = load("one+two@cline", None, [tmp_path])
    assert (elsewhere.map.id, elsewhere.modules) == ("cline", ("drill", "twice", "rich"))
    assert elsewhere.numbers["win_at"] == load("cline").numbers["win_at"]


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("one+nowhere", "no variant 'nowhere'"),
        ("one@nowhere", "no variant 'nowhere'"),
        ("one+", "no variant ''"),
        ("+one", "no variant ''"),
        ("one+one", "one is named twice"),
        ("one+cline", "cline adds no rules; to play on its board write @cline"),
    ],
)
def test_references_that_mean_nothing_are_refused(tmp_path: Path, ref: str, reason: str) -> None:
    composed(tmp_path, "drill", name="one")
    with pytest.raises(RequestError, match=reason):
        load(ref, None, [tmp_path])


def test_data_of_a_file_are_what_modules_look_up(tmp_path: Path) -> None:
    """Those of a base are taken over; in a composition the board's lie under those of the rules."""
    for name, data in {"low": "a = 1\nb = [1]", "high": 'a = 2\nc = "x"'}.items():
        (tmp_path / name).mkdir()
        (tmp_path / f"{name}/variant.toml").write_text(
            f'id = "{name}"\nname = "{name}"\nversion = 1\nsummary = "A test."\n'
            f'base = "standard"\nmodules = ["victory"]\n[data]\n{data}\n'
        )
    regular = load("standard").data
    assert load("low", None, [tmp_path]).data == {**regular, "a": 1, "b": [1]}
    mixed = load("high@low", None, [tmp_path])
    assert mixed.data == {**regular, "a": 2, "b": [1], "c": "x"}
    draft = draft_of(mixed)
    assert draft.look_up("b", list[int], []) == [1]
    assert draft.look_up("none", list[int], [7]) == [7]
    with pytest.raises(RequestError, match=r"data\.c: Expected `int`, got `str`"):
        draft.look_up("c", int, 0)
