"""What can be read at a glance on boards of every kind; `tests.browser.figures` measures all."""

import pytest

from tests.browser.conftest import Gather
from tests.browser.figures import NAME, PIECE, SCREENS, measured
from tests.browser.player import DESKTOP, PHONE

VARIANTS = {
    "standard": "Austria",
    "cat": "Andromeda",
    "militarism": "Austria",
    "heptadiplomacy": "Austria",
    "youngstown": "China",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_names_and_pieces_are_large_enough_everywhere(gather: Gather, variant: str) -> None:
    seat = VARIANTS[variant]
    player = gather(variant, seat)[seat]
    for screen, size in SCREENS.items():
        player.page.set_viewport_size(size)
        player.page.reload()
        player.settled()
        for zoom in ("as it opens", "whole", "near"):
            if zoom == "whole":
                player.page.click("[data-zoom=whole]")
            elif zoom == "near":
                player.page.focus("#board")
                for _ in range(3):
                    player.page.keyboard.press("+")
            found = measured(player)
            assert found["names"] and found["name"] >= NAME, (screen, zoom, found)
            if found["pieces"]:
                assert found["piece"] >= PIECE, (screen, zoom, found)
            assert found["over"] == 0, (screen, zoom, found)


def test_one_s_own_places_are_named_as_the_page_opens(gather: Gather) -> None:
    for variant, seat in (("standard", "England"), ("youngstown", "China")):
        player = gather(variant, seat)[seat]
        measured(player)  # once the names are placed
        own = player.page.evaluate("() => document.querySelector('.game').dataset.own.split(' ')")
        for place in own:
            name = f'#board [data-name="{place.split("/")[0]}"]'
            shown = player.page.locator(name).evaluate_all(
                "(all) => all.filter((one) => one.style.display !== 'none').length"
            )
            assert shown == 1, place


def test_a_board_that_is_put_away_at_once_is_not_written_upon(gather: Gather) -> None:
    player = gather("standard", "Austria")["Austria"]
    player.page.evaluate(
        """() => {
          const board = document.querySelector("[data-view]");
          board.dispatchEvent(new WheelEvent("wheel", { deltaY: -300 }));
          board.hidden = true;
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          return frame().then(frame).then(() => { board.hidden = false; });
        }"""
    )
    found = measured(player)
    assert found["names"] and found["piece"] >= PIECE


ASTRAY = """() => {
  const svg = document.querySelector("#board svg");
  const grounds = [...svg.querySelectorAll("path[data-province]")];
  const wet = new Set([...svg.querySelectorAll(".wet[data-name]")].map((one) => one.dataset.name));
  const own = new Set(document.querySelector(".game").dataset.own.split(" "));
  const shown = [...svg.querySelectorAll("[data-name]:not(.aside)")]
    .filter((one) => one.style.display !== "none" && !own.has(one.dataset.name));
  const astray = (one) => {
    const box = one.getBBox();
    const to = svg.getScreenCTM().inverse().multiply(one.getScreenCTM());
    const unders = [0.25, 0.5, 0.75].map((part) => {
      const point = new DOMPoint(box.x + box.width * part, box.y + box.height / 2);
      const at = point.matrixTransform(to);
      return grounds.find((path) => path.isPointInFill(at))?.dataset.province;
    });
    return !unders.some((under) => !under || under === one.dataset.name || wet.has(under));
  };
  return shown.filter(astray).map((one) => one.dataset.name);
}"""


@pytest.mark.parametrize("variant", ["cline", "youngstown"])
def test_no_name_is_written_over_another_land(gather: Gather, variant: str) -> None:
    """A name that gives way to a piece does not come to stand in a neighbor's province."""
    player = gather(variant, "Austria", looks={"Austria": {"viewport": PHONE}})["Austria"]
    for size in (PHONE, DESKTOP):
        player.page.set_viewport_size(size)
        player.page.click("[data-zoom=whole]")
        assert measured(player)["names"]
        assert player.page.evaluate(ASTRAY) == []
