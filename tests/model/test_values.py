"""The values of the game: frozen, hashable, and JSON both ways."""

import msgspec
import pytest

from dragoman import Game
from dragoman.errors import RequestError
from dragoman.geo import Place
from dragoman.model import (
    Act,
    Ballot,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Phase,
    PhaseKind,
    Piece,
    Power,
    Remove,
    Result,
    Retreat,
    Seat,
    State,
    Subject,
    Support,
    Tally,
    Unit,
    Waive,
    Year,
    read_phase,
)

ARMY, FLEET = Piece("A", Place("par")), Piece("F", Place("spa/nc"))
ORDERS: list[tuple[Order, str]] = [
    (Hold(ARMY), "A par H"),
    (Move(ARMY, Place("bur")), "A par - bur"),
    (Move(ARMY, Place("bur"), True), "A par - bur via"),
    (Support(FLEET, ARMY), "F spa/nc S A par"),
    (Support(FLEET, ARMY, Place("gas")), "F spa/nc S A par - gas"),
    (Convoy(FLEET, ARMY, Place("gas")), "F spa/nc C A par - gas"),
    (Retreat(ARMY, Place("gas")), "A par - gas"),
    (Disband(ARMY), "A par disband"),
    (Build(FLEET), "build F spa/nc"),
    (Remove(FLEET), "remove F spa/nc"),
    (Waive(), "waive"),
    (Waive(Power("France")), "France: waive"),
    (Act("place", "place", None, (ARMY,)), "place A par"),
    (Act("homes", "declare homes", None, ("par", "mar")), "declare homes par mar"),
    (Act("strike", "strikes", ARMY, ("mun", 3)), "A par strikes mun 3"),
    (Act("link", "link", None, ("1:par",), Power("France@1")), "France@1: link 1:par"),
]


@pytest.mark.parametrize(("order", "text"), ORDERS)
def test_an_order_is_written_in_one_way(order: Order, text: str) -> None:
    assert str(order) == text


@pytest.mark.parametrize("order", [order for order, _ in ORDERS])
def test_an_order_survives_being_written_and_read(order: Order) -> None:
    """In a ballot, whatever it is; and equal orders hash alike."""
    ballot = Ballot(Seat("France"), Subject(Power("France"), 1), (order,))
    read = msgspec.json.decode(msgspec.json.encode(ballot), type=Ballot)
    assert read == ballot
    assert hash(read) == hash(ballot)


def test_values_do_not_change() -> None:
    for value in (ARMY, Hold(ARMY), Unit(1, Power("France"), "A", Place("par"))):
        with pytest.raises(AttributeError):
            value.place = Place("mar")  # type: ignore[union-attr, misc]


@pytest.mark.parametrize(
    ("code", "phase"),
    [
        ("S1901M", Phase(1901, "S", "M")),
        ("f1902r", Phase(1902, "F", "R")),
        (" W1903A ", Phase(1903, "W", "A")),
        ("S1900P.12", Phase(1900, "S", "P", 12)),
    ],
)
def test_phases_are_read_and_written(code: str, phase: Phase) -> None:
    assert read_phase(code) == phase
    assert str(phase) == code.strip().upper()


@pytest.mark.parametrize("code", ["", "1901", "S1901", "1S901M", "S1901M.", "S1901M1", "Spring"])
def test_what_is_no_phase_is_refused(code: str) -> None:
    with pytest.raises(RequestError, match="is not a phase: write season, year, kind, such as"):
        read_phase(code)


def test_phases_follow_each_other() -> None:
    """By year, season, kind and step; what a module brings comes before what it says."""
    codes = ["S1900P", "S1900P.1", "S1900P.2", "S1901D", "S1901M", "S1901R", "F1901M"]
    codes += ["F1901R", "W1901A", "S1902M"]
    phases = [read_phase(code) for code in codes]
    year = Year().with_kinds(
        PhaseKind("P", "placement", before="M"), PhaseKind("D", "declarations", before="M")
    )
    assert sorted(reversed(phases), key=year.rank) == phases
    assert all(map(year.has, phases))


def test_strengths_carry_their_terms() -> None:
    one = Tally(1, (("army", 1),))
    assert str(one) == "1"
    assert str(one.plus(1, "leader")) == "2 = army 1 + leader 1"
    assert str(one.plus(1, "leader").times(2, "own year")) == "4 = army 1 + leader 1 + own year 2"


def test_units_and_pieces_are_named_alike() -> None:
    assert str(Unit(1, Power("France"), "A", Place("par"))) == "A par"
    assert str(Unit(1, Power("France"), "A", Place("sil"), ("single", "tired"))) == (
        "A sil [single, tired]"
    )
    assert str(Piece("CG", Place("iro"), "army")) == "CG iro (army)"


def test_a_position_knows_who_holds_and_owns_what() -> None:
    state = Game.new("standard").state
    assert state.holder[Power("France")] == "France"
    assert state.centers(Power("France")) == ("bre", "mar", "par")
    assert state.centers(Power("Atlantis")) == ()
    assert [str(u) for u in state.forces_of(Power("France"))] == ["A mar", "A par", "F bre"]


def test_a_position_survives_being_written_and_read() -> None:
    state = msgspec.structs.replace(
        Game.new("standard").state, result=Result("draw", (Seat("France"),)), notes={"x": [1]}
    )
    read = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert read == state
    assert hash(read) == hash(state)
    assert hash(state) != hash(Game.new("standard").state)
