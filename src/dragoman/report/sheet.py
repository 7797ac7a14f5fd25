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
    is_surveyed,
    lives,
    outcome,
    vote_tables,
)
from dragoman.report.english import explain
from dragoman.report.layout import beside, filled, ruled, stacked, titled
from dragoman.report.ledger import is_later, order_blocks, power_title
from dragoman.rules import Ask
from dragoman.translate import Say, translated
from dragoman.words.phrases import adjective, counted, listing, phase_name, unit_name
from dragoman.words.speech import shown, spoken_fact, spoken_facts


def results_sheet(resolution: Resolution, before: Ask, after: Ask, say: Say = str) -> str:
    """What came of a phase: every order, the dislodged, the centers, and what is due next."""
    label = before.rules.label(before, resolution.phase)
    left = Ask(before.variant, resolution.left)
    return stacked(
        [
            ruled(f"{before.variant.name}: {say(label)}"),
            *(order_blocks(resolution, before, say) or [[say("No orders.")]]),
            vote_tables(before, resolution.votes, say),
            driven_lines(left, after, resolution.dislodged, say),
            standoff_lines(resolution.standoffs, resolution.dislodged, say),
            forced_lines(resolution, before, say),
            [line for text in resolution.news for line in filled(say(text))],
            [line for text in fresh_facts(before, after, say) for line in filled(text, "", "  ")],
            *(_balance(before, after, say) if after.rules.known(after) is None else ()),
            outcome(after, say),
            coming(after, say),
        ]
    )


def _balance(before: Ask, after: Ask, say: Say) -> Iterator[list[str]]:
    """What every power has, and who is out; not where a position tells of a part of the board."""
    yield center_chart(before, after, say) if counts_centers(before, after) else []
    yield fallen(before, after, say)


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


def fresh_facts(before: Ask, after: Ask, say: Say = str) -> Iterator[str]:
    """The facts that are news of this phase."""
    known = set(shown(before))
    for fact in shown(after):
        if fact.news and fact not in known:
            news = translated(spoken_fact(after, fact), say)
            yield f"{news.name[:1].upper() + news.name[1:]}: {news}."


def unit_counts(ask: Ask, power: Power) -> list[str]:
    """How many units a power has, and how many pieces of kinds that need no supply."""
    kinds = [ask.kind(unit.kind) for unit in ask.state.forces_of(power)]
    others = Counter(kind.name for kind in kinds if not kind.needs_supply)
    units = counted(sum(kind.needs_supply for kind in kinds), "unit")
    return [units, *(counted(number, name) for name, number in others.items())]


def fact_lines(ask: Ask) -> list[str]:
    """The facts that the variant shows beside the board."""
    return titled("Notes", beside([(fact.name, str(fact)) for fact in spoken_facts(ask)]))


def driven_lines(left: Ask, after: Ask, driven: Iterable[Dislodged], say: Say = str) -> list[str]:
    """Every dislodged unit and where it may go."""
    asked = {c.subject.unit: c.verbs for charges in owed(after).values() for c in charges}
    lines: list[str] = []
    for row in driven:
        lines += filled(say(_way_out(left, row, asked)), "", "  ")
    return lines


def _way_out(left: Ask, driven: Dislodged, asked: dict[int, tuple[str, ...]]) -> str:
    unit, refuges = unit_name(left, driven.unit), left.rules.refuges(left, driven.unit)
    ways = listing(refuges, "or")
    if not is_surveyed(left, driven.unit):
        return f"The {unit} is dislodged."
    if not refuges:
        return f"The dislodged {unit} has nowhere to retreat to and is disbanded."
    if driven.unit.id not in asked:
        return f"The dislodged {unit} is disbanded, as nobody orders it."
    if "disband" not in asked[driven.unit.id]:
        return f"The dislodged {unit} retreats to {ways}."
    if refuges[1:]:
        return f"The dislodged {unit} can retreat to {ways}, or disband."
    return f"The dislodged {unit} can retreat to {ways} or disband."


def standoff_lines(
    standoffs: Sequence[Province], driven: Sequence[Dislodged], say: Say = str
) -> list[str]:
    """The provinces that stand-offs left vacant, where nobody may retreat."""
    what = "Stand-offs" if standoffs[1:] else "A stand-off"
    closed = "; nobody may retreat there" if driven else ""
    text = f"{what} left {listing(standoffs)} vacant{closed}."
    return filled(say(text), "", "  ") if standoffs else []


def forced_lines(resolution: Resolution, before: Ask, say: Say = str) -> list[str]:
    """What later phases brought that passed at once, because nobody had a choice in them."""
    later = [v for v in resolution.verdicts if is_later(v, before)]
    texts = _forced(resolution, before, later, say)
    return [line for text in texts for line in filled(text, "", "  ")]


def _forced(resolution: Resolution, before: Ask, later: list[Verdict], say: Say) -> Iterator[str]:
    removed: dict[Power, list[str]] = {}
    for v in later:
        if isinstance(v.order, Remove):
            removed.setdefault(v.power, []).append(str(v.order.unit))
        elif not _is_said_elsewhere(v, resolution):
            order = say(f"{adjective(before, v.power)} {v.order}")
            yield f"{order}: {say(explain(v, before))}."
    for power, units in removed.items():
        lost = listing(units)
        if before.state.holder.get(power):
            yield say(f"{power} has no choice but to remove {lost}.")
        else:
            yield say(f"{power} is held by nobody and loses {lost}.")


def _is_said_elsewhere(verdict: Verdict, resolution: Resolution) -> bool:
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
