"""The words of order text: what a text is cut into, and what each verb means."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

HARD = frozenset({";", "\n", "\r"})
SOFT = frozenset({",", ".", "&", "and", "versus"})
SEPARATORS = HARD | SOFT
MARKS = SEPARATORS - {"and", "versus"} | frozenset(":/()[]+=<") | {""}
"""Tokens that are no words; the empty token ends a text."""

MOVE, SUPPORT, CONVOY, HOLD, RETREAT, DISBAND, REMOVE, BUILD = "-SCHRDXB"
WAIVE = "W"


def _spelled(table: dict[str, str]) -> dict[str, str]:
    return {word: code for code, words in table.items() for word in words.split()}


ARROWS = frozenset(["-", "--", "---", "->", "-->", "--->", "=>", "==>", "===>", ">"])
VERBS = dict.fromkeys(ARROWS, MOVE) | _spelled(
    {
        MOVE: "to m move moves attack attacks",
        SUPPORT: "s sup supp support supports",
        CONVOY: "c con conv convoy convoys",
        HOLD: "h hold holds stand stands",
        RETREAT: "r ret retreat retreats",
        DISBAND: "d disband disbands",
        REMOVE: "remove removes",
        BUILD: "b build builds",
    }
)
"""What a word after a unit orders it to do."""

LEADS = dict.fromkeys(ARROWS, REMOVE) | _spelled(
    {
        BUILD: "b build builds +",
        REMOVE: "remove removes",
        DISBAND: "d disband disbands",
        WAIVE: "waive waives pass passes",
    }
)
"""What a word before a unit, or alone, orders."""

ARTICLES = frozenset({"the", "an"})
WHERE = frozenset({"in", "at", "from"})
"""What may stand between a kind and its place: `the army in Munich`."""

TELLS = frozenset({"orders", "writes"})
"""What may stand between a power and its orders."""
BEFORE_VERB = frozenset({"is", "ordered", "may", "can"})
"""What may stand before a verb: `the fleet is ordered to Brest`."""
GOES = frozenset({"move", "moves", "retreat", "retreats"})
"""What may stand before the place that a unit leaves: `the army moves from Munich to Tyrolia`."""

VIA = frozenset({"via", "by"})
BY_SEA = frozenset({"convoy", "convoys", "sea"})
JOINTS = frozenset({"to", "with", "from", "in", "at", "on", "for"}) | ARROWS
"""What may stand between a verb that a module brings and what it takes."""

KEYWORDS = MARKS | SEPARATORS | VIA | VERBS.keys() | LEADS.keys()

_COMPASS = {"n": "north", "s": "south", "e": "east", "w": "west"} | {
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}


def coast_words(labels: Iterable[str]) -> dict[str, str]:
    """The ways to name a coast that stand on their own: `nc`, `north coast`."""
    named = {label: label for label in labels}
    for short, long in _COMPASS.items():
        for words in (f"{short}c", f"{short} coast", f"{long} coast", f"{long}ern coast"):
            named[words] = f"{short}c"
    return named


def short_coast_words() -> dict[str, str]:
    """The ways to name a coast that are clear only after a slash or in parentheses: `n`."""
    return {
        words: f"{short}c"
        for short, long in _COMPASS.items()
        for words in (short, f"{short} c", long, f"{long}ern")
    }


_BLANKS = [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFE0F]
_BULLETS = [0xB7, 0x2022, 0x2023, 0x2043, 0x2219, 0x25A0, 0x25AA, 0x25CF, 0x25E6]
_SPELLINGS = str.maketrans(
    dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
    | dict.fromkeys([0x2192, 0x21D2, 0x21E8, 0x27F6, 0x27F9, 0x2794, 0x27A1], ">")
    | dict.fromkeys(range(0x279C, 0x279F), ">")
    | dict.fromkeys([0xB4, *range(0x2018, 0x201C), 0x2032], "'")
    | dict.fromkeys([0xAB, 0xBB, *range(0x201C, 0x2020), 0x2039, 0x203A], '"')
    | dict.fromkeys([*_BLANKS, *_BULLETS, 0xFEFF], " ")
    # The only letter whose lower case is longer than itself; offsets have to stay.
    | {0x130: "i"}
)


def plain(text: str) -> str:
    """The text in lower case, one spelling for all dashes, arrows and quotes, of equal length."""
    return text.lower() if text.isascii() else text.translate(_SPELLINGS).lower()


_LONGEST = 64


def fold(word: str) -> str:
    """A word of plain text without accents and apostrophes; never empty."""
    bare = word
    # Words of any length would let unicodedata take quadratic time over combining marks.
    if not word.isascii() and len(word) <= _LONGEST:
        letters = unicodedata.normalize("NFKD", word)
        bare = "".join(c for c in letters if not unicodedata.combining(c))
    return bare.replace("'", "") or word


_LETTER = r"[^\s\"'`*;,.:/()\[\]+=<>&-]"
_TOKEN = rf"-{{1,3}}>?|={{1,3}}>|[\n\r;,.:/()\[\]+=<>&]|{_LETTER}+(?:'{_LETTER}+)*"


def token_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """What cuts plain text into tokens; a name written with a dash stays whole.

    `mid-atl` is a token where Mid-Atlantic is a name, `par-bur` is three.
    """
    dashed = {word for name in names for word in name.split() if "-" in word.strip("-")}
    return re.compile("|".join([*map(_begun, sorted(dashed, reverse=True)), _TOKEN]))


def _begun(word: str) -> str:
    """A pattern for a dashed word that may break off anywhere after its dash."""
    head, _, tail = word.partition("-")
    pattern = ""
    for letter in reversed(tail[1:]):
        pattern = f"(?:{re.escape(letter)}{pattern})?"
    return rf"{re.escape(head)}-{re.escape(tail[0])}{pattern}(?!{_LETTER})"


class Phrases(Generic[T]):
    """Meanings of words and of groups of words; the longest group wins."""

    def __init__(self, meanings: Mapping[str, T]) -> None:
        self.short = {name: value for name, value in meanings.items() if " " not in name}
        self.long: dict[str, list[tuple[list[str], T]]] = {}
        for name in sorted(meanings.keys() - self.short.keys(), key=lambda n: -n.count(" ")):
            first, *rest = name.split(" ")
            self.long.setdefault(first, []).append((rest, meanings[name]))
        # The words with which phrases begin.
        self.starts = frozenset({*self.short, *self.long})

    def match(self, tokens: Sequence[str], at: int) -> tuple[T, int] | None:
        """The meaning of the longest phrase that begins at a token, and the token after it."""
        first = tokens[at]
        for rest, value in self.long.get(first, ()):
            if end := _after(tokens, at + 1, rest):
                return value, end
        return (self.short[first], at + 1) if first in self.short else None


def _after(tokens: Sequence[str], at: int, words: list[str]) -> int:
    """The token after these words, or 0; full stops of abbreviations are passed over."""
    for word in words:
        if tokens[at] == ".":
            at += 1
        if tokens[at] != word:
            return 0
        at += 1
    return at
