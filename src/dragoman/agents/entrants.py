"""The players of a tournament: what each is asked, and how its answer comes."""

import json
import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from dragoman.agents.plan import BOT, COMMAND, MODEL, PlayerPlan
from dragoman.agents.wire import send
from dragoman.bots import make_bot, written
from dragoman.bots.base import look_at
from dragoman.errors import RequestError
from dragoman.game import Game
from dragoman.model import Seat
from dragoman.report.observation import Letter
from dragoman.report.rows import centers_by_power, units_by_power
from dragoman.rules import seen

T = TypeVar("T")

ORDERS, TALK = "orders", "talk"
"""What a player is asked for."""
LONGEST_TEXT, MOST_LETTERS = 2000, 20
"""How long a message may be, and how many a player may write at a time."""


class Said(Struct, frozen=True):
    """A message as a player writes it; to nobody in particular, it goes to all."""

    text: str
    to: tuple[str, ...] = ()


class SeatAnswer(Struct, frozen=True):
    """What a player answers: orders as lines of text, messages, and whether it wants a draw."""

    orders: tuple[str, ...] = ()
    messages: tuple[Said, ...] = ()
    draw: bool = False


class SeatBill(Struct, frozen=True):
    """What a seat cost and did: calls, tokens, seconds; orders, and those that came to nothing.

    `void` orders were not possible, `unread` ones not understood; `late` and `failed` are answers
    that did not come in time, or that were none.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    orders: int = 0
    void: int = 0
    unread: int = 0
    late: int = 0
    failed: int = 0
    seconds: float = 0.0

    def __add__(self, other: "SeatBill") -> "SeatBill":
        names = self.__struct_fields__
        return SeatBill(*(getattr(self, name) + getattr(other, name) for name in names))


class SeatTurn(Struct, frozen=True):
    """What a seat has before it: the game as it stands, its press, and chance of its own.

    `check` says of lines of orders what is wrong with each, nothing if it is right. `calls` is how
    often the player may still be asked, if that is limited.
    """

    game: Game
    name: str
    seat: Seat
    kind: str
    chance: Random
    press: tuple[Letter, ...]
    check: Callable[[tuple[str, ...]], list[str]]
    calls: int | None = None

    def observation(self, board: bool) -> str:
        """What the seat knows, as text."""
        return self.game.observe(self.seat, board=board, press=self.press)


FAILED, LATE = SeatBill(calls=1, failed=1), SeatBill(calls=1, late=1)


class NoAnswer(Exception):
    """A player answered nothing that counts; `bill` is what that cost."""

    def __init__(self, why: str, bill: SeatBill = FAILED) -> None:
        super().__init__(why)
        self.bill = bill


class Entrant(Protocol):
    """Somebody who plays one seat of one game."""

    def answer(self, turn: SeatTurn) -> tuple[SeatAnswer, SeatBill]:
        """What the seat orders or says, and what that cost; `NoAnswer` if nothing came of it."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class BotEntrant:
    """A bot of the package."""

    def __init__(self, name: str) -> None:
        self.bot = make_bot(name)

    def answer(self, turn: SeatTurn) -> tuple[SeatAnswer, SeatBill]:
        """What the bot orders; it says nothing."""
        if turn.kind == TALK:
            return SeatAnswer(), SeatBill()
        sight = look_at(turn.game, turn.seat)
        lines = tuple(written(self.bot.orders(sight, turn.chance)))
        return SeatAnswer(lines, draw=self.bot.agrees(sight)), SeatBill(calls=1)

    def close(self) -> None:
        """A bot keeps nothing."""


def request(turn: SeatTurn, plan: PlayerPlan) -> dict[str, Any]:
    """What a program is sent: all that its seat knows, so that it need remember nothing."""
    game = turn.game
    ask = seen(game.ask, turn.seat)
    asked = {
        "type": turn.kind,
        "game": turn.name,
        "seat": turn.seat,
        "variant": game.variant.id,
        "phase": str(game.phase),
        "seats": {str(seat): list(powers) for seat, powers in ask.state.seats.items()},
        "units": units_by_power(ask),
        "centers": centers_by_power(ask),
        "press": msgspec.to_builtins(turn.press),
        "seconds": plan.seconds,
        "calls": turn.calls,
        "observation": turn.observation(plan.board),
    }
    legal = plan.legal and turn.kind == ORDERS
    return asked | ({"legal": game.legal(turn.seat)} if legal else {})


def read_answer(value: Any) -> SeatAnswer:
    """An answer as a program gave it; one that is none is refused."""
    try:
        found = msgspec.convert(value, SeatAnswer)
        # What no file can hold is no text.
        msgspec.json.encode(found)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise NoAnswer(f"the answer is not understood: {error}") from error
    letters = (Said(m.text[:LONGEST_TEXT], m.to) for m in found.messages[:MOST_LETTERS])
    return msgspec.structs.replace(found, messages=tuple(letters))


class AddressEntrant:
    """A program behind an HTTP address: each request is a POST, which it answers with JSON."""

    def __init__(self, plan: PlayerPlan) -> None:
        self.plan, self.key = plan, key_of(plan)

    def answer(self, turn: SeatTurn) -> tuple[SeatAnswer, SeatBill]:
        """What the program answers."""
        asked, plan = request(turn, self.plan), self.plan
        value = reached(
            lambda: send("POST", plan.address, asked, self.key, plan.seconds), plan.seconds
        )
        return read_answer(value), SeatBill(calls=1)

    def close(self) -> None:
        """Nothing is kept open."""


def key_of(plan: PlayerPlan) -> str:
    """The key of a player's address, from the variable that the plan names."""
    if plan.key and not os.environ.get(plan.key):
        raise RequestError(f"the variable {plan.key} is empty: it is to hold the key")
    return os.environ.get(plan.key, "") if plan.key else ""


def reached(ask: Callable[[], T], seconds: float) -> T:
    """What an address answers within some seconds; what comes later is not waited for."""
    found: Queue[T | Exception] = Queue()

    def work() -> None:
        try:
            found.put(ask())
        except (OSError, ValueError, RecursionError) as error:
            found.put(error)

    threading.Thread(target=work, daemon=True).start()
    try:
        came = found.get(timeout=seconds)
    except Empty:
        raise NoAnswer(f"no answer within {seconds:g} seconds", LATE) from None
    if isinstance(came, TimeoutError):
        raise NoAnswer(f"no answer within {seconds:g} seconds", LATE) from came
    if isinstance(came, Exception):
        raise NoAnswer(f"no answer: {came}") from came
    return came


class CommandEntrant:
    """A program that reads requests from standard input and answers each with a line of JSON.

    Each seat of each game has a process of its own. One that is late is ended and begun anew, so
    that an old answer is never taken for a new one.
    """

    def __init__(self, plan: PlayerPlan, folder: Path, log: Path) -> None:
        self.plan, self.folder, self.log = plan, folder, log
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: Queue[bytes] = Queue()

    def answer(self, turn: SeatTurn) -> tuple[SeatAnswer, SeatBill]:
        """What the program answers."""
        line = json.dumps(request(turn, self.plan)).encode() + b"\n"
        try:
            process = self.process or self.begin()
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()
            came = self.lines.get(timeout=self.plan.seconds)
            return read_answer(json.loads(came)), SeatBill(calls=1)
        except Empty:
            self.close()
            raise NoAnswer(f"no answer within {self.plan.seconds:g} seconds", LATE) from None
        except (OSError, ValueError, RecursionError) as error:
            self.close()
            raise NoAnswer(f"no answer: {error}") from error

    def begin(self) -> subprocess.Popen[bytes]:
        """Start the program; what it writes to standard error is kept."""
        self.lines = Queue()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.plan.command,
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # Ctrl-C is for the tournament, which lets the phase under way come to its end.
                start_new_session=True,
            )
        threading.Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()
        return self.process

    @staticmethod
    def read(process: subprocess.Popen[bytes], lines: Queue[bytes]) -> None:
        """Hand on what a program writes; an empty line where it has ended."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                lines.put(line)
        lines.put(b"")

    def close(self) -> None:
        """End the program."""
        if self.process is None:
            return
        process, self.process = self.process, None
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(timeout=1)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        if not self.log.stat().st_size:
            self.log.unlink()


def make_entrant(plan: PlayerPlan, folder: Path, log: Path) -> Entrant:
    """Somebody to play a seat as the plan says; commands are run in the plan's folder."""
    if plan.kind == BOT:
        return BotEntrant(plan.bot)
    if plan.kind == COMMAND:
        return CommandEntrant(plan, folder, log)
    if plan.kind == MODEL:
        from dragoman.agents.model import ModelEntrant

        return ModelEntrant(plan)
    return AddressEntrant(plan)
