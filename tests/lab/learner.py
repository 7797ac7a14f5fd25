"""The learner of docs/learning.md, taken from the page; run for minutes it must beat `random`.

    python -m tests.lab.learner --updates 25

The exit code is 1 if over the last five updates it did not get 1.3 equal shares.
"""

import argparse
import sys
import time
from statistics import fmean
from typing import Any

from tests.docs.pages import PAGES, blocks


def the_learner() -> dict[str, Any]:
    """Everything that the page's program defines."""
    [code] = [b.body for b in blocks(PAGES["docs/learning.md"], "python") if ">>> " not in b.body]
    names: dict[str, Any] = {}
    exec(compile(code, "docs/learning.md", "exec"), names)
    return names


def main() -> None:
    """Learn, and say how strong it became."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=25)
    begun = time.monotonic()
    found, _ = the_learner()["learned"](parser.parse_args().updates)
    shares = " ".join(f"{x:.2f}" for x in found)
    print(f"equal shares against random, update by update: {shares}")
    print(f"the last five: {fmean(found[-5:]):.2f}, in {time.monotonic() - begun:.0f} s")
    sys.exit(fmean(found[-5:]) < 1.3)


if __name__ == "__main__":
    main()
