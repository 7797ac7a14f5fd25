"""Links between spaces: what is told about orders that do not count."""

import json
from typing import Any

import msgspec
import pytest

from dragoman.contract import judge, read_request
from dragoman.errors import RequestError
from dragoman.variants import load


def winter(orders: list[str], centers: list[str], **more: Any) -> list[str]:
    """What came of Germany's orders in a Winter in which it owns some centers."""
    request = {
        "variant": "twin_earths",
        "phase": "W1901A",
        "units": {},
        "centers": {"Germany@1": centers},
        "orders": {"Germany@1": orders},
        **more,
    }
    answer = judge(read_request(json.dumps(request).encode()))
    return [row.text for row in answer.orders if row.input]


THREE = ["1:mun", "1:ber", "1:kie"]


def test_orders_beyond_the_number_are_told_as_such() -> None:
    told = winter(["link 1:mun 1:nth", "link 1:ber 2:nth"], THREE)
    assert told[0] == "the declaration is recorded"
    assert told[1].startswith("void: ") and "it has 1 order about links, with 3 centers" in told[1]
    assert "build" not in told[1]


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ([], "it has 0 orders about links, with 2 centers"),
        (["A 1:mun", "A 1:ber"], "Germany@1 has nothing to declare"),
    ],
)
def test_who_has_no_orders_about_links_is_told_so(units: list[str], why: str) -> None:
    [told] = winter(["link 1:mun 2:hol"], THREE[:2], units={"Germany@1": units})
    assert told.startswith("void: ") and why in told


def test_builds_count_beside_orders_about_links() -> None:
    told = winter(["build A 1:mun", "link 1:mun 2:hol", "build A 1:ber"], THREE[:2])
    assert [text.split(":")[0] for text in told] == ["is built", "void", "is built"]


def test_a_link_joins_two_different_spaces() -> None:
    with pytest.raises(RequestError, match=r"notes.portals: 1:mun is linked with itself"):
        winter([], THREE, notes={"portals": [["1:mun", "1:mun"]]})


def test_a_seat_of_several_powers_says_whose_order_it_is() -> None:
    """Each power has orders of its own, and its home country is open to it alone."""
    request = {
        "variant": "twin_earths",
        "options": {"assignment": "A"},
        "phase": "W1901A",
        "units": {},
        "centers": {"Germany@1": THREE, "Germany@2": ["2:mun", "2:ber", "2:kie"]},
        "orders": {
            "Germany": [
                "link 1:mun 2:hol",
                "Germany@2: link 2:ber 1:nth",
                "Germany@2: declare link 2:kie 1:nth",
                "Austria@1: link 1:nth 2:nth",
            ]
        },
    }
    answer = judge(read_request(json.dumps(request).encode()))
    rows = [(row.power, row.order, row.reason) for row in answer.orders if row.input]
    assert rows == [
        ("Germany@1", "declare link 1:mun 2:hol", "declared"),
        ("Germany@2", "Germany@2: declare link 2:ber 1:nth", "declared"),
        ("Germany@2", "Germany@2: declare link 2:kie 1:nth", "too_many"),
        ("Germany@1", "Austria@1: declare link 1:nth 2:nth", "not_yours"),
    ]
    assert [fact.value for fact in answer.facts] == ["1:mun - 2:hol", "1:nth - 2:ber"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("Austria", "expected a country and its provinces, found 'Austria'"),
        ([], r"expected a country and its provinces, found \[\]"),
        ([["vie"], "bud"], r"expected a country and its provinces, found \[\['vie'\], 'bud'\]"),
        (["Austria", ["vie"]], r"found \['Austria', \['vie'\]\]"),
        (["Austria", "vie", "xyz"], "Austria: there is no province 'xyz'"),
    ],
)
def test_home_lands_are_rows_of_names(row: object, problem: str) -> None:
    with pytest.raises(RequestError, match=f"home_lands: .*{problem}"):
        load("twin_earths", {"home_lands": [row]})


def test_home_countries_of_other_boards() -> None:
    """A country is the homes and lands of its power, unless it is one of the regular seven."""
    lands = load("twin_earths@cat").settings["home_lands"]
    assert lands == [
        ["Cassiusica", "cyp", "elm", "oak", "row"],
        ["Andromeda", "ant", "rig", "veg", "den"],
        ["Telahoma", "cin", "iro", "tin", "sil"],
    ]
    cline = {row[0]: row[1:] for row in load("twin_earths@cline").settings["home_lands"]}
    assert cline["Persia"] == ["ara", "ira", "jor"]
    assert cline["France"] == ["bre", "bur", "gas", "mar", "par", "pic"]


@pytest.mark.parametrize(
    "wrong", [{"kind": "X"}, {"place": "9:zzz"}, {"place": "1:stp/xx"}, {"place": "1:swi"}]
)
def test_units_that_cannot_be_are_refused_by_name(wrong: dict[str, str]) -> None:
    """Fleets cut off inland are allowed for, pieces and places that there are not are refused."""
    request = {
        "variant": "twin_earths",
        "phase": "S1902M",
        "units": {"Germany@1": ["A 1:mun", "F 1:nth"]},
        "orders": {},
    }
    answer = judge(read_request(json.dumps(request).encode()))
    state = json.loads(msgspec.json.encode(answer.state))
    state["position"]["units"][1].update(wrong)
    again = {"variant": "twin_earths", "state": state, "orders": {}}
    with pytest.raises(RequestError, match="cannot stand there"):
        judge(read_request(json.dumps(again).encode()))
