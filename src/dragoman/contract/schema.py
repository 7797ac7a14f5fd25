"""The JSON Schema of both sides of the contract."""

from typing import Any

import msgspec

from dragoman.contract.answer import Answer, LegalAnswer, StepsAnswer
from dragoman.contract.request import Request
from dragoman.model import REASONS


def schemas() -> dict[str, Any]:
    """The schema of requests and of every sort of answer, with the reason codes."""
    (request, answer, orders, steps), shared = msgspec.json.schema_components(
        [Request, Answer, LegalAnswer, StepsAnswer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The stateless contract of dragoman judge and dragoman legal",
        "request": request,
        "answer": answer,
        "legal": {"anyOf": [orders, steps]},
        "reasons": REASONS,
        "$defs": shared,
    }
