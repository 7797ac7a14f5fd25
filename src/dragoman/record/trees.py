"""The whole tree of what may be ordered: every legal order of a subject."""

from collections.abc import Mapping, Sequence
from itertools import chain, islice

from dragoman.errors import RequestError, shown
from dragoman.model import Order, Seat, Subject
from dragoman.rules import Ask, Step, orders_of, texts_of
from dragoman.rules.legality import unit_subjects, units_move
from dragoman.words.phrases import subject_name, subject_names


def legal_orders(ask: Ask, subject: Subject) -> list[Order]:
    """Every legal order for a subject, in the order of the tree."""
    return orders_of(ask.rule.choices, ask, subject)


def open_subjects(ask: Ask, seat: Seat) -> list[Subject]:
    """All that a seat may order now."""
    if units_move(ask):
        return unit_subjects(ask, ask.state.seats.get(seat, ()))
    return [charge.subject for charge in ask.mandate(seat).charges]


def legal_by_subject(ask: Ask, subjects: Sequence[Subject]) -> dict[str, list[str]]:
    """Every legal order for some subjects, under the name of what it is for."""
    return legal_by_seat(ask, {Seat(""): subjects}).get(Seat(""), {})


def legal_by_seat(
    ask: Ask, open_to: Mapping[Seat, Sequence[Subject]]
) -> dict[Seat, dict[str, list[str]]]:
    """The same for each seat that has anything to order."""
    subjects = [*chain(*open_to.values())]
    texts = zip(
        subject_names(ask, subjects), texts_of(ask.rule.choices, ask, subjects), strict=True
    )
    return {seat: dict(islice(texts, len(own))) for seat, own in open_to.items() if own}


def steps_after(ask: Ask, subject: Subject, prefix: list[str]) -> tuple[Step, ...]:
    """The choices after a prefix; a prefix that leads nowhere is refused with what was open."""
    for n, token in enumerate(prefix):
        open_steps = ask.rule.choices(ask, subject, tuple(prefix[:n]))
        if token not in [step.token for step in open_steps]:
            known = ", ".join(step.token for step in open_steps) or "nothing"
            raise RequestError(f"{shown(token)} is not open here; open are {known}", f"prefix[{n}]")
    return ask.rule.choices(ask, subject, tuple(prefix))


def _places(ask: Ask, subject: Subject) -> tuple[str, str]:
    place = ask.unit[subject.unit].place
    return place.lower(), ask.province[place].lower()


def find_subject(ask: Ask, subjects: list[Subject], name: str) -> Subject:
    """The subject of a name in any case; of a unit, its place is enough if no other is there."""
    sought = name.strip().lower()
    for subject in subjects:
        if subject_name(ask, subject).lower() == sought:
            return subject
    there = [s for s in subjects if s.unit in ask.unit and sought in _places(ask, s)]
    if len(there) == 1:
        return there[0]
    known = ", ".join(subject_name(ask, s) for s in subjects) or "nothing"
    raise RequestError(f"nobody has {shown(name)} to order; open are {known}", "subject")
