"""What a bot is: a function from what a seat may see to what it orders."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol

from msgspec import Struct

from dragoman.judge import owed
from dragoman.model import Ballot, Seat
from dragoman.record.filing import Line
from dragoman.record.game import Game
from dragoman.record.replay import Passed
from dragoman.rules import Ask, survivors


class Sight(Struct, frozen=True):
    """What a seat has before it when orders are due: the rules, all it may see, its own ballots.

    `quiet` is for how many years no center has changed hands, if the seat sees all of them.
    """

    seat: Seat
    ask: Ask
    ballots: tuple[Ballot, ...] = ()
    quiet: int = 0


class Bot(Protocol):
    """A player that needs only what its seat may see and what the judge says is legal."""

    name: str

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """The seat's ballots for this phase."""
        ...

    def agrees(self, sight: Sight) -> bool:
        """Whether the seat votes for a draw among the survivors."""
        ...


def look(ask: Ask, seat: Seat, pending: Sequence[Ballot] = (), *, quiet: int = 0) -> Sight:
    """What a seat may see of a position while ballots are pending."""
    view = ask.rules.see(ask, pending, seat)
    # Where nothing is hidden from the seat its bot shares the indexes of the position.
    mine = ask if view.state is ask.state else ask.with_state(view.state)
    return Sight(seat, mine, view.ballots, quiet if view.state.owners == ask.state.owners else 0)


def look_at(game: Game, seat: Seat) -> Sight:
    """What a seat may see of a game that is being played."""
    return look(game.ask, seat, game.view(seat).ballots, quiet=quiet_years(game.history))


def quiet_years(steps: Sequence[Passed]) -> int:
    """For how many years no center has changed hands; the year of a change is not one of them."""
    now = steps[-1].state
    for step in reversed(steps):
        if step.state.owners != now.owners:
            return max(0, now.phase.year - step.state.phase.year - 1)
    return now.phase.year - steps[0].state.phase.year


def written(ballots: Iterable[Ballot]) -> list[str]:
    """Ballots as lines of order text, one a ballot."""
    return [str(Line.worth(ballot.orders, ballot.amount)) for ballot in ballots]


def order_for(game: Game, seat: Seat, bot: Bot, rng: Random) -> None:
    """Let a bot order for its seat in a game that is being played."""
    ballots = bot.orders(look_at(game, seat), rng)
    game.withdraw(seat)
    if ballots:
        game.submit(seat, "\n".join(written(ballots)))


def play_phase(game: Game, bots: dict[Seat, Bot], rng: Random) -> None:
    """Let bots order for every seat that owes orders, then judge the phase."""
    for seat in owed(game.ask):
        order_for(game, seat, bots[seat], rng)
    game.advance()


def weary(sight: Sight, years: int) -> bool:
    """Whether a seat has had enough: nothing has changed hands for some years, and it lives."""
    return sight.quiet >= years and sight.seat in survivors(sight.ask)
