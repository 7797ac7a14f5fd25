"""A referee for Escalation: pieces placed in turn, homes declared, and builds in them.

The rulings are E1 to E17. Moves are those of the standard game, which Cline's referee looks at.
"""

from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import load, province
from tests.referees.sheet import Request, Unit, listed, units_of
from tests.referees.winter import built, removed

NAMES = ("Ann", "Bob", "Cas", "Dee", "Eve")
HOMES = 3


def drawn(chance: Random) -> Request:
    """Placements from the first on, a declaration of homes, or builds in them."""
    make = chance.choice((placements, declarations, builds))
    players = chance.randint(2, len(NAMES))
    names = list(NAMES[:players])
    return {"variant": "escalation", **make(chance, names, {"players": players, "names": names})}


def a_piece(chance: Random) -> str:
    """A piece somewhere: mostly where it could stand if nobody did."""
    board = load("standard")
    where = chance.choice(sorted(p for p in board.kind if p != "swi"))
    if chance.random() < 0.12:
        return f"{chance.choice('AF')} {where}"
    return str(draw.garrison(board, where, "", chance))


def placements(chance: Random, names: list[str], options: dict[str, Any]) -> Request:
    """The first turns: pieces, pieces that cannot stand there, and silence."""
    options |= {"pieces": chance.randint(1, 3), "snake": chance.random() < 0.5}
    script: list[dict[str, list[str]]] = []
    turns = options["pieces"] * len(names) * 2
    spots = [a_piece(chance) for _ in range(6)]
    for _ in range(turns):
        orders: dict[str, list[str]] = {}
        for name in names:
            piece = a_piece(chance) if chance.random() < 0.7 else chance.choice(spots)
            if chance.random() < 0.8:
                orders[name] = [f"place {piece}"]
        script.append(orders)
    return {"options": options, "script": script}


def declarations(chance: Random, names: list[str], options: dict[str, Any]) -> Request:
    """Centers dealt out, and homes named that are owned, unowned or named twice."""
    board, left = load("standard"), sorted(load("standard").centers)
    chance.shuffle(left)
    centers = {n: sorted(left.pop() for _ in range(chance.randint(0, 6))) for n in names}
    units = draw.army(board, tuple(names), chance, 15)
    orders: dict[str, list[str]] = {}
    for name, owned in centers.items():
        wishes = chance.choices([*owned, *owned, *sorted(board.centers)[:3]], k=3)
        if chance.random() < 0.8:
            orders[name] = [f"declare homes {' '.join(wishes)}"]
    position = {"units": listed(units), "centers": centers, "orders": orders}
    return {"options": options, "phase": "W1901D", **position}


def builds(chance: Random, names: list[str], options: dict[str, Any]) -> Request:
    """A later Winter: homes that are owned, lost or occupied."""
    board, left = load("standard"), sorted(load("standard").centers)
    chance.shuffle(left)
    homes = {n: sorted(left.pop() for _ in range(HOMES)) for n in names}
    owner = {
        h: n if chance.random() < 0.7 else chance.choice(names) for n in homes for h in homes[n]
    }
    owner |= {left.pop(): chance.choice(names) for _ in range(8)}
    centers = {n: sorted(c for c, o in owner.items() if o == n) for n in names}
    units = draw.army(board, tuple(names), chance, 6)
    orders: dict[str, list[str]] = {}
    for name in names:
        wishes = [str(draw.garrison(board, h, "", chance)) for h in homes[name]]
        wishes.append(str(draw.garrison(board, chance.choice(sorted(owner)), "", chance)))
        orders[name] = [f"build {w}" for w in wishes]
        orders[name] += [f"remove {u}" for u in units if u.power == name]
    position = {"units": listed(units), "centers": centers, "homes": homes, "orders": orders}
    return {"options": options, "phase": "W1902A", **position}


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a game or a position."""
    if "script" in request:
        return {"stages": list(placed(request))}
    return declared(request) if request["phase"].endswith("D") else adjusted(request)


class Placing:
    """A placement phase: the pieces so far, whose turns are left in the round, and who was late."""

    def __init__(self, names: list[str], pieces: int, *, snake: bool) -> None:
        self.names, self.pieces, self.snake = names, pieces, snake
        self.units: list[Unit] = []
        self.round, self.turns, self.late = 1, list(names), set[str]()

    def place(self, piece: str | None) -> None:
        """The next turn: a piece, or none; who missed comes again, once (E16)."""
        name = self.turns.pop(0)
        if piece is not None and self.fits(piece):
            self.units.append(Unit(name, *piece.split()))
        elif name not in self.late:
            self.late.add(name)
            self.turns.append(name)
        if not self.turns and self.round < self.pieces:
            self.round, self.late = self.round + 1, set()
            back = self.snake and self.round % 2 == 0
            self.turns = self.names[::-1] if back else list(self.names)

    def fits(self, piece: str) -> bool:
        """Whether a piece can stand there, the province being vacant (E2)."""
        kind, place = piece.split()
        board = load("standard")
        known = place in (board.army if kind == "A" else board.fleet)
        return known and province(place) not in {u.at for u in self.units}

    def owners(self) -> dict[str, list[str]]:
        """The centers on which pieces stand (rule 5)."""
        held = [u for u in self.units if u.at in load("standard").centers]
        return {
            n: sorted(u.at for u in held if u.power == n) for n in sorted({u.power for u in held})
        }


def placed(request: Request) -> Any:
    """The position after each turn, until all pieces are placed."""
    options = request["options"]
    game = Placing(options["names"], options["pieces"], snake=options["snake"])
    for orders in request["script"]:
        if not game.turns:
            break
        texts = orders.get(game.turns[0], [])
        game.place(texts[0].removeprefix("place ") if texts else None)
        due = game.turns[:1] or sorted({u.power for u in game.units})
        yield {"units": listed(game.units), "centers": game.owners(), "due": due}


def declared(request: Request) -> dict[str, Any]:
    """The homes of each: owned ones as named, gaps filled, vacant ones first (E6, E8)."""
    taken = {u.at for u in units_of(request)}
    board, found = load("standard"), dict[str, list[str]]()
    for name, owned in request["centers"].items():
        texts = request["orders"].get(name, [])
        named = texts[0].split()[2:] if texts else []
        kept = [p for p in dict.fromkeys(named) if p in owned]
        spare = sorted(owned, key=lambda p: (p in taken, board.name(p)))
        homes = [*kept, *(p for p in spare if p not in kept)][:HOMES]
        if homes:
            found[name] = sorted(homes)
    return {"homes": found}


def adjusted(request: Request) -> dict[str, Any]:
    """Builds in declared homes that are owned and vacant (E9, E13)."""
    units = units_of(request)
    after = list(units)
    for name, owned in request["centers"].items():
        mine = [u for u in units if u.power == name]
        due, texts = len(owned) - len(mine), request["orders"][name]
        if due < 0:
            gone = removed(mine, texts)[:-due]
            after = [u for u in after if u not in gone]
        else:
            free = set(request["homes"][name]) & set(owned) - {u.at for u in units}
            after += built(load("standard"), name, texts, free)[:due]
    return {"units": listed(after)}
