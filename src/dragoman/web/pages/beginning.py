"""Beginning a game: which power and which computer players, and rules mixed with a board."""

from typing import Any

import msgspec
from msgspec import Struct, field

from dragoman.bots import bot_names
from dragoman.house.core import House
from dragoman.house.errors import Refused
from dragoman.house.tables.alone import BY_LOT, RIVAL, choosable, plan_alone, start_alone
from dragoman.house.tables.catalog import get_variant, shipped_ids
from dragoman.house.tables.catalog import variant_page as catalog_page
from dragoman.house.tables.mixing import Ingredient, Mix, ingredients, mix
from dragoman.house.workshop.shelf import check_may_use
from dragoman.translate import Said
from dragoman.web.api.variants import OptionsQuery, asked_options
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say
from dragoman.web.limits import PICTURES, TABLES
from dragoman.web.pages.look import bot_name, catalog, t
from dragoman.web.pages.serving import Form, Viewer, form, html, see_other, someone, step_number
from dragoman.web.pages.site import (
    FEATURED,
    Card,
    card,
    cards,
    option_line,
    player_numbers,
    written,
)
from dragoman.web.pages.waiting import waits
from dragoman.web.routes import ApiRoute, of_composition


class MixQuery(Struct, frozen=True, kw_only=True):
    """Which rules, on which board."""

    rule: list[str] = field(default_factory=list)
    board: str = ""


class PlayNow(Form, frozen=True, kw_only=True):
    """Which variant to play at once: for how many, as which seat, against which bot."""

    variant: str
    seat: str = ""
    bot: str = RIVAL
    players: str = ""


class Rival(Struct, frozen=True):
    """A computer player as it introduces itself."""

    id: str
    name: str
    about: str


class Beginning(Struct, frozen=True):
    """What can be chosen before a game against the computer begins, and what was."""

    ref: str
    seats: list[str]
    numbers: list[int]
    rivals: list[Rival]
    seat: str = BY_LOT
    players: int = 0
    bot: str = RIVAL
    error: Said = ""


class Mixer(Struct, frozen=True):
    """The mixer as the page shows it."""

    mix: Mix
    rules: list[Ingredient]
    boards: list[Ingredient]
    card: Card | None
    begin: Beginning | None
    refused: list[tuple[str, str]]


def rivals() -> list[Rival]:
    """The computer players with a sentence on each; one without is called by its id."""
    return [rival(name) for name in bot_names()]


def rival(name: str) -> Rival:
    """One computer player."""
    known = f"bot.{name}" in catalog()
    return Rival(name, bot_name(name), t(f"bot.{name}_about") if known else "")


def beginning(house: House, ref: str) -> Beginning:
    """What can be chosen for a variant, as the form shows it at first."""
    variant = get_variant(house, ref)
    numbers = player_numbers(variant)
    default = next((o.default for o in variant.schema if o.name == "players"), 0)
    return Beginning(ref, choosable(variant), numbers, rivals(), players=default if numbers else 0)


def play(viewer: Viewer) -> HttpAnswer:
    """A game against the computer, begun at once; who has no account becomes a guest."""
    call, wanted = viewer.call, viewer.call.body
    number = step_number(wanted.players)
    options = {} if number is None else {"players": number}
    # What cannot be played makes nobody a guest.
    get_variant(call.house, wanted.variant)
    try:
        plan_alone(call.house, wanted.variant, wanted.seat, wanted.bot, options)
    except Refused as refused:
        begin = msgspec.structs.replace(
            beginning(call.house, wanted.variant),
            **{"seat": wanted.seat, "bot": wanted.bot, "error": refused.text, **options},
        )
        return variant_page(viewer, wanted.variant, begin)
    account, token = someone(viewer)
    given = (wanted.variant, wanted.seat, wanted.bot)
    table = start_alone(call.house, account, *given, options=options)
    return see_other(f"/tables/{table}?first=1", token=token)


def front(viewer: Viewer) -> HttpAnswer:
    """The front page."""
    house = viewer.call.house
    return viewer.page(
        "front.html",
        cards=cards(house),
        featured=card(house, FEATURED),
        waits=waits(viewer),
        mixer=mixer(viewer, mix(house, ())),
    )


def variant(viewer: Viewer) -> HttpAnswer:
    """One variant: its board, rules and options."""
    house, ref = viewer.call.house, viewer.call.path["variant"]
    options = viewer.call.query.options
    check_may_use(house, viewer.call.who, ref)
    if ref not in shipped_ids(house) or options:
        viewer.call.spend(PICTURES, viewer.call.address)
    return variant_page(viewer, ref, options=asked_options(options))


def variant_page(
    viewer: Viewer,
    ref: str,
    begin: Beginning | None = None,
    options: dict[str, Any] | None = None,
) -> HttpAnswer:
    """The page of a variant, with the game against the computer that was refused."""
    house = viewer.call.house
    page = catalog_page(house, ref, options)
    return viewer.page(
        "variant.html",
        status=422 if begin else 200,
        card=card(house, ref),
        rules=written(page.rules),
        options=[option_line(option) for option in page.options],
        begin=begin or beginning(house, ref),
    )


def mixer(viewer: Viewer, chosen: Mix) -> Mixer:
    """The mixer with what was chosen, and what comes of it."""
    house = viewer.call.house
    rules, boards = ingredients(house)
    names = {one.id: one.name for one in rules}
    sound = not chosen.fault
    return Mixer(
        chosen,
        rules,
        boards,
        card(house, chosen.ref) if sound else None,
        beginning(house, chosen.ref) if sound else None,
        [(names[one], say(why)) for one, why in chosen.others.items() if why] if sound else [],
    )


def asked(viewer: Viewer) -> Mixer:
    """The mixer as it was asked for."""
    call, query = viewer.call, viewer.call.query
    call.spend(PICTURES, call.address)
    return mixer(viewer, mix(call.house, query.rule, query.board))


def mix_page(viewer: Viewer) -> HttpAnswer:
    """Rules and a board to be chosen one by one."""
    return viewer.page("mix.html", mixer=asked(viewer))


def mix_part(viewer: Viewer) -> HttpAnswer:
    """The mixer by itself: a part of the page."""
    return viewer.page("parts/mixer.html", mixer=asked(viewer))


HTML_ROWS: list[ApiRoute] = [
    html("/", front, "The front page."),
    html(
        "/variants/{variant}",
        variant,
        "One variant: its board, rules and options.",
        query=OptionsQuery,
        heavy=of_composition,
    ),
    html("/mix", mix_page, "Rules mixed with a board.", query=MixQuery, heavy=True),
    html("/mix/part", mix_part, "Rules mixed with a board, as a part.", query=MixQuery, heavy=True),
    form("/play", play, "A game against the computer, begun at once.", PlayNow, rate=TABLES),
]
