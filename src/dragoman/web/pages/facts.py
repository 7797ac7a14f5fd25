"""What a variant shows beside the board, in words: its facts, grouped, named and explained."""

from msgspec import Struct

from dragoman.house.tables.views import TableView
from dragoman.translate import translated
from dragoman.web.language import say
from dragoman.web.pages.look import t
from dragoman.words.speech import SpokenFact

MOST_NAMES = 4
"""How many kinds of facts the head of the desk has room for."""
ROOM = 64
"""How many letters it has for facts of one kind; of more it tells the number."""


class Shown(Struct, frozen=True):
    """Facts of one name, and what the name means."""

    name: str
    values: list[str]
    about: str


def badges(view: TableView, seat: str) -> list[Shown]:
    """What the head of the desk shows: of facts about seats only those about one's own."""
    found: dict[str, list[SpokenFact]] = {}
    for fact in translated(view.facts, say):
        if not seat or fact.seat in ("", seat):
            found.setdefault(fact.name, []).append(fact)
    return [
        Shown(facts[0].heading, _few([_worded(f, seat) for f in facts], facts[0]), facts[0].meaning)
        for facts in list(found.values())[:MOST_NAMES]
    ]


def _worded(fact: SpokenFact, seat: str) -> str:
    """A fact in words; that it is about one's own seat need not be said."""
    return fact.value if fact.about == seat else str(fact)


def _few(values: list[str], first: SpokenFact) -> list[str]:
    """Facts as far as there is room; of those about seats the number says nothing."""
    if len(values) == 1 or len(", ".join(values)) <= ROOM:
        return values
    return [t("side.each") if first.seat else t("side.many", n=len(values))]


def all_facts(view: TableView) -> list[Shown]:
    """Everything that the variant shows, for the table's own tab."""
    found: dict[str, list[SpokenFact]] = {}
    for fact in translated(view.facts, say):
        found.setdefault(fact.name, []).append(fact)
    return [
        Shown(facts[0].heading, [_with_seat(fact) for fact in facts], facts[0].meaning)
        for facts in found.values()
    ]


def _with_seat(fact: SpokenFact) -> str:
    return f"{fact.seat}: {fact.value}" if fact.seat else str(fact)
