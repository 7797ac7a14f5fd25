"""What can go wrong, as one small tree.

    DragomanError
    ├── NotationError   a text that is not understood; knows the place and what was expected
    ├── RequestError    a request that cannot be carried out: unknown variant, option, seat, phase
    └── DataError       a map, variant or record file that contradicts itself; names file and key

An order that is understood but not allowed, or that fails, is never an error: it gets a verdict.
"""


class DragomanError(Exception):
    """The root of every error that Dragoman raises on purpose."""


class NotationError(DragomanError):
    """A text that is not understood, with the place where reading stopped."""

    def __init__(self, text: str, at: int, expected: str) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        super().__init__(f"{expected}, at {at + 1} in {text!r}")

    def pointed(self) -> str:
        """The text with a caret under the place, and what was expected there."""
        return f"{self.text}\n{' ' * self.at}^ {self.expected}"


class RequestError(DragomanError):
    """A request that cannot be carried out; the message says what would be right."""


class DataError(DragomanError):
    """A data file that is wrong, with the file and the key or line at fault."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(f"{file}: {key}: {problem}")
