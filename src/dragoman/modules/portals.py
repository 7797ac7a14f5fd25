"""Portals: each Winter powers link spaces of any boards, or cut links (Twin Earths III)."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from dragoman.errors import RequestError
from dragoman.geo import (
    COASTAL,
    IMPASSABLE,
    INLAND,
    MOVE,
    SEA,
    Edge,
    Map,
    Place,
    Province,
    join,
    local,
)
from dragoman.model import (
    ADJUSTMENT,
    DONE,
    FAILED,
    PROVINCE,
    Act,
    Cause,
    Fact,
    FactKind,
    Order,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    Result,
    Sign,
    State,
    Subject,
    Verb,
    Verdict,
    verb_of,
)
from dragoman.modules.boards import country_of
from dragoman.rules import (
    Ask,
    Charge,
    Draft,
    Elected,
    Lots,
    Module,
    Option,
    Orders,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    named_for,
)

NAME = "portals"
LINKS = "links"
LINK = Verb(
    "link",
    takes=(PROVINCE.many,),
    words=("declare link", "declares link", "link"),
    says="{args} {are} linked",
    noun="declaration",
)
CUT = Verb(
    "cut",
    takes=(PROVINCE.many,),
    words=("declare cut", "declares cut", "cut", "destroy", "destroy link"),
    says="The link of {args} is cut",
    noun="declaration",
)
REINFORCE = Verb(
    "reinforce",
    takes=(PROVINCE.many,),
    words=("declare reinforce", "declares reinforce", "reinforce"),
    says="The link of {args} is reinforced",
    noun="declaration",
)
VERBS = (LINK, CUT, REINFORCE)
LINKED_NOW = ReasonKind("linked", DONE, "the spaces were linked", "the spaces are linked")
CUT_NOW = ReasonKind("link_cut", DONE, "the link was cut", "the link is cut")
SAVED = ReasonKind(
    "link_saved", DONE, "the link was saved from being cut", "the link is saved from being cut"
)
UNNEEDED = ReasonKind(
    "unneeded", DONE, "nobody cut the link", "nobody cuts the link; this is not kept for later"
)
WITHSTOOD = ReasonKind(
    "link_reinforced",
    FAILED,
    "the link was reinforced as often as it was cut",
    "fails: the link is reinforced by {by}",
)
CROWDED = ReasonKind(
    "link_crowded",
    FAILED,
    "there were more links than there can be",
    "fails: there are more links than there can be",
)
VERDICTS = (LINKED_NOW, CUT_NOW, SAVED, UNNEEDED, WITHSTOOD, CROWDED)
LINKED = FactKind(
    "link",
    (PROVINCE, PROVINCE),
    says="{0.id} - {1.id}",
    many="Links",
    meaning="Spaces that are neighbors although they lie apart. Links are made and cut in Winter.",
    sign=Sign(line="bond"),
)
Pair = tuple[Province, Province]
Row = tuple[Subject, Order]
SAILING = frozenset({SEA})


def quota(centers: int) -> int:
    """How many orders about links a power has, by the centers that it controls (rule 4).

    >>> [quota(centers) for centers in (0, 2, 3, 9, 10, 19, 20, 34)]
    [0, 0, 1, 1, 2, 2, 3, 3]
    """
    return sum(centers >= least for least in (3, 10, 20))


def links_of(state: State) -> tuple[Pair, ...]:
    """The links that there are, oldest first."""
    try:
        return msgspec.convert(state.notes.get(NAME, []), tuple[Pair, ...])
    except msgspec.ValidationError as error:
        raise RequestError(f"expected pairs of provinces: {error}", f"notes.{NAME}") from error


def pair_of(order: Order) -> Pair:
    """The two spaces that an order is about, in the order of the alphabet."""
    a, b = sorted(spaces_of(order))
    return a, b


def spaces_of(order: Order) -> tuple[Province, ...]:
    """The spaces that an order names."""
    return tuple(Province(str(p)) for p in order.args) if isinstance(order, Act) else ()


class _Portals:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        self.lands: dict[str, str] = {
            p.lower(): country.lower() for country, *lands in settings["home_lands"] for p in lands
        }
        self.winter = rules.phases[ADJUSTMENT]
        self.new = settings["link_rulings"] == 2
        self.joined: Callable[..., Map] = lru_cache(maxsize=64)(joined)

    def map(self, ask: Ask, board: str, given: Map) -> Map:
        """The boards with their links, joined once for all of them."""
        before = self.rules.map(ask, board, given)
        if board != ask.variant.map.boards[0]:
            return before
        links = links_of(ask.state)
        for a, b in links:
            if a == b:
                raise RequestError(f"{a} is linked with itself", f"notes.{NAME}")
        for province in (p for pair in links for p in pair):
            if province not in ask.variant.map.spaces:
                raise RequestError(f"there is no province {province!r}", f"notes.{NAME}")
        return self.joined(before, links, stranded(before, ask), self.new)

    def winner(self, ask: Ask) -> Result | None:
        """Whoever has so many units on the board wins (rule 6)."""
        counts = {
            seat: sum(len(ask.units_of.get(p, ())) for p in powers)
            for seat, powers in ask.state.seats.items()
        }
        best = max(counts.values(), default=0)
        if best < ask.win_at():
            return None
        winners = tuple(seat for seat, count in counts.items() if count == best)
        return Result("units", winners)

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """The links that there are."""
        rows = (Fact(LINKED.name, pair) for pair in links_of(ask.state))
        return (*self.rules.show(ask), *rows)

    def phases(self) -> dict[str, PhaseRule]:
        """Winter, with orders about links beside the builds."""
        winter = msgspec.structs.replace(
            self.winter,
            subjects=self.subjects,
            choices=self.choices,
            check=self.check,
            default=self.default,
            verbs=(*self.winter.verbs, *(verb.name for verb in VERBS)),
            aside=self.aside,
        )
        return {**self.rules.phases, ADJUSTMENT: winter}

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """What a power builds or removes, and its orders about links."""
        charges = self.winter.subjects(ask, power)
        if power not in ask.state.holder:
            return charges
        count, there_are = quota(len(ask.state.centers(power))), bool(links_of(ask.state))
        names = tuple(verb.name for verb in VERBS) if count else (REINFORCE.name,)
        mine = Charge(Subject(power, topic=LINKS), names, max(count, 1), owed=count > 0)
        return (*charges, mine) if count or (there_are and self.new) else charges

    def default(self, ask: Ask, subject: Subject) -> Orders:
        """Who orders nothing leaves the links alone."""
        return () if subject.topic == LINKS else self.winter.default(ask, subject)

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """Orders are taken as written, up to the number that a power has."""
        if subject.topic != LINKS:
            return self.check_others(ask, subject, orders)
        left = quota(len(ask.state.centers(subject.power)))
        faults: list[Reason | None] = []
        for n, order in enumerate(orders):
            fault = self.fault(ask, subject.power, order)
            if fault is None and order in orders[:n]:
                fault = Reason("repeated")
            # A reinforcement is neither link nor cut, so that the limit does not touch it.
            counts = not (self.new and REINFORCE.made(order))
            if fault is None and counts and not left:
                fault = _spent(ask, subject.power)
            left -= fault is None and counts
            faults.append(fault)
        return tuple(faults)

    def check_others(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """Builds and removals, and orders about links of a power that has none of these."""
        rest = iter(self.winter.check(ask, subject, tuple(o for o in orders if not _is_link(o))))
        mine = [self.fault(ask, subject.power, o) or _spent(ask, subject.power) for o in orders]
        return tuple(f if _is_link(o) else next(rest) for o, f in zip(orders, mine, strict=True))

    def fault(self, ask: Ask, power: Power, order: Order) -> Reason | None:
        """What is wrong with an order about a link, if anything is."""
        if not _is_link(order):
            return Reason("wrong_phase")
        spaces = spaces_of(order)
        if len(set(spaces)) != 2 or len(spaces) != 2:
            return _not_allowed("two spaces are named")
        known = pair_of(order) in links_of(ask.state)
        if not LINK.made(order):
            return None if known else _not_allowed("there is no such link")
        if known:
            return _not_allowed("these spaces are linked already")
        if self.new and spaces[1] in ask.map.borders[spaces[0]]:
            return _not_allowed("these spaces are neighbors already")
        shut = [p for p in spaces if not self.open_to(ask, power, p)]
        return _not_allowed(f"{shut[0]} is not open to its links") if shut else None

    def open_to(self, ask: Ask, power: Power, province: Province) -> bool:
        """Whether a power may link a space: of its own home country or of none (rule 3)."""
        space = ask.map.spaces[province]
        owner = self.lands.get(local(province))
        mine = owner == country_of(power).lower() and space.board == power.rpartition("@")[2]
        return space.kind != IMPASSABLE and (owner is None or mine)

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """Which links a power may make, cut or reinforce, step by step."""
        if subject.topic != LINKS:
            return self.winter.choices(ask, subject, prefix)
        if not prefix:
            verbs = VERBS if links_of(ask.state) else (LINK,)
            able = quota(len(ask.state.centers(subject.power)))
            return tuple(Step(v.name, more=True) for v in verbs if able or v is REINFORCE)
        if prefix[0] != LINK.name:
            return tuple(self.about_links(ask, subject.power, prefix))
        return tuple(self.new_links(ask, subject.power, prefix))

    def about_links(self, ask: Ask, power: Power, prefix: tuple[str, ...]) -> Iterator[Step]:
        """The links that may be cut or reinforced."""
        whose = named_for(ask, power)
        verb = next((verb for verb in VERBS if prefix == (verb.name,)), None)
        for pair in links_of(ask.state) if verb else ():
            yield Step(" ".join(pair), verb(*pair, power=whose) if verb else None)

    def new_links(self, ask: Ask, power: Power, prefix: tuple[str, ...]) -> Iterator[Step]:
        """The spaces that may be linked; each pair is offered once."""
        spaces = sorted(p for p in ask.map.spaces if self.open_to(ask, power, p))
        if len(prefix) == 1:
            yield from (Step(p, more=True) for p in spaces[:-1])
        elif len(prefix) == 2 and prefix[1] in spaces:
            first, known = Province(prefix[1]), links_of(ask.state)
            whose = named_for(ask, power)
            near = ask.map.borders[first] if self.new else ()
            for p in spaces:
                if p > first and (first, p) not in known and p not in near:
                    yield Step(p, LINK(first, p, power=whose))

    def aside(self, ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        """Links made and cut, once the builds are done."""
        if self.winter.aside:
            settled = self.winter.aside(ask, settled, elected, lots)
        rows = [
            (subject, order)
            for subject, orders in elected.items()
            for order in orders
            if subject.topic == LINKS
        ]
        before = links_of(settled.state)
        links = self.relinked(before, elected, lots)
        notes: dict[str, Any] = {**settled.state.notes, NAME: [list(pair) for pair in links]}
        state = msgspec.structs.replace(settled.state, notes=notes)
        verdicts = (
            Verdict.of(subject, order, *self.judged(order, rows, links)) for subject, order in rows
        )
        return msgspec.structs.replace(
            settled,
            verdicts=(*settled.verdicts, *verdicts),
            state=state,
            left=state,
            news=(*settled.news, *ended(before, links, rows)),
        )

    def judged(
        self, order: Order, rows: Sequence[Row], links: tuple[Pair, ...]
    ) -> tuple[str, Reason]:
        """What came of an order about a link."""
        pair = pair_of(order)
        stands, cutters = pair in links, [row for row in rows if CUT.made(row[1])]
        if LINK.made(order):
            return (DONE, Reason(LINKED_NOW.code)) if stands else (FAILED, Reason(CROWDED.code))
        if REINFORCE.made(order):
            needed = any(pair_of(cut) == pair for _, cut in cutters)
            return DONE, Reason((SAVED if needed and stands else UNNEEDED).code)
        if not stands:
            return DONE, Reason(CUT_NOW.code)
        by = next(Cause(s.power, o) for s, o in rows if REINFORCE.made(o) and pair_of(o) == pair)
        return FAILED, Reason(WITHSTOOD.code, by=by)

    def relinked(self, links: tuple[Pair, ...], elected: Elected, lots: Lots) -> tuple[Pair, ...]:
        """The links after a Winter: a cut and a reinforcement undo each other (rule 2)."""
        mine = [orders for subject, orders in elected.items() if subject.topic == LINKS]
        weight = {LINK.name: 0, CUT.name: -1, REINFORCE.name: 1}
        kept = [
            pair
            for pair in links
            if sum(weight[verb_of(o)] for row in mine for o in row if pair_of(o) == pair) >= 0
        ]
        made = [[pair_of(o) for o in row if LINK.made(o)] for row in mine]
        most = self.settings["most_links"]
        fresh = by_rank(made, lots) if most and self.new else sorted(p for row in made for p in row)
        found = tuple(dict.fromkeys([*kept, *fresh]))
        return found[-most:] if most else found


def by_rank(rows: Sequence[Sequence[Pair]], lots: Lots) -> list[Pair]:
    """The links of one Winter in the order in which they give way: those written later first.

    Those of one rank go by lot. One that several have written has the rank of the first.
    """
    rank: dict[Pair, int] = {}
    for row in rows:
        for n, pair in enumerate(row):
            rank[pair] = min(n, rank.get(pair, n))
    shuffled = lots.shuffled(sorted(rank)) if len(rank) > 1 else list(rank)
    return sorted(shuffled, key=lambda pair: -rank[pair])


def ended(before: tuple[Pair, ...], after: tuple[Pair, ...], rows: Sequence[Row]) -> Iterator[str]:
    """What is said of every link that has ended, and by whom."""
    for pair in before:
        if pair not in after:
            who = [s.power for s, o in rows if CUT.made(o) and pair_of(o) == pair]
            how = f"is cut by {', '.join(who)}" if who else "gives way to newer ones"
            yield f"The link of {pair[0]} and {pair[1]} {how}."


def _is_link(order: Order) -> bool:
    return any(verb.made(order) for verb in VERBS)


def _spent(ask: Ask, power: Power) -> Reason:
    """Why an order about links is one too many."""
    most = quota(centers := len(ask.state.centers(power)))
    orders = "1 order" if most == 1 else f"{most} orders"
    held = "1 center" if centers == 1 else f"{centers} centers"
    return Reason("too_many", note=f"it has {orders} about links, with {held}")


def _not_allowed(note: str) -> Reason:
    return Reason("not_allowed", note=note)


def stranded(board: Map, ask: Ask) -> tuple[Place, ...]:
    """The inland spaces in which fleets stand, or stood, that came over a link."""
    afloat = board.reach(SAILING, MOVE, coasts=True)
    sailors = {kind.letter for kind in ask.variant.kinds.values() if kind.modes == SAILING}
    everyone = (*ask.state.units, *(d.unit for d in ask.state.dislodged))
    fleets = {unit.place for unit in everyone if unit.kind in sailors}
    return tuple(sorted(p for p in fleets if p not in afloat and _is_inland(board, p)))


def _is_inland(board: Map, place: Place) -> bool:
    """Whether a place is an inland space; a position from outside may name any."""
    space = board.spaces.get(Province(place))
    return space is not None and space.kind == INLAND


def joined(
    board: Map, links: tuple[Pair, ...], ashore: tuple[Place, ...], shared_shores: bool
) -> Map:
    """A map with links, on which a fleet whose link was cut can still stand (rule 2)."""
    if not links and not ashore:
        return board
    linked = join(board, links, shared_shores=shared_shores)
    still = tuple(Edge(p, p, SAILING, frozenset()) for p in ashore)
    spaces = linked.spaces | {
        p: msgspec.structs.replace(linked.spaces[Province(p)], kind=COASTAL) for p in ashore
    }
    return msgspec.structs.replace(linked, spaces=spaces, edges=(*linked.edges, *still))


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with links that are made and cut each Winter."""
    mine = _Portals(rules, settings)
    return rules.answering(
        map=mine.map,
        winner=mine.winner,
        show=mine.show,
        phases=mine.phases(),
    )


def defaults(draft: Draft) -> Settings:
    """The variant's table; a country that it does not fit is its homes and lands."""
    known = {local(province) for province in draft.map.spaces}
    table = draft.look_up("home_lands", list[list[str]], [])
    regular = {row[0]: row for row in table if known.issuperset(row[1:])}
    rows: dict[str, list[str]] = {}
    for power, info in draft.powers.items():
        lands = [local(province) for province in (*info.homes, *info.lands)]
        rows.setdefault(country_of(power), [country_of(power), *lands])
    return {"home_lands": [regular.get(country, row) for country, row in rows.items()]}


def objects(draft: Draft, settings: Settings) -> str | None:
    """The lands of countries are rows of a name and provinces that there are."""
    known = {local(province) for province in draft.map.spaces}
    for row in settings["home_lands"]:
        if not isinstance(row, list) or not row or not all(isinstance(n, str) for n in row):
            return f"home_lands: expected a country and its provinces, found {row!r}"
        wrong = [p for p in row[1:] if p.lower() not in known]
        if wrong:
            return f"home_lands: {row[0]}: there is no province {wrong[0]!r}"
    return None


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins: units on the board (rule 6)."""
    return f"{draft.numbers['win_at']} units on the board win."


MODULE = Module(
    name=NAME,
    about="Each Winter powers link spaces of any boards, or cut links; so many units win.",
    answer=answer,
    defaults=defaults,
    objects=objects,
    goal=goal,
    verbs=VERBS,
    reasons=VERDICTS,
    facts=(LINKED,),
    options=(
        Option(
            "most_links",
            "number",
            0,
            "how many links there can be, the oldest giving way; 0: as many as are made",
            least=0,
            source="optional rule 1",
        ),
        Option(
            "link_rulings",
            "choice",
            2,
            "2: reinforcements are free of the limit, neighbors cannot be linked, and a shore "
            "serves every link of its space; 1: none of these",
            (2, 1),
            source="rules 2 to 4",
        ),
        Option(
            "home_lands",
            "table",
            [],
            "the provinces of each home country, which other countries may not link",
            source="rule 3",
            title="Provinces of the home countries",
        ),
    ),
)
