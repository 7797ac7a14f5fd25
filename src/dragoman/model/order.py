"""Orders, one small class each, and the ballots that carry them."""

from msgspec import Struct

from dragoman.geo import Place
from dragoman.model.unit import Piece, Power, Seat


class Written(Struct, frozen=True, gc=False):
    """A value that shows itself as the text of an order."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class Hold(Written, frozen=True, tag="hold", gc=False, cache_hash=True):
    """Stay where you are."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} H"


class Move(Written, frozen=True, tag="move", gc=False, cache_hash=True):
    """Go to a place, attacking whoever contests it; `via` asks for a convoy by name."""

    unit: Piece
    to: Place
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.to} via" if self.via else f"{self.unit} - {self.to}"


class Support(Written, frozen=True, tag="support", gc=False, cache_hash=True):
    """Lend strength to a unit that stays (`to` is none) or that moves."""

    unit: Piece
    whom: Piece
    to: Place | None = None

    def __str__(self) -> str:
        what = f"{self.unit} S {self.whom}"
        return what if self.to is None else f"{what} - {self.to}"


class Convoy(Written, frozen=True, tag="convoy", gc=False, cache_hash=True):
    """Carry a unit over the water."""

    unit: Piece
    whom: Piece
    to: Place

    def __str__(self) -> str:
        return f"{self.unit} C {self.whom} - {self.to}"


class Retreat(Written, frozen=True, tag="retreat", gc=False, cache_hash=True):
    """Leave the place one was driven from."""

    unit: Piece
    to: Place

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}"


class Disband(Written, frozen=True, tag="disband", gc=False, cache_hash=True):
    """Give up a dislodged unit."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} disband"


class Build(Written, frozen=True, tag="build", gc=False, cache_hash=True):
    """Raise a new unit."""

    unit: Piece

    def __str__(self) -> str:
        return f"build {self.unit}"


class Remove(Written, frozen=True, tag="remove", gc=False, cache_hash=True):
    """Take a unit off the board for want of supply."""

    unit: Piece

    def __str__(self) -> str:
        return f"remove {self.unit}"


class Waive(Written, frozen=True, tag="waive", gc=False, cache_hash=True):
    """Leave one build unused; `power` says whose, where a seat builds for several."""

    power: Power | None = None

    def __str__(self) -> str:
        return f"{self.power}: waive" if self.power else "waive"


Value = Piece | int | str
"""What a verb takes: a piece, a number, or the name of a place, a power or a board, or text."""


class Act(Written, frozen=True, tag="act", gc=False, cache_hash=True):
    """An order with a verb that a module brings: who does what, to what.

    `verb` is the verb's name and `word` how it is written, so that an order prints itself. An act
    without a unit is a power's affair; `power` says whose, where a seat speaks for several.
    """

    verb: str
    word: str
    unit: Piece | None = None
    args: tuple[Value, ...] = ()
    power: Power | None = None

    def __str__(self) -> str:
        words = [*([self.unit] if self.unit else []), self.word, *self.args]
        said = " ".join(map(str, words))
        return f"{self.power}: {said}" if self.power else said


UnitOrder = Hold | Move | Support | Convoy | Retreat | Disband | Build | Remove
"""The orders of every variant that name a unit."""

Order = UnitOrder | Waive | Act
"""Any order."""

VERBS: dict[type, str] = {
    kind: str(kind.__struct_config__.tag)
    for kind in (Hold, Move, Support, Convoy, Retreat, Disband, Build, Remove, Waive)
}
"""The verb of each class of order that every variant has."""


def verb_of(order: Order) -> str:
    """The name of an order's verb."""
    return order.verb if type(order) is Act else VERBS[type(order)]


def piece_of(order: Order) -> Piece | None:
    """The piece that an order is about, if it is about one."""
    if type(order) is not Act:
        return getattr(order, "unit", None)
    found = (order.unit, *order.args)
    return next((piece for piece in found if isinstance(piece, Piece)), None)


class Subject(Struct, frozen=True, gc=False, cache_hash=True):
    """What a ballot is about: one unit, or a matter of one power such as its builds."""

    power: Power
    unit: int = 0
    topic: str = ""


class Ballot(Struct, frozen=True, gc=False):
    """One vote: a seat's complete orders, usually one, for one subject.

    `amount` is what the seat gives for it, where the rules ask for that.
    """

    seat: Seat
    subject: Subject
    orders: tuple[Order, ...]
    amount: int = 0

    @property
    def text(self) -> str:
        """What the ballot says, whoever wrote it and in whatever order."""
        return "; ".join(sorted(set(map(str, self.orders))))
