"""A board of a seed: ground, water, homes and names put together."""

import math
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from dragoman.draw.palette import PALETTE
from dragoman.errors import RequestError
from dragoman.generate.ground import HexField
from dragoman.generate.homes import HomePlacer, Placement
from dragoman.generate.names import Names
from dragoman.generate.water import seas
from dragoman.importing.board import Imported, Nation, Site, slug
from dragoman.importing.tidy import COAST, INLAND, SEA

MOST_POWERS, MOST_PROVINCES, LEAST_EACH = len(PALETTE), 150, 5
CENTERS = 0.45
"""The part of the provinces that are centers, as on the classic board."""

ROOMY = 8.5
"""With so many provinces for each power, powers have three homes, and with fewer two."""

ATTEMPTS, CHOICE = 60, 4
"""How many boards are tried, and of how many good ones the most even is taken."""


class Wanted(Struct, frozen=True):
    """What a board is to be: its seed, how many powers and provinces, and modules of rules."""

    seed: str
    powers: int = 5
    size: int = 30
    rules: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what no board can be."""
        if not 2 <= self.powers <= MOST_POWERS:
            raise RequestError(f"{self.powers} powers: there may be 2 to {MOST_POWERS}", "powers")
        least = LEAST_EACH * self.powers
        if not least <= self.size <= MOST_PROVINCES:
            right = f"{self.powers} powers need {least} to {MOST_PROVINCES}"
            raise RequestError(f"{self.size} provinces: {right}", "size")


class Generated(Struct, frozen=True):
    """A board, how far its powers differ by the graph alone (0 is even), and how it came about."""

    board: Imported
    spread: float
    placement: Placement
    plan: "BoardPlan"

    def again(self, shares: Sequence[float]) -> "Generated":
        """The same ground with some centers moved, where powers got these shares in games."""
        return self.plan.named(self.plan.placer.again(self.placement, shares))


def generate(wishes: Wanted) -> Generated:
    """The board of a seed: of some that are good the one that is most even by the graph."""
    wishes.check()
    found: list[Generated] = []
    for attempt in range(ATTEMPTS):
        made = BoardPlan(wishes, f"{wishes.seed}/{wishes.powers}/{wishes.size}/{attempt}").made()
        found += [made] if made else []
        if len(found) == CHOICE:
            break
    if not found:
        raise RequestError("no board was found: try another seed, or more provinces")
    return min(found, key=lambda made: made.spread)


class BoardPlan:
    """The ground and the water of a board, on which its powers are placed."""

    def __init__(self, wishes: Wanted, key: str) -> None:
        self.wishes, self.key = wishes, key
        chance = Random(key)
        self.ground = HexField(wishes.size, chance)
        self.beside: dict[int, set[int]] = {n: set() for n in sorted(set(self.ground.of.values()))}
        for a, b in self.ground.borders():
            self.beside[a].add(b)
            self.beside[b].add(a)
        self.sea = seas(self.ground, self.beside, chance)
        self.spots, self.size = self.ground.places()
        self.placer = HomePlacer(self.beside, self.sea, chance)

    def made(self) -> Generated | None:
        """The finished board; none if there is no good place for its powers."""
        wishes = self.wishes
        each = 3 if wishes.size >= ROOMY * wishes.powers else 2
        # As many neutral centers for each power, so that there can be as many near each.
        rounds = round((wishes.size * CENTERS / wishes.powers) - each)
        place = self.placer.best(wishes.powers, each, max(rounds, 1) * wishes.powers)
        if place is None or len(self.beside) < wishes.size:
            return None
        return self.named(place)

    def named(self, place: Placement) -> Generated:
        """The board of a placement; its names are the same for every one."""
        names = Names(Random(f"{self.key}/names"))
        board = Imported(
            id=slug(f"board {self.wishes.seed}"),
            name=names.country()[0],
            format="",
            source="",
            sites={},
            army=set(),
            fleet=set(),
            rules={rule: {} for rule in self.wishes.rules},
            about=about(self.wishes),
        )
        ids = self._sites(board, names, {*place.neutral, *(h for m in place.homes for h in m)})
        self._borders(board, ids)
        board.nations = [
            self._nation(mine, ids, names.country(), color)
            for mine, color in zip(place.homes, PALETTE, strict=False)
        ]
        board.win_at = sum(site.center for site in board.sites.values()) // 2 + 1
        return Generated(board, place.spread, place, self)

    def _sites(self, board: Imported, names: Names, centers: set[int]) -> dict[int, str]:
        wide, high = self.size
        board.sheet = [f"@frame 0 0 {wide:g} {high:g}", f"@size {self._width(wide, high)}"]
        ids: dict[int, str] = {}
        for number, rings in self.ground.rings().items():
            drawn = tuple(tuple(self.spots[corner] for corner in ring) for ring in rings)
            if number in self.sea:
                stem, name = names.water()
                ids[number], kind = stem[:3], SEA
            else:
                name = names.land()
                ids[number] = name[:3].lower()
                kind = COAST if self.beside[number] & self.sea else INLAND
            board.sites[ids[number]] = Site(name, kind, number in centers, rings=drawn)
        return ids

    def _width(self, wide: float, high: float) -> int:
        """How many pixels wide the board is, so that a province has as much room as elsewhere."""
        return 10 * round(math.sqrt(self.wishes.size * 220 * wide / high))

    def _borders(self, board: Imported, ids: dict[int, str]) -> None:
        """Armies pass over land borders, fleets at sea and where two coasts meet at the water."""
        for a, others in self.beside.items():
            for b in others:
                wet = {a, b} & self.sea
                board.join(ids[a], ids[b], army=not wet, fleet=bool(wet))
        for met in self.ground.meeting().values():
            if len(met) == 3 and len(met & self.sea) == 1:
                a, b = met - self.sea
                board.join(ids[a], ids[b], fleet=True)

    def _nation(
        self, homes: tuple[int, ...], ids: dict[int, str], called: tuple[str, str], color: str
    ) -> Nation:
        """A power with a fleet on its wettest home and armies on the others."""
        ports = [h for h in homes if self.beside[h] & self.sea]
        port = max(ports, key=lambda h: (len(self.beside[h] & self.sea), h))
        units = [f"{'F' if h == port else 'A'} {ids[h]}" for h in homes]
        return Nation(
            called[0], called[1], sorted(ids[h] for h in homes), None, sorted(units), color
        )


def about(wishes: Wanted) -> str:
    """Where a board is from, in a sentence."""
    rules = f" --rules {','.join(wishes.rules)}" if wishes.rules else ""
    command = f"--seed {wishes.seed} --powers {wishes.powers} --size {wishes.size}{rules}"
    return f"Made by `dragoman generate {command}`: its places and names are those of no world."
