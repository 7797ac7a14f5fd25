"""The colors of powers: eleven that stay apart for every eye, and more for larger tables."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

Rgb = tuple[float, float, float]


class Swatch(Struct, frozen=True):
    """A power's color, and the color of what is drawn upon it."""

    color: str
    mark: str


PLAIN = Swatch("#777777", "#ffffff")
"""The color of whoever has none."""

PALETTE: tuple[str, ...] = (
    "#cc3c0a", "#1126a4", "#5599f5", "#4d2a39", "#7e9f65", "#af879b",
    "#f5a00a", "#a23d99", "#0ae9f5", "#701d0a", "#b5f586",
)  # fmt: skip
"""Found by search: no two closer than 28 in CIELAB, for any of four kinds of eye."""
FURTHER: tuple[str, ...] = (
    "#101044", "#5e5e44", "#9210e0", "#10922a", "#5e5ec6", "#441078", "#c6c692", "#e078c6",
    "#441010", "#5ec65e", "#92c6ac", "#10445e", "#10e044", "#e04478", "#2a102a", "#782a92",
    "#5e7844", "#e0e010", "#e07844", "#ac1078", "#7878c6", "#ac2a10", "#1010e0",
)  # fmt: skip
"""For the powers after those, each as far from all before it as may be: letters help there."""


def rgb(color: str) -> Rgb:
    """A color `#rrggbb` as three parts of one."""
    return tuple(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))  # type: ignore[return-value]


def linear(color: str) -> Rgb:
    """A color as light: without the curve of the screen."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(color))
    return r, g, b


@lru_cache(maxsize=256)
def luminance(color: str) -> float:
    """How bright a color is, from 0 to 1."""
    r, g, b = linear(color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def lab(light: Sequence[float]) -> Rgb:
    """Light in CIELAB, where distance is difference to the eye."""
    rows = (
        (0.4124, 0.3576, 0.1805, 0.9505),
        (0.2126, 0.7152, 0.0722, 1.0),
        (0.0193, 0.1192, 0.9505, 1.089),
    )
    x, y, z = (
        _cube((r * light[0] + g * light[1] + b * light[2]) / white) for r, g, b, white in rows
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """How far two colors in CIELAB are apart."""
    return math.dist(a, b)


# How the three common sorts of color-blindness see light (Machado, Oliveira and Fernandes, 2009).
SIGHTS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


def seen(color: str, sight: str) -> Rgb:
    """A color in CIELAB as a kind of eye sees it."""
    light = linear(color)
    rows = (sum(m * v for m, v in zip(row, light, strict=True)) for row in SIGHTS[sight])
    return lab([min(max(v, 0.0), 1.0) for v in rows])


def swatch(color: str) -> Swatch:
    """A color with what reads best upon it."""
    return Swatch(color, "#1d150b" if luminance(color) > 0.3 else "#fffaf0")


def swatches(wishes: Mapping[str, str]) -> dict[str, Swatch]:
    """A color of the palette for each power, as near as may be to the one it wishes for.

    The nearest pairs of wish and color are settled first; powers without a wish take what is left.
    Further powers take further colors; those beyond all of them share the first ones again.
    """
    return dict(_shared_out(tuple(wishes.items())))


@lru_cache(maxsize=64)
def _shared_out(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Swatch], ...]:
    wishes = dict(rows)
    free, found = list(PALETTE), dict[str, str]()
    pairs = sorted(
        (distance(seen(wish, "full"), seen(color, "full")), number, color)
        for number, wish in enumerate(wishes.values())
        if wish
        for color in PALETTE
    )
    names = list(wishes)
    free += FURTHER
    for _, number, color in pairs:
        if names[number] not in found and color in free:
            found[names[number]] = color
            free.remove(color)
    for number, name in enumerate(names):
        if name not in found:
            found[name] = free.pop(0) if free else PALETTE[number % len(PALETTE)]
    return tuple((name, swatch(found[name])) for name in names)
