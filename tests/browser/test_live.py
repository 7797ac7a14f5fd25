"""The page stays right by itself: news at once, a lost line made good, no reload needed."""

import re
import time
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gather, Open
from tests.browser.player import Company, Player
from tests.browser.site import LONG

SOON = 2.0
AWAY = 30.0 if LONG else 3.0
"""How many seconds a player is without a line."""
PARTS = ("[data-headline]", ".badges", "[data-charges]", "#results", "#side", "[data-phase]")


BOARD = "document.querySelector('#board [data-slot=over]').innerHTML"


def shown(player: Player) -> dict[str, str]:
    """What a page shows, part by part, without spaces that say nothing."""
    found = {part: player.page.locator(part).all_inner_texts() for part in PARTS}
    texts = {part: re.sub(r"\s+", " ", " ".join(text)) for part, text in found.items()}
    return texts | {"board": player.page.evaluate(BOARD)}


@pytest.mark.timed
def test_everybody_sees_the_results_within_two_seconds(gather: Gather) -> None:
    """From the last click to the slowest page, in the middle one of three phases."""
    table = gather("standard", "Austria", "England", watched=True)
    times = [
        seconds_to_results(table, name) for name in ("Spring 1901", "Fall 1901", "Spring 1902")
    ]
    assert median(times) < SOON, times


def seconds_to_results(table: Company, phase: str) -> float:
    """How long it takes until everybody at a table sees the results of a phase."""
    turn = table.game.turn
    table.game.rest(table.game.owing())
    table["Austria"].ready()
    begun = time.monotonic()
    table["England"].ready()
    for player in table.players.values():
        player.wait_turn(turn + 1)
    took = time.monotonic() - begun
    for player in table.players.values():
        player.see(f"Results of {phase}", "#results")
    return took


def test_a_page_that_was_offline_catches_up_without_a_reload(gather: Gather, enter: Open) -> None:
    """F16: what others did meanwhile is there, and what was ordered meanwhile is sent."""
    table = gather("standard", "Austria", "England")
    austria, england = table["Austria"], table["England"]
    austria.page.evaluate("window.same = true")
    austria.expected = ("ERR_INTERNET_DISCONNECTED",)
    away(austria)
    austria.page.wait_for_selector("[data-line]", state="hidden")
    austria.page.wait_for_selector(".given:text-is('A vie - gal')")
    assert austria.draft() == ["A vie - gal"]
    england.ready()
    table.game.rest(table.game.owing())
    austria.context.set_offline(True)
    table.game.humans["Austria"].order(table.game.id, 1)  # from another device
    time.sleep(AWAY)
    austria.context.set_offline(False)
    austria.wait_turn(2)
    austria.see("Results of Spring 1901", "#results")
    assert austria.page.evaluate("window.same") is True
    fresh = enter(table.game.humans["Austria"]).sit(table.game)
    for player in (austria, fresh):
        player.open_tab("table")
        player.page.wait_for_selector("#side .seats")
        player.open_tab("orders")
        player.present()
    wait_until_alike(austria, fresh)


def wait_until_alike(one: Player, other: Player) -> None:
    """Two pages show the same before long; if not, what differs is shown."""
    end = time.monotonic() + 90
    while shown(one) != shown(other) and time.monotonic() < end:
        one.page.wait_for_timeout(100)
    assert shown(one) == shown(other)


def away(player: Player) -> None:
    """A player loses the line, goes on ordering, and has it again."""
    player.context.set_offline(True)
    player.page.wait_for_selector("[data-line]", state="visible")
    player.page.fill("[data-typed]", "A vie - gal")
    player.page.press("[data-typed]", "Enter")
    player.see("Not sent yet", "[data-saved]")
    time.sleep(AWAY)
    player.context.set_offline(False)


def test_press_comes_at_once_and_is_marked_unread(gather: Gather) -> None:
    table = gather("standard", "Austria", "England", settings={"press": "private"})
    austria, england = table["Austria"], table["England"]
    austria.open_tab("press")
    austria.page.get_by_role("button", name="England").click()
    austria.page.fill("#message", "Shall we?")
    austria.page.click("#press form button.main")
    england.page.wait_for_selector("#tab-press .mark:text-is('1')")
    england.open_tab("press")
    england.page.get_by_role("button", name="Austria").click()
    england.see("Shall we?", "#press")
    england.page.wait_for_selector("#tab-press .mark", state="hidden")
    # A message that is begun stays, also for another device.
    with england.page.expect_response("**/press/draft*"):
        england.page.fill("#message", "Perhaps")
    england.page.reload()
    england.settled()
    england.open_tab("press")
    england.page.get_by_role("button", name="Austria").click()
    expect(england.page.locator("#message")).to_have_value("Perhaps")


def test_the_phases_can_be_gone_through_again(gather: Gather) -> None:
    """The stepper, reasons on the map's arrows, the replay page and its file."""
    table = gather("standard", "Austria", "Russia")
    table["Austria"].type("A vie - gal")
    table["Russia"].type("A war - gal")
    table.judge()
    austria = table["Austria"]
    austria.see("stood off by Russian A war - gal", "#results")
    arrow = austria.page.locator('#board [data-order="Austria: A vie - gal"] path').last
    arrow.dispatch_event("pointerover", {"clientX": 300, "clientY": 300, "bubbles": True})
    austria.see("1 against 1, stood off by Russian A war - gal", ".tip")
    table.judge()
    austria.go(f"{table.game.path}/replay")
    austria.page.wait_for_selector("#board.judged")
    austria.see("Results of Spring 1901", "#results")
    austria.see("Results of Fall 1901", "#results")
    with austria.page.expect_download() as saved:
        austria.page.evaluate(f"location.assign('{table.game.path}/replay.html')")
    text = saved.value.path().read_text()
    assert text.startswith("<!doctype html>") and "Fall 1901" in text
