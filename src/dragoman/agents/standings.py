"""How the players of a tournament stand: points with intervals, differences, and costs."""

from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec
from msgspec import Struct

from dragoman.agents.entrants import SeatBill
from dragoman.agents.match import GameScore, SeatScore
from dragoman.agents.plan import PlayerPlan, TournamentPlan
from dragoman.lab.report import percent, plain, table
from dragoman.lab.stats import Estimate, mean, rate, sign_chance

MILLION = 1_000_000


class PlayerRow(Struct, frozen=True):
    """A player: how often it sat down, what it got in equal shares, and what it cost.

    Of `points` and `centers` 1 is no better and no worse than the others.
    """

    player: str
    kind: str
    seats: int
    points: Estimate
    centers: Estimate
    won: Estimate
    survived: Estimate
    bill: SeatBill
    cost: float


class PairRow(Struct, frozen=True):
    """By how much one player got more than another, and how likely chance alone does as much."""

    first: str
    second: str
    more: Estimate
    chance: float


class Standings(Struct, frozen=True):
    """The results of a tournament, as far as it was played; no figure of it depends on a clock."""

    variant: str
    games: int
    played: int
    players: tuple[PlayerRow, ...]
    pairs: tuple[PairRow, ...]
    scores: tuple[GameScore, ...]


Figure = Callable[[SeatScore], float]


def standings(plan: TournamentPlan, scores: Sequence[GameScore], games: int) -> Standings:
    """What the games of a tournament say of its players."""
    timeless = tuple(map(without_seconds, scores))
    names = [name for name in plan.players if any(rows_of(timeless, name))]
    players = tuple(player_row(name, plan.players[name], timeless) for name in names)
    pairs = tuple(pair_row(a, b, timeless) for a, b in combinations(names, 2))
    return Standings(plan.variant, games, len(scores), players, pairs, timeless)


def without_seconds(score: GameScore) -> GameScore:
    """A score without what depends on the clock."""
    rows = (
        msgspec.structs.replace(row, bill=msgspec.structs.replace(row.bill, seconds=0.0))
        for row in score.seats
    )
    return msgspec.structs.replace(score, seats=tuple(rows))


def rows_of(scores: Sequence[GameScore], player: str) -> list[SeatScore]:
    """Every seat that a player had."""
    return [row for score in scores for row in score.seats if row.player == player]


def player_row(name: str, plan: PlayerPlan, scores: Sequence[GameScore]) -> PlayerRow:
    """What a player got and cost."""
    rows = rows_of(scores, name)
    size = max(len(score.seats) for score in scores)
    bill = sum((row.bill for row in rows), SeatBill())
    winners = [(s.winners, row) for s in scores for row in s.seats if row.player == name]
    won = sum(s == (row.seat,) for s, row in winners)
    return PlayerRow(
        name,
        plan.kind,
        len(rows),
        mean(by_round(scores, name, lambda row: row.points), (0.0, float(size))),
        mean(by_round(scores, name, lambda row: row.share), (0.0, float(size))),
        rate(won, len(rows)),
        rate(sum(row.survived for row in rows), len(rows)),
        bill,
        round((bill.tokens_in * plan.price[0] + bill.tokens_out * plan.price[1]) / MILLION, 6),
    )


def by_round(scores: Sequence[GameScore], player: str, figure: Figure) -> list[float]:
    """What a player got in each round, in equal shares: its games share their chances."""
    found: dict[int, list[float]] = {}
    for score in scores:
        for row in score.seats:
            if row.player == player:
                found.setdefault(score.round, []).append(figure(row) * len(score.seats))
    return [sum(values) / len(values) for values in found.values()]


def pair_row(first: str, second: str, scores: Sequence[GameScore]) -> PairRow:
    """How two players compare, round by round: in each both had every seat, with equal chances."""
    one, two = (by_round(scores, name, lambda row: row.points) for name in (first, second))
    differences = [a - b for a, b in zip(one, two, strict=False)]
    size = float(max(len(score.seats) for score in scores))
    return PairRow(first, second, mean(differences, (-size, size)), sign_chance(differences))


HEAD = ("player", "kind", "seats", "points", "centers", "won %", "survived %")
COSTS = (
    *("player", "calls", "tokens in", "tokens out", "cost"),
    *("orders", "void", "unread", "no answer"),
)
PAIRS = ("pair", "more points", "by chance %")
NOTE = (
    "Points and centers in equal shares: 1 is no better than the others. Intervals of 95 %, over\n"
    "rounds; one round says nothing about chance."
)


def standings_text(plan: TournamentPlan, found: Standings) -> str:
    """The results as tables."""
    played = f"{found.variant}: {found.played} of {found.games} games, seed {plan.seed}"
    return "\n".join(
        [
            played,
            "",
            *table(HEAD, [_row(row) for row in found.players]),
            "",
            *table(PAIRS, [_pair(row) for row in found.pairs]),
            "",
            *table(COSTS, [_costs(row) for row in found.players]),
            "",
            NOTE,
            "",
        ]
    )


def _row(row: PlayerRow) -> tuple[str, ...]:
    rates = percent(row.won), percent(row.survived)
    return row.player, row.kind, str(row.seats), plain(row.points), plain(row.centers), *rates


def _pair(row: PairRow) -> tuple[str, ...]:
    return f"{row.first} - {row.second}", plain(row.more), f"{100 * row.chance:.1f}"


def _costs(row: PlayerRow) -> tuple[str, ...]:
    b = row.bill
    counts = b.calls, b.tokens_in, b.tokens_out
    wrong = b.orders, b.void, b.unread, b.late + b.failed
    return row.player, *map(str, counts), f"{row.cost:g}", *map(str, wrong)
