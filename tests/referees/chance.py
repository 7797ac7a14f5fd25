"""Random positions: a crowded corner of a board, and orders that have to do with one another."""

from random import Random

from tests.referees.board import Board, province
from tests.referees.sheet import Order, Sheet, Unit, read

BOLD = 0.85
"""How often an order is possible at the least by the borders."""


def corner(board: Board, chance: Random, size: int) -> list[str]:
    """Some provinces that hang together."""
    found = [chance.choice(sorted(p for p in board.kind if board.kind[p] != "impassable"))]
    while len(found) < size:
        edge = {q for p in found for q in near(board, p)} - set(found)
        found.append(chance.choice(sorted(edge)))
    return found


def near(board: Board, where: str) -> set[str]:
    """Every province that touches one."""
    by_sea = {province(q) for p in board.coasts(where) for q in board.fleet[p]}
    return by_sea | board.army.get(where, set())


def garrison(board: Board, where: str, power: str, chance: Random) -> Unit:
    """A unit in a province, of a kind that can be there."""
    spots = [("F", p) for p in board.coasts(where)]
    if where in board.army or board.kind[where] == "coast":
        spots.append(("A", where))
    return Unit(power, *chance.choice(spots))


def army(board: Board, powers: tuple[str, ...], chance: Random, size: int = 9) -> list[Unit]:
    """Units of some powers in a corner of a board."""
    return [
        garrison(board, where, chance.choice(powers), chance)
        for where in corner(board, chance, size)
        if chance.random() < BOLD
    ]


class Orders:
    """Orders for units, one after the other, each with an eye on those before."""

    def __init__(self, sheet: Sheet, chance: Random, most_moves: int = 7) -> None:
        self.sheet, self.chance, self.moves_left = sheet, chance, most_moves
        self.given: list[Order] = []

    def all(self, silent: float = 0.08) -> dict[str, list[str]]:
        """Orders for nearly all units, by power."""
        found: dict[str, list[str]] = {u.power: [] for u in self.sheet.units}
        units = self.sheet.units
        for unit in self.chance.sample(units, len(units)):
            if self.chance.random() >= silent:
                found[unit.power].append(self.one(unit))
        return {power: texts for power, texts in found.items() if texts}

    def one(self, unit: Unit) -> str:
        """An order for a unit."""
        text = self.aid(unit) if self.chance.random() < 0.55 else self.move(unit)
        self.given.append(read(text))
        return text

    def move(self, unit: Unit) -> str:
        """A move, to a neighbor or over the sea, or a hold once there are enough of them."""
        if not self.moves_left or self.chance.random() < 0.05:
            return f"{unit} H"
        self.moves_left -= 1
        sheet, chance = self.sheet, self.chance
        places = sorted(sheet.board.near(unit.kind, unit.place))
        busy = {u.at for u in sheet.units}
        if chance.random() < 0.4:
            busy = {province(o.to) for o in self.given if o.verb == "-"}
        held = [p for p in places if province(p) in busy]
        if held and chance.random() < 0.7:
            places = held
        if unit.kind == "A" and sheet.fleets and chance.random() < 0.4:
            places = sorted(sheet.board.shores(chance.choice(sheet.fleets)))
        if not places or chance.random() < 0.04:
            places = sorted(sheet.board.kind)
        to = chance.choice(places)
        via = " via" if unit.kind == "A" and chance.random() < 0.05 else ""
        return f"{unit} - {to}{via}"

    def aid(self, unit: Unit) -> str:
        """Support for a move that was ordered, or a convoy, or support of a neighbor."""
        board, trips = self.sheet.board, [o for o in self.given if o.verb == "-"]
        able = [o for o in trips if board.may_support(unit.kind, unit.place, province(o.to))]
        over = [o for o in trips if o.kind == "A" and unit.place in self.sheet.fleets]
        if over and self.chance.random() < 0.5:
            order = self.chance.choice(over)
            return f"{unit} C {order.kind} {order.place} - {order.to}"
        if able and self.chance.random() < 0.7:
            order = self.chance.choice(able)
            return f"{unit} S {order.kind} {order.place} - {province(order.to)}"
        return self.beside(unit)

    def beside(self, unit: Unit) -> str:
        """Support for another unit to hold or to go somewhere; a move if there is none."""
        others = [u for u in self.sheet.units if u != unit]
        close = [u for u in others if self.sheet.board.may_support(unit.kind, unit.place, u.at)]
        if not others or (not close and self.chance.random() < 0.9):
            return self.move(unit)
        whom = self.chance.choice(close or others)
        if self.chance.random() < 0.6:
            return f"{unit} S {whom}"
        places = sorted(self.sheet.board.near(whom.kind, whom.place)) or [whom.at]
        return f"{unit} S {whom} - {province(self.chance.choice(places))}"
