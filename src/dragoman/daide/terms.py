"""On what terms a game is played over the wire, and who is connected."""

from collections.abc import Callable

from msgspec import Struct

from dragoman.daide.tokens import FIXED, Message, group, number
from dragoman.model import ADJUSTMENT, MOVEMENT, RETREAT, Power

PLAYER, OBSERVER = "player", "observer"
LONGEST = 8191
"""The most seconds that the protocol can express."""


class Terms(Struct, frozen=True):
    """The level of the language, and the seconds for each kind of phase; 0 is without end.

    `pause` stops the clock while a player is gone that owes orders. Press may end some seconds
    before a deadline, and be forbidden in retreats and in Winter.
    """

    level: int = 0
    moves: int = 0
    retreats: int = 0
    builds: int = 0
    pause: bool = False
    silent_retreats: bool = False
    silent_builds: bool = False
    silence: int = 0

    def limit(self, kind: str) -> int:
        """How many seconds a kind of phase lasts."""
        limits = {MOVEMENT: self.moves, RETREAT: self.retreats, ADJUSTMENT: self.builds}
        return limits[kind]

    @property
    def longest(self) -> int:
        """The longest time that a phase can last."""
        return max(self.moves, self.retreats, self.builds)

    @property
    def tokens(self) -> Message:
        """The terms as a list of options, in the protocol's order."""
        rows = [
            ("LVL", self.level, True),
            ("MTL", self.moves, bool(self.moves)),
            ("RTL", self.retreats, bool(self.retreats)),
            ("BTL", self.builds, bool(self.builds)),
            ("DSD", None, self.pause),
            ("NPR", None, self.silent_retreats),
            ("NPB", None, self.silent_builds),
            ("PTL", self.silence, bool(self.silence)),
        ]
        options = (
            group(FIXED[name], *(() if value is None else (number(value),)))
            for name, value, is_set in rows
            if is_set
        )
        return group(*options)


class WireClient:
    """Somebody at the other end of a connection."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self.role, self.name, self.version = "", "", ""
        self.power: Power | None = None
        self.ready = self.refused = self.saved = False
        self.alarms: set[int] = set()
        """How many seconds before each deadline it wants to hear of it."""
        self.rung: set[int] = set()
        """Of these, those of which it has heard in this phase."""

    def due(self, left: float) -> list[int]:
        """The alarms that are due so many seconds before the deadline."""
        found = sorted((s for s in self.alarms - self.rung if left <= s), reverse=True)
        self.rung.update(found)
        return found

    @property
    def joined(self) -> bool:
        """Whether it plays or watches."""
        return bool(self.role)
