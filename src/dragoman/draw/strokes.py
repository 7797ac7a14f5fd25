"""Signs that come as values, drawn: their colors depend on the power and on the theme."""

from functools import lru_cache

from dragoman.draw.palette import PLAIN, Swatch
from dragoman.draw.svg import group, tag
from dragoman.draw.themes import Theme
from dragoman.model import Sign, Stroke


def colors(swatch: Swatch, theme: Theme) -> dict[str, str]:
    """The colors that go by their part."""
    return {
        "power": swatch.color,
        "ink": swatch.mark,
        "paper": theme.white,
        "rim": theme.rim,
        "alarm": theme.alarm,
    }


@lru_cache(maxsize=512)
def drawn(sign: Sign, theme: Theme, swatch: Swatch = PLAIN) -> str:
    """A sign round the origin."""
    known = colors(swatch, theme)
    return "".join(_path(stroke, known) for stroke in sign.strokes)


def _path(stroke: Stroke, known: dict[str, str]) -> str:
    shift = f"translate({stroke.x:g} {stroke.y:g})" if stroke.x or stroke.y else ""
    scale = f"scale({stroke.scale:g})" if stroke.scale != 1 else ""
    pen = stroke.stroke and known.get(stroke.stroke, stroke.stroke)
    return tag(
        "path",
        d=stroke.d,
        transform=" ".join(filter(None, (shift, scale))) or None,
        fill=known.get(stroke.fill, stroke.fill),
        fill_opacity=stroke.opacity if stroke.opacity != 1 else None,
        stroke=pen or None,
        stroke_width=stroke.width if pen else None,
        stroke_dasharray=stroke.dashes or None,
        stroke_linecap=stroke.cap or None,
    )


def ground(sign: Sign, d: str, theme: Theme, name: str) -> str:
    """What covers a whole province whose outline is given; stripes need a name of their own."""
    color = colors(PLAIN, theme).get(sign.ground, sign.ground)
    look = {"d": d, "fill_opacity": sign.opacity, "fill_rule": "evenodd"}
    if not sign.striped:
        return tag("path", fill=color, **look)
    bar = tag("path", d="M0 0V9", stroke=color, stroke_width=5)
    size = {"width": 9, "height": 9, "patternUnits": "userSpaceOnUse"}
    stripes = tag("pattern", bar, id=name, **size, patternTransform="rotate(45)")
    return group(stripes, tag("path", fill=f"url(#{name})", **look))
