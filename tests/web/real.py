"""Real servers for tests: processes of their own, that can be killed, and callers over sockets.

Each is forked from a process that has imported everything, so that it is up in no time.
"""

import atexit
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import msgspec

from dragoman.house.core import House
from dragoman.house.mail.notices import Notices
from dragoman.house.mail.smtp import SmtpSettings
from dragoman.house.people.names import email_key, name_key
from dragoman.house.tables.who import hashed
from dragoman.store import open_store
from dragoman.store.rows import Account, Session
from dragoman.web.serve import Chosen

YEAR = 365 * 86_400_000
PATIENCE = 300
"""For how many seconds an answer is waited for: the machine may be busy."""


class Zygote:
    """The process that servers are forked from."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "tests.web.zygote"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, env=environment, **pipes)  # type: ignore[call-overload]
        atexit.register(self.process.kill)
        assert self.process.stdout.readline() == b"ready\n"

    def fork(self, chosen: Chosen, seed: int | None) -> int:
        """A new server; the number of its process."""
        self.process.stdin.write(msgspec.json.encode([chosen, seed]) + b"\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@cache
def zygote() -> Zygote:
    """The one zygote of this process."""
    return Zygote()


def free_port() -> int:
    """A port that nobody uses, below those that the system gives to whoever calls somebody.

    Among those, a caller who tries a server that is not up yet may take its port, or meet himself.
    """
    for _ in range(100):
        port = secrets.randbelow(20_000) + 12_000
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise OSError("no port is free")


class Real:
    """A server in a process of its own."""

    def __init__(
        self,
        store: str,
        *,
        smtp: SmtpSettings | None = None,
        seed: int | None = None,
        limits: bool = False,
    ) -> None:
        self.store, self.smtp, self.seed, self.limits = store, smtp, seed, limits
        self.port = free_port()
        self.process = 0
        self.callers: list[Caller] = []

    def start(self) -> float:
        """Start the server; how many seconds until it answered."""
        begun = time.monotonic()
        chosen = Chosen(port=self.port, store=self.store, limits=self.limits, smtp=self.smtp)
        self.process = zygote().fork(chosen, self.seed)
        caller = Caller(self)
        while time.monotonic() < begun + 60:
            try:
                assert caller.get("/api/health")[0] == 200
                os.kill(self.process, 0)
                return time.monotonic() - begun
            except OSError:
                time.sleep(0.005)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """Kill the server as nothing else can, and see that it is gone."""
        os.kill(self.process, signal.SIGKILL)
        while True:
            try:
                os.kill(self.process, 0)
            except ProcessLookupError:
                return
            time.sleep(0.001)

    def hang_up(self) -> None:
        """Let nobody speak to the server any more."""
        callers, self.callers = self.callers, []
        for caller in callers:
            caller.close()

    def __enter__(self) -> "Real":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.hang_up()


class Caller:
    """Somebody who asks over a socket, logged in by a token."""

    def __init__(self, server: Real, token: str = "") -> None:
        self.server, self.token = server, token
        self.connection: http.client.HTTPConnection | None = None
        server.callers.append(self)

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()

    def get(self, path: str) -> tuple[int, Any]:
        """Ask for something."""
        return self.send("GET", path, None)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Do something."""
        return self.send("POST", path, {} if body is None else body)

    def put(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Set something."""
        return self.send("PUT", path, {} if body is None else body)

    def send(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """The status and the body of an answer; an OSError if the server went away meanwhile."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.server.port, timeout=PATIENCE
            )
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        raw = None if body is None else msgspec.json.encode(body)
        if raw is not None:
            headers["content-type"] = "application/json"
        try:
            self.connection.request(method, path, raw, headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            raise ConnectionError(str(error)) from error
        # A file is compared byte by byte.
        plain = "content-disposition" not in answer.headers
        return answer.status, msgspec.json.decode(data) if plain else data


def add_person(house: House, name: str, email: str = "") -> str:
    """A person who is logged in; the token."""
    token = hashed(f"token of {name}")
    row = Account(
        id=f"id-{name.lower()}",
        name=name,
        name_key=name_key(name),
        email=email,
        email_key=email_key(email) if email else None,
        created=house.now,
    )
    session = Session(
        id=hashed(token), account=row.id, created=house.now, seen=house.now, until=house.now + YEAR
    )
    with house.store.write() as tx:
        tx.add(row)
        tx.add(session)
    return token


def closed_house(url: str) -> House:
    """The house of a store whose server is not running, to prepare or to look at it."""
    house = House(open_store(url))
    house.notify = Notices(house.clock)
    return house


def sqlite_url(folder: Path) -> str:
    """A new database in a folder."""
    return f"sqlite:///{folder / 'dragoman.sqlite'}"


def own_database(url: str, name: str) -> str:
    """A new database on a PostgreSQL server, which no other test empties."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{name}"))
