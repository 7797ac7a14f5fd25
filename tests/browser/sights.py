"""All that can be seen on the site: every page, in every state that looks different.

A sight is a page of the route table, somebody who looks at it, and what he does there first.
"""

from collections.abc import Callable
from typing import NamedTuple

from dragoman.house.play import sandbox
from dragoman.house.tables import organizer, seats
from dragoman.house.tables.tables import create_table
from dragoman.house.workshop.drafts import begin_draft
from dragoman.web.pages import HTML_ROWS
from dragoman.web.pages.help import PAGES as HELP
from dragoman.workshop.blank import blank
from tests.browser.player import Player
from tests.browser.site import Game, Person, Site, wait_for

T = "/tables/{table}"
NO_PAGES = {
    "/variants/{variant}/card.svg": "a picture",
    "/variants/{variant}/example.svg": "a picture",
    "/variants/{variant}/board.svg": "a picture",
    "/boards/{variant}/{theme}/{digest}.svg": "a picture",
    "/static/{digest}/{name:path}": "a file that pages name",
    "/push.js": "a script that browsers keep",
    "/mix/part": "a part of the mixer, looked at there",
    "/embed/{table}": "for pages of others, where a site allows it",
    "/embed/{table}/board.svg": "a picture",
    f"{T}/preview.png": "a picture",
    f"{T}/paper.svg": "a picture",
    f"{T}/status": "a part of the game page, looked at there",
    f"{T}/results": "a part of the game page, looked at there",
    f"{T}/press": "a part of the game page, looked at there",
    f"{T}/side": "a part of the game page, looked at there",
    "/workshop/{draft}/folder.zip": "a file to keep",
    "/workshop/{draft}/dvar.json": "a file to keep",
    f"{T}/layer": "JSON for a script",
    f"{T}/minis": "JSON for a script",
}
"""What a browser gets by asking, and is no page; with the reason."""


class Sight(NamedTuple):
    """Somebody who looks at a page."""

    name: str
    route: str
    path: str
    who: Person | None
    act: Callable[[Player], None] = lambda player: None


def drawn(player: Player) -> None:
    """Wait until the board of a draft is drawn and its cards lie there."""
    player.page.wait_for_selector("[data-draft][data-drawn]")
    player.page.wait_for_selector("[data-shelf][data-filled]")
    player.page.click("[data-stop]")


def page_routes() -> set[str]:
    """The routes of the route table that a browser may open."""
    return {row.path for row in HTML_ROWS if row.method == "GET"}


class World:
    """A site with a table in every state, and people for every part."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.olga, self.jo, self.stranger = site.person("Olga"), site.person("Jo"), site.person()
        self.forming = create_table(site.house, self.olga.account, variant="standard")
        seats.join(site.house, self.jo.account, self.forming, "France")
        self.guest = site.person("Gus", kind="guest")
        seats.join(site.house, self.guest.account, self.forming, "Russia")
        seats.seat_bot(site.house, self.olga.account, self.forming, "Italy", "greedy")
        self.running = played(site, "catspaw", "groups")
        self.atlas = site.table("heptadiplomacy", ("Austria",))
        self.finished = played(site, "standard", "open")
        organizer.abandon(
            site.house, self.finished.organizer.account, self.finished.id, "nobody came"
        )
        self.sandbox = sandbox.create_sandbox(site.house, self.jo.account, variant="cat")
        self.draft = begin_draft(site.house, self.jo.account, blank("Two Shores", 2))

    def sights(self) -> list[Sight]:
        """Everything that there is to see."""
        return [*self.plain(), *self.people(), *self.tables(), *self.games()]

    def plain(self) -> list[Sight]:
        """Pages that look the same for everybody."""
        return [
            Sight("front", "/", "/", None),
            Sight("front, with tables of one's own", "/", "/", self.jo),
            Sight("variants", "/variants", "/variants", None),
            Sight("variant", "/variants/{variant}", "/variants/catspaw", None),
            Sight("variant of many boards", "/variants/{variant}", "/variants/para_time", None),
            Sight("rules that go together", "/mix", "/mix?rule=catspaw&rule=fog", None),
            Sight("rules that do not", "/mix", "/mix?rule=catspaw&rule=escalation", None),
            Sight("no such page", "/help/{name}", "/nowhere", None),
            Sight("no such table", T, "/tables/nosuchtable1", self.jo),
            Sight("workshop", "/workshop", "/workshop", None),
            Sight("workshop with drafts", "/workshop", "/workshop", self.jo),
            Sight("draft", "/workshop/{draft}", f"/workshop/{self.draft}", self.jo, drawn),
            Sight("help", "/help", "/help", None),
            *(Sight(f"help: {name}", "/help/{name}", f"/help/{name}", None) for name in HELP),
            Sight("the API", "/api", "/api", None),
        ]

    def people(self) -> list[Sight]:
        """Pages about people and their accounts."""
        number = self.stranger.account.removeprefix("person-")
        somebody = f"/people/{self.stranger.name} {number}"
        return [
            Sight("log in or register", "/login", "/login", None),
            Sight("log in, wrongly", "/login", "/login", None, log_in_wrongly),
            Sight("register, wrongly", "/login", "/login", None, register_wrongly),
            Sight("password forgotten", "/forgotten", "/forgotten", None),
            Sight("password forgotten, sent", "/forgotten", "/forgotten", None, ask_for_reset),
            Sight("new password", "/reset", "/reset#secret", None),
            Sight("mail confirmed", "/verify", "/verify#secret", None),
            Sight("a seat's link", "/seat", "/seat#secret", None),
            Sight("a seat's link without its secret", "/seat", "/seat", self.jo),
            Sight("oneself", "/me", "/me", self.jo),
            Sight("somebody else", "/people/{name}", somebody, None),
        ]

    def tables(self) -> list[Sight]:
        """Tables that are listed, made, and waiting."""
        at = f"/tables/{self.forming}"
        return [
            Sight("tables", "/tables", "/tables", self.jo),
            Sight("no tables", "/tables", "/tables?status=paused", None),
            Sight("new table", "/tables/new", "/tables/new", self.jo),
            Sight("new table, options", "/tables/new", "/tables/new?variant=catspaw", None),
            Sight("new table, wrong", "/tables/new", "/tables/new", self.jo, make_wrongly),
            Sight("forming: organizer", T, at, self.olga, open_all),
            Sight("forming: organizer with a link", T, at, self.olga, make_link),
            Sight("forming: player", T, at, self.jo),
            Sight("forming: guest", T, at, self.guest),
            Sight("a guest's way back", f"{T}/seat", f"{at}/seat#secret", self.guest),
            Sight("a guest without a way back", f"{T}/seat", f"{at}/seat", self.guest),
            Sight("oneself as a guest", "/me", "/me", self.guest),
            Sight("forming: stranger", T, at, self.stranger),
            Sight("forming: visitor", T, at, None),
        ]

    def games(self) -> list[Sight]:
        """Games under way, over, tried out and played again."""
        game, over = self.running, self.finished
        austria = next(iter(game.humans.values()))
        return [
            Sight("game: orders", T, game.path, austria, choose_unit),
            Sight("game: wrong orders", T, game.path, austria, order_wrongly),
            Sight("game: first turn", T, f"{game.path}?first=1", austria),
            Sight("game: results", T, game.path, austria, tab("results")),
            Sight("game: trials", T, game.path, austria, try_it),
            Sight("game: press", T, game.path, austria, write_press),
            Sight("game: table", T, game.path, austria, tab("table")),
            Sight("game: organizer", T, game.path, game.organizer, tab("table")),
            Sight("game: observer", T, game.path, None),
            Sight("game: observer at the table", T, game.path, None, tab("table")),
            Sight("game of seven boards", T, self.atlas.path, self.atlas.humans["Austria"]),
            Sight("to be printed", f"{T}/paper", f"{game.path}/paper", austria),
            Sight("finished", T, over.path, None, tab("table")),
            Sight("finished: organizer", T, over.path, over.organizer, tab("table")),
            Sight("replay", f"{T}/replay", f"{over.path}/replay", None),
            Sight("sandbox", T, f"/tables/{self.sandbox}", self.jo, settled),
            Sight("sandbox: edits", T, f"/tables/{self.sandbox}", self.jo, tab("edit")),
            Sight("sandbox: table", T, f"/tables/{self.sandbox}", self.jo, tab("table")),
        ]


def played(site: Site, variant: str, press: str) -> Game:
    """A table with a year behind it, in which centers were won, and with some press."""
    options = {"powers": ["Austria", "France", "Russia"]} if variant == "catspaw" else {}
    game = site.table(variant, ("Austria",), settings={"press": press}, options=options)
    everybody = {**game.humans, **game.others}
    while game.view()["phase"] != "S1902M":
        turn, owing = game.turn, game.owing()
        for seat in owing:
            text = {1: "A bud - ser", 2: "A vie - tri"}.get(turn, "") if seat == "Austria" else ""
            everybody[seat].order(game.id, turn, text)
        wait_for(lambda turn=turn: game.turn > turn)  # type: ignore[misc]
    said = {"text": "Let us meet at the Sound."}
    game.humans["Austria"].call("POST", f"/api/tables/{game.id}/press", said)
    return game


# --- what somebody does before the page is looked at ----------------------------------------------


def log_in_wrongly(player: Player) -> None:
    """Log in with a wrong password."""
    player.page.fill("#name", "Nobody")
    player.page.fill("#password", "not this one")
    player.page.click("form[action='/login'] button")
    player.page.wait_for_selector(".notice.bad")


def register_wrongly(player: Player) -> None:
    """Register under a name that cannot be one."""
    player.page.fill("#new-name", "@@@")
    player.page.fill("#new-password", "long enough to do")
    player.page.click("form[action='/register'] button")
    player.page.wait_for_selector(".notice.bad")


def ask_for_reset(player: Player) -> None:
    """Ask for a new password."""
    player.page.fill("#email", "nobody@example.org")
    player.page.click("main button")
    player.page.wait_for_selector(".notice")


def make_wrongly(player: Player) -> None:
    """Make a table with a name that nobody could read."""
    player.page.fill("#title", "a\u200bb")
    player.page.click("main button.main")
    player.page.wait_for_selector(".notice.bad")


def open_all(player: Player) -> None:
    """Open everything that can be opened."""
    player.page.evaluate(
        "() => document.querySelectorAll('details').forEach((d) => (d.open = true))"
    )


def make_link(player: Player) -> None:
    """Make a secret link to a seat."""
    player.page.click("button:text-is('Link') >> nth=0")
    player.page.wait_for_selector("[data-copy]")


def settled(player: Player) -> None:
    """Wait until a game page is complete."""
    player.settled()


def try_it(player: Player) -> None:
    """See what would come of one's orders."""
    tab("try")(player)
    player.page.click("[data-guess-all]")
    player.page.click("[data-try]")
    player.page.wait_for_selector("[data-trial] h2")


def tab(name: str) -> Callable[[Player], None]:
    """Open one of a game's tabs, and everything in it."""

    def act(player: Player) -> None:
        player.settled()
        if player.page.locator(f"[data-tab={name}][aria-selected=false]").count():
            player.open_tab(name)
        player.page.wait_for_selector(f"#panel-{name} h2, #panel-{name} p")
        open_all(player)

    return act


def choose_unit(player: Player) -> None:
    """Begin an order."""
    player.settled()
    player.page.locator("[data-charges] [data-subject]").first.click()
    player.page.wait_for_selector("[data-chooser] [data-token=move]")
    open_all(player)


def order_wrongly(player: Player) -> None:
    """Order what cannot be, and what nobody understands."""
    player.settled()
    version = player.version()
    player.page.click(".written summary")
    player.page.fill("[data-text]", "A vie - par\nnonsense")
    player.changed(version)
    player.page.fill("[data-typed]", "A v")
    player.page.wait_for_selector("[role=option]")


def write_press(player: Player) -> None:
    """Open a conversation and begin a message."""
    tab("press")(player)
    player.page.click("#press [role=group] button >> nth=0")
    player.page.wait_for_selector("#message")
    open_all(player)
