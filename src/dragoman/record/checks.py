"""Positions that come from outside, checked: everything in them must be in the variant."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from dragoman.errors import RequestError, brief, shown
from dragoman.model import State, Unit
from dragoman.rules import Ask, Variant
from dragoman.rules.ask import force_of


def checked(variant: Variant, state: State) -> State:
    """A position, if it fits the variant's board, kinds, powers and phases."""
    check(Ask(variant, state))
    return state


def check(ask: Ask, *, was_read: bool = False) -> None:
    """Refuse a position that does not fit the variant's board, kinds, powers and phases.

    One that `was_read` piece by piece names nothing that is not there.
    """
    variant, state = ask.variant, ask.state
    if not variant.year.has(state.phase) or state.phase.kind not in ask.rules.phases:
        kinds = ", ".join(ask.rules.phases)
        raise RequestError(
            f"{variant.id} has no phase {state.phase}; its kinds are {kinds}", "phase"
        )
    refuse_lost_units(ask)
    if not was_read:
        refuse_strangers(ask)
        refuse_lost_places(ask)
    refuse_crowds(ask)
    refuse_too_many(ask)


def refuse_wrong_ids(state: State) -> None:
    """Units whose ids were never given are refused: units still to come would have the same."""
    ids = [unit.id for unit in (*state.units, *(d.unit for d in state.dislodged))]
    if not all(0 < id_ <= state.last_id for id_ in ids):
        problem = f"units are numbered from 1 to {state.last_id}, the last id given"
        raise RequestError(problem, "units")


def refuse_lost_units(ask: Ask) -> None:
    """Units of powers that are not there, or where such units cannot stand, are refused."""
    variant, state = ask.variant, ask.state
    # All at once first, since most positions are right: only then one by one, to say what is not.
    right = variant.powers.keys() >= ask.units_of.keys() and variant.stands >= ask.standing.keys()
    on_board = () if right and ask.map is variant.map else state.units
    for unit in (*on_board, *(d.unit for d in state.dislodged)):
        if unit.power not in variant.powers:
            raise RequestError(f"no power {shown(unit.power)} in {variant.id}", "units")
        if unit.kind not in variant.kinds or unit.place not in ask.moves[unit.kind]:
            raise RequestError(f"{unit} cannot stand there", f"units.{unit.power}")


def refuse_strangers(ask: Ask) -> None:
    """Ids given twice, and centers or seats that name what is not there, are refused."""
    state, powers = ask.state, ask.variant.powers
    if len(ask.unit) != len(state.units) + len(state.dislodged):
        raise RequestError("two units have one id", "units")
    right = powers.keys() >= {*state.owners.values()}
    right = right and state.owners.keys() <= ask.variant.map.center_set
    for center, power in () if right else state.owners.items():
        if center not in ask.map.spaces or power not in powers:
            raise RequestError(
                f"{brief(center)} of {brief(power)} is not in {ask.variant.id}", "owners"
            )
        if not (ask.map.spaces[center].center or ask.variant.map.spaces[center].center):
            raise RequestError(f"{center} of {power} is not a supply center", "owners")
    held = [*chain.from_iterable(state.seats.values())]
    right = len({*held}) == len(held) and powers.keys() >= {*held}
    for power, seats in () if right else Counter(held).items():
        if power not in powers or seats > 1:
            raise RequestError(f"{brief(power)} is not there, or held by two seats", "seats")


def refuse_lost_places(ask: Ask) -> None:
    """Stand-offs, homes and barred places that are not on the map are refused."""
    state, board = ask.state, ask.variant.map
    barred = [d.by for d in state.dislodged if d.by is not None]
    # All at once first, as above.
    if board.spaces.keys() >= {*chain(state.standoffs, barred, *state.homes.values())}:
        return
    homes = [*chain.from_iterable(state.homes.values())]
    named = {"standoffs": state.standoffs, "dislodged": barred, "homes": homes}
    for key, provinces in named.items():
        for lost in provinces:
            if lost not in board.spaces:
                raise RequestError(f"{shown(lost)} is not on the map {board.id}", key)


def refuse_crowds(ask: Ask) -> None:
    """Units in one province are refused where the rules do not let them share it."""
    for unit, other in crowded(ask):
        where = f"stand in {ask.province[unit.place]}, which they may not share"
        raise RequestError(f"{unit} and {other.power}'s {other} {where}", f"units.{unit.power}")


def refuse_too_many(ask: Ask) -> None:
    """More units of a kind than a power can have are refused."""
    if not ask.variant.has_limits:
        return
    units = (*ask.state.units, *(d.unit for d in ask.state.dislodged))
    for (power, letter), count in Counter((u.power, u.kind) for u in units).items():
        kind = ask.variant.kinds[letter]
        if kind.most is not None and count > kind.most:
            problem = f"{count} of kind {kind.name}: a power has at most {kind.most}"
            raise RequestError(problem, f"units.{power}")


def crowded(ask: Ask) -> Iterator[tuple[Unit, Unit]]:
    """The pairs of units that stand in one province and contest it."""
    # Most stand alone, which is quickly seen.
    if len({ask.province[unit.place] for unit in ask.state.units}) == len(ask.state.units):
        return
    for province, units in ask.at.items():
        for other, unit in combinations(units, 2):
            if ask.rules.contests(ask, force_of(unit), force_of(other), province):
                yield unit, other
