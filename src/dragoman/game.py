"""The game that a newcomer meets: the record's, with its results sheets and its pictures."""

from dragoman import record
from dragoman.rules import Ask


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

    def draw(self, phase: str = "", *, theme: str = "light", small: bool = False) -> str:
        """The position as SVG, or a phase such as F1903M with its orders and results."""
        from dragoman.draw.game import Moment, draw_moment, find_moment

        moment = find_moment(self.history, phase) if phase else Moment(self.state)
        return draw_moment(self.variant, moment, theme=theme, small=small)
