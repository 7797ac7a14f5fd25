"""Units that stand together and may be ordered as one, where a variant has a word for them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from dragoman.geo import Place
from dragoman.house.play.orders import open_steps
from dragoman.model import Seat, Subject
from dragoman.rules import Ask, Charge, Step
from dragoman.words.phrases import kind_name, subject_name


class Group(Struct, frozen=True):
    """Units in one place under one word, such as `LA`; the first of them leads the choices."""

    word: str
    place: Place
    subjects: tuple[Subject, ...]

    @property
    def name(self) -> str:
        """How an order for all of them begins."""
        return f"{self.word} {self.place}"

    def kinds(self, ask: Ask) -> list[str]:
        """What they are called, one by one."""
        return [kind_name(ask, ask.unit[one.unit].kind) for one in self.subjects]


def groups(ask: Ask, charges: Sequence[Charge]) -> Iterator[Group]:
    """The groups that a seat may order; none where it is not plain which units are meant."""
    plain = {subject_name(ask, c.subject): c.subject for c in charges if c.subject.unit and c.owed}
    taken = set[Place]()
    known = reversed(ask.variant.words.items())
    words = {kinds: word.upper() for word, kinds in known if len(kinds) > 1}
    places = dict.fromkeys(ask.unit[subject.unit].place for subject in plain.values())
    for place in places:
        for kinds, word in words.items():
            names = [f"{kind} {place}" for kind in kinds]
            if place not in taken and all(name in plain for name in names):
                taken.add(place)
                yield Group(word, place, tuple(plain[name] for name in names))


def group_steps(ask: Ask, seat: Seat, group: Group, prefix: list[str]) -> Iterator[Step]:
    """The ways to go on with an order for all: those that each of them has."""
    first, *others = (
        {step.token: step for step in open_steps(ask, seat, subject_name(ask, one), prefix)}
        for one in group.subjects
    )
    for token, step in first.items():
        if all(token in other for other in others):
            yield step


def for_all(group: Group, order: str) -> str:
    """An order of the first of a group as one for all of them.

    >>> for_all(Group("LA", Place("vie"), ()), "A vie - gal")
    'LA vie - gal'
    """
    return f"{group.word} {order.partition(' ')[2]}"
