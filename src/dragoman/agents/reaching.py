"""Whether the players of a tournament are there at all, asked before the first game."""

import shutil
import socket
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from dragoman.agents.plan import PlayerPlan
from dragoman.errors import RequestError

PATIENCE = 5.0
"""How many seconds an address has to take a connection."""


def check_there(players: Mapping[str, PlayerPlan], home: Path) -> None:
    """Refuse players whose program is not found, or whose address takes no connection."""
    for name, player in players.items():
        try:
            if player.command:
                check_program(player.command[0], home)
            if player.address:
                check_address(player.address)
        except RequestError as error:
            raise RequestError(f"players.{name}: {error}") from error


def check_program(program: str, home: Path) -> None:
    """Refuse what cannot be run; a program with a path is looked for in the plan's folder."""
    path = str(home / program) if Path(program).name != program else program
    if shutil.which(path) is None:
        raise RequestError(f"command: no program {program!r} is found that can be run")


def check_address(address: str) -> None:
    """Refuse an address at which nobody listens; what a proxy reaches only the proxy knows."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or {"http": 80}.get(parts.scheme, 443)
        proxied = parts.scheme in urllib.request.getproxies()
        if proxied and not urllib.request.proxy_bypass(host):
            return
        socket.create_connection((host, port), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise RequestError(f"address: {address} cannot be reached: {error}") from error
