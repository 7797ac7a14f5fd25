"""Writing a board as the folder of a variant: map.txt, variant.toml and rules.md."""

import json
from collections.abc import Iterator
from pathlib import Path

from dragoman.geo import CLOSED as SHUT
from dragoman.importing.board import Border, Imported, Nation, Site, SourcePicture
from dragoman.importing.tidy import COAST, root
from dragoman.modules import MODULES

WIDE = 1600
MARKS = ("center", "noconvoy", "convoy")


def write(board: Imported, out: Path) -> Path:
    """Write the folder of a board, and say where it is."""
    folder = out / board.id
    folder.mkdir(parents=True, exist_ok=True)
    for module in [name for name in board.rules if name not in MODULES]:
        board.leave(f"the rule {module}")
        del board.rules[module]
    (folder / "map.txt").write_text(map_text(board), encoding="utf-8")
    (folder / "variant.toml").write_text(variant_text(board), encoding="utf-8")
    (folder / "rules.md").write_text(rules_text(board), encoding="utf-8")
    return folder


def map_text(board: Imported) -> str:
    """The map file of a board."""
    return "\n".join([f"@map {board.id}", f"@name {board.name}", *_plane(board), "", *_rows(board)])


def _plane(board: Imported) -> Iterator[str]:
    """How the board's points are meant."""
    if any(site.at or site.rings for site in board.sites.values()):
        yield "@projection plane"
    yield from board.sheet
    yield from (f"@line {' '.join(line)}" for line in board.lines)


def _rows(board: Imported) -> Iterator[str]:
    for key, site in board.sites.items():
        center = " center" if site.center else ""
        ferry = " convoy" if site.ferry and site.kind == COAST else ""
        yield f"{key} {site.kind}{center}{ferry} {_called(site)}"
        if site.also:
            yield f"  also     {', '.join(site.also)}"
        yield from _borders(board, key)
        if site.at:
            yield f"  at       {site.at[0]:g},{site.at[1]:g}"
        for ring in site.rings:
            yield f"  outline  {' '.join(f'{x:g},{y:g}' for x, y in ring)}"
    yield ""


def _called(site: Site) -> str:
    """A name, in quotes if its first word could be taken for a mark."""
    return f'"{site.name}"' if site.name[:1].islower() else site.name


def _borders(board: Imported, key: str) -> Iterator[str]:
    army = _listed(board.army, key)
    if army:
        yield f"  army     {' '.join(army)}"
    shores = sorted({p for pair in board.fleet for p in pair if root(p) == key})
    for shore in shores:
        word = f"fleet{shore.removeprefix(key)}"
        yield f"  {word:8} {' '.join(_listed(board.fleet, shore))}"


def _listed(borders: set[Border], place: str) -> list[str]:
    """The neighbors of a place: `>x` is left only that way, `<x` comes only from there."""
    out = {b for a, b in borders if a == place}
    into = {a for a, b in borders if b == place}
    return (
        sorted(out & into)
        + [f">{p}" for p in sorted(out - into)]
        + [f"<{p}" for p in sorted(into - out)]
    )


def variant_text(board: Imported) -> str:
    """The variant file of a board."""
    centers = sum(site.center for site in board.sites.values())
    rows = [
        f"id = {_text(board.id)}",
        f"name = {_text(board.name)}",
        "version = 1",
        f"summary = {_text(_summary(board, centers))}",
        f"credits = {_text(_credits(board))}",
        f"map = {_text(board.id)}",
        'edition = "2023"',
        f"start = {_text(board.start)}",
        f"win_at = {board.win_at}",
    ]
    if board.rules:
        rows.append(f"modules = [{', '.join(_module(*row) for row in board.rules.items())}]")
    for nation in board.nations:
        rows += ["", *_power(nation)]
    return "\n".join([*rows, ""])


def _summary(board: Imported, centers: int) -> str:
    return f"{len(board.nations)} powers, {centers} centers, {board.win_at} to win."


def _credits(board: Imported) -> str:
    if board.about:
        return board.about
    taken = f"taken over from {board.source} ({board.format})"
    return f"{board.credits}; {taken}" if board.credits else taken


def _module(name: str, settings: dict[str, object]) -> str:
    if not settings:
        return _text(name)
    values = "".join(f", {key} = {json.dumps(value)}" for key, value in settings.items())
    return f"{{ use = {_text(name)}{values} }}"


def _power(nation: Nation) -> Iterator[str]:
    yield f"[powers.{_text(nation.name)}]"
    if nation.adjective:
        yield f"adjective = {_text(nation.adjective)}"
    yield f"homes = {_texts(nation.homes)}"
    yield f"units = {_texts(nation.units)}"
    if nation.centers is not None:
        yield f"centers = {_texts(nation.centers)}"
    if nation.neutral:
        yield "neutral = true"
    if nation.color:
        yield f"color = {_text(nation.color)}"


def _outlines(picture: SourcePicture) -> str:
    """Whose the outlines are."""
    said = " It says of itself:\n" if picture.notes else ""
    return (
        f"The provinces have the outlines of {picture.file}, in your copy of the source. A drawing "
        "is not a mere fact: it is its author's, and what its licence allows holds for this board "
        f"too. Ask before you publish it.{said}"
    )


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _texts(values: list[str]) -> str:
    return json.dumps(values, ensure_ascii=False)


def rules_text(board: Imported) -> str:
    """The rules page of a board, with where it is from and what did not come over."""
    centers = sum(site.center for site in board.sites.values())
    taken = (
        f"The facts of the board were taken over from {board.source}, a file of the format "
        f"{board.format}. Credits in it: {board.credits or 'none'}."
    )
    rows = [
        f"# {board.name}",
        "",
        f"{len(board.nations)} powers on a board of {len(board.sites)} provinces with {centers} "
        f"supply centers; {board.win_at} win. The rules are Standard's"
        + (f", with {', '.join(board.rules)}." if board.rules else "."),
        "",
        "## Where it is from",
        "",
        board.about or taken,
    ]
    shut = [line for line in board.lines if line[0].startswith(SHUT)]
    if shut:
        rows += ["", "## Borders that are closed in a season", ""]
        rows += [f"- {a} - {b}: in {s.removeprefix(SHUT).capitalize()}" for s, a, b in shut]
    if board.outlined:
        rows += ["", "## Its outlines", "", _outlines(board.outlined)]
        rows += [f"- {note}" for note in board.outlined.notes]
    if board.left:
        rows += ["", "## What was not taken over", ""]
        rows += ["The source says this, and this program does not do it:", ""]
        rows += [f"- {what}" for what in board.left]
    return "\n".join([*rows, ""])
