"""The bot `greedy`: values places, plans its units together, and takes the best of the rest."""

from random import Random

import msgspec

from dragoman.bots.acts import attempt
from dragoman.bots.base import Sight, weary
from dragoman.bots.choices import legal_together, ranked, some_orders, taken
from dragoman.bots.field import Field, GroundCache
from dragoman.bots.following import follow
from dragoman.bots.muster import agents_of, convoys, orders_of
from dragoman.bots.plan import ActionPlan, Agent
from dragoman.bots.swift import Swift, SwiftPlan, SwiftWorth, swift_for
from dragoman.bots.taste import Taste
from dragoman.bots.votes import cast
from dragoman.bots.worth import Worth
from dragoman.model import MOVEMENT, Ballot, Build, Hold, Order, Piece, Seat, piece_of
from dragoman.rules import Ask, Charge

MOODS = (0.1, 0.1, 0.2, 0.5)
"""By how much the worth of places may be blurred; one is drawn for each phase.

Whoever always did what looks best would meet the same stand-offs for ever.
"""

QUIET_YEARS = 4
"""After how many years without a change of centers the bot agrees to a draw."""


class GreedyBot:
    """Plays any variant by what places are worth to it.

    A `swift` one plans in compiled loops: the same orders, sooner, once the loops are compiled.
    """

    name = "greedy"

    def __init__(self, moods: tuple[float, ...] = MOODS) -> None:
        self.moods, self.swift = moods, False
        self.atlas = GroundCache()
        self._field: Field | None = None

    def field(self, ask: Ask) -> Field:
        """What a position is like; kept for the other seats that see the same."""
        if self._field is None or self._field.ask is not ask:
            self._field = Field(ask, self.atlas.grounds(ask))
        return self._field

    def orders(self, sight: Sight, rng: Random) -> list[Ballot]:
        """Orders for everything that the seat may order."""
        fast = self.loops(sight.ask)
        if fast is not None and fast.tables and sight.ask.state.phase.kind == MOVEMENT:
            return fast.ballots(sight.ask, sight.seat, rng, self.moods)
        worth = self.worth_of(self.field(sight.ask), sight.seat, rng)
        mandate = sight.ask.mandate(sight.seat)
        moving = [c for c in mandate.charges if _moves(c) and not c.pool]
        others = [c for c in mandate.charges if not _moves(c) and not c.pool]
        plan, ballots = self.movement(sight, worth, moving, rng)
        taste = Taste(worth, rng)
        for charge in others:
            ballots += self.chosen(sight, charge, taste, rng)
        if mandate.quotas:
            ballots += cast(sight, worth, plan, rng)
        return ballots

    def worth_of(self, field: Field, seat: Seat, rng: Random) -> Worth:
        """What places are worth to a seat, blurred as the mood of the phase is."""
        noise, fast = rng.choice(self.moods), self.loops(field.ask)
        if fast is None:
            return Worth(field, seat, rng, noise)
        return SwiftWorth(fast, field, seat, rng, noise)

    def loops(self, ask: Ask) -> Swift | None:
        """What plans in compiled loops, if that is wanted and the board stays as it is."""
        same = self.swift and ask.map is ask.variant.map
        return swift_for(ask.variant) if same else None

    def movement(
        self, sight: Sight, worth: Worth, charges: list[Charge], rng: Random
    ) -> tuple[ActionPlan, list[Ballot]]:
        """Orders for the units that move, planned together."""
        field = worth.field
        teams = {c.subject.unit: agents_of(field, c) for c in charges}
        plan = self.plan_of(worth, [agent for team in teams.values() for agent in team], rng)
        ballots = []
        for charge in charges:
            team = teams[charge.subject.unit]
            orders = orders_of(team) if team else (follow(field, charge, teams),)
            if len(orders) == 1:
                orders = (attempt(sight, charge, orders[0], rng),)
            ballots.append(checked(sight, charge, orders))
        return plan, ballots

    def plan_of(self, worth: Worth, agents: list[Agent], rng: Random) -> ActionPlan:
        """What agents do together; made by the loops if they value the places."""
        if isinstance(worth, SwiftWorth):
            return SwiftPlan(worth, agents, rng)
        plan = ActionPlan(worth.field, worth, agents)
        convoys(worth.field, plan)
        plan.improve(rng)
        return plan

    def chosen(self, sight: Sight, charge: Charge, taste: Taste, rng: Random) -> list[Ballot]:
        """The orders for one charge that the seat likes best, if it likes any."""
        options = [o for o in some_orders(sight.ask, charge.subject, rng) if taste.likes(charge, o)]
        best = ranked(options, taste.of)
        orders = by_board(sight.ask, taken(sight.ask, sight.seat, charge, best, charge.count))
        return [Ballot(sight.seat, charge.subject, orders)] if orders else []

    def agrees(self, sight: Sight) -> bool:
        """Whether the game has stood still for years."""
        return weary(sight, QUIET_YEARS)


def _moves(charge: Charge) -> bool:
    return bool(charge.subject.unit) and "hold" in charge.verbs


def by_board(ask: Ask, orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Builds in the order of the board, so that new units are numbered alike wherever it plays."""
    if len(orders) < 2 or not all(isinstance(order, Build) for order in orders):
        return orders
    rank = {province: n for n, province in enumerate(ask.map.spaces)}
    pieces = ((piece_of(order), order) for order in orders)
    placed = [(rank[ask.province[piece.place]], order) for piece, order in pieces if piece]
    return tuple(order for _, order in sorted(placed, key=lambda row: row[0]))


def checked(sight: Sight, charge: Charge, orders: tuple[Order, ...]) -> Ballot:
    """A ballot with orders if they are legal together, else with the first that is, else a hold."""
    ask, seat, subject = sight.ask, sight.seat, charge.subject
    unit = ask.unit[subject.unit]
    whole = [_undivided(order) for order in orders] if len(orders) > 1 else []
    for choice in (orders, *((order,) for order in whole)):
        if legal_together(ask, seat, subject, choice):
            return Ballot(seat, subject, choice)
    return Ballot(seat, subject, (Hold(ask.piece(unit)),))


def _undivided(order: Order) -> Order:
    """An order for the whole unit that names a part of it."""
    piece = piece_of(order)
    return (
        msgspec.structs.replace(order, unit=Piece(piece.kind, piece.place, power=piece.power))
        if piece
        else order
    )
