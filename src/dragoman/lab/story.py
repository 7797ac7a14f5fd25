"""The story of one game, from its row: who led when, who went out, how it ended."""

from collections import Counter
from collections.abc import Iterator, Sequence

from dragoman.lab.play import UNFINISHED, GameRow


def median_game(games: Sequence[GameRow]) -> GameRow:
    """The game of middle length among those that ended in the commonest way.

    Where most were broken off it is one of these: the few that ended are not what is usual there.
    """
    rows = [game for game in games if game.end == UNFINISHED]
    if 2 * len(rows) <= len(games):
        ends = Counter((game.end, game.winners) for game in games if game.end != UNFINISHED)
        commonest = ends.most_common(1)[0][0]
        rows = [game for game in games if (game.end, game.winners) == commonest]
    return sorted(rows, key=lambda game: (game.turns, game.game))[(len(rows) - 1) // 2]


def story(game: GameRow, first: int) -> list[str]:
    """A game that began in the first year, in a few sentences."""
    return [_ending(game, first), *_turning_points(game, first), _standings(game)]


def year(number: int) -> str:
    """A year in a sentence: small ones are counted, not dates."""
    return str(number) if number >= 100 else f"year {number}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["Kiel", "Tunis", "Brest"]), listed(["Kiel"])
    ('Kiel, Tunis and Brest', 'Kiel')
    """
    *others, last = names or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def _ending(game: GameRow, first: int) -> str:
    last = year(first + max((len(row.centers) for row in game.seats), default=1) - 1)
    names = listed(game.winners)
    if len(game.winners) == 1 and game.end != "draw":
        how = f"{names} wins in {last}"
    elif game.winners:
        how = f"{names} share it in {last}"
    else:
        broken = game.end == UNFINISHED
        how = f"it is broken off at the end of {last}" if broken else f"it ends in {last}"
    return f"Game {game.game}: {how}, after {game.turns} turns of movement."


def _turning_points(game: GameRow, first: int) -> Iterator[str]:
    """Who takes the lead, and who goes out, year by year."""
    leader = ""
    for n in range(max((len(row.centers) for row in game.seats), default=0)):
        held = {row.seat: row.centers[n] for row in game.seats if n < len(row.centers)}
        most = max(held.values(), default=0)
        ahead = [seat for seat, count in held.items() if count == most]
        if len(ahead) == 1 and ahead[0] != leader:
            leader = ahead[0]
            yield f"In {year(first + n)} {leader} takes the lead with {most} centers."
        out = [row.seat for row in game.seats if row.out == first + n]
        if out:
            are = "is" if len(out) == 1 else "are"
            yield f"In {year(first + n)} {listed(out)} {are} out."


def _standings(game: GameRow) -> str:
    rows = [(row.centers[-1], row.seat) for row in game.seats if row.centers and row.centers[-1]]
    standings = ", ".join(f"{seat} {count}" for count, seat in sorted(rows, key=lambda r: -r[0]))
    return f"Centers at the end: {standings or 'none'}."
