"""What never changes in a picture: sea, borders, coasts, names. Made once for a map and theme."""

from functools import lru_cache

from msgspec import Struct

from dragoman.draw.compiled import LEADING, Compiled, Label, Shape, path_of
from dragoman.draw.passages import key, key_rows, passage
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.text import SPACED
from dragoman.draw.themes import Theme

FAMILY = "'EB Garamond', Garamond, Georgia, 'Times New Roman', serif"
COAST_SIZE = 12.0
CLOSED = ("impassable", "closed water")
WET = ("sea", "closed water")


class Static(Struct, frozen=True):
    """The unchanging layers, each a string of SVG, in the order of drawing."""

    defs: str
    water: str
    backdrop: str
    lands: str
    lines: str
    names: str


@lru_cache(maxsize=16)
def static(board: Compiled, theme: Theme, scope: str, small: bool) -> Static:
    """The unchanging layers of a map; `scope` keeps ids apart when several maps share a page."""
    return Static(
        defs=_defs(board, theme, scope),
        water=_water(board, theme, scope),
        backdrop=_backdrop(board, theme, scope),
        lands=_lands(board, theme, scope),
        lines=_lines(board, theme),
        names=_names(board, theme, small),
    )


def _defs(board: Compiled, theme: Theme, scope: str) -> str:
    sea = tag(
        "radialGradient",
        tag("stop", offset=0, stop_color=theme.sea),
        tag("stop", offset=0.62, stop_color=theme.sea),
        tag("stop", offset=1, stop_color=theme.deep),
        id=f"{scope}sea",
        cx=0.45,
        cy=0.45,
        r=0.78,
    )
    shade = tag(
        "radialGradient",
        tag("stop", offset=0.72, stop_color=theme.frame, stop_opacity=0),
        tag("stop", offset=1, stop_color=theme.frame, stop_opacity=0.3),
        id=f"{scope}shade",
        cx=0.5,
        cy=0.5,
        r=0.75,
    )
    hatch = _pattern(f"{scope}hatch", 6, 45, "M0 0V6", theme.hatch, 0.55)
    narrows = _pattern(f"{scope}narrows", 5, 90, "M0 0V5", theme.foam, 0.75)
    return tag("defs", sea, shade, hatch, narrows)


def _pattern(name: str, size: int, turn: int, d: str, color: str, strength: float) -> str:
    line = tag("path", d=d, stroke=color, stroke_width=1, stroke_opacity=strength)
    return tag(
        "pattern",
        line,
        id=name,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn})",
    )


def scenery(board: Compiled, name: str) -> str:
    """One layer of scenery as the `d` of a path."""
    return "".join(path_of(steps) for steps in board.scenery.get(name, ()))


def _water(board: Compiled, theme: Theme, scope: str) -> str:
    left, top, right, bottom = board.field or (0, 0, board.width, board.height)
    place = {"x": left, "y": top, "width": round(right - left, 1), "height": round(bottom - top, 1)}
    void = theme.closed if board.field and board.ocean else theme.halo
    whole = tag("rect", width=board.width, height=board.height, fill=void)
    whole += tag("rect", **place, fill=f"url(#{scope}sea)") if board.ocean else ""
    lines = [
        tag(
            "path",
            d=scenery(board, f"waterline{k}"),
            stroke_width=round(0.95 - 0.13 * k, 2),
            stroke_opacity=round(0.6 - 0.13 * k, 2),
        )
        for k in range(4)
    ]
    foam = group(*lines, fill="none", stroke=theme.foam, pointer_events="none", class_="foam")
    look = {"fill_opacity": 0.001} if board.ocean else {}
    seas = [
        province_path(board, scope, k, fill=theme.sea, **look)
        for k, s in board.shapes.items()
        if s.kind == "sea" and not s.box
    ]
    routes = tag(
        "path",
        d=board.lines("sea"),
        fill="none",
        stroke=theme.foam,
        stroke_width=1.4,
        stroke_dasharray="7 4",
        pointer_events="none",
        class_="sea-borders",
    )
    return whole + group(*seas, class_="seas") + foam + routes


def province_path(board: Compiled, scope: str, k: str, **look: object) -> str:
    """A province as one path that a page can find, name and follow."""
    shape = board.shapes[k]
    return tag(
        "path",
        tag("title", escape(shape.name)),
        id=f"{scope}p-{k}",
        class_=f"province {shape.kind.replace(' ', '-')}",
        data_province=k,
        data_kind=shape.kind,
        d=board.paths[k],
        fill_rule="evenodd",
        **look,
    )


def _backdrop(board: Compiled, theme: Theme, scope: str) -> str:
    """What is nobody's: hatched islands, scenery, closed spaces, the void round a graph."""
    parts = []
    for label, d in board.backdrop_paths.items():
        wet = label == "~lake" and board.ocean
        parts.append(tag("path", d=d, fill=theme.sea if wet else theme.closed, fill_rule="evenodd"))
        if not wet:
            parts.append(tag("path", d=d, fill=f"url(#{scope}hatch)", fill_rule="evenodd"))
    for k, shape in board.shapes.items():
        if shape.kind in CLOSED:
            wet = shape.kind == "closed water"
            parts.append(province_path(board, scope, k, fill=theme.deep if wet else theme.closed))
            parts.append(
                tag(
                    "path",
                    d=board.paths[k],
                    fill=f"url(#{scope}hatch)",
                    fill_rule="evenodd",
                    pointer_events="none",
                )
            )
    islets = scenery(board, "islets")
    if islets:
        parts.append(
            tag(
                "path",
                d=islets,
                fill=theme.paper,
                stroke=theme.coast,
                stroke_width=0.6,
                pointer_events="none",
            )
        )
    return group(*parts, class_="backdrop")


def _lands(board: Compiled, theme: Theme, scope: str) -> str:
    """The land provinces; their fill is the group's, so that a tint can be a mere use of them."""
    parts = []
    for k, shape in board.shapes.items():
        if is_land(shape):
            parts.append(province_path(board, scope, k))
            strait = scenery(board, f"strait {k}")
            if strait:
                parts.append(
                    tag("path", d=strait, fill=theme.sea)
                    + tag("path", d=strait, fill=f"url(#{scope}narrows)", pointer_events="none")
                )
    return group(*parts, fill=theme.paper, class_="lands")


def is_land(shape: Shape) -> bool:
    """Whether a province is land on the board proper."""
    return shape.kind != "sea" and shape.kind not in CLOSED and not shape.box


def _lines(board: Compiled, theme: Theme) -> str:
    parts = [
        tag(
            "path",
            d=scenery(board, "rivers"),
            stroke=theme.river,
            stroke_width=1,
            stroke_opacity=0.75,
        ),
        tag("path", d=scenery(board, "lakes"), fill=theme.sea, stroke=theme.foam, stroke_width=0.7),
        tag(
            "path",
            d=board.lines("border"),
            stroke=theme.border,
            stroke_width=1.05,
            stroke_opacity=0.85,
        ),
        tag("path", d=scenery(board, "coast"), stroke=theme.coast, stroke_width=1.3),
        _edge(board, theme),
        ""
        if board.ocean
        else tag("path", d=board.lines("edge"), stroke=theme.coast, stroke_width=2),
        *_strewn(board, theme),
        *(passage(link.style, path_of(link.line), theme) for link in board.links),
    ]
    return group(
        *parts,
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
        pointer_events="none",
        class_="lines",
    )


def _edge(board: Compiled, theme: Theme) -> str:
    """The line round the board proper, where a margin holds boxes."""
    left, top, right, bottom = board.field or (0, 0, board.width, board.height)
    return tag(
        "path", d=f"M{left} {top}H{right}V{bottom}H{left}Z", stroke=theme.frame, stroke_width=2
    )


_SIGNS = {
    "trees": "M0 7V2M0-9Q-7-3-5 0Q-8 3-4 4Q0 5 4 4Q8 3 5 0Q7-3 0-9Z",
    "mountains": "M-11 6L-3-7 1-1 4-5 11 6M-3-7L-1-1-4 0",
    "stars": "M0-7L1.6-1.6 7 0 1.6 1.6 0 7-1.6 1.6-7 0-1.6-1.6Z",
    "eye": "M0-70Q26 0 0 70Q-26 0 0-70Z",
}


def _strewn(board: Compiled, theme: Theme) -> list[str]:
    """The small signs of a fantasy map."""
    found = []
    for sign, shape in _SIGNS.items():
        marks = [
            tag("use", href=f"#sign-{sign}", x=x / 10, y=y / 10)
            for x, y in board.scenery.get(f"decor {sign}", ())
        ]
        if marks:
            picture = tag("path", d=shape, id=f"sign-{sign}")
            found.append(
                group(
                    tag("defs", picture),
                    *marks,
                    stroke=theme.border,
                    stroke_width=1.2,
                    stroke_opacity=0.45,
                    fill=theme.border,
                    fill_opacity=0.08,
                )
            )
    return found


def _names(board: Compiled, theme: Theme, small: bool) -> str:
    parts = []
    for shape in board.shapes.values():
        label = shape.short if small else shape.label
        if not shape.box:
            parts.append(name_tag(label, shape, theme))
        if not small:
            parts += [coast_tag(place, x, y, theme) for place, (x, y) in shape.coasts.items()]
    if board.key and not small:
        parts.append(key(key_rows(board.links), board.key, theme))
    return group(
        *parts,
        font_family=FAMILY,
        text_anchor="middle",
        pointer_events="none",
        class_="names",
    )


def coast_tag(place: str, x: float, y: float, theme: Theme) -> str:
    """The name of a coast, where its fleets stand."""
    return tag(
        "text",
        place.partition("/")[2],
        x=x,
        y=y + COAST_SIZE * 0.33,
        font_size=COAST_SIZE,
        font_style="italic",
        fill=theme.ink,
        fill_opacity=0.75,
    )


def name_tag(label: Label, shape: Shape, theme: Theme) -> str:
    """A name, with a line to it if it stands beside its province."""
    wet = shape.kind in WET
    ink, halo = (theme.sea_ink, theme.sea_halo) if wet else (theme.ink, theme.halo)
    stem = ""
    if label.stem:
        x, y, p, q = label.stem
        stem = tag("path", d=f"M{x} {y}L{p} {q}", stroke=ink, stroke_width=0.8, fill="none")
    top = label.y - label.size * LEADING * (len(label.lines) - 1) / 2 + label.size * 0.33
    lines = [
        tag("text", escape(line), x=label.x, y=round(top + k * label.size * LEADING, 1))
        for k, line in enumerate(label.lines)
    ]
    italic: dict[str, object] = (
        {"font_style": "italic", "letter_spacing": round(SPACED * label.size, 2)}
        if wet
        else {"font_weight": 600}
    )
    return stem + group(
        *lines,
        font_size=label.size,
        fill=ink,
        stroke=halo,
        stroke_width=round(label.size / 6, 1),
        stroke_opacity=0.8,
        stroke_linejoin="round",
        paint_order="stroke",
        **italic,
    )
