"""What the house takes from outside: a clock that nobody sets, ids that nobody guesses."""

import time
from random import Random

import pytest

from dragoman.house.core import Shelf
from dragoman.house.world import ALPHABET, SteadyClock, SystemRng, new_id, new_secret


def test_a_clock_that_is_set_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    assert abs(clock.now() - time.time() * 1000) < 1000
    before = clock.now()
    for hours in (-1, 1):
        jumped = time.time_ns() + hours * 3600 * 10**9
        with monkeypatch.context() as changed:
            changed.setattr(time, "time_ns", lambda jumped=jumped: jumped)
            changed.setattr(time, "time", lambda jumped=jumped: jumped / 1e9)
            assert 0 <= clock.now() - before < 60_000


def test_ids_are_long_and_legible() -> None:
    found = {new_id(Random(n)) for n in range(1000)}
    assert len(found) == 1000
    assert {len(each) for each in found} == {12}
    assert set("".join(found)) == set(ALPHABET)
    assert new_id(Random(1)) == new_id(Random(1))
    assert len(new_secret(SystemRng())) == 40


def test_a_shelf_keeps_what_was_used_last() -> None:
    shelf = Shelf(2)
    for name in "ab":
        shelf.put(name, name.upper())
    assert shelf.get("a") == "A"
    assert shelf.get_or("c", lambda: "C") == "C"
    assert (shelf.get("b"), shelf.get("a")) == (None, "A")
    assert shelf.get_or("a", lambda: "new") == "A"
