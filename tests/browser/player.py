"""Somebody in front of a game page: orders by list, map, drag, keys or text, and what is seen."""

import time
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    ViewportSize,
)

from tests.browser.site import Game, Person, wait_for

DESKTOP: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation",
  (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
window.longest = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
}).observe({type: "longtask"});
"""


class Player:
    """One page in a browser context of its own, which notes all that goes wrong there."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.troubles: list[str] = []
        self.expected: tuple[str, ...] = ()
        context.add_init_script(VIOLATIONS)
        self.page = context.new_page()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        """Note errors, dialogs and what the policy forbids."""
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("dialog", self.dialog)
        page.on("console", self.console)

    def dialog(self, dialog: Dialog) -> None:
        """A dialog is trouble: none of our pages opens one."""
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def console(self, said: ConsoleMessage) -> None:
        """Errors and warnings are trouble."""
        if said.type in ("error", "warning"):
            self.troubles.append(said.text)

    def faults(self) -> list[str]:
        """What went wrong, apart from what the test expects."""
        found = [*self.troubles]
        if not self.page.is_closed():
            found += self.page.evaluate("() => window.violations ?? []")
        return [text for text in found if not any(known in text for known in self.expected)]

    # --- going about ------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.url + path)

    def sit(self, game: Game) -> "Player":
        """Open the page of a game and wait until it is drawn."""
        self.game = game
        self.go(game.path)
        self.settled()
        return self

    def settled(self) -> None:
        """Wait until the board is drawn and the desk is laid out."""
        self.page.wait_for_selector("#board svg [data-slot=over]", state="attached")
        self.page.wait_for_selector(".game[data-settled]")

    @property
    def turn(self) -> int:
        """The turn that the page shows."""
        return int(self.page.locator(".game").get_attribute("data-turn") or 0)

    def open_tab(self, name: str) -> None:
        """Open one of the tabs."""
        self.page.click(f"[data-tab={name}]")

    def text(self, selector: str) -> str:
        """The text of an element."""
        return self.page.locator(selector).first.inner_text()

    def see(self, text: str, within: str = "body") -> None:
        """Wait until a text is in sight."""
        found = self.page.locator(within).filter(has_text=text).locator("visible=true")
        found.first.wait_for()

    # --- orders -----------------------------------------------------------------------------

    def subject(self, subject: str) -> Locator:
        """The line of something that may be ordered."""
        return self.page.locator(f'[data-charges] [data-subject="{subject}"]')

    def given(self, subject: str) -> str:
        """What the line says was ordered."""
        return self.page.locator(
            f'[data-charges] li:has([data-subject="{subject}"]) .given'
        ).inner_text()

    def choose(self, subject: str, *tokens: str) -> None:
        """Give an order from the lists, by mouse."""
        self.open_tab("orders")
        version = self.version()
        self.subject(subject).click()
        self.go_on(*tokens)
        self.changed(version)

    def go_on(self, *tokens: str) -> None:
        """Choose the words of an order; a way that is the only one is taken already."""
        for n in range(len(tokens)):
            path = "|".join(tokens[: n + 1])
            taken = f'[data-chooser][data-prefix="{path}"], [data-chooser][data-prefix^="{path}|"]'
            button = self.word(*tokens[: n + 1])
            self.page.wait_for_selector(f"{button}, {taken}")
            if not self.page.locator(taken).count():
                self.page.locator(button).first.click()

    @staticmethod
    def word(*tokens: str) -> str:
        """A word among the choices, once the words before it are taken."""
        before = "|".join(tokens[:-1])
        return f'[data-chooser][data-prefix="{before}"] [data-token="{tokens[-1]}"]'

    def keys(self, subject: str, *tokens: str) -> None:
        """Give an order from the lists with nothing but the keyboard."""
        version = self.version()
        self.tab_to(f'[data-charges] [data-subject="{subject}"]')
        self.page.keyboard.press("Enter")
        for n in range(len(tokens)):
            wanted = self.word(*tokens[: n + 1])
            self.page.wait_for_selector(wanted, state="attached")
            self.tab_to(wanted)
            self.page.keyboard.press("Enter")
        self.changed(version)

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus, round the page several times if need be."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(1500):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def type(self, text: str) -> None:
        """Give an order by typing it."""
        self.open_tab("orders")
        version = self.version()
        self.page.fill("[data-typed]", text)
        self.page.press("[data-typed]", "Enter")
        self.changed(version)

    def write(self, text: str) -> None:
        """Write all orders as text."""
        self.open_tab("orders")
        version = self.version()
        if not self.page.locator("[data-text]").is_visible():
            self.page.click(".written summary")
        self.page.fill("[data-text]", text)
        self.changed(version)

    def point(self, place: str) -> None:
        """Click a place on the map of the present."""
        self.present()
        x, y = self.spot(place)
        self.page.mouse.click(x, y)

    def present(self) -> None:
        """See to it that the map shows the present, not what came of a phase."""
        if self.page.locator("[data-phase]").input_value():
            self.page.click("[data-step='100000']")
        self.page.wait_for_selector("#board:not(.judged)")

    def march(self, start: str, end: str) -> None:
        """Order a unit to move by clicking it and where it goes."""
        version = self.version()
        self.point(start)
        self.page.wait_for_selector(f'#board [data-lit~="{end}"]', state="attached")
        self.point(end)
        self.changed(version)

    def drag(self, start: str, end: str) -> None:
        """Order a unit to move by dragging it."""
        self.present()
        version = self.version()
        (x, y), (to_x, to_y) = self.spot(start), self.spot(end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
        self.page.mouse.move(to_x, to_y, steps=3)
        self.page.mouse.up()
        self.changed(version)

    def spot(self, place: str) -> tuple[float, float]:
        """A point on the screen that is inside a place and not under anything else."""
        found = self.page.evaluate(SPOT, place)
        assert found is not None, f"{place} is not on the map"
        return found["x"], found["y"]

    def version(self) -> str:
        """Which draft the page shows."""
        return self.page.locator("[data-desk]").get_attribute("data-version") or ""

    def changed(self, version: str) -> None:
        """Wait until the page shows another draft."""
        self.page.wait_for_function(
            "(before) => document.querySelector('[data-desk]').dataset.version !== before",
            arg=version,
        )

    def desk(self) -> Any:
        """The seat's desk, as the server has it."""
        path = f"/tables/{self.game.id}/desk"
        return self.context.request.get(self.url + path).json()

    def draft(self) -> list[str]:
        """The orders of the seat's draft, as the server has them, sorted."""
        return sorted(order["order"] for line in self.desk()["lines"] for order in line["orders"])

    def ready(self) -> None:
        """Say that the orders of the present turn are final."""
        self.wait_turn(self.game.turn)
        self.press_ready()

    def press_ready(self) -> None:
        """Press the switch; asked about what is missing, press it again."""
        with self.page.expect_response("**/ready?*") as answered:
            self.page.click("[data-ready]")
        if answered.value.ok and answered.value.json()["doubts"]:
            self.page.click("[data-ready]:text-is('Ready all the same')")

    def wait_turn(self, turn: int, seconds: float = 90) -> float:
        """Wait until the page shows a turn and takes orders for it; how long that took."""
        begun = time.monotonic()
        self.page.wait_for_function(SHOWS, arg=turn, timeout=seconds * 1000)
        return time.monotonic() - begun

    def at_rest(self) -> None:
        """Wait until nothing moves on the page any more."""
        self.page.evaluate(AT_REST)


SHOWS = """
(turn) => {
  const game = document.querySelector(".game"), desk = document.querySelector("[data-desk]");
  if (Number(game.dataset.turn) < turn) return false;
  return !desk || game.dataset.status !== "running" || parseInt(desk.dataset.version) >= turn;
}
"""
AT_REST = """
async () => {
  const frame = () => new Promise(requestAnimationFrame);
  let still = 0, before = null;
  while (still < 10) {
    await frame();
    const now = `${scrollX} ${scrollY} ${document.getAnimations().length}`;
    still = now === before ? still + 1 : 0;
    before = now;
  }
}
"""
SPOT = """
(place) => {
  const [scope, local] = place.includes(":") ? place.split(":") : ["", place];
  const board = document.querySelector(`#board svg[data-board="${scope}"]`);
  const named = (name) => board.querySelector(`.unit[data-unit="${CSS.escape(name)}"]`);
  const unit = named(place) ?? named(local);
  const centre = (box) => ({x: box.x + box.width / 2, y: box.y + box.height / 2});
  if (unit) return centre(unit.getBoundingClientRect());
  const path = board.querySelector(`path[data-province="${CSS.escape(local.split("/")[0])}"]`);
  if (!path) return null;
  const box = path.getBoundingClientRect();
  const parts = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
  for (const fx of parts) for (const fy of parts) {
    const x = box.x + box.width * fx, y = box.y + box.height * fy;
    const under = document.elementFromPoint(x, y);
    if (under?.closest("[data-unit]")) continue;
    if (under?.closest("[data-province]") === path) return {x, y};
  }
  return null;
}
"""


class Company:
    """Everybody who sits at one table in a browser, each in a context of his own."""

    def __init__(self, game: Game, players: dict[str, Player]) -> None:
        self.game, self.players = game, players

    def __getitem__(self, seat: str) -> Player:
        return self.players[seat]

    def judge(self, **texts: str) -> float:
        """Everybody is ready; how long after the judging the slowest page shows what came of it."""
        turn, owing = self.game.turn, self.game.owing()
        self.game.rest(owing, **texts)
        for seat, player in self.players.items():
            if seat in owing:
                player.ready()
        wait_for(lambda: self.game.turn > turn)
        return max([player.wait_turn(turn + 1) for player in self.players.values()], default=0.0)


def cookie(site_url: str, person: Person) -> Any:
    """A person's session, for a context."""
    return {"name": "dragoman", "value": person.token, "url": site_url}
