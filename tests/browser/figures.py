"""Figures of the pages: what can be read at a glance, what a page weighs, how soon it answers.

python -m tests.browser.figures [sizes] [weights] [times] [VARIANT ...]

`sizes` measures the smallest name and the smallest piece of every variant on three screens,
`weights` the bytes of pages of which nothing was kept before, `times` how long it takes from
*Play now* to a drawn board and from *I am ready* to the results. Without a word, all of them;
sizes of some variants only, if they are named. Times mean something on a machine that does
nothing else.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from dragoman.bots import bot_names
from dragoman.house.play.imagining import guesses
from dragoman.house.play.orders import save_orders
from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.tables.alone import start_alone
from dragoman.house.tables.catalog import shipped
from dragoman.house.tables.organizer import adjudicate
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.player import DESKTOP, PHONE, Player, cookie
from tests.browser.site import Game, Person, Site, running

SCREENS: dict[str, ViewportSize] = {
    "1440x900": {"width": 1440, "height": 900},
    "1024x768": {"width": 1024, "height": 768},
    "390x844": PHONE,
}
NAME, PIECE = 11, 20
"""So many pixels a name and a piece have at least, on every screen and at every zoom."""
WEIGHED = ("standard", "heptadiplomacy", "youngstown")
TIMED = ("standard", "catspaw", "heptadiplomacy", "militarism", "youngstown")
SEARCHING = ("search", "learned")
"""Bots that may think longer."""
PICTURED = "() => [...document.images].every((image) => image.naturalWidth)"
ANSWERED = """(turn) => Number(document.querySelector(".game").dataset.turn) > turn
  || document.querySelector("[data-ready]").textContent === "Ready all the same" """
TRIES = 3
PLACING = 12
"""After so many phases there are pieces on every board."""
KINDS = ("sizes", "weights", "times")
SIZES = """async () => {
  // Names are placed in the frame after a change of size, with the fonts that they are set in.
  await document.fonts.ready;
  for (let n = 0; n < 3; n += 1) await new Promise((done) => requestAnimationFrame(done));
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
    """The smallest name and piece that are in sight, once they are placed."""
    return player.page.evaluate(SIZES)


def weighed(player: Player, path: str) -> int:
    """How many bytes a page and all that it fetches take on the line, nothing kept before."""
    cdp = player.context.new_cdp_session(player.page)
    sizes: list[int] = []
    cdp.send("Network.enable")
    cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
    cdp.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    player.go(path)
    if path == "/":
        player.page.wait_for_function(PICTURED)
    else:
        player.settled()
    player.page.wait_for_timeout(
        400
    )  # the stream of news never ends, so nothing says when all is there
    return sum(sizes)


class Bench:
    """A site and a browser, for whoever measures."""

    def __init__(self, place: Site, browser: Browser, only: list[str]) -> None:
        self.place, self.browser, self.only = place, browser, only
        self.ann = place.person("Ann")

    @contextmanager
    def enter(self, person: Person | None = None, **look: Any) -> Iterator[Player]:
        """A page in a context of its own."""
        context = self.browser.new_context(**{"viewport": DESKTOP, **look})
        context.set_default_timeout(60_000)
        if person is not None:
            context.add_cookies([cookie(self.place.url, person)])
        yield Player(context, self.place.url)
        context.close()

    def game(self, table: str) -> Game:
        """A table of Ann's."""
        return Game(self.place, table, self.ann, {}, {})

    # --- what is measured -------------------------------------------------------------------

    def sizes(self) -> None:
        """The smallest name and piece of every variant, as the page opens and on the whole map."""
        print("| variant |", " | ".join(SCREENS), "|\n|---|", "---|" * len(SCREENS), sep="")
        for variant in self.only or shipped(self.place.house):
            game = self.game(create_sandbox(self.place.house, self.ann.account, variant=variant))
            self.place_pieces(game)
            print(f"| {variant} | {' | '.join(self.sizes_of(game))} |", flush=True)

    def place_pieces(self, game: Game) -> None:
        """Play on at random until there are pieces on the board, where it begins without any."""
        house, ann = self.place.house, self.ann.account
        seats = [row["seat"] for row in game.view()["seats"]]
        for _ in range(PLACING):
            if any(power["units"] for power in game.view()["powers"]):
                return
            turn = game.turn
            for mine in seats[:2]:  # everybody's orders but one's own, from two seats
                for seat, text in guesses(house, ann, game.id, "random", seat=mine).items():
                    save_orders(house, ann, game.id, turn, text, seat=seat)
            adjudicate(house, ann, game.id, turn, sure=True)

    def sizes_of(self, game: Game) -> Iterator[str]:
        """Name and piece on every screen, the smaller of two zooms."""
        for size in SCREENS.values():
            with self.enter(self.ann, viewport=size) as player:
                found = [measured(player.sit(game))]
                player.page.click("[data-zoom=whole]")
                found.append(measured(player))
            name = min(one["name"] for one in found)
            pieces = [one["piece"] for one in found if one["pieces"]]
            small = name < NAME or any(piece < PIECE for piece in pieces)
            smallest = f"{min(pieces):.0f}" if pieces else "none"
            yield f"{name:.1f}, {smallest}{' **too small**' if small else ''}"

    def weights(self) -> None:
        """Bytes of the front page, read to its end, and of game pages."""
        with self.enter(viewport={"width": 1440, "height": 9000}) as player:
            print(f"front page      {weighed(player, '/') / 1000:7.0f} kB")
        for variant in WEIGHED:
            table = start_alone(self.place.house, self.ann.account, variant)
            with self.enter(self.ann) as player:
                path = self.game(table).path
                print(f"{variant:16}{weighed(player, path) / 1000:7.0f} kB", flush=True)

    def times(self) -> None:
        """Play now to a drawn board, and ready to results against every bot, in seconds."""
        for variant in TIMED:
            found = [self.begun(variant) for _ in range(TRIES)]
            print(f"Play now, {variant:16}{median(found):6.2f} s", flush=True)
        for variant in TIMED:
            self.ann = self.place.person("Ann")  # nobody may organize so many tables
            for bot in bot_names():
                found = [self.judged(variant, bot) for _ in range(TRIES)]
                late = " (searches)" if any(word in bot for word in SEARCHING) else ""
                print(f"ready, {variant:16}{bot:12}{median(found):6.2f} s{late}", flush=True)

    def begun(self, variant: str) -> float:
        """From *Play now* to a drawn board, of which nothing was kept before."""
        with self.enter() as player:
            player.go(f"/variants/{variant}")
            since = time.monotonic()
            player.page.click("form.begin button.main")
            player.page.wait_for_url("**/tables/*")
            player.page.wait_for_selector("#board svg [data-slot=over] *", state="attached")
            return time.monotonic() - since

    def judged(self, variant: str, bot: str) -> float:
        """From *I am ready* to the results of the first phase."""
        table = start_alone(self.place.house, self.ann.account, variant, bot=bot)
        with self.enter(self.ann) as player:
            player.sit(self.game(table))
            if not player.page.locator("[data-ready]:enabled").count():
                return 0.0
            turn = player.turn
            for _ in range(2):  # asked about what is missing, it is pressed once more
                since = time.monotonic()
                player.page.click("[data-ready]")
                player.page.wait_for_function(ANSWERED, arg=turn)
                if player.turn > turn:
                    break
            player.page.wait_for_selector("#results h2")
            return time.monotonic() - since


def main(wanted: list[str]) -> None:
    """Measure what is wanted."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as place,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        bench = Bench(place, browser, [name for name in wanted if name not in KINDS])
        for name in [kind for kind in wanted if kind in KINDS] or KINDS:
            getattr(bench, name)()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
