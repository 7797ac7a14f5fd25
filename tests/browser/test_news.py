"""No news is missed between the drawing of a page and its listening; none takes anything away."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from dragoman.house.tables import seats
from dragoman.house.tables.tables import create_table
from tests.browser.conftest import Gather, Open
from tests.browser.player import Player
from tests.browser.site import UNTIMED, Site


def before_listening(player: Player, act: Callable[[], object]) -> None:
    """Let something happen after a page is drawn and before it listens, the first time."""
    acted: list[bool] = []

    def late(route: Route) -> None:
        if not acted:
            acted.append(True)
            player.page.wait_for_timeout(900)  # all that the page fetches by itself is there
            act()
        route.continue_()

    player.page.route("**/events*", late)


def test_a_lobby_shows_who_sat_down_while_it_was_being_opened(place: Site, enter: Open) -> None:
    olga, ann = place.person("Olga"), place.person("Ann")
    table = create_table(place.house, olga.account, variant="standard", settings=UNTIMED)
    page = enter(olga)
    before_listening(
        page, lambda: ann.call("POST", f"/api/tables/{table}/join", {"seat": "France"})
    )
    page.go(f"/tables/{table}")
    page.see("Ann", "main table")


def test_a_lobby_listens_again_after_it_was_turned_away(place: Site, enter: Open) -> None:
    """As by a proxy whose site is being restarted: a browser does not ask again by itself."""
    olga, ann = place.person("Olga"), place.person("Ann")
    table = create_table(place.house, olga.account, variant="standard", settings=UNTIMED)
    page = enter(olga)
    page.expected = ("502",)
    page.page.route("**/events*", lambda route: route.fulfill(status=502), times=1)
    with page.page.expect_response("**/events*"):
        page.go(f"/tables/{table}")
    ann.call("POST", f"/api/tables/{table}/join", {"seat": "France"})
    page.see("Ann", "main table")


def test_whoever_fills_the_seats_with_the_computer_is_brought_to_the_game(
    place: Site, enter: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News of the seats that are filled already must not break off the form that fills them."""
    seat_bot = seats.seat_bot

    def slowly(*given: Any) -> None:
        seat_bot(*given)
        time.sleep(0.2)

    monkeypatch.setattr(seats, "seat_bot", slowly)
    olga, ann = place.person("Olga"), place.person("Ann")
    table = create_table(place.house, olga.account, variant="standard", settings=UNTIMED)
    olga.call("POST", f"/api/tables/{table}/join", {"seat": "France"})
    ann.call("POST", f"/api/tables/{table}/join", {"seat": "Italy"})
    page, waiting = enter(olga), enter(ann)
    for player in (page, waiting):
        with player.page.expect_response("**/events*"):
            player.go(f"/tables/{table}")
    page.page.click("button:text-is('Computer on all open seats')")
    page.settled()
    waiting.settled()


def test_a_game_page_shows_who_got_ready_while_it_was_being_opened(
    gather: Gather, place: Site, enter: Open
) -> None:
    table = gather("standard", "Austria")
    page = enter(table.game.humans["Austria"])
    england = table.game.others["England"]
    before_listening(page, lambda: england.order(table.game.id, 1))
    page.sit(table.game)
    page.open_tab("table")
    page.page.wait_for_selector("#side tr:has-text('England') >> text=ready")


def test_a_game_page_shows_orders_given_elsewhere_while_it_was_being_opened(
    gather: Gather, enter: Open
) -> None:
    table = gather("standard", "Austria")
    austria = table.game.humans["Austria"]
    page = enter(austria)
    body = {"turn": 1, "text": "A vie - gal"}
    before_listening(page, lambda: austria.call("PUT", f"/api/tables/{table.game.id}/orders", body))
    page.sit(table.game)
    page.page.wait_for_selector(".given:text-is('A vie - gal')")


def test_news_does_not_overtake_a_click(gather: Gather) -> None:
    """England's letters are asked for; before they come, there is news that is fetched as well."""
    table = gather("standard", "Austria", settings={"press": "private"})
    page = table["Austria"].page
    england = table.game.others["England"]

    def held(route: Route) -> None:
        with page.expect_response("**/desk*"):  # the last that the page fetches on news
            england.order(table.game.id, 1)
        route.continue_()

    with page.expect_response("**/press?*"):
        table["Austria"].open_tab("press")
    page.route("**/press?*channel=*", held, times=1)
    page.get_by_role("button", name="England").click()
    page.wait_for_selector("#message")


def test_news_closes_nothing_and_takes_no_focus_away(place: Site, enter: Open) -> None:
    """An organizer who has opened an act goes on with it, though players get ready."""
    game = place.table("standard", ("Austria",))
    player = enter(game.organizer).sit(game)
    page = player.page
    with page.expect_response("**/side*"):
        player.open_tab("table")
    page.locator("#act-pause > summary").press("Enter")
    page.locator("#act-pause button").focus()
    for number, seat in enumerate(("England", "France"), 1):
        game.others[seat].order(game.id, 1)
        expect(page.locator("#side td:has-text('ready')")).to_have_count(number)
        assert page.evaluate("document.activeElement.matches('#act-pause[open] button')")
