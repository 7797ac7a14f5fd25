"""Maps of a report: who ends up holding what, where it is fought, which borders nobody crosses."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from dragoman.draw.compiled import Compiled
from dragoman.draw.game import compiled_map
from dragoman.draw.scene import colors as board_colors
from dragoman.draw.static import WET
from dragoman.draw.thumbnail import thinned
from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.lab.deeds import pair
from dragoman.lab.summary import Summary
from dragoman.rules import Variant

STRAY = 30
"""How far, in tenths of a pixel, a line of these small maps may stray from its true course."""

FAINT = 0.12
"""How strongly the least is colored."""


class ReportMap(Struct, frozen=True):
    """A map with its title and what is to be said of it."""

    title: str
    caption: str
    svg: str

    def figure(self) -> str:
        """The map as part of a page."""
        return (
            f'<figure class="map"><figcaption><b>{escape(self.title)}.</b> {escape(self.caption)}'
            f"</figcaption>{self.svg}</figure>"
        )


class PlaceMaps:
    """The maps of one run; the outlines of provinces are in the page once, for all of them."""

    def __init__(self, found: Summary, variant: Variant, compiled: Compiled) -> None:
        self.found, self.variant = found, variant
        self.compiled = thinned(compiled, STRAY)
        self.boards = variant.map.boards
        self.colors: dict[str, str] = {p: s.color for p, s in board_colors(variant).items()}
        spaces = variant.map.spaces
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
        for board in self.boards:
            on = f" on board {board}" if board else ""
            yield ReportMap(
                f"Who ends up holding what{on}",
                "Each center in the color of the power that owned it most often at the end, the "
                "stronger the oftener.",
                self.drawn(self.holders(board)),
            )
            yield ReportMap(
                f"Where it is fought{on}",
                "Moves that others stopped and units driven out, in a game: the darker the more.",
                self.drawn(self.fought(board)),
            )
            never = self.never(board)
            yield ReportMap(
                f"Borders{on}",
                f"The broader the oftener crossed{uncrossed(len(never))}.",
                self.drawn("", self.borders(board, never)),
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
            f'<use href="#back" class="off"/>{ground}{over}<g class="lines">{thin}</g>{lines}</svg>'
        )

    def filled(self, place: str, color: str, part: float, told: str) -> str:
        """A province in a color, so strong, with what is said of it."""
        return (
            f'<use href="#p-{escape(place)}" fill="{color}" fill-opacity="{part:.2f}">'
            f"<title>{escape(told)}</title></use>"
        )

    def holders(self, board: str) -> str:
        """The centers of a board in the colors of those who hold them at the end."""
        found = []
        for k, shape in self.compiled.shapes.items():
            parts = self.found.owners.get(self.name(board, k))
            if parts:
                power, part = next(iter(parts.items()))
                told = ", ".join(f"{p} {100 * x:.0f} %" for p, x in list(parts.items())[:4])
                color = self.colors.get(power, "#888")
                found.append(
                    self.filled(k, color, FAINT + (1 - FAINT) * part, f"{shape.name}: {told}")
                )
        return "".join(found)

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

    def never(self, board: str) -> set[str]:
        """The borders of a board that no unit ever crossed."""
        return {name for _, name in self.sides(board) if name not in self.found.crossed}

    def borders(self, board: str, never: set[str]) -> str:
        """The borders of a board by how often they are crossed."""
        crossed, found = self.found.crossed, []
        most = max(crossed.values(), default=1.0)
        for n, name in self.sides(board):
            told = " and ".join(self.variant.map.spaces[Province(p)].name for p in name.split(" "))
            if name in never:
                look, said = 'class="never"', "never crossed"
            else:
                wide = 1.5 + 9 * (crossed[name] / most) ** 0.5
                look, said = (
                    f'class="crossed" stroke-width="{wide:.1f}"',
                    f"{crossed[name]:.2f} a game",
                )
            found.append(f'<use href="#b-{n}" {look}><title>{escape(told)}: {said}</title></use>')
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
    return f'{maps.outlines()}<div class="maps">{figures}</div>'
