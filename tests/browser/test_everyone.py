"""Nobody is kept out: no serious or critical finding of axe-core on any page of the route table."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE, Player
from tests.browser.sights import NO_PAGES, Sight, World, page_routes
from tests.browser.site import Site

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
GRAVE = ("serious", "critical")
LOOKS: dict[str, dict[str, Any]] = {
    "desktop, light": {"color_scheme": "light"},
    "phone, dark": {
        "color_scheme": "dark",
        "viewport": PHONE,
        "is_mobile": True,
        "has_touch": True,
    },
}
"""Every page is looked at in both colors and in both widths."""
EXPECTED = ("404", "422")
"""What a browser says of pages that refuse something."""


@cache
def axe() -> str:
    """The script that looks."""
    return AXE.read_text(encoding="utf-8")


def findings(player: Player) -> list[str]:
    """What keeps people out on the page as it is now."""
    player.page.evaluate(f"() => {{ {axe()} }}")
    found: Any = player.page.evaluate("(rules) => axe.run(document, rules)", RULES)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def beyond(player: Player) -> int:
    """By how many pixels the page is wider than the screen."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(player.page.evaluate(wide))


@pytest.fixture(scope="module")
def world(place: Site) -> Iterator[World]:
    """A table in every state."""
    yield World(place)


def test_axe_is_the_one_that_is_named() -> None:
    named = (AXE.parent / "README.md").read_text(encoding="utf-8")
    assert sha256(AXE.read_bytes()).hexdigest() in named


def test_every_page_of_the_route_table_is_looked_at(world: World) -> None:
    """A new page is looked at below, or named with the reason why it is none."""
    seen = {sight.route for sight in world.sights()} - {"/api"}
    assert seen | set(NO_PAGES) | {REPLAY_FILE} == page_routes()
    assert not seen & set(NO_PAGES)


@pytest.mark.parametrize("which", ["first", "others"])
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_can_be_used_by_everybody(
    enter: Open, world: World, look: str, which: str
) -> None:
    found: list[str] = []
    for who, sights in by_person(some(world.sights(), which)).items():
        player = enter(next(s.who for s in sights), **LOOKS[look])
        player.expected = EXPECTED
        for sight in sights:
            player.go(sight.path)
            sight.act(player)
            player.at_rest()
            bad = findings(player)
            if wide := beyond(player):
                bad.append(f"wider than the screen by {wide}")
            found += [f"{sight.name} ({who}): {one}" for one in bad]
    assert not found, "\n".join(found)


def some(sights: list[Sight], which: str) -> list[Sight]:
    """The first sight of each route, or all others."""
    firsts: dict[str, Sight] = {}
    for sight in sights:
        firsts.setdefault(sight.route, sight)
    return [s for s in sights if (s is firsts[s.route]) == (which == "first")]


def by_person(sights: list[Sight]) -> dict[str, list[Sight]]:
    """The sights by who looks."""
    found: dict[str, list[Sight]] = {}
    for sight in sights:
        found.setdefault(sight.who.account if sight.who else "a visitor", []).append(sight)
    return found


REPLAY_FILE = "/tables/{table}/replay.html"


@pytest.mark.parametrize("look", LOOKS)
def test_a_replay_to_keep_can_be_used_by_everybody(
    enter: Open, world: World, look: str, tmp_path: Path
) -> None:
    """It is a page of its own, opened from a disk."""
    player = enter(None, **LOOKS[look])
    path = REPLAY_FILE.format(table=world.finished.id)
    kept = tmp_path / "replay.html"
    kept.write_bytes(player.context.request.get(player.url + path).body())
    player.page.goto(kept.as_uri())
    assert findings(player) == []


def test_a_game_can_be_watched_without_motion(gather: Gather) -> None:
    looks = {"Austria": {"reduced_motion": "reduce"}}
    table = gather("standard", "Austria", looks=looks)
    table["Austria"].type("A vie - gal")
    table.judge()
    table["Austria"].page.wait_for_selector("#board .order", state="attached")
    assert table["Austria"].page.locator("#board .arriving").count() == 0
