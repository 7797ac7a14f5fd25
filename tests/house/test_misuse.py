"""Misuse of tables: what somebody might try who means no good, and what goes wrong by itself."""

from collections.abc import Callable

import msgspec
import pytest

from dragoman.house.errors import Invalid, NotYours
from dragoman.house.people.personal import export
from dragoman.house.people.tallies import tally_of
from dragoman.house.play.editing import step_back
from dragoman.house.play.games import ENTRY
from dragoman.house.play.orders import save_orders
from dragoman.house.play.rounds import run_due
from dragoman.house.play.turns import DuePhase, make_plan, planned, wait_longer
from dragoman.house.settings import HouseSettings
from dragoman.house.tables import organizer
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.log import write_event
from dragoman.house.tables.logbook import logbook
from dragoman.house.tables.press import read_press, save_draft, send_press
from dragoman.house.tables.seats import join, leave, make_link, seat_bot, take_link
from dragoman.house.tables.tables import (
    cancel_table,
    create_table,
    edit_table,
    list_tables,
    start_table,
)
from dragoman.house.tables.views import table_view
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.model import State
from dragoman.store.rows import Account, SeatRow, Table
from tests.house.tools import HOUR, TestHouse, add_people, full_table, game, make_house, row

DAY = 24 * HOUR


def bots_and(house: TestHouse, person: str, *, bot: str = "random") -> str:
    """A running table with one person, on the first seat, and bots."""
    add_people(house, person)
    table = create_table(house, person, variant="standard", settings={"start": "organizer"})
    with house.store.read() as tx:
        seats = [each.seat for each in tx.find(SeatRow, table=table)]
    join(house, person, table, seats[0])
    for seat in seats[1:]:
        seat_bot(house, person, table, seat, bot)
    start_table(house, person, table)
    return table


def eliminate(house: TestHouse, table: str, seat: str) -> None:
    """Let the organizer take everything from a seat."""
    state: State = game(house, table).state
    gone = state.seats[seat]  # type: ignore[index]
    units = tuple(unit for unit in state.units if unit.power not in gone)
    owners = {place: owner for place, owner in state.owners.items() if owner not in gone}
    change = Change(units={power: [] for power in gone}, centers={power: [] for power in gone})
    organizer.correct(house, row(house, table).organizer, table, change, "for the test")
    after = game(house, table).state
    assert (len(after.units), len(after.owners)) == (len(units), len(owners))


def test_bots_do_not_play_on_when_everybody_has_left() -> None:
    """A table with bots alone stands still, as it would else be judged for ever."""
    house = make_house()
    table = bots_and(house, "ann")
    leave(house, "ann", table)
    house.clock.move(10 * DAY)
    assert run_due(house) == [table]
    assert run_due(house) == []
    assert (row(house, table).status, row(house, table).phase) == ("paused", "F1901M")


def test_bots_that_are_left_alone_come_to_an_end() -> None:
    """A person who is out may watch the bots, but they do not play for ever."""
    house = make_house(settings=HouseSettings(bot_budget=30_000))
    table = bots_and(house, "ann")
    with house.store.read() as tx:
        mine = next(r.seat for r in tx.find(SeatRow, table=table, account="ann"))
    eliminate(house, table, mine)
    change = Change(phase="S1941M")
    organizer.correct(house, "ann", table, change, "forty years later")
    assert run_due(house) == [table]
    assert row(house, table).status == "finished"
    assert '"draw"' in str(row(house, table).result)


def test_a_game_that_cannot_be_read_keeps_no_other_waiting() -> None:
    """A table with a broken log is set aside; it does not fill the list of what is due."""
    house = make_house()
    poisoned, _ = full_table(house)
    with house.store.write() as tx:
        write_event(tx, row(house, poisoned), house.now, ENTRY, body='{"type": "nonsense"}')
    house.clock.move(10 * DAY)
    assert run_due(house) == []
    assert row(house, poisoned).status == "stuck"
    assert planned(house, poisoned) is None


def test_a_variant_that_is_gone_does_not_spoil_the_list() -> None:
    """A table whose variant the house has no longer is listed by the variant's id."""
    house = make_house()
    table, _ = full_table(house)
    with house.store.write() as tx:
        tx.change(Table, {"id": table}, variant="lost_variant")
    assert [each.variant_name for each in list_tables(house, None)] == ["lost_variant"]


def test_hidden_tables_push_nobody_out_of_the_list() -> None:
    """Sandboxes, and tables without observers, take no place in the list of public tables."""
    house = make_house(settings=HouseSettings(tables_each=100))
    table, _ = full_table(house)
    add_people(house, "mallory")
    for n in range(30):
        house.clock.move(1)
        create_table(house, "mallory", variant="cat", settings={"sandbox": True}, title=f"spam {n}")
        hidden = create_table(house, "mallory", variant="cat", settings={"observers": False})
        join(house, "mallory", hidden)
        start_table(house, "mallory", hidden)
        with house.store.write() as tx:
            tx.change(SeatRow, {"table": hidden}, account="mallory")
    assert [each.id for each in list_tables(house, None, limit=20)] == [table]


def test_who_was_not_waited_for_has_missed_nothing() -> None:
    """A phase that the organizer judges early costs nobody reliability or a seat."""
    house = make_house()
    table, sitters = full_table(house, settings={"absent_after": 1})
    organizer.adjudicate(house, "umpire", table, 1, sure=True)
    with house.store.read() as tx:
        rows = tx.find(SeatRow, table=table)
        account = tx.get(Account, id=sitters["Italy"])
    assert row(house, table).phase == "F1901M"
    assert {(each.missed, each.left) for each in rows} == {(0, None)}
    assert account is not None and tally_of(account).missed == 0


def test_who_has_just_sat_down_is_not_marked_for_the_one_before() -> None:
    """A seat that changes hands while a deadline is judged belongs to its new holder."""
    house = make_house()
    settings = {"missed": "wait", "absent_after": 1}
    table, _ = full_table(house, settings=settings)
    add_people(house, "zoe")
    house.clock.move(3 * DAY)
    plan = plan_of(house, table)
    with house.store.write() as tx:
        tx.change(SeatRow, {"table": table, "seat": "Italy"}, account="zoe", ready=True)
    wait_longer(house, plan)
    with house.store.read() as tx:
        italy = tx.get(SeatRow, table=table, seat="Italy")
        france = tx.get(SeatRow, table=table, seat="France")
    assert italy is not None and (italy.missed, italy.left) == (0, None)
    assert france is not None and france.left is not None


def plan_of(house: TestHouse, table: str) -> DuePhase:
    """What is about to be judged."""
    with house.store.read() as tx:
        plan = make_plan(house, tx, table)
    assert plan is not None
    return plan


def test_an_organizer_does_not_read_a_seat_by_taking_it() -> None:
    """A seat that was somebody's is not for the organizer, however he comes to it."""
    house = make_house()
    table, sitters = full_table(house)
    save_orders(house, sitters["Italy"], table, 1, "A ven - tri")
    organizer.replace_seat(house, "umpire", table, "Italy", "curious")
    with pytest.raises(NotYours, match="somebody else than"):
        join(house, "umpire", table, "Italy")
    secret = make_link(house, "umpire", table, "Italy")
    with pytest.raises(NotYours, match="somebody else than"):
        take_link(house, "umpire", secret)


def test_who_was_removed_comes_back_only_by_a_link() -> None:
    """A seat that the organizer has opened is for somebody else."""
    house = make_house()
    table, sitters = full_table(house)
    person = sitters["Italy"]
    organizer.replace_seat(house, "umpire", table, "Italy", "cheated")
    with pytest.raises(NotYours, match="only a link"):
        join(house, person, table, "Italy")
    log = msgspec.json.encode(logbook(house, None, table)).decode()
    assert '"of"' not in log
    take_link(house, person, make_link(house, "umpire", table, "Italy"))
    with house.store.read() as tx:
        italy = tx.get(SeatRow, table=table, seat="Italy")
    assert italy is not None and italy.account == person


def test_an_organizer_who_may_play_does_not_see_who_sits_at_an_anonymous_table() -> None:
    """Names are shown to one who cannot sit down any more."""
    house = make_house()
    add_people(house, "ann", "bob")
    for plays, seen in ((True, ""), (False, "Bob")):
        settings = {"anonymous": True, "organizer_plays": plays}
        table = create_table(house, "ann", variant="standard", settings=settings)
        join(house, "bob", table, "France")
        names = {each.seat: each.name for each in table_view(house, "ann", table).seats}
        assert names["France"] == seen


def test_people_who_sat_down_unnamed_stay_so() -> None:
    """What people rely on is not changed under them, nor shown when the table is given up."""
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="standard", settings={"anonymous": True})
    edit_table(house, "ann", table, settings={"anonymous": False})
    edit_table(house, "ann", table, settings={"anonymous": True})
    join(house, "bob", table, "France")
    with pytest.raises(Invalid, match="rely on it"):
        edit_table(house, "ann", table, settings={"anonymous": False})
    cancel_table(house, "ann", table)
    assert not any(each.name for each in table_view(house, None, table).seats)


@pytest.mark.parametrize("heir", ["player 0", "friend"])
def test_at_an_anonymous_table_nobody_is_found_by_handing_it_over(heir: str) -> None:
    """An organizer would try one name after the other, and see whether that one plays."""
    house = make_house()
    table, at = full_table(house, settings={"anonymous": True})
    add_people(house, "friend")
    before = [table_view(house, watcher, table).umpired for watcher in (None, "umpire", *at)]
    organizer.hand_over(house, "umpire", table, heir)
    after = [table_view(house, watcher, table).umpired for watcher in (None, "umpire", *at)]
    assert after == before


UNDONE: dict[str, Callable[[TestHouse, str], object]] = {
    "back": lambda h, t: organizer.roll_back(h, "umpire", t, "S1901M", "a slip"),
    "result": lambda h, t: organizer.correct(h, "umpire", t, Change(result={}), "a slip"),
    "step": lambda h, t: step_back(h, "umpire", t, 2, "a slip"),
}


@pytest.mark.parametrize("way", UNDONE)
@pytest.mark.parametrize("end", ["abandoned", "a result"])
def test_an_anonymous_game_whose_names_were_shown_goes_on_only_by_vote(way: str, end: str) -> None:
    """Else an organizer ends it, reads who sits where, and lets it go on."""
    house = make_house()
    table, at = full_table(house, settings={"anonymous": True})
    if end == "abandoned":
        organizer.abandon(house, "umpire", table, "a slip")
    else:
        change = Change(result={"how": "draw", "winners": ["France", "Italy"]})
        organizer.correct(house, "umpire", table, change, "a slip")
    assert all(seat.name for seat in table_view(house, None, table).seats)
    for n, (seat, person) in enumerate(at.items()):
        with pytest.raises(NotYours, match=f"everybody has been named.*{n} of 4 have voted"):
            UNDONE[way](house, table)
        cast_votes(house, person, table, 2, SeatVotes(back="S1901M"), seat=seat)
        if n == 3:
            break
    UNDONE[way](house, table)
    assert row(house, table).status == "running"
    assert not any(seat.name for seat in table_view(house, None, table).seats)


def test_a_stuck_game_does_not_depend_on_its_organizer() -> None:
    """A majority of those who play may have it tried again."""
    house = make_house()
    table, sitters = full_table(house)
    with house.store.write() as tx:
        tx.change(Table, {"id": table}, status="stuck", deadline=None, left=0, organizer=None)
    came = [
        cast_votes(house, person, table, 1, SeatVotes(resume=True)) for person in sitters.values()
    ]
    assert came[3] == ["resumed"]
    assert row(house, table).status == "running"


def test_who_takes_a_seat_over_gets_no_unsent_letters_nor_another_ones_papers() -> None:
    """What was begun and not sent is gone; a copy of one's data has only what one wrote oneself."""
    house = make_house()
    table, sitters = full_table(house)
    old = sitters["Italy"]
    add_people(house, "zoe")
    save_orders(house, old, table, 1, "A ven - tri")
    save_draft(house, old, table, ["France"], "Dear fr")
    send_press(house, old, table, ["France"], "Hello")
    leave(house, old, table)
    house.clock.move(1)
    join(house, "zoe", table, "Italy")
    assert read_press(house, "zoe", table).drafts == {}
    save_draft(house, "zoe", table, ["England"], "My own")
    send_press(house, "zoe", table, ["France"], "I am new")
    (mine,) = export(house, "zoe")["seats"]
    assert [m["text"] for m in mine["press"]] == ["I am new"]
    assert (mine["orders"], [d["text"] for d in mine["drafts"]]) == ([], ["My own"])
