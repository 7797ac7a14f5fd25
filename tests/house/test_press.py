"""Press: sent once, read by those it is for and nobody else, in the mode of the table."""

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours, Refused, TooMany
from dragoman.house.settings import HouseSettings
from dragoman.house.tables import press
from dragoman.house.tables.press import mark_read, mute, read_press, save_draft, send_press
from dragoman.house.tables.tables import create_table
from dragoman.store.rows import Block
from tests.house.tools import TestHouse, add_people, full_table, make_house


def texts(house: TestHouse, account: str | None, table: str) -> list[str]:
    """What an account reads."""
    return [message.text for message in read_press(house, account, table).messages]


def test_press_is_read_by_those_it_is_for() -> None:
    house = make_house()
    table, at = full_table(house)
    send_press(house, at["France"], table, ["italy"], "to Italy")
    send_press(house, at["Italy"], table, [], "to all")
    assert texts(house, at["France"], table) == ["to Italy", "to all"]
    assert texts(house, at["Italy"], table) == ["to Italy", "to all"]
    for other in (at["Turkey"], "umpire", None):
        assert texts(house, other, table) == ["to all"]
    # Numbers tell nothing of what others write to each other.
    assert [m.n for m in read_press(house, at["Turkey"], table).messages] == [1]


@pytest.mark.parametrize(
    ("mode", "to", "error"),
    [
        ("none", [], Closed),
        ("none", ["Italy"], Closed),
        ("open", ["Italy"], Invalid),
        ("open", [], None),
        ("private", ["Italy"], None),
        ("private", [], None),
        ("private", ["Italy", "Turkey"], Invalid),
        ("groups", ["Italy", "Turkey"], None),
        ("groups", ["France"], Invalid),
        ("groups", ["Spain"], Refused),
    ],
)
def test_the_mode_of_the_table_decides(
    mode: str, to: list[str], error: type[Exception] | None
) -> None:
    house = make_house()
    table, at = full_table(house, settings={"press": mode})
    if error is None:
        sent = send_press(house, at["France"], table, to, "hello")
        assert sent.to == sorted(to)
    else:
        with pytest.raises(error):
            send_press(house, at["France"], table, to, "hello")
        assert texts(house, at["France"], table) == []


def test_another_message_under_the_same_key_is_not_taken_for_sent() -> None:
    """Nor is whoever follows at a seat told what was sent from it under a key."""
    house = make_house()
    table, at = full_table(house)
    send_press(house, at["France"], table, ["Italy"], "once", key="k1")
    for to, text in ((["Italy"], "twice"), (["Turkey"], "once"), ([], "once")):
        with pytest.raises(Invalid):
            send_press(house, at["France"], table, to, text, key="k1")
    send_press(house, at["France"], table, ["Italy"], "twice", key="k2")
    assert texts(house, at["Italy"], table) == ["once", "twice"]


def test_a_message_repeated_under_its_key_is_sent_once() -> None:
    house = make_house()
    table, at = full_table(house)
    first = send_press(house, at["France"], table, ["Italy"], "once", key="k1")
    again = send_press(house, at["France"], table, ["Italy"], "once", key="k1")
    assert first == again
    send_press(house, at["Italy"], table, ["France"], "mine", key="k1")
    assert texts(house, at["Italy"], table) == ["once", "mine"]


def test_from_a_seat_only_so_much_is_written() -> None:
    """All of it is read whenever somebody reads or writes there; one line counts as a hundred."""
    house = make_house(settings=HouseSettings(most_press=2000))
    table, at = full_table(house)
    for n in range(10):
        send_press(house, at["France"], table, [], f"line {n}")
    send_press(house, at["France"], table, ["Italy"], "x" * 900)
    with pytest.raises(Closed):
        send_press(house, at["France"], table, [], "y" * 101)
    send_press(house, at["Italy"], table, [], "what others write counts for them")
    assert len(texts(house, at["Italy"], table)) == 12


def test_only_so_many_messages_are_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_DRAFTS", 2)
    house = make_house()
    table, at = full_table(house)
    for to in (["Italy"], ["Turkey"], ["Italy"]):
        save_draft(house, at["France"], table, to, "dear")
    with pytest.raises(Closed):
        save_draft(house, at["France"], table, ["Russia"], "dear")
    save_draft(house, at["France"], table, ["Italy"], "")
    save_draft(house, at["France"], table, ["Russia"], "dear")


def test_what_is_no_message_is_refused() -> None:
    house = make_house()
    table, at = full_table(house)
    with pytest.raises(Invalid):
        send_press(house, at["France"], table, [], "  ")
    with pytest.raises(Invalid):
        send_press(house, at["France"], table, [], "\0")
    with pytest.raises(TooMany):
        send_press(house, at["France"], table, [], "x" * 10_001)
    for stranger in (None, "nobody"):
        with pytest.raises(NotYours):
            send_press(house, stranger, table, [], "hello")
    with pytest.raises(NotYours):
        send_press(house, at["Italy"], table, [], "hello", seat="France")


def test_an_organizer_who_does_not_play_speaks_to_everybody() -> None:
    house = make_house()
    table, at = full_table(house, settings={"press": "none"})
    send_press(house, "umpire", table, [], "a word")
    assert [(m.sender, m.text) for m in read_press(house, at["France"], table).messages] == [
        ("", "a word")
    ]
    with pytest.raises(Invalid):
        send_press(house, "umpire", table, ["France"], "a word")


def test_there_is_no_press_before_the_game() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_table(house, "ann", variant="standard")
    with pytest.raises(Closed):
        send_press(house, "ann", table, [], "hello")


def test_drafts_and_how_far_one_has_read_are_kept() -> None:
    house = make_house()
    table, at = full_table(house)
    save_draft(house, at["France"], table, ["Italy"], "dear")
    mark_read(house, at["France"], table, 3)
    mail = read_press(house, at["France"], table)
    assert (mail.drafts, mail.read) == ({"Italy": "dear"}, 3)
    assert read_press(house, at["Italy"], table).drafts == {}
    send_press(house, at["France"], table, ["Italy"], "dear Italy")
    assert read_press(house, at["France"], table).drafts == {}
    save_draft(house, at["France"], table, [], "all")
    save_draft(house, at["France"], table, [], "")
    assert read_press(house, at["France"], table).drafts == {}


def test_one_need_not_read_everybody() -> None:
    house = make_house()
    table, at = full_table(house)
    send_press(house, at["Italy"], table, ["France"], "from Italy")
    send_press(house, at["Turkey"], table, ["France"], "from Turkey")
    assert mute(house, at["France"], table, "Italy", True) == ["Italy"]
    assert texts(house, at["France"], table) == ["from Turkey"]
    with house.store.write() as tx:
        tx.add(Block(account=at["France"], blocked=at["Turkey"]))
    assert texts(house, at["France"], table) == []
    assert mute(house, at["France"], table, "Italy", False) == []
    assert texts(house, at["France"], table) == ["from Italy"]
