"""Editing: a position changed piece by piece, in a sandbox or to be set right; steps undone."""

import msgspec
from msgspec import Struct

from dragoman.geo import Place, Province
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, NotYours
from dragoman.house.play.games import ReadGame, need_sound, played
from dragoman.house.play.history import seen_position
from dragoman.house.play.imagining import alone
from dragoman.house.play.steps import Step
from dragoman.house.tables.corrections import Change, corrected
from dragoman.house.tables.organizer import Deed, enter_act, need_begun, need_turn
from dragoman.house.tables.who import (
    Who,
    approach,
    approach_locked,
    eyes,
    need_account,
    need_organizer,
)
from dragoman.model import Power, State
from dragoman.record.entries import Correction
from dragoman.rules import Variant
from dragoman.store.interface import Tx
from dragoman.store.rows import Ballots

EDITED, UNDONE = "edited", "undone"
NOBODY = ""
SET_RIGHT = ("correction", "rollback", "abandonment")
"""What an organizer enters into the record of a game that others play, and may undo."""


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change of a position: units placed, removed or recolored, a center, another phase.

    `power` and `kind` are those of the unit; a center may be given to nobody.
    """

    tool: str
    place: str = ""
    power: str = NOBODY
    kind: str = ""
    phase: str = ""


def edit(house: House, account: str | None, table_id: str, wanted: Edit, turn: int) -> Deed:
    """Change the position of a sandbox."""
    with house.store.write() as tx:
        who, game = _open(house, tx, account, table_id, turn)
        if not who.settings.sandbox:
            raise NotYours("only a sandbox of one's own is edited step by step")
        state = edited(game, wanted)
        deed = enter_act(house, tx, who, Correction(state, EDITED), "correct", EDITED)
        if state.phase == game.state.phase:
            keep_drafts(tx, deed, turn)
        return deed


def drafted(
    house: House, account: str | None, table_id: str, change: Change, wanted: Edit | None = None
) -> tuple[Variant, State]:
    """A position as its organizer would set it right, from what he sees of it; nothing is kept."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        need_organizer(who)
        need_begun(who.table)
        game = need_sound(played(house, tx, who.table))
        seen = seen_position(tx, game, len(game) - 1, eyes(who))
    state = corrected(alone(game.variant, seen), change, trusted=False)
    return game.variant, edited(alone(game.variant, state), wanted) if wanted else state


def step_back(
    house: House, account: str | None, table_id: str, turn: int, why: str = UNDONE
) -> Deed:
    """Undo the last step: of a sandbox any, of another game what its organizer has set right."""
    with house.store.write() as tx:
        who, game = _open(house, tx, account, table_id, turn)
        steps = undoable(game)
        if not steps:
            raise Closed("there is nothing to undo")
        if not who.settings.sandbox and steps[-1].kind not in SET_RIGHT:
            raise Closed("a phase has been judged since: go back to an earlier phase instead")
        before = steps[-1].before
        state = game.steps[before].state
        deed = enter_act(house, tx, who, Correction(state, UNDONE), "roll_back", why or UNDONE)
        if who.settings.sandbox:
            # What was ordered in this phase stays; of an earlier one, what was ordered then.
            since = 0 if state.phase == game.state.phase else len(game.steps) - 1 - before
            keep_drafts(tx, deed, turn - since)
        return deed


def keep_drafts(tx: Tx, deed: Deed, turn: int) -> None:
    """Take the orders of an earlier turn of a sandbox over into the one that an act has opened."""
    for ballots in tx.find(Ballots, table=deed.table, turn=turn):
        tx.put(msgspec.structs.replace(ballots, turn=deed.turn))


class UndoableStep(Struct, frozen=True):
    """What kind of entry a step is, and the number of the step whose position was before it."""

    kind: str
    before: int


def undoable(game: ReadGame) -> list[UndoableStep]:
    """The steps that can be undone, the last one first to be."""
    found: list[UndoableStep] = []
    for n, step in enumerate(game.steps[1:], 1):
        undone = found and step.kind == "correction" and undoes(step, game.steps[found[-1].before])
        if undone:
            found.pop()
        else:
            found.append(UndoableStep(step.kind, n - 1))
    return found


def undoes(step: Step, before: Step) -> bool:
    """Whether a correction goes back to the position of an earlier step, and says so."""
    entry = step.entry
    undone = isinstance(entry, Correction) and entry.why == UNDONE
    return undone and step.state == before.state


def can_undo(house: House, account: str | None, table_id: str) -> bool:
    """Whether the last step of a game is one that its organizer may undo."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        game = played(house, tx, who.table)
    steps = [] if game.fault or not who.organizes else undoable(game)
    return bool(steps) and (who.settings.sandbox or steps[-1].kind in SET_RIGHT)


def edited(game: ReadGame, wanted: Edit) -> State:
    """The position as an edit makes it."""
    tools = {
        "place": placed,
        "remove": removed,
        "recolor": recolored,
        "center": given,
        "phase": timed,
    }
    if wanted.tool not in tools:
        raise Invalid(f"choose one of {', '.join(tools)}", "tool")
    return tools[wanted.tool](game, wanted)


def placed(game: ReadGame, wanted: Edit) -> State:
    """A unit more; where it cannot stand together with what is there, in its place."""
    unit = f"{wanted.kind} {wanted.place}"
    more = {wanted.power: [*units(game.state, Power(wanted.power)), unit]}
    try:
        return corrected(game, Change(units=more), trusted=False)
    except Invalid:
        less = cleared(game, wanted.place)
        kept = less.get(wanted.power, units(game.state, Power(wanted.power)))
        change = Change(units={**less, wanted.power: [*kept, unit]})
        return corrected(game, change, trusted=False)


def removed(game: ReadGame, wanted: Edit) -> State:
    """What stands in a province is taken away, driven out or not."""
    here = province(game, wanted.place)
    driven = [
        str(d.unit) for d in game.state.dislodged if game.variant.map.province[d.unit.place] != here
    ]
    change = Change(units=cleared(game, wanted.place), dislodged=driven)
    return corrected(game, change, trusted=False)


def recolored(game: ReadGame, wanted: Edit) -> State:
    """What stands in a province belongs to another power."""
    here, whole = province(game, wanted.place), game.variant.map.province
    there = [unit for unit in game.state.units if whole[unit.place] == here]
    if not there:
        raise Invalid(f"nothing stands in {wanted.place}", "place")
    less = cleared(game, wanted.place)
    kept = less.get(wanted.power, units(game.state, Power(wanted.power)))
    change = Change(units={**less, wanted.power: [*kept, *map(str, there)]})
    return corrected(game, change, trusted=False)


def given(game: ReadGame, wanted: Edit) -> State:
    """A center gets another owner, or none."""
    here, owners = province(game, wanted.place), game.state.owners
    names = {str(owners[here])} if here in owners else set()
    rows = {
        name: [str(c) for c in game.state.centers(Power(name)) if c != here]
        for name in names | ({wanted.power} if wanted.power else set())
    }
    if wanted.power:
        rows[wanted.power].append(str(here))
    return corrected(game, Change(centers=rows), trusted=False)


def timed(game: ReadGame, wanted: Edit) -> State:
    """Another phase."""
    return corrected(game, Change(phase=wanted.phase.strip().upper()), trusted=False)


def units(state: State, power: Power) -> list[str]:
    """The units of a power as they are written."""
    return [str(unit) for unit in state.units if unit.power == power]


def cleared(game: ReadGame, place: str) -> dict[str, list[str]]:
    """The units of every power that stands in a province, without those there."""
    here, whole = province(game, place), game.variant.map.province
    there = {unit.power for unit in game.state.units if whole[unit.place] == here}
    return {
        str(power): [
            str(u) for u in game.state.units if u.power == power and whole[u.place] != here
        ]
        for power in there
    }


def province(game: ReadGame, place: str) -> Province:
    """The province of a place that the map has."""
    found = game.variant.map.province.get(Place(place))
    if found is None:
        raise Invalid(f"no place {place[:40]!r}", "place")
    return found


def _open(
    house: House, tx: Tx, account: str | None, table_id: str, turn: int
) -> tuple[Who, ReadGame]:
    who = approach_locked(tx, need_account(account), table_id)
    need_organizer(who)
    need_begun(who.table)
    need_turn(who.table, turn)
    return who, need_sound(played(house, tx, who.table))
