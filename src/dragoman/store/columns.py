"""What the columns of a kind of row are, and whether values fit them."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import Struct, json, structs

from dragoman.store.interface import GAP, MOST_BYTES, Test, Unstorable
from dragoman.store.rows import Row

BIGGEST = 2**63


class Column(Struct, frozen=True):
    """One column: its name, the type of its values, and whether None is one."""

    name: str
    type: type
    optional: bool


@cache
def columns(kind: type[Row]) -> dict[str, Column]:
    """The columns of a kind of row, in order, by name."""
    hints = get_type_hints(kind)
    return {name: _column(name, hints[name]) for name in kind.__struct_fields__}


def _column(name: str, hint: Any) -> Column:
    """The column that a field's type asks for."""
    types = get_args(hint) or (hint,)
    (only,) = (each for each in types if each is not NoneType)
    return Column(name, only, NoneType in types)


def check_row(row: Row) -> None:
    """Refuse a row with a value that its column cannot keep."""
    check_values(type(row), structs.asdict(row))


def check_values(kind: type[Row], values: Mapping[str, object]) -> None:
    """Refuse values that the columns of a kind cannot keep."""
    for name, value in values.items():
        column = _known(kind, name)
        if value is None and column.optional:
            continue
        if type(value) is not column.type:
            raise TypeError(f"{kind.NAME}.{name} keeps {column.type.__name__}, not {value!r}")
        if not storable(value):
            raise Unstorable(f"{kind.NAME}.{name} cannot keep {_short(value)}")


def check_key(kind: type[Row], names: Iterable[str]) -> None:
    """Refuse anything but exactly the columns of the primary key."""
    if set(names) != set(kind.KEY):
        raise TypeError(f"the key of {kind.NAME} is {', '.join(kind.KEY)}, not {', '.join(names)}")


def check_tests(kind: type[Row], tests: Iterable[Test]) -> None:
    """Refuse a condition on a column that does not exist, or one that means nothing."""
    for test in tests:
        _known(kind, test.column)
        if test.value is None and test.is_ not in ("=", "!="):
            raise TypeError(f"{kind.NAME}.{test.column} {test.is_} None means nothing")


def check_put(row: Row) -> None:
    """Refuse to replace a row of a log, and what `check_row` refuses."""
    if row.LOG:
        raise TypeError(f"{row.NAME} only grows: add to it")
    check_row(row)


def check_change(kind: type[Row], to: Mapping[str, object]) -> None:
    """Refuse a change that is none, or that touches a key or a log."""
    if kind.LOG:
        raise TypeError(f"{kind.NAME} only grows: nothing in it changes")
    if not to or set(to) & set(kind.KEY):
        raise TypeError(f"a change of {kind.NAME} names columns outside its key")
    check_values(kind, to)


def check_drop(kind: type[Row], tests: Iterable[Test]) -> None:
    """Refuse to delete everything at once, or a part of a log."""
    columns_ = [f"{test.column} {test.is_}" for test in tests]
    if not columns_:
        raise TypeError(f"say which rows of {kind.NAME} to drop")
    if kind.LOG and columns_ != [f"{kind.LOG} ="]:
        raise TypeError(f"{kind.NAME} only grows: drop the whole log of one {kind.LOG} or nothing")


def check_message(topic: str, body: str) -> None:
    """Refuse a message that is too long, or that would be taken for a gap."""
    fits = storable(topic) and storable(body) and len(json.encode((topic, body))) <= MOST_BYTES
    if not fits or topic in ("", GAP):
        raise Unstorable(f"a topic and its body have at most {MOST_BYTES} bytes: {_short(topic)}")


def ordered(kind: type[Row], order: str) -> list[tuple[Column, bool]]:
    """The columns that an order names, and whether each is turned round; the key settles ties."""
    names = [each.strip() for each in order.split(",") if each.strip()]
    chosen = [(_known(kind, name.removeprefix("-")), name.startswith("-")) for name in names]
    rest = [name for name in kind.KEY if name not in {column.name for column, _ in chosen}]
    return [*chosen, *((_known(kind, name), False) for name in rest)]


def storable(value: object) -> bool:
    """Whether every database keeps this value as it is."""
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or _is_unicode(value))
    if isinstance(value, int):
        return -BIGGEST <= value < BIGGEST
    return True


def _is_unicode(text: str) -> bool:
    """Whether a text has no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _known(kind: type[Row], name: str) -> Column:
    """The column of this name."""
    try:
        return columns(kind)[name]
    except KeyError:
        raise TypeError(f"{kind.NAME} has no column {name!r}") from None


def _short(value: object) -> str:
    """A value as it can be shown in an error."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
