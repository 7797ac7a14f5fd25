"""A whole game by requests alone goes as the same game at a table."""

from random import Random

import msgspec
import pytest

from dragoman import Game
from tests.contract.exchange import SCHEMA, Json, faults, judged, offered, position


def random_orders(chance: Random, answer: Json) -> dict[str, list[str]]:
    """Random legal orders for all that is owed, and now and then a slip."""
    choices = offered({"state": answer["state"]})["legal"]
    orders = {}
    for seat, dues in answer["owed"].items():
        orders[seat] = [
            order
            for due in dues
            for order in chance.sample(
                choices[seat][due["subject"]], min(due["count"], len(choices[seat][due["subject"]]))
            )
        ]
        if chance.random() < 0.1:
            orders[seat].append("A Paris - Moscow")
    return orders


@pytest.mark.parametrize("seed", range(2))
def test_a_game_by_requests_is_the_game_at_the_table(seed: int) -> None:
    """To 1905: same verdicts, same positions, and both sides fit the schema throughout."""
    chance = Random(seed)
    game = Game.new("standard")
    answer = judged({})
    while answer["next"] is not None and answer["next"][1:5] < "1905":
        orders = random_orders(chance, answer)
        request = {"state": answer["state"], "orders": orders}
        assert list(faults(request, SCHEMA["request"])) == []
        answer = judged(request)
        assert list(faults(answer, SCHEMA["answer"])) == []
        for seat, lines in orders.items():
            game.submit(seat, "\n".join(lines))
        resolution = game.advance()
        assert answer["state"]["position"] == msgspec.json.decode(msgspec.json.encode(game.state))
        assert sorted(
            (r["power"], r["order"], r["outcome"], r["reason"]) for r in answer["orders"]
        ) == sorted((v.power, str(v.order), v.outcome, v.reason.code) for v in resolution.verdicts)
    assert answer["next"] is None or answer["next"].startswith("S1905")


def test_legal_orders_are_those_of_the_table() -> None:
    answer = offered({})
    assert list(faults(answer, SCHEMA["legal"])) == []
    game = Game.new("standard")
    assert answer == {"phase": "S1901M", "legal": {seat: game.legal(seat) for seat in game.seats}}


def test_legal_orders_of_one_seat() -> None:
    answer = offered(position(seat="france"))
    assert answer["legal"] == {
        "France": {"A par": ["A par H", "A par - bre", "A par - bur", "A par - gas", "A par - pic"]}
    }
    assert offered(position(seat="Italy"))["legal"] == {}


def test_legal_orders_in_winter() -> None:
    winter = {
        "phase": "W1901A",
        "units": {"France": ["A bur"], "Germany": ["A mun", "A ber"]},
        "centers": {"France": ["par"], "Germany": ["mun"]},
    }
    assert offered(winter)["legal"] == {"Germany": {"Germany": ["remove A ber", "remove A mun"]}}


def test_choices_are_offered_step_by_step() -> None:
    """Words, until an order is complete."""
    base = {
        "phase": "S1901M",
        "units": {"France": ["A bre", "F eng"]},
        "subject": "a bre",
    }
    first = offered(base)
    assert list(faults(first, SCHEMA["legal"])) == []
    assert first == {
        "phase": "S1901M",
        "subject": "a bre",
        "prefix": [],
        "steps": [
            {"token": "hold", "order": "A bre H", "more": False},
            {"token": "move", "order": None, "more": True},
            {"token": "support", "order": None, "more": True},
        ],
    }
    moves = offered({**base, "prefix": ["move"]})["steps"]
    assert {"token": "pic", "order": "A bre - pic", "more": True} in moves
    assert {"token": "lon", "order": "A bre - lon", "more": False} in moves
    assert offered({**base, "prefix": ["move", "pic"]})["steps"] == [
        {"token": "via", "order": "A bre - pic via", "more": False}
    ]


def test_every_complete_choice_is_a_legal_order() -> None:
    """Walking the steps of a unit finds what `legal` lists for it."""
    base = {"phase": "S1901M", "units": {"France": ["A bre", "F eng", "A gas"]}}
    for subject, listed in offered(base)["legal"]["France"].items():
        found: list[str] = []
        prefixes: list[list[str]] = [[]]
        while prefixes:
            prefix = prefixes.pop()
            for step in offered({**base, "subject": subject, "prefix": prefix})["steps"]:
                found += [step["order"]] if step["order"] else []
                prefixes += [[*prefix, step["token"]]] if step["more"] else []
        assert sorted(found) == sorted(listed)
