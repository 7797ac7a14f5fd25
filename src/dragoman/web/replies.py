"""Replies: a request that is sent again with the same `Idempotency-Key` gets the same answer."""

import hashlib
import time
from collections.abc import Callable

from msgspec import Struct

from dragoman.house.core import House
from dragoman.store.interface import Taken, Test
from dragoman.store.rows import Reply
from dragoman.web.faults import Wrong

LONGEST = 200
KEPT = 24 * 3_600_000
"""How long an answer is kept."""
LOST = 30_000
"""After how long an answer that never came is given up."""
PATIENCE = 10.0
"""How long a repeated request waits for the first one's answer, in seconds."""


class Given(Struct, frozen=True):
    """An answer as it was given."""

    status: int
    body: bytes


def reply_id(who: str, route: str, key: str) -> str:
    """Where an answer is kept: by who asked, for what, and with which key."""
    if len(key) > LONGEST:
        raise Wrong(422, f"use at most {LONGEST} letters", "idempotency-key")
    return hashlib.sha256(f"{who}\n{route}\n{key}".encode()).hexdigest()


def once(house: House, reply: str, act: Callable[[], Given]) -> Given:
    """The answer of an act, which is done only by the first of those who ask for it."""
    ends = time.monotonic() + PATIENCE
    while not _claimed(house, reply):
        given = _given(house, reply)
        if given is not None:
            return given
        if time.monotonic() > ends:
            raise Wrong(409, "the same request is still being answered", "idempotency-key", 5)
        time.sleep(0.02)
    try:
        given = act()
    except BaseException:
        with house.store.write() as tx:
            tx.drop(Reply, id=reply)
        raise
    with house.store.write() as tx:
        tx.change(Reply, {"id": reply}, status=given.status, body=given.body.decode())
    return given


def _claimed(house: House, reply: str) -> bool:
    """Whether the act is ours to do; a claim whose owner was lost is taken over."""
    now = house.clock.now()
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", now - LOST), id=reply, status=0)
        try:
            tx.add(Reply(id=reply, at=now, status=0, body=""))
        except Taken:
            return False
    return True


def _given(house: House, reply: str) -> Given | None:
    with house.read() as tx:
        row = tx.get(Reply, id=reply)
    return Given(row.status, row.body.encode()) if row and row.status else None


def sweep(house: House) -> None:
    """Forget old answers."""
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", house.clock.now() - KEPT))
