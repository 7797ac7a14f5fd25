"""What a host chooses for the server: what cannot work is refused before it starts."""

import socket
from typing import Any

import msgspec
import pytest
from uvicorn.supervisors import Multiprocess

from dragoman.errors import DragomanError, RequestError
from dragoman.house.mail.smtp import SmtpSettings
from dragoman.house.tables.alone import start_alone
from dragoman.store import Store, open_store
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Table
from dragoman.web import serve as serving
from dragoman.web.serve import Chosen, check, make_house, serve, smtp_settings
from tests.web.real import add_person, closed_house

HOST = {"DRAGOMAN_SMTP_HOST": "mail.example.org"}


def test_mail_is_chosen_by_variables() -> None:
    given = {"DRAGOMAN_SMTP_PORT": "465", "DRAGOMAN_SMTP_SECURITY": "tls"}
    found = smtp_settings(HOST | given)
    assert found is not None
    assert (found.host, found.port, found.security) == ("mail.example.org", 465, "tls")
    assert smtp_settings({"DRAGOMAN_SMTP_PORT": "465"}) is None


def test_an_empty_variable_says_nothing() -> None:
    empty = dict.fromkeys(["DRAGOMAN_SMTP_PORT", "DRAGOMAN_SMTP_SECURITY"], "")
    assert (
        smtp_settings(HOST | empty) == smtp_settings(HOST) == SmtpSettings(host="mail.example.org")
    )
    assert SmtpSettings(host="mail.example.org").security == "starttls"
    assert smtp_settings({"DRAGOMAN_SMTP_HOST": ""}) is None


@pytest.mark.parametrize("word", ["ssl", "STARTTLS", "start_tls", "no"])
def test_a_password_is_never_sent_in_the_open_by_a_slip(word: str) -> None:
    """Only the word `none` turns encryption off."""
    with pytest.raises(RequestError) as caught:
        smtp_settings(HOST | {"DRAGOMAN_SMTP_SECURITY": word})
    right = "expected starttls, tls or none"
    assert str(caught.value) == f"DRAGOMAN_SMTP_SECURITY: {right}, found {word!r}"


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("PORT", "abc", "DRAGOMAN_SMTP_PORT: expected a number, found 'abc'"),
        ("PASSWROD", "x", "no variable DRAGOMAN_SMTP_PASSWROD: did you mean DRAGOMAN_SMTP_PASSWOR"),
    ],
)
def test_what_is_wrong_with_a_variable_is_named(name: str, value: str, problem: str) -> None:
    with pytest.raises(RequestError) as caught:
        smtp_settings(HOST | {f"DRAGOMAN_SMTP_{name}": value})
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize("url", ["https://table.example", "http://10.0.0.2:8000", "https://t.ex/"])
def test_an_address_is_a_scheme_and_a_host(url: str) -> None:
    check(Chosen(store="memory:", base_url=url))


@pytest.mark.parametrize(
    "url",
    ["table.example", "ftp://table.example", "https://", "https://t.ex/games", "https://t.ex?a"],
)
def test_another_address_is_refused(url: str) -> None:
    """Pages, cookies and links are those of a whole host."""
    with pytest.raises(RequestError, match=r"--base-url: .*such as https://table.example.org"):
        check(Chosen(store="memory:", base_url=url))


def test_an_address_is_announced_only_once_its_port_is_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        with pytest.raises(RequestError, match=f"--port: 127.0.0.1:{port}: .*in use"):
            serve(Chosen(port=port))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"store": "postgresql://nobody@127.0.0.1:1/none"}, "cannot be used now"),
        ({"proxies": ("nonsense",)}, "write an address or a network"),
        ({"embed": ("nonsense",)}, "--embed: 'nonsense'"),
    ],
)
def test_what_is_wrong_is_told_before_there_are_workers(
    wrong: dict[str, Any],
    says: str,
    workers: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Once and in a line, not by each of them again and again."""
    monkeypatch.setattr(Multiprocess, "run", lambda self: pytest.fail("begun"))
    monkeypatch.setattr(serving, "open_store", opened)
    given = {"port": 0, "workers": workers, "store": "postgresql://here", **wrong}
    with pytest.raises(DragomanError, match=says):
        serve(msgspec.convert(given, Chosen))
    assert capsys.readouterr().err == ""


def opened(url: str) -> Store:
    """A store of one's own, in place of one that others might use."""
    return MemoryStore() if url == "postgresql://here" else open_store(url)


def test_what_waits_is_said_once_and_before_there_are_workers(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that was begun by other rules; each worker said it again, and after the address."""
    house = closed_house(postgres_url)
    add_person(house, "Ann")
    table = start_alone(house, "id-ann", "standard")
    with house.store.write() as tx:
        tx.change(Table, {"id": table}, version="0")
    house.store.close()
    chosen = Chosen(store=postgres_url, port=0, workers=2)
    monkeypatch.setattr(Multiprocess, "run", lambda self: make_house(chosen).store.close())
    serve(chosen)
    first, second, *others = capsys.readouterr().err.splitlines()
    assert first.startswith(f"Waits: Standard ({table}): ") and "Dragoman is at" in second
    assert not others


def test_a_worker_that_cannot_begin_says_so_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one that takes another's place while the database is away."""
    chosen = Chosen(store="postgresql://nobody@127.0.0.1:1/none", workers=2)
    monkeypatch.setenv(serving.CHOSEN, msgspec.json.encode(chosen).decode())
    with pytest.raises(SystemExit, match="dragoman: the database cannot be used now") as left:
        serving.worker()
    assert "\n" not in str(left.value)
