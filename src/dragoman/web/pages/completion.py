"""Completion: how an order that somebody has begun to type may go on."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.play.drafts import SeatReader
from dragoman.house.play.orders import seat_view
from dragoman.model import Order, Seat
from dragoman.rules import Ask, Charge
from dragoman.translate import Said
from dragoman.words.phrases import subject_name

MOST = 20
LOOKS = 400
"""How many steps of the tree are looked at, at most: a board of many units has very many."""
SHORT = {"move": "-", "retreat": "-", "support": "s", "convoy": "c", "hold": "h"}


class Completion(Struct, frozen=True):
    """How a text may go on; where nothing begins like it, what is wrong with it."""

    choices: list[str]
    problem: Said


def completions(house: House, account: str | None, table: str, seat: str, text: str) -> Completion:
    """Orders that begin as the text does, or what may be ordered, while it is short."""
    ask, name = seat_view(house, account, table, seat)
    charges = ask.mandate(name).charges
    forms = written(ask, text)
    found = dict.fromkeys(f for c in charges for typed in forms for f in _of_charge(ask, c, typed))
    return Completion(list(found)[:MOST], "" if found else wrong(ask, name, text))


def written(ask: Ask, text: str) -> list[str]:
    """A text as orders are written: as it stands, and with full names as abbreviations.

    The last name may only be begun: `Budapest to Gal`, `budap`.
    """
    typed = " ".join(text.lower().split())
    names = {space.name.lower(): str(space.id) for space in ask.map.spaces.values()}
    short = typed
    for name in sorted(names, key=len, reverse=True):
        short = re.sub(rf"\b{re.escape(name)}\b", names[name], short)
    for kind in ask.variant.kinds.values():
        short = re.sub(rf"^{re.escape(kind.name)}\b", kind.letter.lower(), short)
    short = short.replace(" to ", " - ")
    words = short.split(" ")
    begun = [
        " ".join((*words[:-n], place))
        for n in (1, 2, 3)
        for name, place in names.items()
        if n <= len(words) and len(last := " ".join(words[-n:])) > 2 and name.startswith(last)
    ]
    return list(dict.fromkeys([typed, short, *begun]))


def wrong(ask: Ask, seat: Seat, text: str) -> str:
    """What is wrong with an order as it stands; nothing if it can be given so."""
    for line in SeatReader(ask, seat).draft(text).lines:
        faults = [note.text for note in line.orders if note.text]
        if line.problem or faults:
            return line.problem or faults[0]
    return ""


def _of_charge(ask: Ask, charge: Charge, typed: str) -> Iterator[str]:
    subject = subject_name(ask, charge.subject)
    short = subject.lower()
    if not charge.subject.unit:
        yield from _matching(_walk(ask, charge, "", [LOOKS]), typed)
    elif short.startswith(typed) or short.partition(" ")[2] == typed:
        yield f"{subject} "
    elif typed.startswith(f"{short.partition(' ')[2]} "):
        yield from _of_charge(ask, charge, f"{short.partition(' ')[0]} {typed}")
    elif typed.startswith(short):
        rest = typed.removeprefix(short).strip()
        yield from _matching(_walk(ask, charge, rest[:1], [LOOKS]), typed)


def _matching(orders: Iterable[Order], typed: str) -> Iterator[str]:
    for order in orders:
        if str(order).lower().startswith(typed):
            yield str(order)


def _walk(
    ask: Ask, charge: Charge, sign: str, left: list[int], prefix: tuple[str, ...] = ()
) -> Iterator[Order]:
    """The orders of a charge, those whose verb is written with a sign, as far as looks go."""
    for step in ask.rule.choices(ask, charge.subject, prefix):
        left[0] -= 1
        if left[0] < 0:
            return
        if not prefix and sign and SHORT.get(step.token, sign) != sign:
            continue
        if step.order is not None:
            yield step.order
        if step.leads_on and (prefix or sign or step.token not in ("support", "convoy")):
            yield from _walk(ask, charge, sign, left, (*prefix, step.token))
