"""From an address to a store."""

from dragoman.errors import RequestError
from dragoman.store.interface import Store
from dragoman.store.memory import MemoryStore


def open_store(url: str) -> Store:
    """The store at an address: `memory:`, `sqlite:///PATH` or `postgresql://…`."""
    if url == "memory:":
        return MemoryStore()
    raise RequestError(
        f"no store at {url!r}: it is memory:, sqlite:///PATH or postgresql://USER@HOST/NAME"
    )
