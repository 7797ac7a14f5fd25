"""A site on this computer for as long as somebody plays there: the store of a folder, served."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from dragoman.client import Client, SiteError
from dragoman.errors import RequestError
from dragoman.store.interface import StoreBusy
from dragoman.web.play import HOST
from dragoman.web.serve import Chosen, bound, close_streams_first, common, make_app, store_url

KEY = "mcp-key"
"""The file in a site's folder with the key of whoever plays there without one of his own."""


@contextmanager
def local_site(data: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Serve the games of a folder to this computer alone, and give the address."""
    chosen = Chosen(
        host=HOST, port=0, store=store_url(data, dict(os.environ)), folders=folders, limits=False
    )
    with bound(chosen) as port:
        address = f"http://{HOST}:{port.getsockname()[1]}"
        app = opened(chosen)
        server = uvicorn.Server(uvicorn.Config(app, **common()))
        close_streams_first(server, app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [port]}, daemon=True)
        thread.start()
        print(f"The games can be watched at {address}", file=sys.stderr, flush=True)
        try:
            yield address
        finally:
            server.should_exit = True
            thread.join(10)


def opened(chosen: Chosen) -> Starlette:
    """The application over a folder, unless another program has it open."""
    try:
        return make_app(chosen)
    except StoreBusy as error:
        raise RequestError(f"{error}; or play where it is served: --site ADDRESS") from error


def kept_key(site: str, data: str, name: str) -> str:
    """The key that a folder keeps for its player; a new guest's, if there is none or it is void."""
    file = Path(data) / KEY
    key = file.read_text(encoding="utf-8").strip() if file.exists() else ""
    if key and is_known(site, key):
        return key
    key = Client.as_guest(site, name).token
    file.touch(mode=0o600)
    file.write_text(f"{key}\n", encoding="utf-8")
    return key


def is_known(site: str, key: str) -> bool:
    """Whether a site knows whose key this is; one that does not answer is refused."""
    try:
        Client(site, key).me()
    except SiteError as error:
        if error.code != "not_logged_in":
            raise
        return False
    return True
