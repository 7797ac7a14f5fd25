"""The board of a draft drawn: compiled from its map text, and as a picture of its opening."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.draw.compiled import FILE, Compiled, load_compiled
from dragoman.draw.game import MAPS, Moment, compiled_map, draw_moment
from dragoman.errors import DataError, RequestError
from dragoman.geo import map_id
from dragoman.record.replay import opening
from dragoman.translate import Said
from dragoman.variants import load
from dragoman.variants.files import homely
from dragoman.workshop.examine import SEED
from dragoman.workshop.lines import LineFault, toml_line
from dragoman.workshop.texts import BOARD, MAP, TOML, Files, laid_out

HEAD = re.compile(r"(?m)^@(map|name)\b.*$")


class DrawnDraft(Struct, frozen=True):
    """A board compiled and as a picture, where provinces lie, what is poor in it; or its faults."""

    board: str = ""
    svg: str = ""
    spots: dict[str, tuple[float, float]] = {}
    poor: list[Said] = []
    faults: list[LineFault] = []


def draw(files: Files, name: str, folders: Sequence[Path] = (), theme: str = "light") -> DrawnDraft:
    """The board of a sound draft, with the pieces of its opening."""
    with laid_out(files, name) as folder:
        places = (folder.parent, *folders)
        poor: list[str] = []
        if MAP in files:
            try:
                poor = compile_in(folder)
            except DataError as error:
                # Where no line is named the whole text is meant.
                where = toml_line(f"at {error.key}")
                return DrawnDraft(
                    faults=[LineFault(MAP, where, f"the board cannot be drawn: {error.problem}")]
                )
        return _pictured(folder, places, poor, theme)


def _pictured(folder: Path, places: Sequence[Path], poor: list[str], theme: str) -> DrawnDraft:
    try:
        variant = load(folder.name, {}, places)
        moment = Moment(opening(variant, (), SEED))
        svg = draw_moment(variant, moment, theme=theme, alone=False, folders=places)
    except (RequestError, DataError) as error:
        return DrawnDraft(faults=[LineFault(TOML, 0, homely(str(error), places))])
    shapes = compiled_map(variant, places).shapes
    spots = {key: (shape.unit[0], shape.unit[1]) for key, shape in shapes.items()}
    file = folder / BOARD
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return DrawnDraft(text, svg, spots, poor)


def compile_in(folder: Path) -> list[str]:
    """Make the drawing of a folder's map; one that says nothing new takes over what was drawn."""
    from dragoman.mapmaker.build import draw_map

    known = _drawn_before((folder / MAP).read_text(encoding="utf-8"))
    if known is None:
        _, _, poor = draw_map(folder / MAP)
        return poor
    text = (folder / MAP).read_bytes()
    called = str(map_id(folder / MAP))
    digest = hashlib.sha256(text).hexdigest()[:16]
    board = msgspec.structs.replace(known, id=called, digest=digest)
    (folder / FILE).write_bytes(msgspec.json.encode(board))
    return []


def _drawn_before(text: str) -> Compiled | None:
    """The drawing of a shipped map that differs from a text in nothing but what it is called."""
    own = HEAD.sub("", text)
    for file in MAPS.glob(f"*/{MAP}"):
        if HEAD.sub("", file.read_text(encoding="utf-8")) == own:
            return load_compiled(file.parent / FILE)
    return None
