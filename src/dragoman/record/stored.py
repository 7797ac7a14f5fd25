"""Positions in the form in which they are kept: plain values that mean the same for ever.

A position that was stored must be shown and played on whatever the classes of the model have
become, so its form is written out here (docs/store.md) and changes only with its number.
"""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.model import Dislodged, Power, Result, Seat, State, Unit, read_phase

FORM = 1
"""The number of the form; one that this program does not know is not read."""


class StoredUnit(Struct, frozen=True, omit_defaults=True):
    """A unit on the board, or driven out: `by` is the province barred to it."""

    id: int
    power: str
    kind: str
    place: str
    marks: list[str] = []
    by: str | None = None


class StoredResult(Struct, frozen=True, omit_defaults=True):
    """How the game ended."""

    how: str
    winners: list[str] = []
    dated: str = ""


class StoredPosition(Struct, frozen=True, omit_defaults=True):
    """A position; `notes` is what each module remembers, as its own JSON."""

    phase: str
    seats: dict[str, list[str]]
    units: list[StoredUnit] = []
    owners: dict[str, str] = {}
    homes: dict[str, list[str]] = {}
    dislodged: list[StoredUnit] = []
    standoffs: list[str] = []
    notes: dict[str, Any] = {}
    result: StoredResult | None = None
    last_id: int = 0
    form: int = FORM


def stored(state: State) -> StoredPosition:
    """A position as it is kept."""
    result = state.result
    return StoredPosition(
        phase=str(state.phase),
        seats={seat: list(powers) for seat, powers in state.seats.items()},
        units=[stored_unit(unit) for unit in state.units],
        owners=dict(state.owners),  # type: ignore[arg-type]
        homes={power: list(homes) for power, homes in state.homes.items()},
        dislodged=[stored_unit(d.unit, d.by) for d in state.dislodged],
        standoffs=list(state.standoffs),
        notes=state.notes,
        result=StoredResult(result.how, list(result.winners), result.dated) if result else None,
        last_id=state.last_id,
    )


def stored_unit(unit: Unit, by: Province | None = None) -> StoredUnit:
    """A unit as it is kept."""
    return StoredUnit(unit.id, unit.power, unit.kind, unit.place, list(unit.marks), by)


def check_form(kept: StoredPosition) -> StoredPosition:
    """Refuse a position of a form that is not known."""
    if kept.form != FORM:
        raise RequestError(f"positions of form {kept.form} are not known here, only of {FORM}")
    return kept


def restored(kept: StoredPosition) -> State:
    """The position that was kept; one of a form that is not known is refused."""
    check_form(kept)
    return State(
        phase=read_phase(kept.phase),
        seats={Seat(s): tuple(map(Power, powers)) for s, powers in kept.seats.items()},
        units=tuple(restored_unit(unit) for unit in kept.units),
        owners={Province(p): Power(power) for p, power in kept.owners.items()},
        homes={Power(p): tuple(map(Province, homes)) for p, homes in kept.homes.items()},
        dislodged=tuple(driven_out(unit) for unit in kept.dislodged),
        standoffs=tuple(map(Province, kept.standoffs)),
        notes=kept.notes,
        result=_result(kept.result),
        last_id=kept.last_id,
    )


def driven_out(unit: StoredUnit) -> Dislodged:
    """The unit driven out that was kept."""
    return Dislodged(restored_unit(unit), None if unit.by is None else Province(unit.by))


def restored_unit(unit: StoredUnit) -> Unit:
    """The unit that was kept."""
    return Unit(unit.id, Power(unit.power), unit.kind, Place(unit.place), tuple(unit.marks))


def _result(kept: StoredResult | None) -> Result | None:
    return Result(kept.how, tuple(map(Seat, kept.winners)), kept.dated) if kept else None


def read_stored(text: str | bytes) -> State:
    """The position in a text that was kept."""
    try:
        return restored(msgspec.json.decode(text, type=StoredPosition))
    except msgspec.MsgspecError as error:
        raise RequestError(f"this is no stored position: {error}") from error
