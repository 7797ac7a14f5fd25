"""Borders: who touches whom in the drawing, compared with who is declared to."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from dragoman.geo import COASTAL, IMPASSABLE, LAND, SEA, WATER, Map
from dragoman.mapmaker.arcs import COAST, EDGE, CutArc, Spot
from dragoman.mapmaker.sheet import BOX, CLOSED, LinkStyle

SHORTEST = 2.4
"""A contact shorter than this many pixels is a corner, not a border."""

ARMY, FLEET = "army", "fleet"
Border = tuple[str, str]


class BorderFault(Struct, frozen=True):
    """A border that is declared and not drawn, or drawn and not declared."""

    problem: str
    mode: str
    a: str
    b: str
    at: Spot | None = None

    def __str__(self) -> str:
        where = f" near {self.at[0]:.0f},{self.at[1]:.0f}" if self.at else ""
        return f"{self.mode} border {self.a}-{self.b} is {self.problem}{where}"


def root(place: str) -> str:
    """The province of a place, without its coast."""
    return place.split("/")[0]


def rooted(border: Border) -> Border:
    """A border between provinces, whichever of their coasts it was declared or found with."""
    return ordered(root(border[0]), root(border[1]))


def roots(fault: BorderFault) -> Border:
    """The provinces that a fault is about."""
    return rooted((fault.a, fault.b))


MISSING, EXTRA = "declared but not drawn", "drawn but not declared"


class Drawn:
    """The borders that a drawing shows."""

    def __init__(
        self, board: Map, arcs: Sequence[CutArc], links: Collection[LinkStyle] = ()
    ) -> None:
        self.board, self.arcs = board, arcs
        self.touch = contacts(arcs)
        self.open = {str(s.id) for s in board.spaces.values() if s.kind != IMPASSABLE}
        self.coasts = {
            s.id: self._coasts(str(s.id)) for s in board.spaces.values() if s.kind == COASTAL
        }
        shut = [link for link in links if link.style == CLOSED]
        more = [link for link in links if link.style != CLOSED]
        dry = {p for p in self._touching() if not self._wet(p)}
        wet = {*self._at_sea(), *self._along_coasts()}
        self.army = (dry - _listed(shut, ARMY)) | _listed(more, ARMY)
        self.fleet = (wet - _listed(shut, FLEET)) | _listed(more, FLEET)

    def _touching(self) -> Iterable[Border]:
        for pair, length in self.touch.items():
            if length >= SHORTEST and all(p in self.open for p in pair):
                yield pair

    def _wet(self, pair: Border) -> bool:
        return any(self.board.spaces[p].kind == WATER for p in pair)  # type: ignore[index]

    def _at_sea(self) -> Iterable[Border]:
        for a, b in self._touching():
            if not self._wet((a, b)):
                continue
            for sea, other in ((a, b), (b, a)):
                if self.board.spaces[sea].kind == WATER:  # type: ignore[index]
                    yield from (ordered(sea, place) for place in self._places(other, sea))

    def _places(self, province: str, sea: str) -> Iterable[str]:
        """The places of a province that lie on a sea."""
        if not self.board.spaces[province].coasts:  # type: ignore[index]
            return [province]
        return [place for place, (seas, _) in self.shores(province).items() if sea in seas]

    def _along_coasts(self) -> Iterable[Border]:
        """Coasts that meet at a point of the shore."""
        at: dict[Spot, list[str]] = {}
        for province in self.coasts:
            for place, (_, spots) in self.shores(str(province)).items():
                for spot in spots:
                    at.setdefault(spot, []).append(place)
        for places in at.values():
            for a in places:
                yield from (ordered(a, b) for b in places if root(a) < root(b))

    def _coasts(self, province: str) -> list[tuple[set[str], set[Spot]]]:
        """The unbroken stretches of a province's shore: their seas and the ends of their arcs."""
        chains: list[tuple[set[str], set[Spot]]] = []
        for arc in self.arcs:
            if arc.kind != COAST or province not in arc.sides:
                continue
            sea = arc.sides[0] if arc.sides[1] == province else arc.sides[1]
            if sea not in self.board.spaces or self.board.spaces[sea].kind != WATER:  # type: ignore[index]
                continue
            seas, spots = {sea}, set(arc.ends)
            apart = []
            for chain in chains:
                if chain[1] & spots:
                    seas, spots = seas | chain[0], spots | chain[1]
                else:
                    apart.append(chain)
            chains = [*apart, (seas, spots)]
        return chains

    def shores(self, province: str) -> dict[str, tuple[set[str], set[Spot]]]:
        """The stretches of shore by place: each is the coast of whose neighbors it has most.

        Two coasts may lie on one sea, as those of Spain on either side of Portugal.
        """
        space = self.board.spaces[province]  # type: ignore[index]
        found: dict[str, tuple[set[str], set[Spot]]] = {}
        for seas, spots in self.coasts[space.id]:
            place = str(space.id)
            if space.coasts:
                near = seas | self._beside(spots)
                place = max(space.coasts, key=lambda c: len(near & self._declared_near(str(c))))
            old = found.get(place, (set(), set()))
            found[place] = (old[0] | seas, old[1] | spots)
        return found

    def _beside(self, spots: set[Spot]) -> set[str]:
        """The provinces whose shores meet one at its ends."""
        return {str(p) for p, chains in self.coasts.items() if any(c[1] & spots for c in chains)}

    def _declared_near(self, place: str) -> set[str]:
        return {
            root(b)
            for e in self.board.edges
            for a, b in ((e.a, e.b), (e.b, e.a))
            if a == place and SEA in e.modes
        }


def contacts(arcs: Iterable[CutArc]) -> dict[Border, float]:
    """How long each two labels touch."""
    found: dict[Border, float] = {}
    for arc in arcs:
        if arc.kind != EDGE:
            found[arc.sides] = found.get(arc.sides, 0.0) + arc.length
    return found


def ordered(a: str, b: str) -> Border:
    """A border named once."""
    return (a, b) if a < b else (b, a)


def _listed(links: Iterable[LinkStyle], mode: str) -> set[Border]:
    return {
        ordered(*ends) for link in links for ends in (link.army if mode == ARMY else link.fleet)
    }


def box_links(board: Map, boxes: Collection[str]) -> list[LinkStyle]:
    """The borders of boxes: no line can show them, so each is drawn as a link."""
    ends = {
        m: tuple((a, b) for a, b in pairs if _in_box(a, b, boxes))
        for m, pairs in declared(board).items()
    }
    return [LinkStyle(BOX, "box", ends[ARMY], ends[FLEET])] if boxes else []


def _in_box(a: str, b: str, boxes: Collection[str]) -> bool:
    return root(a) in boxes or root(b) in boxes


def declared(board: Map) -> dict[str, set[Border]]:
    """The borders that the map's file declares, for armies and for fleets.

    Coasts of one province that touch need no line between them.
    """
    edges = [e for e in board.edges if board.province[e.a] != board.province[e.b]]
    return {
        ARMY: {ordered(e.a, e.b) for e in edges if LAND in e.modes},
        FLEET: {ordered(e.a, e.b) for e in edges if SEA in e.modes},
    }


def faults(
    board: Map, arcs: Sequence[CutArc], links: Collection[LinkStyle] = ()
) -> list[BorderFault]:
    """Every difference between the drawing and the declared borders."""
    drawn, wanted = Drawn(board, arcs, links), declared(board)
    found = []
    for mode, borders in ((ARMY, drawn.army), (FLEET, drawn.fleet)):
        found += [
            BorderFault(MISSING, mode, a, b, near(arcs, a, b))
            for a, b in sorted(wanted[mode] - borders)
        ]
        found += [
            BorderFault(EXTRA, mode, a, b, near(arcs, a, b))
            for a, b in sorted(borders - wanted[mode])
        ]
    return found


def near(arcs: Sequence[CutArc], a: str, b: str) -> Spot | None:
    """A point where two labels meet, or else come nearest to each other."""
    both = [root(a), root(b)]
    shared = [arc for arc in arcs if set(arc.sides) == set(both)]
    if shared:
        middle = max(shared, key=lambda arc: arc.length)
        x, y = middle.points[len(middle.points) // 2]
        return float(x), float(y)
    ends = [
        [p for arc in arcs if r in arc.sides for p in arc.raw[:: max(1, len(arc.raw) // 12)]]
        for r in both
    ]
    if not all(ends):
        return None
    p, q = min(
        ((p, q) for p in ends[0] for q in ends[1]),
        key=lambda pq: (pq[0][0] - pq[1][0]) ** 2 + (pq[0][1] - pq[1][1]) ** 2,
    )
    return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
