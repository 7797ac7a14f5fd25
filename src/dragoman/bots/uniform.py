"""The bot `random`: legal play in which every choice of the tree is drawn evenly."""

from collections.abc import Iterator
from random import Random

from dragoman.bots.base import Sight, weary
from dragoman.bots.choices import drawn_order, taken
from dragoman.model import Ballot, Order
from dragoman.rules import Ask, Charge

QUIET_YEARS = 5
"""After how many years without a change of centers the bot agrees to a draw."""


class RandomBot:
    """Plays any variant by drawing from what is legal."""

    name = "random"

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """Legal orders for all that the seat may order, drawn."""
        mandate = sight.ask.mandate(sight.seat)
        left = dict(mandate.quotas)
        money = max((charge.most for charge in mandate.charges), default=0)
        ballots: list[Ballot] = []
        for charge in rng.sample(mandate.charges, len(mandate.charges)):
            if charge.pool and (not left[charge.pool] or (charge.most and not money)):
                continue
            chosen = self.drawn(sight, charge, rng)
            if chosen:
                # What is another's does nothing for nothing.
                amount = rng.randint(bool(charge.pool), min(money, 3)) if charge.most else 0
                money -= amount
                ballots.append(Ballot(sight.seat, charge.subject, chosen, amount))
                if charge.pool:
                    left[charge.pool] -= 1
        return ballots

    def drawn(self, sight: Sight, charge: Charge, rng: Random) -> tuple[Order, ...]:
        """Orders for one charge that are legal together."""
        count = 1 if charge.pool else charge.count
        if charge.subject.unit and count > 1:
            # A unit that takes several orders may be given fewer.
            count = rng.randint(1, count)
        draws = _draws(sight.ask, charge, rng, count)
        return taken(sight.ask, sight.seat, charge, draws, count)

    def agrees(self, sight: Sight) -> bool:
        """Whether the game has stood still for years."""
        return weary(sight, QUIET_YEARS)


def _draws(ask: Ask, charge: Charge, rng: Random, count: int) -> Iterator[Order]:
    """More draws than are due, since some exclude each other."""
    for _ in range(3 * count):
        order = drawn_order(ask, charge.subject, rng)
        if order is not None:
            yield order
