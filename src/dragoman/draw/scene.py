"""Scenes: what is to be seen on one board, taken from a game's state and what came of a phase."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from dragoman.draw.palette import PALETTE, PLAIN, Swatch, swatches
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


class Player(Struct, frozen=True):
    """A player where the colors of powers do not tell players apart: number and color."""

    number: str
    swatch: Swatch


class Scene(Struct, frozen=True):
    """Everything that is drawn on top of one board.

    `tags` and `initials` are what the pieces of powers bear; `held` is the ground that facts give
    to powers. `lettered` pieces bear initials; `taken` are centers with the owners they get.
    """

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
    tags: Mapping[Power, str] = {}
    initials: Mapping[Power, str] = {}
    lettered: bool = False
    taken: Mapping[str, Power] = {}
    players: Mapping[Power, Player] = {}

    def at_home(self, power: Power) -> bool:
        """Whether a power is of this board, as far as its tag tells."""
        return not self.board or self.tags.get(power, self.board) == self.board

    @property
    def held(self) -> dict[str, Power]:
        """The provinces of this board that a fact gives to a power, be they centers or not."""
        found: dict[str, Power] = {}
        for sign, fact, place in self.spots:
            k = self.local(str(place))
            if sign.ground == "power" and k:
                found.update((k, Power(str(v))) for v in fact.values if v in self.swatches)
        return found

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


def many(variant: Variant) -> bool:
    """Whether there are more countries than colors that every eye can tell apart."""
    return len({country(power) for power in playable(variant.powers)}) > len(PALETTE)


def taken(state: State, resolution: Resolution | None, board: str) -> dict[str, Power]:
    """The centers of a board that changed hands in a phase, with their new owners."""
    after = resolution.state.owners if resolution else {}
    return {
        split(place)[1]: power
        for place, power in after.items()
        if split(place)[0] == board and state.owners.get(place) != power
    }


def initials(powers: Iterable[Power]) -> dict[Power, str]:
    """The first letters of every power, as many as tell it from other countries, three at most.

    >>> initials([Power("Italy"), Power("India"), Power("Japan")])
    {'Italy': 'It', 'India': 'In', 'Japan': 'J'}
    """
    named = {power: country(power) for power in powers}
    return {
        power: next(
            (
                name[:n]
                for n in (1, 2)
                if not any(o != name and o.startswith(name[:n]) for o in named.values())
            ),
            name[:3],
        )
        for power, name in named.items()
    }


def players(state: State, known: Mapping[Power, Swatch]) -> dict[Power, Player]:
    """The player of each power, where one holds powers of several colors; else none."""
    if all(len({known[p] for p in powers}) < 2 for powers in state.seats.values()):
        return {}
    looks = swatches(dict.fromkeys(map(str, state.seats), ""))
    return {
        power: Player(str(number), looks[seat])
        for number, (seat, powers) in enumerate(state.seats.items(), 1)
        for power in powers
    }


def uncolored(seen: Scene) -> Scene:
    """A scene in black and white: pieces and players go by what they bear."""
    blank = Swatch("#ffffff", "#000000")
    return replace(
        seen,
        swatches=dict.fromkeys(seen.swatches, blank),
        players={power: Player(p.number, blank) for power, p in seen.players.items()},
    )


def scene(
    variant: Variant, state: State, resolution: Resolution | None = None, board: str = ""
) -> Scene:
    """One board of a state, with the orders and results of the phase that followed it."""
    now = Ask(variant, state)
    verdicts, known = resolution.verdicts if resolution else (), colors(variant)
    return Scene(
        swatches=known,
        kinds=variant.kinds,
        owners={split(p)[1]: power for p, power in state.owners.items() if split(p)[0] == board},
        homes=frozenset(
            split(h)[1] for homes in state.homes.values() for h in homes if split(h)[0] == board
        ),
        units=tuple(u for u in state.units if split(u.place)[0] == board),
        dislodged=tuple(d for d in state.dislodged if split(d.unit.place)[0] == board),
        verdicts=verdicts,
        beaten=frozenset(d.unit.id for d in resolution.dislodged) if resolution else frozenset(),
        votes=resolution.votes if resolution else (),
        gone=frozenset(split(p)[1] for p in lost(variant.map, now.map) if split(p)[0] == board),
        standoffs=frozenset(split(p)[1] for p in state.standoffs if split(p)[0] == board),
        board=board,
        weights=weights(now),
        facts=now.rules.show(now),
        vocabulary=variant.vocabulary,
        tags={power: info.tag for power, info in variant.powers.items() if info.tag},
        initials=initials(variant.powers),
        lettered=many(variant),
        taken=taken(state, resolution, board),
        players=players(state, known),
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
