"""Results: sifted by one click, joined with their arrows, all of them, and never in the way."""

from playwright.sync_api import expect

from dragoman.house.tables import seats
from dragoman.house.tables.tables import create_table
from tests.browser.conftest import Gather, Open
from tests.browser.player import Player
from tests.browser.site import UNTIMED, Person, Site, wait_for


def headings(player: Player) -> list[str]:
    """The phases that the results tell of."""
    return player.page.locator("#results section > h2").all_inner_texts()


def owes(person: Person, table: str, turn: int) -> bool:
    """Whether it is somebody's turn again, later than a turn."""
    view = person.call("GET", f"/api/tables/{table}")
    return view["turn"] > turn and any(row["mine"] and row["owes"] for row in view["seats"])


def test_phases_judged_at_a_stroke_are_all_shown_in_order(place: Site, enter: Open) -> None:
    """After the Fall the computer alone builds: Winter passes at once."""
    ann = place.person("Ann")
    table = create_table(place.house, ann.account, variant="standard", settings=UNTIMED)
    seats.join(place.house, ann.account, table, "Austria")
    for name in ("England", "France", "Germany", "Italy", "Russia", "Turkey"):
        seats.seat_bot(place.house, ann.account, table, name, "greedy")
    page = enter(ann)
    page.go(f"/tables/{table}")
    page.settled()
    for turn in (1, 2):
        page.wait_turn(turn)
        page.press_ready()
        wait_for(lambda turn=turn: owes(ann, table, turn))  # type: ignore[misc]
    view = ann.call("GET", f"/api/tables/{table}")
    known = [row["label"] for row in view["phases"]]
    # The computer may have had to retreat as well, which passes at once too.
    labels = known[known.index("Fall 1901") :]
    assert len(labels) > 1 and labels[-1] == "Winter 1901, adjustments"
    wait_for(lambda: headings(page)[-len(labels) :] == [f"Results of {label}" for label in labels])
    # The board goes through them and stays with the last.
    page.page.wait_for_function(
        "(n) => document.querySelector('[data-phase]').value === n",
        arg=str(view["phases"][-1]["n"]),
    )
    # Whoever comes back is shown what was judged since.
    page.page.evaluate(f"localStorage.setItem('dragoman-seen-{table}', '1')")
    page.page.reload()
    page.settled()
    wait_for(lambda: headings(page) == [f"Results of {label}" for label in known[1:]])


def test_orders_are_sifted_by_one_click_and_that_is_remembered(gather: Gather) -> None:
    table = gather("standard", "Austria")
    austria = table["Austria"]
    austria.type("A vie - gal")
    table.judge(Russia="A war - gal")
    rows = austria.page.locator("#results [data-places]:visible")
    austria.page.wait_for_selector("[data-chip=mine][aria-pressed=true]")
    expect(rows).to_have_count(3)
    austria.page.click("[data-chip=failed]")
    failed = ["Army in Vienna moves to Galicia", "Army in Warsaw moves to Galicia"]
    expect(rows).to_contain_text(failed)
    expect(rows).to_have_count(2)
    austria.page.reload()
    austria.settled()
    austria.open_tab("results")
    austria.page.wait_for_selector("[data-chip=failed][aria-pressed=true]")
    expect(rows).to_have_count(2)
    austria.page.click("[data-chip=all]")
    expect(rows).to_have_count(22)


def test_a_row_lights_its_arrow_and_an_arrow_its_row(gather: Gather) -> None:
    table = gather("standard", "Austria")
    austria = table["Austria"]
    austria.type("A vie - gal")
    table.judge(Russia="A war - gal")
    row = '#results [data-order="Austria: A vie - gal"]'
    arrow = '#board .order[data-order="Austria: A vie - gal"]'
    austria.page.hover(row)
    austria.page.wait_for_selector(f"#board.pointing {arrow.removeprefix('#board ')}.pointed")
    assert "gal" in (austria.page.locator("#board .marks").get_attribute("data-lit") or "") or (
        austria.page.locator("#board path.chosen").count() == 2
    )
    austria.page.mouse.move(5, 5)
    austria.page.wait_for_selector("#board:not(.pointing)")
    path = austria.page.locator(f"{arrow} path").last
    path.dispatch_event("pointerover", {"clientX": 300, "clientY": 300, "bubbles": True})
    austria.page.wait_for_selector(f"{row}.pointed")
    # By keys: a row that has the focus lights its arrow too.
    austria.page.mouse.move(5, 5)
    austria.page.locator(row).focus()
    austria.page.wait_for_selector(f"{arrow}.pointed")


def test_judging_does_not_take_anybody_out_of_a_sentence(gather: Gather) -> None:
    table = gather("standard", "Austria", settings={"press": "private"})
    austria = table["Austria"]
    austria.press_ready()
    austria.open_tab("press")
    austria.page.get_by_role("button", name="England").click()
    austria.page.type("#message", "I shall go to Ga")
    table.game.rest(table.game.owing())
    austria.wait_turn(2)
    austria.page.wait_for_selector("#tab-results .mark:text-is('1')")
    austria.page.keyboard.type("licia")
    assert austria.page.input_value("#message") == "I shall go to Galicia"
    assert austria.page.locator("#tab-press").get_attribute("aria-selected") == "true"
    austria.see("Spring 1901 has been judged.", ".knock")
    austria.page.click(".knock button")
    austria.see("Results of Spring 1901", "#results")
    austria.page.wait_for_selector("#tab-results .mark", state="hidden")


def test_the_sheet_stays_in_its_box(gather: Gather) -> None:
    table = gather("standard", "Austria")
    table.judge()
    austria = table["Austria"]
    austria.page.click("#results .sheet-text summary")
    inside = """() => {
      const box = document.querySelector("#panel-results").getBoundingClientRect();
      const sheet = document.querySelector("#results pre").getBoundingClientRect();
      return sheet.left >= box.left && sheet.right <= box.right;
    }"""
    assert austria.page.evaluate(inside)
