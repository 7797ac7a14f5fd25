"""Verdicts in English: a sentence for every reason, with strengths and the order at fault."""

from collections.abc import Callable

from dragoman.model import (
    Build,
    Convoy,
    Move,
    Reason,
    Retreat,
    Tally,
    Verdict,
    piece_of,
)
from dragoman.report.describe import describe_order
from dragoman.report.faults import FAULTS
from dragoman.rules import Ask
from dragoman.rules.convoys import needed_fleets
from dragoman.words.phrases import cause, counted, listing, strength, unit_name, versus
from dragoman.words.speech import act_sentence

__all__ = ["SENTENCES", "describe_order", "explain"]

Sentence = Callable[[Verdict, Ask], str]
ONE = Tally(1)
MOST_NAMED = 5
"""Of so many fleets a sentence names none."""


def explain(verdict: Verdict, ask: Ask) -> str:
    """What came of an order and why, in the position in which it was given.

    The sentence has no subject of its own: it continues the order that it is printed behind.
    """
    reason = verdict.reason
    make = SENTENCES.get(reason.code, brought)
    sentence = make(verdict, ask)
    if not reason.rule and not reason.note:
        return sentence
    known = (reason.rule, "" if reason.code in ("supported", "collided") else reason.note)
    more = "; ".join(text for text in known if text)
    return f"{sentence} ({more})" if more else sentence


def brought(verdict: Verdict, ask: Ask) -> str:
    """The sentence for a reason that a module brings."""
    code = verdict.reason.code
    kind = ask.variant.vocabulary.reason.get(code)
    if kind is None:
        return code.replace("_", " ")
    by = by_or(verdict, ask, "something unseen")
    return act_sentence(ask, kind.says or kind.about, verdict.order, by=by)


def by_or(verdict: Verdict, ask: Ask, otherwise: str) -> str:
    """The order that caused a verdict, or other words where none is known."""
    by = verdict.reason.by
    return cause(ask, by) if by else otherwise


def strengths(reason: Reason) -> str:
    """The strength of the order against the strength it met."""
    return versus(reason.mine, reason.theirs)


def moved(verdict: Verdict, ask: Ask) -> str:
    """Arrived, perhaps against somebody."""
    reason, order = verdict.reason, verdict.order
    goal = f"arrives in {order.to}" if type(order) is Move else "arrives"
    return goal if reason.theirs is None else f"{goal}, {strengths(reason)}"


def supported(verdict: Verdict, ask: Ask) -> str:
    """Support given, whole or in part."""
    reason = verdict.reason
    if reason.losses:
        return f"support given, but cut to {worth(reason)}: {losses(reason, ask)}"
    if reason.by:
        return f"support given, but cut to {worth(reason)} by {cause(ask, reason.by)}"
    if reason.mine is None or reason.mine == ONE:
        return "support given"
    return f"support given, worth {worth(reason)}"


def worth(reason: Reason) -> str:
    """What a support was worth, with the terms that make it up."""
    return strength(reason.mine) if reason.mine else "1"


def losses(reason: Reason, ask: Ask) -> str:
    """Who took how much of a support: `German A pic - par takes 1`."""
    figure = reason.mine.figure if reason.mine else str
    return listing(f"{cause(ask, loss.by)} takes {figure(loss.points)}" for loss in reason.losses)


def cut(verdict: Verdict, ask: Ask) -> str:
    """Support lost, and who took which part of it where it was worth several points."""
    if len(verdict.reason.losses) > 1:
        return f"support cut: {losses(verdict.reason, ask)}"
    return f"support cut by {by_or(verdict, ask, 'an attack')}"


def retreated(verdict: Verdict, ask: Ask) -> str:
    """Retreated, and where."""
    order = verdict.order
    return f"retreats to {order.to}" if isinstance(order, Retreat) else "retreats"


def removed(verdict: Verdict, ask: Ask) -> str:
    """Removed, by order or by civil disorder."""
    return "is removed by civil disorder" if verdict.supplied else "is removed"


def bounced(verdict: Verdict, ask: Ask) -> str:
    """Stood off by an equal, or beaten by a stronger rival for the same place."""
    mine, theirs = verdict.reason.mine, verdict.reason.theirs
    weaker = mine is not None and theirs is not None and mine.total < theirs.total
    rival = by_or(verdict, ask, "a rival for the same place")
    score = strengths(verdict.reason)
    why = f"beaten by {rival}" if weaker else f"stood off by {rival}"
    return f"fails: {score}, {why}" if score else f"fails: {why}"


def repelled(verdict: Verdict, ask: Ask) -> str:
    """Held off by those who stayed, of their own will or not."""
    by = verdict.reason.by
    stuck = ", which did not get away" if by and isinstance(by.order, Move) else ""
    stayer = by_or(verdict, ask, "those who stayed there")
    score = strengths(verdict.reason)
    return (
        f"fails: {score}, held off by {stayer}{stuck}"
        if score
        else f"fails: held off by {stayer}{stuck}"
    )


def lost_duel(verdict: Verdict, ask: Ask) -> str:
    """Met head-on by the unit coming the other way."""
    other = by_or(verdict, ask, "the unit coming the other way")
    score = strengths(verdict.reason)
    return f"fails: {score}, met head-on by {other}" if score else f"fails: met head-on by {other}"


def own_unit(verdict: Verdict, ask: Ask) -> str:
    """Strong enough, but against one's own side."""
    unit, score = by_or(verdict, ask, "a unit"), strengths(verdict.reason)
    own = f"it may not dislodge {unit}, which is on its own side"
    return f"fails: {score}, but {own}" if score else f"fails: {own}"


def convoy_broken(verdict: Verdict, ask: Ask) -> str:
    """A convoy that lost a fleet: who drove it out."""
    by = verdict.reason.by
    if by is None:
        return "convoy broken: no chain of fleets was left whole"
    goal = ask.province.get(by.order.to) if isinstance(by.order, Move) else None
    there = ask.at.get(goal, []) if goal else []
    fleet = unit_name(ask, there[0]) if len(there) == 1 else "a fleet that it needed"
    return f"convoy broken: {cause(ask, by)} dislodged {fleet}"


def way_lost(verdict: Verdict, ask: Ask) -> str:
    """A way that somebody kept open: who drove that unit out."""
    return f"fails: {by_or(verdict, ask, 'another unit')} dislodged whoever kept its way open"


def crossed(verdict: Verdict, ask: Ask) -> str:
    """Met on a crossing."""
    other = by_or(verdict, ask, "another move")
    score = strengths(verdict.reason)
    why = f"met {other} on the same crossing"
    return f"fails: {score}, {why}" if score else f"fails: {why}"


def taken(verdict: Verdict, ask: Ask) -> str:
    """Too light to fight for a place that another unit kept or took."""
    by, order = verdict.reason.by, verdict.order
    going = by.order.to if by and isinstance(by.order, Move | Retreat) else None
    goal = order.to if isinstance(order, Move | Retreat) else None
    arrived = going and goal and ask.province.get(going) == ask.province.get(goal)
    deed = "arrived there" if arrived else "did not get away" if going else "stayed there"
    return f"fails: {by_or(verdict, ask, 'another unit')} {deed}"


def dislodged(verdict: Verdict, ask: Ask) -> str:
    """Driven out, and by how much."""
    attack = f"dislodged by {by_or(verdict, ask, 'an attack')}"
    score = versus(verdict.reason.theirs, verdict.reason.mine)
    return f"{attack}, {score}" if score else attack


def unmatched(verdict: Verdict, ask: Ask) -> str:
    """A support or convoy for something that the other unit did not do."""
    by, order = verdict.reason.by, verdict.order
    if by is None:
        return "fails: the other unit was not ordered to do this"
    if not isinstance(order, Convoy):
        return f"fails: this support does not match {cause(ask, by)}"
    if isinstance(by.order, Move) and (by.order.unit, by.order.to) == (order.whom, order.to):
        return f"fails: {cause(ask, by)} goes by land"
    return f"fails: this convoy does not match {cause(ask, by)}"


def collided(verdict: Verdict, ask: Ask) -> str:
    """Retreats to one place, which destroy all units that make them."""
    rival = by_or(verdict, ask, "another unit")
    lost = f"all {verdict.reason.note}" if verdict.reason.note else "both units"
    return f"fails: {rival} goes to the same place, so {lost} are disbanded"


def paradox(verdict: Verdict, ask: Ask) -> str:
    """A convoy that would undo itself, and the attack that it turns on."""
    over = by_or(verdict, ask, "")
    return f"fails: the convoy is caught in a paradox{f' over {over}' if over else ''}"


def no_convoy(verdict: Verdict, ask: Ask) -> str:
    """A convoy that nobody carried out, and the fleets without which there is none."""
    order = verdict.order
    piece = order.whom if isinstance(order, Convoy) else piece_of(order)
    to = getattr(order, "to", None)
    broken = "fails: no chain of fleets was ordered to convoy it"
    if piece is None or to is None:
        return broken
    start, end = ask.province[piece.place], ask.province[to]
    # Where not all fleets are seen, none can be said to be needed.
    needed = needed_fleets(ask, piece.kind, start, end)
    if not 0 < len(needed) < MOST_NAMED:
        return broken
    fleets = ask.carriers[piece.kind]
    names = listing([unit_name(ask, fleets[sea]) for sea in needed])
    return f"{broken}, and it needs {names}"


def passed_over(verdict: Verdict, ask: Ask) -> str:
    """A preference that was not needed, or not open any more."""
    by = verdict.reason.by
    return f"fails: the unit followed {by.order if by else 'another preference'}"


def outvoted(verdict: Verdict, ask: Ask) -> str:
    """Another order had more votes."""
    mine, theirs = verdict.reason.mine, verdict.reason.theirs
    if mine and theirs and mine.total < theirs.total:
        return f"outvoted {mine.total} to {theirs.total}"
    if isinstance(verdict.order, Build):
        return "outvoted: other builds were chosen"
    return "outvoted: another order had more votes"


def tied(verdict: Verdict, ask: Ask) -> str:
    """Others had as many votes."""
    mine = verdict.reason.mine
    figures = f" at {counted(mine.total, 'vote')} each" if mine else ""
    if isinstance(verdict.order, Build):
        return f"tied{figures}: nothing is built of what is wanted equally"
    return f"tied{figures}: no order had the most votes"


def outbid(verdict: Verdict, ask: Ask) -> str:
    """More was offered for another order, or as much and it went before."""
    mine, theirs = verdict.reason.mine, verdict.reason.theirs
    if not mine or not theirs:
        return "outbid: more was offered for another order"
    if mine.total < theirs.total:
        return f"outbid {mine.total} to {theirs.total}"
    return f"passed over: {theirs.total} was offered for the order that was followed, too"


def offers_tied(verdict: Verdict, ask: Ask) -> str:
    """As much was offered for others."""
    mine = verdict.reason.mine
    return f"tied at {mine.total if mine else 0} offered each: no order is followed"


def always(text: str) -> Sentence:
    """A sentence that never changes."""
    return lambda verdict, ask: text


SENTENCES: dict[str, Sentence] = {
    "moved": moved,
    "held": always("holds"),
    "supported": supported,
    "convoyed": always("convoy stands"),
    "retreated": retreated,
    "disbanded": always("is disbanded"),
    "built": always("is built"),
    "removed": removed,
    "waived": always("one build is left unused"),
    "bounced": bounced,
    "repelled": repelled,
    "lost_duel": lost_duel,
    "own_unit": own_unit,
    "convoy_broken": convoy_broken,
    "way_lost": way_lost,
    "no_convoy": no_convoy,
    "paradox": paradox,
    "crossed": crossed,
    "taken": taken,
    "deadlock": always("fails: no rule decides among these moves, so none of them is made"),
    "cut": cut,
    "dislodged": dislodged,
    "unmatched": unmatched,
    "idle": always("fails: it adds nothing, so it counts as a hold"),
    "collided": collided,
    "passed_over": passed_over,
    "prevented": always("fails: what happened before kept it from being carried out"),
    **FAULTS,
    "outvoted": outvoted,
    "tied": tied,
    "outbid": outbid,
    "offers_tied": offers_tied,
}
"""The sentence for each code that a reason has in every variant."""
