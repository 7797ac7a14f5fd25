"""`dragoman atlas`: every variant of a folder drawn and play-tested, on one page of cards."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from dragoman.draw.game import Moment, compiled_map, draw_moment, map_folders, map_name, undrawn
from dragoman.errors import DragomanError, RequestError
from dragoman.lab.commands import reported, setup_of
from dragoman.lab.html import page
from dragoman.lab.report import judged, plain
from dragoman.lab.summary import Summary
from dragoman.record.replay import opening
from dragoman.rules import Variant
from dragoman.variants import load
from dragoman.variants.files import is_folder

BOARDS = "boards"
"""The folder of the page for pictures, and for drawings of maps that had none."""

STYLE = """
body { max-width: 90rem; }
.cards { display: grid; gap: 1.2rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.cards li { border: 1px solid #8886; border-radius: .5rem; padding: 0 1rem 1rem; overflow: hidden; }
.cards img { display: block; width: calc(100% + 2rem); margin: 0 -1rem; aspect-ratio: 4 / 3;
  object-fit: contain; background: #8882; }
.cards h2 { margin: .8rem 0 .2rem; font-size: 1.2rem; } .cards p { margin: .4rem 0; }
.figures, .undrawn { font-size: .9rem; } .even { font-weight: 600; }
"""

Play = Callable[[Path, Path], Summary]
"""Plays the games of the variant in a folder, and keeps games and report in another."""


class AtlasCard(Struct, frozen=True):
    """What the page says of one variant: its board and figures, or what is wrong with it."""

    id: str
    name: str
    summary: str = ""
    figures: str = ""
    picture: str = ""
    undrawn: str = ""
    verdict: str = ""
    report: str = ""
    fault: str = ""

    def html(self) -> str:
        """The card as an item of the list."""
        parts = [
            f'<img src="{escape(self.picture)}" alt="The opening position" loading="lazy">'
            * bool(self.picture),
            f"<h2>{escape(self.name)}</h2>",
            _line(self.summary),
            _line(self.figures, "figures"),
            _line(self.undrawn, "undrawn"),
            _line(self.verdict, "even"),
            _line(self.fault, "fault"),
            f'<p><a href="{escape(self.report)}">The whole report</a></p>' * bool(self.report),
        ]
        return f'<li id="{escape(self.id)}">{"".join(parts)}</li>'


def _line(text: str, name: str = "") -> str:
    kind = f' class="{name}"' if name else ""
    return f"<p{kind}>{escape(text)}</p>" if text else ""


def variants_in(folder: Path) -> list[Path]:
    """The folders of the variants in a folder, or the folder itself if it is a variant's."""
    found = [folder] if is_folder(folder) else sorted(filter(is_folder, folder.iterdir()))
    if not found:
        raise RequestError(f"no variant in {folder}: each is a folder with a variant.toml")
    return found


class AtlasPage:
    """A page of cards under way: it draws boards and has games played into its folder."""

    def __init__(self, out: Path, folders: Sequence[Path], play: Play) -> None:
        self.out, self.folders, self.play = out, tuple(folders), play

    def card(self, folder: Path) -> AtlasCard:
        """The card of a variant; whatever is wrong with it stands there."""
        try:
            return self.tried(folder, load(str(folder), None, self.folders))
        except DragomanError as error:
            # The page may be published: it names no folder of this machine.
            fault = str(error).replace(f"{folder}/", "")
            return AtlasCard(folder.name, folder.name, fault=fault)

    def tried(self, folder: Path, variant: Variant) -> AtlasCard:
        """The card of a variant that loads: drawn, then played."""
        picture, problem = self.picture(folder.name, variant)
        found = self.play(folder, self.out / folder.name)
        return AtlasCard(
            id=folder.name,
            name=variant.name,
            summary=variant.summary,
            figures=figures(variant),
            picture=picture,
            undrawn=problem,
            verdict=verdict(found),
            report=f"{folder.name}/report.html",
        )

    def picture(self, name: str, variant: Variant) -> tuple[str, str]:
        """The file of a variant's opening position, or why there is none."""
        try:
            places = self.drawings(variant)
            if problem := undrawn(variant, places):
                return "", problem
        except DragomanError as error:
            return "", f"not drawn: {error}"
        svg = draw_moment(variant, Moment(opening(variant, (), name)), small=True, folders=places)
        file = f"{BOARDS}/{name}.svg"
        (self.out / file).write_text(svg, encoding="utf-8")
        return file, ""

    def drawings(self, variant: Variant) -> tuple[Path, ...]:
        """Where drawings are found; a map that has none is drawn beside the page."""
        own = self.out / BOARDS / "maps"
        try:
            compiled_map(variant, (*self.folders, own))
        except RequestError:
            self.compile(variant, own / map_name(variant))
        return (*self.folders, own)

    def compile(self, variant: Variant, folder: Path) -> None:
        """Draw the map of a variant into a folder."""
        try:
            from dragoman.mapmaker.build import compile_map, write_compiled
        except ImportError:
            raise RequestError("drawing a map needs dragoman[maps]") from None
        files = (place / "map.txt" for place in map_folders(variant, self.folders))
        if file := next(filter(Path.is_file, files), None):
            folder.mkdir(parents=True, exist_ok=True)
            write_compiled(compile_map(file), folder)


def figures(variant: Variant) -> str:
    """How large a variant is, in a line."""
    counts = (
        (len(variant.powers), "power"),
        (len(variant.map.centers), "center"),
        (len(variant.map.spaces), "province"),
    )
    return ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts)


def verdict(found: Summary) -> str:
    """What the laboratory says of a variant, in a line."""
    games = f"{found.games} game{'s' * (found.games != 1)}"
    ends = ", ".join(f"{how} {number}" for how, number in found.ends.items())
    return (
        f"{judged(found.balance).capitalize()}: variation {plain(found.balance.variation)} "
        f"in {games} of {found.setup.bot} ({ends})"
    )


def atlas_page(cards: Sequence[AtlasCard], title: str) -> str:
    """The page of all cards."""
    count = f"{len(cards)} variant{'s' * (len(cards) != 1)}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{count}. A variation of 0 is even; bots played, not people.</p>",
        f'<ul class="cards">{"".join(card.html() for card in cards)}</ul>',
    ]
    return page(title, body, STYLE)


def cards_of(atlas: AtlasPage, found: Sequence[Path]) -> Iterator[AtlasCard]:
    """The cards of variants, one after the other, each announced."""
    for number, folder in enumerate(found, 1):
        click.echo(f"{number}/{len(found)} {folder.name}", err=True)
        card = atlas.card(folder)
        for problem in filter(None, (card.fault, card.undrawn)):
            click.echo(f"dragoman: {card.id}: {problem}", err=True)
        yield card


def make_atlas(folder: Path, title: str, rest: dict[str, Any]) -> None:
    """Make the page of a folder, and say where it is."""
    found, out = variants_in(folder), Path(rest["out"])
    (out / BOARDS).mkdir(parents=True, exist_ok=True)
    atlas = AtlasPage(
        out,
        [Path(place) for place in rest["folders"]],
        lambda variant, place: reported(setup_of(str(variant.resolve()), {}, rest), rest, place)[0],
    )
    cards = sorted(cards_of(atlas, found), key=lambda card: bool(card.fault))
    file = out / "index.html"
    file.write_text(atlas_page(cards, title or folder.resolve().name), encoding="utf-8")
    failed = sum(bool(card.fault) for card in cards)
    click.echo(f"{file}: {len(cards) - failed} variants, {failed} that failed")
    if failed == len(cards):
        raise RequestError("no variant could be tried")
