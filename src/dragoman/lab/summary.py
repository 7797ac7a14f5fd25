"""What many games say together: rates, shares, lengths, rules used, openings, and the balance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from dragoman.lab.agree import Agreement
from dragoman.lab.balance import Balance, balance
from dragoman.lab.play import UNFINISHED, GameRow, SeatResult
from dragoman.lab.setup import Setup
from dragoman.lab.stats import Estimate, amount, entropy, mean, rate
from dragoman.lab.story import median_game, story
from dragoman.lab.worth import RuleWorth

FEWEST, BEST = 5, 3
"""In how many games first moves must have been made to be named, and how many are named."""

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


class OpeningLine(Struct, frozen=True):
    """First moves that a power made several times, and what its seat got with them."""

    power: str
    text: str
    games: int
    points: Estimate


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
    lines: tuple[OpeningLine, ...]
    owners: dict[str, dict[str, float]]
    fights: dict[str, float]
    crossed: dict[str, float]
    taken: dict[str, dict[str, float]]
    lengths: dict[int, int]
    median: int
    story: tuple[str, ...]
    alone: Estimate | None = None
    agreements: tuple[Agreement, ...] = ()
    worth: tuple[RuleWorth, ...] = ()


def summarize(
    setup: Setup, games: Sequence[GameRow], first: int = 1901, powers: Sequence[str] = ()
) -> Summary:
    """The figures of a run whose games begin in the first year; powers come in the given order."""
    middle = median_game(games)
    names = in_order((row.seat for game in games for row in game.seats), powers)
    return Summary(
        setup=setup,
        games=len(games),
        ends=dict(Counter(game.end for game in games).most_common()),
        seats=tuple(seat_summary(name, games) for name in names),
        balance=balance_of(games),
        turns=amount([float(game.turns) for game in games]),
        stalemates=rate(sum(game.stale for game in games), len(games)),
        standoffs=amount([game.standoffs / max(1, game.turns) for game in games]),
        dislodged=amount([game.dislodged / max(1, game.turns) for game in games]),
        counts=per_game(games),
        openings=tuple(openings(games, powers)),
        first_mover=by_place(games, lambda game: [(row.turn, row) for row in game.seats]),
        seat_order=by_place(games, lambda game: list(enumerate(game.seats, 1))),
        lines=tuple(opening_lines(games, powers)),
        owners=last_owners(games),
        fights=on_average((game.fights for game in games), len(games)),
        crossed=on_average((game.crossed for game in games), len(games)),
        taken=taken(games),
        lengths=dict(sorted(Counter(map(years_of, games)).items())),
        median=middle.game,
        story=tuple(story(middle, first)),
        alone=lone_points(games) if setup.against else None,
    )


def in_order(names: Iterable[str], powers: Sequence[str]) -> list[str]:
    """Names, each once, in the order of the powers; others after them as they come.

    >>> in_order(["Italy", "Austria", "Italy", "First"], ["Austria", "Italy"])
    ['Austria', 'Italy', 'First']
    """
    place = {power: n for n, power in enumerate(powers)}
    return sorted(dict.fromkeys(names), key=lambda name: place.get(name, len(place)))


def lone_points(games: Sequence[GameRow]) -> Estimate:
    """The points of the bot that plays one seat against others, as multiples of an equal share."""
    most = max(len(game.seats) for game in games)
    return mean([len(game.seats) * lone(game).points for game in games], (0.0, float(most)))


def lone(game: GameRow) -> SeatResult:
    """The seat whose turn it was to play alone: by its place, for all bots may be of one kind."""
    return game.seats[game.game % len(game.seats)]


def blocks(games: Iterable[GameRow]) -> list[dict[str, float]]:
    """What each seat got in each game."""
    return [{row.seat: row.points for row in game.seats} for game in games]


def center_blocks(games: Iterable[GameRow]) -> list[dict[str, float]]:
    """The share of the centers that each seat had at the end of each game."""
    return [{row.seat: row.share for row in game.seats} for game in games]


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
    return on_average((game.counts for game in games), len(games))


def openings(games: Sequence[GameRow], powers: Sequence[str] = ()) -> Iterable[Opening]:
    """How varied the first moves of each power are."""
    for power in in_order((power for game in games for power in game.openings), powers):
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


def opening_lines(games: Sequence[GameRow], powers: Sequence[str] = ()) -> Iterable[OpeningLine]:
    """The first moves that each power made often enough to tell, those that did best first."""
    least = max(FEWEST, len(games) // 50)
    got: dict[str, dict[str, list[float]]] = {}
    for game in games:
        points = {power: row.points for row in game.seats for power in row.powers}
        for power, text in game.openings.items():
            if power in points:
                got.setdefault(power, {}).setdefault(text, []).append(points[power])
    for power in in_order(got, powers):
        texts = got[power]
        rows = [(text, mean(x, WHOLE), len(x)) for text, x in texts.items() if len(x) >= least]
        for text, points_of, count in sorted(rows, key=lambda r: -r[1].value)[:BEST]:
            yield OpeningLine(power, text, count, points_of)


def last_owners(games: Sequence[GameRow]) -> dict[str, dict[str, float]]:
    """In what part of the games each power owned each center at the end."""
    counts: dict[str, Counter[str]] = {}
    for game in games:
        for center, power in game.owners.items():
            counts.setdefault(center, Counter())[power] += 1
    return {
        center: {power: round(n / len(games), 4) for power, n in powers.most_common()}
        for center, powers in sorted(counts.items())
    }


def on_average(rows: Iterable[dict[str, int]], games: int) -> dict[str, float]:
    """Numbers by name in a game, the most first."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row)
    return {name: round(number / games, 4) for name, number in total.most_common()}


def taken(games: Sequence[GameRow]) -> dict[str, dict[str, float]]:
    """How many centers each power took from each other in a game; of nobody, those of no owner."""
    takers = dict.fromkeys(power for game in games for power in game.taken)
    return {
        power: on_average((game.taken.get(power, {}) for game in games), len(games))
        for power in takers
    }


def years_of(game: GameRow) -> int:
    """For how many years a game was played."""
    return max((len(row.centers) for row in game.seats), default=0)


def by_place(games: Sequence[GameRow], placed: Placed) -> dict[str, Estimate]:
    """What seats got above an equal share, by a number that each has in a game; 0 is none.

    Where a number always means the same seat, that was said of the seats already.
    """
    found: dict[int, list[float]] = {}
    who: dict[int, set[str]] = {}
    for game in games:
        equal = 1 / len(game.seats)
        for number, row in placed(game):
            if number:
                found.setdefault(number, []).append(row.points - equal)
                who.setdefault(number, set()).add(row.seat)
    if all(len(seats) == 1 for seats in who.values()):
        return {}
    return {str(number): mean(found[number]) for number in sorted(found)}
