"""Publishing: a version of a draft is fixed under the print of its files, and can be played."""

from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Invalid, NotYours, TooMany, Unknown
from dragoman.house.workshop.drafts import draft_of, files_of, need_maker, written
from dragoman.store.interface import Taken, Test, Tx
from dragoman.store.rows import Account, DraftRow, LabRun, Publication, PublishedFiles, Table
from dragoman.workshop.begin import called
from dragoman.workshop.examine import Examined, examine
from dragoman.workshop.picture import DrawnDraft, draw
from dragoman.workshop.texts import BOARD, Files

RANKS = ("trial", "private", "link", "list")
"""From what only its maker tries to what all see."""
NAME_KEPT = 27


class PublishedLine(Struct, frozen=True):
    """A published version as its maker sees it."""

    id: str
    name: str
    number: int
    visibility: str
    created: int


class FixedDraft(Struct, frozen=True):
    """A draft that was examined and drawn: its files as they will be published."""

    id: str
    name: str
    files: Files


def own_folders(house: House) -> tuple[Path, ...]:
    """Where drafts find modules and other variants: what the host has put there, nothing else."""
    return tuple(Path(folder) for folder in house.settings.folders)


def pinned_id(draft: str, name: str, files: Files) -> str:
    """What a version is called: the same for the same files of a draft, and nobody guesses it."""
    print_ = sha256(f"{draft}\0{written(files)}".encode()).hexdigest()[:12]
    return f"{name[:NAME_KEPT].rstrip('_')}_{print_}"


def ready(house: House, row: DraftRow) -> FixedDraft:
    """A draft examined and drawn by workers; what is wrong with it is said."""
    files, folders = files_of(row), own_folders(house)
    found: Examined = house.craft(examine, files, folders)
    if found.faults:
        fault = found.faults[0]
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        where = f"{fault.file}, line {fault.line}" if fault.line else fault.file
        raise Invalid(f"{where}: {fault.text}{more}", "files")
    name = pinned_id(row.id, found.id, files)
    fixed = called(files, name)
    drawn: DrawnDraft = house.craft(draw, fixed, name, folders)
    if drawn.faults:
        raise Invalid(drawn.faults[0].text, "files")
    board = {BOARD: drawn.board} if drawn.board else {}
    return FixedDraft(name, found.name, fixed | board)


def publish(house: House, account: str | None, draft: str, visibility: str) -> PublishedLine:
    """Fix what the draft says now; the same text again only changes who may see it."""
    if visibility not in RANKS:
        raise Invalid(f"choose one of {', '.join(RANKS[1:])}", "visibility")
    owner = need_maker(house, account)
    check_may_publish(house, owner, visibility)
    row = draft_of(house, owner, draft)
    version = known_version(house, row)
    if version is None:
        made = ready(house, row)
        version = _fixed(house, row, made, visibility)
    if RANKS.index(visibility) > RANKS.index(version.visibility):
        show_to(house, owner, version.id, visibility)
    return _line(
        msgspec.structs.replace(
            version, visibility=max(visibility, version.visibility, key=RANKS.index)
        )
    )


def check_may_publish(house: House, owner: str, visibility: str) -> None:
    """Refuse to list what the host does not want listed."""
    with house.read() as tx:
        row = tx.get(Account, id=owner)
    allowed = {"anybody": ("person", "guest"), "people": ("person",)}
    if visibility == "list" and (
        row is None or row.kind not in allowed.get(house.settings.publish, ())
    ):
        raise NotYours("the host of this site lists no variants of visitors: publish by link")


def known_version(house: House, row: DraftRow) -> Publication | None:
    """The version that says what the draft says now, if there is one."""
    files = files_of(row)
    with house.read() as tx:
        rows = tx.find(Publication, draft=row.id, order="-created")
    mark = pinned_id(row.id, "x", files).rpartition("_")[2]
    return next((one for one in rows if one.id.endswith(f"_{mark}")), None)


def _fixed(house: House, row: DraftRow, made: FixedDraft, visibility: str) -> Publication:
    with house.store.write() as tx:
        # Two windows that publish at once get two numbers.
        tx.lock(DraftRow, id=row.id)
        rows = tx.find(Publication, draft=row.id)
        _check_room(house, tx, row.owner)
        number = 1 + max((one.number for one in rows), default=0)
        found = Publication(
            id=made.id,
            draft=row.id,
            owner=row.owner,
            name=made.name,
            number=number,
            visibility=visibility,
            created=house.now,
        )
        try:
            tx.add(found)
            tx.add(PublishedFiles(id=made.id, files=written(made.files)))
        except Taken:
            # The same text was published by another window at this moment.
            there = tx.get(Publication, id=made.id)
            found = there or found
    house.labels.drop("published")
    return found


def _check_room(house: House, tx: Tx, owner: str) -> None:
    """Refuse one who has published too much; trials of old texts make room."""
    most = house.settings.publications_each
    if tx.count(Publication, owner=owner) < most:
        return
    trials = tx.find(Publication, owner=owner, visibility="trial", order="created")
    for old in trials[: most // 10]:
        # A table may still play it, and then it stays.
        if not _is_played(tx, old.id):
            tx.drop(LabRun, publication=old.id)
            tx.drop(PublishedFiles, id=old.id)
            tx.drop(Publication, id=old.id)
    if tx.count(Publication, owner=owner) >= most:
        raise TooMany(f"you have published {most} versions, the most that this site keeps")


def _is_played(tx: Tx, ref: str) -> bool:
    return bool(tx.count(Table, variant=ref))


def show_to(house: House, owner: str, ref: str, visibility: str) -> None:
    """Let others or nobody see a version; games of it go on."""
    check_may_publish(house, owner, visibility)
    with house.store.write() as tx:
        changed = tx.change(Publication, {"id": ref, "owner": owner}, visibility=visibility)
    if not changed:
        raise Unknown("there is no such variant")
    house.labels.drop("published")


def unlist(house: House, ref: str) -> None:
    """Take a version from the site's list, as its host may; whoever has the link can play it."""
    with house.store.write() as tx:
        changed = tx.change(Publication, {"id": ref, "visibility": "list"}, visibility="link")
    if not changed:
        raise Unknown("there is no such variant in the list")
    house.labels.drop("published")


def versions(house: House, account: str | None, draft: str) -> list[PublishedLine]:
    """What was published of a draft, the latest first."""
    row = draft_of(house, account, draft)
    with house.read() as tx:
        rows = tx.find(
            Publication, Test("visibility", "!=", "trial"), draft=row.id, order="-created"
        )
    return [_line(one) for one in rows]


def _line(row: Publication) -> PublishedLine:
    return PublishedLine(row.id, row.name, row.number, row.visibility, row.created)
