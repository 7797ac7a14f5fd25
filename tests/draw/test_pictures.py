"""Pictures are valid, self-contained, small and quick."""

import gzip
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from dragoman.draw.game import Moment, compiled_map, draw_moment, find_moment, moments
from dragoman.draw.palette import PALETTE, PLAIN, SIGHTS, distance, seen, swatches
from dragoman.draw.replay import draw_replay
from dragoman.draw.scene import colors, scene
from dragoman.draw.static import static
from dragoman.draw.themes import LIGHT
from dragoman.errors import RequestError
from dragoman.model import Move, Power, Support
from dragoman.record import Game
from dragoman.record.cases import _Judging, position, read_cases
from dragoman.translate import phrase_book
from dragoman.variants import load, variant_ids
from tests.draw.games import ROOT, first_turn, recorded, records

SVG = "{http://www.w3.org/2000/svg}"


def faults(picture: str) -> list[str]:
    """What a page's policy would refuse in a picture: styles in attributes, references outside."""
    found = []
    for element in ET.fromstring(picture).iter():
        if "style" in element.attrib:
            found.append(f"style on {element.tag}")
        for key, value in element.attrib.items():
            if key.endswith("href") and not value.startswith("#"):
                found.append(f"{key}={value}")
            if "url(" in value and not re.fullmatch(r"url\(#[\w.-]+\)", value):
                found.append(f"{key}={value}")
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("small", [False, True])
def test_a_turn_is_valid_svg_without_foreign_parts(theme: str, small: bool) -> None:
    variant, moment = first_turn()
    picture = draw_moment(variant, moment, theme=theme, small=small, alone=False)
    assert faults(picture) == []
    assert "<style" not in picture and "http" not in picture.replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_a_picture_that_stands_alone_brings_its_typefaces() -> None:
    variant, moment = first_turn()
    picture = draw_moment(variant, moment)
    assert faults(picture) == []
    assert set(re.findall(r"url\((\w+:)", picture)) == {"data:"}


@pytest.mark.parametrize("variant", variant_ids())
def test_the_opening_of_every_variant_is_drawn(variant: str) -> None:
    game = Game.new(variant)
    assert faults(draw_moment(game.variant, Moment(game.state), alone=False)) == []


@pytest.mark.parametrize("file", records(), ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_every_phase_of_the_recorded_games_is_drawn(file: Path) -> None:
    variant, phases = recorded(file)
    for moment in phases:
        assert faults(draw_moment(variant, moment, alone=False)) == [], moment.name


CASES = sorted((ROOT / "tests/cases").rglob("*.case"))


@pytest.mark.parametrize("file", CASES, ids=lambda f: f.stem)
def test_every_case_is_drawn(file: Path) -> None:
    """Orders of every sort, right and wrong, have a picture."""
    for case in read_cases(file):
        variant = load(case.variant or "standard", case.options)
        state = position(variant, case.stages[0])
        for stage in case.stages:
            resolution = _Judging(variant, state, stage).run([])
            assert faults(draw_moment(variant, Moment(state, resolution), alone=False)) == [], (
                case.name
            )
            state = resolution.state


def test_the_static_layer_of_standard_is_small() -> None:
    base = static(compiled_map(load("standard")), LIGHT, "", False)
    whole = base.defs + base.water + base.backdrop + base.lands + base.lines + base.names
    assert len(gzip.compress(whole.encode())) < 250_000


@pytest.mark.timed
def test_a_turn_is_drawn_quickly_once_the_static_layer_is_kept() -> None:
    variant, moment = first_turn()
    draw_moment(variant, moment, alone=False)
    times = []
    for _ in range(7):
        start = time.process_time()
        draw_moment(variant, moment, alone=False)
        times.append(time.process_time() - start)
    assert min(times) < 0.030


def test_drawing_imports_no_geometry() -> None:
    code = (
        "import sys, dragoman.draw.game as g, dragoman.draw.replay, dragoman.draw.commands;"
        "from dragoman.record import Game; game = Game.new('standard');"
        "g.draw_moment(game.variant, g.Moment(game.state));"
        "print(sorted({'shapely', 'numpy', 'networkx', 'dragoman.mapmaker'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_each_outcome_has_a_sign_of_its_own() -> None:
    """What failed, was void or went through can be distinguished without color."""
    variant, moment = first_turn()
    picture = draw_moment(variant, moment, alone=False)
    assert re.findall(r'class="sign (\w+)"', picture).count("failed") == 5
    assert re.findall(r'class="sign (\w+)"', picture).count("void") == 1
    assert 'class="order support done"' in picture and 'class="order hold done"' in picture


def test_a_support_ends_on_the_arrow_it_helps() -> None:
    variant, moment = first_turn()
    root = ET.fromstring(draw_moment(variant, moment, alone=False))
    groups = {
        g.get("data-unit"): g for g in root.iter(f"{SVG}g") if "order" in (g.get("class") or "")
    }
    end = groups["mar"].findall(f"{SVG}circle")[-1]
    start, control, goal = _curve(groups["par"].findall(f"{SVG}path")[0].get("d") or "")
    on_line = [
        tuple(
            (1 - t) ** 2 * a + 2 * t * (1 - t) * m + t * t * b
            for a, m, b in zip(start, control, goal, strict=True)
        )
        for t in (k / 200 for k in range(201))
    ]
    spot = float(end.get("cx") or 0), float(end.get("cy") or 0)
    assert min(abs(x - spot[0]) + abs(y - spot[1]) for x, y in on_line) < 8


def _curve(d: str) -> list[tuple[float, float]]:
    numbers = [float(v) for v in re.findall(r"-?[\d.]+", d)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_orders_of_the_scene_are_all_there() -> None:
    variant, moment = first_turn()
    assert moment.resolution is not None
    shown = scene(variant, moment.state, moment.resolution)
    kinds = [type(v.order) for v in shown.verdicts]
    picture = draw_moment(variant, moment, alone=False)
    assert picture.count('class="order move') == kinds.count(Move)
    assert picture.count('class="order support') == kinds.count(Support)


def closest(colors: Sequence[str], sight: str) -> float:
    """The distance of the two colors that come closest, for a kind of eye."""
    views = [seen(c, sight) for c in colors]
    return min(distance(a, b) for k, a in enumerate(views) for b in views[:k])


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_palette_stays_apart_for_every_eye(sight: str) -> None:
    """Eleven powers; a distance of 10 is a plain difference at a glance."""
    assert len(PALETTE) == 11
    assert closest(PALETTE, sight) >= 28
    assert closest([*PALETTE, LIGHT.paper], sight) >= 26


def test_no_two_powers_share_a_color() -> None:
    wishes = {f"power {n}": "#c8553d" for n in range(11)}
    assert len({s.color for s in swatches(wishes).values()}) == 11


def replayed(variant: str, phases: int) -> tuple[str, list[Moment]]:
    """The replay of a game in which nobody orders anything."""
    game = Game.new(variant)
    for _ in range(phases):
        game.advance()
    found = list(moments(game.history))
    return draw_replay(game.variant, found), found


@pytest.mark.parametrize(("variant", "layers"), [("standard", 5), ("twin_earths", 7)])
def test_a_replay_is_one_page_with_every_phase(variant: str, layers: int) -> None:
    page, phases = replayed(variant, 2)
    assert all(page.count(f'<g data-phase="{n}"') == layers for n in range(len(phases)))
    ids = [i for i in re.findall(r'\bid="([^"]+)"', page) if not i.startswith("sign-")]
    assert len(ids) == len(set(ids))
    assert re.findall(r'(?:src|href)="(?!#)', page) == []
    assert not re.search(r"<[^>]*\sstyle=", page)


def test_a_replay_has_each_outline_once_for_all_phases() -> None:
    """Realms change little from phase to phase, and their edges were most of a page."""
    page, _ = replayed("standard", 6)
    counts = Counter(re.findall(r'<path[^>]* d="([^"]{60,})"[^>]*/>', page))
    assert set(counts.values()) == {1}
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r' id="([^"]+)"', page))


def test_a_replay_names_phases_and_results_in_words() -> None:
    variant, moment = first_turn()
    page = draw_replay(variant, [moment])
    assert 'data-names="Spring 1901"' in page
    assert "A vie - gal <i>fails: 1 against 1, stood off by Russian A war - gal</i>" in page
    assert "<li>A par - bur</li>" in page
    german = draw_replay(variant, [moment], say=phrase_book("de").say, language="de")
    assert '<html lang="de"' in german and 'data-names="Frühjahr 1901"' in german
    assert "scheitert: 1 gegen 1, Patt durch A war - gal (Russia)" in german


def test_a_replay_tells_the_notes_of_its_variant() -> None:
    page, _ = replayed("cat", 1)
    assert "<li>Double strength: Cassiusica" in page


def test_units_that_count_twice_say_so_in_a_real_game() -> None:
    """Cat: in a power's own year its units wear the figure; so they do in no other phase."""
    game = Game.new("cat")
    shown = scene(game.variant, game.state)
    owner = {u.id: u.power for u in shown.units}
    assert {owner[n] for n in shown.weights} == {"Cassiusica"}
    assert set(shown.weights.values()) == {2}
    picture = draw_moment(game.variant, Moment(game.state), alone=False)
    assert picture.count(">2</text>") == len(shown.weights) > 0
    assert scene(load("standard"), Game.new("standard").state).weights == {}


def test_a_leader_adds_no_figure_to_the_unit_that_flies_its_pennant() -> None:
    game = Game.new("militarism")
    game.advance()
    assert scene(game.variant, game.state).weights == {}


def test_links_between_spaces_are_drawn() -> None:
    game = Game.new("twin_earths")
    game.submit("Germany@1", "link 1:mun 2:hol")
    game.advance()
    picture = draw_moment(game.variant, Moment(game.state), alone=False)
    assert "<title>link: 1:mun - 2:hol</title>" in picture


def test_an_unknown_phase_is_named_with_those_there_are() -> None:
    game = Game.new("standard")
    with pytest.raises(RequestError, match="no phase 'F1950M' in this game: it has S1901M"):
        find_moment(game.history, "F1950M")


def test_neutral_powers_are_grey_and_leave_the_others_their_colors() -> None:
    plain, neutral = colors(load("standard")), colors(load("neutral_armies"))
    assert neutral.pop(Power("Neutral")) == PLAIN
    assert neutral == plain
