"""Compiles all loops that are kept between runs, so that no two processes of a test run do it."""

from dragoman.bots import chorus
from dragoman.judge import batch
from dragoman.lab import arena


def main() -> None:
    """Compile them; where numba is not installed there is nothing to do."""
    for compile_loops in (batch.compiled, arena.compiled, chorus.compiled):
        compile_loops()


if __name__ == "__main__":
    main()
