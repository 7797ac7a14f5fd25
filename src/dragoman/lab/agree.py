"""How far to believe a report: whether other bots, and people, put the seats in the same order."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from dragoman.errors import DataError
from dragoman.lab.balance import Blocks, Sums, Table, rows_of, seen_together, slips
from dragoman.lab.stats import RESAMPLES, TAIL, Estimate, Z
from dragoman.rules import Variant

PEOPLE = "people.toml"
"""The file in a variant's folder that tells how people's games came out."""

FEWEST = 3
"""From how many seats on an order says anything."""


class PeopleResults(Struct, frozen=True, forbid_unknown_fields=True):
    """How people's games of a variant came out: of each seat the share with its half-width in %."""

    source: str
    games: int
    measure: str
    share: dict[str, tuple[float, float]]
    solos: dict[str, int] = {}


class Agreement(Struct, frozen=True):
    """How alike two kinds of players order the seats: 1 is the same order, -1 the reverse."""

    bot: str
    other: str
    games: int
    rank: Estimate


class SeatStanding(Struct, frozen=True):
    """What each seat got on average, and what it might have got by chance, many times."""

    seats: tuple[str, ...]
    means: tuple[float, ...]
    drawn: Table


def standing(bot: str, blocks: Blocks) -> SeatStanding:
    """The standing of seats in the games of a bot, as what they got above an equal share."""
    rows = rows_of(blocks)
    sums = Sums(rows)
    means = sums.means()
    moved = slips(seen_together(rows, sums), RESAMPLES, 1.0, Random(bot))
    drawn = [
        [m + x / n**0.5 for m, x, n in zip(means, slip, sums.games, strict=True)] for slip in moved
    ]
    seats = tuple(dict.fromkeys(seat for block in blocks for seat in block))
    return SeatStanding(seats, tuple(means), drawn)


def people_standing(found: PeopleResults) -> SeatStanding:
    """The standing of seats in people's games."""
    draw, rows = Random(6), found.share.values()
    drawn = [[draw.gauss(share, half / Z) for share, half in rows] for _ in range(RESAMPLES)]
    return SeatStanding(tuple(found.share), tuple(share for share, _ in rows), drawn)


def people_of(variant: Variant) -> PeopleResults | None:
    """What is known of people's games of a variant, from its folder."""
    file = Path(variant.folder) / PEOPLE
    if not file.is_file():
        return None
    try:
        return msgspec.toml.decode(file.read_bytes(), type=PeopleResults)
    except msgspec.DecodeError as error:
        raise DataError(str(file), "", str(error)) from error


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value, the middle place for equals.

    >>> ranks([3.0, 1.0, 3.0])
    [2.5, 1.0, 2.5]
    """
    return [
        sum(other < x for other in values) + (1 + sum(other == x for other in values)) / 2
        for x in values
    ]


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's correlation of two orders; nothing where one of them is none.

    >>> round(rank_correlation([1, 2, 3], [3, 1, 2]), 2)
    -0.5
    """
    middle = (len(a) + 1) / 2
    x, y = ([rank - middle for rank in ranks(values)] for values in (a, b))
    scale = sum(p * p for p in x) * sum(q * q for q in y)
    return sum(p * q for p, q in zip(x, y, strict=True)) / scale**0.5 if scale else 0.0


def agreement(
    bot: str, mine: SeatStanding, other: str, theirs: SeatStanding, games: int
) -> Agreement:
    """How alike two standings are, in the seats that both have."""
    seats = [seat for seat in mine.seats if seat in theirs.seats]
    at = [(mine.seats.index(seat), theirs.seats.index(seat)) for seat in seats]

    def alike(a: Sequence[float], b: Sequence[float]) -> float:
        return rank_correlation([a[i] for i, _ in at], [b[j] for _, j in at])

    value = alike(mine.means, theirs.means)
    found = sorted(alike(a, b) for a, b in zip(mine.drawn, theirs.drawn, strict=True))
    cut = round(TAIL * len(found))
    low, high = min(found[cut], value), max(found[-cut - 1], value)
    return Agreement(bot, other, games, Estimate(value, low, high))


def agreements(
    variant: Variant, gains: dict[str, Blocks], shares: dict[str, Blocks]
) -> list[Agreement]:
    """How the first bot agrees with the others, by points, and each with people, by shares."""
    stands = {bot: standing(bot, blocks) for bot, blocks in gains.items()}
    first, *others = stands
    if len(stands[first].seats) < FEWEST:
        return []
    found = [agreement(first, stands[first], bot, stands[bot], len(gains[bot])) for bot in others]
    if people := people_of(variant):
        theirs = people_standing(people)
        found += [
            agreement(bot, standing(bot, blocks), "people", theirs, people.games)
            for bot, blocks in shares.items()
        ]
    return found
