"""Orders, one small class each, and the ballots that carry them."""

from msgspec import Struct

from dragoman.geo import Place, Province
from dragoman.model.unit import Piece, Power, Seat


class Hold(Struct, frozen=True, tag="hold", gc=False):
    """Stay where you are."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} H"


class Move(Struct, frozen=True, tag="move", gc=False):
    """Go to a place, attacking whoever contests it; `via` asks for a convoy by name."""

    unit: Piece
    to: Place
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.to} via" if self.via else f"{self.unit} - {self.to}"


class Support(Struct, frozen=True, tag="support", gc=False):
    """Lend strength to a unit that stays (`to` is none) or that moves."""

    unit: Piece
    whom: Piece
    to: Place | None = None

    def __str__(self) -> str:
        what = f"{self.unit} S {self.whom}"
        return what if self.to is None else f"{what} - {self.to}"


class Convoy(Struct, frozen=True, tag="convoy", gc=False):
    """Carry a unit over the water."""

    unit: Piece
    whom: Piece
    to: Place

    def __str__(self) -> str:
        return f"{self.unit} C {self.whom} - {self.to}"


class Retreat(Struct, frozen=True, tag="retreat", gc=False):
    """Leave the place one was driven from."""

    unit: Piece
    to: Place

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}"


class Disband(Struct, frozen=True, tag="disband", gc=False):
    """Give up a dislodged unit."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} disband"


class Build(Struct, frozen=True, tag="build", gc=False):
    """Raise a new unit."""

    unit: Piece

    def __str__(self) -> str:
        return f"build {self.unit}"


class Remove(Struct, frozen=True, tag="remove", gc=False):
    """Take a unit off the board for want of supply."""

    unit: Piece

    def __str__(self) -> str:
        return f"remove {self.unit}"


class Waive(Struct, frozen=True, tag="waive", gc=False):
    """Leave one build unused; `power` says whose, where a seat builds for several."""

    power: Power | None = None

    def __str__(self) -> str:
        return f"{self.power}: waive" if self.power else "waive"


class Deploy(Struct, frozen=True, tag="deploy", gc=False):
    """Place a piece before the game begins."""

    unit: Piece

    def __str__(self) -> str:
        return f"place {self.unit}"


class Declare(Struct, frozen=True, tag="declare", gc=False):
    """Name provinces for a purpose of the variant's, such as one's home centers.

    `power` says whose purpose it is, where a seat speaks for several.
    """

    what: str
    provinces: tuple[Province, ...]
    power: Power | None = None

    def __str__(self) -> str:
        said = " ".join(("declare", self.what, *self.provinces))
        return f"{self.power}: {said}" if self.power else said


class Claim(Struct, frozen=True, tag="claim", gc=False):
    """A claim of victory in the variant's own words."""

    text: str

    def __str__(self) -> str:
        return f"claim {self.text}"


UnitOrder = Hold | Move | Support | Convoy | Retreat | Disband | Build | Remove | Deploy
"""The orders that name a unit."""

Order = UnitOrder | Waive | Declare | Claim
"""Any order."""

VERBS: dict[type, str] = {
    kind: str(kind.__struct_config__.tag)
    for kind in (
        Hold,
        Move,
        Support,
        Convoy,
        Retreat,
        Disband,
        Build,
        Remove,
        Deploy,
        Waive,
        Declare,
        Claim,
    )
}
"""The verb of each class of order."""


class Subject(Struct, frozen=True, gc=False):
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
