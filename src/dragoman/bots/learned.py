"""The bot `learned`: races joint orders against guesses of the others', valued by a learned model.

Others are taken to play like `greedy`. Each of their draws comes up in many guesses, in other
company every time; sets of orders race: most are given up after a few guesses, and only one that is
better over all of them takes the place of the best. Without a model for the variant, or without
numpy, it plays as `search` does, with more samples where there are very many units.
"""

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING

from dragoman.bots.base import Sight, look
from dragoman.bots.greedy import GreedyBot
from dragoman.bots.models import model_for
from dragoman.bots.search import BUDGET, Changes, Hand, SearchBot, hand_of
from dragoman.judge.turn import admit
from dragoman.model import ADJUSTMENT, RETREAT, Ballot, Seat
from dragoman.rules import Ask, Variant

if TYPE_CHECKING:
    from dragoman.bots.afterwards import Valuer

WORK, FEWEST, MOST, SHARE = 24_000, 80, 1200, 1000
"""How much is judged for one phase: so many units in all samples together, and how many samples at
least and at most. Whoever has many units among many has more to choose from: at least one SHARE of
the work, as samples, for each. It is a bound on work, so a seed decides its play; at a table the
clock may cut it short."""

LARGE, EACH = 48, 150
"""Without a model, in games of more units than so many: how many samples are judged for each unit
of the seat. What one order changes is little beside the others then, and `search` alone has too few
for all of them."""

DRAWS, GUESSES, HEAT = 4, 16, 4
"""How many draws of each other seat, how many guesses are mixed of them, how many make a heat."""

STARTS, KEPT, FIELD = 10, 4, 4
"""How many sets of orders begin, how many of them run the second heat, how many changes race."""

ADJUSTED = 10
"""How many draws of `greedy` are compared outside the fight."""


class LearnedBot:
    """Plays any variant for which there is a model by what its model makes of what may come."""

    name = "learned"

    def __init__(self, work: int = WORK, seconds: float | None = None) -> None:
        self.work, self.seconds = work, seconds
        self.greedy, self.bold = GreedyBot(), GreedyBot(moods=(0.3, 0.6))
        self.search = SearchBot(seconds=seconds)

    @property
    def swift(self) -> bool:
        """Whether all that can be is done in compiled loops."""
        return self.greedy.swift

    @swift.setter
    def swift(self, swift: bool) -> None:
        self.greedy.swift = self.bold.swift = self.search.swift = swift

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """The best orders found; of what only this variant knows, what `greedy` orders."""
        valuer = valuer_of(sight.ask.variant)
        if valuer is None:
            self.search.budget = searched(sight.ask, sight.seat)
            return self.search.orders(sight, rng)
        first = self.greedy.orders(sight, rng)
        if any("move" in c.verbs for c in sight.ask.mandate(sight.seat).charges):
            return Race(self, valuer, sight, rng, first).run()
        if sight.ask.state.phase.kind in (RETREAT, ADJUSTMENT):
            return self.adjusted(valuer, sight, rng, first)
        return first

    def adjusted(
        self, valuer: "Valuer", sight: Sight, rng: Random, first: list[Ballot]
    ) -> list[Ballot]:
        """Retreats, builds and removals: of some that `greedy` would give the most valuable."""
        from dragoman.bots.afterwards import Outcomes

        hands = [first]
        for n in range(ADJUSTED - 1):
            hand = (self.greedy if n % 4 == 0 else self.bold).orders(sight, rng)
            if hand not in hands:
                hands.append(hand)
        if len(hands) == 1:
            return first
        ask, me = sight.ask, sight.seat
        others = [s for s in ask.state.seats if s != me and ask.mandate(s).charges]
        guess = [b for s in others for b in self.greedy.orders(look(ask, s), rng)]
        values = Outcomes(valuer, ask).values([[*hand, *guess] for hand in hands])
        mine = list(ask.state.seats).index(me)
        return max(zip(values, hands, strict=True), key=lambda row: row[0][mine])[1]

    def agrees(self, sight: Sight) -> bool:
        """Whether the game has stood still for years."""
        return self.greedy.agrees(sight)


@lru_cache(maxsize=8)
def valuer_of(variant: Variant) -> "Valuer | None":
    """What values the positions of a variant; none without a model, or without numpy."""
    if find_spec("numpy") is None or (model := model_for(variant)) is None:
        return None
    from dragoman.bots.afterwards import Valuer

    return Valuer(variant, model)


class Race(Changes):
    """The search for one seat's orders in one phase."""

    def __init__(
        self,
        bot: LearnedBot,
        valuer: "Valuer",
        sight: Sight,
        rng: Random,
        first: Sequence[Ballot],
    ) -> None:
        from dragoman.bots.afterwards import samples_for

        self.end = None if bot.seconds is None else time.monotonic() + bot.seconds
        self.sight, self.rng, ask = sight, rng, sight.ask
        self.me = list(ask.state.seats).index(sight.seat)
        self.left = budget_of(ask, sight.seat, bot.work)
        self.charges = {c.subject: c for c in ask.mandate(sight.seat).charges}
        self.reviewed = not ask.rules.is_default("review")
        self.samples = samples_for(valuer, ask, self.mixed(bot.greedy), bot.swift)
        self.hands = [hand_of(first)]
        while len(self.hands) < STARTS and self.in_time():
            maker = bot.bold if len(self.hands) % 2 else bot.greedy
            self.hands.append(hand_of(maker.orders(sight, rng)))
        self.seen: set[tuple[Ballot, ...]] = set()
        self.best, self.most = self.hands[0], list[float]()

    def in_time(self) -> bool:
        """Whether the clock, if it counts, still runs."""
        return self.end is None or time.monotonic() < self.end

    def mixed(self, greedy: GreedyBot) -> list[list[Ballot]]:
        """Guesses of what all others order: every draw comes up equally often, in other company."""
        ask, me = self.sight.ask, self.sight.seat
        others = [s for s in ask.state.seats if s != me and ask.mandate(s).charges]
        draws: list[dict[Seat, list[Ballot]]] = []
        while not draws or (len(draws) < DRAWS and self.in_time()):
            draws.append({s: greedy.orders(look(ask, s), self.rng) for s in others})
        found: list[list[Ballot]] = []
        while len(found) < GUESSES:
            deal = {s: self.rng.sample(draws, len(draws)) for s in others}
            found += [[b for s in others for b in deal[s][k][s]] for k in range(len(draws))]
        return found[:GUESSES]

    def run(self) -> list[Ballot]:
        """The best hand that was found."""
        self.start()
        while self.left > 0 and self.in_time():
            self.challenge()
        return flat(self.best)

    def start(self) -> None:
        """Let the hands that `greedy` gave race until one is left."""
        racing = [(hand, list[float]()) for hand in self.fresh(self.hands)]
        for heat in range(0, GUESSES, HEAT):
            self.run_heat(racing, heat)
            racing.sort(key=lambda row: -sum(row[1]))
            racing = racing[: KEPT if not heat else KEPT // 2]
        self.best, self.most = racing[0]

    def challenge(self) -> None:
        """Let changes of the best race against it; one stays that is ahead after every heat."""
        racing = [
            (h, list[float]()) for h in self.fresh(self.changed(self.best) for _ in range(FIELD))
        ]
        # Changes that are none cost a little too, or the search might never end.
        self.left -= 1
        for heat in range(0, GUESSES, HEAT):
            if not racing:
                return
            self.run_heat(racing, heat)
            bar = sum(self.most[: heat + HEAT])
            racing = [row for row in racing if sum(row[1]) > bar]
        if racing:
            self.best, self.most = max(racing, key=lambda row: sum(row[1]))

    def run_heat(self, racing: Sequence[tuple[Hand, list[float]]], heat: int) -> None:
        """Judge hands against the next few guesses."""
        values = self.samples.values([flat(h) for h, _ in racing], slice(heat, heat + HEAT))
        for n, (_, found) in enumerate(racing):
            found += [row[self.me] for row in values[n * HEAT : (n + 1) * HEAT]]
        self.left -= len(values)

    def fresh(self, hands: Iterable[Hand]) -> list[Hand]:
        """Hands that have not raced yet and that the rules allow together."""
        found = []
        for hand in hands:
            mine = tuple(flat(hand))
            if mine not in self.seen and (not self.seen or self.allowed(mine)):
                found.append(hand)
            self.seen.add(mine)
        return found

    def allowed(self, ballots: Sequence[Ballot]) -> bool:
        """Whether all orders of a hand may be given together."""
        if not self.reviewed:
            return True
        ask = self.sight.ask
        return not any(map(any, ask.rules.review(ask, ballots, admit(ask, ballots))))


def budget_of(ask: Ask, seat: Seat, work: int) -> int:
    """How many samples a seat may judge in a phase for so much work."""
    units = max(1, len(ask.state.units))
    return min(MOST, max(FEWEST, work // units, work * own_units(ask, seat) // SHARE))


def searched(ask: Ask, seat: Seat) -> int:
    """How many samples `search` judges for a seat where there is no model."""
    large = len(ask.state.units) > LARGE
    return max(BUDGET, EACH * own_units(ask, seat)) if large else BUDGET


def own_units(ask: Ask, seat: Seat) -> int:
    """How many units a seat has."""
    holder = ask.state.holder
    return sum(holder.get(unit.power) == seat for unit in ask.state.units)


def flat(hand: Hand) -> list[Ballot]:
    """The ballots of a hand."""
    return [ballot for ballots in hand.values() for ballot in ballots]
