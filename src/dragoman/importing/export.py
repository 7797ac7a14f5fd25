"""Writing a variant for other programs: Diplicity's DVAR, and the PyPI package's `.map`."""

import re
from collections.abc import Callable, Iterator

import msgspec

from dragoman.draw.palette import swatches
from dragoman.geo import CLOSED, COASTAL, IMPASSABLE, INLAND, LAND, SEA, WATER, Map, Province, Space
from dragoman.importing import dvar
from dragoman.importing.board import Ids, slug
from dragoman.importing.tidy import root
from dragoman.rules import Variant

Borders = set[tuple[str, str]]


def borders(board: Map, mode: str) -> Borders:
    """The borders of a mode, once in each direction in which they lead."""
    found = {(str(e.a), str(e.b)) for e in board.edges if mode in e.modes}
    back = {(str(e.b), str(e.a)) for e in board.edges if mode in e.modes and not e.one_way}
    return found | back


def unsaid(variant: Variant) -> list[str]:
    """What another program will not know of a variant, by name."""
    found = [f"the module {name}" for name in variant.modules]
    found += [
        f"{e.a} - {e.b} leads one way" for e in variant.map.edges if e.one_way and LAND in e.modes
    ]
    for name in (line for line in variant.map.lines if line.startswith(CLOSED)):
        season = name.removeprefix(CLOSED).capitalize()
        found += [f"{' - '.join(row)} is closed in {season}" for row in variant.map.lines[name]]
    found += [f"the crossing {e.crossing}" for e in variant.map.edges if e.crossing]
    for space in variant.map.spaces.values():
        if space.kind == COASTAL and space.convoys:
            found.append(f"fleets convoy on {space.id}")
        if space.kind == WATER and not space.convoys:
            found.append(f"no fleet convoys in {space.id}")
    return list(dict.fromkeys(found))


def to_dvar(variant: Variant) -> str:
    """A variant as a DVAR document."""
    army, fleet = borders(variant.map, LAND), borders(variant.map, SEA)
    homes = {h: slug(p).replace("_", "-") for p, i in variant.powers.items() for h in i.homes}
    document = {
        "schemaVersion": 1,
        "id": slug(variant.id).replace("_", "-"),
        "name": variant.name,
        "description": variant.summary,
        "author": variant.credits,
        "victoryConditions": [
            {"type": "supply-center-majority", "supplyCenters": variant.numbers["win_at"]}
        ],
        "phaseProgression": _progression(),
        "nations": _nations(variant),
        "provinces": [
            _province(s, homes.get(s.id, ""), army, fleet)
            for s in variant.map.spaces.values()
            if s.kind != IMPASSABLE
        ],
        "namedCoasts": [
            {
                "id": str(coast),
                "name": f"{space.name} ({str(coast).partition('/')[2].upper()})",
                "parentProvince": str(space.id),
                "adjacencies": list(_adjacent(str(coast), set(), fleet)),
            }
            for space in variant.map.spaces.values()
            for coast in space.coasts
        ],
        "initialState": _opening(variant),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _progression() -> dict[str, object]:
    steps = [("Spring", "Movement"), ("Spring", "Retreat"), ("Fall", "Movement")]
    steps += [("Fall", "Retreat"), ("Fall", "Adjustment")]
    return {
        "seasons": list(dvar.SEASONS),
        "transitions": [
            {
                "from": {"season": a[0], "type": a[1]},
                "to": {"season": b[0], "type": b[1], "yearDelta": int(b == steps[0])},
            }
            for a, b in zip(steps, [*steps[1:], steps[0]], strict=True)
        ],
    }


def _nations(variant: Variant) -> list[dict[str, object]]:
    colors = swatches({p: info.color for p, info in variant.powers.items()})
    return [
        {
            "id": slug(power).replace("_", "-"),
            "name": str(power),
            "color": info.color or colors[power].color,
            **({"non_playable": True} if info.neutral else {}),
        }
        for power, info in variant.powers.items()
    ]


def _province(space: Space, home: str, army: Borders, fleet: Borders) -> dict[str, object]:
    """A province; one with coasts is land, as the format wants it."""
    kinds = {INLAND: "land", WATER: "sea", COASTAL: "land" if space.coasts else "coastal"}
    return {
        "id": str(space.id),
        "name": space.name,
        "type": kinds[space.kind],
        "supplyCenter": space.center,
        **({"homeNation": home} if home else {}),
        "adjacencies": list(_adjacent(str(space.id), army, fleet)),
    }


def _adjacent(place: str, army: Borders, fleet: Borders) -> Iterator[dict[str, str]]:
    by_land = {b for a, b in army if a == place}
    by_sea = {b for a, b in fleet if a == place}
    for goal in sorted(by_land | by_sea):
        both = goal in by_land and goal in by_sea
        yield {"to": goal, "pass": "both" if both else "army" if goal in by_land else "fleet"}


def _opening(variant: Variant) -> dict[str, object]:
    phase = variant.start
    kind = {"M": "Movement", "R": "Retreat"}.get(phase.kind, "Adjustment")
    return {
        "phase": {
            "season": "Spring" if phase.season == "S" else "Fall",
            "year": phase.year,
            "type": kind,
        },
        "units": [
            {
                "nation": slug(power).replace("_", "-"),
                "type": "Fleet" if unit[0] == "F" else "Army",
                "location": unit[2:],
            }
            for power, info in variant.powers.items()
            for unit in info.units
        ],
        "supplyCenters": [
            {"nation": slug(power).replace("_", "-"), "province": str(center)}
            for power, info in variant.powers.items()
            for center in info.owned
        ],
    }


def to_map(variant: Variant) -> str:
    """A variant as a `.map` file, whose provinces have three letters each."""
    return "\n".join(_Sheet(variant).lines()) + "\n"


class _Sheet:
    """A `.map` file being written."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.board, ids = variant, variant.map, Ids()
        fits = re.compile("[a-z]{3}")
        spaces = sorted(self.board.spaces.values(), key=lambda s: not fits.fullmatch(s.id))
        self.ids = {
            str(s.id): ids.of(s.id) if fits.fullmatch(s.id) else ids.of(s.id, s.name)
            for s in spaces
        }
        self.army, self.fleet = borders(self.board, LAND), borders(self.board, SEA)

    def place(self, place: str) -> str:
        province, slash, coast = place.partition("/")
        return self.ids[province] + slash + coast

    def lines(self) -> Iterator[str]:
        seasons = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
        kinds = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
        phase = self.variant.start
        yield f"# {self.variant.name}. {self.variant.credits}"
        yield f"BEGIN {seasons[phase.season]} {phase.year} {kinds.get(phase.kind, 'MOVEMENT')}"
        yield f"VICTORY {self.variant.numbers['win_at']}"
        yield ""
        yield from self.powers()
        yield from self.names()
        yield ""
        for space in self.board.spaces.values():
            yield from self.terrain(space)

    def powers(self) -> Iterator[str]:
        owned: set[Province] = set()
        for power, info in self.variant.powers.items():
            homes = " ".join(self.ids[h].upper() for h in info.homes)
            adjective = info.adjective.replace(" ", "+")
            yield f"{power.upper().replace(' ', '+')} ({adjective}) {homes}".rstrip()
            if info.centers is not None:
                yield f"OWNS {' '.join(self.ids[c].upper() for c in info.centers)}".rstrip()
            yield from (f"{unit[0]} {self.place(unit[2:]).upper()}" for unit in info.units)
            yield ""
            owned |= {*info.homes, *info.owned}
        free = [self.ids[c].upper() for c in self.board.centers if c not in owned]
        if free:
            yield f"UNOWNED {' '.join(free)}"
            yield ""

    def names(self) -> Iterator[str]:
        for space in self.board.spaces.values():
            name = space.name.replace("=", "-")
            also = " ".join(n.replace(" ", "+") for n in space.also if "=" not in n)
            yield f"{name} = {self.ids[space.id]} {also}".rstrip()
            for coast in space.coasts:
                short = str(coast).partition("/")[2]
                yield f"{name} ({short}) = {self.ids[space.id]}/{short}"

    def terrain(self, space: Space) -> Iterator[str]:
        word = {INLAND: "LAND", WATER: "WATER", IMPASSABLE: "SHUT", COASTAL: "COAST"}[space.kind]
        word = "PORT" if space.kind == COASTAL and space.convoys else word
        own = self.ids[space.id]
        if space.coasts:
            by_land = sorted({self.ids[b].upper() for a, b in self.army if a == space.id})
            yield f"{word} {own} ABUTS {' '.join(by_land)}".rstrip()
            for coast in space.coasts:
                by_sea = sorted(self.place(b).upper() for a, b in self.fleet if a == coast)
                yield f"{word} {self.place(str(coast)).upper()} ABUTS {' '.join(by_sea)}"
        elif space.kind == IMPASSABLE:
            yield f"{word} {own.upper()}"
        else:
            yield f"{word} {own.upper()} ABUTS {' '.join(sorted(self.abuts(space)))}".rstrip()

    def abuts(self, space: Space) -> Iterator[str]:
        """Capitals are open to all, small letters to armies, a capital first to fleets."""
        by_land = {b for a, b in self.army if a == space.id}
        by_sea = {b for a, b in self.fleet if a == space.id}
        for goal in by_sea:
            dry = self.board.spaces[Province(root(goal))].kind == COASTAL == space.kind
            text = self.place(goal)
            yield text.capitalize() if dry and root(goal) not in by_land else text.upper()
        for goal in by_land - {root(g) for g in by_sea}:
            both = self.board.spaces[Province(goal)].kind == COASTAL == space.kind
            yield self.ids[goal] if both else self.ids[goal].upper()


EXPORTS: dict[str, Callable[[Variant], str]] = {"dvar": to_dvar, "map": to_map}
"""The formats that can be written."""
