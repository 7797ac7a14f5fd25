"""The pages of the documentation, and what can be tried out in them.

A page is tried out in an empty folder of its own. A line that is nothing but a file's name in code
style, followed by a block, is a file there; blocks of `console` are commands and what they print;
blocks of `python` with prompts are a session; a block `json request` is judged and must give the
block `json answer` after it. A line `...` stands for any lines, the text "..." for any JSON value.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in [
        ROOT / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / "src/dragoman/variants").glob("*/rules.md")),
    ]
}

_BLOCK = re.compile(
    r"(?:^`(?P<file>[\w./-]+)`\n+)?^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S
)


class Block(NamedTuple):
    """A fenced block: its language and note, its text, and the file that it is, if it is one."""

    info: str
    body: str
    file: str | None


class Command(NamedTuple):
    """A command of a page and what it prints."""

    line: str
    prints: str


def blocks(text: str, info: str = "") -> list[Block]:
    """The fenced blocks of a page, or those of one language."""
    found = [Block(m["info"].strip(), m["body"], m["file"]) for m in _BLOCK.finditer(text)]
    return [block for block in found if not info or block.info == info]


def write_files(text: str, folder: Path) -> None:
    """The files of a page, written into a folder."""
    for block in blocks(text):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.body, encoding="utf-8")


def commands(text: str) -> Iterator[Command]:
    """The commands of a page, in order."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block.body, flags=re.M)[1:]:
            line, _, prints = part.partition("\n")
            yield Command(line, prints)


def fits(wanted: str, found: str) -> bool:
    """Whether a text is what a page shows, a line `...` standing for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + " *\n"
        for line in wanted.rstrip().splitlines()
    )
    return re.fullmatch(pattern, found.rstrip() + "\n" if found.strip() else "") is not None


def fits_json(wanted: object, found: object) -> bool:
    """Whether a JSON value is what a page shows, the text "..." standing for any value."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(fits_json(wanted[k], found[k]) for k in wanted)
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(fits_json, wanted, found))
    return wanted in ("...", found)
