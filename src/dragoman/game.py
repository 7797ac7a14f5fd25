"""The game that a newcomer meets: the record's, with its results sheets and its pictures."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from dragoman import record
from dragoman.errors import DragomanError, RequestError
from dragoman.model import VOID, Order, Piece, Seat, State, Verdict, read_state
from dragoman.record.counting import ways
from dragoman.record.filing import read_lines
from dragoman.record.replay import check_seat
from dragoman.record.trees import find_subject, legal_orders
from dragoman.report import (
    ExplainedResolution,
    explain,
    explained_resolution,
    position_sheet,
    results_sheet,
)
from dragoman.report.observation import Beside, Letter, observation, recent
from dragoman.rules import Ask, Charge, revealed, seen

Orders = str | Order | Iterable[str | Order]
"""Orders as text, as values, or as a list of either."""

SET_UP = "set up"
"""What the record of a game says that begins in a position of one's own."""


def order_text(orders: Orders) -> str:
    """Orders as lines of text."""
    rows = [orders] if isinstance(orders, str | Order) else orders
    return "\n".join(map(str, rows))


def _filled(state: State, opening: State) -> State:
    """A position with the seats and the homes of the opening, if it names none."""
    return replace(state, seats=state.seats or opening.seats, homes=state.homes or opening.homes)


class Svg(str):
    """A drawing as SVG text. A notebook shows it, `save` writes it to a file."""

    def __repr__(self) -> str:
        return f"<Svg: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file."""
        Path(path).write_text(self, encoding="utf-8")


class Game(record.Game):
    """One game of any variant: submit orders, advance, and read what came of it.

    >>> game = Game.new("standard")
    >>> game
    <Game of Standard, S1901M: 22 units, nothing judged yet>
    >>> game.submit("France", "A Paris - Burgundy; F bre to mao")
    [<SubmittedOrder A par - bur>, <SubmittedOrder F bre - mao>]
    >>> resolution = game.advance()
    >>> resolution["A par - bur"].text
    'arrives in bur'
    >>> game
    <Game of Standard, F1901M: 22 units, 1 phase judged>
    """

    def __repr__(self) -> str:
        number = sum(step.resolution is not None for step in self.history)
        judged = f"{number} phase{'s' * (number != 1)} judged" if number else "nothing judged yet"
        result = self.state.result
        end = f"; ended: {result.how} {', '.join(result.winners)}".rstrip() if result else ""
        what = f"{self.variant.name}, {self.phase}: {len(self.state.units)} units"
        return f"<Game of {what}, {judged}{end}>"

    def __str__(self) -> str:
        """The position as a sheet: every power's units and centers, and who owes what."""
        return position_sheet(self.ask)

    def _repr_svg_(self) -> str | None:
        """The position for a notebook, if the map is drawn."""
        try:
            return self.draw()
        except DragomanError:
            return None

    @classmethod
    def read(cls, path: str | Path, folders: Sequence[str | Path] = ()) -> Self:
        """The game in a file, such as `save` writes."""
        return super().from_text(Path(path).read_bytes(), str(path), folders)

    @classmethod
    def from_text(
        cls,
        text: str | bytes,
        file: str = "game",
        folders: Sequence[str | Path] = (),
        *,
        variant: str = "standard",
        options: dict[str, Any] | None = None,
    ) -> Self:
        """The game in the text of a game file; or one that begins in a position of a variant.

        A position is a line such as `str(game.state)` gives, with the seats and homes of the
        opening if it has none; or plain text of several lines, which may have orders too: these are
        submitted.

        >>> game = Game.from_text("S1901M | units France: A par, F bre")
        >>> game.legal_orders("France", "F bre")[:3]
        [<Hold F bre H>, <Move F bre - eng>, <Move F bre - gas>]
        """
        said = text if isinstance(text, str) else text.decode("utf-8-sig", errors="replace")
        if said.lstrip().startswith("{"):
            return super().from_text(text, file, folders)
        if len(said.strip().splitlines()) < 2:
            game = cls.new(variant, options=options, folders=folders)
            game.correct(_filled(read_state(said), game.state), SET_UP)
            return game
        from dragoman.contract.text import open_text

        position = open_text(said, variant, options, [*map(Path, folders)])
        game = cls.of_state(position.ask.state, variant, options=options, folders=folders)
        for seat, lines in position.orders.items():
            game.submit(seat, lines)
        return game

    @classmethod
    def of_state(
        cls,
        state: State,
        variant: str = "standard",
        *,
        options: dict[str, Any] | None = None,
        folders: Sequence[str | Path] = (),
    ) -> Self:
        """A game of a variant that begins in a position; the position is checked.

        >>> game = Game.new("standard")
        >>> Game.of_state(game.state).state == game.state
        True
        """
        game = cls.new(variant, options=options, folders=folders)
        game.correct(state, SET_UP)
        return game

    def to_text(self) -> str:
        """The game as the text of a game file: everything that has happened.

        >>> game = Game.new("standard")
        >>> Game.from_text(game.to_text()).state == game.state
        True
        """
        return record.write_record(self.record)

    def save(self, path: str | Path) -> None:
        """Write the game to a file, which `read` reads; orders not yet judged are not in it."""
        Path(path).write_text(self.to_text(), encoding="utf-8")

    def read_orders(self, seat: str, text: str) -> list[Order]:
        """The orders that a text gives, as values; nothing is submitted.

        >>> Game.new("standard").read_orders("France", "A Paris to Burgundy, mar S par - bur")
        [<Move A par - bur>, <Support A mar S A par - bur>]
        """
        ask, name = self._mine(seat)
        lines = [line for line in text.splitlines() if line.strip()]
        return [order for line in read_lines(ask, name, lines) for order in line]

    def _mine(self, seat: str) -> tuple[Ask, Seat]:
        """The position as a seat sees it, and the seat by its own name."""
        name = check_seat(self.ask, Seat(seat))
        return seen(self.ask, name), name

    def _charges(self, seat: str) -> tuple[Ask, tuple[Charge, ...]]:
        ask, name = self._mine(seat)
        return ask, () if self.over else ask.mandate(name).charges

    def legal_orders(self, seat: str, what: str | Piece = "") -> list[Order]:
        """Every legal order of a seat by what it sees, or those for one thing: `A par` or `par`.

        Of a unit that can be divided also what only a half can do, which `is_legal` takes together
        with an order for the other half.

        >>> game = Game.new("standard")
        >>> game.legal_orders("Italy", "A ven")[:4]
        [<Hold A ven H>, <Move A ven - apu>, <Move A ven - pie>, <Move A ven - rom>]
        >>> len(game.legal_orders("Italy"))
        38
        """
        ask, charges = self._charges(seat)
        subjects = [charge.subject for charge in charges]
        if what:
            subjects = [find_subject(ask, subjects, str(what))]
        return [order for subject in subjects for order in legal_orders(ask, subject)]

    def is_legal(self, seat: str, orders: Orders) -> bool:
        """Whether a seat may give an order, or all of several together, whatever it has submitted.

        What only a half of a unit can do is legal together with an order for the other half, and
        not by itself, though `legal_orders` lists it.

        >>> game = Game.new("standard")
        >>> game.is_legal("France", "A par - bur"), game.is_legal("France", "A par - mun")
        (True, False)
        """
        if self.over:
            return False
        trial = self.copy()
        trial.withdraw(seat)
        taken = trial.submit(seat, orders)
        return bool(taken) and all(order.fault is None for order in taken)

    def count_legal(self, seat: str = "") -> int:
        """In how many ways a seat, or all of them, can give all the orders that are owed.

        Each unit has one of its legal orders, and as many are built or removed as have to be. Extra
        ballots and what nobody has to decide are not counted.

        >>> game = Game.new("standard")
        >>> game.count_legal("Italy"), game.count_legal()
        (1782, 19837330971695677440000)
        """
        found = [self._charges(name) for name in ([seat] if seat else self.seats)]
        return prod(ways(ask, charge) for ask, charges in found for charge in charges)

    def submit(
        self, seat: str, text: Orders, *, strict: bool = False
    ) -> list[record.SubmittedOrder]:
        """Submit a seat's orders, as text or values; a later one replaces an earlier.

        Nothing is accepted unless all of the text is understood. An order that is not possible is
        accepted with its fault, and will be void; if `strict`, all is refused instead.

        >>> game = Game.new("standard")
        >>> game.submit("France", "A par - mun", strict=True)
        Traceback (most recent call last):
            ...
        dragoman.errors.RequestError: A par - mun: void: an army in par cannot reach mun
        >>> game.pending("France")
        ()
        """
        before = {name: list(lines) for name, lines in self._pending.items()}
        taken = super().submit(seat, order_text(text))
        bad = [order for order in taken if order.fault is not None]
        if strict and bad:
            self._pending = before
            raise RequestError("; ".join(self._refused(seat, order) for order in bad))
        return taken

    def _refused(self, seat: str, taken: record.SubmittedOrder) -> str:
        ask, name = self._mine(seat)
        assert taken.fault is not None
        power = (*ask.state.seats[name], *ask.variant.powers)[0]
        return f"{taken.order}: {explain(Verdict(power, taken.order, VOID, taken.fault), ask)}"

    def advance(self) -> ExplainedResolution:
        """Judge the phase by what was submitted, and go on to the next.

        >>> game = Game.new("standard")
        >>> taken = game.submit("Germany", "A mun - tyr"), game.submit("Italy", "A ven - tyr")
        >>> resolution = game.advance()
        >>> resolution
        <Resolution S1901M: 20 done, 2 failed>
        >>> print(resolution["A mun"])
        Germany: A mun - tyr: fails: 1 against 1, stood off by Italian A ven - tyr
        """
        before = self.state
        return explained_resolution(super().advance(), self.variant, before)

    def results(self, phase: str = "") -> ExplainedResolution:
        """What came of the last phase judged, or of one such as F1903M."""
        judged = [
            explained_resolution(step.resolution, self.variant, before.state)
            for before, step in pairwise(self.history)
            if step.resolution and phase.upper() in ("", str(before.state.phase))
        ]
        if not judged:
            raise RequestError(f"{phase or 'nothing'} was not judged in this game yet")
        return judged[-1]

    def report(self, phase: str = "") -> str:
        """The results sheet of the last phase judged, or of one such as F1903M.

        Before the first phase is judged it is the position.
        """
        judged = any(step.resolution for step in self.history)
        return str(self.results(phase)) if phase or judged else str(self)

    def observe(self, seat: str, *, board: bool = False, press: Sequence[Letter] = ()) -> str:
        """All that a seat knows, as one text: what happened, the position, what it can order.

        With `board` every province comes with its borders; `press` is what the seat may read.
        """
        name = check_seat(self.ask, Seat(seat))
        sheets = tuple(self._sheet(n, name) for n in recent(self.variant, self.history, name))
        ask = self.ask if self.over else seen(self.ask, name)
        return observation(ask, name, Beside(sheets, tuple(press), self.pending(name), board=board))

    def _sheet(self, n: int, seat: Seat) -> str:
        """The results sheet of a step as a seat was shown it; at the end all is open."""
        ask, result = Ask(self.variant, self.history[n - 1].state), self.history[n].resolution
        assert result is not None
        if not self.over:
            ask, result = seen(ask, seat), revealed(ask, result, seat)
        return results_sheet(result, ask, ask.with_state(result.state))

    def draw(self, phase: str = "", *, theme: str = "light", small: bool = False) -> Svg:
        """The position as SVG, or a phase such as F1903M with its orders and results.

        >>> picture = Game.new("standard").draw()
        >>> picture.startswith("<svg")
        True
        """
        from dragoman.draw.game import Moment, draw_moment, find_moment

        moment = find_moment(self.history, phase) if phase else Moment(self.state)
        return Svg(draw_moment(self.variant, moment, theme=theme, small=small))
