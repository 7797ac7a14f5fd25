"""The house itself: what every function of this package is given first."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

import msgspec
from cachetools import LRUCache

from dragoman.house.limits import at_once, go_on
from dragoman.house.settings import HouseSettings
from dragoman.house.world import Clock, Mailer, NoMailer, Rng, SteadyClock, SystemRng
from dragoman.store.interface import Store, Tx
from dragoman.store.rows import Table

T = TypeVar("T")

PICTURES = 64 * 1024 * 1024
"""How many bytes are kept of pictures of the catalog, each drawn once."""
SKETCHES = 4 * 1024 * 1024
"""How many bytes are kept of pictures of what somebody put together from it, apart from those."""


VIEWS = 8 * 1024 * 1024
"""How many bytes are kept of views of games, so that each is put together once."""
READER = 20_000
"""About how many bytes it takes to read a seat's orders."""


class Notify(Protocol):
    """What tells accounts of something by mail or webhook: it writes rows into the outbox.

    The kinds are listed in `dragoman.house.mail.news`; `words` hold nothing secret.
    """

    def __call__(
        self, tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
    ) -> None:
        """Write down what is to be sent."""
        ...


def tell_nobody(
    tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
) -> None:
    """A house that sends nothing."""


class Think(Protocol):
    """What does work that may take long."""

    def __call__(self, work: Callable[..., T], /, *given: Any) -> T:
        """What the work answers; both can be pickled."""
        ...


class Cache:
    """Things that were computed, the last used ones kept; safe to use from several threads.

    `most` is how many are kept; where things differ much in size, how much they weigh together.
    """

    def __init__(self, most: int, weigh: Callable[[Any], int] = lambda _: 1) -> None:
        # One that is heavier than all that may be kept takes the whole room: the last one stays.
        self._kept: LRUCache[Hashable, object] = LRUCache(most, lambda v: min(weigh(v), most))
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> object | None:
        """What is kept under a key."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Hashable, value: object) -> None:
        """Keep something, and let go of what was not used for longest."""
        with self._lock:
            self._kept[key] = value

    def drop(self, key: Hashable) -> None:
        """Keep something no longer."""
        with self._lock:
            self._kept.pop(key, None)

    def get_or(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under a key, made anew if it is not."""
        found = self.get(key)
        if found is None:
            go_on()
            found = make()
            self.put(key, found)
        return found  # type: ignore[return-value]


def view_weight(value: object) -> int:
    """About how many bytes a view of a game takes."""
    try:
        return 5 * len(msgspec.json.encode(value))
    except TypeError:
        return READER


class Look:
    """One look at a store: a transaction that begins when something is read."""

    def __init__(self, store: Store, ends: ExitStack) -> None:
        self.store, self._ends = store, ends

    @cached_property
    def tx(self) -> Tx:
        """The transaction of this look."""
        return self._ends.enter_context(self.store.read())


_LOOK: ContextVar[Look | None] = ContextVar("look", default=None)
"""The look that is going on."""


class House:
    """Everything that the house works with; a test gives it a clock, a store and chance.

    `work` judges phases and lets bots think, `hands` at a time; `think` does what guests ask for,
    and `craft` what the workshop asks for, which may take longer. `shelf` is where published
    variants lie, once one of them was asked for.
    `opened` are tables of which a phase was opened lately, where bots may have to play; a hint
    that may be lost, as bots are asked again when the phase is judged.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock | None = None,
        mailer: Mailer | None = None,
        rng: Rng | None = None,
        settings: HouseSettings | None = None,
        notify: Notify = tell_nobody,
    ) -> None:
        self.store = store
        self.clock: Clock = clock or SteadyClock()
        self.mailer: Mailer = mailer or NoMailer()
        self.rng: Rng = rng or SystemRng()
        self.settings = settings or HouseSettings()
        self.notify = notify
        self.work: Think = at_once
        self.hands = 1
        self.think: Think = at_once
        self.craft: Think = at_once
        self.shelf: Path | None = None
        self.games = Cache(self.settings.cached_bytes, weigh=lambda game: int(game.weight))
        self.views = Cache(VIEWS, weigh=view_weight)
        self.variants = Cache(64)
        self.labels = Cache(4096)
        self.pictures = Cache(PICTURES, weigh=len)
        self.sketches = Cache(SKETCHES, weigh=len)
        self.opened: deque[str] = deque(maxlen=10_000)

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A view of what is kept; within a look, that of the look."""
        go_on()
        look = _LOOK.get()
        if look is not None and look.store is self.store:
            yield look.tx
            return
        with self.store.read() as tx:
            yield tx

    @contextmanager
    def look(self) -> Iterator[None]:
        """Let all that is read within come from one transaction, so that it fits together."""
        with ExitStack() as ends:
            before = _LOOK.set(Look(self.store, ends))
            try:
                yield
            finally:
                _LOOK.reset(before)

    @property
    def now(self) -> int:
        """Milliseconds since 1970, by the house's clock."""
        return self.clock.now()

    @property
    def sends_mail(self) -> bool:
        """Whether mails go anywhere."""
        return not isinstance(self.mailer, NoMailer)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where further variants are found: the host's own, then those that were published."""
        own = tuple(Path(folder) for folder in self.settings.folders)
        return own if self.shelf is None else (*own, self.shelf)
