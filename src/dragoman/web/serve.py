"""`dragoman serve`: the house with its store, its chores and its mail, and uvicorn before it."""

import asyncio
import gc
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from starlette.applications import Starlette

from dragoman.errors import DragomanError, RequestError, did_you_mean
from dragoman.house.clock.clocks import beat, forget_reminders
from dragoman.house.clock.runner import keep_time, let_bots_play
from dragoman.house.core import House
from dragoman.house.mail import notices
from dragoman.house.mail.hooks import HookPoster
from dragoman.house.mail.smtp import SECURITY, SmtpMailer, SmtpSettings
from dragoman.house.people.accounts import forget_expired
from dragoman.house.people.admins import bind_admins
from dragoman.house.play.upgrades import hold_all
from dragoman.house.settings import HouseSettings, Makers
from dragoman.house.tables.catalog import left_out
from dragoman.house.workshop.runs import work_on
from dragoman.house.world import Mailer, SharedClock
from dragoman.store import open_store
from dragoman.store.interface import Timed
from dragoman.store.rows import Table
from dragoman.web import limits, replies
from dragoman.web.app import Chores, create_app
from dragoman.web.limits import Limiter, MemoryLimiter, StoreLimiter
from dragoman.web.memory import give_back, share_memory
from dragoman.web.settings import WebSettings, networks
from dragoman.workshop.texts import sweep_left

CHOSEN = "DRAGOMAN_SERVE"
"""The variable by which a worker learns what was chosen on the command line."""
LOG = logging.getLogger("dragoman.web")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SMTP = "DRAGOMAN_SMTP_"
"""How the variables begin that choose the mail server."""
_HOST_ALONE = re.compile(r"https?://[^/?#\s]+/?")


class Chosen(Struct, frozen=True, kw_only=True):
    """What was chosen on the command line and in the environment."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = "memory:"
    workers: int = 1
    base_url: str = ""
    proxies: tuple[str, ...] = ()
    admins: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    private_hooks: bool = False
    embed: tuple[str, ...] = ()
    limits: bool = True
    workshop: Makers = "people"
    publish: Makers = "people"
    smtp: SmtpSettings | None = None

    @property
    def shared(self) -> bool:
        """Whether several processes may use the store at once."""
        return self.store.startswith("postgres")


def store_url(data: str, environment: dict[str, str]) -> str:
    """Where things are kept: in the database of DATABASE_URL, else in the folder."""
    if environment.get("DATABASE_URL"):
        return environment["DATABASE_URL"]
    folder = Path(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RequestError(f"--data {data}: {error.strerror}") from error
    return f"sqlite:///{folder.resolve() / 'dragoman.sqlite'}"


def smtp_settings(environment: dict[str, str]) -> SmtpSettings | None:
    """The mail server that the environment names, if it does (DRAGOMAN_SMTP_HOST and others).

    A variable that is empty says nothing.
    """
    given = {k: v for k, v in environment.items() if k.startswith(SMTP) and v}
    if f"{SMTP}HOST" not in given:
        return None
    check_smtp(given)
    settings = {name.removeprefix(SMTP).lower(): value for name, value in given.items()}
    try:
        return msgspec.convert(settings, SmtpSettings, strict=False)
    except msgspec.ValidationError as error:
        raise RequestError(f"{SMTP}…: {error}") from error


def check_smtp(given: dict[str, str]) -> None:
    """Refuse variables that would not do what they seem to."""
    known = [f"{SMTP}{field.upper()}" for field in SmtpSettings.__struct_fields__]
    for name in sorted(given.keys() - set(known)):
        raise RequestError(f"no variable {name}{did_you_mean(name, known)}")
    security = given.get(f"{SMTP}SECURITY", SECURITY[0])
    if security not in SECURITY:
        # Any other word would have the password sent in the open.
        right = f"expected {', '.join(SECURITY[:-1])} or {SECURITY[-1]}"
        raise RequestError(f"{SMTP}SECURITY: {right}, found {security!r}")
    port = given.get(f"{SMTP}PORT", "587")
    if not port.isdecimal():
        raise RequestError(f"{SMTP}PORT: expected a number, found {port!r}")


def make_house(chosen: Chosen) -> House:
    """The house that was chosen."""
    mailer: Mailer | None = SmtpMailer(chosen.smtp) if chosen.smtp else None
    settings = HouseSettings(
        base_url=site(chosen),
        folders=chosen.folders,
        workshop=chosen.workshop,
        publish=chosen.publish,
    )
    store = open_store(chosen.store)
    clock = SharedClock(store.clock) if isinstance(store, Timed) else None
    house = House(store, clock, mailer=mailer, settings=settings)
    house.notify = notices.Notices(house.clock, site(chosen), house.folders)
    if not chosen.shared:
        take_over(house)
    return house


def let_wait(house: House) -> House:
    """Stop the clocks of games that were begun by other rules, and say which these are."""
    for concern in hold_all(house):
        print(f"Waits: {concern.title} ({concern.table}): {concern.why}", file=sys.stderr)
    return house


def take_over(house: House) -> None:
    """Let phases that a dead server was judging be judged at once: nobody else can be at them."""
    with house.store.write() as tx:
        tx.change(Table, {"status": "running"}, tried=None)


def site(chosen: Chosen) -> str:
    """The address that browsers use."""
    return chosen.base_url or f"http://{chosen.host}:{chosen.port}"


def chores(house: House, chosen: Chosen) -> Chores:
    """What each process does in the background, and every how many seconds."""
    post = HookPoster(private=chosen.private_hooks)
    send = notices.HookSender(post)

    def sweep() -> None:
        replies.sweep(house)
        notices.sweep(house)
        forget_reminders(house)
        forget_expired(house)
        sweep_left(3600)
        limits.sweep(house.store, house.now)

    return (
        (0.0, lambda: keep_time(house)),
        (0.0, lambda: let_bots_play(house)),
        # However long a round takes: the house is not down while it works.
        (1.0, lambda: beat(house)),
        (1.0, lambda: notices.deliver(house, post, notices.MAILS)),
        (1.0, lambda: send(house)),
        (1.0, lambda: work_on(house)),
        (60.0, give_back),
        (3600.0, sweep),
    )


def check_origins(given: tuple[str, ...]) -> None:
    """Sites that may show our boards are addresses without a path, or a star for all."""
    for one in given:
        if one != "*" and not _HOST_ALONE.fullmatch(one):
            raise RequestError(f"--embed: {one!r}: write a site such as https://example.org, or *")


def make_app(chosen: Chosen, house: House | None = None) -> Starlette:
    """The application that was chosen."""
    house = house or make_house(chosen)
    bind_admins(house, chosen.admins)
    limiter: Limiter = StoreLimiter(house.store) if chosen.shared else MemoryLimiter()
    settings = WebSettings(
        base_url=chosen.base_url,
        proxies=chosen.proxies,
        admins=chosen.admins,
        limits=chosen.limits,
        streams_each=WebSettings().streams_each if chosen.limits else WebSettings().most_streams,
        private_hooks=chosen.private_hooks,
        embed=chosen.embed,
    )
    return create_app(house, settings, limiter=limiter, chores=chores(house, chosen))


def settle() -> None:
    """Let the collector look no more at what stays for good: each time, all pages would wait."""
    gc.collect()
    gc.freeze()
    share_memory()


def worker() -> Starlette:
    """The application of one of several worker processes."""
    try:
        app = make_app(msgspec.json.decode(os.environ[CHOSEN], type=Chosen))
    except DragomanError as error:
        sys.exit(f"dragoman: {' '.join(str(error).split())}")
    settle()
    live = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[Any]:
        async with live(app) as state:
            close_streams_on_signal(app)
            yield state

    app.router.lifespan_context = lifespan
    return app


def close_streams_on_signal(app: Starlette) -> None:
    """Let streams end as soon as this process is asked to stop; uvicorn's own server is its own."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, partial(_on_signal, loop, app, signal.getsignal(number)))


def _on_signal(
    loop: asyncio.AbstractEventLoop, app: Starlette, then: Any, number: int, frame: Any
) -> None:
    loop.call_soon_threadsafe(app.state.hub.close)
    if callable(then):
        then(number, frame)


def serve(chosen: Chosen) -> None:
    """Serve until asked to stop."""
    check(chosen)
    with bound(chosen) as port:
        # Where any port would do, the one that was found is announced.
        chosen = msgspec.structs.replace(chosen, port=port.getsockname()[1])
        if chosen.workers > 1:
            serve_by_many(chosen, port)
            return
        app = make_app(chosen, let_wait(make_house(chosen)))
        announce(chosen)
        serve_app(app, chosen, port)


def bound(chosen: Chosen) -> socket.socket:
    """The port that was chosen, taken before anything is said of it."""
    try:
        found = socket.getaddrinfo(chosen.host, chosen.port, type=socket.SOCK_STREAM)
        return socket.create_server(
            found[0][4][:2], family=found[0][0], backlog=2048, reuse_port=False
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise RequestError(f"--port: {chosen.host}:{chosen.port}: {reason}") from error


def serve_by_many(chosen: Chosen, port: socket.socket) -> None:
    """Serve with several processes until asked to stop."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    # What keeps the workers from the database, and what waits, is told once, not by each of them.
    let_wait(make_house(chosen)).store.close()
    announce(chosen)
    os.environ[CHOSEN] = msgspec.json.encode(chosen).decode()
    config = uvicorn.Config(
        "dragoman.web.serve:worker", factory=True, workers=chosen.workers, **common()
    )
    Multiprocess(config, sockets=[port]).run()


def common() -> dict[str, Any]:
    """How uvicorn is to serve, with one process or with several."""
    from dragoman.web.connections import BoundedConnection

    return {
        "http": BoundedConnection,
        "ws": "none",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "log_level": "warning",
        # Longer than proxies keep a connection, so that none meets a closed one.
        "timeout_keep_alive": 75,
        "timeout_graceful_shutdown": 5,
    }


def serve_app(app: Starlette, chosen: Chosen, port: socket.socket | None = None) -> None:
    """Serve an application in this process until asked to stop."""
    import uvicorn

    settle()
    server = uvicorn.Server(uvicorn.Config(app, **common()))
    close_streams_first(server, app)
    server.run(sockets=[port or bound(chosen)])


def close_streams_first(server: Any, app: Starlette) -> None:
    """Let streams end when the server is asked to stop, which would else wait for them."""
    shutdown = server.shutdown

    async def stop(*args: Any, **kwargs: Any) -> None:
        app.state.hub.close()
        await shutdown(*args, **kwargs)

    server.shutdown = stop


def check(chosen: Chosen) -> None:
    """Refuse what cannot work."""
    if chosen.workers > 1 and not chosen.shared:
        raise RequestError(
            "--workers: several processes need PostgreSQL (DATABASE_URL); SQLite serves with one"
        )
    if chosen.base_url and not _HOST_ALONE.fullmatch(chosen.base_url):
        raise RequestError(
            f"--base-url: {chosen.base_url!r} is not a scheme and a host alone: "
            "write such as https://table.example.org"
        )
    check_origins(chosen.embed)
    networks(chosen.proxies)


def announce(chosen: Chosen) -> None:
    """Say where the table stands, and what its visitors should know."""
    print(f"Dragoman is at {site(chosen)} (API: {site(chosen)}/api)", file=sys.stderr)
    for ref, fault in left_out(tuple(map(Path, chosen.folders))).items():
        print(f"Left out: {ref}: {fault}", file=sys.stderr)
    alone = chosen.host in LOOPBACK and not chosen.base_url
    if not alone and not site(chosen).startswith("https://"):
        print(
            "Plain http: fine in a network that you trust; the cookie has no prefix. Anybody in "
            "between can read along; for others give --base-url https://… and a proxy with TLS.",
            file=sys.stderr,
            flush=True,
        )
