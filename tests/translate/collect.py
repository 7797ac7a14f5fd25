"""Every entry of the catalogue: what the program says to readers of its pages, and where.

`python -m tests.translate.collect de` lists what is not said in German yet, by the file where it is
to be written, ready to be filled in.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from dragoman.model import FactKind, Mark, ReasonKind, Verb
from dragoman.record.examples import card_text
from dragoman.rules import Module, Option, Variant
from dragoman.translate.books import PACKAGE, phrase_files, read_phrases
from dragoman.translate.phrases import FIELD
from dragoman.variants import load, variant_ids
from dragoman.variants.option_words import choice_words, title
from tests.translate.sentences import refusals, sentences

WHOLE = [
    "errors.py",
    "rules",
    "words",
    "notation",
    "judge/explain.py",
    "judge/retreat.py",
    "judge/turn.py",
    "modules",
    "report",
    "draw/replay.py",
    "house",
    "contract",
    "web",
    "workshop",
    *(f"variants/{name}.py" for name in ("books", "checks", "doubts", "files", "language")),
    *(f"variants/{name}.py" for name in ("load", "options", "own", "plan", "tables")),
]
"""Of these files every sentence is for readers."""
RAISED = ["geo", "record", "importing", "bots"]
"""Of these files the refusals are."""
ELSEWHERE = {
    # Texts for programs that play, and for the command line.
    "report/observation.py",
    "report/gazetteer.py",
    "report/explained.py",
    "report/text.py",
    "house/play/observing.py",
    "notation/words.py",
    "web/openapi.py",
    "web/listing.py",
    "web/serve.py",
    "web/play.py",
    "web/settings.py",
    "web/language.py",
    "workshop/commands.py",
    "workshop/blank.py",
    "importing/commands.py",
}


def german_file(file: Path) -> Path:
    """Where the phrases of a Python file are said in German."""
    inner = file.relative_to(PACKAGE)
    if inner.parts[0] == "modules" and len(inner.parts) == 2 and inner.stem != "__init__":
        return file.with_name(f"{file.stem}.de.toml")
    depth = 2 if inner.parts[0] in ("modules", "variants") and len(inner.parts) > 2 else 1
    return PACKAGE.joinpath(*inner.parts[: min(depth, len(inner.parts) - 1)], "de.toml")


def python_files(names: list[str]) -> Iterator[Path]:
    """The files of packages, without those whose words are for others."""
    for name in names:
        path = PACKAGE / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if file.relative_to(PACKAGE).as_posix() not in ELSEWHERE and file.name != "loops.py":
                yield file


def entries() -> dict[str, Path]:
    """Every template, and the file in which it is to be said in another language."""
    found = {text: PACKAGE / name for name, texts in WORDS.items() for text in texts}
    for file in python_files(WHOLE):
        for _, text in sentences(file):
            found.setdefault(text, german_file(file))
    for file in python_files(RAISED):
        for _, text in refusals(file):
            found.setdefault(text, german_file(file))
    # What several variants have in common is said with the one that all of them build on.
    for ref in sorted(variant_ids(), key=lambda ref: ref != "standard"):
        variant = load(ref)
        for part in variant.parts:
            for text in module_words(part):
                found.setdefault(text, german_file(module_file(part.name)))
        for text in variant_words(variant):
            found.setdefault(text, PACKAGE / "variants" / ref / "de.toml")
        # What an option means is said choice by choice.
        for option in variant.schema:
            UNSAID.update({option.about} if choice_words(option) else ())
    return {t: f for t, f in found.items() if t not in UNSAID and has_words(t)}


def has_words(template: str) -> bool:
    """Whether anything of a template is to be said, apart from what is filled in."""
    return any(letter.isalpha() for letter in FIELD.sub("", template))


def module_file(name: str) -> Path:
    """The file of a module that is shipped."""
    file = PACKAGE / "modules" / f"{name}.py"
    return file if file.exists() else file.with_suffix("") / "__init__.py"


def module_words(module: Module) -> Iterator[str]:
    """What a module brings as values."""
    for phase in module.phases:
        yield from (phase.name, f"{{label}} {phase.name}", f"{{label}}, {phase.name}")
    yield from (kind.name for kind in module.kinds)
    yield from vocabulary_words(module.verbs, module.reasons, module.marks, module.facts)
    for option in module.options:
        yield from option_words(option)


def variant_words(variant: Variant) -> Iterator[str]:
    """What a variant and its modules bring as values."""
    known = variant.vocabulary
    yield from (variant.summary, card_text(variant.id))
    yield from (f"{season.name} {{year}}" for season in variant.year.seasons)
    for phase in variant.year.kinds:
        yield from (phase.name, f"{{label}} {phase.name}", f"{{label}}, {phase.name}")
    yield from (kind.name for kind in variant.kinds.values())
    yield from vocabulary_words(known.verbs, known.reasons, known.marks, known.facts)
    for option in variant.schema:
        yield from option_words(option)


def vocabulary_words(
    verbs: Sequence[Verb],
    reasons: Sequence[ReasonKind],
    marks: Sequence[Mark],
    facts: Sequence[FactKind],
) -> Iterator[str]:
    """The words of what can be ordered, of why it fails, and of what is shown."""
    for verb in verbs:
        yield from (verb.name, verb.says, verb.noun, f"{verb.noun}s" if verb.noun else "")
    for reason in reasons:
        yield from (reason.about, reason.says)
    for mark in marks:
        yield from (mark.name, mark.about)
    for fact in facts:
        named = fact.title or fact.many
        yield from ("" if named else fact.name, fact.title, fact.says, fact.about)
        yield from (fact.many, fact.meaning)


def option_words(option: Option) -> Iterator[str]:
    """What an option is called, and what it or each of its choices means."""
    yield title(option)
    yield from choice_words(option).values() if option.choices else (option.about,)


def missing(language: str) -> dict[str, Path]:
    """The entries that are not said in a language."""
    said = {text for file in phrase_files(language) for text in read_phrases(file)}
    return {text: file for text, file in entries().items() if text and text not in said}


COUNTED = ("build", "removal", "unit", "center", "order", "vote")
WORDS = {
    "judge/de.toml": ("border",),
    "report/de.toml": (
        *(word for noun in COUNTED for word in (noun, f"{noun}s")),
        *("arrives", "holds", "fails", "void", "chosen", "dislodged"),
        *("hold", "move", "support", "convoy", "retreat", "disband", "remove", "waive"),
    ),
    "words/de.toml": ("nothing", "rule"),
    "draw/de.toml": ("phase", "nearer", "farther", "No orders yet."),
    "modules/payola.de.toml": ("purse", "purses"),
    "modules/portals.de.toml": ("declare",),
    "modules/neutral_armies.de.toml": ("neutral {it}",),
}
"""Single words that are sentences by themselves, or stand for themselves in one."""
UNSAID: set[str] = {
    "{row}",
    "{2}",
    "attempts,deadline",
    "base {id} {path} {form}",
    "form {session}",
    "mailed {casefold}",
    "press before ",
    "push key",
    "reminded {id} {turn}",
    "the stateless contract of dragoman judge and dragoman legal",
    "what if",
    "{me} - {to} via",
    "{guess_type}; charset=utf-8",
}
"""What looks like a sentence and is none that anybody reads."""


def main() -> None:
    """Print what is missing."""
    by_file: dict[Path, list[str]] = {}
    for text, file in missing(sys.argv[1]).items():
        by_file.setdefault(file, []).append(text)
    for file, texts in sorted(by_file.items()):
        print(f"\n# {file.relative_to(PACKAGE)}: {len(texts)} missing")
        for text in texts:
            quoted = text.replace("\\", "\\\\").replace('"', '\\"')
            print(f'"{quoted}" = ""')


if __name__ == "__main__":
    main()
