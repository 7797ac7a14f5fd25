"""A store that fails at a chosen step, to see what that does to those who use it (F4)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from dragoman.store import Store, StoreDown, Tx


class Stepped:
    """A store of which every step is announced before it is taken, so that it can fail there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.listen, self.close = store.listen, store.close

    def step(self, name: str) -> None:
        """Take a step, or fail."""
        raise NotImplementedError

    @contextmanager
    def write(self) -> Iterator[Tx]:
        """A transaction that may write."""
        self.step("write")
        with self._store.write() as tx:
            yield cast(Tx, FailingTx(tx, self.step))
            self.step("before it is kept")
        self.step("after it is kept")

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A view."""
        self.step("read")
        with self._store.read() as tx:
            yield cast(Tx, FailingTx(tx, self.step))


class FailingStore(Stepped):
    """A store of which the n-th step fails, counted from 1; `at=0` never fails and only counts.

    Steps are: the beginning of every transaction, every call on it, the moment before a write is
    kept (nothing happened) and the moment after (all happened, but nobody hears of it).
    Use: for n = 1, 2, … run something until `failed` stays False.
    """

    def __init__(
        self, store: Store, at: int, error: Callable[[str], Exception] = StoreDown
    ) -> None:
        super().__init__(store)
        self._at = at
        self._error = error
        self.steps: list[str] = []

    @property
    def failed(self) -> bool:
        """Whether the step at which to fail was reached."""
        return 0 < self._at <= len(self.steps)

    def step(self, name: str) -> None:
        """Count a step, and fail if it is the one."""
        self.steps.append(name)
        if len(self.steps) == self._at:
            raise self._error(f"step {self._at} fails: {name}")


class FailingTx:
    """A transaction that counts the calls on it."""

    def __init__(self, tx: Tx, step: Callable[[str], None]) -> None:
        self._tx = tx
        self._step = step

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._tx, name)

        def called(*args: Any, **kwargs: Any) -> Any:
            self._step(f"{name} {getattr(args[0], 'NAME', '') if args else ''}".strip())
            return method(*args, **kwargs)

        return called
