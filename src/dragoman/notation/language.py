"""The language of a variant: its places, kinds and powers, and every name they go by."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from dragoman.geo import (
    COAST,
    COASTAL,
    IMPASSABLE,
    INLAND,
    LAND,
    MOVE,
    SEA,
    WATER,
    Map,
    Place,
    Province,
    Space,
)
from dragoman.model import (
    Convoy,
    Hold,
    Kind,
    Move,
    Piece,
    Power,
    Support,
    Verb,
    Vocabulary,
)
from dragoman.notation.words import (
    KEYWORDS,
    Phrases,
    coast_words,
    fold,
    plain,
    short_coast_words,
    token_pattern,
)

T = TypeVar("T")

_GROUND = {
    INLAND: frozenset({LAND}),
    COASTAL: frozenset({LAND, SEA, COAST}),
    WATER: frozenset({SEA}),
    IMPASSABLE: frozenset[str](),
}

_PUNCTUATION = re.compile(r"[\"`*;,.:/()\[\]+=<>&]")


class Gazetteer:
    """The names of the places on one board."""

    def __init__(self, spaces: Iterable[Space]) -> None:
        names: dict[str, dict[Province, None]] = {}
        ids: dict[str, tuple[Province, ...]] = {}
        for space in spaces:
            ids[_local_id(space)] = (space.id,)
            for spelling in _spellings(space.name, *space.also):
                names.setdefault(spelling, {})[space.id] = None
        self._named = {name: tuple(found) for name, found in names.items()}
        self._sorted = sorted(self._named)
        self._longest = max(map(len, self._sorted), default=0)
        self._found = lru_cache(maxsize=1024)(self._search)
        self.exact = Phrases(self._named | ids)

    def beginning(self, text: str) -> tuple[Province, ...]:
        """The places with a name that begins like this, by the alphabet."""
        return self._found(text) if len(text) <= self._longest else ()

    def _search(self, text: str) -> tuple[Province, ...]:
        found: dict[Province, None] = {}
        for at in range(bisect_left(self._sorted, text), len(self._sorted)):
            if not self._sorted[at].startswith(text):
                break
            found |= dict.fromkeys(self._named[self._sorted[at]])
        return tuple(found)

    def nearest(self, text: str) -> Province | None:
        """The place whose name is spelled most like this, if any is close."""
        close = get_close_matches(text, self._sorted, n=1, cutoff=0.7) if len(text) <= 40 else []
        return self._named[close[0]][0] if close else None


def _local_id(space: Space) -> str:
    return space.id.removeprefix(f"{space.board}:")


def _spellings(*names: str) -> Iterable[str]:
    """Each name with its dashes, without them, and in one piece."""
    for name in names:
        words = " ".join(_PUNCTUATION.sub(" ", fold(plain(name))).split())
        yield words
        yield words.replace("-", " ")
        yield words.replace("-", "").replace(" ", "")


def _possessive(names: Mapping[str, T]) -> Phrases[T]:
    named = {s: value for name, value in names.items() for s in _spellings(name)}
    return Phrases({f"{name}s": value for name, value in named.items()} | named)


class ReadText(Struct):
    """The one order that a canonical text gives where its two units stand, by kind and place.

    Whoever checks orders notes here whether this one is then possible, wherever others stand.
    """

    orders: tuple[Hold | Move | Support | Convoy]
    unit: tuple[str, Place]
    other: tuple[str, Place]
    possible: bool | None = None


class Language(Struct, frozen=True, eq=False, dict=True):
    """What the words of an order text mean in one variant.

    `powers` gives every lower-case name and adjective its power. `words` gives every kind word the
    letters of the kinds it orders; what is passed in adds to the names that the kinds bring along.
    `vocabulary` has the verbs that modules bring, `shared` the names that several powers bear.
    Where the map `changes` with the position, who can stand where is not known by the words alone.
    """

    map: Map
    kinds: dict[str, Kind]
    powers: dict[str, Power]
    words: dict[str, tuple[str, ...]] = {}
    vocabulary: Vocabulary = Vocabulary()
    shared: dict[str, tuple[Power, ...]] = {}
    changes: bool = False

    def __post_init__(self) -> None:
        own = {
            word.lower(): (kind.letter,)
            for kind in self.kinds.values()
            for word in (*kind.also, kind.name, kind.letter)
        }
        force_setattr(self, "words", own | self.words)

    @cached_property
    def kind_phrases(self) -> Phrases[tuple[str, ...]]:
        """The letters that each kind word stands for."""
        return Phrases({s: letters for w, letters in self.words.items() for s in _spellings(w)})

    @cached_property
    def power_phrases(self) -> Phrases[Power]:
        """The power of each name, adjective and possessive."""
        return _possessive(self.powers)

    @cached_property
    def shared_phrases(self) -> Phrases[tuple[Power, ...]]:
        """The powers that a name, adjective or possessive stands for where it is not one alone."""
        return _possessive(self.shared)

    @cached_property
    def coast_phrases(self) -> Phrases[str]:
        """The label of each coast word that stands on its own."""
        return Phrases(coast_words(label for _, label in self.coasts))

    @cached_property
    def marked_coasts(self) -> Phrases[str]:
        """The label of each coast word after a slash or in parentheses."""
        return Phrases(short_coast_words() | coast_words(label for _, label in self.coasts))

    @cached_property
    def mark_starts(self) -> frozenset[str]:
        """The tokens that can follow a place and still belong to it."""
        phrases = self.coast_phrases
        return frozenset({"/", "(", *phrases.short, *phrases.long})

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The tokens that mean something by themselves and so continue no unfinished name."""
        kinds, coasts = self.kind_phrases.short, self.coast_phrases.short
        return KEYWORDS | kinds.keys() | coasts.keys() | self.verb_starts

    @cached_property
    def leads(self) -> Phrases[Verb]:
        """The verbs that modules bring and that come before what they take."""
        return self._verbs(by_unit=False)

    @cached_property
    def openings(self) -> Phrases[Verb]:
        """The words by which what a verb takes is known, without the verb."""
        verbs = self.vocabulary.verbs
        return Phrases({" ".join(self.tokens(words)): v for v in verbs for words in v.opens})

    @cached_property
    def deeds(self) -> Phrases[Verb]:
        """The verbs that modules bring and that come after the unit that acts."""
        return self._verbs(by_unit=True)

    def _verbs(self, *, by_unit: bool) -> Phrases[Verb]:
        verbs = [verb for verb in self.vocabulary.verbs if verb.by_unit == by_unit]
        return Phrases({s: v for v in verbs for word in v.spellings for s in _spellings(word)})

    @cached_property
    def verb_starts(self) -> frozenset[str]:
        """The words with which the verbs of modules begin."""
        return frozenset(word for known in (self.leads, self.deeds) for word in known.starts)

    def bare(self, phase: str) -> Verb | None:
        """The verb of an order that names none, in a kind of phase that has one."""
        kind = self.vocabulary.year.kind.get(phase)
        return self.vocabulary.verb.get(kind.bare) if kind else None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What cuts plain text of this language into tokens."""
        spaces = self.map.spaces.values()
        names = {name for space in spaces for name in (space.name, *space.also)}
        return token_pattern(fold(plain(name)) for name in (*names, *self.powers, *self.words))

    def tokens(self, text: str) -> list[str]:
        """What a text is cut into."""
        cut: list[str] = self.pattern.findall(plain(text))
        return [fold(token) for token in cut] if "'" in text or not text.isascii() else cut

    @cached_property
    def boards(self) -> dict[str, str]:
        """The boards that a place can be prefixed with, by their lower-case names."""
        return {board.lower(): board for board in self.map.boards if board}

    @cached_property
    def board(self) -> str | None:
        """The board of a place that names none; none where it has to be named."""
        return self.map.boards[0] if len(self.map.boards) == 1 else None

    @cached_property
    def gazetteers(self) -> dict[str, Gazetteer]:
        """The place names of each board."""
        spaces = self.map.spaces.values()
        return {b: Gazetteer(s for s in spaces if s.board == b) for b in self.map.boards}

    @cached_property
    def any_board(self) -> Gazetteer:
        """The place names of every board at once, to tell a place from other words."""
        return Gazetteer(self.map.spaces.values())

    @cached_property
    def coasts(self) -> dict[tuple[Province, str], Place]:
        """The coast of a province that goes by a label."""
        spaces = self.map.spaces.values()
        return {(s.id, c.removeprefix(f"{s.id}/")): c for s in spaces for c in s.coasts}

    @cached_property
    def parts(self) -> dict[str, Kind]:
        """The kinds by the names that parts of a unit go by."""
        return {kind.name: kind for kind in self.kinds.values()}

    @cached_property
    def goals(self) -> dict[str, dict[str, Place]]:
        """For each kind, the destinations that are complete as they are written."""
        return {
            k.letter: {p: p for p in self._places(k) if self._complete(k, p)} for k in self._rows
        }

    @cached_property
    def known(self) -> dict[tuple[str, str], Piece]:
        """The piece of each kind and place that are written out in full."""
        return {(k.letter, p): Piece(k.letter, p) for k in self._rows for p in self._places(k)}

    @cached_property
    def pieces(self) -> dict[tuple[str, str], Piece]:
        """The same by kind and place in lower case."""
        return {(kind.lower(), place): piece for (kind, place), piece in self.known.items()}

    @cached_property
    def read_before(self) -> dict[str, dict[str, ReadText]]:
        """In each kind of phase, canonical texts that were read before."""
        return defaultdict(dict)

    @property
    def _rows(self) -> list[Kind]:
        """The kinds whose letter stands for them alone."""
        return [k for k in self.kinds.values() if self.words[k.letter.lower()] == (k.letter,)]

    def _places(self, kind: Kind) -> list[Place]:
        spaces = self.map.spaces.values()
        return [p for s in spaces for p in (s.places if kind.coasts else s.places[:1])]

    def _complete(self, kind: Kind, place: Place) -> bool:
        coasts = self.space(place).coasts if kind.coasts else ()
        return not coasts or place in coasts

    def space(self, place: Place) -> Space:
        """The space that a place is part of."""
        return self.map.spaces[self.map.province[place]]

    def stand(self, letter: str, province: Province, coast: str) -> Place:
        """Where a kind of piece stands in a province; a coast that it does not have is ignored."""
        there = Place(province)
        return self.coasts.get((province, coast), there) if self.kinds[letter].coasts else there

    def goal(self, piece: Piece, province: Province, coast: str) -> Place:
        """Where an order sends a piece: the coast it names, else the only one within reach.

        DATC 4.B.1 to 4.B.3 and 4.B.6: with several coasts in reach the bare province stays.
        """
        kind = self.parts[piece.part] if piece.part else self.kinds[piece.kind]
        named = self.stand(kind.letter, province, coast)
        coasts = self.map.spaces[province].coasts if kind.coasts else ()
        if named in coasts or not coasts:
            return named
        near = self.map.reach(kind.modes, MOVE, coasts=True).get(piece.place, frozenset())
        open_coasts = [c for c in coasts if c in near]
        return open_coasts[0] if len(open_coasts) == 1 else named

    def can_stand(self, kind: Kind, province: Province) -> bool:
        """Whether the ground of a province, or any border of it, bears a kind of piece."""
        space = self.map.spaces[province]
        return bool(kind.modes & _GROUND[space.kind]) or not self._bordered(kind).isdisjoint(
            space.places
        )

    def _bordered(self, kind: Kind) -> frozenset[Place]:
        return frozenset(self.map.reach(kind.modes, MOVE, coasts=kind.coasts))

    def residents(self, province: Province, coast: str) -> list[Kind]:
        """The kinds that can stand in a province; only those that know coasts if one is named."""
        fit = [kind for kind in self.kinds.values() if self.can_stand(kind, province)]
        return [k for k in fit if k.coasts] if (province, coast) in self.coasts else fit
