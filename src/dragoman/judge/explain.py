"""Explaining: the causes that the solver noted, raised to verdicts with orders and strengths."""

from dragoman.judge.layout import (
    ARRIVES,
    BOUNCED,
    BY,
    CAUSE,
    CONVOYS_FAIL,
    CROSSED,
    CUT_BY,
    DISLODGED,
    DUEL,
    FATE,
    GIVEN,
    HELD,
    KNOT,
    KNOTS,
    LO,
    NEED,
    NO_ROUTE,
    OWN,
    REACH,
    ROUTE,
    SEA,
    STOPPER,
    STRENGTH,
    SUPPORT_ROW,
    SUPPORTS,
    TAKEN,
    YES,
)
from dragoman.judge.lower import Battle
from dragoman.model import (
    DONE,
    FAILED,
    Cause,
    Convoy,
    Force,
    Move,
    Order,
    Reason,
    Support,
    Tally,
    Verdict,
)

MOVED = Reason("moved")
HELD_FAST = Reason("held")
CONVOYED = Reason("convoyed")
NO_CONVOY = Reason("no_convoy")

CODES = {
    HELD: "repelled",
    BOUNCED: "bounced",
    DUEL: "lost_duel",
    CROSSED: "crossed",
    TAKEN: "taken",
    OWN: "own_unit",
}


def supported(given: int) -> Reason:
    """A support that was given, with what it was worth."""
    return Reason("supported", mine=Tally(given))


SUPPORTED = tuple(map(supported, range(3)))


class Explainer:
    """Reads a solved battle and says what came of each order."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.flat = battle.flat

    def verdicts(self) -> list[Verdict]:
        """One verdict for every force, in the order of the forces."""
        return [
            Verdict(force.power, force.order, *self._verdict(i, row, force.order))
            for i, (row, force) in enumerate(zip(self.battle.rows, self.battle.forces, strict=True))
        ]

    def _verdict(self, i: int, row: int, order: Order) -> tuple[str, Reason]:
        flat = self.flat
        if type(order) is Move:
            if flat[row + FATE] == ARRIVES:
                return DONE, self._arrival(i, row) if flat[row + NEED] else MOVED
            return FAILED, self._failure(i, row)
        if type(order) is Support:
            return self._support(i, row, order)
        if type(order) is Convoy:
            return self._convoy(i, row, order)
        if flat[row + FATE] == DISLODGED:
            return FAILED, self._dislodged(row)
        return DONE, HELD_FAST

    def _cause(self, row: int) -> Cause | None:
        """The order of the force in a row."""
        if not row:
            return None
        force = self.battle.forces[self.battle.number(row)]
        return Cause(force.power, force.order)

    def _dislodged(self, row: int) -> Reason:
        """Driven out: by which attack, and with what strength on either side."""
        attacker = self.flat[row + BY]
        return Reason("dislodged", self._cause(attacker), self._staying(row), self._going(attacker))

    def _failure(self, i: int, row: int) -> Reason:
        """Why a move was not made."""
        flat = self.flat
        cause = flat[row + CAUSE]
        if cause == NO_ROUTE:
            return self._lost_route(i, row)
        if cause == KNOT:
            sank = flat[KNOTS] & CONVOYS_FAIL and flat[row + ROUTE] != YES
            return Reason("paradox" if sank else "deadlock", rule="Szykman" if sank else "")
        return self._stopped(row, cause)

    def _arrival(self, i: int, row: int) -> Reason:
        """Arrived against others: with what strength, and what was beaten."""
        rivals = [r for r in self._opponents(i) if r != row]
        theirs = max((self._against(r, i) for r in rivals), key=lambda t: t.total, default=None)
        return Reason("moved", mine=self._going(row), theirs=theirs)

    def _opponents(self, i: int) -> list[int]:
        battle = self.battle
        goal = battle.goals[i]
        here = [j for j in battle.at.get(goal, ()) if self.flat[battle.rows[j] + FATE] != ARRIVES]
        comers = [j for j in battle.comers[goal] if self.flat[battle.rows[j] + ROUTE] == YES]
        return [battle.rows[j] for j in here + comers]

    def _against(self, row: int, i: int) -> Tally:
        """What a force set against an arrival: moving to the same place, or staying there."""
        battle = self.battle
        j = battle.number(row)
        moving = (
            battle.goals[j] == battle.goals[i]
            and battle.ask.province[battle.forces[j].place] != battle.goals[i]
        )
        return self._going(row) if moving else self._staying(row)

    def _stopped(self, row: int, cause: int) -> Reason:
        """Stopped by another force: which, and the strengths on both sides."""
        stopper = self.flat[row + STOPPER]
        by = self._cause(stopper)
        mine = self._going(row)
        if cause == OWN:
            theirs = self._meeting(row, stopper)
            if mine.total > theirs.total:
                return Reason("own_unit", by, mine, theirs)
            cause = DUEL if self._head_on(row, stopper) else HELD
        rival = self._rival(row, stopper, mine.total) if cause == HELD else 0
        if rival:
            return Reason("bounced", self._cause(rival), mine, self._going(rival))
        theirs = self._garrison(stopper) if cause == HELD else self._going(stopper)
        rule = self.battle.clashes.get(self.battle.number(row), "") if cause == CROSSED else ""
        return Reason(CODES[cause], by, mine, theirs, rule)

    def _rival(self, row: int, stayer: int, strength: int) -> int:
        """A rival that would have stopped the move even if the one who failed to leave had left."""
        battle, flat = self.battle, self.flat
        if not isinstance(battle.forces[battle.number(stayer)].order, Move):
            return 0
        rows = (battle.rows[j] for j in battle.comers[battle.goals[battle.number(row)]])
        return next(
            (r for r in rows if r != row and flat[r + REACH] == YES and flat[r + LO] >= strength), 0
        )

    def _head_on(self, row: int, other: int) -> bool:
        battle = self.battle
        i, j = battle.number(row), battle.number(other)
        return battle.goals[j] == battle.ask.province[battle.forces[i].place]

    def _meeting(self, row: int, other: int) -> Tally:
        return self._going(other) if self._head_on(row, other) else self._staying(other)

    def _garrison(self, row: int) -> Tally:
        """The strength of all who stay in a place, added up."""
        battle = self.battle
        place = battle.ask.province[battle.forces[battle.number(row)].place]
        total: Tally | None = None
        for j in battle.at[place]:
            other = battle.rows[j]
            if battle.tallies[j] is None or self.flat[other + FATE] == ARRIVES:
                continue
            tally = self._staying(other)
            total = (
                tally
                if total is None
                else Tally(total.total + tally.total, total.terms + tally.terms)
            )
        return total or self._staying(row)

    def _going(self, row: int) -> Tally:
        """The strength of a move where it goes, less the support that may not count there."""
        tally = self._backed(row)
        counted = self.flat[row + STRENGTH] if self.flat[row + NEED] else tally.total
        return (
            tally
            if counted == tally.total
            else tally.plus(counted - tally.total, "not against one's own")
        )

    def _staying(self, row: int) -> Tally:
        """The strength of a force where it stands; one that tried to leave has only its own."""
        battle = self.battle
        j = battle.number(row)
        if isinstance(battle.forces[j].order, Move):
            return battle.tallies[j] or Tally(0)
        return self._backed(row)

    def _backed(self, row: int) -> Tally:
        """A force's own strength and the supports it was given."""
        battle = self.battle
        i = battle.number(row)
        tally = battle.tallies[i] or Tally(0)
        if self.flat[row + LO] == tally.total:
            return tally
        for giver in battle.supports_of.get(i, ()):
            given = self.flat[self._support_row(giver) + GIVEN]
            if given:
                tally = tally.plus(given, f"support of {battle.forces[giver].units[0]}")
        return tally

    def _support_row(self, giver: int) -> int:
        return self.flat[SUPPORTS] + SUPPORT_ROW * self.battle.support_rows[giver]

    def _lost_route(self, i: int, row: int) -> Reason:
        """Not carried: nobody did, or a fleet was dislodged."""
        if i not in self.battle.convoys:
            return NO_CONVOY
        fleet = self.flat[row + STOPPER]
        return Reason("convoy_broken", self._cause(self.flat[fleet + BY]) if fleet else None)

    def _support(self, i: int, row: int, order: Support) -> tuple[str, Reason]:
        battle, flat = self.battle, self.flat
        if i not in battle.receivers:
            return FAILED, Reason("unmatched", self._other(order.whom.place, battle.forces[i]))
        support = self._support_row(i)
        given, full = flat[support + GIVEN], battle.worths[i]
        if given == full:
            return DONE, SUPPORTED[given] if given < len(SUPPORTED) else supported(given)
        if given:
            return DONE, Reason(
                "supported", self._cause(flat[support + CUT_BY]), Tally(given), note="partly cut"
            )
        if flat[row + FATE] == DISLODGED:
            return FAILED, self._dislodged(row)
        return FAILED, Reason("cut", self._cause(flat[support + CUT_BY]))

    def _other(self, place: str, me: Force) -> Cause | None:
        """What the unit that a support or convoy was meant for had been ordered to do."""
        battle = self.battle
        for j in battle.at.get(battle.ask.province[place], ()):  # type: ignore[index]
            if battle.forces[j] is not me:
                return Cause(battle.forces[j].power, battle.forces[j].order)
        return None

    def _convoy(self, i: int, row: int, order: Convoy) -> tuple[str, Reason]:
        battle, flat = self.battle, self.flat
        cargo = next((m for m, fleets in battle.sails_with.items() if i in fleets), None)
        if flat[row + FATE] == DISLODGED:
            return FAILED, self._dislodged(row)
        if cargo is None:
            return FAILED, Reason("unmatched", self._other(order.whom.place, battle.forces[i]))
        move = battle.rows[cargo]
        if flat[move + ROUTE] == YES and flat[move + SEA] == YES:
            return DONE, CONVOYED
        if flat[move + CAUSE] == KNOT and flat[move + FATE] != ARRIVES:
            return FAILED, Reason("paradox", rule="Szykman")
        if flat[move + ROUTE] == YES:
            return FAILED, Reason(
                "unmatched", Cause(battle.forces[cargo].power, battle.forces[cargo].order)
            )
        return FAILED, self._lost_route(cargo, move)
