"""An organizer who plays: what he may do only if most of the others want it, and may not see."""

from collections.abc import Callable
from typing import Any

import pytest

from dragoman.house.errors import Closed, NotYours
from dragoman.house.play.editing import step_back
from dragoman.house.play.orders import my_orders, save_orders
from dragoman.house.play.rounds import run_due
from dragoman.house.tables import organizer
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.press import read_press, send_press
from dragoman.house.tables.seats import join, leave
from dragoman.house.tables.tables import create_table
from dragoman.house.tables.views import table_view
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.store.rows import SeatRow
from tests.house.tools import HOUR, TestHouse, add_people, game, make_house, row


def playing_organizer(
    house: TestHouse, variant: str = "standard", settings: dict[str, Any] | None = None
) -> tuple[str, dict[str, str]]:
    """A running table whose organizer has a seat, and who sits where."""
    people = add_people(house, *(f"player {n}" for n in range(9)))
    chosen = settings or {"press": "private"}
    table = create_table(house, people[0], variant=variant, settings=chosen)
    for person in people:
        if row(house, table).status == "forming":
            join(house, person, table)
    return table, {r.seat: str(r.account) for r in seat_rows(house, table)}


def seat_rows(house: TestHouse, table: str) -> list[SeatRow]:
    """The seats of a table."""
    with house.store.read() as tx:
        return tx.find(SeatRow, table=table)


def test_an_organizer_who_plays_makes_no_friend_of_his_the_umpire() -> None:
    """A friend would judge early and go back for him, without anybody's vote."""
    house = make_house()
    table, at = playing_organizer(house)
    with pytest.raises(NotYours, match="only to another who plays"):
        organizer.hand_over(house, "player 0", table, "player 8")
    organizer.hand_over(house, "player 0", table, at["Turkey"])
    assert row(house, table).organizer == at["Turkey"]


def test_at_an_anonymous_table_handing_over_does_not_tell_who_plays() -> None:
    house = make_house()
    table, at = playing_organizer(house, settings={"anonymous": True})
    for heir in ("player 8", at["Turkey"]):
        with pytest.raises(NotYours, match="at an anonymous table does not hand it over"):
            organizer.hand_over(house, "player 0", table, heir)


def test_an_organizer_who_gets_up_is_still_one_who_plays() -> None:
    """Else he would judge, go back and look into seats for the friend who takes his place."""
    house = make_house()
    table, at = playing_organizer(house)
    send_press(house, at["England"], table, ["France"], "a secret")
    leave(house, "player 0", table)
    add_people(house, "friend")
    with pytest.raises(NotYours, match="0 of 4 have voted"):
        organizer.adjudicate(house, "player 0", table, 1, sure=True)
    with pytest.raises(NotYours, match="parts, not the whole"):
        organizer.correct(house, "player 0", table, Change(state=game(house, table).state), "so")
    with pytest.raises(NotYours, match="only to another who plays"):
        organizer.hand_over(house, "player 0", table, "friend")
    organizer.replace_seat(house, "player 0", table, "France", "silent")
    join(house, "friend", table, "France")
    assert read_press(house, "friend", table).messages == []


def test_an_organizer_who_got_up_before_the_game_does_not_play() -> None:
    house = make_house()
    (owner, *people) = add_people(house, *(f"player {n}" for n in range(8)))
    table = create_table(house, owner, variant="standard")
    join(house, owner, table)
    leave(house, owner, table)
    for person in people:
        join(house, person, table)
    organizer.adjudicate(house, owner, table, 1, sure=True)
    assert row(house, table).turn == 2


BACKWARDS: dict[str, Callable[[TestHouse, str], object]] = {
    "phase": lambda h, t: organizer.correct(h, "player 0", t, Change(phase="S1901M"), "again"),
    "result": lambda h, t: organizer.correct(h, "player 0", t, Change(result={}), "again"),
    "undo": lambda h, t: step_back(h, "player 0", t, 2),
}


@pytest.mark.parametrize("way", BACKWARDS)
def test_no_way_back_is_left_to_an_organizer_who_plays(way: str) -> None:
    """Nor may he end the game, see all that was secret, and play on."""
    house = make_house()
    table, _ = playing_organizer(house)
    if way == "phase":
        house.clock.move(30 * 24 * HOUR)
        run_due(house)
    else:
        organizer.abandon(house, "player 0", table, "enough")
    with pytest.raises(NotYours, match="to go on from S1901M: 0 of 4 have voted"):
        BACKWARDS[way](house, table)


@pytest.mark.parametrize("what", ["early", "back"])
def test_an_organizer_who_plays_needs_the_votes_of_the_others(what: str) -> None:
    """To judge early and to go back; where all others are bots there is nobody to ask."""
    house = make_house()
    table, at = playing_organizer(house)
    if what == "back":
        house.clock.move(30 * 24 * HOUR)
        assert run_due(house) == [table]
    turn = row(house, table).turn

    def act() -> object:
        if what == "early":
            return organizer.adjudicate(house, "player 0", table, turn, sure=True)
        return organizer.roll_back(house, "player 0", table, "S1901M", "once more")

    others = [(seat, person) for seat, person in at.items() if person != "player 0"]
    for n, (seat, person) in enumerate(others):
        if n <= 3:
            with pytest.raises(NotYours, match=f"{n} of 4 have voted"):
                act()
            wish = SeatVotes(early=True) if what == "early" else SeatVotes(back="s1901m")
            cast_votes(house, person, table, turn, wish, seat=seat)
    act()
    assert row(house, table).turn == turn + 1


def test_a_finished_game_is_taken_up_again_only_by_vote() -> None:
    house = make_house()
    table, at = playing_organizer(house)
    turn = row(house, table).turn
    for seat, person in at.items():
        cast_votes(house, person, table, turn, SeatVotes(draw=True), seat=seat)
    assert row(house, table).status == "finished"
    with pytest.raises(NotYours):
        organizer.roll_back(house, "player 0", table, "S1901M", "once more")
    for seat, person in at.items():
        with pytest.raises(Closed):
            cast_votes(house, person, table, turn + 1, SeatVotes(draw=True), seat=seat)
        cast_votes(house, person, table, turn + 1, SeatVotes(back="S1901M"), seat=seat)
    organizer.roll_back(house, "player 0", table, "S1901M", "once more")
    assert row(house, table).status == "running"


def test_whoever_follows_one_whom_a_playing_organizer_removed_learns_nothing() -> None:
    """Neither the draft of the turn nor what was said in private before."""
    house = make_house()
    table, at = playing_organizer(house)
    save_orders(house, at["France"], table, 1, "A par - bur")
    send_press(house, at["England"], table, ["France"], "a secret")
    send_press(house, at["England"], table, [], "for all")
    organizer.replace_seat(house, "player 0", table, "France", "silent")
    add_people(house, "friend")
    join(house, "friend", table, "France")
    send_press(house, at["England"], table, ["France"], "a new secret")
    assert my_orders(house, "friend", table).text == ""
    heard = [message.text for message in read_press(house, "friend", table).messages]
    assert heard == ["for all", "a new secret"]


def test_an_organizer_who_got_up_sees_neither_who_has_saved_nor_who_is_ready() -> None:
    """A friend of his may have taken his place."""
    house = make_house()
    table, at = playing_organizer(house, settings={"ready": "hidden"})
    save_orders(house, at["England"], table, 1, "F lon - nth")
    leave(house, "player 0", table)
    seats = table_view(house, "player 0", table).seats
    assert {(seat.saved, seat.ready) for seat in seats} == {(None, None)}
    assert table_view(house, at["England"], table).umpired


def test_those_who_were_removed_have_not_voted_for_it() -> None:
    """Else an organizer who plays would remove whoever is against it."""
    house = make_house()
    table, at = playing_organizer(house)
    for seat, person in list(at.items())[1:5]:
        if person != "player 0":
            organizer.replace_seat(house, "player 0", table, seat, "silent")
            at.pop(seat)
    for seat, person in at.items():
        cast_votes(house, person, table, 1, SeatVotes(early=True), seat=seat)
    with pytest.raises(NotYours, match="of 4 have voted"):
        organizer.adjudicate(house, "player 0", table, 1, sure=True)


def test_who_comes_in_for_one_who_was_removed_votes_in_his_place() -> None:
    house = make_house()
    table, at = playing_organizer(house)
    organizer.replace_seat(house, "player 0", table, "France", "silent")
    with pytest.raises(NotYours, match="0 of 4 have voted"):
        organizer.adjudicate(house, "player 0", table, 1, sure=True)
    join(house, "player 8", table, "France")
    for seat in ("France", "England", "Italy", "Turkey"):
        person = at[seat] if seat != "France" else "player 8"
        cast_votes(house, person, table, 1, SeatVotes(early=True), seat=seat)
    organizer.adjudicate(house, "player 0", table, 1, sure=True)
    assert row(house, table).turn == 2


def test_who_is_out_of_the_game_is_not_asked() -> None:
    """He votes no more: else nobody could ever be so many as are needed."""
    house = make_house()
    table, at = playing_organizer(house)
    gone = [seat for seat, person in at.items() if person != "player 0"][:5]
    with house.store.write() as tx:
        tx.change(SeatRow, {"table": table}, votes='{"back":"S1901M"}')
    nothing = Change(units={s: [] for s in gone}, centers={s: [] for s in gone})
    organizer.correct(house, "player 0", table, nothing, "gone")
    [left] = [seat for seat, person in at.items() if person != "player 0" and seat not in gone]
    with pytest.raises(NotYours, match="0 of 1 have voted"):
        organizer.adjudicate(house, "player 0", table, 2, sure=True)
    cast_votes(house, at[left], table, 2, SeatVotes(early=True), seat=left)
    organizer.adjudicate(house, "player 0", table, 2, sure=True)
    assert row(house, table).turn == 3


MINE = {
    "units": Change(units={"Italy": []}),
    "centers": Change(centers={"Italy": []}),
    "victory": Change(result={"how": "solo", "winners": ["France"]}),
}


@pytest.mark.parametrize("what", MINE)
def test_an_organizer_who_plays_corrects_nothing_without_the_others(what: str) -> None:
    """Within the phase neither: he might take units away, or make himself the winner."""
    house = make_house()
    table, at = playing_organizer(house)
    with pytest.raises(NotYours, match="to go on from S1901M: 0 of 4 have voted"):
        organizer.correct(house, "player 0", table, MINE[what], "typo")
    for seat, person in at.items():
        cast_votes(house, person, table, 1, SeatVotes(back="S1901M"), seat=seat)
    organizer.correct(house, "player 0", table, MINE[what], "typo")
    assert row(house, table).turn == 2


FASTER: dict[str, dict[str, Any]] = {
    "a limit": {"limits": {"movement": {"seconds": 1}, "other": {"seconds": 86_400}}},
    "a limit of all phases": {"limits": {"other": {"seconds": 1}}},
    "an hour": {"limits": {"other": {"at": "18:00", "seconds": 86_400}}},
    "grace": {"grace": 0},
    "those who missed": {"missed": "go_on"},
    "those who stay away": {"absent_after": 1},
    "who gives more time": {"extensions": "organizer"},
    "how much of it": {"longest_extension": 60},
}
SLOW: dict[str, Any] = {"press": "private", "grace": 600, "missed": "wait"}


@pytest.mark.parametrize("what", FASTER)
def test_an_organizer_who_plays_gives_less_time_only_by_vote(what: str) -> None:
    """With limits of a second only his own orders would be there in time."""
    house = make_house()
    table, at = playing_organizer(house, settings=SLOW)
    wanted = SLOW | FASTER[what]
    with pytest.raises(NotYours, match="to give less time: 0 of 4 have voted"):
        organizer.change_settings(house, "player 0", table, wanted)
    for seat, person in at.items():
        cast_votes(house, person, table, 1, SeatVotes(early=True), seat=seat)
    organizer.change_settings(house, "player 0", table, wanted)


def test_an_organizer_who_plays_may_give_more_time() -> None:
    house = make_house()
    table, _ = playing_organizer(house, settings=SLOW)
    longer: list[dict[str, Any]] = [
        {"limits": {"movement": {"seconds": 4 * 86_400}, "other": {"seconds": 86_400}}},
        {"limits": {"other": {"seconds": 0}}, "early": False, "press": "open"},
        {"limits": {}, "grace": 700, "absent_after": 3},
    ]
    for change in longer:
        organizer.change_settings(house, "player 0", table, SLOW | change)


def test_an_organizer_does_not_take_back_the_time_that_the_players_voted_for() -> None:
    house = make_house()
    table, at = playing_organizer(house)
    before = row(house, table).deadline
    for seat, person in at.items():
        cast_votes(house, person, table, 1, SeatVotes(extend=3600), seat=seat)
        if row(house, table).deadline != before:
            break
    with pytest.raises(Closed, match="taken back"):
        organizer.take_back(house, "player 0", table)
    organizer.extend(house, "player 0", table, 60)
    organizer.take_back(house, "player 0", table)
