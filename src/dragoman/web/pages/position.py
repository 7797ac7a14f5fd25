"""A position as a form has it: lines of units and centers, filled with what is."""

from collections.abc import Mapping

from msgspec import Struct

from dragoman.house.errors import Invalid
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.views import power_views
from dragoman.model import State
from dragoman.rules import Variant


class PositionTexts(Struct, frozen=True, kw_only=True):
    """What a form says of a position: a power, a colon and what it has; who is driven out; when."""

    units: str = ""
    centers: str = ""
    dislodged: str | None = None
    phase: str = ""


def position_texts(variant: Variant, state: State) -> PositionTexts:
    """A position as texts."""
    powers = power_views(variant, state, forming=False)
    driven = [str(one.unit) for one in state.dislodged]
    return PositionTexts(
        units=written_lines({power.name: power.units for power in powers}),
        centers=written_lines({power.name: power.centers for power in powers}),
        dislodged=", ".join(driven) if driven else None,
        phase=str(state.phase),
    )


def read_position(wanted: PositionTexts, present: PositionTexts) -> Change:
    """What is to be changed: only that of which something else was written than what is."""
    driven = wanted.dislodged
    return Change(
        units=_changed(wanted.units, present.units),
        centers=_changed(wanted.centers, present.centers),
        dislodged=None if driven in (None, present.dislodged) else parts(driven or ""),
        phase=None if wanted.phase in ("", present.phase) else wanted.phase.strip().upper(),
    )


def _changed(wanted: str, present: str) -> dict[str, list[str]] | None:
    held = lists(present)
    return {name: own for name, own in lists(wanted).items() if own != held.get(name)} or None


def written_lines(held: Mapping[str, list[str]]) -> str:
    """What powers have, a line for each.

    >>> written_lines({"France": ["A par", "F bre"], "Italy": []})
    'France: A par, F bre\\nItaly:'
    """
    return "\n".join(f"{name}: {', '.join(own)}".strip() for name, own in held.items())


def lists(text: str) -> dict[str, list[str]]:
    """Lines such as `France: A par, F bre` by their names.

    >>> lists("France: A par, F bre\\nItaly:")
    {'France': ['A par', 'F bre'], 'Italy': []}
    """
    found = {}
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        if line.strip() and not colon:
            raise Invalid(f"write a power, a colon, and what it has: {line.strip()!r}", "correct")
        if colon:
            found[name.strip()] = parts(rest)
    return found


def parts(text: str) -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]
