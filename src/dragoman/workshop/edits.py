"""Edits that are made by clicking, each a change of the texts."""

from typing import Any, Literal

from msgspec import Struct, field

from dragoman.errors import RequestError
from dragoman.workshop import mapedits, tomledits
from dragoman.workshop.mapedits import MapText, Spots
from dragoman.workshop.texts import MAP, TOML, Files

What = Literal[
    "move", "rename", "split", "join", "center", "remove", "home", "unit", "color", "use", "drop"
]


class TextEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be changed: a province with another, a name or a place; a power; a module."""

    what: What
    province: str = ""
    other: str = ""
    name: str = ""
    power: str = ""
    color: str = ""
    module: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    to: tuple[float, float] = (0.0, 0.0)
    spots: Spots = field(default_factory=dict)


def edited(files: Files, change: TextEdit) -> Files:
    """The files that a change writes otherwise."""
    if change.what in ("use", "drop"):
        settings = change.settings if change.what == "use" else None
        return {TOML: tomledits.use(files[TOML], change.module, settings)}
    if change.what == "color":
        return {TOML: tomledits.color(files[TOML], change.power, change.color)}
    if MAP not in files:
        raise RequestError("this draft has no map.txt of its own to edit")
    return _on_the_board(files, change)


def _on_the_board(files: Files, change: TextEdit) -> Files:
    text, toml, here = files[MAP], files[TOML], change.province
    match change.what:
        case "move":
            return {MAP: mapedits.move(text, here, change.to, change.spots)}
        case "rename":
            return {MAP: mapedits.rename(text, here, change.name)}
        case "split":
            return {MAP: mapedits.split(text, here, change.spots)[0]}
        case "join":
            return {MAP: mapedits.join(text, here, change.other)}
        case "remove":
            return {MAP: mapedits.remove(text, here), TOML: tomledits.forget(toml, here)}
        case "home":
            return _home(text, toml, here, change.power)
        case "unit":
            return {TOML: tomledits.unit(toml, here, MapText(text).parts(here)[0])}
        case _:
            return _center(text, toml, here)


def _center(text: str, toml: str, province: str) -> Files:
    """A center more, or one less, which then is nobody's home."""
    changed = mapedits.center(text, province)
    if "center" in MapText(text).parts(province)[1]:
        return {MAP: changed, TOML: tomledits.home(toml, province, "")}
    return {MAP: changed}


def _home(text: str, toml: str, province: str, power: str) -> Files:
    """A home of a power; a province that is no center becomes one."""
    if power and "center" not in MapText(text).parts(province)[1]:
        return {MAP: mapedits.center(text, province), TOML: tomledits.home(toml, province, power)}
    return {TOML: tomledits.home(toml, province, power)}
