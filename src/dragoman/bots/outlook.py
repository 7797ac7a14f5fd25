"""The outlook: what a position that may come about is worth to a seat."""

from collections.abc import Sequence
from random import Random

from dragoman.bots.field import Field
from dragoman.bots.worth import Worth, added
from dragoman.geo import Province
from dragoman.model import Power, Resolution, Result, Seat, State, Unit

CENTER, FOE_CENTER, UNIT, FOE_UNIT, WIN = 12.0, 1.0, 4.0, 1.5, 1000.0
"""What a center, another's center, a unit, another's unit and the game are worth."""

COMPANY = 3.0
"""What it is worth that a piece without strength of its own stands with a unit."""

PLACE, DRIVEN = 0.4, 0.3
"""What part of the worth of its place a unit adds, and of its own a unit that was driven out."""

LEADER = 4.0
"""How many times more another's center counts when its owner is about to win."""

SPRING_HOLD = 0.5
"""How much of a center is had by standing on it with a season still to come."""


class Outlook:
    """What comes of a phase, judged by centers, by units lost and by where they stand."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self.field, self.seat = field, seat
        self.worth = Worth(field, seat, Random(0), 0.0)
        self.fall = field.ask.variant.year.settles(field.ask.state.phase)

    def of(self, judged: Resolution) -> float:
        """What a phase that was judged left the seat with."""
        if judged.state.result is not None:
            return self.ended(judged.state.result)
        return self.centers(judged.left) + self.units(judged)

    def ended(self, result: Result) -> float:
        """What the end of a game is worth."""
        return WIN / len(result.winners) if self.seat in result.winners else -WIN

    def centers(self, left: State) -> float:
        """The centers that the seat has or stands on, less a little of what others have."""
        party, stands = self.field.party, self.standing(left)
        total, hold = 0.0, 1.0 if self.fall else SPRING_HOLD
        for center in self.field.ask.map.centers:
            owner = left.owners.get(center)
            there = stands.get(center)
            now = self.side(None if owner is None else party[owner])
            then = now if there is None else self.side(party[there])
            total += (1 - hold) * now + hold * then
        return total

    def side(self, party: str | None) -> float:
        """What it counts that a party has a center."""
        if party is None:
            return 0.0
        if party == self.seat:
            return CENTER
        lead = self.field.sizes[party] / max(1, self.field.ask.win_at())
        return -FOE_CENTER * (1 + LEADER * lead * lead)

    def standing(self, left: State) -> dict[Province, Power]:
        """Who stands on each province, of the units that take centers."""
        ask = self.field.ask
        return {
            ask.province[u.place]: u.power
            for u in left.units
            if ask.kind(u.kind).captures and u.place in ask.province
        }

    def units(self, judged: Resolution) -> float:
        """Where one's units stand, what was driven out, and what of others' was."""
        party, at, ask = self.field.party, self.worth.at, self.field.ask
        mine = [u for u in judged.left.units if party[u.power] == self.seat]
        fighting = [u for u in mine if ask.kind(u.kind).needs_supply]
        total = added(UNIT + PLACE * at(unit.kind, unit.place) for unit in fighting)
        if len(fighting) < len(mine):
            total += self.company(mine, fighting)
        for lost in judged.dislodged:
            own = party[lost.unit.power] == self.seat
            total += DRIVEN * UNIT if own else FOE_UNIT
        return total

    def company(self, mine: Sequence[Unit], fighting: Sequence[Unit]) -> float:
        """What pieces that need no supply add where they stand with a unit of their power."""
        province = self.field.ask.province
        there = {(u.power, province[u.place]) for u in fighting}
        others = (u for u in mine if u not in fighting)
        return COMPANY * sum((u.power, province[u.place]) in there for u in others)
