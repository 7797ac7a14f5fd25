"""`dragoman new` makes a folder that plays, and `dragoman preview` says what is wrong in it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.workshop.commands import look_at, new, preview

ALREADY = "dragoman: two_shores is there already: choose another name\n"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(new, ["Two Shores", "--powers", "2"])
    assert result.exit_code == 0 and "dragoman preview --watch two_shores" in result.output
    return Path("two_shores")


def test_a_new_folder_is_sound_and_drawn(made: Path) -> None:
    result = CliRunner().invoke(preview, [str(made), "--games", "1"])
    assert result.exit_code == 0, result.output
    assert "10 provinces, 2 powers, 1 of 1 cases hold" in result.output
    assert "1 games" in result.output and (made / "preview.svg").is_file()
    again = CliRunner().invoke(main, ["new", "Two Shores"])
    assert (again.exit_code, again.output) == (2, ALREADY)
    assert "a variant has a name" in CliRunner().invoke(main, ["new", " "]).output


def test_faults_are_named_by_file_and_line(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = made / "map.txt"
    file.write_text(file.read_text().replace("army ", "arny ", 1))
    assert not look_at(made, 0, ())
    assert "two_shores/map.txt:8: unknown line 'arny'" in capsys.readouterr().out


def test_a_variant_is_begun_from_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(new, ["Blind", "--from", "fog"]).exit_code == 0
    assert 'id = "blind"' in Path("blind/variant.toml").read_text()
