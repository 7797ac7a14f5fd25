"""The library as its users meet it: values that read well, games that are copied and kept."""

import pickle
from itertools import combinations
from math import prod
from pathlib import Path

import pytest

from dragoman import (
    DataError,
    Game,
    Move,
    Order,
    Piece,
    RequestError,
    Result,
    State,
    SubmittedOrder,
    read_phase,
    read_state,
)
from dragoman.geo import Place
from dragoman.model import Build, Power, Seat, Waive
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask

MOVE = Move(Piece("A", Place("par")), Place("bur"))
RETREATS = "F1901R | units France: A bur | dislodged Germany: A mun#9 from bur | standoffs tyr"
WINTER = "W1902A | units Russia: A gal | centers Russia: mos, sev, stp, war, rum"


def test_values_show_what_they_are() -> None:
    game = Game.new()
    assert repr(MOVE) == "<Move A par - bur>"
    assert repr(game.state.units[0]) == "<Unit 1 Austria A bud>"
    assert str(game).startswith("Standard: Spring 1901 movement\n====")
    resolution = game.advance()
    assert str(resolution) == resolution.text == game.report()
    assert repr(resolution["A bud"]) == "<Verdict Austria: A bud H: holds>"
    game.agree_draw(*game.seats)
    assert repr(game).endswith(f"1 phase judged; ended: draw {', '.join(game.seats)}>")
    assert repr(game.state) == "<State F1901M: 22 units, 22 centers, draw>"


def test_a_verdict_is_found_by_order_unit_or_place() -> None:
    game = Game.new()
    game.submit("France", "A par - bur")
    game.submit("Germany", "A mun - bur")
    resolution = game.advance()
    wanted = resolution["A par - bur"]
    assert (wanted.outcome, wanted.text) == (
        "failed",
        "fails: 1 against 1, stood off by German A mun - bur",
    )
    for name in ("Paris to Burgundy", "A par", "par", MOVE):
        assert resolution[name] == wanted
    assert "A par - pic" not in resolution
    assert 7 not in resolution
    assert len(list(resolution)) == len(resolution) == 22
    with pytest.raises(KeyError, match="A par - pic: nothing like that was ordered in S1901M"):
        resolution["A par - pic"]


def test_a_void_order_gives_way_to_what_the_unit_did() -> None:
    game = Game.new()
    game.submit("France", "A par - mun")
    resolution = game.advance()
    assert [v.outcome for v in resolution.find("A par")] == ["void", "done"]
    assert resolution["A par"].outcome == "done"
    assert resolution["A par - mun"].outcome == "void"


def test_resolutions_are_equal_and_pickled() -> None:
    game = Game.new()
    resolution = game.advance()
    assert resolution == game.history[-1].resolution == game.results() == game.results("s1901m")
    assert hash(resolution) == hash(game.results())
    again = pickle.loads(pickle.dumps(resolution))
    assert again == resolution
    assert again.text == resolution.text
    assert resolution != "S1901M"
    with pytest.raises(RequestError, match="F1901M was not judged"):
        game.results("F1901M")


def test_orders_are_values_and_texts() -> None:
    game = Game.new()
    assert game.read_orders("France", "A Paris - Burgundy") == [MOVE]
    assert game.submit("France", MOVE) == [SubmittedOrder("A par - bur", MOVE)]
    game.submit("France", [MOVE, "F bre - mao"])
    assert game.pending("France") == ("A par - bur", "F bre - mao")


def test_strict_orders_are_refused_as_a_whole() -> None:
    game = Game.new()
    game.submit("France", "A mar H")
    with pytest.raises(RequestError, match=r"^A par - mun: void: an army in par cannot reach mun$"):
        game.submit("France", "F bre - mao; A par - mun", strict=True)
    assert game.pending("France") == ("A mar H",)
    assert len(game.submit("France", "F bre - mao; A par - bur", strict=True)) == 2


def test_what_is_legal_is_legal_whatever_was_submitted() -> None:
    game = Game.new()
    game.submit("France", "A par - pic")
    assert game.is_legal("France", MOVE)
    assert game.is_legal("France", ["A par - bur", "F bre - mao"])
    assert not game.is_legal("France", "A par - bur; A par - pic")
    assert not game.is_legal("France", "A mun - bur")
    assert game.pending("France") == ("A par - pic",)
    assert all(game.is_legal("France", order) for order in game.legal_orders("France"))
    with pytest.raises(RequestError, match="nobody has 'A mun' to order; open are A mar, A par"):
        game.legal_orders("France", "A mun")
    assert not game.is_legal("France", "") and not game.is_legal("France", [])
    game.abandon()
    assert not game.is_legal("France", MOVE)
    assert game.legal_orders("France") == []


def test_a_unit_is_named_by_its_piece_or_its_place() -> None:
    game = Game.new()
    whole = game.legal_orders("France", "A par")
    for name in (MOVE.unit, "par", "PAR"):
        assert game.legal_orders("France", name) == whole
    assert game.legal_orders("Russia", "stp") == game.legal_orders("Russia", "F stp/sc")
    with pytest.raises(RequestError, match="nobody has 'mun' to order"):
        game.legal_orders("France", "mun")


def test_what_only_a_half_can_do_is_legal_with_the_other_half() -> None:
    game = Game.new("doubling")
    [lone] = [o for o in game.legal_orders("Austria", "bud") if str(o) == "A bud S A bud - ser"]
    assert not game.is_legal("Austria", lone)
    assert game.is_legal("Austria", [lone, "A bud - ser"])


def naive_count(ask: Ask, place: str, kind: str) -> int:
    """The orders of a unit by the map alone, where no fleet is at sea to carry anybody."""
    own, province = Place(place), ask.province
    reach = ask.moves[kind][own]
    near = ask.lends[kind][own]
    found = 1 + len(reach)
    for other in ask.state.units:
        if other.place != own:
            goals = {province[to] for to in ask.moves[other.kind][other.place]}
            found += province[other.place] in near
            found += len((goals - {province[own]}) & near)
    return found


def test_the_opening_is_counted_by_the_map_alone() -> None:
    game = Game.new()
    for seat, power in game.state.seats.items():
        counts = [naive_count(game.ask, u.place, u.kind) for u in game.state.forces_of(power[0])]
        assert game.count_legal(seat) == prod(counts), seat
    assert game.count_legal() == 19837330971695677440000


@pytest.mark.parametrize(
    ("line", "seat", "ways"),
    [
        (RETREATS, "Germany", 6),
        # Four builds: a waive, or armies in four homes, fleets in two, of which stp has two coasts.
        (WINTER, "Russia", 2 * 3 * 4 * 2),
        ("W1902A | units Italy: A rom, A ven, F nap | centers Italy: rom", "Italy", 3),
        ("W1902A | units Italy: A rom, A ven, F nap | centers Italy: rom, nap", "Italy", 3),
    ],
)
def test_retreats_builds_and_removals_are_counted(line: str, seat: str, ways: int) -> None:
    assert Game.from_text(line).count_legal(seat) == ways


@pytest.mark.parametrize("centers", ["mos, sev, stp, war, rum", "mos, sev, war", "stp, war, rum"])
def test_builds_are_counted_as_the_judge_takes_them(centers: str) -> None:
    game = Game.from_text(f"W1902A | units Russia: A gal | centers Russia: {centers}")
    [charge] = game.owed()[Seat("Russia")]
    orders = legal_orders(game.ask, charge.subject)
    built = [order for order in orders if not isinstance(order, Waive)]
    sets = [c for n in range(charge.count + 1) for c in combinations(built, n)]
    assert game.count_legal("Russia") == sum(game.is_legal("Russia", c or "waive") for c in sets)


def test_units_that_divide_are_counted_by_their_parts() -> None:
    game = Game.new("cat")
    counts = {seat: game.count_legal(seat) for seat in game.seats}
    assert all(count > 1 for count in counts.values())
    assert game.count_legal() == prod(counts.values())


def test_a_copy_goes_its_own_way_and_an_undo_comes_back() -> None:
    game = Game.new()
    game.submit("France", MOVE)
    twin = game.copy()
    twin.submit("France", "F bre - mao")
    assert game.pending("France") == ("A par - bur",)
    twin.advance()
    assert (str(game.phase), str(twin.phase)) == ("S1901M", "F1901M")
    turn = twin.undo()
    assert twin.state == game.state
    assert twin.record == game.record
    assert twin.pending("France") == ()
    assert "A par - bur" in str(turn)
    with pytest.raises(RequestError, match="nothing has happened yet"):
        twin.undo()


def test_a_game_is_kept_in_a_file(tmp_path: Path) -> None:
    game = Game.new(seats=["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gil"])
    game.submit("Cy", MOVE)
    game.advance()
    game.save(tmp_path / "game.json")
    again = Game.read(tmp_path / "game.json")
    assert (again.record, again.state) == (game.record, game.state)
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(DataError, match=r"bad\.json: format: is missing"):
        Game.read(tmp_path / "bad.json")


def test_a_seed_may_be_a_number(tmp_path: Path) -> None:
    Game.new("standard", seed=1).save(tmp_path / "one.json")
    assert Game.read(tmp_path / "one.json").record == Game.new("standard", seed="1").record


def test_a_game_begins_in_a_position_of_several_lines() -> None:
    text = "phase S1903M\nunits\nFrance: A par, A mar\nGermany: A mun\norders\nFrance: A par - bur"
    game = Game.from_text(text)
    assert game.pending("France") == ("A par - bur",)
    assert game.advance()["A par"].outcome == "done"
    assert Game.from_text(game.to_text()).state == game.state
    assert Game.of_state(game.state).state == game.state
    assert Game.from_text(b"S1901M", variant="youngstown").seats[1] == "China"


FULL = State(
    read_phase("F1901R"),
    {Seat("a: b; c | d"): (Power("France"), Power("50%41")), Seat("50%41"): (Power("50%41"),)},
    homes={Power("Nowhere"): ()},
    notes={"x": {"text": "a | notes b"}},
    result=Result("draw", (Seat("a: b; c | d"),), "F1901M"),
    last_id=7,
)


def test_odd_names_stay_on_one_line_and_come_back() -> None:
    line = str(FULL)
    assert "\n" not in line
    assert read_state(line) == FULL
    assert read_state(str(read_state(RETREATS))) == read_state(RETREATS)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "'' is not a phase"),
        ("S1901M | foo bar", "'foo' is no section"),
        ("S1901M | last 3 | last 3", "'last' is no section, or comes twice"),
        ("S1901M | units France A par", "units: expected a power and a colon at 'France A par'"),
        ("S1901M | units France: par", "'par' is no unit: write A par"),
        ("S1901M | last x", "last: expected the id"),
        ("S1901M | result", "result: expected how the game ended"),
        ("S1901M | notes [", "notes: expected a JSON object"),
        ("S1901M | units France: A xxx", "A xxx cannot stand there"),
        ("S1901M | standoffs xxx", "'xxx' is not on the map"),
        ("S1901M | centers France: par; England: par", "centers: par is France's already"),
        ("S1901M | centers France: gas", "gas of France is not a supply center"),
    ],
)
def test_a_line_that_is_no_position_says_what_is_wrong(line: str, fault: str) -> None:
    with pytest.raises(RequestError, match=fault.replace("[", r"\[")):
        Game.from_text(line)


def test_the_dislodged_are_numbered_on_from_the_units() -> None:
    line = "F1904R | units Germany: A par | dislodged France: A par from pic; Italy: A tus"
    game = Game.from_text(line)
    assert [d.unit.id for d in game.state.dislodged] == [2, 3]
    assert str(read_state(line)) == line
    assert read_state(str(game.state)) == game.state


def test_pictures_show_themselves(tmp_path: Path) -> None:
    game = Game.new("france_austria")
    with pytest.raises(RequestError, match="no theme 'nope': there are light, dark, print"):
        game.draw(theme="nope")
    picture = game.draw()
    assert type(picture._repr_svg_()) is str
    assert game._repr_svg_() == picture._repr_svg_() == picture
    assert repr(picture) == f"<Svg: {len(picture)} characters of SVG>"
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == picture


def test_a_board_without_a_drawing_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise RequestError("no drawing yet")

    monkeypatch.setattr("dragoman.draw.game.draw_moment", refuse)
    assert Game.new()._repr_svg_() is None


def test_orders_are_all_of_one_type() -> None:
    assert isinstance(MOVE, Order)
    assert not isinstance(Piece("A", Place("par")), Order)
    assert {type(o) for o in Game.from_text(WINTER).legal_orders("Russia")} == {Build, Waive}
