"""Help and glossary in place, made from the project's own texts."""

from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from dragoman.house.errors import Unknown
from dragoman.web.call import HttpAnswer
from dragoman.web.language import spoken
from dragoman.web.pages.serving import Viewer, html
from dragoman.web.pages.site import written
from dragoman.web.routes import ApiRoute

HERE = Path(__file__).parents[1] / "help"
PAGES = ("playing", "notation", "organizing", "sandbox", "glossary", "keys")


@lru_cache
def text(name: str, language: str) -> Markup:
    """A help page as HTML, in English where it was not written in a language."""
    own = HERE / language / f"{name}.md"
    file = own if own.is_file() else HERE / f"{name}.md"
    return written(file.read_text(encoding="utf-8"))


def page(viewer: Viewer) -> HttpAnswer:
    """One page of help, or the first."""
    name = viewer.call.path.get("name", PAGES[0])
    if name not in PAGES:
        raise Unknown("there is no such page of help")
    return viewer.page("help.html", name=name, pages=PAGES, text=text(name, spoken()))


HTML_ROWS: list[ApiRoute] = [
    html("/help", page, "Help, from its beginning."),
    html("/help/{name}", page, "One page of help."),
]
