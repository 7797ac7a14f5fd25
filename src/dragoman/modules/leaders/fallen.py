"""Fallen leaders: whose leader is gone, when and why, shown as long as the game lasts."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from dragoman.model import (
    DONE,
    POWER,
    TEXT,
    Disband,
    Fact,
    FactKind,
    Phase,
    Power,
    State,
    Verdict,
)
from dragoman.rules import Ask, PhaseRule, remembered, remembering

NAME = "leaders"
NOWHERE = "it had nowhere to retreat to"
ELIMINATED = "its country was eliminated"

FALLEN = FactKind("fallen leader", (POWER, TEXT), "Leader of {0}", "{1}")


class Fall(Struct, frozen=True):
    """A leader that is gone."""

    power: Power
    season: str
    why: str


class LeadersNote(Struct, frozen=True):
    """What the module remembers: the leaders that are gone, in the order in which they went."""

    fallen: tuple[Fall, ...] = ()


def with_fallen(ask: Ask, state: State, powers: Sequence[Power], why: str) -> State:
    """A position that remembers whose leaders are gone."""
    if not powers:
        return state
    season = ask.rules.label(ask, replace(ask.state.phase, kind="M", step=0))
    new = tuple(Fall(power, season, why) for power in powers)
    known = remembered(state, NAME, LeadersNote).fallen
    return remembering(state, NAME, LeadersNote((*known, *new)))


def season_text(ask: Ask, code: int) -> str:
    """What a season is called, by its number: three a year, from Spring on."""
    year, season = divmod(code, 3)
    return ask.rules.label(ask, Phase(year, "SFW"[season], "M"))


def noting_fallen(rule: PhaseRule, letter: str) -> PhaseRule:
    """Retreats that remember the leaders which could go nowhere (rule 3)."""

    def heed(ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
        state = rule.heed(ask, verdicts, state) if rule.heed else state
        gone = [
            v.power
            for v in verdicts
            if isinstance(v.order, Disband) and v.order.unit.kind == letter and v.outcome == DONE
        ]
        return with_fallen(ask, state, gone, NOWHERE)

    return replace(rule, heed=heed)


def fallen(ask: Ask) -> tuple[Fact, ...]:
    """The leaders that are gone."""
    rows = remembered(ask.state, NAME, LeadersNote).fallen
    return tuple(
        Fact(FALLEN.name, (f.power, f"lost in {f.season}: {f.why}"), news=True) for f in rows
    )
