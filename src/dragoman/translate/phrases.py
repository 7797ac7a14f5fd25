"""A phrase book: templates of sentences in English, each with the same in another language."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

FIELD = re.compile(r"\{([\w.]+)(?::(\w+))?\}")
"""What is filled in: `{unit}`, or with how it is said, `{names:list}`."""
LIST = re.compile(r", | and | or ")
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
        end = len(text) - len(last)
        if not text.startswith(first) or not text.endswith(last):
            return None
        at = len(first)
        found: dict[str, str] = {}
        for name, part in zip(self.names, (*inner, None), strict=True):
            upto = end if part is None else text.find(part, at, end)
            if upto < at or found.setdefault(name, text[at:upto]) != text[at:upto]:
                return None
            at = upto + len(part or "")
        return found


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
        self.phrases, self.links = phrases, links or {}
        self._open: dict[str, list[tuple[Phrase, str]]] = {}
        heavy = sorted((k for k in phrases if "{" in k), key=lambda k: -phrase(k).weight)
        for key in heavy:
            self._open.setdefault(phrase(key).parts[0][:2], []).append((phrase(key), phrases[key]))
        self.find: Callable[[str], str | None] = lru_cache(maxsize=20_000)(self._find)

    def say(self, text: str) -> str:
        """A sentence in the language of the book; one that it does not know as it is."""
        found = self.find(text)
        return text if found is None else found

    def _find(self, text: str) -> str | None:
        if not text or len(text) > LONGEST:
            return None
        found = self._known(text)
        if found is None and text[0].isupper():
            # The first word of a sentence, which is written small elsewhere.
            small = self._known(text[0].lower() + text[1:])
            found = small and small[0].upper() + small[1:]
        return found

    def _known(self, text: str) -> str | None:
        if text in self.phrases:
            return self.phrases[text]
        for form, other in self._candidates(text):
            filled = form.match(text)
            if filled is not None:
                return self._fill(other, filled)
        return None

    def _candidates(self, text: str) -> Iterable[tuple[Phrase, str]]:
        found = (self._open.get(text[:n], ()) for n in range(3))
        return sorted((row for rows in found for row in rows), key=lambda row: -row[0].weight)

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
