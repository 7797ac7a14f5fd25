"""Game files: records as JSON, read strictly and written the same way every time."""

from pathlib import Path

import pytest

from dragoman.errors import DataError
from dragoman.record import Game, read_record, write_record


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("{", "record", "truncated"),
        ("[]", "record", "Expected `object`, got `array`"),
        ('{"variant": "standard"}', "record", "required field `version`"),
        ('{"variant": "standard", "version": 1, "format": "pgn"}', "format", "found 'pgn'"),
        ('{"variant": 1, "version": 1}', "record", "Expected `str`, got `int`"),
        (
            '{"variant": "standard", "version": 1, "entries": [{"type": "dance"}]}',
            "record",
            "Invalid value 'dance'",
        ),
    ],
)
def test_a_file_that_is_no_record_is_refused(text: str, key: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem) as error:
        read_record(text, "game.json")
    assert (error.value.file, error.value.key) == ("game.json", key)


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
