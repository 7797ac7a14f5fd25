"""The language of a variant: how its places, powers and pieces are called in orders."""

from functools import lru_cache

from dragoman.geo import Map
from dragoman.model import Power
from dragoman.notation import Language
from dragoman.rules import Ask, Variant


def language(ask: Ask) -> Language:
    """The language in which orders for this position are read."""
    return _language(ask.variant, ask.map)


@lru_cache(maxsize=64)
def _language(variant: Variant, board: Map) -> Language:
    bearers: dict[str, dict[Power, None]] = {}
    for power, info in variant.powers.items():
        for name in filter(None, (power, info.adjective, *info.also)):
            bearers.setdefault(name.lower(), {})[power] = None
    powers = {name: next(iter(found)) for name, found in bearers.items() if len(found) == 1}
    shared = {name: tuple(found) for name, found in bearers.items() if len(found) > 1}
    changes = not variant.keeps_map
    words, known = variant.words, variant.vocabulary
    return Language(board, variant.kinds, powers, words, known, shared, changes)
