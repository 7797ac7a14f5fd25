"""Sheets of the kind that a postal zine prints: the results of a phase, and the position."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dragoman.geo import Province
from dragoman.judge import owed
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    Disband,
    Dislodged,
    Hold,
    Power,
    Remove,
    Resolution,
    Verdict,
)
from dragoman.report.charts import (
    center_chart,
    coming,
    due_table,
    fallen,
    held,
    lives,
    outcome,
    vote_tables,
)
from dragoman.report.english import explain
from dragoman.report.layout import beside, filled, ruled, stacked, titled
from dragoman.report.ledger import is_later, order_blocks, power_title
from dragoman.rules import Ask
from dragoman.words.phrases import adjective, counted, listing, phase_name, unit_name
from dragoman.words.speech import shown, told, told_facts


def results_sheet(resolution: Resolution, before: Ask, after: Ask) -> str:
    """What came of a phase: every order, the dislodged, the centers, and what is due next."""
    label = before.rules.label(before, resolution.phase)
    left = Ask(before.variant, resolution.left)
    return stacked(
        [
            ruled(f"{before.variant.name}: {label}"),
            *(order_blocks(resolution, before) or [["No orders."]]),
            vote_tables(before, resolution.votes),
            driven_lines(left, after, resolution.dislodged),
            standoff_lines(resolution.standoffs, resolution.dislodged),
            forced_lines(resolution, before),
            [line for text in resolution.news for line in filled(text)],
            [line for text in fresh_facts(before, after) for line in filled(text, "", "  ")],
            *(_balance(before, after) if after.rules.known(after) is None else ()),
            outcome(after),
            coming(after),
        ]
    )


def _balance(before: Ask, after: Ask) -> Iterator[list[str]]:
    """What every power has, and who is out; not where a position tells of a part of the board."""
    yield center_chart(before, after) if counts_centers(before, after) else []
    yield fallen(before, after)


def position_sheet(ask: Ask) -> str:
    """A position: every power's units and centers, the dislodged, and who owes what."""
    whole = ask.rules.known(ask) is None
    absent = [power for power in ask.variant.powers if whole and not lives(ask, power)]
    free = held(ask, None)
    return stacked(
        [
            ruled(f"{ask.variant.name}: {phase_name(ask)}"),
            *(power_block(ask, power) for power in ask.variant.powers if lives(ask, power)),
            filled(f"Neutral centers: {listing(free)}.", "", "  ") if free else [],
            filled(f"Without units and centers: {listing(absent)}.", "", "  ") if absent else [],
            driven_lines(ask, ask, ask.state.dislodged),
            standoff_lines(ask.state.standoffs, ask.state.dislodged),
            fact_lines(ask),
            outcome(ask),
            due_table(ask),
        ]
    )


def power_block(ask: Ask, power: Power) -> list[str]:
    """A power's units and centers."""
    units = ", ".join(str(unit) for unit in ask.state.forces_of(power)) or "none"
    centers = ", ".join(ask.state.centers(power)) or "none"
    numbers = [*unit_counts(ask, power), counted(len(ask.state.centers(power)), "center")]
    title = f"{power_title(ask, power)}: {listing(numbers)}"
    return [title, *beside([("units", units), ("centers", centers)])]


def fresh_facts(before: Ask, after: Ask) -> Iterator[str]:
    """The facts that are news of this phase."""
    known = set(shown(before))
    for fact in shown(after):
        if fact.news and fact not in known:
            news = told(after, fact)
            yield f"{news.name[:1].upper() + news.name[1:]}: {news}."


def unit_counts(ask: Ask, power: Power) -> list[str]:
    """How many units a power has, and how many pieces of kinds that need no supply."""
    kinds = [ask.kind(unit.kind) for unit in ask.state.forces_of(power)]
    others = Counter(kind.name for kind in kinds if not kind.needs_supply)
    units = counted(sum(kind.needs_supply for kind in kinds), "unit")
    return [units, *(counted(number, name) for name, number in others.items())]


def fact_lines(ask: Ask) -> list[str]:
    """The facts that the variant shows beside the board."""
    return titled("Notes", beside([(fact.name, str(fact)) for fact in told_facts(ask)]))


def driven_lines(left: Ask, after: Ask, driven: Iterable[Dislodged]) -> list[str]:
    """Every dislodged unit and where it may go."""
    asked = {c.subject.unit: c.verbs for charges in owed(after).values() for c in charges}
    lines: list[str] = []
    for row in driven:
        text = f"The dislodged {unit_name(left, row.unit)} {_way_out(left, row, asked)}."
        lines += filled(text, "", "  ")
    return lines


def _way_out(left: Ask, driven: Dislodged, asked: dict[int, tuple[str, ...]]) -> str:
    refuges = left.rules.refuges(left, driven.unit)
    if not refuges:
        return "has nowhere to retreat to and is disbanded"
    if driven.unit.id not in asked:
        return "is disbanded, as nobody orders it"
    if "disband" not in asked[driven.unit.id]:
        return f"retreats to {listing(refuges, 'or')}"
    return f"can retreat to {listing(refuges, 'or')}{',' if refuges[1:] else ''} or disband"


def standoff_lines(standoffs: Sequence[Province], driven: Sequence[Dislodged]) -> list[str]:
    """The provinces that stand-offs left vacant, where nobody may retreat."""
    what = "Stand-offs" if standoffs[1:] else "A stand-off"
    closed = "; nobody may retreat there" if driven else ""
    text = f"{what} left {listing(standoffs)} vacant{closed}."
    return filled(text, "", "  ") if standoffs else []


def forced_lines(resolution: Resolution, before: Ask) -> list[str]:
    """What later phases brought that passed at once, because nobody had a choice in them."""
    later = [v for v in resolution.verdicts if is_later(v, before)]
    return [line for text in _forced(resolution, before, later) for line in filled(text, "", "  ")]


def _forced(resolution: Resolution, before: Ask, later: list[Verdict]) -> Iterator[str]:
    removed: dict[Power, list[str]] = {}
    for v in later:
        if isinstance(v.order, Remove):
            removed.setdefault(v.power, []).append(str(v.order.unit))
        elif not _is_told(v, resolution):
            yield f"{adjective(before, v.power)} {v.order}: {explain(v, before)}."
    for power, units in removed.items():
        held_by = before.state.holder.get(power)
        why = "has no choice but to remove" if held_by else "is held by nobody and loses"
        yield f"{power} {why} {listing(units)}."


def _is_told(verdict: Verdict, resolution: Resolution) -> bool:
    """Whether a sheet says elsewhere what a later phase supplied, or need not say it at all."""
    if isinstance(verdict.order, Hold):
        return verdict.outcome == DONE
    driven = {(d.unit.kind, d.unit.place) for d in resolution.dislodged}
    order = verdict.order
    return isinstance(order, Disband) and (order.unit.kind, order.unit.place) in driven


def counts_centers(before: Ask, after: Ask) -> bool:
    """Whether a phase closed a year's season, changed owners or ended the game."""
    was, now = before.state, after.state
    closed = (was.phase.year, was.phase.season) != (now.phase.year, now.phase.season)
    settled = closed and (before.variant.year.settles(was.phase) or was.phase.kind == ADJUSTMENT)
    return settled or was.owners != now.owners or now.result is not None
