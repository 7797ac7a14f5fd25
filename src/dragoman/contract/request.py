"""Requests: a position with orders, read strictly; every fault says what is wrong and where."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.contract.phases import phase_named
from dragoman.errors import NotationError, RequestError, brief, shown
from dragoman.geo import Province
from dragoman.model import Dislodged, Phase, Power, Seat, State, Unit
from dragoman.notation import (
    Language,
    Placed,
    provinces_called,
    read_unit,
    units_called,
)
from dragoman.record.checks import check, refuse_wrong_ids
from dragoman.record.replay import opening
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from dragoman.words.language import language


class DislodgedRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that must retreat, and the place barred to it."""

    power: str
    unit: str
    by: str | None = None
    retreats: list[str] | None = None


class Carried(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as an earlier answer gave it: the position itself and the seed of its lots."""

    position: State
    seed: str = "0"


class Request(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What to judge: a variant, a position in one of three forms, and orders by seat.

    The position is given piece by piece (`phase`, `units`, `centers` …), or as the `state` of an
    earlier answer; with neither, it is the opening. A field that is null counts as left out.
    """

    variant: str | None = None
    options: dict[str, Any] | None = None
    seats: list[str] | dict[str, list[str]] | None = None
    seed: str | int | None = None
    phase: str | None = None
    units: dict[str, list[str]] | None = None
    centers: dict[str, list[str]] | None = None
    homes: dict[str, list[str]] | None = None
    dislodged: list[DislodgedRow] | None = None
    standoffs: list[str] | None = None
    notes: dict[str, Any] | None = None
    state: Carried | None = None
    orders: dict[str, list[str]] | None = None
    seat: str | None = None
    subject: str | None = None
    prefix: list[str] | None = None


def read_request(text: str | bytes) -> Request:
    """The request in a JSON text."""
    try:
        return msgspec.json.decode(text, type=Request)
    except msgspec.ValidationError as error:
        raise _misplaced(text) or _pathed(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"not JSON: {error}") from error


def _misplaced(text: str | bytes) -> RequestError | None:
    """Which list of texts is none, by the name that it stands under."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    for key in ("units", "centers", "homes", "orders"):
        rows = data.get(key) if isinstance(data, dict) else None
        for name, texts in rows.items() if isinstance(rows, dict) else ():
            if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
                problem = f"expected a list of texts, found {shown(texts)}"
                return RequestError(problem, f"{key}.{brief(name)}")
    return None


def _pathed(message: str) -> RequestError:
    """A complaint with its place: `expected str, got int` about `units.France[0]`."""
    what, _, where = message.partition(" - at `$")
    field = where.strip("`").lstrip(".") or "request"
    return RequestError(f"{what[:1].lower()}{what[1:]}", field)


class Opened(Struct, frozen=True):
    """A request made ready: its variant, the position to judge, and the seed of its lots."""

    ask: Ask
    seed: str
    at_opening: bool


def open_request(request: Request, folders: Sequence[Path] = ()) -> Opened:
    """The variant and position that a request means."""
    ref = "standard" if request.variant is None else request.variant
    variant = load(ref, request.options, folders)
    seed = "0" if request.seed is None else str(request.seed)
    if request.state is not None:
        _refuse_both(request)
        return Opened(fitting(variant, request.state.position), request.state.seed, False)
    names = [] if isinstance(request.seats, dict) else request.seats or []
    start = opening(variant, tuple(Seat(s) for s in names), seed)
    if not any(getattr(request, part) for part in POSITION):
        if isinstance(request.seats, dict):
            raise RequestError("at an opening give the names of the seats, as a list", "seats")
        return Opened(Ask(variant, start), seed, request.orders is None)
    # Which powers a seat holds may be given wrongly though all of them are there.
    was_read = not isinstance(request.seats, dict)
    state = _Position(variant, start, request).state()
    return Opened(fitting(variant, state, was_read=was_read), seed, False)


def fitting(variant: Variant, state: State, *, was_read: bool = False) -> Ask:
    """A position that fits its variant, to be asked about."""
    ask = Ask(variant, state)
    check(ask, was_read=was_read)
    if not was_read:
        refuse_wrong_ids(state)
    return ask


def _refuse_both(request: Request) -> None:
    for key in ("phase", "units", "centers", "homes", "dislodged", "standoffs", "notes", "seats"):
        if getattr(request, key):
            raise RequestError("give either a state or a position, not both", key)


POSITION = ("phase", "units", "centers", "homes", "dislodged", "standoffs")
"""The parts of a request that make up a position."""


class _Position:
    """A position put together from the parts of a request."""

    def __init__(self, variant: Variant, start: State, request: Request) -> None:
        self.variant, self.start, self.request = variant, start, request
        self.ask = noted = Ask(variant, start)
        if self.notes() is not start.notes:
            # What modules remember may have changed the map, and so where units can stand.
            noted = Ask(variant, msgspec.structs.replace(start, notes=self.notes()))
        self.speech: Language = language(noted)
        self.last = 0

    def state(self) -> State:
        request, start = self.request, self.start
        if request.phase is None or request.units is None:
            missing = "phase" if request.phase is None else "units"
            raise RequestError("a position needs both phase and units", missing)
        units, driven = tuple(self.units(request.units)), tuple(self.dislodged())
        return msgspec.structs.replace(
            start,
            phase=self.phase(request.phase),
            seats=self.seats(),
            units=units,
            owners=start.owners if request.centers is None else self.owners(request.centers),
            homes=start.homes if request.homes is None else self.homes(request.homes),
            dislodged=driven,
            standoffs=tuple(
                self.province(p, f"standoffs[{n}]") for n, p in enumerate(request.standoffs or ())
            ),
            notes=self.notes(),
            last_id=self.last,
        )

    def phase(self, text: str) -> Phase:
        try:
            return phase_named(self.ask, text)
        except RequestError as error:
            raise RequestError(str(error), "phase") from error

    def notes(self) -> dict[str, Any]:
        """The notes given, else the opening's, which are about its own seats only."""
        if self.request.notes is not None:
            return self.request.notes
        return {} if isinstance(self.request.seats, dict) else self.start.notes

    def seats(self) -> dict[Seat, tuple[Power, ...]]:
        seats = self.request.seats
        if not isinstance(seats, dict):
            return self.start.seats
        return {
            Seat(seat): tuple(self.power(p, f"seats.{brief(seat)}") for p in powers)
            for seat, powers in seats.items()
        }

    def power_of(self, part: str, name: str) -> Power:
        """The power under whose name something stands in a part of the request."""
        found = self.speech.powers.get(name.strip().lower())
        return self.power(name, f"{part}.{brief(name)}") if found is None else found

    def power(self, name: str, where: str) -> Power:
        found = self.speech.powers.get(name.strip().lower())
        if found is None:
            raise RequestError(
                f"no power {shown(name)}; there are {', '.join(self.variant.powers)}", where
            )
        return found

    def units(self, rows: dict[str, list[str]]) -> list[Unit]:
        found: list[Unit] = []
        called = units_called(self.speech)
        for name, texts in rows.items():
            power = self.power_of("units", name)
            try:
                for kind, place, marks in map(called.__getitem__, texts):
                    self.last += 1
                    found.append(Unit(self.last, power, kind, place, marks))
            except NotationError:
                # Only then one by one, to say which is not understood.
                for n, text in enumerate(texts):
                    self.read(text, f"units.{brief(name)}[{n}]")
        return found

    def read(self, text: str, where: str) -> Placed:
        try:
            return read_unit(text, self.speech)
        except NotationError as error:
            raise RequestError(str(error), where) from error

    def province(self, name: str, where: str) -> Province:
        found = provinces_called(self.speech)[name]
        if not found:
            raise RequestError(f"no province {shown(name)} on the map {self.variant.map.id}", where)
        return found

    def owners(self, rows: dict[str, list[str]]) -> dict[Province, Power]:
        owners: dict[Province, Power] = {}
        called, count = provinces_called(self.speech), 0
        for name, texts in rows.items():
            count += len(texts)
            owners |= dict.fromkeys(map(called.__getitem__, texts), self.power_of("centers", name))
        if len(owners) != count or not owners.keys() <= self.variant.map.center_set:
            # Only then one by one, to say which is wrong.
            self.check_centers(rows)
        return owners

    def check_centers(self, rows: dict[str, list[str]]) -> None:
        owners: dict[Province, Power] = {}
        for name, texts in rows.items():
            power = self.power_of("centers", name)
            for n, text in enumerate(texts):
                where = f"centers.{brief(name)}[{n}]"
                center = self.province(text, where)
                if not self.variant.map.spaces[center].center:
                    raise RequestError(f"{center} is not a supply center", where)
                if owners.setdefault(center, power) != power:
                    raise RequestError(f"{center} is {owners[center]}'s already", where)

    def homes(self, rows: dict[str, list[str]]) -> dict[Power, tuple[Province, ...]]:
        return {
            self.power_of("homes", name): tuple(
                self.province(t, f"homes.{brief(name)}") for t in texts
            )
            for name, texts in rows.items()
        }

    def dislodged(self) -> Iterable[Dislodged]:
        for n, row in enumerate(self.request.dislodged or ()):
            where = f"dislodged[{n}]"
            power = self.power(row.power, where)
            read = self.read(row.unit, where)
            self.last += 1
            unit = Unit(self.last, power, read.kind, read.place, read.marks)
            yield Dislodged(unit, None if row.by is None else self.province(row.by, where))
