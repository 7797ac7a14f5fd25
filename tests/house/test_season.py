"""F14: seasons of the whole house from seeds; a season repeats itself; the checks find faults."""

from typing import Any

import pytest

from dragoman.house.play import solving, turns
from dragoman.house.play.drafts import judged_lines
from dragoman.rules import Ask
from tests.house.season import Season

SEEDS = 200
BATCH = 20


@pytest.mark.parametrize("first", range(0, SEEDS, BATCH))
def test_f14_a_season_keeps_every_promise(first: int) -> None:
    for seed in range(first, first + BATCH):
        Season(seed).run()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_f14_a_seed_repeats_itself(seed: int) -> None:
    assert Season(seed).run() == Season(seed).run()


def first_fault(seeds: range) -> str:
    """What the first season that fails says."""
    for seed in seeds:
        try:
            Season(seed).run()
        except AssertionError as error:
            return str(error)
    return ""


def test_a_lost_draft_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(ask: Ask, seat: Any, text: str) -> tuple[str, ...]:
        return judged_lines(ask, seat, text)[1:]

    monkeypatch.setattr(solving, "judged_lines", forgetful)
    assert "was judged, not one of" in first_fault(range(20))


def test_an_unfenced_judge_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that reads the drafts once and does not look again loses some."""
    make_plan = turns.make_plan

    def stale(*args: Any) -> Any:
        plan = make_plan(*args)
        return plan and turns.DuePhase(plan.table, plan.settings, plan.game, plan.rows, {})

    monkeypatch.setattr(turns, "make_plan", stale)
    monkeypatch.setattr(turns.DuePhase, "versions", property(lambda self: Everything()))
    assert "was judged, not one of" in first_fault(range(20))


class Everything(dict[str, int]):
    """Is equal to whatever it is compared with."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = None
