"""Explaining: reasons name the order that was the cause, and the strengths on both sides."""

from dragoman.model import Cause, Tally, Verdict
from tests.judge.test_lowering import ZERO
from tests.rules.table import Texts, at, judged, ruled


def verdict(units: Texts, orders: Texts, order: str, **kwargs: object) -> Verdict:
    """What comes of one order."""
    ask = at("S1901M", units, **kwargs)  # type: ignore[arg-type]
    return next(v for v in judged(ask, orders).verdicts if str(v.order) == order)


def cause(found: Verdict) -> str:
    """The order that brought a verdict about, with its power."""
    by = found.reason.by
    return f"{by.power}: {by.order}" if isinstance(by, Cause) else ""


def strengths(found: Verdict) -> str:
    """The strengths on both sides."""
    return f"{found.reason.mine} against {found.reason.theirs}"


def test_all_who_stay_in_a_place_count_together() -> None:
    """Two who share a place withstand with the strength of both."""
    variant = ruled(contests=lambda ask, a, b, place: a.power != b.power)
    found = verdict(
        {"France": "A bre, F bre", "Germany": "A par, A gas"},
        {"Germany": "A par - bre; A gas S A par - bre"},
        "A par - bre",
        variant=variant,
    )
    assert found.reason.code == "repelled"
    assert found.reason.theirs is not None
    assert sorted(found.reason.theirs.terms) == [("army", 1), ("fleet", 1)]


def test_one_who_leaves_does_not_count_with_those_who_stay() -> None:
    variant = ruled(contests=lambda ask, a, b, place: a.power != b.power)
    found = verdict(
        {"France": "A bre, F bre", "Germany": "A par"},
        {"France": "F bre - mao", "Germany": "A par - bre"},
        "A par - bre",
        variant=variant,
    )
    assert found.reason.theirs == Tally(1, (("army", 1),))


def test_a_piece_of_strength_nothing_is_beaten_by_one() -> None:
    found = verdict(
        {"France": "L par", "Germany": "A bur"},
        {"Germany": "A bur - par"},
        "A bur - par",
        variant=ZERO,
    )
    assert (found.outcome, strengths(found)) == ("done", "1 against 0")


def test_a_dislodged_unit_names_its_attacker_and_both_strengths() -> None:
    found = verdict(
        {"France": "A bur", "Germany": "A mun, A ruh"},
        {"Germany": "A mun - bur; A ruh S A mun - bur"},
        "A bur H",
    )
    assert cause(found) == "Germany: A mun - bur"
    assert strengths(found) == "1 against 2 = army 1 + support of A ruh 1"


def test_a_move_that_was_beaten_by_a_rival_names_it() -> None:
    found = verdict(
        {"France": "A par", "Germany": "A mun"},
        {"France": "A par - bur", "Germany": "A mun - bur"},
        "A par - bur",
    )
    assert (found.reason.code, cause(found)) == ("bounced", "Germany: A mun - bur")


def test_support_that_may_not_count_is_taken_off() -> None:
    found = verdict(
        {"Austria": "F tri, A vie", "Italy": "A ven"},
        {"Austria": "A vie S A ven - tri", "Italy": "A ven - tri"},
        "A ven - tri",
    )
    assert found.reason.mine is not None
    assert found.reason.mine.total == 1
    assert [amount for _, amount in found.reason.mine.terms] == [1, 1, -1]
