"""The command `dragoman import`, as a user runs it."""

from pathlib import Path

from click.testing import CliRunner, Result

from dragoman.cli import main
from dragoman.draw.compiled import FILE

from .toys import FILES, lay_out


def run(*args: object) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["import", *map(str, args)])


def test_one_file_becomes_a_variant_with_its_board(tmp_path: Path) -> None:
    folder = lay_out("map", tmp_path)
    said = run(folder / "toy.map", "--out", tmp_path / "out")
    assert said.exit_code == 0
    assert "1 imported" in said.stdout
    assert {f.name for f in (tmp_path / "out" / "toy").iterdir()} == {
        *("map.txt", "variant.toml", "rules.md", FILE)
    }
    listed = CliRunner().invoke(main, ["variants", "--folder", str(tmp_path / "out")])
    assert "\ntoy " in listed.stdout


def test_a_folder_of_many_formats_is_imported_with_a_table(tmp_path: Path) -> None:
    for form in FILES:
        lay_out(form, tmp_path / "all")
    (tmp_path / "all" / "bad.map").write_text("COAST HAR BUTS\n")
    said = run(tmp_path / "all", "--out", tmp_path / "out", "--no-drawing")
    assert said.exit_code == 0
    assert "6 imported" in said.stdout and "1 failed" in said.stdout
    assert "bad.map: line 1: expected ABUTS after HAR, found BUTS" in said.stderr
    rows = [line.split() for line in said.stdout.splitlines()]
    assert rows[0][:3] == ["variant", "from", "provinces"]
    assert {row[0] for row in rows[1:-1]} == {"toy", *(f"toy_{f}" for f in [*FILES][1:])}
    assert "7/7" in said.stderr


def test_a_folder_of_variants_is_no_variant_and_its_pictures_are_no_maps(tmp_path: Path) -> None:
    """vDiplomacy's folder `variants` has a file of its own, and pictures that end in .map."""
    folder = lay_out("webdiplomacy", tmp_path).rename(tmp_path / "variants")
    (folder / "variant.php").write_text("<?php abstract class WDVariant {} ?>")
    (folder / "Toy" / "picture.map").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    said = run(folder, "--no-drawing", "--strict", "--out", tmp_path / "out")
    assert (said.exit_code, "1 imported" in said.stdout) == (0, True)


def test_strict_makes_any_failure_one(tmp_path: Path) -> None:
    folder = lay_out("map", tmp_path)
    (folder / "bad.map").write_text("COAST HAR BUTS\n")
    args = (folder, "--no-drawing", "--overwrite", "--out", tmp_path / "out")
    assert run(*args).exit_code == 0
    assert run(*args, "--strict").exit_code == 1


def test_nothing_is_written_over_unless_it_is_said(tmp_path: Path) -> None:
    folder = lay_out("map", tmp_path)
    args = (folder, "--no-drawing", "--out", tmp_path / "out")
    assert run(*args).exit_code == 0
    again = run(*args)
    assert again.exit_code == 1
    assert "is there already: use --overwrite" in again.stderr
    assert run(*args, "--overwrite").exit_code == 0


def test_requests_that_cannot_be_carried_out_are_refused(tmp_path: Path) -> None:
    assert "there is no" in run(tmp_path / "gone").stderr
    assert "no format 'foo': there are webdiplomacy" in run(tmp_path, "--from", "foo").stderr
    assert "nothing to import" in run(tmp_path).stderr
    assert run(tmp_path).exit_code == 2
