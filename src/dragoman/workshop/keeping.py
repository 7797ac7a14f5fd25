"""Cases by clicking: a phase that was judged in the sandbox, written as a case of the variant."""

import re
from collections.abc import Iterator, Sequence

from dragoman.model import RETREAT, Power, Resolution, State, Unit
from dragoman.record.entries import Turn
from dragoman.record.replay import judge_turn
from dragoman.rules import Variant

LONGEST_TITLE = 120


def case_of_turn(
    variant: Variant, seed: str, before: State, turn: Turn, name: str, title: str
) -> str:
    """A case of a turn of a game, judged again."""
    judged = judge_turn(variant, seed, before, turn).resolution
    return case_text(before, judged, name, title) if judged else ""


def case_text(before: State, judged: Resolution, name: str, title: str) -> str:
    """A case: the position, the orders with what came of them, and what stands afterwards."""
    plain = " ".join(title.split())[:LONGEST_TITLE]
    rows = [
        ("case", f"{name}  {plain}"),
        ("phase", str(before.phase)),
        *_by_power("units", before.units),
        *_driven(before),
        *_owned(before),
        *([("lots", " ".join(map(str, judged.lots)))] if judged.lots else []),
        *_orders(judged),
        *_by_power("then", judged.state.units),
        *_out(before, judged),
        *([("stands", ", ".join(sorted(judged.standoffs)))] if judged.standoffs else []),
    ]
    return "".join(f"{word:7} {rest}\n" for word, rest in rows)


def _by_power(word: str, units: Sequence[Unit]) -> Iterator[tuple[str, str]]:
    by: dict[Power, list[str]] = {}
    for unit in units:
        by.setdefault(unit.power, []).append(str(unit))
    yield from ((word, f"{power}: {', '.join(sorted(rows))}") for power, rows in by.items())


def _owned(state: State) -> Iterator[tuple[str, str]]:
    for power, centers in state.holdings.items():
        if centers:
            yield "centers", f"{power}: {', '.join(sorted(centers))}"


def _driven(state: State) -> Iterator[tuple[str, str]]:
    for row in state.dislodged:
        by = f" from {row.by}" if row.by else ""
        yield "driven", f"{row.unit.power}: {row.unit}{by}"
    if state.standoffs:
        yield "barred", ", ".join(sorted(state.standoffs))


def _orders(judged: Resolution) -> Iterator[tuple[str, str]]:
    for verdict in judged.verdicts:
        if verdict.supplied:
            continue
        giver = verdict.seat or verdict.power
        yield "order", f"{giver}: {verdict.order} => {verdict.outcome} {verdict.reason.code}"


def _out(before: State, judged: Resolution) -> Iterator[tuple[str, str]]:
    if before.phase.kind == RETREAT:
        return
    for row in judged.dislodged:
        by = f" from {row.by}" if row.by else ""
        yield "out", f"{row.unit.power}: {row.unit}{by}"


def case_name(title: str, taken: Sequence[str]) -> str:
    """What a case is called: after its title, with a number if another is called so."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:40] or "kept"
    names = [plain, *(f"{plain}_{n}" for n in range(2, 1000))]
    return next(name for name in names if name not in taken)
