"""A referee for Catspaw: pooled votes on what nobody holds, moves and builds; book of 1971."""

from collections import Counter
from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import HOMES, load, province
from tests.referees.fight import OLD
from tests.referees.sheet import Order, Request, Sheet, Unit, follow, listed, read, units_of
from tests.referees.winter import built, first_to_go, removed

COUNTRIES = tuple(HOMES)
WINNING = 18


def drawn(chance: Random) -> Request:
    """A season of moves, or a Winter, for two to six players."""
    seats = chance.sample(COUNTRIES, chance.choice((2, 3, 3, 3, 4, 5, 6)))
    make = spring if chance.random() < 0.6 else winter
    request = {**make(chance, seats), "variant": "catspaw"}
    return {**request, "options": {"players": len(seats), "powers": seats}}


def spring(chance: Random, seats: list[str]) -> Request:
    """Units of held and unheld powers, and votes that repeat and contradict one another."""
    board = load("standard")
    free = [c for c in COUNTRIES if c not in seats]
    units = draw.army(board, (*seats[:2], *free[:2], *free[:2]), chance)
    sheet = Sheet(board, OLD, units)
    orders: dict[str, list[str]] = {seat: [] for seat in seats}
    maker = draw.Orders(sheet, chance, most_moves=8)
    for unit in units:
        if unit.power in seats:
            orders[unit.power].append(maker.one(unit))
    for unit in units:
        if unit.power not in seats:
            vote_on(unit, maker, orders, chance)
    for texts in orders.values():
        chance.shuffle(texts)
    owned = {seat: chance.randint(0, 17) for seat in seats}
    return {"phase": "S1901M", **placed(units), "centers": dealt(owned, chance), "orders": orders}


def vote_on(unit: Unit, maker: draw.Orders, orders: dict[str, list[str]], chance: Random) -> None:
    """Some votes on a unit: few different ones, each written several times."""
    wishes = [maker.one(unit) for _ in range(chance.randint(1, 3))]
    for _ in range(chance.randint(0, 6)):
        orders[chance.choice(list(orders))].append(chance.choice(wishes))


def dealt(owned: dict[str, int], chance: Random) -> dict[str, list[str]]:
    """Centers for each seat, as many as are left."""
    left = sorted(load("standard").centers)
    chance.shuffle(left)
    return {seat: [left.pop() for _ in range(min(n, len(left)))] for seat, n in owned.items()}


def placed(units: list[Unit]) -> Request:
    """The units of a request."""
    return {"units": listed(units)}


def winter(chance: Random, seats: list[str]) -> Request:
    """Powers with builds and removals due, and votes for builds."""
    board = load("standard")
    free = [c for c in COUNTRIES if c not in seats]
    cast = (*free[:2], seats[0])
    units = draw.army(board, cast, chance, 12)
    centers: dict[str, list[str]] = {}
    for power in cast:
        centers[power] = [h for h in HOMES[power] if chance.random() < 0.85]
    spare = sorted(board.centers - {h for homes in HOMES.values() for h in homes})
    centers[free[0]] += chance.sample(spare, chance.randint(0, 3))
    orders: dict[str, list[str]] = {seat: [] for seat in seats}
    for seat in seats:
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            home = chance.choice(HOMES[chance.choice((free[0], free[0], free[-1]))])
            orders[seat].append(f"build {wish(home, chance)}")
    mine = [u for u in units if u.power == seats[0]]
    orders[seats[0]] += [f"build {wish(h, chance)}" for h in HOMES[seats[0]]]
    orders[seats[0]] += [f"remove {u}" for u in chance.sample(mine, len(mine) // 2)]
    return {"phase": "W1901A", **placed(units), "centers": centers, "orders": orders}


def wish(home: str, chance: Random) -> str:
    """A piece for a home, sometimes one that cannot stand there."""
    board = load("standard")
    if board.coasts(home) and chance.random() < 0.5:
        return f"F {chance.choice(board.coasts(home))}"
    return f"A {home}"


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a position."""
    return fought(request) if request["phase"].endswith("M") else adjusted(request)


def fought(request: Request) -> dict[str, Any]:
    """A season of moves: own orders, votes by quota, the commonest order, the fight."""
    seats = request["options"]["powers"]
    sheet = Sheet(load("standard"), OLD, units_of(request))
    rows = [(seat, read(text)) for seat, texts in request["orders"].items() for text in texts]
    valid = admitted(sheet, seats, rows, request["centers"])
    own = [o for (s, o), good in zip(rows, valid, strict=True) if good and is_own(sheet, s, o)]
    orders, _ = follow(sheet, own)
    orders |= elected(sheet, seats, [o for (_, o), good in zip(rows, valid, strict=True) if good])
    result = sheet.fight(orders)
    outcomes = [
        "void" if not good else outvoted(orders, o) or result.outcome(o)
        for (_, o), good in zip(rows, valid, strict=True)
    ]
    said = dict(result.fields())
    # Units that nobody holds are disbanded at once (rule 10, C15).
    said["dislodged"] = [
        [power, unit, by, refuges if power in seats else []]
        for power, unit, by, refuges in said["dislodged"]
    ]
    return {**said, "outcomes": outcomes}


def is_own(sheet: Sheet, seat: str, order: Order) -> bool:
    """Whether an order is for a seat's own unit."""
    return sheet.by_place[order.place].power == seat


def admitted(
    sheet: Sheet, seats: list[str], rows: list[tuple[str, Order]], centers: dict[str, list[str]]
) -> list[bool]:
    """Which orders count: one's own if possible, extra ones within the quota and if possible."""
    used: Counter[str] = Counter()
    found: list[bool] = []
    for seat, order in rows:
        power = sheet.by_place[order.place].power
        if power not in seats:
            quota = max(0, (WINNING - len(centers.get(seat, ()))) // 3)
            used[seat] += 1
            found.append(used[seat] <= quota and sheet.possible(order))
        else:
            found.append(power == seat and sheet.possible(order))
    return found


def elected(sheet: Sheet, seats: list[str], orders: list[Order]) -> dict[str, Order]:
    """For each unit that nobody holds the commonest order, if one is (rule 7)."""
    chosen: dict[str, Order] = {}
    for unit in sheet.units:
        if unit.power not in seats:
            counts = Counter(plain(o) for o in orders if o.place == unit.place)
            first = [o for o, n in counts.items() if n == max(counts.values())]
            if len(first) == 1:
                chosen[unit.place] = first[0]
    return chosen


def plain(order: Order) -> Order:
    """An order without what tells nothing in 1971: the word that asks for a convoy (C8)."""
    return Order(order.kind, order.place, order.verb, order.to, order.whom)


def outvoted(orders: dict[str, Order], order: Order) -> str:
    """Whether a unit follows another order."""
    followed = orders.get(order.place)
    return "" if followed and plain(followed) == plain(order) else "outvoted"


def adjusted(request: Request) -> dict[str, Any]:
    """A Winter: own builds and removals, votes for builds, civil disorder for the rest."""
    board, units = load("standard"), units_of(request)
    after = list(units)
    for power in COUNTRIES:
        mine = [u for u in units if u.power == power]
        due = len(request["centers"].get(power, ())) - len(mine)
        held = power in request["options"]["powers"]
        texts = request["orders"].get(power, []) if held else []
        if due < 0:
            gone = removed(mine, texts)[:-due]
            rest = [u for u in mine if u not in gone]
            gone += first_to_go(board, rest, HOMES[power], -due - len(gone))
            after = [u for u in after if u not in gone]
        elif held:
            after += built(board, power, texts, open_homes(request, power, units))[:due]
        else:
            after += wanted(request, power, units, due)
    return {"units": listed(after)}


def open_homes(request: Request, power: str, units: list[Unit]) -> set[str]:
    """The homes in which a power can build: its own, owned and vacant."""
    owned = request["centers"].get(power, ())
    return set(HOMES[power]) & set(owned) - {u.at for u in units}


def wanted(request: Request, power: str, units: list[Unit], due: int) -> list[Unit]:
    """The builds of nobody's power: from the top, an equal clash using up its place (C18)."""
    votes = Counter(
        t for s in request["options"]["powers"] for t in [extra_build(request, s, units)] if t
    )
    free = open_homes(request, power, units)
    mine = {t: n for t, n in votes.items() if built(load("standard"), power, [f"build {t}"], free)}
    found: list[Unit] = []
    settled: set[str] = set()
    for level in sorted(set(mine.values()), reverse=True):
        rivals: dict[str, list[str]] = {}
        for text, n in mine.items():
            home = province(text.split()[1])
            if n == level and home not in settled:
                rivals.setdefault(home, []).append(text)
        settled |= set(rivals)
        if len(settled) > due:
            break
        found += [Unit(power, *ts[0].split()) for ts in rivals.values() if len(ts) == 1]
    return found


def extra_build(request: Request, seat: str, units: list[Unit]) -> str:
    """The one vote of a seat: its first for a power that nobody holds and that has a build due."""
    held = request["options"]["powers"]
    for text in request["orders"].get(seat, ()):
        verb, piece = text.split(" ", 1)
        home = province(piece.split()[1])
        whose = next((c for c in COUNTRIES if home in HOMES[c]), "")
        if verb == "build" and whose not in held and may_build(request, whose, units):
            return str(piece)
    return ""


def may_build(request: Request, power: str, units: list[Unit]) -> bool:
    """Whether a power has a build due and a home to make it in."""
    mine = [u for u in units if u.power == power]
    spare = len(request["centers"].get(power, ())) - len(mine)
    return spare > 0 and bool(open_homes(request, power, units))
