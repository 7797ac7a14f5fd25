"""Requests and answers as JSON, in process, and a tiny validator of schemas."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dragoman.contract import judge, legal, read_request, schemas

Json = dict[str, Any]

EXAMPLE: Json = {
    "variant": "standard",
    "phase": "S1901M",
    "units": {"France": ["A par", "F spa/sc"]},
    "centers": {"France": ["par"]},
    "dislodged": [{"power": "Austria", "unit": "A rum", "by": "ukr"}],
    "standoffs": ["gal"],
    "orders": {"France": ["A par - bur"]},
    "options": {"edition": "2023"},
}
"""The request that the contract is shown by."""


def judged(request: Json) -> Json:
    """What `dragoman judge` answers."""
    return _read(judge(read_request(msgspec.json.encode(request))))


def offered(request: Json) -> Json:
    """What `dragoman legal` answers."""
    return _read(legal(read_request(msgspec.json.encode(request))))


def _read(answer: object) -> Json:
    read: Json = msgspec.json.decode(msgspec.json.encode(answer))
    return read


def position(**more: Any) -> Json:
    """A request about a small position."""
    return {"phase": "S1901M", "units": {"France": ["A par"]}, **more}


SCHEMA = schemas()
KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}


def faults(value: Any, schema: Any, where: str = "$") -> Iterator[str]:
    """What in a JSON value does not fit a schema of the sort that we publish."""
    while isinstance(schema, dict) and "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        if not any(not list(faults(value, option)) for option in schema["anyOf"]):
            yield f"{where}: {value!r} fits none of {schema['anyOf']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (kind != "boolean" and value is True)):
        yield f"{where}: expected {kind}, found {value!r}"
    elif kind == "array" and "items" in schema:
        for n, item in enumerate(value):
            yield from faults(item, schema["items"], f"{where}[{n}]")
    elif kind == "object":
        yield from _object_faults(value, schema, where)


def _object_faults(value: Json, schema: Json, where: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where}: {name} is missing"
    for name, item in value.items():
        if name in known:
            yield from faults(item, known[name], f"{where}.{name}")
        elif others is False:
            yield f"{where}: {name} is not known"
        elif isinstance(others, dict):
            yield from faults(item, others, f"{where}.{name}")
