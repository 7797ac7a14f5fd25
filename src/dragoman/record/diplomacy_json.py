"""Saved games of the Python package `diplomacy`, read into our values and written from them.

Such a file is a list of phases, each with its position, orders, results and messages, and last the
phase that is still open. The package writes powers and places in capitals and orders in a dialect
of its own: `A YOR - NWY VIA`, `A PAR R BUR`, `A PAR D`, `A PAR B`, `WAIVE`. It lists the phases
that our judge asks for, and every Winter in which a power must remove units even if it has no
choice. Every board of armies and fleets can be written so; other variants are refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    WINTER,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Move,
    Order,
    Phase,
    Power,
    Remove,
    Resolution,
    Result,
    Retreat,
    State,
    Support,
    Unit,
    read_phase,
)
from dragoman.notation import read_orders
from dragoman.record.diplomacy_words import BOUNCE, order_key, results, unit_text
from dragoman.record.plain import unlike_classic
from dragoman.rules import Ask, Lots, Variant, on_routes, survivors
from dragoman.variants import load
from dragoman.words.language import language

COMPLETED = "COMPLETED"
BOARD = "standard"
VICTORY = "Victory by: "
RULES = ("NO_PRESS", "POWER_CHOICE")
"""What the package calls a game without messages, in which players choose their powers."""

Given = dict[Power, tuple[Order, ...]]
"""The orders of each power."""


def phase_code(phase: Phase) -> str:
    """A phase as the package writes it: years before 1000 have four digits too."""
    code = str(phase)
    return f"{code[0]}{code[1:-1]:0>4}{code[-1]}"


class SavedPhase(Struct, frozen=True):
    """One phase of a saved game: the position, what was ordered, and what came of it.

    `results` are in the package's words, by unit (`F STP/NC`) or `WAIVE`; `messages` are left as
    the package writes them.
    """

    state: State
    orders: Given = {}
    results: dict[str, tuple[str, ...]] = {}
    messages: tuple[dict[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """What the package calls the phase."""
        return phase_code(self.state.phase) if self.state.result is None else COMPLETED


def phases_from_saved_game(
    data: dict[str, Any], variant: Variant | None = None
) -> list[SavedPhase]:
    """The phases of a saved game, the open or completed one last.

    Judging is the caller's affair: the positions are the file's own. The package does not say why a
    place is closed to a retreat, so stand-offs are inferred from the retreats that it lists.
    """
    saved = _parsed(data)
    reader = Importer(variant or load(saved.map), saved.map)
    phases: list[SavedPhase] = []
    for raw in saved.phases:
        phases.append(reader.phase(raw, phases[-1] if phases else None))
    return phases


def phases_of_turn(state: State, resolution: Resolution) -> list[SavedPhase]:
    """What a judged phase adds to a saved game.

    A Winter that our judge settled by itself, since no power had a choice, is a phase of its own.
    """
    given = [v for v in resolution.verdicts if not v.supplied]
    orders: Given = {}
    for verdict in given:
        orders[verdict.power] = (*orders.get(verdict.power, ()), verdict.order)
    turn = SavedPhase(state, orders, results(state, resolution))
    return [turn, *_settled_winter(state, resolution)]


def saved_game_from_phases(
    phases: Sequence[SavedPhase], variant: Variant | None = None, *, id: str = "dragoman"
) -> dict[str, Any]:
    """The saved game that phases make, the open or completed one last; ready for `json.dumps`.

    The package's own hash of a position cannot be computed here and is written as 0; the package
    builds it anew when it loads the game.
    """
    rules = [rule for rule in RULES if rule != "NO_PRESS" or not any(p.messages for p in phases)]
    variant = variant or load(BOARD)
    writer = Exporter(variant, {"game_id": id, "map": variant.id, "rules": rules})
    return {
        "id": id,
        "map": variant.id,
        "rules": rules,
        "phases": [writer.phase(n, phase) for n, phase in enumerate(phases)],
    }


class RawState(Struct):
    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    retreats: dict[str, dict[str, list[str]]] = {}
    homes: dict[str, list[str]] = {}
    influence: dict[str, list[str]] = {}
    note: str = ""


class RawPhase(Struct):
    name: str
    state: RawState
    orders: dict[str, list[str] | None] = {}
    results: dict[str, list[str]] = {}
    messages: list[dict[str, Any]] = []


class _RawGame(Struct):
    phases: list[RawPhase]
    map: str = BOARD


def _parsed(data: dict[str, Any]) -> _RawGame:
    try:
        return msgspec.convert(data, _RawGame)
    except msgspec.ValidationError as error:
        raise RequestError(f"this is no saved game of the package diplomacy: {error}") from error


def check_board(variant: Variant, board: str) -> None:
    """Refuse another board than the variant's, and rules that the package has no words for."""
    if board != variant.id:
        raise RequestError(f"this is a game on the board {board!r}, not {variant.id!r}")
    wrong = unlike_classic(variant) or "it has several boards" * (len(variant.map.boards) > 1)
    if wrong:
        raise RequestError(f"the package diplomacy knows nothing like {variant.name}: {wrong}")


Trips = dict[tuple[Place, Place], set[Place]]


class Importer:
    """Reads the phases of one saved game."""

    def __init__(self, variant: Variant, board: str) -> None:
        check_board(variant, board)
        self.variant = variant
        self.opening = variant.rules.opening(variant, (), Lots("opening"))
        self.power = {power.upper(): power for power in variant.powers}
        self.province = variant.map.province
        self.stands = Ask(variant, self.opening).moves

    def phase(self, raw: RawPhase, last: SavedPhase | None) -> SavedPhase:
        state = self._state(raw, last)
        orders = {
            self._power(name): tuple(self._orders(texts, state, self._power(name)))
            for name, texts in raw.orders.items()
            if texts
        }
        orders = self.by_land(Ask(self.variant, state), orders)
        results = {unit: tuple(words) for unit, words in raw.results.items()}
        return SavedPhase(state, orders, results, tuple(raw.messages))

    def _power(self, name: str) -> Power:
        if name not in self.power:
            raise RequestError(f"no power {name!r}: there are {', '.join(self.power)}")
        return self.power[name]

    def _orders(self, texts: Iterable[str], state: State, power: Power) -> Iterator[Order]:
        speech = language(Ask(self.variant, state))
        for text in texts:
            yield from read_orders(text, speech, state, power=power)

    def by_land(self, ask: Ask, orders: Given) -> Given:
        """The orders with `via` only where an army is carried that could have marched.

        The package lets it march where nobody carries it, and where there is no border it always
        says `VIA`.
        """
        trips = _trips(order for given in orders.values() for order in given)
        return {
            power: tuple(self._plain(ask, order, trips) for order in given)
            for power, given in orders.items()
        }

    def _plain(self, ask: Ask, order: Order, trips: Trips) -> Order:
        if not isinstance(order, Move) or not order.via:
            return order
        start, end = order.unit.place, order.to
        fleets = {self.province[fleet] for fleet in trips.get((start, end), ())}
        near = end in ask.moves[order.unit.kind].get(start, ())
        if near and on_routes(ask.map, fleets, self.province[start], self.province[end]):
            return order
        return Move(order.unit, end)

    def _state(self, raw: RawPhase, last: SavedPhase | None) -> State:
        units = list(self._units(raw.state))
        state = msgspec.structs.replace(
            self.opening,
            phase=self._when(raw.name, last),
            units=tuple(unit for unit, driven in units if not driven),
            owners={self._at(c): self._power(p) for p, cs in raw.state.centers.items() for c in cs},
            homes=self.opening.homes | self._homes(raw.state),
            last_id=len(units),
        )
        if any(len(units) > 1 for units in Ask(self.variant, state).at.values()):
            raise RequestError(f"two units stand in one province in {raw.name}")
        if raw.name == COMPLETED:
            return msgspec.structs.replace(state, result=self._result(state, raw.state))
        return self._driven(state, [unit for unit, driven in units if driven], raw.state, last)

    def _when(self, name: str, last: SavedPhase | None) -> Phase:
        """The phase of a name; a game is completed in the Winter of its last year."""
        if name != COMPLETED:
            return read_phase(name)
        return Phase((last.state if last else self.opening).phase.year, WINTER, ADJUSTMENT)

    def _result(self, state: State, raw: RawState) -> Result:
        """Who won; a game that nobody won was drawn by those that the note names, or by all."""
        ask = Ask(self.variant, state)
        won = self.variant.rules.outcome(ask)
        named = [] if won else raw.note.removeprefix(VICTORY).split(", ")
        shared = [s for s, ps in state.seats.items() if any(_short(p) in named for p in ps)]
        return won or Result("draw", tuple(shared) or survivors(ask))

    def influence(self, raw: RawState) -> dict[Province, Power]:
        """Whose unit was the last to stand in each province."""
        return {self._at(c): self._power(p) for p, cs in raw.influence.items() for c in cs}

    def _homes(self, raw: RawState) -> dict[Power, tuple[Province, ...]]:
        return {self._power(p): tuple(self._at(c) for c in cs) for p, cs in raw.homes.items()}

    def _at(self, text: str) -> Province:
        return self.province[self._place(text)]

    def _place(self, text: str) -> Place:
        place = Place(text.lower())
        if place not in self.province:
            raise RequestError(f"no place {text!r} on the board {self.variant.id!r}")
        return place

    def _units(self, raw: RawState) -> Iterator[tuple[Unit, bool]]:
        """Every unit, and whether it was driven out: `A PAR`, `*A PAR`."""
        named = ((self._power(power), text) for power, texts in raw.units.items() for text in texts)
        for number, (power, text) in enumerate(named, 1):
            kind, _, at = text.removeprefix("*").partition(" ")
            if self._place(at) not in self.stands.get(kind, ()):
                raise RequestError(f"{text!r} is no unit that can stand there")
            yield Unit(number, power, kind, self._place(at)), text.startswith("*")

    def _driven(
        self, state: State, units: Sequence[Unit], raw: RawState, last: SavedPhase | None
    ) -> State:
        """The position with its dislodged units, and what is closed to them."""
        ask = Ask(self.variant, state)
        dislodged: list[Dislodged] = []
        closed: set[Province] = set()
        for unit in units:
            texts = raw.retreats.get(unit.power.upper(), {}).get(unit_text(unit), [])
            listed = {self._at(text) for text in texts}
            near = {self.province[to] for to in ask.moves[unit.kind].get(unit.place, ())}
            by = self._origin(unit, last) if last else None
            dislodged.append(Dislodged(unit, None if by in listed else by))
            closed |= near - listed - set(ask.at) - {by}
        return msgspec.structs.replace(
            state, dislodged=tuple(dislodged), standoffs=tuple(sorted(closed))
        )

    def _origin(self, unit: Unit, last: SavedPhase) -> Province | None:
        """Where the unit came from that took the place of a dislodged one."""
        here = self.province[unit.place]
        moves = (o for orders in last.orders.values() for o in orders if isinstance(o, Move))
        for move in moves:
            arrived = not last.results.get(unit_text(move.unit), (BOUNCE,))
            if arrived and self.province[move.to] == here:
                return self.province[move.unit.place]
        return None


def _trips(orders: Iterable[Order]) -> Trips:
    """The fleets that were ordered to carry an army, by where it starts and lands."""
    found: Trips = {}
    for order in orders:
        if isinstance(order, Convoy):
            found.setdefault((order.whom.place, order.to), set()).add(order.unit.place)
    return found


class Exporter:
    """Writes the phases of one saved game."""

    def __init__(self, variant: Variant, game: dict[str, Any]) -> None:
        check_board(variant, variant.id)
        self.variant = variant
        self.game = game
        self.influence: dict[Province, Power] = {}

    def phase(self, number: int, phase: SavedPhase) -> dict[str, Any]:
        ask = Ask(self.variant, phase.state)
        lost = _forgotten(ask)
        given = {
            power: [order_text(ask, order) for order in orders if order_key(order) not in lost]
            for power, orders in phase.orders.items()
        }
        return {
            "name": phase.name,
            "state": self._state(ask, phase.name, number),
            "orders": _headed({power: given.get(power, []) for power in self.variant.powers}),
            "results": {
                key: list(words) for key, words in phase.results.items() if key not in lost
            },
            "messages": list(phase.messages),
        }

    def _state(self, ask: Ask, name: str, number: int) -> dict[str, Any]:
        state, powers = ask.state, self.variant.powers
        self.influence.update((ask.province[u.place], u.power) for u in state.units)
        retreats = {power: _retreats(ask, power) for power in powers}
        columns: dict[str, dict[Power, Any]] = {
            "units": {
                p: [*map(unit_text, state.forces_of(p)), *_starred(retreats[p])] for p in powers
            },
            "retreats": retreats,
            "centers": {p: _capitals(state.centers(p)) for p in powers},
            "homes": {p: _capitals(state.homes.get(p, ())) for p in powers},
            "influence": {p: _capitals(self._held(p)) for p in powers},
            "civil_disorder": dict.fromkeys(powers, 0),
            "builds": {power: _builds(ask, power) for power in powers},
        }
        return {
            **{"timestamp": number, "zobrist_hash": "0", "note": _note(state), "name": name},
            **{key: _headed(column) for key, column in columns.items()},
            **self.game,
        }

    def _held(self, power: Power) -> list[Province]:
        return [province for province, holder in self.influence.items() if holder == power]


def _capitals(places: Iterable[Place | Province]) -> list[str]:
    return [place.upper() for place in places]


def _headed(column: dict[Power, Any]) -> dict[str, Any]:
    return {power.upper(): row for power, row in column.items()}


def _starred(retreats: dict[str, list[str]]) -> list[str]:
    return [f"*{unit}" for unit in retreats]


def _note(state: State) -> str:
    """How the package tells who won: by the first three letters of each power."""
    if state.result is None:
        return ""
    won = [p for seat in state.result.winners for p in state.seats.get(seat, ())]
    return f"{VICTORY}{', '.join(map(_short, won))}" if won else ""


def _short(power: Power) -> str:
    return power[:3].upper()


def _retreats(ask: Ask, power: Power) -> dict[str, list[str]]:
    """Where each dislodged unit may go; the package forgets those that can go nowhere."""
    mine = [d.unit for d in ask.state.dislodged if d.unit.power == power]
    found = {unit_text(unit): _capitals(ask.rules.refuges(ask, unit)) for unit in mine}
    return {unit: places for unit, places in found.items() if places}


def _forgotten(ask: Ask) -> set[str]:
    """The dislodged units that can go nowhere, which the package has taken away already."""
    refuges = ask.rules.refuges
    return {unit_text(d.unit) for d in ask.state.dislodged if not refuges(ask, d.unit)}


def _builds(ask: Ask, power: Power) -> dict[str, Any]:
    """How many units a power may build, or must remove if negative, and where it may build."""
    if ask.state.phase.kind != ADJUSTMENT and ask.state.result is None:
        return {"count": 0, "homes": []}
    due = ask.rules.entitlement(ask, power)
    sites = {ask.province[site.place] for site in ask.rules.sites(ask, power)}
    homes = _capitals(sorted(sites)) if due > 0 else []
    return {"count": min(due, len(homes)) if due > 0 else due, "homes": homes}


def order_text(ask: Ask, order: Order) -> str:
    """An order in the package's dialect, which asks for `VIA` on every move over the water."""
    text = str(order)
    if isinstance(order, Move):
        near = ask.moves.get(order.unit.kind, {}).get(order.unit.place, frozenset())
        by_sea = order.via or (order.unit.kind == "A" and order.to not in near)
        text = f"{order.unit} - {order.to}{' via' if by_sea else ''}"
    elif isinstance(order, Support) and order.to is not None:
        text = f"{order.unit} S {order.whom} - {_aim(ask, order, order.to)}"
    elif isinstance(order, Retreat):
        text = f"{order.unit} R {order.to}"
    elif isinstance(order, Disband | Remove):
        text = f"{order.unit} D"
    elif isinstance(order, Build):
        text = f"{order.unit} B"
    return text.upper()


def _aim(ask: Ask, order: Support, to: Place) -> Place:
    """What a support is for; of two coasts in reach the package names none if a fleet supports."""
    near = ask.moves.get(order.whom.kind, {}).get(order.whom.place, frozenset())
    coasts = near.intersection(ask.map.spaces[ask.province[to]].coasts)
    return ask.map.root(to) if len(coasts) > 1 and order.unit.kind == "F" else to


def _settled_winter(state: State, resolution: Resolution) -> Iterator[SavedPhase]:
    """The Winter after a Fall in which units had to go and nobody had a choice which."""
    gone = [
        (v.power, v.order)
        for v in resolution.verdicts
        if v.supplied and isinstance(v.order, Remove) and resolution.phase.kind != ADJUSTMENT
    ]
    if gone:
        then = resolution.state
        lost = (Unit(0, power, order.unit.kind, order.unit.place) for power, order in gone)
        winter = msgspec.structs.replace(
            then,
            phase=Phase(state.phase.year, WINTER, ADJUSTMENT),
            units=(*then.units, *lost),
            result=None,
        )
        yield SavedPhase(winter, {}, {unit_text(order.unit): ("",) for _, order in gone})
