"""Trying it: what would come of a draft against guesses, with nothing sent off."""

from playwright.sync_api import Route, expect

from dragoman.house.play.sandbox import create_sandbox
from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE, Player
from tests.browser.site import Game, Site
from tests.browser.test_ways import Held


def test_a_draft_is_tried_against_guesses(gather: Gather) -> None:
    table = gather("standard", "Austria", "Russia", looks={"Russia": {"viewport": PHONE}})
    austria, page = table["Austria"], table["Austria"].page
    austria.type("A vie - gal")
    austria.open_tab("try")
    # What the others do is guessed on the board, as one's own orders are given.
    page.wait_for_selector("[data-trying][data-sketched]")
    austria.settled()
    page.wait_for_selector('#board .order[data-order="Austria: A vie - gal"]')
    austria.point("war")
    page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    austria.point("gal")
    page.wait_for_selector('#board .order[data-order="Russia: A war - gal"]')
    assert page.input_value("[data-guess=Russia]") == "A war - gal"
    assert page.locator("details:has([data-guess=Russia]) [data-count]").inner_text() == "1 order"
    assert austria.draft() == ["A vie - gal"]
    page.click("[data-try]")
    row = '[data-trial] [data-order="Austria: A vie - gal"]'
    page.wait_for_selector(f"{row}:has-text('stood off')")
    page.wait_for_selector('#board.judged .order.failed[data-order="Russia: A war - gal"]')
    # A row lights its arrow, as after a real phase.
    page.hover(row)
    page.wait_for_selector('#board .pointed[data-order="Austria: A vie - gal"]')
    # Nothing was judged and nothing sent: Russia knows nothing of it, and has no orders.
    assert table.game.turn == 1 and table["Russia"].draft() == []
    # A click on the board goes on from what is guessed, for others and for oneself.
    page.mouse.click(*austria.spot("bud"))
    page.wait_for_selector('#board:not(.judged) [data-lit~="rum"]', state="attached")
    page.click(".verbs [data-verb=hold]")
    page.wait_for_selector('#board .order[data-order="Austria: A bud H"]')
    # Guesses stay, and the computer makes some; the orders are as they were.
    page.reload()
    austria.settled()
    austria.open_tab("try")
    page.click("summary:has-text('Russia')")
    expect(page.locator("[data-guess=Russia]")).to_have_value("A war - gal")
    page.click("[data-guess-all]")
    page.wait_for_function("() => document.querySelector('[data-guess=Turkey]').value.length > 10")
    page.keyboard.press("Tab")
    austria.open_tab("orders")
    page.wait_for_selector("#board:not(.judged)")
    assert austria.draft() == ["A bud H", "A vie - gal"]
    russia = table["Russia"]
    russia.open_tab("try")
    russia.page.click("[data-try]")
    russia.page.wait_for_selector("[data-trial] [data-mine]")


def test_what_is_tried_is_tried_with_the_guesses_that_were_asked_for(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    page, held = austria.page, Held(austria.page, "**/guess*")
    austria.open_tab("try")
    page.wait_for_selector("[data-trying][data-sketched]")
    page.click("[data-guess-all]")
    page.click("[data-try]")
    held.let_go()
    page.wait_for_selector("[data-trial] h2")
    expect(page.locator("[data-guess=Turkey]")).not_to_have_value("")
    expect(page.locator("#board")).to_contain_class("judged")


def sandbox(place: Site, enter: Open) -> Player:
    """Somebody in a sandbox of Standard."""
    ann = place.person("Ann")
    table = create_sandbox(place.house, ann.account, variant="standard")
    return enter(ann).sit(Game(place, table, ann, {}, {}))


def test_in_a_sandbox_every_unit_answers_and_phases_are_undone(place: Site, enter: Open) -> None:
    player = sandbox(place, enter)
    page = player.page
    player.march("vie", "gal")
    # A unit of another power takes its seat along; the drafts of both are drawn.
    player.point("war")
    page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    assert page.locator("#seat").input_value() == "Russia"
    player.point("gal")
    for order in ("Austria: A vie - gal", "Russia: A war - gal"):
        page.wait_for_selector(f'#board .order[data-order="{order}"]')
    # Ctrl+Z takes back the order of this seat, and then the phase.
    page.click("[data-ready]")
    page.wait_for_selector("[data-doubts]:visible")
    page.click("[data-ready]")
    player.wait_turn(2)
    page.wait_for_selector('[data-order="Russia: A war - gal"]:has-text("stood off")')
    page.locator("#board").focus()
    page.keyboard.press("Control+z")
    page.wait_for_selector(".toast:has-text('undone')")
    assert "Spring 1901" in player.text("[data-headline]")


def test_positions_are_edited_on_the_board(place: Site, enter: Open) -> None:
    player = sandbox(place, enter)
    page = player.page
    player.open_tab("edit")
    page.select_option("#edit-power", "Turkey")
    player.point("bur")
    page.wait_for_selector("#board [data-unit=bur][data-power=Turkey]", state="attached")
    page.check("[value=center]")
    player.point("spa")
    page.wait_for_selector("#board [data-province=spa][data-owner=Turkey]", state="attached")
    page.check("[value=remove]")
    page.fill("#edit-place", "par")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board [data-unit=par]", state="detached")
    page.fill("#edit-phase", "F1905M")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-headline]:has-text('Fall 1905')")
    page.wait_for_selector(".toast:text-is('Now: Fall 1905')")  # nobody else is the organizer
    page.click("[data-back]")
    page.wait_for_selector("[data-headline]:has-text('Spring 1901')")
    # What was placed can be ordered at once.
    player.open_tab("orders")
    player.march("bur", "par")


def test_an_organizer_sets_a_position_right_on_the_board(gather: Gather) -> None:
    """What is edited stays with the organizer until it is sent, and can be undone after that."""
    table = gather("standard", "Austria", watched=True)
    olga, austria = table["organizer"], table["Austria"]
    page = olga.page
    olga.open_tab("table")
    held: list[Route] = []
    page.route("**/editor.js*", lambda route: held.append(route))
    with page.expect_request("**/editor.js*"):
        page.click("#act-correct > summary")
    page.check("#act-correct [value=recolor]")
    page.select_option("#edit-power", "Italy")
    page.fill("#edit-place", "mun")
    page.keyboard.press("Enter")  # before the editor's script is there
    held[0].continue_()
    page.wait_for_selector("#board [data-unit=mun][data-power=Italy]", state="attached")
    page.check("#act-correct [value=recolor]")
    olga.point("kie")
    page.wait_for_selector("#board [data-unit=kie][data-power=Italy]", state="attached")
    page.click("#act-correct [data-back]")
    page.wait_for_selector("#board [data-unit=kie][data-power=Germany]", state="attached")
    page.check("#act-correct [value=place]")
    page.fill("#edit-place", "bur")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board [data-unit=bur][data-power=Italy]", state="attached")
    page.click("#act-correct [data-back]")
    page.wait_for_selector("#board [data-unit=bur]", state="detached")
    # Nobody else knows of it yet; with another tab in front the board shows what is.
    assert austria.page.locator("#board [data-unit=mun][data-power=Germany]").count()
    olga.open_tab("results")
    page.wait_for_selector("#board [data-unit=mun][data-power=Germany]", state="attached")
    olga.open_tab("table")
    page.wait_for_selector("#board [data-unit=mun][data-power=Italy]", state="attached")
    page.fill("#correct-why", "Munich was lost")
    page.click("#act-correct button:text-is('Correct the position')")
    austria.page.wait_for_selector("#board [data-unit=mun][data-power=Italy]", state="attached")
    page.click("#side .notice button:text-is('Undo')")
    for one in (olga, austria):
        one.page.wait_for_selector("#board [data-unit=mun][data-power=Germany]", state="attached")
