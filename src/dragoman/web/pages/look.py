"""The look of the pages: templates, strings and the addresses of static files."""

import re
import tomllib
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape

from dragoman.draw.fonts import FOLDER as FONTS
from dragoman.house.settings import zones_by_region
from dragoman.report.charts import voters
from dragoman.translate import ENGLISH, LANGUAGES, translated
from dragoman.variants.option_words import choice_label
from dragoman.web.language import say, say_list, spoken

HERE = Path(__file__).parents[1]
STATIC = HERE / "static"


@lru_cache(maxsize=len(LANGUAGES))
def catalog(language: str = ENGLISH) -> dict[str, str]:
    """Every string of the pages by its key, such as `front.title`; else in English."""
    file = HERE / "strings" / f"{language}.toml"
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    said = {f"{s}.{k}": text for s, entries in sections.items() for k, text in entries.items()}
    return said if language == ENGLISH else {**catalog(), **said}


def t(key: str, **filled: object) -> str:
    """A string of the catalog with its names filled in, in the language of the request.

    >>> t("variant.seats", n=3)
    '3 players'
    """
    text = catalog(spoken())[key]
    return text.format(**filled) if filled else text


def static_url(name: str) -> str:
    """The address of a static file; browsers may keep what they find there forever."""
    return f"/static/{static_digest()}/{name}"


@lru_cache(maxsize=1)
def static_digest() -> str:
    """A name that changes with any static file: scripts and styles name others beside them."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    whole = sha256()
    for path in files:
        whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]


def static_file(name: str) -> Path:
    """Where a static file lies; the typefaces are those of the drawings."""
    return FONTS / name.removeprefix("fonts/") if name.startswith("fonts/") else STATIC / name


def own_file(name: str) -> Path | None:
    """A file that the site may hand out by this name; none if the name leads anywhere else."""
    try:
        file = static_file(name).resolve()
        typeface = file.parent == FONTS.resolve() and file.name.startswith("EBGaramond")
        own = typeface or file.is_relative_to(STATIC.resolve())
        return file if own and file.is_file() else None
    except (ValueError, OSError):
        # No file can have such a name: it is too long, or holds a NUL.
        return None


NOTES = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*\n|^[ \t]+", re.M | re.S)


@lru_cache(maxsize=64)
def lean(source: bytes) -> bytes:
    """A script or style as it is sent: without comments on lines of their own, and indents.

    No string of ours goes over several lines, so nothing that is meant can look like a comment.

    >>> lean(b"/** Why. */\\nif (a) {\\n  b(); // c\\n}\\n")
    b'if (a) {\\nb(); // c\\n}\\n'
    """
    return NOTES.sub(b"", source)


class Fixed(Extension):
    """Writes strings and addresses that never change into a template when it is compiled."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with them filled in, escaped as if they were printed."""
        said = re.sub(FIXED_STRING, lambda m: escape(t(m[1])), source)
        return re.sub(FIXED_ADDRESS, lambda m: escape(static_url(m[1])), said)


FIXED_STRING = r"""{{ t\(["']([a-z_0-9.]+)["']\) }}"""
FIXED_ADDRESS = r"""{{ static\(["']([^"']+)["']\) }}"""


@lru_cache(maxsize=len(LANGUAGES))
def environment(language: str) -> Environment:
    """The templates; all that they print is escaped, and a name that is not given is an error.

    Each language has its own, as strings that never change are compiled into them.
    """
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Fixed],
    )
    found.globals.update(
        t=t, static=static_url, regions=zones_by_region, language=language, languages=LANGUAGES
    )
    found.tests.update(known=catalog().__contains__)
    found.filters.update(json=as_json, places=places, iso=iso, say=say, choice=choice_label)
    found.filters.update(bot=bot_name, voters=lambda seats: say_list(voters(seats)))
    return found


def bot_name(name: str) -> str:
    """What a computer player is called; one that has no name of its own by its id.

    >>> bot_name("greedy"), bot_name("mine")
    ('Medium', 'mine')
    """
    key = f"bot.{name}"
    return t(key) if key in catalog() else name


def as_json(value: object) -> Markup:
    """A value as JSON that can stand inside a script element."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def places(row: Any) -> str:
    """The places that an order names, for a page to light up.

    >>> places(msgspec.defstruct("Row", ["order"])("A 1:par S A mar - spa/nc"))
    '1:par mar spa/nc'
    """
    return " ".join(re.findall(r"(?:\d+:)?[a-z]{3}(?:/[a-z]{2})?", row.order))


def iso(at: int) -> str:
    """A time in milliseconds as ISO 8601 in UTC, which scripts turn into the reader's own.

    >>> iso(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def render(template: str, **values: Any) -> str:
    """A template filled in, with what it is filled with said in the language of the request."""
    filled = values if spoken() == ENGLISH else translated(values, say)
    return environment(spoken()).get_template(template).render(**filled)
