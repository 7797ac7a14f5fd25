"""Random positions of Standard and random orders for them, legal and illegal.

Units crowd into one theatre, so that they get in each other's way; most moves go to a few places,
and most helpers help what others are ordered to do, so that supports and convoys count.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

import msgspec
from hypothesis import strategies as st

from dragoman.geo import Place, Province, distances
from dragoman.judge import adjudicate
from dragoman.model import (
    Ballot,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Resolution,
    Retreat,
    Seat,
    State,
    Subject,
    Support,
    Unit,
    Waive,
    read_phase,
)
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, Variant
from dragoman.variants import load

STANDARD = load("standard")
EDITIONS = tuple(load("standard", {"edition": name}) for name in ("1971", "1982", "2000", "2023"))
POWERS = tuple(STANDARD.powers)
OPENING = STANDARD.rules.opening(STANDARD, (), Lots(""))

_ASK = Ask(STANDARD, OPENING)
_PLACES = tuple(_ASK.province)
_FAR = 99

DEEDS = "mmmmmmmmhhhhhhhhoixn"
"""What units do: move, help, anything legal, something illegal, two things at once, nothing."""

T = TypeVar("T")


class Scene(NamedTuple):
    """A position and the ballots cast in it."""

    ask: Ask
    ballots: tuple[Ballot, ...]

    @property
    def state(self) -> State:
        """The position."""
        return self.ask.state

    def judged(self) -> Resolution:
        """What comes of it."""
        return adjudicate(self.ask.variant, self.state, self.ballots)


def theatre(center: Province) -> list[tuple[str, Place]]:
    """Every kind and place within two steps of a province."""
    near = distances(STANDARD.map.borders, [center])
    return [
        (kind, place)
        for kind, places in _ASK.moves.items()
        for place in places
        if near.get(_ASK.province[place], _FAR) <= 2
    ]


THEATRES = [theatre(p) for p, borders in STANDARD.map.borders.items() if borders]


def standing(chance: Random, most: int) -> tuple[Unit, ...]:
    """Units of a few powers in one theatre, no two in a province."""
    stands = chance.choice(THEATRES)
    afloat = [s for s in stands if STANDARD.map.spaces[_ASK.province[s[1]]].convoys]
    chosen = [*some(chance, stands, 6, most), *(afloat if chance.random() < 0.5 else ())]
    crowd = {_ASK.province[place]: (kind, place) for kind, place in chosen}
    powers = some(chance, POWERS, 2, 4)
    return tuple(Unit(n, chance.choice(powers), *s) for n, s in enumerate(crowd.values(), 1))


def some(chance: Random, items: Sequence[T], least: int, most: int) -> list[T]:
    """Some of the items, none twice."""
    count = len(items)
    return chance.sample(items, chance.randint(min(least, count), min(most, count)))


def position(chance: Random, phase: str = "S1901M", most: int = 18) -> State:
    """A position of Standard with random units, and random owners where they matter."""
    units = standing(chance, most)
    owned = {c: chance.choice(POWERS[:4]) for c in some(chance, STANDARD.map.centers, 0, 34)}
    return msgspec.structs.replace(
        OPENING,
        phase=read_phase(phase),
        units=units,
        owners=OPENING.owners if phase.startswith("S") else owned,
        last_id=len(units),
    )


def piece(unit: Unit) -> Piece:
    """A unit as orders name it."""
    return Piece(unit.kind, unit.place)


def nonsense(chance: Random, ask: Ask, unit: Unit) -> Order:
    """An order that is hardly ever possible: anything to anywhere, or of another phase."""
    me, to = piece(unit), chance.choice(_PLACES)
    whom = piece(chance.choice(ask.state.units))
    orders: tuple[Order, ...] = (
        Move(me, to),
        Move(me, to, True),
        Support(me, whom, to),
        Support(me, whom),
        Support(me, Piece("A", to)),
        Convoy(me, whom, to),
        Retreat(me, to),
        Disband(me),
        Build(me),
        Remove(me),
        Waive(),
    )
    return chance.choice(orders)


def helps(order: Order, moves: dict[Piece, Move]) -> bool:
    """Whether an order helps another unit in what it is ordered to do."""
    if not isinstance(order, Support | Convoy):
        return False
    move = moves.get(order.whom)
    return order.to == (move and move.to)


def moves_of(chance: Random, legal: dict[Unit, list[Order]]) -> dict[Piece, Move]:
    """A move for every unit; most that can go to one of a few places do, and many by sea."""
    marks = {chance.choice([u.place for u in legal]) for _ in range(3)}
    chosen: dict[Piece, Move] = {}
    for unit, orders in legal.items():
        moves = [o for o in orders if isinstance(o, Move)]
        aimed = [m for m in moves if m.to in marks and chance.random() < 0.8]
        if moves:
            chosen[piece(unit)] = chance.choice(aimed or by_sea(chance, unit, moves) or moves)
    return chosen


def by_sea(chance: Random, unit: Unit, moves: list[Move]) -> list[Move]:
    """Those moves that need a convoy, or none of them."""
    near = _ASK.moves[unit.kind][unit.place]
    return [m for m in moves if m.via or m.to not in near] if chance.random() < 0.5 else []


def movement_orders(chance: Random, ask: Ask, all_deeds: str) -> dict[Unit, list[Order]]:
    """Orders for every unit that has any: moves, help for them, nonsense, contradictions."""
    legal = {u: legal_orders(ask, Subject(u.power, u.id)) for u in ask.state.units}
    deeds = {unit: chance.choice(all_deeds) for unit in legal}
    moves = moves_of(chance, {u: orders for u, orders in legal.items() if deeds[u] == "m"} or legal)
    return {u: deed(chance, ask, u, deeds[u], legal[u], moves) for u in legal if deeds[u] != "n"}


def deed(
    chance: Random, ask: Ask, unit: Unit, what: str, legal: list[Order], moves: dict[Piece, Move]
) -> list[Order]:
    """The orders of one unit."""
    if what == "m":
        return [moves.get(piece(unit), Hold(piece(unit)))]
    if what == "h":
        useful = [o for o in legal if helps(o, moves)] or legal
        forth = [o for o in useful if getattr(o, "to", None) is not None]
        carrying = [o for o in useful if isinstance(o, Convoy)]
        return [chance.choice(carrying or forth or useful)]
    if what == "i":
        return [nonsense(chance, ask, unit)]
    if what == "x":
        return [chance.choice(legal), nonsense(chance, ask, unit)]
    return [chance.choice(legal)]


def cast(chosen: dict[Unit, list[Order]]) -> tuple[Ballot, ...]:
    """Orders for units as the ballots of their powers' seats."""
    return tuple(
        Ballot(Seat(unit.power), Subject(unit.power, unit.id), tuple(orders))
        for unit, orders in chosen.items()
    )


def movement(
    chance: Random, phase: str = "S1901M", variant: Variant = STANDARD, deeds: str = DEEDS
) -> Scene:
    """A movement phase with its ballots."""
    ask = Ask(variant, position(chance, phase))
    return Scene(ask, cast(movement_orders(chance, ask, deeds)))


def melee(chance: Random, phase: str = "S1901M") -> Scene:
    """A movement phase by some edition in which everybody moves or helps."""
    return movement(chance, phase, variant=chance.choice(EDITIONS), deeds="mhh")


def fall_melee(chance: Random) -> Scene:
    """The same in a Fall, after which centers change hands."""
    return melee(chance, "F1901M")


def due_orders(chance: Random, ask: Ask) -> Iterable[Ballot]:
    """Random legal orders, a few too many perhaps, for all that is due in a phase of any kind."""
    for seat in ask.state.seats:
        for charge in ask.rules.mandate(ask, seat).charges:
            options = [*legal_orders(ask, charge.subject), Waive()]
            orders = [chance.choice(options) for _ in range(chance.randint(0, charge.count + 1))]
            if orders:
                yield Ballot(seat, charge.subject, tuple(orders))


def retreat(chance: Random, season: str = "S") -> Scene:
    """A retreat phase with its ballots: some units driven out by others that stand there now."""
    state = position(chance, f"{season}1901R")
    out = some(chance, state.units, 1, 4)
    victors = {u.id: Unit(n, other(u.power), u.kind, u.place) for n, u in enumerate(out, 100)}
    vacant = sorted(STANDARD.map.spaces.keys() - Ask(STANDARD, state).at.keys())
    ask = Ask(
        STANDARD,
        msgspec.structs.replace(
            state,
            units=tuple(victors.get(u.id, u) for u in state.units),
            dislodged=tuple(Dislodged(u, chance.choice(neighbors(u))) for u in out),
            standoffs=tuple(sorted(some(chance, vacant, 0, 4))),
            last_id=200,
        ),
    )
    return Scene(ask, tuple(due_orders(chance, ask)))


def other(power: Power) -> Power:
    """The power that comes after one."""
    return POWERS[(POWERS.index(power) + 1) % len(POWERS)]


def neighbors(unit: Unit) -> list[Province | None]:
    """Where an attacker may have come from; none if from over the sea."""
    return [None, *sorted(STANDARD.map.borders[_ASK.province[unit.place]])]


def winter(chance: Random) -> Scene:
    """An adjustment phase with its ballots."""
    ask = Ask(STANDARD, position(chance, "W1901A", most=14))
    return Scene(ask, tuple(due_orders(chance, ask)))


def any_phase(chance: Random) -> Scene:
    """A phase of any kind with its ballots."""
    kinds: tuple[Callable[[], Scene], ...] = (
        lambda: movement(chance),
        lambda: movement(chance, "F1901M"),
        lambda: melee(chance),
        lambda: retreat(chance),
        lambda: retreat(chance, "F"),
        lambda: winter(chance),
    )
    return chance.choice(kinds)()


CHANCE = st.randoms(use_true_random=False)


def drawn(scene: Callable[[Random], T]) -> st.SearchStrategy[T]:
    """What a generator makes of chance, as a strategy that shrinks."""
    return CHANCE.map(scene)


def standings(units: Iterable[Unit]) -> set[tuple[Power, str, Place]]:
    """What stands where, whatever the ids of units."""
    return {(u.power, u.kind, u.place) for u in units}
