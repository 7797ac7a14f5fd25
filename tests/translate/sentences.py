"""Sentences in Python files: string literals and f-strings that people read, as templates.

An f-string becomes a template: `f"{seat} is taken"` is `{seat} is taken`. Of words that depend on a
condition, and of a name that is given such words just before, each becomes a template of its own:
`f"void{f': {why}' if why else ''}"` are `void` and `void: {why}`.
"""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

PROSE = re.compile(r"[A-Za-z]{2,}[ ,:;'’]+[A-Za-z{(]|[ }][a-z]{2,}|^[A-Z][a-z]+\.?$|^a \{")
TECHNICAL = re.compile(
    r"^[a-z]+:\{|://|</?[A-Za-z]|^/|max-age|charset=|class=|'(none|self)'|attachment;|mailto:|=\(\)"
    r"|^\[|^\(pref|^(accept-|vapid |text/|application/)|^ (and|or|against) $|\{\{ static"
)
MOST = 24
"""Of a sentence with more forms, none is listed: it should be written otherwise."""
MUTE = {"log", "warning", "info", "error", "debug", "exception", "getLogger", "compile", "sub"}
MUTE |= {"findall", "split", "partition", "NewType", "TypeVar", "ContextVar", "replace", "print"}
MUTE |= {"startswith", "endswith", "removeprefix", "removesuffix", "strip", "add_argument"}
MUTE |= {"get", "post", "put", "patch", "delete", "html", "form", "spend", "get_or", "publish"}
MUTE |= {"ArgumentParser", "add_parser", "AssertionError", "TypeError", "fullmatch", "match"}


def sentences(file: Path) -> Iterator[tuple[int, str]]:
    """Every sentence of a file, with the number of its line."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _Reader().read(tree)


def refusals(file: Path) -> Iterator[tuple[int, str]]:
    """The sentences with which a file refuses something."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _Reader(only_raised=True).read(tree)


def is_prose(text: str) -> bool:
    """Whether a text is one for people."""
    return bool(PROSE.search(text)) and not TECHNICAL.search(text)


class _Reader:
    def __init__(self, only_raised: bool = False) -> None:
        self.local: dict[str, list[ast.expr]] = {}
        self.mute = only_raised

    def read(self, node: ast.AST) -> Iterator[tuple[int, str]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            before, self.local = self.local, _assigned(node)
            for line in node.body:
                yield from self.read(line)
            self.local = before
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.Call) and _called(node) in MUTE:
            return
        if isinstance(node, ast.Assign) and self.is_named(node.targets[0]):
            return  # read where its name stands
        if isinstance(node, ast.Raise) and self.mute:
            self.mute = False
            yield from self.read(node)
            self.mute = True
            return
        if isinstance(node, ast.expr) and self.is_text(node):
            if self.mute:
                return
            for text in dict.fromkeys(map(_numbered, self.forms(node))):
                # Mails are said line by line.
                yield from ((node.lineno, line) for line in text.split("\n") if is_prose(line))
            for inner in _filled(node):
                yield from self.read(inner)
            return
        for child in ast.iter_child_nodes(node):
            if not _silent(node, child):
                yield from self.read(child)

    def is_text(self, node: ast.expr) -> bool:
        match node:
            case ast.JoinedStr() | ast.Constant(value=str()):
                return True
            case ast.IfExp(body=one, orelse=other):
                return self.is_text(one) and self.is_text(other)
            case ast.BinOp(left=one, right=other, op=ast.Add()):
                return self.is_text(one) or self.is_text(other)
            case ast.BoolOp(op=ast.Or(), values=values):
                return any(map(self.is_text, values))
        return self.is_named(node)

    def is_named(self, node: ast.expr) -> bool:
        """Whether this is a name that a function gives to a text, once."""
        if not isinstance(node, ast.Name) or len(self.local.get(node.id, [])) != 1:
            return False
        given = self.local.pop(node.id)
        found = not isinstance(given[0], ast.Name) and self.is_text(given[0])
        self.local[node.id] = given
        return found

    def forms(self, node: ast.expr) -> list[str]:
        """Every form that a text may take."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                return self.joined(parts)
            case ast.BinOp(left=one, right=other, op=ast.Add()):
                return self.joined([one, other])
            case ast.IfExp(body=one, orelse=other):
                return [*self.forms(one), *self.forms(other)]
            case ast.BoolOp(op=ast.Or(), values=values):
                return [form for value in values for form in self.forms(value)]
            case ast.FormattedValue(value=value, conversion=conversion):
                return self.filled(value, conversion)
            case ast.Name(id=name) if self.is_named(node):
                given = self.local.pop(name)
                found = self.forms(given[0])
                self.local[name] = given
                return found
        return self.filled(node, -1)

    def filled(self, node: ast.expr, conversion: int) -> list[str]:
        if self.is_text(node):
            return self.forms(node)
        field = f"{{{_name(node)}\0{ast.dump(node)}\0}}"
        return [f"'{field}'" if conversion == ord("r") else field]

    def joined(self, parts: list[ast.expr]) -> list[str]:
        rows = [self.forms(part) for part in parts]
        count = 1
        for row in rows:
            count *= len(row)
        if count > MOST:
            return ["".join(row[0] for row in rows)]
        return list(dict.fromkeys("".join(row) for row in product(*rows)))


def _numbered(text: str) -> str:
    """A template whose fields have names: two different things of one name are distinguished."""
    known: dict[str, list[str]] = {}

    def name(field: re.Match[str]) -> str:
        rows = known.setdefault(field[1], [])
        if field[2] not in rows:
            rows.append(field[2])
        number = rows.index(field[2]) + 1
        return f"{{{field[1]}{number if number > 1 else ''}}}"

    return re.sub(r"\{(\w+)\0(.*?)\0\}", name, text, flags=re.S)


def _assigned(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, list[ast.expr]]:
    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    found: dict[str, list[ast.expr]] = {arg.arg: [ast.Name(arg.arg)] for arg in taken}
    for inner in ast.walk(node):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(inner, ast.Assign):
            for target in inner.targets:
                if isinstance(target, ast.Tuple) and isinstance(inner.value, ast.Tuple):
                    pairs += zip(target.elts, inner.value.elts, strict=False)
                else:
                    pairs.append((target, inner.value))
        elif isinstance(inner, ast.AugAssign):
            pairs += [(inner.target, inner.value)] * 2
        elif isinstance(inner, ast.For | ast.comprehension):
            pairs.append((inner.target, inner.iter))
        for target, value in pairs:
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(value)
    return found


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name.strip("_")
        case ast.Attribute(attr=name):
            return name.strip("_")
        case ast.Subscript(value=value):
            return _name(value)
        case ast.Call(func=ast.Attribute(attr="join" | "get"), args=[first, *_]):
            return "words" if not isinstance(first, ast.Name) else _name(first)
        case ast.Call(func=function):
            return _name(function)
        case ast.Await(value=value) | ast.Starred(value=value) | ast.UnaryOp(operand=value):
            return _name(value)
        case ast.BinOp(left=left):
            return _name(left)
    return "it"


def _called(node: ast.Call) -> str:
    return _name(node.func)


def _filled(node: ast.expr) -> Iterator[ast.expr]:
    """What is filled into a text, as it may hold sentences of its own."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            yield from inner.args


def _silent(node: ast.AST, child: ast.AST) -> bool:
    """Whether a part of the tree says nothing: keys, annotations, subscripts, comparisons."""
    if isinstance(node, ast.Dict):
        return child in node.keys
    if isinstance(node, ast.arg | ast.Compare | ast.match_case):
        return not isinstance(child, ast.Call | ast.stmt)
    if isinstance(node, ast.Subscript):
        return child is node.slice
    if isinstance(node, ast.AnnAssign):
        return child is node.annotation
    if isinstance(node, ast.keyword):
        return node.arg in ("words", "opens", "headers", "media")
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "") in ("__all__", "__slots__")
    return False


def _main() -> None:
    import sys

    for name in sys.argv[1:]:
        path = Path(name)
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for line, text in sentences(file):
                print(f"{file}:{line}: {text!r}")


if __name__ == "__main__":
    _main()
