"""Routes about variants: what can be played here, and how it can be set."""

from dragoman.bots import BOTS
from dragoman.house.tables.catalog import VariantPage, VariantRow, list_variants, variant_page
from dragoman.web.call import Call
from dragoman.web.routes import get, of_composition


def variants(call: Call) -> list[VariantRow]:
    """Every variant."""
    return list_variants(call.house)


def variant(call: Call) -> VariantPage:
    """One variant with its options and rules."""
    return variant_page(call.house, call.path["variant"])


def bots(call: Call) -> list[str]:
    """The names of the bots."""
    return list(BOTS)


ROUTES = [
    get("/api/bots", bots, "The bots that may sit at tables.", list[str], public=True),
    get("/api/variants", variants, "Every variant.", list[VariantRow], public=True),
    get(
        "/api/variants/{variant}",
        variant,
        "A variant with its options, phases and rules.",
        VariantPage,
        public=True,
        heavy=of_composition,
    ),
]
