"""The judge: ballots in, verdicts and the next position out."""

from dragoman.judge.turn import adjudicate, conclude, owed

__all__ = ["adjudicate", "conclude", "owed"]
