"""At the unit: its verbs beside it on the board, a stack as a fan, by mouse, touch and keys."""

from tests.browser.conftest import Gather
from tests.browser.player import PHONE, Player

TOUCH = {"viewport": PHONE, "is_mobile": True, "has_touch": True}


def begin(player: Player, place: str) -> None:
    """Choose a unit on the map."""
    player.point(place)
    player.page.wait_for_selector("#board .tile:visible")


def tiles(player: Player) -> list[str]:
    """The verbs that stand beside the unit."""
    return sorted(player.page.locator("#board .tile").all_inner_texts())


def test_the_verbs_of_a_unit_stand_beside_it(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    begin(austria, "vie")
    # A verb that is not possible is absent; to move is what is meant if nothing is said.
    assert [text.lower() for text in tiles(austria)] == ["hold", "move", "support"]
    austria.page.wait_for_selector('.tile[data-verb="move"][aria-pressed="true"]')
    stage = austria.page.locator("#board").bounding_box()
    assert stage is not None
    for box in (tile.bounding_box() for tile in austria.page.locator(".tile").all()):
        assert box is not None
        assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
        assert stage["y"] <= box["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]
    version = austria.version()
    austria.page.click('.tile[data-verb="hold"]')
    austria.changed(version)
    assert austria.draft() == ["A vie H"]
    austria.page.wait_for_selector("#board .tile >> nth=0", state="hidden")


def test_support_is_given_on_the_board_alone(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    begin(austria, "bud")
    austria.page.click('.tile[data-verb="support"]')
    austria.page.wait_for_selector('.tile[data-verb="support"][aria-pressed="true"]')
    austria.page.wait_for_selector('#board [data-lit~="vie"]', state="attached")
    austria.point("vie")
    austria.page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    version = austria.version()
    austria.point("gal")
    austria.changed(version)
    assert austria.draft() == ["A bud S A vie - gal"]


def test_a_tap_is_enough_on_a_phone(gather: Gather) -> None:
    austria = gather("standard", "Austria", looks={"Austria": TOUCH})["Austria"]
    austria.page.touchscreen.tap(*austria.spot("vie"))
    austria.page.wait_for_selector("#board .tile:visible")
    for box in (tile.bounding_box() for tile in austria.page.locator(".tile").all()):
        assert box is not None and box["width"] >= 44 and box["height"] >= 44
    austria.page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    version = austria.version()
    austria.page.touchscreen.tap(*austria.spot("gal"))
    austria.changed(version)
    assert austria.draft() == ["A vie - gal"]
    # A tap elsewhere closes it.
    austria.page.touchscreen.tap(*austria.spot("bud"))
    austria.page.wait_for_selector("#board .tile:visible")
    austria.page.touchscreen.tap(*austria.spot("tus"))
    austria.page.wait_for_selector("#board .tile >> nth=0", state="hidden")


def test_keys_give_an_order_on_the_board(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    begin(austria, "vie")
    austria.page.wait_for_selector('#board [data-lit~="boh"]', state="attached")
    austria.page.keyboard.press("ArrowUp")
    austria.page.wait_for_selector("#board .preview", state="attached")
    version = austria.version()
    austria.page.keyboard.press("Enter")
    austria.changed(version)
    (order,) = austria.draft()
    assert order.startswith("A vie - ")
    begin(austria, "bud")
    version = austria.version()
    austria.page.keyboard.press("h")
    austria.changed(version)
    assert "A bud H" in austria.draft()
    begin(austria, "tri")
    austria.page.keyboard.press("Escape")
    austria.page.wait_for_selector("#board .tile >> nth=0", state="hidden")


def test_a_stack_opens_as_a_fan(gather: Gather) -> None:
    """A leader and its army in one place: both at a stroke, or each by one click."""
    table = gather("militarism", "Austria")
    austria, page = table["Austria"], table["Austria"].page
    austria.write("build L vie\nbuild A vie\nbuild A bud\nbuild F tri")
    table.judge()
    austria.open_tab("orders")
    austria.present()
    austria.march("vie", "gal")
    assert austria.draft() == ["A vie - gal", "L vie - gal"]
    begin(austria, "vie")
    names = page.locator("#board .fan button").all_inner_texts()
    assert names == ["Army with leader", "Leader", "Army"]
    page.click("#board .fan button:text-is('Leader')")
    page.wait_for_selector("#board .fan [aria-pressed=true]:text-is('Leader')")
    austria.see("Leader in Vienna", "[data-chooser]")
    # Who leaves the leader behind is warned, and can take it along after all.
    version = austria.version()
    page.click("#board [data-verb=hold]")
    austria.changed(version)
    warned = page.locator(".warning:has-text('without its leader')")
    warned.wait_for()
    version = austria.version()
    warned.locator("button").click()
    austria.changed(version)
    assert austria.draft() == ["A vie - gal", "L vie - gal"]


def test_two_leaders_in_one_place_are_ordered_by_click(gather: Gather) -> None:
    """Leaders of two boards meet in one place: each has its own way."""
    table = gather("militarism@heptadiplomacy", "France")
    france, page = table["France"], table["France"].page
    units = {"France@1": ["L 1:par", "A 1:bre"], "France@2": ["L 1:par", "A 2:par"]}
    change = {"phase": "S1901M", "units": units}
    path = f"/api/tables/{table.game.id}/organizer/correct"
    body = {"change": change, "why": "a test", "turn": table.game.turn}
    table.game.organizer.call("POST", path, body)
    france.wait_turn(2)
    france.open_tab("orders")
    france.present()
    for goal in ("1:bur", "1:pic"):
        france.point("1:par")
        page.wait_for_selector("#board .fan button >> nth=1")
        names = page.locator("#board .fan button").all_inner_texts()
        assert names == ["Leader of France@1", "Leader of France@2"]
        pressed = page.locator("#board .fan [aria-pressed=true]")
        if goal == "1:pic":
            page.click("#board .fan button >> nth=1")
        page.wait_for_selector(f'#board [data-lit~="{goal}"]', state="attached")
        assert pressed.count() == 1
        version = france.version()
        france.point(goal)
        france.changed(version)
    draft = france.draft()
    assert len(draft) == 2 and {one.rpartition(" ")[2] for one in draft} == {"1:bur", "1:pic"}
    assert not page.locator(".given.bad").count()


def test_an_amount_is_offered_with_the_order_it_is_for(gather: Gather) -> None:
    """By list and by map; one's own units need none."""
    italy = gather("payola", "Italy")["Italy"]
    italy.subject("A vie").click()
    italy.page.fill("[data-amount]", "4")
    italy.page.click('.choices [data-token="move"]')
    assert italy.page.input_value("[data-amount]") == "4"
    italy.page.click('.choices [data-token="tyr"]')
    italy.see("A vie - tyr $4", "[data-charges]")
    italy.see("6 of 10 left", "[data-pools]")
    italy.march("ven", "pie")
    italy.see("A ven - pie", "[data-charges]")
    assert italy.desk()["text"].splitlines() == ["A vie - tyr $4", "A ven - pie"]
