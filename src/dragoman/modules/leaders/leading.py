"""Leading: what a leader may be ordered, in movement and in retreats.

Helps the module `leaders`, which says what a leader is worth and where it stands.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from dragoman.model import (
    MOVEMENT,
    Ballot,
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Piece,
    Power,
    Reason,
    Retreat,
    Seat,
    Subject,
    Support,
    Unit,
    piece_of,
)
from dragoman.rules import Ask, Charge, Faults, Orders, PhaseRule, Step
from dragoman.rules.adjustments import is_opening
from dragoman.rules.legality import check_order, undone

LEADER = "L"
ALONE = "a leader alone has no strength to give"
MUST_GO = Reason("not_allowed", note="a leader that can retreat does")
NEVER_AGAIN = Reason("not_allowed", note="a leader is never built after the opening")
AS_ONE = Reason("not_allowed", note="with its leader a unit acts as one; the other cannot do this")
REPEATED = Reason("repeated")
USELESS = Reason("cannot_support", note="a leader alone can receive no support")

Row = tuple[Reason | None, ...]
Check = Callable[[Ask, Subject, Orders], Row]


def mates(ask: Ask, leader: Unit) -> list[Unit]:
    """The units of its own power that a leader stands with."""
    here = ask.at.get(ask.province[leader.place], ())
    return [u for u in here if u.power == leader.power and u.kind != LEADER]


def together(ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
    """What is wrong with ballots: a led unit's order is void as a whole, nobody sets off alone.

    One order for both and two equal ones are the same (L2). Retreats stay two orders (L12).
    """
    if ask.state.phase.kind != MOVEMENT:
        return faults
    wrong: dict[tuple[Seat, Power, str], dict[str, Reason]] = {}
    for ballot, mine in zip(ballots, faults, strict=True):
        for order, fault in zip(ballot.orders, mine, strict=True):
            piece = piece_of(order)
            if fault is not None and piece is not None:
                wrong.setdefault(deed(ask, ballot, order), {})[piece.kind] = without(ask, piece)

    def also(ballot: Ballot, order: Order) -> Reason | None:
        piece, others = piece_of(order), wrong.get(deed(ask, ballot, order), {})
        return next((why for kind, why in others.items() if piece and kind != piece.kind), None)

    return [
        tuple(f or also(ballot, o) for o, f in zip(ballot.orders, mine, strict=True))
        for ballot, mine in zip(ballots, faults, strict=True)
    ]


def without(ask: Ask, piece: Piece) -> Reason:
    """Why who is ordered like a piece stays: that one cannot do it, or is not even there."""
    if ask.named(piece):
        return AS_ONE
    if piece.kind == LEADER:
        return Reason("not_allowed", note="no leader stands with the unit there")
    kind = ask.variant.kinds[piece.kind].name
    return Reason("not_allowed", note=f"no {kind} stands with the leader there")


def deed(ask: Ask, ballot: Ballot, order: Order) -> tuple[Seat, Power, str]:
    """What a unit and its leader are ordered alike to do: where they stand, and the rest of it."""
    if isinstance(order, Move):
        what = f"{ask.province[order.unit.place]} to {ask.province[order.to]}"
    elif isinstance(order, Support | Convoy):
        rest = str(order).removeprefix(str(order.unit))
        what = f"{ask.province[order.unit.place]}{rest}"
    else:
        what = str(order)
    return ballot.seat, ballot.subject.power, what


def lead_movement(rule: PhaseRule) -> PhaseRule:
    """Movement in which leaders hold and move, and go along with what their units do."""
    return replace(
        rule,
        subjects=lambda ask, power: tuple(
            replace(c, verbs=("hold", "move")) if is_leader(ask, c.subject) else c
            for c in rule.subjects(ask, power)
        ),
        choices=lambda ask, subject, prefix: leader_choices(rule, ask, subject, prefix),
        check=lambda ask, subject, orders: check_leader(rule.check, ask, subject, orders),
    )


def lead_winters(rule: PhaseRule) -> PhaseRule:
    """Adjustments that say why no leader is built in them."""
    return replace(
        rule, check=lambda ask, subject, orders: check_builds(rule.check, ask, subject, orders)
    )


def check_builds(earlier: Check, ask: Ask, subject: Subject, orders: Orders) -> Row:
    """What is wrong with builds; a leader is built at the opening and never again (rule 3)."""
    faults = earlier(ask, subject, orders)
    return tuple(
        NEVER_AGAIN if fault and is_new_leader(order) and not is_opening(ask) else fault
        for order, fault in zip(orders, faults, strict=True)
    )


def is_new_leader(order: Order) -> bool:
    """Whether an order is to build a leader."""
    return isinstance(order, Build) and order.unit.kind == LEADER


def is_leader(ask: Ask, subject: Subject) -> bool:
    """Whether a subject is a leader."""
    unit = ask.unit.get(subject.unit)
    return unit is not None and unit.kind == LEADER


def leader_choices(
    rule: PhaseRule, ask: Ask, subject: Subject, prefix: tuple[str, ...]
) -> tuple[Step, ...]:
    """The tree of orders: leaders neither support nor convoy, and nobody supports a mere leader."""
    steps = rule.choices(ask, subject, prefix)
    if prefix[-1:] == ("support",):
        leaders = {str(ask.piece(u)) for u in ask.state.units if u.kind == LEADER}
        return tuple(s for s in steps if s.token not in leaders)
    if not prefix and is_leader(ask, subject):
        return tuple(s for s in steps if s.token in ("hold", "move"))
    return steps


def check_leader(earlier: Check, ask: Ask, subject: Subject, orders: Orders) -> Row:
    """What is wrong with orders for a leader, or for aid to one."""
    unit = ask.unit.get(subject.unit)
    if unit is not None and unit.kind == LEADER:
        return undone(orders, [leader_fault(ask, unit, order) for order in orders])
    useless = [aid_fault(ask, unit, order) for order in orders]
    # What is impossible is left out first (4.D.3), so that it undoes no other order.
    rest = tuple(order for order, fault in zip(orders, useless, strict=True) if fault is None)
    faults = iter(earlier(ask, subject, rest))
    return tuple(fault or next(faults) for fault in useless)


def aid_fault(ask: Ask, unit: Unit | None, order: Order) -> Reason | None:
    """A leader alone, or where only it can go, can receive no support (L7)."""
    whom = ask.named(order.whom) if isinstance(order, Support) else None
    if unit is None or whom is None or whom.kind != LEADER:
        return None
    faults = [
        check_order(ask, unit, replace(order, whom=ask.piece(mate))) for mate in mates(ask, whom)
    ]
    return None if None in faults else next(iter(faults), USELESS)


def leader_fault(ask: Ask, leader: Unit, order: Order) -> Reason | None:
    """A leader goes where it can; it supports or convoys only as part of a unit (L15, L20)."""
    if not isinstance(order, Support | Convoy):
        return check_order(ask, leader, order)
    code = "cannot_support" if isinstance(order, Support) else "cannot_convoy"
    given = [(unit, replace(order, unit=ask.piece(unit))) for unit in mates(ask, leader)]
    faults = [aid_fault(ask, unit, o) or check_order(ask, unit, o) for unit, o in given]
    return None if None in faults else next(iter(faults), Reason(code, note=ALONE))


def lead_retreats(rule: PhaseRule) -> PhaseRule:
    """Retreats in which a leader follows a list of preferences, and goes somewhere if it can."""
    return replace(
        rule,
        subjects=lambda ask, power: retreat_charges(rule, ask, power),
        choices=lambda ask, subject, prefix: tuple(
            step
            for step in rule.choices(ask, subject, prefix)
            if not (isinstance(step.order, Disband) and must_go(ask, subject))
        ),
        check=lambda ask, subject, orders: check_list(rule.check, ask, subject, orders),
        default=lambda ask, subject: retreat_by_default(rule, ask, subject),
    )


def must_go(ask: Ask, subject: Subject) -> bool:
    """Whether a subject is a leader with somewhere to go (L11: silence must not kill it)."""
    return is_leader(ask, subject) and bool(ask.rules.refuges(ask, ask.unit[subject.unit]))


def retreat_charges(rule: PhaseRule, ask: Ask, power: Power) -> tuple[Charge, ...]:
    """A leader takes as many retreat orders as it has refuges."""
    return tuple(
        replace(
            c,
            verbs=("retreat",),
            count=len(ask.rules.refuges(ask, ask.unit[c.subject.unit])),
        )
        if must_go(ask, c.subject)
        else c
        for c in rule.subjects(ask, power)
    )


def check_list(earlier: Check, ask: Ask, subject: Subject, orders: Orders) -> Row:
    """What is wrong with each preference of a leader; several do not undo each other."""
    if not must_go(ask, subject):
        return earlier(ask, subject, orders)
    found: list[Reason | None] = []
    for n, order in enumerate(orders):
        [fault] = earlier(ask, subject, (order,))
        again = REPEATED if order in orders[:n] else None
        found.append(fault or again or (MUST_GO if isinstance(order, Disband) else None))
    return tuple(found)


def retreat_by_default(rule: PhaseRule, ask: Ask, subject: Subject) -> Orders:
    """A leader without a usable order joins a unit of its own, else goes by the alphabet (L11).

    While units that retreat before it have not done so this is left open.
    """
    if not must_go(ask, subject):
        return rule.default(ask, subject)
    leader = ask.unit[subject.unit]
    turn = ask.rules.refuge_round
    mine = turn(ask, leader)
    if any(turn(ask, d.unit) < mine for d in ask.state.dislodged):
        return ()
    own = {
        ask.province[u.place]
        for u in ask.state.units
        if u.power == leader.power and u.kind != LEADER
    }
    refuges = sorted(
        ask.rules.refuges(ask, leader),
        key=lambda to: (ask.province[to] not in own, ask.map.by_name(ask.province[to])),
    )
    return (Retreat(ask.piece(leader), refuges[0]),)
