"""F8: a request that is sent again with the same key has one effect and one answer."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from dragoman.house.people.accounts import new_guest
from dragoman.store.rows import Account, Reply, Table
from dragoman.web.replies import KEPT, LOST, sweep
from tests.web.world import Site


def tables(here: Site) -> int:
    """How many tables there are."""
    with here.house.store.read() as tx:
        return tx.count(Table)


def test_one_effect_and_one_answer(here: Site) -> None:
    ann = here.person("Ann")
    sent = [(n, copy) for n in range(8) for copy in range(2 + n % 4)]
    Random(1).shuffle(sent)
    answers: dict[int, set[bytes]] = {}
    for n, _ in sent:
        told = ann.post("/api/tables", {"title": f"Table {n}"}, idempotency_key=f"key {n}")
        assert told.status == 201
        answers.setdefault(n, set()).add(told.body)
    assert tables(here) == 8
    assert {len(bodies) for bodies in answers.values()} == {1}


def test_copies_that_come_at_once_have_one_effect(here: Site) -> None:
    ann = here.person("Ann")
    with ThreadPoolExecutor(8) as pool:
        told = list(
            pool.map(
                lambda _: ann.post("/api/tables", {}, idempotency_key="the same").body, range(8)
            )
        )
    assert tables(here) == 1 and len(set(told)) == 1


def test_keys_of_others_and_of_other_routes_are_other_keys(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    for browser in (ann, bob):
        assert browser.post("/api/tables", {}, idempotency_key="x").status == 201
    assert ann.post("/api/logout", {}, idempotency_key="x").json == {"done": True}
    assert tables(here) == 2


def test_a_refusal_is_given_again(here: Site) -> None:
    ann = here.person("Ann")
    told = [ann.post("/api/tables", {"variant": "chess"}, idempotency_key="x") for _ in range(2)]
    assert [t.status for t in told] == [422, 422] and told[0].body == told[1].body
    long = ann.post("/api/tables", {}, idempotency_key="x" * 201)
    assert (long.status, long.error["field"]) == (422, "idempotency-key")


def test_no_secret_is_kept_for_a_second_answer(here: Site) -> None:
    for _ in range(2):
        here.visitor("1.1.1.1").post("/api/guests", {"bearer": True}, idempotency_key="x")
    with here.house.store.read() as tx:
        assert (tx.count(Reply), tx.count(Account)) == (0, 2)


def test_an_answer_that_was_lost_is_given_anew(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = here.person("Ann")
    with here.house.store.write() as tx:
        from dragoman.web.replies import reply_id

        key = reply_id("id-ann", "POST /api/tables", "x")
        tx.add(Reply(id=key, at=here.house.now, status=0, body=""))
    monkeypatch.setattr("dragoman.web.replies.PATIENCE", 0.05)
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 409
    here.clock.move(LOST + 1)
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 201
    assert tables(here) == 1
    new_guest(here.house)
    here.clock.move(KEPT + 1)
    sweep(here.house)
    with here.house.store.read() as tx:
        assert tx.count(Reply) == 0
