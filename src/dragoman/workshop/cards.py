"""Rules by choice: the shelf of modules as cards, and which go together with a draft."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from dragoman.errors import DragomanError, RequestError
from dragoman.modules import MODULES
from dragoman.record.examples import card_text, modules_shown
from dragoman.record.replay import opening
from dragoman.rules import Module, Option
from dragoman.translate import Said
from dragoman.variants import load, variant_ids
from dragoman.variants.files import homely
from dragoman.variants.option_words import choice_words, title
from dragoman.workshop.examine import SEED, examine
from dragoman.workshop.texts import PREFIX, TOML, Files, lay_out
from dragoman.workshop.tomledits import use


class CardOption(Struct, frozen=True):
    """An option of a module as a card offers it."""

    name: str
    title: Said
    type: str
    about: Said
    default: Any
    value: Any
    choices: list[Any]
    means: dict[str, Said]
    least: int | None
    most: int | None


class CardExample(Struct, frozen=True):
    """The variant whose example shows a module at work, and the sentence to read with it."""

    variant: str
    text: Said


class ModuleCard(Struct, frozen=True):
    """A module: its sentence, example, options, and whether it is used or why it cannot be."""

    name: str
    title: Said
    about: Said
    used: bool
    inherited: bool
    reason: Said
    options: list[CardOption]
    example: CardExample | None = None


def shelf(files: Files, folders: Sequence[Path] = ()) -> list[ModuleCard]:
    """Every module of the shelf with what it comes to beside those that are used."""
    found = examine(
        {name: text for name, text in files.items() if not name.startswith("cases/")}, folders
    )
    own = _own(files.get(TOML, ""))
    reasons = {} if found.faults else _reasons(files, found.id, folders, {*found.modules})
    used = {*found.modules, *own}
    cards = [_card(module, own, used, reasons) for module in MODULES.values()]
    return sorted(cards, key=lambda card: (not card.used, bool(card.reason), card.title))


def _own(text: str) -> dict[str, dict[str, Any]]:
    """The modules that a file itself uses, with their settings."""
    try:
        rows = tomllib.loads(text).get("modules", [])
    except tomllib.TOMLDecodeError:
        return {}
    tables = [{"use": row} if isinstance(row, str) else row for row in rows]
    named = [row for row in tables if isinstance(row, dict) and isinstance(row.get("use"), str)]
    return {row["use"]: {k: v for k, v in row.items() if k != "use"} for row in named}


def _card(
    module: Module, own: dict[str, dict[str, Any]], used: set[str], reasons: dict[str, str]
) -> ModuleCard:
    name = module.name
    return ModuleCard(
        name,
        name.replace("_", " ").capitalize(),
        module.about,
        name in used,
        name in used and name not in own,
        reasons.get(name, ""),
        [_option(option, own.get(name, {})) for option in module.options],
        _examples().get(name),
    )


@cache
def _examples() -> dict[str, CardExample]:
    """The example of each module that a shipped variant shows at work."""
    return {
        module: CardExample(ref, card_text(ref))
        for ref in variant_ids()
        for module in modules_shown(ref)
    }


def _option(option: Option, own: dict[str, Any]) -> CardOption:
    return CardOption(
        option.name,
        title(option),
        option.type,
        option.about,
        option.default,
        own.get(option.name, option.default),
        list(option.choices),
        choice_words(option),
        option.least,
        option.most,
    )


def _reasons(files: Files, name: str, folders: Sequence[Path], used: set[str]) -> dict[str, str]:
    """Why modules that are not used could not be; nothing of those that go together."""
    with TemporaryDirectory(prefix=PREFIX) as place:
        return {
            module: homely(
                _reason(files, name, module, Path(place) / module, folders), (Path(place), *folders)
            )
            for module in MODULES
            if module not in used
        }


def _reason(files: Files, name: str, module: str, place: Path, folders: Sequence[Path]) -> str:
    plain = {n: t for n, t in files.items() if not n.startswith("cases/")}
    lay_out({**plain, TOML: use(files[TOML], module, {})}, place / name)
    try:
        opening(load(name, {}, (place, *folders)), (), SEED)
    except DragomanError as error:
        return _plain(error, name, module)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _plain(error: DragomanError, name: str, module: str) -> str:
    text = error.text if isinstance(error, RequestError) else getattr(error, "problem", str(error))
    return re.sub(rf"^({name}: )?({module} cannot be used here: )?", "", text)
