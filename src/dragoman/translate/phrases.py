"""A phrase book: templates of sentences in English, each with the same in another language."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

FIELD = re.compile(r"\{([\w.]+)(?::(\w+))?\}")
"""What is filled in: `{unit}`, or with how it is said, `{names:list}`."""
COMMA, LINK = re.compile(", "), re.compile(" and | or ")
LIST = re.compile(f"{COMMA.pattern}|{LINK.pattern}")
NUMBERED = re.compile(
    r"(?P<before>(?:\d+½?|½) )(?P<things>\D.*)|(?P<thing>.*\D)(?P<after> (?:\d+½?|½))"
)
"""A number of things, or a thing and what it counts for: `2 builds`, `army 1`."""
TOPIC = "{topic}: {more}"
FRAMES = ("{it} ({more})", "{it} + {more}", "{it}; {more}", TOPIC)
"""What joins sentences in every language."""
BEGINNING = 4
"""How much more a template says that begins with a word of its own."""
LONGEST, MOST = 2000, 20
"""A text that is longer is no sentence; at how many places a part of a template is looked for."""


Best = tuple[int, str, dict[str, str]]
"""How much of a template is fixed, what it is in the other language, and what fills it in."""


class Phrase(Struct, frozen=True):
    """A template: its fixed parts, and between each two of them the name of what is filled in."""

    parts: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How much of it is fixed: of several that fit a text, the one with the most is meant."""
        return sum(map(len, self.parts)) + (BEGINNING if self.parts[0] else 0)

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
    for _ in range(MOST):
        if at < 0:
            return None
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
    by itself, and `{title:raw}` is left as it is: a name that somebody chose. So is `{n:word}`,
    which is one word.

    >>> book = PhraseBook({"{unit} holds": "{unit} hält", "the {it}": "{it}", "army": "Armee"})
    >>> book.say("the army holds"), book.say("nobody sings")
    ('Armee hält', 'nobody sings')
    """

    def __init__(self, phrases: Mapping[str, str], links: Mapping[str, str] | None = None) -> None:
        self.phrases = {**phrases, **{frame: frame for frame in FRAMES}}
        self.links = links or {}
        self._open: dict[str, list[tuple[Phrase, str]]] = {}
        for key, other in self.phrases.items():
            if "{" in key:
                self._open.setdefault(phrase(key).parts[0][:2], []).append((phrase(key), other))
        self.find: Callable[[str], str | None] = lru_cache(maxsize=20_000)(self._find)
        self.best: Callable[[str], Best | None] = lru_cache(maxsize=20_000)(self._best)

    def say(self, text: str) -> str:
        """A sentence in the language of the book; one that it does not know as it is."""
        try:
            found = self.find(text)
        except RecursionError:  # somebody's joke
            return text
        return text if found is None else found

    def _find(self, text: str) -> str | None:
        if not text or len(text) > LONGEST:
            return self.phrases.get(text)
        found = self._known(text)
        thing = text[:2] == "A " and text.count(" ") < 4 and self.find(text[2:])
        if found is None and (text[1:2].islower() or thing):
            # The first word of a sentence, which is written small elsewhere; `A par` is a unit.
            other = text[0].lower() if text[0].isupper() else text[0].upper()
            found = self._known(other + text[1:])
            found = found and (found[0].upper() + found[1:] if text[0].isupper() else found)
        return found

    def _known(self, text: str) -> str | None:
        if text in self.phrases:
            return self.phrases[text]
        if best := self.best(text):
            return self._fill(best[1], best[2])
        return self._numbered(text) or self._row(text)

    def _numbered(self, text: str) -> str | None:
        found = NUMBERED.fullmatch(text)
        thing = found and self.find(found["things"] or found["thing"])
        return f"{found['before'] or ''}{thing}{found['after'] or ''}" if found and thing else None

    def _row(self, text: str) -> str | None:
        """Several things in a row, of which some are known, or all are short as units are."""
        for marks in (COMMA, LINK):
            row = _split(text, marks)[::2]
            if row[1:] and (any(map(self.find, row)) or all(one.count(" ") < 2 for one in row)):
                return self.listed(text, marks)
        return None

    def _best(self, text: str) -> Best | None:
        """Of the templates that fit a text the one of which most is fixed; a frame as all in it.

        A template that has a colon of its own knows better what stands before it than a frame.
        """
        found = [
            (form.weight + (self._framed(filled) if other in FRAMES else 0), other, filled)
            for n in range(3)
            for form, other in self._open.get(text[:n], ())
            if (filled := form.match(text)) is not None and _fits(other, filled)
        ]
        if any(row[1] not in FRAMES and has_colon(row[1]) for row in found):
            found = [row for row in found if row[1] != TOPIC]
        return max(found, key=lambda row: row[0], default=None)

    def _framed(self, filled: Mapping[str, str]) -> int:
        """What is fixed in a frame, apart from the topic of what follows."""
        return sum(self._weight(text) for name, text in filled.items() if name != "topic")

    def _weight(self, text: str) -> int:
        if text in self.phrases:
            return len(text) + BEGINNING
        best = self.best(text)
        return best[0] if best else 0

    def _fill(self, template: str, filled: Mapping[str, str]) -> str:
        ways: dict[str | None, Callable[[str], str]]
        ways = {"list": self.listed, "raw": str, "word": str, None: self.say}
        return FIELD.sub(lambda field: ways[field[2]](filled[field[1]]), template)

    def listed(self, text: str, marks: re.Pattern[str] = LIST) -> str:
        """Several things in a row, each said by itself, with the word between the last two."""
        parts = _split(text, marks)
        return "".join(self.links.get(p, p) if n % 2 else self.say(p) for n, p in enumerate(parts))


def has_colon(template: str) -> bool:
    """Whether something else follows a colon in a template, as in a frame.

    >>> has_colon("{terms}, less {figure}: {label}"), has_colon("The limits: {n} of all")
    (True, True)
    """
    return ": " in FIELD.sub("", template)


def _fits(other: str, filled: Mapping[str, str]) -> bool:
    """Whether what must be one word is."""
    return not any(way == "word" and " " in filled[name] for name, way in FIELD.findall(other))


def _split(text: str, marks: re.Pattern[str] = LIST) -> list[str]:
    """Several things in a row, with the words between them; what is in parentheses stays whole.

    >>> _split("boh (A, B), tyr and vie")
    ['boh (A, B)', ', ', 'tyr', ' and ', 'vie']
    """
    found, at = [], 0
    for mark in marks.finditer(text):
        if _is_closed(text[at : mark.start()]):
            found += [text[at : mark.start()], mark[0]]
            at = mark.end()
    return [*found, text[at:]]
