"""Several books at one table: what a file may say, and whose book answers what."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.errors import DataError, RequestError
from dragoman.geo import Place
from dragoman.model import Dislodged, Power, Seat, Unit, read_phase
from dragoman.record import Game
from dragoman.record.conformance import random_game
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from dragoman.variants.tables import unfit
from dragoman.words.speech import spoken_facts

HEAD = """
id = "tried"
name = "Tried"
version = 1
summary = "A table of two boards."
base = "para_time"
win_at = 20
modules = [{modules}]
[options]
boards = 2
scaled = false
[boards]
"""


def voted(powers: str, more: str = "") -> str:
    """The row of a board on which some powers are held and the others voted on."""
    names = ", ".join(f'"{power}"' for power in powers.split())
    return f'2 = {{ use = "catspaw", options = {{ powers = [{names}]{more} }} }}'


def table(folder: Path, rows: str, modules: str = "") -> Variant:
    """A table of two boards with these rows."""
    file = folder / "tried" / "variant.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEAD.replace("{modules}", modules) + rows, encoding="utf-8")
    return load("tried", None, [folder])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ('1 = "standard"', "expected one row for each of 1, 2"),
        ('1 = "standard"\n3 = "standard"', "expected one row for each of 1, 2"),
        ('1 = "standard"\n2 = "atlantis"', "boards.2: no variant 'atlantis'"),
        ('1 = "standard"\n2 = 5', "boards.2: expected a variant or"),
        ('1 = "standard"\n2 = { use = "standard", unheld = [] }', "boards.2.unheld"),
        ('1 = "standard"\n2 = { use = "standard", options = { x = 1 } }', "no option 'x'"),
        ('1 = "standard"\n2 = "cline"', "boards.2: cline has other powers"),
        ('1 = "standard"\n2 = "heptadiplomacy"', "boards.2: heptadiplomacy has other powers"),
    ],
)
def test_what_a_table_cannot_be_is_refused_with_its_row(
    tmp_path: Path, rows: str, fault: str
) -> None:
    """A missing variant, a wrong option or another board is named with the row it stands in."""
    with pytest.raises(DataError) as raised:
        table(tmp_path, rows)
    assert fault in str(raised.value)


def test_a_book_that_settles_a_phase_by_itself_is_refused(tmp_path: Path) -> None:
    """The placements of Escalation cannot be made on one board of several."""
    with pytest.raises(DataError):
        table(tmp_path, '1 = "standard"\n2 = { use = "escalation", options = { players = 7 } }')


def test_every_book_keeps_its_own_memory_and_numbers(tmp_path: Path) -> None:
    """Two boards of Black Hole have their own holes; a book's winning number is its own."""
    variant = table(
        tmp_path, '1 = "black_hole"\n2 = { use = "black_hole", options = { per_turn = 2 } }'
    )
    game = random_game(variant, "memory", 3)
    boards: Any = game.state.notes["boards"]
    holes = {b: [row["province"] for row in boards[b]["black_hole"]["holes"]] for b in "12"}
    assert len(holes["2"]) == 2 * len(holes["1"]) > 0
    assert all(hole.startswith(f"{b}:") for b, found in holes.items() for hole in found)
    ask = game.ask
    assert not any(hole in ask.map.centers for found in holes.values() for hole in found)
    assert ask.win_at() == 20


def test_immunity_is_secret_on_each_board(tmp_path: Path) -> None:
    """What one seat names immune is hidden from the others."""
    variant = table(tmp_path, '1 = "black_hole"\n2 = "standard"')
    game = Game(variant, random_game(variant, "x", 0).record)
    game.submit("Austria", "declare immune 1:vie")
    game.submit("France", "declare immune 1:par")
    game.advance()

    def known(seat: str | None) -> dict[str, str]:
        found: dict[str, str] = game.view(seat).state.notes["boards"]["1"]["black_hole"]["immune"]
        return found

    assert known("Austria") == {"Austria@1": "1:vie"}
    assert known("France") == {"France@1": "1:par"}
    assert known(None) == {}
    assert msgspec.json.decode(msgspec.json.encode(game.state), type=type(game.state)) == game.state


def test_claims_are_the_tables_affair(tmp_path: Path) -> None:
    """A table that uses joint claims takes them beside what the boards' books ask for."""
    rows = '1 = "black_hole"\n' + voted("Austria France Italy")
    variant = table(
        tmp_path,
        rows,
        modules='{ use = "joint_claims", two_way = 6, two_way_each = 3 }',
    )
    game = Game(variant, random_game(variant, "claims", 1).record)
    while str(game.phase) != "F1901M":
        game.advance()
    taken = game.submit("Austria", "claim TWO France")
    assert [t.fault for t in taken] == [None]
    game.submit("France", "claim TWO Austria")
    game.advance()
    assert game.state.result is not None
    assert game.state.result.winners == (Seat("Austria"), Seat("France"))


def test_votes_go_by_the_nation_of_the_board(tmp_path: Path) -> None:
    """The quota of Catspaw counts what a player holds by his nation there, out of 18."""
    rows = '1 = "standard"\n' + voted("Austria France Russia", ", refund_invalid = true")
    variant = table(tmp_path, rows)
    game = Game(variant, random_game(variant, "votes", 0).record)
    ask = game.ask
    quotas = {seat: ask.mandate(seat).quotas for seat in ask.state.seats}
    assert quotas["Austria"] == {"extra order, board 2": 5}  # type: ignore[index]
    assert quotas["Russia"] == {"extra order, board 2": 4}  # type: ignore[index]
    assert quotas["Italy"] == {}  # type: ignore[index]
    assert ask.mandate(Seat("Austria")).forgiving == ("extra order, board 2",)
    assert {p for p in variant.powers if p not in ask.state.holder} == {
        Power(f"{c}@2") for c in ("England", "Germany", "Italy", "Turkey")
    }


def test_boards_begin_when_their_books_say(tmp_path: Path) -> None:
    """In the Winter before the first Spring only Militarism has anything to decide."""
    variant = table(tmp_path, '1 = "standard"\n2 = "militarism"')
    assert variant.start == read_phase("W1900A")
    game = Game(variant, random_game(variant, "start", 0).record)
    due = {c.subject.power for charges in game.owed().values() for c in charges}
    assert due == {p for p in variant.powers if p.endswith("@2")}
    game.advance()
    assert str(game.phase) == "S1901M"
    assert "Winter 1900" in game.variant.rules.label(game.ask, variant.start)


def test_a_book_hears_itself_about_its_board(tmp_path: Path) -> None:
    """Asked from inside a board, mandates, badges and the winning number are that board's."""
    variant = table(tmp_path, '1 = "standard"\n' + voted("Austria France Italy"))
    game = Game(variant, random_game(variant, "inside", 0).record)
    facts = {fact.name for fact in spoken_facts(game.ask)}
    books = {"Book of board 1", "Book of board 2"}
    assert facts == {"extra order, board 2", "unowned, board 2", *books}
    assert Ask(variant, game.state).governs("1")


def test_a_book_sees_its_board_as_the_game(tmp_path: Path) -> None:
    """Inside a board the seats, badges and the winning number are its own."""
    variant = table(tmp_path, '1 = "standard"\n' + voted("Austria France Italy"))
    game = Game(variant, random_game(variant, "inside", 0).record)
    ask = game.ask
    ask.mandate(Seat("Austria"))
    inside = ask.scopes["2"]
    assert inside.win_at() == 18
    assert {b.name for b in inside.rules.show(inside)} == {"extra order", "unowned"}
    assert inside.state.seats[Seat("Austria")] == ("Austria@2",)
    assert not inside.governs("1")
    with pytest.raises(TypeError, match=r"write ask.with_state\(state\)"):
        inside.rules.paradox(Ask(inside.variant, inside.state))


def test_a_book_is_chosen_for_each_board() -> None:
    """By the option, with options of its own; what does not fit is refused with its board."""
    chosen = ["doubling", "catspaw powers=Austria,England,Turkey"]
    game = Game.new("para_time", options={"boards": 2, "books": chosen})
    books = [f.value for f in spoken_facts(game.ask) if f.name.startswith("Book")]
    assert books == ["Doubling", "Catspaw (powers Austria, England, Turkey)"]
    for wrong, fault in (
        (["standard"], "books: there are 2 boards, not 1"),
        (["standard", "cline"], "books: boards.2: cline has other powers"),
        (["standard", "atlantis"], "books: boards.2: no variant 'atlantis'"),
        (["standard", "catspaw players"], "write NAME=VALUE"),
        (["standard", " "], "option books must be a list of texts"),
        (["standard", "./catspaw"], "books: name a variant by its id"),
    ):
        with pytest.raises(RequestError, match=fault):
            load("para_time", {"boards": 2, "books": wrong})


def test_books_are_named_in_any_case_and_with_fewer_boards_the_first_count() -> None:
    """The option tells what each board follows, whoever chose it."""
    named = load("para_time", {"boards": 2, "books": ["Standard", "DOUBLING+Fog"]})
    assert named.settings["books"] == ["standard", "doubling+fog"]
    assert load("para_time", {"boards": 2}).settings["books"] == ["standard", "militarism"]
    whole = load("para_time")
    assert whole.settings["books"][2] == "catspaw powers=Austria,England,Turkey"
    assert load("para_time", {"books": whole.settings["books"]}).rules is not None
    on_cline = load("para_time@cline", {"boards": 2, "books": ["standard", "doubling"]})
    assert on_cline.settings["books"] == ["standard@cline", "doubling@cline"]


def test_the_seven_books_are_seven() -> None:
    """No two boards of Para-time follow the same rules; on another board they stay themselves."""
    for ref in ("para_time", "para_time@cline"):
        facts = spoken_facts(Game.new(ref).ask)
        books = [f.value for f in facts if f.name.startswith("Book")]
        assert len(set(books)) == 7
        assert list(load(ref).books.values()) == books


MARKING = """
from msgspec.structs import replace

from dragoman.model import FAILED, Hold, Reason, Verdict
from dragoman.rules import Before, Elected, Module


def marking(rules, draft, settings):
    def counted(ask, elections, state):
        return replace(state, notes={"cast": sorted(subject.power for subject in elections)})

    def before(ask, elected, lots):
        mine = [(s, o) for s, os in elected.items() for o in os if s.power in ask.variant.powers]
        idle = [(s, order) for s, order in mine if isinstance(order, Hold)]
        gone = {subject.unit for subject, _ in idle}
        units = tuple(u for u in ask.state.units if u.id not in gone)
        left = Elected({s: orders for s, orders in elected.items() if s.unit not in gone})
        verdicts = tuple(Verdict.of(s, order, FAILED, Reason("idle")) for s, order in idle)
        return Before(replace(ask.state, units=units), left, verdicts)

    def reveal(ask, resolution, viewer):
        seen = [v for v in resolution.verdicts if v.power not in ask.variant.powers]
        return replace(resolution, verdicts=tuple(seen))

    return rules.answering(counted=counted, before=before, reveal=reveal)


MODULE = Module("marking", "Counts what was cast; whoever holds is gone.", marking)
"""


def test_what_comes_before_and_after_is_each_boards_own(tmp_path: Path) -> None:
    """Counts, acts before the fight and what is said are those of the board they concern."""
    (tmp_path / "marking.py").write_text(MARKING, encoding="utf-8")
    (tmp_path / "marked").mkdir()
    text = 'id = "marked"\nname = "Marked"\nversion = 1\nsummary = "M."\nbase = "standard"\n'
    (tmp_path / "marked/variant.toml").write_text(text + 'modules = ["marking"]\n')
    variant = table(tmp_path, '1 = "marked"\n2 = "standard"')
    game = Game(variant, random_game(variant, "x", 0).record)
    game.submit("Austria", "A 1:vie H\nA 1:bud - 1:ser\nA 2:vie H\nA 2:bud - 2:ser")
    ask, resolution = game.ask, game.advance()
    codes = {str(v.order): v.reason.code for v in resolution.verdicts if not v.supplied}
    assert codes == {
        "A 1:vie H": "idle",
        "A 1:bud - 1:ser": "moved",
        "A 2:vie H": "held",
        "A 2:bud - 2:ser": "moved",
    }
    left = {str(u) for u in resolution.left.units}
    assert left >= {"A 1:ser", "A 2:ser", "A 2:vie"} and "A 1:vie" not in left
    assert resolution.left.notes["boards"]["1"]["cast"] == ["Austria@1", "Austria@1"]
    public = ask.rules.reveal(ask, resolution, None)
    assert {v.power.rpartition("@")[2] for v in public.verdicts} == {"2"}
    assert (public.left, public.state) == (resolution.left, resolution.state)


def test_a_book_may_remember_what_was_ordered(tmp_path: Path) -> None:
    """A board whose book takes claims keeps them among its own notes."""
    claimed = tmp_path / "claimed" / "variant.toml"
    claimed.parent.mkdir()
    text = """id = "claimed"
name = "Claimed"
version = 1
summary = "Standard with claims."
base = "standard"
modules = ["joint_claims"]"""
    claimed.write_text(text, encoding="utf-8")
    variant = table(tmp_path, '1 = "standard"\n2 = "claimed"')
    game = Game(variant, random_game(variant, "heed", 1).record)
    game.submit("Italy", "claim TWO France")
    game.advance()
    boards: Any = game.state.notes["boards"]
    assert boards["2"]["joint_claims"]["texts"] == {"Italy": "TWO France"}


def test_books_that_settle_phases_by_themselves_cannot_share_a_table() -> None:
    """Placement is settled by its own rule, so its board could not wait for the others."""
    assert unfit({"1": load("standard").rules}) is None
    reason = unfit({"1": load("standard").rules, "2": load("escalation").rules})
    assert reason is not None and reason.startswith("board 2 settles its")


def test_a_kind_carries_what_it_does_in_any_book(tmp_path: Path) -> None:
    """A table has one sort of fleet; one that also carries leaders is the same sort."""
    variant = table(tmp_path, '1 = "standard"\n2 = "militarism"')
    assert variant.kinds["F"].carries == {"A", "L"}


def test_retreats_can_be_held_to_their_board_whatever_its_book() -> None:
    """The option of the passages counts on every board (H9)."""
    for board in "1234567":
        found = {}
        for held in (True, False):
            variant = load("para_time", {"retreat_own_board_only": held})
            start = Game.new("para_time", options={"retreat_own_board_only": held}).state
            unit = Unit(1, Power(f"Italy@{board}"), "A", Place(f"{board}:ven"))
            state = msgspec.structs.replace(
                start,
                phase=read_phase("S1901R"),
                units=(),
                dislodged=(Dislodged(unit),),
            )
            places = variant.rules.refuges(Ask(variant, state), unit)
            found[held] = {place.split(":")[0] for place in places}
        assert found == {True: {board}, False: set("1234567")}


@pytest.mark.parametrize("notes", [[], {"1": 5}])
def test_notes_of_boards_from_outside_must_be_what_boards_remember(notes: Any) -> None:
    """A position whose notes are of another shape is refused with the note's name."""
    game = Game.new("para_time", options={"boards": 2, "books": ["standard", "standard"]})
    state = msgspec.structs.replace(game.state, notes={"boards": notes})
    with pytest.raises(RequestError, match="expected what each board remembers"):
        Ask(game.ask.variant, state).mandate(Seat("Austria"))
