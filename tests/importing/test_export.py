"""Variants go out to other programs and come back with the same borders."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dragoman import load
from dragoman.cli import main
from dragoman.geo import LAND, SEA
from dragoman.importing.export import EXPORTS, borders, unsaid
from dragoman.importing.sources import FORMATS
from dragoman.importing.tidy import tidy
from dragoman.importing.write import write

SUFFIX = {"dvar": "json", "map": "map"}


@pytest.mark.parametrize("form", EXPORTS)
@pytest.mark.parametrize("name", ["standard", "cline", "youngstown"])
def test_a_round_trip_changes_no_border(form: str, name: str, tmp_path: Path) -> None:
    variant = load(name)
    file = tmp_path / f"{name}.{SUFFIX[form]}"
    file.write_text(EXPORTS[form](variant), encoding="utf-8")
    (board,) = FORMATS[form].read(file)
    write(tidy(board), tmp_path / "out")
    back = load(str(tmp_path / "out" / name))
    called = {s.name.lower(): s.id for s in back.map.spaces.values()}
    ids = {s.id: called.get(s.name.lower(), "") for s in variant.map.spaces.values()}

    def renamed(place: str) -> str:
        province, slash, coast = place.partition("/")
        return ids[province] + slash + coast  # type: ignore[index]

    for mode in (LAND, SEA):
        ours = {(renamed(a), renamed(b)) for a, b in borders(variant.map, mode)}
        assert borders(back.map, mode) == ours
    assert {renamed(c) for c in variant.map.centers} == {*back.map.centers}
    for power, info in variant.powers.items():
        other = next(i for p, i in back.powers.items() if p.lower() == power.lower())
        assert {u[:2] + renamed(u[2:]) for u in info.units} == {*other.units}
        assert {renamed(c) for c in info.owned} == {*other.owned}
    assert back.numbers["win_at"] == variant.numbers["win_at"]


def test_a_dvar_has_what_its_schema_demands() -> None:
    document = msgspec.json.decode(EXPORTS["dvar"](load("standard")))
    assert document["schemaVersion"] == 1
    assert {p["type"] for p in document["provinces"]} == {"land", "sea", "coastal"}
    assert sorted(c["id"] for c in document["namedCoasts"]) == [
        *("bul/ec", "bul/sc", "spa/nc", "spa/sc", "stp/nc", "stp/sc")
    ]
    steps = document["phaseProgression"]["transitions"]
    assert [s["to"]["yearDelta"] for s in steps] == [0, 0, 0, 0, 1]
    edges = {(p["id"], b["to"], b["pass"]) for p in document["provinces"] for b in p["adjacencies"]}
    edges |= {
        (p["id"], b["to"], b["pass"]) for p in document["namedCoasts"] for b in p["adjacencies"]
    }
    assert {(b, a, w) for a, b, w in edges} == edges


def test_the_command_writes_a_file_and_says_what_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "cline.json"
    said = CliRunner().invoke(main, ["export", "cline", "--to", "dvar", "-o", str(out)])
    assert said.exit_code == 0
    assert msgspec.json.decode(out.read_bytes())["id"] == "cline"
    assert "not said in dvar: no fleet convoys in ant" in said.stderr
    text = CliRunner().invoke(main, ["export", "standard", "--to", "map"]).stdout
    assert "COAST BUL/EC ABUTS BLA CON RUM" in text
    assert unsaid(load("standard")) == []
