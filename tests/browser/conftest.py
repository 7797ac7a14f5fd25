"""One browser and one site for all tests of a process; a context for everybody who looks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.player import DESKTOP, Company, Player, cookie
from tests.browser.site import Game, Person, Site, running

Open = Callable[..., Player]
Gather = Callable[..., Company]
PATIENCE = 90_000  # milliseconds: a state comes late on a busy machine, and is the same state

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def enter(browser: Browser, place: Site) -> Iterator[Open]:
    """Opens pages: `enter(person)`; after the test nothing may have gone wrong on any of them."""
    opened: list[Player] = []

    def open_for(person: Person | None = None, **look: Any) -> Player:
        context = browser.new_context(**{"viewport": DESKTOP, **look})
        context.set_default_timeout(PATIENCE)
        if person is not None:
            context.add_cookies([cookie(place.url, person)])
        opened.append(Player(context, place.url))
        return opened[-1]

    yield open_for
    faults = [fault for player in opened for fault in player.faults()]
    for player in opened:
        player.context.close()
    assert faults == []


@pytest.fixture
def gather(enter: Open, place: Site) -> Gather:
    """Makes tables and seats people: `gather("cat", "Andromeda")`, all seats if none is named.

    If it is `watched`, the organizer and somebody without an account have its page open as well.
    """

    def made(
        variant: str,
        *seats: str,
        watched: bool = False,
        looks: dict[str, Any] | None = None,
        **more: Any,
    ) -> Company:
        game = place.table(variant, seats, **more)
        players = {
            seat: enter(person, **(looks or {}).get(seat, {})).sit(game)
            for seat, person in game.humans.items()
        }
        if watched:
            players["organizer"] = enter(game.organizer).sit(game)
            players["watcher"] = enter().sit(game)
        return Company(game, players)

    return made


__all__ = ["Game"]
