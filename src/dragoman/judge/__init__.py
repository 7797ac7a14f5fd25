"""The judge: ballots in, verdicts and the next position out."""

from collections.abc import Sequence

from dragoman.judge.turn import adjudicate, conclude, owed, turned


def solve_many(fights: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each of the fights solved, as a new list; compiled where the extra `sim` is installed."""
    from dragoman.judge import batch

    return batch.solve_many(fights)


__all__ = ["adjudicate", "conclude", "owed", "solve_many", "turned"]
