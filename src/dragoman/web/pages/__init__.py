"""The pages: HTML over the same house that the API serves."""

from starlette.routing import BaseRoute

from dragoman.web.pages import game, help, lobby, people, press, site, table
from dragoman.web.pages.serving import page_routes, refused
from dragoman.web.routes import Row
from dragoman.web.serving import Desk

HTML_ROWS: list[Row] = [
    *site.ROWS,
    *game.HTML_ROWS,
    *lobby.HTML_ROWS,
    *people.HTML_ROWS,
    *help.HTML_ROWS,
    *press.HTML_ROWS,
    *table.HTML_ROWS,
]
"""Every page and form."""
JSON_ROWS: list[Row] = [*game.JSON_ROWS, *press.JSON_ROWS]
"""What the pages' scripts ask for."""


def routes(desk: Desk) -> list[BaseRoute]:
    """Every page and form as routes of Starlette."""
    return page_routes(desk, HTML_ROWS)


__all__ = ["HTML_ROWS", "JSON_ROWS", "refused", "routes"]
