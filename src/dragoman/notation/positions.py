"""Positions in plain text: units, centers and orders, one power to a line.

    phase S1901M
    units
    France: A par, F bre, A mar
    Germany: A mun
    centers
    France: par, bre, mar
    orders
    France:
    A par - bur
    A mar S A par - bur
    Germany: A mun - bur

The sections `units`, `centers`, `homes`, `dislodged`, `standoffs` and `orders` may come in any
order and may be left out. A line belongs to the power named before its colon, else to the one named
last; a line of orders to a seat or a power. A name may be abbreviated, and may have a line of its
own. A line that begins with `#` is a remark.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from dragoman.errors import NotationError
from dragoman.geo import Place, Province
from dragoman.model import Power, Remembered
from dragoman.notation.language import Language
from dragoman.notation.reader import Reader
from dragoman.notation.words import LEADS, MARKS, SEPARATORS, TELLS

MOST_NAMES = 4096
"""How many names of units, and of provinces, are remembered of a language."""

_SECTIONS = ("phase", "units", "centers", "homes", "dislodged", "standoffs", "orders")


class Placed(NamedTuple):
    """A unit on the board as a text gives it."""

    kind: str
    place: Place
    marks: tuple[str, ...] = ()


class Driven(NamedTuple):
    """A dislodged unit as a text gives it, and where its attacker came from."""

    unit: Placed
    by: Province | None = None


class Position(Struct, frozen=True):
    """A position as a text gives it; `centers` and `homes` are none if they have no section.

    Orders go by the seat or the power that they stand under. `phase_line` and `order_lines` say on
    which lines of the text the phase and the orders stand.
    """

    phase: str
    units: dict[Power, tuple[Placed, ...]] = {}
    centers: dict[Power, tuple[Province, ...]] | None = None
    homes: dict[Power, tuple[Province, ...]] | None = None
    dislodged: dict[Power, tuple[Driven, ...]] = {}
    standoffs: tuple[Province, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    phase_line: int = 0
    order_lines: dict[str, tuple[int, ...]] = {}


class UnitReader(Reader):
    """Reads the units, provinces and powers of a position."""

    def placed(self) -> list[Placed]:
        """The unit that comes next, or both where one word means two."""
        named = self.unit(self.language.board)
        if not named.letters:
            raise self.fault("expected a kind of unit, such as A", named.at)
        marks = self._marks()
        stand = self.language.stand
        found = [Placed(k, stand(k, named.province, named.coast), marks) for k in named.letters]
        for unit in found:
            self._check(unit, named.at)
        return found

    def _check(self, unit: Placed, at: int) -> None:
        kind, space = self.language.kinds[unit.kind], self.language.space(unit.place)
        if not self.language.changes and not self.language.can_stand(kind, space.id):
            raise self.fault(f"no {kind.name} can stand in {space.id}", at)
        if kind.coasts and space.coasts and unit.place not in space.coasts:
            raise self.fault(f"which coast: {' or '.join(space.coasts)}?", at)

    def _marks(self) -> tuple[str, ...]:
        """The marks of a unit, as in `[single]`."""
        if self.tokens[self.i] != "[":
            return ()
        first = self.i
        while self.tokens[self.i] != "]":
            self.i += 1
            if not self.tokens[self.i]:
                raise self.fault("expected ]")
        text = self.text[self.spans[first][1] : self.spans[self.i][0]]
        self.i += 1
        return tuple(mark.strip() for mark in text.split(",") if mark.strip())

    def units(self) -> list[Placed]:
        """Every unit up to the end of the text."""
        found: list[Placed] = []
        while not self.at_end():
            found += self.placed()
            self._separated()
        return found

    def driven(self) -> list[Driven]:
        """Every dislodged unit up to the end of the text."""
        found: list[Driven] = []
        while not self.at_end():
            units, by = self.placed(), None
            if self.tokens[self.i] == "from":
                self.i += 1
                by = self.place(self.language.space(units[0].place).board)
                self.details()
            found += [Driven(unit, by) for unit in units]
            self._separated()
        return found

    def provinces(self) -> list[Province]:
        """Every province up to the end of the text, with or without commas."""
        found: list[Province] = []
        while not self.at_end():
            found.append(self.place(self.language.board))
            self.details()
        return found

    def at_end(self) -> bool:
        """Whether nothing is left but separators, which are passed."""
        while self.tokens[self.i] in SEPARATORS and not self.is_place():
            self.i += 1
        return not self.tokens[self.i]

    def _separated(self) -> None:
        if self.tokens[self.i] and self.tokens[self.i] not in SEPARATORS:
            raise self.unexpected()

    def heading(self) -> Power | None:
        """The power that a line begins with: before a colon or `orders`, or with nothing else."""
        start = self.i
        self.i += self.bullet()
        self.i += self.tokens[self.i] == "-"
        found = self.named_power()
        if found and self.tokens[found[1]] in (":", *TELLS):
            self.i = found[1] + 1
            self.pass_any(TELLS)
            return found[0]
        if found and not self.tokens[found[1]] and not self.is_place():
            self.i = found[1]
            return found[0]
        self.i = start
        return None

    def without_colon(self) -> Power | None:
        """The power that a line begins with where its orders follow at once."""
        found = self.named_power()
        if found is None or self.is_place():
            return None
        self.i = found[1]
        return found[0]

    def shared_heading(self, units: Mapping[Power, Sequence[Placed]]) -> Power | None:
        """The power that a line begins with by a name of several, before a colon or `orders`."""
        found = self.language.shared_phrases.match(self.tokens, self.i)
        heads = found is not None and self.tokens[found[1]] in (":", *TELLS)
        return self.namesake(units) if heads else None

    def namesake(self, units: Mapping[Power, Sequence[Placed]]) -> Power | None:
        """The power meant by a name that several bear: the one whose unit is named next."""
        found = self.language.shared_phrases.match(self.tokens, self.i)
        if found is None or self.is_place():
            return None
        start, self.i = self.i, found[1] + (self.tokens[found[1]] == ":")
        self.pass_any(TELLS)
        after, owners = self.i, self._owners(found[0], units)
        if len(owners) != 1:
            self.i = start
            named = f"{len(found[0])} powers are called {self.quoted(start, found[1])}"
            raise self.fault(f"{named}: write one of {', '.join(found[0])}")
        self.i = after
        return owners[0]

    def _owners(
        self, powers: Sequence[Power], units: Mapping[Power, Sequence[Placed]]
    ) -> list[Power]:
        """Which of some powers have a unit where the next one that is named stands."""
        try:
            province = self.unit(self.language.board).province
        except NotationError:
            return []
        at = self.language.map.province
        return [p for p in powers if any(at[u.place] == province for u in units.get(p, ()))]

    def refuse_heading(self) -> None:
        """Gives up over a word and a colon that name neither power nor board nor order."""
        first, colon = self.tokens[self.i], self.tokens[self.i + 1]
        verbs = first in LEADS or first in self.language.verb_starts
        other = first in MARKS or verbs or first in self.language.boards
        if colon == ":" and not other:
            near = get_close_matches(first[:40], self.language.powers, n=1)
            hint = f": did you mean {self.language.powers[near[0]]}?" if near else ""
            raise self.fault(f"no power called {self.quoted(self.i, self.i + 1)}{hint}")


@lru_cache(maxsize=64)
def units_called(language: Language) -> Remembered[str, Placed]:
    """The unit that each text names, as positions that follow each other name the same ones."""
    return Remembered(lambda text: read_unit(text, language), MOST_NAMES)


def read_unit(text: str, language: Language) -> Placed:
    """The one unit that a text names: `A par`, `F spa/sc`, `A sil [single]`."""
    found = read_units(text, language)
    if len(found) != 1:
        raise NotationError(text, 0, "expected one unit, such as A par")
    return found[0]


def read_units(text: str, language: Language) -> tuple[Placed, ...]:
    """The units of a list such as `A par, F bre`."""
    return tuple(UnitReader(text, language).units())


def read_units_by_power(text: str, language: Language) -> dict[Power, tuple[Placed, ...]]:
    """The units of each power, from lines such as `France: A par, F bre`."""
    page = _Page(language)
    page.section = "units"
    page.read(text)
    return {power: tuple(units) for power, units in page.units.items()}


def read_position(text: str, language: Language, seats: Sequence[str] = ()) -> Position:
    """The position that a text describes, with its orders still unread."""
    page = _Page(language, seats)
    page.read(text)
    if not page.phase:
        raise NotationError(text, 0, "expected a line such as phase S1901M")
    return Position(
        phase=page.phase,
        units={power: tuple(units) for power, units in page.units.items()},
        centers=page.listed("centers"),
        homes=page.listed("homes"),
        dislodged={power: tuple(units) for power, units in page.dislodged.items()},
        standoffs=tuple(page.standoffs),
        orders={name: tuple(lines) for name, lines in page.orders.items()},
        phase_line=page.phase_line,
        order_lines={name: tuple(lines) for name, lines in page.order_lines.items()},
    )


class _Page:
    """A position while its lines are being read."""

    def __init__(self, language: Language, seats: Sequence[str] = ()) -> None:
        self.language, self.seats = language, seats
        self.phase = self.section = ""
        self.seen: set[str] = set()
        self.power: Power | None = None
        self.giver: str | None = None
        self.units: dict[Power, list[Placed]] = {}
        self.provinces: dict[str, dict[Power, list[Province]]] = {"centers": {}, "homes": {}}
        self.dislodged: dict[Power, list[Driven]] = {}
        self.standoffs: list[Province] = []
        self.orders: dict[str, list[str]] = {}
        self.order_lines: dict[str, list[int]] = {}
        self.number = self.phase_line = 0

    def listed(self, section: str) -> dict[Power, tuple[Province, ...]] | None:
        """The provinces of each power that a section lists; none if there is no such section."""
        rows = self.provinces[section]
        found = {power: tuple(provinces) for power, provinces in rows.items()}
        return found if section in self.seen else None

    def read(self, text: str) -> None:
        for self.number, line in enumerate(text.splitlines(), 1):
            try:
                self._line(line)
            except NotationError as error:
                expected = f"{error.expected} (line {self.number})"
                raise NotationError(line, error.at, expected) from None

    def _line(self, line: str) -> None:
        words = line.split(maxsplit=1)
        if not words or words[0].startswith("#"):
            return
        head = words[0].lower().removesuffix(":")
        # `homes bre lon nap` is an order.
        if head in _SECTIONS and (head != "homes" or len(words) == 1):
            self._open(head)
            # Blanks keep the columns of what follows the name of its section.
            line = line.replace(words[0], " " * len(words[0]), 1)
            if len(words) == 1 and head != "phase":
                return
        self._entry(line)

    def _open(self, section: str) -> None:
        self.section = section
        self.power = self.giver = None
        self.seen.add(section)

    def _entry(self, line: str) -> None:
        if self.section == "phase":
            self._enter_phase(line)
        elif self.section == "standoffs":
            self.standoffs += UnitReader(line, self.language).provinces()
        elif self.section == "orders":
            self._enter_orders(line)
        elif self.section:
            self._enter(line)
        else:
            open_ = ", ".join(name for name in _SECTIONS if name != "phase" or not self.phase)
            raise NotationError(line, 0, f"expected one of {open_}")

    def _enter_phase(self, line: str) -> None:
        if self.phase or not line.strip():
            raise NotationError(line, 0, "expected one phase, such as phase S1901M")
        self.phase, self.phase_line = line.strip(), self.number
        # Nothing else belongs to it: what follows without a heading lacks its own.
        self.section = ""

    def _enter(self, line: str) -> None:
        reader = UnitReader(line, self.language)
        named = reader.heading()
        self.power = named or self.power
        if named is None:
            # No unit is known yet by which one of several namesakes could be meant.
            reader.shared_heading({})
            reader.refuse_heading()
        if self.power is None:
            known = next(iter(self.language.powers.values()), "France")
            raise reader.fault(f"expected a power and a colon, such as {known}:")
        if self.section == "units":
            self.units.setdefault(self.power, []).extend(reader.units())
        elif self.section == "dislodged":
            self.dislodged.setdefault(self.power, []).extend(reader.driven())
        else:
            rows = self.provinces[self.section]
            rows.setdefault(self.power, []).extend(reader.provinces())

    def _enter_orders(self, line: str) -> None:
        """Keeps the orders of a line, under the seat or power that gives them."""
        named, rest = self._heading(line)
        self.giver = named or self.giver
        giver = self.giver
        if giver is None:
            giver, rest = self._begun(line)
        if rest:
            self.orders.setdefault(giver, []).append(rest)
            self.order_lines.setdefault(giver, []).append(self.number)

    def _begun(self, line: str) -> tuple[str, str]:
        """Who orders in a line that has no heading over it but begins with a power."""
        reader = UnitReader(line, self.language)
        power = reader.without_colon() or reader.namesake(self.units)
        if power is None:
            known = next(iter((*self.seats, *self.language.powers.values())), "France")
            raise NotationError(line, 0, f"expected who orders and a colon, such as {known}:")
        return power, line[reader.spans[reader.i][0] :].strip()

    def _heading(self, line: str) -> tuple[str | None, str]:
        """The seat or power that a line of orders begins with, if it does, and the orders."""
        head, colon, rest = line.partition(":")
        name = head.strip().lower()
        for seat in self.seats:
            if seat.lower() == name and not (colon and self._is_board(line)):
                return seat, rest.strip()
        reader = UnitReader(line, self.language)
        power = reader.heading()
        if power is None:
            begun = [seat for seat in self.seats if seat.lower().startswith(name)]
            if colon and len(name) > 1 and len(begun) == 1:
                return begun[0], rest.strip()
            power = reader.shared_heading(self.units)
        if power is None:
            reader.refuse_heading()
        return power, line[reader.spans[reader.i][0] :].strip()

    def _is_board(self, line: str) -> bool:
        """Whether a line begins with a place of a board, as in `1:par H`, not with a seat."""
        reader = UnitReader(line, self.language)
        kind = self.language.kind_phrases.match(reader.tokens, 2)
        if reader.tokens[0] not in self.language.boards or kind:
            return False
        try:
            reader.place(None)
        except NotationError:
            return False
        return True


@lru_cache(maxsize=64)
def provinces_called(speech: Language) -> Remembered[str, Province]:
    """The province that each name means; an empty one if it means none."""
    return Remembered(lambda name: find_province(speech, name) or Province(""), MOST_NAMES)


def find_province(speech: Language, name: str) -> Province | None:
    """The province that a name means, in any spelling that orders accept."""
    try:
        found = UnitReader(name, speech).provinces()
    except NotationError:
        return None
    return found[0] if len(found) == 1 else None
