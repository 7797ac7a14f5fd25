"""Recorded seasons judged again, and every difference between the record and our judgment.

backstabbr's words follow the equations of DATC chapter 5: an order "succeeds" or "fails", for a
reason such as "Attack strength is not greater than the prevent strength". `AGREED` says which of
our outcomes and reasons mean the same; whatever it does not list is a difference.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from dragoman.geo import Place
from dragoman.judge import adjudicate
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    RETREAT,
    VERBS,
    VOID,
    Move,
    Phase,
    Remove,
    Resolution,
    Result,
    Seat,
    State,
    Support,
    UnitOrder,
    Verdict,
)
from dragoman.record.filing import file_orders
from dragoman.rules import Ask, Variant
from tests.games.backstabbr import Owners, Pieces, Row, Season, pieces

_WEAK = "FAILS: Attack strength is not greater than the"

AGREED: dict[str, dict[str, tuple[str, ...]]] = {
    "hold": {
        "SUCCEEDS: Unchallenged": ("done held",),
        "SUCCEEDS: Stronger defense": ("done held",),
        "FAILS: Insufficient hold strength": ("failed dislodged",),
    },
    "move": {
        "SUCCEEDS: Attack strength is greater": ("done moved",),
        # A ring of units that change places has nobody to beat.
        "SUCCEEDS": ("done moved",),
        f"{_WEAK} prevent strength": ("failed bounced",),
        # DATC 5.B.8: against a unit of one's own that stays, the attack strength is nought.
        f"{_WEAK} defend strength": ("failed repelled", "failed own_unit"),
        f"{_WEAK} head to head strength": ("failed lost_duel",),
        "FAILS: Invalid move path": (
            "void cannot_reach",
            "failed no_convoy",
            "failed convoy_broken",
            "failed paradox",
        ),
    },
    "support": {
        "SUCCEEDS: Unchallenged": ("done supported",),
        "SUCCEEDS: Neither displaced nor disrupted": ("done supported",),
        # A supporter driven out by any unit but the one it was aimed at is disrupted as well.
        "FAILS: Disrupted": ("failed cut", "failed dislodged"),
        "FAILS: Displaced": ("failed dislodged",),
        "FAILS: Invalid Order": ("failed unmatched", "void cannot_support"),
    },
    "convoy": {
        "SUCCEEDS: Unchallenged": ("done convoyed",),
        "SUCCEEDS: Not Dislodged": ("done convoyed",),
        "FAILS: Dislodged": ("failed dislodged",),
        "FAILS: Invalid Order": ("void cannot_convoy",),
    },
    "retreat": {"SUCCEEDS": ("done retreated",), "FAILS": ("failed collided",)},
    "disband": {"SUCCEEDS": ("done disbanded",)},
    "build": {"SUCCEEDS": ("done built",), "FAILS: Too many BUILD orders": ("void too_many",)},
    "remove": {
        "SUCCEEDS": ("done removed",),
        "FAILS: Too many DISBAND orders": ("void too_many",),
    },
}
"""For each verb, what backstabbr says and what of ours means the same."""


class Difference(Struct, frozen=True, order=True, array_like=True):
    """Something of which the record says one thing and we another."""

    where: str
    theirs: str
    ours: str


class Comparison:
    """Judges recorded seasons again, counts them, and keeps every difference."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.seasons: list[str] = []
        self.counts: Counter[str] = Counter()
        self.differences: list[Difference] = []

    def judge(self, season: Season) -> None:
        """Judges a season from the position on record, its retreats from our own result."""
        self.seasons.append(season.name)
        resolution = self._phase(season.before, season.rows)
        self._rows(f"{season.game} {season.before.phase}", season.rows, resolution)
        if season.retreats or (resolution.state.phase.kind == RETREAT and resolution.dislodged):
            resolution = self._retreats(season, resolution)
        if season.after is not None:
            self._differ(f"{season.name} units", season.after, _standing(season, resolution))
        if season.owners is not None:
            theirs = _centers(season.owners)
            self._differ(f"{season.name} centers", theirs, _centers(resolution.state.owners))
        if resolution.state.result is not None:
            self._ended(season, resolution.state.result)

    def _phase(self, state: State, rows: Iterable[Row]) -> Resolution:
        self.counts[f"{state.phase.kind} phases"] += 1
        ask = Ask(self.variant, state)
        given: dict[Seat, list[list[UnitOrder]]] = {}
        for row in rows:
            given.setdefault(Seat(row.power), []).append([row.order])
        ballots = [
            b for seat, lines in given.items() for b in file_orders(ask, seat, lines).ballots
        ]
        return adjudicate(self.variant, state, ballots)

    def _retreats(self, season: Season, resolution: Resolution) -> Resolution:
        """The retreats judged; where nobody has a choice our judge has made them already."""
        phase = Phase(season.before.phase.year, season.before.phase.season, RETREAT)
        if resolution.state.phase == phase and resolution.state.result is None:
            board = pieces(resolution.state.units)
            self._differ(f"{season.game} {phase} units", season.moved, board)
            resolution = self._phase(resolution.state, season.retreats)
        else:
            self.counts["R phases"] += 1
        self._rows(f"{season.game} {phase}", season.retreats, resolution)
        return resolution

    def _rows(self, phase: str, rows: Iterable[Row], resolution: Resolution) -> None:
        found = {(v.power, v.order): v for v in resolution.verdicts}
        for row in rows:
            verb = VERBS[type(row.order)]
            verdict = found.get((row.power, row.order))
            self.counts[verb] += 1
            ours = f"{verdict.outcome} {verdict.reason.code}" if verdict else "no such order"
            if ours not in AGREED[verb].get(row.said, ()):
                where = f"{phase} {row.power}: {row.order}"
                here = "; ".join([ours, *self._evidence(verdict, resolution)]) if verdict else ours
                self.differences.append(Difference(where, row.said, here))

    def _ended(self, season: Season, result: Result) -> None:
        self.counts["wins"] += 1
        if season.goes_on:
            self.differences.append(Difference(f"{season.name} result", "goes on", str(result)))

    def _differ(self, where: str, theirs: Pieces, ours: Pieces) -> None:
        self.counts[where.split()[-1]] += 1
        if theirs != ours:
            only = (", ".join(sorted(side)) or "-" for side in (theirs - ours, ours - theirs))
            self.differences.append(Difference(where, *only))

    def _evidence(self, verdict: Verdict, resolution: Resolution) -> Iterator[str]:
        """Who stopped an order, and what else did: often more than one thing is true."""
        by, order = verdict.reason.by, verdict.order
        if by:
            yield f"by {by.order}"
        if isinstance(order, Move):
            rivals = self._bound_for(order.to, verdict, resolution)
            yield from (f"rival {v.order}" for v in rivals if _prevents(v, verdict))
        elif isinstance(order, Support):
            attacks = self._bound_for(order.unit.place, verdict, resolution)
            yield from (f"attacked by {v.order}" for v in attacks if v.power != verdict.power)

    def _bound_for(
        self, place: Place, verdict: Verdict, resolution: Resolution
    ) -> Iterator[Verdict]:
        """The other moves into the province of a place, void ones left out."""
        province = self.variant.map.province
        for other in resolution.verdicts:
            if other is verdict or other.outcome == VOID or not isinstance(other.order, Move):
                continue
            if province[other.order.to] == province[place]:
                yield other


def _standing(season: Season, resolution: Resolution) -> Pieces:
    """Our units when the season is over; those that a Winter without a choice took are put back."""
    board = pieces(resolution.state.units)
    if season.before.phase.kind == ADJUSTMENT:
        return board
    gone = ((v.power, v.order) for v in resolution.verdicts if v.supplied)
    return board | {f"{power} {order.unit}" for power, order in gone if isinstance(order, Remove)}


def _centers(owners: Owners) -> Pieces:
    return frozenset(f"{power} {center}" for center, power in owners.items())


def _prevents(rival: Verdict, verdict: Verdict) -> bool:
    """Whether a move is strong enough to keep another out of the place that both are bound for."""
    # DATC 5.B.8: against a unit of one's own that stays, the attack strength is nought.
    own = verdict.reason.code == "own_unit"
    return rival.outcome == DONE or own or _strength(rival) >= _strength(verdict)


def _strength(verdict: Verdict) -> int:
    return verdict.reason.mine.total if verdict.reason.mine else 0
