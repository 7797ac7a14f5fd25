"""Explaining: the causes that the solver noted, raised to verdicts with orders and strengths.

Several causes may be true of one failure; docs/rulings.md says under Reasons which is named.
Most verdicts of a turn are alike, so those without particulars are values made once.
"""

from collections.abc import Iterator
from itertools import compress, repeat
from operator import attrgetter

from dragoman.geo import Place
from dragoman.judge.layout import (
    ARRIVE,
    ARRIVES,
    BOUNCED,
    BY,
    CAUSE,
    CLASHES,
    CONVOYS_FAIL,
    CROSSED,
    CUT,
    CUT_BY,
    CUT_ROW,
    CUTS,
    CUTTER,
    DUEL,
    FATE,
    FORCE_ROW,
    GIVEN,
    HEADER,
    HELD,
    KNOT,
    KNOTS,
    LO,
    NEED,
    NO_ROUTE,
    OWN,
    PLACES,
    POINTS,
    REACH,
    ROUTE,
    SEA,
    STOPPER,
    STRENGTH,
    STRIKE,
    SUPPORT_ROW,
    SUPPORTS,
    TAKEN,
    WORTH,
    YES,
)
from dragoman.judge.lower import Battle
from dragoman.judge.muster import NO_FORCES
from dragoman.model import (
    DONE,
    FAILED,
    Cause,
    Convoy,
    Hold,
    Loss,
    Order,
    Reason,
    Subject,
    Support,
    Tally,
    Verdict,
)

MOVED = Reason("moved")
HELD_FAST = Reason("held")
CONVOYED = Reason("convoyed")
NO_CONVOY = Reason("no_convoy")
IDLE = Reason("idle")
SUPPORTED = Reason("supported", mine=Tally(1))
Told = tuple[str, Reason]
"""The outcome of an order, and why."""

SUPPORT_DONE: Told = (DONE, SUPPORTED)
NOTHING = Tally(0)
total = attrgetter("total")

CODES = {
    BOUNCED: "bounced",
    DUEL: "lost_duel",
    CROSSED: "crossed",
    TAKEN: "taken",
    OWN: "own_unit",
}


class Explainer:
    """Reads a solved battle and says what came of each order."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.flat = battle.flat
        self.arrived, self.driven = battle.fates()
        self.one = 2 if battle.halves else 1
        # Who met nobody did as ordered: until something else is found, everybody stayed.
        self.outcomes = [DONE] * len(battle.orders)
        self.reasons = [HELD_FAST] * len(battle.orders)

    def verdicts(self) -> list[Verdict]:
        """One verdict for every force, in their order, then those for what else they follow."""
        battle = self.battle
        self._tell_moves()
        if battle.supporting:
            self._tell_supports()
        for i, convoy in battle.convoying:
            self.outcomes[i], self.reasons[i] = self._convoy(i, convoy)
        orders, subjects = battle.orders, battle.subjects
        given = (battle.powers, orders, self.outcomes, self.reasons)
        found = list(map(Verdict, *given, repeat(None), repeat(False), repeat(False), subjects))
        for i, force in enumerate(battle.forces):
            found += [self._follower(i, unit, order, found[i]) for unit, order in force.also]
        return found

    def _tell_moves(self) -> None:
        """What came of those who moved, and who was driven out."""
        outcomes, reasons, flat, battle = self.outcomes, self.reasons, self.flat, self.battle
        rows, end = battle.rows, flat[PLACES]
        for i in self.arrived:
            reasons[i] = MOVED
            if rows[i] and flat[rows[i] + NEED]:
                reasons[i] = self._arrival(i)
        for i in battle.stranded:
            outcomes[i], reasons[i] = FAILED, NO_CONVOY
        # Every move that failed has a cause, and who stays has none.
        for i in compress(battle.fighters, flat[HEADER + CAUSE : end : FORCE_ROW]):
            outcomes[i] = FAILED
            row = rows[i]
            cause = flat[row + CAUSE]
            if cause > KNOT:
                reasons[i] = self._stopped(i, row, cause)
            else:
                reasons[i] = self._astray(i, row, cause)
        for i in self.driven:
            if battle.goes[i] is None:
                outcomes[i] = FAILED
                reasons[i] = self._dislodged(i)

    def _tell_supports(self) -> None:
        """What came of supports."""
        battle, outcomes, reasons, flat = self.battle, self.outcomes, self.reasons, self.flat
        given, numbers, plain, first = battle.given, battle.numbers, battle.plain, flat[SUPPORTS]
        for i, support in battle.supporting:
            # A support worth one point is done if nobody could cut it, or nobody did: even that of
            # one who was driven out, where the attack on it does not cut (6.F.17).
            if not plain or i not in given:
                outcomes[i], reasons[i] = self._support(i, support)
            elif i not in numbers:
                reasons[i] = SUPPORTED
            elif flat[first + SUPPORT_ROW * numbers[i] + GIVEN]:
                outcomes[i], reasons[i] = SUPPORT_DONE
            else:
                outcomes[i], reasons[i] = self._support(i, support)

    def _follower(self, i: int, unit: int, order: Order, led: Verdict) -> Verdict:
        """What came of an order that a force followed besides its own: the same, or a mere hold."""
        if same_deed(order, led.order):
            outcome, reason = led.outcome, led.reason
        elif i in self.driven:
            outcome, reason = FAILED, self._dislodged(i)
        elif type(order) is Hold:
            outcome, reason = DONE, HELD_FAST
        else:
            outcome, reason = FAILED, IDLE
        return Verdict.of(Subject(led.power, unit), order, outcome, reason)

    def _cause(self, i: int) -> Cause:
        """The order of a force, as the cause of something."""
        return Cause(self.battle.powers[i], self.battle.orders[i])

    def _dislodged(self, i: int) -> Reason:
        """Driven out: by which attack, and with what strength on either side."""
        row = self.flat[self.battle.rows[i] + BY]
        attacker = self.battle.number(row)
        return Reason(
            "dislodged", self._cause(attacker), self._garrison(i), self._going(attacker, row)
        )

    def _astray(self, i: int, row: int, cause: int) -> Reason:
        """Why a move was not made that nobody stopped where it went."""
        if cause == NO_ROUTE:
            return self._lost_route(i, row)
        sank = self.flat[KNOTS] & CONVOYS_FAIL and self.flat[row + ROUTE] != YES
        return self._paradox(i) if sank else Reason("deadlock")

    def _arrival(self, i: int) -> Reason:
        """Arrived against others: with what strength, and what was beaten."""
        battle, flat, rows = self.battle, self.flat, self.battle.rows
        goal = battle.goals[i]
        # One whose convoy was broken contests nothing (6.F.7), so it was not beaten there.
        rivals = [j for j in battle.comers[goal] if j != i and flat[rows[j] + ROUTE] == YES]
        beaten = [self._backed(j, rows[j]) for j in rivals]
        if goal in battle.at:
            there = battle.at[goal]
            stayers = [j for j in there if j not in self.arrived]
            beaten += [self._garrison(j) for j in stayers[:1]]
            beaten += [self._backed(j, rows[j]) for j in there if self._head_on(i, j)]
        theirs = max(beaten, key=total, default=None)
        return Reason("moved", None, self._going(i, rows[i]), theirs)

    def _stopped(self, i: int, row: int, cause: int) -> Reason:
        """Stopped by another force: which, and the strengths on both sides."""
        battle, stopper = self.battle, self.flat[row + STOPPER]
        other = battle.number(stopper)
        mine = self._going(i, row)
        if cause == OWN:
            head_on = self._head_on(i, other)
            theirs = self._backed(other, stopper) if head_on else self._garrison(other)
            # 6.D.10: that it was its own unit is told only if nothing else would have stopped it.
            rival = self._stronger(i, mine.total)
            if mine.total > theirs.total and rival < 0:
                return Reason("own_unit", self._cause(other), mine, theirs)
            cause = BOUNCED if mine.total > theirs.total else DUEL if head_on else HELD
            other = rival if cause == BOUNCED else other
        if cause == HELD:
            # 6.E.6: a rival as strong would have stopped it even if who failed to leave had left.
            left = battle.goes[other] is not None
            rival = self._stronger(i, mine.total) if left else -1
            if rival < 0:
                return Reason("repelled", self._cause(other), mine, self._garrison(other))
            cause, other = BOUNCED, rival
        rule = battle.clashes[i] if cause == CROSSED else ""
        # What stops others counts with all its support, barred from its own attack or not.
        theirs = self._backed(other, battle.rows[other])
        return Reason(CODES[cause], self._cause(other), mine, theirs, rule)

    def _head_on(self, i: int, other: int) -> bool:
        """Whether two moves meet face to face: not if either goes by sea."""
        battle, flat = self.battle, self.flat
        if battle.goals[other] != battle.heres[i]:
            return False
        return flat[battle.rows[i] + SEA] != YES and flat[battle.rows[other] + SEA] != YES

    def _stronger(self, i: int, strength: int) -> int:
        """A rival for the same place that is at least as strong, -1 if there is none."""
        battle, flat = self.battle, self.flat
        for j in battle.comers[battle.goals[i]]:
            row = battle.rows[j]
            if j != i and flat[row + REACH] == YES and flat[row + LO] >= strength:
                return j
        return -1

    def _garrison(self, i: int) -> Tally:
        """The strength of all who stay in a place, added up."""
        battle = self.battle
        # By default one unit stands in a place; where several do, they defend it together.
        if battle.apart:
            return self._staying(i)
        total = self._staying(i)
        for j in battle.at[battle.heres[i]]:
            if j != i and battle.tally(j) and j not in self.arrived:
                tally = self._staying(j)
                terms = total.terms + tally.terms
                total = Tally(total.total + tally.total, terms, total.halves)
        return total

    def _going(self, i: int, row: int) -> Tally:
        """The strength of a move where it goes, less the support that may not count there."""
        tally, strength = self._backed(i, row), self.flat[row + STRENGTH]
        if strength == tally.total or not self.flat[row + NEED]:
            return tally
        return tally.plus(strength - tally.total, "support not counted against its own side")

    def _staying(self, i: int) -> Tally:
        """The strength of a force where it stands; one that tried to leave has only its own."""
        battle = self.battle
        if battle.goes[i] is None:
            return self._backed(i, battle.rows[i])
        return battle.stance(i) or NOTHING

    def _backed(self, i: int, row: int) -> Tally:
        """A force's own strength and the supports it was given."""
        battle, strength = self.battle, self.flat[row + LO]
        tally = battle.each[battle.units[i].kind] if battle.ones else battle.tallies[i] or NOTHING
        return tally if strength == tally.total else self._supported(i, tally, strength)

    def _supported(self, i: int, tally: Tally, strength: int) -> Tally:
        """A force's own strength with the supports that it was given."""
        given, units, flat = self.battle.given, self.battle.units, self.flat
        terms = list(tally.terms)
        support = flat[SUPPORTS]
        # The supports of a fight stand in the order of their numbers.
        for giver in self.battle.numbers:
            if given[giver] == i and flat[support + GIVEN]:
                terms.append((f"support of {units[giver]}", flat[support + GIVEN]))
            support += SUPPORT_ROW
        return Tally(strength, tuple(terms), tally.halves)

    def _lost_route(self, i: int, row: int) -> Reason:
        """Not carried: nobody did, or a fleet was dislodged."""
        if i not in self.battle.convoys:
            return NO_CONVOY
        fleet = self.flat[row + STOPPER]
        broke = self.flat[fleet + BY] if fleet else 0
        code = "way_lost" if i in self.battle.kept else "convoy_broken"
        return Reason(code, self._cause(self.battle.number(broke)) if broke else None)

    def _paradox(self, cargo: int) -> Reason:
        """Lost to the paradox rule, and the attack on its fleets that the paradox turns on.

        That is one supported from the place that the convoyed unit goes to, else the strongest.
        """
        battle = self.battle
        there = battle.at.get(battle.goals[cargo], ())
        aided = {battle.given[giver] for giver in there if giver in battle.given}
        seas = [battle.heres[fleet] for fleet in battle.convoys.get(cargo, ())]
        attacks = [a for sea in seas for a in battle.comers.get(sea, ())]
        attacks.sort(key=lambda a: (a not in aided, -self.flat[battle.rows[a] + LO]))
        return Reason("paradox", next(map(self._cause, attacks), None), rule="Szykman")

    def _support(self, i: int, order: Support) -> Told:
        flat = self.flat
        if i not in self.battle.given:
            return FAILED, self._unmatched(i, order)
        full, number = self.battle.worth(i)[0], self.battle.numbers.get(i)
        support = 0 if number is None else flat[SUPPORTS] + SUPPORT_ROW * number
        given = flat[support + GIVEN] if support else full
        if given == full and full:
            return SUPPORT_DONE if full == self.one else (DONE, self._weighty(i, full))
        # 6.D.17: who is dislodged was beaten, not merely cut.
        if i in self.driven and not given:
            return FAILED, self._dislodged(i)
        if not full:
            return FAILED, IDLE
        cutter = self._cause(self.battle.number(flat[support + CUT_BY]))
        losses = tuple(self._losses(support)) if full > self.one else ()
        if given:
            note = "partly cut"
            mine = Tally(given, halves=self.battle.halves)
            return DONE, Reason("supported", cutter, mine, note=note, losses=losses)
        return FAILED, Reason("cut", cutter, losses=losses)

    def _weighty(self, i: int, worth: int) -> Reason:
        """A support worth several points, told by the terms of its giver's strength."""
        tally = self.battle.tally(i) or NOTHING
        same = tally.total == worth
        return Reason("supported", mine=tally if same else Tally(worth, halves=tally.halves))

    def _losses(self, support: int) -> Iterator[Loss]:
        """Who took how much of a support, the strongest attack first."""
        flat = self.flat
        worth, points = flat[support + WORTH], 0
        cuts = [c for c in range(flat[CUTS], flat[CLASHES], CUT_ROW) if flat[c + CUT] == support]
        for c in sorted(cuts, key=lambda c: flat[c + CUTTER] != flat[support + CUT_BY]):
            attack, before = flat[c + CUTTER], flat[worth + points]
            if flat[attack + ROUTE] == YES:
                points += flat[c + (ARRIVE if flat[attack + FATE] == ARRIVES else STRIKE)]
                points = min(points, flat[support + POINTS])
            if flat[worth + points] < before:
                yield Loss(self._cause(self.battle.number(attack)), before - flat[worth + points])

    def _unmatched(self, i: int, order: Support | Convoy) -> Reason:
        """Aid for something that was not done, or from a piece that has none to give."""
        if i in self.battle.light:
            return self._dislodged(i) if i in self.driven else IDLE
        return Reason("unmatched", self._other(order.whom.place, i))

    def _other(self, place: Place, me: int) -> Cause | None:
        """What the unit that a support or convoy was meant for had been ordered to do."""
        battle = self.battle
        for other in battle.at.get(battle.ask.province[place], NO_FORCES):
            if other != me:
                return self._cause(other)
        return None

    def _convoy(self, i: int, order: Convoy) -> Told:
        battle, flat = self.battle, self.flat
        if i in self.driven:
            return FAILED, self._dislodged(i)
        cargo = battle.cargo.get(i, -1)
        if cargo < 0:
            return FAILED, self._unmatched(i, order)
        move = battle.rows[cargo]
        # Nobody met the army or its fleets.
        if not move:
            return DONE, CONVOYED
        # A convoy is done if its army could sail, though it bounced on arrival.
        if flat[move + ROUTE] == YES and flat[move + SEA] == YES:
            return DONE, CONVOYED
        # 6.G.2: the army went by land.
        if flat[move + ROUTE] == YES:
            return FAILED, Reason("unmatched", self._cause(cargo))
        if flat[move + CAUSE] == KNOT:
            return FAILED, self._paradox(cargo)
        return FAILED, self._lost_route(cargo, move)


def same_deed(one: Order, other: Order) -> bool:
    """Whether two orders are the same but for whom they are given to."""
    if isinstance(one, Support | Convoy) and isinstance(other, Support | Convoy):
        return type(one) is type(other) and (one.whom, one.to) == (other.whom, other.to)
    return type(one) is type(other)
