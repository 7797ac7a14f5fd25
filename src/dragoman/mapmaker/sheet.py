"""The drawing half of a map file: where provinces lie, how the board is projected, what is drawn.

@projection albers 13 50 38 62      conic about 13E 50N; or `grid lon:x … by lat:y …`
@lens 2300 13 48.5                  enlarge the middle
@frame -1930 -2090 2260 1740        the edges, in units of the projection
@size 1600                          its width in pixels
@margin 0 0 80 0                    room for boxes: top, right, bottom, left
@window -60 15 85 83                how much of the coastline is looked at, in degrees
@coastline natural-earth            without it: outlines, or else nothing but borders (a graph)
@compartment Spain, Portugal        modern countries whose borders are kept as lines
@scenery Libya 14,30.5 13,32.5      land that is no province
@link canal volga fleet mos-sev along 44,48 40,47
@style fantasy
@decor trees oak elm                small signs strewn over provinces: trees, mountains, stars

spa coast center Spain
  seeds   -3.7,40.4 -6.0,37.4       points of the province; a place belongs to the nearest seed
  strait  10.9,56.2 12.7,56.2 …     water that counts as land of the province
  inset   20 900 160 60             a box instead: left, top, width, height in pixels
  outline 309,272 329,256 …         the shape itself; a second outline is a hole
"""

import re
from collections.abc import Callable

from msgspec import Struct

from dragoman.errors import DataError

Pair = tuple[float, float]

ALONG = "along"
BOX, CANAL, CROSSING, DOTTED, SHORE = "box", "canal", "crossing", "dotted", "shore"


class Link(Struct, frozen=True):
    """Borders that no line on the map shows: how they are drawn, for whom, between which places."""

    style: str
    name: str
    army: tuple[tuple[str, str], ...] = ()
    fleet: tuple[tuple[str, str], ...] = ()
    along: tuple[Pair, ...] = ()


class Plot(Struct):
    """What the file says about drawing one province."""

    seeds: list[Pair] = []
    straits: list[list[Pair]] = []
    outlines: list[list[Pair]] = []
    inset: tuple[float, ...] = ()


class Sheet(Struct):
    """Everything a map file says about drawing."""

    file: str
    projection: list[str] = []
    lens: tuple[float, ...] = ()
    frame: tuple[float, ...] = ()
    size: float = 1600.0
    margin: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    window: tuple[float, ...] = (-60.0, 15.0, 85.0, 83.0)
    coastline: str = ""
    compartments: list[str] = []
    scenery: dict[str, list[Pair]] = {}
    links: list[Link] = []
    decor: dict[str, list[str]] = {}
    style: str = "antique"
    plots: dict[str, Plot] = {}


def read_sheet(text: str, file: str) -> Sheet:
    """The drawing half of a map's text; the borders in it are left to `geo`."""
    sheet, plot = Sheet(file), Plot()
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split("#")[0].split()
        if not words:
            continue
        try:
            if words[0][0] == "@":
                _directive(sheet, words[0][1:], words[1:])
            elif not raw[0].isspace():
                plot = sheet.plots[words[0]] = Plot()
            elif words[0] in _DETAILS:
                _DETAILS[words[0]](plot, words[1:])
        except ValueError as error:
            raise DataError(
                file, f"line {number}", f"cannot draw {raw.strip()!r}: {error}"
            ) from error
    return sheet


def _directive(sheet: Sheet, word: str, rest: list[str]) -> None:
    if word in _DIRECTIVES:
        _DIRECTIVES[word](sheet, rest)


def pairs(words: list[str]) -> list[Pair]:
    """Points written `x,y`."""
    found = [tuple(float(v) for v in w.split(",")) for w in words]
    for word, point in zip(words, found, strict=True):
        if len(point) != 2:
            raise ValueError(f"{word!r} is not a point x,y")
    return [(p[0], p[1]) for p in found]


def _numbers(words: list[str]) -> tuple[float, ...]:
    return tuple(float(w) for w in words)


def _link(words: list[str]) -> Link:
    if len(words) < 2 or words[0] not in (CANAL, CROSSING, DOTTED, SHORE):
        raise ValueError(
            "expected `@link canal|crossing|dotted|shore NAME [army a-b] [fleet a-b] [along x,y]`"
        )
    borders: dict[str, list[str]] = {"army": [], "fleet": [], ALONG: []}
    part = ""
    for word in words[2:]:
        if word in borders:
            part = word
        elif part:
            borders[part].append(word)
        else:
            raise ValueError(f"{word!r} comes before `army`, `fleet` or `along`")
    ends = {k: tuple(_ends(w) for w in borders[k]) for k in ("army", "fleet")}
    return Link(words[0], words[1], ends["army"], ends["fleet"], tuple(pairs(borders[ALONG])))


def _ends(word: str) -> tuple[str, str]:
    a, dash, b = word.partition("-")
    if not dash:
        raise ValueError(f"{word!r} is not a border a-b")
    return a, b


def _scenery(sheet: Sheet, rest: list[str]) -> None:
    at = next((k for k, w in enumerate(rest) if re.match(r"-?\d", w)), len(rest))
    sheet.scenery[" ".join(rest[:at])] = pairs(rest[at:])


def _setter(field: str, read: Callable[[list[str]], object]) -> Callable[[Sheet, list[str]], None]:
    return lambda sheet, rest: setattr(sheet, field, read(rest))


_DIRECTIVES: dict[str, Callable[[Sheet, list[str]], None]] = {
    "projection": _setter("projection", list),
    "lens": _setter("lens", _numbers),
    "frame": _setter("frame", _numbers),
    "size": _setter("size", lambda rest: float(rest[0])),
    "margin": _setter("margin", _numbers),
    "window": _setter("window", _numbers),
    "coastline": _setter("coastline", lambda rest: rest[0]),
    "compartment": lambda s, rest: s.compartments.extend(
        c.strip() for c in " ".join(rest).split(",")
    ),
    "scenery": _scenery,
    "link": lambda s, rest: s.links.append(_link(rest)),
    "decor": lambda s, rest: s.decor.setdefault(rest[0], []).extend(rest[1:]),
    "style": _setter("style", lambda rest: rest[0]),
}

_DETAILS: dict[str, Callable[[Plot, list[str]], None]] = {
    "seeds": lambda p, rest: p.seeds.extend(pairs(rest)),
    "strait": lambda p, rest: p.straits.append(pairs(rest)),
    "outline": lambda p, rest: p.outlines.append(pairs(rest)),
    "inset": lambda p, rest: setattr(p, "inset", _numbers(rest)),
}
