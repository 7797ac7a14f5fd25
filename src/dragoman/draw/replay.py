"""A whole game as one HTML file: a stepper through its phases, with nothing to fetch."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from dragoman.draw.atlas import Atlas
from dragoman.draw.compiled import Compiled
from dragoman.draw.fonts import font_faces
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import Scene, colors, scene
from dragoman.draw.static import static
from dragoman.draw.svg import escape, group, tag
from dragoman.model import Power
from dragoman.report.ledger import power_rows, power_title, shown
from dragoman.rules import Ask, Variant
from dragoman.translate import Say, translated
from dragoman.words.speech import spoken_facts

HERE = Path(__file__).parent

WIDE = 1.25
"""A board wider than this in proportion has its orders below, not beside."""


OUTLINE = re.compile(
    r'<path((?: (?!id=|d=)[\w-]+="[^"]*")*) d="([^"]{60,})"((?: (?!id=)[\w-]+="[^"]*")*)/>'
)
"""A shape that is drawn by an outline of some length."""


class Picture(Struct, frozen=True):
    """The inside of a replay's picture, and its size."""

    inside: str
    width: float
    height: float


def draw_replay(
    variant: Variant,
    game: Sequence[Moment],
    *,
    theme: str = "light",
    folders: Sequence[Path] = (),
    say: Say = str,
    language: str = "en",
) -> str:
    """A game as a page of its own: its boards, the phases laid over them in turn."""
    compiled, boards = compiled_map(variant, folders), variant.map.boards
    scenes = {b: [scene(variant, m.state, m.resolution, b) for m in game] for b in boards}
    if len(boards) == 1:
        picture = _one_board(compiled, scenes[boards[0]], theme)
    else:
        picture = _many_boards(
            Atlas(compiled, list(boards), variant.map, theme=theme, books=variant.books), scenes
        )
    drawn = svg(
        written_once(picture.inside),
        round(picture.width),
        round(picture.height),
        title=variant.name,
        alone=False,
    )
    lists = "".join(_lists(variant, n, m, say) for n, m in enumerate(game))
    wide = " wide" if picture.width > WIDE * picture.height else ""
    names = [say(_label(variant, m)) for m in game]
    look = f'lang="{language}" class="{theme}{wide}"'
    return _page(variant.name, names, drawn, lists, look, say)


def written_once(inside: str) -> str:
    """A picture in which each outline that comes again, as most do phase by phase, stands once.

    >>> edge = f'd="M0 0{" 9 9" * 20}"'
    >>> page = written_once(f'<path {edge} fill="red"/><path stroke="blue" {edge}/>')
    >>> page.partition("</defs>")[2]
    '<use href="#outline-0" fill="red"/><use stroke="blue" href="#outline-0"/>'
    """
    counts = Counter(found[2] for found in OUTLINE.finditer(inside))
    names = {d: f"outline-{n}" for n, (d, count) in enumerate(counts.items()) if count > 1}

    def used(found: re.Match[str]) -> str:
        before, outline, after = found.groups()
        name = names.get(outline)
        return f'<use{before} href="#{name}"{after}/>' if name else found[0]

    shapes = (tag("path", id=name, d=outline) for outline, name in names.items())
    return tag("defs", *shapes) + OUTLINE.sub(used, inside)


def _one_board(compiled: Compiled, scenes: Sequence[Scene], theme: str) -> Picture:
    """One board in two forms: for a desk, and with large pieces and short names for a phone."""
    desk, phone = (
        [
            Board(compiled, s, theme=theme, small=small, turn=f"{'s' if small else 't'}{n}-")
            for n, s in enumerate(scenes)
        ]
        for small in (False, True)
    )
    large, small = (static(compiled, desk[0].theme, "", flag) for flag in (False, True))
    slots, others = [b.slots() for b in desk], [b.slots() for b in phone]
    layers = (
        large.defs,
        large.water,
        large.backdrop,
        large.lands,
        _phases(s[0] for s in slots),
        large.lines,
        desk[0].box_shapes(),
        _either(desk[0].box_names(), phone[0].box_names()),
        _either(_phases(s[1] for s in slots), _phases(s[1] for s in others)),
        _either(large.names, small.names),
        _either(_phases(s[2] for s in slots), _phases(s[2] for s in others)),
        desk[0].frame(),
    )
    return Picture("".join(layers), compiled.width, compiled.height)


def _either(desk: str, phone: str) -> str:
    """Two forms of a layer, of which the page shows one."""
    return group(desk, class_="desk") + group(phone, class_="phone")


def _many_boards(atlas: Atlas, scenes: dict[str, list[Scene]]) -> Picture:
    """All boards of an atlas; a click on one brings it near."""
    parts = [atlas.table()]
    for board, mine in scenes.items():
        drawn = [atlas.small(board, s, f"t{n}-") for n, s in enumerate(mine)]
        slots = [d.slots() for d in drawn]
        layers = [_phases(s[k] for s in slots) for k in range(3)]
        parts.append(atlas.panel(board, atlas.layered(drawn[0], layers)))
    parts.append(_phases(atlas.across(s) for s in next(iter(scenes.values()))))
    return Picture("".join(parts), atlas.width, atlas.height)


def _phases(layers: Iterator[str]) -> str:
    """A layer of every phase, of which one is seen."""
    return "".join(
        group(layer, data_phase=n, display="none" if n else "inline")
        for n, layer in enumerate(layers)
    )


def _label(variant: Variant, moment: Moment) -> str:
    ask = Ask(variant, moment.state)
    return ask.rules.label(ask, moment.state.phase)


def _lists(variant: Variant, number: int, moment: Moment, say: Say) -> str:
    """What came of a phase, power by power, and what is noted beside the board."""
    ask = Ask(variant, moment.state)
    notes = "".join(f"<li>{escape(note)}</li>" for note in _notes(ask, say))
    blocks = "".join(_blocks(ask, moment, say)) or f"<p>{say('No orders yet.')}</p>"
    facts = f'<ul class="notes">{notes}</ul>' if notes else ""
    return f'<div data-phase="{number}"{" hidden" if number else ""}>{facts}{blocks}</div>'


def _notes(ask: Ask, say: Say) -> Iterator[str]:
    """The facts beside the board, those of one name in one line."""
    facts: dict[str, list[str]] = {}
    for fact in translated(spoken_facts(ask), say):
        facts.setdefault(fact.name, []).append(str(fact))
    for name, values in facts.items():
        yield f"{name[:1].upper() + name[1:]}: {', '.join(values)}"


def _blocks(ask: Ask, moment: Moment, say: Say) -> Iterator[str]:
    """The orders of each power under its name and color."""
    if moment.resolution is None:
        return
    kept, swatches = shown(moment.resolution, ask), colors(ask.variant)
    for power in dict.fromkeys((*ask.variant.powers, *(v.power for v in kept))):
        rows = power_rows(moment.resolution, ask, power, kept, say)
        lines = "".join(_line(order, remark) for order, remark in rows)
        if lines:
            dot = tag("circle", cx=5, cy=5, r=4.5, fill=swatches[power].color)
            mark = f'<svg class="dot" viewBox="0 0 10 10" aria-hidden="true">{dot}</svg>'
            title = say(power_title(ask, Power(power)))
            yield f"<h2>{mark}{escape(title)}</h2><ul>{lines}</ul>"


def _line(order: str, remark: str) -> str:
    if not remark:
        return f"<li>{escape(order)}</li>"
    return f'<li class="noted">{escape(order)} <i>{escape(remark)}</i></li>'


def _asset(kind: str) -> str:
    return (HERE / f"replay.{kind}").read_text(encoding="utf-8")


_PHASE = "phase"
_BUTTONS = (
    ("first", "first phase", "«"),
    ("-1", "phase before", "&lsaquo;"),
    ("1", "next phase", "&rsaquo;"),
    ("last", "last phase", "»"),
    ("nearer", "nearer", "+"),
    ("farther", "farther", "−"),
)


def _page(title: str, names: Sequence[str], picture: str, lists: str, look: str, say: Say) -> str:
    buttons = "".join(
        f'<button data-to="{to}" aria-label="{say(label)}" title="{say(label)}">{sign}</button>'
        for to, label, sign in _BUTTONS
    )
    known = escape("|".join(names))
    return (
        f'<!doctype html><html {look}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font_faces()}{_asset('css')}</style></head><body>"
        f"<header><h1>{escape(title)} <output>{escape(names[0])}</output></h1>"
        f'<input type="range" min="0" max="{len(names) - 1}" value="0"'
        f' data-names="{known}" aria-label="{say(_PHASE)}"><nav>{buttons}</nav></header>'
        f'<main><figure id="board">{picture}</figure><section>{lists}</section></main>'
        f"<script>{_asset('js')}</script></body></html>\n"
    )
