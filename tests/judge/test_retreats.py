"""Retreats: together or in rounds, to refuges that are open."""

import msgspec
import pytest

from dragoman.geo import Place, Province
from dragoman.judge import owed
from dragoman.model import Dislodged, Unit
from dragoman.rules import Ask, Variant
from tests.rules.table import FRANCE, GERMANY, STANDARD, at, by_order, judged, pieces, ruled


def driven_out(*units: Unit, by: str = "mun", variant: Variant = STANDARD) -> Ask:
    """A retreat phase in which these units must go."""
    state = msgspec.structs.replace(
        at("S1901R", {"Germany": "A bur"}).state,
        dislodged=tuple(Dislodged(u, Province(by)) for u in units),
        last_id=20,
    )
    return Ask(variant, state)


BUR = Unit(8, FRANCE, "A", Place("bur"))
PIC = Unit(9, FRANCE, "A", Place("pic"))


def test_two_to_one_place_are_both_lost() -> None:
    resolution = judged(driven_out(BUR, PIC), {"France": "A bur - par; A pic - par"})
    assert by_order(resolution) == {
        "A bur - par": "failed collided",
        "A pic - par": "failed collided",
    }
    assert [str(v.reason.by and v.reason.by.order) for v in resolution.verdicts] == [
        "A pic - par",
        "A bur - par",
    ]
    assert pieces(resolution) == ["Germany A bur"]


def test_three_to_one_place_are_all_lost() -> None:
    gas = Unit(10, FRANCE, "A", Place("gas"))
    orders = {"France": "A bur - par; A pic - par; A gas - par"}
    resolution = judged(driven_out(BUR, PIC, gas), orders)
    assert [v.reason.note for v in resolution.verdicts] == ["3 units"] * 3
    assert pieces(resolution) == ["Germany A bur"]


def test_two_coasts_of_a_province_are_one_place() -> None:
    """A fleet to one coast and another to the other collide."""
    fleets = (Unit(8, FRANCE, "F", Place("gas")), Unit(9, GERMANY, "F", Place("mar")))
    orders = {"France": "F gas - spa/nc", "Germany": "F mar - spa/sc"}
    assert pieces(judged(driven_out(*fleets), orders)) == ["Germany A bur"]


def test_those_who_may_share_a_place_both_retreat_there() -> None:
    variant = ruled(contests=lambda ask, a, b, place: a.power != b.power)
    resolution = judged(
        driven_out(BUR, PIC, variant=variant), {"France": "A bur - par; A pic - par"}
    )
    assert pieces(resolution) == ["France A par", "France A par", "Germany A bur"]


def test_rounds_are_those_of_the_beginning() -> None:
    """Whatever the rules would answer later, each unit has its turn, and has it once."""

    def in_turn(ask: Ask, unit: Unit) -> int:
        return 0 if len(ask.state.dislodged) < 2 else unit.id

    variant = ruled(refuge_round=in_turn)
    orders = {"France": "A bur - par; A pic - bre"}
    resolution = judged(driven_out(BUR, PIC, variant=variant), orders)
    assert by_order(resolution) == {
        "A bur - par": "done retreated",
        "A pic - bre": "done retreated",
    }
    assert pieces(resolution) == ["France A bre", "France A par", "Germany A bur"]


@pytest.mark.parametrize("order", ["A bur - mun", "A bur - bre", "A bur - bur", "A bur S A gas"])
def test_what_is_no_retreat_is_void_and_the_unit_disbanded(order: str) -> None:
    """To the attacker's origin, to a place out of reach, to where it was: nowhere."""
    resolution = judged(driven_out(BUR), {"France": order})
    assert resolution.verdicts[0].outcome == "void"
    assert by_order(resolution)["A bur disband"] == "done disbanded"


def test_the_dislodged_unit_is_the_one_that_is_asked() -> None:
    """Known bug 13: not its attacker, and with its own kind and place."""
    ask = at("S1901M", {"Turkey": "F gre, F aeg", "Austria": "A bul, A ser"})
    moved = judged(ask, {"Austria": "A bul - gre; A ser S A bul - gre"})
    after = Ask(STANDARD, moved.state)
    [(seat, [charge])] = owed(after).items()
    assert seat == "Turkey"
    assert str(after.unit[charge.subject.unit]) == "F gre"
    assert set(after.rules.refuges(after, after.unit[charge.subject.unit])) == {
        "alb",
        "ion",
    }


def test_an_order_for_the_board_is_no_retreat() -> None:
    """While retreats are due, the unit that stands there cannot be ordered in the other's name."""
    ask = driven_out(BUR)
    resolution = judged(ask, {"Germany": "A bur - par"})
    assert by_order(resolution)["A bur - par"] == "void not_yours"
    assert pieces(resolution) == ["Germany A bur"]


def test_choices_of_a_dislodged_unit() -> None:
    """Retreat to each refuge, or disband; a unit without refuges only disbands."""
    ask = driven_out(BUR)
    [charge] = ask.mandate(ask.state.holder[FRANCE]).charges
    choices = ask.rule.choices
    assert [s.token for s in choices(ask, charge.subject, ())] == ["retreat", "disband"]
    goals = [s.token for s in choices(ask, charge.subject, ("retreat",))]
    assert goals == ["bel", "gas", "mar", "par", "pic", "ruh"]
    assert choices(ask, charge.subject, ("retreat", "par")) == ()
    trapped = Ask(STANDARD, msgspec.structs.replace(ask.state, standoffs=tuple(ask.map.spaces)))
    assert [s.token for s in choices(trapped, charge.subject, ())] == ["disband"]
    assert owed(trapped) == {}
