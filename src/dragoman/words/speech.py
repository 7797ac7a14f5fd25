"""Sentences of words that modules bring: templates filled with what orders and facts name."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from dragoman.geo import Place, Province
from dragoman.model import (
    BOARD,
    PLACE,
    POWER,
    PROVINCE,
    SEAT,
    TEXT,
    Act,
    Argument,
    Fact,
    FactKind,
    Order,
    Piece,
    Power,
    Value,
    piece_of,
)
from dragoman.rules import AnswerError, Ask
from dragoman.translate import Said
from dragoman.words.phrases import (
    adjective,
    article,
    kind_name,
    listing,
    owned_kind,
    place_name,
    space_of,
)

FIELDS = 9
"""How many values a sentence may name; those that are missing are empty."""


class Spoken(Struct, frozen=True):
    """A value as a sentence has it; `name`, `id`, `a`, `place` and `parts` are other ways."""

    text: str = ""
    name: str = ""
    id: str = ""
    a: str = ""
    place: str = ""
    parts: str = ""

    def __str__(self) -> str:
        return self.text


def spoken(ask: Ask, argument: Argument, value: Value) -> Spoken:
    """A value of some sort as sentences have it."""
    if isinstance(value, Piece):
        return spoken_piece(ask, value)
    if argument.of in (PLACE.of, PROVINCE.of):
        place = Place(str(value))
        space = space_of(ask, place)
        return Spoken(place_name(ask, place), space.name if space else place, place)
    if argument.of == POWER.of:
        power = Power(str(value))
        return Spoken(power, power, power, adjective(ask, power))
    text = f"board {value}" if argument.of == BOARD.of else str(value)
    return Spoken(text, str(value), str(value))


def spoken_piece(ask: Ask, piece: Piece) -> Spoken:
    """A piece by its kind and where it stands; its parts, if it can be divided."""
    kind, where = kind_name(ask, piece.kind), place_name(ask, piece.place)
    row = ask.variant.kinds.get(piece.kind)
    ways = [f"{piece} ({kind_name(ask, part)})" for part in row.splits_into] if row else []
    owned = owned_kind(ask, piece)
    whole = f"the {owned} in {where}"
    text = f"the {owned} ({piece.part} part) in {where}" if piece.part else whole
    return Spoken(text, kind, str(piece), article(kind), where, listing(ways, "or"))


def arguments(takes: Sequence[Argument], count: int) -> Iterable[Argument]:
    """What each of some values is; the last sort serves for all that follow."""
    return (takes[min(n, len(takes) - 1)] if takes else TEXT for n in range(count))


def filled_in(
    ask: Ask,
    template: str,
    takes: Sequence[Argument],
    values: Sequence[Value],
    **more: object,
) -> str:
    """A template with its fields filled in."""
    sorts = arguments(takes, len(values))
    named = [spoken(ask, sort, value) for sort, value in zip(sorts, values, strict=True)]
    texts = [str(one) for one in named]
    empty = [Spoken()] * FIELDS
    are = "are" if texts[1:] else "is"
    row = {"args": listing(texts) or "nothing", "row": ", ".join(texts), "are": are}
    return template.format(*named, *empty, **row, **more)


def act_sentence(ask: Ask, template: str, order: Order, **more: object) -> str:
    """A sentence about an order, filled in with what the order names."""
    act = order if isinstance(order, Act) else None
    verb = ask.variant.vocabulary.verb.get(act.verb) if act else None
    piece = piece_of(order)
    unit = spoken_piece(ask, piece) if piece else Spoken()
    values = act.args if act else ()
    return filled_in(ask, template, verb.takes if verb else (), values, unit=unit, **more)


class SpokenFact(Struct, frozen=True, omit_defaults=True):
    """A fact in words: a name, a value, and what it is about.

    `title` is what several of the sort are called, `meaning` what a reader should know. `seat` is
    whom it is about, if it is about a seat.
    """

    name: Said
    value: Said
    about: Said
    title: Said = ""
    meaning: Said = ""
    seat: str = ""

    def __str__(self) -> str:
        return f"{self.value} ({self.about})" if self.about else self.value

    @property
    def heading(self) -> str:
        """What stands over facts of the sort."""
        return self.title or self.name[:1].upper() + self.name[1:]


def spoken_fact(ask: Ask, fact: Fact) -> SpokenFact:
    """A fact in words."""
    kind = ask.variant.vocabulary.fact.get(fact.name) or FactKind(fact.name)
    values = fact.values

    def say(template: str) -> str:
        return filled_in(ask, template, kind.takes, values)

    limit = f", board {fact.board}" if fact.board else ""
    name = say(kind.title) if kind.title else kind.name
    about = say(kind.about) if kind.about else fact.about
    title = say(kind.many) + limit if kind.many else ""
    sorts = arguments(kind.takes, len(values))
    seats = [str(v) for sort, v in zip(sorts, values, strict=True) if sort.of == SEAT.of]
    return SpokenFact(
        name + limit,
        say(kind.says or "{row}"),
        about,
        title,
        kind.meaning,
        about if about in seats else "",
    )


def spoken_facts(ask: Ask) -> list[SpokenFact]:
    """All that the variant shows beside the board, in words."""
    return [spoken_fact(ask, fact) for fact in shown(ask)]


def pool_words(ask: Ask, pool: str) -> tuple[str, str]:
    """What the ballots of a pool are called, and what they mean; it is named like its facts."""
    head, limit, board = pool.partition(", board ")
    kind = ask.variant.vocabulary.fact.get(head)
    if kind is None:
        return pool[:1].upper() + pool[1:], ""
    return (kind.many or head[:1].upper() + head[1:]) + limit + board, kind.meaning


def shown(ask: Ask) -> tuple[Fact, ...]:
    """The facts beside the board; those of provinces that the position does not tell of are bare.

    That a space has vanished changes the map for everybody; what stood there does not.
    """
    known, facts = ask.rules.known(ask), tuple(map(_fact, ask.rules.show(ask)))
    return facts if known is None else tuple(_bared(ask, fact, known) for fact in facts)


def _fact(shown: object) -> Fact:
    """What a module shows, if it is a fact that can be put into words."""
    if not isinstance(shown, Fact):
        raise AnswerError("show", f"expected facts, found {shown!r}")
    texts, values = (shown.name, shown.about, shown.board), shown.values
    if not all(isinstance(t, str) for t in texts) or not all(isinstance(v, Value) for v in values):
        raise AnswerError("show", f"a fact is of texts, numbers and pieces, not {shown!r}")
    return shown


def _bared(ask: Ask, fact: Fact, known: frozenset[Province]) -> Fact:
    """A fact without its texts, if it names a province that is not known."""
    named = {ask.variant.map.province.get(Place(str(value))) for value in fact.values}
    if named - {None} <= known:
        return fact
    kind = ask.variant.vocabulary.fact.get(fact.name)
    sorts = kind.takes if kind else (TEXT,)
    last = len(sorts) - 1
    bare = ("" if sorts[min(n, last)].of == TEXT.of else v for n, v in enumerate(fact.values))
    return msgspec.structs.replace(fact, value=tuple(bare), about="")
