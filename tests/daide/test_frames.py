"""Frames: octet for octet as the protocol draws them, and its errors for those that are not."""

import asyncio

import pytest

from dragoman.record import Game
from tests.daide.client import ERROR, NAMES, Link
from tests.daide.speech import Speech
from tests.daide.tables import table

HELLO = "00 00 0004 0001 DA10"
MAP_PLEASE = "02 00 0002 4809"

WRONG = {
    "another first frame": (MAP_PLEASE, 0x02),
    "the other byte order": ("00 00 0004 0100 10DA", 0x03),
    "another magic number": ("00 00 0004 0001 BEEF", 0x04),
    "another version": ("00 00 0004 0002 DA10", 0x05),
    "a short first frame": ("00 00 0002 0001", 0x09),
    "a second greeting": (HELLO + HELLO, 0x06),
    "a list of names": (HELLO + "01 00 0000", 0x0D),
    "an unknown frame": (HELLO + "07 00 0000", 0x08),
    "an empty message": (HELLO + "02 00 0000", 0x09),
    "half a token": (HELLO + "02 00 0003 480948", 0x09),
    "a private token": (HELLO + "02 00 0002 5801", 0x0E),
    "an unassigned token": (HELLO + "02 00 0002 8000", 0x0E),
    "a request of another protocol": (b"GET / HTTP/1.1\r\n\r\n".hex(), 0x02),
}


async def answers(*sent: str) -> list[list[tuple[int, str]]]:
    """All frames that a server sends to each client until it hangs up, or has answered."""
    found = []
    async with table(Game.new("standard")) as (port, _):
        for text in sent:
            link = await Link.open(port)
            link.raw(bytes.fromhex(text))
            frames: list[tuple[int, str]] = []
            async with asyncio.timeout(20):
                while not frames or frames[-1][0] not in (ERROR, 2):
                    kind, body = await link.frame()
                    frames.append((kind, body.hex().upper()))
            found.append(frames)
            if frames[-1][0] == ERROR:
                assert await link.reader.read() == b"", "the line is closed after an error"
            link.writer.close()
    return found


def test_frames_that_break_the_protocol_get_its_errors() -> None:
    heard = asyncio.run(answers(*(text for text, _ in WRONG.values())))
    last = {name: frames[-1] for name, frames in zip(WRONG, heard, strict=True)}
    assert last == {name: (ERROR, f"{code:04X}") for name, (_, code) in WRONG.items()}


def test_a_greeting_is_answered_by_the_names_and_a_message_by_a_message() -> None:
    [frames] = asyncio.run(answers(HELLO + MAP_PLEASE))
    # Standard's powers and provinces need no names.
    letters = "".join(f"4B{octet:02X}" for octet in b"standard")
    assert frames == [(NAMES, ""), (2, f"4809 4000 {letters} 4001".replace(" ", ""))]


async def silent() -> tuple[int, bytes]:
    async with table(Game.new("standard")) as (port, play):
        play.server.patience = 0.05
        link = await Link.open(port)
        found = await link.frame()
        link.writer.close()
    return found


def test_who_says_nothing_at_all_is_sent_away() -> None:
    assert asyncio.run(silent()) == (ERROR, b"\x00\x01")


async def unread() -> int:
    """A client that asks and asks and never reads."""
    async with table(Game.new("standard")) as (port, play), asyncio.timeout(60):
        link = await Link.greet(port)
        sock = link.writer.get_extra_info("socket")
        link.reader._transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(3000):
            link.say("MDF")
        while play.host.clients and sock.fileno() >= 0:
            await asyncio.sleep(0.01)
            for client in play.host.clients:
                client.send(play.host.board.definition)
        link.hang_up()
        return len(play.host.clients)


def test_who_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragoman.daide.server.MOST_UNREAD", 100_000)
    assert asyncio.run(unread()) == 0


def test_other_boards_announce_their_names() -> None:
    async def names(variant: str) -> bytes:
        async with table(Game.new(variant)) as (port, _):
            link = await Link.open(port)
            link.raw(bytes.fromhex(HELLO))
            kind, body = await link.frame()
            link.writer.close()
            assert kind == NAMES
            return body

    body = asyncio.run(names("youngstown"))
    rows = [body[n : n + 6] for n in range(0, len(body), 6)]
    assert all(len(row) == 6 and row[5] == 0 and row[2:5].isalnum() for row in rows)
    powers = [row for row in rows if row[0] == 0x41]
    provinces = [row for row in rows if 0x50 <= row[0] <= 0x57]
    assert len(powers) == 10 and len(powers) + len(provinces) == len(rows)
    # Low octets count up from 0, and no name is taken twice or means something else.
    assert [row[1] for row in powers] == list(range(10))
    assert [row[1] for row in provinces] == list(range(len(provinces)))
    sent = [row[2:5].decode() for row in rows]
    assert len({*sent}) == len(sent)
    words = {word for word, token in Speech().token.items() if 0x4200 <= token < 0x5000}
    assert not {*sent} & words
