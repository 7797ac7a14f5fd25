"""A game played again: as a page, and as one file to keep."""

from typing import Any

from dragoman.draw.game import Moment
from dragoman.draw.replay import draw_replay
from dragoman.house.errors import Closed
from dragoman.house.play import history
from dragoman.house.tables import views
from dragoman.web.call import HttpAnswer
from dragoman.web.limits import REPLAYS
from dragoman.web.pages.game import TABLE, PageQuery, game_page, view_of
from dragoman.web.pages.serving import HTML, Viewer, html
from dragoman.web.routes import ApiRoute


def show(viewer: Viewer) -> HttpAnswer:
    """The game from its beginning, phase after phase."""
    view = view_of(viewer)
    if view.status == "forming":
        raise Closed("the game has not begun")
    return game_page(viewer, view, replay=True)


def file(viewer: Viewer) -> HttpAnswer:
    """The game as one file that needs nothing else; to be kept, as it brings its own script."""
    call, query = viewer.call, viewer.call.query
    table = call.path["table"]
    view = views.table_view(call.house, call.who, table, seat=query.seat)
    numbers = [row.n for row in view.phases if row.kind == "turn"]
    found = [history.moment(call.house, call.who, table, n, query.seat) for n in (*numbers, None)]
    moments: list[Moment] = [moment for _, moment in found]
    theme = viewer.theme or "light"
    body = draw_replay(found[-1][0].variant, moments, theme=theme, folders=call.house.folders)
    return HttpAnswer(
        body=body,
        media=HTML,
        headers={"content-disposition": f'attachment; filename="dragoman-{table}.html"'},
    )


_HEAVY: dict[str, Any] = {"rate": REPLAYS, "heavy": True}
HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/replay", show, "A game played again.", query=PageQuery),
    html(f"{TABLE}/replay.html", file, "A game as one file.", query=PageQuery, **_HEAVY),
]
