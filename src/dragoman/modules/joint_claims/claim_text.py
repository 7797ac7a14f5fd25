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
of the unit that an order is for (ruling H3). Upper and lower case are the same. The words of the
document are read too: `Two-way win with player four. If this isn't possible then …`.
"""

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal, cast

from msgspec import Struct

from dragoman.errors import NotationError
from dragoman.geo import Province
from dragoman.model import Convoy, Hold, Move, Order, Piece, Seat, Support
from dragoman.notation.parser import OrderReader
from dragoman.notation.roster import roster_of
from dragoman.notation.words import Phrases
from dragoman.rules import Ask
from dragoman.words.language import language

DEEPEST = 30
"""How many conditions may lie within one another."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
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


class Part(Struct, frozen=True):
    """An alternative of a claim as it is written, and what it means or what is wrong with it."""

    text: str
    means: Alternative | None
    fault: NotationError | None = None


def read_parts(text: str, ask: Ask, me: Seat) -> tuple[Part, ...]:
    """The parts of a claim, best first, whether they are understood or not."""
    return tuple(_ClaimReader(text, ask, me).parts())


def read_claim(text: str, ask: Ask, me: Seat) -> tuple[Alternative, ...]:
    """The alternatives of a claim, best first; what is not understood is left out of several."""
    parts = read_parts(text, ask, me)
    found = tuple(part.means for part in parts if part.means)
    if not found and parts[0].fault:
        raise parts[0].fault
    return found


class _ClaimReader(OrderReader):
    """Reads a claim from left to right; places, units and orders in it as in any order."""

    COUNTS: ClassVar = {"solo": 0, "two": 1, "three": 2}
    ATOMS: ClassVar = ("centers", "centres", "owns", "ordered", "succeeded", "builds")

    def __init__(self, text: str, ask: Ask, me: Seat) -> None:
        super().__init__(text, roster_of(language(ask), ask.state), None, ask.state.seats[me])
        self.ask, self.me, self.depth = ask, me, 0
        self.last = ""
        seats = ask.state.seats
        self.seats = Phrases({" ".join(self.language.tokens(seat)): seat for seat in seats})

    def only_board(self) -> str | None:
        """A claim speaks of other players, so that no units tell a board; a helper's order does."""
        return self.beside or None

    def word(self, *words: str) -> str:
        """The keyword that comes next, if it is one of these."""
        token = self.tokens[self.i]
        self.i += token in words
        return token if token in words else ""

    def need(self, symbol: str) -> None:
        if not self.word(symbol):
            raise self.fault(f"expected {symbol}")

    def parts(self) -> Iterator[Part]:
        """Each alternative; one that is not understood spoils no other (rule 7)."""
        self.word("claim")
        yield self.part()
        while self.otherwise():
            yield self.part()

    def part(self) -> Part:
        start, means, fault = self.i, None, None
        try:
            means = self.alternative()
            self.i += self.tokens[self.i] == "." and not self.tokens[self.i + 1]
            if self.tokens[self.i] and not self.is_end():
                raise self.fault("expected ELSE, IF or the end")
        except NotationError as error:
            means, fault = None, error
            while self.tokens[self.i] and self.tokens[self.i] != "else":
                self.i += 1
        last = max(self.i, start + 1) - 1
        return Part(self.text[self.spans[start][0] : self.spans[last][1]], means, fault)

    def is_end(self) -> bool:
        """Whether an alternative is over and another one begins."""
        start, goes_on = self.i, self.otherwise()
        self.i = start
        return goes_on

    def otherwise(self) -> bool:
        """Passes `ELSE`, or as the document says it: `, or if this isn't possible then`."""
        if self.word("else"):
            return True
        start = self.i
        self.pass_words(".", ",", "or")
        if self.tokens[self.i : self.i + 2] == ["if", "this"]:
            self.i += 2
            self.pass_words("isnt", "is", "not", "possible", "then")
            return True
        self.i = start
        return False

    def pass_words(self, *words: str) -> None:
        while self.word(*words):
            pass

    def alternative(self) -> Alternative:
        kind = self.kind_of_win()
        partners: list[Seat] = []
        for _ in range(self.COUNTS[kind]):
            self.pass_words("and", ",")
            start = self.i
            partners.append(self.player())
            if self.me in partners:
                raise self.fault("a player cannot be his own partner", start)
            if len(set(partners)) < len(partners):
                raise self.fault(f"{partners[-1]} is named twice", start)
        # Whom one names first makes no difference.
        partners.sort(key=list(self.ask.state.seats).index)
        means_if = self.tokens[self.i + 1] != "this" and self.word("if")
        return Alternative(tuple(partners), self.either() if means_if else Known(True))

    def kind_of_win(self) -> str:
        """`TWO`, or in words: `a two-way win with player`; a mere `with` means the kind before."""
        self.word("a")
        kind = self.tokens[self.i] if self.tokens[self.i] in self.COUNTS else self.last
        if (self.tokens[self.i] != "with" and not self.word(*self.COUNTS)) or not kind:
            raise self.fault("expected SOLO, TWO or THREE")
        self.last = kind
        self.pass_words("-", "way", "win", "with", "player", "players")
        return kind

    def player(self) -> Seat:
        """A seat by its name or, where no seat has that name, by its number."""
        found = self.seats.match(self.tokens, self.i)
        if found:
            seat, self.i = found
            return seat
        seats, token = list(self.ask.state.seats), self.tokens[self.i]
        number = int(token) if token.isdecimal() and len(token) <= 6 else 0
        number = number or (NUMBERS.index(token) + 1 if token in NUMBERS else 0)
        if 0 < number <= len(seats):
            self.i += 1
            return seats[number - 1]
        raise self.fault(f"expected a player: {', '.join(seats)}, or 1 to {len(seats)}")

    def either(self) -> Condition:
        parts = [self.both()]
        while self.word("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def both(self) -> Condition:
        parts = [self.factor()]
        while self.word("and"):
            parts.append(self.factor())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def factor(self) -> Condition:
        start = self.i
        if self.word("not"):
            return Not(self.inner(self.factor, start))
        if self.word("("):
            inner = self.inner(self.either, start)
            self.need(")")
            return inner
        return self.atom()

    def inner(self, reading: Callable[[], Condition], start: int) -> Condition:
        """A condition within another; too deep a nest is a fault, at the place where it begins."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault(f"no more than {DEEPEST} conditions within one another", start)
        found = reading()
        self.depth -= 1
        return found

    def atom(self) -> Condition:
        name = self.word(*self.ATOMS)
        if not name:
            raise self.fault("expected CENTERS, OWNS, ORDERED, SUCCEEDED, BUILDS, NOT or (")
        self.need("(")
        seat = self.player()
        if name in ("centers", "centres"):
            self.need(")")
            return Centers(seat, self.comparison(), self.number())
        self.need(",")
        atom = self.about(name, seat)
        self.need(")")
        return atom

    def about(self, name: str, seat: Seat) -> Condition:
        """What an atom says of a player after the comma."""
        if name == "owns":
            return Owns(seat, self.center())
        if name == "builds":
            return Builds(seat, self.built())
        return (Ordered if name == "ordered" else Succeeded)(seat, self.deed())

    def comparison(self) -> Comparison:
        start = self.i
        sign = self.word(">", "<") + self.word("=")
        if sign not in (">=", "<=", "="):
            raise self.fault("expected >=, <= or =", start)
        return cast(Comparison, sign)

    def number(self) -> int:
        token = self.tokens[self.i]
        if not token.isdecimal() or len(token) > 6:
            raise self.fault("expected a number")
        self.i += 1
        return int(token)

    def center(self) -> Province:
        start = self.i
        province = self.place(self.language.board)
        if not self.ask.map.spaces[province].center:
            raise self.fault(f"{province} is not a supply center", start)
        return province

    def built(self) -> Piece:
        named = self.unit(self.language.board)
        if not named.letters:
            raise self.fault("expected a unit before the place, such as A 1:par")
        return self.roster.written(named)[0]

    def deed(self) -> Order:
        """An order of a movement phase, for one unit."""
        start = self.i
        orders = self.unit_orders()
        if len(orders) != 1 or not isinstance(orders[0], Move | Support | Convoy | Hold):
            raise self.fault("expected -, S, C or H for one unit", start)
        return orders[0]


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
