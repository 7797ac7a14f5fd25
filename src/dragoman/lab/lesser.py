"""What a rule is worth: one seat in turn plays without it, as if it did not know of it.

This is restricted play: what the seat loses by it, against the same games with the rule, is what
the rule is worth to whoever uses it.
"""

from collections.abc import Sequence

import msgspec

from dragoman.bots import Sight
from dragoman.errors import RequestError
from dragoman.model import Ballot
from dragoman.rules import Ask, Variant
from dragoman.variants.load import draft_of, modules_of
from dragoman.variants.plan import Plan, rules_of

CONVOY = "convoy"
"""The one rule of every board that can be left out by name; the others are modules."""


def lesser(variant: Variant, without: str) -> Variant:
    """A variant as one sees it who does not know a rule: the convoy, or a module."""
    if without == CONVOY:
        board = variant.map
        spaces = {p: msgspec.structs.replace(s, convoys=False) for p, s in board.spaces.items()}
        return msgspec.structs.replace(variant, map=msgspec.structs.replace(board, spaces=spaces))
    if without not in variant.modules:
        known = ", ".join((CONVOY, *variant.modules))
        raise RequestError(f"--without {without!r}: the rules of {variant.name} are {known}")
    modules = tuple(m for m in modules_of(variant) if m.name != without)
    plan = Plan(modules, variant.schema, variant.settings, variant.policies, draft_of(variant))
    names = tuple(module.name for module in modules)
    return msgspec.structs.replace(variant, rules=rules_of(plan), modules=names)


def blinkered(sight: Sight, less: Variant) -> Sight:
    """What a seat has before it that does not know a rule."""
    return msgspec.structs.replace(sight, ask=Ask(less, sight.ask.state))


def allowed(ask: Ask, ballots: Sequence[Ballot]) -> list[Ballot]:
    """Those of some ballots that the whole rules accept; without the others units stay put."""
    return [ballot for ballot in ballots if not any(ask.rules.legal(ask, ballot))]
