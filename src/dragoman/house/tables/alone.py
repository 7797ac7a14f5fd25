"""Playing alone: a table with one person and bots on all other seats, begun at once."""

from typing import Any

from dragoman.house.core import House
from dragoman.house.play.bots import check_bot
from dragoman.house.tables.catalog import get_variant, seats_of
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table

RIVAL = "greedy"
"""The bot that is played against, if no other is named."""
PLAY_NOW = {"early": True, "limits": {"other": {"seconds": 0}, "movement": {"seconds": 0}}}
"""A game against the computer waits for its only player."""


def start_alone(
    house: House,
    account: str | None,
    variant: str,
    seat: str = "",
    bot: str = RIVAL,
    *,
    options: dict[str, Any] | None = None,
) -> str:
    """A game against the computer; on the first seat, if none is named. Answers its id."""
    check_bot(bot)
    names = [str(name) for name in seats_of(get_variant(house, variant, options))]
    made = create_table(
        house,
        account,
        variant=variant,
        options=options,
        settings=PLAY_NOW,
        visibility="unlisted",
    )
    mine = seat or names[0]
    join(house, account, made, mine)
    for name in names:
        if name.lower() != mine.strip().lower():
            seat_bot(house, account, made, name, bot)
    return made
