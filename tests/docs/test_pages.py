"""What the pages show is what happens, and what they speak of is there."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from dragoman.bots import BOTS
from dragoman.contract import judge, legal, read_request
from dragoman.contract.answer import Answer, LegalAnswer, OrderRow, StepsAnswer
from dragoman.contract.request import Carried, DislodgedRow, Request
from dragoman.record.cases import read_cases
from dragoman.report.rows import DislodgedAnswer, Due, StepRow, VoteRow, VoteTable
from dragoman.rules import QUESTIONS
from dragoman.variants import find, variant_ids
from tests.docs.pages import PAGES, ROOT, blocks, commands, fits, fits_json, write_files

PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
NOT_RUN = ("scripts/", "pip ", "git ")
"""Commands that would set up or test this very project, or reach out of it."""


def with_blocks(info: str) -> list[str]:
    """The pages that have blocks of a language."""
    return [page for page, text in PAGES.items() if blocks(text, info)]


@pytest.mark.parametrize("page", with_blocks("console"))
def test_commands_print_what_the_page_shows(page: str, tmp_path: Path) -> None:
    """Every command of a page works; `scripts/…` only has to be there."""
    write_files(PAGES[page], tmp_path)
    for command in commands(PAGES[page]):
        if command.line.startswith(NOT_RUN):
            assert not command.line.startswith("scripts/") or (ROOT / command.line).is_file()
            continue
        done = subprocess.run(
            ["bash", "-c", command.line],
            cwd=tmp_path,
            env={**os.environ, "PATH": PATH, "COLUMNS": "80"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        found = done.stdout + done.stderr
        assert fits(command.prints, found), f"$ {command.line}\n{found}"
        assert done.returncode == (2 if command.prints.startswith("dragoman: ") else 0)


@pytest.mark.parametrize("page", [page for page in with_blocks("python") if ">>> " in PAGES[page]])
def test_python_sessions_go_as_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prompts of a page, run one after the other, answer as shown."""
    write_files(PAGES[page], tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", PATH)
    session = "\n".join(b.body for b in blocks(PAGES[page], "python") if ">>> " in b.body)
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    # A page may name a bot of its own; others shall not meet it.
    with patch.dict(BOTS):
        assert runner.run(test, out=failures.append).failed == 0, "".join(failures)


@pytest.mark.parametrize("page", with_blocks("json request"))
def test_requests_are_answered_as_the_page_shows(page: str) -> None:
    """Every request of a page gets the answer shown after it."""
    asked = [b for b in blocks(PAGES[page]) if b.info in ("json request", "json answer")]
    assert [b.info for b in asked] == ["json request", "json answer"] * (len(asked) // 2)
    for request, wanted in zip(asked[::2], asked[1::2], strict=True):
        answer = msgspec.json.decode(wanted.body)
        read = read_request(request.body)
        found = legal(read) if "next" not in answer else judge(read)
        shown = msgspec.json.decode(msgspec.json.encode(found))
        assert fits_json(answer, shown), msgspec.json.format(msgspec.json.encode(found)).decode()


def anchors(text: str) -> set[str]:
    """The anchors that the headings of a page make."""
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link to a file of the project, and to a heading in it, finds it."""
    prose = re.sub(r"^```.*?^```$", "", PAGES[page], flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if link.startswith(("http:", "https:")):
            continue
        name, _, anchor = link.partition("#")
        file = (ROOT / page).parent / name if name else ROOT / page
        assert file.exists(), f"{page}: {link}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{page}: {link}"


def test_every_question_has_its_section() -> None:
    """The page on questions has one section for each, in the order of the ruleset."""
    sections = re.findall(r"^### `?(\w+)`?$", PAGES["docs/questions.md"], re.M)
    assert sections == list(QUESTIONS)


CONTRACT: list[tuple[str, type[msgspec.Struct]]] = [
    ("", Request),
    ("dislodged.", DislodgedRow),
    ("state.", Carried),
    ("", Answer),
    ("orders.", OrderRow),
    ("dislodged.", DislodgedAnswer),
    ("owed.", Due),
    ("votes.", VoteTable),
    ("votes.rows.", VoteRow),
    ("", LegalAnswer),
    ("", StepsAnswer),
    ("steps.", StepRow),
]


def test_every_field_of_the_contract_is_listed() -> None:
    """The page on the contract has a row for each field of a request and of an answer."""
    listed = set(re.findall(r"^\| `([\w.]+)` \|", PAGES["docs/contract.md"], re.M))
    fields = {prefix + name for prefix, part in CONTRACT for name in part.__struct_fields__}
    assert fields - listed == set()


def test_cited_cases_exist() -> None:
    """Every case that the rulings and the rules of variants cite is in a case file."""
    files = [
        *(ROOT / "tests/cases").rglob("*.case"),
        *(file for name in variant_ids() for file in (find(name) / "cases").glob("*.case")),
    ]
    known = {case.id for file in files for case in read_cases(file)}
    known |= {re.sub(r"\.[a-z]$", "", name) for name in known}
    for page in ("docs/rulings.md", "src/dragoman/variants/standard/rules.md"):
        cited = set(
            re.findall(
                r"\b6\.[A-J]\.\d+\b|\bbug\.\d+(?:\.[a-z])?\b|\bstd\.[a-z.]*[a-z]\b", PAGES[page]
            )
        )
        assert cited, page
        assert cited - known == set(), page


def test_the_index_leads_to_every_page() -> None:
    """No page of the documentation is left out of its list."""
    listed = {f"docs/{link}" for link in re.findall(r"\]\(([\w/-]+\.md)\)", PAGES["docs/index.md"])}
    pages = {page for page in PAGES if page.startswith("docs/") and page != "docs/index.md"}
    assert pages - listed == set()


def test_no_page_has_what_a_merge_left_over() -> None:
    """Two versions of a page were never left side by side."""
    marks = re.compile(r"^(<{7}|>{7}) ", re.M)
    assert [page for page, text in PAGES.items() if marks.search(text)] == []
