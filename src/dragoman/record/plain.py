"""Whether other programs, which know only the classic rules, have words for a variant."""

from dragoman.model import Seat, Year
from dragoman.rules import Variant

KINDS = {"A", "F"}


def unlike_classic(variant: Variant) -> str:
    """What a variant has that programs for armies and fleets do not know; nothing if it is plain.

    Rules that only change who wins, who may build where or what a board is like are plain.
    """
    plain = variant.rules.is_default
    return (
        "it has other pieces" * (not set(variant.kinds) <= KINDS)
        or "its year has other phases" * (variant.year.phases != Year().phases)
        or "it has orders of its own" * bool(variant.vocabulary.verbs)
        or "not everything is seen" * (not plain("see"))
        or "its board changes" * (not plain("map"))
        or "seats order for others" * (not plain("mandate"))
        or "its seats are not its powers" * (variant.seats != tuple(map(Seat, variant.powers)))
    )
