"""Playing alone: a table with one person and bots on all other seats, begun at once."""

from random import Random
from typing import Any

from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.play.bots import check_bot
from dragoman.house.tables.catalog import are_drawn, get_variant, seats_of
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table
from dragoman.rules import Variant
from dragoman.rules import playable as playable_powers

RIVAL = "greedy"
"""The bot that is played against, if no other is named."""
BY_LOT = "?"
"""Instead of the name of a seat: any of them."""
HELD = "powers"
"""The option by which the powers are named that are held, where else the lot would choose them."""
PLAY_NOW = {"early": True, "limits": {"other": {"seconds": 0}, "movement": {"seconds": 0}}}
"""A game against the computer waits for its only player."""


class AlonePlan(Struct, frozen=True):
    """A game against the computer before it is begun: its options, its seats, the player's own."""

    options: dict[str, Any]
    seats: list[str]
    mine: str


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
    plan = plan_alone(house, variant, seat, bot, options)
    made = create_table(
        house,
        account,
        variant=variant,
        options=plan.options,
        settings=PLAY_NOW,
        visibility="unlisted",
    )
    join(house, account, made, plan.mine)
    for name in plan.seats:
        if name != plan.mine:
            seat_bot(house, account, made, name, bot)
    return made


def plan_alone(
    house: House, variant: str, seat: str, bot: str, options: dict[str, Any] | None = None
) -> AlonePlan:
    """What a game against the computer will be; what cannot be is refused before it is made."""
    check_bot(bot)
    chosen = with_power(house, variant, seat, options or {})
    names = [str(name) for name in seats_of(get_variant(house, variant, chosen))]
    return AlonePlan(chosen, names, own_seat(house, names, seat))


def choosable(variant: Variant) -> list[str]:
    """What one may choose to play: a seat, or a power where the lot would deal them out."""
    if not are_drawn(variant):
        return [str(name) for name in seats_of(variant)]
    named = any(option.name == HELD and option.type == "names" for option in variant.schema)
    return [str(power) for power in playable_powers(variant.powers)] if named else []


def with_power(house: House, ref: str, seat: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options by which a power that was chosen is held, and others by lot beside it."""
    variant = get_variant(house, ref, options)
    powers = choosable(variant) if are_drawn(variant) else []
    mine = next((power for power in powers if power.lower() == seat.strip().lower()), "")
    if not mine:
        return options
    others = [power for power in powers if power != mine]
    _chance(house).shuffle(others)
    return {**options, HELD: [mine, *others[: len(seats_of(variant)) - 1]]}


def own_seat(house: House, names: list[str], wanted: str) -> str:
    """The seat of the only player: the one wanted, the first, or any."""
    if wanted == BY_LOT:
        return _chance(house).choice(names)
    if not wanted:
        return names[0]
    found = next((name for name in names if name.lower() == wanted.strip().lower()), "")
    if not found:
        raise Invalid(f"no seat {wanted[:40]!r}: there are {', '.join(names)}", "seat")
    return found


def _chance(house: House) -> Random:
    return Random(house.rng.randbytes(16))
