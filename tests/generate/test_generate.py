"""Boards made from a seed: the same every time, whole, named, drawn, playable."""

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.generate import Wanted, generate
from dragoman.generate.build import Generated
from dragoman.generate.ground import HexField, steps_from
from dragoman.generate.homes import variation
from dragoman.generate.names import TAKEN, Names
from dragoman.generate.trial import evened
from dragoman.geo import LAND, WATER
from dragoman.importing.write import map_text, variant_text, write
from dragoman.mapmaker.build import draw_map
from dragoman.record.conformance import conformance
from dragoman.rules import Variant
from dragoman.variants import load

BOARDS = [("tide", 2, 10), ("7", 5, 30), ("salt", 6, 45)]


@cache
def made(seed: str, powers: int, size: int) -> Generated:
    """A board, made once for all tests."""
    return generate(Wanted(seed, powers, size))


def loaded(seed: str, powers: int, size: int, folder: Path) -> Variant:
    """The variant of a board, written into a folder."""
    board = made(seed, powers, size).board
    write(board, folder)
    return load(board.id, None, [folder])


def test_the_same_seed_gives_the_same_board() -> None:
    one, two = made(*BOARDS[0]), generate(Wanted(*BOARDS[0]))
    other = generate(Wanted("other", *BOARDS[0][1:]))
    assert map_text(one.board) == map_text(two.board) != map_text(other.board)
    assert variant_text(one.board) == variant_text(two.board)


@pytest.mark.parametrize(("seed", "powers", "size"), BOARDS)
def test_a_board_is_whole_and_everybody_has_a_port(
    seed: str, powers: int, size: int, tmp_path: Path
) -> None:
    variant = loaded(seed, powers, size, tmp_path)
    board = variant.map
    assert (len(board.spaces), len(variant.powers)) == (size, powers)
    number = {province: n for n, province in enumerate(board.spaces)}
    beside: dict[int, set[int]] = {n: set() for n in number.values()}
    for edge in board.edges:
        a, b = (number[board.province[place]] for place in (edge.a, edge.b))
        beside[a].add(b)
        beside[b].add(a)
    seas = {number[p] for p, space in board.spaces.items() if space.kind == WATER}
    assert len(steps_from([0], beside)) == size
    assert len(steps_from([min(seas)], {s: beside[s] & seas for s in seas})) == len(seas)
    for power in variant.powers.values():
        assert len(power.homes) == len(power.units) >= 2
        assert sum(unit.startswith("F") for unit in power.units) == 1
        assert {board.spaces[home].center for home in power.homes} == {True}
    centers = sum(space.center for space in board.spaces.values())
    assert variant.numbers["win_at"] == centers // 2 + 1
    assert LAND in {mode for edge in board.edges for mode in edge.modes}


@pytest.mark.parametrize(("seed", "powers", "size"), BOARDS)
def test_random_play_finds_no_fault(seed: str, powers: int, size: int, tmp_path: Path) -> None:
    variant = loaded(seed, powers, size, tmp_path)
    assert [played.faults for played in conformance(variant, games=1, years=4)] == [()]


def test_a_board_is_drawn_as_it_is_declared(tmp_path: Path) -> None:
    write(made(*BOARDS[1]).board, tmp_path)
    drawn, _, poor = draw_map(tmp_path / "board_7" / "map.txt")
    assert len(drawn.shapes) == BOARDS[1][2]
    assert drawn.links == ()
    assert poor == []


def test_names_are_unlike_each_other_in_three_letters() -> None:
    for seed, powers, size in BOARDS:
        names = [nation.name for nation in made(seed, powers, size).board.nations]
        sites = made(seed, powers, size).board.sites
        stems = [*sites, *(name[:3].lower() for name in names)]
        assert len(set(stems)) == len(stems) == size + powers
        assert len({site.name for site in sites.values()}) == size
        assert not TAKEN & set(sites)
    names_of = Names(Random("many"))
    assert len({names_of.stem()[:3] for _ in range(160)}) == 160


def test_a_ground_is_divided_into_whole_provinces() -> None:
    ground = HexField(20, Random("ground"))
    assert sorted(set(ground.of.values())) == list(range(20))
    assert all(len(ground._pieces(number)) == 1 for number in range(20))
    assert all(rings for rings in ground.rings().values())


def test_what_the_games_say_moves_centers_on_the_same_ground() -> None:
    board = made(*BOARDS[0])
    other = board.again([1.9, 0.1])
    assert other.placement != board.placement
    assert list(other.board.sites) == list(board.board.sites)
    assert [nation.name for nation in other.board.nations] == [
        nation.name for nation in board.board.nations
    ]
    assert variation([1, 1, 1]) == 0


def test_the_laboratory_evens_a_board_out(tmp_path: Path) -> None:
    tries: list[float] = []
    found = evened(Wanted(*BOARDS[0]), 2, 3, tmp_path, lambda tried: tries.append(tried.uneven))
    assert tries == sorted(tries, reverse=True) != []
    assert found.balance.games == 2
    assert sum(found.shares) == pytest.approx(2)
    assert load(found.made.board.id, None, [tmp_path]).powers


@pytest.mark.parametrize(
    ("wishes", "fault"),
    [
        (Wanted("1", powers=1), "1 powers: there may be 2 to 11"),
        (Wanted("1", powers=5, size=24), "24 provinces: 5 powers need 25 to 150"),
        (Wanted("1", powers=5, size=151), "151 provinces: 5 powers need 25 to 150"),
    ],
)
def test_what_no_board_can_be_is_refused(wishes: Wanted, fault: str) -> None:
    with pytest.raises(RequestError, match=fault):
        generate(wishes)


def run(*words: str) -> tuple[int, str]:
    """The exit code of a command and what it prints."""
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


def test_the_command_makes_a_folder_that_plays(tmp_path: Path) -> None:
    asked = ("generate", "--seed", "tide", "--powers", "2", "--size", "10", "--out", str(tmp_path))
    code, printed = run(*asked, "--rules", "fog,build_anywhere")
    assert code == 0, printed
    assert "board_tide" in printed
    assert "2 powers, 10 provinces" in printed
    variant = load("board_tide", None, [tmp_path])
    assert variant.modules == ("fog", "build_anywhere")
    assert (tmp_path / "board_tide" / "board.json").is_file()
    assert msgspec.json.decode((tmp_path / "board_tide" / "board.json").read_bytes())["shapes"]
    assert run(*asked)[0] == 2
    assert "is there already" in run(*asked)[1]
    assert run(*asked, "--overwrite")[0] == 0
    assert load("board_tide", None, [tmp_path]).modules == ()
    code, printed = run(*asked, "--overwrite", "--rules", "nonsense")
    assert code == 2
    assert "no module 'nonsense': there are" in printed
