"""Languages and positions that the tests of the notation share."""

from pathlib import Path

import msgspec

import dragoman.errors
from dragoman.geo import COAST, LAND, SEA, Edge, Map, Place, Province, Space, load_map, read_map
from dragoman.model import (
    ARMY,
    FLEET,
    Dislodged,
    Kind,
    Power,
    State,
    Unit,
    Verb,
    Vocabulary,
    Year,
    read_phase,
)
from dragoman.model import PLACE as ANY_PLACE
from dragoman.modules.declared_homes import HOMES
from dragoman.modules.declared_homes import PHASE as DECLARATION
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.modules.placement import PHASE as PLACEMENT
from dragoman.modules.placement import PLACE
from dragoman.modules.portals import VERBS as LINKS
from dragoman.notation import Language, read_orders

MAPS = Path(dragoman.errors.__file__).parent / "maps"

STANDARD_MAP = load_map(MAPS / "standard" / "map.txt")

ADJECTIVES = {
    "Austria": "austrian",
    "England": "english",
    "France": "french",
    "Germany": "german",
    "Italy": "italian",
    "Russia": "russian",
    "Turkey": "turkish",
}
POWERS = {
    word: Power(name)
    for name, adjective in ADJECTIVES.items()
    for word in (name.lower(), adjective)
}
STRIKE = Verb("strike", (ANY_PLACE,), ("strikes", "strike", "nukes"), by_unit=True)

FRANCE, GERMANY = Power("France"), Power("Germany")

WORDS = Vocabulary(
    verbs=(PLACE, HOMES, CLAIM, *LINKS),
    year=Year().with_kinds(PLACEMENT, DECLARATION),
)
"""The words of several modules at once."""
ARMED = msgspec.structs.replace(WORDS, verbs=(*WORDS.verbs, STRIKE))

STANDARD = Language(STANDARD_MAP, {"A": ARMY, "F": FLEET}, POWERS, vocabulary=WORDS)

LEADER = Kind("L", "leader", frozenset({LAND, SEA}), needs_supply=False)
LEADERS = Language(
    STANDARD_MAP,
    {"A": ARMY, "F": FLEET, "L": LEADER},
    POWERS,
    {"la": ("A", "L"), "lf": ("F", "L")},
    WORDS,
)

GUARD = Kind("CG", "coast guard", frozenset({COAST}), splits_into=("A", "F"), also=("dcg",))
GUARDS = Language(
    read_map(
        """
@map cat
@name Cat
iro coast center Iron
  army  sil tin
  fleet cgp tin/wc
tin coast Tin
  army  iro
  fleet/ec cgp
  fleet/wc iro
sil inland Silver
  army  iro
cgp sea Cheshire Gate Passage
  fleet iro tin/ec
""",
        "cat",
    ),
    {"A": ARMY, "F": FLEET, "CG": GUARD},
    {"telahoma": Power("Telahoma")},
    vocabulary=ARMED,
)


def stacked(board: Map, numbers: str) -> Map:
    """Copies of a map, one for each number, that no border connects."""
    spaces = {}
    edges = []
    for n in numbers:
        for s in board.spaces.values():
            coasts = tuple(Place(f"{n}:{c}") for c in s.coasts)
            province = Province(f"{n}:{s.id}")
            spaces[province] = Space(
                province, s.name, s.kind, s.center, coasts, n, s.convoys, s.also, s.sort
            )
        edges += [
            Edge(Place(f"{n}:{e.a}"), Place(f"{n}:{e.b}"), e.modes, e.uses) for e in board.edges
        ]
    return Map("stacked", "Stacked", spaces, tuple(edges))


BOARDS = Language(stacked(STANDARD_MAP, "13"), {"A": ARMY, "F": FLEET}, POWERS, vocabulary=ARMED)


def renamed(board: Map, name: str, *provinces: str) -> Map:
    """A map on which several provinces have one name, as boards stacked on each other have."""
    spaces = {
        p: msgspec.structs.replace(s, name=name) if p in provinces else s
        for p, s in board.spaces.items()
    }
    return Map(board.id, board.name, spaces, board.edges)


ODD = Language(
    renamed(
        read_map(
            """
@map odd
@name Odd
aco inland A Coruña
  army  bos egn lan rom tri wgn
and sea Andaman Sea
  fleet ben
bos inland Bosnia-Herzegovina
  army  aco
egn inland East Georgia
  army  aco
wgn inland West Georgia
  army  aco
lan coast Land's End
  army  aco
ben sea Bay of Bengal
  fleet and xan/harbor
rom inland Rome
  army  aco
tri coast Trinidad and Tobago
  army  aco
xan coast Xanadu
  fleet/harbor ben
""",
            "odd",
        ),
        "Georgia",
        "egn",
        "wgn",
    ),
    {"A": ARMY, "F": FLEET},
    {
        "rome": Power("Rome"),
        "austria-hungary": Power("Austria-Hungary"),
        "great britain": Power("Britain"),
        "a": Power("Arcadia"),
    },
    vocabulary=ARMED,
)

LANGUAGES = (STANDARD, LEADERS, GUARDS, BOARDS, ODD)


def units(text: str) -> tuple[Unit, ...]:
    """The units of a list such as `France A par, Germany A mun`."""
    rows = [row.split() for row in text.split(",") if row.strip()]
    return tuple(Unit(n, Power(p), k, Place(at)) for n, (p, k, at) in enumerate(rows, 1))


def position(phase: str, standing: str = "", driven: str = "") -> State:
    """A position with these units on the board and these dislodged."""
    dislodged = tuple(Dislodged(unit) for unit in units(driven))
    return State(read_phase(phase), {}, units(standing), dislodged=dislodged)


def canonical(
    text: str, state: State, language: Language = STANDARD, power: Power | None = None
) -> list[str]:
    """The canonical text of every order that a text gives."""
    return [str(order) for order in read_orders(text, language, state, power=power)]
