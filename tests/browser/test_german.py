"""The pages in German: somebody plays a first turn, and no English is left on the way."""

import re

from playwright.sync_api import expect

from dragoman.variants import variant_ids
from tests.browser.conftest import Open
from tests.browser.player import PHONE, Player
from tests.browser.site import Site

GERMAN = {"locale": "de-DE"}
ENGLISH = re.compile(
    r"\b(the|and|with|from|you|your|this|that|are|not|to|orders?|units?|army|fleet|moves?|holds?"
    r"|players?|results?|centers|tables?|seats?|build|turn|Spring|Fall)\b"
)
PAGES = ("/", "/variants", "/tables", "/tables/new", "/login", "/mix?rule=cat")
SEEN = """(shipped) => {
  for (const link of document.querySelectorAll("main a[href^='/variants/']"))
    if (!shipped.includes(link.pathname.split("/")[2])) link.closest("li, article")?.remove();
  return document.querySelector("main").innerText;
}"""
"""What is in sight, without the variants that people have published, in whatever language."""
CLIPPED = """() => [...document.querySelectorAll(".verbs .tile")]
  .filter((tile) => [...tile.children].some((part) =>
    part.scrollWidth > tile.clientWidth || part.getBoundingClientRect().width > tile.clientWidth))
  .map((tile) => tile.textContent)"""
"""The verbs beside a unit that are cut off."""


def english(player: Player) -> list[str]:
    """The lines in sight with a word of English."""
    lines: list[str] = player.page.evaluate(SEEN, variant_ids()).splitlines()
    return [line for line in lines if ENGLISH.search(line)]


def fits(player: Player, within: str = "html") -> bool:
    """Whether nothing is wider than the window, or than a part of the page."""
    found: bool = player.page.locator(within).evaluate("it => it.scrollWidth <= it.clientWidth")
    return found


def test_a_first_turn_is_played_in_german(enter: Open, place: Site) -> None:
    ada = place.person("Ada Eins")
    player, phone = enter(ada, **GERMAN), enter(ada, viewport=PHONE, **GERMAN)
    left = {}
    for page in PAGES:
        player.go(page)
        phone.go(page)
        left[page] = english(player)
        assert fits(player) and fits(phone), page
    table = ada.call("POST", "/api/sandboxes", {"variant": "standard"})["id"]
    player.go(f"/tables/{table}")
    player.settled()
    player.write("A par - bur\nA mar S A par - bur\nF bre - mao")
    player.point("mar")
    verbs = ["halten", "ziehen", "unter\u00adstützen"]
    expect(player.page.locator(".verbs .tile")).to_have_text(verbs)
    assert player.page.evaluate(CLIPPED) == []
    player.page.click("[data-ready]")
    player.see("haben keine Befehle", "[data-doubts]")
    left["orders"] = english(player)
    player.page.click("[data-ready]")
    player.wait_turn(2)
    player.open_tab("results")
    expect(player.page.locator("#results")).to_contain_text("Armee in Paris zieht nach Burgundy")
    left["results"] = english(player)
    player.open_tab("table")
    player.see("Frühjahr 1901", "#side")
    left["table"] = english(player)
    phone.go(f"/tables/{table}")
    phone.settled()
    assert fits(phone) and fits(phone, ".tabs") and fits(player, ".tabs")
    player.go(f"/tables/{table}/paper")
    left["paper"] = english(player)
    assert left == {page: [] for page in left}
