"""What was in a game: the phases that were judged, and what was said."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Self, TypeVar

import msgspec

from dragoman.compat.diplomacy.board import Map
from dragoman.compat.diplomacy.power import Power
from dragoman.compat.diplomacy.talk import GLOBAL, NO_GAME, GamePhaseData, Message
from dragoman.errors import RequestError

Kept = TypeVar("Kept")
OBSERVER, OMNISCIENT, SERVER = "observer_type", "omniscient_type", "server_type"

HASHED = ("units", "retreats", "centers", "homes")


def position_hash(state: dict[str, Any]) -> str:
    """A number for a position, whatever the order in which its units and centers are listed."""
    rows = {name: {p: sorted(row) for p, row in state[name].items()} for name in HASHED}
    text = json.dumps(rows, sort_keys=True)
    return str(int.from_bytes(sha256(text.encode()).digest()[:8]))


class History(dict[str, Kept]):
    """Something of every phase that was judged, by the phase's code, in the order of play."""

    def first_key(self) -> str:
        """The code of the first phase."""
        return next(iter(self))

    def last_key(self) -> str:
        """The code of the last phase."""
        return next(reversed(self))

    def first_value(self) -> Kept:
        """What was in the first phase."""
        return self[self.first_key()]

    def last_value(self) -> Kept:
        """What was in the last phase."""
        return self[self.last_key()]


PLAIN = ("game_id", "map_name", "rules", "status", "note", "outcome", "role", "deadline", "error")
"""What a game as plain data has of its own values as they are."""


class Past(ABC):
    """The histories of a game and its messages, and the whole as plain data."""

    map: Map
    powers: dict[str, Power]
    role: str
    messages: dict[int, Message]

    @abstractmethod
    def __init__(
        self, game_id: str | None, map_name: str = "standard", rules: Iterable[str] | None = None
    ) -> None: ...

    @abstractmethod
    def get_current_phase(self) -> str:
        """The code of the present phase."""

    @abstractmethod
    def set_phase_data(self, phase_data: GamePhaseData | Sequence[GamePhaseData]) -> None:
        """Take up a phase with its orders and messages; of several the last, after the others."""

    def _forget(self) -> None:
        self.state_history = History[dict[str, Any]]()
        self.order_history = History[dict[str, list[str]]]()
        self.result_history = History[dict[str, list[str]]]()
        self.message_history = History[dict[int, Message]]()

    def get_phase_from_history(self, short_phase_name: str, *_: Any) -> GamePhaseData:
        """A phase that was judged."""
        name = short_phase_name
        if name not in self.state_history:
            raise RequestError(f"no phase {name!r} was judged in this game")
        return GamePhaseData(
            name,
            self.state_history[name],
            dict(self.order_history[name]),
            self.result_history[name],
            self.message_history[name],
        )

    def get_phase_history(
        self, from_phase: str | None = None, to_phase: str | None = None, *_: Any
    ) -> list[GamePhaseData]:
        """The phases that were judged, all or from one to another."""
        compare = self.map.compare_phases
        return [
            self.get_phase_from_history(name)
            for name in self.state_history
            if (from_phase is None or compare(name, from_phase) >= 0)
            and (to_phase is None or compare(name, to_phase) <= 0)
        ]

    def _recall(self, phase: GamePhaseData) -> None:
        """Put a phase into the histories."""
        self.state_history[phase.name] = phase.state
        self.order_history[phase.name] = {n: list(o or ()) for n, o in phase.orders.items()}
        self.result_history[phase.name] = phase.results
        self.message_history[phase.name] = phase.messages

    def add_message(self, message: Message) -> int:
        """Keep a message in the present phase, and give the time it is kept under.

        The time it has stays, or is now if it has none; if another has that time, the next free.
        """
        sent = time.time_ns() // 1000 if message.time_sent is None else message.time_sent
        while sent in self.messages:
            sent += 1
        message.time_sent = sent
        message.phase = message.phase or self.get_current_phase()
        self.messages = dict(sorted([*self.messages.items(), (sent, message)]))
        return sent

    def new_power_message(self, recipient: str, body: str) -> Message:
        """A message from the power that is the game's `role` to another; not yet sent."""
        if recipient not in (GLOBAL, *self.powers):
            raise RequestError(f"no power {recipient!r}: there are {', '.join(self.powers)}")
        if self.role not in self.powers:
            raise RequestError(f"the role {self.role!r} is no power: set `role`, or make a Message")
        return Message(self.role, recipient, body, self.get_current_phase())

    def new_global_message(self, body: str) -> Message:
        """A message from the power that is the game's `role` to all; not yet sent."""
        return self.new_power_message(GLOBAL, body)

    @staticmethod
    def filter_messages(
        messages: dict[int, Message],
        game_role: str | Iterable[str],
        timestamp_from: int | None = None,
        timestamp_to: int | None = None,
    ) -> dict[int, Message]:
        """The messages that a role may read: a power, several, an observer, or who sees all."""
        roles = {game_role} if isinstance(game_role, str) else set(game_role)
        known = {GLOBAL, *roles, *(["OBSERVER"] if OBSERVER in roles else [])}
        every = not roles.isdisjoint({OMNISCIENT, SERVER})
        return {
            sent: message
            for sent, message in messages.items()
            if (every or message.recipient in known or message.sender in roles)
            and (timestamp_from is None or sent >= timestamp_from)
            and (timestamp_to is None or sent <= timestamp_to)
        }

    def to_dict(self) -> dict[str, Any]:
        """The game as plain data: its powers as they are, and every phase that was judged."""
        return {name: getattr(self, name) for name in PLAIN} | {
            "phase": self.map.phase_long(self.get_current_phase(), self.get_current_phase()),
            "victory": self.map.victory,
            "powers": {name: power.to_dict() for name, power in self.powers.items()},
            "messages": [message.to_dict() for message in self.messages.values()],
            "state_history": dict(self.state_history),
            "order_history": dict(self.order_history),
            "result_history": dict(self.result_history),
            "message_history": {
                phase: [message.to_dict() for message in said.values()]
                for phase, said in self.message_history.items()
            },
        }

    @classmethod
    def from_dict(cls, json_dict: dict[str, Any]) -> Self:
        """The game that plain data of `to_dict` has, ours or the package's."""
        try:
            written = msgspec.convert(json_dict, WrittenGame)
        except msgspec.ValidationError as error:
            raise RequestError(f"{NO_GAME}: {error}") from error
        game = cls(written.game_id, written.map_name, written.rules)
        game.set_phase_data([*written.judged(), written.present(game.map)])
        for name in ("note", "outcome", "role", "error", "status"):
            setattr(game, name, getattr(written, name))
        return game


class WrittenPower(msgspec.Struct):
    """A power of a game that was written as plain data."""

    units: list[str]
    centers: list[str]
    homes: list[str] = []
    influence: list[str] = []
    retreats: dict[str, list[str]] = {}
    orders: dict[str, str] = {}
    adjust: list[str] = []

    def column(self, name: str) -> Any:
        """What it has of a column of a position."""
        dislodged = [f"*{unit}" for unit in self.retreats]
        return [*self.units, *dislodged] if name == "units" else getattr(self, name)

    def ordered(self) -> list[str]:
        """The orders that it has given."""
        return [f"{unit} {order}" for unit, order in self.orders.items()] + self.adjust


class WrittenGame(msgspec.Struct):
    """A game that was written as plain data."""

    phase: str
    powers: dict[str, WrittenPower]
    game_id: str | None = None
    map_name: str = "standard"
    rules: list[str] | None = None
    status: str = "active"
    note: str = ""
    outcome: list[str] = []
    role: str = SERVER
    error: list[Any] = []
    messages: list[dict[str, Any]] = []
    state_history: dict[str, dict[str, Any]] = {}
    order_history: dict[str, dict[str, list[str] | None]] = {}
    result_history: dict[str, dict[str, list[str]]] = {}
    message_history: dict[str, list[dict[str, Any]]] = {}

    def judged(self) -> list[GamePhaseData]:
        """The phases that were judged."""
        rows = (
            {
                "name": name,
                "state": state,
                "orders": self.order_history.get(name, {}),
                "results": self.result_history.get(name, {}),
                "messages": self.message_history.get(name, []),
            }
            for name, state in self.state_history.items()
        )
        return [GamePhaseData.from_dict(row) for row in rows]

    def present(self, board: Map) -> GamePhaseData:
        """The present phase."""
        name = board.phase_abbr(self.phase, self.phase)
        columns = (*HASHED, "influence")
        state = {c: {n: p.column(c) for n, p in self.powers.items()} for c in columns}
        orders = {n: p.ordered() or None for n, p in self.powers.items()}
        row = {"name": name, "orders": orders, "messages": self.messages}
        return GamePhaseData.from_dict(row | {"state": state | {"name": name, "note": self.note}})
