"""Cases by clicking: what was judged last in a sandbox of a draft becomes a case of the draft."""

from collections.abc import Sequence
from pathlib import Path

from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, Unknown
from dragoman.house.play.games import played
from dragoman.house.tables.who import approach
from dragoman.house.workshop.drafts import draft_of, files_of, save
from dragoman.house.workshop.publishing import own_folders
from dragoman.store.rows import DraftRow, Publication
from dragoman.workshop.examine import CaseLine, examine
from dragoman.workshop.keeping import case_name, case_of_turn
from dragoman.workshop.texts import Files

KEPT = "cases/kept.case"
"""The file that kept cases are added to."""


def draft_behind(house: House, account: str | None, variant: str) -> str:
    """The draft of one's own from which a variant was published; nothing if there is none."""
    with house.read() as tx:
        row = tx.get(Publication, id=variant)
        mine = row is not None and row.owner == account
        return row.draft if row and mine and tx.get(DraftRow, id=row.draft) else ""


def keep_case(house: House, account: str | None, table: str, title: str) -> str:
    """Keep the last judged phase of a sandbox as a case; answers the id of the draft."""
    with house.read() as tx:
        who = approach(tx, account, table)
        game = played(house, tx, who.table)
    # At a table with others the maker of its rules knows no more than any other player.
    draft = draft_behind(house, account, who.table.variant) if who.settings.sandbox else ""
    if not draft:
        raise Unknown("this sandbox is of no draft of yours")
    judged = [n for n, step in enumerate(game.steps) if step.judged]
    if not judged:
        raise Closed("nothing has been judged yet: give orders and let them be judged first")
    before, turn = game.steps[judged[-1] - 1].state, game.steps[judged[-1]].entry
    row = draft_of(house, account, draft)
    files = files_of(row)
    name = case_name(title, _names(files))
    given = (game.variant, game.seed, before, turn, name, title or name)
    text: str = house.think(case_of_turn, *given)
    check_case(house, files, text)
    old = files.get(KEPT, "")
    save(house, account, draft, row.version, {KEPT: f"{old.rstrip()}\n\n{text}".lstrip()})
    return draft


def _names(files: Files) -> list[str]:
    rows = (line.split() for text in files.values() for line in text.split("\n"))
    return [words[1] for words in rows if len(words) > 1 and words[0] == "case"]


def check_case(house: House, files: Files, text: str) -> None:
    """Refuse what a case cannot say, or what the draft does not do any more."""
    found: list[str] = house.craft(faults_of_case, files, text, own_folders(house))
    if found:
        raise Invalid(f"this phase cannot be kept as a case: {found[0]}", "title")


def faults_of_case(files: Files, text: str, folders: Sequence[Path]) -> list[str]:
    """What is wrong with a case of a draft."""
    plain = {name: own for name, own in files.items() if not name.startswith("cases/")}
    found = examine({**plain, KEPT: text}, folders)
    cases: list[CaseLine] = found.cases
    return [fault.text for fault in found.faults] + [f for case in cases for f in case.faults]
