"""Nobody is kept out: no serious or critical finding of axe-core on any page, light and dark."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE, Player
from tests.browser.site import Site

AXE = Path(__file__).parent / "vendor" / "axe-4.14.0.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
GRAVE = ("serious", "critical")
PAGES = (
    "/",
    "/variants",
    "/variants/catspaw",
    "/variants/heptadiplomacy",
    "/tables",
    "/tables/new",
    "/tables/new?variant=catspaw",
    "/login",
    "/help",
    "/help/notation",
    "/help/glossary",
    "/help/keys",
    "/nowhere",
    "/api",
)


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


def test_axe_is_the_one_that_is_named() -> None:
    named = (AXE.parent / "README.md").read_text(encoding="utf-8")
    assert sha256(AXE.read_bytes()).hexdigest() in named


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_can_be_used_by_everybody(enter: Open, place: Site, theme: str) -> None:
    player = enter(place.person("Olga"), color_scheme=theme)
    player.expected = ("404",)
    found = {}
    for path in (*PAGES, "/me"):
        player.go(path)
        if bad := findings(player):
            found[path] = bad
    assert found == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_game_page_can_be_used_by_everybody(gather: Gather, theme: str) -> None:
    looks = {"Austria": {"color_scheme": theme}}
    named = {"powers": ["Austria", "France", "Russia"]}
    table = gather("catspaw", "Austria", looks=looks, options=named)
    austria = table["Austria"]
    found = {}
    austria.type("A vie - gal")
    austria.type("A con - bul")
    austria.subject("A bud").click()
    austria.page.wait_for_selector("[data-chooser] [data-token=move]")
    found["orders"] = findings(austria)
    table.judge()
    for tab in ("results", "press", "table"):
        austria.open_tab(tab)
        austria.page.wait_for_selector(f"#panel-{tab} h2, #panel-{tab} .row, #panel-{tab} p")
        found[tab] = findings(austria)
    assert found == {name: [] for name in found}


def test_a_phone_can_be_used_by_everybody(gather: Gather) -> None:
    look = {"Austria": {"viewport": PHONE, "is_mobile": True, "has_touch": True}}
    austria = gather("heptadiplomacy", "Austria", looks=look)["Austria"]
    assert findings(austria) == []


def test_a_game_can_be_watched_without_motion(gather: Gather) -> None:
    looks = {"Austria": {"reduced_motion": "reduce"}}
    table = gather("standard", "Austria", looks=looks)
    table["Austria"].type("A vie - gal")
    table.judge()
    table["Austria"].page.wait_for_selector("#board .order", state="attached")
    assert table["Austria"].page.locator("#board .arriving").count() == 0
