"""The year and the kinds of piece that a variant file gives, and words that would clash."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dragoman.errors import DataError, RequestError, shown
from dragoman.geo import COAST, LAND, SEA
from dragoman.model import REASONS, VERBS, Kind, Season, Sign, Stroke, Verb, Vocabulary, Year
from dragoman.modules import MODULES
from dragoman.rules import Module

Fault = Callable[[str, str], DataError]
"""A complaint about one key of the file."""

USUAL = Year()
MODES = (LAND, SEA, COAST)


def year_of(fault: Fault, data: Mapping[str, Any]) -> Year:
    """The year that a file gives, or the usual one."""
    row = data.get("year")
    if row is None:
        return USUAL
    for key in sorted(row.keys() - {"phases", "letters", "capture_after"}):
        raise fault(f"year.{key}", "is not a key of the year: phases, letters, capture_after are")
    slots = [_slot(fault, text) for text in _texts(fault, row, "phases")]
    names = list(dict.fromkeys(name for name, _ in slots))
    letters = _letters(fault, names, row.get("letters", {}))
    closing = _texts(fault, row, "capture_after")
    for name in closing:
        if name not in names:
            raise fault("year.capture_after", f"{shown(name)} is no season: {', '.join(names)}")
    phases = tuple((letters[name], kind) for name, kind in slots)
    if len(set(phases)) < len(phases) or not any(kind == "M" for _, kind in phases):
        raise fault("year.phases", "expected different phases, one of them of movement (M)")
    return Year(
        seasons=tuple(Season(letters[name], name) for name in names),
        phases=phases,
        captures=tuple(letters[name] for name in closing),
    )


def _texts(fault: Fault, row: Mapping[str, Any], key: str) -> list[str]:
    found = row.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(t, str) for t in found):
        raise fault(f"year.{key}", f"expected a list of texts, found {found!r}")
    return found


def _slot(fault: Fault, text: str) -> tuple[str, str]:
    """A phase as the file writes it: `Spring M`."""
    name, _, kind = text.rpartition(" ")
    if not name or kind not in USUAL.kind:
        known = ", ".join(f"{k.letter} ({k.name})" for k in USUAL.kinds)
        raise fault("year.phases", f"{shown(text)}: write a season and one of {known}: Spring M")
    return name, kind


def _letters(fault: Fault, names: list[str], given: Any) -> dict[str, str]:
    """The letter of each season: as given, else the first of its name."""
    if not isinstance(given, dict) or not all(isinstance(v, str) for v in given.values()):
        raise fault("year.letters", f"expected a letter for each season, found {given!r}")
    found = {name: given.get(name, name[:1]).upper() for name in names}
    wrong = [f"{n} = {v}" for n, v in found.items() if len(v) != 1 or not "A" <= v <= "Z"]
    if wrong or len(set(found.values())) < len(found):
        known = ", ".join(f"{name} = {letter}" for name, letter in found.items())
        raise fault("year.letters", f"expected a letter of its own for each season: {known}")
    return found


_SORTS: dict[str, type] = {
    **dict.fromkeys(("name", "glyph", "path"), str),
    **dict.fromkeys(("coasts", "needs_supply", "captures"), bool),
    **dict.fromkeys(("modes", "carries", "splits_into", "also"), list),
}


def kinds_of(fault: Fault, data: Mapping[str, Any]) -> dict[str, Kind]:
    """The kinds of piece that a file adds."""
    rows: dict[str, Any] = data.get("kinds", {})
    found = {letter: _kind(fault, letter, row) for letter, row in rows.items()}
    for letter, kind in found.items():
        for other in (*kind.carries, *kind.splits_into):
            if other not in (*found, "A", "F"):
                raise fault(f"kinds.{letter}", f"no kind of unit {other!r}")
    return found


def _kind(fault: Fault, letter: str, row: Any) -> Kind:
    key = f"kinds.{letter}"
    if not letter.isalpha() or not letter.isupper() or len(letter) > 2:
        raise fault(key, "a kind goes by one or two capital letters")
    if not isinstance(row, dict):
        raise fault(key, f"expected a table, found {row!r}")
    for name, value in row.items():
        if not isinstance(value, _SORTS.get(name, type(None))):
            right = f"expected a {_SORTS[name].__name__}" if name in _SORTS else "is not a key"
            raise fault(f"{key}.{name}", f"{right}; the keys are {', '.join(_SORTS)}")
    modes = row.get("modes", [])
    if "name" not in row or not modes or not set(modes) <= set(MODES):
        raise fault(key, f"expected a name, and modes among {', '.join(MODES)}")
    path = row.get("path", "")
    plain = {k: v for k, v in row.items() if k in ("coasts", "needs_supply", "captures", "glyph")}
    return Kind(
        letter,
        row["name"],
        frozenset(modes),
        carries=frozenset(row.get("carries", ())),
        splits_into=tuple(row.get("splits_into", ())),
        also=tuple(row.get("also", ())),
        sign=Sign((Stroke(path, fill="power", stroke="rim"),)) if path else None,
        **plain,
    )


def clashes(modules: Sequence[Module]) -> Iterator[str]:
    """What two modules, or a module and every variant, call alike though it is not the same."""
    owners: dict[tuple[str, str], tuple[str, object]] = {}
    for module in modules:
        for sort, name, value in _brought(module):
            first, known = owners.setdefault((sort, name), (module.name, value))
            if known != value:
                yield f"{first} and {module.name} both have a {sort} {name!r}"
    for module in modules:
        yield from (f"{module.name}: {name} is every variant's" for name in _taken(module))


def _brought(module: Module) -> Iterator[tuple[str, str, object]]:
    for verb in module.verbs:
        yield "verb", verb.name, verb
        yield from (("word", word.lower(), verb) for word in verb.spellings)
    yield from (("reason", reason.code, reason) for reason in module.reasons)
    yield from (("mark", mark.name, mark) for mark in module.marks)
    yield from (("fact", fact.name, fact) for fact in module.facts)
    yield from (("phase", kind.letter, kind) for kind in module.phases)
    yield from (("kind of piece", kind.letter, kind) for kind in module.kinds)


def _taken(module: Module) -> Iterator[str]:
    """What of a module has the name of something that every variant has."""
    codes = {code for rows in REASONS.values() for code in rows}
    usual = {kind.letter: kind for kind in USUAL.kinds}
    for verb in module.verbs:
        if verb.name in VERBS.values():
            yield f"the verb {verb.name!r}"
        yield from (f"the word {w!r} of its verb {verb.name!r}" for w in _known_words(verb))
    yield from (f"the reason {r.code!r}" for r in module.reasons if r.code in codes)
    for kind in module.phases:
        if usual.get(kind.letter, kind) != kind:
            yield f"the phase {kind.letter!r}"


def _known_words(verb: Verb) -> list[str]:
    # Few variants have verbs of their own; the others need not wait for what reads orders.
    from dragoman.notation.words import KEYWORDS

    return [word for word in verb.spellings if word.lower() in KEYWORDS]


def merged(vocabularies: Iterable[Vocabulary]) -> Vocabulary:
    """The words of several rule books at one table, which must have one year."""
    first, *rest = vocabularies
    for other in rest:
        mine, theirs = first.year, other.year
        if (mine.phases, mine.captures) != (theirs.phases, theirs.captures):
            raise RequestError("its year has other phases than that of others")
        first = first.joined(other)
    return first


def known_reasons() -> dict[str, dict[str, str]]:
    """Every reason by outcome, with what it means: every variant's, and those of our modules."""
    found = {outcome: dict(codes) for outcome, codes in REASONS.items()}
    for module in MODULES.values():
        for reason in module.reasons:
            found[reason.outcome][reason.code] = reason.about
    return found
