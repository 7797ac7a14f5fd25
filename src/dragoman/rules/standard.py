"""The default answers: Standard Diplomacy, asked through the same questions as everything else."""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from dragoman.errors import RequestError
from dragoman.geo import Map, Place, Province
from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    RETREAT,
    Ballot,
    Fact,
    Fate,
    Force,
    Phase,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Support,
    Tally,
    Unit,
)
from dragoman.rules import adjustments, legality, retreats, texts
from dragoman.rules.ask import Ask
from dragoman.rules.lots import Lots
from dragoman.rules.tree import Tree
from dragoman.rules.values import (
    SIGNED,
    Before,
    Elected,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    View,
)
from dragoman.rules.variant import Variant, playable

ALL_POINTS = 99
"""More points than any support has: what a dislodgement takes away."""


def map_of_the_season(ask: Ask, board: str, given: Map) -> Map:
    """The board as the variant draws it, without the borders that are closed in this season."""
    return given.closed_in(ask.variant.year.name[ask.state.phase.season])


def own_powers(ask: Ask, seat: Seat) -> Mandate:
    """A seat orders what its own powers must decide, once each."""
    powers = ask.state.seats.get(seat, ())
    if len(powers) == 1:
        return Mandate(ask.charges(powers[0]))
    return Mandate(tuple(c for power in powers for c in ask.charges(power)))


def possible(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
    """What is wrong with each order of a ballot, by the rule of the phase."""
    return ask.rule.check(ask, ballot.subject, ballot.orders)


def as_they_are(ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
    """Nothing more is wrong with ballots once all of them are known."""
    return faults


def owners_ballot(ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
    """The orders that the subject's owner wrote."""
    if len(ballots) == 1:
        return Election(ballots[0].orders, None, ballots)
    return Election(tuple(order for ballot in ballots for order in ballot.orders), None, ballots)


def by_phase(ask: Ask, subject: Subject) -> Orders:
    """What the phase supplies when nothing legal was ordered."""
    return ask.rule.default(ask, subject)


def nothing_paid(ask: Ask, elections: Mapping[Subject, Election], state: State) -> State:
    """An election costs nothing."""
    return state


def nothing_before(ask: Ask, elected: Elected, lots: Lots) -> Before:
    """Nothing happens before a phase is settled."""
    return Before(ask.state, elected)


def one_unit_one_force(
    ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]
) -> Sequence[Force]:
    """Every unit fights for itself under its one order."""
    return [Force(unit.power, (unit,), unit.place, orders[0]) for unit, orders in ordered]


def strength_one(ask: Ask, force: Force) -> Tally | None:
    """Every force counts one."""
    return ask.variant.ones[force.units[0].kind]


def all_or_nothing(ask: Ask, force: Force, points_cut: int) -> int:
    """A support is worth its giver's strength until any point of it is cut."""
    if points_cut:
        return 0
    tally = ask.rules.strength(ask, force)
    return tally.total if tally else 0


def no_burden(ask: Ask, force: Force, aim: Province) -> int:
    """All borders are alike."""
    return 0


def on_nobody(ask: Ask, force: Force) -> tuple[Province, ...]:
    """The way of a force is open to it, whatever becomes of others."""
    return ()


def not_from_the_target(ask: Ask, attack: Force, support: Force) -> tuple[int, int]:
    """An attack cuts unless it comes from where the support is aimed; dislodging always cuts."""
    side = ask.rules.side
    if side(ask, attack) == side(ask, support):
        return (0, 0)
    order = support.order
    aimed = (order.to or order.whom.place) if isinstance(order, Support) else None
    if aimed is not None and ask.province[attack.place] == ask.province[aimed]:
        return (0, ALL_POINTS)
    return (1, ALL_POINTS)


def always_contest(ask: Ask, a: Force, b: Force, place: Province) -> bool:
    """No two forces share a place."""
    return True


def power_is_side(ask: Ask, force: Force) -> str:
    """Forces of one power are friends."""
    return force.power


def edition_routes(ask: Ask, unit: Unit) -> Routes:
    """Convoy routes and intent as the edition has them."""
    policies = ask.variant.policies
    return routes_of(policies.convoy_routes == "every", policies.convoy_intent)


routes_of = cache(Routes)
"""Ways to travel by convoy: there are few, and each is made once."""


def edition_paradox(ask: Ask) -> str:
    """The edition's paradox rule."""
    return ask.variant.policies.paradox


def edition_barred(ask: Ask, unit: Unit, attack: Force, sailed: bool) -> Province | None:
    """The attacker's origin is closed to the unit it dislodged, by convoy as the edition says."""
    spared = sailed and ask.variant.policies.retreat_to_origin == "convoyed"
    return None if spared else ask.province[attack.place]


def edition_removal(ask: Ask, power: Power) -> tuple[Unit, ...]:
    """Civil disorder removes as the edition measures."""
    if ask.variant.policies.removal == "owned":
        return adjustments.farthest_from_owned(ask, power)
    return adjustments.farthest_from_home(ask, power)


def as_they_ended(ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
    """Units stand where their forces ended; the dislodged keep the place they were driven from."""
    return [
        u if fate.place is None else moved(u, fate.place)
        for fate in fates
        for u in fate.force.units
    ]


def moved(unit: Unit, place: Place) -> Unit:
    """A unit at another place."""
    if place == unit.place:
        return unit
    return Unit(unit.id, unit.power, unit.kind, place, unit.marks)


def all_at_once(ask: Ask, unit: Unit) -> int:
    """All retreats are made together."""
    return 0


def nothing_more(ask: Ask, lots: Lots) -> State:
    """Nothing follows the close of a season."""
    return ask.state


def occupier_at_the_close(ask: Ask, center: Province) -> Power | None:
    """A center belongs to whoever stands there after a Fall, or as the year has it, else stays."""
    if ask.variant.year.settles(ask.state.phase):
        for unit in ask.at.get(center, ()):
            if ask.kind(unit.kind).captures:
                return unit.power
    return ask.state.owners.get(center)


def occupiers(ask: Ask) -> dict[Province, Power]:
    """The same for all at once: who takes the province where he stands, if anybody does now."""
    if not ask.variant.year.settles(ask.state.phase):
        return {}
    province, kinds = ask.province, ask.variant.kinds
    # Of several in one place it is the first.
    taking = [unit for unit in reversed(ask.state.units) if kinds[unit.kind].captures]
    return {province[unit.place]: unit.power for unit in taking}


def number_from_file(ask: Ask) -> int:
    """The winning number of the variant's file."""
    return ask.variant.numbers["win_at"]


def most_centers(ask: Ask) -> Result | None:
    """One seat with the winning number of centers and more than any other wins."""
    held = ask.state.holdings
    counts = dict.fromkeys(ask.state.seats, 0)
    for seat, powers in ask.state.seats.items():
        for power in powers:
            counts[seat] += len(held.get(power, ()))
    best = max(counts.values(), default=0)
    first = [seat for seat, count in counts.items() if count == best]
    won = best >= ask.win_at() and len(first) == 1
    return Result("solo", (first[0],)) if won else None


def always_upheld(ask: Ask, result: Result) -> bool:
    """Who has won has won."""
    return True


def won(ask: Ask) -> Result | None:
    """The game ends when somebody has won."""
    result = ask.rules.winner(ask)
    return result if result is not None and ask.rules.upheld(ask, result) else None


def agreed_draw(ask: Ask, votes: frozenset[Seat]) -> Result | None:
    """A draw that every surviving seat votes for; all of them share it."""
    living = sharers(ask)
    return Result("draw", living) if living and votes.issuperset(living) else None


def sharers(ask: Ask) -> tuple[Seat, ...]:
    """Those who decide on a draw and share it: the survivors, or if none is left all who play."""
    return survivors(ask) or tuple(seat for seat, powers in ask.state.seats.items() if powers)


def knows_draws(ask: Ask) -> bool:
    """Whether the rules know draws: all who are at the table together could have one."""
    return ask.rules.draw(ask, frozenset(ask.state.seats)) is not None


def survivors(ask: Ask) -> tuple[Seat, ...]:
    """The seats that still have a unit or a center."""
    return tuple(
        seat for seat, powers in ask.state.seats.items() if any(ask.alive(p) for p in powers)
    )


def opening_of_file(variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
    """The opening of the variant's file: one seat a power, units and centers at home."""
    powers = playable(variant.powers)
    names = check_seats(variant, seats, len(powers)) or tuple(Seat(p) for p in powers)
    units = [(p, u.partition(" ")) for p, info in variant.powers.items() for u in info.units]
    return State(
        phase=variant.start,
        seats={seat: (power,) for seat, power in zip(names, powers, strict=True)},
        units=tuple(Unit(n, p, u[0], Place(u[2])) for n, (p, u) in enumerate(units, 1)),
        owners={c: p for p, info in variant.powers.items() for c in info.owned},
        homes={p: info.homes for p, info in variant.powers.items()},
        last_id=len(units),
    )


def check_seats(variant: Variant, seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """The seats' names, if there are as many as the game has and no two are alike."""
    if seats and len(seats) != count:
        raise RequestError(f"{variant.id} has {count} seats, not {len(seats)}", "seats")
    if len({seat.casefold() for seat in seats}) != len(seats):
        raise RequestError("every seat needs a name of its own", "seats")
    return seats


def by_the_year(ask: Ask) -> Phase:
    """The phases of the year, one after the other."""
    return ask.variant.year.after(ask.state.phase)


def season_and_year(ask: Ask, phase: Phase) -> str:
    """A phase as people call it; a game that is over ended in a season, whatever phase it was."""
    # A win that hung on what came later is dated to its own season.
    dated = ask.state.result.dated if ask.state.result else ""
    letter, year = (dated[0], dated[1:]) if dated else (phase.season, phase.year)
    season = f"{ask.variant.year.name[letter]} {year}"
    rule = ask.rules.phases.get(phase.kind)
    if phase.kind == MOVEMENT or rule is None or ask.state.result is not None:
        return season
    return f"{season}, {rule.name}"


def all_but_others_ballots(ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
    """Everything on the board, and of the ballots only one's own."""
    return View(ask.state, tuple(b for b in pending if b.seat == seat))


def all_but_sealed(ask: Ask, resolution: Resolution, viewer: Seat | None) -> Resolution:
    """Everything, but for the orders of others that are sealed."""
    verdicts = tuple(v for v in resolution.verdicts if not v.sealed or v.seat == viewer)
    return msgspec.structs.replace(resolution, verdicts=verdicts)


def whole_board(ask: Ask) -> frozenset[Province] | None:
    """Of all of them."""
    return None


def openly(ask: Ask, ballot: Ballot) -> str:
    """Every order is published with its author."""
    return SIGNED


def no_facts(ask: Ask) -> tuple[Fact, ...]:
    """Nothing beside the board."""
    return ()


PHASES = {
    MOVEMENT: PhaseRule(
        "movement",
        legality.unit_charges,
        Tree(legality.movement_choices, legality.movement_orders, texts.movement_texts),
        legality.check_movement,
        legality.hold_by_default,
        ("hold", "move", "support", "convoy"),
    ),
    RETREAT: PhaseRule(
        "retreats",
        retreats.retreat_charges,
        retreats.retreat_choices,
        retreats.check_retreat,
        retreats.disband_by_default,
        ("retreat", "disband"),
    ),
    ADJUSTMENT: PhaseRule(
        "adjustments",
        adjustments.adjustment_charges,
        adjustments.adjustment_choices,
        adjustments.check_adjustment,
        adjustments.nothing_by_default,
        ("build", "remove", "waive"),
    ),
}
