"""The bots by name."""

from collections.abc import Callable

from dragoman.bots.base import Bot
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.search import SearchBot
from dragoman.bots.uniform import RandomBot
from dragoman.errors import RequestError

BOTS: dict[str, Callable[[float | None], Bot]] = {
    "random": lambda seconds: RandomBot(),
    "greedy": lambda seconds: GreedyBot(),
    "search": lambda seconds: SearchBot(seconds=seconds),
}
"""What makes each bot, by its name, given how long it may think if the clock counts."""


def make_bot(name: str, *, seconds: float | None = None, swift: bool = False) -> Bot:
    """The bot of a name; it may be given any number of seats.

    At tables `seconds` cuts its thinking; without, a seed decides what it orders. A `swift` bot
    orders the same, sooner, by loops that are compiled at first use.
    """
    if name not in BOTS:
        raise RequestError(f"no bot {name!r}: there are {', '.join(BOTS)}")
    bot = BOTS[name](seconds)
    if isinstance(bot, GreedyBot | SearchBot):
        bot.swift = swift
    return bot
