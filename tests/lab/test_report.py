"""Reports: every figure is there, is put in words, and can be taken elsewhere."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dragoman.cli import main
from dragoman.draw.game import compiled_map
from dragoman.draw.scene import colors, country
from dragoman.lab import report
from dragoman.lab.charts import (
    BESIDE,
    LABEL,
    RUNGS,
    WIDE,
    apart,
    charts_of,
    colors_of,
    interval_chart,
    lengths_chart,
    pictures,
    step_of,
    topped,
    years_chart,
)
from dragoman.lab.html import by_seat, html_report, html_table, shown, taken_table, unbroken
from dragoman.lab.places import NAMED, PlaceMaps, uncrossed
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.setup import Setup
from dragoman.lab.stats import Estimate
from dragoman.lab.story import listed
from dragoman.lab.summary import Summary, shared, summarize, won_alone
from dragoman.lab.tune import rank, ranking_chart, ranking_rows
from tests.lab.toys import POWERS, write_toys


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Setup:
    folder = write_toys(tmp_path_factory.mktemp("toys"))
    return Setup("uneven", years=4, seed=7, folders=(str(folder),))


@pytest.fixture(scope="module")
def games(setup: Setup) -> list[GameRow]:
    lab = Laboratory(setup)
    return [lab.play(number) for number in range(12)]


@pytest.fixture(scope="module")
def found(setup: Setup, games: list[GameRow]) -> Summary:
    return summarize(setup, games)


def test_the_points_on_which_the_verdict_rests_are_shown(found: Summary) -> None:
    column = report.SEAT_HEAD.index("points %")
    for row, cells in zip(found.seats, report.seat_rows(found), strict=True):
        assert cells[column] == report.percent(row.points)


def test_center_shares_are_listed_year_by_year_in_text_and_page(
    setup: Setup, found: Summary
) -> None:
    head = report.year_head(found, 1901)
    assert head[:3] == ("centers %, end of", "1901", "1902")
    text = report.text_report(found, 1901)
    assert re.search(r"centers %, end of +1901 +1902", text)
    page = html_report(found, setup.load())
    for row in report.year_rows(found):
        assert len(row) == len(head)
        assert re.search(" +".join(map(re.escape, row)), text)
        assert f"<td>{row[1]}</td><td>{row[2]}</td>" in page


def test_every_word_of_a_report_is_explained_in_it(setup: Setup, found: Summary) -> None:
    text, page = report.text_report(found, 1901), html_report(found, setup.load())
    for word, meaning in report.EXPLAINED:
        assert f"{word}: " in text and meaning in " ".join(text.split())
        assert f"<dt>{word}</dt>" in page
    explained = " ".join(word for word, _ in report.EXPLAINED)
    heads = [name for name, _ in report.facts(found)] + ["used", "first moves", "points"]
    for name in set(heads) - {"ended", "turns of movement"}:
        assert name.removesuffix(" %").removesuffix(" a turn").split()[0] in explained


def test_codes_are_put_in_words(found: Summary) -> None:
    assert not any("_" in name for name, _ in report.used_rows(found))
    assert any(name == "failed: lost duel" for name, _ in report.used_rows(found))
    assert report.thing("ballot of several orders") == "ballot of several orders"
    assert report.thing("outvoted outvoted") == "outvoted"


def test_one_game_pretends_to_no_certainty(setup: Setup, games: list[GameRow]) -> None:
    one = summarize(setup, games[:1])
    assert (one.balance.index.low, one.balance.index.high) == (0.0, 1.0)
    for row in one.seats:
        assert row.points.high - row.points.low > 0.5
    assert report.facts(one)[1] == ("turns of movement", report.short(games[0].turns))
    assert "uneven: 1 game of greedy, 4 years at most" in report.heading(setup, 1)


def test_a_figure_without_spread_has_no_brackets() -> None:
    assert report.plain(Estimate(6.0, 6.0, 6.0)) == "6.00"
    assert report.percent(Estimate(0.5, 0.4, 0.6)) == "50.0 [40.0, 60.0]"


def test_a_game_that_several_win_is_shared_whatever_it_is_called(games: list[GameRow]) -> None:
    game = replace(games[0], end="units", winners=("Dawn", "Dusk"))
    assert shared(game)
    assert not shared(replace(game, winners=("Dawn",)))
    last = replace(game, end="draw", winners=("Dawn",))
    assert shared(last) and not won_alone(last)
    assert rank({}, [last, replace(game, winners=("Dawn",))]).solo == 0.5


def test_charts_are_written_as_pictures_that_stand_alone(setup: Setup, tmp_path: Path) -> None:
    folder = setup.folders[0]
    args = ["lab", "uneven", "--games", "3", "--years", "2", "--folder", folder, "--out"]
    assert CliRunner().invoke(main, [*args, str(tmp_path)]).exit_code == 0
    for name in ("points", "centers"):
        root = ElementTree.fromstring((tmp_path / f"{name}.svg").read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
        assert words >= set(POWERS)
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_charts_are_written_as_svg_only(
    found: Summary, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert list(pictures(charts_of(found, setup.load()))) == [
        "points.svg",
        "centers.svg",
        "lengths.svg",
    ]


def test_seats_have_the_colors_of_the_board(setup: Setup, found: Summary) -> None:
    """A power's lines in a chart are of the color that its pieces have."""
    variant = setup.load()
    board = {power: swatch.color for power, swatch in colors(variant).items()}
    assert [row.seat for row in found.seats] == list(variant.powers) == list(board)
    for chart in charts_of(found, variant)[:2]:
        drawn = re.findall(r'stroke="(#[0-9a-f]{6})"', "".join(chart.lines))
        assert [color for color in drawn if color in board.values()] == list(board.values())


def test_names_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    heights = [280.0, 281.0, 150.0, 151.0, 152.0, 292.0, 20.0]
    found = sorted(apart(heights))
    assert all(b - a >= LABEL - 1e-9 for a, b in pairwise(found))
    assert found[-1] <= 292.0
    assert apart([10.0, 100.0]) == [10.0, 100.0]


def test_a_chart_of_many_seats_has_room_for_all_of_their_names(found: Summary) -> None:
    many = [replace(found.seats[0], seat=f"Seat {n}") for n in range(34)]
    chart = years_chart(many, {row.seat: "red" for row in many}, 1901)
    names = re.findall(r'y="([\d.-]+)" font-size="12">Seat', "".join(chart.lines))
    assert len(names) == 34 and all(8 < float(y) < chart.high for y in names)


def test_a_name_beside_a_chart_has_a_dot_in_the_color_of_its_line(found: Summary) -> None:
    """A name that had to give way lies beside the end of another seat's line."""
    colors = {row.seat: f"#00000{n}" for n, row in enumerate(found.seats)}
    drawn = "".join(years_chart(found.seats, colors, 1901).lines)
    for row in found.seats:
        [(y, color, below)] = re.findall(
            rf'<circle [^>]*cy="([\d.]+)" r="4" fill="(\S+)"[^>]*/><text [^>]*y="([\d.]+)" '
            rf'font-size="12">{row.seat}<',
            drawn,
        )
        assert color == colors[row.seat] and float(below) - float(y) == pytest.approx(4)


def test_a_long_name_beside_the_lines_is_cut_and_leaves_them_room(found: Summary) -> None:
    long = [replace(found.seats[0], seat="The Most Serene Republic of Venice")]
    drawn = "".join(years_chart(long, {long[0].seat: "red"}, 1901).lines)
    assert ">The Most Serene Repub…</text>" in drawn
    ends = [float(x) for x in re.findall(r'<line x1="38" x2="([\d.]+)"', drawn)]
    assert all(WIDE / 3 < x < WIDE - BESIDE - 22 * 7 for x in ends)


def test_scales_have_round_figures() -> None:
    for most in (0.017, 0.103, 0.274, 0.5625, 0.88, 1.0):
        top, step = topped(most), step_of(topped(most), RUNGS)
        assert most <= top < 1.5 * most + 0.01
        assert top / step == pytest.approx(round(top / step))
        assert 100 * step == pytest.approx(round(100 * step))
    chart = lengths_chart({3: 7, 9: 9}, 16, 0)
    sides = re.findall(r'text-anchor="end">(\d+)<', "".join(chart.lines))
    assert sides == ["0", "10", "20", "30", "40", "50", "60"]


def test_games_that_were_broken_off_are_counted_above_how_long_games_were() -> None:
    assert lengths_chart({9: 2}, 2, 0).title.endswith("in % of the games")
    assert lengths_chart({9: 2}, 2, 1).title.endswith("in % of the games; 1 was broken off")
    assert lengths_chart({9: 2}, 2, 2).title.endswith("2 were broken off")


def test_seats_of_countries_on_several_boards_have_the_colors_of_the_boards() -> None:
    setup = Setup("heptadiplomacy", {"boards": 2}, bot="random", years=1)
    lab = Laboratory(setup)
    found = summarize(setup, [lab.play(0)])
    board = {country(power): swatch.color for power, swatch in colors(lab.variant).items()}
    assert colors_of(found, lab.variant) == {row.seat: board[row.seat] for row in found.seats}
    found = replace(found, taken={"Italy@1": {"": 1.0, "Turkey@2": 0.5, "Turkey@1": 0.25}})
    page = html_report(found, lab.variant)
    table = page.split("takes from")[1].split("</table>")[0]
    assert re.findall(r">(\w+)</th>", table) == ["nobody", "Turkey", "Italy"]
    assert re.findall(r">([\d.]+)</td>", table) == ["1.0", "0.8"]
    assert "crossed, from and to other boards too" in page


def test_seats_of_one_country_each_on_its_own_board_stay_apart() -> None:
    taken = {"France@1": {"France@2": 1.0, "": 2.0}, "France@2": {"France@1": 0.5}}
    assert by_seat(taken, {"France@1", "France@2"}) == taken
    assert by_seat(taken, {"France"}) == {"France": {"": 2.0}}


def test_seats_and_powers_come_in_the_order_of_the_variant(
    setup: Setup, games: list[GameRow]
) -> None:
    order = POWERS[::-1]
    found = replace(
        summarize(setup, games, 1901, order), taken={power: {"": 1.0} for power in POWERS}
    )
    assert [row.seat for row in found.seats] == [o.power for o in found.openings] == list(order)
    assert sorted((o.power for o in found.lines), key=order.index) == [o.power for o in found.lines]
    assert re.findall(r'row">(\w+)<', taken_table(found)) == list(order)
    some = replace(found, seats=found.seats[1:])  # who sat in none of the games comes in turn too
    assert re.findall(r'row">(\w+)<', taken_table(some, order)) == list(order)


def test_numbers_that_cannot_be_negative_are_not_said_to_be(
    setup: Setup, games: list[GameRow]
) -> None:
    two = [replace(games[0], dislodged=0), replace(games[0], dislodged=9 * games[0].turns)]
    assert summarize(setup, two).dislodged.low == 0.0
    nothing = Estimate(-0.0001, -0.0002, 0.0001)
    assert report.plain(nothing) == "0.00 [0.00, 0.00]"
    assert report.signed(nothing) == "+0.0 [+0.0, +0.0]"


def test_moves_between_boards_are_shown_at_the_borders_of_both() -> None:
    setup = Setup("heptadiplomacy", {"boards": 2}, bot="random", years=1)
    lab = Laboratory(setup)
    found = replace(
        summarize(setup, [lab.play(0)]),
        crossed={"1:bud 2:ser": 3.0, "1:bud 1:ser": 1.0, "1:lon 2:lon": 5.0, "2:bur 2:mun": 2.0},
    )
    maps = PlaceMaps(found, lab.variant, compiled_map(lab.variant, ()))
    assert maps.crossed["1"]["1:bud 1:ser"] == 4.0
    assert maps.crossed["2"]["2:bud 2:ser"] == 3.0
    assert "1:bur 1:mun" in maps.never("1") and "2:bur 2:mun" not in maps.never("2")


def test_powers_of_one_country_that_are_seats_of_their_own_differ_on_maps_as_in_charts() -> None:
    """In Twin Earths two players lead an Austria each; in Heptadiplomacy one leads all seven."""
    for name, called in (("twin_earths_1", "Austria@2"), ("heptadiplomacy", "Austria")):
        setup = Setup(name, {"boards": 2} if called == "Austria" else {}, bot="random", years=1)
        lab = Laboratory(setup)
        held = {"1:vie": {"Austria@2": 1.0}, "1:bud": {"Austria@1": 1.0}}
        found = replace(summarize(setup, [lab.play(1)], lab.variant.start.year), owners=held)
        maps = PlaceMaps(found, lab.variant, compiled_map(lab.variant, ()))
        fills = set(re.findall(r'fill="([^"]+)"', maps.holders("1")))
        assert len(fills) == maps.key("1").count("<li>") == 1 + ("@" in called)
        assert colors_of(found, lab.variant)[called] in fills


def test_a_map_says_who_holds_where_it_is_fought_most_and_what_nobody_crossed() -> None:
    setup = Setup("standard", bot="random", years=1, seed=3)
    lab = Laboratory(setup)
    found = summarize(setup, [lab.play(0)])
    maps = PlaceMaps(found, lab.variant, compiled_map(lab.variant, ()))
    holders = {next(iter(powers)) for powers in found.owners.values()}
    assert set(re.findall(r"</i>(\w+)</li>", maps.key(""))) == holders
    most = max(found.fights, key=lambda place: found.fights[place])
    name = lab.variant.map.spaces[most].name  # type: ignore[index]
    assert maps.hottest("") == f"; most in {name}, {report.short(found.fights[most])} a game"
    quiet = PlaceMaps(replace(found, fights={}), lab.variant, compiled_map(lab.variant, ()))
    assert quiet.hottest("") == ""
    assert maps.listed({"bur mun"}).endswith("<p>Burgundy and Munich.</p></details>")
    assert maps.listed(set()) == maps.listed({f"bur {n}" for n in range(NAMED + 1)}) == ""


def test_what_is_not_taken_is_left_empty(found: Summary) -> None:
    some = replace(found, taken={"Dawn": {"Dusk": 2.04, "": 0.04}, "Dusk": {"Dusk": 0.0}})
    table = taken_table(some)
    assert '<th scope="col">takes from</th><th scope="col">nobody</th>' in table
    assert re.findall(r"<td[^>]*>([^<]*)</td>", table) == ["&lt;0.1", "2.0", "", ""]
    assert 'class="wide"' in table
    many = replace(found, taken={"Dawn": {f"P{n}": 1.0 for n in range(20)}})
    assert 'class="wide many"' in taken_table(many)


def test_a_long_table_is_folded(found: Summary, setup: Setup) -> None:
    rows = [(str(n), "x") for n in range(40)]
    assert shown("Power by power", ("a", "b"), rows[:10]).startswith('<div class="wide">')
    folded = shown("Power by power", ("a", "b"), rows)
    assert folded.startswith("<details><summary>Power by power, 40 rows</summary>")


def test_first_moves_break_between_orders_only() -> None:
    assert unbroken("A rom - apu; F nap H") == "<span>A rom - apu</span>; <span>F nap H</span>"
    assert unbroken("solo 8, <3") == "solo 8, &lt;3"


def test_why_there_is_no_verdict_is_said_with_it(games: list[GameRow], setup: Setup) -> None:
    few = summarize(setup, games).balance
    assert report.verdict(replace(few, unfinished=12)).startswith(
        "no verdict, for most games came to no end: variation"
    )
    few = replace(few, unfinished=0)
    assert report.cause(few) == ", for fewer than 20 games were played"
    wide = replace(few, games=50, words=("even", "slight", "marked"))
    assert report.judged(wide) + report.cause(wide) == "undecided, for three words would fit"
    assert report.cause(replace(wide, words=("even",))) == ""


def test_the_order_of_seats_is_shown_only_where_it_is_not_the_seats_again(
    games: list[GameRow],
) -> None:
    def turned(game: GameRow, by: int) -> GameRow:
        seats = game.seats[by:] + game.seats[:by]
        rows = tuple(replace(row, turn=n + 1) for n, row in enumerate(seats))
        return replace(game, seats=rows)

    same = summarize(Setup("uneven"), [turned(game, 0) for game in games])
    assert (same.first_mover, same.seat_order) == ({}, {})
    other = summarize(Setup("uneven"), [turned(game, n % 2) for n, game in enumerate(games)])
    assert list(other.first_mover) == list(other.seat_order) == ["1", "2", "3", "4"]


def test_first_moves_in_text_are_cut_between_orders() -> None:
    assert report.cut("A bud - tri; A gre H") == "A bud - tri; A gre H"
    many = "; ".join(["A bud - tri"] * 6)
    assert report.cut(many) == "; ".join(["A bud - tri"] * 4) + "; …"


def test_figures_have_no_more_digits_than_tell_anything() -> None:
    assert [report.short(x) for x in (480.69, 23.5, 9.07, 0.44)] == ["481", "23.5", "9.07", "0.44"]
    assert report.ratio(Estimate(1 / 414.93, 0.0, 1 / 36.9)) == "415 [36.9, ∞]"


def test_several_who_are_out_are_named_in_one_sentence(games: list[GameRow]) -> None:
    assert listed(["Kiel", "Tunis", "Brest"]) == "Kiel, Tunis and Brest"
    assert (listed(["Kiel", "Tunis"]), listed(["Kiel"]), listed([])) == (
        "Kiel and Tunis",
        "Kiel",
        "",
    )


def test_the_mark_of_a_chart_is_in_the_picture_though_all_figures_lie_below_it() -> None:
    rows = [
        ("16", Estimate(0.4, 0.3, 0.5), "red", 1.0),
        ("18", Estimate(0.2, 0.1, 0.3), "red", 1.0),
    ]
    chart = interval_chart("ranking", "Index", rows)
    marks = [
        float(x) for x in re.findall(r'<line x1="([\d.]+)"[^>]*dasharray', "".join(chart.lines))
    ]
    assert len(marks) == 2 and all(WIDE / 2 < x < WIDE for x in marks)


def test_long_names_of_settings_stand_whole_above_their_intervals() -> None:
    names = [f"win_at={n}, players=3, edition=1971, removal=hasbro" for n in (16, 18)]
    rows = [(name, Estimate(0.4, 0.3, 0.5), "red", 0.0) for name in names]
    chart = interval_chart("ranking", "Variation", rows)
    drawn = "".join(chart.lines)
    found = re.findall(r'<text x="(\d+)" y="(\d+)" font-size="12">(win_at[^<]*)<', drawn)
    assert [name for _, _, name in found] == names and chart.high > 2 * 2 * 22
    dots = [int(y) for y in re.findall(r'<circle [^>]*cy="(\d+)"', drawn)]
    assert all(int(y) < dot - 8 for (_, y, _), dot in zip(found, dots, strict=True))


def test_a_setting_without_a_rank_has_none_in_the_chart_either(games: list[GameRow]) -> None:
    cut = [replace(game, end="unfinished", winners=()) for game in games]
    row = rank({"win_at": 5}, cut)
    assert ranking_rows([row])[0][0] == "none"
    words = re.findall(r">(\w[^<]*)</text>", "".join(ranking_chart([row]).lines))
    assert "win_at=5" in words


def test_a_tuning_shows_its_ranking_as_a_picture_and_the_best_first(
    setup: Setup, tmp_path: Path
) -> None:
    args = ["lab", "tune", "even", "--grid", "win_at=5/9", "--games", "3", "--years", "2"]
    done = CliRunner().invoke(
        main, [*args, "--bots", "random", "--folder", setup.folders[0], "--out", str(tmp_path)]
    )
    assert done.exit_code == 0
    assert "win_at=5" in (tmp_path / "ranking.svg").read_text(encoding="utf-8")
    page = (tmp_path / "ranking.html").read_text(encoding="utf-8")
    assert "<code>lab compare</code>" in page
    assert "<table>" in page and "Where intervals overlap" in page


def test_columns_of_text_are_set_to_the_left_from_their_head_on() -> None:
    page = html_table(("power", "first moves"), [("Italy", "A rom - apu; A ven - pie"), ("x", "y")])
    assert page.count('class="long"') == 0
    assert page.count('<td class="text">') == 2 * 2
    assert 'class="text"' not in html_table(("7", "games"), [("1", "16"), ("2", "3.5 [1.0, ∞]")])
    page = html_table(
        ("power", "first moves"), [("Italy", "A rom - apu; A ven - pie; F nap H"), ("x", "y")]
    )
    assert page.count('<td class="long">') == 2
    assert '<th scope="col" class="long">first moves</th>' in page


def test_the_best_seat_gets_without_end_what_the_worst_does_not_get() -> None:
    assert report.ratio(Estimate(0.0, 0.0, 0.5)) == "∞ [2.0, ∞]"


def test_borders_that_nobody_crossed_are_counted() -> None:
    assert uncrossed(0) == "; all were crossed"
    assert uncrossed(1) == "; 1 that no unit crossed in any game is red and dashed"
    assert uncrossed(2).endswith("are red and dashed")
