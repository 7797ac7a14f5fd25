"""A game played again: as a page, and as one file to keep."""

from typing import Any

from dragoman.draw.replay import draw_replay
from dragoman.house.errors import Closed
from dragoman.house.play import history
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say, spoken
from dragoman.web.limits import REPLAYS
from dragoman.web.pages.game import TABLE, PageQuery, game_page, text_page, view_of
from dragoman.web.pages.serving import HTML, Viewer, html
from dragoman.web.routes import ApiRoute


def show(viewer: Viewer) -> HttpAnswer:
    """The game from its beginning, phase after phase."""
    view = view_of(viewer)
    if view.status == "forming":
        raise Closed("the game has not begun")
    if not view.readable:
        return text_page(viewer, view)
    return game_page(viewer, view, replay=True)


def file(viewer: Viewer) -> HttpAnswer:
    """The game as one file that needs nothing else; to be kept, as it brings its own script."""
    call, query = viewer.call, viewer.call.query
    table = call.path["table"]
    game, moments = history.all_moments(call.house, call.who, table, query.seat)
    look: dict[str, Any] = {"theme": viewer.theme or "light", "folders": call.house.folders}
    words: dict[str, Any] = {"say": say, "language": spoken()}
    body = history.pictured(game, lambda: draw_replay(game.variant, moments, **look, **words))
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
