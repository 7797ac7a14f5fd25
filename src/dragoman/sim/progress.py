"""How far compiling is, shown at the terminal."""

import sys


def on_terminal(done: int, total: int) -> None:
    """Tell whoever sits at the terminal how far compiling is."""
    if sys.stderr.isatty():
        end = "\n" if done + 1 == total else ""
        print(f"\rcompiling, once: {done + 1} of {total}", end=end, file=sys.stderr, flush=True)
