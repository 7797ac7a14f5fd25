"""What a seat knows when orders are due, as one text for a reader: a program, or a model."""

from datetime import UTC, datetime

from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.play.games import need_sound, played
from dragoman.house.play.history import phase_view, seen_position
from dragoman.house.play.orders import SeatOrders, my_orders
from dragoman.house.tables.press import read_press
from dragoman.house.tables.who import approach
from dragoman.model import Seat, State
from dragoman.report.observation import Beside, Letter, observation, recent
from dragoman.rules import Ask, Variant


def observe(
    house: House, account: str | None, table_id: str, *, seat: str = "", board: bool = False
) -> str:
    """All that a seat of one's own may know: from what it was shown of the game alone."""
    with house.look(), house.read() as tx:
        who = approach(tx, account, table_id)
        name = Seat(who.own(seat).seat)
        if who.table.status == "forming":
            raise Closed("the game has not begun")
        game = need_sound(played(house, tx, who.table))
        state = seen_position(tx, game, len(game.steps) - 1, name)
        judged = recent(game.variant, game.steps, name)
        sheets = [phase_view(tx, game, n, name).sheet for n in judged]
        desk = my_orders(house, account, table_id, seat=name)
        mail = read_press(house, account, table_id, seat=name)
    press = (Letter(m.sender or "The organizer", tuple(m.to), m.text) for m in mail.messages)
    beside = Beside(tuple(sheets), tuple(press), tuple(drafted(desk)), closing(desk), board)
    return house.think(written_for, game.variant, state, name, beside)


def written_for(variant: Variant, state: State, seat: Seat, beside: Beside) -> str:
    """The text itself, which a worker writes: on a crowded board the legal orders are millions."""
    return observation(Ask(variant, state), seat, beside)


def drafted(desk: SeatOrders) -> list[str]:
    """The lines of a draft, each with what is wrong with it."""
    return [
        f"{line.text} ({wrong})" if wrong else line.text
        for line in desk.lines
        for wrong in [line.problem or "; ".join(o.text for o in line.orders if o.fault)]
    ]


def closing(desk: SeatOrders) -> str:
    """Whether a seat is ready, and when its orders close."""
    ready = "You have said that you are ready." if desk.ready else "You are not ready yet."
    if desk.closes is None or not desk.owed:
        return ready if desk.owed else ""
    closes = datetime.fromtimestamp(desk.closes / 1000, UTC)
    return f"{ready} Orders close at {closes:%Y-%m-%d %H:%M} UTC."
