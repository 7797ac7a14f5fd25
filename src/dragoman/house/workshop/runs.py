"""The whole laboratory in the background: many games of a draft, a few at a time, by turns."""

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed, Unknown
from dragoman.house.limits import TookTooLong
from dragoman.house.tables.catalog import get_variant
from dragoman.house.workshop.drafts import draft_of, need_maker
from dragoman.house.workshop.publishing import own_folders, publish
from dragoman.house.world import new_id
from dragoman.store.interface import Test
from dragoman.store.rows import LabRun, Publication, PublishedFiles
from dragoman.translate import Said
from dragoman.workshop.glance import (
    Glance,
    PlayedGames,
    glance,
    lab_report,
    play_some,
    read_games,
    shares,
    write_games,
)
from dragoman.workshop.texts import BOARD, Files

WANTED = 200
AT_ONCE, SECONDS = 10, 1.5
"""How many games are played before another's turn comes, and for how long."""
LEASE = 90_000
"""After how many milliseconds another process goes on with what one has left lying."""


class RunView(Struct, frozen=True):
    """A run: how far it is, what its games say so far, and the whole report once it is done."""

    id: str
    status: str
    done: int
    wanted: int
    glance: Glance
    report: str = ""
    fault: Said = ""


def start(house: House, account: str | None, draft: str) -> str:
    """Have games of a draft played as it is now; answers the id of the run."""
    owner = need_maker(house, account)
    version = publish(house, owner, draft, "trial")
    row = LabRun(
        id=new_id(house.rng),
        publication=version.id,
        owner=owner,
        created=house.now,
        wanted=WANTED,
    )
    with house.store.write() as tx:
        if tx.count(LabRun, owner=owner, status="running"):
            raise Closed("games of yours are being played already: wait for them, or stop them")
        tx.add(row)
    return row.id


def cancel(house: House, account: str | None, draft: str) -> None:
    """Stop what is being played of a draft; what was played is kept."""
    row = _latest(house, account, draft)
    if row is None:
        raise Unknown("nothing is being played")
    with house.store.write() as tx:
        tx.change(LabRun, {"id": row.id, "status": "running"}, status="cancelled")


def view(house: House, account: str | None, draft: str) -> RunView | None:
    """The last run of a draft; none if there was none."""
    row = _latest(house, account, draft)
    if row is None:
        return None
    games = read_games(row.games)
    over = row.status != "running" and bool(games)
    report = (
        house.craft(lab_report, row.publication, _first_year(house, row), games) if over else ""
    )
    seen = glance([shares(game) for game in games])
    return RunView(row.id, row.status, row.done, row.wanted, seen, report, row.fault)


def _latest(house: House, account: str | None, draft: str) -> LabRun | None:
    found = draft_of(house, account, draft)
    with house.read() as tx:
        ids = [row.id for row in tx.find(Publication, draft=found.id)]
        rows = tx.find(LabRun, Test("publication", "in", ids), order="-created", limit=1)
    return rows[0] if rows else None


def _first_year(house: House, row: LabRun) -> int:
    return get_variant(house, row.publication).start.year


def work_on(house: House) -> None:
    """Play some games of the run that has waited longest."""
    with house.read() as tx:
        if not tx.count(LabRun, status="running"):
            return
    with house.store.write() as tx:
        late = Test("served", "<", house.now - LEASE)
        rows = tx.find(LabRun, late, status="running", order="served", limit=1, lock="skip")
        if not rows:
            return
        run = rows[0]
        tx.change(LabRun, {"id": run.id}, served=house.now)
        files = tx.get(PublishedFiles, id=run.publication)
    kept = msgspec.json.decode(files.files, type=Files) if files else {}
    _add(house, run, _played(house, run, {k: v for k, v in kept.items() if k != BOARD}))


def _played(house: House, run: LabRun, files: Files) -> PlayedGames:
    most = min(AT_ONCE, run.wanted - run.done)
    given = (files, run.publication, own_folders(house), run.done, most, SECONDS)
    try:
        found: PlayedGames = house.craft(play_some, *given)
    except (TookTooLong, MemoryError) as error:
        return PlayedGames([], f"a game takes too much: {error}")
    return found


def _add(house: House, run: LabRun, played: PlayedGames) -> None:
    """Keep games that were played, unless somebody else has kept theirs, or they were stopped."""
    games = write_games([*read_games(run.games), *played.games])
    done = run.done + len(played.games)
    status = "failed" if played.fault else "finished" if done >= run.wanted else "running"
    with house.store.write() as tx:
        fence = {"id": run.id, "status": "running", "done": run.done}
        soon = house.now - LEASE - 1
        tx.change(
            LabRun, fence, games=games, done=done, status=status, fault=played.fault, served=soon
        )
