"""F1: the server is killed while people order and phases are judged; nothing is lost or doubled."""

import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from aiosmtpd.controller import Controller

from dragoman.house.core import House
from dragoman.house.mail.smtp import SmtpSettings
from dragoman.house.play.games import played
from dragoman.house.settings import HouseSettings
from dragoman.record.entries import Turn
from dragoman.store.rows import Event, Outbox, Table
from tests.web.real import Caller, Real, add_person, closed_house, free_port, sqlite_url, zygote
from tests.web.test_notices import Box

KILLS = 100
TABLES = 3
SEATS = ("England", "France")
CHOICES = {
    "England": ["F lon-nth", "F lon-eng", "F lon H", "F edi-nwg\nF lon-nth", "A lvp-yor"],
    "France": ["A par-bur", "A par-pic", "A par H", "F bre-mao\nA par-bur", "A mar-spa"],
}


class Player(threading.Thread):
    """Somebody who orders at random and notes what was acknowledged, until the server is gone."""

    def __init__(self, server: Real, token: str, table: str, seat: str, chance: Random) -> None:
        super().__init__(daemon=True)
        self.caller, self.table, self.seat, self.chance = Caller(server, token), table, seat, chance
        self.acked: dict[int, str] = {}
        self.sent: dict[int, list[str]] = {}
        self.bad: list[Any] = []
        self.answers = 0
        self.stopped = threading.Event()

    def run(self) -> None:
        """Order, again and again."""
        while not self.stopped.is_set():
            try:
                self.play()
            except ConnectionError:
                break
        self.caller.close()

    def ask(self, method: str, what: str, body: Any) -> tuple[int, Any]:
        """Ask the server, and count that it answered."""
        answer = self.caller.send(method, f"/api/tables/{self.table}/{what}", body)
        self.answers += 1
        return answer

    def play(self) -> None:
        """One round: see which turn it is, order, perhaps be ready."""
        status, view = self.ask("GET", "orders", None)
        if status != 200:
            self.bad.append((status, view))
            return
        turn = view["turn"]
        text = self.chance.choice(CHOICES[self.seat]) + f"\nnote {self.chance.random()}"
        self.sent.setdefault(turn, []).append(text)
        body = {"turn": turn, "text": text}
        status, answer = self.ask("PUT", "orders", body)
        if status == 200:
            self.acked[turn] = text
            # What came before is superseded by what was acknowledged.
            self.sent[turn] = [text]
        elif status != 409:
            self.bad.append((status, answer))
        if self.chance.random() < 0.5:
            body = {"turn": turn, "ready": True}
            status, answer = self.ask("PUT", "ready", body)
            if status not in (200, 409):
                self.bad.append((status, answer))


def wait_for_answers(players: list[Player], many: int, seconds: float = 60) -> None:
    """Wait until the players have had so many answers together."""
    ends = time.monotonic() + seconds
    while sum(p.answers for p in players) < many and time.monotonic() < ends:
        time.sleep(0.001)


class Trial:
    """Tables under fire."""

    def __init__(self, url: str, smtp: SmtpSettings, seed: int) -> None:
        self.server, self.chance = Real(url, smtp=smtp), Random(seed)
        self.url = url
        self.up: list[float] = []
        self.acked: dict[tuple[str, str, int], set[str]] = {}
        self.bad: list[Any] = []
        house = closed_house(url)
        self.tokens = {s: add_person(house, s, f"{s.lower()}@example.org") for s in SEATS}
        self.organizer = add_person(house, "Organizer")
        house.store.close()

    def prepare(self) -> None:
        """Tables with two people each, who alone are waited for."""
        self.up.append(self.server.start())
        organizer, self.tables = Caller(self.server, self.organizer), []
        for _ in range(TABLES):
            status, made = organizer.post("/api/tables", {"settings": {"replacements": False}})
            assert status == 201, made
            for seat, token in self.tokens.items():
                joined = Caller(self.server, token).post(
                    f"/api/tables/{made['id']}/join", {"seat": seat}
                )
                assert joined[0] == 200
            assert organizer.post(f"/api/tables/{made['id']}/start")[0] == 200
            self.tables.append(made["id"])

    def strike(self) -> None:
        """Let everybody play, kill the server at some moment, and start it again."""
        players = [
            Player(self.server, token, table, seat, Random(self.chance.random()))
            for table in self.tables
            for seat, token in self.tokens.items()
        ]
        for player in players:
            player.start()
        wait_for_answers(players, self.chance.randrange(1, 40))
        self.spare_the_last_start()
        time.sleep(self.chance.uniform(0, 0.01))
        self.server.kill()
        for player in players:
            player.stopped.set()
            player.join(60)
            self.note(player)
        self.server.hang_up()
        self.up.append(self.server.start())

    def spare_the_last_start(self) -> None:
        """Wait until no phase is near its last start.

        The house sets a game aside that was begun five times and never finished. On a busy machine
        that many kills may meet one phase, of a game that is not to blame.
        """
        ends = time.monotonic() + 60
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as file:
            while time.monotonic() < ends:
                (begun,) = file.execute("SELECT max(attempts) FROM tables").fetchone()
                if begun < HouseSettings().starts - 1:
                    return
                time.sleep(0.01)

    def note(self, player: Player) -> None:
        """Keep what may be judged: the last draft acknowledged, or one that was on its way."""
        self.bad += player.bad
        for turn, texts in player.sent.items():
            key = (player.table, player.seat, turn)
            kept = set() if turn in player.acked else self.acked.get(key, {""})
            self.acked[key] = kept | set(texts)

    def check(self, house: House, table_id: str) -> int:
        """P1 and P2 at one table; how many phases were judged."""
        with house.store.read() as tx:
            row = tx.get(Table, id=table_id)
            events = tx.find(Event, table=table_id, order="n")
            assert row is not None
            game = played(house, tx, row)
        assert [event.n for event in events] == list(range(1, row.events + 1))
        entries = [msgspec.json.decode(e.body, type=Turn) for e in events if e.kind == "entry"]
        phases = [step.state.phase for step in game.steps]
        # Nothing half done, nothing done twice: as many entries as turns, each for its phase.
        assert len(entries) == row.turn - 1 == len(phases) - 1
        assert [entry.phase for entry in entries] == [str(phase) for phase in phases[:-1]]
        assert row.phase == str(phases[-1])
        for turn, entry in enumerate(entries, start=1):
            for seat in SEATS:
                self.check_orders(house, table_id, seat, turn, entry)
        return len(entries)

    def check_orders(self, house: House, table: str, seat: str, turn: int, entry: Turn) -> None:
        """What was judged is the last draft that was acknowledged, or a later one."""
        from dragoman.house.play.drafts import judged_lines
        from dragoman.model import Seat
        from dragoman.rules import Ask

        allowed = self.acked.get((table, seat, turn), {""})
        with house.store.read() as tx:
            row = tx.get(Table, id=table)
            assert row is not None
            game = played(house, tx, row)
        ask = Ask(game.variant, game.steps[turn - 1].state)
        readings = {judged_lines(ask, Seat(seat), text) for text in allowed}
        assert entry.orders.get(Seat(seat), ()) in readings, (table, seat, turn)


def kill_again_and_again(folder: Path, kills: int, seed: int) -> dict[str, Any]:
    """The whole trial; what it came to."""
    box, port = Box(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    smtp = SmtpSettings(host="127.0.0.1", port=port, security="none", seconds=5)
    zygote()
    trial = Trial(sqlite_url(folder), smtp, seed)
    try:
        trial.prepare()
        for _ in range(kills):
            trial.strike()
        time.sleep(1.5)  # for the mails that are due
        trial.server.kill()
        trial.server.hang_up()
    finally:
        controller.stop()
    house = closed_house(trial.url)
    phases = [trial.check(house, table) for table in trial.tables]
    with house.store.read() as tx:
        lost = [row for row in tx.find(Outbox) if row.done is None]
        rows = tx.find(Table)
    house.store.close()
    sent = Counter(str(mail["Message-ID"]) for _, mail in box.mails)
    return {
        "kills": kills,
        "phases": sum(phases),
        "stuck": sum(row.status == "stuck" for row in rows),
        "drafts": len(trial.acked),
        "mails": len(box.mails),
        "twice": [name for name, times in sent.items() if times > 1],
        "unsure": len(lost),
        "slowest": max(trial.up),
        "bad": trial.bad,
    }


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    came = kill_again_and_again(tmp_path, KILLS, seed=1)
    assert came["bad"] == [] and came["twice"] == [] and came["stuck"] == 0
    assert came["phases"] > 20 and came["drafts"] > 50 and came["mails"] > 20
    # A mail is in doubt only if it was on its way at a kill.
    assert came["unsure"] <= KILLS
