"""Messages to browsers: sealed for one of them, signed by the site, ended with the subscription."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dragoman.house.mail import push
from dragoman.house.mail.hooks import HookPoster
from dragoman.house.mail.notices import deliver
from dragoman.store.rows import Hook, Outbox
from tests.web.test_notices import Receiver, receiver  # noqa: F401
from tests.web.world import Site

CURVE = ec.SECP256R1()


class Browser:
    """A browser's half: its keys, and what it reads with them (RFC 8291 from the other side)."""

    def __init__(self) -> None:
        self.pair = ec.generate_private_key(CURVE)
        self.auth = b"sixteen bytes it"

    def subscription(self, url: str) -> dict[str, Any]:
        """What the page sends, as browsers write it."""
        keys = {"p256dh": push.public_key(self.pair), "auth": push.pack(self.auth)}
        return {"endpoint": url, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, str]:
        """What a message says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.pair.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        own = push.unpack(push.public_key(self.pair))
        secret = self._hkdf(self.auth, shared, b"WebPush: info\0" + own + sender, 32)
        key = self._hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, end, _ = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert end
        read: dict[str, str] = json.loads(text)
        return read

    def _hkdf(self, salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def test_the_example_of_the_standard_comes_out_letter_by_letter() -> None:
    """RFC 8291, section 5 and appendix A."""
    key = push.unpack(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    auth = push.unpack("BTBZMqHH6r4Tts7J_aSIgg")
    number = int.from_bytes(push.unpack("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    pair = ec.derive_private_key(number, CURVE)
    salt = push.unpack("DGv6ra1nlYgDCS1FRnbzlw")
    body = b"When I grow up, I want to be a watermelon"
    assert push.pack(push.encrypted(body, key, auth, pair, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
        "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_a_browser_gets_the_news_that_it_alone_can_read(
    here: Site,
    receiver: Receiver,  # noqa: F811
) -> None:
    ann, browser = here.person("Ann"), Browser()
    key = ann.post("/api/me/push/key").json["key"]
    assert ann.post("/api/me/push", browser.subscription(receiver.url)).status == 200
    table = here.table([ann], here.person("Olga"), title="Hello")
    assert deliver(here.house, HookPoster(private=True)) == 1
    ((headers, body),) = receiver.posted
    message = browser.read(body)
    assert (message["title"], message["kind"], message["table"]) == ("Hello", "started", table)
    assert b"Hello" not in body and message["link"].endswith(f"/tables/{table}")
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    check_token(headers["Authorization"], key, receiver.url.partition("/hook")[0])
    # It is no webhook, and no secret of it is shown.
    assert ann.get("/api/me/hooks").json == []
    assert push.pack(browser.auth) not in str(ann.get("/api/me/export").json)


def check_token(said: str, key: str, origin: str) -> None:
    """The signature is that of the key that the site names (RFC 8292)."""
    scheme, _, rest = said.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    text, _, signed = parts["t"].rpartition(".")
    raw = push.unpack(signed)
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, push.unpack(key))
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    point.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(push.unpack(text.split(".")[1]))
    assert (scheme, parts["k"], claims["aud"]) == ("vapid", key, origin)


def test_one_chooses_what_a_browser_hears_of(here: Site) -> None:
    ann = here.person("Ann")
    ann.patch("/api/me", {"preferences": {"mails": []}})
    ann.post("/api/me/push", Browser().subscription("https://push.example/1"))
    here.table([ann], here.person("Olga"))
    with here.house.store.read() as tx:
        assert tx.find(Outbox) == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(
    here: Site,
    receiver: Receiver,  # noqa: F811
    status: int,
) -> None:
    receiver.status = status
    ann = here.person("Ann")
    ann.post("/api/me/push", Browser().subscription(receiver.url))
    here.table([ann], here.person("Olga"))
    assert deliver(here.house, HookPoster(private=True)) == 1
    with here.house.store.read() as tx:
        assert tx.find(Hook) == [] and all(row.done for row in tx.find(Outbox))


def test_a_push_service_that_fails_is_tried_again(here: Site, receiver: Receiver) -> None:  # noqa: F811
    receiver.status = 503
    ann, browser = here.person("Ann"), Browser()
    ann.post("/api/me/push", browser.subscription(receiver.url))
    here.table([ann], here.person("Olga"))
    deliver(here.house, HookPoster(private=True))
    receiver.status = 201
    here.clock.move(60_000)
    assert deliver(here.house, HookPoster(private=True)) == 1
    assert [browser.read(body)["kind"] for _, body in receiver.posted] == ["started", "started"]


def test_a_browser_belongs_to_whoever_used_it_last_and_can_be_ended(here: Site) -> None:
    ann, bob = here.person("Ann"), here.person("Bob")
    subscription = Browser().subscription("https://push.example/1")
    for person in (ann, bob, bob):
        person.post("/api/me/push", subscription)
    with here.house.store.read() as tx:
        assert [row.account for row in tx.find(Hook)] == ["id-bob"]
    ann.post("/api/me/push/end", {"endpoint": "https://push.example/1"})
    with here.house.store.read() as tx:
        assert len(tx.find(Hook)) == 1
    bob.post("/api/me/push/end", {"endpoint": "https://push.example/1"})
    with here.house.store.read() as tx:
        assert tx.find(Hook) == []


def test_wrong_subscriptions_are_refused(here: Site) -> None:
    ann, right = here.person("Ann"), Browser().subscription("https://push.example/1")
    keys = right["keys"]
    for wrong in (
        {"endpoint": "ftp://push.example/1"},
        {"keys": {**keys, "p256dh": "AAAA"}},
        {"keys": {**keys, "p256dh": "no base64!"}},
        {"keys": {**keys, "auth": "AAAA"}},
    ):
        reply = ann.post("/api/me/push", {**right, **wrong})
        assert reply.status == 422, wrong
    for n in range(push.MOST):
        ann.post("/api/me/push", Browser().subscription(f"https://push.example/{n}"))
    more = ann.post("/api/me/push", Browser().subscription("https://push.example/more"))
    assert more.status == 422 and "10 browsers" in more.error["message"]
    assert here.visitor().post("/api/me/push", right).status == 401
