"""Islands: which forces meet, and which of those have to do with each other.

Most forces meet nobody: a move alone on its way to an empty place, a hold or a support that nobody
attacks. What becomes of them is known, so they are left out of the fight. Those that meet fall
apart into islands of places that have to do with each other: a support goes from one to the other,
or a convoy; or there is a ring. Each is solved by itself, after those that its units want to go to.
"""

from collections.abc import Container, Sequence

from dragoman.geo import Province
from dragoman.judge.muster import NO_FORCES, Muster, Numbers
from dragoman.rules import Ask, Elected


class Islands(Muster):
    """The forces of a movement phase by whom they meet.

    The moves that surely arrive are `free`, those that surely fail for want of a convoy `stranded`;
    `ends[i]` is the place that force i has to do with: where it wants to be, or where it stands if
    it is known to fail. Each of the `islands` is some places. Supports that may be cut, or may help
    somebody or not, are `fought` over; `aids` surely add one to a force. Whoever is in `mixed` may
    meet his own side.
    """

    __slots__ = ("aids", "ends", "fought", "free", "islands", "mixed", "stranded")

    def __init__(self, ask: Ask, elected: Elected) -> None:
        super().__init__(ask, elected)
        self.ends = self.goals[:]
        self.stranded = self._strand() if self.by_sea else NO_FORCES
        self.free = self._find_free()
        self.fought: dict[int, int] = {}
        self.aids: dict[int, list[int]] = {}
        self.mixed: set[int] = set()
        self.islands = self._find_islands()

    def _find_free(self) -> set[int]:
        """The moves that surely arrive."""
        at, heres, comers, apart = self.at, self.heres, self.comers, self.apart
        bound = self._bound() if self.sails_with or self.kept or self.clashes else NO_FORCES
        free: set[int] = set()
        # Strengths are compared only where two want one place. Who is alone on its way to one that
        # is empty by then arrives, whatever becomes of the supports for it.
        for goal, rivals in comers.items():
            if goal not in at:
                # Who surely leaves makes room for the one behind it, if that is alone as well.
                while len(rivals) == 1 and rivals[0] not in bound:
                    free.add(rivals[0])
                    left = heres[rivals[0]]
                    if left not in comers or not (apart or len(at[left]) == 1):
                        break
                    rivals = comers[left]
        return free

    def _bound(self) -> set[int]:
        """The moves that others may keep from getting through: over a crossing, or by sea."""
        found = set(self.clashes)
        for m in (*self.sails_with, *self.kept):
            if not self._surely_sails(m):
                found.add(m)
        return found

    def _surely_sails(self, m: int) -> bool:
        """Whether a move has a convoy that nobody attacks."""
        # Only a fleet that is dislodged breaks a convoy: an attack alone does not (6.F.4).
        fleets = self.convoys.get(m)
        for f in fleets or NO_FORCES:
            if self.heres[f] in self.comers:
                return False
        return bool(fleets)

    def _strand(self) -> Sequence[int]:
        """The moves that nobody was ordered to carry: nobody meets them where they want to go."""
        # 6.F.6 to 6.F.8: an army without a convoy stays, and cuts, bounces and contests nothing.
        comers, goals, sails = self.comers, self.goals, self.sails_with
        lost = [m for m in self.by_sea if not sails.get(m, True) and m not in self.kept]
        for m in lost:
            self.ends[m] = self.heres[m]
            rest = tuple(r for r in comers.pop(goals[m]) if r != m)
            if rest:
                comers[goals[m]] = rest
        return lost

    def _find_islands(self) -> list[list[Province]]:
        """The places that others want to get to, and those that have to do with them, by island."""
        comers, free, ends, heres = self.comers, self.free, self.ends, self.heres
        # Who has rivals is not known to arrive.
        at, found = (
            self.at,
            Joined({g: [g] for g, rivals in comers.items() if rivals[0] not in free}),
        )
        for goal in found:
            if goal in at:
                self._look_for_own(at[goal], comers[goal])
        self._part_supports(found)
        links = [(ends[i], ends[receiver]) for i, receiver in self.fought.items()]
        links += [(ends[a], ends[b]) for a, b in self.crossing]
        if not self.apart:
            links += [(p, ends[i]) for p in found for i in at.get(p, ()) if i not in free]
        for one, other in links:
            found.join(one, other)
        for m, fleets in self.convoys.items():
            if ends[m] in found:
                for f in fleets:
                    found.join(ends[m], heres[f])
                    found.join(ends[m], ends[f])
        return found.islands()

    def _look_for_own(self, there: Numbers, rivals: Numbers) -> None:
        """Note who wants to go where his own side is."""
        sides = self.sides
        for i in there:
            for m in rivals:
                if sides[m] == sides[i]:
                    self.mixed.add(m)
                    self.mixed.add(i)

    def _part_supports(self, contested: Container[Province]) -> None:
        """The supports that may change something or be cut, and those that surely add one."""
        plain, sides, heres, comers = self.plain, self.sides, self.heres, self.comers
        goals, stranded = self.goals, self.stranded
        for i, receiver in self.given.items():
            # A support that nobody attacks cannot be cut (6.D.2), and for one who meets nobody it
            # changes nothing; one that is attacked gets its cutter named.
            if goals[receiver] in contested and receiver not in stranded:
                if sides[i] != sides[receiver] and self._meets_own(i, receiver):
                    self.fought[i] = receiver
                elif plain and heres[i] not in comers:
                    self.aids.setdefault(receiver, []).append(i)
                else:
                    self.fought[i] = receiver
            elif heres[i] in contested and self._may_be_cut(i):
                self.fought[i] = receiver

    def _meets_own(self, i: int, receiver: int) -> bool:
        """Whether a support may not count against its own side where it goes (6.D.12, 6.E.3)."""
        mine, goal = self.sides[i], self.goals[receiver]
        there = self.at.get(goal, NO_FORCES) if goal != self.heres[receiver] else NO_FORCES
        own = [o for o in there if self.sides[o] == mine]
        if own:
            self.mixed.update(own, (i,))
        return bool(own)

    def _may_be_cut(self, i: int) -> bool:
        """Whether any but its own side attacks a support: by default that never cuts (6.D.20)."""
        mine, sides = self.sides[i], self.sides
        return not self.own_spares or any(sides[a] != mine for a in self.comers[self.heres[i]])


class Joined(dict[Province, list[Province]]):
    """Places with the lists of those they have to do with, which grow together."""

    def join(self, one: Province, other: Province) -> None:
        """Say that two places have to do with each other."""
        mine = self.setdefault(one, [one])
        theirs = self.setdefault(other, [other])
        if mine is not theirs:
            mine += theirs
            self.update(dict.fromkeys(theirs, mine))

    def islands(self) -> list[list[Province]]:
        """The lists, each once."""
        return [some for place, some in self.items() if some[0] == place]
