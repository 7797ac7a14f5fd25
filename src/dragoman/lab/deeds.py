"""What happened where in a game: fights, borders crossed, centers taken, and who held them last."""

from collections import Counter

from dragoman.model import DONE, FAILED, Move, Power, Resolution, State
from dragoman.rules import Ask

UNFOUGHT = frozenset({"no_convoy", "convoy_broken"})
"""Why a move may fail without anybody having resisted where it went."""


class Deeds:
    """The deeds of a game so far.

    `fights` counts by province the moves into it that others stopped, and the units driven out of
    it; `crossed` by pairs of provinces the moves between them; `taken` by taker and by loser the
    centers that changed hands, nobody being the loser of a neutral one.
    """

    def __init__(self) -> None:
        self.fights: Counter[str] = Counter()
        self.crossed: Counter[str] = Counter()
        self.taken: dict[str, Counter[str]] = {}

    def note(self, ask: Ask, judged: Resolution) -> None:
        """Note a phase; a move that several voted for is one move."""
        tried = (v for v in judged.verdicts if v.outcome in (DONE, FAILED))
        for (_, order), verdict in {(v.subject, v.order): v for v in tried}.items():
            if isinstance(order, Move):
                here, there = (ask.province[p] for p in (order.unit.place, order.to))
                if verdict.outcome == DONE:
                    self.crossed[pair(here, there)] += 1
                elif verdict.reason.code not in UNFOUGHT:
                    self.fights[there] += 1
        self.fights.update(ask.province[lost.unit.place] for lost in judged.dislodged)
        self.note_owners(ask.state, judged.state)

    def note_owners(self, before: State, after: State) -> None:
        """Note which centers changed hands."""
        for center, power in after.owners.items():
            if (loser := before.owners.get(center, Power(""))) != power:
                self.taken.setdefault(power, Counter())[loser] += 1


def pair(a: str, b: str) -> str:
    """Two provinces as one name, in either order."""
    return f"{min(a, b)} {max(a, b)}"
