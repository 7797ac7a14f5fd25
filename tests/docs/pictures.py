"""Draws the pictures of the documentation anew, from the games beside them and composed scenes.

python -m tests.docs.pictures [NAME ...]

Needs the extras `png` and `maps`; with `pngquant` at hand the files become a quarter as large.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from dragoman.draw.game import draw_moment, find_moment
from dragoman.draw.picture import draw_board
from dragoman.draw.png import png
from dragoman.draw.scene import Scene
from dragoman.geo import load_map
from dragoman.record import Game, read_record
from tests.docs.pages import ROOT, write_files
from tests.draw.boards import MAPS, board
from tests.draw.gallery import KINDS, MOVEMENT, RETREATS

PICTURES = ROOT / "docs" / "pictures"
GUIDE = ROOT / "docs" / "writing-a-variant.md"


class Shot(Struct, frozen=True):
    """A phase of a recorded game, and how it is drawn."""

    game: str
    phase: str
    width: int = 1400
    theme: str = "light"
    small: bool = False
    board: str = ""

    def draw(self) -> str:
        """The phase as SVG."""
        file = PICTURES / "games" / f"{self.game}.json"
        game = Game.of(read_record(file.read_bytes(), file.name))
        moment = find_moment(game.history, self.phase)
        return draw_moment(
            game.variant, moment, theme=self.theme, small=self.small, board=self.board
        )


SHOTS = {
    "standard": Shot("standard", "S1902M"),
    "standard-dark": Shot("standard", "F1901M", theme="dark"),
    "phone": Shot("standard", "S1902M", width=780, small=True),
    "cline": Shot("cline", "S1902M", width=1500),
    "youngstown": Shot("youngstown", "F1902M", width=2000),
    "cat": Shot("cat", "S3M", width=1200),
    "catspaw": Shot("catspaw", "S1902M"),
    "militarism": Shot("militarism", "F1902M"),
    "black_hole": Shot("black_hole", "F1904M"),
    "escalation": Shot("escalation", "S1901M"),
    "atlas": Shot("heptadiplomacy", "F1901M", width=1800, board="4"),
    "para_time": Shot("para_time", "F1901M", width=1800, board="3"),
    "twin_earths": Shot("twin_earths", "F1902M", width=1800),
}


BARE = (
    *("isle", "cat", "hundred", "chromatic", "ancient_mediterranean"),
    *("nineteen_hundred", "cline", "colonial", "modern", "youngstown"),
)
"""Boards of 9 to 180 provinces that are shown as their borders alone give them."""


def bare(name: str, scene: Scene) -> str:
    """A map drawn from nothing but its borders, which takes the extra `maps`."""
    from dragoman.mapmaker.build import compile_plan
    from dragoman.mapmaker.plan import FacePlan
    from dragoman.mapmaker.sheet import DrawingSheet

    with TemporaryDirectory() as folder:
        write_files(GUIDE.read_text(encoding="utf-8"), Path(folder))
        places = (MAPS / name / "map.txt", Path(folder) / name / "map.txt")
        file = next(place for place in places if place.exists())
        plan = FacePlan(load_map(file), DrawingSheet(str(file)))
        return draw_board(compile_plan(plan), scene)


SIGNS: dict[str, Callable[[], str]] = {
    "signs": partial(draw_board, board("standard"), MOVEMENT),
    "signs-dark": partial(draw_board, board("standard"), RETREATS, theme="dark"),
    "graph": partial(bare, "standard", MOVEMENT),
    **{f"bare-{name}": partial(bare, name, Scene({}, KINDS)) for name in BARE},
}


def write(name: str, picture: str, width: int) -> Path:
    """A picture as a file in the documentation."""
    file = PICTURES / f"{name}.png"
    file.write_bytes(png(picture, width))
    if shutil.which("pngquant"):
        command = ["pngquant", "--force", "--ext", ".png", "--quality", "70-95", str(file)]
        subprocess.run(command, check=True, timeout=120)
    return file


def main(names: list[str]) -> None:
    """Draw some of the pictures, or all."""
    for name, shot in SHOTS.items():
        if not names or name in names:
            print(write(name, shot.draw(), shot.width))
    for name, drawn in SIGNS.items():
        if not names or name in names:
            print(write(name, drawn(), 480 if name.startswith("bare-") else 1400))


if __name__ == "__main__":
    main(sys.argv[1:])
