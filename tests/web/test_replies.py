"""F8: a request that is sent again with the same key has one effect and one answer."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random
from typing import Any

import pytest

from dragoman.house.errors import TooMany
from dragoman.house.people import personal
from dragoman.house.people.accounts import new_guest
from dragoman.house.tables import tables as api_tables
from dragoman.store import open_store
from dragoman.store.interface import StoreDown
from dragoman.store.rows import Account, Reply, Table
from dragoman.web import replies
from dragoman.web.limits import StoreLimiter
from dragoman.web.replies import KEPT, LOST, sweep
from dragoman.web.settings import WebSettings
from tests.web.world import PASSWORD, Site, site


@pytest.fixture(params=["memory", "sqlite_url", "postgres_url"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store of each backend."""
    memory = request.param == "memory"
    return "memory:" if memory else str(request.getfixturevalue(request.param))


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
        reply = ann.post("/api/tables", {"title": f"Table {n}"}, idempotency_key=f"key {n}")
        assert reply.status == 201
        answers.setdefault(n, set()).add(reply.body)
    assert tables(here) == 8
    assert {len(bodies) for bodies in answers.values()} == {1}


def test_copies_that_come_at_once_have_one_effect(here: Site) -> None:
    """One is answered; the others are, or learn at once that it is under way."""
    ann = here.person("Ann")
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: ann.post("/api/tables", {}, idempotency_key="the same"), range(8))
        )
    assert tables(here) == 1
    assert {r.status for r in answers} <= {201, 409}
    assert len({r.body for r in answers if r.status == 201}) == 1


def test_while_the_first_is_at_it_nobody_waits(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is refused at once, and is answered once the first has been."""
    ann = here.person("Ann")
    real, copies = api_tables.create_table, []

    def slowly(*given: Any, **more: Any) -> str:
        copies.append(ann.post("/api/tables", {}, idempotency_key="x"))
        return real(*given, **more)

    monkeypatch.setattr(api_tables, "create_table", slowly)
    first = ann.post("/api/tables", {}, idempotency_key="x")
    assert (first.status, copies[0].status) == (201, 409)
    assert copies[0].error["field"] == "idempotency-key"
    assert ann.post("/api/tables", {}, idempotency_key="x").body == first.body


def test_what_is_done_and_not_yet_answered_is_not_said_to_be_lost(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second comes between the act and its answer: it may ask again, and is answered."""
    ann, real, copies = here.person("Ann"), replies.keep, list[Any]()

    def late(*given: Any) -> None:
        copies.append(ann.post("/api/tables", {}, idempotency_key="x"))
        real(*given)

    monkeypatch.setattr(replies, "keep", late)
    first = ann.post("/api/tables", {}, idempotency_key="x")
    assert (copies[0].status, copies[0].header("retry-after")) == (409, "1")
    assert "lost" not in copies[0].error["message"]
    assert ann.post("/api/tables", {}, idempotency_key="x").body == first.body


def test_a_key_belongs_to_its_body(here: Site) -> None:
    ann = here.person("Ann")
    assert ann.post("/api/tables", {"title": "One"}, idempotency_key="x").status == 201
    other = ann.post("/api/tables", {"title": "Two"}, idempotency_key="x")
    assert (other.status, other.error["field"]) == (422, "idempotency-key")
    assert tables(here) == 1


def test_who_has_no_account_has_no_keys(here: Site) -> None:
    """Two visitors at one address are two people; nothing is kept for either."""
    body = {"variant": "standard"}
    for _ in range(2):
        reply = here.visitor("1.1.1.1").post("/api/judge", body, idempotency_key="x")
        assert reply.status == 200
    with here.house.store.read() as tx:
        assert tx.count(Reply) == 0


def test_nothing_is_kept_where_nothing_changes(here: Site) -> None:
    ann = here.person("Ann")
    assert ann.post("/api/legal", {"variant": "standard"}, idempotency_key="x").status == 200
    with here.house.store.read() as tx:
        assert tx.count(Reply) == 0


def test_what_is_kept_is_bounded(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many answers of one person, each so long at most."""
    monkeypatch.setattr(replies, "MOST", 20)
    ann, bob = here.person("Ann"), here.person("Bob")
    assert bob.post("/api/tables", {}, idempotency_key="x").status == 201
    for n in range(40):
        here.clock.move(200_000)
        ann.post("/api/tables", {"variant": f"chess{n}"}, idempotency_key=f"{n}")
    with here.house.store.read() as tx:
        assert tx.count(Reply) <= 21
    monkeypatch.setattr(replies, "LARGEST", 5)
    assert ann.post("/api/tables", {}, idempotency_key="long").status == 201
    again = ann.post("/api/tables", {}, idempotency_key="long")
    assert (again.status, tables(here)) == (409, 2)


def test_keys_of_others_and_of_other_routes_are_other_keys(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    for browser in (ann, bob):
        assert browser.post("/api/tables", {}, idempotency_key="x").status == 201
    assert ann.post("/api/logout", {}, idempotency_key="x").json == {"done": True}
    assert tables(here) == 2


def test_a_refusal_is_given_again(here: Site) -> None:
    ann = here.person("Ann")
    refusals = [
        ann.post("/api/tables", {"variant": "chess"}, idempotency_key="x") for _ in range(2)
    ]
    assert [r.status for r in refusals] == [422, 422] and refusals[0].body == refusals[1].body
    long = ann.post("/api/tables", {}, idempotency_key="x" * 201)
    assert (long.status, long.error["field"]) == (422, "idempotency-key")


def test_one_who_was_asked_to_come_again_may(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that passes is not kept: with the same key it is tried anew."""
    ann, real = here.person("Ann"), api_tables.create_table

    def busy(*given: Any, **more: Any) -> str:
        raise TooMany("many people are at it just now: try again in a few seconds")

    monkeypatch.setattr(api_tables, "create_table", busy)
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 429
    monkeypatch.setattr(api_tables, "create_table", real)
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 201


def test_a_key_belongs_to_the_whole_address(here: Site) -> None:
    """What stands behind the question mark, such as the seat, is a part of what is asked."""
    ann = here.person("Ann")
    made = {"variant": "standard", "settings": {"sandbox": True}}
    table = ann.post("/api/tables", made).json["id"]
    path = f"/tables/{table}/orders/add?seat="
    body = {"order": "A par H", "turn": 1}
    assert ann.post(f"{path}France", body, idempotency_key="x").status == 200
    reply = ann.post(f"{path}Italy", body, idempotency_key="x")
    assert (reply.status, reply.error["field"]) == (422, "idempotency-key")


@pytest.mark.parametrize("path", ["/api/logout", "/api/me/leave"])
def test_with_a_key_the_cookie_goes_too(here: Site, path: str) -> None:
    ann = here.person("Ann")
    body = {"password": PASSWORD} if path.endswith("leave") else {}
    assert ann.post(path, body, idempotency_key="x").status == 200
    assert not ann.cookies.get("dragoman")


class Killed(BaseException):
    """A server that is killed: nothing more is done."""


def test_what_was_done_when_the_server_was_killed_is_not_done_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act is on disk, the answer is not: the second learns so, and does nothing."""
    with closing(open_store(url)) as store, site(store) as here:
        ann, real = here.person("Ann"), replies.keep

        def killed(*given: Any) -> None:
            raise Killed

        monkeypatch.setattr(replies, "keep", killed)
        monkeypatch.setattr(replies, "give_up", killed)
        with pytest.raises(Killed):
            ann.post("/api/tables", {}, idempotency_key="x")
        monkeypatch.setattr(replies, "keep", real)
        for wait in (1, LOST + 1, LOST + 1):
            here.clock.move(wait)
            reply = ann.post("/api/tables", {}, idempotency_key="x")
            assert (reply.status, reply.error["field"]) == (409, "idempotency-key")
        assert "look" in reply.error["message"]
        assert tables(here) == 1


def test_that_something_was_counted_is_not_taken_for_done(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several processes count in the store, and it goes down before anything is done."""
    here.app.state.desk.limiter = StoreLimiter(here.house.store)
    ann, real = here.person("Ann"), personal.change_email
    body = {"email": "ann@example.org", "password": PASSWORD}

    def down(*given: Any) -> None:
        raise StoreDown("gone")

    monkeypatch.setattr(personal, "change_email", down)
    assert ann.post("/api/me/email", body, idempotency_key="x").status == 503
    monkeypatch.setattr(personal, "change_email", real)
    assert ann.post("/api/me/email", body, idempotency_key="x").status == 200


def test_an_answer_that_takes_as_long_as_any_may_is_not_given_up() -> None:
    """What the workshop does for somebody may take longer than anything else."""
    assert 1000 * WebSettings().craft_seconds < LOST


def test_no_secret_is_kept_for_a_second_answer(here: Site) -> None:
    for _ in range(2):
        here.visitor("1.1.1.1").post("/api/guests", {"bearer": True}, idempotency_key="x")
    with here.house.store.read() as tx:
        assert (tx.count(Reply), tx.count(Account)) == (0, 2)


def test_an_answer_that_was_lost_is_given_anew(here: Site) -> None:
    ann = here.person("Ann")
    with here.house.store.write() as tx:
        key = replies.asked("id-ann", "POST /api/tables", "x", b"{}")
        tx.add(Reply(id=key.id, at=here.house.now, status=0, body="", asked=key.body))
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 409
    here.clock.move(LOST + 1)
    assert ann.post("/api/tables", {}, idempotency_key="x").status == 201
    assert tables(here) == 1
    new_guest(here.house)
    here.clock.move(KEPT + 1)
    sweep(here.house)
    with here.house.store.read() as tx:
        assert tx.count(Reply) == 0
