"""Games shown elsewhere: previews of links, and boards inside pages of others.

Whoever asks is shown what a visitor sees: what was shared is the same for everybody.
"""

from functools import cache
from importlib.util import find_spec
from urllib.parse import quote, urlencode

from msgspec import Struct

from dragoman.draw.game import draw_moment
from dragoman.draw.png import png
from dragoman.errors import RequestError
from dragoman.house.core import House
from dragoman.house.errors import Unknown
from dragoman.house.play import history
from dragoman.house.tables.views import TableView, table_view
from dragoman.web.call import HttpAnswer
from dragoman.web.guard import POLICY
from dragoman.web.language import say
from dragoman.web.limits import PICTURES
from dragoman.web.pages.serving import Viewer, html, site_address, step_number
from dragoman.web.routes import ApiRoute

WIDE = 1200
"""How wide the picture of a preview is, in pixels."""
NOBODY = "frame-ancestors 'none'"
SOME_MINUTES = {"cache-control": "public, max-age=300"}


class MomentQuery(Struct, frozen=True, kw_only=True):
    """Which phase; the present one, if none is named."""

    at: str = ""

    @property
    def step(self) -> int | None:
        """The number of the phase."""
        return step_number(self.at)


class Preview(Struct, frozen=True):
    """What is shown of a link to a table where it is posted."""

    url: str
    title: str
    about: str
    image: str


def preview(viewer: Viewer, view: TableView, at: str = "") -> Preview | None:
    """The preview of a table that every visitor may see."""
    if view.visibility == "invited" or not view.settings.observers or not view.readable:
        return None
    table = f"{site_address(viewer)}/tables/{quote(view.id)}"
    query = "?" + urlencode({"at": at}) if step_number(at) is not None else ""
    label = next((row.label for row in view.phases if str(row.n) == at), view.label)
    image = f"{table}/preview.png{query}" if draws_png() and view.status != "forming" else ""
    return Preview(f"{table}{query}", f"{view.title}: {say(label)}", view.variant_name, image)


@cache
def draws_png() -> bool:
    """Whether the extra is installed that turns drawings into PNG."""
    return find_spec("resvg_py") is not None


def preview_picture(viewer: Viewer) -> HttpAnswer:
    """The position as a PNG, as a visitor sees it."""
    call = viewer.call
    drawn = picture(viewer)
    try:
        body = call.house.sketches.get_or(f"png {hash(drawn)}", lambda: png(drawn, WIDE))
    except RequestError as error:
        raise Unknown("this site draws no previews") from error
    return HttpAnswer(body=body, media="image/png", headers=SOME_MINUTES)


def picture(viewer: Viewer) -> str:
    """The board as a visitor sees it."""
    call = viewer.call
    call.spend(PICTURES, call.address)
    table, step = call.path["table"], call.query.step
    game, moment = history.moment(call.house, None, table, step)
    folders = call.house.folders
    return history.pictured(game, lambda: draw_moment(game.variant, moment, folders=folders))


def embedded(viewer: Viewer) -> HttpAnswer:
    """A board for pages of others, to be looked at only."""
    call = viewer.call
    allowed = check_allowed(viewer)
    view = table_view(call.house, None, call.path["table"])
    label = say(step_label(call.house, view, call.query.step))
    page = viewer.page("embed.html", view=view, label=label, at=call.query.at)
    policy = POLICY.replace(NOBODY, f"frame-ancestors {allowed}")
    return HttpAnswer(body=page.body, media=page.media, headers={"content-security-policy": policy})


def step_label(house: House, view: TableView, step: int | None) -> str:
    """What the phase in view is called."""
    if step is None:
        return view.label
    return history.history(house, None, view.id, step).label


def embedded_board(viewer: Viewer) -> HttpAnswer:
    """The picture of an embedded board."""
    check_allowed(viewer)
    return HttpAnswer(body=picture(viewer), media="image/svg+xml")


def check_allowed(viewer: Viewer) -> str:
    """The pages that may show boards of this site; where none may, there is nothing here."""
    allowed = " ".join(viewer.call.settings.embed)
    if not allowed:
        raise Unknown("this site lets nobody embed its boards")
    return allowed


HTML_ROWS: list[ApiRoute] = [
    html("/embed/{table}", embedded, "A board for pages of others.", query=MomentQuery),
    html(
        "/embed/{table}/board.svg",
        embedded_board,
        "The picture of an embedded board.",
        query=MomentQuery,
        heavy=True,
    ),
    html(
        "/tables/{table}/preview.png",
        preview_picture,
        "The position as a picture for previews of links.",
        query=MomentQuery,
        heavy=True,
    ),
]
