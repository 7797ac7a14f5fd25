"""One game over the wire: who plays, what they may ask, order and say. It does no I/O itself.

A driver connects clients, hands over their messages, judges when `complete` or when time is up, and
says what came of it.
"""

import secrets
from collections.abc import Callable, Sequence

from msgspec import Struct

from dragoman.daide.board import WireBoard
from dragoman.daide.drafts import OrderDraft
from dragoman.daide.results import PhaseResults, position
from dragoman.daide.terms import PLAYER, Terms, WireClient
from dragoman.daide.tokens import UNO, Message, group, number, say, text
from dragoman.model import MOVEMENT, Order, Power, Resolution, State
from dragoman.rules import Ask, survivors


class PastPhase(Struct, frozen=True):
    """A phase that was judged: its messages, and the position that it led to."""

    turn: Message
    movement: bool
    orders: tuple[Message, ...]
    after: State


class Host:
    """A game with clients at some of its seats."""

    def __init__(
        self,
        board: WireBoard,
        terms: Terms,
        seats: Sequence[Power],
        clock: Callable[[], float],
        state: State | None = None,
        *,
        saved: str = "",
    ) -> None:
        self.board, self.terms, self.seats, self.clock = board, terms, tuple(seats), clock
        self.state = self.first = state or board.opening
        self.clients: list[WireClient] = []
        self.past: list[PastPhase] = []
        self.drafts: dict[Power, OrderDraft] = {}
        self.passcodes = {power: 1 + secrets.randbelow(8000) for power in board.powers}
        self.names: dict[Power, tuple[str, str]] = {}
        self.out: dict[Power, int] = {}
        self.started = self.over = False
        self.saved = saved
        """The name of the saved game that is gone on with, if this is one."""
        self.disorder: set[Power] = set()
        self.holding: set[Power] = set()
        self.drawing: set[Power] = set()
        self.late: set[Power] = set()
        self.deadline: float | None = None
        self.left: float | None = None
        self.verdict: tuple[Message, ...] = ()
        self._new_drafts()

    # Clients come and go.

    def connect(self, send: Callable[[Message], None]) -> WireClient:
        """Somebody new, who is nobody until he says so."""
        client = WireClient(send)
        self.clients.append(client)
        return client

    def disconnect(self, client: WireClient) -> None:
        """Somebody is gone; if he plays, his power is in civil disorder until he is back."""
        if client not in self.clients:
            return
        self.clients.remove(client)
        if self.started and not self.over and client.power is not None:
            self._in_disorder(client.power)
            self._stop_clock(client.power)

    def _in_disorder(self, power: Power) -> None:
        self.disorder.add(power)
        self.broadcast(say("CCD", group(self.board.powers[power])))

    def restore(self, client: WireClient, power: Power) -> None:
        """Give a power to somebody who has proved that it is his."""
        client.role, client.power = PLAYER, power
        self.names.setdefault(power, (client.name, client.version))

    def welcome(self, power: Power) -> None:
        """Tell everybody that a power is no longer in civil disorder."""
        if power in self.disorder:
            self.disorder.discard(power)
            civil = say("CCD", group(self.board.powers[power]))
            self.broadcast(say("NOT", group(civil)))
            self._start_clock()

    def _stop_clock(self, power: Power) -> None:
        owes = not self.drafts[power].complete
        if self.terms.pause and owes and self.deadline is not None:
            self.left = self.deadline - self.clock()
            self.deadline = None
            self.broadcast(say("NOT", group(say("TME", group(number(round(self.left)))))))

    def _start_clock(self) -> None:
        """Let time run again if nobody is missing for whom it was stopped."""
        gone = (p for p in self.seats if p not in self.playing and not self.drafts[p].complete)
        if self.left is not None and not any(gone):
            self.deadline, self.left = self.clock() + self.left, None
            self.broadcast(self.time_left())

    @property
    def playing(self) -> dict[Power, WireClient]:
        """Who plays each power; those in civil disorder are left out."""
        return {c.power: c for c in self.clients if c.power is not None}

    @property
    def players(self) -> list[WireClient]:
        """Those who came to play, in the order in which they came."""
        return [c for c in self.clients if c.role == PLAYER]

    @property
    def full(self) -> bool:
        """Whether everybody is there and knows the map."""
        return sum(c.ready for c in self.players) >= len(self.seats)

    def broadcast(self, *messages: Message) -> None:
        """Send messages to everybody who plays or watches."""
        for client in [c for c in self.clients if c.joined]:
            for message in messages:
                client.send(message)

    # The course of the game.

    def begin(self) -> None:
        """Deal out the powers, and tell everybody the position; of a saved game, its name."""
        self.started = True
        ready = [c for c in self.players if c.ready][: len(self.seats)]
        if self.saved:
            for client in ready:
                client.send(say("LOD", group(text(self.saved))))
            return
        for power, client in zip(self.seats, ready, strict=False):
            client.power = power
            self.names[power] = (client.name, client.version)
        for client in [c for c in self.clients if c.joined]:
            client.send(self.hello(client))
        self.broadcast(self.board.scores(self.state), position(self.board, self.state))
        self._open()

    @property
    def loading(self) -> bool:
        """Whether somebody has yet to say that he has loaded the saved game, or has not."""
        return any(c.power is None and not c.refused for c in self.players if c.ready)

    def resume(self) -> None:
        """Go on with a saved game; whose player is not there is in civil disorder."""
        for power in self.seats:
            if power not in self.playing:
                self._in_disorder(power)
        self._open()

    def recall(self, before: State, judged: Resolution) -> None:
        """Remember a phase that was judged before the game was saved."""
        results = tuple(PhaseResults(self.board, before, judged, {}).messages())
        self._remember(before, results, judged.state)

    def _remember(self, before: State, results: tuple[Message, ...], after: State) -> None:
        turn = self.board.turn(before.phase)
        self.past.append(PastPhase(turn, before.phase.kind == MOVEMENT, results, after))
        self.state = after
        self._note_out(before.phase.year)

    def hello(self, client: WireClient) -> Message:
        """Which power somebody plays, with what passcode, on what terms."""
        power = client.power
        token = UNO if power is None else self.board.powers[power]
        code = 0 if power is None else self.passcodes[power]
        return say("HLO", group(token), group(number(code)), self.terms.tokens)

    def _new_drafts(self) -> None:
        ask = Ask(self.board.variant, self.state)
        self.drafts = {power: OrderDraft(self.board, ask, power) for power in self.board.powers}
        self.holding, self.drawing = set(), set()

    def _open(self) -> None:
        """Begin to wait for orders."""
        self._new_drafts()
        limit = self.terms.limit(self.state.phase.kind)
        self.deadline, self.left = (self.clock() + limit if limit else None), None
        for client in self.clients:
            client.rung.clear()
        if self.deadline is not None:
            self.broadcast(self.time_left())

    def time_left(self) -> Message:
        """How many seconds there are to the deadline."""
        assert self.deadline is not None
        return say("TME", group(number(max(0, round(self.deadline - self.clock())))))

    @property
    def complete(self) -> bool:
        """Whether all who are there have given all their orders, and nobody wants to wait."""
        playing = self.playing
        due = [p for p in self.seats if p in playing or self.terms.pause]
        ready = all(self.drafts[p].complete for p in due)
        return ready and not any(p in self.holding for p in playing)

    @property
    def drawn(self) -> bool:
        """Whether all who are left and play over the wire accept a draw."""
        living = {p for p in self.seats if p in self.living}
        return bool(living) and living <= self.drawing

    @property
    def living(self) -> set[Power]:
        """The powers that are not eliminated."""
        return {Power(seat) for seat in survivors(Ask(self.board.variant, self.state))}

    def orders(self, power: Power) -> tuple[Order, ...]:
        """What a power has ordered."""
        return self.drafts[power].orders

    def proceed(self, judged: Resolution) -> None:
        """Tell everybody what came of the phase; then wait for the next, unless it was the last."""
        before, after = self.state, judged.state
        for power in self.seats:
            self._note_late(power)
        given = {power: draft.sent for power, draft in self.drafts.items()}
        results = tuple(PhaseResults(self.board, before, judged, given).messages())
        self._remember(before, results, after)
        self.broadcast(*results)
        if self._counted(before, after):
            self.broadcast(self.board.scores(after))
        if after.result is not None:
            self.end()
        self.broadcast(position(self.board, after))
        if not self.over:
            self._open()

    def renew(self, state: State) -> None:
        """Go on from a position that somebody else has judged, and tells no results of."""
        changed = state.owners != self.state.owners
        self.state = state
        if changed:
            self.broadcast(self.board.scores(state))
        self.broadcast(position(self.board, state))
        self._open()

    def _note_late(self, power: Power) -> None:
        """Tell of a power that is there and has missed the deadline, and of one that has not."""
        late = power in self.playing and not self.drafts[power].complete
        civil = say("CCD", group(self.board.powers[power]))
        if late and power not in self.late:
            self.late.add(power)
            self.broadcast(civil)
        elif not late and power in self.late:
            self.late.discard(power)
            self.broadcast(say("NOT", group(civil)))

    def _counted(self, before: State, after: State) -> bool:
        """Whether centers were counted between two positions."""
        same = (before.phase.year, before.phase.season) == (after.phase.year, after.phase.season)
        ended = after.result is not None
        return self.board.variant.year.settles(before.phase) and (ended or not same)

    def _note_out(self, year: int) -> None:
        for power in self.board.powers:
            if power not in self.out and not self.state.centers(power):
                self.out[power] = year

    def end(self) -> None:
        """Tell how the game ended: by a solo, or else in a draw."""
        self.over, self.deadline = True, None
        result = self.state.result
        won = result.winners if result else ()
        solo = len(won) == 1 and Power(won[0]) in self.board.powers
        how = say("SLO", group(self.board.powers[Power(won[0])])) if solo else say("DRW")
        self.verdict = (how, self.summary())
        self.broadcast(*self.verdict)

    def draw(self, state: State) -> None:
        """End the game in a draw."""
        self.state = state
        self.end()

    def summary(self) -> Message:
        """Who played each power, and what became of it."""
        rows = []
        for power, token in self.board.powers.items():
            name, version = self.names.get(power, ("", ""))
            centers = len(self.state.centers(power))
            out = () if centers else (number(self.out.get(power, self.state.phase.year)),)
            said = (group(text(name)), group(text(version)))
            rows.append(group(token, *said, number(centers), *out))
        return say("SMR", group(self.board.turn(self.state.phase)), *rows)

    def save(self, name: str) -> None:
        """Ask the players to save what they will need to go on another time."""
        for client in self.playing.values():
            client.saved = False
            client.send(say("SVE", group(text(name))))

    @property
    def saving(self) -> bool:
        """Whether a player has yet to say whether he could save the game."""
        return any(not client.saved for client in self.playing.values())

    def close(self) -> None:
        """Send everybody home."""
        for client in list(self.clients):
            client.send(say("OFF"))

    # Time.

    def tick(self) -> None:
        """Tell those who asked for it how much time is left."""
        if self.deadline is not None:
            left = self.deadline - self.clock()
            for client in self.clients:
                for seconds in client.due(left):
                    client.send(say("TME", group(number(seconds))))

    @property
    def expired(self) -> bool:
        """Whether the deadline is past."""
        return self.deadline is not None and self.clock() >= self.deadline
