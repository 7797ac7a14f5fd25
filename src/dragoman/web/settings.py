"""How the server is run: where it listens, whom it trusts, how much it lets through."""

import sys
from functools import cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

from msgspec import Struct

from dragoman.errors import RequestError

Network = IPv4Network | IPv6Network


class WebSettings(Struct, frozen=True, kw_only=True):
    """What a server may be set to; sizes are in bytes, times in seconds.

    `read_seconds` is how long a look may take, `judge_seconds` what workers do for guests; of each
    address at most `looks_each`, `heavy_each` and `acts_each` requests are worked on at a time.
    What the workshop has examined, drawn and played is done by `crafts_at_once` processes of its
    own, each for at most `craft_seconds`, and for each address one thing at a time.
    `readers` is how many of the requests that only look are worked on at a time: they wait for the
    interpreter rather than for the disk, and more threads would only hand it to and fro. `writers`
    is how many of those that change something are.
    `base_url` is the address that browsers use. If it begins with https, cookies are `Secure` and
    bear the prefix `__Host-`.
    """

    base_url: str = ""
    proxies: tuple[str, ...] = ()
    admins: tuple[str, ...] = ()
    limits: bool = True
    largest_body: int = 256 * 1024
    body_seconds: float = 20.0
    largest_head: int = 32 * 1024
    head_seconds: float = 10.0
    unread_seconds: float = 30.0
    most_connections: int = 5000
    connections_each: int = 200
    heavy_at_once: int = 2
    heavy_each: int = 1
    readers: int = 2
    writers: int = 40
    looks_each: int = 2
    acts_each: int = 4
    longest_line: int = 200
    read_seconds: float = 10.0
    judge_seconds: float = 5.0
    crafts_at_once: int = 1
    craft_seconds: float = 60.0
    most_streams: int = 4000
    streams_each: int = 20
    stream_beat: float = 15.0
    private_hooks: bool = False
    embed: tuple[str, ...] = ()
    """The sites that may show boards of this one inside their pages."""

    @property
    def https(self) -> bool:
        """Whether browsers come by https."""
        return self.base_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The name of the session's cookie."""
        return "__Host-dragoman" if self.https else "dragoman"


def most_files() -> int:
    """How many files, connections among them, this process may have open."""
    try:
        import resource
    except ImportError:
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def is_local(host: str) -> bool:
    """Whether a name in a Host header can only be meant for this computer or its network.

    A page elsewhere can give its own name the address of this computer, but no such name.

    >>> [is_local(h) for h in ("localhost:8000", "192.168.0.5", "[::1]:80", "nas", "nas.local")]
    [True, True, True, True, True]
    >>> [is_local(h) for h in ("rebound.example", "127.0.0.1.example.org", "localhost.")]
    [False, False, False]
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name.endswith((".local", ".localhost")) or name.replace("-", "").isalnum():
        return True
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


@cache
def networks(proxies: tuple[str, ...]) -> tuple[Network, ...]:
    """The networks of the proxies that are trusted to say where a request comes from."""
    try:
        return tuple(ip_network(text.strip(), strict=False) for text in proxies if text.strip())
    except ValueError as error:
        raise RequestError(
            f"proxy: {error}; write an address or a network such as 10.0.0.0/8"
        ) from error


def client_address(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """Where a request comes from: the last address on its way that is no proxy of ours.

    >>> client_address("10.0.0.1", "6.6.6.6, 9.9.9.9", networks(("10.0.0.0/8",)))
    '9.9.9.9'
    >>> client_address("9.9.9.9", "6.6.6.6", networks(("10.0.0.0/8",)))
    '9.9.9.9'
    >>> client_address("::ffff:10.0.0.1", "::ffff:9.9.9.9", networks(("10.0.0.0/8",)))
    '9.9.9.9'
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    here = peer
    while hops and is_within(here, trusted):
        here = hops.pop()
    return _network_of(here) or _network_of(peer) or "unknown"


def is_within(address: str, trusted: tuple[Network, ...]) -> bool:
    """Whether an address lies in one of these networks."""
    try:
        ip = read_address(address)
    except ValueError:
        return False
    return any(ip in network for network in trusted)


def read_address(text: str) -> IPv4Address | IPv6Address:
    """An address; one of IPv4 that is written as one of IPv6 is what it means.

    Else all who come by IPv4 to a proxy that listens to both would be one household.
    """
    ip = ip_address(text.partition("%")[0])
    return getattr(ip, "ipv4_mapped", None) or ip


def _network_of(address: str) -> str:
    """An address as limits count it: one of IPv6 by its /64, which belongs to one household."""
    try:
        ip = read_address(address)
    except ValueError:
        return ""
    return str(ip) if ip.version == 4 else str(ip_network(f"{ip}/64", strict=False))
