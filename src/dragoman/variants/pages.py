"""The rules page of a variant as it is played: all parts of a composition, with its options."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dragoman.rules import Option, Variant, playable
from dragoman.variants.files import find
from dragoman.variants.load import draft_of, goal, modules_of
from dragoman.variants.option_words import choice_words, shown, title

PAGE = "rules.md"


def rules_page(variant: Variant, folders: Sequence[Path] = ()) -> str:
    """The rules in Markdown: what holds in this game, then the pages of its parts."""
    own = "\n".join(["## This game", "", *(f"- {line}" for line in figures(variant)), ""])
    said = "\n".join(results(variant))
    parts = list(parts_of(variant, folders))
    if not parts:
        about = (f"- {module.about}" for module in modules_of(variant))
        return "\n".join([f"# {variant.name}", "", variant.summary, "", own, *about, said]).rstrip()
    if not is_mixed(variant):
        head, rest = _headed(parts[0])
        return f"{head}{own}\n{rest}".rstrip() + f"\n{said}".rstrip()
    texts = [re.sub(r"(?m)^(#+ )", r"#\1", text).rstrip() for text in parts]
    whole = "\n\n".join([f"# {variant.name}\n\n{variant.summary}\n\n{own.rstrip()}", *texts])
    return whole + f"\n{said}".rstrip()


def results(variant: Variant) -> Iterator[str]:
    """The reasons that results give in this game, beyond those of every game."""
    known = variant.vocabulary.reasons
    if known:
        yield from ("", "## What results say", "", "| reason | meaning |", "|---|---|")
        yield from (f"| `{reason.code}` | {reason.about} |" for reason in known)


def part_names(ref: str) -> list[str]:
    """The variants of which one is put together, the rules before the board.

    >>> part_names("fog+wings@cat")
    ['fog', 'wings', 'cat']
    """
    return re.split(r"[+@]", ref)


def is_mixed(variant: Variant) -> bool:
    """Whether a variant is put together from several."""
    return bool({"+", "@"} & {*variant.id})


def parts_of(variant: Variant, folders: Sequence[Path]) -> Iterator[str]:
    """The pages of the parts of a variant, the rules before the board."""
    names = part_names(variant.id) if is_mixed(variant) else []
    for folder in [find(name, folders) for name in names] or [Path(variant.folder)]:
        file = folder / PAGE
        if file.is_file():
            yield file.read_text(encoding="utf-8")


def _headed(text: str) -> tuple[str, str]:
    """A page before its first section, and from there on."""
    at = re.search(r"(?m)^## ", text)
    head = text[: at.start()] if at else f"{text.rstrip()}\n\n"
    return head, text[at.start() :] if at else ""


def figures(variant: Variant) -> Iterator[str]:
    """What the board, the options and the modules come to in this game."""
    centers = len(variant.map.centers)
    board = f"{centers} centers" + (
        f" on {len(variant.map.boards)} boards" if len(variant.map.boards) > 1 else ""
    )
    powers = len(playable(variant.powers))
    yield f"{powers} powers, {board}. {goal(variant)}"
    draft = draft_of(variant)
    for module in modules_of(variant):
        yield from module.tells(draft, variant.settings)
    changed = [chosen(option, variant.options[option.name]) for option in set_by(variant)]
    yield from changed
    if changed or is_mixed(variant):
        yield "Where the rules below name other numbers, these hold."


def set_by(variant: Variant) -> Iterator[Option]:
    """The options that were set to something else than their defaults."""
    for option in variant.schema:
        value = variant.options.get(option.name, option.default)
        if value != option.default:
            yield option


def chosen(option: Option, value: Any) -> str:
    """An option as it was set, with what that means."""
    meaning = choice_words(option).get(str(value), "") if option.choices else option.about
    setting = f"{title(option)} (`{option.name}`): {shown(value)}"
    return f"{setting}. {meaning[:1].upper()}{meaning[1:]}." if meaning else f"{setting}."
