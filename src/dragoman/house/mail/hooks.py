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
        if tx.count(Hook, account=account, way="post") >= MOST:
            raise Invalid(f"you have {MOST} webhooks already: remove one first", "url")
        tx.add(row)
    return row


def hooks(house: House, account: str) -> list[Hook]:
    """The webhooks of an account."""
    with house.read() as tx:
        return tx.find(Hook, account=account, way="post")


def drop_hook(house: House, account: str, hook: str) -> None:
    """Remove a webhook of one's own."""
    with house.store.write() as tx:
        if tx.drop(Hook, id=hook, account=account, way="post") != 1:
            raise Unknown("you have no such webhook")


def check_url(url: str, field: str = "url") -> SplitResult:
    """The parts of an address, if a webhook may have it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Invalid("this is no web address", field) from error
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > 500:
        raise Invalid("write an address that begins with https:// or http://", field)
    if parts.username or parts.password or port == 0 or not url.isascii() or not url.isprintable():
        raise Invalid("write the address without a name, a password or special signs", field)
    if " " in url or "\\" in url:
        raise Invalid("write the address without spaces", field)
    return parts


def signature(secret: str, body: bytes, at: int) -> str:
    """What proves that a body comes from here."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def signed(hook: Hook, body: bytes, message: str) -> dict[str, str]:
    """The headers with which a webhook is posted to."""
    return {
        "Content-Type": "application/json",
        "Dragoman-Message": message,
        "Dragoman-Signature": signature(hook.secret, body, int(time.time())),
    }


class PrivateAddress(OSError):
    """An address inside the network, where no webhook may go."""


class BadAnswer(OSError):
    """A receiver answered that something is wrong."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class HookPoster:
    """Posts to webhooks and push services; follows no redirects, goes inside only if allowed to."""

    def __init__(self, *, private: bool = False, seconds: float = SECONDS) -> None:
        self.private = private
        self.seconds = seconds

    def __call__(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Deliver a body, or raise an error."""
        parts = check_url(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        family, address = self._resolved(host, port)
        line = socket.socket(family, socket.SOCK_STREAM)
        # However slowly the receiver answers, letter by letter: the time is for all of it.
        same = line.dup()
        ending = threading.Timer(self.seconds, _cut, (same,))
        ending.start()
        try:
            line.settimeout(self.seconds)
            line.connect(address)
            if parts.scheme == "https":
                line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            status = self._posted(line, parts, body, headers)
        finally:
            ending.cancel()
            same.close()
            line.close()
        if not 200 <= status < 300:
            raise BadAnswer(f"{parts.hostname} answered {status}", status)

    def _posted(
        self, line: socket.socket, parts: SplitResult, body: bytes, headers: dict[str, str]
    ) -> int:
        """The status with which the receiver at the other end of a line answers."""
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
        # The very address that was checked, whatever the name means later.
        connection.sock = line
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"User-Agent": "Dragoman", **headers})
        return connection.getresponse().status

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


OUTSIDE = ipaddress.ip_network("2000::/3")
"""Where the addresses of IPv6 lie that lead outside.

All others stay inside, or lead to an address of IPv4 that nobody has looked at (NAT64 and others).
"""


def public(address: str) -> bool:
    """Whether an address lies outside of every private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast
    # 6to4 and ISATAP carry an address of IPv4; only that of the first says where it leads.
    inner = ip.sixtofour
    return (
        ip in OUTSIDE
        and ip.is_global
        and (inner is None or public(str(inner)))
        and ip.packed[8:12] not in (b"\0\0\x5e\xfe", b"\2\0\x5e\xfe")
    )
