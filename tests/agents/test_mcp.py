"""`dragoman mcp`: a client of the official package plays; no tool gives what is another seat's."""

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner
from mcp import Client as McpClient
from mcp import StdioServerParameters

from dragoman.agents.mcp import make_server
from dragoman.agents.tools import Tools
from dragoman.cli import main
from dragoman.client import Client, SiteError
from dragoman.errors import RequestError
from dragoman.store.sqlite import SqliteStore
from tests.web.client import Browser
from tests.web.world import Site, site

Call = Callable[..., Awaitable[str]]


def choose(text: str, chance: Random) -> list[str]:
    """An order for every block of an observation that must have one."""
    found: list[str] = []
    for block in text.partition("WHAT YOU CAN ORDER")[2].split("\n\n")[2:]:
        title, *lines = re.sub(r"\n {6}", " ", block.strip("\n")).split("\n")
        if block.startswith("Besides"):
            break
        if lines and ", if you like" not in title and not title.startswith("Ordered"):
            head, brace, ends = chance.choice(lines).strip().partition("{")
            found.append(head + chance.choice(ends.rstrip("}").split(", ")) if brace else head)
    return found


async def play(call: Call, variant: str, seat: str, year: int) -> tuple[int, str]:
    """A whole game by tools alone: in how many phases something was ordered, and the last text."""
    options = {"end_year": year}
    begun = await call("new_game", variant=variant, seat=seat, bot="random", options=options)
    table, chance, phases = begun.split()[2].strip("."), Random(3), 0
    while True:
        text = await call("read_position", table=table)
        if "Nothing: the game is over." in text:
            return phases, text
        if orders := choose(text, chance):
            saved = await call("give_orders", table=table, orders=orders)
            assert "NOT VALID" not in saved, saved
            phases += 1
        answer = await call("be_ready", table=table, wait=60)
        assert re.match(r"It is your turn|The game is over", answer), answer


async def by_stdio(folder: Path) -> list[tuple[int, str]]:
    """Two games in one session, over standard input and output."""
    line = ["-m", "dragoman", "mcp", "--data", str(folder), "--name", "Ada"]
    server = StdioServerParameters(command=sys.executable, args=line, env=dict(os.environ))
    async with McpClient(server) as client:

        async def call(tool: str, **given: Any) -> str:
            answer = await client.call_tool(tool, given)
            text = str(getattr(answer.content[0], "text", ""))
            assert not answer.is_error, text
            return text

        played = [
            await play(call, "end_year", "France", 1902),
            await play(call, "catspaw+end_year", "", 1901),
        ]
        listed = await call("list_games")
        assert listed.count("finished") == 2
        return played


def test_a_client_plays_whole_games_of_standard_and_catspaw(tmp_path: Path) -> None:
    played = asyncio.run(by_stdio(tmp_path / "data"))
    assert [phases >= least for (phases, _), least in zip(played, (4, 2), strict=True)] == [
        True
    ] * 2
    assert all("The game is over" in text for _, text in played)
    assert (tmp_path / "data" / "mcp-key").stat().st_mode & 0o077 == 0


def door_of(browser: Browser) -> Callable[..., Any]:
    """The way into a site of this process."""

    def ask(method: str, path: str, body: Any = None, query: Any = None) -> Any:
        asked = "&".join(f"{k}={v}".replace(" ", "%20") for k, v in (query or {}).items())
        reply = browser.send(method, f"/api{path}?{asked}" if asked else f"/api{path}", body)
        if reply.status >= 400:
            raise RequestError(reply.error["message"])
        plain = reply.header("content-type").startswith("text/plain")
        return reply.body.decode() if plain else reply.json

    return ask


def led(here: Site, variant: str, secret: str, place: str) -> tuple[Tools, str]:
    """A table of seven after a phase, where Turkey has a secret; the tools of Austria."""
    people = [here.person(f"Player {n}") for n in range(7)]
    umpire = here.person("Umpire")
    table = f"/api/tables/{here.table(people, umpire, variant=variant)}"
    for turn, text in ((1, f"A smy - {place}"), (2, f"A {place} - smy")):
        sent = people[6].post(f"{table}/press", {"text": secret, "to": ["Russia"]})
        saved = people[6].put(f"{table}/orders", {"turn": turn, "text": text})
        assert (sent.status, saved.status) == (201, 200)
        if turn == 1:
            umpire.post(f"{table}/organizer/adjudicate", {"turn": 1, "sure": True})
            here.judge()
    return Tools(door_of(people[0])), table.rpartition("/")[2]


def answers(tools: Tools, table: str) -> dict[str, str]:
    """What every tool answers, asked for one's own seat and for another's."""
    found: dict[str, str] = {}
    for seat in ("", "Turkey"):
        asked: list[tuple[Callable[..., str], dict[str, Any]]] = [
            (tools.read_position, {"board": True}),
            (tools.read_history, {}),
            (tools.read_history, {"step": 1}),
            (tools.read_press, {}),
            (tools.legal_orders, {}),
            (tools.legal_orders, {"subject": "A bud"}),
            (tools.legal_orders, {"subject": "A smy", "words": ["move"]}),
            (tools.try_orders, {"orders": [], "others": {"Turkey": ["A smy - ank"]}}),
            (tools.give_orders, {"orders": ["A bud H", "A smy H"]}),
            (tools.send_press, {"text": "Hello", "to": ["Italy"]}),
            (tools.vote_draw, {}),
            (tools.be_ready, {}),
        ]
        for n, (tool, given) in enumerate(asked):
            found[f"{n} {seat} {tool.__name__}"] = answer_of(tool, table=table, seat=seat, **given)
    plain: list[tuple[Callable[..., str], dict[str, Any]]] = [
        (tools.list_games, {}),
        (tools.wait_for_turn, {"table": table, "seconds": 0}),
        (tools.sit_down, {"table": table, "seat": "Turkey"}),
    ]
    for tool, given in plain:
        found[tool.__name__] = answer_of(tool, **given)
    asked_of = {name.split()[-1] for name in found}
    assert {t.__name__ for t in tools.all} - asked_of == {"new_game", "read_rules"}
    return found


def answer_of(tool: Callable[..., str], **given: Any) -> str:
    """What a tool answers, or why it refuses."""
    try:
        return tool(**given)
    except RequestError as error:
        return f"refused: {error}"


@pytest.mark.parametrize(("variant", "same"), [("fog", True), ("standard", False)])
def test_no_tool_gives_what_another_seat_knows(variant: str, same: bool) -> None:
    """Two worlds that differ in what Turkey wrote and ordered; in the light its moves are seen."""
    worlds = []
    for secret, place in (("The fox runs", "arm"), ("All is well", "syr")):
        with site() as here:
            worlds.append(answers(*led(here, variant, secret, place)))
    ours = [{k: v for k, v in world.items() if " Turkey " in k} for world in worlds]
    assert all(v.startswith("refused: ") for v in ours[0].values()), ours[0]
    assert (worlds[0] == worlds[1]) == same
    assert not any(s in v for w in worlds for v in w.values() for s in ("The fox", "All is well"))


def test_orders_are_taken_only_for_a_position_that_was_read() -> None:
    with site() as here:
        tools, table = led(here, "standard", "Psst", "arm")
        assert "read the position of this game first" in answer_of(
            tools.give_orders, table=table, orders=["A bud H"]
        )
        tools.read_position(table)
        tools.turns[table] -= 1
        assert "turn 1 is closed" in answer_of(tools.give_orders, table=table, orders=["A bud H"])
        tools.read_position(table)
        saved = tools.give_orders(table, ["A bud - ser", "A vie - xyz"])
        assert saved.startswith("Saved:\nA bud - ser: valid\nA vie - xyz: NOT VALID: no place")


def test_the_server_tells_its_tools_and_its_refusals() -> None:
    def closed(method: str, path: str, body: Any = None, query: Any = None) -> Any:
        raise RequestError("there is no such table")

    async def ask() -> tuple[list[str], str]:
        async with McpClient(make_server(Tools(closed))) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            answer = await client.call_tool("read_position", {"table": "x"})
            assert answer.is_error
            return names, str(getattr(answer.content[0], "text", ""))

    names, text = asyncio.run(ask())
    assert names == [tool.__name__ for tool in Tools(closed).all]
    assert text.endswith("there is no such table")


def test_a_folder_that_is_served_already_is_played_at_its_address(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "dragoman.sqlite")):
        ran = CliRunner().invoke(main, ["mcp", "--data", str(tmp_path)])
    assert ran.exit_code == 2
    assert "or play where it is served: --site ADDRESS" in ran.output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["--site", "ftp://x", "--key", "k"], "unsupported protocol"),
        (["--site", "http://127.0.0.1:9"], "--site needs the key"),
        (["--site", "http://127.0.0.1:9", "--key", "k"], "does not answer"),
    ],
)
def test_what_cannot_be_served_is_refused(line: list[str], says: str) -> None:
    ran = CliRunner().invoke(main, ["mcp", *line])
    assert (ran.exit_code, says in ran.output) == (2, True), ran.output


def test_a_key_is_not_taken_along_to_another_site() -> None:
    """A site that sends its visitors elsewhere is refused, and nobody else hears the key."""
    heard: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(f"{self.path} {self.headers['Authorization']}")
            self.send_response(302)
            self.send_header("Location", f"http://127.0.0.1:{server.server_port}/other")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(SiteError, match="Found"):
            Client(f"http://127.0.0.1:{server.server_port}", "secret").me()
        server.shutdown()
    assert heard == ["/api/me Bearer secret"]
