"""The bot `search`: tries joint orders against guesses of the others', with the judge as model.

The others are taken to play like `greedy`; candidates are drawn from `greedy` too, then mixed and
changed one unit at a time as long as the budget of judged samples lasts.
"""

import time
from collections.abc import Sequence
from random import Random

from dragoman.bots.base import Sight, look
from dragoman.bots.choices import drawn_order, legal_together
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.outlook import Outlook
from dragoman.bots.samples import samples_of
from dragoman.judge import adjudicate
from dragoman.model import Ballot, Convoy, Order, Subject, Support
from dragoman.rules import Charge, Lots

BUDGET, RIVALS, CANDIDATES = 240, 4, 8
"""How many samples are judged for one phase, how many guesses of the others', how many starts."""

WILD = 0.15
"""How often a unit is tried with any legal order rather than with one that `greedy` gave."""

Hand = dict[Subject, tuple[Ballot, ...]]
"""A seat's ballots under what they are about."""


class Changes:
    """Changes to a seat's orders, one unit and those who help it at a time."""

    sight: Sight
    rng: Random
    hands: list[Hand]
    charges: dict[Subject, Charge]

    def changed(self, hand: Hand) -> Hand:
        """A hand with another order for one subject, and for those who help it there."""
        subject = self.rng.choice(list(hand))
        if self.rng.random() < WILD:
            return self.wild(hand, subject)
        other = self.rng.choice(self.hands)
        mates = self.mates(subject)
        taken = {s: b for s, b in other.items() if s in mates or self.helps(b, subject)}
        return {**hand, **taken}

    def mates(self, subject: Subject) -> set[Subject]:
        """A subject, and the units of the same power that stand with it: they may act as one."""
        ask = self.sight.ask
        unit = ask.unit.get(subject.unit)
        here = ask.at.get(ask.province[unit.place], ()) if unit else ()
        return {subject, *(Subject(u.power, u.id) for u in here if u.power == subject.power)}

    def helps(self, ballots: Sequence[Ballot], subject: Subject) -> bool:
        """Whether ballots support or carry the unit that a subject is."""
        named = self.sight.ask.named
        helped = [
            named(order.whom)
            for ballot in ballots
            for order in ballot.orders
            if isinstance(order, Support | Convoy)
        ]
        return any(unit is not None and unit.id == subject.unit for unit in helped)

    def wild(self, hand: Hand, subject: Subject) -> Hand:
        """A hand with any legal order for one subject."""
        charge = self.charges[subject]
        order = drawn_order(self.sight.ask, subject, self.rng)
        if order is None or not self.legal(charge, order):
            return hand
        ballot = Ballot(self.sight.seat, subject, (order,))
        return {**hand, subject: (ballot,) * len(hand[subject])}

    def legal(self, charge: Charge, order: Order) -> bool:
        """Whether the seat may give an order by itself."""
        return legal_together(self.sight.ask, self.sight.seat, charge.subject, (order,))


class SearchBot:
    """Plays any variant by the best answer it finds to what others might order.

    The budget counts judged samples, so a seed decides its play; `seconds` cuts it by the clock.
    """

    name = "search"

    def __init__(self, budget: int = BUDGET, seconds: float | None = None) -> None:
        self.budget, self.seconds = budget, seconds
        self.greedy = GreedyBot()
        self.bold = GreedyBot(moods=(0.3, 0.6))

    @property
    def swift(self) -> bool:
        """Whether all that can be is done in compiled loops."""
        return self.greedy.swift

    @swift.setter
    def swift(self, swift: bool) -> None:
        self.greedy.swift = self.bold.swift = swift

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """The best joint orders found; outside the fight, what `greedy` orders."""
        first = self.greedy.orders(sight, rng)
        if not any("move" in c.verbs for c in sight.ask.mandate(sight.seat).charges):
            return first
        return _Search(self, sight, rng, first).run()

    def agrees(self, sight: Sight) -> bool:
        """Whether the game has stood still for years."""
        return self.greedy.agrees(sight)


class _Search(Changes):
    """The search for one seat's orders in one phase."""

    def __init__(self, bot: SearchBot, sight: Sight, rng: Random, first: Sequence[Ballot]) -> None:
        self.bot, self.sight, self.rng = bot, sight, rng
        self.outlook = Outlook(bot.greedy.field(sight.ask), sight.seat)
        self.samples = samples_of(self.outlook) if bot.swift else None
        self.left = bot.budget
        self.end = None if bot.seconds is None else time.monotonic() + bot.seconds
        self.rivals = [self.guess()]
        while len(self.rivals) < RIVALS and self.in_time():
            self.rivals.append(self.guess())
        self.hands = [hand_of(first)]
        while len(self.hands) < CANDIDATES and self.in_time():
            maker = bot.bold if len(self.hands) % 2 else bot.greedy
            self.hands.append(hand_of(maker.orders(sight, rng)))
        self.charges = {c.subject: c for c in sight.ask.mandate(sight.seat).charges}

    def guess(self) -> list[Ballot]:
        """What all others might order."""
        ask, me = self.sight.ask, self.sight.seat
        return [
            ballot
            for seat in ask.state.seats
            if seat != me and ask.mandate(seat).charges
            for ballot in self.bot.greedy.orders(look(ask, seat), self.rng)
        ]

    def run(self) -> list[Ballot]:
        """The best hand that was found."""
        best, most = self.hands[0], self.value(self.hands[0])
        for hand in self.hands[1:]:
            best, most = self.better(hand, best, most)
        while self.goes_on():
            best, most = self.better(self.changed(best), best, most)
        return [ballot for ballots in best.values() for ballot in ballots]

    def goes_on(self) -> bool:
        """Whether there is budget, and time, for another hand."""
        return self.left >= len(self.rivals) and self.in_time()

    def in_time(self) -> bool:
        """Whether the clock, if it counts, still runs."""
        return self.end is None or time.monotonic() < self.end

    def better(self, hand: Hand, best: Hand, most: float) -> tuple[Hand, float]:
        """The better of two hands and what it is worth."""
        if hand == best or not self.goes_on():
            # A hand that is no other costs a little too, or the search might never end.
            self.left -= 1
            return best, most
        value = self.value(hand)
        return (hand, value) if value > most else (best, most)

    def value(self, hand: Hand) -> float:
        """What a hand leads to, on average over the guesses."""
        mine = [ballot for ballots in hand.values() for ballot in ballots]
        ask = self.sight.ask
        self.left -= len(self.rivals)
        if self.samples is not None:
            sampled = self.samples.value(mine, self.rivals)
            if sampled is not None:
                return sampled
        total = 0.0
        for rivals in self.rivals:
            judged = adjudicate(ask.variant, ask.state, [*mine, *rivals], Lots("model"))
            total += self.outlook.of(judged)
        return total / len(self.rivals)


def hand_of(ballots: Sequence[Ballot]) -> Hand:
    """Ballots under what they are about."""
    found: Hand = {}
    for ballot in ballots:
        found[ballot.subject] = (*found.get(ballot.subject, ()), ballot)
    return found
