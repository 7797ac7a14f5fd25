"""The memory of a server that runs for months, where the C library is glibc."""

import ctypes
from contextlib import suppress

M_ARENA_MAX = -8
"""The number by which mallopt(3) knows how many arenas there may be."""


def share_memory() -> None:
    """Let threads share two arenas of the C library, where there is one that has more.

    With an arena for each thread, what one has let go of is not used again by the others, and the
    memory of a server grows for hours though it keeps no more.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def give_back() -> None:
    """Give the system the pages that the C library keeps though nothing in them is used any more.

    By itself it gives back only what lies at the end of an arena, so the memory of a server would
    stay at the height of its busiest minute for good.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
