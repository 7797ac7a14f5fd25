"""Repairs: for the commonest faults of a map text, what would mend them, to be chosen."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from dragoman.workshop.lines import Fix, LineFault

UNKNOWN = re.compile(
    r"(?P<a>[\w/]+) borders (?P<b>[^ ,]+), which is not a place of this map"
    r"(?:: did you mean (?P<near>[\w/]+)\?)?"
)
ONE_SIDED = re.compile(
    r"(?P<a>[\w/]+) borders (?P<b>[\w/]+) by (?P<word>army|fleet), but [\w/]+ \(line (?P<at>\d+)\) "
    r"does not border [\w/]+: write (?P<sign>[<>]?)[\w/]+ on its (?P<own>[\w/]+) line"
)
MEANT = re.compile(
    r"unknown (?:mark|line|directive @?) ?'?(?P<word>\w+)'?.*did you mean @?(?P<near>\w+)\?"
)
WIDE = 8
"""How wide the first word of a line under a province is."""


def with_repairs(text: str, faults: list[LineFault]) -> list[LineFault]:
    """Faults of a map text, with repairs where some are known."""
    lines = text.splitlines()
    return [replace(fault, fixes=tuple(repairs(lines, fault))) for fault in faults]


def repairs(lines: list[str], fault: LineFault) -> Iterator[Fix]:
    """What would mend a fault."""
    if not 0 < fault.line <= len(lines):
        return
    here = lines[fault.line - 1]
    if found := UNKNOWN.match(fault.text):
        yield from _unknown(fault.line, here, found["b"], found["near"])
    elif found := ONE_SIDED.match(fault.text):
        yield from _one_sided(lines, fault.line, found)
    elif (found := MEANT.search(fault.text)) and found["near"]:
        yield Fix(
            f"Write {found['near']}", {fault.line: _swapped(here, found["word"], found["near"])}
        )


def _unknown(line: int, here: str, wrong: str, near: str | None) -> Iterator[Fix]:
    if near:
        yield Fix(f"Write {near}", {line: _swapped(here, wrong, near)})
    yield Fix(f"Leave out {wrong}", {line: _swapped(here, wrong, "")})


def _one_sided(lines: list[str], line: int, found: re.Match[str]) -> Iterator[Fix]:
    here, at, a, b = lines[line - 1], int(found["at"]), found["a"], found["b"]
    if 0 < at <= len(lines):
        other = lines[at - 1]
        inside = other[:1].isspace()
        added = f"{found['sign']}{a}"
        # A province without such a line gets one under its own.
        written = f"{other} {added}" if inside else f"{other}\n  {found['own']:{WIDE}} {added}"
        yield Fix(f"Add {a} to {b.partition('/')[0]}", {at: written})
    yield Fix(f"Leave out {b}", {line: _swapped(here, b, "")})


def _swapped(line: str, word: str, other: str) -> str:
    """A line with one word of it written otherwise, or left out."""
    pattern = rf"(?<![\w/])[<>]?{re.escape(word)}(?![\w/])"
    if other:
        return re.sub(pattern, other, line, count=1)
    return re.sub(rf"\s+{pattern}", "", line, count=1)
