"""Notices: mail through a real server, signed webhooks, and each message once."""

import hashlib
import hmac
import threading
import time
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from dragoman.house.errors import Invalid
from dragoman.house.mail import notices
from dragoman.house.mail.hooks import HookPoster, PrivateAddress, check_url, public
from dragoman.house.mail.notices import ATTEMPTS, HookSender, deliver
from dragoman.house.mail.smtp import SmtpMailer, SmtpSettings
from dragoman.store.rows import Outbox, Table
from tests.house.tools import HOUR
from tests.web.real import free_port
from tests.web.world import Site


class Box:
    """A mail server's box, which may refuse or fall silent."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], Message]] = []
        self.answer = "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a mail."""
        assert isinstance(envelope.content, bytes)
        if self.answer.startswith("250"):
            self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content)))
        return self.answer


@pytest.fixture
def box(here: Site) -> Iterator[Box]:
    """A mail server on this machine, which the house uses."""
    made, port = Box(), free_port()
    controller = Controller(made, hostname="127.0.0.1", port=port)
    controller.start()
    settings = SmtpSettings(
        host="127.0.0.1", port=port, security="none", sender="table@example.org", seconds=5
    )
    here.house.mailer = SmtpMailer(settings)
    try:
        yield made
    finally:
        controller.stop()


def test_a_phase_is_mailed_once_and_without_secrets(here: Site, box: Box) -> None:
    ann, bob = here.person("Ann", "ann@example.org"), here.person("Bob", "bob@example.org")
    table = here.table([ann, bob], here.person("Olga"), title="Ünder the \u2603")
    here.deliver()
    box.mails.clear()
    ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": "A bud-ser"})
    for browser in (ann, bob):
        browser.put(f"/api/tables/{table}/ready", {"turn": 1})
    here.judge()
    assert [here.deliver() for _ in range(3)][1:] == [0, 0]
    assert sorted(to for to, _ in box.mails) == [["ann@example.org"], ["bob@example.org"]]
    text = str(box.mails[0][1].get_payload(decode=True))
    assert f"/tables/{table}" in text and "bud" not in text and "Ann" not in text
    assert box.mails[0][1]["From"] == "table@example.org"
    assert len({mail["Message-ID"] for _, mail in box.mails}) == 2


def test_a_mail_that_is_refused_is_tried_again_and_given_up_in_the_end(
    here: Site, box: Box
) -> None:
    here.person("Ann", "ann@example.org").post("/api/reset", {"email": "ann@example.org"})
    box.answer = "451 later"
    for _ in range(ATTEMPTS + 2):
        here.deliver()
        here.clock.move(400 * HOUR)
    with here.house.store.read() as tx:
        (row,) = tx.find(Outbox)
    assert (row.attempts, row.done is not None, box.mails) == (ATTEMPTS, True, [])


def test_a_mail_that_was_refused_comes_later(here: Site, box: Box) -> None:
    here.person("Ann", "ann@example.org").post("/api/reset", {"email": "ann@example.org"})
    box.answer = "451 later"
    here.deliver()
    box.answer = "250 OK"
    assert here.deliver() == 0
    here.clock.move(60_000)
    assert here.deliver() == 1 and len(box.mails) == 1


def test_no_server_no_mail_and_nothing_breaks(here: Site) -> None:
    settings = SmtpSettings(host="127.0.0.1", port=free_port(), security="none", seconds=1)
    here.house.mailer = SmtpMailer(settings)
    here.person("Ann", "ann@example.org").post("/api/reset", {"email": "ann@example.org"})
    assert here.deliver() == 1
    with here.house.store.read() as tx:
        assert tx.find(Outbox)[0].done is None


def test_a_message_whose_sender_died_is_not_sent_twice(here: Site, box: Box) -> None:
    """F1: between the claim and the answer nobody knows; better none than two."""
    here.person("Ann", "ann@example.org").post("/api/reset", {"email": "ann@example.org"})

    class Died(BaseException):
        """The process is gone."""

    class Dying(SmtpMailer):
        def send(self, address: str, subject: str, text: str) -> None:
            super().send(address, subject, text)
            raise Died

    here.house.mailer = Dying(here.house.mailer.settings)  # type: ignore[attr-defined]
    with pytest.raises(Died):
        here.deliver()
    here.house.mailer = SmtpMailer(here.house.mailer.settings)
    here.clock.move(1000 * HOUR)
    assert here.deliver() == 0 and len(box.mails) == 1


def test_two_processes_send_a_message_once(here: Site, box: Box) -> None:
    for n in range(5):
        email = f"p{n}@example.org"
        here.person(f"Person {n}", email).post("/api/reset", {"email": email})
    threads = [threading.Thread(target=here.deliver) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(to[0] for to, _ in box.mails) == [f"p{n}@example.org" for n in range(5)]


def test_one_chooses_what_to_be_mailed(here: Site, box: Box) -> None:
    ann = here.person("Ann", "ann@example.org")
    ann.patch("/api/me", {"preferences": {"mails": []}})
    here.table([ann], here.person("Olga"))
    here.deliver()
    assert box.mails == []


def test_an_organizer_who_acts_again_and_again_fills_nobodys_box(here: Site, box: Box) -> None:
    """Each act is in the log; five an hour of a table are sent outside as well."""
    ann, olga = here.person("Ann", "ann@example.org"), here.person("Olga")
    table = here.table([ann], olga)
    here.deliver()
    box.mails.clear()
    for _ in range(10):
        for act in ("pause", "resume"):
            assert olga.post(f"/api/tables/{table}/organizer/{act}").status == 200
    here.deliver()
    assert len(box.mails) == 5
    here.clock.move(HOUR)
    assert olga.post(f"/api/tables/{table}/organizer/pause").status == 200
    here.deliver()
    assert len(box.mails) == 6


class Receiver(HTTPServer):
    """A web server that keeps what is posted."""

    def __init__(self, status: int = 204) -> None:
        self.status = status
        self.posted: list[tuple[dict[str, str], bytes]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """Where to post."""
        return f"http://127.0.0.1:{self.server_address[1]}/hook?x=1"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        """Take a post."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posted.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver of webhooks."""
    made = Receiver()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        made.shutdown()
        made.server_close()
        thread.join()


def test_a_webhook_is_signed(here: Site, receiver: Receiver) -> None:
    ann = here.person("Ann")
    secret = ann.post("/api/me/hooks", {"url": receiver.url}).json["secret"]
    table = here.table([ann], here.person("Olga"), title="Hello")
    assert deliver(here.house, HookPoster(private=True)) == 1
    ((headers, body),) = receiver.posted
    at, signed = headers["Dragoman-Signature"].split(",")
    stamp = at.removeprefix("t=")
    right = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    assert signed == f"v1={right}"
    assert table.encode() in body and b'"kind":"started"' in body
    assert ann.get("/api/me/hooks").json[0]["secret"] == ""


def test_a_webhook_goes_to_no_private_address(here: Site, receiver: Receiver) -> None:
    ann = here.person("Ann")
    ann.post("/api/me/hooks", {"url": receiver.url})
    here.table([ann], here.person("Olga"))
    assert deliver(here.house, HookPoster()) == 1
    assert receiver.posted == []
    for host in ("127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "0.0.0.0"):
        with pytest.raises(PrivateAddress):
            HookPoster(seconds=1)(f"http://{host}/", b"{}", {})
    assert public("9.9.9.9") and public("2620:fe::fe") and public("2002:909:909::1")


@pytest.mark.parametrize(
    "address",
    [
        *("::ffff:127.0.0.1", "192.168.1.1", "fe80::1%eth0", "fd00::1", "100.64.0.1", "::"),
        # NAT64 by its own prefix and by a local one, site-local addresses of old, IPv4 inside of
        # IPv6 in every form, Teredo, documentation, multicast.
        *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "fec0::1", "feff::1"),
        *("::127.0.0.1", "::ffff:0:127.0.0.1", "2002:7f00:1::1", "2002:a00:1::1"),
        *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "ff02::1", "2620::5efe:a00:1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.0.1", "198.18.0.1", "169.254.169.254"),
    ],
)
def test_no_address_leads_inside(address: str) -> None:
    assert not public(address)


def test_a_receiver_that_takes_its_time_holds_up_nobody_else(here: Site) -> None:
    """Five tarpits of one person, each with many messages; another's is there meanwhile."""
    ann, bob = here.person("Ann"), here.person("Bob")
    for n in range(5):
        ann.post("/api/me/hooks", {"url": f"https://tarpit.example/{n}"})
    bob.post("/api/me/hooks", {"url": "https://quick.example/"})
    table = here.table([ann, bob], here.person("Olga"))
    with here.house.store.write() as tx:
        row = tx.get(Table, id=table)
        assert row is not None
        for kind in ("ended", "stuck", "act"):
            here.house.notify(tx, ["id-ann"], kind, row, {})
    free, tried, there = threading.Event(), list[str](), threading.Event()

    def post(url: str, body: bytes, headers: dict[str, str]) -> None:
        tried.append(url)
        if "quick" in url:
            there.set()
            return
        assert free.wait(60)
        raise TimeoutError

    send = HookSender(post, turn=60.0)
    try:
        for _ in range(3):
            send(here.house)
        assert there.wait(60) and sorted(tried)[0] == "https://quick.example/"
        assert len(tried) == 2
        free.set()
        while send._busy:
            time.sleep(0.01)
        # Once a receiver has failed, what else is due there waits as well.
        assert len(tried) == 6
        send(here.house)
        assert len(tried) == 6
    finally:
        free.set()
        send.close()


def told(here: Site, *accounts: str, kinds: Sequence[str] = ("ended", "stuck", "phase")) -> None:
    """Notices of several kinds for some people."""
    with here.house.store.write() as tx:
        (row,) = tx.find(Table)
        for kind in kinds:
            here.house.notify(tx, accounts, kind, row, {})


def hooked(here: Site, **urls: str) -> None:
    """People at one table, each with a webhook."""
    people = {name: here.person(name) for name in urls}
    for name, url in urls.items():
        people[name].post("/api/me/hooks", {"url": url})
    here.table(list(people.values()), here.person("Olga"))
    with here.house.store.write() as tx:
        tx.drop(Outbox, channel="hook")


def test_slow_receivers_of_several_people_take_turns_with_others(here: Site) -> None:
    """Each takes a thread for one message, and comes again after those who wait."""
    hooked(here, Ann="https://slow.example/", Ben="https://slow.example/", Cleo="https://quick/")
    told(here, "id-ann", "id-ben")
    here.clock.move(1)
    told(here, "id-cleo")
    goes_on, there = threading.Semaphore(0), threading.Event()

    def post(url: str, body: bytes, headers: dict[str, str]) -> None:
        if "quick" in url:
            there.set()
            return
        assert goes_on.acquire(timeout=60)

    send = HookSender(post, most=2, turn=0.0)
    try:
        send(here.house)
        goes_on.release(2)
        assert there.wait(10)
    finally:
        goes_on.release(100)
        send.close()


def test_many_messages_of_one_person_hide_nobody_elses(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_HOOKS", 2)
    hooked(here, Ann="https://slow.example/", Cleo="https://quick.example/")
    told(here, "id-ann")
    here.clock.move(1)
    told(here, "id-cleo")
    goes_on, there = threading.Event(), threading.Event()

    def post(url: str, body: bytes, headers: dict[str, str]) -> None:
        there.set() if "quick" in url else goes_on.wait(60)

    send = HookSender(post)
    try:
        send(here.house)
        send(here.house)
        assert there.wait(10)
    finally:
        goes_on.set()
        send.close()


def test_only_so_many_messages_wait_for_a_receiver(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is behind is told no more until it has caught up."""
    monkeypatch.setattr(notices, "MOST_WAITING", 2)
    hooked(here, Ann="https://slow.example/", Cleo="https://quick.example/")
    told(here, "id-ann")
    told(here, "id-cleo", kinds=["ended"])
    with here.house.store.read() as tx:
        assert tx.count(Outbox, channel="hook") == 3
    here.deliver()
    told(here, "id-ann", kinds=["press"])
    with here.house.store.read() as tx:
        assert tx.count(Outbox, channel="hook", done=None) == 1


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status = 302
    with pytest.raises(OSError, match="302"):
        HookPoster(private=True)(receiver.url, b"{}", {})
    assert len(receiver.posted) == 1


@pytest.mark.parametrize(
    "url",
    ["", "ftp://x.y", "file:///etc", "http://", "http://a:b@x.y", "http://x.y:99999", "http://x y",
     "http://[::", "javascript:1", "http://x.y/\r\nA: b", "http://x.y:0/", "https://é.example"],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(Invalid):
        check_url(url)


def test_one_has_five_webhooks_at_most_and_only_ones_own(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    made = [ann.post("/api/me/hooks", {"url": f"https://example.org/{n}"}) for n in range(6)]
    assert [m.status for m in made] == [201] * 5 + [422]
    hook = made[0].json["id"]
    assert bob.delete(f"/api/me/hooks/{hook}").status == 404
    assert ann.delete(f"/api/me/hooks/{hook}").status == 200
    assert len(ann.get("/api/me/hooks").json) == 4
