"""The shelf: published variants as folders on this computer, made from the store when asked for.

A folder is called after the print of its files, so what lies there never changes, and tables that
name it go on by it whatever is published later.
"""

import atexit
import re
import shutil
from pathlib import Path
from tempfile import mkdtemp

import msgspec

from dragoman.house.core import House
from dragoman.house.errors import Unknown
from dragoman.store.rows import Publication, PublishedFiles
from dragoman.workshop.texts import Files, lay_out

PUBLISHED = re.compile(r"[a-z][a-z0-9_]*_[0-9a-f]{12}")
"""What published variants are called: no shipped one is."""
LISTED = 200
FRESH = 2_000
"""For how many milliseconds the list of published variants is not read again."""


def put_up(house: House, ref: str) -> None:
    """See to it that a published variant lies in its folder, if there is one of this name."""
    if not PUBLISHED.fullmatch(ref) or (house.shelf is not None and (house.shelf / ref).is_dir()):
        return
    with house.read() as tx:
        row = tx.get(PublishedFiles, id=ref)
    if row is not None:
        _place(house, ref, msgspec.json.decode(row.files, type=Files))


def _place(house: House, ref: str, files: Files) -> None:
    """Write a folder beside its place and then move it there, so that nobody reads half of it."""
    if house.shelf is None:
        made = Path(mkdtemp(prefix="dragoman-published-"))
        atexit.register(shutil.rmtree, made, ignore_errors=True)
        house.shelf = made
    beside = Path(mkdtemp(prefix=".new-", dir=house.shelf))
    lay_out(files, beside)
    try:
        beside.rename(house.shelf / ref)
    except OSError:
        # Another thread was first.
        shutil.rmtree(beside, ignore_errors=True)


def listed(house: House) -> list[str]:
    """The ids of the variants that people have published for all, the latest first."""
    kept = house.labels.get("published")
    if isinstance(kept, tuple) and 0 <= house.now - kept[0] < FRESH:
        return list(kept[1])
    with house.read() as tx:
        rows = tx.find(Publication, visibility="list", order="-created", limit=LISTED)
    last = {row.draft: row.id for row in sorted(rows, key=lambda row: row.number)}
    newest = [row.id for row in rows if last[row.draft] == row.id]
    house.labels.put("published", (house.now, tuple(newest)))
    return newest


def check_may_use(house: House, account: str | None, ref: str) -> None:
    """Refuse a private variant of somebody else; it looks like none."""
    for part in re.split(r"[+@]", ref):
        if PUBLISHED.fullmatch(part):
            with house.read() as tx:
                row = tx.get(Publication, id=part)
            if row and row.visibility in ("private", "trial") and row.owner != account:
                raise Unknown("there is no such variant")
