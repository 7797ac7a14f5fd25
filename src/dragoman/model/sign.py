"""Signs: small drawings as values, for what a module wants to be seen on the map."""

from msgspec import Struct


class Stroke(Struct, frozen=True):
    """One path of a sign: SVG path data round the origin, where a piece is about 28 units wide.

    `fill` and `stroke` are colors, or what depends on power and theme: `power` is the power's
    own color, `ink` what is readable on it, `paper` white, `rim` an outline, `alarm` a warning.
    The path is moved by `x` and `y` and drawn to a `scale`.
    """

    d: str
    fill: str = "none"
    stroke: str = ""
    width: float = 1.0
    opacity: float = 1.0
    dashes: str = ""
    cap: str = ""
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


def circle(r: float) -> str:
    """The path of a circle round the origin."""
    return f"M{r:g} 0A{r:g} {r:g} 0 1 1 {-r:g} 0A{r:g} {r:g} 0 1 1 {r:g} 0Z"


class Sign(Struct, frozen=True):
    """A drawing, and where it is placed.

    The sign of a kind of piece is the piece itself; that of a mark lies upon the piece, a `text`
    on a small plate at its corner. For an order or a fact, `at` is the number of the argument at
    whose place it stands; -1 is the unit that acts. With a `line` (`arrow`, `dots` or `waves` from
    the unit that acts; `bond` from one place of a fact to the next) that leads there. `newcomer`
    is for orders that bring a piece: it is drawn in a ring, with that path on a plate. With
    `ground` the whole province is covered in that color, or striped with it if `striped`; with the
    ground `power` it is painted as the land of the power that the fact names.
    """

    strokes: tuple[Stroke, ...] = ()
    text: str = ""
    at: int = 0
    line: str = ""
    newcomer: str = ""
    ground: str = ""
    opacity: float = 1.0
    striped: bool = False
    scale: float = 1.0
