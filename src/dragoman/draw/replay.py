"""A whole game as one HTML file: a stepper through its phases, with nothing to fetch."""

from collections.abc import Sequence
from pathlib import Path

from dragoman.draw.fonts import font_faces
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import scene
from dragoman.draw.static import static
from dragoman.draw.svg import escape, group
from dragoman.errors import RequestError
from dragoman.model import DONE, Verdict
from dragoman.rules import Variant

HERE = Path(__file__).parent


def draw_replay(
    variant: Variant,
    game: Sequence[Moment],
    *,
    theme: str = "light",
    folders: Sequence[Path] = (),
) -> str:
    """A game as a page of its own: one board, the phases laid over it in turn."""
    if len(variant.map.boards) > 1:
        raise RequestError("a replay shows one board: draw the phases of this game one by one")
    compiled = compiled_map(variant, folders)
    only = variant.map.boards[0]
    scenes = [scene(variant, m.state, m.resolution, only) for m in game]
    boards = [Board(compiled, s, theme=theme, turn=f"t{n}-") for n, s in enumerate(scenes)]
    base = static(compiled, boards[0].theme, "", False)
    slots = [board.slots() for board in boards]
    under, middle, over = ("".join(_phase(n, s[k]) for n, s in enumerate(slots)) for k in range(3))
    layers = (
        base.defs,
        base.water,
        base.backdrop,
        base.lands,
        under,
        base.lines,
        boards[0].boxes(),
        middle,
        base.names,
        over,
        boards[0].frame(),
    )
    picture = svg("".join(layers), compiled.width, compiled.height, title=variant.name, alone=False)
    lists = "".join(_orders(n, m) for n, m in enumerate(game))
    return _page(variant.name, [m.name for m in game], picture, lists)


def _phase(number: int, layer: str) -> str:
    return group(layer, data_phase=number, display="none" if number else "inline")


def _orders(number: int, moment: Moment) -> str:
    rows = moment.resolution.verdicts if moment.resolution else ()
    lines = "".join(
        f'<li class="{v.outcome}">{escape(f"{v.power}: {v.order}")} <i>({_told(v)})</i></li>'
        for v in rows
    )
    return f'<ol data-phase="{number}"{" hidden" if number else ""}>{lines}</ol>'


def _told(verdict: Verdict) -> str:
    why = "" if verdict.outcome == DONE else f": {verdict.reason.code.replace('_', ' ')}"
    return escape(verdict.outcome + why)


def _asset(kind: str) -> str:
    return (HERE / f"replay.{kind}").read_text(encoding="utf-8")


def _page(title: str, names: Sequence[str], picture: str, lists: str) -> str:
    buttons = "".join(
        f'<button data-to="{to}" aria-label="{label}">{sign}</button>'
        for to, label, sign in (
            ("first", "first phase", "«"),
            ("-1", "phase before", "&lsaquo;"),
            ("1", "next phase", "&rsaquo;"),
            ("last", "last phase", "»"),
        )
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font_faces()}{_asset('css')}</style></head><body>"
        f"<header><h1>{escape(title)} <output>{names[0]}</output></h1>{buttons}"
        f'<input type="range" min="0" max="{len(names) - 1}" value="0"'
        f' data-names="{" ".join(names)}" aria-label="phase"></header>'
        f"<main>{picture}<section>{lists}</section></main><script>{_asset('js')}</script></body></html>\n"
    )
