"""The command line, as a newcomer meets it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dragoman import Game, __version__, variant_ids
from dragoman.cli import main
from dragoman.record import write_record
from tests.contract.exchange import EXAMPLE

CASES = Path(__file__).parent / "cases"

TEXT = """
phase S1901M
units
France: A par
Germany: A mun
orders
France: A par - bur
Germany: A mun - bur
"""


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    """What a command prints; one that breaks is a failure of the test."""
    result = CliRunner().invoke(main, list(arguments), input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def printed(*arguments: str, given: str | bytes | None = None) -> str:
    """What a command that succeeds prints."""
    result = run(*arguments, given=given)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(*arguments: str, given: str | bytes | None = None) -> str:
    """The one line with which a command refuses."""
    result = run(*arguments, given=given)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("dragoman: ")
    return result.stderr.removeprefix("dragoman: ").rstrip("\n")


def test_version() -> None:
    assert printed("--version") == f"dragoman, version {__version__}\n"


def test_help_names_every_command() -> None:
    text = printed("--help")
    for name in main.commands:
        assert name in text
        assert printed(name, "--help").startswith(f"Usage: main {name} ")


def test_variants_by_id_one_a_line() -> None:
    assert printed("variants", "--ids").split("\n") == [*variant_ids(), ""]


def test_variants_with_what_they_are() -> None:
    lines = printed("variants").splitlines()
    assert len(lines) == len(variant_ids())
    assert any(line.startswith("standard ") and "Standard: The classic" in line for line in lines)


@pytest.mark.parametrize("name", variant_ids())
def test_every_variant_is_described(name: str) -> None:
    text = printed("variants", "--describe", name)
    assert f"({name}, version " in text.splitlines()[0]
    for word in ("Powers: ", "Options:", "edition: Rulebook (default", "## This game"):
        assert word in text


@pytest.mark.parametrize("ref", ["black_hole@cline", "catspaw+black_hole"])
def test_a_composition_is_described(ref: str) -> None:
    text = printed("variants", "--describe", ref)
    assert f"({ref}, version " in text.splitlines()[0]
    assert "Modules, in this order:" in text


def test_a_described_variant_shows_the_options_given() -> None:
    assert "20 centers win" in printed(
        "variants", "--describe", "standard", "--option", "win_at=20"
    )


def test_an_opening_is_drawn_with_options(tmp_path: Path) -> None:
    arguments = ("--variant", "heptadiplomacy", "--option", "boards=2")
    printed("draw", *arguments, "-o", str(tmp_path / "two.svg"))
    assert (tmp_path / "two.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert "no option 'weather'" in refused(
        "draw", "--variant", "cat", "--option", "weather=1", "-o", str(tmp_path / "none.svg")
    )


def test_a_broken_variant_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/variant.toml").write_text('id = "broken"', encoding="utf-8")
    result = run("variants", "--folder", str(tmp_path))
    assert len(result.stdout.splitlines()) == len(variant_ids())
    assert result.stderr.startswith(f"dragoman: {tmp_path}/broken/variant.toml: name: ")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_variant_that_is_not_there_is_refused() -> None:
    assert refused("variants", "--describe", "atlantis").startswith("no variant 'atlantis': there")


def test_a_request_from_standard_input() -> None:
    answer = json.loads(printed("judge", given=json.dumps(EXAMPLE)))
    assert answer["orders"][0]["outcome"] == "done"


def test_a_request_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "request.json"
    file.write_text(json.dumps(EXAMPLE, indent=2))
    out = printed("judge", str(file))
    assert out.count("\n") == 1
    assert out == printed("judge", given=json.dumps(EXAMPLE))


def test_many_requests_are_answered_in_their_order() -> None:
    """A bad line gets an error; the rest go on."""
    lines = [json.dumps(EXAMPLE), '{"variant": "atlantis"}', "", "nonsense", "{}", "{", "[]"]
    result = run("judge", given="\n".join(lines))
    assert (result.exit_code, result.stderr) == (0, "")
    answers: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert [("error" in a, a.get("next")) for a in answers] == [
        (False, "F1901M"),
        (True, None),
        (True, None),
        (False, "S1901M"),
        (True, None),
        (True, None),
    ]
    assert answers[1]["error"].startswith("no variant 'atlantis'")
    assert all(set(a) == {"error"} for a in answers if "error" in a)


@pytest.mark.parametrize(
    "lines", [["nonsense", "{}"], ["{}", "nonsense"], ["{", "{}"], ["3", "{}"]]
)
def test_a_bad_line_may_be_the_first(lines: list[str]) -> None:
    answers = [json.loads(a) for a in printed("judge", given="\n".join(lines)).splitlines()]
    assert ["error" in a for a in answers] == [line != "{}" for line in lines]


def test_legal_takes_many_requests_too() -> None:
    lines = ["{}", '{"seat": "Atlantis"}']
    answers = [json.loads(a) for a in printed("legal", given="\n".join(lines)).splitlines()]
    assert answers[0]["phase"] == "S1901M"
    assert "Atlantis" in answers[1]["error"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "no request: give a JSON object in a file or on standard input"),
        (" \n ", "no request"),
        ("nonsense", "not JSON: "),
        ("{", "not JSON: "),
        ('{\n "variant": "standard",\n "units": {\n  "France": ["A par"\n }\n}', "not JSON: "),
        (b'{"variant": "\xff"}', "not JSON: "),
        ("3", "request: expected `object`, got `int`"),
        ('{"weather": 1}', "request: object contains unknown field `weather`"),
        ('{"variant": "atlantis"}', "no variant 'atlantis': there are "),
        ('{"options": {"edition": "1959"}}', "option edition cannot be '1959'"),
        ('{"phase": "S1901M", "units": {"France": ["A xyz"]}}', "units.France[0]: "),
        ('{"orders": {"France": ["A par - xyz"]}}', "orders.France[0]: no place called 'xyz'"),
    ],
)
def test_a_bad_request_is_refused_in_one_line(given: str | bytes, says: str) -> None:
    assert refused("judge", given=given).startswith(says)
    if not says.startswith("orders"):
        assert refused("legal", given=given).startswith(says)


@pytest.mark.parametrize(
    "arguments",
    [
        ("judge",),
        ("judge", "--text"),
        ("legal",),
        ("replay",),
        ("draw", "-o", "board.svg"),
        ("cases",),
    ],
)
def test_a_file_that_is_not_there_is_named_in_one_line(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "none.case"
    assert str(file) in refused(*arguments, str(file))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("dance",), "No such command 'dance'."),
        (("judge", "--weather"), "No such option"),
        (("judge", "--folder", "/no/where"), "Directory '/no/where' does not exist."),
        (("replay",), "Missing argument 'FILE'."),
        (("draw",), "Missing option '-o' / '--out'."),
        (("draw", "-o", "x.svg"), "name a game's file, or a variant with --variant"),
        (("draw", "-o", "x.gif", "--variant", "standard"), "cannot draw 'x.gif': end it in .svg"),
        (("draw", "-o", "x.svg", "--variant", "atlantis"), "no variant 'atlantis'"),
        (("draw", "-o", "/no/where/x.svg", "--variant", "standard"), "/no/where/x.svg: No such"),
        (("draw", "-o", "x.svg", "--variant", "standard", "--phase", "X"), "no phase 'X' in this"),
        (("map", "check", "atlantis"), "no map 'atlantis': name a shipped map, a folder or a map"),
        (("map", "dance"), "No such command 'dance'."),
        (("map", "coastline", "none", "none", "out"), "'none' does not exist."),
        (("variants", "--describe", "black_hole@"), "no variant"),
        (("variants", "--describe", "black_hole+black_hole"), "black_hole is named twice"),
        (("variants", "--describe", "cat", "--option", "x"), "--option 'x': write NAME=VALUE"),
    ],
)
def test_a_command_called_wrongly_says_so_in_one_line(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(*arguments)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError(13, "Permission denied", "a.txt"), "a.txt: Permission denied"),
        (OSError("no such host"), "no such host"),
    ],
)
def test_what_the_system_refuses_is_said_in_one_line(
    error: OSError, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("dragoman.cli.variant_ids", fails)
    assert refused("variants") == says


def test_without_a_command_there_is_help() -> None:
    result = run()
    assert result.exit_code == 2
    assert "Usage: " in result.output
    assert "judge" in result.output


HUGE = "x" * 2_000_000


@pytest.mark.parametrize(
    "given",
    [
        HUGE,
        f'"{HUGE}"',
        f'{{"variant": "{HUGE}"}}',
        f'{{"{HUGE}": 1}}',
        f'{{"orders": {{"France": ["{HUGE}"]}}}}',
        f'{{"orders": {{"{HUGE}": []}}}}',
        f'{{"phase": "{HUGE}", "units": {{}}}}',
        '{"notes": ' + "[" * 500_000,
        b"\x00" * 2_000_000,
        b"\xff" * 2_000_000,
    ],
    ids=["text", "string", "variant", "field", "order", "seat", "phase", "deep", "zeros", "bytes"],
)
def test_a_huge_input_is_refused_in_a_short_line(given: str | bytes) -> None:
    assert len(refused("judge", given=given)) < 2000
    if "orders" not in str(given):
        assert len(refused("legal", given=given)) < 2000


def test_a_huge_line_among_many_is_answered_shortly() -> None:
    lines = ["{}", f'{{"variant": "{HUGE}"}}', f"{{{HUGE}", "{}"]
    answers = [json.loads(a) for a in printed("judge", given="\n".join(lines)).splitlines()]
    assert ["error" in a for a in answers] == [False, True, True, False]
    assert all(len(a["error"]) < 2000 for a in answers if "error" in a)


def test_many_requests_with_bytes_that_are_no_text() -> None:
    given = b'{}\n\xff\xfe\n{"variant": "\xff"}\n{}\n'
    answers = [json.loads(a) for a in printed("judge", given=given).splitlines()]
    assert ["error" in a for a in answers] == [False, True, True, False]


def test_huge_plain_text_is_refused_in_a_short_line() -> None:
    assert len(refused("judge", "--text", given=HUGE)) < 2000
    assert len(refused("judge", "--text", given=f"phase S1901M\nunits\nFrance: {HUGE}")) < 2000
    assert len(refused("judge", "--text", given=f"phase {HUGE}\n")) < 2000


def test_legal_with_and_without_a_prefix() -> None:
    base = {"phase": "S1901M", "units": {"France": ["A par"]}}
    answer = json.loads(printed("legal", given=json.dumps(base)))
    assert answer["legal"]["France"]["A par"][0] == "A par H"
    steps = {**base, "subject": "A par", "prefix": ["move"]}
    answer = json.loads(printed("legal", given=json.dumps(steps)))
    assert [step["token"] for step in answer["steps"]] == ["bre", "bur", "gas", "pic"]


def test_plain_text_in_a_sheet_out(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(TEXT)
    sheet = printed("judge", "--text", str(file))
    assert sheet.startswith("Standard: Spring 1901\n")
    assert "A par - bur  fails: 1 against 1, stood off by German A mun - bur" in sheet
    assert not sheet.endswith("\n\n")


def test_a_mark_before_plain_text_is_passed_over() -> None:
    """Some editors begin a file with a byte order mark."""
    marked = b"\xef\xbb\xbf" + TEXT.encode()
    assert printed("judge", "--text", given=marked) == printed("judge", "--text", given=TEXT)


def test_plain_text_with_options_of_the_variant() -> None:
    assert printed(
        "judge", "--text", "--variant", "standard", "--option", "edition=1971", given=TEXT
    ) == printed("judge", "--text", given=TEXT)


@pytest.mark.parametrize("capitals", ["mar,vie", "mar,", '["mar", "vie"]'])
def test_options_that_are_lists(capitals: str) -> None:
    """Lists are written with commas, one of which makes a list of a single name, or as JSON."""
    arguments = ("--variant", "militarism", "--option", f"capitals={capitals}")
    winter = "phase W1900A\nunits\n"
    assert "build L mar" in printed("judge", "--text", *arguments, given=winter)


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        ((), "", "expected a line such as phase S1901M"),
        ((), b"\xff", "the input is not UTF-8"),
        ((), "phase S1901M\nunits\nFrance: A xyz", "no place called 'xyz' (line 3)"),
        (("--variant", "atlantis"), TEXT, "no variant 'atlantis'"),
        (("--option", "weather"), TEXT, "--option 'weather': write NAME=VALUE"),
        (("--option", "weather=1"), TEXT, "no option 'weather'"),
        (("--option", "win_at=-5"), TEXT, "option win_at must be at least 1, not -5"),
        (("--option", "win_at=--5"), TEXT, "option win_at must be a number, not '--5'"),
        (("--option", f"win_at={'9' * 5000}"), TEXT, "option win_at must be a number, not '999"),
        (("--option", "win_at=²"), TEXT, "option win_at must be a number, not '²'"),
        (("--option", "win_at=true"), TEXT, "option win_at must be a number, not True"),
        (("--option", "edition=1959"), TEXT, "option edition cannot be '1959'"),
        (("--option", "edition=[1"), TEXT, "option edition: not a list in JSON"),
    ],
)
def test_bad_plain_text_is_refused_in_one_line(
    arguments: tuple[str, ...], given: str | bytes, says: str
) -> None:
    assert refused("judge", "--text", *arguments, given=given).startswith(says)


def test_a_variant_of_ones_own_is_found_in_a_named_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By --folder, or by the environment, for every command that takes a variant."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "variant.toml").write_text(
        'id = "mine"\nname = "Mine"\nversion = 1\nsummary = "My own."\n'
        'base = "standard"\nwin_at = 3\n'
    )
    folder = ("--folder", str(tmp_path))
    assert "mine\n" in printed("variants", "--ids", *folder)
    assert "3 centers win" in printed("variants", "--describe", "mine", *folder)
    assert json.loads(printed("judge", *folder, given='{"variant": "mine"}'))["next"] == "S1901M"
    assert json.loads(printed("legal", *folder, given='{"variant": "mine"}'))["phase"] == "S1901M"
    assert printed("judge", "--text", "--variant", "mine", *folder, given=TEXT).startswith("Mine:")
    assert printed("cases", "mine", *folder) == "0 cases, 0 wrong\n"
    assert refused("judge", given='{"variant": "mine"}').startswith("no variant 'mine'")
    monkeypatch.setenv("DRAGOMAN_FOLDERS", str(tmp_path))
    assert json.loads(printed("judge", given='{"variant": "mine"}'))["next"] == "S1901M"


HEAD = '"format": "dragoman-game/1"'


def test_a_game_is_replayed(tmp_path: Path) -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    game.advance()
    file = tmp_path / "game.json"
    file.write_text(write_record(game.record))
    text = printed("replay", str(file))
    assert text.index("Standard: Spring 1901\n") < text.index("Standard: Fall 1901 movement")
    assert "A par - bur" in text
    game.agree_draw(*game.seats)
    file.write_text(write_record(game.record))
    text = printed("replay", str(file))
    assert "Orders due" not in text
    assert "draw seats Austria, England, France" in text
    assert "The game is over: a draw shared by Austria, England, France" in text


def test_a_replay_tells_a_concession(tmp_path: Path) -> None:
    game = Game.new("standard")
    game.concede("France", *(s for s in game.seats if s != "France"))
    file = tmp_path / "game.json"
    file.write_text(write_record(game.record))
    assert "The game is over: conceded to France." in printed("replay", str(file))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "game.json: record: "),
        (b"\xff\xfe", "game.json: record: "),
        (b'{"format": "\xff"}', "game.json: record: "),
        ("{}", "game.json: format: is missing: expected 'dragoman-game/1'"),
        (f"{{{HEAD}}}", "game.json: record: Object missing required field `variant`"),
        (
            f'{{{HEAD}, "variant": "standard", "version": 1, "entries": '
            '[{"type": "turn", "phase": "S1901M", "orders": {"France": ["A par - xyz"]}}]}',
            "game.json: entries[0]: orders.France[0]: no place called 'xyz'",
        ),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_line(
    tmp_path: Path, text: str | bytes, says: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert says in refused("replay", str(file))
    assert says in refused("draw", str(file), "-o", str(tmp_path / "board.svg"))


def test_cases_are_run_and_counted(tmp_path: Path) -> None:
    assert printed("cases", str(CASES / "judge.case")).endswith(" cases, 0 wrong\n")
    assert " cases, 0 wrong" in printed("cases", "standard")
    wrong = tmp_path / "wrong.case"
    wrong.write_text(
        "case x  a mistake\nphase S1901M\nunits France: A par\n"
        "order France: A par H => failed\nthen France: A par\n"
    )
    result = run("cases", str(wrong))
    assert result.exit_code == 1
    assert result.stdout == (
        f"{wrong}: x: France: A par H: expected failed, found done held\n1 case, 1 wrong\n"
    )


def test_cases_that_are_not_there_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refused("cases", str(tmp_path / "none.case"))
    (tmp_path / "bytes.case").write_bytes(b"\xff")
    assert "is not written in UTF-8" in refused("cases", str(tmp_path / "bytes.case"))
    assert refused("cases", "atlantis").startswith("no variant 'atlantis'")


def test_the_schema_is_printed() -> None:
    schema = json.loads(printed("schema"))
    assert set(schema["reasons"]) == {"done", "failed", "void", "outvoted"}
    assert schema["request"]["$ref"] == "#/$defs/Request"


def test_the_demonstration_plays_a_game() -> None:
    text = printed("demo")
    for word in (
        "Standard: Spring 1901",
        "stood off by",
        "Supply centers",
        "retreat",
        "Orders due",
    ):
        assert word in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_board_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert printed("draw", "--variant", "standard", "-o", str(file)) == ""
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_a_game_is_drawn(tmp_path: Path) -> None:
    game = Game.new("standard")
    game.submit("France", "A par - bur")
    game.advance()
    record, board = tmp_path / "game.json", tmp_path / "board.svg"
    record.write_text(write_record(game.record))
    assert printed("draw", str(record), "--phase", "s1901m", "-o", str(board)) == ""
    assert "S1901M" in board.read_text(encoding="utf-8")


def test_a_map_is_checked() -> None:
    assert printed("map", "check", "cat") == "cat: every declared border is drawn, and no other\n"
