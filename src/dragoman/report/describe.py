"""Orders in long form, for those who listen to a page rather than look at it."""

from dragoman.model import (
    Act,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Retreat,
    Support,
    UnitOrder,
    Waive,
)
from dragoman.rules import Ask
from dragoman.words.phrases import adjective, kind_name, piece_name, place_name
from dragoman.words.speech import act_sentence


def describe_order(order: Order, ask: Ask) -> str:
    """An order as a sentence with every name in full: `The army in Paris moves to Burgundy`."""
    match order:
        case Waive():
            return "One build is left unused"
        case Act():
            return acting(ask, order)
        case Build(unit=piece):
            return f"A new {kind_name(ask, piece.kind)} is built in {place_name(ask, piece.place)}"
        case Support() | Convoy():
            return aid(ask, order)
        case _:
            return deed(ask, order)


def acting(ask: Ask, order: Act) -> str:
    """An order with a verb that a module brings, in the sentence that comes with it."""
    verb = ask.variant.vocabulary.verb.get(order.verb)
    plain = f"{{unit}} {order.word} {{args}}" if order.args else f"{{unit}} {order.word}"
    says = verb.says if verb and verb.says else plain
    return capital(act_sentence(ask, says, order).strip())


def deed(ask: Ask, order: UnitOrder) -> str:
    """A unit and what it is ordered to do by itself."""
    unit = piece_name(ask, order.unit)
    match order:
        case Hold():
            return f"The {unit} holds"
        case Move(to=to, via=via):
            return f"The {unit} moves to {place_name(ask, to)}{' by convoy' if via else ''}"
        case Retreat(to=to):
            return f"The dislodged {unit} retreats to {place_name(ask, to)}"
        case Disband():
            return f"The dislodged {unit} is disbanded"
        case _:
            return f"The {unit} is removed"


def aid(ask: Ask, order: Support | Convoy) -> str:
    """A unit and what it does for another, which is called by its power where that differs."""
    owner = owner_of(ask, order.whom)
    known = order.whom.power is not None
    foreign = owner is not None and owner != owner_of(ask, order.unit) and not known
    whose = (adjective(ask, owner),) if owner is not None and foreign else ()
    unit, whom = piece_name(ask, order.unit), " ".join((*whose, piece_name(ask, order.whom)))
    if isinstance(order, Convoy):
        return f"The {unit} convoys the {whom} to {place_name(ask, order.to)}"
    if order.to is None:
        return f"The {unit} supports the {whom} where it stands"
    return f"The {unit} supports the {whom} moving to {place_name(ask, order.to)}"


def owner_of(ask: Ask, piece: Piece) -> Power | None:
    """The power of the unit on the board that a piece names."""
    unit = ask.named(piece)
    return unit.power if unit else None


def capital(sentence: str) -> str:
    """A sentence with its first letter made large."""
    return sentence[:1].upper() + sentence[1:]
