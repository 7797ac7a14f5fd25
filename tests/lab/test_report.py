"""Reports: every figure is there, is told in words, and can be taken elsewhere."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dragoman.cli import main
from dragoman.draw.scene import colors
from dragoman.lab import report
from dragoman.lab.charts import LABEL, WIDE, apart, charts_of, interval_chart, pictures, years_chart
from dragoman.lab.html import html_report, html_table
from dragoman.lab.places import uncrossed
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.setup import Setup
from dragoman.lab.stats import Estimate
from dragoman.lab.summary import Summary, shared, summarize, won_alone
from dragoman.lab.tune import rank
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


def test_the_points_on_which_the_verdict_rests_are_told(found: Summary) -> None:
    column = report.SEAT_HEAD.index("points %")
    for row, cells in zip(found.seats, report.seat_rows(found), strict=True):
        assert cells[column] == report.percent(row.points)


def test_center_shares_are_told_year_by_year_in_text_and_page(setup: Setup, found: Summary) -> None:
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


def test_codes_are_told_as_words(found: Summary) -> None:
    assert not any("_" in name for name, _ in report.used_rows(found))
    assert any(name == "failed lost duel" for name, _ in report.used_rows(found))


def test_one_game_pretends_to_no_certainty(setup: Setup, games: list[GameRow]) -> None:
    one = summarize(setup, games[:1])
    assert (one.balance.index.low, one.balance.index.high) == (0.0, 1.0)
    for row in one.seats:
        assert row.points.high - row.points.low > 0.5
    assert report.facts(one)[1] == ("turns of movement", f"{games[0].turns:.2f}")
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


def test_a_tuning_shows_its_ranking_as_a_picture_and_the_best_first(
    setup: Setup, tmp_path: Path
) -> None:
    args = ["lab", "tune", "even", "--grid", "win_at=5/9", "--games", "3", "--years", "2"]
    told = CliRunner().invoke(
        main, [*args, "--bots", "random", "--folder", setup.folders[0], "--out", str(tmp_path)]
    )
    assert told.exit_code == 0
    assert "win_at=5" in (tmp_path / "ranking.svg").read_text(encoding="utf-8")
    page = (tmp_path / "ranking.html").read_text(encoding="utf-8")
    assert "<table>" in page and "Where intervals overlap" in page


def test_columns_of_text_are_set_to_the_left_from_their_head_on() -> None:
    page = html_table(("power", "first moves"), [("Italy", "A rom - apu; A ven - pie"), ("x", "y")])
    assert page.count('class="long"') == 0
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
