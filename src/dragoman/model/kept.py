"""What is worked out once: attributes when they are first read, and small tables."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


@lru_cache(maxsize=500)
def singles(count: int) -> tuple[tuple[int, ...], ...]:
    """The first numbers, each by itself: asked for by whatever has one of each as a rule.

    >>> singles(3)
    ((0,), (1,), (2,))
    """
    return tuple([(n,) for n in range(count)])


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


class Remembered(dict[K, T]):
    """What a function says of each key, worked out when first looked up; of too many, all is lost.

    That of functools keeps count of who was asked for last, which costs more than most answers.
    """

    def __init__(self, say: Callable[[K], T], most: int) -> None:
        super().__init__()
        self.say, self.most = say, most

    def __missing__(self, key: K) -> T:
        found = self.say(key)
        if len(self) >= self.most:
            self.clear()
        self[key] = found
        return found
