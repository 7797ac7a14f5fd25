"""What is wrong with the powers and the beginning that a variant file gives."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from dragoman.errors import DataError, did_you_mean
from dragoman.geo import CLOSED, Map, Place
from dragoman.model import RETREAT, Kind, Phase, Power, Year
from dragoman.rules import POLICIES, PowerInfo

Fault = Callable[[str, str], DataError]
"""A complaint about one key of the file."""


def check_unit(
    fault: Fault,
    key: str,
    text: str,
    board: Map,
    kinds: Mapping[str, Kind],
    powers: Collection[str] = (),
) -> None:
    """Refuse what is no unit, and one that cannot stand where it is put."""
    letter, _, place = text.partition(" ")
    if letter not in kinds:
        right = " or ".join(f"{kind.letter} ({kind.name})" for kind in kinds.values())
        raise fault(key, f"{text!r}: no kind of unit {letter!r}: begin with {right}")
    if Place(place) not in board.province and place in powers:
        raise fault(key, f"{text!r}: {place} is a power, not a place: write a province")
    if Place(place) not in board.province:
        meant = did_you_mean(place, board.province)
        raise fault(key, f"{text!r}: no place called {place!r} on the map {board.id}{meant}")
    kind = kinds[letter]
    if Place(place) in board.reach(kind.modes, "move", coasts=kind.coasts):
        return
    coasts = board.spaces[board.province[Place(place)]].coasts
    if kind.coasts and coasts and place not in coasts:
        right = " or ".join(f"{letter} {coast}" for coast in coasts)
        raise fault(key, f"{text!r}: a {kind.name} needs a coast there: {right}")
    raise fault(key, f"{text!r}: no {kind.name} can stand in {place!r}")


def no_option(name: str, value: Any, known: Collection[str]) -> str:
    """What is wrong with a setting that is no option, and where it belongs."""
    if name == "edition":
        return f'is a key of its own: write `edition = "{value}"` before all tables'
    if name in POLICIES:
        return "is a policy: write it under [policies]"
    return f"is not an option of this variant; those are {', '.join(sorted(known))}"


def check_repeats(fault: Fault, where: str, row: Mapping[str, Any]) -> None:
    """Refuse a province listed twice, and two units of one power in one province."""
    for key in ("homes", "centers", "lands"):
        for province in repeated(row.get(key, ())):
            raise fault(f"{where}.{key}", f"{province} is listed twice")
    seen: set[str] = set()
    for text in row.get("units", ()):
        province = province_of(text)
        if province in seen:
            raise fault(f"{where}.units", f"{text!r}: another unit stands in {province}")
        seen.add(province)


def repeated(items: Sequence[str]) -> Iterator[str]:
    """What a list has more than once."""
    return (item for n, item in enumerate(items) if item in items[:n])


def province_of(unit: str) -> str:
    """The province of a unit as a file writes it: `F stp/nc`."""
    return unit.partition(" ")[2].split("/")[0]


def share_homes(powers: Mapping[Power, PowerInfo]) -> dict[Power, PowerInfo]:
    """Powers of whom several may share a home: at the start it is nobody's who does not say so."""
    count = Counter(home for info in powers.values() for home in info.homes)
    return {
        power: replace(info, centers=tuple(h for h in info.homes if count[h] == 1))
        if info.centers is None and any(count[h] > 1 for h in info.homes)
        else info
        for power, info in powers.items()
    }


def check_shared(fault: Fault, powers: Mapping[Power, PowerInfo]) -> None:
    """Refuse a center, a place of a unit or a name that two powers have."""
    owned: dict[str, Power] = {}
    manned: dict[str, Power] = {}
    names: dict[str, Power] = {}
    for power, info in powers.items():
        for known, places in ((owned, info.owned), (manned, map(province_of, info.units))):
            for place in places:
                if known.setdefault(place, power) != power:
                    raise fault(f"powers.{power}", f"{place} is {known[place]}'s already")
        for name in (power, info.adjective, *info.also):
            other = names.setdefault(name.strip().lower(), power)
            if other != power:
                raise fault(f"powers.{power}", f"{name} is also what {other} is called")


def check_seasons(fault: Fault, board: Map, year: Year) -> None:
    """Refuse borders that are closed in a season that the year does not have."""
    known = [f"{CLOSED}{name.lower()}" for name in year.name.values()]
    for line in board.lines:
        if line.startswith(CLOSED) and line not in known:
            right = f"there are {', '.join(known)}"
            raise fault("map", f"the map {board.id} has lines {line}, which is no season: {right}")


def check_start(fault: Fault, start: Phase, year: Year) -> None:
    """Refuse a first phase that the variant does not have."""
    if start.kind == RETREAT or not year.has(start):
        known = ", ".join(kind for kind in year.kind if kind != RETREAT)
        raise fault(
            "start",
            f"no game begins in {start}: write a season, a year and one of {known}, such as S1901M",
        )
