"""Edits of a variant.toml as they are made by clicking: powers, homes, units, colors, modules."""

import re
import tomllib
from typing import Any

from dragoman.errors import RequestError
from dragoman.workshop.begin import quoted, toml_value, with_key

COLOR = re.compile("#[0-9a-fA-F]{6}")


def powers_of(text: str) -> dict[str, dict[str, Any]]:
    """The powers that a text itself declares."""
    found = tomllib.loads(text).get("powers", {})
    return found if isinstance(found, dict) else {}


def with_power_key(text: str, power: str, key: str, value: str) -> str:
    """A text in which a power's key says something else."""
    lines = text.split("\n")
    start = _section(lines, power)
    end = next(
        (
            n
            for n in range(start + 1, len(lines))
            if re.match(r"\s*\[", lines[n]) and not _inside(lines, start, n)
        ),
        len(lines),
    )
    for n in range(start + 1, end):
        if re.match(rf"\s*{re.escape(key)}\s*=", lines[n]):
            last = _closed(lines, n)
            lines[n : last + 1] = [f"{key} = {value}"]
            return "\n".join(lines)
    lines.insert(start + 1, f"{key} = {value}")
    return "\n".join(lines)


def _section(lines: list[str], power: str) -> int:
    names = {f"[powers.{power}]", f"[powers.{quoted(power)}]", f"[powers.'{power}']"}
    found = next((n for n, line in enumerate(lines) if line.split("#")[0].strip() in names), None)
    if found is None:
        raise RequestError(f"{power} has no section [powers.{power}] in this file")
    return found


def _inside(lines: list[str], start: int, n: int) -> bool:
    """Whether a line lies within a list that began before it."""
    text = "\n".join(lines[start + 1 : n])
    return text.count("[") > text.count("]")


def _closed(lines: list[str], n: int) -> int:
    """The line on which the list that begins on a line ends."""
    last = n
    while "\n".join(lines[n : last + 1]).count("[") > "\n".join(lines[n : last + 1]).count("]"):
        last += 1
        if last >= len(lines):
            return n
    return last


def home(text: str, province: str, power: str) -> str:
    """A center made a power's home, and no other's; of its home none."""
    powers = powers_of(text)
    if power and power not in powers:
        raise RequestError(f"no power {power!r} in this file: it has {', '.join(powers)}", "power")
    for name, row in powers.items():
        homes = list(row.get("homes", []))
        if name == power and province not in homes:
            text = with_power_key(text, name, "homes", toml_value([*homes, province]))
        elif province in homes:
            left = [one for one in homes if one != province]
            text = with_power_key(text, name, "homes", toml_value(left))
            text = _without_unit(text, name, province)
    return text


def _without_unit(text: str, power: str, province: str) -> str:
    units = list(powers_of(text)[power].get("units", []))
    kept = [unit for unit in units if not _stands(unit, province)]
    return text if kept == units else with_power_key(text, power, "units", toml_value(kept))


def _stands(unit: str, province: str) -> bool:
    return unit.partition(" ")[2].partition("/")[0].strip() == province


def unit(text: str, province: str, kind: str) -> str:
    """The unit with which a home begins: an army, a fleet, or none, one after the other."""
    powers = powers_of(text)
    owner = next((name for name, row in powers.items() if province in row.get("homes", [])), None)
    if owner is None:
        raise RequestError(f"{province} is nobody's home: give it a color first")
    units = list(powers[owner].get("units", []))
    there = next((one for one in units if _stands(one, province)), "")
    kinds = ["A", "F", ""] if kind == "coast" else ["A", ""]
    now = there.partition(" ")[0]
    following = kinds[(kinds.index(now) + 1) % len(kinds)] if now in kinds else ""
    kept = [one for one in units if one != there]
    added = [f"{following} {province}"] if following else []
    return with_power_key(text, owner, "units", toml_value([*kept, *added]))


def color(text: str, power: str, value: str) -> str:
    """The color that a power wishes for."""
    if not COLOR.fullmatch(value):
        raise RequestError(f"{value!r} is no color: write such as #3d7ea6", "color")
    if power not in powers_of(text):
        raise RequestError(f"no power {power!r} in this file", "power")
    return with_power_key(text, power, "color", quoted(value.lower()))


def forget(text: str, province: str) -> str:
    """The text without a province that is no more."""
    for name, row in powers_of(text).items():
        for key in ("homes", "centers", "lands"):
            if province in row.get(key, []):
                left = [one for one in row[key] if one != province]
                text = with_power_key(text, name, key, toml_value(left))
        text = _without_unit(text, name, province)
    return text


def use(text: str, module: str, settings: dict[str, Any] | None) -> str:
    """A module used with some settings, or used no more."""
    rows = tomllib.loads(text).get("modules", [])
    names = [row if isinstance(row, str) else row.get("use") for row in rows]
    row: Any = {"use": module, **settings} if settings else module
    if settings is None:
        rows = [one for one, name in zip(rows, names, strict=True) if name != module]
    elif module in names:
        rows = [row if name == module else one for one, name in zip(rows, names, strict=True)]
    else:
        rows = [*rows, row]
    return with_list(text, "modules", rows)


def with_list(text: str, key: str, rows: list[Any]) -> str:
    """A text in which one of the first keys is another list."""
    written = "[" + "".join(f"\n  {toml_value(row)}," for row in rows) + ("\n]" if rows else "]")
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if re.match(r"\s*\[", line) and not _inside(lines, -1, n):
            break
        if re.match(rf"{key}\s*=", line):
            lines[n : _closed(lines, n) + 1] = [f"{key} = {written}"]
            return "\n".join(lines)
    return with_key(text, key, written)
