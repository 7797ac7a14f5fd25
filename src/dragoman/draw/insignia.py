"""What tells pieces and centers of one color apart: their board, their player, their marks."""

from collections.abc import Sequence

from dragoman.draw.palette import PLAIN, Swatch
from dragoman.draw.pieces import at, badge, figures, heavy
from dragoman.draw.scene import Scene
from dragoman.draw.strokes import drawn
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.model import Power, Unit

MARKS = (12.0, -12.0)
"""Where the first mark of a unit stands; further ones stand above it."""
TAG, PLAYER = (10.5, 9.0), (-10.5, 9.0)
"""Where a piece bears the tag of its power, and the number of its player."""
RING = 17.6
LARGE = 1.5
"""How much larger plates are where they are what distinguishes powers."""


def insignia(scene: Scene, theme: Theme, power: Power) -> str:
    """What a piece bears for its power: its tag on a square plate, its player's ring and number."""
    parts = []
    text = tag_of(scene, theme, power)
    if text:
        parts.append(plate(text, TAG, theme, LARGE if scene.lettered else 1.0))
    player = scene.players.get(power)
    if player:
        parts.insert(0, _ring(player.swatch, theme))
        parts.append(disc(player.number, player.swatch, PLAYER, theme))
    return "".join(parts)


def center_insignia(scene: Scene, theme: Theme, power: Power) -> str:
    """What is shown beside a center: its player, and the tag of an owner from elsewhere."""
    text, player = tag_of(scene, theme, power), scene.players.get(power)
    lettered = theme.letters or scene.lettered
    shown = text and (lettered or scene.tags[power] != scene.board)
    parts = [plate(text, (11, 3), theme, LARGE if scene.lettered else 0.85)] if shown else []
    if player:
        parts.append(disc(player.number, player.swatch, (-11, 3), theme, 0.85))
    return "".join(parts)


def tag_of(scene: Scene, theme: Theme, power: Power) -> str:
    """The figures or letters of a power, with its initial where colors are not to be relied on."""
    tag, lettered = scene.tags.get(power, ""), theme.letters or scene.lettered
    initial = scene.initials.get(power, "") if lettered and not tag[:1].isalpha() else ""
    return initial + tag


def marks(scene: Scene, theme: Theme, unit: Unit) -> str:
    """All marks of a unit, its strength first, one above the other."""
    swatch = scene.swatches.get(unit.power, PLAIN)
    weight = scene.weights.get(unit.id)
    parts = [heavy(theme, weight)] if weight else []
    plates = 1 if weight else 0
    for name in unit.marks:
        known = scene.vocabulary.mark.get(name)
        if known and known.sign and known.sign.strokes:
            parts.append(drawn(known.sign, theme, swatch))
            continue
        text = known.sign.text if known and known.sign else name[:3]
        parts.append(badge(text, (MARKS[0], MARKS[1] - 13 * plates), theme))
        plates += 1
    return "".join(parts)


def plate(text: str, spot: Sequence[float], theme: Theme, scale: float = 1.0) -> str:
    """A tag on its square plate."""
    wide = 5.4 * len(text) + 5
    box = {"x": -wide / 2, "y": -6, "width": wide, "height": 12, "rx": 1.2}
    look = {"fill": theme.white, "stroke": theme.rim, "stroke_width": 1}
    label = figures(text, 3.8, 11, theme.rim)
    return group(
        tag("rect", **box, **look), label, transform=at((spot[0], spot[1]), scale), class_="tag"
    )


def disc(
    number: str, swatch: Swatch, spot: Sequence[float], theme: Theme, scale: float = 1.0
) -> str:
    """A player's number in the color of that player."""
    look = {"r": 6.6, "fill": swatch.color, "stroke": theme.white, "stroke_width": 1}
    edge = {"r": 7.3, "fill": "none", "stroke": theme.rim, "stroke_width": 0.7}
    label = figures(number, 3.8, 11, swatch.mark)
    return group(
        tag("circle", **look),
        tag("circle", **edge),
        label,
        transform=at((spot[0], spot[1]), scale),
        class_="player",
    )


def _ring(swatch: Swatch, theme: Theme) -> str:
    look = {"r": RING, "fill": "none"}
    return tag("circle", **look, stroke=theme.rim, stroke_width=4.4) + tag(
        "circle", **look, stroke=swatch.color, stroke_width=3
    )
