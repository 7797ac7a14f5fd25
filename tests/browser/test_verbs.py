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
    """A leader and its army stand in one place: each is chosen by one click."""
    table = gather("militarism", "Austria")
    austria = table["Austria"]
    austria.write("build L vie\nbuild A vie\nbuild A bud\nbuild F tri")
    table.judge()
    austria.open_tab("orders")
    austria.present()
    begin(austria, "vie")
    names = austria.page.locator("#board .fan button").all_inner_texts()
    assert sorted(names) == ["Army", "Leader"]
    austria.page.click("#board .fan button:text-is('Leader')")
    austria.page.wait_for_selector("#board .fan [aria-pressed=true]:text-is('Leader')")
    austria.see("Leader in Vienna", "[data-chooser]")
