"""What came of phases, as a part of the page: first what changed, then order by order."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.draw.game import Moment
from dragoman.geo import Place, Province
from dragoman.house.core import House
from dragoman.house.play import history
from dragoman.house.play.shown import PhaseView
from dragoman.house.tables import views
from dragoman.house.tables.views import TableView
from dragoman.model import Remove, Resolution
from dragoman.report.charts import adjustment_due, held, is_surveyed, lives, outcome
from dragoman.report.describe import describe_order
from dragoman.report.ledger import supplied_remark
from dragoman.report.sheet import fresh_facts, results_sheet
from dragoman.rules import Ask, Variant
from dragoman.translate import ENGLISH
from dragoman.web.call import HttpAnswer
from dragoman.web.language import say, say_list, spoken
from dragoman.web.pages.chart import chart
from dragoman.web.pages.game import TABLE, PageSeatQuery, tints
from dragoman.web.pages.look import t
from dragoman.web.pages.serving import Viewer, html, step_number
from dragoman.web.routes import ApiRoute
from dragoman.words.phrases import adjective, kind_name, listing, place_name

SIGNS = {"done": "✓", "failed": "✗", "void": "∅", "outvoted": "≠"}
MOST = 12
"""How many phases are shown at once, those judged last."""


class ResultsQuery(PageSeatQuery, frozen=True, kw_only=True):
    """The results of which phase, the last if none is named, and of how many before it."""

    at: str = ""
    since: str = ""


class PowerChange(Struct, frozen=True):
    """What changed for a power: its centers, and what it has to build or remove now.

    How many centers it has is not said where a part of the board is out of sight.
    """

    power: str
    mine: bool
    centers: int | None
    change: int
    gained: list[str]
    lost: list[str]
    due: str


class Note(Struct, frozen=True):
    """Something that happened: what kind of thing, and what."""

    kind: str
    sign: str
    title: str
    text: str


class ResultLine(Struct, frozen=True):
    """An order and what came of it."""

    power: str
    mine: bool
    order: str
    said: str
    outcome: str
    sign: str
    why: str
    by: str
    times: int = 1


class Section(Struct, frozen=True):
    """A phase that was judged, as the page tells it."""

    found: PhaseView
    changes: list[PowerChange]
    notes: list[Note]
    groups: dict[str, list[ResultLine]]


def results(viewer: Viewer) -> HttpAnswer:
    """What came of a phase, or of several that were judged at a stroke."""
    call, query = viewer.call, viewer.call.query
    view = views.table_view(call.house, call.who, call.path["table"], seat=query.seat)
    mine = own_powers(view, query.seat)
    sections = [section(viewer, view, n, mine) for n in wanted(view, query)]
    charted = sections and not view.fault
    seat = query.seat or next((row.seat for row in view.seats if row.mine), "")
    drawn = chart(call.house, call.who, view.id, seat) if charted else None
    context = shown(call.house, view, sections, mine)
    forkable = bool(sections and call.who and not view.fault)
    return viewer.page("parts/results.html", **context, chart=drawn, view=view, forkable=forkable)


def shown(house: House, view: TableView, sections: list[Section], mine: set[str]) -> dict[str, Any]:
    """What the template of results is filled with."""
    every = [line for one in sections for line in lines_of(one)]
    return {
        "sections": sections,
        "tints": tints(house, view),
        "boards": len({board for one in sections for board in boards_of(one)}) > 1,
        "mine": sum(line.mine for line in every),
        "failed": sum(line.outcome != "done" for line in every),
        "all": len(every),
        "names": mine_names(view, mine),
    }


def wanted(view: TableView, query: ResultsQuery) -> list[int]:
    """The phases that are asked for, in the order in which they were judged."""
    known = [row.n for row in view.phases if row.kind == "turn"]
    last = step_number(query.at)
    last = last if last is not None else max(known, default=0)
    since = step_number(query.since)
    found = [n for n in known if (since if since is not None else last) <= n <= last]
    return found[-MOST:] or ([last] if last else [])


def own_powers(view: TableView, seat: str) -> set[str]:
    """The powers of the seat that looks."""
    mine = [row for row in view.seats if row.mine and (not seat or row.seat == seat)]
    return {*mine[0].powers, mine[0].seat} if mine else set()


def mine_names(view: TableView, mine: set[str]) -> set[str]:
    """The names under which the viewer's own line stands in a chart."""
    return mine | {row.seat for row in view.seats if set(row.powers) & mine}


def section(viewer: Viewer, view: TableView, n: int, mine: set[str]) -> Section:
    """One phase."""
    call, seat = viewer.call, viewer.call.query.seat
    found = history.history(call.house, call.who, view.id, n, seat)
    game, moment = history.moment(call.house, call.who, view.id, n, seat)
    resolution = moment.resolution
    if game.fault or resolution is None or len(resolution.verdicts) != len(found.orders):
        return kept_section(found, mine)
    found = msgspec.structs.replace(found, sheet=sheet_said(game.variant, moment, found.sheet))
    return whole_section(game.variant, moment, found, mine, view)


def sheet_said(variant: Variant, moment: Moment, kept: str) -> str:
    """The sheet of a phase in the language of the request, if it can be made as it was kept."""
    if spoken() == ENGLISH or moment.resolution is None:
        return kept
    asks = Ask(variant, moment.state), Ask(variant, moment.resolution.state)
    known = results_sheet(moment.resolution, *asks) == kept
    return results_sheet(moment.resolution, *asks, say) if known else kept


def whole_section(
    variant: Variant, moment: Moment, found: PhaseView, mine: set[str], view: TableView
) -> Section:
    """A phase of which everything is known that can be shown."""
    assert moment.resolution is not None
    before, after = Ask(variant, moment.state), Ask(variant, moment.resolution.state)
    groups: dict[str, list[ResultLine]] = {}
    held_by = {row.seat: row.powers for row in view.seats}
    # Who votes may give the same order several times.
    counted = Counter(lines(before, moment.resolution, found, mine, held_by))
    for row, times in counted.items():
        groups.setdefault(row.power, []).append(msgspec.structs.replace(row, times=times))
    ordered = sorted(groups, key=lambda power: power not in mine)
    return Section(
        found,
        sorted(changes(before, after, mine), key=lambda one: not one.mine),
        list(notes(before, after, moment.resolution, found)),
        {power: groups[power] for power in ordered},
    )


def kept_section(found: PhaseView, mine: set[str]) -> Section:
    """A phase as it was kept, where today's rules cannot say more of it."""
    groups: dict[str, list[ResultLine]] = {}
    for row in found.orders:
        line = ResultLine(
            power=row.power or row.seat,
            mine=row.power in mine or row.seat in mine,
            order=row.order,
            said=row.order,
            outcome=row.outcome,
            sign=SIGNS.get(row.outcome, ""),
            why=say(row.text),
            by="",
        )
        groups.setdefault(line.power, []).append(line)
    return Section(found, [], [Note("news", "•", "", say(news)) for news in found.news], groups)


def lines_of(one: Section) -> Iterator[ResultLine]:
    """All orders of a phase."""
    for group in one.groups.values():
        yield from group


def boards_of(one: Section) -> Iterator[str]:
    """The boards on which a phase's orders are, where there are several."""
    for line in lines_of(one):
        if ":" in line.order:
            yield line.order.partition(":")[0].rpartition(" ")[2]


def changes(before: Ask, after: Ask, mine: set[str]) -> Iterator[PowerChange]:
    """The powers whose centers changed, or who have to build or remove."""
    known, whole = in_sight(before, after), is_whole(after)
    for power in after.variant.powers:
        sure = whole or power in mine
        was, now = ([c for c in held(ask, power) if sure or c in known] for ask in (before, after))
        due = list(adjustment_due(after, power)) if sure else []
        if set(was) != set(now) or due:
            yield PowerChange(
                power=power,
                mine=power in mine,
                centers=len(now) if sure else None,
                change=len(now) - len(was) if sure else 0,
                gained=[center_name(after, c) for c in now if c not in was],
                lost=[center_name(after, c) for c in was if c not in now],
                due="; ".join(map(say, due)),
            )


def is_whole(ask: Ask) -> bool:
    """Whether nothing of the board is out of sight."""
    return ask.rules.known(ask) is None


def in_sight(before: Ask, after: Ask) -> set[Province]:
    """The centers that were in sight before a phase and are so after it."""
    seen = [ask.rules.known(ask) for ask in (before, after)]
    return {c for c in after.map.centers if all(known is None or c in known for known in seen)}


def center_name(ask: Ask, center: Province) -> str:
    """A center by its name, after the number of its board where there are several: `4 Brest`."""
    space = ask.map.spaces[center]
    return f"{space.board} {space.name}".strip()


def notes(before: Ask, after: Ask, resolution: Resolution, found: PhaseView) -> Iterator[Note]:
    """What else happened."""
    for line in (*map(say, found.news), *fresh_facts(before, after, say)):
        yield Note("news", "•", "", line)
    if found.standoffs:
        names = say_list(listing(place_name(before, Place(p)) for p in found.standoffs))
        yield Note("standoffs", "✕", t("results.standoffs"), t("results.left_empty", names=names))
    left = Ask(before.variant, resolution.left)
    for row, driven in zip(found.dislodged, resolution.dislodged, strict=True):
        kind = kind_name(before, driven.unit.kind)
        whose = say(f"{adjective(before, driven.unit.power)} {kind}")
        unit = f"{whose}, {say(place_of(before, row.unit))}"
        ways = say_list(listing((place_name(before, Place(p)) for p in row.retreats), "or"))
        text = t("results.may_go" if ways else "results.nowhere", unit=unit, ways=ways)
        text = text if is_surveyed(left, driven.unit) else unit
        yield Note("driven", "↩", t("results.dislodged"), text)
    gone = [p for p in after.variant.powers if lives(before, p) and not lives(after, p)]
    if gone and is_whole(after):
        yield Note("eliminated", "†", t("results.eliminated"), say_list(listing(gone)))
    if ended := " ".join(outcome(after, say)):
        yield Note("ended", "→", "", ended)


def place_of(ask: Ask, unit: str) -> str:
    """The place of a unit as it is written."""
    return place_name(ask, Place(unit.split()[1])) if " " in unit else unit


def lines(
    before: Ask,
    resolution: Resolution,
    found: PhaseView,
    mine: set[str],
    held_by: Mapping[str, list[str]],
) -> Iterator[ResultLine]:
    """The orders with what came of them; one that nobody gave says so."""
    for row, verdict in zip(found.orders, resolution.verdicts, strict=True):
        said = describe_order(verdict.order, before)
        remark = supplied_remark(verdict, resolution, before)
        # What was built or removed is not said twice.
        plain = row.text in said or isinstance(verdict.order, Remove)
        text = "" if row.outcome == "done" and plain else row.text
        stranger = row.seat and row.seat != row.power and row.power not in held_by.get(row.seat, [])
        yield ResultLine(
            power=row.power,
            mine=row.power in mine or row.seat in mine,
            order=row.order,
            said=sentence(said),
            outcome=row.outcome,
            sign=SIGNS[row.outcome],
            why="; ".join(say(part) for part in (remark, text) if part),
            by=row.seat if stranger else "",
        )


def sentence(order: str) -> str:
    """An order in words, as a line of a list begins."""
    said = say(order).removeprefix("The ")
    return said[:1].upper() + said[1:]


HTML_ROWS: list[ApiRoute] = [
    html(f"{TABLE}/results", results, "What came of phases.", query=ResultsQuery),
]
