"""A first turn, a trial, the results and the organizer's desk, by touch alone and by keys alone."""

from collections.abc import Callable

from playwright.sync_api import expect

from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.tables.alone import start_alone
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.organizer import correct
from dragoman.house.tables.tables import create_table
from tests.browser.conftest import Open
from tests.browser.player import PHONE, Player
from tests.browser.site import UNTIMED, Game, Site

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TRIED = '[data-trial] [data-order="Austria: A vie - gal"]'


def at_table(place: Site, enter: Open, **look: object) -> Player:
    """Somebody who plays and organizes a game against the computer."""
    ann = place.person("Ann")
    table = start_alone(place.house, ann.account, "standard", "Austria", "random")
    return enter(ann, **look).sit(Game(place, table, ann, {}, {}))


def acted(player: Player, press: Callable[[str], None]) -> None:
    """Stop the clock at the desk, and undo that."""
    press("#act-pause > summary")
    press("#act-pause button")
    player.page.wait_for_selector(".game[data-status=paused]")
    press("#side .notice button")
    player.page.wait_for_selector(".game[data-status=running]")
    press("#act-correct > summary")
    player.page.wait_for_selector("#act-correct[open] #edit-place")


def test_all_goes_by_touch_alone(place: Site, enter: Open) -> None:
    player = at_table(place, enter, **TOUCH)
    page = player.page

    def tap(selector: str) -> None:
        page.locator(selector).first.tap()

    def touch(unit: str, lit: str) -> None:
        page.touchscreen.tap(*player.spot(unit))
        page.wait_for_selector(f'#board [data-lit~="{lit}"]', state="attached")
        page.touchscreen.tap(*player.spot(lit))

    touch("vie", "gal")
    page.wait_for_selector('#board .order[data-order="Austria: A vie - gal"]')
    tap("[data-tab=try]")
    page.wait_for_selector(".panel:not([inert]) [data-try]")
    touch("war", "ukr")
    page.wait_for_selector('#board .order[data-order="Russia: A war - ukr"]')
    tap("[data-try]")
    page.wait_for_selector(TRIED)
    tap("[data-tab=orders]")
    tap("[data-ready]")
    page.wait_for_selector("[data-doubts]:visible")
    tap("[data-ready]")
    player.wait_turn(2)
    tap("#results [data-mine]")
    page.wait_for_selector("#results .pointed")
    tap("[data-step='100000']")
    tap("[data-step='-1']")
    page.wait_for_url("**?at=1")
    tap("[data-tab=table]")
    acted(player, tap)
    tap("#act-correct label:has([value=remove])")
    player.at_rest()
    page.touchscreen.tap(*player.spot("con"))
    page.wait_for_selector("#board [data-unit=con]", state="detached")


def test_doors_boards_and_stacks_by_touch_alone(place: Site, enter: Open) -> None:
    """A mix is put together, a table filled, another board brought forward, a stack fanned out."""
    ann = place.person("Ann")
    player = enter(ann, **TOUCH)
    page = player.page
    page.goto(f"{place.url}/mix")
    page.locator(".chip:has-text('Militarism')").tap()
    expect(page.locator("[data-mixer]")).to_contain_text("They go together. Militarism III:")
    table = create_table(place.house, ann.account, variant="twin_earths", settings=UNTIMED)
    page.goto(f"{place.url}/tables/{table}")
    page.get_by_role("button", name="Sit here as Austria@1").tap()
    page.get_by_role("button", name="Computer on all open seats").tap()
    page.wait_for_selector("#board svg[data-board='1']")
    page.locator("[data-front='2']").tap()
    page.wait_for_selector("#board svg[data-board='2']")
    stacked = create_sandbox(place.house, ann.account, variant="militarism")
    change = Change(phase="S1901M", units={"Austria": ["L vie", "A vie"]})
    correct(place.house, ann.account, stacked, change, "a test")
    player.sit(Game(place, stacked, ann, {}, {}))
    page.touchscreen.tap(*player.spot("vie"))
    page.locator("#board .fan button:text-is('Leader')").tap()
    page.wait_for_selector("#board .fan [aria-pressed=true]:text-is('Leader')")


def test_all_goes_by_keys_alone(place: Site, enter: Open) -> None:
    player = at_table(place, enter)
    page = player.page

    def press(selector: str) -> None:
        player.tab_to(selector)
        page.keyboard.press("Enter")

    def turn_to(name: str) -> None:
        player.tab_to("[role=tab][aria-selected=true]")
        while page.locator(f"[data-tab={name}][aria-selected=true]").count() == 0:
            page.keyboard.press("ArrowRight")

    player.keys("A vie", "move", "gal")
    turn_to("try")
    page.wait_for_selector(".panel:not([inert]) [data-try]")
    press("[data-try]")
    page.wait_for_selector(TRIED)
    turn_to("orders")
    press("[data-ready]")
    page.wait_for_selector("[data-doubts]:visible")
    press("[data-ready]")
    player.wait_turn(2)
    page.wait_for_selector("#results [data-mine]")
    press("#results [data-chip=all]")
    page.wait_for_selector("#results [data-chip=all][aria-pressed=true]")
    press("[data-step='100000']")
    press("[data-step='-1']")
    page.wait_for_url("**?at=1")
    turn_to("table")
    page.wait_for_selector("#act-pause")
    acted(player, press)
    player.tab_to("#edit-place")
    page.keyboard.type("bur")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board [data-unit=bur][data-power=Austria]", state="attached")
