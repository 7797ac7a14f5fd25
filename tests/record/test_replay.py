"""Replaying a record: entry by entry, with the version it pins."""

import pytest
from msgspec.structs import replace

from dragoman.errors import RequestError
from dragoman.geo import Place
from dragoman.model import Power, Seat, Unit
from dragoman.record import Game, GameRecord, Turn, read_record, replay, write_record
from dragoman.record.entries import (
    Abandonment,
    Concession,
    Correction,
    DrawVote,
    Entry,
    Resignation,
    Rollback,
    Takeover,
)
from dragoman.variants import load

STANDARD = load("standard")
OPENING = Game.new("standard").state
FRANCE = Seat("France")


def record(*entries: Entry) -> GameRecord:
    """A record of Standard."""
    return GameRecord("standard", STANDARD.version, entries=entries)


def test_every_entry_is_a_step() -> None:
    steps = list(
        replay(
            record(
                Turn("S1901M", {FRANCE: ("A par - bur",)}),
                DrawVote((FRANCE,)),
                Concession(FRANCE, (FRANCE,)),
                Resignation(FRANCE),
                Takeover(Seat("Zoe"), (Power("France"),)),
                Correction(OPENING, "again"),
                Turn("S1901M"),
                Rollback("S1901M"),
                Abandonment("enough"),
            ),
            STANDARD,
        )
    )
    assert [str(s.state.phase) for s in steps] == [
        "S1901M",
        *["F1901M"] * 5,
        "S1901M",
        "F1901M",
        "S1901M",
        "S1901M",
    ]
    assert [s.resolution is not None for s in steps].count(True) == 2
    assert steps[-1].state.result is not None


def test_a_record_pins_the_version_of_its_rules() -> None:
    old = replace(record(), version=STANDARD.version + 1)
    with pytest.raises(RequestError, match="played by version 2 of standard; here is version 1"):
        list(replay(old, STANDARD))


def test_a_turn_of_another_phase_is_refused() -> None:
    with pytest.raises(RequestError, match="is in S1901M, so orders for F1901M cannot be judged"):
        list(replay(record(Turn("F1901M")), STANDARD))


def test_nothing_but_a_rollback_or_correction_follows_the_end() -> None:
    ended = (DrawVote(tuple(OPENING.seats)),)
    entries: tuple[Entry, ...] = (
        Turn("S1901M"),
        Resignation(FRANCE),
        DrawVote((FRANCE,)),
        Abandonment(),
    )
    for entry in entries:
        with pytest.raises(RequestError, match="the game ended in S1901M"):
            list(replay(record(*ended, entry), STANDARD))
    *_, last = replay(record(*ended, Correction(OPENING)), STANDARD)
    assert last.state.result is None


def test_unknown_seats_in_a_record_are_refused() -> None:
    entries: tuple[Entry, ...] = (
        Resignation(Seat("Zoe")),
        Concession(Seat("Zoe"), ()),
        Concession(FRANCE, (Seat("Zoe"),)),
        DrawVote((FRANCE, Seat("Zoe"))),
    )
    for entry in entries:
        with pytest.raises(RequestError, match="no seat 'Zoe'"):
            list(replay(record(entry), STANDARD))


def test_seats_in_a_record_are_read_in_any_case() -> None:
    """A draw that all agree to ends the game, however their names are written."""
    *_, last = replay(record(DrawVote(tuple(Seat(s.upper()) for s in OPENING.seats))), STANDARD)
    assert last.state.result is not None
    others = tuple(Seat(s.lower()) for s in OPENING.seats if s != FRANCE)
    *_, last = replay(record(Concession(Seat("FRANCE"), others)), STANDARD)
    assert last.state.result is not None
    assert last.state.result.winners == (FRANCE,)


def test_a_correction_must_fit_the_variant() -> None:
    unit = Unit(1, Power("France"), "A", Place("xyz"))
    lost = replace(OPENING, units=(unit,))
    with pytest.raises(RequestError, match=r"^entries\[0\]: units.France: A xyz cannot stand"):
        list(replay(record(Correction(lost)), STANDARD))


def test_orders_that_are_not_understood_stop_the_replay() -> None:
    with pytest.raises(RequestError, match=r"^entries\[0\]: orders.France\[0\]: .*Xanadu"):
        list(replay(record(Turn("S1901M", {FRANCE: ("A par - Xanadu",)})), STANDARD))


def test_orders_of_a_seat_that_is_not_there_are_refused() -> None:
    with pytest.raises(RequestError, match="no seat 'Zoe'"):
        list(replay(record(Turn("S1901M", {Seat("Zoe"): ("A par - bur",)})), STANDARD))


def test_lots_are_written_into_the_turn_and_read_back() -> None:
    """A game of chance replays the same, even if its lots had fallen otherwise."""
    game = Game.new("black_hole", seed="7")
    while not any(getattr(e, "lots", ()) for e in game.record.entries):
        game.advance()
    again = Game.of(read_record(write_record(game.record)))
    assert again.state == game.state
    assert again.record == game.record
