"""Mending a board: sources differ in how they write borders, and some contradict themselves."""

import re
from collections.abc import Iterator

from dragoman.importing.board import Border, Imported, Nation

INLAND, COAST, SEA, CLOSED = "inland", "coast", "sea", "impassable"


def root(place: str) -> str:
    """The province of a place."""
    return place.partition("/")[0]


def tidy(board: Imported) -> Imported:
    """The board with every border, kind, name and unit as our files want them."""
    board.army = {(root(a), root(b)) for a, b in board.army}
    board.army = set(_known(board, board.army, "army"))
    board.fleet = set(_known(board, board.fleet, "fleet"))
    _one_place(board)
    _coasts(board)
    _kinds(board)
    _passable(board)
    _names(board)
    _nations(board)
    centers = sum(site.center for site in board.sites.values())
    board.win_at = board.win_at or max(1, centers // 2 + 1)
    if board.win_at > centers:
        board.leave(f"{board.win_at} centers to win: the board has {centers}")
        board.win_at = max(1, centers // 2 + 1)
    return board


def _known(board: Imported, borders: set[Border], word: str) -> Iterator[Border]:
    for a, b in sorted(borders):
        if a == b:
            continue
        lost = [p for p in (a, b) if root(p) not in board.sites]
        if lost:
            board.leave(f"{word} border {a} - {b}: {lost[0]} is not on the board")
        else:
            yield a, b


def _one_place(board: Imported) -> None:
    """Only a province with two coasts or more needs to name them."""
    coasts = _coasts_of(board)
    alone = {f"{p}/{next(iter(cs))}": p for p, cs in coasts.items() if len(cs) == 1}
    board.fleet = {(alone.get(a, a), alone.get(b, b)) for a, b in board.fleet}
    for nation in board.nations:
        nation.units = [f"{u[:2]}{alone.get(u[2:], u[2:])}" for u in nation.units]


def _coasts_of(board: Imported) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pair in board.fleet:
        for place in pair:
            if "/" in place:
                found.setdefault(root(place), set()).add(place.partition("/")[2])
    return found


def _coasts(board: Imported) -> None:
    """A border with a province that has coasts belongs to the coasts that answer it."""
    coasts = _coasts_of(board)
    found: set[Border] = set()
    for a, b in board.fleet:
        ends = [[p] if p not in coasts else [f"{p}/{c}" for c in coasts[p]] for p in (a, b)]
        if len(ends[0]) == len(ends[1]) == 1:
            found.add((a, b))
            continue
        pairs = [(x, y) for x in ends[0] for y in ends[1]]
        found.update((x, y) for x, y in pairs if (y, x) in board.fleet or (x, y) in board.fleet)
    board.fleet = found


def _kinds(board: Imported) -> None:
    """The kinds of provinces, from their borders where the source is silent."""
    by_land = {p for pair in board.army for p in pair}
    by_sea = {root(p) for pair in board.fleet for p in pair}
    for key, site in board.sites.items():
        if not site.kind:
            wet = key in by_sea
            site.kind = (COAST if wet else INLAND) if key in by_land or not wet else SEA
        elif site.kind == INLAND and key in by_sea and _sails(board, key):
            site.kind = COAST


def _sails(board: Imported, key: str) -> bool:
    """Whether a fleet gets to a province from the sea or a coast."""
    kinds = {board.sites[root(b)].kind for a, b in board.fleet if root(a) == key}
    return bool(kinds & {SEA, COAST})


def _passable(board: Imported) -> None:
    """Borders that no unit could use go; a province that nothing leads out of is closed."""
    kind = {key: site.kind for key, site in board.sites.items()}
    for a, b in sorted(board.army):
        if SEA in (kind[a], kind[b]):
            board.leave(f"army border {a} - {b} into a sea")
    board.army = {(a, b) for a, b in board.army if not {kind[a], kind[b]} & {SEA, CLOSED}}
    dry = {INLAND, CLOSED}
    board.fleet = {(a, b) for a, b in board.fleet if not {kind[root(a)], kind[root(b)]} & dry}
    linked = {root(a) for a, _ in board.army | board.fleet}
    board.army = {(a, b) for a, b in board.army if b in linked}
    board.fleet = {(a, b) for a, b in board.fleet if root(b) in linked}
    for key, site in board.sites.items():
        if key not in linked:
            if site.center:
                board.leave(f"the center {site.name}: nothing borders on it")
            site.kind, site.center = CLOSED, False


def _names(board: Imported) -> None:
    """Every province has a name of its own."""
    seen: set[str] = set()
    for key, site in board.sites.items():
        site.name = " ".join(site.name.replace("#", "No. ").split()) or key
        while site.name.lower() in seen:
            site.name = f"{site.name} {key}" if not site.name.endswith(key) else f"{site.name} 2"
        seen.add(site.name.lower())
    for site in board.sites.values():
        taken = seen | board.sites.keys()
        site.also = tuple(a for a in _cleaned(site.also) if a.lower() not in taken)
        seen |= {a.lower() for a in site.also}


def _cleaned(names: tuple[str, ...]) -> Iterator[str]:
    """Other names without what a map file cannot hold."""
    for name in dict.fromkeys(names):
        clean = " ".join(name.replace("#", " ").replace(",", " ").split())
        if len(clean) > 1:
            yield clean


def _nations(board: Imported) -> None:
    """Powers with homes that are centers, units that can stand, and names of their own."""
    taken: set[str] = set()
    named: set[str] = set()
    for nation in board.nations:
        nation.name = " ".join(nation.name.split()) or "Nobody"
        while nation.name.lower() in named:
            nation.name += " 2"
        if nation.adjective.lower() in named or not nation.adjective.strip():
            nation.adjective = ""
        named |= {nation.name.lower(), nation.adjective.lower()} - {""}
        nation.color = _color(nation.color)
        nation.homes = list(_centers(board, nation.homes, nation.name))
        if nation.centers is not None:
            nation.centers = list(_centers(board, nation.centers, nation.name))
        nation.units = list(_standing(board, nation, taken))
    board.nations = [n for n in board.nations if n.homes or n.units or n.centers]


def _color(text: str) -> str:
    """A color with six digits, also if it is written with three; none if it is another word."""
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:])
    return text if re.fullmatch(r"#[0-9a-fA-F]{6}", text) else ""


def _centers(board: Imported, places: list[str], name: str) -> Iterator[str]:
    for place in dict.fromkeys(map(root, places)):
        site = board.sites.get(place)
        if site is None or not site.center:
            board.leave(f"{place} as a home of {name}: it is no center of the board")
        else:
            yield place


def _standing(board: Imported, nation: Nation, taken: set[str]) -> Iterator[str]:
    """The units that can stand where they are, one in a province."""
    coasts = _coasts_of(board)
    for unit in nation.units:
        letter, place = unit[0], unit[2:]
        place = root(place) if letter == "A" or root(place) not in coasts else place
        site = board.sites.get(root(place))
        wrong = (COAST, INLAND) if letter == "A" else (COAST, SEA)
        if letter == "F" and place.partition("/")[2] not in coasts.get(root(place), {""}):
            board.leave(f"{nation.name}'s {unit}: it needs a coast of the board")
        elif site is None or site.kind not in wrong or root(place) in taken:
            board.leave(f"{nation.name}'s {unit}: no such unit can stand there")
        else:
            taken.add(root(place))
            yield f"{letter} {place}"
