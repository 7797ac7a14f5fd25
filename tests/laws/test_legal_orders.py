"""Laws of legal orders: what is offered is possible, what is possible is offered, once."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings

from dragoman.geo import CONVOY, MOVE, SEA, SUPPORT, Map, Place, Province
from dragoman.judge.turn import admit
from dragoman.model import (
    Ballot,
    Convoy,
    Hold,
    Move,
    Order,
    Seat,
    State,
    Subject,
    Support,
    Unit,
)
from dragoman.notation import read_orders
from dragoman.record.filing import file_texts
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask
from dragoman.rules.legality import check_order, is_possible_by_map
from dragoman.words.language import language
from tests.amounts import amount
from tests.laws.positions import STANDARD, Scene, any_phase, drawn, melee, piece, position

FEW = settings(max_examples=amount(60))
BOARD = STANDARD.map


def offered(ask: Ask, unit: Unit) -> list[Order]:
    """Every order that a unit is offered."""
    return legal_orders(ask, Subject(unit.power, unit.id))


def touching(board: Map, place: Place, mode: str, use: str) -> set[Province]:
    """The provinces that border a place itself, coast and all, for one use."""
    ends = [(e.a, e.b) for e in board.edges if mode in e.modes and use in e.uses]
    return {board.province[b] for a, b in ends if a == place} | {
        board.province[a] for a, b in ends if b == place
    }


SAILED = {
    frozenset((BOARD.province[e.a], BOARD.province[e.b])) for e in BOARD.edges if CONVOY in e.uses
}


def chains(seas: set[Province], start: Province, end: Province) -> Iterator[tuple[Province, ...]]:
    """Every way over fleets from one shore to another, found by trying."""
    paths: list[tuple[Province, ...]] = [
        (sea,) for sea in seas if frozenset((start, sea)) in SAILED
    ]
    while paths:
        path = paths.pop()
        if frozenset((path[-1], end)) in SAILED:
            yield path
        paths += [
            (*path, sea) for sea in seas if sea not in path and frozenset((path[-1], sea)) in SAILED
        ]


def fleets_at_sea(ask: Ask) -> set[Province]:
    """The seas in which a fleet could carry somebody."""
    return {p for p, units in ask.at.items() if units[0].kind == "F" and BOARD.spaces[p].convoys}


def land_or_sea(ask: Ask, order: Move) -> bool:
    """Whether a unit borders its goal, or fleets make a way there."""
    kind, to = order.unit.kind, ask.province[order.to]
    near = (
        order.to
        in BOARD.reach(STANDARD.kinds[kind].modes, MOVE, coasts=kind == "F")[order.unit.place]
    )
    if near and not order.via:
        return True
    start = ask.province[order.unit.place]
    return kind == "A" and any(chains(fleets_at_sea(ask), start, to))


@settings(max_examples=amount(25))
@given(drawn(position))
def test_no_convoy_is_offered_without_a_chain_of_fleets(state: State) -> None:
    """Known bug 8: a move by sea, or a convoy, is offered only where fleets make a way."""
    ask = Ask(STANDARD, state)
    for unit in ask.state.units:
        for order in offered(ask, unit):
            if isinstance(order, Move):
                assert land_or_sea(ask, order), order
            if isinstance(order, Convoy):
                start, end = ask.province[order.whom.place], ask.province[order.to]
                here = ask.province[unit.place]
                ways = chains(fleets_at_sea(ask), start, end)
                assert any(here in way for way in ways), order


@FEW
@given(drawn(position))
def test_support_is_offered_once_whatever_the_coasts(state: State) -> None:
    """Known bug 10: no order is offered twice, nor a support once for every coast."""
    ask = Ask(STANDARD, state)
    for unit in ask.state.units:
        orders = offered(ask, unit)
        assert max(Counter(orders).values()) == 1
        aims = [(o.whom, o.to and ask.province[o.to]) for o in orders if isinstance(o, Support)]
        assert len(set(aims)) == len(aims)


@FEW
@given(drawn(position))
def test_no_fleet_supports_over_a_border_of_land(state: State) -> None:
    """Known bug 11: a fleet lends support only over waters that touch its own coast."""
    ask = Ask(STANDARD, state)
    for unit in ask.state.units:
        if unit.kind == "F":
            aims = touching(BOARD, unit.place, SEA, SUPPORT)
            for order in offered(ask, unit):
                if isinstance(order, Support):
                    assert ask.province[order.to or order.whom.place] in aims


def imaginable(ask: Ask, unit: Unit) -> Iterator[Hold | Move | Support | Convoy]:
    """Every order that could be written for a unit, `via` left out where it changes nothing."""
    me = piece(unit)
    yield Hold(me)
    near = ask.moves[unit.kind][unit.place]
    for to in ask.province:
        yield Move(me, to)
        if to in near:
            yield Move(me, to, True)
    for other in ask.state.units:
        yield Support(me, piece(other))
        yield from (Support(me, piece(other), to) for to in ask.province)
        yield from (Convoy(me, piece(other), to) for to in ask.province)


def simplified(ask: Ask, order: Order) -> Order:
    """An order with its support aimed at a province, whatever coast was named."""
    if isinstance(order, Support) and order.to is not None:
        return Support(order.unit, order.whom, Place(ask.province[order.to]))
    return order


@settings(max_examples=amount(15))
@given(drawn(lambda chance: position(chance, most=10)))
def test_exactly_the_possible_orders_are_offered(state: State) -> None:
    """The tree of choices and the check of single orders agree on every imaginable order."""
    ask = Ask(STANDARD, state)
    for unit in ask.state.units:
        possible = {o for o in imaginable(ask, unit) if check_order(ask, unit, o) is None}
        orders = offered(ask, unit)
        assert set(orders) <= possible
        assert {simplified(ask, o) for o in orders} == {simplified(ask, o) for o in possible}


@settings(max_examples=amount(25))
@given(drawn(lambda chance: position(chance, most=10)))
def test_what_the_map_alone_makes_possible_is_possible(state: State) -> None:
    ask = Ask(STANDARD, state)
    for unit in state.units:
        for order in imaginable(ask, unit):
            if is_possible_by_map(ask, order):
                assert check_order(ask, unit, order) is None, order


@FEW
@given(drawn(melee))
def test_what_filing_knows_of_ballots_is_what_the_rules_find(scene: Scene) -> None:
    lines: dict[Seat, list[str]] = {}
    for ballot in scene.ballots:
        movement = (o for o in ballot.orders if isinstance(o, Hold | Move | Support | Convoy))
        lines.setdefault(ballot.seat, []).extend(map(str, movement))
    # What was read once is known the second time.
    for _ in range(2):
        ask = Ask(STANDARD, scene.state)
        filed = [b for seat, texts in lines.items() for b in file_texts(ask, seat, texts).ballots]
        assert admit(ask, filed) == admit(Ask(STANDARD, scene.state), filed)


@FEW
@given(drawn(any_phase))
def test_what_is_offered_is_legal_and_reads_back_as_itself(scene: Scene) -> None:
    """In every phase a legal order, printed and read, is the same order, and is not void."""
    ask = scene.ask
    for seat, powers in ask.state.seats.items():
        for charge in ask.rules.mandate(ask, seat).charges:
            for order in legal_orders(ask, charge.subject):
                read = read_orders(str(order), language(ask), ask.state, power=powers[0])
                assert read == [order]
                assert admit(ask, [Ballot(seat, charge.subject, (order,))]) == [(None,)]


@FEW
@given(drawn(melee))
def test_no_legal_order_is_judged_void(scene: Scene) -> None:
    """Orders taken from what is offered get a verdict on what they did."""
    assert not [v for v in scene.judged().verdicts if v.outcome == "void"]


@FEW
@given(drawn(any_phase))
def test_every_choice_leads_somewhere(scene: Scene) -> None:
    """No step of the tree is a dead end, and no word is offered twice at one step."""
    ask = scene.ask
    for seat in ask.state.seats:
        for charge in ask.rules.mandate(ask, seat).charges:
            open_prefixes: list[tuple[str, ...]] = [()]
            while open_prefixes:
                prefix = open_prefixes.pop()
                steps = ask.rule.choices(ask, charge.subject, prefix)
                assert steps or not charge.owed
                assert len({s.token for s in steps}) == len(steps)
                assert all(s.order is not None or s.more for s in steps)
                open_prefixes += [(*prefix, s.token) for s in steps if s.more]
