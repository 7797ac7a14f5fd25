"""The phrase books: one for each language, put together from files beside what says the phrases.

Beside a package, a variant or a module that is a folder lies `de.toml`, beside a module that is
one file `NAME.de.toml`: English templates, each with its German.
"""

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from dragoman.errors import DataError
from dragoman.translate.phrases import PhraseBook

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""The languages of the pages, each by its own name."""
LINKS = {"de": {" and ": " und ", " or ": " oder "}}
WHOSE = {"de": "{{it}} ({power})"}
"""What is a power's, said behind what it is: names stay as the board has them."""

PACKAGE = Path(__file__).parents[1]
MODULES = "dragoman.modules"
"""What packages that bring modules call them by."""
INTERFACE = "strings"
"""The folder whose files have keys of their own."""


@lru_cache(maxsize=16)
def phrase_book(language: str, folders: tuple[Path, ...] = ()) -> PhraseBook:
    """The phrase book of a language: what is shipped, and what the host's folders bring."""
    phrases: dict[str, str] = {}
    if language in WHOSE:
        phrases |= adjectives(folders, WHOSE[language])
    for file in phrase_files(language, folders):
        phrases |= read_phrases(file)
    return PhraseBook(phrases, LINKS.get(language))


def phrase_files(language: str, folders: Sequence[Path] = ()) -> Iterator[Path]:
    """The files of a language: those of the host come last, so that they may say it otherwise."""
    yield from _within(PACKAGE, language)
    for file in installed():
        if file.name == "__init__.py":
            yield from _within(file.parent, language)
        elif (beside := file.with_suffix(f".{language}.toml")).exists():
            yield beside
    for place in folders:
        yield from _within(place, language)


def _within(place: Path, language: str) -> list[Path]:
    found = {*place.rglob(f"{language}.toml"), *place.rglob(f"*.{language}.toml")}
    return sorted(file for file in found if file.parent.name != INTERFACE)


def installed() -> Iterator[Path]:
    """The files of modules from installed packages; one that is broken is reported elsewhere."""
    from importlib.metadata import entry_points  # it takes long to import

    for point in entry_points(group=MODULES):
        with suppress(ImportError, ValueError):
            spec = find_spec(point.module)
            if spec and spec.origin:
                yield Path(spec.origin)


def read_phrases(file: Path) -> dict[str, str]:
    """The phrases of a file."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(str(file), "phrases", str(error)) from error
    for key, text in read.items():
        if not isinstance(text, str):
            raise DataError(str(file), key, f"expected a sentence, found {text!r}")
    return read


def adjectives(folders: Sequence[Path], whose: str) -> dict[str, str]:
    """How what belongs to each power of every variant is said, `French {it}`, and its name."""
    found: dict[str, set[str]] = {}
    for place in (PACKAGE / "variants", *folders):
        for file in sorted(place.glob("*/variant.toml")):
            powers = tomllib.loads(file.read_text(encoding="utf-8")).get("powers", {})
            for power, row in powers.items():
                adjective = row.get("adjective") if isinstance(row, dict) else None
                if adjective:
                    found.setdefault(adjective, set()).add(power)
    # Where powers of two variants have it in common, the adjective itself says whose it is.
    named = {one: min(of) if len(of) == 1 else one for one, of in found.items()}
    templates = {f"{one} {{it}}": whose.format(power=power) for one, power in named.items()}
    templates |= {  # Where there are several boards, each has its own: `German@2`.
        f"{one}@{{board}} {{it}}": whose.format(power=f"{power}@{{board:word}}")
        for one, power in named.items()
    }
    return templates | {power: power for powers in found.values() for power in powers}


def preferred(accepted: str) -> str:
    """The language that a browser asks for most, of those that there are; else English.

    >>> preferred("fr, de-AT;q=0.8, en;q=0.7"), preferred("fr"), preferred("de;q=0, en")
    ('de', 'en', 'en')
    """
    wishes = (wish.strip().partition(";q=") for wish in accepted.lower().split(","))
    ranked = sorted(((_quality(q), name) for name, _, q in wishes), key=lambda row: -row[0])
    known = (name.partition("-")[0] for q, name in ranked if q > 0)
    return next((name for name in known if name in LANGUAGES), ENGLISH)


def _quality(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
