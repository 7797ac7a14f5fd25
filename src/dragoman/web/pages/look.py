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
from markupsafe import Markup

from dragoman.draw.fonts import FOLDER as FONTS

HERE = Path(__file__).parents[1]
STATIC = HERE / "static"


@lru_cache(maxsize=1)
def catalog() -> dict[str, str]:
    """Every string of the pages by its key, such as `front.title`."""
    sections = tomllib.loads((HERE / "strings" / "en.toml").read_text(encoding="utf-8"))
    return {f"{s}.{k}": text for s, entries in sections.items() for k, text in entries.items()}


def t(key: str, **filled: object) -> str:
    """A string of the catalog with its names filled in.

    >>> t("variant.seats", n=3)
    '3 players'
    """
    text = catalog()[key]
    return text.format(**filled) if filled else text


@lru_cache(maxsize=256)
def static_url(name: str) -> str:
    """The address of a static file, which changes with the file, so that it can be kept forever."""
    digest = sha256(static_file(name).read_bytes()).hexdigest()[:12]
    return f"/static/{digest}/{name}"


def static_file(name: str) -> Path:
    """Where a static file lies; the typefaces are those of the drawings."""
    return FONTS / name.removeprefix("fonts/") if name.startswith("fonts/") else STATIC / name


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates; all that they print is escaped, and a name that is not given is an error."""
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(t=t, static=static_url)
    found.tests.update(known=catalog().__contains__)
    found.filters.update(json=as_json, places=places, iso=iso)
    return found


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
    """A template filled in."""
    return environment().get_template(template).render(**values)
