"""What if: phases as they might be, in positions that hold nothing but what one may see."""

from random import Random

from msgspec import Struct

from dragoman.bots import look, make_bot, written
from dragoman.errors import RequestError
from dragoman.house.core import House
from dragoman.house.errors import Invalid, TooMany
from dragoman.house.limits import TookTooLong
from dragoman.house.play.bots import check_bot
from dragoman.house.play.drafts import judged_lines
from dragoman.house.play.games import ReadGame, need_sound, played
from dragoman.house.play.history import seen_position
from dragoman.house.play.orders import check_text
from dragoman.house.play.sandbox import steps_to
from dragoman.house.play.shown import PhaseView, drawn, seen_state, shown_step
from dragoman.house.play.steps import GameStep
from dragoman.house.tables.who import approach, eyes
from dragoman.judge import owed
from dragoman.model import Resolution, Seat, State
from dragoman.record import Turn
from dragoman.record.replay import check_seat
from dragoman.report.rows import Due, dues, units_by_power
from dragoman.rules import Ask, Variant
from dragoman.translate import Said

WHAT_IF = "what if"
"""The seed of what might be: never that of the game, whose lots nobody may foresee."""
GUESSING = 1.0
"""How many seconds a bot has to guess for a seat."""


class WhatIf(Struct, frozen=True):
    """What a phase would come to, and the position that it would lead to."""

    phase: PhaseView
    next: str
    label: Said
    units: dict[str, list[str]]
    owed: dict[str, list[Due]]
    over: bool


class ImaginedPhase(Struct, frozen=True):
    """A phase as it might be, seen by the one who imagines it."""

    before: State
    view: PhaseView
    resolution: Resolution | None
    after: State


def what_if(
    house: House,
    account: str | None,
    table_id: str,
    orders: dict[str, str],
    n: int | None = None,
    *,
    seat: str = "",
) -> WhatIf:
    """What orders would come to in the present position, or in that of an earlier step."""
    variant, found = imagine(house, account, table_id, orders, n, seat=seat)
    after = Ask(variant, found.after)
    return WhatIf(
        phase=found.view,
        next=str(after.state.phase),
        label=after.rules.label(after, after.state.phase),
        units=units_by_power(after),
        owed={seat: dues(after, charges) for seat, charges in owed(after).items()},
        over=after.state.result is not None,
    )


def imagine(
    house: House,
    account: str | None,
    table_id: str,
    orders: dict[str, str],
    n: int | None = None,
    *,
    seat: str = "",
) -> tuple[Variant, ImaginedPhase]:
    """A phase as it might be: nothing is changed, nothing kept, others' orders are guesses."""
    for text in orders.values():
        check_text(house, text)
    variant, state, watcher = seen_by(house, account, table_id, n, seat)
    try:
        return variant, house.think(imagined, variant, state, orders, watcher)
    except TookTooLong as error:
        raise TooMany("this takes too long to judge") from error
    except RequestError as error:
        raise Invalid(str(error), "orders") from error


def guesses(
    house: House, account: str | None, table_id: str, bot: str, *, seat: str = ""
) -> dict[str, str]:
    """What a bot would order for the other seats, for all that the asker's own seat can see."""
    chosen = check_bot(bot)
    try:
        return house.think(guessed, *seen_by(house, account, table_id, None, seat), chosen)
    except TookTooLong as error:
        raise TooMany("this takes too long to guess") from error


def guessed(variant: Variant, state: State, watcher: Seat | None, bot: str) -> dict[str, str]:
    """What a bot orders for all seats but one in a position."""
    ask = Ask(variant, state)
    others = [name for name in owed(ask) if name != watcher]
    player = make_bot(bot, seconds=GUESSING)
    return {
        name: "\n".join(written(player.orders(look(ask, name), Random(f"{WHAT_IF}/{name}"))))
        for name in others
    }


def seen_by(
    house: House, account: str | None, table_id: str, n: int | None, seat: str
) -> tuple[Variant, State, Seat | None]:
    """A position that holds nothing but what a watcher may see."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        game = need_sound(played(house, tx, who.table))
        watcher = eyes(who, seat)
        state = seen_position(tx, game, len(steps_to(game, n)) - 1, watcher)
    return game.variant, state, watcher


def alone(variant: Variant, state: State) -> ReadGame:
    """A game that consists of one position."""
    return ReadGame(variant, WHAT_IF, (GameStep(None, state),), 0)


def imagined(
    variant: Variant, state: State, orders: dict[str, str], watcher: Seat | None
) -> ImaginedPhase:
    """What orders would come to in a position that holds nothing but what a watcher may see."""
    game = alone(variant, state)
    lines = {
        check_seat(game.ask, Seat(name)): text for name, text in orders.items() if text.strip()
    }
    read = {seat: judged_lines(game.ask, seat, text) for seat, text in lines.items()}
    step = game.followed(Turn(str(state.phase), {s: ls for s, ls in read.items() if ls}))
    over = step.state.result is not None
    view = shown_step(variant, 1, state, step).to(watcher, over)
    assert view.phase is not None
    seen = seen_state(variant, step.state, watcher, over)
    return ImaginedPhase(state, view.phase, drawn(view, state, seen), step.state)
