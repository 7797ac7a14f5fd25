"""What workers do for a table: its phases judged and its bots asked, from a position in bytes."""

from functools import lru_cache
from random import Random

import msgspec

from dragoman.bots import look, make_bot, written
from dragoman.house.core import House
from dragoman.house.play.drafts import judged_lines
from dragoman.house.play.games import ReadGame
from dragoman.house.play.shown import ShownStep, shown_step
from dragoman.house.play.steps import GameStep
from dragoman.model import Seat
from dragoman.record import Turn
from dragoman.record.replay import judge_turn
from dragoman.record.stored import StoredPosition, read_stored, restored, stored
from dragoman.rules import Ask, Variant

_STEPS: msgspec.json.Decoder[tuple[Turn, StoredPosition, ShownStep]] = msgspec.json.Decoder(
    tuple[Turn, StoredPosition, ShownStep]
)


def solved(house: House, game: ReadGame, texts: dict[str, str]) -> GameStep:
    """What the present phase of a game comes to, with what is shown of it."""
    given = (game.variant, game.seed, len(game.steps), game.body, texts)
    entry, position, shown = _STEPS.decode(house.work(solve, *given))
    return GameStep(entry, restored(position), shown=shown)


def solve(variant: Variant, seed: str, n: int, body: bytes, texts: dict[str, str]) -> bytes:
    """What a phase comes to: the understood lines judged, and the rest by default."""
    ask = asked(variant, body)
    lines = {Seat(seat): judged_lines(ask, Seat(seat), text) for seat, text in texts.items()}
    orders = {seat: lines[seat] for seat in ask.state.seats if lines.get(seat)}
    step = judge_turn(variant, seed, ask.state, Turn(str(ask.state.phase), orders))
    shown = shown_step(variant, n, ask.state, step)
    return msgspec.json.encode((step.entry, stored(step.state), shown))


def bot_text(
    variant: Variant, body: bytes, seat: Seat, bot: str, quiet: int, seed: str, seconds: float
) -> str:
    """What a bot orders for a seat; one that searches stops in time to give what it has found."""
    sight = look(asked(variant, body), seat, quiet=quiet)
    return "\n".join(written(make_bot(bot, seconds=seconds).orders(sight, Random(seed))))


def bot_agrees(variant: Variant, body: bytes, seat: Seat, bot: str, quiet: int) -> bool:
    """Whether a bot agrees to a draw."""
    return make_bot(bot).agrees(look(asked(variant, body), seat, quiet=quiet))


@lru_cache(maxsize=4)
def asked(variant: Variant, body: bytes) -> Ask:
    """A position with its rules; its bots and its judge ask the same."""
    return Ask(variant, read_stored(body))
