"""Codes of rulings and cases that the source cites lead to a page of the docs."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "dragoman"
DOCS = ROOT / "docs"

CODE = re.compile(r"\b[A-Z]\d{1,2}[a-z]?\b|\b[456]\.[A-L]\.\d{1,2}\b")
LINK = re.compile(r"\]\(([^)#\s]+\.md)")


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """Every comment and docstring of a file, with its line; examples in docstrings left out."""
    text = file.read_text(encoding="utf-8")
    if not CODE.search(text):
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            words = str(node.value.value).partition(">>>")[0]
            yield node.lineno, words


def cited() -> dict[str, str]:
    """Every code that a comment or docstring cites, with the last place where one does."""
    return {
        code: f"{file.relative_to(SOURCE)}:{line}"
        for file in sorted(SOURCE.rglob("*.py"))
        for line, words in prose(file)
        for code in CODE.findall(words)
    }


def pages() -> Iterator[str]:
    """The pages of the docs, and the rules of variants to which they lead."""
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield text
        for link in LINK.findall(text):
            target = (page.parent / link).resolve()
            if target.is_file() and SOURCE in target.parents:
                yield target.read_text(encoding="utf-8")


def explained() -> set[str]:
    """Every code that a page has."""
    return {code for text in pages() for code in CODE.findall(text)}


def test_every_code_that_is_cited_has_a_page() -> None:
    known = explained()
    assert {code: at for code, at in cited().items() if code not in known} == {}


def test_codes_are_found() -> None:
    """The rulings of the variants, DATC's issues and its cases are among them."""
    assert {"C5", "E7", "H12", "K20", "L6", "4.A.3", "6.C.2"} <= cited().keys()
