"""Ends: draws and concessions that everybody agrees to, pauses by vote, results and scores."""

import pytest

from dragoman.house.errors import Closed, Invalid
from dragoman.house.play.history import record
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.logbook import logbook
from dragoman.house.tables.organizer import abandon, correct
from dragoman.house.tables.scores import results, results_csv
from dragoman.house.tables.seats import join, leave, seat_bot
from dragoman.house.tables.views import table_view
from dragoman.house.tables.votes import cast_votes, my_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.store.rows import SeatRow
from tests.house.tools import HOUR, add_people, full_table, game, make_house, row

DRAW = SeatVotes(draw=True)


def test_a_draw_needs_everybody() -> None:
    house = make_house()
    table, at = full_table(house)
    *first, last = at.values()
    for person in first:
        assert cast_votes(house, person, table, 1, DRAW) == []
    assert cast_votes(house, first[0], table, 1, SeatVotes()) == []
    assert cast_votes(house, last, table, 1, DRAW) == []
    assert cast_votes(house, first[0], table, 1, DRAW) == ["ended"]
    found = results(house, None, table)
    assert (found.how, len(found.winners)) == ("draw", 7)
    assert {r.draw_size for r in found.rows} == {round(100 / 7, 3)}
    assert {r.outcome for r in found.rows} == {"shared"}
    russia = next(r for r in found.rows if r.seat == "Russia")
    assert russia.sum_of_squares == round(100 * 16 / (16 + 6 * 9), 3)
    assert results_csv(found).splitlines()[0].startswith("seat,powers,player")
    assert len(results_csv(found).splitlines()) == 8
    assert record(house, None, table).entries


def test_a_vote_for_a_draw_is_secret_unless_the_table_says_so() -> None:
    for how, seen in (("secret", None), ("open", True)):
        house = make_house()
        table, at = full_table(house, settings={"draws": how})
        cast_votes(house, at["France"], table, 1, DRAW)
        shown = {s.seat: s.draw for s in table_view(house, at["Italy"], table).seats}
        assert shown["France"] is seen
        assert shown["Italy"] is False
        assert my_votes(house, at["France"], table) == DRAW


def test_empty_seats_go_with_the_others_and_bots_as_they_think() -> None:
    house = make_house()
    table, at = full_table(house)
    people = list(at.items())
    for _, person in people[1:]:
        leave(house, person, table)
    assert cast_votes(house, people[0][1], table, 1, DRAW) == ["ended"]

    house = make_house()
    table, at = full_table(house)
    people = list(at.items())
    for _, person in people[1:]:
        leave(house, person, table)
    seat_bot(house, "umpire", table, people[1][0], "random")
    assert cast_votes(house, people[0][1], table, 1, DRAW) == []


def test_a_game_is_conceded_by_all_others() -> None:
    house = make_house()
    table, at = full_table(house)
    others = [person for seat, person in at.items() if seat != "Turkey"]
    for person in others[:-1]:
        assert cast_votes(house, person, table, 1, SeatVotes(concede="turkey")) == []
    assert cast_votes(house, others[-1], table, 1, SeatVotes(concede="Turkey")) == ["ended"]
    found = results(house, None, table)
    assert (found.how, found.winners) == ("concession", ["Turkey"])
    assert {r.seat: r.sum_of_squares for r in found.rows}["Turkey"] == 100.0


@pytest.mark.parametrize("second", ["England", "France", "Germany", "Italy", "Russia", "Turkey"])
def test_two_who_concede_to_each_other_have_not_agreed(second: str) -> None:
    house = make_house()
    table, at = full_table(house)
    assert cast_votes(house, at["Austria"], table, 1, SeatVotes(concede=second)) == []
    assert cast_votes(house, at[second], table, 1, SeatVotes(concede="Austria")) == []
    for seat in at.keys() - {"Austria", second}:
        leave(house, at[seat], table)
    assert cast_votes(house, at["Austria"], table, 1, SeatVotes(concede=second)) == []
    assert cast_votes(house, at[second], table, 1, SeatVotes()) == ["ended"]
    assert results(house, None, table).winners == [second]


def test_a_variant_that_knows_no_draw_does_not_end_in_one() -> None:
    house = make_house()
    table, at = full_table(house, "heptadiplomacy")
    for person in at.values():
        with pytest.raises(Closed, match="know no draws"):
            cast_votes(house, person, table, 1, DRAW)
    assert row(house, table).status == "running"
    assert not table_view(house, at["France"], table).draws


def test_wrong_votes_are_refused() -> None:
    house = make_house()
    table, at = full_table(house, settings={"extensions": "organizer"})
    france = at["France"]
    with pytest.raises(Invalid):
        cast_votes(house, france, table, 1, SeatVotes(concede="France"))
    with pytest.raises(Invalid):
        cast_votes(house, france, table, 1, SeatVotes(extend=10**9))
    with pytest.raises(Closed):
        cast_votes(house, france, table, 1, SeatVotes(extend=60))
    with pytest.raises(Closed):
        cast_votes(house, france, table, 2, DRAW)


def test_a_majority_pauses_resumes_and_takes_more_time() -> None:
    house = make_house()
    table, at = full_table(house)
    people = list(at.values())
    before = row(house, table).deadline
    assert before is not None
    for person, hours in zip(people[:3], (1, 2, 3), strict=True):
        assert cast_votes(house, person, table, 1, SeatVotes(extend=hours * 3600)) == []
    assert cast_votes(house, people[3], table, 1, SeatVotes(extend=4 * 3600)) == ["extended"]
    assert row(house, table).deadline == before + HOUR
    for person in people[:3]:
        assert cast_votes(house, person, table, 1, SeatVotes(pause=True)) == []
    assert cast_votes(house, people[3], table, 1, SeatVotes(pause=True)) == ["paused"]
    house.clock.move(HOUR)
    assert (row(house, table).status, row(house, table).deadline) == ("paused", None)
    for person in people[:3]:
        assert cast_votes(house, person, table, 1, SeatVotes(resume=True)) == []
    assert cast_votes(house, people[3], table, 1, SeatVotes(resume=True)) == ["resumed"]
    assert row(house, table).deadline == before + 2 * HOUR
    kinds = [event.kind for event in logbook(house, None, table)]
    assert kinds[-3:] == ["extended", "paused", "resumed"]


def test_an_abandoned_game_has_no_winner() -> None:
    house = make_house()
    table, _ = full_table(house)
    with pytest.raises(Closed):
        results(house, None, table)
    with pytest.raises(Closed):
        record(house, "umpire", table)
    abandon(house, "umpire", table, "everybody is away")
    found = results(house, None, table)
    assert (found.how, found.winners) == ("none", [])
    assert {r.draw_size + r.sum_of_squares for r in found.rows} == {0.0}


def test_a_seat_with_nothing_left_votes_no_more() -> None:
    house = make_house()
    table, at = full_table(house)
    gone = Change(units={"Austria": []}, centers={"Austria": []})
    correct(house, "umpire", table, gone, "for the test")
    with pytest.raises(Closed):
        cast_votes(house, at["Austria"], table, 2, DRAW)
    rest = [person for seat, person in at.items() if seat != "Austria"]
    done = [cast_votes(house, person, table, 2, DRAW) for person in rest]
    assert done == [[]] * 5 + [["ended"]]
    rows = {r.seat: r for r in results(house, None, table).rows}
    assert (rows["Austria"].outcome, rows["Austria"].eliminated) == ("eliminated", "S1901M")
    assert game(house, table).state.result is not None


def test_who_takes_over_a_seat_has_not_voted_yet() -> None:
    """A draw that somebody agreed to who then stayed away is not agreed to by who follows him."""
    house = make_house()
    table, at = full_table(house, settings={"missed": "wait"})
    cast_votes(house, at["Italy"], table, 1, DRAW)
    with house.store.write() as tx:
        tx.change(SeatRow, {"table": table, "seat": "Italy"}, left=house.now)
    add_people(house, "new")
    join(house, "new", table, "Italy")
    assert my_votes(house, "new", table) == SeatVotes()
