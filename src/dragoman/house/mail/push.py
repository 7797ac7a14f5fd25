"""Web push: news for browsers that are not open, encrypted for each (RFC 8030, 8291 and 8292).

A browser names an address at its maker's push service and two keys. What is posted there can be
read by that browser alone; the site shows who it is by a signature of its own key, which is made
when it is first asked for and kept in the store.
"""

import base64
import binascii
import os
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.mail.hooks import check_url
from dragoman.house.world import new_id
from dragoman.store.interface import Taken
from dragoman.store.rows import Account, Hook, SiteValue

WAY = "push"
MOST = 10
"""How many browsers of an account are sent news."""
KEY = "push key"
"""Where the site's key is kept."""
DAY = 24 * 60 * 60
RECORD = 4096
"""How long a record of an encrypted message may be; ours are one record each."""

Pair = ec.EllipticCurvePrivateKey


def subscribe(house: House, account: str, url: str, key: str, auth: str) -> None:
    """Send news to a browser from now on; if somebody else used it before, no longer to them."""
    check_url(url, "endpoint")
    _check_keys(key, auth)
    row = Hook(id=new_id(house.rng), account=account, url=url, secret=f"{key} {auth}", way=WAY)
    with house.store.write() as tx:
        tx.lock(Account, id=account)
        tx.drop(Hook, url=url, way=WAY)
        if tx.count(Hook, account=account, way=WAY) >= MOST:
            raise Invalid(f"{MOST} browsers get your news already: end it in one of them first")
        tx.add(row)


def unsubscribe(house: House, account: str, url: str) -> None:
    """Send no more news to a browser."""
    with house.store.write() as tx:
        tx.drop(Hook, account=account, url=url, way=WAY)


def _check_keys(key: str, auth: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpack(key))
        right = len(unpack(auth)) == 16
    except (ValueError, binascii.Error):
        right = False
    if not right:
        raise Invalid("these are not the keys of a browser's subscription", "keys")


def site_key(house: House) -> Pair:
    """The key by which push services know the site, made when it is first asked for."""
    with house.read() as tx:
        kept = tx.get(SiteValue, name=KEY)
    if kept is None:
        made = ec.generate_private_key(ec.SECP256R1())
        number = made.private_numbers().private_value
        try:
            with house.store.write() as tx:
                tx.add(SiteValue(name=KEY, at=house.now, value=f"{number:x}"))
        except Taken:  # another process was quicker
            return site_key(house)
        return made
    return ec.derive_private_key(int(kept.value, 16), ec.SECP256R1())


def public_key(pair: Pair) -> str:
    """The public half of a key, as browsers and push services write it."""
    return pack(_point(pair))


def sealed(house: House, hook: Hook, body: dict[str, str]) -> tuple[bytes, dict[str, str]]:
    """What is posted to a push service for a browser: a body that it alone reads, and headers."""
    key, auth = (unpack(part) for part in hook.secret.split())
    pair, once = site_key(house), ec.generate_private_key(ec.SECP256R1())
    claims = _claims(hook.url, house.settings.base_url, house.now)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(DAY),
        "Urgency": "normal",
        "Authorization": f"vapid t={token(pair, claims)}, k={public_key(pair)}",
    }
    return encrypted(msgspec.json.encode(body), key, auth, once, os.urandom(16)), headers


def encrypted(body: bytes, key: bytes, auth: bytes, pair: Pair, salt: bytes) -> bytes:
    """A body for one browser alone, by a pair and a salt used this once (RFC 8291, 3.4)."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    ours = _point(pair)
    shared = pair.exchange(ec.ECDH(), theirs)
    secret = _derived(auth, shared, b"WebPush: info\0" + key + ours, 32)
    content = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    # The last byte marks the last record.
    return head + AESGCM(content).encrypt(nonce, body + b"\2", None)


def _claims(url: str, site: str, now: int) -> dict[str, str | int]:
    """For which service a token is, until when, and who answers for it (some services insist)."""
    parts = urlsplit(url)
    contact = site if site.startswith("https:") else "mailto:dragoman@localhost"
    ends = now // 1000 + DAY // 2
    return {"aud": f"{parts.scheme}://{parts.netloc}", "exp": ends, "sub": contact}


def token(pair: Pair, claims: dict[str, str | int]) -> str:
    """What shows a push service that the site itself sends something (RFC 8292, 2)."""
    text = ".".join(
        pack(msgspec.json.encode(it)) for it in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(pair.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{pack(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _point(pair: Pair) -> bytes:
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return pair.public_key().public_bytes(*form)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def pack(data: bytes) -> str:
    """Bytes as text: base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpack(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
