"""Tables of several rule books: each board's variant made to fit its board, then all combined."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from dragoman.errors import DataError, RequestError
from dragoman.geo import Map, Province
from dragoman.model import BOARD, TEXT, Fact, FactKind, Kind, Power, Vocabulary
from dragoman.modules.boards import copied, country_of, nation
from dragoman.rules import (
    Ruleset,
    Settings,
    Variant,
)
from dragoman.rules.combine import by_board
from dragoman.variants.books import book, book_parts, books_of
from dragoman.variants.language import merged
from dragoman.variants.plan import Plan, rules_of


class Builder(Protocol):
    """What plans variants and complains about their files."""

    ref: str
    folders: Sequence[Path]

    def fault(self, key: str, problem: str) -> DataError:
        """A complaint about one key of the file."""

    def planned(self, ref: str, given: dict[str, Any]) -> Plan:
        """The plan of another variant."""

    def called(self, ref: str) -> str:
        """The name of another variant."""


BOOK = FactKind("book", (BOARD, TEXT), "Book of {0}", "{1}")
"""Which rules a board follows."""


def seated(builder: Builder, table: Variant, plan: Plan, rows: Any) -> Variant:
    """A variant whose boards each follow another's rules: as the file has them, or as chosen."""
    boards, chosen = table.map.boards, plan.settings["books"]
    if not chosen or chosen == books_of(rows):
        # With fewer boards than the file has rows for, the first rows count.
        enough = isinstance(rows, dict) and set(boards) < set(rows)
        return _seated(builder, table, plan, {b: rows[b] for b in boards} if enough else rows)
    if len(chosen) != len(boards):
        raise RequestError(f"books: there are {len(boards)} boards, not {len(chosen)}")
    named = {
        board: book(text, builder.ref, builder.folders)
        for board, text in zip(boards, chosen, strict=True)
    }
    try:
        return _seated(builder, table, plan, named)
    except DataError as error:
        raise RequestError(f"books: {error.key}: {error.problem}") from error


def _seated(builder: Builder, table: Variant, plan: Plan, rows: Any) -> Variant:
    boards = table.map.boards
    if not isinstance(rows, dict) or set(rows) != set(boards):
        known = ", ".join(rows) if isinstance(rows, dict) else repr(rows)
        raise builder.fault("boards", f"expected one row for each of {', '.join(boards)}: {known}")
    plans = {
        board: fitted(board_plan(builder, rows[board], plan, board), board) for board in boards
    }
    books = {board: passing(rules_of(mine), plan) for board, mine in plans.items()}
    wrong = unfit(books)
    if wrong:
        raise builder.fault("boards", wrong)
    rules, shared = by_board(books, table.rules)
    spoken = merged_words(builder, {b: p.draft.vocabulary for b, p in plans.items()}, table)
    kinds = merged_kinds(builder, {b: p.draft.kinds for b, p in plans.items()})
    whole = msgspec.structs.replace(
        table,
        rules=rules,
        kinds=kinds,
        powers={power: info for p in plans.values() for power, info in p.draft.powers.items()},
        words={word: kinds_ for p in plans.values() for word, kinds_ in p.draft.words.items()},
        vocabulary=msgspec.structs.replace(spoken, facts=(*spoken.facts, BOOK)),
        start=min((p.draft.start for p in plans.values()), key=spoken.year.rank),
        settings={**table.settings, "books": books_of(rows)},
        books={b: book_name(builder, rows[b]) for b in boards},
    )
    facts = tuple(Fact(BOOK.name, (b, called)) for b, called in whole.books.items())
    whole = msgspec.structs.replace(
        whole,
        rules=rules.answering(show=lambda ask: (*rules.show(ask), *(() if ask.whole else facts))),
    )
    letters = {b: frozenset(p.draft.kinds) for b, p in plans.items()}
    shared.seat(whole, {b: as_seen(whole, p, b) for b, p in plans.items()}, letters)
    return whole


def book_name(builder: Builder, row: Any) -> str:
    """What the book of a board is called, with the options that it was given."""
    use, options = book_parts(row)
    said = [f"{k} {', '.join(v) if isinstance(v, list) else v}" for k, v in options]
    return builder.called(use) + (f" ({'; '.join(said)})" if said else "")


def passing(rules: Ruleset, table: Plan) -> Ruleset:
    """The rules of a board, with what the table's modules say that are for every board."""
    for module in table.modules:
        if module.everywhere:
            rules = module.answer(rules, table.draft, table.settings)
    return rules


def board_plan(builder: Builder, row: Any, table: Plan, board: str) -> Plan:
    """The plan of a board's variant: a reference, or a table of a reference and its options."""
    row = {"use": row} if isinstance(row, str) else row
    if not isinstance(row, dict) or not isinstance(row.get("use"), str):
        raise builder.fault(f"boards.{board}", f"expected a variant or {{ use = … }}: {row!r}")
    for key in sorted(row.keys() - {"use", "options"}):
        raise builder.fault(f"boards.{board}.{key}", "is not a key of a board; use and options are")
    try:
        plan = builder.planned(row["use"], row.get("options", {}))
    except RequestError as error:
        raise builder.fault(f"boards.{board}", str(error)) from error
    countries = {country_of(power) for power in table.draft.powers}
    if set(plan.draft.powers) != countries:
        raise builder.fault(f"boards.{board}", f"{row['use']} has other powers than the table")
    spaces = {s.rpartition(":")[2] for s in table.draft.map.spaces}
    if set(plan.draft.map.spaces) != spaces:
        raise builder.fault(f"boards.{board}", f"{row['use']} is played on another map")
    moved = msgspec.structs.replace(plan.draft, map=table.draft.map)
    return msgspec.structs.replace(plan, draft=moved)


def fitted(plan: Plan, board: str) -> Plan:
    """A plan whose powers and provinces are those of one of several boards."""
    draft = plan.draft
    powers = {nation(p, board): copied(info, board) for p, info in draft.powers.items()}
    return msgspec.structs.replace(
        plan,
        draft=msgspec.structs.replace(draft, powers=powers),
        settings=relabeled(plan, board),
    )


def relabeled(plan: Plan, board: str) -> Settings:
    """The settings of a plan, with powers and provinces that they list as the board has them."""
    listed = {option.name for option in plan.schema if option.type in ("names", "table")}
    return {
        name: _named(plan.draft.map, plan.draft.powers, board, value) if name in listed else value
        for name, value in plan.settings.items()
    }


def _named(map_: Map, powers: Mapping[Power, object], board: str, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_named(map_, powers, board, item) for item in value]
    if value in powers:
        return nation(value, board)
    there = Province(f"{board}:{value}")
    return there if there in map_.spaces else value


def merged_words(builder: Builder, words: Mapping[str, Vocabulary], table: Variant) -> Vocabulary:
    """All words at a table."""
    found = table.vocabulary
    for board, mine in words.items():
        try:
            found = merged((found, mine))
        except RequestError as error:
            raise builder.fault(f"boards.{board}", str(error)) from error
    return found


def merged_kinds(builder: Builder, kinds: Mapping[str, Mapping[str, Kind]]) -> dict[str, Kind]:
    """All kinds of piece at a table; one that several books know carries what it does in any."""
    found: dict[str, Kind] = {}
    for board, mine in kinds.items():
        for letter, kind in mine.items():
            known = found.setdefault(letter, kind)
            carries = known.carries | kind.carries
            found[letter] = msgspec.structs.replace(known, carries=carries)
            if msgspec.structs.replace(kind, carries=carries) != found[letter]:
                raise builder.fault(f"boards.{board}", f"its {kind.name} is unlike that of others")
    return found


def as_seen(whole: Variant, plan: Plan, board: str) -> Variant:
    """A table's variant as the book of one board sees it."""
    return msgspec.structs.replace(
        whole,
        powers=plan.draft.powers,
        start=plan.draft.start,
        numbers=plan.draft.numbers,
        settings=plan.settings,
        policies=plan.policies,
        modules=plan.draft.modules,
        parts=plan.modules,
        boards=(board,),
    )


def unfit(books: Mapping[str, Ruleset]) -> str | None:
    """Why books cannot share a table, if they cannot: a phase that one settles by itself."""
    for board, rules in books.items():
        for rule in rules.phases.values():
            if rule.resolve is not None:
                return f"board {board} settles its {rule.name} by itself, not with the others"
    return None
