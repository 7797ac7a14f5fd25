"""Games recorded on backstabbr.com, read season by season.

A game is a set of files such as `DiplomacyGame7_1903_fall.json`. A file gives every unit's order
with its result, the retreats among them, and the centers as they were when the season began. It
names units by province alone: kinds and coasts are known by following the game from its opening
through the results that were recorded, never through ours.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from dragoman.errors import DataError
from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    FALL,
    MOVEMENT,
    SPRING,
    WINTER,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Phase,
    Piece,
    Power,
    Remove,
    Retreat,
    State,
    Support,
    Unit,
    UnitOrder,
    Year,
)
from dragoman.rules import Ask, Lots, Variant
from dragoman.words.language import language

_NAME = re.compile(r"DiplomacyGame(\d+)_(\d+)_(spring|fall|winter)\.json")
_SEASONS = {"spring": SPRING, "fall": FALL, "winter": WINTER}
_COUNT = re.compile(r"([A-Z]\w+) (\d+)")

DONE = "SUCCEEDS"

Owners = dict[Province, Power]
Pieces = frozenset[str]


class RecordedRetreat(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of a dislodged unit, as the file has it."""

    type: str
    result: str
    to: str | None = None
    to_coast: str = ""


class Recorded(Struct, frozen=True, forbid_unknown_fields=True):
    """An order as the file has it."""

    type: str
    result: str
    result_reason: str = ""
    to: str = ""
    to_coast: str = ""
    source: str = field(name="from", default="")
    unit_type: str = ""
    coast: str = ""
    retreat: RecordedRetreat | None = None


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """One file: a season of a game."""

    sc: str
    orders: dict[Power, dict[str, Recorded]]
    territories: dict[str, Power]

    @property
    def owners(self) -> Owners:
        """Who owns each center, as the map of the season shows it."""
        return {Province(name.lower()): power for name, power in self.territories.items()}


class Row(Struct, frozen=True):
    """One order, and what backstabbr said of it."""

    power: Power
    order: UnitOrder
    result: str
    reason: str = ""

    @property
    def said(self) -> str:
        """Result and reason in one line."""
        return f"{self.result}: {self.reason}" if self.reason else self.result


class Season(Struct, frozen=True):
    """A season as recorded: the position it began with, what was ordered, and what was left.

    `moved` is what stood on the board before the retreats, `after` when the season was over,
    `owners` what the next file shows; the last two are none where the record does not say.
    `goes_on` tells whether anything was ordered afterwards.
    """

    game: int
    before: State
    rows: tuple[Row, ...]
    retreats: tuple[Row, ...]
    moved: Pieces
    after: Pieces | None
    owners: Owners | None
    goes_on: bool

    @property
    def name(self) -> str:
        """Which season of which game this is: `7 S1903M`."""
        return f"{self.game} {self.before.phase}"


YEAR = Year()
"""The usual year, which orders phases in time."""


def games_in(folder: Path) -> dict[int, list[Path]]:
    """The files of each game in a folder, in the order of play."""
    found: dict[int, list[tuple[Phase, Path]]] = {}
    for path in folder.rglob("DiplomacyGame*.json"):
        game, phase = when(path)
        found.setdefault(game, []).append((phase, path))
    return {
        game: [path for _, path in sorted(found[game], key=lambda row: YEAR.rank(row[0]))]
        for game in sorted(found)
    }


def when(path: Path) -> tuple[int, Phase]:
    """The game and the phase that a file is named after."""
    match = _NAME.fullmatch(path.name)
    if not match:
        raise DataError(str(path), "name", "expected DiplomacyGame<n>_<year>_<season>.json")
    season = _SEASONS[match[3]]
    return int(match[1]), Phase(int(match[2]), season, ADJUSTMENT if season == WINTER else MOVEMENT)


def read_file(path: Path) -> File:
    """What a file says, after checking that its two counts of the centers agree."""
    file = msgspec.json.decode(path.read_bytes(), type=File)
    counts = {power: int(count) for power, count in _COUNT.findall(file.sc) if int(count)}
    if counts != Counter(file.territories.values()):
        raise DataError(str(path), "sc", f"{counts} does not fit the territories")
    return file


def read_game(variant: Variant, paths: Iterable[Path]) -> Iterator[Season]:
    """The seasons of one game, in the order of play."""
    files = [(*when(path), read_file(path)) for path in paths]
    follower = _Follower(variant)
    for n, (game, phase, file) in enumerate(files):
        then = files[n + 1][2] if n + 1 < len(files) else None
        yield follower.follow(game, phase, file, then)


class _Follower:
    """Follows one game through what was recorded."""

    def __init__(self, variant: Variant) -> None:
        self.opening = variant.rules.opening(variant, (), Lots("opening"))
        self.speech = language(Ask(variant, self.opening))
        self.province = variant.map.province
        self.units = self._by_province(self.opening.units)
        self.last_id = self.opening.last_id

    def follow(self, game: int, phase: Phase, file: File, then: File | None) -> Season:
        """The season of a file; `then` is the next file of the game."""
        winter = phase.kind == ADJUSTMENT
        if not winter:
            self._check(f"{game} {phase}", file)
        # Centers change hands in no Winter, so the Spring after it shows the same ones.
        before = self._state(phase, then.owners if winter and then else file.owners)
        rows = tuple(self._rows(file, self._adjustment if winter else self._order))
        retreats = tuple(self._retreats(file))
        dislodged = {row.order.unit.place for row in retreats}
        moved = self._adjusted(rows) if winter else self._moved(rows, dislodged)
        after = [*moved, *self._retreated(retreats)]
        self.units = self._by_province(after)
        # A game that was given up in a Winter has no adjustments on record, though some were due.
        unplayed = winter and then is None and not rows
        return Season(
            game,
            before,
            rows,
            retreats,
            pieces(moved),
            None if unplayed else pieces(after),
            then.owners if then else None,
            then is not None and bool(then.orders),
        )

    def _check(self, season: str, file: File) -> None:
        """Refuses a season that orders other units than those which the last one left."""
        left = {(unit.power, province) for province, unit in self.units.items()}
        ordered = {
            (p, Province(name.lower())) for p, orders in file.orders.items() for name in orders
        }
        if left != ordered:
            raise DataError(
                season, "orders", f"the last season left others: {sorted(left ^ ordered)}"
            )

    def _by_province(self, units: Iterable[Unit]) -> dict[Province, Unit]:
        return {self.province[unit.place]: unit for unit in units}

    def _state(self, phase: Phase, owners: Owners) -> State:
        units = tuple(sorted(self.units.values(), key=lambda unit: unit.id))
        return msgspec.structs.replace(
            self.opening, phase=phase, units=units, owners=owners, last_id=self.last_id
        )

    def _rows(self, file: File, read: Callable[[str, Recorded], UnitOrder]) -> Iterator[Row]:
        for power, orders in file.orders.items():
            for name, order in orders.items():
                yield Row(power, read(name, order), order.result, order.result_reason)

    def _retreats(self, file: File) -> Iterator[Row]:
        for power, orders in file.orders.items():
            for name, order in orders.items():
                if order.retreat is not None:
                    yield Row(power, self._flight(name, order.retreat), order.retreat.result)

    def _piece(self, name: str) -> Piece:
        """The unit that a province stands for; an army where there is none."""
        province = Province(name.lower())
        unit = self.units.get(province)
        return Piece(unit.kind, unit.place) if unit else Piece("A", Place(province))

    def _order(self, name: str, order: Recorded) -> UnitOrder:
        unit = self._piece(name)
        if order.type == "HOLD":
            return Hold(unit)
        whom = self._piece(order.source) if order.source else unit
        to = self._goal(whom, order.to, order.to_coast) if order.to else None
        if order.type == "SUPPORT":
            return Support(unit, whom, to)
        if to is None:
            raise DataError(name, order.type, "names no destination")
        return Move(unit, to) if order.type == "MOVE" else Convoy(unit, whom, to)

    def _goal(self, unit: Piece, name: str, coast: str) -> Place:
        return self.speech.goal(unit, Province(name.lower()), coast)

    def _flight(self, name: str, retreat: RecordedRetreat) -> Retreat | Disband:
        unit = self._piece(name)
        if retreat.to is None:
            return Disband(unit)
        return Retreat(unit, self._goal(unit, retreat.to, retreat.to_coast))

    def _adjustment(self, name: str, order: Recorded) -> UnitOrder:
        if order.type == "DISBAND":
            return Remove(self._piece(name))
        place = f"{name.lower()}/{order.coast}" if order.coast else name.lower()
        return Build(Piece(order.unit_type, Place(place)))

    def _unit(self, piece: Piece) -> Unit:
        return self.units[self.province[piece.place]]

    def _moved(self, rows: Iterable[Row], dislodged: Collection[Place]) -> list[Unit]:
        """The units on the board once the orders are carried out."""
        stay = [row for row in rows if row.order.unit.place not in dislodged]
        return [self._arrived(row) for row in stay]

    def _retreated(self, rows: Iterable[Row]) -> list[Unit]:
        """The units that got away."""
        return [self._arrived(r) for r in rows if isinstance(r.order, Retreat) and r.result == DONE]

    def _arrived(self, row: Row) -> Unit:
        unit, order = self._unit(row.order.unit), row.order
        if isinstance(order, Move | Retreat) and row.result == DONE:
            return msgspec.structs.replace(unit, place=order.to)
        return unit

    def _adjusted(self, rows: Iterable[Row]) -> list[Unit]:
        """The units on the board once the adjustments are made."""
        made = [row for row in rows if row.result == DONE]
        gone = {row.order.unit.place for row in made if isinstance(row.order, Remove)}
        built = [self._built(row) for row in made if isinstance(row.order, Build)]
        return [*(unit for unit in self.units.values() if unit.place not in gone), *built]

    def _built(self, row: Row) -> Unit:
        self.last_id += 1
        piece = row.order.unit
        return Unit(self.last_id, row.power, piece.kind, piece.place)


def pieces(units: Iterable[Unit]) -> Pieces:
    """The units of a position, distinguished by power, kind and place alone."""
    return frozenset(f"{unit.power} {unit.kind} {unit.place}" for unit in units)
