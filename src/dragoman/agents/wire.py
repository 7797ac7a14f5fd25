"""JSON over HTTP with what Python brings along; a key is sent to one site and no other."""

import json
import urllib.request
from typing import Any

LARGEST = 16 * 1024 * 1024
"""How many bytes an answer may have."""


def _opener() -> urllib.request.OpenerDirector:
    """What opens addresses and follows no redirection, which might lead a key elsewhere."""
    found = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.HTTPDefaultErrorHandler,
    ):
        found.add_handler(handler())
    return found


_OPENER = _opener()


def send(method: str, address: str, body: Any, key: str, seconds: float) -> Any:
    """What an address answers: JSON as values, else text.

    A refusal is an `HTTPError`, whatever else goes wrong an `OSError` or a `ValueError`.
    """
    request = urllib.request.Request(
        address,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "User-Agent": "dragoman"}
        | ({"Authorization": f"Bearer {key}"} if key else {}),
        method=method,
    )
    with _OPENER.open(request, timeout=seconds) as reply:
        data = reply.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError("the answer is too long")
        plain = reply.headers.get_content_type() != "application/json"
        return data.decode() if plain else json.loads(data)
