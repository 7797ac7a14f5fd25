"""The default answers, asked directly: what is wrong with an order, and what may come next."""

import pytest

from dragoman.errors import RequestError
from dragoman.geo import Place
from dragoman.model import Ballot, Convoy, Hold, Move, Order, Piece, Seat, Subject, Support
from dragoman.rules import Ask, Lots, check_seats
from dragoman.rules.convoys import TOO_MANY
from dragoman.rules.legality import is_possible_by_map
from tests.rules.table import FRANCE, STANDARD, at, on_board


def faults(ask: Ask, subject: Subject, *orders: Order) -> list[str]:
    """What the rules find wrong with each order."""
    found = ask.rules.legal(ask, Ballot(Seat("France"), subject, orders))
    return [fault.code if fault else "" for fault in found]


def army(place: str) -> Piece:
    """An army as orders name it."""
    return Piece("A", Place(place))


def fleet(place: str) -> Piece:
    """A fleet as orders name it."""
    return Piece("F", Place(place))


@pytest.mark.parametrize("phase", ["S1901M", "S1901R"])
def test_orders_about_nothing_name_no_unit(phase: str) -> None:
    """A module may ask about a subject that is no unit of the board."""
    ask = at(phase, {"France": "A par"})
    assert faults(ask, Subject(FRANCE, 77), Hold(army("par")), Hold(army("bur"))) == [
        "no_such_unit",
        "no_such_unit",
    ]


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (Move(army("bre"), Place("par")), ""),
        (Move(army("bre"), Place("lon")), ""),
        (Move(army("bre"), Place("lon"), True), ""),
        (Move(army("bre"), Place("par"), True), "cannot_reach"),
        (Move(army("bre"), Place("pic"), True), ""),
        (Move(army("bre"), Place("bre")), "cannot_reach"),
        (Move(army("bre"), Place("eng")), "cannot_reach"),
        (Move(army("bre"), Place("mun")), "cannot_reach"),
        (Support(army("bre"), fleet("eng")), "cannot_support"),
        (Support(army("bre"), army("gas")), ""),
        (Support(army("bre"), army("gas"), Place("par")), ""),
        (Support(army("bre"), army("gas"), Place("pic")), "cannot_support"),
        (Support(army("bre"), army("bre")), "own_support"),
        (Support(army("bre"), army("pic")), "no_such_unit"),
        (Convoy(army("bre"), army("gas"), Place("lon")), "cannot_convoy"),
    ],
)
def test_what_an_army_on_the_coast_may_do(order: Order, fault: str) -> None:
    ask = at("S1901M", {"France": "A bre, A gas, F eng"})
    assert faults(ask, Subject(FRANCE, 1), order) == [fault]


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (Convoy(fleet("eng"), army("bre"), Place("lon")), ""),
        (Convoy(fleet("eng"), army("bre"), Place("bre")), "cannot_convoy"),
        (Convoy(fleet("eng"), army("bre"), Place("nth")), "cannot_convoy"),
        (Convoy(fleet("eng"), army("bre"), Place("edi")), "cannot_convoy"),
        (Convoy(fleet("eng"), army("par"), Place("lon")), "cannot_convoy"),
        (Convoy(fleet("eng"), army("wal"), Place("lon")), "no_such_unit"),
        (Convoy(fleet("eng"), fleet("iri"), Place("lon")), "cannot_convoy"),
        (Support(fleet("eng"), army("bre"), Place("pic")), ""),
        (Support(fleet("eng"), army("bre"), Place("lon")), "cannot_support"),
        (Move(fleet("eng"), Place("mao")), ""),
        (Move(fleet("eng"), Place("par")), "cannot_reach"),
    ],
)
def test_what_a_fleet_at_sea_may_do(order: Order, fault: str) -> None:
    """It carries armies between its shores, and does not support what needs it as a ship."""
    ask = at("S1901M", {"France": "F eng, A bre, A par, F iri"})
    assert faults(ask, Subject(FRANCE, 1), order) == [fault]


@pytest.mark.parametrize(
    ("goal", "fault"),
    [("spa", "coast_needed"), ("spa/nc", ""), ("spa/sc", ""), ("por", ""), ("mar", "cannot_reach")],
)
def test_a_fleet_that_could_go_to_two_coasts_names_one(goal: str, fault: str) -> None:
    ask = at("S1901M", {"France": "F mao"})
    assert faults(ask, Subject(FRANCE, 1), Move(fleet("mao"), Place(goal))) == [fault]


@pytest.mark.parametrize(
    ("order", "possible"),
    [
        (Hold(army("bre")), True),
        (Move(army("bre"), Place("gas")), True),
        (Move(army("bre"), Place("gas"), True), False),
        (Move(army("bre"), Place("lon")), False),
        (Support(army("bre"), army("gas")), True),
        (Support(army("bre"), army("bre")), False),
        (Support(army("bre"), army("mar"), Place("gas")), True),
        (Support(army("bre"), army("wal"), Place("pic")), False),
        (Support(army("bre"), army("gas"), Place("spa")), False),
        (Convoy(fleet("eng"), army("bre"), Place("lon")), True),
        (Convoy(fleet("eng"), army("bre"), Place("edi")), False),
        (Convoy(fleet("eng"), army("bre"), Place("bre")), False),
        (Convoy(fleet("eng"), army("gas"), Place("lon")), False),
        (Convoy(fleet("eng"), army("par"), Place("lon")), False),
        (Convoy(fleet("eng"), fleet("bre"), Place("lon")), False),
        (Convoy(fleet("bre"), army("gas"), Place("pic")), False),
    ],
)
def test_what_is_possible_wherever_other_units_stand(order: Order, possible: bool) -> None:
    """A convoy is if its fleet touches both shores; what needs other fleets is not."""
    assert isinstance(order, Hold | Move | Support | Convoy)
    assert is_possible_by_map(at("S1901M", {"France": "A par"}), order) is possible


def test_support_need_not_name_a_coast() -> None:
    """Either coast, or none, may be named; a coast that the other cannot reach may not."""
    ask = at("S1901M", {"France": "F mao, F gas, F wes, A mar"})
    support = [Support(army("mar"), fleet("mao"), Place(to)) for to in ("spa", "spa/nc", "spa/sc")]
    assert [faults(ask, Subject(FRANCE, 4), order) for order in support] == [[""]] * 3
    wrong = Support(army("mar"), fleet("gas"), Place("spa/sc"))
    assert faults(ask, Subject(FRANCE, 4), wrong) == ["cannot_support"]


@pytest.mark.parametrize(
    "prefix",
    [
        ("jump",),
        ("hold", "A par"),
        ("move", "par", "via"),
        ("move", "lon", "via"),
        ("move", "pic", "via", "now"),
        ("support", "A ven"),
        ("support", "A gas", "par", "again"),
        ("convoy", "A gas"),
    ],
)
def test_words_that_lead_nowhere_are_followed_by_nothing(prefix: tuple[str, ...]) -> None:
    ask = at("S1901M", {"France": "A bre, A gas, F eng"})
    assert ask.rule.choices(ask, Subject(FRANCE, 1), prefix) == ()


def test_choices_step_by_step() -> None:
    """Verbs, then goals or helpers, then `via` where there is a choice of ways."""
    ask = at("S1901M", {"France": "A bre, A gas, F eng"})

    def tokens(number: int, *prefix: str) -> list[str]:
        return [s.token for s in ask.rule.choices(ask, Subject(FRANCE, number), prefix)]

    assert tokens(1) == ["hold", "move", "support"]
    assert tokens(1, "move") == ["bel", "gas", "lon", "par", "pic", "wal"]
    assert tokens(1, "move", "pic") == ["via"]
    assert tokens(1, "support") == ["A gas", "F eng"]
    assert tokens(1, "support", "A gas") == ["hold", "par"]
    assert tokens(3) == ["hold", "move", "support", "convoy"]
    assert tokens(3, "convoy") == ["A bre"]
    assert tokens(3, "convoy", "A bre") == ["bel", "lon", "pic", "wal"]


def test_each_unit_that_a_fleet_could_carry_is_a_choice() -> None:
    ask = at("S1901M", {"France": "A bre, A wal, F eng"})

    def tokens(*prefix: str) -> list[str]:
        return [s.token for s in ask.rule.choices(ask, Subject(FRANCE, 3), ("convoy", *prefix))]

    assert tokens() == ["A bre", "A wal"]
    assert tokens("A bre") == ["bel", "lon", "pic", "wal"]
    assert tokens("A wal") == ["bel", "bre", "lon", "pic"]


def test_seats_are_as_many_as_powers_and_all_different() -> None:
    powers = tuple(STANDARD.powers)
    names = tuple(Seat(f"seat {n}") for n in range(len(powers)))
    opened = STANDARD.rules.opening(STANDARD, names, Lots(""))
    assert opened.seats == {n: (p,) for n, p in zip(names, powers, strict=True)}
    with pytest.raises(RequestError, match="seats: standard has 7 seats, not 2"):
        check_seats(STANDARD, names[:2], 7)
    with pytest.raises(RequestError, match="seats: every seat needs a name of its own"):
        check_seats(STANDARD, (names[0],) * 7, 7)


def test_lots_are_drawn_from_the_seed_or_read_back() -> None:
    """What a record gives is taken as it is; what it lacks is drawn as it would have been."""
    drawn = Lots("seed")
    numbers = [drawn.draw(9) for _ in range(3)]
    again = Lots("seed", [8, numbers[1]])
    assert [again.draw(9) for _ in range(3)] == [8, *numbers[1:]] == again.drawn


@pytest.mark.parametrize("wrong", [-1, 9, 10**9])
def test_a_lot_that_cannot_have_been_drawn_is_refused(wrong: int) -> None:
    lots = Lots("seed", [0, wrong])
    assert lots.draw(9) == 0
    with pytest.raises(RequestError, match=rf"lots\[1\]: {wrong} is not from 0 to 8"):
        lots.draw(9)


def grid(size: int) -> str:
    """An ocean of so many seas square, with a shore at either end."""
    lines = ["@map ocean", "@name Ocean", "aaa coast Start", "  fleet s0_0", "zzz coast End"]
    lines.append(f"  fleet s{size - 1}_{size - 1}")
    for x in range(size):
        for y in range(size):
            near = [
                f"s{a}_{b}"
                for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                if 0 <= a < size and 0 <= b < size
            ]
            near += ["aaa"] if (x, y) == (0, 0) else []
            near += ["zzz"] if (x, y) == (size - 1, size - 1) else []
            lines += [f"s{x}_{y} sea Sea {x} {y}", "  fleet " + " ".join(near)]
    return "\n".join(lines)


def test_of_too_many_fleets_all_that_hang_together_count() -> None:
    size = 8
    assert size**2 > TOO_MANY
    variant = on_board(grid(size))
    fleets = ", ".join(f"F s{x}_{y}" for x in range(size) for y in range(size))
    ask = at("S1901M", {"France": f"A aaa, {fleets}"}, variant=variant, centers={"France": ""})
    carriers = [u for u in ask.state.units if u.kind == "F"]
    orders = [Convoy(Piece("F", u.place), army("aaa"), Place("zzz")) for u in carriers]
    found = [faults(ask, Subject(FRANCE, u.id), o) for u, o in zip(carriers, orders, strict=True)]
    assert found == [[""]] * size**2


def test_a_fleet_at_a_dead_end_is_offered_nobody() -> None:
    """It hangs together with one that could take an army on board, and leads nowhere."""
    units = {"France": "A aaa, F s0_0, F s0_1"}
    ask = at("S1901M", units, variant=on_board(grid(2)), centers={"France": ""})
    assert ask.rule.choices(ask, Subject(FRANCE, 3), ("convoy",)) == ()


def test_a_fleet_off_the_way_carries_nobody() -> None:
    """In a small ocean the search is exact: what only lengthens the way is on no route."""
    ask = at(
        "S1901M",
        {"France": "A aaa, F s0_0, F s0_1, F s1_1"},
        variant=on_board(grid(2)),
        centers={"France": ""},
    )
    convoy = Convoy(fleet("s0_1"), army("aaa"), Place("zzz"))
    assert faults(ask, Subject(FRANCE, 3), convoy) == [""]
    short = at(
        "S1901M",
        {"France": "A aaa, F s0_0, F s0_1, F s1_0"},
        variant=on_board(grid(2)),
        centers={"France": ""},
    )
    assert faults(short, Subject(FRANCE, 3), convoy) == ["cannot_convoy"]
