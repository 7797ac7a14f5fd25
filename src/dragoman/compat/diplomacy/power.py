"""One power of a game: what it has and what it has ordered, at this moment."""

from typing import TYPE_CHECKING, Any

from dragoman.model import ADJUSTMENT, MOVEMENT

if TYPE_CHECKING:
    from dragoman.compat.diplomacy.game import Game


WRITTEN = (
    "name",
    "abbrev",
    "units",
    "retreats",
    "centers",
    "homes",
    "influence",
    "orders",
    "adjust",
    "order_is_set",
    "controller",
    "civil_disorder",
    "wait",
    "vote",
    "role",
)
"""What a power as plain data has."""


class Power:
    """A power; every attribute is read from the game's present position."""

    def __init__(self, game: "Game", name: str) -> None:
        self.game, self.name = game, name
        self.abbrev = name[0]
        self.controller: dict[int, str] = {}
        self.civil_disorder = 0
        self.wait, self.vote, self.role = True, "neutral", "server_type"

    @property
    def units(self) -> list[str]:
        """The units on the board, the dislodged ones left out."""
        return [u for u in self.game.get_units(self.name) if not u.startswith("*")]

    @property
    def retreats(self) -> dict[str, list[str]]:
        """The dislodged units, and where each may go."""
        found: dict[str, list[str]] = self.game.get_state()["retreats"][self.name]
        return found

    @property
    def centers(self) -> list[str]:
        """The centers that it owns."""
        found: list[str] = self.game.get_centers(self.name)
        return found

    @property
    def homes(self) -> list[str]:
        """Its home centers."""
        return self.game.map.homes[self.name]

    @property
    def influence(self) -> list[str]:
        """The provinces where its units were the last to stand."""
        found: list[str] = self.game.get_state()["influence"][self.name]
        return found

    @property
    def orders(self) -> dict[str, str]:
        """Its orders for moves: what each unit is to do."""
        if self.game.phase_type != MOVEMENT:
            return {}
        rows = (order.split(" ", 2) for order in self.game.get_orders(self.name))
        return {f"{kind} {at}": rest for kind, at, rest in rows}

    @property
    def adjust(self) -> list[str]:
        """Its orders for retreats or adjustments."""
        return [] if self.game.phase_type == MOVEMENT else self.game.get_orders(self.name)

    @property
    def order_is_set(self) -> int:
        """2 if orders were given, 0 if none."""
        return 2 if self.game.get_orders(self.name) else 0

    @property
    def goner(self) -> int:
        """1 if it is out of the game."""
        return int(self.is_eliminated())

    def is_eliminated(self) -> bool:
        """Whether it has neither a unit nor a center."""
        return not (self.units or self.retreats or self.centers)

    def is_dummy(self) -> bool:
        """Whether nobody controls it; programs that play alone control all."""
        return not self.controller

    def set_orders(self, orders: list[str]) -> None:
        """Give orders."""
        self.game.set_orders(self.name, orders)

    def clear_orders(self) -> None:
        """Take its orders back."""
        self.game.clear_orders(self.name)

    def builds(self) -> int:
        """How many units it may build, or must remove if negative."""
        due: int = self.game.get_state()["builds"][self.name]["count"]
        return due if self.game.phase_type == ADJUSTMENT else 0

    def to_dict(self) -> dict[str, Any]:
        """The power as plain data."""
        return {name: getattr(self, name) for name in WRITTEN}

    def __str__(self) -> str:
        owns = " ".join(self.centers)
        rows = [self.name, f"INHABITS {' '.join(self.homes)}", f"OWNS {owns}", *self.units]
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<Power {self.name}: {len(self.units)} units, {len(self.centers)} centers>"
