"""The sandbox: a table of one's own, and games forked at any phase."""

from typing import Any

import msgspec

from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid
from dragoman.house.play.games import (
    ENTRY,
    ReadGame,
    need_sound,
    played,
    reseeded,
    shown_of,
    written_entry,
)
from dragoman.house.play.history import seen_position
from dragoman.house.play.phases import open_phase
from dragoman.house.play.steps import GameStep, Step
from dragoman.house.settings import TableSettings, written
from dragoman.house.tables.log import write_event
from dragoman.house.tables.tables import check_room, create_table, read_title
from dragoman.house.tables.who import Who, approach, eyes, need_account
from dragoman.house.world import new_id
from dragoman.record.entries import Correction
from dragoman.record.replay import opening
from dragoman.store.interface import Tx
from dragoman.store.rows import SeatRow, Table


def create_sandbox(
    house: House,
    account: str | None,
    *,
    variant: str,
    options: dict[str, Any] | None = None,
    title: str = "",
) -> str:
    """A table where one account holds every seat, begun at once; answers its id."""
    return create_table(
        house,
        account,
        variant=variant,
        options=options,
        title=title,
        visibility="invited",
        settings={"sandbox": True, "limits": {}},
    )


def fork(
    house: House, account: str | None, table_id: str, n: int | None = None, *, title: str = ""
) -> str:
    """A sandbox that goes on from step `n` of a game, or from where it stands; answers its id.

    Of a game that is still played only the forker's own view is taken.
    """
    owner = need_account(account)
    with house.read() as tx:
        who = approach(tx, owner, table_id)
        game = need_sound(played(house, tx, who.table))
        steps = steps_to(game, n)
        copy = copied(house, tx, who, game, len(steps))
    table = forked_table(house, who.table, owner, copy.seed, read_title(title))
    copy = msgspec.structs.replace(copy, table=table.id)
    with house.store.write() as tx:
        check_room(house, tx, owner)
        tx.add(table)
        for seat in steps[-1].state.seats:
            tx.add(SeatRow(table=table.id, seat=seat, account=owner))
        body = {"table": table_id, "step": len(steps) - 1}
        row = write_event(tx, table, house.now, "forked", owner, body)
        enter(house, tx, row, copy)
    return table.id


def steps_to(game: ReadGame, n: int | None) -> tuple[Step, ...]:
    """The steps of a game up to the one to go on from."""
    last = len(game.steps) - 1
    if n is not None and not 0 <= n <= last:
        raise Invalid(f"the game has the steps 0 to {last}", "step")
    steps = game.steps[: (last if n is None else n) + 1]
    if n is None and len(steps) > 1 and steps[-1].state.result is not None:
        steps = steps[:-1]
    if steps[-1].state.result is not None:
        raise Closed("the game is over there: take an earlier step")
    return steps


def copied(house: House, tx: Tx, who: Who, game: ReadGame, length: int) -> ReadGame:
    """The game of a fork: the same one once that is over, else the view of a seat."""
    if game.over:
        copies = tuple(copied_step(tx, game, n) for n in range(length))
        seed = reseeded(house, game.seed)
        return msgspec.structs.replace(game, seed=seed, steps=copies, events=0)
    seed = new_id(house.rng, 20)
    first = GameStep(None, opening(game.variant, (), seed))
    fresh = msgspec.structs.replace(game, seed=seed, steps=(first,), events=0)
    state = seen_position(tx, game, length - 1, eyes(who))
    return fresh.extended(fresh.followed(Correction(state, "forked")), 0)


def copied_step(tx: Tx, game: ReadGame, n: int) -> GameStep:
    """A step with all that is shown of it, to be kept anew."""
    step = game.steps[n]
    shown = shown_of(tx, game, n) if step.judged or step.hidden else None
    return msgspec.structs.replace(step.opened, at=0, kept=False, shown=shown)


def forked_table(house: House, old: Table, owner: str, seed: str, title: str) -> Table:
    """The row of a fork."""
    return Table(
        id=new_id(house.rng),
        title=title or old.title,
        variant=old.variant,
        version=old.version,
        options=old.options,
        settings=written(TableSettings(sandbox=True, limits={})),
        seed=seed,
        organizer=owner,
        visibility="invited",
        created=house.now,
    )


def enter(house: House, tx: Tx, table: Table, game: ReadGame) -> None:
    """Write the entries of a fork into its log, the last of them opening its phase."""
    steps = [msgspec.structs.replace(game.steps[0], at=table.events)]
    for step in game.steps[1:-1]:
        assert step.entry is not None
        table = write_event(tx, table, house.now, ENTRY, "", written_entry(step.entry))
        steps.append(msgspec.structs.replace(step, at=table.events))
    last = game.steps[-1]
    if last.entry is None:
        open_phase(house, tx, table, game, "started", "", "{}", house.now)
        return
    copy = msgspec.structs.replace(game, steps=(*steps, last))
    open_phase(house, tx, table, copy, ENTRY, "", written_entry(last.entry), house.now)
