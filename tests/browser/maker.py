"""Somebody makes variants in the workshop, unhurried: a second for every step.

    python -m tests.browser.maker

How long it takes is printed, on a desktop and on a tablet: from nothing to a published variant with
a balance glance it may be ten minutes, from an uploaded variant of vDiplomacy two.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.conftest import PATIENCE
from tests.browser.player import DESKTOP, Player, cookie
from tests.browser.site import Site, running
from tests.browser.test_workshop import TABLET, made_from_a_file, made_from_nothing

PACE = 1000
"""How many milliseconds pass before every step."""
LOOKS: dict[str, dict[str, Any]] = {"desktop": {"viewport": DESKTOP}, "tablet": TABLET}
STORIES: dict[str, tuple[Callable[[Player], None], int]] = {
    "from nothing": (made_from_nothing, 600),
    "from a file": (made_from_a_file, 120),
}


def taken(browser: Browser, place: Site, look: str, story: Callable[[Player], None]) -> float:
    """How many seconds a story takes."""
    context = browser.new_context(**LOOKS[look])
    context.set_default_timeout(PATIENCE)
    context.add_cookies([cookie(place.url, place.person("Maker"))])
    player = Player(context, place.url)
    begun = time.monotonic()
    story(player)
    seconds = time.monotonic() - begun
    assert player.faults() == []
    context.close()
    return seconds


def main() -> int:
    """Make them all; an error if one takes too long."""
    late = 0
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as place,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=ARGUMENTS, slow_mo=PACE
        )
        for name, (story, most) in STORIES.items():
            for look in LOOKS:
                seconds = taken(browser, place, look, story)
                late += seconds > most
                print(f"{name}, {look}: {seconds:.0f} s of {most}", flush=True)
        browser.close()
    return late


if __name__ == "__main__":
    sys.exit(main())
