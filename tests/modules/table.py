"""Positions and judged phases for the tests of modules, written as text."""

from msgspec.structs import replace

from dragoman.judge import adjudicate
from dragoman.model import Power, Resolution, Seat, State, Unit, Verdict, read_phase
from dragoman.notation import read_units_by_power
from dragoman.record.filing import file_orders, read_lines
from dragoman.report import explain
from dragoman.rules import Ask, Lots, Variant
from dragoman.words.language import language


def opened(variant: Variant) -> Ask:
    """The opening of a variant."""
    return Ask(variant, variant.rules.opening(variant, (), Lots("test")))


def placed(variant: Variant, phase: str, units: str) -> Ask:
    """A position: `France: A par, L par` and so on, one power a line."""
    start = opened(variant)
    rows = read_units_by_power(units, language(start))
    found = [(power, unit) for power, mine in rows.items() for unit in mine]
    state = replace(
        start.state,
        phase=read_phase(phase),
        units=tuple(
            Unit(n, Power(power), u.kind, u.place, u.marks) for n, (power, u) in enumerate(found, 1)
        ),
        last_id=len(found),
    )
    return Ask(variant, state)


def judged(ask: Ask, **orders: str) -> Resolution:
    """The phase judged, with each seat's orders separated by semicolons."""
    ballots = [
        ballot
        for seat, text in orders.items()
        for ballot in file_orders(
            ask, Seat(seat), read_lines(ask, Seat(seat), text.split(";"))
        ).ballots
    ]
    return adjudicate(ask.variant, ask.state, ballots)


def explanations(ask: Ask, resolution: Resolution) -> dict[str, str]:
    """What is said of each order."""
    return {str(v.order): explain(v, ask) for v in resolution.verdicts}


def verdict(resolution: Resolution, order: str) -> Verdict:
    """The verdict on an order."""
    return next(v for v in resolution.verdicts if str(v.order) == order)


def standing(state: State) -> list[str]:
    """The units on the board."""
    return sorted(f"{u.power} {u}" for u in state.units)
