"""Whole games through the stateless contract alone: JSON in, JSON out, nothing kept between."""

import random

import pytest

from dragoman.errors import RequestError
from dragoman.variants import load, variant_ids
from tests.contract.exchange import SCHEMA, Json, judged, offered

GAMES: list[tuple[str, Json, int]] = [
    ("standard", {}, 12),
    ("cline", {}, 10),
    ("youngstown", {}, 6),
    ("catspaw", {}, 20),
    ("escalation", {"players": 3}, 36),
    ("escalation", {"players": 2, "pieces": 17}, 40),
    ("black_hole", {"family": "closing"}, 20),
    ("catspaw+black_hole", {"per_turn": 2}, 20),
    ("catspaw@youngstown", {}, 8),
    ("catspaw@cline", {}, 8),
    ("escalation@cline", {}, 32),
    ("escalation+black_hole", {}, 36),
    ("heptadiplomacy", {"assignment": "B"}, 3),
    ("para_time", {}, 4),
    ("twin_earths", {}, 5),
]


def random_orders(chance: random.Random, answer: Json, open_to: Json) -> dict[str, list[str]]:
    """Random orders for every seat, extra ones too as far as its quotas go."""
    orders: dict[str, list[str]] = {}
    for seat, subjects in open_to.items():
        due = {row["subject"]: row["count"] for row in answer["owed"].get(seat, [])}
        spare = sum(answer["quotas"].get(seat, {}).values())
        lines = orders.setdefault(seat, [])
        for subject, choices in subjects.items():
            if subject in due or spare > 0:
                spare -= subject not in due
                lines += chance.sample(choices, min(len(choices), due.get(subject, 1)))
    return orders


@pytest.mark.parametrize(("ref", "options", "phases"), GAMES)
def test_a_game_is_driven_through_json_alone(ref: str, options: Json, phases: int) -> None:
    """From the opening on, each answer's state is all that the next request needs."""
    chance = random.Random(ref)
    base: Json = {"variant": ref, "options": options}
    answer = judged({**base, "seed": "12"})
    assert answer["phase"] is None
    for _ in range(phases):
        if answer["next"] is None:
            break
        carried = {**base, "state": answer["state"]}
        choices = offered(carried)["legal"]
        before = answer["next"]
        answer = judged({**carried, "orders": random_orders(chance, answer, choices)})
        assert answer["phase"] == before
        voided = {row["reason"] for row in answer["orders"] if row["outcome"] == "void"}
        assert voided <= {"too_many", "occupied", "repeated", "contradicted"}


@pytest.mark.parametrize("name", [name for name in variant_ids() if name != "standard"])
def test_the_schema_has_an_example_of_the_variant(name: str) -> None:
    """Every variant tells what it adds and shows a request, in which no order is void."""
    example = SCHEMA["variants"][name]
    assert example["request"]["variant"] == name
    answer = judged(example["request"])
    assert [row["outcome"] for row in answer["orders"] if row["outcome"] == "void"] == []
    assert set(example["adds"]) <= {
        "options",
        "seats",
        "phase",
        "units",
        "orders",
        "dislodged",
        "quotas",
        "votes",
        "facts",
        "state",
    }


@pytest.mark.parametrize("name", [name for name in variant_ids() if name != "standard"])
def test_the_schema_names_every_option_of_the_variant(name: str) -> None:
    """Options of a variant's own are named, or it is said where they are described."""
    text = SCHEMA["variants"][name]["adds"].get("options", "")
    common = {option.name for option in load("standard").schema}
    own = [option.name for option in load(name).schema if option.name not in common]
    assert [option for option in own if option not in text] == [] or "--describe" in text


def test_seats_given_with_a_position_decide_who_votes() -> None:
    """Powers that the given seats do not hold are voted on, whatever the opening's lots were."""
    request = {
        "variant": "catspaw",
        "seats": {"Ann": ["Germany"], "Bob": ["Italy"], "Cy": ["Russia"]},
        "phase": "S1901M",
        "units": {"Austria": ["A vie"], "Germany": ["A mun"]},
        "orders": {"Bob": ["A vie - gal"], "Ann": ["A mun - bur"]},
    }
    answer = judged(request)
    assert [row["outcome"] for row in answer["orders"]] == ["done", "done"]
    assert answer["votes"] == [
        {
            "subject": "A vie",
            "rows": [{"order": "A vie - gal", "votes": 1, "seats": ["Bob"]}],
            "chosen": "A vie - gal",
        }
    ]


@pytest.mark.parametrize(
    ("ref", "notes", "fault"),
    [
        ("twin_earths", {"portals": "junk"}, "notes.portals: expected pairs"),
        ("twin_earths", {"portals": [["1:mun", "9:xyz"]]}, "notes.portals: there is no province"),
        ("heptadiplomacy", {"joint_claims": {"year": "x"}}, "notes.joint_claims"),
        ("para_time", {"boards": []}, "notes.boards"),
        ("para_time", {"boards": {"3": 5}}, "notes.boards"),
    ],
)
def test_notes_that_make_no_sense_are_refused(ref: str, notes: Json, fault: str) -> None:
    """What a module remembers is checked when it comes from outside."""
    units = {"Austria@1": ["A 1:vie"]}
    request = {"variant": ref, "phase": "W1901A", "units": units, "notes": notes, "orders": {}}
    with pytest.raises(RequestError, match=fault):
        judged(request)


def test_a_position_has_the_borders_that_its_notes_give_it() -> None:
    """A fleet may be placed where only a link lets it stand, or did before it was cut."""
    request = {
        "variant": "twin_earths",
        "phase": "S1902M",
        "units": {"Germany@1": ["F 2:mun"]},
        "centers": {},
        "notes": {"portals": [["1:nth", "2:mun"]]},
        "orders": {"Germany@1": ["F 2:mun - 1:nth"]},
    }
    assert judged(request)["units"] == {"Germany@1": ["F 1:nth"]}
    assert judged({**request, "notes": {}})["units"] == {"Germany@1": ["F 2:mun"]}
    with pytest.raises(RequestError, match="A 1:nth cannot stand there"):
        judged({**request, "units": {"Germany@1": ["A 1:nth"]}})


def test_a_fleet_cut_off_inland_can_be_driven_out() -> None:
    """The answer in which it is dislodged, beside others that may retreat, can be sent back."""
    units = {
        "Germany@1": ["F 2:mun"],
        "Austria@2": ["A 2:tyr", "A 2:boh"],
        "Italy@2": ["A 2:ven"],
        "France@2": ["A 2:pie", "A 2:tri"],
    }
    request = {
        "variant": "twin_earths",
        "phase": "S1902M",
        "units": units,
        "centers": {},
        "notes": {"portals": [["1:nth", "2:mun"]]},
        "orders": {},
    }
    state = judged(request)["state"]
    state["position"]["notes"]["portals"] = []
    orders = {
        "Austria@2": ["A 2:tyr - 2:mun", "A 2:boh S A 2:tyr - 2:mun"],
        "France@2": ["A 2:pie - 2:ven", "A 2:tri S A 2:pie - 2:ven"],
    }
    answer = judged({"variant": "twin_earths", "state": state, "orders": orders})
    assert [row["retreats"] for row in answer["dislodged"]] == [
        [],
        ["2:apu", "2:rom", "2:tus", "2:tyr"],
    ]
    retreats = {"Italy@2": ["A 2:ven - 2:rom"], "Germany@1": ["F 2:mun - 2:ruh"]}
    after = judged({"variant": "twin_earths", "state": answer["state"], "orders": retreats})
    assert [row["reason"] for row in after["orders"][:2]] == ["retreated", "not_a_refuge"]
    assert after["units"]["Italy@2"] == ["A 2:rom"]
