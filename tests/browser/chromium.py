"""A Chromium for the tests: one that is installed, else one that is fetched; never none in silence.

One without windows is taken before a whole browser: it opens a page for a fifth of the work.
`python -m tests.browser.chromium` prints where it is, and fetches it first if need be.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

CHOSEN = "DRAGOMAN_CHROMIUM"
"""The variable that names a browser, if another than the first found is wanted."""
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FETCHED_SHELL = "chromium_headless_shell-*/*/*headless*shell"
ASKED = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
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
  apt-get install chromium-headless-shell chromium          (Debian)
  .venv/bin/python -m playwright install --with-deps chromium
  {CHOSEN}=/path/to/chromium        (one that you have)"""

REFUSED: list[str] = []
"""What commands said that failed on the way to a browser."""


class NoBrowser(RuntimeError):
    """There is no browser to test with."""


def installed() -> str | None:
    """Where an installed Chromium is; none if there is none."""
    return os.environ.get(CHOSEN) or shell() or whole()


def named(names: tuple[str, ...]) -> str | None:
    """Where the first of some programs is that is on the path."""
    return next(filter(None, map(shutil.which, names)), None)


def shell() -> str | None:
    """Where a Chromium without windows is, installed or fetched."""
    return named(SHELLS) or next(map(str, browser_folder().glob(FETCHED_SHELL)), None)


def whole() -> str | None:
    """Where a Chromium is that can open windows and show messages, installed or fetched."""
    return os.environ.get(CHOSEN) or named(NAMES) or fetched()


@cache
def at_playwright() -> Path:
    """Where Playwright keeps the browser that it fetches, if it has.

    A process of its own is asked: in one that plays already no second Playwright can run.
    """
    asked = [sys.executable, "-c", ASKED]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())


def browser_folder() -> Path:
    """The folder of all browsers that Playwright has fetched."""
    return at_playwright().parents[2]


def fetched() -> str | None:
    """The Chromium that Playwright has fetched; none if it has not."""
    return str(at_playwright()) if at_playwright().is_file() else None


def fetch() -> None:
    """Get a Chromium, and one without windows, from Playwright, else Debian's packages."""
    print("Fetching a Chromium for the tests", file=sys.stderr, flush=True)
    _runs([sys.executable, "-m", "playwright", "install", "chromium"])
    if not (_starts(shell()) and _starts(whole())):
        _runs(["apt-get", "update"])
        _runs(["apt-get", "install", "-y", "--no-install-recommends", *SHELLS[:1], *NAMES[:1]])


def _runs(command: list[str]) -> bool:
    """Whether a command does what it should; what it says is of use only if no browser is found."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        REFUSED.append(f"{command[0]}: {error}")
        return False
    if done.returncode:
        REFUSED.append(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


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
        raise NoBrowser("\n".join([*REFUSED, HELP]))
    return found


if __name__ == "__main__":
    if not os.environ.get(CHOSEN) and None in (shell(), whole()):
        fetch()
    try:
        print(chromium())
    except NoBrowser as error:
        sys.exit(f"scripts/browser: {error}")
