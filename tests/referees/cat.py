"""A referee for Cat: doubles of the own year, halves, Coast Guards, what feeds units, and the win.

The rulings are K1 to K31; the book is that of 1971.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import Board, load, province
from tests.referees.fight import OLD, Fight, Force, Trial
from tests.referees.sheet import Order, Request, Sheet, Unit, listed
from tests.referees.sheet import read as read_plain
from tests.referees.winter import built, removed

HOMES = {
    "Cassiusica": ("cyp", "elm", "oak"),
    "Andromeda": ("ant", "rig", "veg"),
    "Telahoma": ("cin", "iro", "tin"),
}
LANDS = {"Cassiusica": "row", "Andromeda": "den", "Telahoma": "sil"}
NEUTRAL = {"pea", "met", "ast", "eye", "kil"}
POWERS = tuple(HOMES)
HALVES = {"A": ("A", "A"), "F": ("F", "F"), "CG": ("A", "F")}
PARTS = {"(army)": "A", "(fleet)": "F"}


class Coast(Board):
    """The board with its coast guards, which keep to provinces that share a coast (K16)."""

    def near(self, kind: str, place: str) -> set[str]:
        """Where a piece can go by itself."""
        if kind == "CG":
            return {p for p in self.fleet.get(place, ()) if self.kind[p] == "coast"}
        return super().near(kind, place)


def board() -> Board:
    """Cat's board."""
    return Coast(**vars(load("cat")))


@dataclass(frozen=True)
class Written:
    """An order, and the part of a Coast Guard that it is for, if it says so."""

    order: Order
    part: str = ""


def read(text: str) -> Written:
    """An order as written, with its tag."""
    for tag, kind in PARTS.items():
        if tag in text.split()[:3]:
            return Written(read_plain(text.replace(tag + " ", "", 1)), kind)
    return Written(read_plain(text))


@dataclass(frozen=True)
class Part:
    """What acts as one: a whole unit or a half of it, its kind there, its weight and its order."""

    kind: str
    weight: int
    order: Order | None = None


class CatSheet(Sheet):
    """A position in a year that is somebody's."""

    def __init__(self, units: list[Unit], single: set[Unit], year: str) -> None:
        super().__init__(board(), OLD, units)
        self.single = single
        self.doubles = {u for u in units if u.power == year and u not in single}

    def could(self, unit: Unit, kind: str, order: Order, brother: Order | None = None) -> bool:
        """Whether a unit, or a half of this kind, could carry an order out.

        A brother's order, if there is one, says that the unit is divided.
        """
        me = replace(unit, kind=kind)
        if order.verb == "H":
            return True
        if order.verb == "-":
            return self.goal(me, order.to) is not None
        whom = self.by_place.get(order.whom)
        if whom is None or (whom == unit and brother is None):
            return False
        if order.verb == "C":
            ways = self.routes(whom.at, order.to, self.fleets)
            return me.kind == "F" and self.is_cargo(whom) and any(me.place in way for way in ways)
        return self.could_support(me, whom, order, divided=brother is not None)

    def is_cargo(self, unit: Unit) -> bool:
        """Whether fleets can carry a unit, or a half of it."""
        return unit.kind == "A" or (unit.kind == "CG" and unit in self.doubles)

    def could_support(self, me: Unit, whom: Unit, order: Order, *, divided: bool) -> bool:
        """Whether a piece could support another; a half may where its brother could carry (K20)."""
        if not order.to:
            return whom.at == me.at or self.board.may_support(me.kind, me.place, whom.at)
        without = "" if divided else me.place
        able = any(
            self.goal(replace(whom, kind=kind), order.to, without) is not None
            for kind in self.shapes(whom, me)
        )
        return able and self.board.may_support(me.kind, me.place, province(order.to))

    def shapes(self, whom: Unit, me: Unit) -> tuple[str, ...]:
        """As what a unit may go: whole, or as its halves; of one's own unit only the brother."""
        if whom.place == me.place:
            return {"A": ("F",), "F": ("A",)}[me.kind] if whom.kind == "CG" else (me.kind,)
        return (whom.kind, *HALVES[whom.kind]) if whom in self.doubles else (whom.kind,)

    # Which orders a unit follows.

    def parts(self, unit: Unit, written: list[Written]) -> tuple[list[Part], set[Written]]:
        """What a unit does, and which of its orders count."""
        different = list(dict.fromkeys(written))
        if unit not in self.doubles:
            return self.one_order(unit, different)
        if unit.kind == "CG":
            return self.guard(unit, different)
        return self.double(unit, different)

    def one_order(self, unit: Unit, written: list[Written]) -> tuple[list[Part], set[Written]]:
        """One order, or none where there are several (D, K18)."""
        fine = [w for w in written if not w.part and self.could(unit, unit.kind, w.order)]
        if len(fine) != 1:
            return [Part(unit.kind, 1)], set()
        return [Part(unit.kind, 1, fine[0].order)], set(fine)

    def double(self, unit: Unit, written: list[Written]) -> tuple[list[Part], set[Written]]:
        """The whole by one order, halves by two, neither by three (K3)."""
        stands = Order(unit.kind, unit.place, "H")
        fine = [w for w in written if self.could(unit, unit.kind, w.order, stands)]
        if len(fine) == 1 and self.could(unit, unit.kind, fine[0].order):
            return [Part(unit.kind, 2, fine[0].order)], set(fine)
        if len(fine) != 2:
            return [Part(unit.kind, 2)], set()
        return [Part(unit.kind, 1, w.order) for w in fine], set(fine)

    def guard(self, unit: Unit, written: list[Written]) -> tuple[list[Part], set[Written]]:
        """A double Coast Guard: whole by one order, an army and a fleet by two (K17)."""
        whole = [Part("CG", 2)], set[Written]()
        if len(written) == 1 and not written[0].part:
            order = written[0].order
            return (
                ([Part("CG", 2, order)], set(written)) if self.could(unit, "CG", order) else whole
            )
        if len(written) == 1:
            return self.named(unit, written[0], whole)
        if len(written) != 2:
            return whole
        ways = [w for w in (written, written[::-1]) if self.divides(unit, *w)]
        if len(ways) == 1 or (ways and not any(w.order.verb == "-" for w in written)):
            army, fleet = (w.order for w in ways[0])
            if army.verb == fleet.verb == "-" and army.to == fleet.to:
                return [Part("CG", 2, army)], set(written)
            return [Part("A", 1, army), Part("F", 1, fleet)], set(written)
        return whole

    def named(
        self, unit: Unit, one: Written, whole: tuple[list[Part], set[Written]]
    ) -> tuple[list[Part], set[Written]]:
        """One order for a named part: the other part stands."""
        stands = Order("CG", unit.place, "H")
        if not self.could(unit, one.part, one.order, stands):
            return whole
        other = "F" if one.part == "A" else "A"
        return [Part(one.part, 1, one.order), Part(other, 1, stands)], {one}

    def divides(self, unit: Unit, army: Written, fleet: Written) -> bool:
        """Whether the first order can be the army's and the second the fleet's."""
        tags = army.part in ("", "A") and fleet.part in ("", "F")
        able = self.could(unit, "A", army.order, fleet.order)
        return tags and able and self.could(unit, "F", fleet.order, army.order)

    # What happens.

    def part_force(self, unit: Unit, part: Part) -> Force:
        """A whole or a half with its order."""
        me = replace(unit, kind=part.kind)
        order = part.order
        if order and order.verb == "S" and order.whom == unit.place and not order.to:
            order = None
        force = self.force(me, order)
        force.weight, force.unit = part.weight, unit
        return force

    def battle(self, written: dict[str, list[Written]]) -> "Battle":
        """What comes of all orders."""
        made: dict[Unit, list[tuple[Part, Force]]] = {}
        counted: dict[Unit, set[Written]] = {}
        for unit in self.units:
            parts, counted[unit] = self.parts(unit, written.get(unit.place, []))
            made[unit] = [(p, self.part_force(unit, p)) for p in parts]
        forces = [f for pairs in made.values() for _, f in pairs]
        for unit, pairs in made.items():
            for part, force in pairs:
                if force.to and part.kind == "A":
                    self.load(unit, force, forces)
        return Battle(self, made, counted, Fight(forces, OLD).settle())

    def load(self, unit: Unit, force: Force, forces: list[Force]) -> None:
        """The routes that fleets make for an army."""
        trip = (unit.at, force.to)
        ready = {f.at: f for f in forces if f.carries == trip}
        ways = self.routes(*trip, list(ready))
        force.routes = tuple(frozenset(ready[f] for f in way) for way in ways)


class Battle:
    """A movement phase after the fight."""

    def __init__(
        self,
        sheet: CatSheet,
        made: dict[Unit, list[tuple[Part, Force]]],
        counted: dict[Unit, set[Written]],
        trial: Trial,
    ) -> None:
        self.sheet, self.made, self.counted, self.trial = sheet, made, counted, trial
        self.after: list[tuple[Unit, bool]] = []
        self.gone: list[tuple[Unit, bool]] = []
        for unit, pairs in made.items():
            self.settle(unit, pairs)
        self.taken = {u.at for u, _ in self.after}

    def settle(self, unit: Unit, pairs: list[tuple[Part, Force]]) -> None:
        """Where a unit or its halves end; apart they are single, together still one (K6 to K8)."""
        goals = {f.to if f in self.trial.moved else f.at for _, f in pairs}
        apart = len(goals) > 1
        for part, force in pairs if apart else pairs[:1]:
            me = replace(unit, kind=part.kind if apart else unit.kind)
            where = self.gone if force in self.trial.out else self.after
            where.append((self.ended(me, part, force), apart or unit in self.sheet.single))

    def ended(self, me: Unit, part: Part, force: Force) -> Unit:
        """A piece where it ends, or where it stood when it was driven out."""
        if force not in self.trial.moved:
            return me
        assert part.order is not None
        to = self.sheet.goal(replace(me, kind=part.kind), part.order.to)
        assert to is not None
        return replace(me, place=to)

    def attacker(self, unit: Unit) -> Force:
        """Who drove a unit out."""
        return next(m for m in self.trial.moved if m.to == unit.at)

    @property
    def standoffs(self) -> list[str]:
        """The provinces left empty because equals met there."""
        met = {to: [m for m in ms if self.trial.keeps_out(m)] for to, ms in self.goers.items()}
        return sorted(to for to, ms in met.items() if len(ms) > 1 and to not in self.taken)

    @property
    def goers(self) -> dict[str, list[Force]]:
        """Movers by where they went."""
        return self.trial.fight.goers

    def refuges(self, unit: Unit) -> list[str]:
        """Where a piece may retreat to."""
        closed = {*self.taken, *self.standoffs, self.attacker(unit).at}
        near = self.sheet.board.near(unit.kind, unit.place)
        return sorted(p for p in near if province(p) not in closed)

    def outcome(self, unit: Unit, written: Written) -> str:
        """What came of an order."""
        if written not in self.counted[unit]:
            return "void"
        acted = next(f for p, f in self.made[unit] if fits(p, written, self.made[unit]))
        order = written.order
        if order.verb == "-":
            good = acted in self.trial.moved
        elif order.verb == "S":
            good = acted.aids is not None and self.helps(acted)
        else:
            good = acted not in self.trial.out and (order.verb == "H" or self.ferries(acted))
        return "done" if good else "failed"

    def helps(self, force: Force) -> bool:
        """Whether a support is for what is ordered, and something is left of it."""
        assert force.aids is not None
        start, to = force.aids
        there = [f for f in self.trial.fight.at.get(start, ()) if f is not force]
        meant = any(p.to == to if start != to else not p.to for p in there)
        return meant and self.trial.left[force] > 0 and force not in self.trial.out

    def ferries(self, force: Force) -> bool:
        """Whether a fleet did its part in a convoy that stood."""
        return any(
            (m.at, m.to) == force.carries
            and any(force in way for way in m.routes)
            and self.trial.sea[m]
            and self.trial.intact(m)
            for m in self.trial.fight.movers
        )


def fits(part: Part, written: Written, pairs: list[tuple[Part, Force]]) -> bool:
    """Whether an order is the one that a part follows."""
    return part.order == written.order and (len(pairs) == 1 or written.part in ("", part.kind))


def marked(piece: tuple[Unit, bool]) -> str:
    """A piece with its mark."""
    unit, single = piece
    return f"{unit} [single]" if single else str(unit)


def by_power(pieces: list[tuple[Unit, bool]]) -> dict[str, list[str]]:
    """Pieces by power, as an answer lists them."""
    found: dict[str, list[str]] = {}
    for unit, single in pieces:
        found.setdefault(unit.power, []).append(marked((unit, single)))
    return {power: sorted(texts) for power, texts in found.items()}


def owner_of(phase: str) -> str:
    """Whose year a phase is in: C, A, T in turn (rule 3)."""
    return POWERS[(int(phase[1:-1]) - 1) % 3]


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a position."""
    phase = request["phase"]
    if phase[0] == "W":
        return adjusted(request)
    return closed(request) if phase[0] == "F" else fought(request)


def pieces_of(request: Request) -> tuple[list[Unit], set[Unit]]:
    """The units of a request, and those that are marked as single."""
    pairs = [
        (Unit(power, *text.split()[:2]), "[single]" in text)
        for power, texts in request["units"].items()
        for text in texts
    ]
    return [u for u, _ in pairs], {u for u, single in pairs if single}


def fought(request: Request) -> dict[str, Any]:
    """A Spring."""
    units, single = pieces_of(request)
    sheet = CatSheet(units, single, owner_of(request["phase"]))
    rows = [read(text) for texts in request["orders"].values() for text in texts]
    written: dict[str, list[Written]] = {}
    for row in rows:
        written.setdefault(row.order.place, []).append(row)
    battle = sheet.battle(written)
    gone = sorted(
        [u.power, marked((u, one)), battle.attacker(u).at, battle.refuges(u)]
        for u, one in battle.gone
    )
    outcomes = [battle.outcome(sheet.by_place[r.order.place], r) for r in rows]
    return {
        "units": by_power(battle.after),
        "standoffs": battle.standoffs,
        "dislodged": gone,
        "outcomes": outcomes,
    }


def closed(request: Request) -> dict[str, Any]:
    """A Fall in which everybody stands: who owns what then, and who has won (K22 to K24)."""
    units, _ = pieces_of(request)
    owners = {c: p for p, centers in request["centers"].items() for c in centers}
    owners |= {u.at: u.power for u in units if u.at in board().centers}
    lands = {land: power for power, land in LANDS.items()}
    lands |= {u.at: u.power for u in units if u.at in lands}
    won = [p for p in POWERS if has_won(p, owners, lands)]
    centers = {p: sorted(c for c, o in owners.items() if o == p) for p in POWERS}
    return {"centers": {p: cs for p, cs in centers.items() if cs}, "winners": won}


def has_won(power: str, owners: dict[str, str], lands: dict[str, str]) -> bool:
    """Whether a power controls all neutral centers and its whole country (rule 7)."""
    needed = NEUTRAL | set(HOMES[power])
    return lands[LANDS[power]] == power and all(owners.get(c) == power for c in needed)


def adjusted(request: Request) -> dict[str, Any]:
    """A Winter: home and neutral centers feed, and pieces are built in owned homes (K21)."""
    units, _ = pieces_of(request)
    after = list(units)
    for power in POWERS:
        mine = [u for u in units if u.power == power]
        owned = set(request["centers"].get(power, ()))
        due = len({*NEUTRAL, *HOMES[power]} & owned) - len(mine)
        texts = request["orders"].get(power, [])
        if due < 0:
            gone = removed(mine, texts)[:-due]
            after = [u for u in after if u not in gone]
        else:
            free = set(HOMES[power]) & owned - {u.at for u in units}
            after += built(board(), power, texts, free)[:due]
    return {"units": listed(after)}


def drawn(chance: Random) -> Request:
    """A Spring of somebody's year as a rule; sometimes a Fall or a Winter."""
    year = chance.randint(1, 6)
    kind = chance.choices(("S", "F", "W"), (8, 1, 1))[0]
    make = {"S": spring, "F": fall, "W": winter}[kind]
    code = f"{kind}{year}{'A' if kind == 'W' else 'M'}"
    return {"variant": "cat", "phase": code, **make(chance, owner_of(code))}


def garrisons(chance: Random, powers: tuple[str, ...], size: int = 8) -> list[Unit]:
    """Units in a corner of the board, some of them Coast Guards."""
    plain = draw.army(board(), powers, chance, size)
    coastal = {p for p, kind in board().kind.items() if kind == "coast"}
    return [
        replace(u, kind="CG") if u.at in coastal and u.at != "eye" and chance.random() < 0.4 else u
        for u in plain
    ]


def spring(chance: Random, owner: str) -> Request:
    """Units of the year's owner and of others, with one, two or three orders each."""
    units = garrisons(chance, (owner, owner, *POWERS))
    single = {u for u in units if u.power == owner and chance.random() < 0.15}
    sheet = CatSheet(units, single, owner)
    maker = draw.Orders(sheet, chance, most_moves=8)
    orders: dict[str, list[str]] = {}
    for unit in chance.sample(units, len(units)):
        number = chance.choices((0, 1, 2, 3), (1, 5, 6, 1))[0]
        if unit not in sheet.doubles:
            number = chance.choices((0, 1, 2), (1, 16, 1))[0]
        texts = [half_order(unit, maker, chance) for _ in range(number)]
        orders.setdefault(unit.power, []).extend(texts)
    placed = by_power([(u, u in single) for u in units])
    return {"units": placed, "orders": orders, "centers": {}}


def half_order(unit: Unit, maker: draw.Orders, chance: Random) -> str:
    """An order, perhaps for a part of a Coast Guard, perhaps in support of its brother."""
    shape = replace(unit, kind=chance.choice(("A", "F", "CG"))) if unit.kind == "CG" else unit
    text = maker.one(shape).replace(str(shape), str(unit), 1).replace(" via", "")
    mine = [o for o in maker.given if o.place == unit.place and o.verb == "-"]
    if mine and chance.random() < 0.3:
        text = f"{unit} S {unit} - {chance.choice(mine).to}"
    tag = chance.choice(("(army)", "(fleet)"))
    if unit.kind == "CG" and chance.random() < 0.35:
        text = text.replace(str(unit), f"{unit} {tag}", 1)
    return text


def fall(chance: Random, owner: str) -> Request:
    """A Fall near the end: somebody has nearly all that wins."""
    hero = chance.choice(POWERS)
    mine = sorted({*NEUTRAL, *HOMES[hero]})
    rest = sorted(board().centers - set(mine))
    centers = {hero: [c for c in mine if chance.random() < 0.93]}
    centers[next(p for p in POWERS if p != hero)] = rest
    units = draw.army(board(), (hero, hero, hero, *POWERS), chance, chance.randint(2, 8))
    return {"units": listed(units), "centers": centers, "orders": {}}


def winter(chance: Random, owner: str) -> Request:
    """A Winter with more or fewer units than are fed."""
    units = garrisons(chance, POWERS, 10)
    left = sorted(board().centers)
    chance.shuffle(left)
    owners = {c: chance.choice(POWERS) for c in left}
    owners |= {h: p for p, homes in HOMES.items() for h in homes if chance.random() < 0.7}
    centers = {p: sorted(c for c, o in owners.items() if o == p) for p in POWERS}
    orders: dict[str, list[str]] = {}
    for power in POWERS:
        wishes = [f"{chance.choice(('A', 'F', 'CG'))} {c}" for c in HOMES[power] for _ in "ab"]
        wishes.append(f"A {chance.choice(centers[power] or ['kil'])}")
        chance.shuffle(wishes)
        orders[power] = [f"build {w}" for w in wishes]
        orders[power] += [f"remove {u}" for u in units if u.power == power]
    return {"units": listed(units), "centers": centers, "orders": orders}
