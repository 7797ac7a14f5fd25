"""Commands that pages show but no test runs: there are such commands, options and programs."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from dragoman.cli import main
from tests.docs.pages import PAGES, ROOT

_LINE = re.compile(r"^(?:    |\$ |ExecStart=)?(?:\S*/)?dragoman ([^\n]*)", re.M)
_WORDS = re.compile(r"`dragoman ([^`\n]*)`")
_PROGRAM = re.compile(r"python (bench/\w+\.py|-m tests[\w.]*)|\b(scripts/\w+)")


def shown(text: str) -> Iterator[str]:
    """What follows the word `dragoman` wherever a page shows it as a command."""
    text = text.replace("\\\n", " ")
    for pattern in (_LINE, _WORDS):
        yield from (re.split(r"\s[#>|]\s", found[1])[0] for found in pattern.finditer(text))


def reached(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words lead to, and the words that are left for it."""
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        _, found, words = command.resolve_command(click.Context(command), words)
        assert found is not None
        command = found
    return command, words


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if any(shown(text))])
def test_every_command_and_option_is_there(page: str) -> None:
    for line in shown(PAGES[page]):
        command, rest = reached(shlex.split(line))
        known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
        asked = {word.partition("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
        assert asked - known - {"--version", "--help"} == set(), f"dragoman {line}"


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if _PROGRAM.search(text)])
def test_every_program_is_there(page: str) -> None:
    for python, script in _PROGRAM.findall(PAGES[page]):
        name = python.removeprefix("-m ").replace(".", "/") if python[:2] == "-m" else python
        places = [ROOT / (name or script), ROOT / f"{name}.py"]
        assert any(place.exists() for place in places), python or script
