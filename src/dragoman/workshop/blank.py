"""A draft from nothing: a small board in the round that plays at once, for two to seven powers."""

import math
from collections.abc import Iterator

from dragoman.errors import RequestError
from dragoman.workshop.begin import LONGEST_NAME, NewDraft, quoted, safe_name
from dragoman.workshop.texts import MAP, RULES, TOML

POWERS = ("Amber", "Birch", "Cobalt", "Damson", "Ember", "Flint", "Grebe")
COLORS = ("#f59e0b", "#7e9f65", "#5599f0", "#8e44ad", "#cc3a10", "#777777", "#1f9e89")
WIDE = 1000
RINGS = {"s": 150, "p": 290, "q": 300, "c": 425, "h": 435}
"""How far from the middle the provinces of each sort lie."""
SORTS = {
    "c": ("inland center", "{} City"),
    "p": ("coast center", "{} Port"),
    "q": ("coast center", "{} Cape"),
    "h": ("inland", "{} Hills"),
    "s": ("sea", "{} Bay"),
}


def blank(name: str, powers: int = 4) -> NewDraft:
    """A draft that plays: five provinces for each power about a common sea."""
    if not 2 <= powers <= len(POWERS):
        raise RequestError(f"from 2 to {len(POWERS)} powers, not {powers}", "powers")
    title = " ".join(name.split())[:LONGEST_NAME] or "New variant"
    files = {
        TOML: _toml(title, powers),
        MAP: "\n".join(_map(title, powers)),
        RULES: f"# {title}\n\nThe rules are those of Standard.\n",
        "cases/first.case": _case(powers),
    }
    return NewDraft(files, title)


def _id(sort: str, n: int) -> str:
    return f"{POWERS[n][:2].lower()}{sort}"


def _map(title: str, powers: int) -> Iterator[str]:
    outside = " ".join(_id(sort, n) for n in range(powers) for sort in "ch")
    yield from (f"@map {safe_name(title)}", f"@name {title}", "@projection plane")
    yield from (f"@outside {outside}", "")
    yield "# Each power: a city, a port, hills, a cape that nobody owns, and a bay."
    for n in range(powers):
        for sort, (marks, named) in SORTS.items():
            yield f"{_id(sort, n)} {marks} {named.format(POWERS[n])}"
            for word, places in _borders(sort, n, powers).items():
                yield f"  {word:8} {' '.join(dict.fromkeys(places))}"
            yield f"  at       {_at(sort, n, powers)}"
    yield ""


def _borders(sort: str, n: int, k: int) -> dict[str, list[str]]:
    """What a province borders on: the same all round."""
    after, before = (n + 1) % k, (n - 1) % k
    inland = {
        "c": [_id("p", n), _id("h", n), _id("h", before)],
        "h": [_id("c", n), _id("c", after), _id("p", n), _id("q", n), _id("p", after)],
        "p": [_id("c", n), _id("q", n), _id("q", before), _id("h", n), _id("h", before)],
        "q": [_id("p", n), _id("p", after), _id("h", n)],
    }
    water = {
        "s": [_id("q", before), _id("p", n), _id("q", n), _id("s", after), _id("s", before)],
        "p": [_id("s", n), _id("q", n), _id("q", before)],
        "q": [_id("s", n), _id("s", after), _id("p", n), _id("p", after)],
    }
    rows = {"army": inland.get(sort, []), "fleet": water.get(sort, [])}
    return {word: places for word, places in rows.items() if places}


def _at(sort: str, n: int, k: int) -> str:
    turn = n + (0.5 if sort in "qh" else 0.0)
    angle = 2 * math.pi * turn / k - math.pi / 2
    x, y = (WIDE / 2 + RINGS[sort] * f(angle) for f in (math.cos, math.sin))
    return f"{x:.0f},{y:.0f}"


def _toml(title: str, powers: int) -> str:
    rows = [
        f"id = {quoted(safe_name(title))}",
        f"name = {quoted(title)}",
        "version = 1",
        f'summary = "{powers} powers about one sea; a first draft."',
        'credits = ""',
        f"map = {quoted(safe_name(title))}",
        'start = "S1901M"',
        f"win_at = {3 * powers // 2 + 1}",
        "modules = []",
    ]
    for n in range(powers):
        city, port = _id("c", n), _id("p", n)
        rows += [
            "",
            f"[powers.{POWERS[n]}]",
            f'homes = ["{city}", "{port}"]',
            f'units = ["A {city}", "F {port}"]',
            f'color = "{COLORS[n]}"',
        ]
    return "\n".join([*rows, ""])


def _case(powers: int) -> str:
    city, port, hills = _id("c", 0), _id("p", 0), _id("h", 0)
    rival = _id("c", 1 % powers)
    return "\n".join(
        [
            "case    first  two armies of equal strength stand off",
            "phase   S1901M",
            f"units   {POWERS[0]}: A {city}, F {port}",
            f"units   {POWERS[1]}: A {rival}",
            f"order   {POWERS[0]}: A {city} - {hills} => failed bounced by A {rival} - {hills}",
            f"order   {POWERS[1]}: A {rival} - {hills} => failed bounced by A {city} - {hills}",
            f"then    {POWERS[0]}: A {city}, F {port}",
            f"then    {POWERS[1]}: A {rival}",
            f"stands  {hills}",
            "",
        ]
    )
