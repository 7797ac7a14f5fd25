"""Mixing: rules and a board chosen one by one, put together, or the reason why they are not."""

import re
from collections.abc import Sequence

from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.tables.catalog import get_variant, shipped
from dragoman.translate import Said

PLAIN = "standard"
"""What is played where no rules and no board are chosen."""
MOST = 5
"""How many rules may be mixed."""


class Ingredient(Struct, frozen=True):
    """A variant of which a mix can have the rules or the board."""

    id: str
    name: str
    summary: Said


class Mix(Struct, frozen=True):
    """What was put together: its reference, and why it cannot be played, if it cannot.

    `others` are the rules that could be added, each with the reason why not, if there is one.
    """

    ref: str
    rules: list[str]
    board: str
    fault: Said
    others: dict[str, Said]


def ingredients(house: House) -> tuple[list[Ingredient], list[Ingredient]]:
    """The variants that bring rules, and those that are nothing but a board."""
    return house.variants.get_or("ingredients", lambda: _ingredients(house))


def _ingredients(house: House) -> tuple[list[Ingredient], list[Ingredient]]:
    rules: list[Ingredient] = []
    boards: list[Ingredient] = []
    for ref in shipped(house):
        variant = get_variant(house, ref)
        found = Ingredient(ref, variant.name, variant.summary)
        (rules if variant.modules else boards).append(found)
    return rules, boards


def mix(house: House, rules: Sequence[str], board: str = "") -> Mix:
    """Rules on a board, or on that of the first of them; what is not known is left out."""
    known, boards = ({one.id for one in kind} for kind in ingredients(house))
    chosen = [ref for ref in dict.fromkeys(rules) if ref in known][:MOST]
    ground = board if board in boards else ""
    key = f"mix {reference(chosen, ground)}"
    return house.variants.get_or(key, lambda: _mix(house, chosen, ground))


def _mix(house: House, rules: list[str], board: str) -> Mix:
    ref = reference(rules, board)
    others = [one.id for one in ingredients(house)[0] if one.id not in rules]
    more = {one: why_not(house, reference([*rules, one], board)) for one in others}
    return Mix(ref, rules, board, why_not(house, ref), more)


def reference(rules: Sequence[str], board: str) -> str:
    """The reference of a mix.

    >>> reference(["catspaw", "fog"], "youngstown"), reference([], "")
    ('catspaw+fog@youngstown', 'standard')
    """
    if not rules:
        return board or PLAIN
    return "+".join(rules) + (f"@{board}" if board else "")


def why_not(house: House, ref: str) -> str:
    """Why a mix cannot be played; nothing if it can."""
    try:
        get_variant(house, ref)
    except Invalid as error:
        return re.sub(r"^[\w+@]+: (\w+ cannot be used here: )?", "", error.text)
    return ""
