"""Game files: records as JSON, read strictly and written the same way every time."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.errors import DataError
from dragoman.record import Game, read_record, write_record


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("{", "record", "truncated"),
        ("[]", "record", "Expected `object`, got `array`"),
        (
            '{"variant": "standard", "version": 1}',
            "format",
            "is missing: expected 'dragoman-game/1'",
        ),
        ("{}", "format", "is missing"),
        ('{"format": null}', "format", "is missing"),
        ('{"format": 3}', "format", "found 3"),
        (b'{"format": "\xff"}', "record", "utf-8"),
        (b"\xff\xfe", "record", "malformed|utf-8"),
        ('{"format": ' + "[" * 100_000, "record", "nested|recursion|depth"),
        (f'{{"format": "{"x" * 100_000}"}}', "format", "…"),
        ('{"format": "dragoman-game/1", "variant": "standard"}', "record", "field `version`"),
        ('{"variant": "standard", "version": 1, "format": "pgn"}', "format", "found 'pgn'"),
        (
            '{"format": "dragoman-game/1", "variant": 1, "version": 1}',
            "record",
            "Expected `str`, got `int`",
        ),
        (
            '{"format": "dragoman-game/1", "variant": "standard", "version": 1, '
            '"entries": [{"type": "dance"}]}',
            "record",
            "Invalid value 'dance'",
        ),
    ],
)
def test_a_file_that_is_no_record_is_refused(text: str | bytes, key: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem) as error:
        read_record(text, "game.json")
    assert (error.value.file, error.value.key) == ("game.json", key)
    assert len(str(error.value)) < 2000


GAME = {"format": "dragoman-game/1", "variant": "standard", "version": 1}
STATE = msgspec.to_builtins(Game.new("standard").state)
LOST = {**STATE, "units": [{"id": 1, "power": "France", "kind": "A", "place": "xyz"}]}


@pytest.mark.parametrize(
    ("game", "key", "problem"),
    [
        ({"variant": "atlantis"}, "variant", "no variant 'atlantis'"),
        ({"options": {"weather": 1}}, "variant", "no option 'weather'"),
        ({"seats": ["Ann"]}, "seats", "standard has 7 seats, not 1"),
        ({"entries": [{"type": "turn", "phase": "F1901M"}]}, "entries[0]", "the game is in S1901M"),
        (
            {"entries": [{"type": "turn", "phase": "S1901M"}, {"type": "turn", "phase": "Monday"}]},
            "entries[1]",
            "'Monday' is not a phase",
        ),
        (
            {
                "entries": [
                    {
                        "type": "turn",
                        "phase": "S1901M",
                        "orders": {"Italy": ["A ven H", "A ven jump"]},
                    }
                ]
            },
            "entries[0]",
            "orders.Italy[1]: ",
        ),
        ({"entries": [{"type": "draw", "seats": ["Zoe"]}]}, "entries[0]", "no seat 'Zoe'"),
        (
            {"entries": [{"type": "concession", "to": "Italy", "seats": ["Zoe"]}]},
            "entries[0]",
            "no seat 'Zoe'",
        ),
        (
            {"entries": [{"type": "correction", "state": LOST}]},
            "entries[0]",
            "units.France: A xyz cannot stand there",
        ),
        ({"entries": [{"type": "rollback", "to": "S1900M"}]}, "entries[0]", "no earlier phase S19"),
    ],
)
def test_a_game_that_cannot_be_replayed_names_file_and_entry(
    game: dict[str, Any], key: str, problem: str
) -> None:
    with pytest.raises(DataError) as error:
        Game.from_text(msgspec.json.encode({**GAME, **game}), "game.json")
    assert (error.value.file, error.value.key) == ("game.json", key)
    assert error.value.problem.startswith(problem) or problem in error.value.problem


def test_a_game_is_read_and_replayed() -> None:
    game = Game.new("standard")
    game.advance()
    assert Game.from_text(write_record(game.record)).state == game.state


def test_files_are_written_the_same_way_every_time(tmp_path: Path) -> None:
    game = Game.new("standard", options={"win_at": 20, "edition": "1971"})
    game.submit("France", "A par - bur")
    game.advance()
    text = write_record(game.record)
    assert text == write_record(read_record(text.encode()))
    assert text.endswith("}\n")
    assert '"format": "dragoman-game/1"' in text
    (tmp_path / "game.json").write_text(text)
    assert Game.of(read_record((tmp_path / "game.json").read_bytes())).state == game.state


def test_the_order_of_the_seats_is_kept() -> None:
    """Lots are drawn in the order of the seats, so a corrected position must keep it."""
    game = Game.new("standard", seats=["Zoe", "Ann", "Moe", "Bob", "Yan", "Cid", "Xia"])
    game.correct(game.state, "nothing")
    again = Game.from_text(write_record(game.record))
    assert list(again.state.seats) == ["Zoe", "Ann", "Moe", "Bob", "Yan", "Cid", "Xia"]
