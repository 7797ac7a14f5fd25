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
from dragoman.words.phrases import adjective, kind_name, place_name
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
        case _:
            return f"{subject(ask, order)} {deed(ask, order)}"


def acting(ask: Ask, order: Act) -> str:
    """An order with a verb that a module brings, in the sentence that comes with it."""
    verb = ask.variant.vocabulary.verb.get(order.verb)
    plain = f"{{unit}} {order.word} {{args}}" if order.args else f"{{unit}} {order.word}"
    says = verb.says if verb and verb.says else plain
    return capital(act_sentence(ask, says, order).strip())


def deed(ask: Ask, order: UnitOrder) -> str:
    """What a unit is told to do."""
    match order:
        case Hold():
            return "holds"
        case Move(to=to, via=via):
            return f"moves to {place_name(ask, to)}{' by convoy' if via else ''}"
        case Support() | Convoy():
            return aid(ask, order)
        case Retreat(to=to):
            return f"retreats to {place_name(ask, to)}"
        case Disband():
            return "is disbanded"
        case _:
            return "is removed"


def aid(ask: Ask, order: Support | Convoy) -> str:
    """What a unit is told to do for another, which is called by its power where that differs."""
    owner = owner_of(ask, order.whom)
    known = order.whom.power is not None
    foreign = owner is not None and owner != owner_of(ask, order.unit) and not known
    whose = f"{adjective(ask, owner)} " if owner is not None and foreign else ""
    whom = f"the {whose}{piece_name(ask, order.whom)}"
    if isinstance(order, Convoy):
        return f"convoys {whom} to {place_name(ask, order.to)}"
    if order.to is None:
        return f"supports {whom} where it stands"
    return f"supports {whom} moving to {place_name(ask, order.to)}"


def owner_of(ask: Ask, piece: Piece) -> Power | None:
    """The power of the unit on the board that a piece names."""
    unit = ask.named(piece)
    return unit.power if unit else None


def subject(ask: Ask, order: UnitOrder) -> str:
    """The unit that an order is for, as a sentence begins with it."""
    driven = "dislodged " if isinstance(order, Retreat | Disband) else ""
    return f"The {driven}{piece_name(ask, order.unit)}"


def piece_name(ask: Ask, piece: Piece) -> str:
    """A piece and where it stands: `army in Paris`."""
    part = f" ({piece.part} part)" if piece.part else ""
    whose = f"{adjective(ask, piece.power)} " if piece.power else ""
    return f"{whose}{kind_name(ask, piece.kind)}{part} in {place_name(ask, piece.place)}"


def capital(sentence: str) -> str:
    """A sentence with its first letter made large."""
    return sentence[:1].upper() + sentence[1:]
