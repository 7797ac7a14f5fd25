"""The true cause of what came of an order, in whole requests: what is said, and of whom."""

import json
from typing import Any

import pytest

from dragoman.contract import Answer, judge, read_request


def asked(request: dict[str, Any]) -> Answer:
    """The judge's answer."""
    return judge(read_request(json.dumps(request)))


CAUSES: dict[str, tuple[dict[str, Any], str, str]] = {
    "a retreat that another makes too names who": (
        {
            "phase": "S1901R",
            "units": {"Germany": ["A mun", "A bur"]},
            "dislodged": [
                {"power": "France", "unit": "A bur", "by": "mar"},
                {"power": "Austria", "unit": "A mun", "by": "tyr"},
            ],
            "orders": {"France": ["A bur - ruh"], "Austria": ["A mun - ruh"]},
        },
        "A bur - ruh",
        "fails: Austrian A mun - ruh goes to the same place, so both units are disbanded",
    ),
    "no convoy passes the box": (
        {
            "variant": "cline",
            "phase": "S1901M",
            "units": {"England": ["A mor", "F ant"]},
            "orders": {"England": ["F ant C A mor - eth"]},
        },
        "F ant C A mor - eth",
        "void: no convoy passes ant",
    ),
    "a fleet in a canal province is not at sea": (
        {
            "variant": "cline",
            "phase": "S1901M",
            "units": {"Russia": ["A geo", "F sev"]},
            "orders": {"Russia": ["F sev C A geo - rum"]},
        },
        "F sev C A geo - rum",
        "void: a fleet in sev is not at sea, so it cannot convoy",
    ),
    "a fleet on no route of the map": (
        {
            "phase": "S1901M",
            "units": {"England": ["A lon", "F nth"]},
            "orders": {"England": ["F nth C A lon - spa"]},
        },
        "F nth C A lon - spa",
        "void: F nth is on no convoy route from lon to spa",
    ),
    "a convoy beside a move by land": (
        {
            "phase": "S1901M",
            "options": {"edition": "1971"},
            "units": {"England": ["A lon"], "France": ["F eng"]},
            "orders": {"England": ["A lon - wal"], "France": ["F eng C A lon - wal"]},
        },
        "F eng C A lon - wal",
        "fails: English A lon - wal goes by land",
    ),
    "the fleet that a convoy needed": (
        {
            "phase": "S1901M",
            "units": {"England": ["A lon", "F nth"], "France": ["F bel", "F hol"]},
            "orders": {
                "England": ["A lon - nwy", "F nth C A lon - nwy"],
                "France": ["F bel - nth", "F hol S F bel - nth"],
            },
        },
        "A lon - nwy",
        "convoy broken: French F bel - nth dislodged English F nth",
    ),
    "a retreat that stays on its board": (
        {
            "variant": "heptadiplomacy",
            "options": {"retreat_own_board_only": True, "boards": 2},
            "phase": "S1901R",
            "units": {"Germany@1": ["A 1:par"]},
            "dislodged": [{"power": "France@1", "unit": "A 1:par", "by": "1:bur"}],
            "orders": {"France": ["A 1:par - 2:par"]},
        },
        "A 1:par - 2:par",
        "void: A 1:par may not retreat to 2:par (retreats stay on their board)",
    ),
    "a piece placed out of turn": (
        {
            "variant": "escalation",
            "options": {"players": 2, "names": ["X", "Y"]},
            "orders": {"Y": ["place A par"]},
        },
        "place A par",
        "void: it is placed out of turn (it is the turn of X)",
    ),
    "a second declaration": (
        {
            "variant": "escalation",
            "options": {"players": 2, "names": ["X", "Y"]},
            "phase": "W1901D",
            "units": {"X": ["A par"]},
            "centers": {"X": ["par", "bre", "mar", "spa"]},
            "orders": {"X": ["declare homes par bre mar", "declare homes spa par bre"]},
        },
        "declare homes spa par bre",
        "void: more orders were given than are due",
    ),
    "the extra orders of one board": (
        {
            "variant": "para_time",
            "phase": "S1901M",
            "units": {"Germany@3": ["A 3:mun"]},
            "centers": {"Austria@3": ["3:vie", "3:bud", "3:tri"]},
            "orders": {"Austria": [*["A 3:mun - 3:tyr"] * 5, "A 3:mun - 3:boh"]},
        },
        "A 3:mun - 3:boh",
        "void: no more than 5 extra orders on board 3 may be written",
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_the_true_cause_is_named(name: str) -> None:
    request, order, text = CAUSES[name]
    (found,) = [row for row in asked(request).orders if row.input == order]
    assert found.text == text


def test_homes_on_several_lines_are_one_declaration() -> None:
    """Each line adds what it names, until there are enough."""
    request, _, _ = CAUSES["a second declaration"]
    lines = ["declare homes spa", "declare homes par bre", "declare homes mar"]
    rows = asked({**request, "orders": {"X": lines}}).orders
    assert [row.outcome for row in rows if row.input] == ["done", "done", "void"]


@pytest.mark.parametrize(("variant", "refuges"), [("catspaw", []), ("catspaw+black_hole", ["kie"])])
def test_no_refuges_are_named_for_units_that_are_disbanded_at_once(
    variant: str, refuges: list[str]
) -> None:
    """Nobody's unit goes where the rules send it, or nowhere."""
    answer = asked(
        {
            "variant": variant,
            "options": {"powers": ["Austria", "France", "Turkey"]},
            "phase": "S1901M",
            "units": {"France": ["A bur", "A ruh"], "Germany": ["A mun"]},
            "orders": {"France": ["A bur - mun", "A ruh S A bur - mun"]},
        }
    )
    assert [row.retreats for row in answer.dislodged] == [refuges]
