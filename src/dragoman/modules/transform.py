"""Transform: at the coast an army may become a fleet, and a fleet an army, in place of moving."""

from collections.abc import Iterator

from msgspec.structs import replace

from dragoman.model import (
    ARMY,
    DONE,
    FLEET,
    MOVEMENT,
    NEW_PIECE,
    Act,
    Piece,
    Reason,
    ReasonKind,
    Resolution,
    Sign,
    Stroke,
    Unit,
    Verb,
)
from dragoman.modules import offering
from dragoman.rules import (
    Ask,
    Draft,
    Elected,
    Lots,
    Module,
    Option,
    Ruleset,
    Settings,
)

TURN = "M-15 2A15 15 0 0 1 11 -10M11 -16V-9H4M15 -2A15 15 0 0 1 -11 10M-11 16V9H-4"
BECOME = Verb(
    "become",
    takes=(NEW_PIECE,),
    words=("becomes", "become", "transforms into", "transform into", "transforms", "transform"),
    by_unit=True,
    says="{unit} becomes {0}",
    noun="transformation",
    sign=Sign((Stroke(TURN, stroke="power", width=2.5, cap="round"),), at=-1),
)
BECAME = ReasonKind("became", DONE, "the unit became another kind", "becomes {0}")
OTHER = {ARMY.letter: FLEET.letter, FLEET.letter: ARMY.letter}
WHERE = Option(
    "transform_in",
    "choice",
    "homes",
    "homes: in home centers of one's own that one owns; centers: in every center that one owns; "
    "anywhere: in every province",
    ("homes", "centers", "anywhere"),
    title="Where units may change",
)


def allowed(ask: Ask, unit: Unit, where: str) -> bool:
    """Whether a unit stands where it may become another kind."""
    here = ask.province[unit.place]
    owned = ask.state.owners.get(here) == unit.power
    at_home = here in ask.state.homes.get(unit.power, ())
    return where == "anywhere" or (owned and (where == "centers" or at_home))


def transform(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Units that are not dislodged become what their orders say once the fighting is over."""
    movement = rules.phases[MOVEMENT]

    def offer(ask: Ask, unit: Unit) -> Iterator[Act]:
        kind = OTHER.get(unit.kind)
        if kind is not None and allowed(ask, unit, settings["transform_in"]):
            stands = ask.moves[kind]
            places = ask.map.spaces[ask.province[unit.place]].places
            yield from (BECOME(unit, Piece(kind, place)) for place in places if place in stands)

    def aside(ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        earlier = movement.aside(ask, settled, elected, lots) if movement.aside else settled
        wishes = {s.unit: o for s, orders in elected.items() for o in orders if BECOME.made(o)}
        return turned(earlier, wishes) if wishes else earlier

    rule = replace(offering(movement, BECOME, offer), aside=aside)
    return rules.answering(phases={**rules.phases, MOVEMENT: rule})


def turned(settled: Resolution, wishes: dict[int, Act]) -> Resolution:
    """A resolution in which the units that kept their place are what they wished to be."""
    units = tuple(became(unit, wishes.get(unit.id)) for unit in settled.state.units)
    stayed = {unit.id for unit in settled.state.units}
    verdicts = tuple(
        replace(v, outcome=DONE, reason=Reason(BECAME.code))
        if v.subject and BECOME.made(v.order) and v.subject.unit in stayed
        else v
        for v in settled.verdicts
    )
    state = replace(settled.state, units=units)
    return replace(settled, verdicts=verdicts, state=state, left=state)


def became(unit: Unit, order: Act | None) -> Unit:
    """A unit as its order leaves it."""
    piece = order.args[0] if order else None
    return replace(unit, kind=piece.kind, place=piece.place) if isinstance(piece, Piece) else unit


MODULE = Module(
    "transform",
    "At the coast an army may become a fleet, and a fleet an army, in place of moving.",
    transform,
    (WHERE,),
    verbs=(BECOME,),
    reasons=(BECAME,),
)
