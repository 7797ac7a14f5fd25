"""The stateless contract: one request, one answer, nothing kept between them."""

from dragoman.contract.answer import Answer, Refusal, judge, legal
from dragoman.contract.request import Request, read_request
from dragoman.contract.schema import schemas
from dragoman.contract.text import judge_text

__all__ = [
    "Answer",
    "Refusal",
    "Request",
    "judge",
    "judge_text",
    "legal",
    "read_request",
    "schemas",
]
