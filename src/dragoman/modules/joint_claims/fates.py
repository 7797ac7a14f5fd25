"""Fates: what came of each alternative of a claim, with the figures that decided it."""

import re
from collections.abc import Iterator, Mapping

from dragoman.model import Seat
from dragoman.modules.joint_claims.claim_text import Alternative
from dragoman.modules.joint_claims.rounds import Facts, Rounds, holds
from dragoman.rules import Ask

Claims = Mapping[Seat, tuple[Alternative, ...]]
LAST = 99
"""A rank after the last of anybody's alternatives."""


def fates(ask: Ask, texts: Mapping[Seat, str], claims: Claims, facts: Facts) -> dict[Seat, str]:
    """What is said of the claim of each seat: `TWO 4: 128 of 130, 2 short; THREE 3 4: …`."""
    found = _Fates(ask, claims, facts)
    return {
        seat: "; ".join(
            f"{kind}: {found.fate(seat, alternative, condition)}"
            for (kind, condition), alternative in zip(parts(text), claims[seat], strict=True)
        )
        for seat, text in texts.items()
    }


def parts(text: str) -> list[tuple[str, str]]:
    """The alternatives of a claim as they were written, each with its condition if it has one."""
    found = (
        re.split(r"\bIF\b", part, flags=re.I) for part in re.split(r"\bELSE\b", text, flags=re.I)
    )
    return [(kind.strip(), " ".join(rest).strip()) for kind, *rest in found]


class _Fates:
    """The claims of an Autumn, once it is known who wins."""

    def __init__(self, ask: Ask, claims: Claims, facts: Facts) -> None:
        self.win_at, self.claims, self.facts = ask.win_at(), claims, facts
        self.rounds = Rounds.of(ask, claims, facts)
        self.sets = self.rounds.sets()
        self.joined = {seat for members in self.sets or () for seat in members}

    def fate(self, seat: Seat, alternative: Alternative, condition: str) -> str:
        """What came of one alternative."""
        if not alternative.partners:
            return self.alone(seat)
        members = frozenset((seat, *alternative.partners))
        if self.sets is not None and members in self.sets:
            return "made good"
        why = [
            *self.unmet(alternative, condition),
            *self.short(members),
            *self.alone_in(seat, members),
        ]
        return ", ".join(why) or self.crossed(members)

    def alone(self, seat: Seat) -> str:
        """What came of a claim to win alone."""
        have = self.facts.centers.get(seat, 0)
        if have < self.win_at:
            return f"{have} of {self.win_at}, {self.win_at - have} short"
        return "won with others instead" if seat in self.joined else "made good"

    def unmet(self, alternative: Alternative, condition: str) -> Iterator[str]:
        """Whether the condition keeps it from coming true."""
        met = holds(alternative.condition, self.facts)
        if not met:
            yield "hangs on builds" if met is None else f"condition not met: {condition}"

    def short(self, members: frozenset[Seat]) -> Iterator[str]:
        """What is missing to the numbers that are needed."""
        name = "two_way" if len(members) == 2 else "three_way"
        total, each = self.rounds.numbers[name], self.rounds.numbers[f"{name}_each"]
        held = {seat: self.facts.centers.get(seat, 0) for seat in sorted(members)}
        have = sum(held.values())
        if have < total:
            yield f"{have} of {total}, {total - have} short"
        yield from (f"{seat} has {n} of {each}" for seat, n in held.items() if n < each)

    def alone_in(self, seat: Seat, members: frozenset[Seat]) -> Iterator[str]:
        """Who of the others did not claim the same, or hung it on what did not come about."""
        for other in sorted(members - {seat}):
            named = any({other, *a.partners} == members for a in self.claims.get(other, ()))
            claimed = self.rounds.claimed(other, members, LAST)
            if not named:
                yield f"{other} did not claim the same"
            elif claimed is False:
                yield f"a condition of {other} is not met"

    def crossed(self, members: frozenset[Seat]) -> str:
        """Why a set that was agreed upon and has enough does not win."""
        taken = sorted(members & self.joined)
        if taken:
            return f"{', '.join(taken)} won otherwise"
        if self.sets is None:
            return "waits for builds"
        return "got in the way of another claim of as many"
