"""Attributes that are worked out when they are first read."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

T = TypeVar("T")


class kept(Generic[T]):
    """A method of which the answer becomes an attribute.

    That of functools takes a lock and a dictionary, which cost more than most of what is kept of a
    position.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__

    def __get__(self, of: Any, owner: type | None = None) -> T:
        found = self.make(of)
        setattr(of, self.name, found)
        return found

    if TYPE_CHECKING:

        def __set__(self, of: Any, value: T) -> None:
            """Set beforehand, it is never worked out."""
