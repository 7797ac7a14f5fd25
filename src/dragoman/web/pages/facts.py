"""What a variant shows beside the board, in words: its facts, grouped, named and explained."""

from msgspec import Struct

from dragoman.house.tables.views import TableView
from dragoman.web.pages.look import catalog, t

MOST_NAMES = 4
"""How many kinds of facts the head of the desk has room for."""
ROOM = 64
"""How many letters it has for facts of one kind; of more it tells the number."""
JOINTS = (", board ", " of ")
"""What may stand between the name of a fact and what it is limited to."""


class Shown(Struct, frozen=True):
    """Facts of one name, and what the name means."""

    name: str
    values: list[str]
    about: str


def split_name(name: str) -> tuple[str, str]:
    """A name and what it is limited to.

    >>> split_name("extra order, board 3"), split_name("round")
    (('extra order', ', board 3'), ('round', ''))
    """
    for joint in JOINTS:
        head, found, rest = name.partition(joint)
        if found and f"fact.{head}" in catalog():
            return head, found + rest
    return name, ""


def label(name: str) -> str:
    """A fact's name as the page writes it.

    >>> label("extra order, board 3"), label("Control of Deneb")
    ('Extra orders, board 3', 'Control of Deneb')
    """
    head, rest = split_name(name)
    key = f"fact.{head}"
    return (t(key) if key in catalog() else head[:1].upper() + head[1:]) + rest


def meaning(name: str) -> str:
    """What a fact's name means, if it needs to be told."""
    key = f"meaning.{split_name(name)[0]}"
    return t(key) if key in catalog() else ""


def badges(view: TableView, seat: str) -> list[Shown]:
    """What the head of the desk shows: of facts about seats only those about one's own."""
    names = _names(view)
    found: dict[str, list[str]] = {}
    for fact in view.facts:
        if seat and fact.about in names and fact.about != seat:
            continue
        about = f" ({fact.about})" if fact.about and fact.about != seat else ""
        found.setdefault(fact.name, []).append(fact.value + about)
    shown = list(found.items())[:MOST_NAMES]
    each = {fact.name for fact in view.facts if fact.about in names}
    return [Shown(label(n), _few(values, n in each), meaning(n)) for n, values in shown]


def _few(values: list[str], each: bool) -> list[str]:
    """Facts as far as there is room; of those about seats the number says nothing."""
    if len(values) == 1 or len(", ".join(values)) <= ROOM:
        return values
    return [t("side.each") if each else t("side.many", n=len(values))]


def all_facts(view: TableView) -> list[Shown]:
    """Everything that the variant shows, for the table's own tab."""
    names = _names(view)
    found: dict[str, list[str]] = {}
    for fact in view.facts:
        told = f"{fact.about}: {fact.value}" if fact.about in names else fact.value
        if fact.about and fact.about not in names:
            told = f"{fact.value} ({fact.about})"
        found.setdefault(fact.name, []).append(told)
    return [Shown(label(name), values, meaning(name)) for name, values in found.items()]


def _names(view: TableView) -> set[str]:
    """The seats and powers of a table."""
    return {row.seat for row in view.seats} | {power.name for power in view.powers}
