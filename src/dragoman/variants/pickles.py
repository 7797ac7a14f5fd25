"""Pickles of variants: how each was made is noted, since its rules are functions."""

import copyreg
from collections.abc import Callable
from typing import Any

from dragoman.rules import Variant

_MADE_BY = "_made_by"


def made_by(variant: Variant, make: Callable[..., Variant], *args: Any) -> Variant:
    """A variant that keeps the function and the arguments that make it."""
    variant.__dict__[_MADE_BY] = (make, args)
    return variant


def _how_made(variant: Variant) -> tuple[Any, ...]:
    """What its pickle says; a changed copy (`msgspec.structs.replace`) has no note: refused."""
    if _MADE_BY not in variant.__dict__:
        from pickle import PicklingError

        changed = f"{variant.id} is a changed copy of a variant"
        raise PicklingError(f"{changed}, and only what load gave is pickled")
    made: tuple[Any, ...] = variant.__dict__[_MADE_BY]
    return made


copyreg.pickle(Variant, _how_made)
