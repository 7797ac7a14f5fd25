"""What the house refuses: each refusal has a code as HTTP knows it, and says what would be right.

Refused
├── Unknown    404   there is no such thing, or one may not know of it
├── NotYours   403   one sees it, but may not do this with it
├── Closed     409   it was possible once, or will be, but is not now
├── Invalid    422   what was given is wrong; names the field
└── TooMany    429   too often or too much
"""

from dragoman.errors import DragomanError


class Refused(DragomanError):
    """Something that the house does not do, with the reason in a sentence."""

    code = 400

    def __init__(self, text: str, field: str = "") -> None:
        self.text = text
        self.field = field
        super().__init__(f"{field}: {text}" if field else text)


class Unknown(Refused):
    """There is no such thing, or the asker may not know of it; both look the same."""

    code = 404


class NotYours(Refused):
    """The asker sees it, but may not do this."""

    code = 403


class Closed(Refused):
    """It is not possible now."""

    code = 409


class Invalid(Refused):
    """What was given is wrong; the field is named."""

    code = 422


class TooMany(Refused):
    """Too often, too many or too long."""

    code = 429
