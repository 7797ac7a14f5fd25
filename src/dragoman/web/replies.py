"""Replies: a request that is sent again with the same `Idempotency-Key` gets the same answer."""

import hashlib
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from dragoman.house.core import House
from dragoman.store.base import ALONG
from dragoman.store.interface import StoreDown, Taken, Test, Tx
from dragoman.store.rows import Reply
from dragoman.web.faults import Wrong

LONGEST = 200
KEPT = 24 * 3_600_000
"""How long an answer is kept."""
LOST = 120_000
"""After how long an answer that never came is given up: nothing takes as long."""
LARGEST = 64 * 1024
"""The largest answer that is kept to be given again, in bytes."""
MOST = 500
"""How many answers of one person are kept; of more, the oldest are forgotten."""
FIELD = "idempotency-key"
OPEN, DONE = 0, 1
"""What stands for the status of an answer that is not known yet: before and after the act."""


class Given(Struct, frozen=True):
    """An answer as it was given."""

    status: int
    body: bytes


class Asked(Struct, frozen=True):
    """A request that may be sent again: who asks, under which key, and for what."""

    who: str
    id: str
    body: str


def asked(who: str, route: str, key: str, body: bytes, query: str = "") -> Asked:
    """A request with a key, which belongs to whoever asks and to the route."""
    if len(key) > LONGEST:
        raise Wrong(422, f"use at most {LONGEST} letters", FIELD)
    place = hashlib.sha256(f"{who}\n{route}\n{key}".encode()).hexdigest()
    return Asked(who, place, hashlib.sha256(query.encode() + b"\n" + body).hexdigest())


def once(house: House, request: Asked, act: Callable[[], Given]) -> Given:
    """The answer of an act, which is done only by the first of those who ask for it.

    Nobody waits: while the first is at it, the others get the answer that it is under way. That
    something was done is written along with it, so a server that is killed before it answers does
    it no second time.
    """
    known = _claimed(house, request)
    if known is not None:
        return _again(known, request)
    before = ALONG.set(partial(_done, request.id))
    try:
        given = act()
    except BaseException as error:
        ALONG.reset(before)
        give_up(house, request, error)
        raise
    ALONG.reset(before)
    keep(house, request, given)
    return given


def _done(request: str, tx: Tx) -> None:
    """Note that something was done for a request."""
    tx.change(Reply, {"id": request, "status": OPEN}, status=DONE)


def give_up(house: House, request: Asked, error: BaseException) -> None:
    """Let a request be sent anew that came to nothing.

    Of a store that went down in the middle only what is kept tells whether anything was done.
    """
    undone = {"status": OPEN} if isinstance(error, StoreDown) else {}
    with house.store.write() as tx:
        tx.drop(Reply, id=request.id, **undone)


def keep(house: House, request: Asked, given: Given) -> None:
    """Keep an answer to be given again."""
    body = given.body.decode() if len(given.body) <= LARGEST else ""
    with house.store.write() as tx:
        tx.change(Reply, {"id": request.id}, status=given.status, body=body)


def _claimed(house: House, request: Asked) -> Reply | None:
    """What is known of a request; nothing if it is ours to do. A claim that was lost is free."""
    now = house.clock.now()
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", now - LOST), id=request.id, status=OPEN)
        known = tx.get(Reply, id=request.id)
        if known is not None:
            return known
        row = Reply(
            id=request.id, at=now, status=OPEN, body="", who=request.who, asked=request.body
        )
        try:
            tx.add(row)
        except Taken:
            return tx.get(Reply, id=request.id) or row
        _forget_oldest(tx, request.who)
    return None


def _forget_oldest(tx: Tx, who: str) -> None:
    """Of more answers than are kept of one person, forget the oldest."""
    if tx.count(Reply, who=who) > MOST:
        given = Test("status", ">", DONE)
        oldest = tx.find(Reply, given, who=who, order="at", limit=MOST // 10)
        tx.drop(Reply, Test("id", "in", [old.id for old in oldest]))


def _again(known: Reply, request: Asked) -> Given:
    """The answer that was given before, if the same was asked and it can be given again."""
    if known.asked != request.body:
        raise Wrong(422, "this key was used for another request", FIELD)
    if known.status == OPEN:
        raise Wrong(409, "the same request is still being answered", FIELD, 1)
    if known.status == DONE:
        # Its answer comes at any moment, unless the server was killed before it was kept.
        raise Wrong(
            409, "this was done; ask again for its answer, or look what came of it", FIELD, 1
        )
    if not known.body:
        raise Wrong(409, "this was done; its answer was too long to be kept", FIELD)
    return Given(known.status, known.body.encode())


def sweep(house: House) -> None:
    """Forget old answers."""
    with house.store.write() as tx:
        tx.drop(Reply, Test("at", "<", house.clock.now() - KEPT))
