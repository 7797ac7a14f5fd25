"""The orders of a phase, power by power, with a remark beside each that did not succeed."""

from collections.abc import Iterator

import msgspec

from dragoman.model import (
    ADJUSTMENT,
    DONE,
    OUTVOTED,
    VOID,
    Act,
    Build,
    Cause,
    Disband,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Resolution,
    Unit,
    Verdict,
    Waive,
    piece_of,
    verb_of,
)
from dragoman.report.charts import is_guesswork, is_surveyed, open_sites
from dragoman.report.english import explain
from dragoman.report.layout import Row, beside, remark_column
from dragoman.rules import Ask
from dragoman.translate import Say
from dragoman.words.phrases import cause, counted, is_namesake


def order_blocks(resolution: Resolution, before: Ask, say: Say = str) -> list[list[str]]:
    """For every power that had something to order, in the variant's order: what came of it."""
    kept = shown(resolution, before)
    powers = dict.fromkeys((*before.variant.powers, *(v.power for v in kept)))
    rows = {power: power_rows(resolution, before, power, kept, say) for power in powers}
    column = remark_column([row for found in rows.values() for row in found])
    return [
        [say(power_title(before, power)), *beside(found, column)]
        for power, found in rows.items()
        if found
    ]


def power_title(ask: Ask, power: Power) -> str:
    """A power, and who holds it where that is not plain."""
    seat = ask.state.holder.get(power)
    if seat is None:
        return f"{power} (held by nobody)"
    return power if is_namesake(seat, [power]) else f"{power} ({seat})"


def shown(resolution: Resolution, before: Ask) -> list[Verdict]:
    """The verdicts to print: of those that were voted on, only what was chosen, and once."""
    found: list[Verdict] = []
    chosen: set[tuple[Power, Order]] = set()
    for v in resolution.verdicts:
        counted = v.outcome != VOID and was_voted(v, resolution, before)
        if (
            is_later(v, before)
            or v.sealed
            or (counted and (v.outcome == OUTVOTED or (v.power, v.order) in chosen))
        ):
            continue
        found.append(v)
        if counted:
            chosen.add((v.power, v.order))
    return found


def is_later(verdict: Verdict, before: Ask) -> bool:
    """Whether a verdict belongs to a later phase that passed without a choice."""
    return verdict.supplied and verb_of(verdict.order) not in before.rule.verbs


def was_voted(verdict: Verdict, resolution: Resolution, before: Ask) -> bool:
    """Whether ballots were counted for what an order is about."""
    for votes in resolution.votes:
        unit = before.unit.get(votes.subject.unit)
        if votes.subject.power == verdict.power and (unit is None or is_for(verdict, unit)):
            return True
    return False


def is_for(verdict: Verdict, unit: Unit) -> bool:
    """Whether an order is for this unit, or for a part of it."""
    piece = piece_of(verdict.order)
    return piece is not None and piece.means(unit)


def power_rows(
    resolution: Resolution, before: Ask, power: Power, kept: list[Verdict], say: Say = str
) -> list[Row]:
    """A power's orders, those for one unit together, then the builds it did not use."""
    mine: dict[Piece | None, list[Verdict]] = {}
    for verdict in kept:
        if verdict.power == power:
            mine.setdefault(piece_of(verdict.order), []).append(verdict)
    rows = [
        (str(v.order), remark(v, resolution, before, say)) for group in mine.values() for v in group
    ]
    unused = unused_builds(resolution, before, power)
    return [*rows, *((say(what), say(why)) for what, why in unused)]


def unused_builds(resolution: Resolution, before: Ask, power: Power) -> Iterator[Row]:
    """The builds for which a power gave no valid order."""
    if before.state.phase.kind != ADJUSTMENT or is_guesswork(before):
        return
    mine = [v for v in resolution.verdicts if v.power == power]
    spent = builds_spent(before, [v.order for v in mine if v.outcome == DONE])
    left = before.rules.entitlement(before, power) - spent
    if left > 0:
        # What a module brings to be said in such a phase was never meant for a build.
        void = any(v.outcome == VOID and not isinstance(v.order, Act) for v in mine)
        wrong = "no valid order" if void else "no order"
        room = open_sites(before, power) > spent
        yield f"{counted(left, 'build')} unused", wrong if room else "no room to build"


def builds_spent(before: Ask, orders: list[Order]) -> int:
    """How many of its builds a power has used; one that several voted for counts once."""
    built = {o for o in orders if isinstance(o, Build) and before.kind(o.unit.kind).needs_supply}
    return len(built) + sum(isinstance(o, Waive) for o in orders)


def remark(verdict: Verdict, resolution: Resolution, before: Ask, say: Say = str) -> str:
    """What stands beside an order; nothing if it was given and succeeded."""
    parts = [
        supplied_remark(verdict, resolution, before),
        seat_remark(verdict, resolution, before),
        explain(verdict, before) if is_telling(verdict) else "",
        exile(verdict, resolution, before),
    ]
    return "; ".join(say(part) for part in parts if part)


def is_telling(verdict: Verdict) -> bool:
    """Whether a verdict says more than that the order succeeded."""
    partly = verdict.reason.code == "supported" and verdict.reason.by is not None
    return verdict.outcome != DONE or partly


def supplied_remark(verdict: Verdict, resolution: Resolution, before: Ask) -> str:
    """Why the rules had to supply an order."""
    if not verdict.supplied:
        return ""
    if isinstance(verdict.order, Remove):
        charges = before.rule.subjects(before, verdict.power)
        return "chosen by civil disorder" if any(c.owed for c in charges) else "no choice"
    others = [v for v in resolution.verdicts if is_rejected(v, verdict, before)]
    if any(v.outcome == OUTVOTED for v in others):
        offers = any(count.offers for count in resolution.votes)
        return "no order was offered the most" if offers else "no order had the most votes"
    if isinstance(verdict.order, Disband):
        driven = [d.unit for d in before.state.dislodged if is_for(verdict, d.unit)]
        if not all(is_surveyed(before, unit) for unit in driven):
            return ""
        if not any(before.rules.refuges(before, unit) for unit in driven):
            return "nowhere to retreat to"
    return "no valid order" if others else "no order"


def is_rejected(given: Verdict, supplied: Verdict, before: Ask) -> bool:
    """Whether an order was given for the unit that the rules then supplied one for, or its part."""
    named, whole = piece_of(given.order), piece_of(supplied.order)
    if named and whole and not whole.part:
        named = msgspec.structs.replace(named, part="")
    same = (given.power, named) == (supplied.power, whole)
    return same and not given.supplied and verb_of(given.order) in before.rule.verbs


def seat_remark(verdict: Verdict, resolution: Resolution, before: Ask) -> str:
    """Who gave an order, where that was not the seat that holds the power."""
    explained = verdict.reason.code == "not_yours"
    own = verdict.seat in (None, before.state.holder.get(verdict.power))
    counted = verdict.outcome != VOID and was_voted(verdict, resolution, before)
    if own or explained or counted:
        return ""
    return f"ordered by {verdict.seat}"


def exile(verdict: Verdict, resolution: Resolution, before: Ask) -> str:
    """The attack that drove a unit out, where its own order failed for another reason."""
    if verdict.outcome in (OUTVOTED, VOID) or verdict.reason.code in ("dislodged", "moved"):
        return ""
    for driven in resolution.dislodged:
        if driven.unit.power == verdict.power and was_of(verdict, driven.unit, before):
            attack = attacker(driven.unit, resolution, before)
            return f"dislodged by {cause(before, attack)}" if attack else "dislodged"
    return ""


def verdict_texts(resolution: Resolution, before: Ask) -> Iterator[str]:
    """What came of each order and why, and who drove its unit out, if somebody did."""
    lost = {driven.unit.power for driven in resolution.dislodged}
    for verdict in resolution.verdicts:
        why = explain(verdict, before)
        driven = exile(verdict, resolution, before) if verdict.power in lost else ""
        yield f"{why}; {driven}" if why and driven else why or driven


def was_of(verdict: Verdict, driven: Unit, before: Ask) -> bool:
    """Whether an order was for a dislodged unit, or for the part that was left and became it."""
    piece = piece_of(verdict.order)
    if piece is None or not piece.part:
        return is_for(verdict, driven)
    became = before.kind(driven.kind).name
    return piece.place == driven.place and (is_for(verdict, driven) or piece.part == became)


def attacker(unit: Unit, resolution: Resolution, before: Ask) -> Cause | None:
    """The move that took a dislodged unit's place."""
    home = before.province.get(unit.place)
    arrived = [v for v in resolution.verdicts if v.outcome == DONE and v.power != unit.power]
    for v in arrived:
        if isinstance(v.order, Move) and before.province.get(v.order.to) == home:
            return Cause(v.power, v.order)
    return None
