"""Several places are picked in any order, by list, map and keys; boards with something to do."""

from tests.browser.conftest import Gather
from tests.browser.player import Company, Player


def winter(gather: Gather) -> Company:
    """A table of Escalation at which homes are declared."""
    table = gather("escalation", "First", options={"players": 2, "pieces": 5})
    game = table.game
    everybody = {**game.humans, **game.others}
    spots = iter(["vie", "par", "bud", "bre", "tri", "mar", "ser", "spa", "gre", "por"])
    while (phase := game.view()["phase"])[5] != "D":
        turn = game.turn
        for seat in game.owing():
            text = f"place A {next(spots)}" if phase[5] == "P" else ""
            everybody[seat].order(game.id, turn, text)
        table["First"].wait_turn(turn + 1)
    table["First"].present()
    return table


def pick(player: Player, token: str) -> None:
    """Pick a place from the list."""
    player.page.click(f'[data-chooser] [data-token="{token}"]')
    player.page.wait_for_selector(f'[data-chooser] [data-picked="{token}"]')


def test_homes_are_picked_in_any_order(gather: Gather) -> None:
    first = winter(gather)["First"]
    first.open_tab("orders")
    if not first.page.locator("[data-chooser] [data-token]").count():
        first.subject("First homes").click()
    first.page.wait_for_selector("[data-chooser] [data-token]")
    first.see("(0 of 3)", "[data-chooser]")
    lit = first.page.locator("#board .marks")
    open_ = set((lit.get_attribute("data-lit") or "").split())
    assert {"vie", "bud", "tri", "ser", "gre"} == open_
    pick(first, "vie")  # the last of the alphabet first
    first.see("(1 of 3)", "[data-chooser]")
    pick(first, "bud")
    first.page.click('[data-picked="vie"]')  # and one is put back
    first.page.wait_for_selector('[data-chooser] [data-token="vie"]')
    first.see("(1 of 3)", "[data-chooser]")
    pick(first, "tri")
    version = first.version()
    first.point("gre")  # the third on the map
    first.changed(version)
    assert first.draft() == ["declare homes bud gre tri"]


def test_a_board_on_which_something_is_owed_is_in_front(gather: Gather) -> None:
    table = gather("para_time", "Austria")
    austria = table["Austria"]
    board = austria.page.locator(".game").get_attribute("data-board")
    boards = {charge["board"] for charge in austria.desk()["charges"] if charge["owed"]}
    assert board in boards
    assert austria.page.locator(f'[data-front="{board}"]').get_attribute("aria-pressed") == "true"


def test_links_are_made_from_either_end(gather: Gather) -> None:
    table = gather("twin_earths", "Austria@1")
    austria = table["Austria@1"]
    austria.subject("Austria@1 links").click()
    austria.page.wait_for_selector('[data-chooser] [data-token="2:hol"]')
    pick(austria, "2:hol")
    version = austria.version()
    austria.page.click('[data-chooser] [data-token="1:vie"]')
    austria.changed(version)
    assert any("1:vie 2:hol" in order for order in austria.draft())
