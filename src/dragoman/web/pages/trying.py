"""Trying it: what would come of one's own draft, if the others did what one guesses.

Nothing is kept, and nothing is known but what the seat may see.
"""

from msgspec import Struct, field

from dragoman.draw.game import Moment
from dragoman.house.play.imagining import ImaginedPhase, guesses, imagine
from dragoman.house.play.orders import my_desk
from dragoman.house.tables import views
from dragoman.house.tables.alone import RIVAL
from dragoman.rules import Variant
from dragoman.web.api.people import Body
from dragoman.web.call import Call
from dragoman.web.limits import JUDGE
from dragoman.web.pages.game import TABLE, PageSeatQuery
from dragoman.web.pages.look import render
from dragoman.web.pages.results import own_powers, shown, told_section, whole_section
from dragoman.web.pages.stage import Layer, StageQuery, drawn_layer
from dragoman.web.routes import ApiRoute, get, post


class Looks(Body, frozen=True, kw_only=True):
    """Which boards are to be drawn, in which look."""

    boards: list[str] = field(default_factory=list)
    theme: str = "light"
    form: str = ""
    letters: str = ""


class TrialForm(Looks, frozen=True, kw_only=True):
    """The others' orders as somebody guesses them."""

    orders: dict[str, str] = field(default_factory=dict)


class Trial(Struct, frozen=True):
    """What would come of it: in words, and on the boards that were asked for."""

    results: str
    layers: dict[str, Layer]


class Guess(Struct, frozen=True):
    """What the computer would order for the others."""

    orders: dict[str, str]


def attempt(call: Call) -> Trial:
    """What would come of one's own draft against one's guesses."""
    body: TrialForm = call.body
    table = call.path["table"]
    mine = my_desk(call.house, call.who, table, seat=call.query.seat).orders
    orders = {**body.orders, mine.seat: mine.text}
    variant, found = imagine(call.house, call.who, table, orders, seat=mine.seat)
    moment = Moment(found.before, found.resolution)
    layers = imagined_layers(call, variant, moment, body, mine.seat)
    return Trial(_told(call, variant, found, mine.seat), layers)


def imagined_layers(
    call: Call, variant: Variant, moment: Moment, body: Looks, seat: str = ""
) -> dict[str, Layer]:
    """What would lie upon the boards that are in sight."""
    boards = [b for b in variant.map.boards if b in body.boards or not body.boards][:2]
    return {b: drawn_layer(call, variant, moment, looks(body, seat, b, boards)) for b in boards}


def looks(body: Looks, seat: str, board: str, boards: list[str]) -> StageQuery:
    """How a board is to be drawn."""
    beside = next((other for other in boards if other != board), "")
    look = {"theme": body.theme, "form": body.form, "letters": body.letters}
    return StageQuery(seat=seat, board=board, beside=beside, **look)


def _told(call: Call, variant: Variant, found: ImaginedPhase, seat: str) -> str:
    view = views.table_view(call.house, call.who, call.path["table"], seat=seat)
    mine = own_powers(view, seat)
    moment = Moment(found.before, found.resolution)
    one = (
        whole_section(variant, moment, found.view, mine, view)
        if found.resolution is not None
        else told_section(found.view, mine)
    )
    told = shown(call.house, view, [one], mine)
    return render("parts/results.html", **told, chart=None, trial=True)


def guess(call: Call) -> Guess:
    """What the computer would order for the others, by what one's own seat can see."""
    table, seat = call.path["table"], call.query.seat
    return Guess(guesses(call.house, call.who, table, RIVAL, seat=seat))


_TRY = {"query": PageSeatQuery, "rate": JUDGE, "heavy": True}
JSON_ROWS: list[ApiRoute] = [
    post(
        f"{TABLE}/try",
        attempt,
        "What would come of a draft.",
        TrialForm,
        answers=Trial,
        stateless=True,
        **_TRY,
    ),
    get(f"{TABLE}/guess", guess, "What the others might order.", Guess, **_TRY),
]
