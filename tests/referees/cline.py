"""A referee for Cline's nine: the crossings of rule 8, the box, the canals; the book of 2023."""

from random import Random
from typing import Any

from tests.referees import chance as draw
from tests.referees.board import load
from tests.referees.fight import NEW
from tests.referees.sheet import Request, Sheet, follow, read, units_of

POWERS = ("Italy", "Barbary", "Turkey", "England")
CROSSINGS = ("sic", "nap", "ion", "tys", "ire", "cly", "nao", "lvp")


def drawn(chance: Random) -> Request:
    """A position: often around a crossing, sometimes at the canals or the box."""
    board = load("cline")
    around = chance.choice((CROSSINGS[:4], CROSSINGS[4:], ("ant", "wat", "ind"), ("sev", "cas")))
    units = draw.army(board, POWERS, chance, 7)
    if chance.random() < 0.7:
        taken = {u.at for u in units}
        units += [
            draw.garrison(board, where, chance.choice(POWERS), chance)
            for where in around
            if where not in taken and chance.random() < 0.9
        ]
    orders = draw.Orders(Sheet(board, NEW, units), chance).all()
    placed: dict[str, list[str]] = {}
    for unit in units:
        placed.setdefault(unit.power, []).append(str(unit))
    return {"variant": "cline", "phase": "S1901M", "units": placed, "orders": orders}


def answer(request: Request) -> dict[str, Any]:
    """What becomes of a position."""
    sheet = Sheet(load("cline"), NEW, units_of(request))
    orders = [read(text) for texts in request["orders"].values() for text in texts]
    followed, fine = follow(sheet, orders)
    fought = sheet.fight(followed)
    outcomes = [fought.outcome(o) if good else "void" for o, good in zip(orders, fine, strict=True)]
    return {**dict(fought.fields()), "outcomes": outcomes}
