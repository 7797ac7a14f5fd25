"""A Chromium for the tests: one that is installed, else one that is fetched; never none in silence.

`python -m tests.browser.chromium` prints where it is, and fetches it first if need be.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

CHOSEN = "DRAGOMAN_CHROMIUM"
"""The variable that names a browser, if another than the first found is wanted."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",  # containers forbid the sandbox; the tests open none but their own pages
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HELP = f"""no Chromium was found and none could be fetched. One of these helps:
  apt-get install chromium          (Debian)
  .venv/bin/python -m playwright install --with-deps chromium
  {CHOSEN}=/path/to/chromium        (one that you have)"""


class NoBrowser(RuntimeError):
    """There is no browser to test with."""


def installed() -> str | None:
    """Where an installed Chromium is; none if there is none."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        return chosen
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return fetched()


def fetched() -> str | None:
    """The Chromium that Playwright has fetched; none if it has not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def fetch() -> None:
    """Get a Chromium from Playwright, else Debian's package."""
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    if not _runs(playwright) or not _starts(fetched()):
        _runs(["apt-get", "update"])
        _runs(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
    except OSError:
        return False


def _starts(path: str | None) -> bool:
    """Whether a browser runs here: a fetched one may lack libraries."""
    return path is not None and _runs([path, "--version", "--no-sandbox"])


def chromium(get: Callable[[], None] = fetch) -> str:
    """Where a Chromium is, fetched if there was none; an error says what is missing."""
    found = installed()
    if found is None:
        get()
        found = installed()
    if found is None:
        raise NoBrowser(HELP)
    return found


if __name__ == "__main__":
    try:
        print(chromium())
    except NoBrowser as error:
        sys.exit(f"scripts/browser: {error}")
