"""Trying it: what would come of one's own draft, if the others did what one guesses.

Nothing is kept, and nothing is known but what the seat may see.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from dragoman.draw.game import Moment
from dragoman.errors import NotationError, RequestError
from dragoman.house.errors import Invalid
from dragoman.house.play.adding import merged
from dragoman.house.play.drafts import SeatReader
from dragoman.house.play.imagining import ImaginedPhase, guesses, imagine, seen_by
from dragoman.house.play.orders import check_text, my_desk
from dragoman.house.tables import views
from dragoman.house.tables.alone import RIVAL
from dragoman.model import Order, Power, Seat
from dragoman.record.replay import check_seat
from dragoman.rules import Ask, Variant
from dragoman.web.api.people import Body
from dragoman.web.call import Call
from dragoman.web.limits import JUDGE, ORDERS
from dragoman.web.pages.desk import Choice, Desk, choices_of, laid_out
from dragoman.web.pages.game import TABLE, ChoiceQuery, PageSeatQuery, prefix_of
from dragoman.web.pages.look import render
from dragoman.web.pages.results import kept_section, own_powers, shown, whole_section
from dragoman.web.pages.stage import Layer, StageQuery, drafted, drawn_layer, pending
from dragoman.web.routes import ApiRoute, get, post


class Looks(Body, frozen=True, kw_only=True):
    """Which boards are to be drawn, in which look."""

    boards: list[str] = field(default_factory=list)
    theme: str = "light"
    form: str = ""
    letters: str = ""


class TrialForm(Looks, frozen=True, kw_only=True):
    """The others' orders as somebody guesses them; `judged`, or only drawn."""

    orders: dict[str, str] = field(default_factory=dict)
    judged: bool = True


class GuessForm(Body, frozen=True, kw_only=True):
    """What somebody guesses that another seat orders, and one more order to be written into it."""

    of: str
    text: str = ""
    order: str = ""
    split: bool = False
    version: int = 0


class GuessQuery(ChoiceQuery, frozen=True, kw_only=True):
    """How to go on with an order that is guessed for another seat."""

    of: str = ""


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
    if not body.judged:
        return Trial("", sketched(call, body, mine.seat))
    orders = {**body.orders, mine.seat: mine.text}
    variant, found = imagine(call.house, call.who, table, orders, seat=mine.seat)
    moment = Moment(found.before, found.resolution)
    layers = imagined_layers(call, variant, moment, body, mine.seat)
    return Trial(_results(call, variant, found, mine.seat), layers)


def imagined_layers(
    call: Call,
    variant: Variant,
    moment: Moment,
    body: Looks,
    seat: str = "",
    drafts: Sequence[tuple[Power, Order]] = (),
) -> dict[str, Layer]:
    """What would lie upon the boards that are in sight."""
    boards = [b for b in variant.map.boards if b in body.boards or not body.boards][:2]
    return {
        b: drawn_layer(call, variant, moment, looks(body, seat, b, boards), drafts) for b in boards
    }


def sketched(call: Call, body: TrialForm, seat: str) -> dict[str, Layer]:
    """The present position with one's own draft and one's guesses."""
    drafts = pending(call, call.query)
    for of, text in body.orders.items():
        reader = guess_reader(call, of)
        drafts += drafted(reader, reader.draft(text))
    variant, state, _ = seen_by(call.house, call.who, call.path["table"], None, seat)
    return imagined_layers(call, variant, Moment(state), body, seat, drafts)


def guess_reader(call: Call, of: str) -> SeatReader:
    """What reads a guess for another seat, in the position as one's own seat sees it."""
    table, seat = call.path["table"], call.query.seat
    variant, state, _ = seen_by(call.house, call.who, table, None, seat)
    ask = Ask(variant, state)
    try:
        return SeatReader(ask, check_seat(ask, Seat(of)))
    except RequestError as error:
        raise Invalid(error.text, "of") from error


def guess_desk(call: Call) -> Desk:
    """A guess for another seat as a desk, with one more order in it."""
    body: GuessForm = call.body
    check_text(call.house, body.text)
    reader = guess_reader(call, body.of)
    text = body.text
    if body.order:
        try:
            text = "\n".join(merged(reader, text, body.order, split=body.split))
        except NotationError as error:
            raise Invalid(str(error), "order") from error
    draft = reader.draft(text)
    empty = Desk(
        seat=body.of,
        turn=0,
        phase=str(reader.ask.state.phase),
        open=True,
        ready=False,
        text=text,
        version=body.version,
        lines=draft.lines,
        missing=draft.missing,
    )
    return laid_out(empty, reader, draft)


def guess_choices(call: Call) -> list[Choice]:
    """The ways to go on with an order that is guessed."""
    query: GuessQuery = call.query
    reader = guess_reader(call, query.of)
    return choices_of(reader.ask, reader.seat, query.subject, prefix_of(query))


def looks(body: Looks, seat: str, board: str, boards: list[str]) -> StageQuery:
    """How a board is to be drawn."""
    beside = next((other for other in boards if other != board), "")
    look = {"theme": body.theme, "form": body.form, "letters": body.letters}
    return StageQuery(seat=seat, board=board, beside=beside, **look)


def _results(call: Call, variant: Variant, found: ImaginedPhase, seat: str) -> str:
    view = views.table_view(call.house, call.who, call.path["table"], seat=seat)
    mine = own_powers(view, seat)
    moment = Moment(found.before, found.resolution)
    one = (
        whole_section(variant, moment, found.view, mine, view)
        if found.resolution is not None
        else kept_section(found.view, mine)
    )
    context = shown(call.house, view, [one], mine)
    return render("parts/results.html", **context, chart=None, trial=True)


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
    post(
        f"{TABLE}/try/desk",
        guess_desk,
        "A guess for another seat, one order more.",
        GuessForm,
        answers=Desk,
        stateless=True,
        query=PageSeatQuery,
        rate=ORDERS,
    ),
    get(
        f"{TABLE}/try/choices",
        guess_choices,
        "How to go on with a guess.",
        list[Choice],
        query=GuessQuery,
    ),
    get(f"{TABLE}/guess", guess, "What the others might order.", Guess, **_TRY),
]
