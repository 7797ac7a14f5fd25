"""Case files: a rule pinned down as a position, orders, and what must come of them.

    case    6.H.6  unit may not retreat to a contested area
    from    DATC 3.0, 6.H.6
    with    edition=1971
    phase   F1901M
    units   Austria: A bud, A tri
    order   Austria: A tri S A bud - vie => done supported
    order   Germany: A mun - boh => failed bounced by A sil - boh
    then    Austria: A vie, A tri
    out     Italy: A vie from bud
    stands  boh
    phase   F1901R
    order   Italy: A vie - boh => void not_a_refuge
    auto    Italy: A vie disband

Every order carries its outcome; `then` lists every unit left, `out` every unit dislodged, `stands`
every province left vacant by a stand-off, `owns` the centers of a power, `homes` its home centers,
`winners` who has won, `auto` rows that the rules supplied; `counts 4: 63` gives a seat so many
centers, whichever. `votes A mun: 2 x A mun - tyr; 1 x A mun H` is a count for a unit or a power,
`chosen A mun: A mun - tyr` what it chose (`-` for nothing), and `shows hole: Paris` a fact that the
variant shows beside the board. A further `phase` goes on from the result. A case may start with
retreats: `driven Italy: A vie from bud` is a unit that must retreat, `barred boh` a stand-off;
`lots 4 0` are the numbers that chance gives in a phase. One phase beside a variant has
`card SENTENCE`: it is the example by which newcomers see the variant's own rule; `module leaders`
in its case names the modules that it shows, where none has the variant's name.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dragoman.errors import DataError, NotationError, RequestError, did_you_mean, not_utf8
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import (
    REASONS,
    RETREAT,
    Ballot,
    Dislodged,
    Order,
    Power,
    Resolution,
    Seat,
    State,
    Unit,
    Verdict,
    read_phase,
)
from dragoman.notation import Language, read_orders, read_units
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask, Lots, Variant
from dragoman.variants import load
from dragoman.variants.options import read_value
from dragoman.words.language import language
from dragoman.words.phrases import subject_name
from dragoman.words.speech import spoken_facts

_ORDER = re.compile(
    r"(?P<power>[^:]+):\s*(?P<order>.+?)\s*=>\s*(?P<outcome>\w+)(?:\s+(?P<code>\w+))?(?:\s+by\s+(?P<by>.+))?$"
)


_PLAIN = ("stands", "winners", "barred", "lots", "card")
_LISTS = (
    *("units", "centers", "counts", "driven", "then", "out", "auto", "owns"),
    *("homes", "votes", "chosen", "shows"),
)


class Expected(Struct, frozen=True):
    """One order of a case and what must come of it."""

    line: int
    power: str
    order: str
    outcome: str
    code: str = ""
    by: str = ""


class Stage(Struct):
    """One phase of a case."""

    phase: str
    units: list[tuple[str, str]] = []
    centers: list[tuple[str, str]] = []
    counts: list[tuple[str, str]] = []
    driven: list[tuple[str, str]] = []
    barred: str = ""
    orders: list[Expected] = []
    then: list[tuple[str, str]] = []
    out: list[tuple[str, str]] = []
    auto: list[tuple[str, str]] = []
    stands: str | None = None
    centers_then: list[tuple[str, str]] = []
    homes: list[tuple[str, str]] = []
    votes: list[tuple[str, str]] = []
    chosen: list[tuple[str, str]] = []
    shows: list[tuple[str, str]] = []
    lots: str = ""
    winners: str | None = None
    card: str = ""


class Case(Struct):
    """One case: where it is from, with what options, and its stages."""

    file: str
    line: int
    id: str
    title: str
    source: str = ""
    variant: str = ""
    modules: list[str] = []
    options: dict[str, Any] = {}
    notes: list[str] = []
    stages: list[Stage] = []

    @property
    def name(self) -> str:
        """What the case is called in a list of results."""
        with_ = " ".join(f"{k}={v}" for k, v in self.options.items())
        return f"{self.id} [{with_}]" if with_ else self.id


def read_cases(path: Path) -> list[Case]:
    """The cases in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(str(path), "cases", error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise DataError(str(path), "cases", not_utf8(error)) from error
    return cases_of(text, str(path))


def cases_of(text: str, file: str) -> list[Case]:
    """The cases in the text of a file."""
    return list(_Reader(file).read(text))


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file

    def read(self, text: str) -> Iterator[Case]:
        case: Case | None = None
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            if word == "case":
                if case:
                    yield self.whole(case)
                name, _, title = rest.strip().partition(" ")
                if not name:
                    raise self.fault(number, "expected `case ID TITLE`")
                case = Case(self.file, number, name, title.strip())
            elif case is None:
                raise self.fault(number, f"{word!r} before any case")
            else:
                self.enter(case, number, word, rest.strip())
        if case:
            yield self.whole(case)

    def fault(self, number: int, problem: str) -> DataError:
        return DataError(self.file, f"line {number}", problem)

    def whole(self, case: Case) -> Case:
        """The case, if it has anything to judge; one without would hold whatever the rules are."""
        if not case.stages:
            raise self.fault(case.line, f"{case.id} has no phase, so nothing would be judged")
        return case

    def enter(self, case: Case, number: int, word: str, rest: str) -> None:
        if word == "from":
            case.source = rest
        elif word == "note":
            case.notes.append(rest)
        elif word == "variant":
            case.variant = rest
        elif word == "module":
            case.modules += rest.split()
        elif word == "with":
            case.options.update(_option(pair) for pair in rest.split("#")[0].split())
        elif word == "phase":
            case.stages.append(Stage(rest.split("#")[0].strip()))
        elif not case.stages:
            raise self.fault(number, f"{word!r} before the first phase")
        else:
            self.enter_stage(case.stages[-1], number, word, rest)

    def enter_stage(self, stage: Stage, number: int, word: str, rest: str) -> None:
        if word == "order":
            stage.orders.append(self.expected(number, rest))
        elif word in _PLAIN:
            setattr(stage, word, rest)
        elif word in _LISTS:
            name, colon, what = rest.partition(":")
            if not colon:
                raise self.fault(number, f"expected `{word} NAME: …`")
            getattr(stage, "centers_then" if word == "owns" else word).append(
                (name.strip(), what.strip())
            )
        else:
            meant = did_you_mean(word, ("case", "from", "note", "order", *_PLAIN, *_LISTS))
            raise self.fault(number, f"unknown word {word!r}{meant}")

    def expected(self, number: int, text: str) -> Expected:
        """An order with the outcome it must have, and perhaps a reason and a cause."""
        match = _ORDER.fullmatch(text)
        if not match:
            right = "`order Power: ORDER => outcome [reason] [by ORDER]`"
            raise self.fault(number, f"expected {right}")
        found = Expected(number, **{k: v or "" for k, v in match.groupdict().items()})
        if found.outcome not in REASONS:
            *first, last = REASONS
            right = f"expected {', '.join(first)} or {last}"
            raise self.fault(number, f"no outcome {found.outcome!r}: {right}")
        return found


def _option(pair: str) -> tuple[str, Any]:
    name, _, value = pair.partition("=")
    return name, read_value(name, value)


def run_case(case: Case, default: str = "standard", folders: Sequence[Path] = ()) -> list[str]:
    """What a case finds wrong, a line each; nothing if it holds."""
    try:
        return _judged(case, default, folders)
    except (NotationError, RequestError) as error:
        return [f"cannot be judged: {error}"]


def refuse_unknown_reasons(case: Case, variant: Variant) -> None:
    """Refuse a case that expects a reason which neither every variant nor this one has."""
    brought = variant.vocabulary.reasons
    for row in (row for stage in case.stages for row in stage.orders if row.code):
        own = (reason.code for reason in brought if reason.outcome == row.outcome)
        codes = (*REASONS[row.outcome], *own)
        if row.code not in codes:
            problem = f"no reason {row.code!r} for {row.outcome}{did_you_mean(row.code, codes)}"
            raise DataError(case.file, f"line {row.line}", problem)


def _judged(case: Case, default: str, folders: Sequence[Path]) -> list[str]:
    variant = load(case.variant or default, case.options, folders)
    faults: list[str] = []
    refuse_unknown_reasons(case, variant)
    for _ in played(case, variant, faults):
        pass
    return faults


class JudgedStage(Struct, frozen=True):
    """A stage of a case, the position it began with, and what came of it."""

    stage: Stage
    state: State
    resolution: Resolution


def played(case: Case, variant: Variant, faults: list[str]) -> Iterator[JudgedStage]:
    """The stages of a case, judged one after the other; what is wrong is added to the faults."""
    state: State | None = None
    for stage in (_called(variant, stage) for stage in case.stages):
        state = position(variant, stage) if state is None else state
        if state.phase != read_phase(stage.phase):
            faults.append(f"the phase is {state.phase}, not {stage.phase}")
            return
        resolution = _Judging(variant, state, stage).run(faults)
        yield JudgedStage(stage, state, resolution)
        state = resolution.state


_BY_POWER = ["units", "centers", "counts", "driven", "then", "out", "auto", "centers_then", "homes"]


def _called(variant: Variant, stage: Stage) -> Stage:
    """A stage with its powers under their own names, whichever of their names it uses."""
    names = Counter(name for info in variant.powers.values() for name in info.also)
    also = {
        name.lower(): str(power)
        for power, info in variant.powers.items()
        for name in info.also
        if names[name] == 1
    }

    def named(name: str) -> str:
        return also.get(name.lower(), name)

    rows = {
        field: [(named(power), text) for power, text in getattr(stage, field)]
        for field in _BY_POWER
    }
    orders = [replace(row, power=named(row.power)) for row in stage.orders]
    return replace(stage, orders=orders, **rows)


def position(variant: Variant, stage: Stage) -> State:
    """The position that a first stage describes; centers not named belong to nobody."""
    opening = variant.rules.opening(variant, (), Lots("case"))
    ask = Ask(variant, opening)
    speech = language(ask)
    units = [
        (_power(variant, power), unit)
        for power, text in stage.units
        for unit in read_units(text, speech)
    ]
    owners = {
        _center(ask, c.strip()): _power(variant, p)
        for p, text in stage.centers
        for c in text.split(",")
        if c.strip()
    }
    owners |= _counted(opening, ask, stage, owners)
    return replace(
        opening,
        phase=read_phase(stage.phase),
        units=tuple(Unit(n, p, u.kind, u.place, u.marks) for n, (p, u) in enumerate(units, 1)),
        owners=owners if stage.centers or stage.counts else opening.owners,
        dislodged=tuple(_driven(stage, speech, len(units))),
        standoffs=tuple(Province(p.strip()) for p in stage.barred.split(",") if p.strip()),
        last_id=len(units) + len(stage.driven),
    )


def _power(variant: Variant, name: str) -> Power:
    if name not in variant.powers:
        raise RequestError(f"no power {name!r}: there are {', '.join(variant.powers)}")
    return Power(name)


def _center(ask: Ask, name: str) -> Province:
    if name not in ask.map.centers:
        raise RequestError(f"{name!r} is not a center of the map {ask.map.id}")
    return Province(name)


def _counted(
    opening: State, ask: Ask, stage: Stage, owners: dict[Province, Power]
) -> dict[Province, Power]:
    """Centers given out by number alone, in the map's order."""
    free = iter([center for center in ask.map.centers if center not in owners])
    return {
        next(free): opening.seats[Seat(seat)][0]
        for seat, count in stage.counts
        for _ in range(int(count))
    }


def _driven(stage: Stage, speech: Language, last: int) -> Iterator[Dislodged]:
    """The dislodged units that a first stage starts with."""
    for n, (power, text) in enumerate(stage.driven, last + 1):
        what, _, by = text.partition(" from ")
        unit = read_units(what, speech)[0]
        yield Dislodged(
            Unit(n, Power(power), unit.kind, unit.place, unit.marks),
            Province(by.strip()) if by else None,
        )


class _Judging:
    """One stage judged and compared."""

    def __init__(self, variant: Variant, state: State, stage: Stage) -> None:
        self.variant, self.state, self.stage = variant, state, stage
        self.ask = Ask(variant, state)
        self.speech = language(self.ask)

    def run(self, faults: list[str]) -> Resolution:
        ballots: list[Ballot] = []
        rows: list[Expected] = []
        for power in dict.fromkeys(e.power for e in self.stage.orders):
            mine = [e for e in self.stage.orders if e.power == power]
            filed = file_orders(
                self.ask, Seat(power), read_lines(self.ask, Seat(power), [e.order for e in mine])
            )
            ballots += filed.ballots
            rows += [mine[n] for numbers in filed.lines for n in numbers]
        lots = Lots(str(self.state.phase), map(int, self.stage.lots.split()))
        resolution = adjudicate(self.variant, self.state, ballots, lots)
        for expected, verdict in zip(rows, resolution.verdicts, strict=False):
            faults += self.compare(expected, verdict)
        faults += self.supplied(resolution.verdicts[len(rows) :])
        faults += self.after(resolution)
        return resolution

    def compare(self, expected: Expected, verdict: Verdict) -> Iterator[str]:
        where = f"{expected.power}: {expected.order}"
        found = (verdict.outcome, verdict.reason.code)
        if expected.outcome != found[0] or (expected.code and expected.code != found[1]):
            wanted = f"{expected.outcome} {expected.code}".strip()
            yield f"{where}: expected {wanted}, found {' '.join(found)}"
        elif expected.by:
            by = verdict.reason.by.order if verdict.reason.by else None
            if by != self.order(expected.by):
                yield f"{where}: expected by {expected.by}, found {by}"

    def order(self, text: str) -> Order:
        return read_orders(text, self.speech, self.state)[0]

    def supplied(self, rows: Sequence[Verdict]) -> Iterator[str]:
        have = [f"{v.power}: {v.order}" for v in rows]
        for power, text in self.stage.auto:
            if f"{power}: {text}" not in have:
                yield f"expected the rules to supply {power}: {text}, found {have}"

    def after(self, resolution: Resolution) -> Iterator[str]:
        retreats = resolution.phase.kind == RETREAT
        units = resolution.state.units
        yield from _differ(
            "units", self.pieces(self.stage.then), sorted((u.power, str(u)) for u in units)
        )
        if not retreats:
            want = self.driven()
            have = sorted((d.unit.power, str(d.unit), d.by or "-") for d in resolution.dislodged)
            if any(w[2] == "" for w in want):
                have = sorted((p, u, "") for p, u, _ in have)
            yield from _differ("dislodged", want, have)
        if self.stage.stands is not None:
            wanted = _names(self.stage.stands)
            yield from _differ("stand-offs", wanted, sorted(resolution.standoffs))
        holdings = resolution.state.holdings
        for power, text in self.stage.centers_then:
            owned = list(holdings.get(Power(power), ()))
            yield from _differ(f"centers of {power}", _names(text), owned)
        if self.stage.winners is not None:
            won = resolution.state.result
            wanted = _names(self.stage.winners)
            yield from _differ("winners", wanted, sorted(won.winners) if won else [])
        yield from self.beside(resolution)

    def beside(self, resolution: Resolution) -> Iterator[str]:
        """What differs in homes, counts of votes and facts shown."""
        for power, text in self.stage.homes:
            have = sorted(resolution.state.homes.get(Power(power), ()))
            yield from _differ(f"homes of {power}", _names(text), have)
        counts = {subject_name(self.ask, v.subject): v for v in resolution.votes}
        rows = {
            name: "; ".join(f"{n} x {text}" for text, n, _ in v.rows) for name, v in counts.items()
        }
        for name, text in self.stage.votes:
            yield from _differ(f"votes on {name}", text, rows.get(name, "-"))
        for name, text in self.stage.chosen:
            chosen = counts[name].chosen if name in counts else ""
            yield from _differ(f"chosen for {name}", text, chosen or "-")
        after = Ask(self.variant, resolution.state)
        shown = [(fact.name, fact.value) for fact in spoken_facts(after)]
        for name, text in self.stage.shows:
            if (name, text) not in shown:
                yield f"expected {name}: {text} to be shown, found {shown}"

    def pieces(self, rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
        return sorted(
            (power, str(Unit(0, Power(power), u.kind, u.place, u.marks)))
            for power, text in rows
            for u in read_units(text, self.speech)
        )

    def driven(self) -> list[tuple[str, str, str]]:
        found = []
        for power, text in self.stage.out:
            for part in text.split(","):
                unit, _, by = part.strip().partition(" from ")
                u = read_units(unit, self.speech)[0]
                found.append(
                    (power, str(Unit(0, Power(power), u.kind, Place(u.place), u.marks)), by.strip())
                )
        return sorted(found)


def _names(text: str) -> list[str]:
    """What stands between commas, sorted; a dash is nothing."""
    return sorted(name for part in text.split(",") if (name := part.strip()) != "-")


def _differ(what: str, want: object, have: object) -> Iterator[str]:
    if want != have:
        yield f"{what}: expected {want}, found {have}"
