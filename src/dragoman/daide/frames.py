"""The frames of the DAIDE protocol: how messages lie on the wire, and what may be wrong with them.

Every frame has a type, an octet that means nothing, the length of what follows, and that. All
numbers are big endian.
"""

import struct
from collections.abc import Callable

from dragoman.daide.tokens import Message, is_possible

INITIAL, REPRESENTATION, DIPLOMACY, FINAL, ERROR = range(5)
VERSION, MAGIC = 1, 0xDA10
HEADER = 4
PATIENCE = 30.0
"""For how many seconds the first frame of a client is waited for."""

TIMED_OUT, NOT_FIRST, WRONG_ENDIAN, WRONG_MAGIC, WRONG_VERSION, SECOND_INITIAL = range(1, 7)
UNKNOWN_FRAME, WRONG_LENGTH = 0x08, 0x09
REPRESENTATION_BY_CLIENT, BAD_TOKEN = 0x0D, 0x0E


class Broken(Exception):
    """A frame that breaks the protocol, with the code of the error."""

    def __init__(self, code: int) -> None:
        super().__init__(f"protocol error {code:#04x}")
        self.code = code


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame with its header."""
    return struct.pack(">BxH", kind, len(body)) + body


def header(data: bytes) -> tuple[int, int]:
    """The type of a frame, and how many octets follow its header."""
    kind, length = struct.unpack(">BxH", data)
    return kind, length


def diplomacy(message: Message) -> bytes:
    """A message in its frame."""
    return frame(DIPLOMACY, struct.pack(f">{len(message)}H", *message))


def representation(names: dict[int, str]) -> bytes:
    """The frame that tells what powers and provinces are called; empty for those of Standard."""
    return frame(
        REPRESENTATION,
        b"".join(struct.pack(">H3sx", token, name.encode()) for token, name in names.items()),
    )


def error(code: int) -> bytes:
    """The frame of an error, after which the connection ends."""
    return frame(ERROR, struct.pack(">H", code))


def check_header(kind: int, length: int, *, first: bool) -> None:
    """Check the header of a client's frame, before what it announces is waited for."""
    if first and kind != INITIAL:
        raise Broken(NOT_FIRST)
    if kind == INITIAL and not first:
        raise Broken(SECOND_INITIAL)
    if kind == REPRESENTATION:
        raise Broken(REPRESENTATION_BY_CLIENT)
    if kind not in LENGTHS:
        raise Broken(UNKNOWN_FRAME)
    if not LENGTHS[kind](length):
        raise Broken(WRONG_LENGTH)


LENGTHS: dict[int, Callable[[int], bool]] = {
    INITIAL: lambda length: length == HEADER,
    DIPLOMACY: lambda length: length >= 2 and length % 2 == 0,
    FINAL: lambda length: length == 0,
    ERROR: lambda length: length == 2,
}
"""How long the frames of a client may be."""


def check_initial(body: bytes) -> None:
    """Check the first frame of a client."""
    version, magic = struct.unpack(">HH", body)
    if magic == int.from_bytes(MAGIC.to_bytes(2, "big"), "little"):
        raise Broken(WRONG_ENDIAN)
    if magic != MAGIC:
        raise Broken(WRONG_MAGIC)
    if version != VERSION:
        raise Broken(WRONG_VERSION)


def read(body: bytes) -> Message:
    """The message in a frame."""
    message = struct.unpack(f">{len(body) // 2}H", body)
    if not all(map(is_possible, message)):
        raise Broken(BAD_TOKEN)
    return message
