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
@link canal "Volga Canal" fleet mos-sev along 44,48 40,47
@style fantasy
@decor trees oak elm                small signs strewn over provinces: trees, mountains, stars
@outside bay sou                    what lies at the edge of a board drawn from its borders

spa coast center Spain
  seeds   -3.7,40.4 -6.0,37.4       points of the province; a place belongs to the nearest seed
  strait  10.9,56.2 12.7,56.2 …     water that counts as land of the province
  inset   20 900 160 60             a box instead: left, top, width, height in pixels
  outline 309,272 329,256 …         the shape itself; a further one is a hole, or an island
  at      309,272                   about where it lies, on a board drawn from its borders
"""

import re
from collections.abc import Callable

from msgspec import Struct

from dragoman.errors import DataError, brief
from dragoman.mapmaker.coastline import coastlines
from dragoman.mapmaker.words import (
    Pair,
    frame,
    numbers,
    one_of,
    pairs,
    positive,
    projection,
)

ALONG = "along"
BOX, CANAL, CROSSING, DOTTED, SHORE = "box", "canal", "crossing", "dotted", "shore"
CLOSED = "closed"
"""A border that is drawn and that nobody may cross."""
TRACK = "track"
"""A line through provinces: roads, rails. It is drawn along its course and joins nothing."""
SEASONAL = "seasonal"
"""A border that lines of the map close in a season; the file draws none itself."""

FANTASY = "fantasy"
STYLES = ("antique", FANTASY)
DECOR = ("trees", "mountains", "stars", "eye")
LEAST, MOST = 100, 10000
"""How many pixels wide a board may be."""


class LinkStyle(Struct, frozen=True):
    """Borders that no line on the map shows: how they are drawn, for whom, between which places."""

    style: str
    name: str
    army: tuple[tuple[str, str], ...] = ()
    fleet: tuple[tuple[str, str], ...] = ()
    along: tuple[Pair, ...] = ()
    line: int = 0

    @property
    def whom(self) -> str:
        """Who may pass: a canal that joins nothing is for fleets, a track as the rules say."""
        if self.style == TRACK:
            return ""
        found = ("armies" if self.army else "", "fleets" if self.fleet else "")
        return " and ".join(filter(None, found)) or "fleets"


class Plot(Struct):
    """What the file says about drawing one province, and on which line it begins."""

    line: int = 0
    seeds: list[Pair] = []
    straits: list[list[Pair]] = []
    outlines: list[list[Pair]] = []
    inset: tuple[float, ...] = ()
    at: Pair | None = None


class DrawingSheet(Struct):
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
    links: list[LinkStyle] = []
    decor: dict[str, list[str]] = {}
    style: str = "antique"
    outside: list[str] = []
    plots: dict[str, Plot] = {}
    lines: dict[str, int] = {}

    def fault(self, where: str | int, problem: str) -> DataError:
        """An error in a line of the file: by its number, or by the directive that is on it."""
        line = where if isinstance(where, int) else self.lines.get(where, 0)
        return DataError(self.file, f"line {line}" if line else f"@{where}", problem)


def read_sheet(text: str, file: str) -> DrawingSheet:
    """The drawing half of a map's text; the borders in it are left to `geo`."""
    sheet, plot = DrawingSheet(file), Plot()
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = raw.split("#")[0].split()
        if not words:
            continue
        try:
            if words[0][0] == "@":
                _directive(sheet, number, words[0][1:], words[1:])
            elif not raw[0].isspace():
                plot = sheet.plots[words[0]] = Plot(number)
            else:
                _detail(plot, words[0], words[1:])
        except ValueError as error:
            problem = f"cannot draw {brief(raw.strip())!r}: {error}"
            raise DataError(file, f"line {number}", problem) from error
    return sheet


def _directive(sheet: DrawingSheet, number: int, word: str, rest: list[str]) -> None:
    if word in _DETAILS:
        raise ValueError(f"write `{word}` without @, indented under its province")
    if word in _DIRECTIVES:
        sheet.lines.setdefault(word, number)
        _DIRECTIVES[word](sheet, rest)
    if word == "link":
        sheet.links.append(_link(rest, number))


def _detail(plot: Plot, word: str, rest: list[str]) -> None:
    if word in _DIRECTIVES or word == "link":
        raise ValueError(f"write `@{word}` on a line of its own, not indented")
    if word in _DETAILS:
        _DETAILS[word](plot, rest)


def _link(rest: list[str], line: int) -> LinkStyle:
    words = [quoted or word for quoted, word in re.findall(r'"([^"]+)"|(\S+)', " ".join(rest))]
    if len(words) < 2 or words[0] not in (CANAL, CROSSING, DOTTED, SHORE, CLOSED, TRACK):
        raise ValueError(
            "expected `@link canal|crossing|dotted|shore|closed|track NAME [army a-b] [fleet a-b] "
            "[along x,y]`, a NAME of several words in quotes"
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
    if not any(borders.values()):
        raise ValueError(f"link {words[1]} joins nothing: add `army a-b`, `fleet a-b` or `along`")
    course = pairs(borders[ALONG], 2) if borders[ALONG] else []
    return LinkStyle(words[0], words[1], ends["army"], ends["fleet"], tuple(course), line)


def _ends(word: str) -> tuple[str, str]:
    a, dash, b = word.partition("-")
    if not dash:
        raise ValueError(f"{word!r} is not a border a-b")
    return a, b


def _scenery(sheet: DrawingSheet, rest: list[str]) -> None:
    at = next((k for k, w in enumerate(rest) if re.match(r"-?\d", w)), len(rest))
    if not at:
        raise ValueError("expected `@scenery NAME x,y x,y …`: there is no name")
    sheet.scenery[" ".join(rest[:at])] = pairs(rest[at:])


def _decor(sheet: DrawingSheet, rest: list[str]) -> None:
    sign = one_of(rest[0] if rest else "", DECOR, "sign")
    if not rest[1:]:
        raise ValueError(f"expected `@decor {sign} PROVINCE PROVINCE …`")
    sheet.decor.setdefault(sign, []).extend(rest[1:])


def _margin(rest: list[str]) -> tuple[float, ...]:
    found = numbers(rest, "TOP RIGHT BOTTOM LEFT")
    if min(found) < 0:
        raise ValueError("no margin is less than 0")
    return found


def _point(rest: list[str]) -> Pair:
    if len(rest) != 1:
        raise ValueError("expected one point, `at x,y`")
    return pairs(rest)[0]


def _lens(rest: list[str]) -> tuple[float, ...]:
    found = numbers(rest, "RADIUS LON LAT")
    if found[0] <= 0:
        raise ValueError("RADIUS is a number of km, more than 0")
    return found


def _named(known: Callable[[], tuple[str, ...]], what: str) -> Callable[[list[str]], str]:
    return lambda rest: one_of(" ".join(rest), known(), what)


def _setter(
    field: str, read: Callable[[list[str]], object]
) -> Callable[[DrawingSheet, list[str]], None]:
    return lambda sheet, rest: setattr(sheet, field, read(rest))


_DIRECTIVES: dict[str, Callable[[DrawingSheet, list[str]], None]] = {
    "projection": _setter("projection", projection),
    "lens": _setter("lens", _lens),
    "frame": _setter("frame", lambda rest: frame(rest, "LEFT TOP RIGHT BOTTOM")),
    "size": _setter("size", lambda rest: positive(rest, "WIDTH", LEAST, MOST)),
    "margin": _setter("margin", _margin),
    "window": _setter("window", lambda rest: frame(rest, "WEST SOUTH EAST NORTH")),
    "coastline": _setter("coastline", _named(coastlines, "coastline")),
    "compartment": lambda s, rest: s.compartments.extend(
        c.strip() for c in " ".join(rest).split(",")
    ),
    "scenery": _scenery,
    "decor": _decor,
    "outside": lambda s, rest: s.outside.extend(rest),
    "style": _setter("style", _named(lambda: STYLES, "style")),
}

_DETAILS: dict[str, Callable[[Plot, list[str]], None]] = {
    "seeds": lambda p, rest: p.seeds.extend(pairs(rest)),
    "strait": lambda p, rest: p.straits.append(pairs(rest, 3)),
    "outline": lambda p, rest: p.outlines.append(pairs(rest, 3)),
    "at": lambda p, rest: setattr(p, "at", _point(rest)),
    "inset": lambda p, rest: setattr(p, "inset", numbers(rest, "LEFT TOP WIDTH HEIGHT")),
}
