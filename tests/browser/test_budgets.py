"""What a game page may cost: bytes on the line, time to the first map, time that a click takes."""

from statistics import median

import pytest

from tests.browser.conftest import Gather, Open
from tests.browser.figures import weighed
from tests.browser.player import Player

BYTES = {
    "standard": 215_000,
    "cat": 215_000,
    "cline": 230_000,
    "heptadiplomacy": 239_000,
    "youngstown": 337_000,
}
FRONT = 378_000
PAINT = 1500
TASK = 200
SLOWER = 4
TRIES = 3
"""Of a few looks a hiccup of the machine must not decide."""


@pytest.mark.parametrize("variant", BYTES)
def test_a_game_page_is_light(gather: Gather, enter: Open, variant: str) -> None:
    """A page for whose news nobody listened soon enough asks for its desk once more."""
    game = gather(variant, "Andromeda" if variant == "cat" else "Austria").game
    (person,) = game.humans.values()
    assert any(weighed(enter(person), game.path) <= BYTES[variant] for _ in range(TRIES))


def test_the_front_page_is_light_even_to_who_reads_it_to_its_end(enter: Open) -> None:
    player = enter(viewport={"width": 1440, "height": 9000})
    assert weighed(player, "/") <= FRONT


@pytest.mark.timed
def test_the_map_is_there_at_once_on_a_slow_computer(gather: Gather, enter: Open) -> None:
    """With the processor slowed down to a quarter."""
    game = gather("standard", "Austria").game
    times = [painted(enter(game.humans["Austria"]), game.path) for _ in range(TRIES)]
    assert median(times) < PAINT, times


def painted(player: Player, path: str) -> float:
    """After how many milliseconds the map is seen on a slow computer that has nothing kept."""
    cdp = player.context.new_cdp_session(player.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    player.go(path)
    player.settled()
    at = player.page.evaluate("() => performance.getEntriesByName('map')[0].startTime")
    player.context.close()
    return float(at)


@pytest.mark.timed
def test_an_order_on_seven_boards_takes_no_long_task(gather: Gather) -> None:
    austria = gather("heptadiplomacy", "Austria")["Austria"]
    times = [ordering(austria, n) for n in range(TRIES)]
    assert median(times) < TASK, times


def ordering(player: Player, n: int) -> float:
    """The longest that the page does not listen while orders are given by map and list."""
    player.page.click('[data-front="1"]')
    player.page.wait_for_selector('#board svg[data-board="1"]', state="attached")
    player.page.evaluate("() => (window.longest = 0)")
    player.march("1:bud", ("1:rum", "1:ser", "1:gal")[n])
    player.choose("A 4:vie", "move", ("4:boh", "4:gal", "4:tyr")[n])
    player.page.wait_for_timeout(300)
    return float(player.page.evaluate("() => window.longest"))
