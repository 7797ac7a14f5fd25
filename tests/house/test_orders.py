"""Orders: kept as typed, judged as acknowledged, closed in time, and nobody else's to see."""

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours, TooMany, Unknown
from dragoman.house.people.tallies import tally_of
from dragoman.house.play.orders import legal, my_orders, save_orders, set_ready, steps
from dragoman.house.play.rounds import run_due
from dragoman.house.play.turns import due
from dragoman.house.tables.views import table_view
from dragoman.record import Turn
from dragoman.store.rows import Account, SeatRow
from tests.house.tools import HOUR, full_table, game, make_house, row

DAY = 24 * HOUR


def test_a_draft_is_kept_as_typed_with_what_is_wrong() -> None:
    house = make_house()
    table, sitters = full_table(house)
    text = "A par - bur\n\nA mar - gas gas\n  F bre to nowhere  \nA par H"
    saved = save_orders(house, sitters["France"], table, 1, text)
    assert saved.text == text
    assert [(note.line, bool(note.problem)) for note in saved.lines] == [
        (0, False),
        (2, True),
        (3, True),
        (4, False),
    ]
    assert saved.lines[0].orders[0].order == "A par - bur"
    assert saved.lines[0].orders[0].fault == "contradicted"
    assert saved.lines[0].orders[0].text
    assert saved.missing == ["A mar", "A par", "F bre"]
    again = my_orders(house, sitters["France"], table)
    assert (again.text, again.version) == (text, 1)


def test_what_was_acknowledged_last_is_what_is_judged() -> None:
    house = make_house()
    table, sitters = full_table(house)
    for text in ("A par - pic", "A par - bur\nnonsense here"):
        acknowledged = save_orders(house, sitters["France"], table, 1, text)
    assert acknowledged.version == 2
    house.clock.move(2 * DAY)
    assert due(house) == run_due(house) == [table]
    entry = game(house, table).steps[1].entry
    assert isinstance(entry, Turn)
    assert entry.orders == {"France": ("A par - bur",)}
    view = table_view(house, None, table)
    assert (view.phase, view.turn) == ("F1901M", 2)
    assert view.last is not None
    assert "arrives" in {r.order: r.text for r in view.last.orders}["A par - bur"]


def test_orders_close_with_their_turn_and_their_deadline() -> None:
    house = make_house()
    table, sitters = full_table(house)
    france = sitters["France"]
    for turn in (0, 2):
        with pytest.raises(Closed):
            save_orders(house, france, table, turn, "A par H")
    house.clock.move(2 * DAY - 1)
    save_orders(house, france, table, 1, "A par - bur")
    house.clock.move(1)
    with pytest.raises(Closed):
        save_orders(house, france, table, 1, "A par - pic")
    with pytest.raises(Closed):
        set_ready(house, france, table, 1, True)
    assert my_orders(house, france, table).open is False
    run_due(house)
    assert my_orders(house, france, table).open is True


def test_a_late_seat_has_its_grace_and_the_others_do_not() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"grace": 3600})
    save_orders(house, sitters["France"], table, 1, "A par - bur")
    house.clock.move(2 * DAY + HOUR - 1)
    assert run_due(house) == []
    with pytest.raises(Closed):
        save_orders(house, sitters["France"], table, 1, "A par - pic")
    save_orders(house, sitters["Italy"], table, 1, "A ven H")
    house.clock.move(1)
    assert run_due(house) == [table]


def test_without_late_seats_the_grace_is_not_used() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"grace": 3600})
    for seat, person in sitters.items():
        save_orders(house, person, table, 1, "", seat=seat)
    house.clock.move(2 * DAY)
    assert run_due(house) == [table]


def test_all_ready_is_due_at_once() -> None:
    house = make_house()
    table, sitters = full_table(house)
    answers = [set_ready(house, person, table, 1, True) for person in sitters.values()]
    assert answers == [False] * 6 + [True]
    assert run_due(house) == [table]
    assert row(house, table).turn == 2
    assert not any(seat.ready for seat in table_view(house, None, table).seats)


def test_readiness_is_taken_back_and_shown_or_hidden() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"ready": "hidden"})
    france = sitters["France"]
    set_ready(house, france, table, 1, True)
    seen = {s.seat: s.ready for s in table_view(house, sitters["Italy"], table).seats}
    assert seen["France"] is None and seen["Italy"] is False
    assert {s.seat: s.ready for s in table_view(house, "umpire", table).seats}["France"] is True
    answers = [set_ready(house, person, table, 1, True) for person in sitters.values()]
    assert not any(answers)
    assert run_due(house) == [table]
    set_ready(house, france, table, 2, True)
    set_ready(house, france, table, 2, False)
    assert my_orders(house, france, table).ready is False


def test_a_table_may_wait_for_its_hour_though_all_are_ready() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"early": False})
    for person in sitters.values():
        set_ready(house, person, table, 1, True)
    assert run_due(house) == []
    house.clock.move(2 * DAY)
    assert run_due(house) == [table]


def test_one_orders_for_ones_own_seat_alone() -> None:
    house = make_house()
    table, sitters = full_table(house)
    for stranger in (None, "umpire"):
        with pytest.raises(NotYours):
            save_orders(house, stranger, table, 1, "A par H", seat="France")
    with pytest.raises(NotYours):
        save_orders(house, sitters["Italy"], table, 1, "A par H", seat="France")
    with pytest.raises(NotYours):
        my_orders(house, sitters["Italy"], table, seat="France")
    with pytest.raises(NotYours):
        legal(house, sitters["Italy"], table, seat="France")


def test_texts_that_are_no_orders_are_refused() -> None:
    house = make_house()
    table, sitters = full_table(house)
    with pytest.raises(TooMany):
        save_orders(house, sitters["France"], table, 1, "x" * 20_001)
    for text in ("A par\0", "A par \ud800"):
        with pytest.raises(Invalid):
            save_orders(house, sitters["France"], table, 1, text)


def test_what_is_legal_comes_whole_or_step_by_step() -> None:
    house = make_house()
    table, sitters = full_table(house)
    france = sitters["France"]
    assert "A par - bur" in legal(house, france, table)["A par"]
    tokens = [step.token for step in steps(house, france, table, "a PAR", [])]
    assert tokens == ["hold", "move", "support"]
    after = steps(house, france, table, "A par", ["move"])
    assert "A par - bur" in [step.order for step in after]
    for subject, prefix, field in (("A lon", [], "subject"), ("A par", ["?"], "prefix[0]")):
        with pytest.raises(Invalid) as refused:
            steps(house, france, table, subject, prefix)
        assert refused.value.field == field


def test_who_gives_no_orders_is_counted_and_then_replaced() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"absent_after": 2})
    lazy = sitters.pop("Italy")
    for turn in (1, 2):
        for seat, person in sitters.items():
            save_orders(house, person, table, turn, "", seat=seat)
        house.clock.move(2 * DAY)
        assert run_due(house) == [table]
    seats = {seat.seat: seat for seat in table_view(house, None, table).seats}
    assert (seats["Italy"].missed, seats["Italy"].open) == (2, True)
    assert seats["Italy"].reliability == 0
    assert (seats["France"].missed, seats["France"].reliability) == (0, 100)
    with house.store.read() as tx:
        held = tx.get(SeatRow, table=table, seat="Italy")
    assert held is not None and held.account == lazy
    save_orders(house, lazy, table, 3, "A ven H")
    assert not {s.seat: s for s in table_view(house, None, table).seats}["Italy"].open


def test_a_table_that_waits_moves_its_deadline_until_the_seat_is_open() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"missed": "wait", "absent_after": 2})
    absent = sitters.pop("Italy")
    for seat, person in sitters.items():
        save_orders(house, person, table, 1, "", seat=seat)
    house.clock.move(2 * DAY)
    assert run_due(house) == []
    assert row(house, table).deadline == house.now + 2 * DAY
    house.clock.move(2 * DAY)
    assert run_due(house) == [table]
    italy = {s.seat: s for s in table_view(house, None, table).seats}["Italy"]
    assert (italy.open, italy.missed) == (True, 2)
    with house.store.read() as tx:
        account = tx.get(Account, id=absent)
    assert account is not None and tally_of(account).abandoned == 1


def test_a_seat_goes_by_every_name_of_its_power() -> None:
    """The document of Cat Diplomacy spells a power in two ways."""
    house = make_house()
    table, sitters = full_table(house, "cat")
    telahoma = sitters["Telahoma"]
    assert my_orders(house, telahoma, table, seat="Tellahoma").seat == "Telahoma"
    with pytest.raises(Unknown, match="no seat 'Tellahomer': there are Andromeda"):
        my_orders(house, telahoma, table, seat="Tellahomer")
