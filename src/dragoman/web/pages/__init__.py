"""The pages: HTML over the same house that the API serves."""

from starlette.routing import Route

from dragoman.web.pages import (
    beginning,
    bench,
    game,
    help,
    lobby,
    paper,
    people,
    press,
    replay,
    results,
    sharing,
    site,
    stage,
    table,
    trying,
    waiting,
    workshop,
)
from dragoman.web.pages.serving import page_routes, refused
from dragoman.web.routes import ApiRoute
from dragoman.web.serving import Server

HTML_ROWS: list[ApiRoute] = [
    *site.ROWS,
    *beginning.HTML_ROWS,
    *game.HTML_ROWS,
    *results.HTML_ROWS,
    *lobby.HTML_ROWS,
    *people.HTML_ROWS,
    *help.HTML_ROWS,
    *press.HTML_ROWS,
    *table.HTML_ROWS,
    *stage.HTML_ROWS,
    *replay.HTML_ROWS,
    *sharing.HTML_ROWS,
    *paper.HTML_ROWS,
    *waiting.HTML_ROWS,
    *workshop.HTML_ROWS,
]
"""Every page and form."""
JSON_ROWS: list[ApiRoute] = [
    *game.JSON_ROWS,
    *press.JSON_ROWS,
    *waiting.JSON_ROWS,
    *trying.JSON_ROWS,
    *bench.JSON_ROWS,
    *workshop.JSON_ROWS,
]
"""What the pages' scripts ask for."""


def routes(desk: Server) -> list[Route]:
    """Every page and form as routes of Starlette."""
    return page_routes(desk, HTML_ROWS)


__all__ = ["HTML_ROWS", "JSON_ROWS", "refused", "routes"]
