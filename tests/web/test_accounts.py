"""Accounts: registered, logged in, found again, changed, left; and what nobody learns of them."""

import re
from typing import Any

import pytest

from dragoman.house.errors import Invalid
from dragoman.house.people.names import check_name
from dragoman.house.people.passwords import Passwords, commonest
from dragoman.store.interface import StoreDown
from dragoman.store.rows import Account, Hook, Outbox, Session, Token
from dragoman.web.settings import WebSettings
from tests.house.tools import HOUR
from tests.web.test_misuse import sent
from tests.web.world import PASSWORD, Site, site

DAY = 24 * HOUR


def test_who_registers_is_logged_in(here: Site) -> None:
    ann = here.visitor()
    made = ann.post("/api/accounts", {"name": "Ann Lee", "password": PASSWORD})
    assert made.status == 201
    assert ann.get("/api/me").json["name"] == "Ann Lee"
    assert here.visitor().get("/api/me").status == 401


def test_a_name_is_taken_once_however_it_is_written(here: Site) -> None:
    here.person("Ann Lee")
    for name in ("ann lee", "ANN-LEE", "Ànn Lee", "Ann  Lee."):
        made = here.visitor().post("/api/accounts", {"name": name, "password": PASSWORD})
        assert (made.status, made.error["field"]) == (422, "name"), name


@pytest.mark.parametrize(
    "name",
    ["", "x", "x" * 31, "a\u202eb", "Аnn", "a\u0000b", "<b>", "...", "ann\nlee", "a\u200bb"],  # noqa: RUF001
)
def test_a_name_that_would_mislead_is_refused(here: Site, name: str) -> None:
    made = here.visitor().post("/api/accounts", {"name": name, "password": PASSWORD})
    # A line break is a space like any other, and so the name of somebody.
    assert made.status == (201 if name == "ann\nlee" else 422)


@pytest.mark.parametrize(
    "name",
    [
        "\u0251nn",  # the a of phonetics
        "\u0261re\u0261",
        "\u1d00\u0274\u0274",  # small capitals
        "lee \u01c0",
        "B\u09e6b",  # a zero of Bengali
        "\ua4ee\ua4e0\ua4e0",  # A, N, N of Lisu
        "\u13aa\u13a2",  # Cherokee
        "\u3164\u3164",  # letters that nobody sees
        "\uffa0\uffa0",
    ],
)
def test_a_name_that_looks_like_another_or_like_none_is_refused(name: str) -> None:
    with pytest.raises(Invalid):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ann 42",
        "Əli",
        "Łukasz",
        "Ștefan",
        "Đặng",
        "Νίκος",
        "Юлія",
        "ラーメン",
        "김철수",
        "علي ١٢",
        "李小龙",
    ],
)
def test_names_of_living_alphabets_are_taken(name: str) -> None:
    assert check_name(name) == name


def test_passwords_are_long_and_not_common(here: Site) -> None:
    """S14: eight letters or more, at least 64 allowed, no rules of composition."""
    assert len(commonest()) == 3000
    tried = {
        "short": 422,
        "password": 422,
        "PassWord": 422,
        "trustno1": 422,
        "aaaaaaaaaa": 422,
        "Carl Carlson": 422,
        "x" * 257: 422,
        "eight le": 201,
        "пароль подлиннее": 201,
        "long " * 40: 201,
    }
    for n, (password, status) in enumerate(tried.items()):
        name = "Carl Carlson" if password.startswith("Carl") else f"person {n}"
        made = here.visitor().post("/api/accounts", {"name": name, "password": password})
        assert made.status == status, password
        if status == 422:
            assert made.error["field"] == "password"


def test_login_by_name_and_by_verified_address(here: Site) -> None:
    here.person("Ann", "ann@example.org")
    for name in ("Ann", "ann", "ANN@example.org"):
        browser = here.visitor()
        assert browser.post("/api/sessions", {"name": name, "password": PASSWORD}).status == 201
        assert browser.get("/api/me").json["name"] == "Ann"


def test_nobody_takes_the_place_of_an_address_by_a_name_that_reads_like_it(here: Site) -> None:
    here.person("Ann", "ann@example.org")
    new = {"name": "ann.example.org", "password": "one of another"}
    assert here.visitor().post("/api/accounts", new).status == 201
    body = {"name": "ann@example.org", "password": PASSWORD, "bearer": True}
    assert here.visitor().post("/api/sessions", body).json["name"] == "Ann"
    assert here.visitor().post("/api/sessions", new).json["name"] == "ann.example.org"


def test_a_program_gets_a_token_and_no_cookie(here: Site) -> None:
    here.person("Ann")
    bot = here.visitor()
    made = bot.post("/api/sessions", {"name": "Ann", "password": PASSWORD, "bearer": True})
    assert made.json["token"] and not bot.cookies
    assert bot.get("/api/me", authorization=f"Bearer {made.json['token']}").status == 200
    assert bot.get("/api/me").status == 401


def test_the_cookie_is_locked_down() -> None:
    """S7: `__Host-`, Secure, HttpOnly, SameSite=Lax on https; unprefixed on plain http."""
    with site(settings=WebSettings(base_url="https://table.example")) as here:
        guest = here.visitor().post("/api/guests", origin="https://table.example")
        set_cookie = guest.header("set-cookie")
        assert set_cookie.startswith("__Host-dragoman=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(set_cookie.split("; "))
        assert "domain" not in set_cookie.lower()
        assert guest.header("strict-transport-security")
    with site() as here:
        set_cookie = here.visitor().post("/api/guests").header("set-cookie")
        assert set_cookie.startswith("dragoman=") and "Secure" not in set_cookie


def test_tokens_are_long_new_at_login_and_kept_as_hashes(here: Site) -> None:
    """S7: 256 bits; the store has no token, no password and no secret of a link."""
    here.person("Ann", "ann@example.org")
    browser, secrets = here.visitor(), [PASSWORD]
    for _ in range(2):
        browser.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
        secrets.append(browser.cookies["dragoman"])
    assert secrets[1] != secrets[2]
    assert re.fullmatch(r"[\w-]{43}", secrets[1])
    browser.post("/api/reset", {"email": "ann@example.org"})
    here.deliver()
    secrets.append(here.post.secret())
    with here.house.store.read() as tx:
        kinds = (Account, Session, Token, Outbox, Hook)
        kept = "".join(str(row) for kind in kinds for row in tx.find(kind))
    assert [secret for secret in secrets if secret in kept] == []
    # The session before the second login is gone.
    assert here.visitor().get("/api/me", cookie=f"dragoman={secrets[1]}").status == 401


def test_a_session_ends_when_it_should(here: Site) -> None:
    """S7: at logout, when ended from elsewhere, after a month unused, after half a year."""
    here.person("Ann")
    first, second = here.visitor(), here.visitor()
    for browser in (first, second):
        browser.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    rows = first.get("/api/sessions").json
    assert len(rows) == 3 and [row["this"] for row in rows].count(True) == 1
    assert first.delete("/api/sessions").status == 200
    assert (first.get("/api/me").status, second.get("/api/me").status) == (200, 401)
    for _ in range(6):
        here.clock.move(29 * DAY)
        assert first.get("/api/me").status == 200
    here.clock.move(7 * DAY)
    assert first.get("/api/me").status == 401
    second.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    here.clock.move(30 * DAY)
    assert second.get("/api/me").status == 401
    second.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    old = second.cookies["dragoman"]
    assert second.post("/api/logout").status == 200
    assert here.visitor().get("/api/me", cookie=f"dragoman={old}").status == 401


def test_one_ends_only_sessions_of_ones_own(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    row = ann.get("/api/sessions").json[0]["id"]
    assert bob.delete(f"/api/sessions/{row}").status == 404
    assert ann.delete(f"/api/sessions/{row[:4]}").status == 404
    assert ann.delete(f"/api/sessions/{row}").status == 200
    assert ann.get("/api/me").status == 401


def test_a_changed_password_ends_every_session(here: Site) -> None:
    here.person("Ann")
    here_too, there = here.visitor(), here.visitor()
    for browser in (here_too, there):
        browser.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    wrong = here_too.post("/api/me/password", {"old": "nonsense", "new": "another one"})
    assert (wrong.status, wrong.error["field"]) == (422, "password")
    assert here_too.post("/api/me/password", {"old": PASSWORD, "new": "another one"}).status == 200
    assert (here_too.get("/api/me").status, there.get("/api/me").status) == (200, 401)
    assert there.post("/api/sessions", {"name": "Ann", "password": PASSWORD}).status == 401
    assert there.post("/api/sessions", {"name": "Ann", "password": "another one"}).status == 201


def test_a_password_is_reset_by_mail_once(here: Site) -> None:
    ann = here.person("Ann", "ann@example.org")
    assert here.visitor().post("/api/reset", {"email": "ANN@example.org"}).status == 200
    assert here.deliver() == 1
    (mail,) = here.post.mails
    assert mail[0] == "ann@example.org"
    body = {"secret": here.post.secret(), "password": "a third password"}
    assert here.visitor().post("/api/reset/done", body).status == 200
    assert here.visitor().post("/api/reset/done", body).status == 404
    assert ann.get("/api/me").status == 401
    new = {"name": "Ann", "password": "a third password"}
    assert here.visitor().post("/api/sessions", new).status == 201


def test_a_link_grows_old(here: Site) -> None:
    here.person("Ann", "ann@example.org")
    here.visitor().post("/api/reset", {"email": "ann@example.org"})
    here.deliver()
    here.clock.move(HOUR)
    body = {"secret": here.post.secret(), "password": "a third password"}
    assert here.visitor().post("/api/reset/done", body).status == 404


def test_an_address_counts_once_it_is_verified(here: Site) -> None:
    ann = here.visitor()
    new = {"name": "Ann", "password": PASSWORD, "email": "ann@example.org"}
    assert ann.post("/api/accounts", new).json["verified"] is False
    here.visitor().post("/api/reset", {"email": "ann@example.org"})
    here.deliver()
    assert [mail[1] for mail in here.post.mails] == ["Your mail address"]
    assert here.visitor().post("/api/verify", {"secret": here.post.secret()}).status == 200
    assert ann.get("/api/me").json["verified"] is True
    changed = ann.post("/api/me/email", {"email": "ann@example.com", "password": PASSWORD})
    assert changed.status == 200
    assert ann.get("/api/me").json["verified"] is False


def test_nobody_learns_which_addresses_are_known(here: Site) -> None:
    """S8: same answers, the same writes and as many hashes, for known and unknown addresses."""
    here.person("Ann", "ann@example.org")
    replies = [
        here.visitor().post("/api/reset", {"email": email})
        for email in ("ann@example.org", "nobody@example.org")
    ]
    assert replies[0].status == replies[1].status and replies[0].body == replies[1].body
    with here.house.store.read() as tx:
        assert (tx.count(Token), tx.count(Outbox)) == (2, 2)
    made = [
        here.visitor().post("/api/accounts", {"name": name, "password": PASSWORD, "email": email})
        for name, email in (("Cat", "ann@example.org"), ("Dog", "dog@example.org"))
    ]
    first, second = (m.json | {"id": "", "name": "", "email": ""} for m in made)
    assert made[0].status == made[1].status == 201 and first == second
    here.deliver()
    assert [mail[0] for mail in here.post.mails].count("ann@example.org") == 2


def test_a_login_fails_alike_for_known_and_unknown_names(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S8: same status, same text, and one hash each (the medians are in scripts/soak)."""
    here.person("Ann")
    hashes: list[str] = []
    verify = Passwords.verify

    def counted(self: Passwords, kept: str, password: str) -> bool:
        hashes.append(kept)
        return verify(self, kept, password)

    monkeypatch.setattr(Passwords, "verify", counted)
    replies = [
        here.visitor().post("/api/sessions", {"name": name, "password": "wrong one"})
        for name in ("Ann", "nobody", "", "nobody@example.org")
    ]
    assert {(r.status, r.body) for r in replies} == {(401, replies[0].body)}
    assert len(hashes) == 4


def test_a_guest_who_registers_keeps_his_seat(here: Site) -> None:
    guest, organizer = here.visitor(), here.person("Olga")
    assert guest.post("/api/guests", {"name": "Gus"}).json["kind"] == "guest"
    table = organizer.post("/api/tables", {"variant": "standard"}).json["id"]
    guest.post(f"/api/tables/{table}/join", {"seat": "France"})
    made = guest.post("/api/accounts", {"name": "Gustav", "password": PASSWORD})
    assert (made.status, made.json["kind"]) == (201, "person")
    (row,) = guest.get("/api/tables?mine=true").json
    assert row["mine"] == ["France"]


def test_one_may_have_everything_that_is_kept(here: Site) -> None:
    ann, organizer = here.person("Ann", "ann@example.org"), here.person("Olga")
    table = here.table([ann], organizer)
    ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": "A bud-ser"})
    kept = ann.get("/api/me/export").json
    assert kept["account"]["email"] == "ann@example.org"
    assert kept["seats"][0]["orders"][0]["text"] == "A bud-ser"
    assert "password" not in kept["account"]


def test_who_leaves_is_forgotten_and_his_games_go_on(here: Site) -> None:
    ann, bob = here.person("Ann", "ann@example.org"), here.person("Bob")
    table = here.table([ann, bob], here.person("Olga"))
    assert ann.post("/api/me/leave", {"password": "wrong"}).status == 422
    assert ann.post("/api/me/leave", {"password": PASSWORD}).status == 200
    assert ann.get("/api/me").status == 401
    again = here.visitor().post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    assert again.status == 401
    with here.house.store.read() as tx:
        kept = "".join(str(row) for kind in (Account, Session) for row in tx.find(kind))
    assert "ann@example.org" not in kept and "'Ann'" not in kept
    seats = {row["seat"]: row for row in bob.get(f"/api/tables/{table}").json["seats"]}
    assert seats["Austria"]["open"] and seats["Austria"]["name"] == ""
    assert here.visitor().post("/api/accounts", {"name": "Ann", "password": PASSWORD}).status == 201


def test_preferences_and_names_change(here: Site) -> None:
    ann = here.person("Ann")
    here.person("Bob")
    changed = ann.patch("/api/me", {"name": "Anna", "preferences": {"zone": "Europe/Vienna"}})
    assert changed.status == 200
    assert changed.json["preferences"]["zone"] == "Europe/Vienna"
    assert ann.patch("/api/me", {"name": "bob"}).status == 422
    bad = ann.patch("/api/me", {"preferences": {"zone": "Mars/Base"}})
    assert (bad.status, bad.error["field"]) == (422, "preferences.zone")
    assert here.visitor().get("/api/accounts/anna").json["name"] == "Anna"


def test_blocked_names_are_ones_own(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    assert ann.post("/api/me/blocked", {"name": "bob"}).status == 200
    assert ann.post("/api/me/blocked", {"name": "Ann"}).status == 422
    assert ann.post("/api/me/blocked", {"name": "Zoe"}).status == 404
    assert (ann.get("/api/me/blocked").json, bob.get("/api/me/blocked").json) == (["Bob"], [])
    assert ann.delete("/api/me/blocked/bob").status == 200
    assert ann.get("/api/me/blocked").json == []


def reset_link(here: Site, email: str) -> str:
    """The secret of a link for a new password that was just asked for."""
    here.visitor().post("/api/reset", {"email": email})
    here.deliver()
    return here.post.secret()


@pytest.mark.parametrize("how", ["reset", "password", "email"])
def test_links_for_a_new_password_die_with_every_change(here: Site, how: str) -> None:
    """Whoever once could read a mail cannot come back by it; the owner is warned at his address."""
    ann, elsewhere = here.person("Ann", "ann@example.org"), here.visitor()
    elsewhere.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    old = reset_link(here, "ann@example.org")
    if how == "reset":
        body = {"secret": reset_link(here, "ann@example.org"), "password": "a third password"}
        assert here.visitor().post("/api/reset/done", body).status == 200
    elif how == "password":
        body = {"old": PASSWORD, "new": "another one"}
        assert ann.post("/api/me/password", body).status == 200
    else:
        body = {"email": "ann@example.com", "password": PASSWORD}
        assert ann.post("/api/me/email", body).status == 200
        assert ann.get("/api/me").status == 200
    taken = here.visitor().post("/api/reset/done", {"secret": old, "password": "mine now, ha"})
    assert taken.status == 404
    assert elsewhere.get("/api/me").status == 401
    here.deliver()
    what = "mail address" if how == "email" else "password"
    assert ("ann@example.org", f"Your {what} was changed") in [m[:2] for m in here.post.mails]


def test_an_address_gets_five_mails_an_hour_whoever_asks(here: Site) -> None:
    for n in range(9):
        new = {"name": f"Nob {chr(97 + n)}x", "password": PASSWORD, "email": "Bob@example.org"}
        assert here.visitor().post("/api/accounts", new).status == 201
    here.deliver()
    assert len(here.post.mails) == 5
    here.clock.move(HOUR)
    here.visitor().post("/api/accounts", {**new, "name": "Late", "email": "bob@example.org"})
    here.deliver()
    assert len(here.post.mails) == 6


def test_what_one_does_with_anothers_address_leaves_the_others_mail_alone(here: Site) -> None:
    here.person("Bob", "bob@example.org")
    here.visitor().post("/api/reset", {"email": "bob@example.org"})
    mallory = here.visitor()
    new = {"name": "Mallory", "password": PASSWORD, "email": "bob@example.org"}
    assert mallory.post("/api/accounts", new).status == 201
    assert mallory.post("/api/me/leave", {"password": PASSWORD}).status == 200
    here.deliver()
    assert "A new password" in [mail[1] for mail in here.post.mails]


def test_the_right_of_an_admin_is_the_accounts_not_the_names() -> None:
    """It stays when the name changes, and the freed name is never given out again."""
    with site(settings=WebSettings(admins=("Boss",))) as here:
        boss = here.visitor()
        assert boss.post("/api/accounts", {"name": "Boss", "password": PASSWORD}).status == 201
        assert boss.patch("/api/me", {"name": "Ruth"}).status == 200
        assert boss.post("/api/admin/freeze", {"on": True}).status == 200
        other = here.person("Other")
        for browser, path, body in (
            (here.visitor(), "/api/accounts", {"name": "boss", "password": PASSWORD}),
            (here.visitor(), "/api/guests", {"name": "Boss"}),
        ):
            refused = browser.post(path, body)
            assert (refused.status, refused.error["field"]) == (422, "name")
        assert other.patch("/api/me", {"name": "B o s s"}).status == 422
        assert other.post("/api/admin/freeze", {"on": False}).status == 404
        assert boss.patch("/api/me", {"name": "Boss"}).status == 200


def test_an_admin_who_registers_by_the_page_stays_admin_too() -> None:
    with site(settings=WebSettings(admins=("Boss",))) as here:
        boss = here.visitor()
        assert sent(boss, "/register", name="Boss", password=PASSWORD).status == 303
        assert sent(boss, "/me", what="name", name="Ruth").status == 200
        assert sent(here.visitor(), "/register", name="Boss", password=PASSWORD).status == 422
        assert boss.post("/api/admin/freeze", {"on": True}).status == 200


def test_whose_address_was_changed_is_not_told_to_use_it(here: Site) -> None:
    """No link for a new password goes to an address that the account has no longer."""
    ann = here.person("Ann", "ann@example.org")
    body = {"email": "ann@example.com", "password": PASSWORD}
    assert ann.post("/api/me/email", body).status == 200
    here.deliver()
    (text,) = [mail[2] for mail in here.post.mails if mail[0] == "ann@example.org"]
    assert "/forgotten" not in text
    assert "those who run the site" in text


def test_who_is_logged_in_can_read_while_nothing_can_be_written(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a session is in use cannot be noted then, which is no reason to turn anybody away."""
    ann = here.person("Ann")
    here.clock.move(HOUR)

    def full() -> Any:
        raise StoreDown("no room")

    monkeypatch.setattr(here.house.store, "write", full)
    assert ann.get("/api/me").status == 200
    assert ann.get("/me").status == 200
    assert ann.patch("/api/me", {"name": "Anna"}).status == 503
