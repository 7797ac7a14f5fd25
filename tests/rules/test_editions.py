"""Editions and lots: named sets of policies, and chance that a record can repeat."""

import pytest

from dragoman.errors import RequestError
from dragoman.rules import EDITIONS, POLICIES, Lots, policies


def test_an_edition_chooses_for_every_policy() -> None:
    for edition in EDITIONS:
        chosen = policies(edition, {})
        assert all(getattr(chosen, name) in choices for name, choices in POLICIES.items())


def test_single_policies_may_be_replaced() -> None:
    assert policies("1971", {"paradox": "szykman"}).paradox == "szykman"
    assert policies("1971", {"paradox": "szykman"}).removal == policies("1971", {}).removal


def test_unknown_editions_and_choices_are_refused() -> None:
    with pytest.raises(RequestError, match="no edition '1959': choose one of 1971, 1982"):
        policies("1959", {})
    with pytest.raises(RequestError, match="paradox cannot be 'dice': choose one of szykman"):
        policies("2023", {"paradox": "dice"})


def test_lots_of_one_seed_fall_alike() -> None:
    one, other = Lots("seed"), Lots("seed")
    assert [one.draw(6) for _ in range(20)] == [other.draw(6) for _ in range(20)]
    assert set(one.drawn) <= set(range(6))
    assert [Lots("another").draw(1000)] != [Lots("seed").draw(1000)]


def test_lots_are_read_back_before_new_ones_are_drawn() -> None:
    lots = Lots("seed", [5, 3])
    fresh = Lots("seed")
    assert [lots.draw(6), lots.draw(6)] == [5, 3]
    fresh.draw(6)
    fresh.draw(6)
    assert lots.draw(6) == fresh.draw(6)


def test_shuffling_keeps_everything_once() -> None:
    assert sorted(Lots("seed").shuffled("abcdef")) == list("abcdef")
    assert Lots("seed").shuffled("abcdef") == Lots("seed").shuffled("abcdef")
