"""A referee for Heptadiplomacy: boards side by side, passages, nations, and claims.

The rulings are H1 to H25; the book is that of 1971.
"""

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import HOMES, Board, load
from tests.referees.fight import OLD, Force
from tests.referees.sheet import Order, Request, Sheet, Unit, follow, listed, read, units_of
from tests.referees.winter import built, first_to_go, removed

COUNTRIES = tuple(HOMES)
ROWS = ("AGT", "RTE", "ERF", "FEA", "GIR", "TFI", "IAG")
"""Option B on three boards: players 1 to 7 by the initials of their countries."""

SOLO, TWO, TWO_EACH, THREE, THREE_EACH = 70, 130, 63, 185, 58


def split(place: str) -> tuple[str, str]:
    """A place as its board and what it is called there."""
    number, _, name = place.partition(":")
    return number, name


class Boards(Board):
    """Copies of the standard board, joined by one of the three modules (H1, H4 to H7)."""

    def __init__(self, count: int, module: int) -> None:
        super().__init__()
        self.one, self.module = load("standard"), module
        self.numbers = [str(n + 1) for n in range(count)]
        for b in self.numbers:
            self.kind |= {f"{b}:{p}": kind for p, kind in self.one.kind.items()}
            self.centers |= {f"{b}:{p}" for p in self.one.centers}
            self.army |= {f"{b}:{p}": self.reach(b, p, near) for p, near in self.one.army.items()}
            self.fleet |= {f"{b}:{p}": self.reach(b, p, near) for p, near in self.one.fleet.items()}

    def reach(self, board: str, name: str, near: Iterable[str]) -> set[str]:
        """Where a unit can go: here, to the same place elsewhere, and with 2 and 3 anywhere."""
        everywhere = self.numbers if self.module > 1 else [board]
        same = {f"{b}:{name}" for b in self.numbers if b != board}
        return same | {f"{b}:{p}" for b in everywhere for p in near}

    def may_support(self, kind: str, place: str, into: str) -> bool:
        """From the destination's board only, unless the module is 3."""
        if self.module == 3:
            return super().may_support(kind, place, into)
        (b, name), (there, goal) = split(place), split(into)
        return b == there and self.one.may_support(kind, name, goal)

    def shores(self, sea: str) -> set[str]:
        """The coasts at a sea, of every board but in module 1."""
        b, name = split(sea)
        boards = self.numbers if self.module > 1 else [b]
        return {f"{n}:{p}" for n in boards for p in self.one.shores(name)}

    def seas(self, sea: str) -> set[str]:
        """The seas beside a sea, on all boards in module 3."""
        b, name = split(sea)
        boards = self.numbers if self.module == 3 else [b]
        return {f"{n}:{p}" for n in boards for p in self.one.seas(name)}

    def name(self, where: str) -> tuple[str, str]:
        """By the name of the province, then by the board."""
        b, name = split(where)
        return self.one.sort[name], b


def seats(assignment: str) -> dict[str, list[str]]:
    """Who holds which nations on three boards."""
    if assignment == "A":
        return {c: [f"{c}@{b}" for b in (1, 2, 3)] for c in COUNTRIES}
    by_letter = {c[0]: c for c in COUNTRIES}
    return {
        str(n): [f"{by_letter[letter]}@{b}" for b, letter in enumerate(row, 1)]
        for n, row in enumerate(ROWS, 1)
    }


class NationSheet(Sheet):
    """A position on several boards, where a nation's friends are its player's same country."""

    def __init__(self, board: Boards, units: list[Unit], assignment: str) -> None:
        super().__init__(board, OLD, units)
        self.holder = {n: seat for seat, nations in seats(assignment).items() for n in nations}

    def force(self, unit: Unit, order: Order | None) -> Force:
        """A unit, its side being its player and country (H12)."""
        made = super().force(unit, order)
        made.side = f"{self.holder[unit.power]} {unit.power.partition('@')[0]}"
        return made


def options_of(chance: Random) -> dict[str, Any]:
    """A module and an assignment, on three boards."""
    assignment = chance.choice("AB")
    found = {"module": chance.choice((1, 2, 3)), "boards": 3, "assignment": assignment}
    return {**found, "table": list(ROWS)} if assignment == "B" else found


def drawn(chance: Random) -> Request:
    """Moves as a rule; sometimes claims or a Winter."""
    make = chance.choices((spring, autumn, winter), (5, 3, 1))[0]
    return {"variant": "heptadiplomacy", **make(chance)}


def spring(chance: Random) -> Request:
    """The same corner on three boards, with units of nations that may be far from home."""
    options = options_of(chance)
    board = Boards(3, options["module"])
    nations = [f"{c}@{b}" for c in chance.sample(COUNTRIES, 2) for b in (1, 2, 3)]
    units = [
        draw.garrison(board, f"{b}:{where}", chance.choice(nations), chance)
        for where in draw.corner(board.one, chance, 5)
        for b in board.numbers
        if chance.random() < 0.65
    ]
    maker = draw.Orders(NationSheet(board, units, options["assignment"]), chance, most_moves=8)
    holder = {n: seat for seat, ns in seats(options["assignment"]).items() for n in ns}
    orders: dict[str, list[str]] = {}
    for nation, texts in maker.all().items():
        orders.setdefault(holder[nation], []).extend(t.replace(" via", "") for t in texts)
    return {
        "phase": "S1901M",
        "options": options,
        "units": listed(units),
        "orders": orders,
        "centers": {},
    }


def autumn(chance: Random) -> Request:
    """Totals near the winning numbers, and claims that mostly answer one another."""
    friends = chance.sample(COUNTRIES, 3)
    totals = dict.fromkeys(COUNTRIES, 0)
    for friend, most in zip(friends, (72, 72, 72), strict=True):
        totals[friend] = chance.randint(55, most)
    left = [f"{b}:{c}" for b in range(1, 8) for c in sorted(load("standard").centers)]
    chance.shuffle(left)
    centers = {f"{c}@1": [left.pop() for _ in range(n)] for c, n in totals.items() if n}
    orders = {p: [claim(p, friends, chance)] for p in friends if chance.random() < 0.95}
    return {
        "phase": "F1905M",
        "units": {},
        "centers": {n: sorted(cs) for n, cs in centers.items()},
        "orders": orders,
    }


def claim(player: str, friends: list[str], chance: Random) -> str:
    """Some alternatives of a player, in an order of preference."""
    others = [f for f in friends if f != player]
    found = [f"TWO {others[0]}", f"TWO {others[1]}", f"THREE {' '.join(others)}", "SOLO"]
    some = chance.sample(found, chance.randint(1, 4))
    return "claim " + " ELSE ".join(alt + condition(alt, friends, chance) for alt in some)


def condition(alt: str, friends: list[str], chance: Random) -> str:
    """Sometimes a condition on holdings."""
    if alt == "SOLO" or chance.random() < 0.75:
        return ""
    who, number = chance.choice(friends), chance.randint(56, 70)
    sign = chance.choice((">=", "<="))
    word = chance.choice(("", "NOT "))
    return f" IF {word}CENTERS({who}) {sign} {number}"


def winter(chance: Random) -> Request:
    """Nations with builds and removals due, on all three boards (H10, H14)."""
    options = options_of(chance)
    board = Boards(3, options["module"])
    nations = [f"{c}@{b}" for c in chance.sample(COUNTRIES, 2) for b in (1, 2)]
    spots = chance.sample(sorted(p for p in board.kind if board.kind[p] != "impassable"), 14)
    units = [draw.garrison(board, p, chance.choice(nations), chance) for p in spots]
    centers: dict[str, list[str]] = {n: [] for n in nations}
    for center in sorted(board.centers):
        if chance.random() < 0.14:
            centers[chance.choice(nations)].append(center)
    for nation in nations:
        country, b = nation.split("@")
        homes = [f"{b}:{h}" for h in HOMES[country] if chance.random() < 0.6]
        for rest in centers.values():
            rest[:] = [c for c in rest if c not in homes]
        centers[nation] += homes
    holder = {n: seat for seat, ns in seats(options["assignment"]).items() for n in ns}
    orders: dict[str, list[str]] = {}
    for nation in nations:
        country, _ = nation.split("@")
        mine = [u for u in units if u.power == nation]
        wishes = [f"build A {chance.choice('123')}:{h}" for h in HOMES[country]]
        wishes += [f"remove {u}" for u in chance.sample(mine, len(mine) // 2)]
        orders.setdefault(holder[nation], []).extend(wishes)
    return {
        "phase": "W1901A",
        "options": options,
        "units": listed(units),
        "centers": centers,
        "orders": orders,
    }


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a position."""
    phase = request["phase"]
    if phase[0] == "W":
        return adjusted(request)
    return claimed(request) if phase[0] == "F" else fought(request)


def fought(request: Request) -> dict[str, Any]:
    """A Spring."""
    options = request["options"]
    board = Boards(options["boards"], options["module"])
    sheet = NationSheet(board, units_of(request), options["assignment"])
    orders = [read(text) for texts in request["orders"].values() for text in texts]
    followed, fine = follow(sheet, orders)
    result = sheet.fight(followed)
    outcomes = [result.outcome(o) if good else "void" for o, good in zip(orders, fine, strict=True)]
    return {**dict(result.fields()), "outcomes": outcomes}


Alternative = tuple[str, frozenset[str], bool]
"""A claim's word, the players it names with its own, and whether its condition is met."""


def claimed(request: Request) -> dict[str, Any]:
    """An Autumn in which nobody moves: who has won (H15 to H19)."""
    totals = dict.fromkeys(COUNTRIES, 0)
    for nation, centers in request["centers"].items():
        totals[nation.partition("@")[0]] += len(centers)
    lists = {p: alternatives(p, texts[0], totals) for p, texts in request["orders"].items()}
    won = realized(lists, totals)
    won |= {p for p, n in totals.items() if n >= SOLO}
    return {"winners": [c for c in COUNTRIES if c in won]}


def alternatives(player: str, text: str, totals: dict[str, int]) -> list[Alternative]:
    """What a player claims, in turn; what comes after a SOLO that stands is not wanted."""
    found: list[Alternative] = []
    for alt in text.removeprefix("claim ").split(" ELSE "):
        kind, _, condition = alt.partition(" IF ")
        word, *names = kind.split()
        if word == "SOLO" and totals[player] >= SOLO:
            break
        found.append(
            (word, frozenset((player, *names)), not condition or is_met(condition, totals))
        )
    return found


def is_met(condition: str, totals: dict[str, int]) -> bool:
    """Whether a condition on holdings is met."""
    negated = condition.startswith("NOT ")
    plain = condition.removeprefix("NOT ").removeprefix("CENTERS(").replace(")", "")
    who, sign, number = plain.split()
    reached = totals[who] >= int(number) if sign == ">=" else totals[who] <= int(number)
    return reached != negated


def is_enough(players: frozenset[str], totals: dict[str, int]) -> bool:
    """Whether players have enough together, and each of them (rule 7)."""
    together, each = (TWO, TWO_EACH) if len(players) == 2 else (THREE, THREE_EACH)
    held = [totals[p] for p in players]
    return sum(held) >= together and min(held) >= each


def realized(lists: dict[str, list[Alternative]], totals: dict[str, int]) -> set[str]:
    """Those whose sets come true, round by round; equal overlapping ones cancel out (H18)."""
    done: set[str] = set()
    canceled: set[frozenset[str]] = set()
    for k in range(1, max(map(len, lists.values()), default=0) + 1):
        for size in (2, 3):
            agreed = [
                s
                for s in map(frozenset, combinations(sorted(lists), size))
                if not s & done and s not in canceled and is_agreed(s, lists, k, totals)
            ]
            clash = {s for s in agreed if any(s != t and s & t for t in agreed)}
            canceled |= clash
            done |= {p for s in agreed if s not in clash for p in s}
    return done


def is_agreed(
    players: frozenset[str], lists: dict[str, list[Alternative]], k: int, totals: dict[str, int]
) -> bool:
    """Whether all of some players name their set within the first k of their alternatives."""
    named = all(any(s == players and met for _, s, met in lists[p][:k]) for p in players)
    return named and is_enough(players, totals)


def adjusted(request: Request) -> dict[str, Any]:
    """A Winter by nations: homes of the nation's own board, civil disorder by the passages."""
    options = request["options"]
    board, units = Boards(options["boards"], options["module"]), units_of(request)
    after = list(units)
    holder = {n: seat for seat, ns in seats(options["assignment"]).items() for n in ns}
    for nation, owned in request["centers"].items():
        texts = request["orders"].get(holder[nation], [])
        mine = [u for u in units if u.power == nation]
        due = len(owned) - len(mine)
        if due < 0:
            gone = removed(mine, texts)[:-due]
            rest = [u for u in mine if u not in gone]
            gone += first_to_go(board, rest, homes_of(nation), -due - len(gone))
            after = [u for u in after if u not in gone]
        else:
            free = set(homes_of(nation)) & set(owned) - {u.at for u in units}
            after += built(board, nation, texts, free)[:due]
    return {"units": listed(after)}


def homes_of(nation: str) -> list[str]:
    """The home centers of a nation, on its own board."""
    country, b = nation.split("@")
    return [f"{b}:{h}" for h in HOMES[country]]
