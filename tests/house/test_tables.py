"""Tables and seats: made, found, joined by account or link, filled with bots, started."""

import sys
from collections import Counter
from random import Random

import pytest

from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, NotYours, TooMany, Unknown
from dragoman.house.play.rounds import run_due
from dragoman.house.settings import HouseSettings
from dragoman.house.tables import catalog
from dragoman.house.tables.seats import (
    clear_seat,
    guest_of_link,
    join,
    leave,
    make_invitation,
    make_link,
    seat_bot,
    take_link,
)
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
from dragoman.store.rows import SeatRow
from tests.house.tools import add_people, full_table, game, make_house, play_phase, row


def test_a_table_is_made_of_a_variant_with_its_options() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_table(house, "ann", variant="standard", options={"win_at": 20}, title=" A  b ")
    view = table_view(house, None, table)
    assert (view.title, view.status, view.options) == ("A b", "forming", {"win_at": 20})
    assert [seat.open for seat in view.seats] == [True] * 7
    assert view.organizer == "Ann"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"variant": "../standard"}, "variant"),
        ({"variant": "/etc"}, "variant"),
        ({"variant": "nothing"}, "variant"),
        ({"variant": "standard", "options": {"win_at": "many"}}, "options"),
        ({"variant": "standard", "options": {"what": 1}}, "options"),
        ({"variant": "standard", "settings": {"grace": -5}}, "settings.grace"),
        ({"variant": "standard", "title": "x" * 81}, "title"),
        ({"variant": "standard", "title": "a\0b"}, "title"),
        ({"variant": "standard", "visibility": "secret"}, "visibility"),
    ],
)
def test_a_wrong_table_is_refused_with_its_field(wrong: dict[str, object], field: str) -> None:
    house = make_house()
    add_people(house, "ann")
    with pytest.raises(Invalid) as refused:
        create_table(house, "ann", **wrong)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert list_tables(house, None) == []


def test_a_visitor_makes_no_table_and_nobody_makes_too_many() -> None:
    house = make_house(settings=HouseSettings(tables_each=1))
    add_people(house, "ann")
    with pytest.raises(NotYours):
        create_table(house, None, variant="standard")
    first = create_table(house, "ann", variant="standard")
    with pytest.raises(TooMany):
        create_table(house, "ann", variant="standard")
    cancel_table(house, "ann", first)
    create_table(house, "ann", variant="standard")


def test_tables_are_found_by_those_who_may_know_of_them() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    made = {
        how: create_table(house, "ann", variant="catspaw", visibility=how)
        for how in ("public", "unlisted", "invited")
    }
    assert [t.id for t in list_tables(house, "bob")] == [made["public"]]
    assert {t.id for t in list_tables(house, "ann", mine=True)} == set(made.values())
    assert table_view(house, None, made["unlisted"]).id == made["unlisted"]
    with pytest.raises(Unknown) as hidden:
        table_view(house, "bob", made["invited"])
    with pytest.raises(Unknown) as absent:
        table_view(house, "bob", "nowhere")
    assert str(hidden.value) == str(absent.value)
    invite = make_invitation(house, "ann", made["invited"])
    assert table_view(house, "bob", made["invited"], invite=invite).status == "forming"
    join(house, "bob", made["invited"], invite=invite)
    assert table_view(house, "bob", made["invited"]).own[0].seat == "Seat 1"


def test_a_list_of_tables_loads_no_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many options are played: names are in the files, labels beside the positions."""
    house = make_house()
    add_people(house, "ann")
    for n in range(8):
        create_table(
            house,
            "ann",
            variant="standard" if n % 2 else "standard@cline",
            options={"win_at": 7 + n},
            settings={"sandbox": n > 5},
        )
    asked = []
    monkeypatch.setattr(catalog, "load", lambda *given: asked.append(given))
    monkeypatch.setattr(
        sys.modules["dragoman.variants.load"], "_built", lambda *given: asked.append(given)
    )
    found = list_tables(house, "ann", mine=True)
    assert asked == []
    assert Counter((row.variant_name, row.label) for row in found) == {
        ("Standard", ""): 3,
        ("Standard", "Spring 1901"): 1,
        ("Standard on Cline Nine-Person", ""): 3,
        ("Standard on Cline Nine-Person", "Spring 1901"): 1,
    }


def test_of_a_table_one_label_is_kept_however_long_it_is_played() -> None:
    house, chance = make_house(), Random(7)
    table, sitters = full_table(house)
    labels, kept = [], []
    for _ in range(3):
        labels += [row.label for row in list_tables(house, None)]
        kept.append(len(house.labels))
        play_phase(house, table, sitters, chance)
    assert labels[0] == "Spring 1901"
    assert len(set(labels)) == 3
    assert len(set(kept)) == 1


def test_a_forming_table_is_changed_by_its_organizer_alone() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="standard")
    with pytest.raises(NotYours):
        edit_table(house, "bob", table, title="Mine")
    edit_table(house, "ann", table, title="Ours", settings={"press": "none"})
    assert table_view(house, None, table).press == "none"
    with pytest.raises(Invalid):
        edit_table(house, "ann", table, settings={"sandbox": True})


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    house = make_house()
    table, sitters = full_table(house)
    view = table_view(house, sitters["France"], table)
    assert (view.status, view.turn, view.phase, view.label) == (
        "running",
        1,
        "S1901M",
        "Spring 1901",
    )
    assert view.deadline == house.now + 2 * 86_400_000
    assert [s.name for s in view.seats if s.mine] == [sitters["France"].title()]
    assert [due.subject for due in view.own[0].owed] == ["A mar", "A par", "F bre"]


def test_an_organizer_may_start_with_empty_seats() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="standard")
    with pytest.raises(Closed):
        start_table(house, "ann", table)
    join(house, "bob", table, "France")
    with pytest.raises(NotYours):
        start_table(house, "bob", table)
    start_table(house, "ann", table)
    with pytest.raises(Closed):
        start_table(house, "ann", table)
    assert row(house, table).status == "running"
    assert join(house, "ann", table, "Italy").seat == "Italy"


def test_seats_are_taken_once_and_given_up() -> None:
    house = make_house()
    add_people(house, "ann", "bob", "cid")
    table = create_table(house, "ann", variant="standard")
    assert join(house, "bob", table, "france").seat == "France"
    assert join(house, "bob", table).seat == "France"
    with pytest.raises(Closed):
        join(house, "cid", table, "France")
    with pytest.raises(Closed):
        join(house, "bob", table, "Italy")
    with pytest.raises(Unknown):
        join(house, "cid", table, "Spain")
    with pytest.raises(NotYours):
        join(house, None, table)
    leave(house, "bob", table)
    with pytest.raises(NotYours):
        leave(house, "bob", table)
    assert join(house, "cid", table, "France").seat == "France"
    with pytest.raises(NotYours):
        clear_seat(house, "bob", table, "France")
    clear_seat(house, "ann", table, "France")
    assert table_view(house, "cid", table).own == []


def called(house: House, link: str) -> str:
    """The guest who comes back by a link."""
    found = guest_of_link(house, link)
    assert found is not None
    return found.id


def test_a_link_seats_a_guest_and_then_belongs_to_him_alone() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    add_people(house, "guest", "other", kind="guest")
    table = create_table(house, "ann", variant="standard", visibility="invited")
    link = make_link(house, "ann", table, "France")
    assert guest_of_link(house, link) is None
    seated = take_link(house, "guest", link)
    assert (seated.table, seated.seat) == (table, "France")
    for stranger in ("ann", "other"):
        with pytest.raises(Unknown):
            take_link(house, stranger, link)
    with pytest.raises(Unknown):
        guest_of_link(house, link)
    assert called(house, seated.link) == "guest"
    with pytest.raises(Closed):
        make_link(house, "ann", table, "France")
    second = take_link(house, "bob", make_link(house, "ann", table, "Italy"))
    with pytest.raises(NotYours):
        guest_of_link(house, second.link)


def test_bots_fill_seats() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="catspaw")
    with pytest.raises(Invalid):
        seat_bot(house, "ann", table, "Seat 1", "clever")
    with pytest.raises(NotYours):
        seat_bot(house, "bob", table, "Seat 1", "random")
    seat_bot(house, "ann", table, "Seat 1", "random")
    seat_bot(house, "ann", table, "Seat 2", "random")
    with pytest.raises(Closed):
        join(house, "bob", table, "Seat 1")
    join(house, "bob", table, "Seat 3")
    view = table_view(house, None, table)
    assert view.status == "running"
    assert sorted(seat.bot for seat in view.seats) == ["", "random", "random"]


def test_seats_by_lot_keep_everybody_and_their_links() -> None:
    house = make_house(seed=3)
    add_people(house, "ann", "g1", "g2", kind="guest")
    table = create_table(house, "ann", variant="standard", settings={"assignment": "lot"})
    links = {}
    for guest, seat in (("g1", "Austria"), ("g2", "England")):
        links[guest] = take_link(house, guest, make_link(house, "ann", table, seat)).link
    start_table(house, "ann", table)
    with house.store.read() as tx:
        rows = tx.find(SeatRow, table=table)
    assert sorted(r.account or "" for r in rows) == [""] * 5 + ["g1", "g2"]
    assert {r.seat for r in rows if r.account} != {"Austria", "England"}
    assert all(called(house, link) == guest for guest, link in links.items())


def test_numbered_seats_get_the_names_that_the_lot_draws() -> None:
    house = make_house(seed=5)
    table, sitters = full_table(house, "catspaw")
    assert set(sitters) == set(game(house, table).state.seats)
    assert not any(seat.startswith("Seat") for seat in sitters)


def test_a_deserted_table_stands_still_until_somebody_comes() -> None:
    house = make_house()
    table, sitters = full_table(house)
    for person in sitters.values():
        leave(house, person, table)
    house.clock.move(10 * 86_400_000)
    assert run_due(house) == [table]
    assert run_due(house) == []
    assert (row(house, table).status, row(house, table).phase) == ("paused", "F1901M")
    join(house, "player 0", table, "France")
    assert cast_votes(house, "player 0", table, 2, SeatVotes(resume=True)) == ["resumed"]
    assert row(house, table).status == "running"
    assert row(house, table).deadline == house.now + 2 * 86_400_000


def test_an_anonymous_table_names_nobody_until_its_end() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"anonymous": True})
    for watcher in (None, sitters["France"], "umpire"):
        view = table_view(house, watcher, table)
        others = [s.name for s in view.seats if not s.mine]
        assert others == [""] * (6 if watcher == sitters["France"] else 7)
        assert view.organizer == ""


def test_an_organizer_who_cannot_play_knows_who_sits_at_an_anonymous_table() -> None:
    """One who could might sit down, or have sat there: he left, or took over from a friend."""
    house = make_house()
    table, _ = full_table(house, settings={"anonymous": True, "organizer_plays": False})
    assert all(seat.name for seat in table_view(house, "umpire", table).seats)


def test_a_table_without_observers_is_seen_by_its_people_alone() -> None:
    house = make_house()
    table, sitters = full_table(house, settings={"observers": False})
    with pytest.raises(Unknown):
        table_view(house, None, table)
    assert table_view(house, sitters["France"], table).status == "running"
    assert table_view(house, "umpire", table).own == []
