"""Options: what a variant can be set to, checked with a clear word about what would be right."""

from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman.errors import RequestError, shown
from dragoman.rules import Option

_TYPES = {
    "number": (int, "a number"),
    "flag": (bool, "true or false"),
    "text": (str, "a text"),
    "names": (list, "a list of names"),
    "lines": (list, "a list of texts"),
    "table": (list, "a list of rows"),
}
OPTION_TYPES = frozenset({*_TYPES, "choice"})
"""What an option may be."""


LONGEST_NUMBER = 20
"""How long a number may be; Python refuses to read one of many thousand digits."""


def validated(given: dict[str, Any], schema: Iterable[Option]) -> dict[str, Any]:
    """The options with their defaults filled in; a wrong one is refused."""
    known = {option.name: option for option in schema}
    for name in sorted(given.keys() - known.keys()):
        raise RequestError(f"no option {shown(name)}: there are {', '.join(sorted(known))}")
    return {
        name: check_option(option, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def check_option(option: Option, value: Any) -> Any:
    """A value, if the option may have it."""
    if option.choices and option.type == "choice":
        # A year may be given as a number, and a number as text.
        if type(value) in (str, int):
            value = next((c for c in option.choices if str(c) == str(value)), value)
        # In Python true is 1, and 2.0 is 2.
        if type(value) not in (str, int) or value not in option.choices:
            right = ", ".join(map(str, option.choices))
            raise RequestError(
                f"option {option.name} cannot be {shown(value)}: choose one of {right}"
            )
        return value
    kind, called = _TYPES[option.type]
    listed = option.type in ("names", "lines")
    if listed and isinstance(value, str) and value:
        # Of one name a person makes no list.
        value = [value]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RequestError(f"option {option.name} must be {called}, not {shown(value)}")
    if isinstance(value, list) and listed and not all_names(value):
        raise RequestError(f"option {option.name} must be {called}, not {shown(value)}")
    if isinstance(value, int) and not fits(value, option.least, option.most):
        right = within(option.least, option.most)
        raise RequestError(f"option {option.name} must be {right}, not {value}")
    return value


def all_names(values: list[Any]) -> bool:
    """Whether a list holds nothing but names."""
    return all(isinstance(value, str) and value.strip() for value in values)


def fits(value: int, low: int | None, high: int | None) -> bool:
    """Whether a number lies within bounds, either of which may be open."""
    return (low is None or low <= value) and (high is None or value <= high)


def within(low: int | None, high: int | None) -> str:
    """The bounds of a number in words."""
    if low is None or high is None:
        return f"at least {low}" if high is None else f"at most {high}"
    return f"from {low} to {high}"


def read_option(text: str) -> tuple[str, Any]:
    """An option as written on the command line."""
    name, eq, value = text.partition("=")
    if not eq:
        raise RequestError(f"--option {text!r}: write NAME=VALUE")
    return name, read_value(name, value)


def read_value(name: str, value: str) -> Any:
    """The value of an option as people write it: a number, true or false, a list, else a text.

    >>> [read_value("powers", text) for text in ("3", "true", "France", "France,", '["France"]')]
    [3, True, 'France', ['France'], ['France']]
    """
    number = value.removeprefix("-").isdecimal() and len(value) <= LONGEST_NUMBER
    if number and name != "edition":
        return int(value)
    return {"true": True, "false": False}.get(value, _several(name, value))


def _several(name: str, value: str) -> Any:
    """A value that is a list: in JSON, or names with a comma after each but the last of many."""
    if value.startswith("["):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise RequestError(f"option {name}: not a list in JSON: {error}") from error
    return [word for word in value.split(",") if word] if "," in value else value
