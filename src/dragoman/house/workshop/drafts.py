"""Drafts: variants that people make, saved as they type, with a history to go back to."""

import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, NotYours, TooMany, Unknown
from dragoman.house.tables.who import need_account
from dragoman.house.world import new_id
from dragoman.store.interface import Tx
from dragoman.store.rows import Account, DraftRow, DraftStep
from dragoman.workshop.begin import NewDraft
from dragoman.workshop.texts import TOML, Files, check_files

STEP_EVERY = 30_000
"""How many milliseconds of typing are one step of the history."""
MOST_STEPS = 100
LONGEST_NAME = 80
NAMED = re.compile(r'(?m)^name *= *("(?:[^"\\\n]|\\.)*")')


class DraftEntry(Struct, frozen=True):
    """A draft as the list shows it."""

    id: str
    name: str
    origin: str
    saved: int


class StepLine(Struct, frozen=True):
    """A step of a draft's history."""

    version: int
    at: int


class Saved(Struct, frozen=True):
    """What a saving came to: the number of the draft's version, and when it was."""

    version: int
    saved: int


def need_maker(house: House, account: str | None) -> str:
    """The account that may use the workshop here; others learn who may."""
    owner = need_account(account)
    with house.read() as tx:
        row = tx.get(Account, id=owner)
    allowed = {"anybody": ("person", "guest"), "people": ("person",)}
    if row is None or row.kind not in allowed.get(house.settings.workshop, ()):
        raise NotYours("the workshop of this site is for people with an account: register first")
    return owner


def begin_draft(house: House, account: str | None, begun: NewDraft) -> str:
    """A new draft with its first files; answers its id."""
    owner = need_maker(house, account)
    _check(begun.files)
    draft = DraftRow(
        id=new_id(house.rng),
        owner=owner,
        name=begun.name[:LONGEST_NAME],
        origin=begun.origin[:LONGEST_NAME],
        created=house.now,
        saved=house.now,
        files=written(begun.files),
    )
    with house.store.write() as tx:
        if tx.count(DraftRow, owner=owner) >= house.settings.drafts_each:
            most = house.settings.drafts_each
            raise TooMany(f"you have {most} drafts: delete one of them first")
        tx.add(draft)
        tx.add(_step(draft))
    return draft.id


def my_drafts(house: House, account: str | None) -> list[DraftEntry]:
    """The drafts of an account, the latest first."""
    if account is None:
        return []
    with house.read() as tx:
        rows = tx.find(DraftRow, owner=account, order="-saved", limit=200)
    return [DraftEntry(row.id, row.name, row.origin, row.saved) for row in rows]


def draft_of(house: House, account: str | None, draft: str) -> DraftRow:
    """A draft of one's own; those of others look like none."""
    with house.read() as tx:
        row = tx.get(DraftRow, id=draft)
    return _own(row, account)


def _own(row: DraftRow | None, account: str | None) -> DraftRow:
    if row is None or row.owner != account:
        raise Unknown("there is no such draft")
    return row


def files_of(row: DraftRow | DraftStep) -> Files:
    """The files of a draft, or of a step of its history."""
    return msgspec.json.decode(row.files, type=Files)


def written(files: Files) -> str:
    """Files as they are kept, the same for the same files."""
    return msgspec.json.encode(files, order="deterministic").decode()


def save(
    house: House,
    account: str | None,
    draft: str,
    version: int,
    changed: Mapping[str, str | None],
    *,
    over: bool = False,
) -> Saved:
    """Keep what was typed: the files that changed, none for one that is no more.

    `version` is the one that was changed: if another window has saved since, nothing is lost, as
    nothing is written. Who writes `over` what another window wrote makes that a step.
    """
    with house.store.write() as tx:
        row = _own(tx.lock(DraftRow, id=draft), account)
        if row.version != version:
            raise Closed("this draft was changed in another window: load it again", "version")
        files = {k: v for k, v in {**files_of(row), **changed}.items() if v is not None}
        _check(files)
        if over:
            _add_step(tx, row)
        return _kept(house, tx, row, files)


def _kept(house: House, tx: Tx, row: DraftRow, files: Files) -> Saved:
    now = max(house.now, row.saved)
    last = tx.find(DraftStep, draft=row.id, order="-version", limit=1)
    if not last or now - last[0].at >= STEP_EVERY:
        # What stood before, so that one can go back to it; typing goes on in the draft itself.
        _add_step(tx, row)
        _thin(tx, row.id)
    version, name = row.version + 1, _name(files[TOML])[:LONGEST_NAME] or row.name
    text = written(files)
    tx.change(DraftRow, {"id": row.id}, files=text, version=version, saved=now, name=name)
    return Saved(version, now)


def _name(text: str) -> str:
    """The name that a variant.toml gives, if it can be seen at a glance: nothing is parsed here."""
    found = NAMED.search(text)
    try:
        return msgspec.json.decode(found[1], type=str) if found else ""
    except msgspec.DecodeError:
        return ""


def _add_step(tx: Tx, row: DraftRow) -> None:
    if tx.get(DraftStep, draft=row.id, version=row.version) is None:
        tx.add(_step(row))


def _step(row: DraftRow) -> DraftStep:
    return DraftStep(draft=row.id, version=row.version, at=row.saved, files=row.files)


def _thin(tx: Tx, draft: str) -> None:
    """Of a long history keep every second of its older steps."""
    steps = tx.find(DraftStep, draft=draft, order="version")
    if len(steps) > MOST_STEPS:
        for step in steps[1 : MOST_STEPS // 2 : 2]:
            tx.drop(DraftStep, draft=draft, version=step.version)


def history(house: House, account: str | None, draft: str) -> list[StepLine]:
    """The steps of a draft, the latest first."""
    row = draft_of(house, account, draft)
    with house.read() as tx:
        steps = tx.find(DraftStep, draft=row.id, order="-version", limit=MOST_STEPS)
    return [StepLine(step.version, step.at) for step in steps]


def restore(house: House, account: str | None, draft: str, version: int, step: int) -> Saved:
    """Go back to a step; what stood before is a step too."""
    with house.store.write() as tx:
        row = _own(tx.lock(DraftRow, id=draft), account)
        found = tx.get(DraftStep, draft=draft, version=step)
        if found is None:
            raise Unknown("there is no such step")
        if row.version != version:
            raise Closed("this draft was changed in another window: load it again", "version")
        _add_step(tx, row)
        return _kept(house, tx, row, files_of(found))


def delete_draft(house: House, account: str | None, draft: str) -> None:
    """Delete a draft with its history; what was published of it stays."""
    with house.store.write() as tx:
        _own(tx.lock(DraftRow, id=draft), account)
        tx.drop(DraftStep, draft=draft)
        tx.drop(DraftRow, id=draft)


def _check(files: Files) -> None:
    try:
        check_files(files)
    except RequestError as error:
        raise Invalid(str(error), "files") from error
    if TOML not in files:
        raise Invalid(f"a variant has a {TOML}", "files")
