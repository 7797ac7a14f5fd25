"""A whole game as one HTML file: a stepper through its phases, with nothing to fetch."""

from collections.abc import Sequence

from dragoman.draw.fonts import font_faces
from dragoman.draw.game import Moment, compiled_map
from dragoman.draw.picture import Board, svg
from dragoman.draw.scene import scene
from dragoman.draw.static import static
from dragoman.draw.svg import escape, group
from dragoman.errors import RequestError
from dragoman.rules import Variant

_CSS = """
:root{color-scheme:light dark}body{margin:0;font:17px/1.4 'EB Garamond',Garamond,Georgia,serif;background:#efe6d0;color:#3a2d1c}
header{display:flex;flex-wrap:wrap;gap:.4em .8em;align-items:center;padding:.5em 1em;position:sticky;top:0;background:#efe6d0;z-index:1}
h1{font-size:1.15em;margin:0;flex:1 1 12em}button{font:inherit;padding:.25em .8em;border:1px solid #8a7a5c;border-radius:.4em;background:#fffaf0;color:inherit;min-width:2.6em;min-height:2.6em}
input{flex:1 1 10em;min-height:2.6em}main{display:grid;grid-template-columns:minmax(0,1fr) 20em;gap:1em;padding:0 1em 1em}
svg{width:100%;height:auto;display:block}ol{margin:0;padding-left:1.2em;font-size:.95em}.failed,.void,.outvoted{color:#a3161a}
@media(max-width:60em){main{grid-template-columns:1fr;padding:0}section{padding:0 1em}}
@media(prefers-color-scheme:dark){body,header{background:#1d1a15;color:#f4ead2}button{background:#322d24}.failed,.void,.outvoted{color:#ff9a92}}
"""

_SCRIPT = """
const all=[...document.querySelectorAll('[data-phase]')],range=document.querySelector('input'),name=document.querySelector('output'),names=range.dataset.names.split(' ');
function show(n){n=Math.max(0,Math.min(names.length-1,n));range.value=n;name.textContent=names[n];
for(const e of all){const on=+e.dataset.phase===n;if(e.tagName==='OL')e.hidden=!on;else e.setAttribute('display',on?'inline':'none')}
history.replaceState(null,'','#'+names[n])}
range.addEventListener('input',()=>show(+range.value));
for(const b of document.querySelectorAll('button'))b.addEventListener('click',()=>show(b.dataset.to==='first'?0:b.dataset.to==='last'?names.length-1:+range.value+ +b.dataset.to));
addEventListener('keydown',e=>{if(e.target!==range){if(e.key==='ArrowRight')show(+range.value+1);if(e.key==='ArrowLeft')show(+range.value-1)}});
show(Math.max(0,names.indexOf(location.hash.slice(1))));
"""


def draw_replay(variant: Variant, game: Sequence[Moment], *, theme: str = "light") -> str:
    """A game as a page of its own: one board, the phases laid over it in turn."""
    if len(variant.map.boards) > 1:
        raise RequestError("a replay shows one board: draw the phases of this game one by one")
    compiled = compiled_map(variant)
    boards = [
        Board(compiled, scene(variant, m.state, m.resolution, variant.map.boards[0]), theme=theme)
        for m in game
    ]
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
        f'<li class="{v.outcome}">{escape(v.power)}: {escape(str(v.order))} <i>({v.outcome}{_why(v.outcome, v.reason.code)})</i></li>'
        for v in rows
    )
    return f'<ol data-phase="{number}"{" hidden" if number else ""}>{lines}</ol>'


def _why(outcome: str, code: str) -> str:
    return "" if outcome == "done" else f": {escape(code.replace('_', ' '))}"


def _page(title: str, names: Sequence[str], picture: str, lists: str) -> str:
    buttons = "".join(
        f'<button data-to="{to}" aria-label="{label}">{sign}</button>'
        for to, label, sign in (
            ("first", "first phase", "«"),
            ("-1", "phase before", "‹"),
            ("1", "next phase", "›"),
            ("last", "last phase", "»"),
        )
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font_faces()}{_CSS}</style></head><body>"
        f"<header><h1>{escape(title)} <output>{names[0]}</output></h1>{buttons}"
        f'<input type="range" min="0" max="{len(names) - 1}" value="0" data-names="{" ".join(names)}" aria-label="phase"></header>'
        f"<main>{picture}<section>{lists}</section></main><script>{_SCRIPT}</script></body></html>\n"
    )
