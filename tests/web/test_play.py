"""`dragoman play`: a free port, and a browser that opens when the server answers."""

import http.server
import socket
import threading
import webbrowser
from typing import ClassVar

import pytest

from dragoman.errors import RequestError
from dragoman.web import play


class Healthy(http.server.BaseHTTPRequestHandler):
    """A server that is well."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_the_port_wanted_is_taken_if_it_is_free_else_the_next() -> None:
    with socket.socket() as used:
        used.bind((play.HOST, 0))
        used.listen()
        busy = used.getsockname()[1]
        assert busy < play.free_port(busy) < busy + play.TRIED


def test_if_all_ports_are_in_use_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "TRIED", 1)
    with socket.socket() as used:
        used.bind((play.HOST, 0))
        used.listen()
        with pytest.raises(RequestError, match="are in use"):
            play.free_port(used.getsockname()[1])


def test_the_browser_opens_once_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_)
    with http.server.HTTPServer((play.HOST, 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://{play.HOST}:{server.server_port}"
        play.open_when_ready(address)
        server.shutdown()
    assert opened == [address]


def test_this_computer_is_asked_itself_and_not_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that leads outside knows nothing of it, and the browser would open late."""
    monkeypatch.setattr(play, "PATIENCE", 1.0)
    monkeypatch.setattr(webbrowser, "open", lambda address: True)
    monkeypatch.setattr(Healthy, "asked", [])
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with http.server.HTTPServer((play.HOST, 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        play.open_when_ready(f"http://{play.HOST}:{server.server_port}")
        server.shutdown()
    assert Healthy.asked == ["/api/health"]


def test_where_no_browser_opens_the_address_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    monkeypatch.setattr(play, "PATIENCE", 0.0)
    play.open_when_ready("http://127.0.0.1:9")
    assert "http://127.0.0.1:9" in capsys.readouterr().err
