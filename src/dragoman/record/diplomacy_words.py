"""What the Python package `diplomacy` says of orders: its words for our verdicts."""

from dragoman.geo import Place
from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    VOID,
    Disband,
    Order,
    Phase,
    Piece,
    Power,
    Remove,
    Resolution,
    State,
    Support,
    Unit,
    Verdict,
    Waive,
    piece_of,
)

WAIVED = "WAIVE"
BOUNCE, NO_CONVOY, CUT = "bounce", "no convoy", "cut"
NOT_VALID, DRIVEN_OUT, GONE = "void", "dislodged", "disband"

_STOPPED = ("bounced", "repelled", "lost_duel", "own_unit", "crossed", "taken", "deadlock")
_NOT_CARRIED = ("no_convoy", "convoy_broken", "paradox")

WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_STOPPED, (BOUNCE,)),
    **dict.fromkeys(_NOT_CARRIED, (NO_CONVOY,)),
    "cut": (CUT,),
    "unmatched": (NOT_VALID,),
    "collided": (BOUNCE, GONE),
    "disbanded": (GONE,),
    "waived": (NOT_VALID,),
    # The package writes an empty word for an adjustment that was made.
    "built": ("",),
    "removed": ("",),
}
"""The package's words for each of our reasons; for those left out it says nothing."""


def unit_text(unit: Unit | Piece) -> str:
    """A unit as the package writes it: `F STP/NC`."""
    return f"{unit.kind} {unit.place}".upper()


def results(state: State, resolution: Resolution) -> dict[str, tuple[str, ...]]:
    """What the package would say of each order of a phase, and of each unit without one."""
    out = {unit_text(d.unit) for d in resolution.dislodged}
    moved = {v.order.unit for v in resolution.verdicts if v.reason.code == "moved"}  # type: ignore[union-attr]
    stayed = {
        (u.power, _province(u.place)) for u in state.units if Piece(u.kind, u.place) not in moved
    }
    stranded = {piece_of(v.order) for v in resolution.verdicts if v.reason.code == "no_convoy"}
    found: dict[str, tuple[str, ...]] = {}
    for verdict in resolution.verdicts:
        if _belongs(verdict, resolution.phase):
            key = order_key(verdict.order)
            idle = _against_own(verdict, stayed) or _of_stranded(verdict, stranded)
            words = (NOT_VALID,) if idle else _words(verdict)
            if words or key != WAIVED:
                found[key] = (*found.get(key, ()), *words)
    return {key: (*words, DRIVEN_OUT) if key in out else words for key, words in found.items()}


def _province(place: Place) -> str:
    return place.partition("/")[0]


def _against_own(verdict: Verdict, stayed: set[tuple[Power, str]]) -> bool:
    """Whether a support is for an attack on a unit of the giver's own that did not get away.

    It counts for nothing, and the package calls it void.
    """
    order = verdict.order
    return (
        isinstance(order, Support)
        and order.to is not None
        and verdict.reason.code == "supported"
        and (verdict.power, _province(order.to)) in stayed
    )


def _of_stranded(verdict: Verdict, stranded: set[Piece | None]) -> bool:
    """Whether a support is for an army that nobody carried: the package calls it void."""
    order = verdict.order
    return isinstance(order, Support) and order.to is not None and order.whom in stranded


def _belongs(verdict: Verdict, phase: Phase) -> bool:
    """Whether a verdict is of this phase, not of one that the judge settled right after it."""
    later = Disband | Remove if phase.kind == MOVEMENT else Remove
    return not (verdict.supplied and phase.kind != ADJUSTMENT and isinstance(verdict.order, later))


def order_key(order: Order) -> str:
    if isinstance(order, Waive):
        return WAIVED
    return unit_text(order.unit)  # type: ignore[arg-type]


def _words(verdict: Verdict) -> tuple[str, ...]:
    if verdict.outcome == VOID:
        # Of more waivers than builds the package says nothing.
        return () if isinstance(verdict.order, Waive) else (NOT_VALID,)
    code = verdict.reason.code
    if verdict.supplied and isinstance(verdict.order, Remove):
        return (GONE,)
    if code == "dislodged":
        # To the package a supporter that is driven out was cut before.
        return (CUT,) if isinstance(verdict.order, Support) else ()
    return WORDS.get(code, ())
