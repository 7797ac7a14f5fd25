"""Webhooks: signed posts to addresses that players name, and to no address inside the network.

The signature is HMAC-SHA256 with the hook's secret over the time, a full stop and the body:
`Dragoman-Signature: t=1700000000,v1=<hex>`.
"""

import hashlib
import hmac
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from dragoman.house.core import House
from dragoman.house.errors import Invalid, Unknown
from dragoman.house.world import new_id, new_secret
from dragoman.store.rows import Account, Hook

MOST = 5
"""How many webhooks an account may have."""
SECONDS = 10.0


def add_hook(house: House, account: str, url: str) -> Hook:
    """A new webhook; its secret is shown this once."""
    check_url(url)
    row = Hook(id=new_id(house.rng), account=account, url=url, secret=new_secret(house.rng))
    with house.store.write() as tx:
        tx.lock(Account, id=account)
        if tx.count(Hook, account=account) >= MOST:
            raise Invalid(f"you have {MOST} webhooks already: remove one first", "url")
        tx.add(row)
    return row


def hooks(house: House, account: str) -> list[Hook]:
    """The webhooks of an account."""
    with house.read() as tx:
        return tx.find(Hook, account=account)


def drop_hook(house: House, account: str, hook: str) -> None:
    """Remove a webhook of one's own."""
    with house.store.write() as tx:
        if tx.drop(Hook, id=hook, account=account) != 1:
            raise Unknown("you have no such webhook")


def check_url(url: str) -> SplitResult:
    """The parts of an address, if a webhook may have it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Invalid("this is no web address", "url") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > 500:
        raise Invalid("write an address that begins with https:// or http://", "url")
    if parts.username or parts.password or port == 0 or not url.isascii() or not url.isprintable():
        raise Invalid("write the address without a name, a password or special signs", "url")
    if " " in url or "\\" in url:
        raise Invalid("write the address without spaces", "url")
    return parts


def signature(secret: str, body: bytes, at: int) -> str:
    """What proves that a body comes from here."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


class PrivateAddress(OSError):
    """An address inside the network, where no webhook may go."""


class HookPoster:
    """Posts webhooks; follows no redirects, and goes to private addresses only if told to."""

    def __init__(self, *, private: bool = False, seconds: float = SECONDS) -> None:
        self.private = private
        self.seconds = seconds

    def __call__(self, url: str, secret: str, body: bytes, message: str) -> None:
        """Deliver a body, or raise an error."""
        parts = check_url(url)
        connection = self._connection(parts)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Dragoman",
            "Dragoman-Message": message,
            "Dragoman-Signature": signature(secret, body, int(time.time())),
        }
        # However slowly the receiver answers, letter by letter: the time is for all of it.
        ending = threading.Timer(self.seconds, _cut, (connection.sock,))
        ending.start()
        try:
            connection.request("POST", path, body, headers)
            status = connection.getresponse().status
        finally:
            ending.cancel()
            connection.close()
        if not 200 <= status < 300:
            raise OSError(f"{parts.hostname} answered {status}")

    def _connection(self, parts: SplitResult) -> http.client.HTTPConnection:
        """A connection to the very address that was checked, whatever the name means later."""
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        family, address = self._resolved(host, port)
        plain = socket.socket(family, socket.SOCK_STREAM)
        plain.settimeout(self.seconds)
        try:
            plain.connect(address)
            if parts.scheme == "https":
                plain = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        except BaseException:
            plain.close()
            raise
        connection = http.client.HTTPConnection(host, port, timeout=self.seconds)
        connection.sock = plain
        return connection

    def _resolved(self, host: str, port: int) -> tuple[socket.AddressFamily, tuple[object, ...]]:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, _, _, _, address in found:
            if self.private or public(str(address[0])):
                return family, address
        raise PrivateAddress(f"{host} is an address inside the network")


def _cut(line: socket.socket) -> None:
    """End a conversation, whoever is speaking."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def public(address: str) -> bool:
    """Whether an address lies outside of every private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or ip
    return bool(inner.is_global and ip.is_global and not ip.is_multicast)
