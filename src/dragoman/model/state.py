"""The position: everything the next turn depends on."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError, shown
from dragoman.geo import Province
from dragoman.model.line import (
    name,
    plain,
    read_unit_text,
    row,
    split_rows,
    unit_rows,
    unit_text,
    word,
)
from dragoman.model.phase import Phase, read_phase
from dragoman.model.unit import Power, Seat, Unit


class Dislodged(Struct, frozen=True):
    """A unit driven out, and the province its attacker came from, which is closed to it."""

    unit: Unit
    by: Province | None = None


class Result(Struct, frozen=True):
    """How a game ended: who won or shares, in what way, and when it counts from if not the end."""

    how: str
    winners: tuple[Seat, ...] = ()
    dated: str = ""


class State(Struct, frozen=True, dict=True):
    """A position. `notes` holds what each module remembers, under the module's name."""

    phase: Phase
    seats: dict[Seat, tuple[Power, ...]]
    units: tuple[Unit, ...] = ()
    owners: dict[Province, Power] = {}
    homes: dict[Power, tuple[Province, ...]] = {}
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: tuple[Province, ...] = ()
    notes: dict[str, Any] = {}
    result: Result | None = None
    last_id: int = 0

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self, order="deterministic"))

    def __repr__(self) -> str:
        ended = f", {self.result.how}" if self.result else ""
        return f"<State {self.phase}: {len(self.units)} units, {len(self.owners)} centers{ended}>"

    def __str__(self) -> str:
        """All of the position on one line, which `read_state` reads."""
        return " | ".join([str(self.phase), *(f"{key} {text}" for key, text in _sections(self))])

    @cached_property
    def holder(self) -> dict[Power, Seat]:
        """The seat that holds each power; powers nobody holds are left out."""
        return {power: seat for seat, powers in self.seats.items() for power in powers}

    @cached_property
    def holdings(self) -> dict[Power, tuple[Province, ...]]:
        """The centers of each power, sorted."""
        found: dict[Power, list[Province]] = {}
        for province, power in self.owners.items():
            if power in found:
                found[power].append(province)
            else:
                found[power] = [province]
        return {power: tuple(sorted(provinces)) for power, provinces in found.items()}

    def in_phase(self, phase: Phase) -> "State":
        """The same position in another phase, on which nothing that follows from it depends."""
        found = msgspec.structs.replace(self, phase=phase)
        found.__dict__.update(self.__dict__)
        return found

    def centers(self, power: Power) -> tuple[Province, ...]:
        """The centers that a power owns."""
        return self.holdings.get(power, ())

    def forces_of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power on the board."""
        return tuple(u for u in self.units if u.power == power)


def read_state(line: str) -> State:
    """The position on a line such as `str(state)` gives.

    >>> state = read_state("S1901M | units France: A par, F bre | seats France")
    >>> state
    <State S1901M: 2 units, 0 centers>
    >>> str(state)
    'S1901M | units France: A par, F bre | seats France'
    """
    phase, *parts = _parts(line.strip())
    found: dict[str, Any] = {}
    for part in parts:
        key, _, text = part.strip().partition(" ")
        if key not in _READERS or key in found:
            known = ", ".join(_READERS)
            raise RequestError(f"{shown(key)} is no section, or comes twice; there are {known}")
        found[key] = _READERS[key](text)
    units = found.pop("units", ())
    driven = _read_dislodged(found.pop("dislodged", ""), _last_id(units))
    ids = [unit.id for unit in (*units, *(d.unit for d in driven))]
    last = found.pop("last", max(ids, default=0))
    owners = found.pop("centers", {})
    return State(
        read_phase(phase),
        found.pop("seats", {}),
        units,
        owners,
        dislodged=driven,
        last_id=last,
        **found,
    )


def _parts(line: str) -> Iterator[str]:
    """The phase and the sections; notes come last, and whatever is in them is theirs."""
    head, mark, notes = line.partition("| notes ")
    yield from head.strip().rstrip("|").split("|")
    if mark:
        yield f"notes {notes}"


def _sections(state: State) -> Iterator[tuple[str, str]]:
    """Every section that has something in it."""
    ids = [unit.id for unit in (*state.units, *(d.unit for d in state.dislodged))]
    last = str(state.last_id) if state.last_id != max(ids, default=0) else ""
    sections = {
        "units": "; ".join(unit_rows(state.units)),
        "centers": _province_rows(_owned(state)),
        "homes": _province_rows(state.homes),
        "dislodged": "; ".join(_driven_rows(state)),
        "standoffs": ", ".join(map(word, state.standoffs)),
        "seats": "; ".join(_seat_row(seat, powers) for seat, powers in state.seats.items()),
        "result": _result_row(state.result) if state.result else "",
        "last": last,
        "notes": msgspec.json.encode(state.notes).decode() if state.notes else "",
    }
    yield from ((key, text) for key, text in sections.items() if text)


def _owned(state: State) -> dict[Power, list[Province]]:
    found: dict[Power, list[Province]] = {}
    for province, power in state.owners.items():
        found.setdefault(power, []).append(province)
    return found


def _province_rows(rows: dict[Power, Any]) -> str:
    return "; ".join(row(power, map(word, provinces)) for power, provinces in rows.items())


def _last_id(units: tuple[Unit, ...]) -> int:
    """The highest id of units; the dislodged are numbered on from it."""
    return max((unit.id for unit in units), default=0)


def _driven_rows(state: State) -> Iterator[str]:
    last = _last_id(state.units)
    for driven in state.dislodged:
        text = row(driven.unit.power, [unit_text(driven.unit, last)])
        yield text if driven.by is None else f"{text} from {word(driven.by)}"
        last = driven.unit.id


def _seat_row(seat: Seat, powers: tuple[Power, ...]) -> str:
    """A seat that holds the power of its own name and no other needs no more than the name."""
    return name(seat) if list(powers) == [str(seat)] else row(seat, map(name, powers))


def _result_row(result: Result) -> str:
    ending = row(result.how, map(name, result.winners))
    return f"{ending}; {name(result.dated)}" if result.dated else ending


def _read_units(text: str) -> tuple[Unit, ...]:
    found: list[Unit] = []
    for power, items in split_rows(text):
        for item in _listed("units", power, items):
            found.append(read_unit_text(item, power, found[-1].id if found else 0))
    return tuple(found)


def _listed(section: str, head: str, items: list[str] | None) -> list[str]:
    if items is None or not head:
        raise RequestError(f"{section}: expected a power and a colon at {shown(head)}")
    return items


def _read_provinces(text: str) -> dict[Power, tuple[Province, ...]]:
    return {
        Power(power): tuple(Province(plain(item)) for item in _listed("provinces", power, items))
        for power, items in split_rows(text)
    }


def _read_owners(text: str) -> dict[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, provinces in _read_provinces(text).items():
        for province in provinces:
            if owners.setdefault(province, power) != power:
                raise RequestError(f"centers: {province} is {owners[province]}'s already")
    return owners


def _read_dislodged(text: str, last: int) -> tuple[Dislodged, ...]:
    """The dislodged, numbered on from the units where they tell no number."""
    found: list[Dislodged] = []
    for power, items in split_rows(text) if text else ():
        for item in _listed("dislodged", power, items):
            found.append(_read_driven(power, item, found[-1].unit.id if found else last))
    return tuple(found)


def _read_driven(power: str, text: str, last: int) -> Dislodged:
    unit, _, by = text.partition(" from ")
    return Dislodged(read_unit_text(unit, power, last), Province(plain(by)) if by else None)


def _read_standoffs(text: str) -> tuple[Province, ...]:
    return tuple(Province(plain(item)) for item in text.split(","))


def _read_seats(text: str) -> dict[Seat, tuple[Power, ...]]:
    return {
        Seat(seat): (Power(seat),) if items is None else tuple(Power(plain(p)) for p in items)
        for seat, items in split_rows(text)
    }


def _read_result(text: str) -> Result:
    (how, winners), *dated = split_rows(text)
    if not how:
        raise RequestError("result: expected how the game ended, such as draw: France, Italy")
    seats = tuple(Seat(plain(winner)) for winner in winners or ())
    return Result(how, seats, dated[0][0] if dated else "")


def _read_last(text: str) -> int:
    if not text.strip().isdecimal():
        raise RequestError(f"last: expected the id of the last unit built, not {shown(text)}")
    return int(text)


def _read_notes(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise RequestError(f"notes: expected a JSON object: {error}") from error


_READERS: dict[str, Any] = {
    "units": _read_units,
    "centers": _read_owners,
    "homes": _read_provinces,
    "dislodged": str,
    "standoffs": _read_standoffs,
    "seats": _read_seats,
    "result": _read_result,
    "last": _read_last,
    "notes": _read_notes,
}
