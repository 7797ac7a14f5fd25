"""Explaining: reasons name the order that was the cause, and the strengths on both sides."""

from dragoman.model import Cause, Tally, Verdict
from tests.judge.test_lowering import LIGHT, ZERO
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


def test_who_failed_to_leave_keeps_a_light_piece_out_by_its_own_strength() -> None:
    """The support for its move does not count where it stands (6.D.7)."""
    found = verdict(
        {"France": "A par, A pic", "Germany": "F eng, F mao, L bur"},
        {
            "France": "A par - bre; A pic S A par - bre",
            "Germany": "F eng - bre; F mao S F eng - bre; L bur - par",
        },
        "L bur - par",
        variant=LIGHT,
    )
    assert (found.reason.code, cause(found)) == ("taken", "France: A par - bre")
    assert strengths(found) == "0 against 1"


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


def test_a_paradox_names_the_attack_that_it_turns_on() -> None:
    """Pandin's: of two attacks on the carrier, the one whose support the army would cut."""
    units = {"Turkey": "F nap, F ion", "France": "A tun, F tys", "Austria": "F lyo, F wes"}
    orders = {
        "Turkey": "F nap S F ion - tys; F ion - tys",
        "France": "A tun - nap; F tys C A tun - nap",
        "Austria": "F lyo S F wes - tys; F wes - tys",
    }
    for order in ("A tun - nap", "F tys C A tun - nap"):
        found = verdict(units, orders, order)
        assert found.reason.code == "paradox"
        assert cause(found) == "Turkey: F ion - tys"


def test_a_paradox_of_the_second_order_names_the_attack_on_the_carrier() -> None:
    """The army cuts a support for the other carrier; each convoy hangs on the attack on its own."""
    units = {
        "England": "F edi, F yor",
        "France": "A bre, F eng",
        "Germany": "F bel, F lon",
        "Italy": "F mao, F iri",
        "Russia": "A nwy, F nth",
    }
    orders = {
        "England": "F edi - nth; F yor S F edi - nth",
        "France": "A bre - lon; F eng C A bre - lon",
        "Germany": "F bel S F eng; F lon S F nth",
        "Italy": "F mao - eng; F iri S F mao - eng",
        "Russia": "A nwy - bel; F nth C A nwy - bel",
    }
    assert cause(verdict(units, orders, "A bre - lon")) == "Italy: F mao - eng"
    assert cause(verdict(units, orders, "F nth C A nwy - bel")) == "England: F edi - nth"
