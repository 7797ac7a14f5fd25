"""Bots at tables: each is shown its seat's view and nothing else, and never holds a game up."""

import logging
from random import Random

from dragoman.bots import BOTS, look, make_bot, written
from dragoman.bots.base import quiet_years
from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.games import Played
from dragoman.house.limits import limited
from dragoman.model import Seat

LOG = logging.getLogger(__name__)


def check_bot(house: House, name: str) -> str:
    """The name of a bot that there is."""
    if name not in BOTS:
        raise Invalid(f"no bot {name[:40]!r}: there are {', '.join(BOTS)}", "bot")
    return name


def bot_orders(house: House, game: Played, seat: str, bot: str) -> str:
    """What a bot orders for a seat; nothing if it fails or takes too long, so defaults apply."""
    chance = Random(f"{game.seed}/{seat}/{game.events}")

    def play() -> str:
        sight = look(game.ask, Seat(seat), quiet=quiet_years(game.steps))
        return "\n".join(written(make_bot(bot).orders(sight, chance)))

    try:
        return limited(house.settings.bot_budget, play)
    except Exception:
        LOG.exception("the bot %s failed", bot)
        return ""


def bot_agrees(house: House, game: Played, seat: str, bot: str) -> bool:
    """Whether a bot agrees to a draw."""

    def ask() -> bool:
        return make_bot(bot).agrees(look(game.ask, Seat(seat), quiet=quiet_years(game.steps)))

    try:
        return limited(house.settings.bot_budget, ask)
    except Exception:
        LOG.exception("the bot %s failed", bot)
        return False
