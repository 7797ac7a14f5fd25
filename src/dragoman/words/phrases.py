"""The small words of a report: lists, counts, strengths, and what powers and places are called."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from dragoman.geo import WATER, Place, Space
from dragoman.model import Cause, Order, Piece, Power, Seat, Subject, Tally, Unit
from dragoman.notation import write_order
from dragoman.rules import Ask
from dragoman.rules.adjustments import BUILDS

COASTS = {
    "nc": "north coast",
    "sc": "south coast",
    "ec": "east coast",
    "wc": "west coast",
    "nec": "northeast coast",
    "nwc": "northwest coast",
    "sec": "southeast coast",
    "swc": "southwest coast",
}


def listing(items: Iterable[str], last: str = "and") -> str:
    """Several things in a row.

    >>> listing(["boh", "tyr", "vie"], "or")
    'boh, tyr or vie'
    """
    words = list(items)
    return f" {last} ".join(([", ".join(words[:-1])] if words[1:] else []) + words[-1:])


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "build"), counted(2, "build")
    ('1 build', '2 builds')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ballots(number: int, pool: str) -> str:
    """A number of ballots of a pool, which may be one board's.

    >>> ballots(2, "extra order"), ballots(1, "extra order, board 3")
    ('2 extra orders', '1 extra order on board 3')
    """
    what, _, board = pool.partition(", board ")
    count = counted(number, what)
    return f"{count} on board {board}" if board else count


def strength(tally: Tally) -> str:
    """A strength with the terms that make it up, unless it is one unit's.

    >>> strength(Tally(1, (("army", 1),)).plus(1, "support of A mar"))
    '2 (army 1 + support of A mar 1)'
    """
    terms, one = tally.terms, 2 if tally.halves else 1
    if not terms or (len(terms) == 1 and terms[0][1] == one):
        return tally.figure(tally.total)
    return in_terms(tally)


@lru_cache(maxsize=4096)
def in_terms(tally: Tally) -> str:
    """The same of a strength that is made up of several."""
    figure = tally.figure
    terms = " + ".join(f"{label} {figure(n)}" for label, n in tally.terms if n >= 0)
    for label, n in tally.terms:
        if n < 0:
            terms = f"{terms}, less {figure(-n)}: {label}"
    return f"{figure(tally.total)} ({terms})"


def versus(a: Tally | None, b: Tally | None) -> str:
    """One strength against another, as far as they are known."""
    if a is not None and b is not None:
        return f"{strength(a)} against {strength(b)}"
    return "".join(strength(tally) for tally in (a, b) if tally is not None)


def adjective(ask: Ask, power: Power) -> str:
    """What a power's things are called: `French`."""
    info = ask.variant.powers.get(power)
    return (info.adjective if info else "") or power


def cause(ask: Ask, by: Cause) -> str:
    """The order of a power that brought something about: `German A mun - bur`."""
    return f"{adjective(ask, by.power)} {anonymous(by.order)}"


def anonymous(order: Order) -> str:
    """An order without the name of its unit's power, to be put behind that power's adjective."""
    piece: Piece | None = getattr(order, "unit", None)
    if piece is None or piece.power is None:
        return write_order(order)
    return str(msgspec.structs.replace(order, unit=msgspec.structs.replace(piece, power=None)))


def unit_name(ask: Ask, unit: Unit) -> str:
    """A unit and whose it is: `German A mun`."""
    return f"{adjective(ask, unit.power)} {unit}"


def kind_name(ask: Ask, letter: str) -> str:
    """The name of a kind of piece."""
    kind = ask.variant.kinds.get(letter)
    return kind.name if kind else letter


def article(noun: str) -> str:
    """A noun with its indefinite article.

    >>> article("army"), article("fleet")
    ('an army', 'a fleet')
    """
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def seat_name(seat: Seat, powers: Sequence[Power]) -> str:
    """A seat, with its powers where it is not called like the only one."""
    return seat if not powers or is_namesake(seat, powers) else f"{seat} ({', '.join(powers)})"


def phase_name(ask: Ask) -> str:
    """The present phase, named so that the kind of orders due is clear: `Fall 1901 movement`."""
    label, rule = ask.rules.label(ask, ask.state.phase), ask.rule.name
    return label if rule in label or ask.state.result else f"{label} {rule}"


def space_of(ask: Ask, place: Place) -> Space | None:
    """The province of a place, on the board as it is or, if it is gone from there, as it was."""
    for board in (ask.map, ask.variant.map):
        if place in board.province:
            return board.spaces[board.province[place]]
    return None


def place_name(ask: Ask, place: Place) -> str:
    """A place by its full name: `Burgundy`, `the Black Sea`, `Spain (south coast)`."""
    space = space_of(ask, place)
    if space is None:
        return place
    bare = space.kind != WATER or space.name.lower().startswith("the ")
    name = space.name if bare else f"the {space.name}"
    if place in space.coasts:
        name = f"{name} ({coast_name(place.removeprefix(f'{space.id}/'))})"
    return f"{name} on board {space.board}" if space.board else name


def coast_name(label: str) -> str:
    """A coast's label spelled out.

    >>> coast_name("nc"), coast_name("swc"), coast_name("x")
    ('north coast', 'southwest coast', 'x')
    """
    return COASTS.get(label, label)


def piece_name(ask: Ask, piece: Piece) -> str:
    """A piece and where it stands: `army in Paris`."""
    kind, where = owned_kind(ask, piece), place_name(ask, piece.place)
    return f"{kind} ({piece.part} part) in {where}" if piece.part else f"{kind} in {where}"


def owned_kind(ask: Ask, piece: Piece) -> str:
    """The kind of a piece, and whose it is where that must be said: `French army`."""
    kind = kind_name(ask, piece.kind)
    return " ".join((adjective(ask, piece.power), kind)) if piece.power else kind


def is_namesake(seat: Seat, powers: Sequence[Power]) -> bool:
    """Whether these are one power and the seat is called like it."""
    return [str(power) for power in powers] == [seat]


def subject_name(ask: Ask, subject: Subject) -> str:
    """How a subject is called: its unit, or whose affair it is, such as `Italy claim`."""
    called = ask.called.get(subject.unit) if subject.unit else None
    if called is not None:
        return called
    whose = affair_of(ask, subject)
    return whose if subject.topic in ("", BUILDS) else f"{whose} {subject.topic}"


def subject_names(ask: Ask, subjects: Sequence[Subject]) -> list[str]:
    """How subjects are called, of which most are units."""
    called = ask.called if any(subject.unit for subject in subjects) else {}
    return [called.get(subject.unit) or subject_name(ask, subject) for subject in subjects]


def affair_of(ask: Ask, subject: Subject) -> Power | Seat:
    """Whose affair a subject is: a power's, or that of the seat which holds it."""
    verb = ask.variant.vocabulary.verb.get(subject.topic)
    return ask.state.holder[subject.power] if verb and verb.by_seat else subject.power
