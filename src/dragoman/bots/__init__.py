"""Bots: players that need only what a seat may see and what the judge says is legal."""

from dragoman.bots.base import Bot, Sight, look, look_at, order_for, play_phase, written
from dragoman.bots.registry import BOTS, bot_names, make_bot

__all__ = [
    "BOTS",
    "Bot",
    "Sight",
    "bot_names",
    "look",
    "look_at",
    "make_bot",
    "order_for",
    "play_phase",
    "written",
]
