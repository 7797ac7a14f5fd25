"""S1 and S3: two worlds that differ in one power's orders, or in who sits where, look alike.

Two servers are led through the same acts at the same times, but for the orders of one power. Every
byte that another power, an observer and a visitor can get is compared until the phase is judged.
"""

import re
from random import Random
from typing import Any

import pytest

from dragoman.web.routes import ApiRoute
from tests.house.tools import game as game_of
from tests.house.tools import random_text
from tests.web.client import Browser, Reply
from tests.web.world import Site, site

SEATS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
PAIRS = 6
"""How many pairs of worlds are compared in one run; scripts/soak compares more."""
OWN = re.compile(r"/api/(me|sessions|accounts|guests|logout|reset|verify|links|judge|legal|health)")

TRIED: dict[str, Any] = {"orders": {"France": "A par - bur"}}
ASKED: dict[str, dict[str, Any]] = {
    "/api/tables/{table}/steps": {"subject": "A lvp"},
    "/api/tables/{table}/whatif": TRIED,
    "/tables/{table}/try": {**TRIED, "judged": True},
    "/tables/{table}/try/desk": {"of": "Austria", "text": "A vie - gal"},
}
"""Routes that are asked with a body, and change nothing."""


class World:
    """A site with a running table, everything in it made from one seed."""

    def __init__(self, here: Site, seed: int, settings: dict[str, Any], swap: bool = False) -> None:
        self.here = here
        names = [f"Player {n}" for n in range(7)]
        if swap:
            names[0], names[3] = names[3], names[0]
        self.players = dict(zip(SEATS, [here.person(n) for n in sorted(names)], strict=True))
        seated = dict(zip(sorted(names), self.players.values(), strict=True))
        self.players = {seat: seated[name] for seat, name in zip(SEATS, names, strict=True)}
        self.organizer, self.watcher = here.person("Organizer"), here.person("Watcher")
        for browser in (*self.players.values(), self.organizer, self.watcher):
            browser.address = "198.51.100.1"
        made = self.organizer.post("/api/tables", {"settings": settings, "title": "Two worlds"})
        self.table = str(made.json["id"])
        # Everybody sits down in the order of the seats, whoever it is.
        for seat, player in self.players.items():
            assert player.post(f"/api/tables/{self.table}/join", {"seat": seat}).status == 200

    def orders(self, seat: str, chance: Random) -> None:
        """Let a seat save random legal orders."""
        text = random_text(game_of(self.here.house, self.table), seat, chance)
        table = self.players[seat].get(f"/api/tables/{self.table}")
        assert table.status == 200, table.error
        body = {"turn": table.json["turn"], "text": text}
        assert self.players[seat].put(f"/api/tables/{self.table}/orders", body).status == 200

    def seen(self, who: Browser, seat: str) -> dict[str, tuple[int, Any, bytes]]:
        """Everything that somebody can get from every route, found from the route table."""
        rows: list[ApiRoute] = [*self.here.app.state.rows, *self.here.app.state.page_rows]
        found = {}
        for row in rows:
            if row.method == "GET" or row.path in ASKED:
                reply = self.ask(who, row, seat)
                found[row.name] = (reply.status, reply.headers, reply.body)
        return found

    def ask(self, who: Browser, row: ApiRoute, seat: str) -> Reply:
        """What a route answers."""
        fields = {"table": self.table, "seat": seat, "n": "1", "name": "player 3"}
        path = re.sub(r"{(\w+)(:\w+)?}", lambda f: fields.get(f[1], "standard"), row.path)
        if row.method == "GET":
            return who.get(f"{path}?subject=A lvp" if path.endswith("/choices") else path)
        return who.send(row.method, path, ASKED[row.path])


def eyes(world: World) -> dict[str, tuple[Browser, str]]:
    """Those who look: another power, an organizer who does not play, an observer, a visitor."""
    return {
        "England": (world.players["England"], "England"),
        "organizer": (world.organizer, ""),
        "watcher": (world.watcher, ""),
        "visitor": (world.here.visitor("198.51.100.1"), ""),
    }


def two_worlds(seed: int, settings: dict[str, Any], swap: bool = False) -> list[str]:
    """Every difference that anybody could see between two worlds."""
    with site(seed=seed) as a, site(seed=seed) as b:
        worlds = World(a, seed, settings), World(b, seed, settings, swap)
        for n, world in enumerate(worlds):
            # A first phase, the same in both; then orders of Austria that differ.
            for seat in SEATS:
                world.orders(seat, Random(f"{seed} {seat}"))
                ready = {"turn": 1}
                world.players[seat].put(f"/api/tables/{world.table}/ready", ready)
            world.here.judge()
            world.here.clock.move(60_000)
            world.orders("England", Random(f"{seed} England"))
            world.orders("Austria", Random(f"{seed} Austria {0 if swap else n}"))
        assert worlds[0].table == worlds[1].table
        return differences(*worlds)


def differences(a: World, b: World) -> list[str]:
    """Which route tells whom of the difference, in answers or in the stream."""
    found = []
    for role, (who, seat) in eyes(a).items():
        path = f"/api/tables/{a.table}/events"
        left, right = a.seen(who, seat), b.seen(*eyes(b)[role])
        with who.stream(path) as one, eyes(b)[role][0].stream(path) as two:
            assert one.wait(lambda one=one: "data:" in one.text)  # type: ignore[misc]
            assert two.wait(lambda two=two: "data:" in two.text)  # type: ignore[misc]
            left["stream"], right["stream"] = (0, [], one.text.encode()), (0, [], two.text.encode())
        assert left.keys() == right.keys() and len(left) > 30
        found += [f"{role}: {name}" for name in left if left[name] != right[name]]
    return found


@pytest.mark.parametrize("seed", range(PAIRS))
def test_nobody_learns_of_anothers_orders(seed: int) -> None:
    settings = {"ready": "hidden" if seed % 2 else "shown", "anonymous": seed % 3 == 0}
    assert two_worlds(seed, settings) == []


def test_the_comparison_sees_what_there_is_to_see() -> None:
    """Austria itself does see a difference: so the worlds do differ, and the test can fail."""
    with site() as a, site() as b:
        worlds = World(a, 0, {}), World(b, 0, {})
        for n, world in enumerate(worlds):
            world.orders("Austria", Random(n))
        left, right = (w.seen(w.players["Austria"], "Austria") for w in worlds)
        differ = {name for name in left if left[name] != right[name]}
        assert "GET /api/tables/{table}/orders" in differ and "GET /api/tables/{table}" in differ


@pytest.mark.parametrize("seed", range(2))
def test_an_anonymous_table_tells_nobody_who_plays(seed: int) -> None:
    """S3: two players have changed places; nobody at the table, nor a visitor, can tell."""
    found = two_worlds(seed, {"anonymous": True}, swap=True)
    # The organizer does not play and may know.
    assert [name for name in found if not name.startswith("organizer")] == []


def test_blocking_tells_nobody_who_plays() -> None:
    """S3: who is blocked by name cannot be found out at an anonymous table."""
    seen = []
    for blocked in ("Player 2", "Player 3"):
        with site() as here:
            world = World(here, 0, {"anonymous": True, "press": "private"})
            for seat in ("France", "Germany"):
                sent = world.players[seat].post(
                    f"/api/tables/{world.table}/press", {"to": ["Austria"], "text": f"I am {seat}"}
                )
                assert sent.status == 201
            austria = world.players["Austria"]
            assert austria.post("/api/me/blocked", {"name": blocked}).status == 200
            seen.append(austria.get(f"/api/tables/{world.table}/press").json)
    assert seen[0] == seen[1]
