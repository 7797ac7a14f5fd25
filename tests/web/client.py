"""A browser for tests: it calls the application directly, keeps cookies, and says where it is."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from msgspec import Struct
from starlette.applications import Starlette


class Reply(Struct, frozen=True):
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return msgspec.json.decode(self.body)

    @property
    def error(self) -> Any:
        """What a refusal says."""
        return self.json["error"]

    def header(self, name: str) -> str:
        """A header, or nothing."""
        return next((value for key, value in self.headers if key == name), "")


class Server:
    """An application with its event loop in a thread of its own."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Awaitable[Any]) -> Any:
        """What some work comes to in the loop."""

        async def wrapped() -> Any:
            return await work

        return asyncio.run_coroutine_threadsafe(wrapped(), self.loop).result(300)

    def end(self) -> None:
        """Stop the loop."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(60)
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


@contextmanager
def serving(app: Starlette) -> Iterator[Server]:
    """An application that has been started, and is stopped afterwards."""
    server = Server(app)
    life = app.router.lifespan_context(app)
    server.run(life.__aenter__())
    try:
        yield server
    finally:
        server.run(life.__aexit__(None, None, None))
        server.end()


class Browser:
    """Somebody who asks: with a cookie jar, an address, and headers as browsers send them."""

    def __init__(self, server: Server, address: str = "198.51.100.7") -> None:
        self.server, self.address = server, address
        self.cookies: dict[str, str] = {}
        self.headers = {"host": "testserver", "sec-fetch-site": "same-origin"}

    def get(self, path: str, **headers: str) -> Reply:
        """Ask for something."""
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        """Do something."""
        return self.send("POST", path, {} if body is None else body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Reply:
        """Set something."""
        return self.send("PUT", path, {} if body is None else body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Reply:
        """Change something."""
        return self.send("PATCH", path, {} if body is None else body, **headers)

    def delete(self, path: str, **headers: str) -> Reply:
        """Take something away."""
        return self.send("DELETE", path, None, **headers)

    def send(self, method: str, path: str, body: Any, **headers: str) -> Reply:
        """Send a request; a body that is not bytes is sent as JSON."""
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        )
        given = {**self.headers, **{k.replace("_", "-"): v for k, v in headers.items()}}
        if body is not None:
            given.setdefault("content-type", "application/json")
        if self.cookies:
            given["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        given = {name: value for name, value in given.items() if value != "-"}
        reply: Reply = self.server.run(self.call(method, path, raw, given))
        self.keep(reply)
        return reply

    def scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        """A request as ASGI knows it."""
        plain, _, query = path.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": unquote(plain),
            "raw_path": quote(plain, safe="/%").encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in headers.items()],
            "client": (self.address, 50000),
            "server": ("testserver", 80),
            "state": {},
        }

    async def call(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Reply:
        """Call the application."""
        sent: list[Any] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            await asyncio.Event().wait()
            return None

        async def send(message: Any) -> None:
            sent.append(message)

        await self.server.app(self.scope(method, path, headers), receive, send)
        fields = [(k.decode(), v.decode("latin-1")) for k, v in sent[0]["headers"]]
        return Reply(sent[0]["status"], fields, b"".join(m.get("body", b"") for m in sent[1:]))

    def keep(self, reply: Reply) -> None:
        """Keep the cookies that were set, and forget those that were cleared."""
        for name, value in reply.headers:
            if name == "set-cookie":
                for key, morsel in SimpleCookie(value).items():
                    self.cookies[key] = morsel.value
                    if not morsel.value or morsel["max-age"] == "0":
                        del self.cookies[key]

    @contextmanager
    def stream(self, path: str) -> Iterator["Stream"]:
        """An open stream of events."""
        headers = dict(self.headers)
        if self.cookies:
            headers["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        stream = Stream(self.server, self.scope("GET", path, headers))
        stream.begin()
        try:
            yield stream
        finally:
            stream.leave()


class Stream:
    """A stream of server-sent events that is being read."""

    def __init__(self, server: Server, scope: dict[str, Any]) -> None:
        self.server, self.scope = server, scope
        self.messages: list[Any] = []
        self.changed = threading.Condition()
        self.gone: asyncio.Event | None = None
        self.done = False

    def ask(self) -> None:
        """Send the request."""
        self.task = asyncio.run_coroutine_threadsafe(self._run(), self.server.loop)

    def begin(self) -> None:
        """Open the stream."""
        self.ask()
        self.wait(lambda: bool(self.messages))

    async def _run(self) -> None:
        self.gone = asyncio.Event()
        waiting = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            assert self.gone is not None
            await self.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            with self.changed:
                self.messages.append(message)
                self.changed.notify_all()

        try:
            await self.server.app(self.scope, receive, send)
        finally:
            with self.changed:
                self.done = True
                self.changed.notify_all()

    @property
    def status(self) -> int:
        """How the stream was answered."""
        return int(self.messages[0]["status"])

    @property
    def text(self) -> str:
        """What has come so far."""
        return b"".join(m.get("body", b"") for m in list(self.messages)[1:]).decode()

    def wait(self, until: Callable[[], bool], seconds: float = 60) -> bool:
        """Wait until something holds; whether it came to hold."""
        with self.changed:
            return self.changed.wait_for(until, seconds)

    def leave(self) -> None:
        """Close the stream from the browser's side."""
        gone = self.gone
        if gone is not None:
            self.server.loop.call_soon_threadsafe(gone.set)
        self.task.result(60)
