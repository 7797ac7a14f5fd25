"""Which rules and boards go together: every ordered pair of variants, loaded and played.

python -m tests.shelf.pairs               writes docs/pairs.md
python -m tests.shelf.pairs --games 10    plays every pair that loads
python -m tests.shelf.pairs --sample 12   plays as many pairs, drawn by a seed
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.record.conformance import conformance
from dragoman.variants import load, variant_ids

SMALL: dict[str, dict[str, int]] = {"heptadiplomacy": {"boards": 2}, "twin_earths": {"boards": 2}}
"""Options that keep a variant of many boards short."""

YEARS = 2

PAGE = Path(__file__).parents[2] / "docs" / "pairs.md"
INTRODUCTION = """\
# What goes together

Rules and boards are put together by two signs: `a+b` is the rules of both on the first one's board,
`a@b` the rules of the first on the board of the second. Every ordered pair of variants either
plays or is refused with its reason. `scripts/soak pairs` plays ten games of random legal orders of
every pair that loads, and `python -m tests.shelf.pairs` writes this page.

"""


class Pair(Struct, frozen=True):
    """Two variants put together: the rules of both, or the rules of one on the other's board."""

    first: str
    second: str
    sign: str

    @property
    def ref(self) -> str:
        """The composition."""
        return f"{self.first}{self.sign}{self.second}"

    def refusal(self) -> str:
        """Why it cannot be played; nothing if it can."""
        try:
            load(self.ref)
        except DragomanError as error:
            return str(error).removeprefix(f"{self.ref}: ")
        return ""

    def faults(self, games: int, seed: int = 1) -> list[str]:
        """What random legal play finds wrong."""
        options = {
            k: v for name in (self.first, self.second) for k, v in SMALL.get(name, {}).items()
        }
        try:
            variant = load(self.ref, options)
        except DragomanError:
            variant = load(self.ref)
        played = conformance(variant, games=games, years=YEARS, seed=seed)
        return [fault for game in played for fault in game.faults]


def pairs() -> Iterator[Pair]:
    """Every ordered pair of different variants, with both signs."""
    names = variant_ids()
    for sign in "+@":
        yield from (Pair(a, b, sign) for a in names for b in names if a != b)


def sample(count: int, seed: int) -> list[Pair]:
    """Some pairs that can be played, drawn by a seed."""
    drawn = random.Random(seed).sample(list(pairs()), 6 * count)
    return [pair for pair in drawn if not pair.refusal()][:count]


def page() -> str:
    """The page of the docs: the pairs that are refused, with the reasons, row by row."""
    found = {pair: pair.refusal() for pair in pairs()}
    rows = [f"| `{pair.ref}` | {why.replace('|', '/')} |" for pair, why in found.items() if why]
    whole = f"Of {len(found)} pairs {len(found) - len(rows)} can be played; these are refused:"
    head = [INTRODUCTION + whole, "", "| composition | why it is refused |", "|---|---|"]
    return "\n".join([*head, *rows, ""])


def main() -> int:
    """Write the page, or play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.games and not given.sample:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    chosen = (
        sample(given.sample, given.seed)
        if given.sample
        else [p for p in pairs() if not p.refusal()]
    )
    wrong = 0
    for n, pair in enumerate(chosen, 1):
        faults = pair.faults(given.games or 1, given.seed)
        wrong += bool(faults)
        print(f"{n} of {len(chosen)} {pair.ref}: {faults[:3] or 'no fault'}", flush=True)
    print(f"{len(chosen)} pairs, {wrong} with faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
