"""The JSON Schema of both sides of the contract."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dragoman.contract.answer import Answer, LegalAnswer, Refusal, StepsAnswer
from dragoman.contract.request import Request
from dragoman.variants import find, variant_ids
from dragoman.variants.language import known_reasons


def examples() -> Iterator[tuple[str, Any]]:
    """What each variant adds to the contract, described and shown by a request."""
    for name in variant_ids():
        file = find(name) / "contract.json"
        if file.is_file():
            yield name, msgspec.json.decode(file.read_bytes())


def schemas() -> dict[str, Any]:
    """The schema of requests and answers, the reason codes, and what variants add."""
    (request, answer, orders, steps, refusal), shared = msgspec.json.schema_components(
        [Request, Answer, LegalAnswer, StepsAnswer, Refusal], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The stateless contract of dragoman judge and dragoman legal",
        "request": request,
        "answer": {"anyOf": [answer, refusal]},
        "legal": {"anyOf": [orders, steps, refusal]},
        "reasons": known_reasons(),
        "variants": dict(examples()),
        "$defs": shared,
    }
