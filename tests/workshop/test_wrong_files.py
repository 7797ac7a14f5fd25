"""A hundred wrong files: each gives a message beside its line, and none takes the workshop down."""

import pytest

from dragoman.workshop.blank import blank
from dragoman.workshop.examine import examine
from dragoman.workshop.texts import MAP, TOML, Files

SOUND = blank("Four Winds").files
CASE = "cases/first.case"

# What is written for what, and on which line it is named (none: anywhere in the file).
IN_THE_MAP: list[tuple[str, str, int | None]] = [
    ("@map four_winds", "@mop four_winds", None),
    ("@map four_winds", "@map", 1),
    ("@map four_winds", "", None),
    ("@name Four Winds", "@name", 2),
    ("@name Four Winds", "@name A\n@name B", 3),
    ("@projection plane", "@projektion plane", 3),
    ("@projection plane", "@projection mercator 1 2", None),
    ("@projection plane", "@size many", None),
    ("@projection plane", "@frame 1 2 3", None),
    ("@projection plane", "@style gothic", None),
    ("@projection plane", "@coastline elsewhere", None),
    ("@projection plane", "@line rail amc zzz", None),
    ("@projection plane", "@crossing x army amc", None),
    ("@outside amc", "@outside zzz", 4),
    ("amc inland center Amber City", "amc inland center", 7),
    ("amc inland center Amber City", "amc land center Amber City", 7),
    ("amc inland center Amber City", "amc", 7),
    ("amc inland center Amber City", "AMC inland center Amber City", 7),
    ("amc inland center Amber City", "1mc inland center Amber City", 7),
    ("amc inland center Amber City", "amc inland centre Amber City", 7),
    ("amc inland center Amber City", "amc inland Amber center City", 7),
    ("amc inland center Amber City", "amc inland noconvoy Amber City", 7),
    ("amc inland center Amber City", "amc inland convoy Amber City", 7),
    ("amc inland center Amber City", "amc impassable center Amber City", 7),
    ("amc inland center Amber City", "amc impassable Amber City", None),
    ("amc inland center Amber City", "amc sea Amber City", None),
    ("amc inland center Amber City", "amp inland center Amber City", None),
    ("amc inland center Amber City", "amc inland center Amber Port", 10),
    ("army     amp amh dah", "army     amp amh dah zzz", 8),
    ("army     amp amh dah", "army     amp, amh, dah", 8),
    ("army     amp amh dah", "army     amp amh", None),
    ("army     amp amh dah", "army     amp amp amh dah", 8),
    ("army     amp amh dah", "army     amc amp amh dah", 8),
    ("army     amp amh dah", "army     amp amh dah ams", 8),
    ("army     amp amh dah", "army     amp/nc amh dah", 8),
    ("army     amp amh dah", "army     >amp amh dah", None),
    ("army     amp amh dah", "army", None),
    ("army     amp amh dah", "arny     amp amh dah", 8),
    ("army     amp amh dah", "army amp\n  army amh dah", 9),
    ("army     amp amh dah", "fleet    amp amh dah", 8),
    ("  army     amp amh dah", "army     amp amh dah", 8),
    ("  army     amp amh dah", "  also  ,", 8),
    ("  army     amp amh dah", "  also  Birch City\n  army amp amh dah", 8),
    ("at       500,75", "at       500, 75", None),
    ("at       500,75", "at       north", None),
    ("at       500,75", "seeds    1", None),
    ("at       500,75", "outline  1,1", None),
    ("at       500,75", "inset    1 2", None),
    ("fleet    ams amq daq", "fleet    ams amq daq amh", None),
    ("fleet    ams amq daq", "fleet    ams amq daq amc", None),
    ("fleet    ams amq daq", "fleet/nc ams amq\n  fleet daq", None),
    ("ams sea Amber Bay", "ams sea center noconvoy", None),
    ("@name Four Winds", "  army amc\n@name Four Winds", 2),
]
IN_THE_TOML: list[tuple[str, str, int | None]] = [
    ('id = "four_winds"', 'id = "Four Winds"', 1),
    ('id = "four_winds"', 'id = "../evil"', 1),
    ('id = "four_winds"', "id = 4", 1),
    ('id = "four_winds"', "", None),
    ('id = "four_winds"', "id = ", 1),
    ('id = "four_winds"', 'id = "a', 1),
    ('id = "four_winds"', 'id = "four_winds"\nid = "b"', 2),
    ('name = "Four Winds"', "name = 3", 2),
    ('name = "Four Winds"', 'name = ""', 2),
    ('name = "Four Winds"', 'nmae = "Four Winds"', 2),
    ("version = 1", "version = 0", 3),
    ("version = 1", 'version = "1"', 3),
    ("version = 1", "version = true", 3),
    ("version = 1", "version = 1\nversions = { 7 = {} }", 4),
    ("summary = ", "sumary = ", 4),
    ('credits = ""', "credits = []", 5),
    ('map = "four_winds"', 'map = "elsewhere"', 6),
    ('map = "four_winds"', 'map = "/etc/passwd"', 6),
    ('map = "four_winds"', "map = 7", 6),
    ('map = "four_winds"', "", None),
    ('start = "S1901M"', 'start = "someday"', 7),
    ('start = "S1901M"', 'start = "X1901M"', 7),
    ("win_at = 7", "win_at = 0", 8),
    ("win_at = 7", 'win_at = "7"', 8),
    ("win_at = 7", "wins_at = 7", 8),
    ("win_at = 7", "edition = '1066'\nwin_at = 7", 8),
    ("win_at = 7", "policies = { x = 'y' }\nwin_at = 7", 8),
    ("win_at = 7", "rule = 'yes'\nwin_at = 7", 8),
    ("win_at = 7", "base = 'nobody'\nwin_at = 7", 8),
    ("win_at = 7", "base = 'four_winds'\nwin_at = 7", 8),
    ("win_at = 7", "boards = { 1 = 'standard' }\nwin_at = 7", 8),
    ("win_at = 7", "options = { colour = 1 }\nwin_at = 7", 8),
    ("win_at = 7", "kinds = { army = {} }\nwin_at = 7", 8),
    ("win_at = 7", "year = { phases = ['Lent M'] }\nwin_at = 7", 8),
    ("modules = []", "modules = ['os']", 9),
    ("modules = []", "modules = [3]", 9),
    ("modules = []", "modules = 'fog'", 9),
    ("modules = []", "modules = [{ use = 'fog', depth = 3 }]", 9),
    ("modules = []", "modules = ['passages']", 9),
    ("modules = []", "modules = ['railway']", 9),
    ("modules = []", "modules = [", None),
    ("[powers.Amber]", "[powers.]", 11),
    ("[powers.Amber]", "[powers.Birch]", None),
    ('homes = ["amc", "amp"]', 'homes = ["amc", "zzz"]', 12),
    ('homes = ["amc", "amp"]', 'homes = ["amc", "amh"]', 12),
    ('homes = ["amc", "amp"]', 'homes = "amc"', 12),
    ('homes = ["amc", "amp"]', 'home = ["amc", "amp"]', 12),
    ('units = ["A amc", "F amp"]', 'units = ["F amc"]', 13),
    ('units = ["A amc", "F amp"]', 'units = ["A ams"]', 13),
    ('units = ["A amc", "F amp"]', 'units = ["Q amc"]', 13),
    ('units = ["A amc", "F amp"]', 'units = ["A amc", "A amc"]', 13),
    ('units = ["A amc", "F amp"]', 'units = ["A bic"]', None),
    ('color = "#f59e0b"', 'color = "amber"', 14),
    ('color = "#f59e0b"', "color = 3", 14),
]
IN_A_CASE: list[tuple[str, str, int | None]] = [
    ("case    first", "kase    first", 1),
    ("case    first  two armies of equal strength stand off", "case", 1),
    ("phase   S1901M\n", "", None),
    ("units   Amber: ", "units   Amber ", 3),
    ("units   Amber: ", "unit    Amber: ", 3),
    ("=> failed bounced", "-> failed bounced", 5),
    ("=> failed bounced", "=> lost bounced", 5),
    ("=> failed bounced", "=> failed tripped", 5),
]
WRONG = [
    *((MAP, *row) for row in IN_THE_MAP),
    *((TOML, *row) for row in IN_THE_TOML),
    *((CASE, *row) for row in IN_A_CASE),
]


def changed(file: str, old: str, new: str) -> Files:
    assert old in SOUND[file], old
    return {**SOUND, file: SOUND[file].replace(old, new, 1)}


def test_there_are_a_hundred() -> None:
    assert len(WRONG) >= 100


@pytest.mark.parametrize(("file", "old", "new", "line"), WRONG)
def test_a_wrong_file_is_marked_beside_its_line(
    file: str, old: str, new: str, line: int | None
) -> None:
    from dragoman.workshop.picture import draw

    files = changed(file, old, new)
    found = examine(files).faults or draw(files, "four_winds").faults
    assert found
    assert all("Traceback" not in fault.text and "/tmp" not in fault.text for fault in found)
    where = [(fault.file, fault.line) for fault in found]
    assert all(0 <= n <= len(files.get(f, "").splitlines()) + 1 for f, n in where), where
    if line is not None:
        assert (file, line) in where, found
