"""What can be read at a glance: the smallest name and piece of every variant on three screens.

`python -m pytest tests/browser/test_readable.py -s` prints the table.
"""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Gather
from tests.browser.player import PHONE, Player

SCREENS: dict[str, ViewportSize] = {
    "1440x900": {"width": 1440, "height": 900},
    "1024x768": {"width": 1024, "height": 768},
    "390x844": PHONE,
}
NAME, PIECE = 11, 20
VARIANTS = {
    "standard": "Austria",
    "catspaw": "",
    "cat": "Andromeda",
    "militarism": "Austria",
    "black_hole": "Austria",
    "doubling": "Austria",
    "heptadiplomacy": "Austria",
    "youngstown": "China",
    "cline": "Austria",
}
SIZES = """() => {
  const frame = document.querySelector("#board").getBoundingClientRect();
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return box.width && x > frame.x && x < frame.right && y > frame.y && y < frame.bottom;
  };
  const svg = document.querySelector("#board svg");
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  const names = [...svg.querySelectorAll(".names text")].filter(seen);
  const pieces = [...svg.querySelectorAll(".units .unit:not(.led)")].filter(seen);
  const least = (one) => {
    const box = one.getBoundingClientRect();
    return Math.min(box.width, box.height);
  };
  const boxes = names.map((one) => one.closest("[data-name]")).filter(Boolean)
    .map((one) => one.getBoundingClientRect());
  let over = 0;
  for (const [n, a] of boxes.entries()) for (const b of boxes.slice(n + 1)) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (a !== b && wide > 6 && high > 6 && !(a.x === b.x && a.y === b.y)) over += 1;
  }
  return {
    name: Math.min(...names.map(size)),
    piece: Math.min(...pieces.map(least)),
    names: names.length, pieces: pieces.length, over,
  };
}"""


def measured(player: Player) -> Any:
    """The smallest name and piece that are in sight."""
    player.page.wait_for_timeout(250)  # the names are placed anew after a change of size
    return player.page.evaluate(SIZES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_names_and_pieces_are_large_enough_everywhere(gather: Gather, variant: str) -> None:
    seat = VARIANTS[variant]
    options = {"powers": ["Austria", "France", "Russia"]} if variant == "catspaw" else {}
    table = gather(variant, seat or "Austria", options=options)
    player = table[seat or "Austria"]
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
            print(f"{variant:16}{screen:10}{zoom:12}", *(f"{k} {v:.1f}" for k, v in found.items()))
            assert found["names"] and found["name"] >= NAME, (screen, zoom, found)
            if found["pieces"]:
                assert found["piece"] >= PIECE, (screen, zoom, found)
            assert found["over"] == 0, (screen, zoom, found)


def test_one_s_own_places_are_named_as_the_page_opens(gather: Gather) -> None:
    for variant, seat in (("standard", "England"), ("youngstown", "China")):
        player = gather(variant, seat)[seat]
        player.page.wait_for_timeout(250)
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
