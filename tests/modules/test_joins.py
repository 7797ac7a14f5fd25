"""What two modules make together: neither undoes what the other says, whichever comes first."""

from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from dragoman.model import Force, Piece, Power, Result, Seat, Support
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from tests.rules.modules import composed, tiny_modules
from tests.rules.table import at


def in_both_orders(folder: Path, *modules: str) -> list[Variant]:
    """Standard with some modules, in every order of them."""
    return [
        load(str(composed(folder, *rows, name=f"mix{n}")), None, [folder])
        for n, rows in enumerate(permutations(modules))
    ]


def test_a_veto_stands_whatever_is_counted(tmp_path: Path) -> None:
    """Units win, but under a black hole only with a majority of all."""
    few = '{ use = "victory", victory = "units" }'
    for variant in in_both_orders(tmp_path, "black_hole", few):
        won = replace(variant, numbers=variant.numbers | {"win_at": 2})
        units = {"France": "A par, A bur, A gas", "Germany": "A mun, A ber"}
        ask = at("F1901M", units, variant=won)
        assert ask.rules.outcome(ask) == Result("solo", (Seat("France"),))
        ask = at("F1901M", units | {"Italy": "A ven"}, variant=won)
        assert ask.rules.winner(ask) == Result("solo", (Seat("France"),))
        assert ask.rules.outcome(ask) is None


def test_what_feeds_units_is_counted_by_both(tmp_path: Path) -> None:
    """Alms feed one more, an enemy's home nobody."""
    with tiny_modules():
        for variant in in_both_orders(tmp_path, "cat_reckoning", "rich"):
            centers = {"France": "par, mar, mun, bel"}
            ask = at("F1901M", {"France": "A par"}, centers=centers, variant=variant)
            assert ask.rules.entitlement(ask, Power("France")) == 3


@pytest.mark.parametrize(("cut", "worth"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_support_is_cut_point_by_point_and_halves_do_not_aid_each_other(
    tmp_path: Path, cut: int, worth: int
) -> None:
    """Leaders say how supports are cut, doubling which are worth nothing."""
    for variant in in_both_orders(tmp_path, "leaders", "doubling"):
        ask: Ask = at("S1901M", {"France": "A bur, L bur"}, variant=variant)
        army, leader = ask.state.units
        me = Piece("A", army.place)
        aid = Support(me, Piece("A", army.place, "1"))
        led = Force(army.power, (army, leader), army.place, Support(me, Piece("A", army.place)))
        assert ask.rules.support_worth(ask, led, cut) == worth
        half = Force(army.power, (army,), army.place, aid, part="2")
        assert ask.rules.support_worth(ask, half, cut) == 0
