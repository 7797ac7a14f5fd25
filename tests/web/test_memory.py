"""The memory of a server: its threads share it, and what is free goes back to the system."""

import platform
import subprocess
import sys

import pytest

from dragoman.house.core import House
from dragoman.store import open_store
from dragoman.web.memory import give_back
from dragoman.web.serve import Chosen, chores

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")

ARENAS = """
import ctypes, sys, tempfile, threading
from dragoman.web.memory import share_memory
if sys.argv[1] == "shared":
    share_memory()
together = threading.Barrier(6)
def hold():
    kept = bytes(5000)
    together.wait()
threads = [threading.Thread(target=hold) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as report:
    file = ctypes.c_void_p(libc.fopen(report.name.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(report.read().count(b"<heap nr="))
"""

HOLES = """
import sys
from pathlib import Path
from dragoman.web.memory import give_back
def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])
# Too large for Python's own allocator; every hundredth stays, so that no end of an arena is free.
kept = [bytes(4000) for _ in range(20_000)]
full = pages()
kept = kept[::100] + kept[-1:]
if sys.argv[1] == "given back":
    give_back()
print(full - pages())
"""


def run(program: str, *given: str) -> int:
    """The number that a program prints."""
    command = [sys.executable, "-c", program, *given]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_threads_share_two_arenas() -> None:
    assert run(ARENAS, "each its own") > 2
    assert run(ARENAS, "shared") <= 2


def test_what_is_free_goes_back_to_the_system() -> None:
    assert run(HOLES, "kept") < 1_000
    assert run(HOLES, "given back") > 15_000


def test_a_server_gives_back_what_is_free_by_itself() -> None:
    house = House(open_store("memory:"))
    assert give_back in [chore for _, chore in chores(house, Chosen())]
