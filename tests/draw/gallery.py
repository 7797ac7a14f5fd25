"""Scenes with one of everything: kinds of unit, orders, outcomes, boards."""

from itertools import pairwise

import msgspec

from dragoman.draw.palette import swatches
from dragoman.draw.scene import Scene
from dragoman.geo import LAND, SEA, Edge, Map, Place, Province, load_map
from dragoman.model import (
    ARMY,
    DONE,
    FAILED,
    FLEET,
    OUTVOTED,
    VOID,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Fact,
    Hold,
    Kind,
    Move,
    Order,
    Piece,
    Power,
    Reason,
    Remove,
    Retreat,
    Seat,
    Subject,
    Support,
    Unit,
    Verdict,
    Vocabulary,
    Votes,
)
from dragoman.modules.black_hole import HOLE
from dragoman.modules.coast_guards import COAST_GUARD
from dragoman.modules.doubling.halves import MARK as SINGLE
from dragoman.modules.leaders import KIND as LEADER
from dragoman.modules.placement import PLACE
from tests.draw.boards import MAPS

ZEPPELIN = Kind("Z", "zeppelin", frozenset({LAND, SEA}))
KINDS = {k.letter: k for k in (ARMY, FLEET, COAST_GUARD, LEADER, ZEPPELIN)}
WORDS = Vocabulary(verbs=(PLACE,), marks=(SINGLE,), facts=(HOLE,))

ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = (
    Power(p) for p in ("England", "France", "Germany", "Italy", "Russia", "Turkey")
)
COLORS = swatches(
    {
        "England": "#7b4b94",
        "France": "#3d7ea6",
        "Germany": "#5a5a5a",
        "Italy": "#3f9142",
        "Russia": "#b8b8b0",
        "Turkey": "#d9a521",
    }
)


def piece(text: str) -> Piece:
    """A piece written `A par`."""
    kind, _, place = text.partition(" ")
    return Piece(kind, Place(place))


def verdict(power: Power, order: Order, outcome: str = DONE, code: str = "moved") -> Verdict:
    """An order and what came of it."""
    return Verdict(power, order, outcome, Reason(code))


def units(**placed: str) -> tuple[Unit, ...]:
    """Units by power: `France="A par, F bre"`; a mark stands in brackets."""
    found: list[Unit] = []
    for power, text in placed.items():
        for one in text.split(", "):
            what, _, mark = one.partition(" [")
            kind, _, place = what.partition(" ")
            found.append(
                Unit(len(found) + 1, Power(power), kind, Place(place), (mark[:-1],) if mark else ())
            )
    return tuple(found)


MOVEMENT = Scene(
    swatches={Power(k): v for k, v in COLORS.items()},
    kinds=KINDS,
    owners={
        "par": FRANCE,
        "mar": FRANCE,
        "bre": FRANCE,
        "lon": ENGLAND,
        "edi": ENGLAND,
        "lvp": ENGLAND,
        "rom": ITALY,
        "ven": ITALY,
        "nap": ITALY,
        "mun": GERMANY,
        "ber": GERMANY,
        "kie": GERMANY,
        "mos": RUSSIA,
        "sev": RUSSIA,
        "stp": RUSSIA,
        "con": TURKEY,
        "ank": TURKEY,
        "smy": TURKEY,
        "tun": ITALY,
        "spa": FRANCE,
        "nwy": ENGLAND,
    },
    homes=frozenset({"par", "mar", "bre", "lon", "edi", "lvp", "rom", "ven", "nap"}),
    units=units(
        England="A lon, F nth, F nwg, F eng, A yor, F spa/nc",
        France="A par, A mar, A bur, F spa/sc, L bur",
        Germany="A mun, A ruh, F kie, A ber, A sil [single], CG den",
        Italy="A ven, A tyr, F ion, F tun, F adr, L rom",
        Russia="A mos, F stp/nc, F bot, A fin",
        Turkey="A bul, F con, Z ank",
    ),
    verdicts=(
        verdict(ENGLAND, Move(piece("A lon"), Place("nwy"), via=True)),
        verdict(ENGLAND, Convoy(piece("F nth"), piece("A lon"), Place("nwy"))),
        verdict(
            ENGLAND, Convoy(piece("F nwg"), piece("A yor"), Place("nwy")), VOID, "cannot_convoy"
        ),
        verdict(
            ENGLAND, Support(piece("F eng"), piece("A par"), Place("pic")), FAILED, "unmatched"
        ),
        verdict(FRANCE, Move(piece("A par"), Place("bre")), OUTVOTED, "outvoted"),
        verdict(FRANCE, Support(piece("A mar"), piece("A bur"))),
        verdict(FRANCE, Hold(piece("A bur"))),
        verdict(FRANCE, Move(piece("F spa/sc"), Place("wes"))),
        verdict(ENGLAND, Move(piece("F spa/nc"), Place("mao"))),
        verdict(GERMANY, Move(piece("A mun"), Place("bur")), FAILED, "repelled"),
        verdict(GERMANY, Support(piece("A ruh"), piece("A mun"), Place("bur")), FAILED, "cut"),
        verdict(ITALY, Move(piece("A ven"), Place("tri"))),
        verdict(ITALY, Support(piece("A tyr"), piece("A ven"), Place("tri"))),
        verdict(ITALY, Move(piece("F ion"), Place("aeg")), FAILED, "bounced"),
        verdict(RUSSIA, Move(piece("F stp/nc"), Place("nwy")), FAILED, "bounced"),
        verdict(RUSSIA, Support(piece("A fin"), piece("F stp/nc"), Place("nwy"))),
        verdict(RUSSIA, Move(piece("A mos"), Place("par")), VOID, "cannot_reach"),
        verdict(TURKEY, Move(piece("A bul"), Place("ser"))),
    ),
    beaten=frozenset({3}),
    votes=(
        Votes(
            Subject(FRANCE, 7), (("A par - bre", 1, (Seat("a"),)), ("A par H", 3, ())), "A par H"
        ),
    ),
    gone=frozenset({"boh"}),
    facts=(Fact("hole", ("boh", "S1901")),),
    vocabulary=WORDS,
    weights={15: 2},
)

RETREATS = msgspec.structs.replace(
    MOVEMENT,
    verdicts=(
        verdict(GERMANY, Retreat(piece("A mun"), Place("boh"))),
        verdict(ITALY, Retreat(piece("F adr"), Place("tri")), FAILED, "collided"),
        verdict(RUSSIA, Disband(piece("A war"))),
        verdict(FRANCE, Build(piece("F bre"))),
        verdict(ENGLAND, Build(piece("A edi")), VOID, "occupied"),
        verdict(TURKEY, Remove(piece("F con"))),
        verdict(TURKEY, PLACE(piece("A smy"))),
    ),
    dislodged=tuple(
        Dislodged(Unit(90 + n, power, kind, Place(place)))
        for n, (power, kind, place) in enumerate(
            ((GERMANY, "A", "mun"), (ITALY, "F", "adr"), (RUSSIA, "A", "war"))
        )
    ),
    votes=(),
    beaten=frozenset(),
    gone=frozenset(),
    facts=(),
)


def stacked(boards: int) -> Map:
    """Several boards of Standard, each province joined with itself on the next board."""
    one = load_map(MAPS / "standard" / "map.txt")
    names = [str(n + 1) for n in range(boards)]
    spaces = {
        Province(f"{b}:{s.id}"): msgspec.structs.replace(
            s,
            id=Province(f"{b}:{s.id}"),
            board=b,
            coasts=tuple(Place(f"{b}:{c}") for c in s.coasts),
        )
        for b in names
        for s in one.spaces.values()
    }
    edges = [
        msgspec.structs.replace(e, a=Place(f"{b}:{e.a}"), b=Place(f"{b}:{e.b}"))
        for b in names
        for e in one.edges
    ]
    edges += [
        Edge(Place(f"{a}:{s}"), Place(f"{b}:{s}"), frozenset({LAND}), frozenset({"move"}))
        for a, b in pairwise(names)
        for s in one.spaces
    ]
    return Map("standard", "Standard", spaces, tuple(edges))


def boards(count: int) -> dict[str, Scene]:
    """A scene on each of several boards, with orders that lead from one to another."""
    across = (
        verdict(FRANCE, Move(piece("A 1:par"), Place("2:par"))),
        verdict(ENGLAND, Move(piece("F 3:nth"), Place("1:nth")), FAILED, "bounced"),
        verdict(GERMANY, Support(piece("A 2:mun"), piece("A 1:par"), Place("2:par"))),
    )
    found = {}
    for n in range(1, count + 1):
        here = tuple(
            msgspec.structs.replace(u, place=Place(f"{n}:{u.place}"))
            for u in MOVEMENT.units[: 12 - n]
        )
        found[str(n)] = msgspec.structs.replace(
            MOVEMENT,
            units=here,
            verdicts=across,
            votes=(),
            gone=frozenset(),
            facts=(),
            beaten=frozenset(),
            board=str(n),
        )
    return found
