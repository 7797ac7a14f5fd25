"""The bots by name: those of the package, those that other packages bring, and one's own."""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from dragoman.bots.base import Bot
from dragoman.bots.dumb import DumbBot
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.learned import LearnedBot
from dragoman.bots.search import SearchBot
from dragoman.bots.uniform import RandomBot
from dragoman.errors import RequestError

BOTS: dict[str, Callable[[float | None], Bot]] = {
    "random": lambda seconds: RandomBot(),
    "dumb": lambda seconds: DumbBot(),
    "greedy": lambda seconds: GreedyBot(),
    "search": lambda seconds: SearchBot(seconds=seconds),
    "learned": lambda seconds: LearnedBot(seconds=seconds),
}
"""What makes each bot, by its name, given how long it may think if the clock counts.

They stand in the order of their strength.
"""

GROUP = "dragoman.bots"
"""The entry points by which other packages bring bots."""

METHODS = ("orders", "agrees")


@cache
def brought() -> dict[str, EntryPoint]:
    """The bots that other packages bring, by name; those of this one keep theirs."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def bot_names() -> list[str]:
    """The names of all bots that may sit at tables."""
    return [*BOTS, *brought()]


def make_bot(name: str, *, seconds: float | None = None, swift: bool = False) -> Bot:
    """The bot of a name, or of a class of one's own as `module:Class`; for any number of seats.

    At tables `seconds` cuts its thinking; without, a seed decides what it orders. A `swift` bot
    orders the same, sooner, by loops that are compiled at first use.
    """
    if name in BOTS:
        bot = BOTS[name](seconds)
    elif name in brought():
        bot = checked_bot(name, brought()[name].load)
    elif ":" in name:
        bot = checked_bot(name, lambda: own_class(name))
    else:
        raise RequestError(
            f"no bot {name!r}: there are {', '.join(bot_names())}, "
            "and classes of your own, written module:Class"
        )
    if hasattr(bot, "swift"):
        bot.swift = swift
    return bot


def own_class(name: str) -> Any:
    """What `module:Class` names; modules in the present folder are found too."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        # A command that is installed does not look into the folder where it is called.
        sys.path.append(here)
    return getattr(import_module(module), attribute)


def checked_bot(name: str, load: Callable[[], Any]) -> Bot:
    """A bot made by a class that is loaded, if it is one."""
    try:
        bot: Bot = load()()
    except Exception as error:
        raise RequestError(f"no bot {name!r}: {type(error).__name__}: {error}") from error
    missing = [method for method in METHODS if not callable(getattr(bot, method, None))]
    if missing:
        raise RequestError(f"{name!r} is no bot: it has no {' and no '.join(missing)}")
    return bot
