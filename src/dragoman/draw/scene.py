"""Scenes: what is to be seen on one board, taken from a game's state and what came of a phase."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from dragoman.draw.palette import PLAIN, Swatch, swatches
from dragoman.geo import Map, Place, Province
from dragoman.model import (
    MOVEMENT,
    Dislodged,
    Fact,
    Hold,
    Kind,
    Piece,
    Power,
    Resolution,
    Sign,
    State,
    Unit,
    Value,
    Verdict,
    Vocabulary,
    Votes,
)
from dragoman.rules import Ask, Orders, Variant, playable


class Scene(Struct, frozen=True):
    """Everything that is drawn on top of one board."""

    swatches: Mapping[Power, Swatch]
    kinds: Mapping[str, Kind]
    owners: Mapping[str, Power] = {}
    homes: frozenset[str] = frozenset()
    units: tuple[Unit, ...] = ()
    dislodged: tuple[Dislodged, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    beaten: frozenset[int] = frozenset()
    votes: tuple[Votes, ...] = ()
    gone: frozenset[str] = frozenset()
    standoffs: frozenset[str] = frozenset()
    board: str = ""
    weights: Mapping[int, int] = {}
    facts: tuple[Fact, ...] = ()
    vocabulary: Vocabulary = Vocabulary()

    def local(self, place: Place | str) -> str | None:
        """A place without its board's number; none if it lies on another board."""
        board, local = split(place)
        return local if board == self.board else None

    @property
    def signs(self) -> Iterator[tuple[Sign, Fact]]:
        """The facts that have a sign on the map."""
        for fact in self.facts:
            kind = self.vocabulary.fact.get(fact.name)
            if kind and kind.sign:
                yield kind.sign, fact

    @property
    def spots(self) -> Iterator[tuple[Sign, Fact, Value]]:
        """Every place at which a fact's sign stands; several, where the fact names as many."""
        for sign, fact in self.signs:
            if not sign.line:
                many = self.vocabulary.fact[fact.name].takes[sign.at].is_many
                values = fact.values[sign.at :] if many else fact.values[sign.at : sign.at + 1]
                yield from ((sign, fact, value) for value in values)

    @property
    def bonds(self) -> Iterator[tuple[str, str, str]]:
        """The pairs of places that facts join, with the name of the fact."""
        for sign, fact in self.signs:
            if sign.line:
                yield from ((fact.name, str(a), str(b)) for a, b in pairwise(fact.values))


def split(place: Place | str) -> tuple[str, str]:
    """The board of a place, and the place on it.

    >>> split("3:stp/nc")
    ('3', 'stp/nc')
    """
    board, _, local = str(place).rpartition(":")
    return board, local


def colors(variant: Variant) -> dict[Power, Swatch]:
    """The color of every power; powers of the same country on several boards share it.

    Neutral powers are grey, and take no color away from the others.
    """
    wishes = {country(p): variant.powers[p].color for p in playable(variant.powers)}
    found = swatches(wishes)
    return {p: found.get(country(p), PLAIN) for p in variant.powers}


def country(power: Power | str) -> str:
    """A power without its board: `France` for `France@4`."""
    return str(power).partition("@")[0]


def scene(
    variant: Variant, state: State, resolution: Resolution | None = None, board: str = ""
) -> Scene:
    """One board of a state, with the orders and results of the phase that followed it."""
    now = Ask(variant, state)
    told = resolution.verdicts if resolution else ()
    return Scene(
        swatches=colors(variant),
        kinds=variant.kinds,
        owners={split(p)[1]: power for p, power in state.owners.items() if split(p)[0] == board},
        homes=frozenset(
            split(h)[1] for homes in state.homes.values() for h in homes if split(h)[0] == board
        ),
        units=tuple(u for u in state.units if split(u.place)[0] == board),
        dislodged=tuple(d for d in state.dislodged if split(d.unit.place)[0] == board),
        verdicts=told,
        beaten=frozenset(d.unit.id for d in resolution.dislodged) if resolution else frozenset(),
        votes=resolution.votes if resolution else (),
        gone=frozenset(split(p)[1] for p in lost(variant.map, now.map) if split(p)[0] == board),
        standoffs=frozenset(split(p)[1] for p in state.standoffs if split(p)[0] == board),
        board=board,
        weights=weights(now),
        facts=now.rules.show(now),
        vocabulary=variant.vocabulary,
    )


def weights(ask: Ask) -> dict[int, int]:
    """The strength of every unit that fights with more than its pieces show, by its id."""
    found: dict[int, int] = {}
    for place, units in ask.at.items() if ask.state.phase.kind == MOVEMENT else ():
        orders: list[tuple[Unit, Orders]] = [(u, (Hold(Piece(u.kind, u.place)),)) for u in units]
        for force in ask.rules.muster(ask, place, orders):
            tally = ask.rules.strength(ask, force)
            if tally and tally.total > len(force.units):
                found[force.units[0].id] = tally.total
    return found


def lost(whole: Map, present: Map) -> Iterable[Province]:
    """The provinces of a map that its present form has no more, or leaves without any border."""
    if present is whole:
        return ()
    alive = {present.province[end] for e in present.edges for end in (e.a, e.b)}
    used = {whole.province[end] for e in whole.edges for end in (e.a, e.b)}
    return [p for p in whole.spaces if p not in present.spaces or (p in used and p not in alive)]
