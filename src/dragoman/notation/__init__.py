"""Notation: order text and positions in plain text, read into the values of the model."""

from dragoman.notation.language import Language, ReadText
from dragoman.notation.orders import (
    ORDER_TEXTS,
    read_amount,
    read_orders,
    read_plain,
    write_order,
)
from dragoman.notation.positions import (
    Driven,
    Placed,
    Position,
    find_province,
    provinces_called,
    read_position,
    read_unit,
    read_units,
    read_units_by_power,
    units_called,
)
from dragoman.notation.roster import roster_of

__all__ = [
    "ORDER_TEXTS",
    "Driven",
    "Language",
    "Placed",
    "Position",
    "ReadText",
    "find_province",
    "provinces_called",
    "read_amount",
    "read_orders",
    "read_plain",
    "read_position",
    "read_unit",
    "read_units",
    "read_units_by_power",
    "roster_of",
    "units_called",
    "write_order",
]
