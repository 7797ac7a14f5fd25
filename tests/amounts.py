"""How often what repeats is tried: a fifth as often where DRAGOMAN_SHORT is set."""

import os

SHORT = bool(os.environ.get("DRAGOMAN_SHORT"))


def amount(whole: int) -> int:
    """So many tries, or the part of them that `scripts/test` makes for every change."""
    return max(whole // 5, 1) if SHORT else whole
