"""Help and glossary in place, made from the project's own texts."""

from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from dragoman.house.errors import Unknown
from dragoman.web.call import HttpAnswer
from dragoman.web.pages.serving import Viewer, html
from dragoman.web.pages.site import written
from dragoman.web.routes import ApiRoute

HERE = Path(__file__).parents[1] / "help"
PAGES = ("playing", "notation", "organizing", "sandbox", "glossary", "keys")


@lru_cache(maxsize=len(PAGES))
def text(name: str) -> Markup:
    """A help page as HTML."""
    return written((HERE / f"{name}.md").read_text(encoding="utf-8"))


def index(viewer: Viewer) -> HttpAnswer:
    """Help, from its beginning."""
    return viewer.page("help.html", name="playing", pages=PAGES, text=text("playing"))


def page(viewer: Viewer) -> HttpAnswer:
    """One page of help."""
    name = viewer.call.path["name"]
    if name not in PAGES:
        raise Unknown("there is no such page of help")
    return viewer.page("help.html", name=name, pages=PAGES, text=text(name))


HTML_ROWS: list[ApiRoute] = [
    html("/help", index, "Help, from its beginning."),
    html("/help/{name}", page, "One page of help."),
]
