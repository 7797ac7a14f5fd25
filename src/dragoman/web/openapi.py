"""The OpenAPI document, made from the rows of the routes."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from dragoman.web.faults import FaultBody
from dragoman.web.routes import ApiRoute

REFUSALS = {
    "400": "not understood",
    "401": "log in first",
    "403": "not yours to do",
    "404": "there is no such thing, or you may not know of it",
    "408": "the body took too long",
    "409": "not possible now",
    "413": "too large",
    "415": "not JSON",
    "422": "a field is wrong",
    "429": "too often; Retry-After says when to come again",
    "503": "nothing was saved; try again",
}


def document(rows: Sequence[ApiRoute]) -> dict[str, Any]:
    """The whole API as an OpenAPI 3.1 document."""
    kinds = (k for row in rows for k in (row.body, row.schema, row.query, *answers_of(row)))
    unique = list({repr(kind): kind for kind in (FaultBody, *kinds) if _is_kind(kind)}.values())
    schemas, shared = msgspec.json.schema_components(
        unique, ref_template="#/components/schemas/{name}"
    )
    by_kind = dict(zip(map(repr, unique), schemas, strict=True))
    paths: dict[str, Any] = {}
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = operation(row, by_kind, shared)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Dragoman", "version": version("dragoman")},
        "paths": paths,
        "components": {"schemas": shared},
    }


def answers_of(row: ApiRoute) -> tuple[Any, ...]:
    """The kinds of answer that a route gives."""
    return row.answers if isinstance(row.answers, tuple) else (row.answers,)


def _is_kind(kind: Any) -> bool:
    return kind is not None and kind not in (bytes, str)


def operation(row: ApiRoute, kinds: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """One route as the document describes it."""
    described: dict[str, Any] = {
        "operationId": f"{row.method.lower()}{row.path.replace('/', '_').translate(_PLAIN)}",
        "summary": row.tells,
        "parameters": [*path_fields(row), *query_fields(row, kinds, shared)],
        "responses": responses(row, kinds),
    }
    if row.body is not None:
        schema = kinds[repr(row.schema or row.body)]
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return described


_PLAIN = str.maketrans("", "", "{}.")


def path_fields(row: ApiRoute) -> list[dict[str, Any]]:
    """The fields in the path of a route."""
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in row.fields
    ]


def query_fields(
    row: ApiRoute, kinds: dict[str, Any], shared: dict[str, Any]
) -> list[dict[str, Any]]:
    """The fields in the query of a route."""
    if row.query is None:
        return []
    name = kinds[repr(row.query)]["$ref"].rpartition("/")[2]
    return [
        {"name": field, "in": "query", "required": False, "schema": schema}
        for field, schema in shared[name]["properties"].items()
    ]


def responses(row: ApiRoute, kinds: dict[str, Any]) -> dict[str, Any]:
    """What a route may answer."""
    fault = {"application/json": {"schema": kinds[repr(FaultBody)]}}
    refusals = {code: {"description": text, "content": fault} for code, text in REFUSALS.items()}
    schemas = [kinds[repr(kind)] for kind in answers_of(row) if _is_kind(kind)]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas} if schemas else {}
    content = {row.media: {"schema": schema}}
    return {str(row.status): {"description": row.tells, "content": content}, **refusals}
