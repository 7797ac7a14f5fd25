"""Bots of one's own: by the name of a class, and by entry points of other packages."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from dragoman.bots import BOTS, Sight, bot_names, make_bot, registry
from dragoman.bots.uniform import RandomBot
from dragoman.errors import RequestError
from dragoman.house.errors import Invalid
from dragoman.house.play.bots import check_bot


class Idle:
    """Orders nothing."""

    name = "idle"

    def orders(self, sight: Sight, rng: object) -> list[object]:
        """No orders: all units hold."""
        return []

    def agrees(self, sight: Sight) -> bool:
        """It never tires."""
        return False


def test_a_class_of_ones_own_is_found_in_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_idle_bots.py").write_text("from tests.bots.test_registry import Idle\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    assert make_bot("my_idle_bots:Idle").name == "idle"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:Idle", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("tests.bots.test_registry:Busy", "has no attribute 'Busy'"),
        ("tests.bots.test_registry:Path", "it has no orders and no agrees"),
        ("tests.bots.test_registry:EntryPoint", "missing 3 required"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(name: str, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        make_bot(name)


def test_other_packages_bring_bots_that_may_sit_at_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint(name, "tests.bots.test_registry:Idle", registry.GROUP)
        for name in ("idle", "random")
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry.brought.cache_clear()
    try:
        assert bot_names() == [*BOTS, "idle"]
        assert make_bot("idle").name == "idle"
        assert isinstance(make_bot("random"), RandomBot)
        assert check_bot("idle") == "idle"
    finally:
        registry.brought.cache_clear()


def test_nobody_brings_code_to_a_table() -> None:
    with pytest.raises(Invalid, match=r"no bot .*Idle.: there are random"):
        check_bot("tests.bots.test_registry:Idle")
