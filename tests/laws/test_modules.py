"""Modules that share no question commute, and the finished rules are heard by all."""

from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from dragoman.judge import adjudicate
from dragoman.rules import Variant
from dragoman.variants import load, shared_questions
from tests.amounts import amount
from tests.laws.positions import Scene, any_phase, drawn
from tests.rules.modules import composed, tiny_modules

DISJOINT = ("drill", "rich", "easy")


def in_every_order() -> list[Variant]:
    """The same modules, which share no question, listed in every order."""
    with TemporaryDirectory() as folder, tiny_modules():
        return [
            load(str(composed(Path(folder), *order, name="-".join(order))))
            for order in permutations(DISJOINT)
        ]


ORDERS = in_every_order()


@settings(max_examples=amount(60))
@given(drawn(any_phase))
def test_modules_that_share_no_question_commute(scene: Scene) -> None:
    """In whatever order they are listed, any phase comes to the same."""
    first, *others = [adjudicate(v, scene.state, scene.ballots) for v in ORDERS]
    assert all(other == first for other in others)


def test_such_modules_say_that_they_share_nothing() -> None:
    with tiny_modules():
        assert [shared_questions(variant) for variant in ORDERS] == [{}] * len(ORDERS)


@pytest.mark.parametrize("order", list(permutations(("drill", "twice"))))
def test_modules_that_share_a_question_need_not(order: tuple[str, ...], tmp_path: Path) -> None:
    """Where they do, the loader says in which order they answer."""
    with tiny_modules():
        variant = load(str(composed(tmp_path, *order)))
        assert shared_questions(variant) == {"strength": order}
