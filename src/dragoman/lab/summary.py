"""What many games say together: rates, shares, lengths, rules used, openings, and the balance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from dragoman.lab.balance import Balance, balance
from dragoman.lab.play import UNFINISHED, GameRow, SeatResult
from dragoman.lab.setup import Setup
from dragoman.lab.stats import Estimate, entropy, mean, rate

WHOLE = (0.0, 1.0)
"""What a share can be."""

Placed = Callable[[GameRow], list[tuple[int, SeatResult]]]
"""The seats of a game, each with a number that may matter."""


class SeatSummary(Struct, frozen=True):
    """How one seat fared over many games."""

    seat: str
    games: int
    solo: Estimate
    shared: Estimate
    survived: Estimate
    out: Estimate
    share: Estimate
    points: Estimate
    equal: float
    by_year: tuple[float, ...]


class Opening(Struct, frozen=True):
    """How varied the first moves of a power are."""

    power: str
    games: int
    different: int
    effective: float
    commonest: str
    rate: float


class Summary(Struct, frozen=True):
    """A run in figures."""

    setup: Setup
    games: int
    ends: dict[str, int]
    seats: tuple[SeatSummary, ...]
    balance: Balance
    turns: Estimate
    stalemates: Estimate
    standoffs: Estimate
    dislodged: Estimate
    counts: dict[str, float]
    openings: tuple[Opening, ...]
    first_mover: dict[str, Estimate]
    seat_order: dict[str, Estimate]
    alone: Estimate | None = None


def summarize(setup: Setup, games: Sequence[GameRow]) -> Summary:
    """The figures of a run."""
    names = dict.fromkeys(row.seat for game in games for row in game.seats)
    return Summary(
        setup=setup,
        games=len(games),
        ends=dict(Counter(game.end for game in games).most_common()),
        seats=tuple(seat_summary(name, games) for name in names),
        balance=balance_of(games),
        turns=mean([float(game.turns) for game in games]),
        stalemates=rate(sum(game.stale for game in games), len(games)),
        standoffs=mean([game.standoffs / max(1, game.turns) for game in games]),
        dislodged=mean([game.dislodged / max(1, game.turns) for game in games]),
        counts=per_game(games),
        openings=tuple(openings(games)),
        first_mover=by_place(games, lambda game: [(row.turn, row) for row in game.seats]),
        seat_order=by_place(games, lambda game: list(enumerate(game.seats, 1))),
        alone=lone_points(setup, games) if setup.against else None,
    )


def lone_points(setup: Setup, games: Sequence[GameRow]) -> Estimate:
    """The points of the bot that plays one seat against others, as multiples of an equal share."""
    got = [(len(game.seats), row) for game in games for row in game.seats if row.bot == setup.bot]
    most = max(seats for seats, _ in got)
    return mean([seats * row.points for seats, row in got], (0.0, float(most)))


def blocks(games: Iterable[GameRow]) -> list[dict[str, float]]:
    """What each seat got in each game."""
    return [{row.seat: row.points for row in game.seats} for game in games]


def balance_of(games: Sequence[GameRow]) -> Balance:
    """How even the seats of some games are."""
    return balance(blocks(games), sum(game.end == UNFINISHED for game in games))


def shared(game: GameRow) -> bool:
    """Whether a game that has winners was drawn, or won by several."""
    return game.end == "draw" or len(game.winners) > 1


def won_alone(game: GameRow) -> bool:
    """Whether one seat won a game; a draw in which only one is left is none."""
    return bool(game.winners) and not shared(game)


def seat_summary(name: str, games: Sequence[GameRow]) -> SeatSummary:
    """How one seat fared."""
    played = [(game, row) for game in games for row in game.seats if row.seat == name]
    won = [game for game, row in played if name in game.winners]
    count = len(played)
    return SeatSummary(
        name,
        count,
        rate(sum(map(won_alone, won)), count),
        rate(sum(map(shared, won)), count),
        rate(sum(row.survived for _, row in played), count),
        rate(sum(not row.survived for _, row in played), count),
        mean([row.share for _, row in played], WHOLE),
        mean([row.points for _, row in played], WHOLE),
        sum(1 / len(game.seats) for game, _ in played) / count,
        by_year(played),
    )


def by_year(played: Sequence[tuple[GameRow, SeatResult]]) -> tuple[float, ...]:
    """The share of centers at the end of each year; a game that is over stays as it was."""
    years = max((len(row.centers) for _, row in played), default=0)
    found = []
    for year in range(years):
        shares = []
        for game, row in played:
            if row.centers:
                at = min(year, len(row.centers) - 1)
                total = sum(other.centers[at] for other in game.seats)
                shares.append(row.centers[at] / total if total else 0.0)
        found.append(sum(shares) / max(1, len(shares)))
    return tuple(round(share, 4) for share in found)


def per_game(games: Sequence[GameRow]) -> dict[str, float]:
    """How often each thing happened in a game, the commonest first."""
    counts: Counter[str] = Counter()
    for game in games:
        counts.update(game.counts)
    return {name: round(number / len(games), 3) for name, number in counts.most_common()}


def openings(games: Sequence[GameRow]) -> Iterable[Opening]:
    """How varied the first moves of each power are."""
    powers = dict.fromkeys(power for game in games for power in game.openings)
    for power in powers:
        seen = Counter(game.openings[power] for game in games if power in game.openings)
        [(text, number)] = seen.most_common(1)
        total = sum(seen.values())
        yield Opening(
            power,
            total,
            len(seen),
            round(entropy(list(seen.values())), 2),
            text,
            round(number / total, 4),
        )


def by_place(games: Sequence[GameRow], placed: Placed) -> dict[str, Estimate]:
    """What seats got above an equal share, by a number that each has in a game; 0 is none."""
    found: dict[int, list[float]] = {}
    for game in games:
        equal = 1 / len(game.seats)
        for number, row in placed(game):
            if number:
                found.setdefault(number, []).append(row.points - equal)
    return {str(number): mean(found[number]) for number in sorted(found)}
