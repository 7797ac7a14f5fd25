"""Rounds: which claims come true, by what is held and what was claimed (rulings H17 to H19)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.model import Piece, Seat
from dragoman.modules.joint_claims.claim_text import (
    Alternative,
    Both,
    Builds,
    Centers,
    Condition,
    Either,
    Known,
    Not,
    Owns,
)
from dragoman.rules import Ask

NAME = "joint_claims"


class Facts(Struct, frozen=True):
    """What conditions are tested against; what is built is not known before Winter's end."""

    centers: dict[Seat, int]
    owners: dict[Province, Seat]
    built: frozenset[tuple[Seat, Piece]] | None


def holds(condition: Condition, facts: Facts) -> bool | None:
    """Whether a condition is true; none while that hangs on builds yet to be made."""
    if isinstance(condition, Centers):
        owned = facts.centers.get(condition.seat, 0)
        return COMPARED[condition.compared](owned, condition.number)
    if isinstance(condition, Owns):
        return facts.owners.get(condition.province) == condition.seat
    if isinstance(condition, Builds):
        return None if facts.built is None else (condition.seat, condition.unit) in facts.built
    if isinstance(condition, Not):
        inner = holds(condition.of, facts)
        return None if inner is None else not inner
    if isinstance(condition, Both):
        return every(holds(part, facts) for part in condition.parts)
    if isinstance(condition, Either):
        contrary = every(not_(holds(part, facts)) for part in condition.parts)
        return not_(contrary)
    if isinstance(condition, Known):
        return condition.value
    # `decided` leaves none of these, but the note of a position from outside may hold any.
    raise RequestError("a condition on orders is left open", f"notes.{NAME}")


COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
}


def not_(value: bool | None) -> bool | None:
    """The contrary; what is not known stays so."""
    return None if value is None else not value


def every(values: Iterator[bool | None]) -> bool | None:
    """Whether all are true; a false one decides, else one not known leaves it open."""
    found = list(values)
    return False if False in found else None if None in found else True


def before_solo(ranked: tuple[Alternative, ...], facts: Facts) -> tuple[Alternative, ...]:
    """What a player who has enough alone ranks above winning alone (H19)."""
    kept: list[Alternative] = []
    for alternative in ranked:
        if not alternative.partners and holds(alternative.condition, facts):
            break
        kept.append(alternative)
    return tuple(kept)


def undecided(ranked: tuple[Alternative, ...], facts: Facts) -> bool:
    """Whether it hangs on builds if a player who has enough alone wants to win so."""
    return any(not a.partners and holds(a.condition, facts) is None for a in ranked)


class Rounds:
    """Ranked claims settled round by round (H17, H18)."""

    def __init__(
        self,
        numbers: Mapping[str, int],
        claims: Mapping[Seat, tuple[Alternative, ...]],
        facts: Facts,
    ) -> None:
        self.numbers, self.claims, self.facts = numbers, claims, facts

    @classmethod
    def of(cls, ask: Ask, claims: Mapping[Seat, tuple[Alternative, ...]], facts: Facts) -> "Rounds":
        """The rounds of a table; who has enough alone claims what he ranks above that (H19)."""
        kept = {
            seat: before_solo(ranked, facts)
            if facts.centers.get(seat, 0) >= ask.win_at()
            else ranked
            for seat, ranked in claims.items()
        }
        return cls(ask.variant.numbers, kept, facts)

    def sets(self) -> list[frozenset[Seat]] | None:
        """The sets that win together; none if one of them hangs on builds yet to be made."""
        done: list[frozenset[Seat]] = []
        dropped: set[frozenset[Seat]] = set()
        for rank in range(1, max(map(len, self.claims.values()), default=0) + 1):
            for size in (2, 3):
                found = self.agreed(rank, size, done, dropped)
                if found is None:
                    return None
                # Rule 7: claims that get in each other's way are ignored.
                clear = [s for s in found if not any(s & other for other in found if other != s)]
                done += clear
                dropped |= set(found) - set(clear)
        return done

    def agreed(
        self, rank: int, size: int, done: Sequence[frozenset[Seat]], dropped: set[frozenset[Seat]]
    ) -> list[frozenset[Seat]] | None:
        """The sets of a size that all their members claim so far, and that have enough."""
        out = {seat for members in done for seat in members}
        named = (
            frozenset((seat, *a.partners))
            for seat, ranked in self.claims.items()
            for a in ranked[:rank]
            if len(a.partners) == size - 1
        )
        found: list[frozenset[Seat]] = []
        for members in dict.fromkeys(named):
            if members & out or members in dropped or not self.enough(members):
                continue
            claimed = every(self.claimed(seat, members, rank) for seat in members)
            if claimed is None:
                return None
            if claimed:
                found.append(members)
        return found

    def claimed(self, seat: Seat, members: frozenset[Seat], rank: int) -> bool | None:
        """Whether a seat claims exactly this set within its first alternatives."""
        fits = [
            not_(holds(a.condition, self.facts))
            for a in self.claims.get(seat, ())[:rank]
            if a.partners and {seat, *a.partners} == members
        ]
        return not_(every(iter(fits)))

    def enough(self, members: frozenset[Seat]) -> bool:
        """Whether a set has the centers for a joint win, each member and all together."""
        name = "two_way" if len(members) == 2 else "three_way"
        counts = [self.facts.centers.get(seat, 0) for seat in members]
        each, total = self.numbers[f"{name}_each"], self.numbers[name]
        return min(counts) >= each and sum(counts) >= total
