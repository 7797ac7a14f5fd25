"""A guest finds back to a seat without the cookie: by a link of his own, copied or mailed."""

import pytest
from playwright.sync_api import Page

from dragoman.house.mail.notices import deliver
from dragoman.house.tables.seats import make_link
from dragoman.house.tables.tables import create_table
from tests.browser.conftest import Open
from tests.browser.player import Player
from tests.browser.site import UNTIMED, Site
from tests.web.world import Calls, Post

COPIED = "() => navigator.clipboard.readText()"


def invited(place: Site) -> tuple[str, str]:
    """A table that waits for players, and a link to one of its seats."""
    olga = place.person("Olga")
    table = create_table(place.house, olga.account, variant="standard", settings=UNTIMED)
    return table, make_link(place.house, olga.account, table, "France")


def sat_down(player: Player, secret: str, name: str) -> None:
    """Sit down by a link."""
    player.go(f"/seat#{secret}")
    player.page.fill("#name", name)
    player.page.click("main button.main")


def is_back(player: Player, link: str, table: str, name: str) -> None:
    """Somebody without a cookie finds back by a link."""
    player.page.goto(link)
    player.page.click("main button.main")
    player.page.wait_for_url(f"**/tables/{table}/**")
    player.go(f"/tables/{table}")
    row = player.page.locator("main tr", has_text="France")
    assert name in row.inner_text() and "you" in row.inner_text()


def shown_link(page: Page) -> str:
    """The link that a page shows."""
    page.wait_for_selector("[data-copy]")
    return page.input_value("[data-copy]")


def test_whoever_sits_down_by_a_link_gets_his_own_at_once(place: Site, enter: Open) -> None:
    table, secret = invited(place)
    guest = enter(permissions=["clipboard-read", "clipboard-write"])
    sat_down(guest, secret, "Gus")
    link = shown_link(guest.page)
    assert secret not in link
    guest.page.click("[data-copies]")
    guest.page.wait_for_selector("[data-copies]:text-is('Copied')")
    assert guest.page.evaluate(COPIED) == link
    guest.page.click("main a.button.main")
    guest.page.wait_for_url(f"**/tables/{table}")
    is_back(enter(), link, table, "Gus")


def test_a_guest_finds_his_link_under_me(place: Site, enter: Open) -> None:
    """Also one who sat down without any link; a new link takes the place of the one before."""
    table, _ = invited(place)
    guest = enter()
    guest.go(f"/tables/{table}")
    with guest.page.expect_navigation():
        guest.page.click("button[aria-label='Sit here as France']")
    guest.go("/me")
    name = guest.text("h1")
    guest.page.click("main a:has-text('Your way back')")
    guest.page.click("main button:text-is('Make a link')")
    is_back(enter(), shown_link(guest.page), table, name)


def test_a_guest_has_his_link_mailed(
    place: Site, enter: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = Post()
    monkeypatch.setattr(place.house, "mailer", post)
    table, secret = invited(place)
    guest = enter()
    sat_down(guest, secret, "Gus")
    link = shown_link(guest.page)
    guest.page.fill("#email", "gus@example.org")
    guest.page.click("main button:text-is('Send it')")
    guest.see("The link is on its way", "main")
    assert shown_link(guest.page) == link
    deliver(place.house, Calls())
    (mail,) = post.mails
    assert mail[0] == "gus@example.org" and mail[2].strip().endswith(link.rpartition("#")[2])
    is_back(enter(), link, table, "Gus")
