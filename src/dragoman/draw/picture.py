"""Pictures: one board as SVG, the unchanging layers kept and the rest drawn on top."""

import re
from functools import cached_property

from dragoman.draw.compiled import Compiled
from dragoman.draw.fonts import font_faces
from dragoman.draw.insignia import center_insignia, insignia, marks
from dragoman.draw.orders import Orders
from dragoman.draw.palette import PLAIN
from dragoman.draw.pieces import (
    MIRRORED,
    at,
    badge,
    burst,
    center_mark,
    changed_hands,
    closed_to_retreats,
    piece,
)
from dragoman.draw.scene import Scene, split, uncolored
from dragoman.draw.static import FAMILY, is_land, name_tag, province_path, scenery, static
from dragoman.draw.strokes import drawn
from dragoman.draw.strokes import ground as drawn_ground
from dragoman.draw.svg import escape, group, tag
from dragoman.draw.themes import Theme, themed
from dragoman.model import Kind, Power, Sign, Unit

SMALL_SCALE = 1.75
"""How much larger pieces are on a small picture, where names are short."""


class Board:
    """One board with a scene upon it."""

    def __init__(
        self,
        board: Compiled,
        scene: Scene,
        *,
        theme: str = "light",
        small: bool = False,
        scope: str = "",
        turn: str = "",
    ) -> None:
        """Ids begin with `scope`, for boards that share a page, and `turn`, for phases of one."""
        self.theme: Theme = themed(board.style, theme)
        self.board, self.scope, self.small, self.turn = board, scope, small, turn
        self.scene = uncolored(scene) if self.theme.letters else scene
        self.scale = SMALL_SCALE if small else 1.0

    @cached_property
    def reach(self) -> dict[str, Power]:
        """Ground without a center among centers of one power alone, with no other's unit."""
        found: dict[str, Power] = {}
        standing = {split(u.place)[1].split("/")[0]: u.power for u in self.scene.units}
        for k, near in self.board.neighbors.items():
            if self.board.shapes[k].center is None:
                owners = [self.scene.owners.get(n) for n in near if self.board.shapes[n].center]
                first = owners[0] if owners else None
                if first and len(owners) > 1 and {*owners, standing.get(k, first)} == {first}:
                    found[k] = first
        return found

    def layers(self) -> dict[str, str]:
        """The layers of the picture, from the bottom up."""
        base = static(self.board, self.theme, self.scope, self.small)
        return {
            "defs": base.defs,
            "water": base.water,
            "backdrop": base.backdrop,
            "lands": base.lands,
            "owners": self.owners(),
            "lines": base.lines,
            "boxes": self.boxes(),
            "centers": self.centers(),
            "signs": self.signs() + self.standoffs(),
            "orders": self.orders(),
            "names": base.names,
            "units": self.units(),
            "frame": self.frame(),
        }

    def slots(self) -> tuple[str, str, str]:
        """What changes from phase to phase: under the lines, under the names, and over them."""
        middle = self.centers() + self.signs() + self.standoffs() + self.orders()
        return self.owners(), middle, self.units()

    def orders(self) -> str:
        """The orders as arrows, with what came of them."""
        return Orders(self.board, self.scene, self.theme, self.scale, small=self.small).draw()

    def content(self) -> str:
        """All layers, without the `<svg>` round them."""
        return "".join(self.layers().values())

    def owners(self) -> str:
        """The land in the colors of those who own it, with a glow along each realm's edge."""
        parts, realms = [], dict[Power, list[str]]()
        owned = {**self.scene.held, **self.scene.owners}
        for k, shape in self.board.shapes.items():
            power = owned.get(k)
            ground = power or self.reach.get(k)
            known = ground in self.scene.swatches and not self.theme.letters
            if ground is None or not known or not is_land(shape):
                continue
            parts.append(self._ground(k, ground, owned=bool(power)))
            strait = scenery(self.board, f"strait {k}")
            if strait:
                parts.append(tag("path", d=strait, fill=self.theme.sea, fill_opacity=0.75))
            if power:
                realms.setdefault(power, []).append(k)
        glow = [self._glow(power, mine) for power, mine in realms.items()]
        return group(*parts, *glow, pointer_events="none", class_="owners")

    def _ground(self, k: str, power: Power, *, owned: bool) -> str:
        """One province in its owner's color; striped too, if the owner is of another board."""
        color = self.scene.swatches[power].color
        strength = self.theme.tinted(color) * (1 if owned else 0.5)
        look = {"fill": color, "fill_opacity": round(strength, 2), "data_province": k}
        land = tag("use", href=f"#{self.scope}p-{k}", **look, data_owner=power if owned else None)
        if self.scene.at_home(power):
            return land
        stripes = Sign(ground=self.theme.paper, striped=True, opacity=0.55)
        name = f"{self.scope}{self.turn}foreign-{k}"
        return land + drawn_ground(stripes, self.board.paths[k], self.theme, name)

    def _glow(self, power: Power, mine: list[str]) -> str:
        own, color = set(mine), self.scene.swatches[power].color
        # An id is also named in `url(#…)`, where hardly any sign may stand.
        realm = re.sub(r"[^\w-]", "-", power)
        name = f"{self.scope}{self.turn}realm-{realm}"
        clip = tag("clipPath", *(tag("use", href=f"#{self.scope}p-{k}") for k in mine), id=name)
        numbers = [
            n for n, a in enumerate(self.board.arcs) if (a.sides[0] in own) != (a.sides[1] in own)
        ]
        edge = "".join(self.board.arc_paths[n] for n in numbers)
        dim = self.theme.tinted(color) / self.theme.tint
        wide = tag("path", d=edge, stroke_width=15, stroke_opacity=round(0.3 * dim, 2)) + tag(
            "path", d=edge, stroke_width=7, stroke_opacity=round(0.55 * dim, 2)
        )
        return clip + group(
            wide, clip_path=f"url(#{name})", fill="none", stroke=color, pointer_events="none"
        )

    def boxes(self) -> str:
        """The boxes of the margin, with their names in them."""
        return self.box_shapes() + self.box_names()

    def box_names(self) -> str:
        """The names of the boxes."""
        parts = [
            name_tag(shape.short if self.small else shape.label, shape, self.theme)
            for shape in self.board.shapes.values()
            if shape.box
        ]
        look = {"font_family": FAMILY, "text_anchor": "middle", "pointer_events": "none"}
        return group(*parts, **look) if parts else ""

    def box_shapes(self) -> str:
        """The boxes of the margin without their names."""
        parts = []
        for k, shape in self.board.shapes.items():
            if not shape.box:
                continue
            left, top, right, bottom = shape.box
            wet = shape.kind == "sea"
            parts.append(
                province_path(
                    self.board,
                    self.scope,
                    k,
                    fill=self.theme.sea if wet else self.theme.paper,
                    stroke=self.theme.coast,
                    stroke_width=1.6,
                )
            )
            inner = {
                "x": left + 3,
                "y": top + 3,
                "width": right - left - 6,
                "height": bottom - top - 6,
            }
            parts.append(
                tag(
                    "rect",
                    **inner,
                    fill="none",
                    stroke=self.theme.foam if wet else self.theme.border,
                    stroke_width=0.8,
                    stroke_dasharray="3 2",
                    pointer_events="none",
                )
            )
        return group(*parts, class_="boxes") if parts else ""

    def centers(self) -> str:
        """The supply centers; those of homes are square."""
        parts = []
        for k, shape in self.board.shapes.items():
            if shape.center and k not in self.scene.gone:
                power = self.scene.owners.get(k)
                swatch = self.scene.swatches.get(power) if power else None
                fill = swatch.color if swatch else self.theme.white
                mark = center_mark(fill, self.theme, k in self.scene.homes)
                mark = group(mark, transform="scale(1.3)") if self.small else mark
                if power:
                    beside = center_insignia(self.scene, self.theme, power)
                    mark += group(beside, transform=f"scale({self.scale})") if beside else ""
                if k in self.scene.taken:
                    new = self.scene.swatches.get(self.scene.taken[k], PLAIN)
                    mark = changed_hands(new, self.theme, self.scale)
                parts.append(group(mark, transform=at(shape.center), data_center=k))
        look = {"pointer_events": "none", "font_family": FAMILY}
        return group(*parts, class_="centers", **look)

    def standoffs(self) -> str:
        """The provinces that a stand-off has closed to retreats."""
        parts = []
        for k in sorted(self.scene.standoffs & set(self.board.shapes)):
            spot = at(self.board.shapes[k].unit, self.scale)
            parts.append(group(closed_to_retreats(self.theme), transform=spot, data_standoff=k))
        return group(*parts, pointer_events="none", class_="standoffs") if parts else ""

    def signs(self) -> str:
        """What facts say of provinces, as the signs of these facts have it."""
        parts = []
        for sign, fact, place in self.scene.spots:
            k = self.scene.local(str(place).split("/")[0])
            if k not in self.board.shapes:
                continue
            if sign.ground and sign.ground != "power":
                name = f"{self.scope}{self.turn}stripes-{k}"
                parts.append(drawn_ground(sign, self.board.paths[k], self.theme, name))
            if sign.strokes or sign.text:
                spot = at(self.board.shapes[k].unit, sign.scale * self.scale)
                parts.append(group(drawn(sign, self.theme), transform=spot, data_fact=fact.name))
        return group(*parts, pointer_events="none", class_="signs") if parts else ""

    def spot(self, unit: Unit) -> tuple[float, float] | None:
        """Where a unit stands."""
        return self.board.spot(split(unit.place)[1])

    def units(self) -> str:
        """The units, those driven out beside the ones that took their place."""
        parts = []
        here: dict[tuple[float, float], int] = {}
        for unit in sorted(self.scene.units, key=lambda u: self.kind(u).beside is not None):
            spot = self.spot(unit)
            if spot is None:
                continue
            count = here.get(spot, 0)
            here[spot] = count + 1
            beside = self.kind(unit).beside
            if count and beside:
                flag = drawn(beside, self.theme, self.scene.swatches[unit.power])
                # Of several flags every second flies to the other side, further ones above them.
                turned = self._name_right_above(spot) != bool((count - 1) % 2)
                flag = group(flag, transform=MIRRORED) if turned else flag
                above = (spot[0], spot[1] - (count - 1) // 2 * 10 * self.scale)
                parts.append(group(flag, transform=at(above, self.scale), class_="unit led"))
            else:
                parts.append(self.unit(unit, (spot[0] + 20 * count, spot[1] - 8 * count)))
        for out in self.scene.dislodged:
            shape = self.board.shape_of(split(out.unit.place)[1])
            if shape:
                parts.append(self.unit(out.unit, shape.spare, driven=True))
        return group(*parts, *self._votes(), class_="units", font_family=FAMILY)

    def _name_right_above(self, spot: tuple[float, float]) -> bool:
        """Whether a name is where a unit's pennant flies, right above it, and none on the left."""
        x, y, s = *spot, self.scale
        names = [(p.short if self.small else p.label).box for p in self.board.shapes.values()]
        right, left = (
            any(
                a < x + to and c > x + fro and b < y - 6 * s and d > y - 22 * s
                for a, b, c, d in names
            )
            for fro, to in ((8 * s, 21 * s), (-21 * s, -8 * s))
        )
        return right and not left

    def kind(self, unit: Unit) -> Kind:
        """The kind of a unit; one that is not known is drawn as a plain piece."""
        return self.scene.kinds.get(unit.kind) or Kind(unit.kind, unit.kind, frozenset())

    def unit(self, unit: Unit, spot: tuple[float, float], *, driven: bool = False) -> str:
        """One unit with the marks upon it."""
        swatch = self.scene.swatches[unit.power]
        parts = [burst(self.theme)] if driven or unit.id in self.scene.beaten else []
        parts.append(piece(self.kind(unit), swatch, self.theme))
        parts.append(insignia(self.scene, self.theme, unit.power))
        parts.append(marks(self.scene, self.theme, unit))
        player = self.scene.players.get(unit.power)
        whose = f"{unit.power} ({player.number})" if player else unit.power
        title = tag("title", escape(f"{whose}: {unit}"))
        return group(
            title,
            *parts,
            transform=at(spot, self.scale * (0.88 if driven else 1)),
            class_="unit",
            data_unit=unit.place,
            data_power=unit.power,
        )

    def _votes(self) -> list[str]:
        """How the votes fell, at each unit that was voted on."""
        parts = []
        at_unit = {u.id: u for u in self.scene.units}
        for votes in self.scene.votes:
            unit = at_unit.get(votes.subject.unit)
            spot = self.spot(unit) if unit else None
            if spot and votes.rows:
                counts = sorted((count for _, count, _ in votes.rows), reverse=True)
                plate = badge("–".join(map(str, counts[:3])), (-15, -15), self.theme)
                parts.append(group(plate, transform=at(spot, self.scale), class_="votes"))
        return parts

    def frame(self) -> str:
        """The picture's edge."""
        width, height = self.board.width, self.board.height
        shade = tag(
            "rect",
            width=width,
            height=height,
            fill=f"url(#{self.scope}shade)",
            pointer_events="none",
        )
        lines = [
            tag(
                "rect",
                x=inset,
                y=inset,
                width=width - 2 * inset,
                height=height - 2 * inset,
                stroke_width=wide,
            )
            for inset, wide in ((2.5, 3), (7, 1))
        ]
        return shade + group(
            *lines, fill="none", stroke=self.theme.frame, pointer_events="none", class_="frame"
        )


def svg(inside: str, width: float, height: float, *, title: str = "", alone: bool = True) -> str:
    """A whole SVG; one that stands alone brings its typefaces along."""
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img">'
    )
    words = f"<title>{escape(title)}</title>" if title else ""
    return opening + words + (f"<style>{font_faces()}</style>" if alone else "") + inside + "</svg>"


def draw_board(
    board: Compiled,
    scene: Scene,
    *,
    theme: str = "light",
    small: bool = False,
    alone: bool = True,
    title: str = "",
) -> str:
    """A board as SVG: alone for a file, or not for a page that has its own typefaces."""
    content = Board(board, scene, theme=theme, small=small).content()
    return svg(content, board.width, board.height, title=title or board.name, alone=alone)
