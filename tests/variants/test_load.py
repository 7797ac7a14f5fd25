"""Loading variants from folders: inside the package, by path, and from folders of one's own."""

from pathlib import Path

import pytest

from dragoman import Game
from dragoman.errors import DataError, DragomanError, RequestError
from dragoman.variants import find, load, variant_ids

MAP = """
@map isle
@name Isle
nor coast center North
  army mid
  fleet bay
mid inland Middle
  army nor sou
sou coast center South
  army mid
  fleet bay
bay sea Bay
  fleet nor sou sto/nc sto/sc
sto coast Stone
  fleet/nc bay
  fleet/sc bay
"""

VARIANT = """
id = "isle"
name = "Isle"
version = 3
summary = "Two powers on an island."
map = "isle"
start = "S2001M"
win_at = 2
{more}
[powers.Red]
homes = ["nor"]
units = ["A nor"]
{power}
[powers.Blue]
adjective = "Bluish"
also = ["azure"]
homes = ["sou"]
units = ["F sou"]
"""


def written(folder: Path, text: str, name: str = "isle") -> Path:
    """A variant's folder with its file."""
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "variant.toml").write_text(text, encoding="utf-8")
    return folder / name


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    """A folder with a variant of one's own and, beside it, its map."""
    written(tmp_path, VARIANT.format(more="", power=""))
    (tmp_path / "isle" / "isle.txt").write_text(MAP, encoding="utf-8")
    return tmp_path


def test_the_package_brings_standard() -> None:
    assert "standard" in variant_ids()
    variant = load("standard")
    assert (variant.id, variant.version, len(variant.powers)) == ("standard", 1, 7)
    assert variant.folder == str(find("standard"))


@pytest.mark.parametrize("ref", ["{0}/isle", "{0}/isle/variant.toml"])
def test_a_variant_is_loaded_by_path(isle: Path, ref: str) -> None:
    variant = load(ref.format(isle))
    assert (variant.id, variant.version, variant.map.id) == ("isle", 3, "isle")
    assert variant.powers["Blue"].adjective == "Bluish"  # type: ignore[index]
    assert variant.powers["Red"].adjective == "Red"  # type: ignore[index]


@pytest.mark.parametrize("ref", ["./isle", "isle/", "isle/variant.toml", "isle/../isle"])
def test_a_path_may_be_relative(isle: Path, ref: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(isle)
    assert load(ref).id == "isle"


@pytest.mark.parametrize("name", ["a+b", "me@home", "a+b@c"])
def test_a_path_may_have_the_signs_of_a_composition(isle: Path, name: str) -> None:
    (isle / name).mkdir()
    folder = (isle / "isle").rename(isle / name / "isle")
    assert load(str(folder)).id == "isle"
    assert load(str(folder / "variant.toml")).id == "isle"


def test_a_variant_is_loaded_by_id_from_a_named_folder(isle: Path) -> None:
    assert load("isle", None, [isle]).id == "isle"
    assert set(variant_ids([isle])) == {*variant_ids(), "isle"}
    with pytest.raises(RequestError, match="no variant 'isle': there are "):
        load("isle")


def test_a_named_folder_comes_before_the_package(isle: Path) -> None:
    """One's own Standard stands in for the package's."""
    text = VARIANT.format(more="", power="").replace('id = "isle"', 'id = "standard"')
    written(isle, text)
    (isle / "isle").rename(isle / "standard")
    assert load("standard", None, [isle]).name == "Isle"


def test_a_folder_is_called_as_its_variant(isle: Path) -> None:
    """Records name the id and are found by it, so another name would lose their games."""
    (isle / "isle").rename(isle / "atoll")
    with pytest.raises(DataError, match="id: is 'isle', but its folder is called 'atoll'"):
        load("atoll", None, [isle])
    with pytest.raises(DataError, match="id: is 'isle', but its folder is called 'atoll'"):
        load("catspaw@atoll", None, [isle])
    assert load(f"{isle}/atoll").id == "isle"


@pytest.mark.parametrize(
    "where", ["isle/isle.txt", "isle/isle/map.txt", "isle/map.txt", "isle.txt", "isle/map.txt"]
)
def test_a_map_lies_beside_its_variant_or_in_a_named_folder(isle: Path, where: str) -> None:
    text = (isle / "isle" / "isle.txt").read_text(encoding="utf-8")
    (isle / "isle" / "isle.txt").unlink()
    (isle / where).parent.mkdir(exist_ok=True)
    (isle / where).write_text(text, encoding="utf-8")
    assert load("isle", None, [isle]).map.id == "isle"


def test_a_variant_of_ones_own_is_played(isle: Path) -> None:
    """Units, homes and the winning number are the file's."""
    game = Game.new("isle", folders=[isle])
    assert str(game.phase) == "S2001M"
    assert game.legal("Blue")["F sou"] == ["F sou H", "F sou - bay"]
    game.submit("Red", "A nor - mid")
    game.advance()
    game.submit("Red", "A mid - sou")
    game.submit("Blue", "bluish F sou - bay")
    game.advance()
    assert game.state.result is not None
    assert game.state.result.winners == ("Red",)


def test_a_variant_builds_on_another(isle: Path) -> None:
    """What a file leaves out is its base's; the base may be an id, or a path."""
    text = 'id = "big"\nname = "Big"\nversion = 1\nsummary = "S."\nbase = "{}"\nwin_at = 1\n'
    for base in ("isle", str(isle / "isle")):
        written(isle, text.format(base), "big")
        variant = load("big", None, [isle])
        assert (variant.id, variant.numbers["win_at"], variant.map.id) == ("big", 1, "isle")
        assert list(variant.powers) == ["Red", "Blue"]


def test_an_edition_in_the_file_takes_the_book_whole(isle: Path) -> None:
    """The base's own policies go with the base's edition."""
    more = 'edition = "1971"\n[policies]\nparadox = "szykman"\n'
    written(isle, VARIANT.format(more=more, power=""))
    head = 'name = "X"\nversion = 1\nsummary = "S."\nbase = "isle"\n'
    written(isle, f'id = "kept"\n{head}', "kept")
    written(isle, f'id = "changed"\n{head}edition = "1982"\n', "changed")
    assert load("kept", None, [isle]).policies.paradox == "szykman"
    assert load("kept", {"edition": "1971"}, [isle]).policies.paradox == "attack"
    assert load("changed", None, [isle]).policies.paradox == "water"


@pytest.mark.parametrize("bases", [("a",), ("a", "b"), ("a", "b", "c")])
def test_a_variant_that_is_its_own_base_is_refused(tmp_path: Path, bases: tuple[str, ...]) -> None:
    for name, base in zip(bases, (*bases[1:], bases[0]), strict=True):
        head = f'id = "{name}"\nname = "X"\nversion = 1\nsummary = "X"\n'
        written(tmp_path, f'{head}base = "{base}"\n', name)
    with pytest.raises(DataError, match="its own base") as error:
        load("a", None, [tmp_path])
    assert error.value.key == "base"


@pytest.mark.parametrize("ref", ["nowhere", "", "no/where", "/no/where", ".", "standard/x"])
def test_what_is_not_there_is_refused(
    ref: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RequestError, match=r"no variant"):
        load(ref)


def test_a_folder_that_was_not_named_is_thought_of(
    isle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(isle)
    with pytest.raises(RequestError, match=r"no variant 'isle': .*; for the one in isle/ name its"):
        load("isle")
    with pytest.raises(RequestError, match=r"no variant 'atlantis': .*, youngstown$"):
        load("atlantis")


FAULTS = [
    ("", 'wonder = "x"', "powers.Red.wonder", "is not a key of a power"),
    ('wonder = "x"', "", "wonder", "is not a key of a variant file"),
    ('map = "atlantis"', "", "map", "no atlantis/map.txt beside the variant"),
    ("map = 3", "", "map", "expected a text, found 3"),
    ('win_at = "two"', "", "win_at", "expected a number, found 'two'"),
    ("win_at = true", "", "win_at", "expected a number, found True"),
    ("version = 1.5", "", "version", "expected a number, found 1.5"),
    ("id = 7", "", "id", "expected a text, found 7"),
    ("powers = 3", None, "powers", "expected a table, found 3"),
    ("", 'centers = ["mid"]', "powers.Red.centers", "mid is not a center of the map isle"),
    ("", 'centers = ["atl"]', "powers.Red.centers", "atl is not a center of the map isle"),
    ("", 'lands = ["atl"]', "powers.Red.lands", "atl is not on the map isle"),
    ('modules = ["weather"]', "", "modules", "no module 'weather'; there are: "),
    ("modules = [3]", "", "modules", "expected a module's name or { use = name }, found 3"),
    ("modules = [{ name = 3 }]", "", "modules", "expected a module's name"),
    (
        'modules = [{ use = "leaders", weather = 1 }]',
        "",
        "modules.leaders.weather",
        "is not an option of the module; those are ",
    ),
    (
        'modules = [{ use = "coast_guards", weather = 1 }]',
        "",
        "modules.coast_guards.weather",
        "is not an option of the module; it has none",
    ),
    (
        "[options]\nweather = 1",
        "",
        "options.weather",
        "is not an option of this variant; those are win_at",
    ),
    (
        '[options]\nedition = "1971"',
        "",
        "options.edition",
        'is a key of its own: write `edition = "1971"` before all tables',
    ),
    (
        '[options]\nparadox = "szykman"',
        "",
        "options.paradox",
        "is a policy: write it under [policies]",
    ),
    ("[options]\nwin_at = 0", "", "options.win_at", "must be at least 1, not 0"),
    ('boards = "x"', "", "boards", "expected one row for each of"),
    ("win_at = 0", "", "win_at", "expected at least 1, found 0"),
    ("win_at = -3", "", "win_at", "expected at least 1, found -3"),
    ("version = 0", "", "version", "expected at least 1, found 0"),
    ("version = -1", "", "version", "expected at least 1, found -1"),
    ('id = ""', "", "id", "expected a text, found ''"),
    ('name = " "', "", "name", "expected a text, found ' '"),
    (
        'start = "S2001Q"',
        "",
        "start",
        "no game begins in S2001Q: write a season, a year and one of",
    ),
    ('start = "S2001A"', "", "start", "no game begins in S2001A"),
    ('start = "W2001M"', "", "start", "no game begins in W2001M"),
    ('start = "S2001R"', "", "start", "no game begins in S2001R"),
    ('start = "S2001M.3"', "", "start", "no game begins in S2001M.3"),
    ("", None, "powers", "is missing: expected a table"),
    ("powers = {}", None, "powers", "expected at least one power"),
    ("", 'also = "blue"', "powers.Red.also", "expected a list of texts, found 'blue'"),
    ("", 'also = [" "]', "powers.Red.also", "a name is empty"),
    ("", 'also = ["AZURE"]', "powers.Blue", "azure is also what Red is called"),
    ("", 'also = ["blue"]', "powers.Blue", "Blue is also what Red is called"),
    ("", 'adjective = "bluish"', "powers.Blue", "Bluish is also what Red is called"),
    ("", "adjective = 3", "powers.Red.adjective", "expected a text, found 3"),
    ("", "color = 3", "powers.Red.color", "expected a text, found 3"),
    ("", 'color = "blue"', "powers.Red.color", "expected such as '#3d7ea6', found 'blue'"),
    ("", 'color = "#12345g"', "powers.Red.color", "expected such as '#3d7ea6', found '#12345g'"),
    ("", 'color = "#fff"', "powers.Red.color", "expected such as '#3d7ea6', found '#fff'"),
    ("", "[powers.red]\nhomes = []", "powers.red", "red is also what Red is called"),
    ("", '[powers." "]\nhomes = []', "powers. ", "a power needs a name"),
    ("", 'centers = ["nor", "nor"]', "powers.Red.centers", "nor is listed twice"),
    ("", 'centers = ["nor", "sou"]', "powers.Blue", "sou is Red's already"),
    ("", 'lands = ["mid", "mid"]', "powers.Red.lands", "mid is listed twice"),
]


def spoiled(more: str, power: str | None) -> str:
    """The file with a line of its own in place of the one for the same key."""
    key = more.partition(" =")[0]
    text = VARIANT.format(more=more, power=power or "")
    if power is None:
        text = text.partition("[powers")[0]
    lines = text.splitlines()
    doubles = [n for n, line in enumerate(lines) if key and line.startswith(f"{key} =")]
    return "\n".join(line for n, line in enumerate(lines) if len(doubles) < 2 or n != doubles[0])


def complaint(isle: Path, more: str, power: str | None) -> DragomanError:
    """What is said about a file."""
    written(isle, spoiled(more, power))
    with pytest.raises(DragomanError) as error:
        load("isle", None, [isle])
    return error.value


@pytest.mark.parametrize(("more", "power", "key", "problem"), FAULTS, ids=[f[2] for f in FAULTS])
def test_a_fault_names_file_and_key(
    isle: Path, more: str, power: str | None, key: str, problem: str
) -> None:
    error = complaint(isle, more, power)
    assert isinstance(error, DataError)
    assert (error.file, error.key) == (str(isle / "isle" / "variant.toml"), key)
    assert problem in error.problem


UNNAMED = [
    ('edition = "1959"', "edition"),
    ("edition = 3", "edition"),
    ('[policies]\nparadox = "dice"', "policies"),
    ('[policies]\nweather = "wet"', "policies"),
    ('policies = "none"', "policies"),
    ('start = "Monday"', "start"),
    ("base = 3", "base"),
    ('base = "nowhere"', "base"),
    ("modules = 3", "modules"),
    ("options = 3", "options"),
    ("[powers]\nGreen = 3", "powers.Green"),
    ("[powers.Green]\nunits = 3", "powers.Green"),
    ("[powers.Green]\nunits = [3]", "powers.Green"),
    ("[powers.Green]\nhomes = 3", "powers.Green"),
    ("credits = 3", "credits"),
]


@pytest.mark.parametrize(("more", "key"), UNNAMED)
def test_a_value_of_the_wrong_sort_is_named_too(isle: Path, more: str, key: str) -> None:
    error = complaint(isle, more, "")
    assert isinstance(error, DataError)
    assert str(isle / "isle" / "variant.toml") in str(error)
    assert error.key.startswith(key)


@pytest.mark.parametrize(
    ("unit", "problem"),
    [
        ("X nor", "'X nor': no kind of unit 'X': begin with A (army) or F (fleet)"),
        ("nor", "'nor': no kind of unit 'nor': begin with A (army) or F (fleet)"),
        ("F Blue", "'F Blue': Blue is a power, not a place: write a province"),
        ("F mid", "'F mid': no fleet can stand in 'mid'"),
        ("A bay", "'A bay': no army can stand in 'bay'"),
        ("A atl", "'A atl': no place called 'atl' on the map isle"),
        ("A nro", "'A nro': no place called 'nro' on the map isle: did you mean nor?"),
        ("F sto", "'F sto': a fleet needs a coast there: F sto/nc or F sto/sc"),
        ("A sou", "sou is Red's already"),
        ('A nor", "F nor', "'F nor': another unit stands in nor"),
        ('A nor", "A nor', "'A nor': another unit stands in nor"),
    ],
)
def test_units_that_cannot_stand_are_refused(isle: Path, unit: str, problem: str) -> None:
    text = VARIANT.format(more="", power="").replace('units = ["A nor"]', f'units = ["{unit}"]')
    written(isle, text)
    with pytest.raises(DataError) as error:
        load("isle", None, [isle])
    assert error.value.key.startswith("powers.")
    assert error.value.problem == problem


@pytest.mark.parametrize(
    ("key", "right"),
    [("id", "a text"), ("name", "a text"), ("version", "a number"), ("summary", "a text")],
)
def test_what_every_file_needs_is_missed(isle: Path, key: str, right: str) -> None:
    lines = VARIANT.format(more="", power="").splitlines()
    written(isle, "\n".join(line for line in lines if not line.startswith(f"{key} =")))
    with pytest.raises(DataError, match=rf"variant.toml: {key}: is missing: expected {right}$"):
        load("isle", None, [isle])


def test_a_home_is_listed_once(isle: Path) -> None:
    text = VARIANT.format(more="", power="").replace('homes = ["nor"]', 'homes = ["nor", "nor"]')
    written(isle, text)
    with pytest.raises(DataError, match=r"powers.Red.homes: nor is listed twice"):
        load("isle", None, [isle])


def test_a_map_of_another_name_is_not_taken_instead(isle: Path) -> None:
    """A map.txt beside the variant serves it only under the name that the file asks for."""
    written(isle, spoiled('map = "nope"', ""))
    (isle / "isle" / "isle.txt").rename(isle / "isle" / "map.txt")
    with pytest.raises(
        DataError, match=r"no nope/map.txt beside .*; map.txt here is isle"
    ) as error:
        load("isle", None, [isle])
    assert error.value.key == "map"


def test_a_file_that_is_no_toml_is_refused(isle: Path) -> None:
    written(isle, "id = ")
    with pytest.raises(DataError, match="Invalid value") as error:
        load("isle", None, [isle])
    assert error.value.key == "toml"
    (isle / "isle" / "variant.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"is not written in UTF-8 \(line 1\)"):
        load("isle", None, [isle])


def test_a_file_that_lacks_a_name_is_refused_in_compositions_too(isle: Path) -> None:
    """A composition complains about the part at fault."""
    written(isle, VARIANT.format(more="", power="").replace('name = "Isle"\n', ""))
    with pytest.raises(DataError, match=r"isle/variant.toml: name"):
        load("isle", None, [isle])
    with pytest.raises(DataError, match=r"isle/variant.toml: name"):
        load("black_hole@isle", None, [isle])


def test_a_fault_in_the_map_names_the_map(isle: Path) -> None:
    """Known bug 12: a border declared on one side only is refused."""
    (isle / "isle" / "isle.txt").write_text(MAP.replace("  army nor sou\n", "  army nor\n"))
    with pytest.raises(DataError, match=r"sou borders mid by army, but mid \(line 8\)") as error:
        load("isle", None, [isle])
    assert error.value.file.endswith("isle.txt")


def test_earlier_versions_are_given_by_options(tmp_path: Path) -> None:
    """Each version says what differs from the one after it; compositions are taken apart."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.toml").write_text(
        'id = "mine"\nname = "Mine"\nversion = 4\nsummary = "Mine."\nbase = "black_hole"\n'
        "[versions.3]\nper_turn = 2\n[versions.2]\nper_turn = 3\nimmunity = false\n"
    )
    found = {n: load("mine", None, [tmp_path], n) for n in (1, 2, 3, 4)}
    assert {n: v.version for n, v in found.items()} == {1: 4, 2: 2, 3: 3, 4: 4}
    settings = {n: (v.settings["per_turn"], v.settings["immunity"]) for n, v in found.items()}
    assert settings == {1: (1, True), 2: (3, False), 3: (2, True), 4: (1, True)}
    given = load("mine", {"per_turn": 5}, [tmp_path], 2)
    assert given.settings["per_turn"] == 5
    composed = load("catspaw@mine", None, [tmp_path], 203)
    assert (composed.version, composed.settings["per_turn"]) == (203, 2)
    assert composed.settings["build_ties"] == "dropped"


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("[versions.4]", "versions.4: is no version before 4"),
        ("[versions.first]", "versions.first: is no version before 4"),
        ("[versions]\n3 = 1", "versions.3: expected a table of options"),
    ],
)
def test_a_wrong_version_is_refused(tmp_path: Path, row: str, complaint: str) -> None:
    """What is no earlier version, or tells no options, is named."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.toml").write_text(
        f'id = "mine"\nname = "Mine"\nversion = 4\nsummary = "Mine."\nbase = "standard"\n{row}\n'
    )
    with pytest.raises(DataError, match=complaint):
        load("mine", None, [tmp_path])


def test_a_variant_and_its_map_show_what_they_are() -> None:
    variant = load("standard")
    assert repr(variant) == "<Variant standard, version 1: Standard>"
    assert repr(variant.map) == "<Map standard: 76 provinces>"
