"""The game that a newcomer meets: the record's, with its results sheets and its pictures."""

from dragoman import record
from dragoman.model import Seat
from dragoman.record.replay import check_seat
from dragoman.rules import Ask, revealed, seen


class Game(record.Game):
    """One game of any variant: submit orders, advance, and read what came of it.

    >>> game = Game.new("standard")
    >>> [str(taken) for taken in game.submit("France", "A Paris - Burgundy; F bre to mao")]
    ['A par - bur', 'F bre - mao']
    >>> str(game.advance().phase), str(game.phase)
    ('S1901M', 'F1901M')
    """

    def report(self) -> str:
        """The results sheet of the last phase judged; before the first, the position."""
        from dragoman.report import position_sheet, results_sheet

        steps = self.history
        for before, step in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
            if step.resolution is not None:
                then, now = Ask(self.variant, before.state), Ask(self.variant, step.state)
                return results_sheet(step.resolution, then, now)
        return position_sheet(self.ask)

    def observe(self, seat: str, *, board: bool = False) -> str:
        """All that a seat knows, as one text: what happened, the position, what it can order.

        With `board` every province is told with its borders.
        """
        from dragoman.report.observation import Beside, observation, recent

        name = check_seat(self.ask, Seat(seat))
        told = tuple(self._told(n, name) for n in recent(self.variant, self.history, name))
        ask = self.ask if self.over else seen(self.ask, name)
        return observation(ask, name, Beside(told, draft=self.pending(name), board=board))

    def _told(self, n: int, seat: Seat) -> str:
        """The results sheet of a step as a seat was told it; at the end all is open."""
        from dragoman.report import results_sheet

        ask, result = Ask(self.variant, self.history[n - 1].state), self.history[n].resolution
        assert result is not None
        if not self.over:
            ask, result = seen(ask, seat), revealed(ask, result, seat)
        return results_sheet(result, ask, ask.with_state(result.state))

    def draw(self, phase: str = "", *, theme: str = "light", small: bool = False) -> str:
        """The position as SVG, or a phase such as F1903M with its orders and results."""
        from dragoman.draw.game import Moment, draw_moment, find_moment

        moment = find_moment(self.history, phase) if phase else Moment(self.state)
        return draw_moment(self.variant, moment, theme=theme, small=small)
