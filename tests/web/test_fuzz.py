"""S11: every route is asked everything that its document allows, and much that it does not.

No answer is a 5xx, and every answer is as the document says. scripts/soak asks more.
"""

import warnings
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
import requests
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

with warnings.catch_warnings(action="ignore"):
    import schemathesis
    from schemathesis import Case, GenerationMode
    from schemathesis.core.result import Ok
    from schemathesis.core.transport import Response as Answered
    from schemathesis.specs.openapi import checks

from dragoman.web.openapi import document
from dragoman.web.settings import WebSettings
from tests.web.client import Browser, Reply
from tests.web.test_matrix import api_rows
from tests.web.world import Site, site

EXAMPLES = 10
"""How many requests each route gets, from one of four askers each."""
AnyCase = Case[Any]
ROLES = ("player", "organizer", "stranger", "visitor")
# Each request is judged by what the document says of its route.
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
NAMES = [row.name for row in api_rows()]


class Fuzz:
    """A site with its document, and those who ask."""

    def __init__(self, here: Site) -> None:
        self.here = here
        described = document(here.app.state.rows)
        schema = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(described)))
        found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        self.operations = {f"{op.method.upper()} {op.path}": op for op in found}
        self.round = 0

    def scene(self) -> tuple[dict[str, Browser], dict[str, str]]:
        """New people at a new table, and the ids that a path may name."""
        self.round += 1
        here, n = self.here, self.round
        players = [here.person(f"Player {n} {k}") for k in range(3)]
        organizer = here.person(f"Organizer {n}")
        table = here.table(players, organizer)
        who = dict(zip(ROLES, (players[0], organizer, here.person(f"Zoe {n}")), strict=False))
        who["visitor"] = here.visitor()
        ids = {"table": table, "seat": "Austria", "n": "1", "variant": "standard"}
        return who, ids | {"name": f"Zoe {n}", "session": "0" * 16, "hook": "x"}

    def ask(self, who: Browser, case: AnyCase) -> Reply:
        """What somebody is answered."""
        query = urlencode(case.query or {}, doseq=True)
        path = case.formatted_path + (f"?{query}" if query else "")
        headers = {k.lower(): str(v) for k, v in (case.headers or {}).items()}
        sent = {k: v for k, v in headers.items() if v.isascii() and v.isprintable()}
        return who.send(case.method, path, body_of(case), **sent)

    def check(self, case: AnyCase, reply: Reply) -> None:
        """Whether an answer is as the document says."""
        request = requests.Request(case.method, f"http://testserver{case.formatted_path}")
        headers: dict[str, list[str]] = {}
        for name, value in reply.headers:
            headers.setdefault(name, []).append(value)
        answer = Answered(reply.status, headers, reply.body, request.prepare(), 0.1, False)
        case.validate_response(answer, checks=CHECKS)


def body_of(case: AnyCase) -> bytes | None:
    """The body of a case as bytes; none if it has none."""
    if isinstance(case.body, bytes):
        return case.body
    if type(case.body).__name__ == "NotSet":
        return None if case.method in ("GET", "DELETE") else b"{}"
    try:
        return msgspec.json.encode(case.body)
    except (UnicodeEncodeError, msgspec.MsgspecError):
        return b'"\\ud800"'


@pytest.fixture(scope="module")
def fuzz() -> Iterator[Fuzz]:
    """A site without limits, as it is asked more than people ask."""
    with site(settings=WebSettings(limits=False, heavy_at_once=4)) as here:
        yield Fuzz(here)


@pytest.mark.parametrize("name", NAMES)
def test_a_route_answers_as_its_document_says(fuzz: Fuzz, name: str) -> None:
    ask_route(fuzz, name, EXAMPLES)


def ask_route(fuzz: Fuzz, name: str, examples: int) -> None:
    """Ask a route so many times."""
    operation, (who, ids) = fuzz.operations[name], fuzz.scene()
    real = {p.name: ids[p.name] for p in operation.path_parameters}
    modes = [
        operation.as_strategy(mode, path_parameters=given)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        for given in ([real, None] if real else [None])
    ]

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
    )
    @given(st.one_of(*modes), st.sampled_from(ROLES))
    def asked(case: AnyCase, role: str) -> None:
        fuzz.check(case, fuzz.ask(who[role], case))

    with warnings.catch_warnings(action="ignore"):
        asked()
