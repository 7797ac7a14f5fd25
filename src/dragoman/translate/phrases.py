"""A phrase book: templates of sentences in English, each with the same in another language."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

FIELD = re.compile(r"\{([\w.]+)(?::(\w+))?\}")
"""What is filled in: `{unit}`, or with how it is said, `{names:list}`."""
LIST = re.compile(r", | and | or ")
NUMBERED = re.compile(
    r"(?P<before>(?:\d+½?|½) )(?P<things>.+)|(?P<thing>.+)(?P<after> (?:\d+½?|½))"
)
"""A number of things, or a thing and what it counts for: `2 builds`, `army 1`."""
FRAMES = ("{it} ({more})", "{it} + {more}", "{it}; {more}")
"""What joins sentences in every language."""
LONGEST = 4000
"""A text that is longer is no sentence."""


class Phrase(Struct, frozen=True):
    """A template: its fixed parts, and between each two of them the name of what is filled in."""

    parts: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How much of it is fixed: of several that fit a text, the one with the most is meant."""
        return sum(map(len, self.parts))

    def match(self, text: str) -> dict[str, str] | None:
        """What a text fills in, each as little as will do; none if it is no such sentence.

        >>> phrase("{seat} sat down as {power}").match("Ada sat down as France")
        {'seat': 'Ada', 'power': 'France'}
        """
        first, *inner, last = self.parts
        if not text.startswith(first) or not text.endswith(last):
            return None
        found = _between(text[len(first) : len(text) - len(last)], inner)
        if found is None or len(first) + len(last) > len(text):
            return None
        named = dict(zip(self.names, found, strict=True))
        return named if [named[name] for name in self.names] == found else None


def _between(text: str, parts: Sequence[str]) -> list[str] | None:
    """What lies between some parts of a text; of parentheses each closes those that it opens."""
    if not parts:
        return [text] if _is_closed(text) else None
    at = text.find(parts[0])
    while at >= 0:
        rest = _between(text[at + len(parts[0]) :], parts[1:]) if _is_closed(text[:at]) else None
        if rest is not None:
            return [text[:at], *rest]
        at = text.find(parts[0], at + 1)
    return None


def _is_closed(text: str) -> bool:
    if "(" not in text and ")" not in text:
        return True
    depth = list(accumulate((char == "(") - (char == ")") for char in text))
    return min(depth) >= 0 and depth[-1] == 0


@lru_cache(maxsize=10_000)
def phrase(template: str) -> Phrase:
    """A template, read."""
    pieces = FIELD.split(template)
    return Phrase(tuple(pieces[::3]), tuple(pieces[1::3]))


class PhraseBook:
    """Says in another language what is said in English, as far as it knows the phrases.

    What is filled in is said in that language too: `{unit}`. `{names:list}` are several, each said
    by itself, and `{title:raw}` is left as it is: a name that somebody chose.

    >>> book = PhraseBook({"{unit} holds": "{unit} hält", "the {it}": "{it}", "army": "Armee"})
    >>> book.say("the army holds"), book.say("nobody sings")
    ('Armee hält', 'nobody sings')
    """

    def __init__(self, phrases: Mapping[str, str], links: Mapping[str, str] | None = None) -> None:
        self.phrases = {**{frame: frame for frame in FRAMES}, **phrases}
        self.links = links or {}
        self._open: dict[str, list[tuple[Phrase, str]]] = {}
        for key, other in self.phrases.items():
            if "{" in key:
                self._open.setdefault(phrase(key).parts[0][:2], []).append((phrase(key), other))
        self.find: Callable[[str], str | None] = lru_cache(maxsize=20_000)(self._find)

    def say(self, text: str) -> str:
        """A sentence in the language of the book; one that it does not know as it is."""
        found = self.find(text)
        return text if found is None else found

    def _find(self, text: str) -> str | None:
        if not text or len(text) > LONGEST:
            return None
        found = self._known(text)
        if found is None and text[0].isupper() and text[1:2].islower():
            # The first word of a sentence, which is written small elsewhere; `A par` is a unit.
            small = self._known(text[0].lower() + text[1:])
            found = small and small[0].upper() + small[1:]
        return found

    def _known(self, text: str) -> str | None:
        if text in self.phrases:
            return self.phrases[text]
        if best := self._best(text):
            return self._fill(best[1], best[2])
        return self._numbered(text)

    def _numbered(self, text: str) -> str | None:
        found = NUMBERED.fullmatch(text)
        thing = found and self.find(found["things"] or found["thing"])
        return f"{found['before'] or ''}{thing}{found['after'] or ''}" if found and thing else None

    def _best(self, text: str) -> tuple[int, str, dict[str, str]] | None:
        """Of the templates that fit a text the one of which most is fixed, in frames all of it."""
        found = [
            (form.weight + (self._weight(filled["it"]) if other in FRAMES else 0), other, filled)
            for n in range(3)
            for form, other in self._open.get(text[:n], ())
            if (filled := form.match(text)) is not None
        ]
        return max(found, key=lambda row: row[0], default=None)

    def _weight(self, text: str) -> int:
        if text in self.phrases:
            return len(text)
        best = self._best(text)
        return best[0] if best else 0

    def _fill(self, template: str, filled: Mapping[str, str]) -> str:
        ways: dict[str | None, Callable[[str], str]]
        ways = {"list": self.listed, "raw": str, None: self.say}
        return FIELD.sub(lambda field: ways[field[2]](filled[field[1]]), template)

    def listed(self, text: str) -> str:
        """Several things in a row, each said by itself, with the word between the last two."""
        marks = LIST.findall(text)
        words = [self.say(word) for word in LIST.split(text)]
        rest = zip(marks, words[1:], strict=True)
        return "".join((words[0], *(self.links.get(mark, mark) + word for mark, word in rest)))
