"""What a power has ordered so far in a phase, and what it still owes."""

from dragoman.daide.board import WireBoard
from dragoman.daide.orders import enter
from dragoman.daide.results import must_retreat
from dragoman.daide.syntax import WireOrder
from dragoman.daide.tokens import Message, group, number, say
from dragoman.model import ADJUSTMENT, RETREAT, Order, Power, Unit, piece_of
from dragoman.rules import Ask


class OrderDraft:
    """The orders of one power in one phase."""

    def __init__(self, board: WireBoard, ask: Ask, power: Power) -> None:
        self.board, self.ask, self.power = board, ask, power
        self.kept: list[tuple[Order, WireOrder]] = []

    def add(self, wire: WireOrder) -> None:
        """Take an order; a later one for the same unit replaces an earlier. It may be refused."""
        builds = self.ask.state.phase.kind == ADJUSTMENT
        if builds:
            # The same removal twice is one.
            self.kept = [row for row in self.kept if row[1] != wire or wire.unit is None]
        order = enter(self.board, self.ask, self.power, wire, self.orders if builds else ())
        if not builds:
            self.kept = [row for row in self.kept if piece_of(row[0]) != piece_of(order)]
        self.kept.append((order, wire))

    def drop(self, wire: WireOrder) -> bool:
        """Take back an order; whether it was there."""
        for row in self.kept:
            if row[1] == wire:
                self.kept.remove(row)
                return True
        return False

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders."""
        return tuple(order for order, _ in self.kept)

    @property
    def sent(self) -> dict[str, Message]:
        """How each order was sent."""
        return {str(order): wire.tokens for order, wire in self.kept}

    def due(self) -> int:
        """How many builds are left, or if negative removals."""
        due = self.ask.rules.entitlement(self.ask, self.power)
        return due - len(self.kept) if due > 0 else due + len(self.kept)

    def idle(self) -> list[Unit]:
        """The units that were ordered nothing."""
        state = self.ask.state
        away = state.phase.kind == RETREAT
        units = [d.unit for d in state.dislodged] if away else state.units
        pieces = {piece_of(order) for order, _ in self.kept}
        mine = [u for u in units if u.power == self.power]
        return [u for u in mine if self.ask.piece(u) not in pieces]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not (self.due() if self.ask.state.phase.kind == ADJUSTMENT else self.idle())

    def missing(self) -> Message:
        """The message that says what is missing."""
        kind = self.ask.state.phase.kind
        if self.complete:
            return say("MIS")
        if kind == ADJUSTMENT:
            # Removals are counted up, builds down.
            return say("MIS", group(number(-self.due())))
        away = kind == RETREAT
        rows = [
            must_retreat(self.board, self.ask, u) if away else self.board.of(u) for u in self.idle()
        ]
        return say("MIS", *map(group, rows))
