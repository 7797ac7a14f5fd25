"""Around the games: the cards of variants, pictures, static files, colors."""

import gzip
import re
from collections.abc import Callable, Collection
from functools import lru_cache
from mimetypes import guess_type
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct

from dragoman.draw.example import draw_example
from dragoman.draw.game import Moment, draw_moment, map_name
from dragoman.draw.layers import base_digest, draw_base, draw_ground
from dragoman.draw.thumbnail import draw_thumbnail
from dragoman.errors import DataError, NotationError, RequestError
from dragoman.house.core import House
from dragoman.house.errors import Unknown
from dragoman.house.people.personal import speak_to
from dragoman.house.tables.catalog import PREVIEW, OptionField, get_variant, playable, shipped_ids
from dragoman.record.examples import Example, card_text, find_example
from dragoman.record.replay import opening
from dragoman.rules import Variant
from dragoman.rules import playable as playable_powers
from dragoman.translate import LANGUAGES, Said
from dragoman.variants.compositions import credited
from dragoman.variants.option_words import choice_label, shown
from dragoman.variants.options import within
from dragoman.variants.pages import part_names
from dragoman.web.call import HttpAnswer
from dragoman.web.language import COOKIE, say, spoken
from dragoman.web.limits import PICTURES
from dragoman.web.pages.look import lean, own_file, static_file, t
from dragoman.web.pages.serving import THEMES, Form, Viewer, form, html, inside, see_other
from dragoman.web.routes import of_composition

FEATURED = "catspaw"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
AN_HOUR = {"cache-control": "private, max-age=3600", "vary": "accept-encoding, cookie"}
SVG = "image/svg+xml"
FORMS = ("", "ground")
"""The forms of a board: with all that never changes, and without anything on it."""

HEADING = re.compile(r"<h(?P<size>[2-6])>(?P<words>[^<]+)</h(?P=size)>")
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]+)\]\((?P<target>[^)\s]+)\)")
RULES = re.compile(r"\.\./(?P<variant>\w+)/rules\.md(#.*)?")
POINTER = re.compile(r"(?m)(?<=\n)(- |(?<=\n\n))[^|\n]*\.\./docs/.*\n(?=\n|- |\Z)")
"""A line that is there only to lead to the documentation, which the site does not have."""


class ShownRule(Struct, frozen=True):
    """A variant's own rule in a sentence, with the variant whose example shows it."""

    id: str
    name: str
    text: str


class Card(Struct, frozen=True):
    """A variant as the pages show it."""

    id: str
    name: str
    summary: str
    credits: str
    players: str
    facts: list[str]
    is_rule: bool
    examples: list[ShownRule]


class PictureQuery(Struct, frozen=True, kw_only=True):
    """In which colors, where the viewer has not chosen any for all pages."""

    theme: str = ""


class OptionLine(Struct, frozen=True):
    """An option as the page of its variant explains it."""

    name: str
    title: Said
    default: str
    choices: list[str]
    meaning: Said


def cards(house: House) -> list[Card]:
    """Every variant that can be played here, the classic and the featured one first."""
    ids = playable(house)
    first = [ref for ref in (FEATURED, "standard") if ref in ids]
    return [card(house, ref) for ref in (*first, *(r for r in ids if r not in first))]


def card(house: House, ref: str) -> Card:
    """One variant as a card."""
    if ref not in playable(house):
        return _card(house, ref)
    return house.variants.get_or(f"card {ref} {spoken()}", lambda: _card(house, ref))


def _card(house: House, ref: str) -> Card:
    variant = get_variant(house, ref)
    players = players_text(variant)
    centers = len(variant.map.centers)
    facts = [players, t("variant.powers", n=len(variant.powers)), t("variant.centers", n=centers)]
    about = (variant.name, said_of(house, ref, variant.summary), credited(variant.credits))
    return Card(ref, *about, players, facts, variant.is_rule, examples(house, ref))


def examples(house: House, ref: str) -> list[ShownRule]:
    """What is special about a variant, or about the parts of which it is put together."""
    rules = [_rule(house, name) for name in dict.fromkeys(part_names(ref))]
    return [
        msgspec.structs.replace(rule, text=said_of(house, rule.id, rule.text))
        for rule in rules
        if rule.text
    ]


def said_of(house: House, ref: str, text: str) -> str:
    """What a variant says of itself; what somebody has published stays in its own words."""
    ours = {*part_names(ref)} <= {*shipped_ids(house)}
    return say(text) if ours else text


def _rule(house: House, name: str) -> ShownRule:
    return house.labels.get_or(f"rule {name}", lambda: _read_rule(house, name))


def _read_rule(house: House, name: str) -> ShownRule:
    try:
        text = card_text(name, house.folders)
    except DataError:
        # Whoever checks the variant sees why; the page does without.
        text = ""
    return ShownRule(name, get_variant(house, name).name, text)


def player_numbers(variant: Variant) -> list[int]:
    """For how many a variant can be set up; none if it is always for the same number."""
    option = next((o for o in variant.schema if o.name == "players" and o.type == "number"), None)
    if option is None or option.least is None:
        return []
    most = option.most or len(playable_powers(variant.powers))
    return list(range(option.least, most + 1))


def players_text(variant: Variant) -> str:
    """How many may play, in words."""
    if numbers := player_numbers(variant):
        return t("variant.seats_range", least=numbers[0], most=numbers[-1])
    n = len(opening(variant, (), PREVIEW).seats)
    return t("variant.seats", n=n) if n != 1 else t("variant.seats_one", n=n)


def variants(viewer: Viewer) -> HttpAnswer:
    """All variants."""
    return viewer.page("variants.html", cards=cards(viewer.call.house))


def option_line(option: OptionField) -> OptionLine:
    """An option in words: its choices with what each means."""
    if option.choices:
        choices = [choice_label(c, say(option.means.get(str(c), ""))) for c in option.choices]
        meaning = ""
    elif option.type == "flag":
        choices, meaning = ["true, false"], option.about
    elif option.least is not None or option.most is not None:
        choices, meaning = [say(within(option.least, option.most))], option.about
    else:
        choices, meaning = [option.type], option.about
    default = shown(option.default)
    usual = choice_label(default, say(option.means.get(default, "")))
    return OptionLine(option.name, option.title, usual, choices, meaning)


@lru_cache(maxsize=64)
def written(text: str) -> Markup:
    """A text of ours in Markdown as HTML; HTML in it is shown, not obeyed."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    lines = LINK.sub(_linked, POINTER.sub("", text)).splitlines()
    # The page has its own heading.
    lines = lines[1:] if lines and lines[0].startswith("# ") else lines
    return Markup(HEADING.sub(_anchored, reader.render("\n".join(lines))))


def _anchored(heading: re.Match[str]) -> str:
    """A heading with the id that links to it name: `Rulings` is `#rulings`."""
    name = re.sub(r"[^a-z0-9]+", "-", heading["words"].lower()).strip("-")
    return f'<h{heading["size"]} id="{name}">{heading["words"]}</h{heading["size"]}>'


def _linked(link: re.Match[str]) -> str:
    """A link as it is on the site: to another variant's page; to other files there is none."""
    words, target = link["words"], link["target"]
    if rules := RULES.fullmatch(target):
        return f"[{words}](/variants/{rules['variant']})"
    return link[0] if target.startswith(("http:", "https:", "/", "#")) else words


def drawing(viewer: Viewer, what: str) -> HttpAnswer:
    """A picture of a variant's opening, kept once made."""
    house, ref = viewer.call.house, viewer.call.path["variant"]
    wanted = viewer.call.query.theme
    theme = viewer.theme or (wanted if wanted in THEMES else "light")
    key = f"{what} {ref} {theme}"
    body = kept(viewer, ref, key, lambda: _drawn(house, ref, what, theme))
    return packed(viewer, body, SVG, AN_HOUR)


def kept(viewer: Viewer, ref: str, key: str, draw: Callable[[], bytes]) -> bytes:
    """A picture that was drawn before; a new one costs much, so nobody may have many at once.

    What somebody puts together from the catalog does not push out what all look at.
    """
    house = viewer.call.house
    cache = house.pictures if ref in playable(house) else house.sketches
    found = cache.get(key)
    if isinstance(found, bytes):
        return found
    viewer.call.spend(PICTURES, viewer.call.address)
    return cache.get_or(key, draw)


def _drawn(house: House, ref: str, what: str, theme: str) -> bytes:
    try:
        found = get_variant(house, ref)
    except Exception as error:
        raise Unknown("there is no such variant") from error
    folders = house.folders
    # Boards that several variants share would all look alike.
    shared = what == "card" and map_name(found) != ref
    example = _example(house, ref) if what == "example" or shared else None
    if example:
        judged = Moment(example.state, example.resolution)
        return draw_example(example.variant, judged, theme=theme, folders=folders).encode()
    if what == "example":
        raise Unknown("this variant has no example")
    moment = Moment(opening(found, (), PREVIEW))
    if what == "card":
        return draw_thumbnail(found, moment, theme=theme, folders=folders).encode()
    return draw_moment(found, moment, theme=theme, folders=folders).encode()


def _example(house: House, ref: str) -> Example | None:
    """The example of a variant that is not put together; none if it cannot be judged."""
    try:
        return find_example(ref, house.folders) if part_names(ref) == [ref] else None
    except (DataError, NotationError, RequestError):
        return None


def example_picture(viewer: Viewer) -> HttpAnswer:
    """The rule of a variant, shown on its board."""
    return drawing(viewer, "example")


def card_picture(viewer: Viewer) -> HttpAnswer:
    """The picture of a card."""
    return drawing(viewer, "card")


def board_picture(viewer: Viewer) -> HttpAnswer:
    """The opening board of a variant."""
    return drawing(viewer, "board")


def base(viewer: Viewer) -> HttpAnswer:
    """What never changes on a board, under a name that changes with it."""
    house, path = viewer.call.house, viewer.call.path
    found = get_variant(house, path["variant"])
    theme, _, form = path["theme"].partition("-")
    known = theme in THEMES and form in FORMS
    if not known or path["digest"] != base_digest(found, theme, house.folders):
        raise Unknown("there is no such board")
    key = f"base {found.map.id} {path['digest']} {form}"
    body = kept(viewer, path["variant"], key, lambda: _base(house, found, theme, form))
    return packed(viewer, body, SVG, FOREVER)


def _base(house: House, variant: Variant, theme: str, form: str) -> bytes:
    if form == "ground":
        return draw_ground(variant, theme=theme, folders=house.folders).encode()
    return draw_base(variant, theme=theme, folders=house.folders).encode()


def base_address(house: House, variant: Variant, theme: str, form: str = "") -> str:
    """Where the unchanging part of a board is found: once for all variants that use it."""
    name = f"{theme}-{form}" if form else theme
    key = f"address {variant.map.id} {variant.folder} {theme}"
    ref, digest = house.labels.get_or(key, lambda: _board(house, variant, theme))
    return f"/boards/{ref}/{name}/{digest}.svg"


def _board(house: House, variant: Variant, theme: str) -> tuple[str, str]:
    """The variant after which a board is called, the first that has it, and its digest."""
    digest = base_digest(variant, theme, house.folders)
    for ref in ("standard", *playable(house)):
        found = get_variant(house, ref)
        same = found.map.id == variant.map.id
        if same and base_digest(found, theme, house.folders) == digest:
            return ref, digest
    return variant.id, digest


def static(viewer: Viewer) -> HttpAnswer:
    """A file of the site's own."""
    name = viewer.call.path["name"]
    file = own_file(name)
    if file is None:
        raise Unknown("there is no such file")
    kind = guess_type(name)[0] or "application/octet-stream"
    media = "text/javascript" if name.endswith(".js") else kind
    text = media.startswith("text/")
    if not text:
        return packed(viewer, file.read_bytes(), media, FOREVER)
    if name.startswith("vendor/"):
        # It is small as it is, and its strings go over lines.
        return packed(viewer, file.read_bytes(), f"{media}; charset=utf-8", FOREVER)
    return packed(viewer, lean(file.read_bytes()), f"{media}; charset=utf-8", FOREVER)


def push_worker(viewer: Viewer) -> HttpAnswer:
    """What a browser keeps to show news: at one address, where it looks for newer ones."""
    text = lean(static_file("push.js").read_bytes())
    # No part of a page: a worker heeds the policy that it comes with (see `guard.PARTS`).
    return packed(viewer, text, "application/javascript; charset=utf-8", {})


def packed(viewer: Viewer, body: bytes, media: str, headers: dict[str, str]) -> HttpAnswer:
    """A body that holds no secret, compressed if the browser can read that."""
    if "gzip" not in viewer.request.headers.get("accept-encoding", "") or "font" in media:
        return HttpAnswer(body=body, media=media, headers=headers)
    more = {"vary": "accept-encoding", **headers, "content-encoding": "gzip"}
    # What browsers do not keep is seldom asked for twice: it would only push out what is.
    small = squeezed(body) if headers else squeezed.__wrapped__(body)
    return HttpAnswer(body=small, media=media, headers=more)


@lru_cache(maxsize=128)
def squeezed(body: bytes) -> bytes:
    """Bytes compressed, the same for the same."""
    return gzip.compress(body, 9, mtime=0)


class ThemeForm(Form, frozen=True, kw_only=True):
    """Which colors."""

    theme: str = ""


def choose_theme(viewer: Viewer) -> HttpAnswer:
    """Light or dark colors, kept in a cookie."""
    return chosen(viewer, "theme", viewer.call.body.theme, THEMES)


def chosen(viewer: Viewer, name: str, value: str, known: Collection[str]) -> HttpAnswer:
    """Back to where one chose something, which a cookie keeps."""
    back = viewer.request.headers.get("referer", "")
    path = "/" + back.split("//", 1)[-1].partition("/")[2] if "//" in back else "/"
    answer = see_other(inside(path))
    if value in known:
        answer.headers["set-cookie"] = f"{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax"
    return answer


class LanguageForm(Form, frozen=True, kw_only=True):
    """Which language."""

    language: str = ""


def choose_language(viewer: Viewer) -> HttpAnswer:
    """Another language, kept in a cookie and with the account, for its mails."""
    call, language = viewer.call, viewer.call.body.language
    if call.login and language in LANGUAGES:
        speak_to(call.house, call.login.account, language)
    return chosen(viewer, COOKIE, language, LANGUAGES)


_ANY: dict[str, Any] = {"heavy": of_composition}
_PICTURE: dict[str, Any] = {"query": PictureQuery, **_ANY}
ROWS = [
    html("/variants", variants, "All variants."),
    html("/variants/{variant}/card.svg", card_picture, "A variant's card.", **_PICTURE),
    html("/variants/{variant}/example.svg", example_picture, "A variant's rule.", **_PICTURE),
    html("/variants/{variant}/board.svg", board_picture, "A variant's board.", **_PICTURE),
    html("/boards/{variant}/{theme}/{digest}.svg", base, "What never changes on a board.", **_ANY),
    html("/push.js", push_worker, "What shows news in a browser."),
    html("/static/{digest}/{name:path}", static, "A file of the site's own."),
    form("/theme", choose_theme, "Light or dark colors.", ThemeForm),
    form("/language", choose_language, "The language of the pages.", LanguageForm),
]
