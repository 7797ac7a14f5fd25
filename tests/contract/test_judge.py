"""The stateless contract: one request, one answer, nothing kept between them."""

import msgspec
import pytest

from dragoman.contract import judge, judge_text, read_request
from dragoman.errors import RequestError
from tests.contract.exchange import EXAMPLE, Json, judged, offered, position


def test_the_request_of_the_contract() -> None:
    """The example that the contract is shown by, answered in full."""
    answer = judged(EXAMPLE)
    state = answer.pop("state")
    units = [
        {"subject": u, "verbs": ["hold", "move", "support"], "count": 1}
        for u in ("A bur", "F spa/sc")
    ]
    assert answer == {
        "phase": "S1901M",
        "next": "F1901M",
        "owed": {"France": units},
        "orders": [
            {
                "power": "France",
                "input": "A par - bur",
                "order": "A par - bur",
                "outcome": "done",
                "reason": "moved",
                "by": None,
                "text": "arrives in bur",
            },
            {
                "power": "France",
                "input": None,
                "order": "F spa/sc H",
                "outcome": "done",
                "reason": "held",
                "by": None,
                "text": "holds",
            },
        ],
        "units": {"France": ["A bur", "F spa/sc"]},
        "dislodged": [],
        "standoffs": [],
        "centers": {"France": ["par"]},
        "winners": [],
        "result": None,
        "votes": [],
        "quotas": {},
        "facts": [],
        "label": "Fall 1901",
    }
    assert state["position"]["phase"] == {"year": 1901, "season": "F", "kind": "M", "step": 0}


@pytest.mark.parametrize(
    "request_", [{}, {"variant": "standard"}, {"options": {"edition": "1971"}}]
)
def test_without_a_position_the_answer_is_the_opening(request_: Json) -> None:
    answer = judged(request_)
    assert (answer["phase"], answer["next"], answer["orders"]) == (None, "S1901M", [])
    assert sum(map(len, answer["units"].values())) == 22
    assert answer["units"]["Russia"] == ["A mos", "A war", "F sev", "F stp/sc"]
    assert sum(map(len, answer["centers"].values())) == 22
    assert set(answer["owed"]) == set(answer["units"])


def test_an_opening_with_orders_is_judged() -> None:
    answer = judged({"orders": {"France": ["A par - bur"]}})
    assert (answer["phase"], answer["next"]) == ("S1901M", "F1901M")
    assert len(answer["orders"]) == 22


def test_an_opening_names_its_seats() -> None:
    answer = judged({"seats": ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus"], "seed": 5})
    assert list(answer["owed"]) == ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus"]
    assert answer["state"]["seed"] == "5"
    moved = judged({"state": answer["state"], "orders": {"cy": ["A par - bur"]}})
    assert moved["orders"][0]["outcome"] == "done"


def test_names_are_read_in_any_case() -> None:
    answer = judged(
        {
            "variant": "standard",
            "phase": "s1901m",
            "units": {"FRANCE": ["a PAR", "f Spa/SC"], "germany": ["A Munich"]},
            "centers": {"france": ["Paris", "MAR"]},
            "orders": {"fRaNcE": ["a paris - BURGUNDY"]},
        }
    )
    assert answer["units"] == {"France": ["A bur", "F spa/sc"], "Germany": ["A mun"]}
    assert answer["centers"] == {"France": ["mar", "par"]}
    assert answer["orders"][0]["input"] == "a paris - BURGUNDY"


@pytest.mark.parametrize(
    ("alias", "province"),
    [
        ("mid", "mao"),
        ("nrg", "nwg"),
        ("nat", "nao"),
        ("gol", "lyo"),
        ("tyn", "tys"),
        ("lpl", "lvp"),
    ],
)
def test_other_common_abbreviations_are_known(alias: str, province: str) -> None:
    kind = "A" if province == "lvp" else "F"
    answer = judged({"phase": "S1901M", "units": {"England": [f"{kind} {alias}"]}})
    assert answer["units"] == {"England": [f"{kind} {province}"]}


def test_rows_come_in_the_order_given_then_those_supplied() -> None:
    """Orders for one unit far apart keep their places."""
    answer = judged(
        {
            "phase": "S1901M",
            "units": {"France": ["A par", "A mar"], "Germany": ["A mun"]},
            "orders": {
                "Germany": ["A mun H"],
                "France": ["A par - bur", "A mar - spa", "A par - pic", "A vie H"],
            },
        }
    )
    assert [(r["power"], r["input"], r["outcome"]) for r in answer["orders"]] == [
        ("Germany", "A mun H", "done"),
        ("France", "A par - bur", "void"),
        ("France", "A mar - spa", "done"),
        ("France", "A par - pic", "void"),
        ("France", "A vie H", "void"),
        ("France", None, "done"),
    ]


def test_causes_are_named_by_their_orders() -> None:
    answer = judged(
        {
            "phase": "S1901M",
            "units": {"France": ["A par"], "Germany": ["A mun"]},
            "orders": {"France": ["A par - bur"], "Germany": ["A mun-bur"]},
        }
    )
    assert [(r["reason"], r["by"]) for r in answer["orders"]] == [
        ("bounced", "A mun - bur"),
        ("bounced", "A par - bur"),
    ]
    assert answer["standoffs"] == ["bur"]


def test_dislodged_units_are_listed_with_their_refuges() -> None:
    """They are not among the units, and the place barred to them is named."""
    request = {
        "phase": "F1901M",
        "units": {"Austria": ["A bud", "A ser"], "Russia": ["A rum"]},
        "orders": {"Austria": ["A bud - rum", "A ser S A bud - rum"]},
    }
    answer = judged(request)
    assert answer["next"] == "F1901R"
    assert answer["units"] == {"Austria": ["A rum", "A ser"]}
    assert answer["dislodged"] == [
        {"power": "Russia", "unit": "A rum", "by": "bud", "retreats": ["bul", "gal", "sev", "ukr"]}
    ]
    assert answer["owed"] == {
        "Russia": [{"subject": "A rum", "verbs": ["retreat", "disband"], "count": 1}]
    }
    retreat = {
        "phase": "F1901R",
        "units": answer["units"],
        "dislodged": [{"power": "Russia", "unit": "A rum", "by": "bud"}],
        "orders": {"Russia": ["A rum - bul"]},
    }
    assert judged(retreat)["units"]["Russia"] == ["A bul"]
    by_state = judged({"state": answer["state"], "orders": {"Russia": ["A rum - bul"]}})
    assert by_state["units"]["Russia"] == ["A bul"]


def test_a_move_that_fails_and_is_dislodged_says_both() -> None:
    request = {
        "phase": "S1901M",
        "units": {"France": ["A bur"], "Germany": ["A mun", "A ruh", "A bel"]},
        "orders": {
            "France": ["A bur - bel"],
            "Germany": ["A mun - bur", "A ruh S A mun - bur", "A bel H"],
        },
    }
    row = judged(request)["orders"][0]
    assert (row["reason"], row["by"]) == ("repelled", "A bel H")
    assert row["text"] == (
        "fails: 1 against 1, held off by German A bel H; dislodged by German A mun - bur"
    )


def test_a_support_to_either_coast_is_offered_without_one() -> None:
    """DATC 4.B.4: it covers both coasts; one that names a coast is legal as well."""
    base = {"phase": "S1901M", "units": {"France": ["F mao", "A gas", "F wes"]}}
    listed = offered(base)["legal"]["France"]["A gas"]
    assert "A gas S F mao - spa" in listed
    assert "A gas S F mao - spa/nc" not in listed
    assert "A gas S F wes - spa/sc" in listed
    orders = {"France": ["F mao - spa/nc", "A gas S F mao - spa", "F wes S F mao - spa/sc"]}
    rows = judged({**base, "orders": orders})["orders"]
    assert [row["reason"] for row in rows] == ["moved", "supported", "unmatched"]
    orders = {"France": ["F mao - spa/nc", "A gas S F mao - spa/nc"]}
    rows = judged({**base, "orders": orders})["orders"]
    assert [row["reason"] for row in rows] == ["moved", "supported", "held"]


def test_a_convoyed_attacker_bars_nothing() -> None:
    answer = judged(
        {
            "phase": "F1901M",
            "units": {"England": ["A lon", "F nth", "F hel"], "Germany": ["A hol"]},
            "orders": {"England": ["A lon - hol", "F nth C A lon - hol", "F hel S A lon - hol"]},
        }
    )
    assert [row["by"] for row in answer["dislodged"]] == [None]


def test_stand_offs_and_barred_places_are_closed() -> None:
    answer = judged(
        {
            "phase": "S1901R",
            "units": {"Germany": ["A bur"]},
            "dislodged": [{"power": "France", "unit": "A bur", "by": "mun"}],
            "standoffs": ["gas", "par", "PICARDY"],
            "orders": {"France": ["A bur - par"]},
        }
    )
    assert (answer["orders"][0]["outcome"], answer["orders"][0]["reason"]) == (
        "void",
        "not_a_refuge",
    )
    assert answer["orders"][1]["order"] == "A bur disband"


def test_winter_owes_builds_and_removals() -> None:
    fall = {
        "phase": "F1901M",
        "units": {"France": ["A bur"], "Germany": ["A mun", "A sil"]},
        "centers": {"France": ["par", "mar"], "Germany": ["mun"]},
    }
    answer = judged(fall)
    assert answer["next"] == "W1901A"
    assert answer["owed"] == {
        "France": [{"subject": "France", "verbs": ["build", "waive"], "count": 1}],
        "Germany": [{"subject": "Germany", "verbs": ["remove"], "count": 1}],
    }
    winter = judged(
        {"state": answer["state"], "orders": {"France": ["build A par"], "Germany": ["waive"]}}
    )
    rows = [(r["power"], r["order"], r["outcome"], r["reason"]) for r in winter["orders"]]
    assert rows == [
        ("France", "build A par", "done", "built"),
        ("Germany", "waive", "void", "too_many"),
        ("Germany", "remove A sil", "done", "removed"),
    ]


def test_no_more_builds_are_owed_than_there_is_room_for() -> None:
    """Three are due to France, but two of its homes are taken and one is lost."""
    answer = judged(
        {
            "phase": "F1901M",
            "units": {"France": ["A par"]},
            "centers": {"France": ["par", "mar", "spa", "por"]},
        }
    )
    assert answer["owed"] == {
        "France": [{"subject": "France", "verbs": ["build", "waive"], "count": 1}]
    }
    orders = {"France": ["build A mar", "waive", "waive"]}
    winter = judged({"state": answer["state"], "orders": orders})
    assert [row["outcome"] for row in winter["orders"]] == ["done", "done", "done"]


def test_the_end_names_winners_and_nothing_is_due() -> None:
    spoils = "par mar bre spa por bel hol lon lvp edi kie ber den swe nwy rom ven tun"
    answer = judged(
        {
            "phase": "F1905M",
            "units": {"France": ["A bur"]},
            "centers": {"France": spoils.split(" ")},
        }
    )
    assert (answer["next"], answer["owed"]) == (None, {})
    assert (answer["winners"], answer["result"]) == (["France"], "solo")
    assert answer["label"] == "Fall 1905"
    assert offered({"state": answer["state"]})["legal"] == {}
    with pytest.raises(RequestError, match="nobody has 'A bur' to order; open are nothing"):
        offered({"state": answer["state"], "subject": "A bur"})


def test_seats_may_hold_several_powers() -> None:
    answer = judged(
        {
            "phase": "S1901M",
            "seats": {"Ann": ["France", "Germany"], "Bob": []},
            "units": {"France": ["A par"], "Germany": ["A mun"], "Italy": ["A ven"]},
            "orders": {"Ann": ["A par - bur", "A mun - tyr", "A ven - tri"], "Bob": []},
        }
    )
    assert [r["outcome"] for r in answer["orders"]] == ["done", "done", "void", "done"]
    assert list(answer["owed"]) == ["Ann"]


def test_homes_may_be_others() -> None:
    answer = judged(
        {
            "phase": "W1901A",
            "units": {"France": ["A bur"]},
            "centers": {"France": ["spa", "por"]},
            "homes": {"France": ["spa"]},
            "orders": {"France": ["build F spa/sc"]},
        }
    )
    assert answer["units"] == {"France": ["A bur", "F spa/sc"]}


def test_answers_are_the_same_bytes_every_time() -> None:
    """Equal requests get equal answers, whatever came between."""
    text = msgspec.json.encode(EXAMPLE)
    first = msgspec.json.encode(judge(read_request(text)))
    judged({})
    assert msgspec.json.encode(judge(read_request(text))) == first


def test_a_state_is_read_as_it_was_written() -> None:
    answer = judged(position(orders={"France": ["A par - bur"]}))
    again = judged({"state": answer["state"]})
    assert again["phase"] == answer["next"]
    assert again["units"] == answer["units"]


TEXT = """
phase S1901M
units
France: A par, F bre
Germany: A mun
orders
France: A par - bur, F bre H
Germany: A mun - bur
"""


def test_a_position_in_plain_text_gets_a_results_sheet() -> None:
    sheet = judge_text(TEXT)
    assert "Spring 1901" in sheet
    for word in ("France", "Germany", "A par - bur", "stood off"):
        assert word in sheet


def test_plain_text_with_retreats() -> None:
    sheet = judge_text(
        "phase S1901R\nunits\nGermany: A bur\ndislodged\nFrance: A bur from mun\n"
        "standoffs gas\ncenters\nFrance: par\norders\nFrance: A bur - par\n"
    )
    assert "A bur - par" in sheet


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("S1901M", "Spring 1901"),
        ("Spring 1901", "Spring 1901"),
        ("spring, 1901", "Spring 1901"),
        ("SPRING 1901 MOVEMENT", "Spring 1901"),
        ("Fall 1903", "Fall 1903"),
        ("Autumn 1903 moves", "Fall 1903"),
        ("1903 Fall", "Fall 1903"),
        ("Fall 1901, retreats", "Fall 1901, retreats"),
        ("Fall 1901 retreat", "Fall 1901, retreats"),
        ("Winter 1901", "Winter 1901, adjustments"),
        ("Winter 1901 builds", "Winter 1901, adjustments"),
        ("Spring 2150", "Spring 2150"),
    ],
)
def test_plain_text_may_name_its_phase_in_words(phase: str, title: str) -> None:
    sheet = judge_text(f"phase {phase}\nunits\nFrance: A bur\ncenters\nFrance: par, mar\n")
    assert sheet.splitlines()[0] == f"Standard: {title}"


def test_a_year_that_has_a_name_may_go_by_its_number() -> None:
    sheet = judge_text("phase Spring 3\nunits\nTelahoma: A iro\n", "cat")
    assert sheet.splitlines()[0].endswith(": Telahoma I, Spring")


TELAHOMA = "phase S3M\nunits\nTelahoma: A iro, A cin\norders\n"


@pytest.mark.parametrize(
    "line",
    [
        "Tellahoma orders DCG (double Coast Guard) Iro S Cin",
        'Tellahoma: writes "DCG (double Coast Guard) Iro S Cin"',
        "Andromeda:\nTellahoma writes DCG Iro S Cin",
    ],
)
def test_a_line_may_say_that_a_power_orders(line: str) -> None:
    sheet = judge_text(TELAHOMA + line, "cat")
    assert [row.split() for row in sheet.splitlines()[4:6]] == [
        ["A", "iro", "S", "A", "cin"],
        ["A", "cin", "H", "no", "order"],
    ]


NATIONS = "phase S1901M\nunits\nAustria@1: A 1:tri\nItaly@6: A 6:tri, A 6:ven\norders\n"


@pytest.mark.parametrize("assignment", ["A", "B"])
def test_the_unit_says_which_of_seven_namesakes_orders(assignment: str) -> None:
    """Rule 6 of Heptadiplomacy prints `AUSTRIA A(1:Tri)-5:Tri`, without a colon."""
    text = (
        f"{NATIONS}AUSTRIA A(1:Tri)-6:Tri\nITALY A(6:Tri) S A(6:Ven)-6:Tyr\nItaly@6: A(6:Ven)-6:Tyr"
    )
    options = {"assignment": assignment}
    sheet = judge_text(text, "heptadiplomacy", options)
    assert "support cut by Austrian@1 A 1:tri - 6:tri" in sheet
    colons = text.replace("AUSTRIA", "AUSTRIA@1:").replace("ITALY", "Italy:")
    assert sheet == judge_text(colons, "heptadiplomacy", {"assignment": assignment})


def test_only_powers_that_owe_orders_are_named_as_due() -> None:
    """A seat of seven nations whose units stand on one board has orders due for that one."""
    sheet = judge_text(NATIONS, "heptadiplomacy")
    assert "orders are due from Austria (Austria@1) and Italy (Italy@6)." in sheet.replace(
        "\n  ", " "
    )


def test_a_part_of_a_unit_is_refused_as_what_it_is() -> None:
    text = "phase S3M\nunits\nTelahoma: CG iro\norders\n"
    sheet = judge_text(f"{text}Telahoma: DCG Iron (fleet)-Silver, DCG Iron (army) Stand", "cat")
    assert "void: a fleet cannot go to sil" in sheet
    assert "CG iro H              no valid order" in sheet


@pytest.mark.parametrize(
    ("orders", "says"), [("link 1:par 1:par", "no order"), ("build A 1:gas", "no valid order")]
)
def test_builds_are_misspent_by_builds_only(orders: str, says: str) -> None:
    text = (
        "phase W1901A\nunits\nFrance@1: A 1:par\ncenters\n"
        f"France@1: 1:par, 1:mar, 1:bre\norders\nFrance@1: {orders}"
    )
    rows = [row.split() for row in judge_text(text, "twin_earths").splitlines()]
    assert f"2 builds unused {says}".split() in rows


def test_a_phase_may_be_called_as_its_variant_calls_it() -> None:
    sheet = judge_text("phase Cassiusica II, Fall\nunits\nAndromeda: A ant\n", "cat")
    assert sheet.splitlines()[0].endswith(": Cassiusica II, Fall")


@pytest.mark.parametrize(
    ("variant", "phase", "code"),
    [
        ("cat", "Spring Tellahoma I", "S3M"),
        ("cat", "Casiusica II, Winter", "W4A"),
        ("militarism", "Winter 1900", "W1900A"),
        ("standard", "Fall 1901 retreats", "F1901R"),
    ],
)
def test_a_request_may_name_its_phase_in_words(variant: str, phase: str, code: str) -> None:
    asked = {"variant": variant, "phase": phase, "units": {}, "centers": {}}
    answer = judge(read_request(msgspec.json.encode(asked)))
    assert answer.phase == code


def test_plain_text_goes_by_seats_and_by_powers_that_they_hold() -> None:
    text = (
        "phase W1901A\nunits\nFrance@1: A 1:bre\ncenters\n"
        "France@1: 1:par, 1:bre\nFrance@2: 2:par, 2:bre\norders\n"
        "France: build A 1:par\nFrance@2: waive; build A 2:bre\n"
    )
    sheet = judge_text(text, "heptadiplomacy", {"boards": 2})
    for row in ("build A 1:par", "France@2: waive", "build A 2:bre"):
        assert row in sheet
    assert "void" not in sheet


def test_plain_text_gives_the_homes_where_these_are_declared() -> None:
    text = (
        "phase W1902A\nunits\nAnn: A lon\ncenters\nAnn: lon, mos\n"
        "homes\nAnn: mos\norders\nann: build A mos\n"
    )
    options = {"players": 2, "names": ["Ann", "Bob"]}
    sheet = judge_text(text, "escalation", options)
    assert "build A mos" in sheet
    assert "void" not in sheet
    without = judge_text(text.replace("homes\nAnn: mos\n", ""), "escalation", options)
    assert "void" in without


def test_rows_come_in_the_order_of_the_request() -> None:
    """Also where one text has several orders, and a unit is ordered twice."""
    orders = ["A par - bur", "A mar H; A par - bur; F bre H", "A par - pic\nA mar H"]
    units = {"France": ["A par", "A mar", "F bre"]}
    rows = judged(position(units=units, orders={"France": orders}))["orders"][:6]
    assert [row["order"] for row in rows] == [
        *("A par - bur", "A mar H", "A par - bur", "F bre H", "A par - pic", "A mar H"),
    ]
    assert [row["input"] for row in rows] == [orders[n] for n in (0, 1, 1, 1, 2, 2)]


@pytest.mark.parametrize("phase", ["S1901M", "F1901M", "S1902M"])
def test_plain_text_draws_the_lots_of_json(phase: str) -> None:
    """And other ones in every season."""
    base = {"variant": "black_hole", "phase": phase, "units": {"France": ["A par"]}}
    hole, *_ = judged({**base, "orders": {}})["facts"]
    sheet = judge_text(f"phase {phase}\nunits\nFrance: A par\n", "black_hole")
    assert f"Hole: {hole['value']} ({hole['about']})." in sheet


CLOSED: Json = {
    "variant": "black_hole",
    "options": {"family": "closing"},
    "phase": "S1902M",
    "units": {"France": ["F bur"]},
    "notes": {"black_hole": {"holes": [{"province": "pic", "season": "F1901"}]}},
}
"""A position on a board that has closed up: Picardy is gone, and Burgundy lies on the Channel."""


def test_notes_that_change_the_board_change_where_units_can_stand() -> None:
    legal = offered(CLOSED)["legal"]["France"]["F bur"]
    assert "F bur - eng" in legal
    assert (
        judged({**CLOSED, "orders": {"France": ["F bur - eng"]}})["orders"][0]["reason"] == "moved"
    )
    with pytest.raises(RequestError, match=r"units.France: A pic cannot stand there"):
        judged({**CLOSED, "units": {"France": ["A pic"]}})
    with pytest.raises(RequestError, match=r"units.France: F bur cannot stand there"):
        judged({**CLOSED, "notes": None})


def test_a_retreat_of_anothers_unit_names_the_unit_that_must_retreat() -> None:
    """Not the attacker, which may be the very writer's, in the same place."""
    driven = {"power": "Austria", "unit": "A bud", "by": "gal"}
    request = {"phase": "F1901R", "units": {"Russia": ["A bud"]}, "dislodged": [driven]}
    row = judged({**request, "orders": {"Russia": ["A bud - vie"]}})["orders"][0]
    assert row["text"] == "void: Russia may not order the Austrian A bud"
