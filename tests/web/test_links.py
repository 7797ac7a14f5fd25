"""Links and sessions at the worst moment: two at once, by two processes, and in the other order."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import pytest

from dragoman.house.core import House
from dragoman.house.errors import Invalid, Refused
from dragoman.house.people import accounts, personal
from dragoman.house.people.accounts import (
    change_password,
    known,
    log_in,
    make_link,
    open_session,
    reset_password,
    verify_email,
)
from dragoman.house.people.names import email_key
from dragoman.house.people.passwords import Passwords
from dragoman.house.tables.seats import make_link as seat_link
from dragoman.house.tables.seats import take_link
from dragoman.house.world import NoMailer
from dragoman.store import open_store
from dragoman.store.rows import Account
from tests.house.race import together
from tests.web.test_misuse import sent
from tests.web.world import PASSWORD, Site, kept_password

NEW, OTHER = "a third password", "one of another"


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A house over each database, with one account in it."""
    store = open_store(str(request.getfixturevalue(request.param)))
    house = House(store)
    row = Account(
        id="ann",
        name="Ann",
        name_key="ann",
        email="ann@example.org",
        email_key=email_key("ann@example.org"),
        password=kept_password(),
        created=house.now,
    )
    with store.write() as tx:
        tx.add(row)
    yield house
    store.close()


def account(house: House) -> Account:
    """The account as it is now."""
    with house.store.read() as tx:
        found = tx.get(Account, id="ann")
    assert found is not None
    return found


def link(house: House, purpose: str, **subject: str) -> str:
    """A link for a purpose."""
    with house.store.write() as tx:
        return make_link(tx, house, purpose, {"account": "ann", **subject}, accounts.HOUR)


def test_a_link_for_a_new_password_is_used_once_by_two_at_once(house: House) -> None:
    secret, done = link(house, "reset"), list[str]()

    def use(password: str) -> None:
        try:
            reset_password(house, secret, password)
            done.append(password)
        except Refused:
            return

    together(lambda: use(NEW), lambda: use(OTHER))
    assert len(done) == 1
    assert log_in(house, "Ann", done[0]).id == "ann"


def test_two_links_for_a_new_password_do_not_wait_for_each_other(house: House) -> None:
    """Whichever comes first ends the other; nobody reads that the database is down."""
    for _ in range(5):
        secrets, outcomes = [link(house, "reset") for _ in range(2)], list[str]()

        def use(secret: str, outcomes: list[str] = outcomes) -> None:
            try:
                reset_password(house, secret, NEW)
                outcomes.append("done")
            except Refused:
                outcomes.append("refused")

        together(*(lambda s=s: use(s) for s in secrets))
        assert sorted(outcomes) == ["done", "refused"]


def meanwhile(monkeypatch: pytest.MonkeyPatch, name: str, act: Callable[[], Any]) -> None:
    """Let something happen once, right after a password was looked at or hashed."""
    real, left = getattr(Passwords, name), [act]

    def slowly(self: Passwords, *given: str) -> Any:
        result = real(self, *given)
        if left:
            left.pop()()
        return result

    monkeypatch.setattr(Passwords, name, slowly)


def test_who_logs_in_while_the_password_changes_is_not_logged_in(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever knows the old one cannot keep a session by being at it all the time."""
    here.person("Ann", "ann@example.org")
    with here.house.store.write() as tx:
        secret = make_link(tx, here.house, "reset", {"account": "id-ann"}, accounts.HOUR)
    meanwhile(monkeypatch, "verify", lambda: reset_password(here.house, secret, NEW))
    thief = here.visitor()
    reply = thief.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    assert (reply.status, thief.get("/api/me").status) == (401, 401)


def test_an_old_password_sets_no_new_one_after_a_reset(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = link(house, "reset")
    meanwhile(monkeypatch, "verify", lambda: reset_password(house, secret, NEW))
    with pytest.raises(Invalid):
        change_password(house, "ann", PASSWORD, OTHER)
    assert log_in(house, "Ann", NEW).id == "ann"


@pytest.mark.parametrize("what", ["email", "leave"])
def test_an_old_password_does_nothing_else_after_a_reset(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    secret = link(house, "reset")
    meanwhile(monkeypatch, "verify", lambda: reset_password(house, secret, NEW))
    with pytest.raises(Invalid):
        if what == "email":
            personal.change_email(house, "ann", "mallory@example.org", PASSWORD)
        else:
            personal.leave(house, "ann", PASSWORD)
    assert (account(house).email_key, account(house).closed) == ("ann@example.org", None)


def test_an_address_is_not_proved_by_the_link_of_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it is changed while the link that went to the old one is being followed."""
    secret = link(house, "verify", email="ann@example.org")
    real, changing, changed = accounts.account_of, Event(), Event()

    def change() -> None:
        changing.wait(30)
        personal.change_email(house, "ann", "victim@example.com", PASSWORD)
        changed.set()

    other = Thread(target=change)
    other.start()

    def slowly(*given: Any) -> Account:
        found = real(*given)
        monkeypatch.setattr(accounts, "account_of", real)
        changing.set()
        changed.wait(1)  # on SQLite it has to wait for us
        return found

    monkeypatch.setattr(accounts, "account_of", slowly)
    with suppress(Refused):
        verify_email(house, secret)
    other.join()
    row = account(house)
    assert (row.email, row.email_key) == ("victim@example.com", None)


def test_a_guest_who_registers_ends_his_other_sessions(here: Site) -> None:
    """From now on his password leads back, and no link that somebody may have seen."""
    owner, guest, thief = here.person("Owner"), here.visitor(), here.visitor()
    table = owner.post("/api/tables", {"variant": "standard"}).json["id"]
    secret = seat_link(here.house, "id-owner", table, "France")
    assert guest.post("/api/links", {"secret": secret}).status == 200
    path = f"/api/tables/{table}"
    (row,) = [r for r in guest.get(path).json["seats"] if r["mine"]]
    assert row["seat"] == "France"
    me = guest.get("/api/me").json["id"]
    thief.cookies["dragoman"] = open_session(here.house, known_account(here, me))
    new = {"name": "Gus", "password": PASSWORD}
    assert guest.post("/api/accounts", new).status == 201
    assert guest.get("/api/me").json["id"] == me
    assert thief.get("/api/me").status == 401


def known_account(here: Site, account: str) -> Account:
    """An account by its id."""
    with here.house.store.read() as tx:
        found = tx.get(Account, id=account)
    assert found is not None
    return found


def test_a_name_in_other_letters_has_no_tries_of_its_own(here: Site) -> None:
    """What leads to one account is counted as one name."""
    here.person("Alice", "alice@example.org")
    guesser = here.visitor()
    names = ["alice", "A l i c e", "a1ice", "Alic\u0435", "ALICE.", "al-ice"]
    statuses = [
        guesser.post("/api/sessions", {"name": n, "password": "guess"}).status for n in names
    ]
    assert statuses == [401] * 5 + [429]


def test_a_session_is_known_by_its_whole_token(house: House) -> None:
    token = open_session(house, account(house))
    assert known(house, token) is not None
    assert known(house, token[:-1]) is None and known(house, f"{token} ") is None


@pytest.mark.parametrize("way", ["page", "api"])
@pytest.mark.parametrize("who", ["a new guest", "a guest at a table", "an account"])
def test_a_guest_comes_back_where_somebody_else_is_logged_in(
    here: Site, who: str, way: str
) -> None:
    """One who has only looked around is that guest again; others lose nothing, and read how."""
    table, link = guests_seat(here)
    browser = here.person("Ann") if who == "an account" else here.visitor()
    if who != "an account":
        browser.post("/api/guests", {"name": "Somebody"})
    if who == "a guest at a table":
        assert browser.post("/api/sandboxes", {"variant": "standard"}).status == 201
    before = browser.get("/api/me").json["id"]
    if way == "page":
        reply = sent(browser, "/seat", secret=link)
        status = 200 if reply.status == 303 else reply.status
    else:
        reply = browser.post("/api/links", {"secret": link})
        status = reply.status
    now = browser.get("/api/me").json
    if who == "a new guest":
        assert (status, now["name"]) == (200, "Gus")
    else:
        assert (status, now["id"]) == (409, before)
        assert b"log out here" in reply.body
    seat = browser.get(f"/api/tables/{table}").json["seats"][2]
    assert (seat["seat"], seat["name"], seat["mine"]) == ("France", "Gus", who == "a new guest")


def guests_seat(here: Site) -> tuple[str, str]:
    """A table where a guest has sat down by a link, and his own link back."""
    owner = here.person("Owner")
    table = str(owner.post("/api/tables", {"variant": "standard"}).json["id"])
    first = seat_link(here.house, "id-owner", table, "France")
    gus = accounts.new_guest(here.house, "Gus")
    return table, take_link(here.house, gus.id, first).link


def test_a_program_that_sits_down_by_a_link_learns_its_way_back(here: Site) -> None:
    """The link that it was given works no more; its own leads back from anywhere."""
    owner, program = here.person("Owner"), here.visitor()
    table = str(owner.post("/api/tables", {"variant": "standard"}).json["id"])
    first = seat_link(here.house, "id-owner", table, "France")
    came = program.post("/api/links", {"secret": first, "name": "Gus", "bearer": True}).json
    assert (came["name"], came["table"], came["seat"]) == ("Gus", table, "France")
    assert here.visitor().post("/api/links", {"secret": first}).status == 404
    again = here.visitor().post("/api/links", {"secret": came["link"], "bearer": True}).json
    assert again["id"] == came["id"] and again["token"] not in ("", came["token"])
    assert (again["table"], again["seat"], again["link"]) == (table, "France", came["link"])


def test_a_guest_is_not_told_that_a_mail_went_which_did_not(here: Site) -> None:
    """His link stays, and stands on the page."""
    browser = here.visitor()
    table, link = guests_seat(here)
    assert sent(browser, "/seat", secret=link).status == 303
    pages = []
    for n in range(5):
        where = here.visitor()
        where.cookies = browser.cookies
        fields = {"seat": "France", "secret": link, "email": "gus@example.org"}
        reply = sent(where, f"/tables/{table}/seat", **fields)
        page, _, kept = reply.header("location").partition("#")
        assert kept == link, n
        pages.append(browser.get(page).body.decode())
    here.deliver()
    assert len(here.post.mails) == 4
    assert ["on its way" in page for page in pages] == [True] * 4 + [False]
    assert "too many mails" in pages[-1].lower()


def test_a_site_without_mail_promises_none(here: Site) -> None:
    browser = here.visitor()
    table, link = guests_seat(here)
    assert sent(browser, "/seat", secret=link).status == 303
    for page in ("/forgotten", f"/tables/{table}/seat?seat=France"):
        assert b'type="email"' in browser.get(page).body
    here.house.mailer = NoMailer()
    for page in ("/forgotten", f"/tables/{table}/seat?seat=France"):
        assert b'type="email"' not in browser.get(page).body
