"""Choices: what of a table's options each seat sets for itself while the table forms."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid, TooMany
from dragoman.house.play.games import variant_of
from dragoman.house.tables.catalog import get_variant, seats_of
from dragoman.house.tables.log import write_event
from dragoman.house.tables.tables import need_forming
from dragoman.house.tables.who import approach_locked
from dragoman.rules import Option, Variant
from dragoman.store.interface import Tx
from dragoman.store.rows import SeatRow, Table
from dragoman.translate import Said
from dragoman.variants.option_words import title

CHOSEN = "chosen"
"""The kind of event by which a seat chooses."""
LONGEST = 200
MOST = 400
"""How many events a table may have before it begins, if more is to be chosen."""


class SeatChoice(Struct, frozen=True):
    """An option of which each seat sets its own entry: what it is called, and what each has now.

    `values` goes by seat; a seat for which there is no entry is left out.
    """

    option: str
    title: Said
    about: Said
    values: dict[str, str]


def choices_of(variant: Variant) -> list[SeatChoice]:
    """What the seats of a table that is forming may choose."""
    return [
        SeatChoice(option.name, title(option), option.about, entries(variant, option))
        for option in variant.schema
        if option.per_seat
    ]


def entries(variant: Variant, option: Option) -> dict[str, str]:
    """What the entries of an option are now, by the seat to which each belongs."""
    return dict(zip(map(str, seats_of(variant)), variant.settings[option.name], strict=False))


def choose(
    house: House, account: str | None, table_id: str, seat: str, option: str, value: str
) -> None:
    """Set the entry of one's own seat; an empty value sets it back."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row = who.own(seat)
        need_forming(who.table)
        write_choice(house, tx, who.table, row, str(who.account), option, value)


def write_choice(
    house: House, tx: Tx, table: Table, row: SeatRow, person: str, name: str, value: str
) -> Table:
    """The table after a seat has chosen; what the variant does not take is refused."""
    if table.events >= MOST:
        raise TooMany("enough has been chosen here: begin the game")
    variant = variant_of(house, table)
    option = own_option(variant, name)
    now = entries(variant, option)
    if row.seat not in now:
        raise Invalid(f"the seat {row.seat} has none: {', '.join(now)} have", name)
    text = " ".join(value.split()) or default_entry(house, table, option.name, list(now), row.seat)
    if text == now[row.seat]:
        return table
    if len(text) > LONGEST or not text.isprintable():
        raise Invalid(f"at most {LONGEST} printable letters", name)
    options = msgspec.json.decode(table.options) | {name: list((now | {row.seat: text}).values())}
    # The variant may write what was typed in its own way.
    options[name] = get_variant(house, table.variant, options).settings[name]
    n = list(now).index(row.seat)
    body = {"seat": row.seat, "option": title(option), "entry": n + 1, "text": options[name][n]}
    kept = msgspec.json.encode(options).decode()
    return write_event(tx, table, house.now, CHOSEN, person, body, options=kept)


def own_option(variant: Variant, name: str) -> Option:
    """An option of which a seat may set an entry."""
    own = {option.name: option for option in variant.schema if option.per_seat}
    if name not in own:
        there = f"there is {', '.join(own)}" if own else "a seat chooses nothing in this variant"
        raise Invalid(f"no such choice: {there}", "option")
    return own[name]


def default_entry(house: House, table: Table, name: str, seats: list[str], seat: str) -> str:
    """What an entry would be if nobody had chosen."""
    options: dict[str, Any] = msgspec.json.decode(table.options)
    options.pop(name, None)
    plain = get_variant(house, table.variant, options)
    return str(plain.settings[name][seats.index(seat)])
