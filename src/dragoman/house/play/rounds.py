"""Rounds: tables that are due at one time are claimed together, and their results kept together.

The disk needs as long to keep one as to keep several. Each is still judged exactly once: it is
claimed and written down only if its row is what was read, whatever becomes of the others.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec

from dragoman.house.core import House
from dragoman.house.play.steps import GameStep
from dragoman.house.play.turns import (
    LOG,
    DuePhase,
    count_attempt,
    due,
    finish,
    in_grace,
    judged,
    keep_game,
    must_wait,
    planned,
    quietly,
    try_judge,
    write_down,
)
from dragoman.store.interface import StoreError, Test, Tx
from dragoman.store.rows import Account, Table

TOGETHER = 10
"""How many tables are taken at once: their first results wait for the last of them."""

Result = tuple[DuePhase, GameStep]


def run_due(house: House) -> list[str]:
    """Judge whatever is due; a table that fails does not keep the others waiting."""
    found = due(house)
    parts = [found[n : n + TOGETHER] for n in range(0, len(found), TOGETHER)]
    return [table_id for part in parts for table_id in judge_together(house, part)]


def judge_together(house: House, table_ids: list[str]) -> list[str]:
    """Judge some tables, if they are due; which were."""
    plans = claim_together(house, table_ids)
    results = worked_out(house, list(plans.values()))
    came: dict[str, bool | None] = {**dict.fromkeys(plans, False), **keep_together(house, results)}
    # Those that were not claimed with the others, and those whose drafts changed, come alone.
    alone = [table_id for table_id in table_ids if came.get(table_id) is None]
    came |= {table_id: try_judge(house, table_id) for table_id in alone}
    return [table_id for table_id in table_ids if came[table_id]]


def worked_out(house: House, plans: Sequence[DuePhase]) -> list[Result]:
    """What phases come to, as many at a time as there are workers; without those that failed."""

    def step(plan: DuePhase) -> GameStep | None:
        return quietly(plan.table.id, partial(judged, house, plan))

    if house.hands > 1:
        with ThreadPoolExecutor(house.hands) as hands:
            steps = list(hands.map(step, plans))
    else:
        steps = [step(plan) for plan in plans]
    return [(plan, step) for plan, step in zip(plans, steps, strict=True) if step is not None]


def claim_together(house: House, table_ids: Sequence[str]) -> dict[str, DuePhase]:
    """The plans of those tables that nobody has tried, once their attempts have been counted.

    If the process dies, each of them has been tried: from then on it is claimed alone, so that a
    game which kills the process takes none with it.
    """
    plans = [plan for table_id in table_ids if (plan := planned(house, table_id))]
    ready = {plan.table.id: plan for plan in plans if is_ready(house, plan)}
    if len(ready) < 2:
        return {}
    with house.store.write() as tx:
        # By their ids, as in `lock_all`: two processes that want the same wait for no circle.
        counted = [count_attempt(tx, ready[key].table, house.now) for key in sorted(ready)]
    return {
        table.id: msgspec.structs.replace(ready[table.id], table=table)
        for table in counted
        if table is not None
    }


def is_ready(house: House, plan: DuePhase) -> bool:
    """Whether nobody has tried to judge this phase yet, and nobody is waited for."""
    new = plan.table.attempts == 0 and plan.table.tried is None
    return new and not in_grace(house, plan) and not must_wait(plan)


def keep_together(house: House, results: Sequence[Result]) -> dict[str, bool | None]:
    """Write down what was judged: whether each was, none for one that must be redone.

    All in one transaction; if that fails for another reason than the store, each in its own.
    """
    if not results:
        return {}
    try:
        with house.store.write() as tx:
            lock_all(tx, [plan for plan, _ in results])
            games = {plan.table.id: write_down(house, tx, plan, step) for plan, step in results}
    except StoreError:
        raise
    except Exception as error:
        LOG.error("results could not be kept together", exc_info=error)
        return {plan.table.id: keep_alone(house, plan, step) for plan, step in results}
    return {table_id: keep_game(house, table_id, game) for table_id, game in games.items()}


def keep_alone(house: House, plan: DuePhase, step: GameStep) -> bool | None:
    """Write down one result; one that fails stays claimed, and is tried again later."""
    found = quietly(plan.table.id, lambda: (finish(house, plan, step),))
    return found[0] if found else False


def lock_all(tx: Tx, plans: Sequence[DuePhase]) -> None:
    """Lock everything that results change, in one order for all: tables first, then accounts."""
    tables = [plan.table.id for plan in plans]
    people = {row.account for plan in plans for row in plan.rows if row.account}
    tx.find(Table, Test("id", "in", tables), lock="wait")
    tx.find(Account, Test("id", "in", sorted(people)), lock="wait")
