"""A game by the names of the package `diplomacy`, judged by ours."""

import secrets
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from dragoman.compat.diplomacy.board import Map, long_name
from dragoman.compat.diplomacy.past import SERVER, Past, position_hash
from dragoman.compat.diplomacy.power import Power
from dragoman.compat.diplomacy.talk import GamePhaseData, Message, raw_phase
from dragoman.draw.game import Moment, draw_moment
from dragoman.errors import DragomanError, RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.judge.turn import admit
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    RETREAT,
    Ballot,
    Build,
    Order,
    Reason,
    Remove,
    Resolution,
    Result,
    Seat,
    State,
    Support,
    Verdict,
    Waive,
)
from dragoman.model import Power as PowerName
from dragoman.record.diplomacy_json import (
    COMPLETED,
    Exporter,
    Importer,
    SavedPhase,
    check_board,
    order_text,
    phase_code,
    phases_of_turn,
)
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, survivors
from dragoman.variants import load

RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")
FORMING, ACTIVE, FINISHED, CANCELED = "forming", "active", "completed", "canceled"


class Game(Past):
    """One game of a board of armies and fleets, driven as programs for the package drive it."""

    def __init__(
        self,
        game_id: str | None = None,
        map_name: str = "standard",
        rules: Iterable[str] | None = None,
        **others: Any,
    ) -> None:
        self.variant = load(map_name)
        check_board(self.variant, self.variant.id)
        self.game_id = game_id or secrets.token_urlsafe(12)
        self.map, self.map_name = Map(self.variant), map_name
        self.rules = list(RULES if rules is None else rules)
        self.note, self.error, self.outcome = "", list[str](), list[str]()
        self.victory = list(self.map.victory)
        self.win = self.victory[0]
        self.deadline, self.role, self.registration_password = 300, SERVER, None
        self.status = FORMING
        self.messages: dict[int, Message] = {}
        self.powers = {name: Power(self, name) for name in self.map.powers}
        self._reader = Importer(self.variant, self.variant.id)
        self._names = {power.upper(): power for power in self.variant.powers}
        self._begin(self.variant.rules.opening(self.variant, (), Lots("opening")))

    def _begin(self, state: State, influence: dict[Province, PowerName] | None = None) -> None:
        """Start the game anew from a position, without a past."""
        self._given: dict[str, list[Order]] = {}
        self._writer = self._new_writer()
        self._writer.influence |= influence or {}
        self._forget()
        self._ahead: State | None = None
        self._forced: dict[str, tuple[str, ...]] = {}
        self._stand(state)

    def _new_writer(self) -> Exporter:
        named = {"game_id": self.game_id, "map": self.map_name, "rules": self.rules}
        return Exporter(self.variant, named)

    def _stand(self, state: State) -> None:
        """Take up a position."""
        self._state = state
        self._ask = Ask(self.variant, state)
        self._given = {}
        self._worded: dict[Order, str] = {}
        self._written = self._writer.phase(len(self.state_history), SavedPhase(state))["state"]
        self._written["timestamp"] = time.time_ns() // 1000
        self._written["zobrist_hash"] = position_hash(self._written)
        if state.result is not None:
            self._finish(state.result)

    def _finish(self, result: Result) -> None:
        self.status, self.note = FINISHED, self._written["note"]
        won = [p for seat in result.winners for p in self._state.seats.get(seat, ())]
        last = (
            self.state_history.last_key() if self.state_history else phase_code(self._state.phase)
        )
        self.outcome = [last, *(power.upper() for power in won)]

    # The phase.

    def get_current_phase(self) -> str:
        """The code of the present phase, such as `S1901M`; `COMPLETED` at the end."""
        return COMPLETED if self.is_game_done else phase_code(self._state.phase)

    @property
    def current_short_phase(self) -> str:
        """The code of the present phase."""
        return self.get_current_phase()

    phase_abbr = current_short_phase

    @property
    def phase(self) -> str:
        """The present phase in full: `SPRING 1901 MOVEMENT`."""
        return long_name(self.get_current_phase())

    @property
    def phase_type(self) -> str:
        """The letter of the kind of phase: M, R, A, or - at the end."""
        return "-" if self.is_game_done else self._state.phase.kind

    @property
    def is_game_done(self) -> bool:
        """Whether the game is over."""
        return self._state.result is not None

    @property
    def is_game_active(self) -> bool:
        """Whether orders can be given."""
        return self.status == ACTIVE

    @property
    def is_game_completed(self) -> bool:
        """Whether the game was played to its end."""
        return self.status == FINISHED

    @property
    def is_game_forming(self) -> bool:
        """Whether nothing has happened yet."""
        return self.status == FORMING

    # What powers have.

    def get_power(self, power_name: str) -> Power | None:
        """A power by its name."""
        return self.powers.get(power_name)

    def has_power(self, power_name: str) -> bool:
        """Whether there is a power of this name."""
        return power_name in self.powers

    def get_map_power_names(self) -> Iterable[str]:
        """The names of the powers."""
        return self.powers.keys()

    def get_units(self, power_name: str | None = None) -> Any:
        """The units of a power, or of all by name; dislodged ones have an asterisk."""
        return self._column("units", power_name)

    def get_centers(self, power_name: str | None = None) -> Any:
        """The centers of a power, or of all by name."""
        return self._column("centers", power_name)

    def _column(self, name: str, power_name: str | None) -> Any:
        column = self._written[name]
        if power_name is None:
            return {power: list(row) for power, row in column.items()}
        return list(column[self._checked(power_name)])

    def _checked(self, power_name: str) -> str:
        name = power_name.upper()
        if name not in self.powers:
            raise RequestError(f"no power {power_name!r}: there are {', '.join(self.powers)}")
        return name

    def get_state(self) -> dict[str, Any]:
        """The position as the package writes it."""
        return dict(msgspec.json.decode(msgspec.json.encode(self._written)))

    def get_hash(self) -> str:
        """A number that positions share if units, retreats, centers and homes are the same."""
        return str(self._written["zobrist_hash"])

    @property
    def zobrist_hash(self) -> str:
        """The same number."""
        return self.get_hash()

    def set_state(self, state: dict[str, Any], clear_history: bool = True) -> None:
        """Take up a position that was written by `get_state`, here or in the package."""
        raw = raw_phase(state)
        found, influence = self._reader.phase(raw, None), self._reader.influence(raw.state)
        self.status, self.note, self.outcome = ACTIVE, "", []
        self._ahead = None
        if clear_history:
            self._begin(found.state, influence)
        else:
            self._writer.influence = influence or self._writer.influence
            self._stand(found.state)

    def set_current_phase(self, new_phase: str) -> None:
        """Go to another phase, such as `F1903M`, with the present position."""
        self.set_state(self.get_state() | {"name": new_phase}, clear_history=False)

    def set_phase_data(
        self, phase_data: GamePhaseData | Sequence[GamePhaseData], clear_history: bool = True
    ) -> None:
        """Take up a phase with its orders and messages; of several the last, after the others."""
        rows = [phase_data] if isinstance(phase_data, GamePhaseData) else list(phase_data)
        if not rows:
            raise RequestError("there is no phase to take up: give at least one")
        *judged, present = rows
        if clear_history:
            self._forget()
        for phase in judged:
            self._recall(phase)
        self._writer = self._new_writer()
        self.messages = dict(present.messages)
        self.set_state(present.state, clear_history=False)
        for name, orders in present.orders.items():
            if orders is not None and not self.is_game_done:
                self.set_orders(name, orders)

    def set_units(self, power_name: str, units: Iterable[str], reset: bool = False) -> None:
        """Give a power units, in addition to what it has or instead."""
        self._changed("units", power_name, units, reset)

    def set_centers(self, power_name: str, centers: Iterable[str], reset: bool = False) -> None:
        """Give a power centers, in addition to what it has or instead."""
        self._changed("centers", power_name, centers, reset)

    def clear_units(self, power_name: str | None = None) -> None:
        """Take the units of a power, or of all, off the board."""
        for name in [power_name] if power_name else [*self.powers]:
            self._changed("units", name, (), True)

    def clear_centers(self, power_name: str | None = None) -> None:
        """Take away the centers of a power, or of all."""
        for name in [power_name] if power_name else [*self.powers]:
            self._changed("centers", name, (), True)

    def _changed(self, column: str, power_name: str, added: Iterable[str], reset: bool) -> None:
        name, state = self._checked(power_name), self.get_state()
        given = [added] if isinstance(added, str) else list(added)
        sites = {row.rpartition(" ")[2].partition("/")[0] for row in given}
        for power, row in state[column].items():
            # What one power is given, no other keeps.
            kept = [r for r in row if r.rpartition(" ")[2].partition("/")[0] not in sites]
            state[column][power] = [*([] if reset and power == name else kept)]
        state[column][name] += given
        self.set_state(state, clear_history=False)

    # Orders.

    def get_orderable_locations(self, power_name: str | None = None) -> Any:
        """The provinces for which a power, or each by name, has something to order."""
        if power_name is None:
            return {name: self.get_orderable_locations(name) for name in self.powers}
        name = self._checked(power_name)
        if self.is_game_done:
            return []
        if self.phase_type == RETREAT:
            return sorted(unit[2:5] for unit in self._written["retreats"][name])
        if self.phase_type != ADJUSTMENT:
            return sorted(unit[2:5] for unit in self.get_units(name))
        due = self._written["builds"][name]
        if due["count"] < 0:
            return sorted(unit[2:5] for unit in self.get_units(name))
        return sorted(due["homes"]) if due["count"] else []

    def get_all_possible_orders(self) -> dict[str, list[str]]:
        """Every order that can be given, by the place that it is for."""
        found: dict[str, list[str]] = {name.upper(): [] for name in self.map.locs}
        if self.is_game_done:
            return found
        for power in self.variant.powers:
            for charge in self._ask.charges(power):
                for order in legal_orders(self._ask, charge.subject):
                    self._list(found, order_text(self._ask, order))
        return {place: list(dict.fromkeys(orders)) for place, orders in found.items()}

    def _list(self, found: dict[str, list[str]], text: str) -> None:
        """File an order under its place, and under the province if that has coasts."""
        if text == "WAIVE":
            for name in self.powers:
                homes = self._written["builds"][name]["homes"]
                for place in (p for home in homes for p in self.map.find_coasts(home)):
                    found[place].append(text)
            return
        place = text.split(" ")[1]
        for name in dict.fromkeys((place, place.partition("/")[0])):
            found[name] += self._with_coasts(text)

    def _with_coasts(self, text: str) -> list[str]:
        """A support of a fleet, which the package takes with each coast in reach and without."""
        head, _, goal = text.rpartition(" - ")
        aider, _, whom = head.rpartition(" S F ")
        if not aider:
            return [text]
        root = goal.partition("/")[0]
        near = self.variant.moves["F"].get(Place(whom.lower()), frozenset())
        coasts = [c for c in self.map.find_coasts(root) if Place(c.lower()) in near]
        return [f"{head} - {name}" for name in dict.fromkeys((*coasts, root))]

    def get_orders(self, power_name: str | None = None) -> Any:
        """The orders of a power, or of all by name."""
        if power_name is None:
            return {name: self.get_orders(name) for name in self.powers}
        given = self._given.get(self._checked(power_name), [])
        return [self._text(order) for order in given if not isinstance(order, Waive)]

    def _text(self, order: Order) -> str:
        """An order in the package's words, as it was written where that names no coast."""
        return self._worded.get(order) or order_text(self._ask, order)

    def get_order_status(self, power_name: str | None = None, **_: Any) -> Any:
        """Whether a power, or each by name, has given orders: 2 if so, 0 if not."""
        if power_name is None:
            return {name: self.powers[name].order_is_set for name in self.powers}
        return self.powers[self._checked(power_name)].order_is_set

    def set_orders(
        self, power_name: str, orders: Iterable[str], expand: bool = True, replace: bool = True
    ) -> None:
        """Give orders; one that cannot be carried out is left out and stands in `error`."""
        name = self._checked(power_name)
        seat, kept = Seat(self._names[name]), list(self._given.get(name, []))
        for text in [orders] if isinstance(orders, str) else orders:
            for order in self._read(seat, text):
                same = [o for o in kept if _site(o) == _site(order) != ""]
                if same and (not replace or isinstance(order, Build | Remove)):
                    self.error.append(f"MULTIPLE ORDERS FOR UNIT: {text}")
                    continue
                kept = [*(o for o in kept if o not in same), order]
        self._given[name] = kept
        if not self.is_game_done:
            self.status = ACTIVE

    def _read(self, seat: Seat, text: str) -> list[Order]:
        """The orders of a text that are possible."""
        try:
            text = self._without_coast(self.map.with_dashes(text))
            [orders] = read_lines(self._ask, seat, [text])
        except DragomanError as error:
            self.error.append(f"UNKNOWN ORDER: {text}: {error}")
            return []
        found = []
        for order in orders:
            filed = file_orders(self._ask, seat, [[order]])
            if self._possible(filed.ballots):
                found.append(order)
                self._remember(order, text)
            else:
                self.error.append(f"IMPOSSIBLE ORDER: {text}")
        return found

    def _without_coast(self, text: str) -> str:
        """A fleet's support for one that has two coasts in reach: to the package it names none."""
        head, _, goal = text.rpartition(" - ")
        root, coast, _ = goal.partition("/")
        whom = head.rpartition(" S F ")[2]
        if not coast or not text.startswith("F ") or whom == head:
            return text
        near = self.variant.moves["F"].get(Place(whom.lower()), frozenset())
        coasts = [place for place in near if place.startswith(f"{root.lower()}/")]
        return f"{head} - {root}" if len(coasts) > 1 else text

    def _remember(self, order: Order, text: str) -> None:
        """Keep how a support was written that names no coast, though only one is in reach."""
        if isinstance(order, Support) and order.to is not None and "/" not in text[-4:]:
            head, _, goal = order_text(self._ask, order).rpartition(" - ")
            self._worded[order] = f"{head} - {goal.partition('/')[0]}"

    def _possible(self, ballots: tuple[Ballot, ...]) -> bool:
        return not any(fault for row in admit(self._ask, ballots) for fault in row)

    def clear_orders(self, power_name: str | None = None) -> None:
        """Take back the orders of a power, or of all."""
        for name in [self._checked(power_name)] if power_name else [*self.powers]:
            self._given.pop(name, None)

    # Judging, and what was.

    def process(self) -> None:
        """Judge the phase and go on to the next in which somebody has something to decide."""
        if self.is_game_done:
            return
        self.status = ACTIVE
        state, given = self._state, self._given
        if self._ahead is not None:
            # The package stops in a Winter in which units must go though nobody has a choice.
            winter = SavedPhase(state, self._by_power(given), self._forced)
            self._keep(winter)
            ahead, self._ahead = self._ahead, None
            self._stand(ahead)
            return
        resolution = adjudicate(self.variant, state, self._ballots())
        turn, *settled = phases_of_turn(state, resolution)
        self._keep(msgspec.structs.replace(turn, orders=self._by_power(given)))
        if settled:
            self._ahead, self._forced = resolution.state, settled[0].results
            self._stand(settled[0].state)
        else:
            self._stand(resolution.state)

    def _ballots(self) -> list[Ballot]:
        """The orders as ballots; who asks for a convoy that nobody gives marches, if it can."""
        # A waiver takes no build away that is ordered as well.
        given = {n: sorted(os, key=lambda o: isinstance(o, Waive)) for n, os in self._given.items()}
        meant = self._reader.by_land(self._ask, self._by_power(given))
        filed = (file_orders(self._ask, Seat(p), [[o] for o in os]) for p, os in meant.items())
        return [ballot for found in filed for ballot in found.ballots]

    def _by_power(self, given: dict[str, list[Order]]) -> dict[PowerName, tuple[Order, ...]]:
        return {self._names[name]: tuple(orders) for name, orders in given.items()}

    def _keep(self, phase: SavedPhase) -> None:
        """Write a phase that was judged into the histories."""
        name = phase.name
        self.state_history[name] = self._written
        self.order_history[name] = {n: self.get_orders(n) for n in self.powers}
        self.result_history[name] = {unit: list(words) for unit, words in phase.results.items()}
        self.message_history[name] = self.messages
        self.messages = {}

    def get_phase_data(self) -> GamePhaseData:
        """The present phase so far."""
        orders = {n: self.get_orders(n) if n in self._given else None for n in self.powers}
        name = self.get_current_phase()
        return GamePhaseData(name, self.get_state(), orders, {}, dict(self.messages))

    def draw(self, winners: Iterable[str] | None = None) -> None:
        """End the game as a draw of some powers, or of all that are left."""
        left = survivors(self._ask)
        names = tuple(Seat(self._names[self._checked(n)]) for n in winners or ())
        result = Result("draw", names or left)
        self._keep(SavedPhase(self._state, self._by_power(self._given)))
        self._stand(msgspec.structs.replace(self._state, result=result))

    def render(
        self,
        incl_orders: bool = True,
        incl_abbrev: bool = False,
        output_format: str = "svg",
        output_path: str | None = None,
    ) -> str:
        """The present position as a picture, with the orders given so far if they are wanted."""
        if output_format != "svg":
            raise ValueError(f"no picture as {output_format!r}: only 'svg' is drawn")
        picture = draw_moment(self.variant, Moment(self._state, self._plans(incl_orders)))
        if output_path:
            Path(output_path).write_text(picture, encoding="utf-8")
        return picture

    def _plans(self, wanted: bool) -> Resolution | None:
        """The orders given so far, as if each were carried out; nothing if there are none."""
        given = self._by_power(self._given) if wanted else {}
        verdicts = [Verdict(p, o, DONE, Reason("moved")) for p, os in given.items() for o in os]
        state = self._state
        return Resolution(state.phase, tuple(verdicts), state, state) if verdicts else None

    def __repr__(self) -> str:
        units = len(self._state.units)
        name, at = self.variant.name, self.get_current_phase()
        return f"<Game {self.game_id}: {name}, {at}, {self.status}, {units} units>"

    def __str__(self) -> str:
        rows = [f"GAME {self.game_id}", f"PHASE {self.phase}", f"MAP {self.map_name}"]
        return "\n".join([*rows, *map(str, self.powers.values())])


def _site(order: Order) -> str:
    """The province that an order is for; nothing if it is for none."""
    piece = getattr(order, "unit", None)
    return "" if piece is None else str(piece.place).partition("/")[0]
