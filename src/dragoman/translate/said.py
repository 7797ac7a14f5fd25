"""Fields of answers that are sentences, and such answers in another language."""

from collections.abc import Callable
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

SENTENCE = Meta(extra={"sentence": True})

Said = Annotated[str, SENTENCE]
"""A text that the program says, and not one that a person wrote: it may be translated."""

Say = Callable[[str], str]
Way = Callable[[Any, Say], Any]


def translated(value: Any, say: Say) -> Any:
    """A value with its sentences said in another language."""
    way = _way(type(value)) if isinstance(value, Struct) else _each if _is_row(value) else None
    return way(value, say) if way else value


def _is_row(value: Any) -> bool:
    return isinstance(value, list | tuple | dict)


def _each(value: Any, say: Say) -> Any:
    if isinstance(value, dict):
        return {key: translated(one, say) for key, one in value.items()}
    return [translated(one, say) for one in value]


@lru_cache(maxsize=1000)
def _way(kind: Any) -> Way | None:
    """How values of a type are translated; none if there is nothing in them to say."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _sentence if SENTENCE in inner[1:] else _way(inner[0])
    if origin in (Union, UnionType):
        return _any_of(tuple(kind for kind in inner if kind is not type(None)))
    if origin in (list, tuple):
        return _row(_way(inner[0])) if inner else None
    if origin is dict:
        return _values(_way(inner[1]))
    return _struct(kind) if isinstance(kind, type) and issubclass(kind, Struct) else None


def _sentence(value: str, say: Say) -> str:
    return say(value)


def _row(way: Way | None) -> Way | None:
    return way and (lambda value, say: [way(one, say) for one in value])


def _values(way: Way | None) -> Way | None:
    return way and (lambda value, say: {key: way(one, say) for key, one in value.items()})


def _any_of(kinds: tuple[Any, ...]) -> Way | None:
    ways = [way for way in map(_way, kinds) if way]
    if not ways:
        return None
    if len(kinds) == 1:
        return lambda value, say: None if value is None else ways[0](value, say)
    return lambda value, say: translated(value, say)


def _struct(kind: type[Struct]) -> Way | None:
    # Until the fields are known, one of the same kind within is left to be asked for later.
    hints = get_type_hints(kind, include_extras=True)
    ways = {
        name: (lambda value, say: translated(value, say)) if _names(hint, kind) else _way(hint)
        for name, hint in hints.items()
        if name in kind.__struct_fields__
    }
    found = {name: way for name, way in ways.items() if way}
    if not found:
        return None

    def way(value: Any, say: Say) -> Any:
        new = {name: way(getattr(value, name), say) for name, way in found.items()}
        return msgspec.structs.replace(value, **new)

    return way


def _names(hint: Any, kind: type) -> bool:
    return hint is kind or any(_names(inner, kind) for inner in get_args(hint))
