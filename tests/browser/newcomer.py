"""A new player's first minutes: from the command of the README to a finished turn of Catspaw.

python -m tests.browser.newcomer [COMMAND ...]

Runs `scripts/play` (or another command, such as that of a fresh clone), opens the page that it
serves, plays a first turn against the computer as the page guides, says how long each step took,
and keeps pictures of the pages in docs/pictures.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.player import PHONE

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1280, "height": 800}
PORT = 8460
LONGEST = 600
PATIENCE = 120_000  # milliseconds


class Watch:
    """Tells how long everything took since the command was given."""

    def __init__(self) -> None:
        self.begun = time.monotonic()

    def tell(self, what: str) -> None:
        """Say what has been reached."""
        print(f"{time.monotonic() - self.begun:6.1f} s  {what}", flush=True)


@contextmanager
def served(command: list[str], watch: Watch) -> Iterator[str]:
    """The table that a command starts."""
    with tempfile.TemporaryDirectory() as data:
        options = ["--no-browser", "--port", str(PORT), "--data", data]
        process = subprocess.Popen([*command, *options], start_new_session=True)
        try:
            yield answered(f"http://127.0.0.1:{PORT}", watch)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(30)


def answered(address: str, watch: Watch) -> str:
    """The address, once somebody answers there."""
    while time.monotonic() - watch.begun < LONGEST:
        try:
            urlopen(address, timeout=5).close()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            watch.tell("the front page answers")
            return address
    raise TimeoutError(f"nobody answers at {address}")


def keep(page: Page, name: str) -> None:
    """Keep a picture of a page."""
    page.wait_for_timeout(900)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--output", str(path), str(path)], check=True)


def first_turn(browser: Browser, address: str, watch: Watch) -> Page:
    """A first turn of Catspaw, as the page guides."""
    page = browser.new_page(viewport=SIZE)
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("h1")
    keep(page, "page-front")
    page.click(".hero button.main")
    page.wait_for_selector(".game[data-settled]")
    watch.tell("the game page is there")
    own = page.locator(".charge:has(.none:text-is('no order yet')) [data-subject]")
    while own.count():
        before = own.count()
        own.first.click()
        page.locator('[data-chooser] [data-token="move"]').click()
        page.locator(".choices [data-token]").first.click()
        page.wait_for_function(
            "(n) => [...document.querySelectorAll('.charge .none')]"
            ".filter((one) => one.textContent === 'no order yet').length < n",
            arg=before,
        )
    page.locator(".charge:has(small) [data-subject]").first.click()
    page.wait_for_selector("[data-chooser] [data-token=move]")
    keep(page, "page-game")
    page.click("[data-ready]")
    page.wait_for_selector("[data-doubts]:visible, .game[data-turn='2']")
    if page.locator("[data-doubts]:visible").count():
        page.click("[data-ready]")
    page.wait_for_selector(".game[data-turn='2']")
    page.wait_for_selector("#results h2")
    watch.tell("the first turn is judged")
    keep(page, "page-results")
    return page


def on_a_phone(browser: Browser, page: Page) -> None:
    """The same game on a phone."""
    state = page.context.storage_state()
    context = browser.new_context(viewport=PHONE, storage_state=state, is_mobile=True)
    small = context.new_page()
    small.set_default_timeout(PATIENCE)
    small.goto(page.url.partition("?")[0])
    small.wait_for_selector(".game[data-settled]")
    small.locator("[data-charges] [data-subject]").first.click()
    small.wait_for_selector("[data-chooser] [data-token=move]")
    keep(small, "page-phone")


def main(command: list[str]) -> None:
    """Play a first turn and say how long it took."""
    found = chromium()
    watch = Watch()
    wanted = command or [str(ROOT / "scripts" / "play")]
    with served(wanted, watch) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        on_a_phone(browser, first_turn(browser, address, watch))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
