"""Whether a board of ours equals other encodings of it: borders, centers, homes and opening.

python -m tests.importing.compare VARIANT FOLDER …

Each FOLDER is a variant that `dragoman import` made of your own copy of an encoding. Provinces are
matched by name, then by abbreviation, and what is left by the neighbors that are matched already.
"""

import sys
from collections.abc import Iterable, Iterator

from dragoman import load
from dragoman.geo import IMPASSABLE, LAND, SEA, Map
from dragoman.importing.export import borders
from dragoman.rules import Variant

Match = dict[str, str]
"""Which province of ours each of theirs is."""


def plain(name: str) -> str:
    """A name without what encodings write differently."""
    words = name.lower().replace("-", " ").replace(".", "").split()
    return "".join(w for w in words if w not in ("the", "of"))


def names(board: Map) -> Iterator[tuple[str, str]]:
    """What provinces are called, full names first."""
    spaces = [s for s in board.spaces.values() if s.kind != IMPASSABLE]
    yield from ((plain(s.name), str(s.id)) for s in spaces)
    yield from ((plain(n), str(s.id)) for s in spaces for n in (*s.also, str(s.id)))


def matched(ours: Map, theirs: Map) -> Match:
    """Which province of theirs is which of ours; those that nothing tells are left out."""
    known: dict[str, str] = {}
    for name, province in names(ours):
        known.setdefault(name, province)
    found: Match = {}
    for name, province in names(theirs):
        if province not in found and known.get(name) not in (None, *found.values()):
            found[province] = known[name]
    return _by_neighbors(ours, theirs, found)


def _by_neighbors(ours: Map, theirs: Map, found: Match) -> Match:
    """Match what is left, the most certain first; of several that fit as well, none."""
    while True:
        free = [str(p) for p in ours.spaces if str(p) not in found.values()]
        left = [str(p) for p in theirs.spaces if str(p) not in found]
        ranks = sorted(
            (
                (_alike(ours.borders[a], theirs.borders[b], found), a, b)  # type: ignore[index]
                for a in free
                for b in left
            ),
            reverse=True,
        )
        if not ranks or ranks[0][0] < 0.5:
            return found
        best, a, b = ranks[0]
        if any(rank == best and (a == x) != (b == y) for rank, x, y in ranks[1:]):
            return found
        found[b] = a


def _alike(ours: Iterable[str], theirs: Iterable[str], found: Match) -> float:
    """How many neighbors two have in common, of all that they have."""
    mine, yours = set(ours), {found.get(p, p) for p in theirs}
    return len(mine & yours) / max(len(mine | yours), 1)


def renamed(pairs: Iterable[tuple[str, str]], match: Match) -> set[tuple[str, str]]:
    """Their borders in our names; coasts keep their own."""
    return {(in_ours(a, match), in_ours(b, match)) for a, b in pairs}


def in_ours(place: str, match: Match) -> str:
    """A place of theirs as we call it, or with a question mark if we have none such."""
    province, slash, coast = place.partition("/")
    return match.get(province, f"?{province}") + slash + coast


def differences(ours: Variant, theirs: Variant) -> Iterator[str]:
    """One line for each kind of fact: how many are equal, and which are not."""
    match = matched(ours.map, theirs.map)
    for word, mode in (("army", LAND), ("fleet", SEA)):
        mine = {(str(a), str(b)) for a, b in borders(ours.map, mode)}
        yield _line(f"{word} borders", mine, renamed(borders(theirs.map, mode), match))
    yield _line("centers", map(str, ours.map.centers), _all_in_ours(theirs.map.centers, match))
    units = [[u for p in v.powers.values() for u in p.units] for v in (ours, theirs)]
    yield _line("units", units[0], {u[:2] + in_ours(u[2:], match) for u in units[1]})
    homes = [[str(c) for p in v.powers.values() for c in p.homes] for v in (ours, theirs)]
    yield _line("homes", homes[0], _all_in_ours(homes[1], match))
    wins = [v.numbers["win_at"] for v in (ours, theirs)]
    yield f"to win: {wins[0]}" + ("" if wins[0] == wins[1] else f", theirs {wins[1]}")


def _all_in_ours(places: Iterable[str], match: Match) -> set[str]:
    return {in_ours(p, match) for p in places}


def _line(what: str, ours: Iterable[object], theirs: Iterable[object]) -> str:
    mine, yours = set(ours), set(theirs)
    only = (("only ours", mine - yours), ("only theirs", yours - mine))
    parts = [f"{word}: {', '.join(sorted(map(_text, left)))}" for word, left in only if left]
    return "; ".join([f"{what}: {len(mine & yours)} equal", *parts])


def _text(fact: object) -> str:
    return "-".join(fact) if isinstance(fact, tuple) else str(fact)


def main(name: str, folders: Iterable[str]) -> None:
    """Print the comparison with each folder."""
    ours = load(name)
    for folder in folders:
        print(folder)
        for line in differences(ours, load(folder)):
            print(f"  {line}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
