"""A process that has imported everything and forks a server for each line that it reads.

A line is JSON, `[chosen, seed]`; the answer is a line with the number of the new process.
"""

import os
import signal
import sys
import traceback
from random import Random

import httptools  # noqa: F401 - so that no server has to
import msgspec
import uvicorn
import uvloop  # noqa: F401
from sqlalchemy.dialects import sqlite  # noqa: F401

from dragoman.store import postgres  # noqa: F401
from dragoman.web.serve import Chosen, make_app, make_house, serve_app


def run(chosen: Chosen, seed: int | None) -> None:
    """What a server process does."""
    house = make_house(chosen)
    if seed is not None:
        house.rng = Random(seed)
    serve_app(make_app(chosen, house), chosen)


def main() -> None:
    """Fork a server for each line; the system buries those that have died."""
    assert uvicorn
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        chosen, seed = msgspec.json.decode(line, type=tuple[Chosen, int | None])
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            try:
                run(chosen, seed)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        print(child, flush=True)


if __name__ == "__main__":
    main()
