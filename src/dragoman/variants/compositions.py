"""What a variant is made of, in words: its modules, what they answer, and whose answer counts."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from dragoman.geo import IMPASSABLE
from dragoman.rules import Module, Option, Variant
from dragoman.variants.load import answers, goal, modules_of, shared_questions
from dragoman.variants.option_words import meanings, shown, title
from dragoman.variants.options import within
from dragoman.variants.pages import rules_page


def described(variant: Variant, folders: Sequence[Path] = ()) -> str:
    """All about a variant, in text."""
    board = variant.map
    spaces = [s for s in board.spaces.values() if s.kind != IMPASSABLE]
    rows = [
        f"{variant.name} ({variant.id}, version {variant.version})",
        variant.summary,
        *filter(None, [credited(variant.credits)]),
        "",
        f"Map {board.id}: {len(spaces)} spaces, {len(board.centers)} centers.",
        f"Powers: {', '.join(variant.powers)}. {goal(variant)}",
        *module_rows(variant),
        "",
        "Options:",
        *(row for option in variant.schema for row in option_rows(option)),
        "",
        "Rules:",
        "",
        rules_page(variant, folders),
    ]
    return "\n".join(rows)


def module_rows(variant: Variant) -> Iterator[str]:
    """The modules in their order, then the questions for which that order counts."""
    answered = answers(variant)
    if not answered:
        return
    yield from ("", "Modules, in this order:")
    for module in modules_of(variant):
        yield f"  {module.name}: {module.about}"
        yield f"    {answering(module, answered[module.name])}"
    shared = shared_questions(variant)
    if len(answered) > 1 and not shared:
        yield from ("", "No question is answered by two modules, so their order does not matter.")
    if shared:
        yield from (
            "",
            "Answered by several modules; the last answers, and may ask the one before it:",
        )
        yield from (f"  {q}: {', then '.join(names)}" for q, names in shared.items())


def credited(credits: str) -> str:
    """Who designed a variant, or where its idea is from."""
    if credits.startswith(("after ", "a ", "an ")):
        return f"{credits[0].upper()}{credits[1:]}."
    return f"By {credits}." if credits else ""


def answering(module: Module, questions: tuple[str, ...]) -> str:
    """What a module answers; one that answers nothing may only bring pieces, or be switched off."""
    if questions:
        return f"answers {', '.join(questions)}"
    return f"answers no question{' as it is set' if module.options else ''}"


def option_rows(option: Option) -> Iterator[str]:
    """An option with its default, what it means and where it comes from."""
    source = f", {option.source}" if option.source else ""
    bounded = option.least is not None or option.most is not None
    bounds = f", {within(option.least, option.most)}" if bounded else ""
    yield f"  {option.name}: {title(option)} (default {shown(option.default)}{bounds}{source})"
    yield from (f"    {line}" for line in meanings(option))
