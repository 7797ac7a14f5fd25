"""What is shown of a step of a game: made once, when it is judged, and kept for ever.

Everything that shows a result or an earlier position to somebody goes through `revealed` and
`seen_state`: what a watcher may not know is left out there, and nowhere else.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from dragoman.geo import Province
from dragoman.model import Resolution, Seat, State, Verdict, Votes
from dragoman.record.replay import HistoryStep
from dragoman.record.stored import (
    StoredPosition,
    StoredUnit,
    driven_out,
    restored,
    stored,
    stored_unit,
)
from dragoman.report import explain, results_sheet
from dragoman.report.rows import (
    DislodgedAnswer,
    VoteTable,
    centers_by_power,
    dislodged_rows,
    vote_tables,
)
from dragoman.rules import Ask, Variant, seen
from dragoman.rules import revealed as reveal
from dragoman.translate import Said
from dragoman.words.speech import SpokenFact, spoken_facts

T = TypeVar("T")

FORM = 1
"""The number of the form in which a step is kept."""
AFTERWARDS, EVERYBODY = "*", ""
"""Who sees a step: anybody once the game is over, an observer meanwhile; others are seats."""


class ResultRow(Struct, frozen=True):
    """One order and what came of it; `seat` is empty where it is not published who gave it."""

    power: str
    seat: str
    order: str
    outcome: str
    reason: str
    by: str | None
    text: Said
    supplied: bool


class PhaseView(Struct, frozen=True):
    """A phase that was judged, with what came of it; `sheet` is all of it as text.

    `note` says so where it was not made when it was judged, but later by other rules.
    """

    n: int
    phase: str
    label: Said
    orders: list[ResultRow]
    dislodged: list[DislodgedAnswer]
    standoffs: list[str]
    votes: list[VoteTable]
    news: list[Said]
    facts: list[SpokenFact]
    centers: dict[str, list[str]]
    sheet: str
    note: Said = ""


class Drawing(Struct, frozen=True):
    """What a phase is drawn from: its verdicts, each by itself, who was driven out, the counts.

    An order of a class that is known no longer is not drawn; it still stands in words.
    """

    verdicts: list[msgspec.Raw]
    beaten: list[StoredUnit]
    votes: list[msgspec.Raw]
    form: int = FORM


Less = dict[str, msgspec.Raw]
"""The parts of a stored position that are others for a watcher than they are."""


class StepView(Struct, frozen=True):
    """What a watcher sees of a step."""

    phase: PhaseView | None = None
    drawing: Drawing | None = None
    less: Less = {}


class ShownStep(Struct, frozen=True):
    """All that is shown of a step, each thing once, and which of them every watcher sees.

    `eyes` has for each three numbers: of the phase, of its drawing and of what is hidden from him;
    -1 where there is none.
    """

    eyes: dict[str, tuple[int, int, int]] = {}
    phases: list[PhaseView] = []
    drawings: list[Drawing] = []
    lesser: list[Less] = []
    form: int = FORM

    def to(self, watcher: Seat | None, over: bool) -> StepView:
        """What a watcher sees; one whose seat was not there yet sees what everybody did."""
        name = AFTERWARDS if over else watcher or EVERYBODY
        phase, drawing, less = self.eyes.get(name, self.eyes.get(EVERYBODY, (-1, -1, -1)))
        return StepView(
            self.phases[phase] if phase >= 0 else None,
            self.drawings[drawing] if drawing >= 0 else None,
            self.lesser[less] if less >= 0 else {},
        )


Seen = tuple[State, Resolution | None, State]
"""A step as a watcher may know it: the position before, what came of the phase, and after."""


def revealed(
    variant: Variant, before: State, step: HistoryStep, watcher: Seat | None, over: bool
) -> Seen:
    """A step as a watcher may know it, now or once the game is over."""
    resolution = step.resolution
    if resolution is not None and not over:
        resolution = reveal(Ask(variant, before), resolution, watcher)
    after = seen_state(variant, step.state, watcher, over)
    return seen_state(variant, before, watcher, over), resolution, after


def seen_state(variant: Variant, state: State, watcher: Seat | None, over: bool) -> State:
    """A position as a watcher may see it; once the game is over there are no secrets."""
    return state if over else seen(Ask(variant, state), watcher).state


def shown_step(variant: Variant, n: int, before: State, step: HistoryStep) -> ShownStep:
    """What is shown of step `n` to everybody who may watch it."""
    names = dict.fromkeys((AFTERWARDS, EVERYBODY, *before.seats, *step.state.seats))
    found: list[Seen] = []
    sights: list[tuple[int, int, int]] = []
    shown = ShownStep(eyes={}, phases=[], drawings=[], lesser=[])
    for name in names:
        watcher = None if name in (AFTERWARDS, EVERYBODY) else Seat(name)
        seen = revealed(variant, before, step, watcher, name == AFTERWARDS)
        if seen not in found:
            found.append(seen)
            sights.append(_add(shown, _sight(variant, n, seen, step.state)))
        shown.eyes[name] = sights[found.index(seen)]
    return shown


def _sight(variant: Variant, n: int, seen: Seen, whole: State) -> StepView:
    before, resolution, after = seen
    less = {} if after == whole else lessened(stored(whole), stored(after))
    if resolution is None:
        return StepView(less=less)
    view = phase_view(n, Ask(variant, before), resolution, Ask(variant, after))
    return StepView(view, drawing_of(resolution), less)


def _add(shown: ShownStep, sight: StepView) -> tuple[int, int, int]:
    """The numbers of what somebody sees among all that is shown."""
    return (
        _number(shown.phases, sight.phase),
        _number(shown.drawings, sight.drawing),
        _number(shown.lesser, sight.less or None),
    )


def _number(known: list[T], value: T | None) -> int:
    if value is None:
        return -1
    if value not in known:
        known.append(value)
    return known.index(value)


def lessened(whole: StoredPosition, seen: StoredPosition) -> Less:
    """The parts in which a position that is seen differs from the whole."""
    names = StoredPosition.__struct_fields__
    parts = ((name, getattr(whole, name), getattr(seen, name)) for name in names)
    return {name: _raw(there) for name, here, there in parts if here != there}


def lesser(state: State, less: Less) -> State:
    """A position with the parts that a watcher sees otherwise."""
    if not less:
        return state
    whole: dict[str, object] = msgspec.to_builtins(stored(state))
    return restored(msgspec.json.decode(_raw({**whole, **less}), type=StoredPosition))


def phase_view(n: int, before: Ask, resolution: Resolution, after: Ask) -> PhaseView:
    """A phase that was judged, in words."""
    return PhaseView(
        n=n,
        phase=str(resolution.phase),
        label=before.rules.label(before, resolution.phase),
        orders=[result_row(before, verdict) for verdict in resolution.verdicts],
        dislodged=list(dislodged_rows(before, resolution)),
        standoffs=list(resolution.standoffs),
        votes=vote_tables(before, resolution),
        news=list(resolution.news),
        facts=spoken_facts(after),
        centers=centers_by_power(after),
        sheet=results_sheet(resolution, before, after),
    )


def result_row(before: Ask, verdict: Verdict) -> ResultRow:
    """A verdict as a watcher reads it."""
    by = verdict.reason.by
    return ResultRow(
        power=verdict.power,
        seat=verdict.seat or "",
        order=str(verdict.order),
        outcome=verdict.outcome,
        reason=verdict.reason.code,
        by=str(by.order) if by else None,
        text=explain(verdict, before),
        supplied=verdict.supplied,
    )


def drawing_of(resolution: Resolution) -> Drawing:
    """What a phase is drawn from."""
    return Drawing(
        verdicts=[_raw(verdict) for verdict in resolution.verdicts],
        beaten=[stored_unit(d.unit, d.by) for d in resolution.dislodged],
        votes=[_raw(votes) for votes in resolution.votes],
    )


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def drawn(seen: StepView, before: State, after: State) -> Resolution | None:
    """A phase as far as it is needed to draw it; none where only words are known of it."""
    if seen.phase is None or seen.drawing is None:
        return None
    return Resolution(
        phase=before.phase,
        verdicts=tuple(_known(seen.drawing.verdicts, Verdict)),
        left=after,
        state=after,
        dislodged=tuple(driven_out(unit) for unit in seen.drawing.beaten),
        standoffs=tuple(map(Province, seen.phase.standoffs)),
        votes=tuple(_known(seen.drawing.votes, Votes)),
        news=tuple(seen.phase.news),
    )


def _known(rows: list[msgspec.Raw], kind: type[T]) -> Iterator[T]:
    """Those of some values that are still understood."""
    for row in rows:
        try:
            yield msgspec.json.decode(row, type=kind)
        except msgspec.MsgspecError:
            continue
