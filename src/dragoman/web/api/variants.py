"""Routes about variants: what can be played here, and how it can be set."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.bots import bot_names
from dragoman.house.errors import Invalid
from dragoman.house.tables.catalog import VariantPage, VariantRow, list_variants, variant_page
from dragoman.web.call import Call
from dragoman.web.routes import get, of_composition


class OptionsQuery(Struct, frozen=True, kw_only=True):
    """The options that a variant is asked for with, as a JSON object."""

    options: str = ""


def asked_options(text: str) -> dict[str, Any]:
    """The options in an address; a text that is no JSON object is refused."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any]) if text else {}
    except msgspec.DecodeError as error:
        raise Invalid(f'options: expected such as {{"players": 5}}: {error}', "options") from error


def variants(call: Call) -> list[VariantRow]:
    """Every variant."""
    return list_variants(call.house)


def variant(call: Call) -> VariantPage:
    """One variant with its options and rules, as they are with the options given."""
    return variant_page(call.house, call.path["variant"], asked_options(call.query.options))


def bots(call: Call) -> list[str]:
    """The names of the bots."""
    return bot_names()


ROUTES = [
    get("/api/bots", bots, "The bots that may sit at tables.", list[str], public=True),
    get("/api/variants", variants, "Every variant.", list[VariantRow], public=True),
    get(
        "/api/variants/{variant}",
        variant,
        "A variant with its options, phases and rules.",
        VariantPage,
        query=OptionsQuery,
        public=True,
        heavy=of_composition,
    ),
]
