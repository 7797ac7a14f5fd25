"""Maps of a report: who ends up holding what, where it is fought, which borders nobody crosses."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from dragoman.draw.compiled import Compiled
from dragoman.draw.game import compiled_map
from dragoman.draw.scene import colors as board_colors
from dragoman.draw.scene import country, split
from dragoman.draw.static import WET
from dragoman.draw.thumbnail import thinned
from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.lab.charts import colors_of
from dragoman.lab.deeds import pair
from dragoman.lab.report import short
from dragoman.lab.summary import Summary
from dragoman.rules import Variant

STRAY = 30
"""How far, in tenths of a pixel, a line of these small maps may stray from its true course."""

SHOWN = 380
"""About how many pixels wide such a map is shown, on a phone and beside two others."""

BROAD = 1.5
"""From which width on, in heights, a map has only one other beside it."""

NAMED = 40
"""How many borders that nobody crossed are listed by name; more are left to the map."""

FAINT = 0.12
"""How strongly the least is colored."""

HELD = 0.4
"""How strongly a center is colored at least, so that colors can be told apart."""


class ReportMap(Struct, frozen=True):
    """A map with its title and what is to be said of it."""

    title: str
    caption: str
    svg: str
    below: str = ""

    def figure(self) -> str:
        """The map as part of a page."""
        return (
            f'<figure class="map"><figcaption><b>{escape(self.title)}.</b> {escape(self.caption)}'
            f"</figcaption>{self.svg}{self.below}</figure>"
        )


class PlaceMaps:
    """The maps of one run; the outlines of provinces are in the page once, for all of them."""

    def __init__(self, found: Summary, variant: Variant, compiled: Compiled) -> None:
        self.found, self.variant = found, variant
        self.compiled = thinned(compiled, STRAY)
        self.boards = variant.map.boards
        # A power that is a seat of its own has the seat's color, as in the charts; of several
        # that one seat leads each has its country's.
        boards, self.seats = board_colors(variant), colors_of(found, variant)
        self.colors = {str(p): self.seats.get(p, s.color) for p, s in boards.items()}
        spaces = variant.map.spaces
        self.crossed = {board: self.crossed_on(board) for board in self.boards}
        self.pixel = self.compiled.width / SHOWN
        self.near = {pair(a, b) for a in spaces for b in variant.map.borders.get(a, ())}

    def outlines(self) -> str:
        """Everything that the maps are made of, unseen."""
        paths = "".join(
            f'<path id="p-{escape(k)}" d="{d}"/>' for k, d in self.compiled.paths.items() if d
        )
        lines = "".join(
            f'<path id="b-{n}" d="{d}"/>' for n, d in enumerate(self.compiled.arc_paths)
        )
        back = "".join(self.compiled.backdrop_paths.values())
        land = f'<path id="back" d="{back}"/>' if back else '<g id="back"/>'
        return f'<svg class="unseen" aria-hidden="true"><defs>{paths}{lines}{land}</defs></svg>'

    def maps(self) -> Iterator[ReportMap]:
        """All maps, board by board."""
        beyond = ", from and to other boards too" if len(self.boards) > 1 else ""
        for board in self.boards:
            on = f" on board {board}" if board else ""
            yield ReportMap(
                f"Who ends up holding what{on}",
                "Each center in the color of the power that owned it most often at the end, the "
                "stronger the oftener.",
                self.drawn(self.holders(board)),
                self.key(board),
            )
            yield ReportMap(
                f"Where it is fought{on}",
                "Moves that others stopped and units driven out: the darker the more"
                f"{self.hottest(board)}.",
                self.drawn(self.fought(board)),
            )
            never = self.never(board)
            yield ReportMap(
                f"Borders{on}",
                f"The broader the oftener crossed{beyond}{uncrossed(len(never))}.",
                self.drawn("", self.borders(board, never)),
                self.listed(never),
            )

    def name(self, board: str, place: str) -> str:
        """The full name of a place of a board."""
        return f"{board}:{place}" if board else place

    def drawn(self, over: str, lines: str = "") -> str:
        """A map with some provinces colored and with lines upon it."""
        compiled = self.compiled
        ground = "".join(
            f'<use href="#p-{escape(k)}" class="{"wet" if shape.kind in WET else "dry"}"/>'
            for k, shape in compiled.shapes.items()
        )
        thin = "".join(f'<use href="#b-{n}"/>' for n in range(len(compiled.arcs)))
        return (
            f'<svg viewBox="0 0 {compiled.width:g} {compiled.height:g}" role="img">'
            f'<use href="#back" class="off"/>{ground}{over}'
            f'<g class="lines" stroke-width="{self.pixel / 2:.1f}">{thin}</g>{lines}</svg>'
        )

    def filled(self, place: str, color: str, part: float, text: str) -> str:
        """A province in a color, so strong, with what is said of it."""
        return (
            f'<use href="#p-{escape(place)}" fill="{color}" fill-opacity="{part:.2f}">'
            f"<title>{escape(text)}</title></use>"
        )

    def holders(self, board: str) -> str:
        """The centers of a board in the colors of those who hold them at the end."""
        found = []
        for k, shape in self.compiled.shapes.items():
            parts = self.found.owners.get(self.name(board, k))
            if parts:
                power, part = next(iter(parts.items()))
                shares = ", ".join(f"{p} {100 * x:.0f} %" for p, x in list(parts.items())[:4])
                color = self.colors.get(power, "#888")
                found.append(
                    self.filled(k, color, HELD + (1 - HELD) * part, f"{shape.name}: {shares}")
                )
        return "".join(found)

    def key(self, board: str) -> str:
        """The colors of those who hold a center of a board most often at the end."""
        parts = (self.found.owners.get(self.name(board, k)) for k in self.compiled.shapes)
        holders = {self.called(next(iter(powers))) for powers in parts if powers}
        names = {self.called(p): x for p, x in self.colors.items() if self.called(p) in holders}
        items = (
            f'<li><i style="background: {color}"></i>{escape(name)}</li>'
            for name, color in names.items()
        )
        return f'<ul class="key">{"".join(items)}</ul>'

    def called(self, power: str) -> str:
        """What a color stands for: the power, if it is a seat, else its country."""
        return power if power in self.seats else country(power)

    def hottest(self, board: str) -> str:
        """Where on a board it is fought most, and how often in a game."""
        names = {self.name(board, k): shape.name for k, shape in self.compiled.shapes.items()}
        numbers = {k: x for k, x in self.found.fights.items() if k in names}
        if not numbers:
            return ""
        most = max(numbers, key=numbers.__getitem__)
        return f"; most in {names[most]}, {short(numbers[most])} a game"

    def fought(self, board: str) -> str:
        """The provinces of a board by how much they are fought over."""
        most, found = max(self.found.fights.values(), default=1.0), []
        for k, shape in self.compiled.shapes.items():
            number = self.found.fights.get(self.name(board, k), 0.0)
            if number:
                part = FAINT + (0.9 - FAINT) * (number / most) ** 0.5
                found.append(self.filled(k, "#9a2a1c", part, f"{shape.name}: {number:.2f} a game"))
        return "".join(found)

    def sides(self, board: str) -> Iterator[tuple[int, str]]:
        """The lines of a board that are borders of two provinces, each with their pair."""
        for n, arc in enumerate(self.compiled.arcs):
            a, b = (self.name(board, side) for side in arc.sides)
            if (name := pair(a, b)) in self.near:
                yield n, name

    def crossed_on(self, board: str) -> dict[str, float]:
        """How often each border of a board was crossed by moves from it, to it, or within it."""
        found: dict[str, float] = {}
        for name, number in self.found.crossed.items():
            (here, a), (there, b) = map(split, name.split(" "))
            if board in (here, there):
                border = pair(self.name(board, a), self.name(board, b))
                found[border] = found.get(border, 0.0) + number
        return found

    def never(self, board: str) -> set[str]:
        """The borders of a board that no unit ever crossed."""
        return {name for _, name in self.sides(board) if name not in self.crossed[board]}

    def in_words(self, border: str) -> str:
        """A border by the names of what lies on both sides."""
        return " and ".join(self.variant.map.spaces[Province(p)].name for p in border.split(" "))

    def listed(self, never: set[str]) -> str:
        """Borders that no unit crossed, for those who cannot find them on the map."""
        if not 0 < len(never) <= NAMED:
            return ""
        names = "; ".join(escape(words) for words in sorted(map(self.in_words, never)))
        return f"<details><summary>Which they are</summary><p>{names}.</p></details>"

    def borders(self, board: str, never: set[str]) -> str:
        """The borders of a board by how often they are crossed."""
        crossed, found = self.crossed[board], []
        most = max(crossed.values(), default=1.0)
        for n, name in self.sides(board):
            words = self.in_words(name)
            if name in never:
                wide, dash = 1.6 * self.pixel, f"{4 * self.pixel:.0f} {2.5 * self.pixel:.0f}"
                look = f'class="never" stroke-width="{wide:.1f}" stroke-dasharray="{dash}"'
                said = "never crossed"
            else:
                wide = (0.5 + 3.2 * (crossed[name] / most) ** 0.5) * self.pixel
                look = f'class="crossed" stroke-width="{wide:.1f}"'
                said = f"{short(crossed[name])} a game"
            found.append(f'<use href="#b-{n}" {look}><title>{escape(words)}: {said}</title></use>')
        return "".join(found)


def uncrossed(borders: int) -> str:
    """What is said of borders that nobody crossed."""
    if not borders:
        return "; all were crossed"
    dashed = "is red and dashed" if borders == 1 else "are red and dashed"
    return f"; {borders} that no unit crossed in any game {dashed}"


def place_maps(found: Summary, variant: Variant, folders: Sequence[Path] = ()) -> str:
    """The maps of a run as part of a page; nothing where the board has no drawing."""
    try:
        maps = PlaceMaps(found, variant, compiled_map(variant, folders))
    except RequestError:
        return ""
    figures = "".join(each.figure() for each in maps.maps())
    broad = " broad" * (maps.compiled.width > BROAD * maps.compiled.height)
    return f'{maps.outlines()}<div class="maps{broad}">{figures}</div>'
