"""`dragoman play`: the table on this computer, and a browser before it."""

import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser

import msgspec

from dragoman.errors import RequestError
from dragoman.web.serve import Chosen, serve

HOST = "127.0.0.1"
TRIED = 20
"""How many ports are tried, from the one wanted on."""
PATIENCE = 30.0
"""How many seconds the browser waits for the server."""


def free_port(wanted: int) -> int:
    """A port that nobody uses: the one wanted, or one soon after it."""
    for port in range(wanted, min(wanted + TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise RequestError(f"--port: {wanted} and the {TRIED - 1} ports after it are in use")


def open_when_ready(address: str) -> None:
    """Open the browser once the server answers; say the address where there is none to open."""
    ends = time.monotonic() + PATIENCE
    # A proxy that the environment names leads outside, and not to this computer.
    here = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < ends:
        try:
            here.open(f"{address}/api/health", timeout=2).close()
            break
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    if not webbrowser.open(address):
        print(f"Open {address} in your browser.", file=sys.stderr, flush=True)


def play(port: int, store: str, folders: tuple[str, ...], *, browser: bool) -> None:
    """Serve the table on this computer until Ctrl-C."""
    found = free_port(port)
    address = f"http://{HOST}:{found}"
    if browser:
        threading.Thread(target=open_when_ready, args=(address,), daemon=True).start()
    print("Press Ctrl-C to stop; your games are kept.", file=sys.stderr, flush=True)
    home = Chosen(host=HOST, port=found, store=store, folders=folders)
    # At home nobody needs an account.
    serve(msgspec.structs.replace(home, workshop="anybody", publish="anybody"))
