"""Tiny modules for tests: each answers one or two questions in a way that shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dragoman.geo import LAND, SEA
from dragoman.model import Fact, Force, Kind, Power, Tally
from dragoman.modules import MODULES
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings


def strong_armies(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Armies count one more."""

    def strength(ask: Ask, force: Force) -> Tally | None:
        tally = rules.strength(ask, force)
        armed = tally is not None and force.units[0].kind == "A"
        return tally.plus(settings["bonus"], "drill") if tally and armed else tally

    return rules.answering(strength=strength)


def twice(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Everything counts double."""

    def strength(ask: Ask, force: Force) -> Tally | None:
        tally = rules.strength(ask, force)
        return tally.times(2, "doubled") if tally else None

    return rules.answering(strength=strength)


def rich(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Every power may have one unit more, and it shows."""

    def entitlement(ask: Ask, power: Power) -> int:
        return rules.entitlement(ask, power) + 1

    def show(ask: Ask) -> tuple[Fact, ...]:
        return (*rules.show(ask), Fact("alms", 1))

    return rules.answering(entitlement=entitlement, show=show)


def easy(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Two centers fewer win."""
    return rules.answering(win_at=lambda ask: rules.win_at(ask) - 2)


HOVERCRAFT = Kind("H", "hovercraft", frozenset({LAND, SEA}))


def with_hovercraft(draft: Draft, settings: Settings) -> Draft:
    """Kinds with a hovercraft among them."""
    kinds = {**draft.kinds, HOVERCRAFT.letter: HOVERCRAFT}
    return Draft(
        draft.map,
        kinds,
        draft.powers,
        draft.start,
        draft.seats,
        draft.numbers,
        draft.words,
        draft.modules,
    )


def no_fleets_please(draft: Draft, settings: Settings) -> str | None:
    """A land power's objection."""
    return "it knows no hovercraft" if "H" in draft.kinds else None


def unchanged(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Rules that only the pieces change."""
    return rules


BONUS = Option("bonus", "number", 1, "what drill adds", least=1, most=3)

TINY = (
    Module("drill", "armies count more", strong_armies, (BONUS,)),
    Module("twice", "everything counts double", twice),
    Module("rich", "one unit more", rich),
    Module("easy", "fewer centers win", easy),
    Module("hovercraft", "a new piece", unchanged, shape=with_hovercraft),
    Module("landlubbers", "no new pieces", easy, objects=no_fleets_please),
)


@contextmanager
def tiny_modules() -> Iterator[None]:
    """The tiny modules, known by name for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for module in TINY:
            patch.setitem(MODULES, module.name, module)
        yield


def composed(folder: Path, *modules: str, name: str = "mix") -> Path:
    """A folder with a variant on Standard's board that uses modules as written."""
    (folder / name).mkdir(exist_ok=True)
    rows = ", ".join(m if m.startswith("{") else f'"{m}"' for m in modules)
    (folder / name / "variant.toml").write_text(
        f'id = "{name}"\nname = "{name.title()}"\nversion = 1\nsummary = "A mix."\n'
        f'base = "standard"\nmodules = [{rows}]\n',
        encoding="utf-8",
    )
    return folder / name
