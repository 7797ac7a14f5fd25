"""Reading messages: parentheses, and what may stand where; a fault knows its place."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from dragoman.daide.board import WireBoard
from dragoman.daide.tokens import (
    CLOSE,
    COAST,
    ERR,
    FIXED,
    OPEN,
    PHASE,
    POWER,
    TEXT,
    UNIT,
    Message,
    category,
    group,
    is_number,
    is_province,
    read_text,
    say,
    value_of,
)

T = TypeVar("T")

DEEPEST = 100
"""How deep parentheses may lie in each other."""


class Misread(Exception):
    """A message that is not understood, with the number of its first offending token."""

    def __init__(self, at: int) -> None:
        super().__init__(f"not understood at token {at}")
        self.at = at


def balanced(message: Message) -> bool:
    """Whether every parenthesis that opens closes, in this order."""
    depth = 0
    for token in message:
        depth += (token == OPEN) - (token == CLOSE)
        if depth < 0:
            return False
    return depth == 0


def too_deep(message: Message) -> int | None:
    """The first parenthesis that lies too deep in others, if there is one."""
    depth = 0
    for at, token in enumerate(message):
        depth += (token == OPEN) - (token == CLOSE)
        if depth > DEEPEST:
            return at
    return None


def huh(message: Message, at: int) -> Message:
    """The answer to a message that is not understood from a token on."""
    return say("HUH", group(message[:at], ERR, message[at:]))


class WirePlace(Struct, frozen=True):
    """A place as it is written: a province, and a coast if one is named."""

    province: int
    coast: int = 0

    @property
    def tokens(self) -> Message:
        """The tokens that write it."""
        return group(self.province, self.coast) if self.coast else (self.province,)


class WireUnit(Struct, frozen=True):
    """A unit as it is written."""

    power: int
    kind: int
    spot: WirePlace


class WireOrder(Struct, frozen=True):
    """An order as it is written; `tokens` are those between its parentheses."""

    verb: int
    tokens: Message
    unit: WireUnit | None = None
    whom: WireUnit | None = None
    to: WirePlace | None = None
    via: tuple[int, ...] = ()
    power: int = 0


class Words:
    """Reads a message, or what is between parentheses, from left to right."""

    def __init__(self, message: Message, board: WireBoard, start: int = 0, end: int = -1) -> None:
        self.message, self.board = message, board
        self.at, self.stop = start, len(message) if end < 0 else end

    @property
    def more(self) -> bool:
        """Whether anything is left."""
        return self.at < self.stop

    @property
    def next(self) -> int:
        """The token that comes next; -1 at the end."""
        return self.message[self.at] if self.more else -1

    def end(self) -> None:
        """Refuse whatever is left."""
        if self.more:
            raise Misread(self.at)

    def take(self, fits: bool) -> int:
        """The next token, if it fits here."""
        if not fits or not self.more:
            raise Misread(self.at)
        self.at += 1
        return self.message[self.at - 1]

    def word(self, *names: str) -> int:
        """One of some tokens of the language."""
        return self.take(self.next in {FIXED[name] for name in names})

    def sees(self, *names: str) -> bool:
        """Whether one of some tokens comes next."""
        return self.next in {FIXED[name] for name in names}

    def inside(self) -> "Words":
        """What is in the parentheses that open here; this reader goes on after them."""
        self.take(self.next == OPEN)
        start, depth = self.at, 1
        while depth:
            depth += (self.message[self.at] == OPEN) - (self.message[self.at] == CLOSE)
            self.at += 1
        return Words(self.message, self.board, start, self.at - 1)

    def grouped(self, read: Callable[["Words"], T]) -> T:
        """What is in the parentheses that open here, all of it read in one way."""
        inner = self.inside()
        found = read(inner)
        inner.end()
        return found

    def many(self, read: Callable[["Words"], T], least: int = 1) -> list[T]:
        """As many of something as there are up to the end."""
        found: list[T] = []
        while self.more or len(found) < least:
            found.append(read(self))
        return found

    def groups(self, read: Callable[["Words"], T], least: int = 1) -> list[T]:
        """Parentheses up to the end, all of them read in one way."""
        return self.many(lambda r: r.grouped(read), least)

    # What messages are made of.

    def number(self) -> int:
        """A number."""
        return value_of(self.take(self.more and is_number(self.next)))

    def text(self) -> str:
        """A text; it may be empty."""
        start = self.at
        while self.more and category(self.next) == TEXT:
            self.at += 1
        return read_text(self.message[start : self.at])

    def power(self) -> int:
        """A power of the board."""
        return self.take(self.next in self.board.power)

    def powers(self) -> list[int]:
        """Powers of the board, one at least."""
        return self.many(Words.power)

    def province(self) -> int:
        """A province, whether the board has it or not."""
        return self.take(is_province(self.next))

    def turn(self) -> tuple[int, int]:
        """A season and a year."""
        return self.take(category(self.next) == PHASE), self.number()

    def spot(self) -> WirePlace:
        """A province, or one with a coast in parentheses."""
        if self.next != OPEN:
            return WirePlace(self.province())
        return self.grouped(lambda r: WirePlace(r.province(), r.take(category(r.next) == COAST)))

    def unit(self) -> WireUnit:
        """A power, a kind of unit and where it stands."""
        power = self.take(category(self.next) == POWER)
        return WireUnit(power, self.take(category(self.next) == UNIT), self.spot())

    def order(self) -> WireOrder:
        """An order, up to the end."""
        start = self.at
        found = self._waive() if self.next != OPEN else self._unit_order()
        self.end()
        kept = self.message[start : self.at]
        return WireOrder(found.verb, kept, found.unit, found.whom, found.to, found.via, found.power)

    def _waive(self) -> WireOrder:
        power = self.take(category(self.next) == POWER)
        return WireOrder(self.word("WVE"), (), power=power)

    def _unit_order(self) -> WireOrder:
        unit = self.grouped(Words.unit)
        verb = self.word(*["HLD", "MTO", "SUP", "CVY", "CTO", "RTO", "DSB", "BLD", "REM"])
        if verb in (FIXED["MTO"], FIXED["RTO"]):
            return WireOrder(verb, (), unit, to=self.spot())
        if verb == FIXED["CTO"]:
            return self._by_convoy(unit)
        if verb not in (FIXED["SUP"], FIXED["CVY"]):
            return WireOrder(verb, (), unit)
        whom, to = self.grouped(Words.unit), None
        if verb == FIXED["CVY"] or self.more:
            carried = self.word("CTO" if verb == FIXED["CVY"] else "MTO") == FIXED["CTO"]
            # A coast is not asked for here; some clients name one all the same.
            to = WirePlace(self.province()) if carried else self.spot()
        return WireOrder(verb, (), unit, whom, to)

    def _by_convoy(self, unit: WireUnit) -> WireOrder:
        to = WirePlace(self.province())
        self.word("VIA")
        via = self.grouped(lambda r: tuple(r.many(Words.province)))
        return WireOrder(FIXED["CTO"], (), unit, None, to, via)
