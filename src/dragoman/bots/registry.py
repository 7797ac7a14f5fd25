"""The bots by name."""

from collections.abc import Callable

from dragoman.bots.base import Bot
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.search import SearchBot
from dragoman.bots.uniform import RandomBot
from dragoman.errors import RequestError

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
"""What makes each bot, by its name."""


def make_bot(name: str) -> Bot:
    """The bot of a name; it may be given any number of seats."""
    if name not in BOTS:
        raise RequestError(f"no bot {name!r}: there are {', '.join(BOTS)}")
    return BOTS[name]()
