"""Replies: a request that is sent again with the same `Idempotency-Key` gets the same answer."""

import hashlib
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
LARGEST = 64 * 1024
"""The largest answer that is kept to be given again, in bytes."""
MOST = 500
"""How many answers of one person are kept; of more, the oldest are forgotten."""
FIELD = "idempotency-key"


class Given(Struct, frozen=True):
    """An answer as it was given."""

    status: int
    body: bytes


class Asked(Struct, frozen=True):
    """A request that may be sent again: who asks, under which key, and for what."""

    who: str
    id: str
    body: str


def asked(who: str, route: str, key: str, body: bytes) -> Asked:
    """A request with a key, which belongs to whoever asks and to the route."""
    if len(key) > LONGEST:
        raise Wrong(422, f"use at most {LONGEST} letters", FIELD)
    place = hashlib.sha256(f"{who}\n{route}\n{key}".encode()).hexdigest()
    return Asked(who, place, hashlib.sha256(body).hexdigest())


def once(house: House, request: Asked, act: Callable[[], Given]) -> Given:
    """The answer of an act, which is done only by the first of those who ask for it.

    Nobody waits: while the first is at it, the others are told so.
    """
    known = _claimed(house, request)
    if known is not None:
        return _again(known, request)
    try:
        given = act()
    except BaseException:
        with house.store.write() as tx:
            tx.drop(Reply, id=request.id)
        raise
    body = given.body.decode() if len(given.body) <= LARGEST else ""
    with house.store.write() as tx:
        tx.change(Reply, {"id": request.id}, status=given.status, body=body)
    return given


def _claimed(house: House, request: Asked) -> Reply | None:
    """What is known of a request; nothing if it is ours to do. A claim that was lost is free."""
    now = house.clock.now()
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", now - LOST), id=request.id, status=0)
        known = tx.get(Reply, id=request.id)
        if known is not None:
            return known
        try:
            row = Reply(
                id=request.id, at=now, status=0, body="", who=request.who, asked=request.body
            )
            tx.add(row)
        except Taken:
            return tx.get(Reply, id=request.id)
        if tx.count(Reply, who=request.who) > MOST:
            oldest = tx.find(Reply, who=request.who, order="at", limit=MOST // 10)
            tx.drop(Reply, Test("id", "in", [old.id for old in oldest]))
    return None


def _again(known: Reply, request: Asked) -> Given:
    """The answer that was given before, if the same was asked and it can be given again."""
    if known.asked != request.body:
        raise Wrong(422, "this key was used for another request", FIELD)
    if not known.status:
        raise Wrong(409, "the same request is still being answered", FIELD, 1)
    if not known.body:
        raise Wrong(409, "this was done; its answer was too long to be kept", FIELD)
    return Given(known.status, known.body.encode())


def sweep(house: House) -> None:
    """Forget old answers."""
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", house.clock.now() - KEPT))
