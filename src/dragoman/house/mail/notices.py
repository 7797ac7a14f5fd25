"""Notices: mails, webhooks and messages to browsers, written with their cause and sent afterwards.

A message is claimed before it is sent, so no two processes send it. If the house dies between the
claim and the answer of the receiver, nobody knows whether it went out: it is not sent again.
"""

import hashlib
import logging
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from dragoman.house.core import House
from dragoman.house.mail import news, push
from dragoman.house.mail.hooks import BadAnswer, signed
from dragoman.house.people.names import box
from dragoman.house.world import Clock, new_id
from dragoman.store.interface import Taken, Test, Tx
from dragoman.store.rows import Account, Bucket, Hook, Outbox, Table
from dragoman.translate import ENGLISH, phrase_book

LOG = logging.getLogger("dragoman.notices")
NEVER = 2**62
"""When a message is due that somebody is sending."""
MINUTE = 60_000
ATTEMPTS = 8
MOST_AN_HOUR = 5
"""How many mails an address gets in an hour that somebody asked for, whoever it was.

And how often somebody hears of acts of the organizer of one table.
"""
BUT_ONE = MOST_AN_HOUR - 1
"""How many of them may be of no use to the owner: the last is left for a new password."""
ASKED, ANNOUNCED = "mailed", "announced"
"""What is counted apart: else whoever asks for many mails would keep a warning from its owner."""
MOST_HOOKS = 1000
"""How many messages to webhooks are looked at in a round."""
MOST_WAITING = 50
"""How many messages wait for a webhook; one that is so far behind is told no more meanwhile."""
TURN = 2.0
"""After how many seconds of one person's messages it is the next one's turn."""
KEPT = 30 * 24 * 60 * MINUTE
"""How long a message is kept after it was sent."""

WORDS: dict[str, str] = {
    news.STARTED: "The game has begun: {phase}.",
    news.PHASE: "A new phase has begun: {phase}.",
    news.ENDED: "The game is over.",
    news.STUCK: "The house could not judge {phase}; the game waits for its organizer.",
    news.ABSENT: "Your seat {seat} is open to others, as no orders came from you.",
    news.REPLACED: "Somebody else has taken your seat {seat}.",
    news.ACT: "The organizer has done something at the table.",
    news.PRESS: "There is new press.",
    news.REMINDER: "The deadline comes near, and you have given no orders: {phase}.",
}
"""What each kind of notice says; a kind that is not listed says that there is news."""
QUIET = frozenset({news.PRESS})
"""The kinds that are sent only to those who ask for them."""


class Poster(Protocol):
    """Something that posts to a webhook or a push service."""

    def __call__(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Deliver, or raise an error."""
        ...


class Unsure(Exception):
    """A message was handed over, but the receiver did not confirm it."""


class Gone(Exception):
    """A browser takes no more messages."""


class Notices:
    """Writes notices of tables into the outbox, to each account as it wishes."""

    def __init__(self, clock: Clock, base_url: str = "", folders: tuple[Path, ...] = ()) -> None:
        self.clock, self.folders = clock, folders
        self.base_url = base_url.rstrip("/") or "http://localhost"

    def __call__(
        self, tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
    ) -> None:
        """Write down a notice for some accounts, once for each event of a table."""
        rows = tx.find(Account, Test("id", "in", list(accounts)), closed=None)
        hooks = tx.find(Hook, Test("account", "in", [row.id for row in rows]))
        for row in rows:
            own = [hook for hook in hooks if hook.account == row.id]
            self.write(tx, row, own, kind, table, words)

    def write(
        self,
        tx: Tx,
        row: Account,
        hooks: list[Hook],
        kind: str,
        table: Table,
        words: dict[str, str],
    ) -> None:
        """Write down a notice for one account."""
        if kind == news.ACT and not _room(tx, self.clock.now(), f"{kind} {table.id} {row.id}"):
            return
        text = speech(row, self.folders)(sentence(kind, words))
        about = f"{row.id} {table.id} {table.turn} {table.events} {kind}"
        link = f"{self.base_url}/tables/{table.id}"
        if row.email_key and wants(row, kind):
            body = {"subject": f"{table.title}: {text}", "text": f"{text}\n{link}\n"}
            _write(tx, self.clock.now(), about, "mail", row.email, body)
        notice = {"kind": kind, "table": table.id, "title": table.title, "text": text, "link": link}
        for hook in (it for it in hooks if it.way != push.WAY or wants(row, kind)):
            if tx.count(Outbox, address=hook.id, done=None) >= MOST_WAITING:
                continue
            _write(tx, self.clock.now(), f"{about} {hook.id}", "hook", hook.id, notice)


def sentence(kind: str, words: dict[str, str]) -> str:
    """What a notice says."""
    form = WORDS.get(kind, "There is news at the table.")
    for name, value in words.items():
        form = form.replace(f"{{{name}}}", value)
    return form


def speech(account: Account | None, folders: tuple[Path, ...]) -> Callable[[str], str]:
    """How sentences are said to somebody: in the language that was chosen, else in English."""
    chosen: dict[str, Any] = msgspec.json.decode(account.settings or "{}") if account else {}
    return phrase_book(chosen.get("language") or ENGLISH, folders).say


def wants(account: Account, kind: str) -> bool:
    """Whether somebody wants mail or messages of a kind: all but the quiet ones, unless chosen."""
    chosen: dict[str, Any] = msgspec.json.decode(account.settings or "{}")
    mails = chosen.get("mails")
    return kind in mails if isinstance(mails, list) else kind not in QUIET


def _write(tx: Tx, now: int, about: str, channel: str, address: str, body: dict[str, str]) -> None:
    """Add a message, unless it is there already."""
    key = hashlib.sha256(about.encode() + channel.encode()).hexdigest()[:32]
    text = msgspec.json.encode(body).decode()
    try:
        tx.add(Outbox(id=key, created=now, due=now, channel=channel, address=address, body=text))
    except Taken:
        return


def send_later(
    tx: Tx,
    house: House,
    address: str,
    subject: str,
    text: str,
    *,
    to: Account | None,
    channel: str = "mail",
    counted: str = ASKED,
    most: int = MOST_AN_HOUR,
) -> bool:
    """Write down a mail that is no notice of a table; so many an hour to one address at most."""
    if not _room(tx, house.clock.now(), f"{counted} {box(address)}", most):
        LOG.warning("too many mails to one address: one was not sent")
        return False
    said = speech(to, house.folders)
    body = {"subject": said(subject), "text": "\n".join(map(said, text.split("\n")))}
    _write(tx, house.clock.now(), new_id(house.rng, 20), channel, address, body)
    return True


def _room(tx: Tx, now: int, key: str, most: int = MOST_AN_HOUR) -> bool:
    """Whether there is room for one more mail of those that are counted together; count it."""
    with suppress(Taken):  # by this hour's first mail, perhaps of another process
        tx.add(Bucket(key=key, tokens=0, at=now))
    row = tx.lock(Bucket, key=key)
    if row is None:
        return False
    # The clocks of two hosts differ by a little; one that was far ahead counts no more.
    fresh = not -MINUTE < now - row.at < 60 * MINUTE
    sent, since = (0, now) if fresh else (row.tokens, row.at)
    if sent >= most:
        return False
    tx.change(Bucket, {"key": key}, tokens=sent + 1, at=since)
    return True


MAILS, HOOKS = Test("channel", "!=", "hook"), Test("channel", "=", "hook")
"""What is sent by mail, and what to webhooks, whose receivers may be slow on purpose."""


def deliver(house: House, post: Poster, *which: Test, most: int = 20) -> int:
    """Send what is due, all of it or only what is meant; how many messages were taken up."""
    ripe = Test("due", "<=", house.clock.now())
    with house.read() as tx:
        due = tx.find(Outbox, ripe, *which, done=None, order="due", limit=most)
    return sum(_deliver_one(house, post, row) for row in due)


class HookSender:
    """Sends what is due to webhooks, to a few people at a time and to each one after the other.

    So a receiver that takes its time holds up only whoever named it. Of people with many slow ones
    each has his turn, and the others have theirs in between.
    """

    def __init__(self, post: Poster, most: int = 8, turn: float = TURN) -> None:
        self.post, self.turn = post, turn
        self._pool = ThreadPoolExecutor(most, "webhooks")
        self._busy: set[str] = set()

    def __call__(self, house: House) -> None:
        """Begin to send to all for whom something is due, but to whom nothing is being sent."""
        with house.read() as tx:
            due = self._due(tx, house.clock.now())
            hooks = tx.find(Hook, Test("id", "in", list({row.address for row in due})))
        owners = {hook.id: hook.account for hook in hooks}
        by_owner: dict[str, list[Outbox]] = {}
        for row in due:
            by_owner.setdefault(owners.get(row.address, ""), []).append(row)
        for owner, rows in by_owner.items():
            if owner not in self._busy:
                self._busy.add(owner)
                self._pool.submit(self._send_all, house, owner, rows)

    def _due(self, tx: Tx, now: int) -> list[Outbox]:
        """What is due; if that is much, only what is for others than those who are sent to now."""
        ripe = [Test("due", "<=", now), HOOKS]
        found = tx.find(Outbox, *ripe, done=None, order="due", limit=MOST_HOOKS)
        if len(found) < MOST_HOOKS:
            return found
        idle = [hook.id for hook in tx.find(Hook) if hook.account not in self._busy]
        ripe.append(Test("address", "in", idle))
        return tx.find(Outbox, *ripe, done=None, order="due", limit=MOST_HOOKS)

    def _send_all(self, house: House, owner: str, rows: list[Outbox]) -> None:
        ends = time.monotonic() + self.turn
        try:
            for row in rows:
                _deliver_one(house, self.post, row)
                if time.monotonic() >= ends:
                    return
        finally:
            self._busy.discard(owner)

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _deliver_one(house: House, post: Poster, row: Outbox) -> bool:
    """Claim a message, send it, and note what came of it; whether it was ours to send."""
    with house.store.write() as tx:
        fence = {"id": row.id, "attempts": row.attempts, "due": row.due, "done": None}
        if tx.change(Outbox, fence, attempts=row.attempts + 1, due=NEVER) != 1:
            return False
        hook = tx.get(Hook, id=row.address) if row.channel == "hook" else None
    try:
        _send(house, post, row, hook)
    except Unsure:
        LOG.warning("message %s may or may not have arrived; it is not sent again", row.id)
    except Gone:
        with house.store.write() as tx:
            tx.drop(Hook, id=row.address)
            tx.change(Outbox, {"address": row.address}, done=house.clock.now(), body="{}")
    except Exception as error:  # whatever a mail server or a webhook may do
        LOG.warning("message %s not sent: %s: %s", row.id, type(error).__name__, error)
        _put_off(house, row)
    else:
        with house.store.write() as tx:
            tx.change(Outbox, {"id": row.id}, done=house.clock.now(), body="{}")
    return True


def _send(house: House, post: Poster, row: Outbox, hook: Hook | None) -> None:
    body: dict[str, str] = msgspec.json.decode(row.body)
    if row.channel == "mail":
        house.mailer.send(row.address, body["subject"], body["text"])
    elif hook is not None and hook.way == push.WAY:
        _push(house, post, hook, body)
    elif hook is not None:
        payload = msgspec.json.encode(
            discord(body) if is_discord(hook.url) else {"id": row.id, **body}
        )
        post(hook.url, payload, signed(hook, payload, row.id))


def _push(house: House, post: Poster, hook: Hook, body: dict[str, str]) -> None:
    try:
        post(hook.url, *push.sealed(house, hook, body))
    except BadAnswer as error:
        # So a push service says that the browser has ended its subscription (RFC 8030, 7.3).
        if error.status in (404, 410):
            raise Gone from error
        raise


def is_discord(url: str) -> bool:
    """Whether a webhook is one of Discord, which takes no form but its own.

    >>> is_discord("https://discord.com/api/webhooks/1/x"), is_discord("https://discord.com.example")
    (True, False)
    """
    parts = urlsplit(url)
    known = parts.hostname in ("discord.com", "discordapp.com", "canary.discord.com")
    return known and parts.path.startswith("/api/webhooks/")


def discord(body: dict[str, str]) -> dict[str, Any]:
    """A notice as a message of Discord, which calls nobody by name.

    >>> discord({"title": "Club", "text": "The game is over.", "link": "https://x/1"})["content"]
    '**Club**: The game is over. https://x/1'
    """
    title = re.sub(r"([*_~`|>\\\[\]()#@<-])", r"\\\1", body["title"])
    said = f"**{title}**: {body['text']} {body['link']}"
    return {"content": said[:2000], "allowed_mentions": {"parse": []}}


def _put_off(house: House, row: Outbox) -> None:
    """Try again later, each time after a longer while; in the end give up."""
    now = house.clock.now()
    with house.store.write() as tx:
        if row.attempts + 1 >= ATTEMPTS:
            tx.change(Outbox, {"id": row.id}, done=now, body="{}")
            return
        later = now + MINUTE * 4**row.attempts
        tx.change(Outbox, {"id": row.id}, due=later)
        if row.channel == "hook":
            # What else is due there would fail as well, and keep others waiting.
            ripe = tx.find(Outbox, Test("due", "<=", now), HOOKS, address=row.address, done=None)
            for other in ripe:
                tx.change(Outbox, {"id": other.id, "due": other.due}, due=later)


def sweep(house: House) -> None:
    """Forget messages that were sent long ago."""
    with house.store.write() as tx:
        tx.drop(Outbox, Test("created", "<", house.clock.now() - KEPT))
