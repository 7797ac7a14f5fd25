"""The judge against the formulas of the rulings: weights, halves, leaders, points, crossings."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from dragoman.geo import Place
from dragoman.judge import adjudicate
from dragoman.model import (
    Ballot,
    Hold,
    Move,
    Order,
    Power,
    Seat,
    State,
    Subject,
    Support,
    Unit,
    read_phase,
)
from dragoman.model import Piece as Named
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from tests.amounts import amount
from tests.judge.formulas import Fight, Piece
from tests.modules.table import opened

CHUNKS, FIGHTS = 2, amount(250)
Orders = dict[int, tuple[Order, ...]]
Weight = Callable[[bool, bool], int]

SOURCES: dict[str, tuple[str, tuple[str, ...], str, Weight]] = {
    # phase, powers to draw from, whose year it is, and the weight when doubled and when led
    "standard": ("S1901M", ("France", "Germany", "England"), "", lambda double, led: 1),
    "cline": ("S1901M", ("Italy", "Barbary", "Turkey"), "", lambda double, led: 1),
    "cat": (
        "S3M",
        ("Telahoma", "Telahoma", "Cassiusica", "Andromeda"),
        "Telahoma",
        lambda double, led: 2 if double else 1,
    ),
    "militarism": ("S1901M", ("France", "Germany", "England"), "", lambda double, led: 1 + led),
    "doubling+militarism": (
        "S1903M",
        ("France", "France", "Germany"),
        "France",
        lambda double, led: (2 if double else 1) + led,
    ),
    "militarism+doubling": (
        "S1903M",
        ("France", "France", "Germany"),
        "France",
        lambda double, led: (2 if double else 1) * (1 + led),
    ),
}


class Scene:
    """A crowded corner of a board with orders that need no convoy."""

    def __init__(self, variant: Variant, ref: str, chance: Random) -> None:
        phase, self.powers, self.year, self.weight = SOURCES[ref]
        self.chance, self.variant = chance, variant
        start = opened(variant).state
        self.ask = Ask(variant, replace(start, phase=read_phase(phase), units=(), dislodged=()))
        units = tuple(self.units())
        state = replace(self.ask.state, units=units, last_id=len(units))
        self.ask = Ask(variant, state)
        self.orders: Orders = {}
        for unit in units:
            self.orders[unit.id] = self.led(unit) if unit.kind == "L" else self.chosen(unit)

    def units(self) -> Iterator[Unit]:
        """Some units, each near an earlier one, and leaders with some of them."""
        ask, chance, kinds = self.ask, self.chance, self.variant.kinds.values()
        spots = [
            (k.letter, p) for k in kinds if k.needs_supply for p in sorted(ask.moves[k.letter])
        ]
        near: set[str] = set()
        found: list[Unit] = []
        for kind, place in chance.sample(spots, len(spots)):
            around = {ask.province[p] for p in ask.moves[kind].get(place, ())}
            here = ask.province[place]
            if len(found) < 6 and (not found or here in near) and not self.taken(found, here):
                near |= around
                power = Power(chance.choice(self.powers))
                found.append(Unit(len(found) + 1, power, kind, place))
        yield from found
        if "L" in self.variant.kinds:
            owners = {u.power: u for u in found if chance.random() < 0.7}
            for n, unit in enumerate(owners.values(), len(found) + 1):
                yield Unit(n, unit.power, "L", Place(ask.province[unit.place]))

    def taken(self, found: list[Unit], here: str) -> bool:
        """Whether a unit stands in a province already."""
        return any(self.ask.province[u.place] == here for u in found)

    def chosen(self, unit: Unit) -> tuple[Order, ...]:
        """An order for a unit, or two for one that may be divided."""
        options = [o for o in legal_orders(self.ask, Subject(unit.power, unit.id)) if self.plain(o)]
        bold = self.useful(options) or options
        first, second = self.chance.choice(bold), self.chance.choice(bold)
        if first == second and self.lone(first):
            return (Hold(self.ask.piece(unit)),)
        if unit.power != self.year or unit.kind == "CG" or self.chance.random() < 0.4:
            return (Hold(self.ask.piece(unit)) if self.lone(first) else first,)
        if isinstance(first, Move) and self.chance.random() < 0.3:
            return first, Support(first.unit, first.unit, first.to)
        return first, second

    def lone(self, order: Order) -> bool:
        """Whether only a half can carry out an order, so that it is void alone (K3)."""
        return isinstance(order, Support) and order.whom == order.unit

    def useful(self, options: list[Order]) -> Sequence[Order]:
        """Attacks on what stands there, or support for what others do."""
        ordered = [o for orders in self.orders.values() for o in orders]
        goes = {(o.unit, o.to) for o in ordered if isinstance(o, Move)}
        if self.chance.random() < 0.6:
            found = [o for o in options if isinstance(o, Support) and (o.whom, o.to) in goes]
            return found or [o for o in options if isinstance(o, Support) and o.to is None]
        aims = {self.goal(o) for o in ordered} | set(self.ask.at)
        return [o for o in options if isinstance(o, Move) and self.goal(o) in aims]

    def plain(self, order: Order) -> bool:
        """Whether an order has nothing to do with convoys, nor with a part that is named."""
        if "(" in str(order) or not isinstance(order, Hold | Move | Support):
            return False
        goer, to = (order.whom, order.to) if isinstance(order, Support) else (order.unit, None)
        to = order.to if isinstance(order, Move) else to
        near = self.ask.moves[goer.kind].get(goer.place, ())
        by_land = to is None or self.ask.province[to] in {self.ask.province[p] for p in near}
        return by_land and not (isinstance(order, Move) and order.via)

    def led(self, leader: Unit) -> tuple[Order, ...]:
        """A leader goes with its unit, or with the first half of it, or stays."""
        me = Named("L", leader.place)
        mate = next(u for u in self.ask.at[self.ask.province[leader.place]] if u.kind != "L")
        order = self.orders[mate.id][0]
        if isinstance(order, Move) and self.chance.random() < 0.8:
            return (Move(me, Place(self.ask.province[order.to])),)
        return (Hold(me),)

    def fight(self) -> Fight:
        """The scene as the formulas know it."""
        leaders = {u.power: u for u in self.ask.state.units if u.kind == "L"}
        pieces: list[Piece] = []
        for unit in self.ask.state.units:
            if unit.kind != "L":
                pieces += self.pieces(unit, leaders.get(unit.power))
        return Fight(pieces, partial=bool(leaders) or "L" in self.variant.kinds)

    def pieces(self, unit: Unit, leader: Unit | None) -> Iterator[Piece]:
        """A unit's forces: one, or two halves; a leader goes with the first that does so."""
        orders = self.shares(unit)
        doubled = unit.power == self.year and len(orders) == 1
        here = self.ask.province[unit.place]
        free = leader is not None and self.ask.province[leader.place] == here
        for order in orders:
            with_it = free and leader is not None and self.same(self.orders[leader.id][0], order)
            free = free and not with_it
            to = self.goal(order)
            whom = self.ask.province[order.whom.place] if isinstance(order, Support) else ""
            if whom == here and not to:  # a half that supports its brother to hold just holds
                whom = ""
            weight = self.weight(doubled, bool(with_it))
            yield Piece(unit.id, unit.power, here, weight, to, whom)

    def shares(self, unit: Unit) -> tuple[Order, ...]:
        """The different things that a unit does."""
        orders = tuple(dict.fromkeys(self.orders[unit.id]))
        moves = len(orders) == 2 and all(isinstance(o, Move) for o in orders)
        return orders[:1] if moves and len({*map(self.goal, orders)}) == 1 else orders

    def goal(self, order: Order) -> str:
        """The province that an order is about, other than the unit's own."""
        to = order.to if isinstance(order, Move | Support) else None
        return self.ask.province[to] if to else ""

    def same(self, leaders: Order, order: Order) -> bool:
        """Whether a leader does what its unit does."""
        if isinstance(leaders, Move) and isinstance(order, Move):
            return self.goal(leaders) == self.goal(order)
        return not isinstance(leaders, Move) and not isinstance(order, Move)

    def judged(self) -> State:
        """What the judge makes of it."""
        ballots = [
            Ballot(Seat(u.power), Subject(u.power, u.id), self.orders[u.id])
            for u in self.ask.state.units
        ]
        found = adjudicate(self.variant, self.ask.state, ballots)
        assert not [v for v in found.verdicts if v.outcome == "void"]
        return found.left

    def text(self) -> str:
        """The units and their orders."""
        rows = (f"{u.power} {'; '.join(map(str, self.orders[u.id]))}" for u in self.ask.state.units)
        return "\n".join(rows)


CROSSINGS = [
    (frozenset({"sic", "nap"}), frozenset({"tys", "ion"})),
    (frozenset({"ire", "cly"}), frozenset({"nao", "lvp"})),
]
STRAITS = (
    ("sic", "nap", "tys", "ion", "rom", "apu", "tun", "gre", "adr", "cor"),
    ("ire", "cly", "nao", "lvp", "iri", "edi", "yor", "wal", "mao", "nwg"),
)


class Strait(Scene):
    """Units around one of Cline's crossings, many of which mean to cross."""

    def units(self) -> Iterator[Unit]:
        """Some units around the crossing."""
        zone = self.chance.choice(STRAITS)
        moves, province = self.ask.moves, self.ask.province
        spots = [(k, p) for k in "AF" for p in sorted(moves[k]) if province[p] in zone]
        found: list[Unit] = []
        for kind, place in self.chance.sample(spots, len(spots)):
            if len(found) < 6 and not self.taken(found, province[place]):
                power = Power(self.chance.choice(self.powers))
                found.append(Unit(len(found) + 1, power, kind, place))
        return iter(found)

    def useful(self, options: list[Order]) -> Sequence[Order]:
        """Often a move over the crossing, if there is one."""
        borders = {border for pair in CROSSINGS for border in pair}
        over = [o for o in options if isinstance(o, Move) and self.border(o) in borders]
        return over if over and self.chance.random() < 0.5 else super().useful(options)

    def border(self, order: Move) -> frozenset[str]:
        """The border that a move goes over."""
        return frozenset((self.ask.province[order.unit.place], self.goal(order)))

    def fight(self) -> Fight:
        """The scene as the formulas know it."""
        return Fight(super().fight().pieces, crossings=CROSSINGS)


def standing(scene: Scene, state: State) -> set[tuple[str, str, bool]]:
    """Who stands where afterwards, and who was driven out of where; leaders left out."""
    gone = {(d.unit, True) for d in state.dislodged}
    pieces = {*((u, False) for u in state.units), *gone}
    return {(u.power, scene.ask.province[u.place], out) for u, out in pieces if u.kind != "L"}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("ref", SOURCES)
def test_the_judge_agrees_with_the_formulas(ref: str, chunk: int) -> None:
    """Of the sets of moves that agree with themselves the largest is made; there is only one."""
    variant, kind = load(ref), Strait if ref == "cline" else Scene
    for seed in range(chunk * FIGHTS, (chunk + 1) * FIGHTS):
        scene = kind(variant, ref, Random(f"{ref} {seed}"))
        fight = scene.fight()
        solutions = fight.solutions()
        [moved] = [m for m in solutions if len(m) == max(map(len, solutions))]
        out = fight.driven_out(moved)
        expected = {
            (p.power, p.to if p in moved else p.at, p in out and p not in moved)
            for p in fight.pieces
        }
        assert standing(scene, scene.judged()) == expected, scene.text()
