"""Packages that only some commands need: what to say where one of them is missing."""

import sys
from pathlib import Path


def install(extra: str) -> str:
    """How to get the packages of an extra; `scripts/play` may be installing them at the moment.

    >>> install("png")
    "pip install 'dragoman[png]'"
    """
    if (Path(sys.prefix) / "dragoman-setup-under-way").exists():
        return "it is being installed in the background, so try again in a minute"
    return f"pip install 'dragoman[{extra}]'"
