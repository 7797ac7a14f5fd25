"""The memory of a server: its threads share it."""

import platform
import subprocess
import sys

import pytest

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
with tempfile.NamedTemporaryFile() as told:
    file = ctypes.c_void_p(libc.fopen(told.name.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(told.read().count(b"<heap nr="))
"""


def run(program: str, *given: str) -> int:
    """The number that a program prints."""
    command = [sys.executable, "-c", program, *given]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_threads_share_two_arenas() -> None:
    assert run(ARENAS, "each its own") > 2
    assert run(ARENAS, "shared") <= 2
