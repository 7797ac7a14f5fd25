"""Who holds which country on which board: tables of seats and boards, checked or generated."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from dragoman.rules import Lots

Row = tuple[str, ...]
Table = tuple[Row, ...]

Neighbors = frozenset[frozenset[str]]
"""Pairs of initials of countries that are neighbors on the board (ruling H13)."""

TRIES = 200
CHOICES = 8


def same_everywhere(countries: Sequence[str], boards: int) -> Table:
    """Option A: every seat has one country, the same on all boards."""
    return tuple((country,) * boards for country in countries)


def read_table(rows: Sequence[object], countries: Sequence[str], boards: int) -> Table | str:
    """The table that rows of names or initials give, or what is wrong with it."""
    table = []
    for number, row in enumerate(rows, 1):
        cells = _cells(row)
        names = [_country(cell, countries) for cell in cells]
        if None in names:
            return f"table row {number}: no country {cells[names.index(None)]!r}"
        table.append(tuple(name for name in names if name is not None))
    fault = table_fault(table, countries, boards)
    return fault or tuple(table)


def _cells(row: object) -> list[str]:
    if isinstance(row, str):
        return row.split() if " " in row.strip() else list(row.strip())
    return [str(cell) for cell in row] if isinstance(row, list | tuple) else [str(row)]


def _country(cell: str, countries: Sequence[str]) -> str | None:
    """The country of a name, or of a beginning that only one of them has."""
    wanted = cell.strip().lower()
    found = [c for c in countries if c.lower() == wanted]
    found = found or [c for c in countries if wanted and c.lower().startswith(wanted)]
    return found[0] if len(found) == 1 else None


def table_fault(table: Sequence[Row], countries: Sequence[str], boards: int) -> str | None:
    """What keeps a table from being a Latin square, or for other numbers the nearest thing to it.

    Every board has every country once; no seat has a country oftener than it must.
    """
    if len(table) != len(countries):
        return f"table: there are {len(countries)} seats, not {len(table)}"
    for number, row in enumerate(table, 1):
        if len(row) != boards:
            return f"table row {number}: there are {boards} boards, not {len(row)}"
    for board in range(boards):
        twice = _repeated([row[board] for row in table], 1)
        if twice:
            return f"table column {board + 1}: {twice} stands there twice"
    most = -(-boards // len(countries))
    for number, row in enumerate(table, 1):
        twice = _repeated(row, most)
        if twice:
            times = "once" if most == 1 else f"{most} times"
            return f"table row {number}: {twice} stands there more than {times}"
    return None


def _repeated(names: Sequence[str], most: int) -> str | None:
    return next((name for name in names if names.count(name) > most), None)


def balanced_table(countries: Sequence[str], boards: int, neighbors: Neighbors, seed: str) -> Table:
    """A table in which no two players are neighbors much oftener than any others, by lot."""
    lots = Lots(seed)
    best: Table | None = None
    for _ in range(TRIES):
        table = _drawn(countries, boards, neighbors, lots)
        if best is None or _spread(table, neighbors) < _spread(best, neighbors):
            best = table
        if _spread(best, neighbors) <= 2:
            break
    assert best is not None
    return best


def _drawn(countries: Sequence[str], boards: int, neighbors: Neighbors, lots: Lots) -> Table:
    """A table drawn board by board, each time the evenest of a few draws."""
    rows: list[Row] = [()] * len(countries)
    most = -(-boards // len(countries))
    for board in range(boards):
        last = boards - board == 1
        columns = [_column(countries, rows, most, lots) for _ in range(1 if last else CHOICES)]
        grown = [[(*r, c) for r, c in zip(rows, col, strict=True)] for col in columns]
        rows = min(grown, key=lambda table: _unevenness(table, neighbors))
    return tuple(rows)


def _column(countries: Sequence[str], rows: Sequence[Row], most: int, lots: Lots) -> list[str]:
    """A country for each seat that it has not had too often, all different.

    Seats take countries in turn; one that finds none left makes others change (a matching).
    """
    wishes = [lots.shuffled(c for c in countries if row.count(c) < most) for row in rows]
    holder: dict[str, int] = {}

    def seat(number: int, tried: set[str]) -> bool:
        for country in wishes[number]:
            if country in tried:
                continue
            tried.add(country)
            if country not in holder or seat(holder[country], tried):
                holder[country] = number
                return True
        return False

    for number in range(len(rows)):
        seat(number, set())
    return sorted(holder, key=lambda country: holder[country])


def neighborhoods(table: Sequence[Row], neighbors: Neighbors) -> list[int]:
    """On how many boards each pair of seats are neighbors."""
    return [
        sum(frozenset((x[0], y[0])) in neighbors for x, y in zip(a, b, strict=True))
        for a, b in combinations(table, 2)
    ]


def _spread(table: Table, neighbors: Neighbors) -> int:
    counts = neighborhoods(table, neighbors)
    return max(counts) - min(counts)


def _unevenness(table: Sequence[Row], neighbors: Neighbors) -> int:
    return sum(count * count for count in neighborhoods(table, neighbors))


def letters(table: Table) -> Iterator[str]:
    """A table as it is printed: a row of initials for each seat."""
    return (" ".join(country[0] for country in row) for row in table)
