"""PHP source, read as data: the values that a file assigns to variables. Nothing is run.

>>> [(a.name, a.value) for a in assignments("<?php $x = array('a', 2 => -1.5); ?>", "x.php")]
[('x', {0: 'a', 2: -1.5})]
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dragoman.importing.board import BadFile

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
  | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
  | (?P<number>\d+(?:\.\d+)?)
  | (?P<variable>\$[A-Za-z_]\w*)
  | (?P<word>[A-Za-z_\\][\w\\]*)
  | (?P<sign>->|=>|::|===|==|!=|<=|>=|\.=|\+=|<\?|\?>|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "$": "$"}
_WORDS = {"true": True, "false": False, "null": None}


class PhpToken(Struct, frozen=True):
    """A word or sign of the source, and its line."""

    kind: str
    text: str
    line: int


class Assignment(Struct, frozen=True):
    """A value given to a variable: `$this->x['k'] = 1` is named x, with the key k."""

    name: str
    keys: tuple[Any, ...]
    value: Any
    line: int


class PhpUnknown(Struct, frozen=True):
    """What is no constant value: a variable, or what a function makes."""

    text: str = ""


class PhpArray(dict[Any, Any]):
    """An array, with the line on which it begins."""

    line = 0


def tokens(text: str, file: str) -> list[PhpToken]:
    """The words and signs of a source, without remarks."""
    found, line = [], 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if match.group() in ("'", '"'):
            raise BadFile(file, line, "a text that is not ended: is the file cut off?")
        if kind != "skip":
            found.append(PhpToken(kind, match.group(), line))
        line += match.group().count("\n")
    return found


def assignments(text: str, file: str) -> list[Assignment]:
    """Every value that a source assigns to a variable, in the order of the file."""
    return list(_Parser(tokens(text, file), file).assignments())


def classes(text: str, file: str) -> list[tuple[str, str]]:
    """The classes of a source, each with the one that it extends, if any."""
    words = [token.text for token in tokens(text, file)]
    return [
        (words[k + 1], words[k + 3] if words[k + 2 : k + 3] == ["extends"] else "")
        for k, word in enumerate(words[:-3])
        if word == "class"
    ]


class _Parser:
    """Reads values at a place in the tokens."""

    def __init__(self, found: list[PhpToken], file: str) -> None:
        self.tokens, self.file, self.at = found, file, 0

    def peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def take(self) -> PhpToken:
        if self.at >= len(self.tokens):
            last = self.tokens[-1].line if self.tokens else 1
            raise BadFile(self.file, last, "the file ends inside a list: is it cut off?")
        self.at += 1
        return self.tokens[self.at - 1]

    def assignments(self) -> Iterator[Assignment]:
        while self.at < len(self.tokens):
            token = self.take()
            if token.kind != "variable":
                continue
            name, keys = self.target(token.text[1:])
            if self.peek() == "=":
                self.take()
                yield Assignment(name, keys, self.value(), token.line)

    def target(self, name: str) -> tuple[str, tuple[Any, ...]]:
        """What a variable's property or element is called."""
        keys: list[Any] = []
        while self.peek() in ("->", "["):
            if self.take().text == "->":
                name = self.take().text
            elif self.peek() == "]":
                self.take()
                keys.append(None)
            else:
                keys.append(self.value())
                self.skip_to("]")
        return name, tuple(keys)

    def value(self) -> Any:
        """A value; texts that are joined are one."""
        value = self.single()
        while self.peek() in (".", "+"):
            self.take()
            other = self.single()
            joined = isinstance(value, str) and isinstance(other, str)
            value = value + other if joined else PhpUnknown()
        return value

    def single(self) -> Any:
        token = self.take()
        if token.kind == "string":
            return _unquoted(token.text)
        if token.kind == "number":
            return float(token.text) if "." in token.text else int(token.text)
        if token.text == "-" and self.at < len(self.tokens):
            number = self.single()
            return -number if isinstance(number, int | float) else PhpUnknown()
        if token.text == "[" or (token.text.lower() == "array" and self.peek() == "("):
            if token.text != "[":
                self.take()
            return self.array(token.line, "]" if token.text == "[" else ")")
        return self.other(token)

    def other(self, token: PhpToken) -> Any:
        """A word or variable: a constant, or a call whose only argument is a value."""
        if token.text.lower() in _WORDS:
            return _WORDS[token.text.lower()]
        if token.kind == "variable":
            return PhpUnknown(self.target(token.text[1:])[0])
        if token.kind == "word" and self.peek() == "(":
            self.take()
            inner = self.array(token.line, ")")
            return inner[0] if len(inner) == 1 and isinstance(inner.get(0), str) else PhpUnknown()
        return PhpUnknown(token.text)

    def array(self, line: int, end: str) -> PhpArray:
        found, number = PhpArray(), 0
        found.line = line
        while self.peek() != end:
            if self.peek() == ",":
                self.take()
                continue
            before = self.at
            key = value = self.value()
            if self.peek() == "=>":
                self.take()
                value = self.value()
            else:
                key, number = number, number + 1
            if not isinstance(key, PhpUnknown):
                found[key] = value
            if self.peek() not in (",", end):
                self.at = max(self.at, before + 1)
                self.skip_value(end)
        self.take()
        return found

    def skip_value(self, end: str) -> None:
        """Pass what is no constant value."""
        while self.peek() not in (",", end):
            token = self.take()
            if token.text in "([{":
                self.skip_to({"(": ")", "[": "]", "{": "}"}[token.text])

    def skip_to(self, end: str) -> None:
        while self.take().text != end:
            pass


def _unquoted(text: str) -> str:
    """The text that a quoted one stands for."""
    if text[0] == "'":
        return re.sub(r"\\(['\\])", r"\1", text[1:-1])
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m.group(1), m.group(1)), text[1:-1])
