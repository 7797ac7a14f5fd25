"""The tables of a sheet: supply centers, who owes what, votes, and how the game stands."""

from collections import Counter
from collections.abc import Iterator, Sequence

from dragoman.geo import Province
from dragoman.judge import owed
from dragoman.model import ADJUSTMENT, Power, Seat, Subject, Unit, Votes
from dragoman.report.layout import WIDTH, beside, filled, titled
from dragoman.rules import Ask, Charge
from dragoman.translate import Say
from dragoman.words.phrases import (
    adjective,
    ballots,
    counted,
    is_namesake,
    listing,
    phase_name,
    seat_name,
)

_DUES = {"build": "build", "remove": "removal"}


ChartRow = tuple[str, tuple[str, str, str, str]]
"""A power's line in the chart: its name, then centers, change, units and a remark."""


def center_chart(before: Ask, after: Ask, say: Say = str) -> list[str]:
    """Every power's centers and units, what changed, and what it has to build or remove."""
    powers = [p for p in after.variant.powers if lives(before, p) or lives(after, p)]
    rows = [_chart_row(before, after, power, say) for power in powers]
    rows += [_neutral_row(before, after, say)] if held(before, None) or held(after, None) else []
    rows += _seat_rows(before, after, say)
    wide = max(len(name) for name, _ in rows)
    head = " " * (wide + 4) + say("centers  change  units")
    lines = (line for row in rows for line in _chart_lines(wide, row))
    return [say("Supply centers"), head, *lines]


def _chart_row(before: Ask, after: Ask, power: Power, say: Say) -> ChartRow:
    was, now = held(before, power), held(after, power)
    remark = "; ".join(map(say, (*_changes(was, now), *adjustment_due(after, power))))
    return power, (str(len(now)), _change(was, now), str(_supplied(after, power)), remark)


def _supplied(ask: Ask, power: Power) -> int:
    """How many units a power has that need a center each."""
    return sum(ask.kind(unit.kind).needs_supply for unit in ask.state.forces_of(power))


def _neutral_row(before: Ask, after: Ask, say: Say) -> ChartRow:
    was, now = held(before, None), held(after, None)
    return say("Neutral"), (str(len(now)), _change(was, now), "", "")


def _seat_rows(before: Ask, after: Ask, say: Say) -> Iterator[ChartRow]:
    """What each seat has in all, where seats hold several powers."""
    if max((len(powers) for powers in after.state.seats.values()), default=0) < 2:
        return
    for seat, powers in after.state.seats.items():
        was, now = ([c for p in powers for c in held(ask, p)] for ask in (before, after))
        units = sum(_supplied(after, p) for p in powers)
        yield say(f"{seat} in all"), (str(len(now)), _change(was, now), str(units), "")


def _change(was: Sequence[Province], now: Sequence[Province]) -> str:
    return f"{len(now) - len(was):+d}" if len(now) != len(was) else "-"


def _chart_lines(wide: int, row: ChartRow) -> list[str]:
    name, (centers, change, units, remark) = row
    numbers = f"  {name:{wide}}  {centers:>4}     {change:>4}    {units:>3}".rstrip()
    if len(numbers) > WIDTH // 2:
        return [numbers, *filled(remark, " " * 6)]
    return filled(remark, f"{numbers}    ", " " * (len(numbers) + 4)) or [numbers]


def held(ask: Ask, power: Power | None) -> tuple[Province, ...]:
    """The centers that a power owns; those that nobody does, if there is no power."""
    if power is not None:
        return ask.state.centers(power)
    known, owners = ask.rules.known(ask), ask.state.owners
    free = (c for c in sorted(ask.map.centers) if c not in owners)
    return tuple(c for c in free if known is None or c in known)


def lives(ask: Ask, power: Power) -> bool:
    """Whether a power has a unit, be it a dislodged one, or a center."""
    return ask.alive(power) or any(d.unit.power == power for d in ask.state.dislodged)


def is_surveyed(ask: Ask, unit: Unit) -> bool:
    """Whether all that is beside a unit is in sight, so that it is known where it could go."""
    known = ask.rules.known(ask)
    return known is None or ask.map.borders.get(ask.province[unit.place], known) <= known


def is_guesswork(ask: Ask) -> bool:
    """Whether a part of the board is out of sight on which it depends who builds and removes."""
    return ask.rules.known(ask) is not None and ask.state.phase.kind == ADJUSTMENT


def _changes(was: Sequence[Province], now: Sequence[Province]) -> Iterator[str]:
    if gained := [c for c in now if c not in was]:
        yield f"gains {listing(gained)}"
    if lost := [c for c in was if c not in now]:
        yield f"loses {listing(lost)}"


def adjustment_due(ask: Ask, power: Power) -> Iterator[str]:
    """What a power builds or removes in this phase, and whether there is room."""
    if ask.state.phase.kind != ADJUSTMENT or ask.state.result is not None:
        return
    due = ask.rules.entitlement(ask, power)
    if due < 0:
        yield f"{counted(-due, 'removal')} due"
    if due > 0:
        room = open_sites(ask, power)
        builds = counted(due, "build")
        if not room:
            yield f"{builds} due, but no room"
        else:
            yield f"{builds} due, but room for only {room}" if room < due else f"{builds} due"


def open_sites(ask: Ask, power: Power) -> int:
    """The number of provinces in which a power may build."""
    return len({ask.province[site.place] for site in ask.rules.sites(ask, power)})


def fallen(before: Ask, after: Ask, say: Say = str) -> list[str]:
    """The powers that a phase put an end to."""
    gone = [p for p in after.variant.powers if lives(before, p) and not lives(after, p)]
    names = listing(gone)
    sentence = f"{names} are eliminated." if gone[1:] else f"{names} is eliminated."
    return filled(say(sentence)) if gone else []


def vote_tables(ask: Ask, votes: Sequence[Votes], say: Say = str) -> list[str]:
    """How the ballots on each subject were counted, and what was offered."""
    cast = [line for count in votes if not count.offers for line in _vote_table(ask, count, say)]
    offered = [line for count in votes if count.offers for line in _vote_table(ask, count, say)]
    return [*titled(say("Votes"), cast), *titled(say("Offers"), offered)]


def _vote_table(ask: Ask, votes: Votes, say: Say) -> list[str]:
    won = {votes.chosen, *votes.chosen.split("; ")}
    rows = [
        (f"  {number}  {text}", ", ".join(map(say, _count_remarks(seats, text in won))))
        for text, number, seats in votes.rows
    ]
    none = "No order was offered the most." if votes.offers else "No order had the most votes."
    tie = [] if votes.chosen else [f"    {say(none)}"]
    return [*filled(say(subject_title(ask, votes.subject)), "  "), *beside(rows), *tie]


def _count_remarks(seats: Sequence[Seat], won: bool) -> Iterator[str]:
    """Whether a row of a count was chosen, and who voted for it unless that is hidden."""
    if won:
        yield "chosen"
    if seats:
        yield f"by {voters(seats)}"


def voters(seats: Sequence[Seat]) -> str:
    """Who cast some votes, and how many if more than one.

    >>> voters(["France", "Italy", "France"])
    'France (2) and Italy'
    """
    return listing(seat if n == 1 else f"{seat} ({n})" for seat, n in Counter(seats).items())


def subject_title(ask: Ask, subject: Subject) -> str:
    """What a vote is about: `Austrian A vie`, `Austria: builds`."""
    unit = ask.unit.get(subject.unit)
    if unit:
        return f"{adjective(ask, unit.power)} {unit}"
    return f"{subject.power}: {subject.topic}" if subject.topic else subject.power


def coming(ask: Ask, say: Say = str) -> list[str]:
    """What comes next, and from whom orders are due."""
    owing = owed(ask)
    if not owing:
        return []
    if is_guesswork(ask):
        return filled(say(f"Next: {phase_name(ask)}."))
    plain = all(on_board(ask, charge) for charges in owing.values() for charge in charges)
    plain = plain and not any(next(extras(ask, seat), None) for seat in owing)
    who = [
        seat_name(seat, charged(charges)) if plain else f"{seat} ({dues(ask, seat, charges)})"
        for seat, charges in owing.items()
    ]
    sentence = f"Next: {phase_name(ask)}; orders are due from {listing(who)}."
    return filled(say(sentence), "", "  ")


def due_table(ask: Ask) -> list[str]:
    """Who owes what in this phase."""
    owing = {} if is_guesswork(ask) else owed(ask)
    rows = [(seat, dues(ask, seat, charges)) for seat, charges in owing.items()]
    return titled("Orders due", beside(rows))


def charged(charges: Sequence[Charge]) -> list[Power]:
    """The powers for which something is owed, each once."""
    return list(dict.fromkeys(charge.subject.power for charge in charges))


def on_board(ask: Ask, charge: Charge) -> bool:
    """Whether a charge is for a unit that stands on the board."""
    return any(u.id == charge.subject.unit for u in ask.state.units)


def dues(ask: Ask, seat: Seat, charges: Sequence[Charge]) -> str:
    """All that a seat owes, power by power where the seat is not called like the only one."""
    own: dict[Power, list[Charge]] = {}
    for charge in charges:
        if not charge.pool:
            own.setdefault(charge.subject.power, []).append(charge)
    parts = [
        f"{'' if is_namesake(seat, list(own)) else f'{power}: '}{listing(_owed(ask, due))}"
        for power, due in own.items()
    ]
    return ", ".join([*parts, *extras(ask, seat)])


def _owed(ask: Ask, charges: Sequence[Charge]) -> Iterator[str]:
    """What is owed for one power: orders for its units, retreats, builds, removals, placements."""
    ordered = sum(on_board(ask, charge) for charge in charges)
    if ordered:
        yield counted(ordered, "order")
    for charge in charges:
        unit = ask.unit.get(charge.subject.unit)
        if unit is None:
            nouns = (noun_of(ask, verb) for verb in charge.verbs)
            yield counted(charge.count, next(filter(None, nouns), "order"))
        elif not on_board(ask, charge):
            yield str(unit)


def noun_of(ask: Ask, verb: str) -> str:
    """What an order of some verb is called where it is due; nothing if it is just an order."""
    brought = ask.variant.vocabulary.verb.get(verb)
    return brought.noun if brought else _DUES.get(verb, "")


def extras(ask: Ask, seat: Seat) -> Iterator[str]:
    """What a seat may order besides; a pool is called like one draw on it."""
    for pool, number in ask.mandate(seat).quotas.items():
        yield f"up to {ballots(number, pool)}"


def outcome(ask: Ask, say: Say = str) -> list[str]:
    """How the game ended, if it has."""
    result = ask.state.result
    if result is None:
        return []
    winners = [seat_name(seat, ask.state.seats.get(seat, ())) for seat in result.winners]
    ending = _ending(ask, result.how, winners)
    how = f"{ending}, as of {result.dated}" if result.dated else ending
    return filled(say(f"The game is over: {how}."))


def _ending(ask: Ask, how: str, winners: list[str]) -> str:
    names = listing(winners)
    if how == "draw":
        return f"a draw shared by {names}"
    if how == "concession":
        return f"conceded to {names}"
    if not winners:
        return "it ended without a result"
    if how == "solo":
        score = _score(ask)
        return f"{names} win with {score}" if winners[1:] else f"{names} wins with {score}"
    return f"{names} win ({how})" if winners[1:] else f"{names} wins ({how})"


def _score(ask: Ask) -> str:
    seats = ask.state.result.winners if ask.state.result else ()
    powers = [p for seat in seats for p in ask.state.seats.get(seat, ())]
    return counted(sum(len(ask.state.centers(p)) for p in powers), "center")
