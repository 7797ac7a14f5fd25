"""Adjustments: builds, removals and what civil disorder takes."""

import msgspec
import pytest

from dragoman.geo import Place, Province
from dragoman.model import Ballot, Build, Piece, Power, Reason, Seat, Subject
from dragoman.rules import Ask
from dragoman.variants import load
from tests.rules.table import (
    FRANCE,
    GERMANY,
    STANDARD,
    at,
    by_order,
    judged,
    on_board,
    pieces,
    with_leaders,
)

RICH = {"France": "par, mar, bre, spa"}


@pytest.mark.parametrize(
    ("order", "verdict"),
    [
        ("build A par", "done built"),
        ("build F bre", "done built"),
        ("build F par", "void wrong_kind"),
        ("build A mar", "void occupied"),
        ("build A spa", "void not_a_site"),
        ("build F stp", "void not_a_site"),
        ("waive", "done waived"),
        ("remove A mar", "void wrong_phase"),
        ("A mar H", "void wrong_phase"),
    ],
)
def test_builds(order: str, verdict: str) -> None:
    ask = at("W1901A", {"France": "A mar", "Germany": "A mun"}, centers=RICH)
    resolution = judged(ask, {"France": order})
    assert f"{resolution.verdicts[0].outcome} {resolution.verdicts[0].reason.code}" == verdict


def test_a_home_that_is_lost_is_no_site() -> None:
    ask = at("W1901A", {"France": "A mar"}, centers={"France": "mar, spa", "Germany": "par"})
    assert by_order(judged(ask, {"France": "build A par"}))["build A par"] == "void not_owned"


def test_a_fleet_on_two_coasts_needs_one_named() -> None:
    ask = at("W1901A", {"Russia": "A mos"}, centers={"Russia": "stp, mos"})
    assert by_order(judged(ask, {"Russia": "build F stp/nc"}))["build F stp/nc"] == "done built"
    subject = Subject(Power("Russia"), topic="builds")
    bare = Ballot(Seat("Russia"), subject, (Build(Piece("F", Place("stp"))),))
    [fault] = ask.rules.legal(ask, bare)
    assert fault == Reason("coast_needed")


@pytest.mark.parametrize(
    ("order", "verdict"),
    [
        ("remove A mar", "done removed"),
        ("remove A mun", "void not_yours"),
        ("remove A vie", "void no_such_unit"),
        ("build A par", "void too_many"),
        ("waive", "void too_many"),
        ("A mar H", "void wrong_phase"),
        ("remove A mar; remove A mar", "done removed"),
    ],
)
def test_removals(order: str, verdict: str) -> None:
    ask = at(
        "W1901A", {"France": "A mar, A gas, A bur", "Germany": "A mun"}, centers={"France": "par"}
    )
    resolution = judged(ask, {"France": order})
    assert f"{resolution.verdicts[0].outcome} {resolution.verdicts[0].reason.code}" == verdict
    assert len(pieces(resolution)) == 1


def test_the_same_removal_twice_counts_once() -> None:
    ask = at("W1901A", {"France": "A mar, A gas, A bur"}, centers={"France": "par"})
    resolution = judged(ask, {"France": "remove A mar; remove A mar; remove A bur"})
    assert [f"{v.order}: {v.reason.code}" for v in resolution.verdicts] == [
        "remove A mar: removed",
        "remove A mar: repeated",
        "remove A bur: removed",
    ]


def test_new_units_get_ids_never_used() -> None:
    ask = at("W1901A", {"France": "A mar"}, centers=RICH)
    state = msgspec.structs.replace(ask.state, last_id=40)
    resolution = judged(Ask(STANDARD, state), {"France": "build A par; build F bre"})
    assert [u.id for u in resolution.left.units] == [1, 41, 42]
    assert resolution.left.last_id == 42


def test_only_units_that_need_supply_count() -> None:
    """Known bug 24: a leader neither costs a center nor may be removed or built."""
    variant = with_leaders()
    ask = at("W1901A", {"France": "A bur, L mar"}, centers={"France": "par, bre"}, variant=variant)
    assert ask.rules.entitlement(ask, FRANCE) == 1
    assert {p.kind for p in ask.rules.sites(ask, FRANCE)} == {"A", "F"}
    poor = at("W1901A", {"France": "A bur, L mar"}, centers={"Germany": "mun"}, variant=variant)
    assert by_order(judged(poor, {"France": "remove L mar"})) == {
        "remove L mar": "void not_allowed",
        "remove A bur": "done removed",
    }


def test_a_piece_that_takes_no_center_leaves_it_to_its_owner() -> None:
    ask = at("F1901M", {"France": "L mun"}, centers={"Germany": "mun"}, variant=with_leaders())
    assert judged(ask, {}).state.centers(GERMANY) == ("mun",)


ISLANDS = """
@map islands
@name Islands
hom coast center Home
  army nex
  fleet sea
nex inland Next
  army hom
sea sea Sea
  fleet hom
far coast center Far
  fleet oce
oce sea Ocean
  fleet far
isl coast Island
  army lan
lan inland Land
  army isl
"""


@pytest.mark.parametrize("edition", ["1971", "2023"])
def test_a_unit_that_cannot_get_home_goes_first(edition: str) -> None:
    """Known bug 23: what nothing leads to counts as farthest of all, and nothing breaks."""
    removal = load("standard", {"edition": edition}).rules.removal_order
    ask = at(
        "W1901A",
        {"France": "A nex, F oce, A lan, F sea"},
        centers={"France": "hom"},
        variant=on_board(ISLANDS, removal_order=removal),
    )
    state = msgspec.structs.replace(ask.state, homes={FRANCE: (Province("hom"),)})
    ask = Ask(ask.variant, state)
    order = [str(u) for u in ask.rules.removal_order(ask, FRANCE)]
    assert order == ["F oce", "A lan", "F sea", "A nex"]
    assert pieces(judged(ask, {})) == ["France A nex"]


def test_a_power_without_any_center_removes_all_in_order() -> None:
    """Nothing to measure to: fleets go before armies, then the alphabet decides."""
    ask = at("W1901A", {"France": "A par, F eng, A bur, F nth"}, centers={"Germany": "mun"})
    order = [str(u) for u in ask.rules.removal_order(ask, FRANCE)]
    assert order == ["F eng", "F nth", "A bur", "A par"]
    assert pieces(judged(ask, {})) == []


def test_choices_in_winter() -> None:
    """Sites to build on and a waive; units to remove; nothing where nothing is due."""
    subject = Subject(FRANCE, topic="builds")
    rich = at("W1901A", {"France": "A mar"}, centers=RICH)
    choices = rich.rule.choices
    assert [s.token for s in choices(rich, subject, ())] == ["build", "waive"]
    assert [s.token for s in choices(rich, subject, ("build",))] == ["A bre", "A par", "F bre"]
    assert choices(rich, subject, ("build", "A bre")) == ()
    full = at("W1901A", {"France": "A mar"}, centers={"France": "mar, spa"})
    assert [s.token for s in choices(full, subject, ())] == ["waive"]
    poor = at("W1901A", {"France": "A mar, A bur"}, centers={"France": "mar"})
    assert [s.token for s in choices(poor, subject, ())] == ["remove"]
    assert [s.token for s in choices(poor, subject, ("remove",))] == ["A bur", "A mar"]
    assert choices(poor, subject, ("remove", "A bur")) == ()
    even = at("W1901A", {"France": "A mar"}, centers={"France": "mar"})
    assert choices(even, subject, ()) == ()
