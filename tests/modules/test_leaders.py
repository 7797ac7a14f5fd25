"""Leaders: what strength is made of, who took which point, and their place beside doubling."""

import pytest
from msgspec.structs import replace

from dragoman.errors import RequestError
from dragoman.model import Power, Seat, Support, Tally
from dragoman.record.trees import legal_orders
from dragoman.report import position_sheet
from dragoman.rules import Ask
from dragoman.variants import load
from dragoman.variants.load import shared_questions
from tests.modules.table import explanations, judged, opened, placed, standing, verdict

MILITARISM = load("militarism")


def test_led_strength_is_shown_by_its_terms() -> None:
    """Two is army and leader."""
    ask = placed(MILITARISM, "S1901M", "France: A par, L par\nGermany: A bur, A mun")
    found = judged(ask, France="LA par - bur", Germany="A bur H; A mun S A bur")
    assert verdict(found, "A par - bur").reason.mine == Tally(2, (("army", 1), ("leader", 1)))
    assert explanations(ask, found)["A par - bur"] == (
        "fails: 2 (army 1 + leader 1) against 2 (army 1 + support of A mun 1), "
        "held off by German A bur H"
    )
    assert explanations(ask, found)["L par - bur"] == explanations(ask, found)["A par - bur"]


def test_a_led_support_is_shown_by_its_terms() -> None:
    """Support of two is army and leader too."""
    ask = placed(MILITARISM, "S1901M", "France: A par, L par, A mar")
    found = judged(ask, France="LA par S A mar - bur; A mar - bur")
    assert explanations(ask, found)["A par S A mar - bur"] == (
        "support given, worth 2 (army 1 + leader 1)"
    )


def test_a_partial_cut_says_who_took_which_point() -> None:
    """One attack takes one point, two take both, a led one takes both."""
    board = "France: A par, L par, A mar\nGermany: A bur, A pic\nEngland: A bre"
    ask = placed(MILITARISM, "S1901M", board)
    france = "LA par S A mar - bur; A mar - bur"
    one = judged(ask, France=france, Germany="A pic - par")
    assert explanations(ask, one)["A par S A mar - bur"] == (
        "support given, but cut to 1: German A pic - par takes 1"
    )
    two = judged(ask, France=france, Germany="A pic - par", England="A bre - par")
    assert explanations(ask, two)["A par S A mar - bur"] == (
        "support cut: German A pic - par takes 1 and English A bre - par takes 1"
    )
    losses = verdict(two, "A par S A mar - bur").reason.losses
    assert [(str(loss.by.order), loss.points) for loss in losses] == [
        ("A pic - par", 1),
        ("A bre - par", 1),
    ]


@pytest.mark.parametrize(
    ("ref", "total", "terms"),
    [
        ("doubling+militarism", 3, (("own year", 2), ("leader", 1))),
        ("militarism+doubling", 4, (("army", 1), ("leader", 1), ("own year", 2))),
    ],
)
def test_leaders_and_doubling_in_both_orders(
    ref: str, total: int, terms: tuple[tuple[str, int], ...]
) -> None:
    """Doubled, then led: 1 × 2 + 1 = 3; led, then doubled: (1 + 1) × 2 = 4."""
    variant = load(ref, {"winter_zero": False})
    ask = placed(variant, "S1903M", "France: A par, L par\nGermany: A bur")
    found = judged(ask, France="LA par - bur", Germany="A bur H")
    assert verdict(found, "A par - bur").reason.mine == Tally(total, terms)
    assert verdict(found, "L par - bur").reason.mine == Tally(total, terms)
    assert shared_questions(variant)["strength"] == tuple(
        name for name in variant.modules if name in ("doubling", "leaders")
    )


@pytest.mark.parametrize("ref", ["doubling+militarism", "militarism+doubling"])
def test_a_leader_goes_with_one_half(ref: str) -> None:
    """A led double that is divided: the leader makes one of the halves two."""
    variant = load(ref, {"winter_zero": False})
    ask = placed(variant, "S1903M", "France: A par, L par\nGermany: A bur")
    found = judged(ask, France="A par - bur; A par - pic; L par - bur", Germany="A bur H")
    assert verdict(found, "A par - bur").reason.mine == Tally(2, (("army", 1), ("leader", 1)))
    assert standing(found.state) == [
        "France A bur [single]",
        "France A pic [single]",
        "France L bur",
    ]
    lone = judged(ask, France="L par - gas; A par H; L par - pic")
    assert {
        v.reason.code for v in lone.verdicts if str(v.order).startswith("L") and not v.supplied
    } == {"contradicted"}


def test_a_led_unit_that_is_not_there_is_missed_by_its_kind() -> None:
    """Nobody sets off alone, and the reason says who was missed (L2)."""
    board = "England: F lon, L lon\nTurkey: A con, L con, A smy\nFrance: A par"
    ask = placed(MILITARISM, "S1901M", board)
    found = judged(ask, England="IA lon - eng", Turkey="LF con S A smy", France="LA par - bur")
    lines = explanations(ask, found)
    why = "void: the rules of this variant do not allow it (no {} there)"
    assert lines["L lon - eng"] == why.format("army stands with the leader")
    assert lines["L con S A smy"] == why.format("fleet stands with the leader")
    assert lines["A par - bur"] == why.format("leader stands with the unit")
    assert lines["A lon - eng"].startswith("void: there is no A lon")


def test_without_an_opening_winter_leaders_stand_in_their_capitals() -> None:
    """Ruling L18's places serve as an opening too."""
    variant = load("militarism", {"winter_zero": False})
    ask = opened(variant)
    leaders = [f"{u.power} {u}" for u in ask.state.units if u.kind == "L"]
    assert leaders == [
        "Austria L vie",
        "England L lon",
        "France L par",
        "Germany L ber",
        "Italy L rom",
        "Russia L stp",
        "Turkey L con",
    ]
    assert "3 units, 1 leader and 3 centers" in position_sheet(ask)
    assert variant.rules.entitlement(ask, Power("France")) == 0


def test_capitals_can_be_named() -> None:
    """A power without a capital in the list uses its first home."""
    variant = load("militarism", {"winter_zero": False, "capitals": ["MUN"]})
    places = {u.power: u.place for u in opened(variant).state.units if u.kind == "L"}
    assert (places[Power("Germany")], places[Power("France")]) == ("mun", "bre")


def test_the_tree_lets_leaders_hold_and_move_only() -> None:
    """Neither support nor convoy is offered, nor support for a leader."""
    ask = placed(MILITARISM, "S1901M", "France: A par, L par, F eng")
    trees = {c.subject.unit: legal_orders(ask, c.subject) for c in ask.charges(Power("France"))}
    assert {type(order).__name__ for order in trees[2]} == {"Hold", "Move"}
    texts = [str(order) for order in trees[1] + trees[3]]
    assert not any(" S L " in text for text in texts)
    assert "F eng C A par - bre" not in texts


def test_no_support_is_offered_to_leaders_who_share_a_space() -> None:
    """They are named with their powers, and none of them can be supported (L7)."""
    ask = placed(MILITARISM, "S1901M", "France: A mun, L ruh\nGermany: L ruh")
    orders = legal_orders(ask, ask.charges(Power("France"))[0].subject)
    assert not [order for order in orders if isinstance(order, Support)]


def test_leaders_of_two_powers_in_one_space_are_ordered_by_their_owners() -> None:
    """Each seat's `L ruh` is its own."""
    ask = placed(MILITARISM, "S1901M", "France: L ruh\nGermany: L ruh")
    found = judged(ask, France="L ruh - bel", Germany="L ruh - mun")
    assert standing(found.state) == ["France L bel", "Germany L mun"]


def test_a_fleet_carries_the_leader_of_its_own_side() -> None:
    """Of two leaders on one voyage a fleet takes one: its own."""
    ask = placed(MILITARISM, "S1901M", "France: L lon\nEngland: L lon, F eng")
    orders = {"France": "L lon - bel", "England": "L lon - bel; F eng C L lon - bel"}
    found = judged(ask, **orders)
    assert standing(found.state) == ["England F eng", "England L bel", "France L lon"]


def test_one_may_build_where_ones_own_leader_stands() -> None:
    """An own leader leaves a home open, a stranger's closes it."""
    ask = placed(MILITARISM, "W1901A", "France: L par\nGermany: L mar")
    sites = {str(s) for s in MILITARISM.rules.sites(ask, Power("France"))}
    assert sites == {"A par", "A bre", "F bre"}


def test_a_dislodged_leader_without_a_refuge_dies() -> None:
    """Rule 3e: only where no route exists."""
    board = "Germany: A bur, A bre, A par, A mar, A spa, F mao\nFrance: A rom, L gas"
    ask = placed(MILITARISM, "S1901M", board)
    found = judged(ask, Germany="A bur - gas")
    after = Ask(MILITARISM, found.left)
    assert MILITARISM.rules.refuges(after, after.state.dislodged[0].unit) == ()
    assert "France L" not in " ".join(standing(found.state))
    assert explanations(ask, found)["L gas disband"] == "is disbanded"


@pytest.mark.parametrize("ref", ["militarism@heptadiplomacy", "militarism@twin_earths"])
def test_capitals_are_capitals_on_every_board(ref: str) -> None:
    """Leaders that nobody placed stand in their capitals, whichever board they are on."""
    variant = load(ref, {"boards": 2} if "hepta" in ref else {})
    left = judged(opened(variant)).state
    places = {u.power: u.place for u in left.units if u.kind == "L"}
    assert (places[Power("Austria@1")], places[Power("Russia@2")]) == ("1:vie", "2:stp")


@pytest.mark.parametrize("wrong", ["bur", "xyz"])
def test_capitals_are_home_centers(wrong: str) -> None:
    """A capital that no power could have is refused; those of other boards may stay in the list."""
    with pytest.raises(RequestError, match=f"capitals: {wrong} is no home center; bud is one"):
        load("militarism", {"capitals": ["mar", wrong]})
    assert load("militarism", {"capitals": ["mar", "alg"]}).settings["capitals"] == ["mar", "alg"]


def test_a_second_leader_is_one_too_many_and_called_so() -> None:
    """What is due is a unit for each home besides, so numbers of units would say nothing."""
    ask = opened(MILITARISM)
    found = judged(ask, France="build L mar; build L bre; build F mar")
    said = explanations(ask, found)
    assert said["build L bre"] == (
        "void: more orders were given than are due (each power has one leader)"
    )
    assert {"France L mar", "France F mar"} < set(standing(found.state))
    assert "France L bre" not in standing(found.state)


def test_no_opening_build_is_waived_whoever_says_so() -> None:
    """A seat of several powers names the one that is meant, and is shown the same."""
    start = opened(MILITARISM)
    seats = {Seat("Both"): (Power("France"), Power("England"))}
    ask = Ask(MILITARISM, replace(start.state, seats=seats))
    found = judged(ask, Both="France: waive")
    assert explanations(ask, found)["France: waive"] == (
        "void: the rules of this variant do not allow it (every home center gets a unit)"
    )


def test_leaders_of_one_seat_in_one_space_are_distinguished_by_their_powers() -> None:
    """On several boards leaders of one seat may meet; without a power the first is meant."""
    variant = load("militarism@heptadiplomacy", {"boards": 2})
    board = "Turkey@1: L 2:bla\nTurkey@2: L 2:bla\nItaly@1: L 2:bla"
    ask = placed(variant, "S1901M", board)
    turkey = [c.subject.power for c in ask.mandate(Seat("Turkey")).charges]
    assert turkey == ["Turkey@1", "Turkey@2"]
    found = judged(ask, Turkey="L 2:bla - 1:bul")
    assert standing(found.state) == [
        "Italy@1 L 2:bla",
        "Turkey@1 L 1:bul",
        "Turkey@2 L 2:bla",
    ]
    found = judged(ask, Turkey="Turkey@2 L 2:bla - 1:bul; Turkey@1 L 2:bla - 2:bul")
    assert standing(found.state) == [
        "Italy@1 L 2:bla",
        "Turkey@1 L 2:bul",
        "Turkey@2 L 1:bul",
    ]
