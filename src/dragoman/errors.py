"""What can go wrong, as one small tree.

    DragomanError
    ├── NotationError   a text that is not understood; knows the place and what was expected
    ├── RequestError    a request that cannot be carried out: unknown variant, option, seat, phase
    └── DataError       a map, variant or record file that contradicts itself; names file and key

An order that is understood but not allowed, or that fails, is never an error: it gets a verdict.
"""

from collections.abc import Collection
from difflib import get_close_matches

LONGEST = 1600
"""How long the message of an error may be; what a file or request brought may be any length."""


def brief(text: str, most: int = 60) -> str:
    """A text, or its beginning if it is long.

    >>> brief("Constantinople", 6)
    'Const…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def shown(value: object) -> str:
    """A value in quotes, as an error repeats it: not too long."""
    return repr(brief(value)) if isinstance(value, str) else brief(repr(value))


def did_you_mean(word: str, known: Collection[str], mark: str = "") -> str:
    """What somebody may have meant, to end a message with; nothing if no word is near.

    >>> did_you_mean("flet", ["army", "fleet"]), did_you_mean("x", ["army"])
    (': did you mean fleet?', '')
    """
    near = get_close_matches(word[:40], known, n=1)
    return f": did you mean {mark}{near[0]}?" if near else ""


def not_utf8(error: UnicodeDecodeError) -> str:
    """What is wrong with a file that is not text as we read it, and in which line."""
    line = error.object[: error.start].count(b"\n") + 1
    return f"is not written in UTF-8 (line {line}): save it as UTF-8"


class DragomanError(Exception):
    """The root of every error that Dragoman raises on purpose."""

    def __init__(self, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 4 :]}"
        super().__init__(message)


class NotationError(DragomanError):
    """A text that is not understood, with the place where reading stopped."""

    def __init__(self, text: str, at: int, expected: str) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        super().__init__(f"{expected}, at {at + 1} in {self.excerpt()[0]!r}")

    def excerpt(self) -> tuple[str, int]:
        """The text, or what of a long one lies about the place, and where the place is in it."""
        if len(self.text) <= 160:
            return self.text, self.at
        start, end = max(self.at - 60, 0), self.at + 60
        before = "…" if start else ""
        after = "…" if end < len(self.text) else ""
        return f"{before}{self.text[start:end]}{after}", self.at - start + len(before)

    def pointed(self) -> str:
        """The text with a caret under the place, and what was expected there."""
        text, at = self.excerpt()
        return f"{text}\n{' ' * at}^ {self.expected}"


class RequestError(DragomanError):
    """A request that cannot be carried out; the message says what would be right.

    `field` names the part of the request that is at fault, `text` is the message without it.
    """

    def __init__(self, text: str, field: str = "") -> None:
        self.text = text
        self.field = field
        super().__init__(f"{field}: {text}" if field else text)

    def __reduce__(self) -> tuple[type["RequestError"], tuple[str, str]]:
        return type(self), (self.text, self.field)


class DataError(DragomanError):
    """A data file that is wrong, with the file and the key or line at fault."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(f"{file}: {key}: {problem}")
