"""“I am ready” says what is missing and asks once; slips are pointed out with a way out."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE
from tests.browser.site import Site

TOUCH = {"viewport": PHONE, "is_mobile": True, "has_touch": True}


def test_units_without_orders_are_named_and_asked_about_once(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    austria.type("A vie - gal")
    austria.page.click("[data-ready]")
    austria.see("2 units have no orders: they will hold.", "[data-doubts]")
    assert austria.page.get_attribute("[data-ready]", "aria-pressed") == "false"
    # Each of them is a way to its order.
    austria.page.click("[data-doubts] button:text-is('Fleet in Trieste')")
    austria.page.wait_for_selector('[data-chooser] [data-token="hold"]')
    version = austria.version()
    austria.page.click('[data-chooser] [data-token="hold"]')
    austria.changed(version)
    austria.page.wait_for_selector("[data-doubts]", state="hidden")
    # Another draft is another question; by keys, the second press is meant.
    austria.tab_to("[data-ready]")
    austria.page.keyboard.press("Enter")
    austria.see("1 unit has no order: it will hold.", "[data-doubts]")
    austria.page.wait_for_selector("[data-ready]:text-is('Ready all the same')")
    austria.page.keyboard.press("Enter")
    austria.page.wait_for_selector("[data-ready][aria-pressed=true]")
    austria.page.wait_for_selector("[data-doubts]", state="hidden")
    # Readiness can be taken back, without being asked anything.
    austria.page.keyboard.press("Enter")
    austria.page.wait_for_selector("[data-ready][aria-pressed=false]")


def test_who_types_before_the_scripts_have_come_stays_on_the_page(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    page = austria.page
    held: list[Route] = []
    page.route("**/orders.js*", lambda route: held.append(route))
    with page.expect_request("**/orders.js*"):
        page.reload(wait_until="commit")
    page.evaluate("window.here = true")
    page.click("[data-typed]", force=True)
    page.keyboard.type("A vie - gal")
    page.keyboard.press("Enter")
    assert page.input_value("[data-typed]") == ""  # it takes nothing that it would lose
    held[0].continue_()
    austria.settled()
    austria.type("A vie - gal")
    assert page.evaluate("window.here") and austria.draft() == ["A vie - gal"]


def test_who_has_ordered_everything_is_not_asked(gather: Gather) -> None:
    austria = gather("standard", "Austria", looks={"Austria": TOUCH})["Austria"]
    austria.write("A vie - gal\nA bud - ser\nF tri - alb")
    austria.page.tap("[data-ready]")
    austria.page.wait_for_selector("[data-ready][aria-pressed=true]")


def test_a_sandbox_asks_for_all_its_seats(place: Site, enter: Open) -> None:
    jo = place.person("Jo")
    table = jo.call("POST", "/api/sandboxes", {"variant": "standard"})["id"]
    page = enter(jo, **TOUCH)
    page.go(f"/tables/{table}")
    page.settled()
    page.page.tap("[data-ready]")
    for seat in ("Austria", "France", "Turkey"):
        page.see(f"{seat}: 3 units have no orders: they will hold.", "[data-doubts]")
    # However many there are, both answers are in sight.
    for answer in ("[data-doubts] > button", "[data-ready]"):
        expect(page.page.locator(answer)).to_be_in_viewport(ratio=1)
    page.page.click("[data-ready]:text-is('Ready all the same')")
    page.wait_turn(2)


def test_a_void_placement_is_no_placement_while_time_is_left(gather: Gather) -> None:
    table = gather("escalation", "First", options={"players": 2})
    first = table["First"]
    first.type("place A mid")
    first.page.click("[data-ready]")
    first.page.wait_for_selector("[data-doubts]:visible")
    first.page.click("[data-ready]")
    first.page.wait_for_timeout(300)
    assert table.game.turn == 1
    assert first.page.get_attribute("[data-ready]", "aria-pressed") == "false"
    first.page.click(".charge .away")
    first.type("place A vie")
    first.press_ready()
    first.wait_turn(2)


def test_slips_are_pointed_out_with_a_way_out(gather: Gather) -> None:
    england = gather("standard", "England")["England"]
    england.write("F lon S F edi - nth\nF edi - nwg\nA lvp - nwy")
    england.see("London supports what is not ordered.", ".warning")
    england.see("it needs a convoy, and none of your fleets carries it.", ".warning")
    england.page.click("[data-ready]")
    england.see("London supports what is not ordered.", "[data-doubts]")
    version = england.version()
    england.page.click(".warning button")
    england.changed(version)
    assert "F edi - nth" in england.draft()
    assert not england.page.locator(".warning", has_text="London").count()
