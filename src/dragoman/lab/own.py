"""Bots of one's own in the laboratory: what goes wrong in them is told in a line."""

import traceback
from random import Random

from dragoman.bots import Bot, Sight
from dragoman.errors import RequestError
from dragoman.model import Ballot


class OwnBot:
    """A bot that somebody wrote, with a watch on what it gives back."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self.bot = name, bot

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """Its ballots; anything else is refused."""
        try:
            found = list(self.bot.orders(sight, rng))
        except Exception as error:
            raise RequestError(self.failed(sight, error)) from error
        for ballot in found:
            if not isinstance(ballot, Ballot):
                raise RequestError(
                    f"{self.name} gave {ballot!r} as {sight.seat} in {sight.ask.state.phase}: "
                    "orders must be ballots"
                )
        return found

    def agrees(self, sight: Sight) -> bool:
        """Whether it votes for a draw."""
        try:
            return bool(self.bot.agrees(sight))
        except Exception as error:
            raise RequestError(self.failed(sight, error)) from error

    def failed(self, sight: Sight, error: Exception) -> str:
        """What went wrong, when, and in which line of which file."""
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error}".removesuffix(": ")
        return (
            f"{self.name} failed as {sight.seat} in {sight.ask.state.phase}: {what} "
            f"({place.filename}, line {place.lineno})"
        )
