"""The catalog: which variants can be played here, and what each can be set to."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.draw.game import undrawn
from dragoman.errors import DataError, RequestError
from dragoman.house.core import House
from dragoman.house.errors import Invalid, Unknown
from dragoman.house.settings import TableSettings
from dragoman.house.workshop.shelf import listed, put_up
from dragoman.model import Seat
from dragoman.record.replay import opening
from dragoman.rules import Option, Variant
from dragoman.translate import Said
from dragoman.variants import load, variant_ids
from dragoman.variants.files import homely, is_known
from dragoman.variants.load import sheet_of
from dragoman.variants.option_words import choice_words, title
from dragoman.variants.pages import part_names, rules_page

# A reference is names of variants; the path of a folder, which `load` takes too, is not for guests.
REFERENCE = re.compile(r"[a-z0-9_]{1,40}(\+[a-z0-9_]{1,40}){0,5}(@[a-z0-9_]{1,40})?")
PREVIEW = "preview"
"""The seed of openings that are shown before a game has begun."""


LOTS_TRIED = 4
"""How many openings are compared to see whether the lot names the seats."""


class VariantRow(Struct, frozen=True):
    """A variant in the list of those that can be played."""

    id: str
    name: str
    version: int
    summary: str
    credits: str
    seats: list[str]


class OptionField(Struct, frozen=True):
    """One field of the form that options make; `means` has a sentence for each choice."""

    name: str
    type: str
    default: Any
    about: Said
    choices: list[Any]
    least: int | None
    most: int | None
    title: Said
    means: dict[str, Said]


class VariantPage(Struct, frozen=True):
    """A variant with everything that a table is made from."""

    id: str
    name: str
    version: int
    summary: str
    credits: str
    seats: list[str]
    powers: list[str]
    phases: list[str]
    press: str
    options: list[OptionField]
    rules: str


def get_variant(
    house: House, ref: str, options: dict[str, Any] | None = None, version: int | None = None
) -> Variant:
    """A variant with its options set, now or as a version had it; a wrong one is refused."""
    if not isinstance(ref, str) or not REFERENCE.fullmatch(ref):
        raise Invalid("name a variant, such as standard", "variant")
    for part in part_names(ref):
        put_up(house, part)
        if not is_known(part, house.folders):
            known = ", ".join(shipped_ids(house))
            raise Invalid(f"no variant {part!r}: there are {known}", "variant")
    try:
        return load(ref, options, house.folders, version)
    except (RequestError, DataError) as error:
        raise Invalid(
            homely(str(error), house.folders), "options" if options else "variant"
        ) from error


def check_reference(ref: str | None) -> None:
    """Refuse what names no variant of the catalog, such as the path of a folder."""
    if ref is not None and not REFERENCE.fullmatch(ref):
        raise RequestError("name a variant, such as standard", "variant")


def called(house: House, ref: str) -> str:
    """What a variant is called, as its file says; its id, if the house has it no longer."""
    return house.labels.get_or(("name", ref), lambda: _called(ref, house.folders))


def _called(ref: str, folders: Sequence[Path]) -> str:
    try:
        return str(sheet_of(ref, folders).data["name"])
    except (RequestError, DataError):
        return ref


def seats_of(variant: Variant) -> list[Seat]:
    """The names of the seats at a table of this variant that has not begun.

    Where the lot decides what the seats are called, they have numbers until then.
    """
    names = list(opening(variant, (), PREVIEW).seats)
    if not are_drawn(variant):
        return names
    return [Seat(f"Seat {n}") for n in range(1, len(names) + 1)]


def are_drawn(variant: Variant) -> bool:
    """Whether the lot decides what the seats are called."""
    names = opening(variant, (), PREVIEW).seats
    drawn = (opening(variant, (), f"{PREVIEW}/{n}").seats for n in range(LOTS_TRIED))
    return any(seats != names for seats in drawn)


def playable(house: House) -> list[str]:
    """The ids of all variants that are offered here: the host's own, then those of visitors."""
    return [*shipped(house), *(ref for ref in listed(house) if _loads(house, ref))]


def _loads(house: House, ref: str) -> bool:
    """Whether a published variant can still be played: the host may have taken a module away."""

    def found() -> str:
        put_up(house, ref)
        return _fault(ref, house.folders) or "loads"

    return house.labels.get_or(("loads", ref), found) == "loads"


def shipped_ids(house: House) -> list[str]:
    """The ids of the package's variants and of those in the host's folders."""
    return variant_ids([Path(folder) for folder in house.settings.folders])


def shipped(house: House) -> list[str]:
    """Those of them that load and can be drawn."""

    def found() -> list[str]:
        faulty = left_out([Path(folder) for folder in house.settings.folders])
        return [ref for ref in shipped_ids(house) if ref not in faulty]

    return house.variants.get_or("shipped", found)


def left_out(folders: Sequence[Path]) -> dict[str, str]:
    """The variants of one's own folders that cannot be offered, each with what is wrong."""
    own = sorted({file.parent.name for place in folders for file in place.glob("*/variant.toml")})
    faults = ((ref, _fault(ref, folders)) for ref in own)
    return {ref: fault for ref, fault in faults if fault}


def _fault(ref: str, folders: Sequence[Path]) -> str:
    if not REFERENCE.fullmatch(ref):
        return "use only a to z, 0 to 9 and _ in its id and for its folder"
    try:
        variant = load(ref, {}, folders)
        opening(variant, (), PREVIEW)
    except (RequestError, DataError) as error:
        return str(error)
    except Exception as error:
        # A module of one's own may fail in any way; the site is not to go down with it.
        return f"{type(error).__name__}: {error}"
    return undrawn(variant, folders)


def list_variants(house: House) -> list[VariantRow]:
    """Every variant that can be played here by its id."""
    return [variant_row(get_variant(house, ref)) for ref in playable(house)]


def variant_row(variant: Variant) -> VariantRow:
    """A variant as the list shows it."""
    return VariantRow(
        variant.id,
        variant.name,
        variant.version,
        variant.summary,
        variant.credits,
        [str(seat) for seat in seats_of(variant)],
    )


def variant_page(house: House, ref: str, options: dict[str, Any] | None = None) -> VariantPage:
    """A variant with its options, phases and rules."""
    try:
        variant = get_variant(house, ref, options)
    except Invalid as error:
        if error.field == "variant":
            raise Unknown(error.text) from error
        raise
    seats = seats_of(variant)
    return VariantPage(
        id=variant.id,
        name=variant.name,
        version=variant.version,
        summary=variant.summary,
        credits=variant.credits,
        seats=[str(seat) for seat in seats],
        powers=list(variant.powers),
        phases=[rule.name for rule in variant.rules.phases.values()],
        press=advised_press(variant),
        options=[option_field(option) for option in variant.schema],
        rules=rules_page(variant, house.folders),
    )


def option_field(option: Option) -> OptionField:
    """An option as a field of a form."""
    return OptionField(
        option.name,
        option.type,
        option.default,
        option.about,
        list(option.choices),
        option.least,
        option.most,
        title(option),
        choice_words(option),
    )


def offered(house: House, ref: str) -> list[OptionField]:
    """The options of a variant with bounds that it takes as everything else is."""

    def found() -> list[OptionField]:
        fields = (option_field(option) for option in get_variant(house, ref).schema)
        return [narrowed(house, ref, field) for field in fields]

    return house.variants.get_or(f"offered {ref}", found)


def narrowed(house: House, ref: str, field: OptionField) -> OptionField:
    """A number whose bounds are those that are not refused, on either side of its default."""
    if field.type != "number" or field.choices or not isinstance(field.default, int):
        return field
    least, most = (
        bound
        if bound is None
        else nearest(field.default, bound, lambda n: _takes(house, ref, field, n))
        for bound in (field.least, field.most)
    )
    return msgspec.structs.replace(field, least=least, most=most)


def nearest(good: int, wanted: int, takes: Callable[[int], bool]) -> int:
    """The number nearest to one wanted that is taken, from a good one on.

    >>> nearest(10, 1, lambda n: n >= 4), nearest(10, 12, lambda n: True)
    (4, 12)
    """
    if takes(wanted):
        return wanted
    while abs(wanted - good) > 1:
        middle = (good + wanted) // 2
        good, wanted = (middle, wanted) if takes(middle) else (good, middle)
    return good


def _takes(house: House, ref: str, field: OptionField, value: int) -> bool:
    try:
        get_variant(house, ref, {field.name: value})
    except Invalid:
        return False
    return True


def advised_press(variant: Variant) -> str:
    """How players may talk at a table that does not say it itself."""
    if not variant.open_table:
        return "private"
    return "open" if len(opening(variant, (), PREVIEW).seats) <= variant.open_table else "private"


def press_mode(settings: TableSettings, variant: Variant) -> str:
    """How players may talk at a table."""
    return advised_press(variant) if settings.press == "advised" else settings.press
