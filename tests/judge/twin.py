"""Brute force: every set of arrivals is tried and kept if the rules, read literally, agree with it.

Shares nothing with the solver that it checks, neither layout nor words.
"""

from itertools import combinations, product
from typing import NamedTuple

DIRECT, ANY, EVERY = "direct", "any route", "every route"
LAND_OR_ANY, LAND_OR_EVERY = "land, or any route", "land, or every route"


class Force(NamedTuple):
    """A force at a place, going to another or staying."""

    place: int
    goal: int
    side: int
    attack: int = 1
    defence: int = 1
    path: str = DIRECT
    light: bool = False


class Support(NamedTuple):
    """A support and its worth with 0, 1, 2 … points cut."""

    giver: int
    receiver: int
    worth: tuple[int, ...] = (1, 0)


class Cut(NamedTuple):
    """The points a support loses to a move that has a path, or that arrives."""

    cutter: int
    support: int
    strike: int = 1
    arrive: int = 1


class Carrier(NamedTuple):
    """A fleet in the convoy of a move, and which ends of the voyage it touches."""

    cargo: int
    fleet: int
    origin: bool = True
    landing: bool = True


class FightTable(NamedTuple):
    """A fight: everything is named by its number in its own list."""

    places: int
    forces: list[Force]
    supports: list[Support]
    cuts: list[Cut]
    carriers: list[Carrier]
    links: list[tuple[int, int]]
    clashes: list[tuple[int, int]]
    peaces: list[tuple[int, int]]


class Opponent(NamedTuple):
    """What a move had to beat at its goal: in what manner, how strong, and which force led."""

    manner: str
    strength: int
    leader: int


class Twin:
    """A fight with its lists sorted out; `sunk` are convoys that a paradox rule has failed."""

    def __init__(self, table: FightTable, sunk: frozenset[int] = frozenset()) -> None:
        forces = table.forces
        self.table = table
        self.sunk = sunk
        self.movers = [i for i, f in enumerate(forces) if f.place != f.goal]
        self.at: list[list[int]] = [[] for _ in range(table.places)]
        self.into: list[list[int]] = [[] for _ in range(table.places)]
        for i, f in enumerate(forces):
            self.at[f.place].append(i)
        for m in self.movers:
            self.into[forces[m].goal].append(m)
        self.peace = {frozenset(pair) for pair in table.peaces}
        self.met: list[list[int]] = [[] for _ in forces]
        for a, b in table.clashes:
            self.met[a].append(b)
            self.met[b].append(a)
        self.helping: list[list[int]] = [[] for _ in forces]
        for s, support in enumerate(table.supports):
            self.helping[support.receiver].append(s)
        self.cutting: list[list[Cut]] = [[] for _ in table.supports]
        for cut in table.cuts:
            self.cutting[cut.support].append(cut)

    def contest(self, a: int, b: int) -> bool:
        """Whether two forces may not share a place."""
        return frozenset((a, b)) not in self.peace

    def answers(self) -> list[frozenset[int]]:
        """Every set of arrivals that leads to itself."""
        sets = (
            frozenset(m for m, arrives in zip(self.movers, bits, strict=True) if arrives)
            for bits in product((False, True), repeat=len(self.movers))
        )
        return [arrivals for arrivals in sets if Supposed(self, arrivals).agrees()]


class Supposed:
    """What the rules say if exactly these moves arrive."""

    def __init__(self, twin: Twin, arrivals: frozenset[int]) -> None:
        self.twin = twin
        self.forces = twin.table.forces
        self.arrivals = arrivals
        convoyed = {m for m in twin.movers if self.forces[m].path != DIRECT and self.sails(m)}
        must_sail = {m for m in twin.movers if self.forces[m].path in (ANY, EVERY)}
        self.by_sea = convoyed | must_sail
        self.with_path = {m for m in twin.movers if m in convoyed or m not in must_sail}
        self.worth = [self.worth_of(s) for s in range(len(twin.table.supports))]
        self.full = [
            (f.defence if f.place == f.goal else f.attack)
            + sum(self.worth[s] for s in twin.helping[i])
            for i, f in enumerate(self.forces)
        ]
        self.reaching = {
            m for m in self.with_path if all(self.full[m] > self.full[b] for b in self.crossed(m))
        }

    def crossed(self, m: int) -> list[int]:
        """The moves that m meets on its crossings."""
        return [b for b in self.twin.met[m] if b in self.with_path]

    def takers(self, place: int) -> list[int]:
        """The forces that arrive at a place, light ones apart."""
        into = self.twin.into[place]
        return [m for m in into if m in self.arrivals and not self.forces[m].light]

    def dislodgers(self, f: int) -> list[int]:
        """The forces that drive f out, should it stay."""
        return [m for m in self.takers(self.forces[f].place) if self.twin.contest(m, f)]

    def sails(self, m: int) -> bool:
        """Whether a convoy stands: all of its fleets or a chain of them, as its rule asks."""
        table = self.twin.table
        mine = [c for c, carrier in enumerate(table.carriers) if carrier.cargo == m]
        afloat = {c for c in mine if not self.dislodgers(table.carriers[c].fleet)}
        if m in self.twin.sunk:
            return False
        if self.forces[m].path in (EVERY, LAND_OR_EVERY) and len(afloat) < len(mine):
            return False
        reached = {c for c in afloat if table.carriers[c].origin}
        while True:
            more = {b for x, y in table.links for a, b in ((x, y), (y, x)) if a in reached}
            if more & afloat <= reached:
                return any(table.carriers[c].landing for c in reached)
            reached |= more & afloat

    def points_cut(self, cut: Cut) -> int:
        """The points that one move takes from a support."""
        if cut.cutter in self.arrivals:
            return cut.arrive
        return cut.strike if cut.cutter in self.with_path else 0

    def worth_of(self, s: int) -> int:
        """What a support is worth."""
        worth = self.twin.table.supports[s].worth
        points = sum(self.points_cut(cut) for cut in self.twin.cutting[s])
        return worth[min(points, len(worth) - 1)]

    def duel(self, a: int, b: int) -> bool:
        """Whether two forces meet head-on."""
        one, other = self.forces[a], self.forces[b]
        return (
            (one.place, one.goal) == (other.goal, other.place)
            and not (one.light or other.light or a in self.by_sea or b in self.by_sea)
            and self.twin.contest(a, b)
        )

    def occupants(self, m: int) -> list[int]:
        """The forces at the goal of m, at the start, that it contests."""
        at = self.twin.at[self.forces[m].goal]
        return [f for f in at if not self.forces[f].light and self.twin.contest(m, f)]

    def stayers(self, m: int) -> list[int]:
        """The forces that m finds staying at its goal."""
        return [f for f in self.occupants(m) if f not in self.arrivals]

    def duellists(self, m: int) -> list[int]:
        """The forces that m meets head-on."""
        return [f for f in self.occupants(m) if self.duel(m, f)]

    def friends(self, m: int) -> list[int]:
        """The forces of its own side that m would have to dislodge."""
        met = self.stayers(m) + self.duellists(m)
        return [f for f in met if self.forces[f].side == self.forces[m].side]

    def pressing(self, r: int) -> bool:
        """Whether a move bars others from its goal."""
        if self.forces[r].light or r not in self.reaching:
            return False
        at = self.twin.at[self.forces[r].goal]
        return not any(f in self.arrivals and self.duel(r, f) for f in at)

    def rivals(self, m: int) -> list[int]:
        """The other moves that bar m from its goal."""
        into = self.twin.into[self.forces[m].goal]
        return [r for r in into if r != m and self.twin.contest(m, r) and self.pressing(r)]

    def strength(self, m: int) -> int:
        """What m counts for at its goal: no support against the supporter's own side."""
        sides = {self.forces[f].side for f in self.stayers(m) + self.duellists(m)}
        table = self.twin.table
        helping = self.twin.helping[m]
        barred = [s for s in helping if self.forces[table.supports[s].giver].side in sides]
        return self.full[m] - sum(self.worth[s] for s in barred)

    def bare(self, f: int) -> int:
        """What a force that stays defends with; one that failed to leave gets no support."""
        force = self.forces[f]
        return self.full[f] if force.place == force.goal else force.defence

    def opponents(self, m: int) -> list[Opponent]:
        """All that m has to beat, those who stay together and the others one by one."""
        found = [Opponent("duel", self.full[f], f) for f in self.duellists(m)]
        found += [Opponent("bounced", self.full[r], r) for r in self.rivals(m)]
        stayers = self.stayers(m)
        if stayers:
            best = max(self.bare(f) for f in stayers)
            together = sum(self.bare(f) for f in stayers)
            found += [Opponent("held", together, f) for f in stayers if self.bare(f) == best]
        return found

    def enders(self, m: int) -> list[int]:
        """The forces that a light one would find at its goal in the end."""
        takers = [r for r in self.takers(self.forces[m].goal) if self.twin.contest(m, r)]
        return takers + [f for f in self.stayers(m) if not self.dislodgers(f)]

    def arrives(self, m: int) -> bool:
        """Whether m arrives."""
        if m not in self.reaching:
            return False
        if self.forces[m].light:
            return not self.enders(m)
        mine = self.strength(m)
        return not self.friends(m) and all(mine > x.strength for x in self.opponents(m))

    def agrees(self) -> bool:
        """Whether the arrivals supposed are those that follow."""
        return all(self.arrives(m) == (m in self.arrivals) for m in self.twin.movers)

    def stood_off(self, place: int) -> bool:
        """Whether moves that bounced each other left a place vacant."""
        here = [f for f in self.twin.at[place] if f not in self.arrivals]
        if self.takers(place) or not all(self.forces[f].light for f in here):
            return False
        pressing = [m for m in self.twin.into[place] if self.pressing(m)]
        return any(self.twin.contest(a, b) for a, b in combinations(pressing, 2))

    def causes(self, m: int) -> set[tuple[str, int | None]]:
        """Every true account of why m fails: the manner and the force behind it."""
        table = self.twin.table
        if m in self.twin.sunk and m not in self.with_path:
            return {("knot", None)}
        if m not in self.with_path:
            fleets = [c.fleet for c in table.carriers if c.cargo == m]
            broken = [f for f in fleets if self.dislodgers(f)]
            return {("no route", f) for f in broken} or {("no route", None)}
        if m not in self.reaching:
            return {("crossed", b) for b in strongest(self.crossed(m), self.full)}
        if self.forces[m].light:
            return {("taken", f) for f in self.enders(m)}
        if self.friends(m):
            return {("own", f) for f in self.friends(m)}
        foes = self.opponents(m)
        most = max((x.strength for x in foes), default=-1)
        return {(x.manner, x.leader) for x in foes if x.strength == most >= self.strength(m)}

    def compared(self, m: int) -> tuple[int, int] | None:
        """The strengths that decided about m: its own and the best against it."""
        if m in self.with_path and m not in self.reaching:
            return self.full[m], max(self.full[b] for b in self.crossed(m))
        if m not in self.reaching or self.forces[m].light or self.friends(m):
            return None
        foes = self.opponents(m)
        return (self.strength(m), max(x.strength for x in foes)) if foes else None


def strongest(forces: list[int], full: list[int]) -> set[int]:
    """Those of some forces that no other of them exceeds."""
    most = max((full[f] for f in forces), default=0)
    return {f for f in forces if full[f] == most}
