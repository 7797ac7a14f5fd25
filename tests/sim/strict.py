"""Lists in which no index counts from the end: compiled loops take every index as it is."""

from typing import Any


class Strict(list[Any]):
    """A list that refuses negative indexes."""

    def __getitem__(self, at: Any) -> Any:
        assert not isinstance(at, int) or at >= 0, f"an index of {at}"
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert not isinstance(at, int) or at >= 0, f"an index of {at}"
        super().__setitem__(at, value)


def strictly(value: Any) -> Any:
    """Rows of integers and fractions, strict; anything else as it is."""
    if not isinstance(value, list) or not value:
        return value
    if isinstance(value[0], list):
        return [strictly(row) for row in value]
    return Strict(value) if isinstance(value[0], int | float) else value


def tighten(*owners: Any) -> None:
    """Make every row that somebody keeps for loops strict."""
    for owner in owners:
        for name, value in vars(owner).items():
            setattr(owner, name, strictly(value))
