"""F14: a season of the whole house in one process, from a seed: clock, chance, faults and people.

    python -m tests.house.season --seeds 10000        the long run
    python -m tests.house.season --first 17 --seeds 1    one seed again

Everything that may happen does, in an order that the seed decides: orders, readiness, press,
votes, people who come and go, the organizer's acts, a store that fails at any step, a process that
dies, hours in which the house is down. What was acknowledged is remembered and looked for.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.clock.clocks import freeze
from dragoman.house.errors import Refused
from dragoman.house.people.tallies import tally_of
from dragoman.house.play.drafts import judged_lines
from dragoman.house.play.games import ENTRY, first_seed, read_entry
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.settings import HouseSettings
from dragoman.house.tables import organizer
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.press import mute, read_press, send_press
from dragoman.house.tables.seats import join, leave, seat_bot
from dragoman.house.tables.views import table_view
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.model import Seat
from dragoman.record import GameRecord, Turn, replay
from dragoman.rules import Ask
from dragoman.store import StoreDown
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Account, Event, Press, SeatRow, SiteValue, Table
from dragoman.variants import load
from tests.house.tools import HOUR, TestHouse, dump, full_table, game, make_house, random_text, tick
from tests.store.failing import Stepped

STEPS = 45
VARIANTS = ("catspaw", "cat", "escalation", "catspaw", "cat", "black_hole")


class Shaky(Stepped):
    """A store of which any step may fail."""

    def __init__(self, store: MemoryStore, chance: Random, rate: float) -> None:
        super().__init__(store)
        self.chance, self.rate = chance, rate

    def step(self, name: str) -> None:
        """Fail, now and then."""
        if self.chance.random() < self.rate:
            raise StoreDown(name)


class Draft(Struct, frozen=True):
    """A text that was sent for a turn; without a version nobody knows whether it arrived."""

    text: str
    version: int | None


class Season:
    """One table and everybody who has to do with it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.store = MemoryStore()
        self.limits = HouseSettings()
        self.house = make_house(self.store, seed=seed, settings=self.limits)
        self.variant = VARIANTS[seed % len(VARIANTS)]
        self.table, self.at = full_table(self.house, self.variant, settings=self.settings())
        self.people = list(self.at.values())
        self.drafts: dict[tuple[int, str], list[Draft]] = {}
        self.press: dict[str, str] = {}
        self.trace: list[str] = []
        self.shaky = Shaky(self.store, self.chance, 0.01)
        self.house.store = self.shaky

    def settings(self) -> dict[str, Any]:
        """Settings of the table, drawn."""
        draw = self.chance
        return {
            "ready": draw.choice(["shown", "hidden"]),
            "anonymous": draw.random() < 0.5,
            "grace": draw.choice([0, 0, 3600]),
            "missed": draw.choice(["go_on", "go_on", "wait"]),
            "absent_after": draw.randint(1, 3),
            "draws": draw.choice(["secret", "open"]),
            "limits": {"other": {"seconds": draw.choice([3600, 86_400])}},
        }

    def run(self) -> str:
        """Everything that happens, then all checks; what it came to, as a hash."""
        acts = [act for act, weight in ACTS.items() for _ in range(weight)]
        for _ in range(STEPS):
            name = self.chance.choice(acts)
            self.trace.append(f"{name} {self.attempt(name)}")
            self.house.clock.move(self.chance.choice([1, 1000, 600_000]))
        self.check()
        data = msgspec.json.encode([dump(self.store), self.trace])
        return sha256(data).hexdigest()

    def attempt(self, name: str) -> str:
        """Do something; refusals and failures of the store are part of life."""
        try:
            getattr(self, name)()
        except Refused as error:
            return type(error).__name__
        except StoreDown:
            return "down"
        return "done"

    def person(self) -> str:
        """Somebody."""
        return self.chance.choice(self.people)

    def row(self) -> Table:
        """The table's row, from the store itself."""
        with self.store.read() as tx:
            found = tx.get(Table, id=self.table)
        assert found is not None
        return found

    def seat_of(self, person: str) -> str:
        """The seat that somebody holds, if any."""
        with self.store.read() as tx:
            rows = tx.find(SeatRow, table=self.table, account=person)
        return rows[0].seat if rows else ""

    def truth(self) -> TestHouse:
        """A house over the same rows that has remembered nothing and never fails."""
        house = make_house(self.store, settings=self.limits)
        house.clock.at = self.house.clock.at
        return house

    # What may happen.

    def order(self) -> None:
        """Somebody saves a draft; he tries again until it is answered, or gives up."""
        person, turn = self.person(), self.row().turn
        seat = self.seat_of(person)
        if not seat:
            return
        text = random_text(game(self.truth(), self.table), seat, self.chance)
        text += self.chance.choice(["", "\nnonsense", "\nA xxx - yyy"])
        sent = self.drafts.setdefault((turn, seat), [])
        try:
            saved = save_orders(self.house, person, self.table, turn, text)
        except StoreDown:
            sent.append(Draft(text, None))
            raise
        sent.append(Draft(text, saved.version))

    def everybody(self) -> None:
        """All who sit there order and are ready."""
        turn = self.row().turn
        for person in self.people:
            seat = self.seat_of(person)
            if seat:
                self.attempt("order")
                set_ready(self.house, person, self.table, turn, True)

    def ready(self) -> None:
        """Somebody is ready, or no more."""
        set_ready(
            self.house, self.person(), self.table, self.row().turn, self.chance.random() < 0.8
        )

    def write(self) -> None:
        """Somebody writes to another, and repeats it until it is answered."""
        person, key = self.person(), f"k{len(self.trace)}"
        seat = self.seat_of(person)
        to = [self.chance.choice(list(self.at))] if self.chance.random() < 0.7 else []
        for _ in range(5):
            try:
                send_press(self.house, person, self.table, to, f"text {key}", key=key)
            except StoreDown:
                continue
            self.press[key] = seat
            return

    def read(self) -> None:
        """Somebody looks at everything."""
        watcher = self.chance.choice([*self.people, "umpire", None])
        table_view(self.house, watcher, self.table)
        read_press(self.house, watcher, self.table)

    def hush(self) -> None:
        """Somebody does not want to read another."""
        other = self.chance.choice(list(self.at))
        mute(self.house, self.person(), self.table, other, self.chance.random() < 0.5)

    def vote(self) -> None:
        """Somebody votes."""
        draw = self.chance
        votes = SeatVotes(
            draw=draw.random() < 0.3,
            pause=draw.random() < 0.2,
            resume=draw.random() < 0.5,
            extend=draw.choice([0, 0, 3600]),
        )
        cast_votes(self.house, self.person(), self.table, self.row().turn, votes)

    def go(self) -> None:
        """Somebody leaves."""
        leave(self.house, self.person(), self.table)

    def come(self) -> None:
        """Somebody sits down."""
        join(self.house, self.person(), self.table)

    def bot(self) -> None:
        """A bot takes an open seat."""
        seat_bot(self.house, "umpire", self.table, self.chance.choice(list(self.at)), "random")

    def round(self) -> None:
        """The house does what is due."""
        tick(self.house)

    def wait(self) -> None:
        """Time passes while the house runs."""
        for _ in range(self.chance.randint(1, 4)):
            self.house.clock.move(self.house.settings.beat)
            self.attempt("round")
        ends = self.row().deadline
        if ends is not None and self.chance.random() < 0.8:
            # The house notes every two seconds that it runs; here that is made short.
            self.pass_to(max(ends, self.house.now))

    def pass_to(self, time: int) -> None:
        """Let the clock come to a time, the house running all the while."""
        freeze_beat(self.store, time)
        self.house.clock.at = time
        self.attempt("round")

    def die(self) -> None:
        """The process dies, and another takes its place, remembering nothing."""
        clock, rng = self.house.clock, self.house.rng
        self.house = make_house(self.store, settings=self.limits)
        self.house.clock, self.house.rng, self.house.store = clock, rng, self.shaky

    def sleep(self) -> None:
        """The house is down for a while."""
        self.die()
        self.house.clock.move(self.chance.randint(1, 80) * HOUR)

    def still(self) -> None:
        """All play is stopped, and goes on."""
        freeze(self.house, True)
        self.house.clock.move(HOUR)
        self.attempt("round")
        for _ in range(20):
            try:
                freeze(self.house, False)
            except StoreDown:
                continue
            return

    def pause(self) -> None:
        """The organizer stops the clock."""
        organizer.pause(self.house, "umpire", self.table)

    def resume(self) -> None:
        """The organizer lets it go on."""
        organizer.resume(self.house, "umpire", self.table)

    def extend(self) -> None:
        """The organizer gives more time."""
        organizer.extend(self.house, "umpire", self.table, 3600)

    def hurry(self) -> None:
        """The organizer judges now."""
        organizer.adjudicate(self.house, "umpire", self.table, self.row().turn, sure=True)

    def back(self) -> None:
        """The organizer goes back to an earlier phase."""
        steps = game(self.truth(), self.table).steps
        phase = str(self.chance.choice(steps).state.phase)
        organizer.roll_back(self.house, "umpire", self.table, phase, "again")

    def mend(self) -> None:
        """The organizer sets something right."""
        organizer.correct(self.house, "umpire", self.table, Change(result={}), "mended")

    # What must be true.

    def check(self) -> None:
        """All invariants; an error names the one that does not hold."""
        faults = [*self.check_log(), *self.check_row(), *self.check_people(), *self.check_press()]
        assert faults == [], "\n".join([*faults, *self.trace])

    def check_log(self) -> Iterator[str]:
        """The log has no gaps, each turn one entry, and replays to the position shown (P2, P4)."""
        table = self.row()
        with self.store.read() as tx:
            events = tx.find(Event, table=self.table, order="n")
        if [event.n for event in events] != list(range(1, table.events + 1)):
            yield "the log has gaps"
        entries = tuple(read_entry(event.body) for event in events if event.kind == ENTRY)
        if len(entries) + 1 != table.turn:
            yield f"{len(entries)} entries, but turn {table.turn}"
        variant = load(self.variant)
        # What a game that went back draws anew is in its entries.
        seed = first_seed(table.seed)
        record = GameRecord(variant.id, variant.version, {}, (), seed, entries)
        steps = list(replay(record, variant))
        for house in (self.house, self.truth()):
            house.store = self.store
            if game(house, self.table).state != steps[-1].state:
                yield "the game kept is not the game of the log"
        if str(steps[-1].state.phase) != table.phase:
            yield f"the row says {table.phase}, the log {steps[-1].state.phase}"
        for n, (before, entry) in enumerate(zip(steps, entries, strict=False), start=1):
            if isinstance(entry, Turn):
                yield from self.check_turn(n, Ask(variant, before.state), entry)

    def check_turn(self, turn: int, ask: Ask, entry: Turn) -> Iterator[str]:
        """What was judged was acknowledged last, or is a later text that may have come (P1)."""
        for seat in self.at:
            sent = self.drafts.get((turn, seat), [])
            known = [n for n, draft in enumerate(sent) if draft.version is not None]
            possible = [draft.text for draft in sent[known[-1] if known else 0 :]]
            if not known:
                possible.append("")
            lines = entry.orders.get(Seat(seat), ())
            wanted = [judged_lines(ask, Seat(seat), text) for text in possible]
            if lines not in wanted and not self.had_bot(seat):
                yield f"turn {turn}, {seat}: {lines} was judged, not one of {wanted}"

    def had_bot(self, seat: str) -> bool:
        """Whether a bot ever sat on a seat."""
        with self.store.read() as tx:
            events = tx.find(Event, table=self.table)
        return any(e.kind == "bot" and f'"{seat}"' in e.body for e in events)

    def check_row(self) -> Iterator[str]:
        """The table's row makes sense."""
        table = self.row()
        over = game(self.truth(), self.table).state.result is not None
        if over != (table.status == "finished"):
            yield f"the game is {'over' if over else 'on'}, but the table {table.status}"
        if table.status == "stuck":
            yield "the table is stuck"
        if table.status in ("paused", "finished") and table.deadline is not None:
            yield f"{table.status} with a deadline"
        if table.status == "running" and table.deadline is None:
            yield "running without a deadline"

    def check_people(self) -> Iterator[str]:
        """Nobody holds two seats, and no tally is impossible."""
        with self.store.read() as tx:
            held = [r.account for r in tx.find(SeatRow, table=self.table) if r.account]
            tallies = [tally_of(account) for account in tx.find(Account)]
        if len(held) != len(set(held)):
            yield f"two seats for one: {held}"
        for tally in tallies:
            if not 0 <= tally.missed <= tally.owed:
                yield f"impossible: {tally}"

    def check_press(self) -> Iterator[str]:
        """Every message that was acknowledged is there, once."""
        with self.store.read() as tx:
            sent = [(p.key, p.sender) for p in tx.find(Press, table=self.table)]
        for key, seat in self.press.items():
            if sent.count((key, seat)) != 1:
                yield f"the message {key} of {seat} is there {sent.count((key, seat))} times"


def freeze_beat(store: MemoryStore, time: int) -> None:
    """Note that the house ran until a time."""
    with store.write() as tx:
        tx.put(SiteValue(name="beat", at=time))


ACTS: dict[str, int] = {
    **{"order": 10, "everybody": 3, "ready": 5, "write": 5, "read": 3, "hush": 1, "vote": 3},
    **{"go": 1, "come": 3, "bot": 1, "round": 5, "wait": 5, "die": 2, "sleep": 1, "still": 1},
    **{"pause": 1, "resume": 3, "extend": 1, "hurry": 2, "back": 1, "mend": 1},
}
"""What may happen, and how often compared with the rest."""


def main(say: Callable[[str], object] = print) -> int:
    """Play the seeds; a seed that fails is named and makes the exit code 1."""
    parser = argparse.ArgumentParser(description="seasons of the whole house, from seeds")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=200)
    arguments = parser.parse_args()
    bad = 0
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        try:
            Season(seed).run()
        except Exception as error:
            bad += 1
            say(f"seed {seed}: {type(error).__name__}: {error}")
    say(f"{arguments.seeds} seeds from {arguments.first}: {bad} with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
