"""What a rule is worth, from games in which one seat in turn played without it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from dragoman.lab.play import GameRow
from dragoman.lab.stats import Estimate, mean

ALL = "all"


class RuleWorth(Struct, frozen=True):
    """What a rule is worth to a seat, in equal shares: what it gets with it more than without."""

    seat: str
    games: int
    worth: Estimate


def worth_of(
    free: Sequence[GameRow], bound: Sequence[GameRow], seats: Iterable[str] = ()
) -> tuple[RuleWorth, ...]:
    """What a rule is worth to all and to each seat, from games with it and without it."""
    lost: dict[str, list[float]] = {seat: [] for seat in seats}
    for whole, less in zip(free, bound, strict=True):
        n = whole.game % len(whole.seats)
        more = len(whole.seats) * (whole.seats[n].points - less.seats[n].points)
        lost.setdefault(whole.seats[n].seat, []).append(more)
    rows = [(ALL, [x for values in lost.values() for x in values]), *lost.items()]
    return tuple(RuleWorth(seat, len(values), mean(values)) for seat, values in rows if values)
