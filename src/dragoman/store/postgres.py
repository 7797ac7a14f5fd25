"""The store in PostgreSQL, for several processes at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread

import msgspec
import psycopg
from sqlalchemy import URL, Engine, create_engine, make_url, text
from sqlalchemy import exc as sql_errors
from sqlalchemy.engine.interfaces import IsolationLevel

from dragoman.store.base import Listeners, OneAtATime
from dragoman.store.interface import GAP, StoreDown, Taken, Tx
from dragoman.store.migrate import migrate
from dragoman.store.sql import SqlTx, dangling, translated
from dragoman.store.view import ReadOnlyStore

CHANNEL = "dragoman"
CONNECTING: dict[str, object] = {
    "connect_timeout": 5,
    # A peer that vanished is noticed within half a minute.
    **{"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3},
    # Nobody waits for ever for a lock, nor keeps one for ever.
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
}

MOST = 10
"""How many connections of a process write, and how many read.

With that which listens, four processes fit into the hundred that PostgreSQL has unless told else.
"""

# Classes of SQLSTATE that pass: connection, rollback (deadlock), resources, operator, system.
PASSING = ("08", "40", "53", "57", "58", "25006", "25P", "55P03", "XX")


class PostgresStore:
    """Rows in PostgreSQL: real transactions with locks on rows, and messages between processes."""

    def __init__(self, url: str) -> None:
        address = address_of(url)
        # Those who write lock rows by name; those who read see one moment.
        self._writers = _engine(address, "READ COMMITTED")
        self._views = ReadOnlyStore(reading_engine(url), fault)
        self.read = self._views.read
        self._one = OneAtATime()
        self._ear = Listener(address)
        self._is_open = True
        try:
            with translated(fault), self._writers.connect() as connection:
                migrate(connection)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def write(self) -> Iterator[Tx]:
        """A transaction that may write, beside others."""
        self._must_be_open()
        with self._one(), translated(fault), self._writers.begin() as connection:
            tx = SqlTx(connection, True, fault)
            try:
                yield tx
                tx.finish()
            finally:
                tx.open = False
            for message in tx.messages:
                connection.execute(NOTIFY, {"channel": CHANNEL, "payload": _payload(message)})

    def clock(self) -> int:
        """Milliseconds since 1970 by the clock of the database, which all hosts share."""
        self._must_be_open()
        with translated(fault), self._writers.connect() as connection:
            return int(connection.execute(CLOCK).scalar_one())

    def listen(self, heard: Callable[[str, str], None]) -> Callable[[], None]:
        """Hear what any process tells from now on; returns what ends it."""
        self._must_be_open()
        return self._ear.listen(heard)

    def close(self) -> None:
        """Let go of all connections."""
        self._is_open = False
        self._ear.close()
        self._writers.dispose()
        self._views.close()

    def _must_be_open(self) -> None:
        """Refuse to work on a closed store."""
        if not self._is_open:
            raise StoreDown("the store is closed")


CLOCK = text("SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint")
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


def _payload(message: tuple[str, str]) -> str:
    """What is sent of a topic and its body."""
    return msgspec.json.encode(message).decode()


def address_of(url: str) -> URL:
    """An address with its driver."""
    return make_url(url).set(drivername="postgresql+psycopg")


def reading_engine(url: str) -> Engine:
    """Connections that cannot write, and whose transactions see one moment."""
    return _engine(address_of(url), "REPEATABLE READ").execution_options(postgresql_readonly=True)


def _engine(address: URL, isolation: IsolationLevel) -> Engine:
    """Connections that are tried before they are used."""
    return create_engine(
        address,
        isolation_level=isolation,
        pool_size=MOST,
        max_overflow=0,
        pool_timeout=10,
        pool_pre_ping=True,
        connect_args=CONNECTING,
    )


class Listener:
    """A thread that hears messages, connects again when it was cut off, and says so."""

    def __init__(self, address: URL) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._listeners = Listeners()
        self._starting = Lock()
        self._thread: Thread | None = None
        self._ready = Event()
        self._over = Event()

    def listen(self, heard: Callable[[str, str], None]) -> Callable[[], None]:
        """Hear everything from now on; returns what ends it."""
        stop = self._listeners.listen(heard)
        with self._starting:
            if not self._thread:
                self._thread = Thread(target=self._run, name="dragoman-listener", daemon=True)
                self._thread.start()
        # Without a connection it hears a gap once there is one.
        self._ready.wait(5)
        return stop

    def close(self) -> None:
        """End the thread."""
        self._over.set()
        if self._thread:
            self._thread.join(5)

    def _run(self) -> None:
        """Listen, and again after every cut, waiting longer each time up to two seconds."""
        cut, pause = False, 0.05
        while not self._over.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **CONNECTING) as connection:  # type: ignore[arg-type]
                    connection.execute(f"LISTEN {CHANNEL}")
                    if cut:
                        self._listeners.tell(GAP, "")
                    self._ready.set()
                    pause = 0.05
                    self._hear(connection)
            except psycopg.Error:
                cut = True
            self._over.wait(pause)
            pause = min(2 * pause, 2.0)

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        """Pass on messages, until the connection fails or all is over."""
        quiet = 0
        while not self._over.is_set():
            heard = False
            for notice in connection.notifies(timeout=0.2):
                heard = True
                self._pass_on(notice.payload)
                if self._over.is_set():
                    return
            quiet = 0 if heard else quiet + 1
            if quiet >= 50:  # ten quiet seconds: is anybody there?
                connection.execute("SELECT 1")
                quiet = 0

    def _pass_on(self, payload: str) -> None:
        """Tell the listeners; what others put on our channel is not ours."""
        with suppress(msgspec.DecodeError):
            topic, body = msgspec.json.decode(payload, type=tuple[str, str])
            self._listeners.tell(topic, body)


def fault(error: sql_errors.DBAPIError) -> Exception:
    """What an error of PostgreSQL means."""
    state = getattr(error.orig, "sqlstate", None) or ""
    if state == "23505":
        return Taken(str(error.orig))
    if state in ("23503", "23001"):
        return dangling(error.orig)
    if state.startswith(PASSING) or (not state and _is_cut(error)):
        said = " ".join(str(error.orig).split())
        return StoreDown(f"the database cannot be used now: {said}")
    return error


def _is_cut(error: sql_errors.DBAPIError) -> bool:
    """Whether the connection, rather than the request, is at fault."""
    return isinstance(error, sql_errors.OperationalError | sql_errors.InterfaceError)
