"""Shapes in an SVG picture: which elements there are under an id, and where their edges run."""

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from dragoman.importing.board import BadFile, Point, SourcePicture, SourceShape
from dragoman.importing.files import read_text

Matrix = tuple[float, float, float, float, float, float]
Ring = tuple[Point, ...]

SAME: Matrix = (1, 0, 0, 1, 0, 0)
STEPS = 8
"""Into how many pieces a curve is cut."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PART = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_RIGHTS = re.compile(r"copyright|licen[cs]e|©|\bauthor|\bversion by", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def read_picture(file: Path) -> SourcePicture:
    """The shapes of an SVG file, by layer and id."""
    text = read_text(file)
    try:
        root = ET.fromstring(text.lstrip())
    except ET.ParseError as error:
        problem = f"is not well-formed XML: {error}"
        raise BadFile(str(file), error.position[0], problem) from error
    view = _numbers(root.get("viewBox", ""))
    window = (view[0], view[1], view[0] + view[2], view[1] + view[3]) if len(view) == 4 else None
    shapes = tuple(shape for shape in _shapes(root, SAME) if shape.rings)
    return SourcePicture(file.name, shapes, window, tuple(_notes(text)))


def _shapes(node: ET.Element, outer: Matrix) -> Iterator[SourceShape]:
    """The elements with an id that lie in a layer, which is a group with one."""
    matrix = _times(outer, _transform(node))
    for child in node:
        if _tag(node) == "g" and node.get("id") and child.get("id"):
            rings = tuple(_rings(child, matrix))
            yield SourceShape(node.get("id", ""), child.get("id", ""), rings)
        yield from _shapes(child, matrix)


def _notes(text: str) -> Iterator[str]:
    """What a file's comments say of its author and its licence."""
    lines = [" ".join(line.split()) for c in _COMMENT.findall(text) for line in c.splitlines()]
    yield from dict.fromkeys(line for line in lines if _RIGHTS.search(line))


def path_rings(text: str) -> list[Ring]:
    """The rings of a path's data, its curves as short lines."""
    return [tuple(ring) for ring in _Path(text).rings if len(ring) > 2]


def _tag(node: ET.Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _numbers(text: str) -> list[float]:
    return [float(n) for n in _NUMBER.findall(text)]


def _rings(node: ET.Element, outer: Matrix) -> Iterator[Ring]:
    """The rings of an element and of everything in it, where they come to lie."""
    matrix = _times(outer, _transform(node))
    for ring in _own_rings(node):
        yield tuple(_moved(matrix, point) for point in ring)
    for child in node:
        yield from _rings(child, matrix)


def _own_rings(node: ET.Element) -> list[Ring]:
    tag = _tag(node)
    if tag == "path":
        return path_rings(node.get("d", ""))
    if tag in ("polygon", "polyline"):
        flat = _numbers(node.get("points", ""))
        ring = tuple(zip(flat[::2], flat[1::2], strict=False))
        return [ring] if len(ring) > 2 else []
    if tag == "rect":
        x, y, w, h = (
            (_numbers(node.get(k, "")) or [0.0])[0] for k in ("x", "y", "width", "height")
        )
        return [((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
    return []


def _transform(node: ET.Element) -> Matrix:
    matrix = SAME
    for name, text in _TRANSFORM.findall(node.get("transform", "")):
        matrix = _times(matrix, _one_transform(name, _numbers(text)))
    return matrix


def _one_transform(name: str, values: list[float]) -> Matrix:
    """One word of a transform; of what shapes of provinces do not use, nothing."""
    if name == "translate" and values:
        return (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
    if name == "scale" and values:
        return (values[0], 0, 0, values[1] if len(values) > 1 else values[0], 0, 0)
    if name == "matrix" and len(values) == 6:
        return (values[0], values[1], values[2], values[3], values[4], values[5])
    if name == "rotate" and values:
        turn = math.radians(values[0])
        x, y = (*values[1:3], 0, 0)[:2]
        there, back = (1, 0, 0, 1, x, y), (1, 0, 0, 1, -x, -y)
        about = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
        return _times(_times(there, about), back)
    return SAME


def _times(m: Matrix, n: Matrix) -> Matrix:
    """First n, then m."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _moved(m: Matrix, point: Point) -> Point:
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


class _Path:
    """Walks the data of a path."""

    def __init__(self, text: str) -> None:
        self.rings: list[list[Point]] = []
        self.at = self.handle = (0.0, 0.0)
        self.last = ""
        for word, rest in _PART.findall(text):
            self.part(word, _arc_numbers(rest) if word in "Aa" else _numbers(rest))

    def part(self, word: str, values: list[float]) -> None:
        """One letter and its numbers, as many times as they suffice for."""
        letter, size = word.upper(), _TAKES[word.upper()]
        if letter == "Z":
            self.close()
            return
        for k in range(0, len(values) - size + 1, size):
            here = self.absolute(letter, values[k : k + size], word.islower())
            # What follows the first point of M is a line.
            self.step("L" if letter == "M" and k else letter, here)

    def absolute(self, letter: str, values: list[float], relative: bool) -> list[float]:
        if not relative:
            return values
        x, y = self.at
        if letter == "V":
            return [values[0] + y]
        if letter == "A":
            return [*values[:5], values[5] + x, values[6] + y]
        return [v + (y if k % 2 else x) for k, v in enumerate(values)]

    def step(self, letter: str, v: list[float]) -> None:
        if letter == "M":
            self.rings.append([])
            self.to((v[0], v[1]))
        elif letter in "LHV":
            x, y = self.at
            self.to((v[0], v[1]) if letter == "L" else (v[0], y) if letter == "H" else (x, v[0]))
        elif letter in "CS":
            first = self.mirrored("CS") if letter == "S" else (v[0], v[1])
            self.curve(first, (v[-4], v[-3]), (v[-2], v[-1]))
        elif letter in "QT":
            middle = self.mirrored("QT") if letter == "T" else (v[0], v[1])
            self.quadratic(middle, (v[-2], v[-1]))
        elif letter == "A":
            self.to((v[5], v[6]))
        self.last = letter

    def close(self) -> None:
        if self.rings and self.rings[-1]:
            self.at = self.rings[-1][0]
            self.rings.append([self.at])
        self.last = "Z"

    def to(self, point: Point) -> None:
        if not self.rings:
            self.rings.append([])
        self.rings[-1].append(point)
        self.at = self.handle = point

    def mirrored(self, kinds: str) -> Point:
        """The handle opposite to the last curve's, if the last was one of that kind."""
        if self.last and self.last in kinds:
            return 2 * self.at[0] - self.handle[0], 2 * self.at[1] - self.handle[1]
        return self.at

    def quadratic(self, middle: Point, end: Point) -> None:
        (x, y), (mx, my), (ex, ey) = self.at, middle, end
        first = (x + (mx - x) * 2 / 3, y + (my - y) * 2 / 3)
        second = (ex + (mx - ex) * 2 / 3, ey + (my - ey) * 2 / 3)
        self.curve(first, second, end)
        self.handle = middle

    def curve(self, first: Point, second: Point, end: Point) -> None:
        start = self.at
        for k in range(1, STEPS + 1):
            t, u = k / STEPS, 1 - k / STEPS
            x, y = (
                u**3 * start[i]
                + 3 * u * u * t * first[i]
                + 3 * u * t * t * second[i]
                + t**3 * end[i]
                for i in (0, 1)
            )
            self.to((x, y))
        self.at, self.handle = end, second


def _arc_numbers(text: str) -> list[float]:
    """The numbers of arcs, whose two flags may be written without a space after them."""
    one = _NUMBER.pattern
    sep = r"[\s,]*"
    row = sep.join([f"({one})"] * 3 + ["([01])", "([01])", f"({one})", f"({one})"])
    return [float(n) for match in re.findall(row, text) for n in match]
