"""The grammar of joint claims: a small parser whose errors point at the place.

    claims := alt { "ELSE" alt }            alt    := kind [ "IF" cond ]
    kind   := "SOLO" | "TWO" player | "THREE" player player
    cond   := term { "OR" term }            term   := factor { "AND" factor }
    factor := [ "NOT" ] ( atom | "(" cond ")" )
    atom   := "CENTERS" "(" player ")" cmp int  | "OWNS" "(" player "," space ")"
            | "ORDERED" "(" player "," order ")" | "SUCCEEDED" "(" player "," order ")"
            | "BUILDS" "(" player "," unit space ")"
    cmp    := ">=" | "<=" | "="             space  := board ":" province

A player is a seat's name, or its number at the table. A place without a board lies on the board
of the unit that an order is for (ruling H3). Upper and lower case are the same.
"""

import re
from collections.abc import Callable
from typing import ClassVar, Literal, cast

from msgspec import Struct

from dragoman.errors import NotationError
from dragoman.geo import Place, Province
from dragoman.model import Convoy, Hold, Move, Order, Piece, Seat, Support
from dragoman.rules import Ask

Comparison = Literal[">=", "<=", "="]


class Centers(Struct, frozen=True, tag="centers"):
    """A player has so many centers."""

    seat: Seat
    compared: Comparison
    number: int


class Owns(Struct, frozen=True, tag="owns"):
    """A player owns a center."""

    seat: Seat
    province: Province


class Ordered(Struct, frozen=True, tag="ordered"):
    """A player gave an order, whatever came of it."""

    seat: Seat
    order: Order


class Succeeded(Struct, frozen=True, tag="succeeded"):
    """A player gave an order, and it was carried out."""

    seat: Seat
    order: Order


class Builds(Struct, frozen=True, tag="builds"):
    """A player builds a unit in the Winter that follows."""

    seat: Seat
    unit: Piece


class Known(Struct, frozen=True, tag="known"):
    """A condition that has been decided already."""

    value: bool


class Not(Struct, frozen=True, tag="not"):
    """The contrary of a condition."""

    of: "Condition"


class Both(Struct, frozen=True, tag="and"):
    """All of several conditions."""

    parts: tuple["Condition", ...]


class Either(Struct, frozen=True, tag="or"):
    """At least one of several conditions."""

    parts: tuple["Condition", ...]


Atom = Centers | Owns | Ordered | Succeeded | Builds | Known
Condition = Atom | Not | Both | Either


class Alternative(Struct, frozen=True):
    """One way to win that a player claims: alone or with others, perhaps on a condition."""

    partners: tuple[Seat, ...]
    condition: Condition = Known(True)


def read_claim(text: str, ask: Ask, me: Seat) -> tuple[Alternative, ...]:
    """The alternatives of a claim, best first."""
    return _Reader(text, ask, me).claims()


class _Reader:
    """Reads a claim from left to right."""

    COUNTS: ClassVar = {"SOLO": 0, "TWO": 1, "THREE": 2}
    DEEPEST: ClassVar = 30

    def __init__(self, text: str, ask: Ask, me: Seat) -> None:
        self.text, self.ask, self.me = text, ask, me
        self.at = self.depth = 0
        self.skip()

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def fault(self, expected: str, at: int | None = None) -> NotationError:
        return NotationError(self.text, self.at if at is None else at, expected)

    def match(self, pattern: str) -> str:
        """What a pattern finds next, or nothing; blanks after it are passed."""
        found = re.compile(pattern, re.IGNORECASE).match(self.text, self.at)
        if not found or not found[0]:
            return ""
        self.at = found.end()
        self.skip()
        return found[0]

    def word(self, *words: str) -> str:
        """The keyword that comes next, if it is one of these."""
        return self.match(rf"(?:{'|'.join(words)})\b").upper()

    def need(self, symbol: str) -> None:
        if not self.match(re.escape(symbol)):
            raise self.fault(f"expected {symbol}")

    def claims(self) -> tuple[Alternative, ...]:
        self.word("CLAIM")
        found = [self.alternative()]
        while self.word("ELSE"):
            found.append(self.alternative())
        if self.at < len(self.text):
            raise self.fault("expected ELSE, IF or the end")
        return tuple(found)

    def alternative(self) -> Alternative:
        kind = self.word(*self.COUNTS)
        if not kind:
            raise self.fault("expected SOLO, TWO or THREE")
        partners: list[Seat] = []
        for _ in range(self.COUNTS[kind]):
            start = self.at
            partners.append(self.player())
            if self.me in partners:
                raise self.fault("a player cannot be his own partner", start)
            if len(set(partners)) < len(partners):
                raise self.fault(f"{partners[-1]} is named twice", start)
        return Alternative(tuple(partners), self.either() if self.word("IF") else Known(True))

    def player(self) -> Seat:
        """A seat by its name or, where no seat has that name, by its number."""
        seats = list(self.ask.state.seats)
        for seat in sorted(seats, key=len, reverse=True):
            if self.match(rf"{re.escape(seat)}(?!\w)"):
                return seat
        start = self.at
        number = self.match(r"\d{1,6}(?!\w)")
        if number and 0 < int(number) <= len(seats):
            return seats[int(number) - 1]
        known = f"{', '.join(seats)}, or 1 to {len(seats)}"
        raise self.fault(f"expected a player: {known}", start)

    def either(self) -> Condition:
        parts = [self.both()]
        while self.word("OR"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def both(self) -> Condition:
        parts = [self.factor()]
        while self.word("AND"):
            parts.append(self.factor())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def factor(self) -> Condition:
        start = self.at
        if self.word("NOT"):
            return Not(self.inner(self.factor, start))
        if self.match(r"\("):
            inner = self.inner(self.either, start)
            self.need(")")
            return inner
        return self.atom()

    def inner(self, reading: Callable[[], Condition], start: int) -> Condition:
        """A condition within another; too deep a nest is a fault, at the place where it begins."""
        self.depth += 1
        if self.depth > self.DEEPEST:
            raise self.fault(f"no more than {self.DEEPEST} conditions within one another", start)
        found = reading()
        self.depth -= 1
        return found

    def atom(self) -> Condition:
        name = self.word("CENTERS", "CENTRES", "OWNS", "ORDERED", "SUCCEEDED", "BUILDS")
        if not name:
            raise self.fault("expected CENTERS, OWNS, ORDERED, SUCCEEDED, BUILDS, NOT or (")
        self.need("(")
        seat = self.player()
        if name in ("CENTERS", "CENTRES"):
            self.need(")")
            return Centers(seat, self.comparison(), self.number())
        self.need(",")
        atom = self.about(name, seat)
        self.need(")")
        return atom

    def about(self, name: str, seat: Seat) -> Condition:
        """What an atom says of a player after the comma."""
        if name == "OWNS":
            return Owns(seat, self.center())
        if name == "BUILDS":
            return Builds(seat, self.built())
        return (Ordered if name == "ORDERED" else Succeeded)(seat, self.order())

    def comparison(self) -> Comparison:
        found = self.match(">=|<=|=")
        if not found:
            raise self.fault("expected >=, <= or =")
        return cast(Comparison, found)

    def number(self) -> int:
        found = self.match(r"\d{1,6}(?!\w)")
        if not found:
            raise self.fault("expected a number")
        return int(found)

    def center(self) -> Province:
        start = self.at
        province = self.province("")
        if not self.ask.map.spaces[province].center:
            raise self.fault(f"{province} is not a supply center", start)
        return province

    def province(self, board: str) -> Province:
        """A province by id or full name, on the board named before it or else on the given one."""
        boards, start = [b for b in self.ask.map.boards if b], self.at
        named = self.match(r"\w+\s*:").rstrip(": ")
        if named and named not in boards:
            raise self.fault(f"no board {named!r}: there are {', '.join(boards)}", start)
        board = named or board
        if boards and not board:
            raise self.fault(f"expected a board before the place, such as {boards[0]}:par")
        for name, province in self.names(board):
            if self.match(rf"{re.escape(name)}(?!\w)"):
                return province
        raise self.fault("expected a place")

    def names(self, board: str) -> list[tuple[str, Province]]:
        """Every name on a board, longest first."""
        spaces = [s for s in self.ask.map.spaces.values() if s.board == board]
        found = [(n, s.id) for s in spaces for n in (s.name, s.id.rpartition(":")[2], *s.also)]
        return sorted(found, key=lambda pair: -len(pair[0]))

    def place(self, board: str) -> tuple[Province, Place]:
        """A province, and the coast of it if one is named."""
        province = self.province(board)
        for coast in self.ask.map.spaces[province].coasts:
            label = coast.rpartition("/")[2]
            if self.match(rf"/\s*{label}\b|\(\s*{label}\s*\)"):
                return province, coast
        return province, Place(province)

    def piece(self, board: str) -> Piece:
        """A unit by its kind and place; what stands there settles what is wrong or left out."""
        kind, province, place = self.unit(board)
        here = self.ask.at.get(province, [])
        units = [u for u in here if u.kind == kind] or here
        if units:
            return Piece(units[0].kind, units[0].place)
        return Piece(kind or "A", place)

    def built(self) -> Piece:
        kind, _, place = self.unit("")
        if not kind:
            raise self.fault("expected a unit before the place, such as A 1:par")
        return Piece(kind, place)

    def unit(self, board: str) -> tuple[str, Province, Place]:
        """The kind (if named), province and place of a unit, as in `A 1:par` or `A(1:par)`."""
        kinds = self.ask.variant.kinds.values()
        words = {w.upper(): k.letter for k in kinds for w in (*k.also, k.name, k.letter)}
        found = self.match(rf"(?:{'|'.join(sorted(words, key=len, reverse=True))})(?=[\s(])")
        kind = words.get(found.upper(), "")
        wrapped = self.match(r"\(")
        province, place = self.place(board)
        if wrapped:
            self.need(")")
        return kind, province, place

    def order(self) -> Order:
        me = self.piece("")
        board = self.ask.map.spaces[self.ask.province[me.place]].board
        if self.match(r"-+>?|to\b"):
            return Move(me, self.place(board)[1], bool(self.match(r"via(?:\s+convoy)?\b")))
        if self.match(r"S(?:upports?)?\b"):
            whom = self.piece(board)
            return Support(me, whom, self.place(board)[1] if self.match(r"-+>?|to\b") else None)
        if self.match(r"C(?:onvoys?)?\b"):
            whom = self.piece(board)
            if not self.match(r"-+>?|to\b"):
                raise self.fault("expected - and where it is carried")
            return Convoy(me, whom, self.place(board)[1])
        if self.match(r"H(?:olds?)?\b"):
            return Hold(me)
        raise self.fault("expected -, S, C or H")


def same_order(ask: Ask, named: Order, given: Order) -> bool:
    """Whether an order is the one that a claim names; a coast left out fits any."""
    if type(named) is not type(given) or named.unit != given.unit:  # type: ignore[union-attr]
        return False
    if getattr(named, "whom", None) != getattr(given, "whom", None):
        return False
    wanted, to = getattr(named, "to", None), getattr(given, "to", None)
    if wanted is None or to is None:
        return wanted is to
    return bool(wanted == to or wanted == ask.province[to])
