"""Two worlds in fog: games that differ only in what a seat may not see look alike to that seat.

Two servers are led through the same acts, but for the orders of one seat. Who could not have seen
any difference, by the rules in words, must get the same bytes from every route, stream and mail.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from dragoman.bots import look, make_bot, written
from dragoman.geo import Province
from dragoman.house.play.orders import save_orders
from dragoman.house.tables.organizer import adjudicate
from dragoman.judge import owed
from dragoman.model import TEXT, Resolution, Seat, State
from dragoman.record import Game
from dragoman.rules import Ask, survivors
from dragoman.store.rows import SeatRow
from dragoman.web.routes import ApiRoute
from tests.house.tools import game as game_of
from tests.house.tools import row as row_of
from tests.web.client import Browser
from tests.web.world import Site, site

VARIANTS = ("fog", "catspaw+fog", "fog@youngstown", "transform+fog", "black_hole+fog")
"""What is played, in turn."""

POSTED = ("/steps", "/choices", "/whatif")
"""Routes that are asked by POST and change nothing."""


def mailbox(n: int) -> str:
    """Where a player's mail goes."""
    return f"p{n}@example.org"


class DarkWorld:
    """A site with a running table in fog."""

    def __init__(self, here: Site, variant: str) -> None:
        self.here = here
        people = {f"id-player {n}": here.person(f"Player {n}", mailbox(n)) for n in range(12)}
        self.organizer, self.watcher = here.person("Organizer"), here.person("Watcher")
        made = self.organizer.post("/api/tables", {"variant": variant, "title": "In the dark"})
        assert made.status == 201, made.json
        self.table = str(made.json["id"])
        seats = [r["seat"] for r in self.organizer.get(f"/api/tables/{self.table}").json["seats"]]
        for seat, player in zip(seats, people.values(), strict=False):
            assert player.post(f"/api/tables/{self.table}/join", {"seat": seat}).status == 200
        # Where powers are drawn by lot seats have their names only now.
        with here.house.store.read() as tx:
            self.at = {r.seat: str(r.account) for r in tx.find(SeatRow, table=self.table)}
        self.players = {seat: people[account] for seat, account in self.at.items()}
        for browser in (*people.values(), self.organizer, self.watcher):
            browser.address = "198.51.100.1"

    def phase(self, seed: str, odd: str = "", bot: str = "greedy") -> None:
        """Let every seat order by what it sees, one of them oddly, and judge the phase."""
        house, turn = self.here.house, row_of(self.here.house, self.table).turn
        ask = game_of(house, self.table).ask
        for seat in owed(ask):
            name, chance = (bot, Random(f"{seed} {seat}"))
            if seat == odd:
                name, chance = "random", Random(f"{seed} {seat} odd")
            ballots = make_bot(name).orders(look(ask, seat), chance)
            text = "\n".join(written(ballots))
            save_orders(house, self.at[seat], self.table, turn, text, seat=seat)
        adjudicate(house, "id-organizer", self.table, turn, sure=True)
        self.here.clock.move(60_000)

    @property
    def game(self) -> Game:
        """The game with all its secrets."""
        return Game.of(game_of(self.here.house, self.table).record)

    def gets(self, who: Browser, seat: str) -> dict[str, tuple[int, Any, bytes]]:
        """Everything that somebody can get from every route, and by mail."""
        rows: list[ApiRoute] = [*self.here.app.state.rows, *self.here.app.state.page_rows]
        found = {
            row.name: self.ask(who, row, seat)
            for row in rows
            if row.method == "GET" or row.path.endswith(POSTED)
        }
        self.here.deliver()
        mine = mailbox(int(self.at[seat].rpartition(" ")[2])) if seat else ""
        mails = [mail for mail in self.here.post.mails if mail[0] == mine]
        with who.stream(f"/api/tables/{self.table}/events") as stream:
            assert stream.wait(lambda: "data:" in stream.text)
            found["stream"] = (0, [], stream.text.encode())
        return {**found, "mail": (0, [], repr(mails).encode())}

    def ask(self, who: Browser, row: ApiRoute, seat: str) -> tuple[int, Any, bytes]:
        """What a route answers."""
        last = len(game_of(self.here.house, self.table).steps) - 1
        fields = {"table": self.table, "seat": seat, "n": str(last), "name": "player 3"}
        path = re.sub(r"{(\w+)(:\w+)?}", lambda f: fields.get(f[1], "standard"), row.path)
        body: Any = {"subject": "A lvp"} if row.method == "POST" else None
        body = {"orders": {}} if row.path.endswith("/whatif") else body
        reply = who.send(row.method, path, body)
        return reply.status, reply.headers, reply.body


class Sights(Struct, frozen=True):
    """What a seat could see by the rules in words, phase by phase, however it is shown."""

    phases: tuple[Any, ...]


def touched(ask: Ask, powers: tuple[str, ...]) -> set[Province]:
    """Rule 1, worked out from the map's borders and nothing else."""
    state, home = ask.state, ask.variant.map.province
    mine = {home[u.place] for u in state.units if u.power in powers}
    mine |= {home[d.unit.place] for d in state.dislodged if d.unit.power in powers}
    mine |= {center for center, power in state.owners.items() if power in powers}
    edges = ask.variant.map.edges
    pairs = {(home[e.a], home[e.b]) for e in edges} | {(home[e.b], home[e.a]) for e in edges}
    return mine | {b for a, b in pairs if a in mine}


def standing(ask: Ask, near: set[Province]) -> list[str]:
    """What stands in some provinces, and whose they are."""
    home, state = ask.variant.map.province, ask.state
    units = [f"{u.power} {u} {sorted(u.marks)}" for u in state.units if home[u.place] in near]
    lost = [f"{d.unit.power} {d.unit} out" for d in state.dislodged if home[d.unit.place] in near]
    owned = [f"{center} {power}" for center, power in state.owners.items() if center in near]
    return sorted([*units, *lost, *owned, *(p for p in state.standoffs if p in near)])


def words(ask: Ask, text: object) -> set[Province]:
    """The provinces that a text of orders names."""
    home = ask.variant.map.province
    return {home[word] for word in str(text).replace(";", " ").split() if word in home}  # type: ignore[index]


def results(ask: Ask, found: Resolution, seat: str | None, near: set[Province]) -> Iterator[Any]:
    """The orders of which a seat knows, with what came of them and why, as far as it may."""
    powers = ask.state.seats.get(Seat(seat), ()) if seat else ()
    for v in found.verdicts:
        named = words(ask, v.order)
        if v.power in powers or (seat and v.seat == seat) or (named and named <= near):
            causes = [v.reason.by, *(loss.by for loss in v.reason.losses)]
            known = [c for c in causes if c and (c.power in powers or words(ask, c.order) <= near)]
            yield (
                f"{v.power} {v.seat} {v.order} {v.outcome} {v.reason.code} {v.supplied}",
                sorted(f"{c.power} {c.order}" for c in known),
                len(known) == len([c for c in causes if c]),
            )
    for count in found.votes:
        unit = ask.unit.get(count.subject.unit)
        if unit and ask.variant.map.province[unit.place] in near:
            yield f"{unit} {count.rows} {count.chosen}"


def own_attack(ask: Ask, powers: tuple[str, ...]) -> list[str]:
    """From where one's own units were driven out, which they are shown."""
    return sorted(f"{d.unit} {d.by}" for d in ask.state.dislodged if d.unit.power in powers)


def public_facts(ask: Ask) -> list[Any]:
    """What is published beside the board, without the words about it."""
    sorts = ask.variant.vocabulary.fact
    return [
        (fact.name, [v for v, a in zip(fact.values, sorts[fact.name].takes) if a != TEXT])  # noqa: B905
        for fact in ask.rules.show(ask)
        if fact.name in sorts
    ]


def sights(game: Game, seat: str | None) -> Sights:
    """All that a seat could have seen of a game."""
    rows: list[Any] = []
    for before, step in zip(game.history, game.history[1:], strict=False):
        ask, then = Ask(game.variant, before.state), Ask(game.variant, step.state)
        powers = before.state.seats.get(Seat(seat), ()) if seat else ()
        rows.append([str(step.state.phase), sorted(survivors(then)), repr(step.state.result)])
        rows.append(public_facts(then))
        found = step.resolution
        if found is not None:
            left = Ask(game.variant, found.left)
            near = touched(ask, powers) | touched(left, powers)
            rows.append(sorted(map(repr, results(ask, found, seat, near))))
            rows.append(standing(left, touched(left, powers)))
            driven = State(found.phase, {}, dislodged=found.dislodged, standoffs=found.standoffs)
            rows.append(standing(Ask(game.variant, driven), near))
        rows.append(own_attack(then, powers))
        rows.append(standing(then, touched(then, powers)))
    return Sights(tuple(rows))


def viewers(world: DarkWorld) -> dict[str, tuple[Browser, str]]:
    """Everybody who may look, by name, with his seat."""
    seats = {seat: (who, seat) for seat, who in world.players.items()}
    visitor = world.here.visitor("198.51.100.1")
    return {
        **seats,
        "the organizer": (world.organizer, ""),
        "one who watches": (world.watcher, ""),
        "a visitor": (visitor, ""),
    }


def two_dark_worlds(seed: int, variant: str = "", most: int = 3) -> tuple[list[str], list[str]]:
    """Who was compared in a pair of worlds, and every difference that anybody found."""
    chance, variant = Random(f"dark {seed}"), variant or VARIANTS[seed % len(VARIANTS)]
    with site(seed=seed) as a, site(seed=seed) as b:
        worlds = DarkWorld(a, variant), DarkWorld(b, variant)
        for n in range(chance.randint(0, 4)):
            for world in worlds:
                world.phase(f"{seed} {n}")
        odd = chance.choice(list(worlds[0].players))
        for n, world in enumerate(worlds):
            world.phase(f"{seed} odd", odd if n else "")
        if chance.random() < 0.5 and worlds[0].game.phase == worlds[1].game.phase:
            for world in worlds:
                world.phase(f"{seed} last")
        return compared(*worlds, chance, most)


def compared(a: DarkWorld, b: DarkWorld, chance: Random, most: int) -> tuple[list[str], list[str]]:
    """Who could see no difference and was compared, and what differed all the same."""
    one, two = a.game, b.game
    if one.state == two.state or one.over or two.over:
        return [], []
    names = list(viewers(a))
    chance.shuffle(names)
    blind = [n for n in names if sights(one, seat_of(a, n)) == sights(two, seat_of(b, n))][:most]
    found = []
    for name in blind:
        left, right = (w.gets(*viewers(w)[name]) for w in (a, b))
        assert left.keys() == right.keys()
        assert len(left) > 30
        found += [f"{name}: {route}" for route in left if left[route] != right[route]]
    return blind, found


def seat_of(world: DarkWorld, name: str) -> str | None:
    """The seat of a viewer, if he has one."""
    return name if name in world.players else None
