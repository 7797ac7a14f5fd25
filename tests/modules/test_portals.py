"""Links between spaces: what is said about orders that do not count."""

import json
from typing import Any

import msgspec
import pytest

from dragoman.contract import judge, legal, read_request
from dragoman.contract.answer import StepsAnswer
from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.model import Power, Subject
from dragoman.modules.portals import CUT, ended
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


def test_orders_beyond_the_number_are_named_as_such() -> None:
    texts = winter(["link 1:mun 1:nth", "link 1:ber 2:nth"], THREE)
    assert texts[0] == "the spaces are linked"
    assert texts[1].startswith("void: ")
    assert "it has 1 order about links, with 3 centers" in texts[1]
    assert "build" not in texts[1]


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ([], "it has 0 orders about links, with 2 centers"),
        (["A 1:mun", "A 1:ber"], "Germany@1 has nothing to declare"),
    ],
)
def test_who_has_no_orders_about_links_reads_so(units: list[str], why: str) -> None:
    [text] = winter(["link 1:mun 2:hol"], THREE[:2], units={"Germany@1": units})
    assert text.startswith("void: ") and why in text


def test_what_is_wrong_with_a_reinforcement_is_no_matter_of_centers() -> None:
    assert "there is no such link" in winter(["reinforce 1:mun 2:hol"], THREE[:2])[0]
    assert "with 1 center)" in winter(["link 1:mun 2:hol"], THREE[:1])[0]


def test_builds_count_beside_orders_about_links() -> None:
    texts = winter(["build A 1:mun", "link 1:mun 2:hol", "build A 1:ber"], THREE[:2])
    assert [text.split(":")[0] for text in texts] == ["is built", "void", "is built"]


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
        ("Germany@1", "declare link 1:mun 2:hol", "linked"),
        ("Germany@2", "Germany@2: declare link 2:ber 1:nth", "linked"),
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


def test_home_lands_are_named_in_any_case() -> None:
    """Rule 3: what one's own country is, and what is another's."""
    lands = {"home_lands": [["GERMANY", "MUN"], ["france", "Par"]]}
    assert winter(["link 1:mun 2:hol"], THREE, options=lands) == ["the spaces are linked"]
    [text] = winter(["link 1:mun 2:par"], THREE, options=lands)
    assert "2:par is not open to its links" in text


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


LINKED = {"portals": [["1:mun", "2:hol"]]}


def test_a_reinforcement_is_free_of_the_limit() -> None:
    """It is neither link nor cut: with two centers, and beside one's only link."""
    texts = winter(["reinforce 1:mun 2:hol"], THREE[:2], notes=LINKED)
    assert texts == ["nobody cuts the link; this is not kept for later"]
    texts = winter(["link 1:mun 2:bel", "reinforce 1:mun 2:hol"], THREE, notes=LINKED)
    assert texts[0] == "the spaces are linked" and texts[1].startswith("nobody cuts")
    by_version_1 = {"link_rulings": 1}
    texts = winter(
        ["link 1:mun 2:bel", "reinforce 1:mun 2:hol"], THREE, notes=LINKED, options=by_version_1
    )
    assert "it has 1 order about links" in texts[1]


def test_neighbors_cannot_be_linked() -> None:
    """They touch already."""
    [text] = winter(["link 1:mun 1:kie"], THREE)
    assert "these spaces are neighbors already" in text
    assert "1:kie" not in {s.token for s in offered("1:mun")}
    [text] = winter(["link 1:mun 1:kie"], THREE, options={"link_rulings": 1})
    assert text == "the spaces are linked"


def offered(first: str) -> Any:
    """What may be linked with a space."""
    request = {
        "variant": "twin_earths",
        "phase": "W1901A",
        "units": {},
        "centers": {"Germany@1": THREE},
        "subject": "Germany@1 links",
        "prefix": ["link", first],
    }
    answer = legal(read_request(json.dumps(request).encode()))
    assert isinstance(answer, StepsAnswer)
    return answer.steps


def test_a_shore_serves_every_link_of_its_space() -> None:
    """Munich is washed by the Aegean, so that a fleet there may go on to Spain."""
    links = [["1:mun", "2:aeg"], ["1:mun", "2:spa"]]
    for rulings, outcome in ((2, "done"), (1, "void")):
        request = {
            "variant": "twin_earths",
            "options": {"link_rulings": rulings},
            "phase": "S1902M",
            "units": {"Germany@1": ["F 1:mun"]},
            "centers": {},
            "notes": {"portals": links},
            "orders": {"Germany@1": ["F 1:mun - 2:spa/sc"]},
        }
        answer = judge(read_request(json.dumps(request).encode()))
        assert [row.outcome for row in answer.orders if row.input] == [outcome]


def test_of_the_links_of_one_winter_those_written_later_give_way_first() -> None:
    """Then by lot: so that over many seeds either of two first links stays."""
    ten = [f"1:{c}" for c in ["mun", "ber", "kie", "hol", "bel", "den", "swe", "nwy", "par", "bre"]]
    orders = {
        "Germany@1": ["link 1:mun 2:naf", "link 1:ber 2:nth"],
        "Italy@1": ["link 1:rom 2:naf"],
    }
    stay = set()
    for seed in range(12):
        request = {
            "variant": "twin_earths",
            "options": {"most_links": 1},
            "seed": seed,
            "phase": "W1901A",
            "units": {},
            "centers": {"Germany@1": ten, "Italy@1": ["1:rom", "1:ven", "1:nap"]},
            "orders": orders,
        }
        answer = judge(read_request(json.dumps(request).encode()))
        stay.add(tuple(answer.state.position.notes["portals"][0]))
        late = next(row for row in answer.orders if row.input == "link 1:ber 2:nth")
        assert (late.outcome, late.reason) == ("failed", "link_crowded")
    assert stay == {("1:mun", "2:naf"), ("1:rom", "2:naf")}


def test_a_link_that_ends_is_reported_with_who_cut_it() -> None:
    """By a cut, or by newer links."""
    pair = (Province("1:mun"), Province("2:hol"))
    order = CUT(*pair)
    row = (Subject(Power("Italy@2"), topic="links"), order)
    assert list(ended((pair,), (), [row])) == ["The link of 1:mun and 2:hol is cut by Italy@2."]
    assert list(ended((pair,), (), [])) == ["The link of 1:mun and 2:hol gives way to newer ones."]
