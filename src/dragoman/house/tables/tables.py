"""Tables: made from a variant and its options, listed, changed while they form, started."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, TooMany
from dragoman.house.limits import go_on
from dragoman.house.play.games import ReadGame, fault_of, is_gone, opened, variant_of
from dragoman.house.play.phases import open_phase
from dragoman.house.settings import (
    PHASES,
    TableSettings,
    check_fixed,
    read_settings,
    settings_of,
    written,
)
from dragoman.house.tables.catalog import called, get_variant, seats_of
from dragoman.house.tables.log import write_event
from dragoman.house.tables.who import (
    Who,
    approach_locked,
    is_open,
    may_know,
    need_account,
    need_organizer,
)
from dragoman.house.workshop.shelf import check_may_use
from dragoman.house.world import new_id
from dragoman.rules import Variant
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import PositionRow, SeatRow, Table
from dragoman.translate import Said

VISIBILITIES = ("public", "unlisted", "invited")
STATUSES = ("forming", "running", "paused", "finished", "stuck")
LONGEST_TITLE = 80
CANCELLED = {"status": "finished", "result": '{"how":"cancelled","winners":[],"dated":""}'}
"""What the row of a table says that was given up before its game began."""
MOST_LISTED = 100
MOST_LOOKED_AT = 1000
"""How many tables are looked at for a list, as some of them may not be seen by everybody."""


class TableRow(Struct, frozen=True):
    """A table as a list shows it."""

    id: str
    title: str
    variant: str
    variant_name: str
    status: str
    visibility: str
    phase: str
    label: Said
    seats: int
    open: int
    mine: list[str]
    organizing: bool
    created: int
    deadline: int | None
    anonymous: bool
    sandbox: bool


def create_table(
    house: House,
    account: str | None,
    *,
    variant: str,
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    title: str = "",
    visibility: str = "public",
) -> str:
    """A new table, of which the account is the organizer; answers its id."""
    owner = need_account(account)
    check_may_use(house, owner, variant)
    loaded = get_variant(house, variant, options)
    wanted = read_settings(settings)
    check_limits(loaded, wanted)
    table = Table(
        id=new_id(house.rng),
        title=read_title(title) or loaded.name,
        variant=variant,
        version=str(loaded.version),
        options=msgspec.json.encode(options or {}).decode(),
        settings=written(wanted),
        organizer=owner,
        visibility="invited" if wanted.sandbox else read_visibility(visibility),
        created=house.now,
    )
    seats, holder = seats_of(loaded), owner if wanted.sandbox else None
    with house.store.write() as tx:
        check_room(house, tx, owner)
        tx.add(table)
        for seat in seats:
            tx.add(SeatRow(table=table.id, seat=seat, account=holder))
        changed = write_event(tx, table, house.now, "created", owner, {"title": table.title})
        if wanted.sandbox:
            begin(house, tx, changed, owner)
    return table.id


def check_limits(variant: Variant, settings: TableSettings) -> None:
    """Refuse a limit for phases that there are not, which would never count."""
    own = {rule.name for rule in variant.rules.phases.values()}
    known = dict.fromkeys((*PHASES, *sorted(own)))
    for name in settings.limits:
        if name not in known:
            there = ", ".join(known)
            raise Invalid(f"no phases {name[:40]!r}: there are {there}", "settings.limits")


def check_room(house: House, tx: Tx, owner: str) -> None:
    """Refuse one who has too many tables under way."""
    open_now = Test("status", "in", ["forming", "running", "paused", "stuck"])
    if tx.count(Table, open_now, organizer=owner) >= house.settings.tables_each:
        raise TooMany(f"you organize {house.settings.tables_each} tables: end one of them first")


def read_title(title: str) -> str:
    """The title of a table, in one line."""
    clean = " ".join(title.split())
    if len(clean) > LONGEST_TITLE or not clean.isprintable():
        raise Invalid(f"at most {LONGEST_TITLE} printable letters", "title")
    return clean


def read_visibility(visibility: str) -> str:
    """Who may find a table."""
    if visibility not in VISIBILITIES:
        raise Invalid(f"choose one of {', '.join(VISIBILITIES)}", "visibility")
    return visibility


def list_tables(
    house: House,
    account: str | None,
    *,
    status: str = "",
    mine: bool = False,
    limit: int = 50,
    before: int | None = None,
) -> list[TableRow]:
    """The tables that an account may find, or sits at, the newest first."""
    if status and status not in STATUSES:
        raise Invalid(f"choose one of {', '.join(STATUSES)}", "status")
    tests = [Test("status", "=", status)] if status else []
    if before is not None:
        tests.append(Test("created", "<", before))
    most = max(1, min(limit, MOST_LISTED))
    with house.read() as tx:
        if mine:
            found = my_tables(tx, need_account(account), tests)
        else:
            # Tables that may not be seen take nobody's place in the list.
            found = tx.find(
                Table, *tests, visibility="public", order="-created", limit=MOST_LOOKED_AT
            )
        return list(islice(table_rows(house, tx, account, found), most))


def table_rows(
    house: House, tx: Tx, account: str | None, tables: list[Table]
) -> Iterator[TableRow]:
    """The tables that an account may know of, as the list shows them."""
    for n in range(0, len(tables), MOST_LISTED):
        some = tables[n : n + MOST_LISTED]
        seats: dict[str, list[SeatRow]] = {table.id: [] for table in some}
        for row in tx.find(SeatRow, Test("table", "in", list(seats))):
            seats[row.table].append(row)
        found = (table_row(house, tx, account, table, tuple(seats[table.id])) for table in some)
        yield from (row for row in found if row is not None)


def my_tables(tx: Tx, account: str, tests: list[Test]) -> list[Table]:
    """The tables at which an account sits or that it organizes."""
    ids = [row.table for row in tx.find(SeatRow, account=account)]
    seated = tx.find(Table, Test("id", "in", list(dict.fromkeys(ids))), *tests) if ids else []
    organized = tx.find(Table, *tests, organizer=account)
    found = {table.id: table for table in (*seated, *organized)}
    return sorted(found.values(), key=lambda table: (-table.created, table.id))


def table_row(
    house: House, tx: Tx, account: str | None, table: Table, seats: tuple[SeatRow, ...]
) -> TableRow | None:
    """A table as the list shows it; none if the account may not know of it."""
    go_on()
    settings = settings_of(table.settings)
    who = Who(account, table, seats, settings)
    if not may_know(tx, who):
        return None
    return TableRow(
        id=table.id,
        title=table.title,
        variant=table.variant,
        variant_name=called(house, table.variant),
        status=table.status,
        visibility=table.visibility,
        phase=table.phase,
        label=phase_label(house, tx, table),
        seats=len(who.rows),
        open=sum(is_open(row) for row in who.rows),
        mine=list(who.seats),
        organizing=who.organizes,
        created=table.created,
        deadline=table.deadline,
        anonymous=settings.anonymous,
        sandbox=settings.sandbox,
    )


def phase_label(house: House, tx: Tx, table: Table) -> str:
    """What the present phase of a table is called; its code, if that was not kept."""
    turn, label = house.labels.get_or(("turn", table.id), lambda: (-1, ""))
    if turn != table.turn:
        # One for each table: those of past turns would be kept for hours though nobody asks.
        label = _kept_label(tx, table)
        house.labels.put(("turn", table.id), (table.turn, label))
    return label


def _kept_label(tx: Tx, table: Table) -> str:
    kept = tx.find(PositionRow, table=table.id, order="-n", limit=1) if table.phase else []
    return (kept[0].label if kept else "") or table.phase


def edit_table(
    house: House,
    account: str | None,
    table_id: str,
    *,
    title: str | None = None,
    visibility: str | None = None,
    settings: dict[str, Any] | None = None,
) -> None:
    """Change a table that is still forming."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        owner = need_organizer(who)
        need_forming(who.table)
        changes: dict[str, Any] = {}
        if title is not None:
            changes["title"] = read_title(title) or who.table.title
        if visibility is not None:
            changes["visibility"] = read_visibility(visibility)
        if settings is not None:
            wanted = same_kind(read_settings(settings), who.settings)
            check_limits(variant_of(house, who.table), wanted)
            if any(row.account not in (None, owner) for row in who.rows):
                check_fixed(wanted, who.settings)
            changes["settings"] = written(wanted)
        if changes:
            write_event(tx, who.table, house.now, "edited", owner, {}, **changes)


def same_kind(wanted: TableSettings, present: TableSettings) -> TableSettings:
    """Settings that do not turn a table into a sandbox or a sandbox into a table."""
    if wanted.sandbox != present.sandbox:
        raise Invalid("a table stays what it is: make a new one", "settings.sandbox")
    return wanted


def need_forming(table: Table) -> None:
    """Refuse what can only be done before the game begins."""
    if table.status != "forming":
        raise Closed("the game has begun already")


def cancel_table(house: House, account: str | None, table_id: str) -> None:
    """Give up a table whose game has not begun."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        owner = need_organizer(who)
        need_forming(who.table)
        write_event(tx, who.table, house.now, "cancelled", owner, {}, **CANCELLED)


def start_table(house: House, account: str | None, table_id: str) -> None:
    """Begin the game, though seats may be empty."""
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        owner = need_organizer(who)
        need_forming(who.table)
        if not any(row.account for row in who.rows):
            raise Closed("nobody has sat down yet: at least one seat needs a person")
        begin(house, tx, who.table, owner)


def begin(house: House, tx: Tx, table: Table, actor: str) -> Table:
    """The table with its game begun: seats drawn if they are by lot, the first phase opened."""
    if is_gone(house, table):
        raise Closed(fault_of(house, table))
    # What was set up before the rules changed begins by those of today.
    options = msgspec.json.decode(table.options)
    version = str(get_variant(house, table.variant, options).version)
    if settings_of(table.settings).assignment == "lot":
        draw_seats(house, tx, table)
    seeded = msgspec.structs.replace(table, seed=new_id(house.rng, 20), version=version)
    tx.change(Table, {"id": table.id}, seed=seeded.seed, version=version)
    game = opened(house, seeded)
    renamed = name_seats(tx, table, game)
    body = msgspec.json.encode({"seats": renamed}).decode()
    return open_phase(house, tx, seeded, game, "started", actor, body, house.now)


def name_seats(tx: Tx, table: Table, game: ReadGame) -> dict[str, str]:
    """Give numbered seats the names that the lot has drawn; which became which."""
    rows = {row.seat: row for row in tx.find(SeatRow, table=table.id)}
    names = [str(seat) for seat in game.state.seats]
    if set(names) == set(rows):
        return {}
    renamed = dict(zip((str(seat) for seat in seats_of(game.variant)), names, strict=True))
    tx.drop(SeatRow, table=table.id)
    for old, new in renamed.items():
        tx.add(msgspec.structs.replace(rows[old], seat=new))
    return renamed


def draw_seats(house: House, tx: Tx, table: Table) -> None:
    """Deal the people and bots out to the seats by lot."""
    rows = tx.find(SeatRow, table=table.id)
    sitters = [(row.account, row.bot, row.link) for row in rows]
    random.Random(house.rng.randbytes(16)).shuffle(sitters)
    for row in rows:
        tx.put(msgspec.structs.replace(row, link=None))
    for row, (account, bot, link) in zip(rows, sitters, strict=True):
        tx.put(msgspec.structs.replace(row, account=account, bot=bot, link=link))
