"""The words that variants and modules bring: a year, kinds of piece, verbs, and their clashes."""

from pathlib import Path

import pytest

from dragoman.errors import DataError, NotationError, RequestError
from dragoman.geo import Province
from dragoman.model import Power, Verb, read_phase
from dragoman.notation import read_orders
from dragoman.record import Game
from dragoman.record.conformance import conformance
from dragoman.record.replay import opening
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from dragoman.words.language import language

HEAD = 'id = "own"\nname = "Own"\nversion = 1\nsummary = "x"\nbase = "standard"\n'
SEASONS = """
[year]
phases = ["Spring M", "Spring R", "Summer M", "Summer R", "Fall M", "Fall R", "Winter M",
  "Winter R", "Winter A"]
letters = { Summer = "U" }
capture_after = ["Fall", "Winter"]
"""
WINGS = """
[kinds.W]
name = "wing"
modes = ["land", "sea"]
captures = false
also = ["plane"]

[powers.France]
homes = ["bre", "mar", "par"]
units = ["A mar", "A par", "W bre"]

[powers.Germany]
homes = ["ber", "kie", "mun"]
units = ["A ber", "F kie", "A mun"]
"""


def own(folder: Path, text: str, ref: str = "own") -> Variant:
    """A variant of one's own, built on Standard."""
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "variant.toml").write_text(HEAD + text, encoding="utf-8")
    return load(ref, None, [folder])


def module(folder: Path, name: str, text: str) -> None:
    """A module of one's own that answers nothing."""
    head = "from dragoman.model import *\nfrom dragoman.rules import *\n"
    call = f"MODULE = Module({name!r}, 'x', lambda rules, draft, settings: rules, {text})\n"
    (folder / f"{name}.py").write_text(head + call, encoding="utf-8")


def test_a_year_of_four_seasons_is_played(tmp_path: Path) -> None:
    """Its codes, names and order come from the file, and so does where ownership is settled."""
    variant = own(tmp_path, SEASONS)
    game = Game.new("own", folders=[tmp_path])
    seen = [str(game.phase)]
    while str(game.phase) != "S1902M":
        game.advance()
        seen.append(str(game.phase))
    assert seen == ["S1901M", "U1901M", "F1901M", "W1901M", "S1902M"]
    ask = Ask(variant, opening(variant, (), "0"))
    assert variant.rules.label(ask, read_phase("U1901R")) == "Summer 1901, retreats"
    [played] = conformance(variant, games=1, years=2)
    assert played.faults == ()


def test_centers_change_hands_where_the_year_says(tmp_path: Path) -> None:
    own(tmp_path, SEASONS)
    game = Game.new("own", folders=[tmp_path])
    for orders in ("A par - bur", "A bur - bel", ""):
        game.submit("France", orders)
        game.advance()
    assert str(game.phase) == "W1901M"
    assert game.state.owners[Province("bel")] == "France"
    game = Game.new("own", folders=[tmp_path])
    for orders in ("A par - bur", "A bur - bel"):
        game.submit("France", orders)
        game.advance()
    assert str(game.phase) == "F1901M"
    assert "bel" not in game.state.owners


def test_winter_is_settled_before_its_builds(tmp_path: Path) -> None:
    """A center that is taken in Winter feeds a unit in the same Winter."""
    own(tmp_path, SEASONS)
    game = Game.new("own", folders=[tmp_path])
    for orders in ("", "", "A par - bur", "A bur - bel"):
        game.submit("France", orders)
        game.advance()
    assert str(game.phase) == "W1901A"
    assert game.ask.rules.entitlement(game.ask, Power("France")) == 1


def test_a_year_goes_with_its_rules_to_other_boards(tmp_path: Path) -> None:
    assert own(tmp_path, SEASONS, "own@youngstown").year.phases[2] == ("U", "M")
    assert load("youngstown").year.phases[2] == ("F", "M")


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("[year]\nmonths = 12", "year.months", "is not a key of the year"),
        ("[year]\nphases = 3", "year.phases", "expected a list of texts"),
        ('[year]\nphases = ["Spring X"]', "year.phases", "'Spring X': write a season and one of M"),
        ('[year]\nphases = ["M"]', "year.phases", "'M': write a season and one of M (movement)"),
        (
            '[year]\nphases = ["Spring A"]\ncapture_after = ["Spring"]',
            "year.phases",
            "expected different phases, one of them of movement",
        ),
        (
            '[year]\nphases = ["Spring M", "Summer M"]\ncapture_after = ["Summer"]',
            "year.letters",
            "expected a letter of its own for each season: Spring = S, Summer = S",
        ),
        (
            '[year]\nphases = ["Spring M"]\nletters = { Spring = 1 }\ncapture_after = ["Spring"]',
            "year.letters",
            "expected a letter for each season",
        ),
        (
            '[year]\nphases = ["Spring M"]\ncapture_after = ["Fall"]',
            "year.capture_after",
            "'Fall' is no season: Spring",
        ),
        ('start = "W1901M"', "start", "no game begins in W1901M"),
        ("[kinds.w]\nname = 'x'", "kinds.w", "a kind goes by one or two capital letters"),
        ("[kinds]\nW = 3", "kinds.W", "expected a table, found 3"),
        ("[kinds.W]\nspeed = 3", "kinds.W.speed", "is not a key; the keys are name"),
        ("[kinds.W]\nname = 3", "kinds.W.name", "expected a str; the keys are name"),
        (
            "[kinds.W]\nname = 'wing'\nmodes = ['air']",
            "kinds.W",
            "expected a name, and modes among",
        ),
        (
            "[kinds.W]\nname = 'wing'\nmodes = ['land']\ncarries = ['Q']",
            "kinds.W",
            "no kind of unit 'Q'",
        ),
    ],
)
def test_a_wrong_year_or_kind_is_refused(tmp_path: Path, text: str, key: str, problem: str) -> None:
    with pytest.raises(DataError) as error:
        own(tmp_path, text)
    assert error.value.key == key
    assert error.value.problem.startswith(problem)


def test_a_kind_of_the_file_stands_moves_and_is_read(tmp_path: Path) -> None:
    variant = own(tmp_path, WINGS)
    state = opening(variant, (), "0")
    ask = Ask(variant, state)
    read = read_orders("plane Brest - English Channel", language(ask), state)
    assert [str(order) for order in read] == ["W bre - eng"]
    [played] = conformance(variant, games=1, years=2)
    assert played.faults == ()


def test_a_module_brings_a_kind_that_the_file_may_place(tmp_path: Path) -> None:
    module(tmp_path, "birds", "kinds=(Kind('B', 'bird', frozenset({'land', 'sea'})),)")
    text = 'modules = ["birds"]\n[powers.France]\nhomes = ["bre"]\nunits = ["B bre"]\n'
    variant = own(tmp_path, text + '[powers.Italy]\nhomes = ["rom"]\n')
    assert [str(u) for u in opening(variant, (), "0").units] == ["B bre"]


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ("verbs=(Verb('zap'),)", "verbs=(Verb('zap', noun='zap'),)", "both have a verb 'zap'"),
        ("verbs=(Verb('a', words=('zap',)),)", "verbs=(Verb('b', words=('zap',)),)", "word 'zap'"),
        ("marks=(Mark('odd'),)", "marks=(Mark('odd', 'very'),)", "both have a mark 'odd'"),
        ("facts=(FactKind('odd'),)", "facts=(FactKind('odd', ()),)", "both have a fact 'odd'"),
        ("verbs=(Verb('hold'),)", "", "one: the verb 'hold' is every variant's"),
        (
            "verbs=(Verb('x', words=('support',)),)",
            "",
            "one: the word 'support' of its verb 'x' is",
        ),
        ("reasons=(ReasonKind('cut', 'failed', 'x'),)", "", "the reason 'cut' is every variant's"),
        ("phases=(PhaseKind('M', 'marches', 'R'),)", "", "the phase 'M' is every variant's"),
    ],
)
def test_words_that_clash_are_refused(tmp_path: Path, first: str, second: str, clash: str) -> None:
    module(tmp_path, "one", first)
    module(tmp_path, "two", second)
    with pytest.raises(RequestError, match=clash):
        own(tmp_path, 'modules = ["one", "two"]')


def test_words_that_are_the_same_may_be_brought_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        module(tmp_path, name, "marks=(Mark('odd'),)")
    assert len(own(tmp_path, 'modules = ["one", "two"]').vocabulary.marks) == 1


STRANGE = (
    "verbs=(Verb('give', (POWER, NUMBER, PROVINCE), ('gives',)), "
    "Verb('swap', (PIECE,), ('swaps',), by_unit=True), Verb('call', (BOARD,)),"
    "Verb('raise', (NEW_PIECE, PLACE)))"
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("gives Germany 3 to Burgundy", "gives Germany 3 bur"),
        ("gives german, 3, bur", "gives Germany 3 bur"),
        ("A par swaps with mar", "A par swaps A mar"),
        ("raise A par, spa (sc)", "raise A par spa/sc"),
    ],
)
def test_a_strangers_verb_is_read(tmp_path: Path, text: str, canonical: str) -> None:
    module(tmp_path, "strange", STRANGE)
    variant = own(tmp_path, 'modules = ["strange"]')
    state = opening(variant, (), "0")
    [order] = read_orders(text, language(Ask(variant, state)), state)
    assert str(order) == canonical
    assert read_orders(canonical, language(Ask(variant, state)), state) == [order]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gives nobody 3 bur", "expected a power"),
        ("gives Germany some bur", "expected a number"),
        ("call par", "expected a board"),
        ("A par swaps", "expected a place"),
    ],
)
def test_what_a_verb_lacks_is_named(tmp_path: Path, text: str, expected: str) -> None:
    module(tmp_path, "strange", STRANGE)
    variant = own(tmp_path, 'modules = ["strange"]')
    state = opening(variant, (), "0")
    with pytest.raises(NotationError, match=expected):
        read_orders(text, language(Ask(variant, state)), state)


@pytest.mark.parametrize("text", ["link par bur", "place A par", "declare homes par", "claim all"])
def test_standard_reads_no_words_of_other_variants(text: str) -> None:
    with pytest.raises(NotationError):
        Game.new("standard").submit("France", text)


def test_a_verb_of_a_unit_needs_one() -> None:
    with pytest.raises(TypeError, match="expected the unit that does it, found 'par'"):
        Verb("strike", by_unit=True)("par")
