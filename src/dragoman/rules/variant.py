"""Variants as values: a map, kinds of piece, powers, numbers and the finished rules."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from dragoman.geo import MOVE, SUPPORT, Map, Place, Province
from dragoman.model import Kind, Phase, Piece, Power, Seat, Tally, Vocabulary, Year
from dragoman.rules.editions import Policies

if TYPE_CHECKING:
    from dragoman.rules.convoys import Flotilla
    from dragoman.rules.questions import Ruleset


class PowerInfo(Struct, frozen=True):
    """A power as the file gives it: its names, home centers, opening units and colors.

    `lands` are the provinces of its home country that are no centers, for rules that care. Without
    `centers` of its own it owns its homes at the start. A `neutral` power is held by no seat, and
    its units do what the rules say. A `tag` tells powers of one color apart: a figure or
    letters that its pieces bear.
    """

    name: Power
    adjective: str = ""
    homes: tuple[Province, ...] = ()
    units: tuple[str, ...] = ()
    centers: tuple[Province, ...] | None = None
    lands: tuple[Province, ...] = ()
    color: str = ""
    also: tuple[str, ...] = ()
    neutral: bool = False
    tag: str = ""

    @property
    def owned(self) -> tuple[Province, ...]:
        """The centers that it owns at the start."""
        return self.homes if self.centers is None else self.centers


def playable(powers: Mapping[Power, PowerInfo]) -> tuple[Power, ...]:
    """The powers that a seat can hold: all that are not neutral."""
    return tuple(power for power, info in powers.items() if not info.neutral)


def powers_called(powers: Mapping[Power, PowerInfo], names: Sequence[str]) -> list[Power]:
    """The powers of some names in any case; a name that no power bears stays as it is."""
    known = {
        name.lower(): power
        for power, info in powers.items()
        for name in (*info.also, info.adjective, power)
    }
    return [known.get(name.strip().lower(), Power(name)) for name in names]


class Option(Struct, frozen=True):
    """A setting that a variant takes: its type, its default, and what it means.

    Where there are choices, `about` says of each `choice: what it means`, with semicolons between
    them. `title` is the name that people read; without one it is made of the name. Of a list that
    is `per_seat`, each seat may choose the entry of its own number while its table forms.
    """

    name: str
    type: str
    default: Any
    about: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    source: str = ""
    title: str = ""
    per_seat: bool = False


Moves = dict[str, dict[Place, frozenset[Place]]]
"""For each kind, where a unit gets from each place."""

Loans = dict[str, dict[Place, frozenset[Province]]]
"""For each kind, the provinces into which a unit at each place can lend support."""


def moves_on(board: Map, kinds: dict[str, Kind]) -> Moves:
    """Where a unit of each kind gets from each place of a board by itself."""
    return {k.letter: board.reach(k.modes, MOVE, coasts=k.coasts) for k in kinds.values()}


def loans_on(board: Map, kinds: dict[str, Kind]) -> Loans:
    """The provinces into which a unit of each kind can lend support, from each place of a board."""
    return {
        k.letter: board.reach_provinces(k.modes, SUPPORT, coasts=k.coasts) for k in kinds.values()
    }


Fixed = tuple[Map, dict[Place, Province], Moves, Loans, frozenset[tuple[str, Place]]]
"""A board with its provinces, where units get and lend support, and where they carry others."""

Ways = dict[str, dict[Place, dict[Province, Place]]]
"""For each kind, the provinces to which a unit gets from each place, and where there."""

Aims = tuple[Place | None, ...]
"""In what a unit can be supported: staying, or going somewhere."""

Aided = dict[str, Aims]
"""The units, by kind and place such as `A par`, that a unit can support, and in what."""


Written = tuple[list[str], dict[str, list[str]]]
"""The texts of a unit's hold and moves, and of its supports for each unit that it can support."""


Backed = dict[str, dict[str, list[str]]]
"""For units by their names, the texts of their supports for others."""


class Voyages(Struct):
    """What units can do by sea in a position, as text, by their names.

    The hold and all moves of those who could go by sea, supports for those who could land, by land
    too, and the convoys of each fleet for each unit that it could help to carry.
    """

    moves: dict[str, list[str]] = {}
    supports: Backed = {}
    convoys: dict[str, list[list[str]]] = {}


class Flotillas(dict[tuple[str, frozenset[Province]], "Flotilla"]):
    """What is known of fleets in some waters that could carry a kind of unit.

    `written` counts the texts of orders that are kept with them.
    """

    written = 0

    def forget(self) -> None:
        """Begin anew, when it has become too much."""
        self.clear()
        self.written = 0


def ways_on(board: Map, kinds: dict[str, Kind]) -> Ways:
    """Where units of each kind get from each place of a board, by province."""
    return {k.letter: board.ways_out(k.modes, coasts=k.coasts) for k in kinds.values()}


def aided_from(
    ways: Ways, province: dict[Place, Province], loans: frozenset[Province] | None
) -> Aided:
    """Whom a unit can support that lends support into some provinces, by what lies near."""
    found: Aided = {}
    aims = sorted(loans or ())
    for letter, places in ways.items():
        for place, there in places.items():
            here = province[place]
            goals = [there[aim] for aim in aims if aim in there and aim != here]
            aimed = (None, *goals) if here in aims else tuple(goals)
            if aimed:
                found[f"{letter} {place}"] = aimed
    return found


def carrying_on(board: Map, kinds: dict[str, Kind]) -> frozenset[tuple[str, Place]]:
    """The kinds of unit that can carry others, each with the places of a board where it can."""
    seas = [place for space in board.spaces.values() if space.convoys for place in space.places]
    return frozenset((k.letter, place) for k in kinds.values() if k.carries for place in seas)


class Variant(Struct, frozen=True, eq=False, dict=True):
    """What `load(id, options)` builds; games are played with nothing else.

    `boards` are those that its rules govern, if the map has others too; empty means all. With
    `open_table` seats or fewer, players are advised to talk openly. `parts` are the modules that
    `modules` names; `map_folder` is where the map's file lies, and perhaps its drawing.
    `vocabulary` are the words that modules brought, and the year. One that `is_rule` is another
    with a single change, meant to be mixed with others. `books` are what the rules of each board
    are called, where they differ.
    """

    id: str
    version: int
    name: str
    summary: str
    map: Map
    kinds: dict[str, Kind]
    powers: dict[Power, PowerInfo]
    start: Phase
    rules: "Ruleset"
    policies: Policies
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    schema: tuple[Option, ...] = ()
    seats: tuple[Seat, ...] = ()
    numbers: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    modules: tuple[str, ...] = ()
    credits: str = ""
    folder: str = ""
    boards: tuple[str, ...] = ()
    open_table: int = 0
    is_rule: bool = False
    parts: tuple[Any, ...] = ()
    map_folder: str = ""
    data: dict[str, Any] = {}
    vocabulary: Vocabulary = Vocabulary()
    books: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<Variant {self.id}, version {self.version}: {self.name}>"

    @property
    def year(self) -> Year:
        """The phases of a year, in their order."""
        return self.vocabulary.year

    @cached_property
    def keeps_map(self) -> bool:
        """Whether the board stays the same: no rule changes it, nor does a season."""
        return self.rules.is_default("map") and not self.map.seasonal

    @cached_property
    def fixed(self) -> "Fixed | None":
        """What every position shares, where the rules leave the variant's board as it is."""
        if not self.keeps_map:
            return None
        return self.map, self.map.province, self.moves, self.loans, self.at_sea

    @cached_property
    def ways(self) -> Ways:
        """Where units get, by province, as long as the board is the variant's own."""
        return ways_on(self.map, self.kinds)

    @cached_property
    def moves(self) -> Moves:
        """Where units get by themselves as long as the board is the variant's own."""
        return moves_on(self.map, self.kinds)

    @cached_property
    def stands(self) -> frozenset[tuple[str, Place]]:
        """The kinds and places of units as long as the board is the variant's own."""
        return frozenset((kind, place) for kind, places in self.moves.items() for place in places)

    @cached_property
    def ones(self) -> dict[str, Tally]:
        """The strength of one unit of each kind, where every unit counts one."""
        return {letter: Tally(1, ((kind.name, 1),)) for letter, kind in self.kinds.items()}

    @cached_property
    def aided(self) -> dict[tuple[str, Place], Aided]:
        """Whom units of each kind and place can support, as it was asked for."""
        return {}

    @cached_property
    def written(self) -> dict[str, Written]:
        """What units can do by what lies near, by their names, as it was asked for."""
        return {}

    @cached_property
    def raisable(self) -> dict[Province, tuple[Piece, ...]]:
        """What can be built in each province, as it was asked for."""
        return {}

    @cached_property
    def flotillas(self) -> Flotillas:
        """What follows for fleets that hang together, as they were there."""
        return Flotillas()

    @cached_property
    def at_sea(self) -> frozenset[tuple[str, Place]]:
        """Who can carry others, and where, as long as the board is the variant's own."""
        return carrying_on(self.map, self.kinds)

    @cached_property
    def has_limits(self) -> bool:
        """Whether there are kinds of which a power never has more than some."""
        return any(kind.most is not None for kind in self.kinds.values())

    @cached_property
    def dividing(self) -> frozenset[str]:
        """The kinds whose units divide into parts."""
        return frozenset(k.letter for k in self.kinds.values() if k.splits_into)

    @cached_property
    def loans(self) -> Loans:
        """Where units can lend support as long as the board is the variant's own."""
        return loans_on(self.map, self.kinds)
