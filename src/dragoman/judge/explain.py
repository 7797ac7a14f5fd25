"""Explaining: what came of the islands, raised to verdicts with orders and strengths.

Which reason is named is settled in the numbers of an island (`upshot`); here those numbers become
orders and strengths. Most verdicts of a turn are alike, so those without particulars are values
made once.
"""

from collections.abc import Collection
from itertools import compress, repeat

from dragoman.geo import Place, Province
from dragoman.judge.lower import Battle
from dragoman.judge.muster import NO_FORCES
from dragoman.judge.upshot import MARCHED, SAILED, Grounds, Strength, Upshot, Weakened
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
NOTHING = Tally(0)


class Explainer:
    """Says what came of each order, who was driven out and where none may go.

    `driven` are the forces driven out, each with its attacker and whether that came by sea; `ways`
    say how the moves that met others went.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.powers, self.orders, self.units = battle.powers, battle.orders, battle.units
        self.ones, self.each = battle.ones, battle.each
        self.one = 2 if battle.halves else 1
        self.driven: dict[int, tuple[int, bool]] = {}
        self.beaten: dict[int, tuple[list[int], Grounds]] = {}
        self.ways: dict[int, int] = {}
        self.standoffs: list[Province] = []
        # Who met nobody did as ordered: until something else is found, everybody stayed.
        self.outcomes = [DONE] * len(battle.orders)
        self.reasons = [HELD_FAST] * len(battle.orders)
        for i in battle.free:
            self.reasons[i] = MOVED
        for i in battle.stranded:
            self.outcomes[i], self.reasons[i] = FAILED, NO_CONVOY
        for i in battle.given:
            self.reasons[i] = SUPPORTED
        if not battle.plain:
            self._weigh_supports()
        for members, places, upshot in battle.solved():
            self._tell(members, places, upshot)

    def verdicts(self) -> list[Verdict]:
        """One verdict for every force, in their order, then those for what else they follow."""
        battle = self.battle
        for i, support in battle.unmatched:
            self.outcomes[i], self.reasons[i] = FAILED, self._unmatched(i, support)
        for i, convoy in battle.convoying:
            self.outcomes[i], self.reasons[i] = self._convoy(i, convoy)
        powers, orders, subjects = battle.powers, battle.orders, battle.subjects
        # Who wrote an order is not known here: nobody's, not supplied, not sealed.
        no, nobody = repeat(False), repeat(None)
        found = [
            *map(Verdict, powers, orders, self.outcomes, self.reasons, nobody, no, no, subjects)
        ]
        for i, force in enumerate(battle.forces):
            found += [self._follower(i, unit, order, found[i]) for unit, order in force.also]
        return found

    def _tell(self, members: list[int], places: Collection[Province], upshot: Upshot) -> None:
        """What came of an island."""
        outcomes, reasons = self.outcomes, self.reasons
        for n in upshot.arrived:
            reasons[members[n]] = MOVED
        for n, outcome, grounds in upshot.outcomes:
            i = members[n]
            outcomes[i], reasons[i] = outcome, self._reason(members, i, grounds)
        for n, by, sailed, grounds in upshot.driven:
            self.driven[members[n]] = members[by], sailed
            self.beaten[members[n]] = members, grounds
        for support in upshot.weakened:
            self._weaken(members, support)
        if upshot.standoffs:
            self.standoffs += compress(places, upshot.standoffs)
        if self.battle.cargo:
            self.ways.update(zip(members, upshot.ways, strict=True))

    def _dislodged(self, i: int) -> Reason:
        """Driven out: by which attack, and with what strength on either side."""
        members, grounds = self.beaten[i]
        return self._reason(members, i, grounds)

    def _reason(self, members: list[int], i: int, grounds: Grounds) -> Reason:
        """What was found of a force, with orders and strengths."""
        code, mine, theirs = grounds.code, grounds.mine, grounds.theirs
        by, rule = None, ""
        if grounds.by >= 0:
            stopper = members[grounds.by]
            by = Cause(self.powers[stopper], self.orders[stopper])
        if mine is None:
            code, rule = self._astray(i, code)
        elif code == "crossed":
            rule = self.battle.clashes[i]
        return Reason(
            code,
            by,
            None if mine is None else self._tally(members, mine),
            None if theirs is None else self._tally(members, theirs),
            rule,
        )

    def _astray(self, i: int, code: str) -> tuple[str, str]:
        """What is said, and by which rule, of a move that nobody stopped where it went."""
        battle = self.battle
        if code == "no_convoy" and i in battle.convoys:
            return "way_lost" if i in battle.kept else "convoy_broken", ""
        return code, "Szykman" if code == "paradox" else ""

    def _tally(self, members: list[int], strength: Strength) -> Tally:
        """A strength with the terms that make it up."""
        i = members[strength.force]
        own = self.each[self.units[i].kind] if self.ones else self._own(i, strength)
        if strength.total == own.total and strength.bare:
            return own
        terms = list(own.terms)
        for giver, points in [] if strength.stands else self._backers(members, i, strength):
            terms.append((f"support of {self.units[giver]}", points))
        for other in strength.others:
            terms += self._tally(members, other).terms
        if strength.barred:
            terms.append(("support not counted against its own side", -strength.barred))
        return Tally(strength.total, tuple(terms), own.halves)

    def _own(self, i: int, strength: Strength) -> Tally:
        """A force's own strength; a light one has none."""
        battle = self.battle
        return (battle.stance(i) if strength.stands else battle.tally(i)) or NOTHING

    def _backers(self, members: list[int], i: int, strength: Strength) -> list[tuple[int, int]]:
        """Who supported a force, and with how much."""
        found = [(giver, 1) for giver in self.battle.aids.get(i, ())]
        if strength.backers:
            found += [(members[giver], points) for giver, points in strength.backers]
            found.sort()
        return found

    def _weigh_supports(self) -> None:
        """What comes of supports that are worth more or less than one, unless they are cut."""
        for i in self.battle.given:
            full = self.battle.worth(i)[0]
            if not full:
                self.outcomes[i], self.reasons[i] = FAILED, IDLE
            elif full != self.one:
                self.reasons[i] = self._weighty(i, full)

    def _weighty(self, i: int, worth: int) -> Reason:
        """A support worth several points, shown by the terms of its giver's strength."""
        tally = self.battle.tally(i) or NOTHING
        same = tally.total == worth
        return Reason("supported", mine=tally if same else Tally(worth, halves=tally.halves))

    def _weaken(self, members: list[int], support: Weakened) -> None:
        """What came of a support of which some or all was cut."""
        i, cutter = members[support.giver], self._cause(members[support.by])
        losses: tuple[Loss, ...] = ()
        if self.battle.worth(i)[0] > self.one:
            losses = tuple(Loss(self._cause(members[a]), points) for a, points in support.losses)
        if support.left:
            mine = Tally(support.left, halves=self.battle.halves)
            self.reasons[i] = Reason("supported", cutter, mine, note="partly cut", losses=losses)
        # 6.D.17: who is dislodged was beaten, not merely cut.
        elif i not in self.driven:
            self.outcomes[i], self.reasons[i] = FAILED, Reason("cut", cutter, losses=losses)

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
        return Cause(self.powers[i], self.orders[i])

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

    def _convoy(self, i: int, order: Convoy) -> tuple[str, Reason]:
        """What came of an order to convoy, and why."""
        if i in self.driven:
            return FAILED, self._dislodged(i)
        cargo = self.battle.cargo.get(i, -1)
        if cargo < 0:
            return FAILED, self._unmatched(i, order)
        # A convoy is done if its army could sail, though it bounced on arrival. If nobody met the
        # army or its fleets, it did.
        way = self.ways.get(cargo, SAILED)
        if way == SAILED:
            return DONE, CONVOYED
        # 6.G.2: the army went by land.
        if way == MARCHED:
            return FAILED, Reason("unmatched", self._cause(cargo))
        return FAILED, self.reasons[cargo]


def same_deed(one: Order, other: Order) -> bool:
    """Whether two orders are the same but for whom they are given to."""
    if isinstance(one, Support | Convoy) and isinstance(other, Support | Convoy):
        return type(one) is type(other) and (one.whom, one.to) == (other.whom, other.to)
    return type(one) is type(other)
