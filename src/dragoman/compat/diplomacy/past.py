"""What was in a game: the phases that were judged, and what was said."""

import json
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, TypeVar

from dragoman.compat.diplomacy.board import Map
from dragoman.compat.diplomacy.talk import GLOBAL, GamePhaseData, Message
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


class Past:
    """The histories of a game and its messages."""

    map: Map
    powers: dict[str, Any]
    role: str
    messages: dict[int, Message]

    def _forget(self) -> None:
        self.state_history = History[dict[str, Any]]()
        self.order_history = History[dict[str, list[str]]]()
        self.result_history = History[dict[str, list[str]]]()
        self.message_history = History[dict[int, Message]]()

    def get_current_phase(self) -> str:
        """The code of the present phase."""
        raise NotImplementedError

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
