"""One game of a tournament, kept phase by phase, so that it can be gone on with after a stop."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from dragoman.agents.entrants import (
    ORDERS,
    TALK,
    BotEntrant,
    Entrant,
    NoAnswer,
    SeatAnswer,
    SeatBill,
    SeatTurn,
    make_entrant,
)
from dragoman.agents.plan import BOT, DAIDE, PlayerPlan, TournamentPlan
from dragoman.agents.wired import wire_seats
from dragoman.game import Game
from dragoman.house.play.drafts import LineNote, SeatReader, joined
from dragoman.lab.play import MOST_PHASES, held, points, share_of
from dragoman.model import MOVEMENT, Seat
from dragoman.record import GameRecord, write_record
from dragoman.record.entries import Entry
from dragoman.record.replay import seat_called
from dragoman.report.observation import Letter
from dragoman.rules import Variant, knows_draws, seen, survivors


class SeatScore(Struct, frozen=True):
    """How a seat came out of a game, and what it cost."""

    seat: str
    powers: tuple[str, ...]
    player: str
    centers: int
    share: float
    points: float
    survived: bool
    bill: SeatBill


class GameScore(Struct, frozen=True):
    """How a game ended."""

    game: int
    round: int
    end: str
    winners: tuple[str, ...]
    last: str
    seats: tuple[SeatScore, ...]


class JournalLine(Struct, frozen=True):
    """What a phase brought: entries of the record, messages, costs and what went wrong.

    `draws` are the seats that want a draw. The last line of a game that is over has its score.
    """

    entries: tuple[Entry, ...] = ()
    press: tuple[Letter, ...] = ()
    bills: dict[str, SeatBill] = {}
    remarks: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    score: GameScore | None = None


class Deal(Struct, frozen=True):
    """A game of a tournament: its number, its round, and who sits where."""

    game: int
    round: int
    players: tuple[str, ...]


class Venue(Struct, frozen=True):
    """Where a tournament is played: its plan, its variant, and the folders that it uses.

    `home` is where the plan's file lies, `out` where games are kept.
    """

    plan: TournamentPlan
    variant: Variant
    home: Path
    out: Path

    def file(self, game: int, end: str) -> Path:
        """A file of a game."""
        return self.out / "games" / f"{game:04}{end}"


class Stopped(Exception):
    """A game was left where it stood; the next run goes on with it."""


class Match:
    """A game that is being played."""

    def __init__(self, venue: Venue, deal: Deal, stop: threading.Event) -> None:
        self.venue, self.deal, self.stop, self.plan = venue, deal, stop, venue.plan
        self.seed = f"{venue.plan.seed}/{deal.round}"
        self.journal = venue.file(deal.game, ".jsonl")
        self.lines = read_journal(self.journal)
        self.game = self.replayed()
        self.press = [letter for line in self.lines for letter in line.press]
        names = zip(self.game.history[0].state.seats, deal.players, strict=True)
        self.names: dict[Seat, str] = dict(names)
        self.entrants: dict[Seat, Entrant] = {}
        self.wants_draw = {Seat(s) for s in self.lines[-1].draws} if self.lines else set()
        self.bills: dict[Seat, SeatBill] = {}
        self.remarks: list[str] = []

    def replayed(self) -> Game:
        """The game as far as it was played."""
        variant = self.venue.variant
        entries = tuple(entry for line in self.lines for entry in line.entries)
        record = GameRecord(variant.id, variant.version, variant.options, (), self.seed, entries)
        return Game(variant, record)

    def play(self) -> GameScore:
        """Play what is left of the game, and say how it ended."""
        if self.lines and self.lines[-1].score is not None:
            return self.lines[-1].score
        try:
            while not self.ended:
                if self.stop.is_set():
                    raise Stopped
                self.phase()
        finally:
            for entrant in self.entrants.values():
                entrant.close()
        return self.finish()

    @property
    def ended(self) -> bool:
        """Whether the game is over, or as long as games of this tournament may be."""
        first = self.venue.variant.start.year
        late = self.game.phase.year >= first + self.plan.years
        return self.game.over or late or len(self.lines) >= MOST_PHASES

    def phase(self) -> None:
        """Let everybody talk and order, judge the phase, and keep what came of it."""
        before, written = len(self.game.record.entries), len(self.press)
        year = self.game.phase.year
        self.bills, self.remarks = {}, []
        if self.game.phase.kind == MOVEMENT:
            for _ in range(self.plan.talk):
                self.deliver(self.asked(TALK, self.talkers()))
        answers = self.asked(ORDERS, self.due())
        for seat, answer in answers.items():
            self.submit(seat, answer)
        self.deliver(answers)
        self.game.advance()
        if not self.game.over and self.game.phase.year != year:
            self.call_draw()
        entries = self.game.record.entries[before:]
        self.keep(
            JournalLine(
                entries=entries,
                press=tuple(self.press[written:]),
                bills={str(seat): bill for seat, bill in self.bills.items()},
                remarks=tuple(self.remarks),
                draws=tuple(sorted(self.wants_draw)),
            )
        )

    def due(self) -> list[Seat]:
        """The seats that have something to order."""
        ask = self.game.ask
        return [seat for seat in self.game.seats if ask.mandate(seat).charges]

    def talkers(self) -> list[Seat]:
        """The seats that are still in the game and whose players can talk."""
        living = survivors(self.game.ask)
        return [seat for seat in living if self.player(seat).kind != BOT]

    def player(self, seat: Seat) -> PlayerPlan:
        """Who plays a seat."""
        return self.plan.players[self.names[seat]]

    def asked(self, kind: str, seats: Sequence[Seat]) -> dict[Seat, SeatAnswer]:
        """What seats answer: bots one after the other, all others at the same time."""
        others = [seat for seat in seats if self.player(seat).kind != BOT]
        for seat in others:
            self.entrant(seat)
        with ThreadPoolExecutor(max(1, len(others))) as pool:
            waiting = {seat: pool.submit(self.ask, kind, seat) for seat in others}
            found = {s: self.ask(kind, s) for s in seats if s not in waiting}
            found |= {seat: future.result() for seat, future in waiting.items()}
        return {seat: self.noted_answer(seat, *found[seat]) for seat in seats}

    def noted_answer(
        self, seat: Seat, answer: SeatAnswer, bill: SeatBill, remark: str
    ) -> SeatAnswer:
        """An answer, with what it cost written down."""
        self.bills[seat] = self.bills.get(seat, SeatBill()) + bill
        if remark:
            self.remarks.append(f"{seat}: {remark}")
        return answer

    def ask(self, kind: str, seat: Seat) -> tuple[SeatAnswer, SeatBill, str]:
        """What a seat answers, what that cost, and what went wrong."""
        turn, began = self.turn(kind, seat), time.monotonic()
        if turn.calls == 0:
            return self.instead(turn), SeatBill(), "has no calls left"
        try:
            answer, bill = self.entrant(seat).answer(turn)
            remark = ""
        except NoAnswer as error:
            answer, bill, remark = self.instead(turn), error.bill, str(error)
        return answer, bill + SeatBill(seconds=round(time.monotonic() - began, 3)), remark

    def turn(self, kind: str, seat: Seat) -> SeatTurn:
        """What a seat has before it."""
        most = self.player(seat).calls
        spent = sum(line.bills.get(seat, SeatBill()).calls for line in self.lines)
        spent += self.bills.get(seat, SeatBill()).calls
        return SeatTurn(
            game=self.game,
            name=f"{self.deal.game:04}",
            seat=seat,
            kind=kind,
            chance=Random(f"{self.seed}/{self.game.phase}/{seat}"),
            press=tuple(letter for letter in self.press if is_for(letter, seat)),
            check=lambda lines: [wrong(note) for note in notes(self.game, seat, lines)],
            calls=max(0, most - spent) if most else None,
        )

    def entrant(self, seat: Seat) -> Entrant:
        """Whoever plays a seat, there when first asked."""
        if seat not in self.entrants:
            self.entrants |= self.come(seat)
        return self.entrants[seat]

    def come(self, seat: Seat) -> dict[Seat, Entrant]:
        """Whoever plays a seat; over DAIDE, those who play all seats of its player."""
        log = self.venue.file(self.deal.game, f"-{self.game.seats.index(seat) + 1}.log")
        plan, home = self.player(seat), self.venue.home
        if plan.kind != DAIDE:
            return {seat: make_entrant(plan, home, log)}
        seats = [s for s, name in self.names.items() if name == self.names[seat]]
        return wire_seats(plan, self.game, seats, home, log)

    def instead(self, turn: SeatTurn) -> SeatAnswer:
        """What is ordered for a seat whose player does not answer."""
        bot = self.player(turn.seat).fallback
        if not bot or turn.kind != ORDERS:
            return SeatAnswer()
        return BotEntrant(bot).answer(turn)[0]

    def submit(self, seat: Seat, answer: SeatAnswer) -> None:
        """Hand in a seat's orders; lines that are not understood are left out and counted."""
        self.wants_draw = self.wants_draw | {seat} if answer.draw else self.wants_draw - {seat}
        read = notes(self.game, seat, answer.orders)
        if good := [note.text for note in read if not note.problem]:
            self.game.submit(seat, "\n".join(good))
        self.remarks += [f"{seat}: {wrong(note)}" for note in read if wrong(note)]
        bill = SeatBill(
            orders=len(read),
            void=sum(any(order.fault for order in note.orders) for note in read),
            unread=len(read) - len(good),
        )
        self.bills[seat] = self.bills.get(seat, SeatBill()) + bill

    def deliver(self, answers: dict[Seat, SeatAnswer]) -> None:
        """Hand on the messages of all seats, once all have written."""
        ask = self.game.ask
        for seat, answer in answers.items():
            for said in answer.messages:
                to = tuple(str(found) for name in said.to if (found := seat_called(ask, name)))
                if said.text.strip() and bool(to) == bool(said.to):
                    self.press.append(Letter(seat, to, said.text.strip()))

    def call_draw(self) -> None:
        """End the game in a draw if all who are left want one at the turn of a year."""
        living = survivors(self.game.ask)
        if knows_draws(self.game.ask) and self.wants_draw.issuperset(living):
            self.game.agree_draw(*living)

    def keep(self, line: JournalLine) -> None:
        """Write down what a phase brought; whatever happens next, it is not played again."""
        self.lines.append(line)
        with self.journal.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def finish(self) -> GameScore:
        """Write the record of the game, to be watched, and its score."""
        record = write_record(self.game.record)
        self.venue.file(self.deal.game, ".json").write_text(record, encoding="utf-8")
        state, result = self.game.state, self.game.state.result
        score = GameScore(
            self.deal.game,
            self.deal.round,
            result.how if result else "unfinished",
            result.winners if result else (),
            str(state.phase),
            tuple(map(self.seat_score, state.seats)),
        )
        self.keep(JournalLine(score=score))
        return score

    def seat_score(self, seat: Seat) -> SeatScore:
        """How a seat came out."""
        state, ask = self.game.state, self.game.ask
        bills = (line.bills.get(seat, SeatBill()) for line in self.lines)
        return SeatScore(
            seat,
            state.seats[seat],
            self.names[seat],
            held(state, state.seats[seat]),
            round(share_of(state, seat), 6),
            round(points(state, seat), 6),
            any(ask.alive(power) for power in state.seats[seat]),
            sum(bills, SeatBill()),
        )


def is_for(letter: Letter, seat: Seat) -> bool:
    """Whether a seat may read a message."""
    return not letter.to or seat in letter.to or letter.sender == seat


def notes(game: Game, seat: Seat, lines: Sequence[str]) -> list[LineNote]:
    """What the judge thinks of each line of a seat's orders."""
    return SeatReader(seen(game.ask, seat), seat).draft(joined(lines)).lines


def wrong(note: LineNote) -> str:
    """What is wrong with a line; nothing if it is right."""
    problem = note.problem or "; ".join(order.text for order in note.orders if order.fault)
    return f"{note.text}: {problem}" if problem else ""


def read_journal(file: Path) -> list[JournalLine]:
    """What a game brought so far; a line that was cut off is cut away."""
    if not file.exists():
        return []
    found: list[JournalLine] = []
    good = 0
    for line in file.read_bytes().splitlines(keepends=True):
        try:
            found.append(msgspec.json.decode(line, type=JournalLine))
        except (msgspec.DecodeError, UnicodeDecodeError):
            break
        if not line.endswith(b"\n"):
            found.pop()
            break
        good += len(line)
    with file.open("r+b") as opened:
        opened.truncate(good)
    return found
