"""Tables before they are games: the list, the form for a new one, and filling the seats."""

from typing import Any
from urllib.parse import urlencode

from msgspec import Struct, field

from dragoman.house import settings
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, Refused
from dragoman.house.people.accounts import open_session
from dragoman.house.people.personal import preferences
from dragoman.house.play import sandbox
from dragoman.house.tables import choices, seats, tables, views
from dragoman.house.tables.catalog import (
    OptionField,
    get_variant,
    offered,
    playable,
    variant_page,
)
from dragoman.house.tables.seats import Seated
from dragoman.house.tables.tables import STATUSES
from dragoman.house.tables.talk import say
from dragoman.house.tables.waiting import own_tables
from dragoman.web.call import HttpAnswer
from dragoman.web.limits import ACCOUNTS, MAILS, TABLES
from dragoman.web.pages.game import TABLE, PageQuery, forming, view_of
from dragoman.web.pages.running import DEADLINES, PRESS, explained
from dragoman.web.pages.serving import (
    Form,
    Viewer,
    form,
    html,
    link_page,
    see_other,
    site_address,
    someone,
    step_number,
)
from dragoman.web.pages.site import card
from dragoman.web.routes import ApiRoute, of_composition


class LobbyQuery(Struct, frozen=True, kw_only=True):
    """Which tables to list."""

    status: str = ""
    away: str = ""


class NewQuery(Struct, frozen=True, kw_only=True):
    """For which variant the form is."""

    variant: str = "standard"


class SeatForm(Form, frozen=True, kw_only=True):
    """A seat, and what to do with it."""

    seat: str = ""
    invite: str = ""
    bot: str = ""
    name: str = ""
    option: list[str] = field(default_factory=list)
    value: list[str] = field(default_factory=list)


class BackForm(Form, frozen=True, kw_only=True):
    """One's own seat, the link back to it if one has it, and where to mail it."""

    seat: str = ""
    secret: str = ""
    email: str = ""


class OwnSeatQuery(Struct, frozen=True, kw_only=True):
    """Which of one's own seats, and what was just done."""

    seat: str = ""
    done: str = ""


class LinkForm(Form, frozen=True, kw_only=True):
    """The secret of a seat, and how a guest is called."""

    secret: str = ""
    name: str = ""


def listing(viewer: Viewer) -> HttpAnswer:
    """The tables that one may find, and one's own."""
    call = viewer.call
    status = call.query.status if call.query.status in STATUSES else ""
    found = tables.list_tables(call.house, call.who, status=status)
    away = bool(call.query.away)
    return viewer.page(
        "tables.html",
        tables=found,
        mine=own_tables(call.house, call.who, away=away) if call.who else [],
        away=away,
        wanted=status,
        statuses=STATUSES,
    )


def new(viewer: Viewer) -> HttpAnswer:
    """The form for a new table."""
    # In an address that was typed, the plus of a mix has been read as a space.
    return new_page(viewer, viewer.call.query.variant.replace(" ", "+"))


def new_page(
    viewer: Viewer, ref: str, error: str = "", given: dict[str, Any] | None = None
) -> HttpAnswer:
    """The form for a new table, with what was wrong with it."""
    house = viewer.call.house
    page = variant_page(house, ref)
    return viewer.page(
        "new.html",
        status=422 if error else 200,
        page=page,
        options=offered(house, ref),
        zone=own_zone(viewer),
        ref=ref,
        card=card(house, ref),
        ids=[card(house, one) for one in playable(house)],
        deadlines=DEADLINES,
        press=PRESS,
        error=error,
        given=given or {},
    )


def own_zone(viewer: Viewer) -> str:
    """The time zone of whoever looks."""
    login = viewer.call.login
    return preferences(login.account).zone if login else "UTC"


def create(viewer: Viewer) -> HttpAnswer:
    """Make a table; what is wrong is shown above the form, and stays as it was typed.

    Where another variant was chosen, its form comes first.
    """
    call, fields = viewer.call, viewer.call.body
    one = {name: values[-1] for name, values in fields.items()}
    ref = one.get("variant", "standard")
    if "choose" in one or one.get("shown", ref) != ref:
        return new_page(viewer, ref, given=one)
    token = None
    try:
        options = read_options(variant_page(call.house, ref).options, one)
        check_form(call.house, ref, options, one)
        account, token = someone(viewer)
        if one.get("kind") == "sandbox":
            made = sandbox.create_sandbox(
                call.house, account, variant=ref, options=options, title=one.get("title", "")
            )
        else:
            made = tables.create_table(
                call.house,
                account,
                variant=ref,
                options=options,
                settings=read_settings(one),
                title=one.get("title", ""),
                visibility=one.get("visibility", "public"),
            )
    except Refused as refused:
        if token is None:
            return new_page(viewer, ref, explained(refused), one)
        raise
    return see_other(f"/tables/{made}", token=token)


def check_form(house: House, ref: str, options: dict[str, Any], given: dict[str, str]) -> None:
    """Refuse what is wrong before anybody becomes a guest for it, so that the form comes back."""
    tables.read_title(given.get("title", ""))
    tables.read_visibility(given.get("visibility", "public"))
    variant = get_variant(house, ref, options)
    tables.check_limits(variant, settings.read_settings(read_settings(given)))


def read_options(schema: list[OptionField], given: dict[str, str]) -> dict[str, Any]:
    """The options of a form, those left as they are left out."""
    found = {}
    for option in schema:
        text = given.get(f"option.{option.name}")
        if option.type == "flag" and f"option.{option.name}.shown" in given:
            text = "true" if text else "false"
        if text is None or text == "":
            continue
        value = read_option(option, text.strip())
        if value != option.default:
            found[option.name] = value
    return found


def read_option(option: OptionField, text: str) -> Any:
    """One value of a form as its option wants it."""
    if option.choices:
        # Choices may be numbers; what is none of them is refused by the option itself.
        return next((choice for choice in option.choices if str(choice) == text), text)
    if option.type == "flag":
        return text == "true"
    if option.type == "number":
        try:
            return int(text)
        except ValueError as error:
            raise Invalid(f"a number, not {text[:40]!r}", option.name) from error
    if option.type == "lines":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if option.type == "names":
        return [part.strip() for part in text.split(",") if part.strip()]
    if option.type == "table":
        return [line.split() for line in text.splitlines() if line.strip()]
    return text


def read_settings(given: dict[str, str]) -> dict[str, Any]:
    """The settings of a form."""
    try:
        moves, grace = (int(given.get(name) or 0) for name in ("moves", "grace"))
        others = int(given.get("others") or moves)
    except ValueError as error:
        raise Invalid("choose how long phases last", "moves") from error
    fixed = {"at": given["at"], "zone": given.get("zone") or "UTC"} if given.get("at") else {}
    limits = {
        "movement": {"seconds": moves, **fixed},
        "other": {"seconds": others, **fixed},
    }
    return {
        "press": given.get("press", "advised"),
        "anonymous": "anonymous" in given,
        "ready": "hidden" if "ready_hidden" in given else "shown",
        "limits": limits,
        "grace": grace,
        "missed": "wait" if "wait" in given else "go_on",
        "assignment": "lot" if "lot" in given else "choice",
        "organizer_plays": "referee" not in given,
        "observers": "private" not in given,
    }


def waiting(viewer: Viewer, secret: str, seat: str = "") -> HttpAnswer:
    """A table that waits for players, with a link that was just made."""
    table = viewer.call.path["table"]
    path = f"seat#{secret}" if seat else f"tables/{table}?invite={secret}"
    return forming(viewer, view_of(viewer), f"{site_address(viewer)}/{path}", seat)


def join(viewer: Viewer) -> HttpAnswer:
    """Sit down; who has no account becomes a guest."""
    call, body = viewer.call, viewer.call.body
    account, token = someone(viewer, body.name)
    where = call.path["table"], body.seat
    chosen = dict(zip(body.option, body.value, strict=False))
    try:
        seats.join(call.house, account, *where, invite=body.invite, choices=chosen)
    except Invalid as refused:
        if token is None:
            return forming(viewer, view_of(viewer), error=explained(refused))
        raise
    return see_other(f"/tables/{where[0]}", token=token)


class ChoiceForm(Form, frozen=True, kw_only=True):
    """What a seat sets for itself."""

    seat: str = ""
    option: str = ""
    value: str = ""


def choose(viewer: Viewer) -> HttpAnswer:
    """Choose what is one's own seat's."""
    call, body, table = viewer.call, viewer.call.body, viewer.call.path["table"]
    try:
        choices.choose(call.house, call.me, table, body.seat, body.option, body.value)
    except Invalid as refused:
        return forming(viewer, view_of(viewer), error=explained(refused))
    return see_other(f"/tables/{table}")


def put_bot(viewer: Viewer) -> HttpAnswer:
    """Put a bot on a seat, or on all that are open."""
    call, body, table = viewer.call, viewer.call.body, viewer.call.path["table"]
    open_ = [row.seat for row in view_of(viewer).seats if row.open and not row.bot]
    for seat in [body.seat] if body.seat else open_:
        if body.bot:
            seats.seat_bot(call.house, call.me, table, seat, body.bot)
        else:
            seats.clear_seat(call.house, call.me, table, seat)
    return see_other(f"/tables/{table}")


def link(viewer: Viewer) -> HttpAnswer:
    """A secret link to a seat, shown once."""
    call, body = viewer.call, viewer.call.body
    table = call.path["table"]
    if body.seat:
        return waiting(viewer, seats.make_link(call.house, call.me, table, body.seat), body.seat)
    return waiting(viewer, seats.make_invitation(call.house, call.me, table))


class TalkForm(Form, frozen=True, kw_only=True):
    """What somebody says."""

    text: str = ""


def talk(viewer: Viewer) -> HttpAnswer:
    """Say something to those who wait; what is refused stays in its box."""
    call, table, text = viewer.call, viewer.call.path["table"], viewer.call.body.text
    try:
        say(call.house, call.me, table, text)
    except Refused as refused:
        return forming(viewer, view_of(viewer), unsaid=(text, refused.text))
    return see_other(f"/tables/{table}#talk")


def uninvite(viewer: Viewer) -> HttpAnswer:
    """Take all invitations to a table back."""
    call, table = viewer.call, viewer.call.path["table"]
    seats.end_invitations(call.house, call.me, table)
    return see_other(f"/tables/{table}")


def start(viewer: Viewer) -> HttpAnswer:
    """Begin, though seats may be empty."""
    try:
        tables.start_table(viewer.call.house, viewer.call.me, viewer.call.path["table"])
    except Closed as refused:
        view = view_of(viewer)
        if view.turn or not view.organizing:
            raise
        return forming(viewer, view, undone=explained(refused))
    return see_other(f"/tables/{viewer.call.path['table']}")


def cancel(viewer: Viewer) -> HttpAnswer:
    """Give the table up."""
    tables.cancel_table(viewer.call.house, viewer.call.me, viewer.call.path["table"])
    return see_other("/tables")


def seat_page(viewer: Viewer) -> HttpAnswer:
    """Where a secret link leads: its secret is read by the page and sent by its form."""
    return link_page(viewer, "seat")


def take_seat(viewer: Viewer) -> HttpAnswer:
    """Sit down by a secret link, or come back by it."""
    body: LinkForm = viewer.call.body
    try:
        return _take_seat(viewer, body)
    except Refused as refused:
        return link_page(viewer, "seat", refused, body.secret, body.name)


def _take_seat(viewer: Viewer, body: LinkForm) -> HttpAnswer:
    call = viewer.call
    known = seats.guest_of_link(call.house, body.secret, call.who)
    if known is not None:
        account, token = known.id, open_session(call.house, known, call.agent, call.token)
    else:
        account, token = someone(viewer, body.name)  # type: ignore[assignment]
    return seated_page(viewer, seats.take_link(call.house, account, body.secret), token)


def seated_page(
    viewer: Viewer, seated: Seated, token: str | None = None, done: str = ""
) -> HttpAnswer:
    """On to the page with a guest's own link; whoever has an account is at the table at once."""
    login = viewer.call.login
    if login is not None and login.account.kind != "guest":
        return see_other(f"/tables/{seated.table}", token=token)
    query = urlencode({"seat": seated.seat, **({"done": done} if done else {})})
    return see_other(f"/tables/{seated.table}/seat?{query}#{seated.link}", token=token)


def own_seat(viewer: Viewer) -> HttpAnswer:
    """A guest's seat and the way back to it, which stands behind the # and is read by the page."""
    call = viewer.call
    view = views.table_view(call.house, call.who, call.path["table"])
    seat = next((row.seat for row in view.seats if row.mine), "")
    if not seat or call.login is None or call.login.account.kind != "guest":
        return see_other(f"/tables/{view.id}")
    shown = {"seat": call.query.seat or seat, "done": call.query.done}
    return viewer.page("seat.html", view=view, mails=call.house.sends_mail, **shown)


def make_way_back(viewer: Viewer) -> HttpAnswer:
    """A new link back to one's own seat, or one that is mailed."""
    call, body = viewer.call, viewer.call.body
    table = call.path["table"]
    if not body.email:
        return seated_page(viewer, seats.way_back(call.house, call.me, table, body.seat))
    call.spend(MAILS, body.email.strip().casefold()[:254])
    given = (call.house, call.me, table, body.seat, body.secret)
    try:
        seated, goes = seats.mail_way_back(*given, body.email)
        return seated_page(viewer, seated, done="sent" if goes else "too_many")
    except Invalid:
        return seated_page(viewer, Seated(table, body.seat, body.secret), done="refused")


def fork(viewer: Viewer) -> HttpAnswer:
    """A sandbox that goes on from here."""
    call = viewer.call
    account, token = someone(viewer)
    made = sandbox.fork(call.house, account, call.path["table"], step_number(call.body.at))
    return see_other(f"/tables/{made}", token=token)


class ForkForm(Form, frozen=True, kw_only=True):
    """From which step to go on."""

    at: str = ""


HTML_ROWS: list[ApiRoute] = [
    html("/tables", listing, "Tables to be found.", query=LobbyQuery),
    html("/tables/new", new, "The form for a new table.", query=NewQuery, heavy=of_composition),
    form("/tables/new", create, "Make a table.", dict, query=NewQuery, rate=TABLES),
    form(f"{TABLE}/join", join, "Sit down.", SeatForm, query=PageQuery),
    form(f"{TABLE}/choose", choose, "Choose for one's seat.", ChoiceForm, query=PageQuery),
    form(f"{TABLE}/bots", put_bot, "Put a bot on a seat.", SeatForm, query=PageQuery),
    form(f"{TABLE}/link", link, "Make a link.", SeatForm, query=PageQuery),
    form(f"{TABLE}/talk", talk, "Say something to those who wait.", TalkForm, query=PageQuery),
    form(f"{TABLE}/uninvite", uninvite, "Take all invitations back."),
    form(f"{TABLE}/start", start, "Begin.", query=PageQuery),
    form(f"{TABLE}/cancel", cancel, "Give a table up."),
    form(f"{TABLE}/fork", fork, "Go on elsewhere from here.", ForkForm, rate=TABLES),
    html(f"{TABLE}/seat", own_seat, "A guest's way back to a seat.", query=OwnSeatQuery),
    form(f"{TABLE}/seat", make_way_back, "Make a way back.", BackForm, rate=ACCOUNTS),
    html("/seat", seat_page, "Where a secret link leads."),
    form("/seat", take_seat, "Sit down by a secret link.", LinkForm, rate=ACCOUNTS),
]
