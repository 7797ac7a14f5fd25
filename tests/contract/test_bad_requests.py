"""Bad requests: every sort is refused with what is wrong and where."""

from collections.abc import Callable
from typing import Any

import pytest

from dragoman.contract import judge, judge_text, read_request
from dragoman.errors import RequestError
from tests.contract.exchange import Json, judged, offered, position


def complaint(act: Callable[[], object]) -> str:
    """What a refusal says."""
    with pytest.raises(RequestError) as error:
        act()
    return str(error.value)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (position(variant="atlantis"), "no variant 'atlantis': there are "),
        (position(variant=""), "no variant ''"),
        (position(variant="/no/where"), "no variant.toml in '/no/where'"),
        (position(options={"weather": 1}), "no option 'weather': there are "),
        (position(options={"edition": "1959"}), "option edition cannot be '1959': choose one of"),
        (position(options={"win_at": "x"}), "option win_at must be a number, not 'x'"),
        (
            position(phase="Monday"),
            "phase: 'Monday' is not a phase: write season, year, kind, such as",
        ),
        (position(phase="S1901X"), "phase: standard has no phase S1901X; its kinds are M, R, A"),
        ({"phase": "S1901M"}, "units: a position needs both phase and units"),
        ({"units": {"France": ["A par"]}}, "phase: a position needs both phase and units"),
        (position(units={"Atlantis": ["A par"]}), "units.Atlantis: no power 'Atlantis'; there are"),
        (position(units={"France": ["A xyz"]}), "units.France[0]: "),
        (position(units={"France": ["A par", "X mar"]}), "units.France[1]: "),
        (position(units={"France": ["F par"]}), "units.France[0]: no fleet can stand in par"),
        (position(units={"France": ["A nth"]}), "units.France[0]: no army can stand in nth"),
        (position(units={"France": ["F stp"]}), "units.France[0]: which coast: stp/nc or stp/sc?"),
        (position(units={"France": [""]}), "units.France[0]: expected one unit"),
        (position(units={"France": ["A par, A mar"]}), "units.France[0]: expected one unit"),
        (
            position(units={"France": ["A par"], "Germany": ["A par"]}),
            "units.Germany: A par and France's A par stand in par, which they may not share",
        ),
        (
            position(units={"Russia": ["A stp", "F stp/nc"]}),
            "units.Russia: F stp/nc and Russia's A stp stand in stp, which they may not share",
        ),
        (
            position(variant="militarism", units={"Italy": ["L ven", "L rom"]}),
            "units.Italy: 2 of kind leader: a power has at most 1",
        ),
        (position(centers={"Atlantis": ["par"]}), "centers.Atlantis: no power 'Atlantis'"),
        (position(centers={"France": ["xyz"]}), "centers.France[0]: no province 'xyz' on the map"),
        (position(centers={"France": ["par", "bur"]}), "centers.France[1]: bur is not a supply"),
        (
            position(centers={"France": ["par"], "Italy": ["par"]}),
            "centers.Italy[0]: par is France's already",
        ),
        (position(homes={"Atlantis": []}), "homes.Atlantis: no power 'Atlantis'"),
        (position(homes={"France": ["xyz"]}), "homes.France: no province 'xyz'"),
        (position(standoffs=["bur", "xyz"]), "standoffs[1]: no province 'xyz' on the map standard"),
        (
            position(dislodged=[{"power": "Atlantis", "unit": "A bur"}]),
            "dislodged[0]: no power 'Atlantis'",
        ),
        (
            position(dislodged=[{"power": "France", "unit": "A xyz"}]),
            "dislodged[0]: no place called 'xyz'",
        ),
        (
            position(dislodged=[{"power": "France", "unit": "A bur", "by": "xyz"}]),
            "dislodged[0]: no province 'xyz'",
        ),
        (position(seats={"Ann": ["Atlantis"]}), "seats.Ann: no power 'Atlantis'"),
        ({"seats": ["Ann", "Bob"]}, "seats: standard has 7 seats, not 2"),
        ({"seats": ["Ann", "ANN", *"bcdef"]}, "seats: every seat needs a name of its own"),
        ({"seats": ["Ann"] * 7}, "seats: every seat needs a name of its own"),
        ({"seats": {"Ann": ["France"]}}, "seats: at an opening give the names of the seats"),
        (position(orders={"Atlantis": []}), "orders.Atlantis: no seat 'Atlantis'; there are"),
        (position(orders={"France": ["A par - xyz"]}), "orders.France[0]: no place called 'xyz'"),
        (position(orders={"France": ["A par H", "jump"]}), "orders.France[1]: "),
    ],
)
def test_a_request_that_means_nothing_is_refused(request_: Json, says: str) -> None:
    assert complaint(lambda: judged(request_)).startswith(says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "not JSON: "),
        (b"{", "not JSON: "),
        (b"nonsense", "not JSON: "),
        (b'{"variant": "\xff"}', "not JSON: "),
        (b'{"notes": {"x": ' + b"[" * 100_000, "not JSON: "),
        (b"null", "request: expected `object`, got `null`"),
        (b"[]", "request: expected `object`, got `array`"),
        (b'{"weather": 1}', "request: object contains unknown field `weather`"),
        (b'{"variant": 3}', "variant: expected `str | null`, got `int`"),
        (b'{"variant": 3, nonsense', "variant: expected `str | null`, got `int`"),
        (b'{"options": 3}', "options: expected `object | null`, got `int`"),
        (b'{"options": {"win_at": 1e999}}', "options"),
        (b'{"units": 3}', "units: expected `object | null`, got `int`"),
        (b'{"dislodged": 3}', "dislodged: expected `array | null`, got `int`"),
        (
            b'{"units": {"France": "A par"}}',
            "units.France: expected a list of texts, found 'A par'",
        ),
        (b'{"units": {"France": [3]}}', "units.France: expected a list of texts, found [3]"),
        (b'{"orders": {"France": "A par H"}}', "orders.France: expected a list of texts"),
        (b'{"orders": ["A par H"]}', "orders: expected `object | null`, got `array`"),
        (b'{"dislodged": [{"unit": "A par"}]}', "dislodged[0]: object missing required field"),
        (b'{"dislodged": [{"power": "x", "unit": 3}]}', "dislodged[0].unit: expected `str`, got"),
        (b'{"standoffs": "gal"}', "standoffs: expected `array | null`, got `str`"),
        (b'{"seed": 1.5}', "seed: expected `int | str | null`, got `float`"),
        (b'{"state": {}}', "state: object missing required field `position`"),
        (b'{"state": {"position": {"phase": 3}}}', "state.position.phase: expected `object`"),
    ],
)
def test_json_of_the_wrong_shape_is_refused(text: bytes, says: str) -> None:
    assert complaint(lambda: judge(read_request(text))).startswith(says)


STATE = judged({})["state"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "S1901M"),
        ("units", {"France": ["A par"]}),
        ("centers", {"France": ["par"]}),
        ("homes", {"France": ["par"]}),
        ("dislodged", [{"power": "France", "unit": "A par"}]),
        ("standoffs", ["gal"]),
        ("notes", {"x": 1}),
        ("seats", ["Ann"]),
    ],
)
def test_a_state_and_a_position_do_not_go_together(key: str, value: Any) -> None:
    says = complaint(lambda: judged({"state": STATE, key: value}))
    assert says == f"{key}: give either a state or a position, not both"


def numbered(last: int) -> list[Json]:
    """The units of the state, the last of which has another id."""
    *units, unit = STATE["position"]["units"]
    return [*units, {**unit, "id": last}]


def spoiled(**changes: Any) -> Json:
    """A request with a state whose position was tampered with."""
    return {"state": {**STATE, "position": {**STATE["position"], **changes}}}


UNIT = {"id": 1, "power": "France", "kind": "A", "place": "par"}


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (spoiled(units=[{**UNIT, "power": "Atlantis"}]), "units: no power 'Atlantis' in standard"),
        (spoiled(units=[{**UNIT, "kind": "X"}]), "units.France: X par cannot stand there"),
        (spoiled(units=[{**UNIT, "place": "xyz"}]), "units.France: A xyz cannot stand there"),
        (spoiled(units=[{**UNIT, "place": "nth"}]), "units.France: A nth cannot stand there"),
        (spoiled(dislodged=[{"unit": {**UNIT, "kind": "F"}}]), "units.France: F par cannot stand"),
        (
            spoiled(phase={"year": 1901, "season": "S", "kind": "Z"}),
            "phase: standard has no phase S1901Z",
        ),
        (spoiled(standoffs=["xyz"]), "standoffs: 'xyz' is not on the map standard"),
        (spoiled(homes={"France": ["xyz"]}), "homes: 'xyz' is not on the map standard"),
        (spoiled(dislodged=[{"unit": {**UNIT, "id": 99}, "by": "xyz"}]), "dislodged: 'xyz' is not"),
        (spoiled(result={"how": "draw"}), "state: the game is over"),
        (spoiled(units=numbered(0)), "units: units are numbered from 1 to 22, the last id given"),
        (spoiled(units=numbered(23)), "units: units are numbered from 1 to 22, the last id given"),
        (spoiled(last_id=21), "units: units are numbered from 1 to 21, the last id given"),
        ({"variant": "cat", "state": STATE}, "units"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(request_: Json, says: str) -> None:
    assert complaint(lambda: judged(request_)).startswith(says)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (position(seat="Atlantis"), "seat: no seat 'Atlantis'; there are Austria, "),
        (position(subject="A mar"), "subject: nobody has 'A mar' to order; open are A par"),
        (
            {**position(subject="A mar"), "units": {}},
            "subject: nobody has 'A mar' to order; open are nothing",
        ),
        (
            position(subject="A par", prefix=["jump"]),
            "prefix[0]: 'jump' is not open here; open are",
        ),
        (position(subject="A par", prefix=["move", "mos"]), "prefix[1]: 'mos' is not open here"),
        (
            position(subject="A par", prefix=["hold", "x"]),
            "prefix[1]: 'x' is not open here; open are nothing",
        ),
        (position(phase="Monday"), "'Monday' is not a phase"),
    ],
)
def test_choices_that_lead_nowhere_are_refused(request_: Json, says: str) -> None:
    assert says in complaint(lambda: offered(request_))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "phase"),
        ("phase S1901M\nunits\nFrance: A xyz\n", "no place called 'xyz'"),
        ("phase S1901M\nunits\nAtlantis: A par\n", "Atlantis"),
        (
            "phase S1901M\nunits\nFrance: A par\norders\nFrance: A par H\n\nA par - xyz\n",
            "no place called 'xyz' (line 7), at 9 in 'A par - xyz'",
        ),
        (
            "phase S1901M\nunits\nFrance: A par\norders\nFrance: A par H;;\nGer: A mun jumps\n",
            "expected -, S, C or H after A mun (line 6)",
        ),
        ("# The first.\nphase Monday\nunits\nFrance: A par\n", "phase: 'Monday' is not a phase"),
        ("# The first.\nphase Monday\nunits\nFrance: A par\n", "(line 2)"),
        (f"phase Spring {'9' * 5000}\nunits\nFrance: A par\n", "is not a phase: write season"),
        ("phase Summer 1901\nunits\nFrance: A par\n", "such as S1901M or W1902A, or Spring 1901"),
        (
            "phase S1901M\nunits\nFrance: A par\nGermany: A par\n",
            "stand in par, which they may not share",
        ),
    ],
)
def test_plain_text_that_is_not_understood_is_refused(text: str, says: str) -> None:
    assert says in complaint(lambda: judge_text(text))


@pytest.mark.parametrize(
    ("variant", "text", "says"),
    [
        ("cat", "phase Tellahoma I\n", "such as S1M or W2A, or Cassiusica I, Spring (line 1)"),
        ("twin_earths", "phase I\n", "such as W1900A or W1901A, or Winter 1900, opening builds"),
        (
            "twin_earths",
            "phase S1901M\nunits\nFrance: A 1:par\n",
            "2 powers are called 'France': write one of France@1, France@2 (line 3)",
        ),
        (
            "twin_earths",
            "phase S1901M\nunits\nFrance@1: A 1:par\norders\nFrance: A 2:par H\n",
            "2 powers are called 'France': write one of France@1, France@2 (line 5)",
        ),
        (
            "twin_earths",
            "phase S1901M\nunits\nFrance@1: A 1:par\norders\nFrance waive\n",
            "2 powers are called 'France': write one of France@1, France@2 (line 5)",
        ),
    ],
)
def test_what_would_be_right_is_said_in_the_words_of_the_variant(
    variant: str, text: str, says: str
) -> None:
    assert says in complaint(lambda: judge_text(text, variant))


def test_plain_text_with_orders_of_a_power_that_nobody_holds_is_refused() -> None:
    text = "phase S1901M\nunits\nGermany: A mun\norders\nGermany: A mun H\n"
    options = {"powers": ["Austria", "France", "Turkey"]}
    says = "nobody holds Germany: orders are given by Austria, France, Turkey (line 5)"
    assert complaint(lambda: judge_text(text, "catspaw", options)) == says


@pytest.mark.parametrize(
    "request_",
    [
        {"centers": {"France": ["par"]}},
        {"homes": {"France": ["par"]}},
        {"standoffs": ["gal"]},
        {"dislodged": [{"power": "France", "unit": "A par"}]},
    ],
)
def test_a_piece_of_a_position_needs_the_rest(request_: Json) -> None:
    """Centers without units are no position, and not to be passed over."""
    assert "phase" in complaint(lambda: judged(request_))


def test_one_seat_under_two_spellings() -> None:
    """Orders under `France` and `FRANCE` are one seat's: together, or refused."""
    both = position(orders={"France": ["A par - bur"], "FRANCE": ["A par - pic"]})
    assert {row["reason"] for row in judged(both)["orders"]} == {"contradicted", "held"}


def test_a_state_with_two_units_in_a_province() -> None:
    units = [UNIT, {**UNIT, "id": 2}]
    assert "stand in par, which they may not share" in complaint(
        lambda: judged(spoiled(units=units))
    )


def test_a_state_in_no_season() -> None:
    phase = {"year": 1901, "season": "X", "kind": "M"}
    assert "phase" in complaint(lambda: judged(spoiled(phase=phase)))


def test_a_name_too_long_for_a_folder_is_refused() -> None:
    assert "no variant" in complaint(lambda: judged({"variant": "x" * 5000}))


@pytest.mark.parametrize("request_", [position(variant="atlantis"), position(phase="Monday")])
def test_legal_refuses_alike(request_: Json) -> None:
    assert complaint(lambda: offered(request_)) == complaint(lambda: judged(request_))


LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    "request_",
    [
        position(variant=LONG),
        position(phase=LONG),
        position(units={LONG: ["A par"]}),
        position(units={"France": [LONG]}),
        position(units={"France": [f"A par, {LONG}"]}),
        position(centers={"France": [LONG]}),
        position(standoffs=[LONG]),
        position(homes={LONG: []}),
        position(options={LONG: 1}),
        position(options={"edition": LONG}),
        position(options={"win_at": LONG}),
        position(seats={"Ann": [LONG]}),
        position(dislodged=[{"power": LONG, "unit": "A par"}]),
        position(orders={LONG: []}),
        position(orders={"France": LONG}),
        position(orders={"France": [f"A par - {'x' * 1900}"]}),
        position(**{LONG: 1}),
        spoiled(units=[{**UNIT, "power": LONG}]),
        spoiled(owners={LONG: "France"}),
    ],
    ids=lambda request_: "-".join(key[:9] for key in request_),
)
def test_a_long_text_is_not_sent_back_whole(request_: Json) -> None:
    """A complaint quotes the beginning of what it is about, and still says what would be right."""
    says = complaint(lambda: judged(request_))
    assert len(says) < 2000
    assert "…" in says
    assert not says.isspace()


@pytest.mark.parametrize("request_", [position(seat=LONG), position(subject=LONG)])
def test_a_long_text_in_choices_is_not_sent_back_either(request_: Json) -> None:
    assert len(complaint(lambda: offered(request_))) < 2000


def test_a_long_text_is_shown_about_the_place_at_fault() -> None:
    says = complaint(lambda: judged(position(orders={"France": [f"{'A par H; ' * 100}jump"]})))
    assert says.startswith("orders.France[0]: ")
    assert says.endswith("jump'")
    assert "…" in says
