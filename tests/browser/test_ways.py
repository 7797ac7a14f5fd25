"""Every way to give orders writes the same ballot: list, map, drag, keyboard, text, phone."""

from playwright.sync_api import Page, Route

from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE

OPENING = ["A bud - ser", "A vie - gal", "F tri - alb"]


def test_all_ways_give_the_same_ballot(gather: Gather) -> None:
    table = gather("standard", "Austria", watched=True)
    austria = table["Austria"]
    ballots = []
    austria.march("vie", "gal")
    austria.march("bud", "ser")
    austria.march("tri", "alb")
    ballots.append(austria.draft())
    austria.write("")
    austria.drag("vie", "gal")
    austria.drag("bud", "ser")
    austria.drag("tri", "alb")
    ballots.append(austria.draft())
    austria.write("")
    for unit, to in (("A vie", "gal"), ("A bud", "ser"), ("F tri", "alb")):
        austria.choose(unit, "move", to)
    ballots.append(austria.draft())
    austria.write("")
    for unit, to in (("A vie", "gal"), ("A bud", "ser"), ("F tri", "alb")):
        austria.keys(unit, "move", to)
    ballots.append(austria.draft())
    austria.write("")
    for text in ("A Vienna-Galicia", "a bud - ser", "F Trieste to Albania"):
        austria.type(text)
    ballots.append(austria.draft())
    austria.write("A Vie-Gal\nA Bud-Ser\nF Tri-Alb")
    ballots.append(austria.draft())
    assert ballots == [OPENING] * 6
    assert austria.text("[data-owed]") == "Everything is ordered"
    assert table["watcher"].page.locator("[data-desk]").count() == 0


def test_a_place_is_meant_though_the_choices_are_still_on_their_way(gather: Gather) -> None:
    """On a slow line one may click a unit and its goal without waiting for what is lit."""
    austria = gather("standard", "Austria")["Austria"]
    version, held = austria.version(), Held(austria.page, "**/choices?*")
    austria.point("vie")
    austria.point("gal")
    held.let_go()
    austria.changed(version)
    assert austria.draft() == ["A vie - gal"]


def test_a_unit_is_meant_though_the_order_before_is_still_on_its_way(gather: Gather) -> None:
    """Budapest is a unit of its own then, and not another goal for Vienna."""
    austria = gather("standard", "Austria")["Austria"]
    austria.point("vie")
    austria.page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    version, held = austria.version(), Held(austria.page, "**/orders/add*")
    austria.point("gal")
    austria.point("bud")
    austria.page.wait_for_selector('.chosen [data-subject="A bud"]')
    held.let_go()
    austria.changed(version)
    austria.page.wait_for_selector('.chosen [data-subject="A bud"]')
    assert austria.draft() == ["A vie - gal"]


class Held:
    """Requests that wait until they are let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.routes: list[Route] = []
        self.open = False
        page.route(address, self.met)

    def met(self, route: Route) -> None:
        """One more of them."""
        if self.open:
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        """Send what has waited, and from now on everything."""
        self.open = True
        for route in self.routes:
            route.continue_()


def test_a_phone_orders_by_touch_from_map_and_list(gather: Gather) -> None:
    look = {"Austria": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
    austria = gather("standard", "Austria", looks=look)["Austria"]
    version = austria.version()
    for place in ("vie", "gal"):
        austria.page.touchscreen.tap(*austria.spot(place))
        if place == "vie":
            austria.page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    austria.changed(version)
    version = austria.version()
    austria.subject("A bud").tap()
    austria.page.locator('[data-chooser] [data-token="move"]').tap()
    austria.page.locator('[data-chooser] [data-token="ser"]').tap()
    austria.changed(version)
    assert austria.draft() == ["A bud - ser", "A vie - gal"]
    # The map, what is owed and the ready switch stay in sight while the list is scrolled.
    austria.page.locator("[data-text], .written summary").first.scroll_into_view_if_needed()
    for part in ("#board", "[data-ready]", "[data-owed]"):
        box = austria.page.locator(part).first.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 844, part
    wide = austria.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_text_that_is_wrong_is_explained_as_it_is_typed(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    austria.page.fill("[data-typed]", "A vie - xyz")
    austria.page.press("[data-typed]", "Enter")
    error = austria.page.locator("[data-typed-error]")
    error.get_by_text("xyz").wait_for()
    assert austria.draft() == []
    austria.write("A vie - gal\nA bud flies\nF tri - stp")
    austria.page.wait_for_function(
        "() => document.querySelectorAll('[data-notes] li').length === 2"
    )
    notes = austria.text("[data-notes]")
    assert "A bud flies" in notes and "F tri - stp" in notes
    austria.expected = ("422",)
    # Who leaves right after the last key loses nothing.
    austria.page.fill("[data-text]", "A vie - tyr")
    austria.page.reload()
    austria.page.get_by_text("A vie - tyr").first.wait_for(state="attached")
    assert austria.draft() == ["A vie - tyr"]


def test_completion_works_with_the_keyboard_alone(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    austria.page.locator("[data-typed]").press_sequentially("A vie - g", delay=5)
    austria.page.wait_for_selector("#suggested li:text-is('A vie - gal')")
    version = austria.version()
    austria.page.keyboard.press("ArrowDown")
    austria.page.keyboard.press("Enter")
    assert austria.page.input_value("[data-typed]") == "A vie - gal"
    austria.page.keyboard.press("Enter")
    austria.changed(version)
    assert austria.draft() == ["A vie - gal"]


def test_undo_goes_back_step_by_step(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    austria.type("A vie - gal")
    austria.march("bud", "ser")
    austria.choose("A vie", "hold")
    assert austria.draft() == ["A bud - ser", "A vie H"]
    for left in (["A bud - ser", "A vie - gal"], ["A vie - gal"], []):
        version = austria.version()
        austria.page.click("[data-undo]")
        austria.changed(version)
        assert austria.draft() == left
    assert austria.page.locator("[data-undo]").is_disabled()


def test_a_draft_survives_a_reload_and_is_on_another_device(gather: Gather, enter: Open) -> None:
    table = gather("standard", "Austria")
    austria = table["Austria"]
    austria.type("A vie - gal")
    austria.page.reload()
    austria.settled()
    assert austria.given("A vie") == "A vie - gal"
    other = enter(table.game.humans["Austria"], viewport=PHONE).sit(table.game)
    assert other.given("A vie") == "A vie - gal"
    other.type("A bud - ser")
    austria.page.wait_for_selector("[data-charges] .given:text-is('A bud - ser')")
    assert austria.draft() == other.draft() == ["A bud - ser", "A vie - gal"]


def test_single_keys_work_once_they_are_turned_on(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    austria.page.locator("#board").focus()
    austria.page.keyboard.press("n")
    assert austria.page.locator(".chosen[class*=charge]").count() == 0
    austria.page.click(".keys summary")
    austria.page.check("[data-keys]")
    austria.page.locator("#board").focus()
    austria.page.keyboard.press("n")
    austria.page.wait_for_selector("[data-chooser] [data-token=hold]")
    austria.page.keyboard.press("/")
    assert austria.page.evaluate("document.activeElement.id") == "typed"


def test_the_keyboard_is_never_left_without_a_place(gather: Gather) -> None:
    """Choices given up, an order taken back, a turn judged: the focus is where one goes on."""
    table = gather("standard", "Austria")
    austria = table["Austria"]
    line = '[data-charges] [data-subject="A vie"]'
    has_focus = "(wanted) => document.activeElement.matches(wanted)"
    austria.keys("A vie", "hold")
    austria.tab_to(".away")
    austria.page.keyboard.press("Enter")
    austria.page.wait_for_selector(".away", state="detached")
    austria.page.wait_for_function(has_focus, arg=line)
    austria.page.keyboard.press("Enter")
    austria.page.wait_for_selector(austria.word("move"))
    austria.page.keyboard.press("Escape")
    austria.page.wait_for_function(has_focus, arg=line)
    table.game.rest(table.game.owing())
    austria.tab_to("[data-ready]")
    austria.page.keyboard.press("Enter")
    austria.page.wait_for_selector("[data-ready]:text-is('Ready all the same')")
    austria.page.keyboard.press("Enter")
    austria.wait_turn(2)
    austria.page.wait_for_function(has_focus, arg="#tab-results[aria-selected=true]")
