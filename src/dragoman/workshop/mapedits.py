"""Edits of a map text as they are made on the picture: the text follows, line by line."""

import math
import re
from collections.abc import Callable, Sequence

from dragoman.errors import RequestError

Point = tuple[float, float]
Spots = dict[str, Point]
"""Where the provinces lie on the picture."""
MARKS = ("center", "noconvoy", "convoy")
WIDE = 8
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?")
PLACED = ("at", "seeds", "outline")
"""The lines that say where a province lies."""


class MapText:
    """A map text by its provinces, each a block of lines; all other lines stay as they are."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def heads(self) -> dict[str, int]:
        """The line of each province, counted from 0."""
        rows = ((line.split("#")[0].split(), n) for n, line in enumerate(self.lines))
        return {w[0]: n for w, n in rows if w and self.lines[n][:1].isalpha()}

    def head(self, province: str) -> int:
        """The line of a province."""
        found = self.heads().get(province)
        if found is None:
            raise RequestError(f"there is no province {province!r} in the map's text")
        return found

    def block(self, province: str) -> range:
        """The lines under a province."""
        start = end = self.head(province) + 1
        while end < len(self.lines) and (not self.lines[end].strip() or self.lines[end][0] == " "):
            end += 1
        while end > start and not self.lines[end - 1].strip():
            end -= 1
        return range(start, end)

    def detail(self, province: str, word: str) -> int | None:
        """The line under a province that begins with a word."""
        rows = (n for n in self.block(province) if self.lines[n].split()[:1] == [word])
        return next(rows, None)

    def neighbors(self, province: str, word: str) -> list[str]:
        """What a province borders on, by army or fleet."""
        found = self.detail(province, word)
        return self.lines[found].split("#")[0].split()[1:] if found is not None else []

    def write(self, province: str, word: str, values: Sequence[str]) -> None:
        """Write a line under a province anew; without values it goes."""
        found = self.detail(province, word)
        line = f"  {word:{WIDE}} {' '.join(values)}"
        if found is not None and values:
            self.lines[found] = line
        elif found is not None:
            del self.lines[found]
        elif values:
            before = self.block(province)
            first = word in ("army", "fleet")
            placed = next((n for n in before if self.lines[n].split()[0] in PLACED), before.stop)
            self.lines.insert(placed if first else before.stop, line)

    def parts(self, province: str) -> tuple[str, list[str], str]:
        """The kind, the marks and the name of a province."""
        words = self.lines[self.head(province)].split("#")[0].split()
        marks: list[str] = []
        while len(words) > 2 + len(marks) and words[2 + len(marks)] in MARKS:
            marks.append(words[2 + len(marks)])
        return words[1], marks, " ".join(words[2 + len(marks) :])

    def declare(self, province: str, kind: str, marks: Sequence[str], name: str) -> str:
        """The line of a province."""
        return " ".join([province, kind, *marks, name])


def center(text: str, province: str) -> str:
    """A center made of a province, or of a center none."""
    board = MapText(text)
    kind, marks, name = board.parts(province)
    if kind in ("sea", "impassable") and "center" not in marks:
        raise RequestError(f"{name} is {'a sea' if kind == 'sea' else kind}: centers lie on land")
    changed = [m for m in marks if m != "center"] if "center" in marks else ["center", *marks]
    board.lines[board.head(province)] = board.declare(province, kind, changed, name)
    return str(board)


def rename(text: str, province: str, name: str) -> str:
    """A province under another name."""
    clean = " ".join(name.split())
    if not clean or len(clean) > 60:
        raise RequestError("a name has from 1 to 60 letters", "name")
    if "#" in clean:
        raise RequestError("a name has no #: in a map's text a note begins there", "name")
    board = MapText(text)
    kind, marks, _ = board.parts(province)
    odd = clean[0].islower() or clean[0] == '"' or {*MARKS} & {*clean.split()}
    quoted = f'"{clean}"' if odd else clean
    board.lines[board.head(province)] = board.declare(province, kind, marks, quoted)
    return str(board)


def join(text: str, a: str, b: str) -> str:
    """A border between two provinces for all units that can use it; one that is there goes."""
    board = MapText(text)
    if a == b:
        raise RequestError("choose two provinces")
    kinds = {p: board.parts(p)[0] for p in (a, b)}
    if "impassable" in kinds.values():
        raise RequestError("an impassable province has no borders")
    words = [w for w in ("army", "fleet") if _may(kinds[a], kinds[b], w)]
    there = [w for w in words if b in board.neighbors(a, w) or a in board.neighbors(b, w)]
    if not there and _has_coasts(board, a, b) and words == ["fleet"]:
        raise RequestError("one of them has several coasts: write which in the text")
    if not words:
        raise RequestError(f"nothing could go from {a}, {kinds[a]}, to {b}, {kinds[b]}")
    for word in there or words:
        if word == "fleet" and _has_coasts(board, a, b):
            continue
        if word == "fleet" and not there and "army" in words and not _share_sea(board, a, b):
            continue
        for here, other in ((a, b), (b, a)):
            found = board.neighbors(here, word)
            changed = [n for n in found if n.lstrip("<>") != other]
            board.write(here, word, changed if there else [*changed, other])
    return str(board)


def _may(one: str, other: str, word: str) -> bool:
    """Whether units of a sort could pass between two kinds of province."""
    able = {"army": ("inland", "coast"), "fleet": ("coast", "sea")}[word]
    return one in able and other in able


def _has_coasts(board: MapText, *provinces: str) -> bool:
    words = (board.lines[n].split()[0] for p in provinces for n in board.block(p))
    return any(word.startswith("fleet/") for word in words)


def _share_sea(board: MapText, a: str, b: str) -> bool:
    """Whether two coasts lie at one sea, so that a fleet may go along."""
    return bool({*board.neighbors(a, "fleet")} & {*board.neighbors(b, "fleet")})


def remove(text: str, province: str) -> str:
    """The text without a province, wherever it is named."""
    board = MapText(text)
    kept = {board.head(province), *board.block(province)}
    name = re.compile(rf"\s+[<>]?{re.escape(province)}(?:/\w+)?(?![\w/])")
    lines = [line for n, line in enumerate(board.lines) if n not in kept]
    rows = [name.sub("", line) if _lists(line) else line for line in lines]
    return "\n".join(row for row in rows if not re.fullmatch(r"\s+(army|fleet(/\w+)?)\s*", row))


def _lists(line: str) -> bool:
    """Whether a line lists provinces."""
    word = line.split()[:1]
    return line.startswith(("@outside", "@decor")) or (
        line[:1] == " " and bool(word) and word[0].split("/")[0] in ("army", "fleet")
    )


def move(text: str, province: str, to: Point, spots: Spots) -> str:
    """A province drawn elsewhere: its points go along, and with outlines those it shares."""
    board = MapText(text)
    board.head(province)
    known = {p: _middle(board, p) for p in board.heads()}
    if not any(known.values()):
        _pin_all(board, {**spots, province: to})
        return str(board)
    shift = _shift(known, spots, province, to)
    outline = board.detail(province, "outline") is not None
    if known.get(province) is None:
        fitted = _fit({p: m for p, m in known.items() if m}, spots)
        board.write(province, "at", [_point((fitted[0](to[0]), fitted[1](to[1])))])
        return str(board)
    own = {m for n in _placing(board, province) for m in NUMBERS.findall(board.lines[n])}
    for n in range(len(board.lines)) if outline else _placing(board, province):
        if (
            board.lines[n][:1] == " "
            and board.lines[n].split()[:1]
            and board.lines[n].split()[0] in PLACED
        ):
            board.lines[n] = NUMBERS.sub(
                lambda m: _moved(m[0], shift) if m[0] in own else m[0], board.lines[n]
            )
    return str(board)


def _placing(board: MapText, province: str) -> list[int]:
    return [n for n in board.block(province) if board.lines[n].split()[0] in PLACED]


def _moved(text: str, shift: Point) -> str:
    x, y = map(float, text.split(","))
    return _point((x + shift[0], y + shift[1]))


def _point(at: Point) -> str:
    return ",".join(f"{round(v, 2):g}" for v in at)


def _pin_all(board: MapText, spots: Spots) -> None:
    """Say of every province where it lies, as the picture has it."""
    if not any(line.startswith("@projection") for line in board.lines):
        last = max((n for n, row in enumerate(board.lines) if row.startswith("@")), default=-1)
        board.lines.insert(last + 1, "@projection plane")
    for province in list(board.heads()):
        if province in spots:
            board.write(province, "at", [_point(spots[province])])


def _middle(board: MapText, province: str) -> Point | None:
    """Where a province lies by its own lines."""
    rows = [board.lines[n] for n in _placing(board, province)]
    points = [tuple(map(float, m.split(","))) for row in rows for m in NUMBERS.findall(row)]
    if not points:
        return None
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


Scale = Callable[[float], float]


def _fit(known: dict[str, Point], spots: Spots) -> tuple[Scale, Scale]:
    """How places on the picture become points of the text, along each axis."""
    both = [p for p in known if p in spots]

    def line(axis: int) -> Scale:
        seen = [spots[p][axis] for p in both]
        said = [known[p][axis] for p in both]
        x0, y0 = (sum(row) / max(1, len(both)) for row in (seen, said))
        spread = sum((x - x0) ** 2 for x in seen)
        slope = sum((x - x0) * (y - y0) for x, y in zip(seen, said, strict=True))
        slope = slope / spread if spread else 1.0
        return lambda x: y0 + slope * (x - x0)

    return line(0), line(1)


def _shift(known: dict[str, Point | None], spots: Spots, province: str, to: Point) -> Point:
    fitted = _fit({p: m for p, m in known.items() if m}, spots)
    here = spots.get(province, to)
    return fitted[0](to[0]) - fitted[0](here[0]), fitted[1](to[1]) - fitted[1](here[1])


def split(text: str, province: str, spots: Spots) -> tuple[str, str]:
    """A province cut in two across its narrow way; the text, and the id of the new half."""
    board = MapText(text)
    if board.detail(province, "outline") is not None:
        raise RequestError("a province with an outline is divided in its text")
    if _has_coasts(board, province):
        raise RequestError("a province with several coasts is divided in its text")
    kind, marks, name = board.parts(province)
    around = _round(board, province, spots)
    if len(around) < 2:
        raise RequestError(f"{province} has too few neighbors to be divided")
    old, new = _arcs(around, spots)
    other = _free(board, province)
    _insert(board, province, other, kind, marks, name)
    _divide(board, province, other, kind, (old, new))
    _settle(board, province, other, (old, new), spots)
    return str(board), other


def _round(board: MapText, province: str, spots: Spots) -> list[str]:
    """The neighbors of a province, in the order in which they lie round it."""
    x, y = spots.get(province, (0.0, 0.0))
    found = [*board.neighbors(province, "army"), *board.neighbors(province, "fleet")]
    plain = dict.fromkeys(n.lstrip("<>").partition("/")[0] for n in found)
    there = [n for n in plain if n in spots]
    return sorted(there, key=lambda n: math.atan2(spots[n][1] - y, spots[n][0] - x))


def _arcs(around: list[str], spots: Spots) -> tuple[list[str], list[str]]:
    """The neighbors of either half; the two at the ends of the cut are neighbors of both."""
    half = len(around) // 2

    def across(k: int) -> float:
        return math.dist(spots[around[k]], spots[around[(k + half) % len(around)]])

    first = min(range(max(1, len(around) - half)), key=across)
    turned = around[first:] + around[:first]
    return turned[: half + 1], [*turned[half:], turned[0]]


def _free(board: MapText, province: str) -> str:
    """An id for a new province."""
    heads = board.heads()
    return next(f"{province[:6]}{n}" for n in range(2, 1000) if f"{province[:6]}{n}" not in heads)


def _insert(
    board: MapText, province: str, other: str, kind: str, marks: list[str], name: str
) -> None:
    at = board.block(province).stop
    plain = [mark for mark in marks if mark != "center"]
    quoted = len(name) > 2 and name[0] == name[-1] == '"'
    called = f'{name[:-1]} {other[-1]}"' if quoted else f"{name} {other[-1]}"
    taken = {board.parts(p)[2] for p in board.heads()}
    board.lines.insert(
        at, board.declare(other, kind, plain, called if called not in taken else other.title())
    )


def _divide(
    board: MapText, old: str, new: str, kind: str, arcs: tuple[list[str], list[str]]
) -> None:
    """Give either half its borders, and its neighbors theirs."""
    given = {word: board.neighbors(old, word) for word in ("army", "fleet")}
    for word, names in given.items():
        mine = [n for n in names if n.lstrip("<>").partition("/")[0] in arcs[0]]
        theirs = [n for n in names if n.lstrip("<>").partition("/")[0] in arcs[1]]
        for n in names:
            root, slash, coast = n.lstrip("<>").partition("/")
            back = word if not slash else f"{word}/{coast}"
            here = [x for x in board.neighbors(root, back) if x.lstrip("<>") != old]
            sign = {"<": ">", ">": "<"}.get(n[0], "")
            halves = [f"{sign}{half}" for half, part in ((old, mine), (new, theirs)) if n in part]
            board.write(root, back, [*here, *halves])
        board.write(old, word, mine)
        board.write(new, word, theirs)
    if kind == "coast":
        for half in (old, new):
            _dry(board, half)
    both = {board.parts(half)[0] for half in (old, new)}
    words = ["fleet"] if kind == "sea" else ["army", "fleet"] if both == {"coast"} else ["army"]
    for word in words:
        for one, another in ((old, new), (new, old)):
            board.write(one, word, [*board.neighbors(one, word), another])


def _dry(board: MapText, half: str) -> None:
    """A half of a coast that has no water is inland."""
    water = [
        n for n in board.neighbors(half, "fleet") if board.parts(n.partition("/")[0])[0] == "sea"
    ]
    if water:
        return
    for neighbor in board.neighbors(half, "fleet"):
        root, slash, coast = neighbor.partition("/")
        back = f"fleet{slash}{coast}"
        board.write(root, back, [x for x in board.neighbors(root, back) if x != half])
    board.write(half, "fleet", [])
    _, marks, name = board.parts(half)
    plain = [mark for mark in marks if mark != "convoy"]
    board.lines[board.head(half)] = board.declare(half, "inland", plain, name)


def _settle(
    board: MapText, old: str, new: str, arcs: tuple[list[str], list[str]], spots: Spots
) -> None:
    """Say where either half lies: from the middle towards its own neighbors."""
    known = {p: m for p in board.heads() if (m := _middle(board, p))}
    if not known:
        return
    fitted = _fit(known, spots)
    here = spots.get(old, (0.0, 0.0))
    seeds = board.detail(old, "seeds") is not None
    for half, arc in zip((old, new), arcs, strict=True):
        x, y = (
            here[k] + (sum(spots[n][k] for n in arc) / len(arc) - here[k]) * 0.3 for k in (0, 1)
        )
        point = _point((fitted[0](x), fitted[1](y)))
        board.write(half, "seeds" if seeds else "at", [point])
