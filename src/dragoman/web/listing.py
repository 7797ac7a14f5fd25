"""A plain page that lists the routes: no script, nothing from elsewhere."""

from collections.abc import Sequence
from html import escape

from dragoman.web.routes import ApiRoute


def page(rows: Sequence[ApiRoute]) -> str:
    """The routes as a page."""
    lines = "".join(
        f"<tr><td>{escape(row.method)}</td><td><code>{escape(row.path)}</code></td>"
        f"<td>{escape(row.tells)}</td></tr>"
        for row in sorted(rows, key=lambda row: (row.path, row.method))
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Dragoman: the API</title>'
        "<h1>The API</h1><p>What each route takes and answers stands in the OpenAPI document at "
        '<a href="/api/openapi.json">/api/openapi.json</a>.</p>'
        f"<table><tr><th>Method<th>Address<th>What it does</tr>{lines}</table></html>"
    )
