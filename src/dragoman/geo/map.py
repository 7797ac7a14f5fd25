"""Maps: spaces and the edges between them, with the indexes that rules ask for."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from dragoman.geo.compass import Point, middle
from dragoman.geo.edge import CONVOY, LAND, MOVE, SEA, Edge, Place, Province

Node = TypeVar("Node", bound=str)

INLAND, COASTAL, WATER, IMPASSABLE = "inland", "coast", "sea", "impassable"


CLOSED = "closed-"
"""What the names of lines begin with along which borders are closed in a season."""

Lines = tuple[tuple[Province, ...], ...]


class Space(Struct, frozen=True):
    """A province of the board: what it is called and what may stand there."""

    id: Province
    name: str
    kind: str
    center: bool = False
    coasts: tuple[Place, ...] = ()
    board: str = ""
    convoys: bool = False
    also: tuple[str, ...] = ()
    sort: str = ""
    tags: frozenset[str] = frozenset()
    points: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of this province: itself, then its coasts."""
        return (Place(self.id), *self.coasts)

    @property
    def point(self) -> Point | None:
        """The middle of the space, if the map's file gives points of it for drawing."""
        return middle(self.points)

    @property
    def sort_key(self) -> str:
        """What the alphabet goes by: `Gulf of Bothnia` is filed under Bothnia."""
        return (self.sort or self.name).lower()


class Map(Struct, frozen=True, dict=True, eq=False):
    """A board: its provinces and every border between them.

    `lines` run through provinces that border one another; what they mean is for rules to say.
    """

    id: str
    name: str
    spaces: dict[Province, Space]
    edges: tuple[Edge, ...]
    lines: dict[str, Lines] = {}

    def closed_in(self, season: str) -> "Map":
        """The map of a season: without the borders that its lines close then."""
        lines = self.lines.get(f"{CLOSED}{season.lower()}", ())
        return _without(self, lines) if lines else self

    @cached_property
    def seasonal(self) -> bool:
        """Whether borders are closed in some seasons."""
        return any(name.startswith(CLOSED) for name in self.lines)

    def __repr__(self) -> str:
        return f"<Map {self.id}: {len(self.spaces)} provinces>"

    @cached_property
    def province(self) -> dict[Place, Province]:
        """The province of every place."""
        return {place: s.id for s in self.spaces.values() for place in s.places}

    @cached_property
    def centers(self) -> tuple[Province, ...]:
        """The supply centers, in the map's order."""
        return tuple(s.id for s in self.spaces.values() if s.center)

    @cached_property
    def center_set(self) -> frozenset[Province]:
        """The same as a set."""
        return frozenset(self.centers)

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """The boards this map is made of; one board is called the empty string."""
        return tuple(dict.fromkeys(s.board for s in self.spaces.values()))

    @cached_property
    def crossings(self) -> dict[tuple[Place, Place], tuple[Edge, ...]]:
        """The edges that cross something, by their two ends in either direction."""
        found: dict[tuple[Place, Place], tuple[Edge, ...]] = {}
        for edge in self._both_ways():
            if edge.crossing:
                found[edge.a, edge.b] = (*found.get((edge.a, edge.b), ()), edge)
        return found

    @cached_property
    def _reaches(self) -> dict[tuple[frozenset[str], bool, str], dict[Place, frozenset[Place]]]:
        return {}

    def reach(
        self, modes: frozenset[str], use: str, *, coasts: bool
    ) -> dict[Place, frozenset[Place]]:
        """Where a piece of these modes gets from each place it may stand on, for one use.

        Pieces that know no coasts stand on the province itself and see the borders of all coasts.
        """
        key = (modes, coasts, use)
        if key not in self._reaches:
            self._reaches[key] = self._reach(modes, use, coasts)
        return self._reaches[key]

    def reach_provinces(
        self, modes: frozenset[str], use: str, *, coasts: bool
    ) -> dict[Place, frozenset[Province]]:
        """The same in provinces: support reaches a coast that the piece itself cannot."""
        key = (modes, coasts, use)
        if key not in self._province_reaches:
            reach = self.reach(modes, use, coasts=coasts)
            self._province_reaches[key] = {
                a: frozenset(self.province[b] for b in bs) for a, bs in reach.items()
            }
        return self._province_reaches[key]

    @cached_property
    def _province_reaches(
        self,
    ) -> dict[tuple[frozenset[str], bool, str], dict[Place, frozenset[Province]]]:
        return {}

    @cached_property
    def _ways_out(self) -> dict[tuple[frozenset[str], bool], dict[Place, dict[Province, Place]]]:
        return {}

    def ways_out(
        self, modes: frozenset[str], *, coasts: bool
    ) -> dict[Place, dict[Province, Place]]:
        """For each place, the provinces to which such a piece gets, and to which place of each.

        Its own is counted, so that places from which pieces could replace one another, as on linked
        boards, share one answer. Several coasts of a province are given as the province itself.
        """
        key = (modes, coasts)
        if key not in self._ways_out:
            known: dict[object, dict[Province, Place]] = {}
            found: dict[Place, dict[Province, Place]] = {}
            for a, bs in self.reach(modes, MOVE, coasts=coasts).items():
                alike = (bs | {a}, self.water_class.get(self.province[a]))
                if alike not in known:
                    known[alike] = self._by_province(bs | {a})
                found[a] = known[alike]
            self._ways_out[key] = found
        return self._ways_out[key]

    def _by_province(self, places: Iterable[Place]) -> dict[Province, Place]:
        found: dict[Province, Place] = {}
        for place in places:
            province = self.province[place]
            found[province] = Place(province) if province in found else place
        return found

    def _reach(
        self, modes: frozenset[str], use: str, coasts: bool
    ) -> dict[Place, frozenset[Place]]:
        found: dict[Place, set[Place]] = {p: set() for p in self._ground(modes, coasts)}
        for edge in self._both_ways():
            if edge.modes & modes:
                a, b = (edge.a, edge.b) if coasts else (self.root(edge.a), self.root(edge.b))
                goals = found.setdefault(a, set())
                if use in edge.uses:
                    goals.add(b)
        return {place: frozenset(found[place]) for place in sorted(found)}

    def _ground(self, modes: frozenset[str], coasts: bool) -> Iterable[Place]:
        """Where a piece may stand even if no border leads there: armies on islands, for one."""
        for space in self.spaces.values():
            shores = space.coasts if coasts and space.coasts else (Place(space.id),)
            if LAND in modes and space.kind in (INLAND, COASTAL):
                yield Place(space.id)
            if SEA in modes and space.kind in (COASTAL, WATER):
                yield from shores

    def _both_ways(self) -> Iterable[Edge]:
        for edge in self.edges:
            yield edge
            if not edge.one_way:
                yield edge.reversed()

    @cached_property
    def borders(self) -> dict[Province, frozenset[Province]]:
        """Every province's neighbors, over land and sea alike."""
        found: dict[Province, set[Province]] = {p: set() for p in self.spaces}
        for edge in self._both_ways():
            if MOVE in edge.uses:
                found[self.province[edge.a]].add(self.province[edge.b])
        return {a: frozenset(bs) for a, bs in found.items()}

    @cached_property
    def _steps(self) -> dict[tuple[Province, ...], dict[Province, int]]:
        return {}

    def steps_to(self, goals: tuple[Province, ...]) -> dict[Province, int]:
        """How many steps each province lies from the nearest of some, over land and sea alike."""
        if goals not in self._steps:
            if len(self._steps) > 200:
                self._steps.clear()
            self._steps[goals] = distances(self.borders, goals)
        return self._steps[goals]

    def root(self, place: Place) -> Place:
        """The place without its coast."""
        return Place(self.province[place])

    @cached_property
    def waters(self) -> dict[Province, tuple[Province, ...]]:
        """For every province, the provinces to which a convoy can pass from it over one edge.

        A chain leads from a shore over provinces whose fleets may carry to another shore.
        """
        found: dict[Province, dict[Province, None]] = {}
        for edge in self._both_ways():
            a, b = self.province[edge.a], self.province[edge.b]
            if CONVOY in edge.uses and (self.spaces[a].convoys or self.spaces[b].convoys):
                found.setdefault(a, {})[b] = None
        return {a: tuple(sorted(bs)) for a, bs in found.items()}

    @cached_property
    def waters_to(self) -> dict[Province, tuple[Province, ...]]:
        """For every province, the provinces from which a convoy can pass to it over one edge."""
        found: dict[Province, list[Province]] = {}
        for a, bs in self.waters.items():
            for b in bs:
                found.setdefault(b, []).append(a)
        return {b: tuple(found[b]) for b in found}

    @cached_property
    def ties(self) -> dict[Province, frozenset[Province]]:
        """For every province, those to which a convoy can pass from it over one edge, or back."""
        there, back = self.waters, self.waters_to
        return {p: frozenset((*there.get(p, ()), *back.get(p, ()))) for p in there | back}

    @cached_property
    def water_class(self) -> dict[Province, int]:
        """A number for every province of a convoy; equal where fleets could replace one another."""
        numbers: dict[object, int] = {}
        return {
            p: numbers.setdefault((self.waters.get(p), self.waters_to.get(p)), len(numbers))
            for p in self.waters | self.waters_to
        }

    @cached_property
    def shore_order(self) -> dict[Province, int]:
        """For every province, a number in the order of the seas around it, the last sea first."""
        seas = sorted((p for p, space in self.spaces.items() if space.convoys), reverse=True)
        near = {p: frozenset(self.waters.get(p, ())) for p in self.spaces}
        found = {p: tuple(sea for sea in seas if sea in near[p]) for p in self.spaces}
        numbers = {around: n for n, around in enumerate(sorted(set(found.values())))}
        return {p: numbers[around] for p, around in found.items()}

    def by_name(self, province: Province) -> tuple[str, str]:
        """The key that sorts provinces by English name, then by id."""
        return (self.spaces[province].sort_key, province)


def distances(neighbors: Mapping[Node, frozenset[Node]], goals: Iterable[Node]) -> dict[Node, int]:
    """How many steps each place lies from the nearest goal; unreachable ones are left out."""
    near = dict.fromkeys(goals, 0)
    ring = list(near)
    while ring:
        ring = [
            b for a in ring for b in _new_steps(neighbors.get(a, frozenset()), near, near[a] + 1)
        ]
    return near


def _new_steps(steps: Iterable[Node], near: dict[Node, int], far: int) -> list[Node]:
    fresh = [b for b in steps if b not in near]
    near.update(dict.fromkeys(fresh, far))
    return fresh


@lru_cache(maxsize=64)
def _without(board: Map, lines: Lines) -> Map:
    """A map without the borders between provinces that follow one another on lines.

    Each is made once, so that its indexes stay.
    """
    shut = {frozenset(pair) for line in lines for pair in pairwise(line)}
    home = board.province
    open_ = (e for e in board.edges if frozenset((home[e.a], home[e.b])) not in shut)
    return replace(board, edges=tuple(open_))
