"""The tree of what may be ordered, told whole: every legal order of a subject."""

from collections.abc import Iterable

from dragoman.errors import RequestError, shown
from dragoman.model import Order, Subject
from dragoman.rules import Ask, Charge, Step, orders_of, texts_of
from dragoman.words.phrases import subject_name


def legal_orders(ask: Ask, subject: Subject) -> list[Order]:
    """Every legal order for a subject, in the order of the tree."""
    return orders_of(ask.rule.choices, ask, subject)


def legal_by_subject(ask: Ask, charges: Iterable[Charge]) -> dict[str, list[str]]:
    """Every legal order for what is charged, under the name of what it is for."""
    choices = ask.rule.choices
    return {subject_name(ask, c.subject): texts_of(choices, ask, c.subject) for c in charges}


def steps_after(ask: Ask, subject: Subject, prefix: list[str]) -> tuple[Step, ...]:
    """The choices after a prefix; a prefix that leads nowhere is refused with what was open."""
    for n, token in enumerate(prefix):
        open_steps = ask.rule.choices(ask, subject, tuple(prefix[:n]))
        if token not in [step.token for step in open_steps]:
            known = ", ".join(step.token for step in open_steps) or "nothing"
            raise RequestError(f"{shown(token)} is not open here; open are {known}", f"prefix[{n}]")
    return ask.rule.choices(ask, subject, tuple(prefix))


def find_subject(ask: Ask, subjects: list[Subject], name: str) -> Subject:
    """The subject of a name in any case."""
    for subject in subjects:
        if subject_name(ask, subject).lower() == name.strip().lower():
            return subject
    known = ", ".join(subject_name(ask, s) for s in subjects) or "nothing"
    raise RequestError(f"nobody has {shown(name)} to order; open are {known}", "subject")
