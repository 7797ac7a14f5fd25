"""A referee for Militarism III: leaders with units and alone, their retreats, and Winter 1900.

The rulings are L1 to L22; the book is that of 1971.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import HOMES, Board, load, province
from tests.referees.fight import OLD
from tests.referees.sheet import Fought, Order, Request, Sheet, Unit, follow, listed, read, units_of
from tests.referees.winter import can_build

CAPITALS = {
    "Austria": "vie",
    "England": "lon",
    "France": "par",
    "Germany": "ber",
    "Italy": "rom",
    "Russia": "stp",
    "Turkey": "con",
}
CUSTOMARY = {
    "Austria": ("A bud", "A vie", "F tri"),
    "England": ("A lvp", "F edi", "F lon"),
    "France": ("A mar", "A par", "F bre"),
    "Germany": ("A ber", "A mun", "F kie"),
    "Italy": ("A rom", "A ven", "F nap"),
    "Russia": ("A mos", "A war", "F sev", "F stp/sc"),
    "Turkey": ("A con", "A smy", "F ank"),
}
LED = ("LA", "LF")


def around(board: Board, where: str) -> set[str]:
    """Where a leader can go alone: over land and sea alike, from any coast (L14)."""
    by_sea = {province(q) for p in board.coasts(where) for q in board.fleet[p]}
    return by_sea | board.army.get(where, set())


@dataclass(frozen=True)
class Row:
    """An order and whose it is: a led unit's text is two."""

    order: Order
    seat: str


def rows_of(request: Request) -> list[Row]:
    """Every order of a request in turn; `LA` stands for the unit's order and its leader's."""
    found: list[Row] = []
    for seat, texts in request["orders"].items():
        for text in texts:
            kind, rest = text.split(" ", 1)
            kinds = (kind[1:], "L") if kind in LED else (kind,)
            found += [Row(read(f"{k} {of_leader(rest, k)}"), seat) for k in kinds]
    return found


def of_leader(rest: str, kind: str) -> str:
    """What follows a unit's letter, as it reads for its leader: coasts are the fleet's (L14)."""
    if kind != "L":
        return rest
    first, *others = rest.split()
    if others[0] == "-":
        others[1] = province(others[1])
    return " ".join((province(first), *others))


class LedSheet(Sheet):
    """A position with leaders beside the units."""

    def __init__(self, units: list[Unit]) -> None:
        super().__init__(load("standard"), OLD, [u for u in units if u.kind != "L"])
        self.leaders = {(u.power, u.place): u for u in units if u.kind == "L"}
        self.going: dict[Unit, str] = {}

    def mate(self, leader: Unit) -> Unit | None:
        """The unit that a leader stands with."""
        return next(
            (u for u in self.units if u.at == leader.place and u.power == leader.power), None
        )

    def leader_can(self, leader: Unit, order: Order) -> bool:
        """Whether a leader could carry an order out (L7, L15, L20)."""
        if order.verb == "H":
            return True
        if order.verb == "-":
            return order.to in around(self.board, leader.place) or bool(
                self.routes(leader.place, order.to, self.fleets)
            )
        mate = self.mate(leader)
        if mate is None:
            return False
        as_unit = Order(mate.kind, mate.place, order.verb, order.to, order.whom)
        return self.possible(as_unit)

    def possible(self, order: Order) -> bool:
        """Whether an order for a unit is possible; fleets carry leaders as they do armies (L15)."""
        passenger = self.passenger(order)
        if order.verb == "C" and passenger is not None:
            ways = self.routes(passenger.place, order.to, self.fleets)
            unit = self.by_place.get(order.place)
            return unit is not None and any(unit.place in way for way in ways)
        return super().possible(order)

    def passenger(self, order: Order) -> Unit | None:
        """The leader that a convoy is for, where no army stands with it."""
        if any(u.at == order.whom for u in self.units):
            return None
        return next((u for u in self.leaders.values() if u.place == order.whom), None)

    def is_led(self, unit: Unit, order: Order | None) -> bool:
        """Whether a unit has its leader with it in what it does (L2, L3)."""
        leader = self.leaders.get((unit.power, unit.at))
        if leader is None:
            return False
        to = province(order.to) if order is not None and order.verb == "-" else ""
        return self.going.get(leader, "") == to

    def force(self, unit: Unit, order: Order | None) -> Any:
        """A unit with its order, twice as strong with its leader (L5)."""
        made = super().force(unit, order)
        made.weight = 2 if self.is_led(unit, order) else 1
        return made


class LedFought(Fought):
    """A movement phase with leaders put where they belong after the units."""

    sheet: LedSheet

    def place_leaders(self) -> None:
        """Leaders go along, go alone or stay; who then stands beside strangers is driven out."""
        self.troops = {u.at: u for u in self.after}
        self.stand: list[Unit] = []
        self.driven: list[Unit] = []
        self.went: dict[Unit, bool] = {}
        for leader in self.sheet.leaders.values():
            self.went[leader] = self.goes(leader)
            at = self.sheet.going[leader] if self.went[leader] else leader.place
            there = self.troops.get(at)
            alien = there is not None and there.power != leader.power
            (self.driven if alien else self.stand).append(Unit(leader.power, "L", at))

    def goes(self, leader: Unit) -> bool:
        """Whether a leader's move succeeds (L8)."""
        to = self.sheet.going.get(leader)
        if to is None:
            return False
        mate = self.sheet.mate(leader)
        if mate is not None and self.made[mate.place].to == to:
            return self.made[mate.place] in self.trial.moved
        there = self.troops.get(to)
        open_to = there is None or there.power == leader.power
        return open_to and (to in around(self.sheet.board, leader.place) or self.ferried(leader))

    def ferried(self, leader: Unit) -> bool:
        """Whether fleets carry a leader that goes alone; of two they carry their own country's."""
        trip = (leader.place, self.sheet.going[leader])
        aboard = [u.power for u, to in self.sheet.going.items() if (u.place, to) == trip]
        ready = [
            u.place
            for u in self.sheet.units
            if self.made[u.place].carries == trip
            and leader.power == (u.power if u.power in aboard else aboard[0])
        ]
        ways = self.sheet.routes(*trip, ready)
        used = {f for way in ways for f in way}
        return bool(ways) and not any(self.made[f] in self.trial.out for f in used)

    def origin(self, leader: Unit) -> str:
        """Whence the unit came that drove a leader out."""
        return next(m.at for m in self.trial.moved if m.to == leader.place)

    def refuges(self, unit: Unit) -> list[str]:
        """Where a unit may retreat to: not where a stranger's leader stands."""
        alien = {u.place for u in self.stand if u.power != unit.power}
        return [p for p in super().refuges(unit) if province(p) not in alien]

    def leader_refuges(self, leader: Unit) -> list[str]:
        """Where a leader may retreat to, beside its own units too (L11)."""
        alien = {u.at for u in self.after if u.power != leader.power}
        closed = {*alien, *self.standoffs, self.origin(leader)}
        return sorted(around(self.sheet.board, leader.place) - closed)


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a position."""
    if request["phase"].endswith("M"):
        return fought(request)
    return retreated(request) if request["phase"].endswith("R") else opened(request)


def fought(request: Request) -> dict[str, Any]:
    """A Spring."""
    sheet = LedSheet(units_of(request))
    rows = rows_of(request)
    fine = possible(sheet, rows)
    for row in rows:
        if row.order.kind == "L" and row.order.verb == "-" and row in fine:
            sheet.going[sheet.leaders[row.seat, row.order.place]] = row.order.to
    followed, _ = follow(sheet, [r.order for r in rows if r.order.kind != "L" and r in fine])
    plain = sheet.fight(followed, partial=True)
    result = LedFought(sheet, followed, plain.made, plain.trial)
    result.place_leaders()
    gone = [u for u in sheet.units if result.made[u.place] in result.trial.out]
    driven = [[u.power, str(u), result.barred(u), result.refuges(u)] for u in gone]
    driven += [[u.power, str(u), result.origin(u), result.leader_refuges(u)] for u in result.driven]
    return {
        "units": listed([*result.after, *result.stand]),
        "standoffs": result.standoffs,
        "dislodged": sorted(driven),
        "moves": [
            outcome_of(result, row) if row in fine else "void"
            for row in rows
            if row.order.verb == "-"
        ],
    }


def possible(sheet: LedSheet, rows: list[Row]) -> set[Row]:
    """The orders that can be carried out; a led unit's are void together.

    One text for both, and two equal orders, are the same (L2).
    """
    bad = {deed(row) for row in rows if not could(sheet, row)}
    return {row for row in rows if deed(row) not in bad}


def deed(row: Row) -> tuple[str, str, str, str, str]:
    """What a unit or its leader is to do, and where they stand."""
    order = row.order
    place, to = province(order.place), province(order.to)
    return row.seat, place, order.verb, order.whom, to


def could(sheet: LedSheet, row: Row) -> bool:
    """Whether an order by itself is possible."""
    if row.order.kind != "L":
        return sheet.possible(row.order)
    return sheet.leader_can(sheet.leaders[row.seat, row.order.place], row.order)


def outcome_of(result: LedFought, row: Row) -> str:
    """What came of a move."""
    if row.order.kind != "L":
        return result.outcome(row.order)
    leader = result.sheet.leaders[row.seat, row.order.place]
    return "done" if result.went[leader] else "failed"


def opened(request: Request) -> dict[str, Any]:
    """Winter 1900: the first possible unit for each home, else the customary one (L18)."""
    found: list[Unit] = []
    for power, homes in HOMES.items():
        texts = request["orders"].get(power, [])
        wishes = [text.split()[1:] for text in texts]
        for home in homes:
            fits = [
                Unit(power, kind, place)
                for kind, place in wishes
                if kind != "L" and can_build(load("standard"), kind, place, (home,))
            ]
            usual = next(t for t in CUSTOMARY[power] if province(t.split()[1]) == home)
            found.append(fits[0] if fits else Unit(power, *usual.split()))
        seats = [place for kind, place in wishes if kind == "L" and place in homes]
        found.append(Unit(power, "L", [*seats, CAPITALS[power]][0]))
    return {"units": listed(found)}


def retreated(request: Request) -> dict[str, Any]:
    """Retreats: units first, then each leader to the first place of its list still open (L11)."""
    units, board = units_of(request), load("standard")
    orders = {seat: [t.split() for t in texts] for seat, texts in request["orders"].items()}
    rows = [(Unit(d["power"], *d["unit"].split()), d["by"]) for d in request["dislodged"]]
    goals: dict[Unit, str] = {}
    for unit, by in rows:
        if unit.kind != "L":
            wishes = {w[3] for w in orders.get(unit.power, []) if w[:2] == [unit.kind, unit.place]}
            alien = {u.place for u in units if u.kind == "L" and u.power != unit.power}
            taken = {u.at for u in units if u.kind != "L"}
            closed = {by, *alien, *taken, *request["standoffs"]}
            near = {p for p in board.near(unit.kind, unit.place) if province(p) not in closed}
            able = wishes & near
            if len(able) == 1:
                goals[unit] = able.pop()
    arrived = [
        Unit(u.power, u.kind, to)
        for u, to in goals.items()
        if sum(province(to) == province(other) for other in goals.values()) == 1
    ]
    after = [*units, *arrived]
    return {"units": listed([*after, *leaders_gone(request, rows, after, orders)])}


def leaders_gone(
    request: Request,
    rows: list[tuple[Unit, str]],
    after: list[Unit],
    orders: dict[str, list[list[str]]],
) -> list[Unit]:
    """The leaders that had to retreat, where they end; one without a way out is lost."""
    board, found = load("standard"), list[Unit]()
    for unit, by in rows:
        if unit.kind == "L":
            troops = [u for u in after if u.kind != "L"]
            alien = {u.at for u in troops if u.power != unit.power}
            own = {u.at for u in troops if u.power == unit.power}
            able = around(board, unit.place) - {by, *alien, *request["standoffs"]}
            wishes = [w[3] for w in orders.get(unit.power, []) if w[:2] == ["L", unit.place]]
            joined, others = sorted(able & own, key=board.name), sorted(able, key=board.name)
            goals = [*(w for w in wishes if w in able), *joined, *others]
            found += [Unit(unit.power, "L", p) for p in goals[:1]]
    return found


POWERS = ("France", "Germany", "England")
LIVING = {"France": ["par"], "Germany": ["ber"], "England": ["lon"]}
"""A center each, so that no leader is lost with its country."""


def drawn(chance: Random) -> Request:
    """A Spring as a rule; sometimes retreats, sometimes Winter 1900."""
    make = chance.choices((spring, retreats, opening), (8, 2, 1))[0]
    return {"variant": "militarism", **make(chance)}


def with_leaders(units: list[Unit], chance: Random) -> list[Unit]:
    """Units and for each power a leader: with one of its units, or alone beside one."""
    board, found = load("standard"), list[Unit]()
    taken = {u.at for u in units}
    for power in POWERS:
        mine = [u for u in units if u.power == power]
        free = sorted(q for u in units for q in around(board, u.at) if q not in taken)
        if mine and chance.random() < 0.7:
            found.append(Unit(power, "L", chance.choice(mine).at))
        elif free:
            found.append(Unit(power, "L", chance.choice(free)))
    return found


def spring(chance: Random) -> Request:
    """A corner with leaders, who go with their units or alone."""
    board = load("standard")
    units = draw.army(board, POWERS, chance, 8)
    leaders = with_leaders(units, chance)
    sheet = LedSheet([*units, *leaders])
    orders = draw.Orders(sheet, chance).all()
    for leader in leaders:
        lead(leader, sheet, orders.setdefault(leader.power, []), chance)
    placed = listed([*units, *leaders])
    return {"phase": "S1901M", "units": placed, "orders": orders, "centers": LIVING}


def lead(leader: Unit, sheet: LedSheet, texts: list[str], chance: Random) -> None:
    """An order for a leader: along with its unit, in one text or two, or alone."""
    mate = sheet.mate(leader)
    n = next((n for n, t in enumerate(texts) if mate and t.startswith(f"{mate} ")), None)
    if n is not None and chance.random() < 0.5 and "via" not in texts[n]:
        texts[n] = f"L{texts[n]}"
    elif n is not None and texts[n].split()[2] == "-" and chance.random() < 0.4:
        texts.append(f"L {leader.place} - {province(texts[n].split()[3])}")
    elif chance.random() < 0.8:
        near = sorted(around(sheet.board, leader.place))
        busy = [p for p in near if p in {u.at for u in sheet.units}]
        shores = [q for f in sheet.fleets for q in sorted(sheet.board.shores(f))]
        to = chance.choice(busy if busy and chance.random() < 0.5 else near)
        if shores and chance.random() < 0.3:
            to = chance.choice(shores)
            ferry(leader, to, sheet, texts, chance)
        texts.append(f"L {leader.place} - {to}" if to != leader.place else f"L {to} H")


def ferry(leader: Unit, to: str, sheet: LedSheet, texts: list[str], chance: Random) -> None:
    """Fleets of its own ordered to carry a leader that stands alone."""
    if sheet.mate(leader) is None and to != leader.place:
        for n, text in enumerate(texts):
            kind, place, *_ = text.split()
            if kind == "F" and place in sheet.fleets and chance.random() < 0.8:
                texts[n] = f"F {place} C L {leader.place} - {to}"


def retreats(chance: Random) -> Request:
    """Units and leaders driven out, with wishes that clash."""
    board = load("standard")
    units = draw.army(board, POWERS, chance, 10)
    gone = chance.sample(units, min(len(units), chance.randint(2, 4)))
    rest = [u for u in units if u not in gone]
    rows: list[dict[str, str]] = []
    orders: dict[str, list[str]] = {}
    held: set[str] = set()
    for unit in gone:
        by = chance.choice(sorted(around(board, unit.at)))
        victor = next(p for p in POWERS if p != unit.power)
        rest.append(draw.garrison(board, unit.at, victor, chance))
        pieces = [unit] if unit.power in held else [unit, Unit(unit.power, "L", unit.at)]
        held.add(unit.power)
        for piece in pieces if chance.random() < 0.8 else pieces[1:]:
            rows.append({"power": piece.power, "unit": str(piece), "by": by})
            near = sorted(around(board, piece.at) if piece.kind == "L" else near_of(board, piece))
            count = chance.randint(0, 3) if piece.kind == "L" else chance.randint(0, 1)
            wishes = chance.sample(near, min(len(near), count))
            orders.setdefault(piece.power, []).extend(f"{piece} - {w}" for w in wishes)
    empty = sorted(set(board.kind) - {u.at for u in rest} - {"swi"})
    standoffs = chance.sample(empty, 6)
    return {
        "phase": "S1901R",
        "units": listed(rest),
        "dislodged": rows,
        "standoffs": standoffs,
        "orders": orders,
        "centers": LIVING,
    }


def near_of(board: Board, unit: Unit) -> set[str]:
    """Where a unit could go."""
    return board.near(unit.kind, unit.place)


def opening(chance: Random) -> Request:
    """Winter 1900 with wishes good and bad."""
    board = load("standard")
    orders: dict[str, list[str]] = {}
    for power, homes in HOMES.items():
        wishes = []
        for home in homes:
            for _ in range(chance.randint(0, 2)):
                coasts = board.coasts(home)
                fleet = f"F {chance.choice(coasts)}" if coasts else f"A {home}"
                wishes.append(chance.choice((f"A {home}", fleet)))
        wishes += [f"L {chance.choice(homes)}" for _ in range(chance.randint(0, 2))]
        wishes += [f"A {chance.choice(sorted(board.centers))}"] if chance.random() < 0.2 else []
        chance.shuffle(wishes)
        orders[power] = [f"build {w}" for w in wishes]
    return {"phase": "W1900A", "units": {}, "orders": orders}
