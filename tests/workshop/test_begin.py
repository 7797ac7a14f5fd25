"""Drafts are begun from files of ours and of others, and taken along again."""

import io
import zipfile
from pathlib import Path

import pytest

from dragoman.errors import RequestError
from dragoman.variants import load
from dragoman.workshop.begin import from_variant, uploaded
from dragoman.workshop.blank import blank
from dragoman.workshop.downloads import as_dvar
from dragoman.workshop.examine import examine
from dragoman.workshop.texts import PREFIX, TOML, Files, packed, sweep_left, unpacked
from tests.importing.toys import FILES


def zipped(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as pack:
        for name, text in files.items():
            pack.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize("form", FILES)
def test_a_board_of_another_program_becomes_a_draft(form: str) -> None:
    begun = uploaded(zipped(FILES[form]), "Toy.zip")
    found = examine(begun.files)
    assert found.faults == [] and len(found.powers) == 2
    assert form in begun.origin


def test_a_single_file_needs_no_zip() -> None:
    assert examine(uploaded(FILES["dvar"]["toy.json"].encode(), "toy.json").files).faults == []


def test_a_draft_is_taken_along_and_brought_back(tmp_path: Path) -> None:
    files = blank("Four Winds").files
    pack = packed(files, "four_winds")
    assert packed(files, "four_winds") == pack and uploaded(pack, "x.zip").files == files
    unpacked(pack, tmp_path)
    assert load("four_winds", {}, [tmp_path]).name == "Four Winds"
    name, text = as_dvar(files, ())
    assert name == "four_winds" and examine(uploaded(text.encode(), "x.json").files).faults == []


def test_a_folder_with_a_fault_is_taken_as_it_is() -> None:
    begun = uploaded(zipped({"a/variant.toml": "id = "}), "a.zip")
    assert begun.files == {TOML: "id = "}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04 broken", "cannot be read"),
        (zipped({"../../evil.py": ""}), "outside its folder"),
        (zipped({"/etc/x": ""}), "outside its folder"),
        (zipped({f"{n}.txt": "" for n in range(500)}), "holds too much"),
        (zipped({"a.py": "raise SystemExit"}), "nothing to import"),
        (b"\x00\x01\x02", "nothing to import"),
        (zipped({"toy.map": "junk"}), "toy.map"),
        (zipped({"install.php": "<?php"}), "the powers are in variant.php"),
    ],
)
def test_what_is_no_board_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(RequestError, match=says) as refused:
        uploaded(data, "odd.zip")
    assert "/tmp" not in str(refused.value)


def test_what_an_ended_process_left_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dragoman.workshop.texts.gettempdir", lambda: str(tmp_path))
    left, other = tmp_path / f"{PREFIX}x", tmp_path / "else"
    for folder in (left, other):
        folder.mkdir()
    sweep_left(3600)
    assert left.is_dir()
    sweep_left(-1)
    assert other.is_dir() and not left.exists()


def test_a_mixture_becomes_one_file() -> None:
    files = from_variant("fog+wings@cat", name="Blind Cats").files
    assert '"fog"' in files[TOML] and 'name = "Blind Cats"' in files[TOML]
