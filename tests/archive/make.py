"""Makes a site with every variant, played through the house, and what it must show for ever.

    python -m tests.archive.make NAME

writes into `tests/archive/NAME`: the site as SQLite's file and as text, the game files of what
is over, and `expected.json` with every judged phase as it was shown on the day. A folder is made
once, by the program of its day, and never again: later programs are tested against it. So a new
schema, or a new form of what is stored, gets a new folder.
"""

import lzma
import shutil
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from dragoman.bots import look, make_bot, written
from dragoman.house.play.games import ReadGame
from dragoman.house.play.history import phase_rows, phase_view
from dragoman.house.play.history import record as game_file
from dragoman.house.play.orders import my_orders, save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.play.sandbox import create_sandbox, fork
from dragoman.house.play.shown import PhaseView
from dragoman.house.play.turns import quarantine
from dragoman.house.tables.organizer import abandon, as_change, correct, replace_seat, roll_back
from dragoman.house.tables.press import save_draft, send_press
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.judge import owed
from dragoman.model import Seat, State
from dragoman.record import write_record
from dragoman.rules import knows_draws, survivors
from dragoman.store.export import export_site
from dragoman.store.rows import SeatRow, Table
from dragoman.store.sqlite import SqliteStore
from tests.house.tools import HOUR, TestHouse, add_people, game, make_house, row

HERE = Path(__file__).parent
PHASES = 4
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standard", {}),
    ("black_hole", {}),
    ("cat", {}),
    ("catspaw", {}),
    ("cline", {}),
    ("doubling", {}),
    ("escalation", {}),
    ("heptadiplomacy", {}),
    ("militarism", {}),
    ("para_time", {}),
    ("twin_earths", {}),
    ("youngstown", {}),
    ("catspaw+black_hole", {}),
    ("standard", {"edition": "1971"}),
)


class Maker:
    """Plays the tables of one site."""

    def __init__(self, house: TestHouse) -> None:
        self.house, self.chance = house, Random(7)
        add_people(house, "umpire")
        self.people = add_people(house, *(f"player {n}" for n in range(40)))
        self.tables: dict[str, str] = {}

    def all(self) -> None:
        """Every kind of table."""
        for variant, options in VARIANTS:
            name = variant + "".join(f" {key}={value}" for key, value in options.items())
            self.running(f"{name}, running", variant, options)
            self.finished(f"{name}, finished", variant, options)
        self.forming()
        self.with_bots()
        self.changed()
        self.alone()
        self.set_aside()

    def open(self, name: str, variant: str, options: dict[str, Any], **settings: Any) -> str:
        """A table that has begun, with a person at every seat."""
        table = create_table(
            self.house, "umpire", variant=variant, options=options, title=name, settings=settings
        )
        self.tables[name] = table
        for person, seat in zip(self.people, self.seats(table), strict=False):
            join(self.house, person, table, seat)
        return table

    def seats(self, table: str) -> list[str]:
        with self.house.store.read() as tx:
            return [found.seat for found in tx.find(SeatRow, table=table)]

    def sitters(self, table: str) -> dict[str, str]:
        with self.house.store.read() as tx:
            return {r.seat: r.account for r in tx.find(SeatRow, table=table) if r.account}

    def orders(self, table: str, bot: str = "") -> None:
        """Drafts of all who owe orders; one in eight has a line that nobody understands."""
        play, sitters = game(self.house, table), self.sitters(table)
        for seat in owed(play.ask):
            if seat in sitters:
                text = self.text(play, seat, bot or self.chance.choice(("greedy", "random")))
                if self.chance.random() < 1 / 8:
                    text += "\nA nowhere - nowhere"
                turn = row(self.house, table).turn
                save_orders(self.house, sitters[seat], table, turn, text, seat=seat)

    def text(self, play: ReadGame, seat: str, bot: str) -> str:
        sight = look(play.ask, Seat(seat))
        return "\n".join(written(make_bot(bot).orders(sight, self.chance)))

    def play(self, table: str, phases: int) -> None:
        """Some phases with press, judged at their deadline."""
        for _ in range(phases):
            if row(self.house, table).status != "running":
                return
            self.talk(table)
            self.orders(table)
            self.house.clock.move(50 * HOUR)
            assert run_due(self.house) == [table], row(self.house, table)

    def talk(self, table: str) -> None:
        sitters = list(self.sitters(table).items())
        (seat, person), (other, _) = self.chance.sample(sitters, 2)
        phase = row(self.house, table).phase
        send_press(self.house, person, table, [other], f"In {phase} we stand together.", seat=seat)
        send_press(self.house, person, table, [], f"{seat} greets all in {phase}.", seat=seat)

    def running(self, name: str, variant: str, options: dict[str, Any]) -> None:
        """A game under way: drafts, some of them final, a vote, a message begun."""
        table = self.open(name, variant, options, press="private", anonymous=variant == "cat")
        self.play(table, PHASES)
        if row(self.house, table).status == "running":
            self.orders(table)
            self.waiting(table)
        self.sleep(table)

    def waiting(self, table: str) -> None:
        living = survivors(game(self.house, table).ask)
        sitters = {s: p for s, p in self.sitters(table).items() if s in living}
        (seat, person), (other, _) = list(sitters.items())[:2]
        turn = row(self.house, table).turn
        if seat in owed(game(self.house, table).ask):
            set_ready(self.house, person, table, turn, True, seat=seat)
        wish = SeatVotes(draw=True) if self.draws(table) else SeatVotes(pause=True)
        cast_votes(self.house, person, table, turn, wish, seat=seat)
        save_draft(self.house, person, table, [other], "I had thought that", seat=seat)

    def sleep(self, table: str) -> None:
        """Move a deadline far away, so that the tables made next are judged alone."""
        with self.house.store.write() as tx:
            found = tx.get(Table, id=table)
            if found and found.deadline is not None:
                tx.change(Table, {"id": table}, deadline=found.deadline + 20 * 365 * 24 * HOUR)

    def finished(self, name: str, variant: str, options: dict[str, Any]) -> None:
        """A game that is over: by a draw, if the variant knows one, or given to one seat."""
        table = self.open(name, variant, options, press="private")
        self.play(table, PHASES - 1)
        if row(self.house, table).status == "running":
            living = list(survivors(game(self.house, table).ask))
            draw = len(name) % 2 and self.draws(table)
            wish = SeatVotes(draw=True) if draw else SeatVotes(concede=living[0])
            self.agree(table, wish, living if wish.draw else living[1:])
        if row(self.house, table).status == "running":
            abandon(self.house, "umpire", table, "nobody wants to go on")

    def draws(self, table: str) -> bool:
        return knows_draws(game(self.house, table).ask)

    def agree(self, table: str, wish: SeatVotes, living: list[Seat]) -> None:
        sitters, turn = self.sitters(table), row(self.house, table).turn
        for seat in living:
            cast_votes(self.house, sitters[seat], table, turn, wish, seat=seat)

    def forming(self) -> None:
        """A table that waits for people."""
        table = create_table(self.house, "umpire", variant="standard", title="forming")
        join(self.house, "player 1", table)
        self.tables["forming"] = table

    def with_bots(self) -> None:
        """Two people and five bots."""
        table = create_table(self.house, "player 0", variant="standard", title="bots")
        self.tables["bots"] = table
        seats = self.seats(table)
        for seat in seats[2:]:
            seat_bot(self.house, "player 0", table, seat, "greedy")
        for person, seat in zip(self.people, seats[:2], strict=False):
            join(self.house, person, table, seat)
        self.play(table, 4)
        self.sleep(table)

    def changed(self) -> None:
        """An organizer's acts: a correction, a way back, a seat that another takes."""
        table = self.open("changed", "standard", {})
        self.play(table, 4)
        why = "the map was read wrongly"
        correct(self.house, "umpire", table, as_change({"centers": {"France": ["par"]}}), why)
        self.play(table, 1)
        roll_back(self.house, "umpire", table, "S1901M", "once more")
        replace_seat(self.house, "umpire", table, "France", "he asked for it")
        join(self.house, "player 20", table, "France")
        self.play(table, 2)
        self.sleep(table)

    def alone(self) -> None:
        """A sandbox, and a fork of a game that is over."""
        table = create_sandbox(self.house, "player 3", variant="militarism", title="sandbox")
        self.tables["sandbox"] = table
        self.orders(table)
        turn = row(self.house, table).turn
        for seat in owed(game(self.house, table).ask):
            set_ready(self.house, "player 3", table, turn, True, seat=seat)
        assert run_due(self.house) == [table]
        self.tables["fork"] = fork(
            self.house, "player 4", self.tables["standard, finished"], 3, title="fork"
        )

    def set_aside(self) -> None:
        """A game that could not be judged."""
        table = self.open("stuck", "youngstown", {})
        self.play(table, 2)
        self.orders(table)
        with self.house.store.write() as tx:
            quarantine(self.house, tx, row(self.house, table), "ValueError")

    def expected(self) -> dict[str, Any]:
        """Every table as it must be shown."""
        return {name: self.table(table) for name, table in self.tables.items()}

    def table(self, table: str) -> dict[str, Any]:
        play, found = game(self.house, table), row(self.house, table)
        begun = found.status != "forming"
        return {
            "table": table,
            "variant": found.variant,
            "version": found.version,
            "status": found.status,
            "phase": found.phase,
            "result": found.result,
            "steps": [self.step(play, n) for n in range(1, len(play.steps))] if begun else [],
            "position": position(play.state),
            "drafts": self.drafts(table) if found.status in ("running", "stuck") else {},
        }

    def step(self, play: ReadGame, n: int) -> dict[str, Any]:
        step: dict[str, Any] = plain(phase_rows(play)[n - 1])
        step["position"] = position(play.steps[n].state)
        if play.steps[n].judged:
            step["public"] = plain(self.view(play, n, None))
            seats = play.steps[n - 1].state.seats
            sheets = {seat: self.view(play, n, seat).sheet for seat in seats}
            step["sheets"] = {s: t for s, t in sheets.items() if t != step["public"]["sheet"]}
        return step

    def view(self, play: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
        with self.house.store.read() as tx:
            return phase_view(tx, play, n, watcher)

    def drafts(self, table: str) -> dict[str, Any]:
        own = {s: my_orders(self.house, p, table, seat=s) for s, p in self.sitters(table).items()}
        return {
            seat: {"text": mine.text, "lines": plain(mine.lines)}
            for seat, mine in own.items()
            if mine.text
        }


def position(state: State) -> dict[str, Any]:
    """A position in words that mean the same whatever the classes become."""
    units: dict[str, list[str]] = {}
    for unit in state.units:
        units.setdefault(unit.power, []).append(str(unit))
    return {
        "phase": str(state.phase),
        "seats": {seat: list(powers) for seat, powers in state.seats.items()},
        "units": {power: sorted(texts) for power, texts in units.items()},
        "owners": dict(sorted(state.owners.items())),
        "homes": {power: list(homes) for power, homes in state.homes.items()},
        "dislodged": sorted([d.unit.power, str(d.unit), d.by or ""] for d in state.dislodged),
        "standoffs": sorted(state.standoffs),
        "result": plain(state.result),
    }


def plain(value: object) -> Any:
    """A value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def pack(path: Path, data: bytes) -> None:
    """Write a packed file, the same bytes every time."""
    path.write_bytes(lzma.compress(data, preset=9))


def main(name: str) -> None:
    """Make a folder of the archive."""
    folder = HERE / name
    (folder / "records").mkdir(parents=True)
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "dragoman.sqlite"
        house = make_house(SqliteStore(file))
        maker = Maker(house)
        maker.all()
        expected = maker.expected()
        pack(folder / "expected.json.xz", msgspec.json.encode(expected, order="deterministic"))
        for title, table in expected.items():
            if table["status"] == "finished":
                record = write_record(game_file(house, "umpire", table["table"]))
                file_name = title.partition(",")[0].replace(" ", "-")
                pack(folder / "records" / f"{file_name}.json.xz", record.encode())
        export_site(house.store, folder / "site.jsonl.gz")
        house.store.close()
        shutil.copy(file, Path(scratch) / "copy")
        pack(folder / "site.sqlite.xz", (Path(scratch) / "copy").read_bytes())


if __name__ == "__main__":
    main(sys.argv[1])
