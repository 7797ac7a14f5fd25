"""Every question by name: an answer of one's own is what the judge goes by."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import pytest

from dragoman.geo import Map, Place, Province
from dragoman.judge import adjudicate, owed
from dragoman.judge.turn import conclude
from dragoman.model import (
    DONE,
    FAILED,
    MOVEMENT,
    SPRING,
    Ballot,
    Dislodged,
    Fact,
    Fate,
    Force,
    Move,
    Phase,
    Piece,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Support,
    Tally,
    Unit,
    Verdict,
    Vocabulary,
    Votes,
    piece_of,
)
from dragoman.modules.placement import PHASE, PLACE
from dragoman.record import Game, GameRecord
from dragoman.report import position_sheet, results_sheet
from dragoman.rules import (
    ALL_POINTS,
    QUESTIONS,
    SEALED,
    SIGNED,
    UNSIGNED,
    Ask,
    Before,
    Charge,
    Elected,
    Election,
    Faults,
    Lots,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    Step,
    Variant,
    View,
)
from dragoman.variants import load
from tests.rules.table import (
    FRANCE,
    GERMANY,
    STANDARD,
    at,
    ballots,
    by_order,
    judged,
    owners,
    pieces,
    ruled,
    with_leaders,
)

RULES = STANDARD.rules


def test_every_question_has_a_test_by_name() -> None:
    """This file has a test for each question, in the order of the records."""
    tests = [name.removeprefix("test_") for name in globals() if name.startswith("test_")]
    assert [name for name in tests if name in QUESTIONS] == list(QUESTIONS)


def test_map() -> None:
    """A board on which Burgundy is closed sends nobody there."""

    def closed(ask: Ask, board: str, given: Map) -> Map:
        open_edges = tuple(e for e in given.edges if "bur" not in (e.a, e.b))
        return Map(given.id, given.name, given.spaces, open_edges)

    ask = at("S1901M", {"France": "A par"}, variant=ruled(map=closed))
    assert by_order(judged(ask, {"France": "A par - bur"})) == {
        "A par - bur": "void cannot_reach",
        "A par H": "done held",
    }


def sharing(ask: Ask, seat: Seat) -> Mandate:
    """One's own units, and one order for each seat among those of Germany."""
    own = RULES.mandate(ask, seat)
    pooled = (
        Charge(c.subject, c.verbs, pool="votes", owed=False)
        for c in ask.charges(GERMANY)
        if seat != "Germany"
    )
    return Mandate((*own.charges, *pooled), {"votes": 1})


def test_mandate() -> None:
    """A seat orders what its mandate says, and no more of a pool than its quota."""
    ask = at(
        "S1901M",
        {"France": "A par", "Germany": "A mun, F kie", "Italy": "A ven"},
        variant=ruled(mandate=sharing),
    )
    resolution = judged(
        ask, {"France": "A par - bur; A mun - tyr; F kie - hol; A ven - tri", "Germany": ""}
    )
    assert by_order(resolution) == {
        "A par - bur": "done moved",
        "A mun - tyr": "done moved",
        "F kie - hol": "void too_many",
        "A ven - tri": "void not_yours",
        "F kie H": "done held",
        "A ven H": "done held",
    }
    assert set(owed(ask)) == {"France", "Germany", "Italy"}


def no_supports(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
    """What is wrong with orders where nobody may support."""
    found = RULES.legal(ask, ballot)
    return tuple(
        Reason("not_allowed", note="nobody supports") if isinstance(order, Support) else fault
        for order, fault in zip(ballot.orders, found, strict=True)
    )


def test_legal() -> None:
    """An order that the rules forbid is void, with their reason."""
    ask = at("S1901M", {"France": "A par, A mar"}, variant=ruled(legal=no_supports))
    assert by_order(judged(ask, {"France": "A par - bur; A mar S A par - bur"})) == {
        "A par - bur": "done moved",
        "A mar S A par - bur": "void not_allowed",
        "A mar H": "done held",
    }


def test_review() -> None:
    """Once all ballots are known, more may be wrong with them; here, what two powers both want."""

    def nothing_twice(ask: Ask, cast: Sequence[Ballot], faults: Faults) -> Faults:
        goals = [o.to for b in cast for o in b.orders if isinstance(o, Move)]
        wrong = Reason("not_allowed", note="wanted twice")
        return [
            tuple(
                wrong if isinstance(o, Move) and goals.count(o.to) > 1 else fault
                for o, fault in zip(b.orders, row, strict=True)
            )
            for b, row in zip(cast, faults, strict=True)
        ]

    units = {"France": "A par, A mar", "Germany": "A mun"}
    ask = at("S1901M", units, variant=ruled(review=nothing_twice))
    outcomes = by_order(
        judged(ask, {"France": "A par - bur; A mar - gas", "Germany": "A mun - bur"})
    )
    assert outcomes["A par - bur"] == outcomes["A mun - bur"] == "void not_allowed"
    assert outcomes["A mar - gas"] == "done moved"


def most_votes(ask: Ask, subject: Subject, cast: Sequence[Ballot]) -> Election:
    """The orders with the most votes; none if two have as many."""
    votes = Counter(ballot.orders for ballot in cast)
    (best, most), *rest = votes.most_common()
    chosen = () if any(n == most for _, n in rest) else best
    rows = tuple(
        (str(orders[0]), n, tuple(b.seat for b in cast if b.orders == orders))
        for orders, n in votes.items()
    )
    return Election(chosen, Votes(subject, rows, str(chosen[0]) if chosen else ""))


@pytest.mark.parametrize(
    ("italian", "outcomes", "chosen"),
    [
        ("A mun - tyr", {"A mun - tyr": "done moved", "A mun - boh": "outvoted outvoted"}, True),
        (
            "",
            {
                "A mun - tyr": "outvoted tied",
                "A mun - boh": "outvoted tied",
                "A mun H": "done held",
            },
            False,
        ),
    ],
)
def test_elect(italian: str, outcomes: dict[str, str], chosen: bool) -> None:
    """The orders elected are followed; of the others it is said that they were outvoted or tied."""
    ask = at("S1901M", {"Germany": "A mun"}, variant=ruled(mandate=sharing, elect=most_votes))
    resolution = judged(ask, {"France": "A mun - tyr", "Austria": "A mun - boh", "Italy": italian})
    assert by_order(resolution) == outcomes
    [count] = resolution.votes
    assert bool(count.chosen) == chosen
    assert [row[:2] for row in count.rows] == [("A mun - tyr", 1 + chosen), ("A mun - boh", 1)]


def test_default() -> None:
    """Units without orders do what the rules say; here armies in Munich march to Tyrolia."""

    def march(ask: Ask, subject: Subject) -> Orders:
        unit = ask.unit[subject.unit]
        return (Move(Piece(unit.kind, unit.place), Place("tyr")),)

    ask = at("S1901M", {"Germany": "A mun"}, variant=ruled(default=march))
    resolution = judged(ask, {})
    assert by_order(resolution) == {"A mun - tyr": "done moved"}
    assert [v.supplied for v in resolution.verdicts] == [True]


def together(ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]) -> Sequence[Force]:
    """Units of one province and one power under like orders are one force."""
    groups: dict[tuple[object, ...], list[tuple[Unit, Orders]]] = {}
    for unit, orders in ordered:
        goal = orders[0].to if isinstance(orders[0], Move) else None
        groups.setdefault((unit.power, goal), []).append((unit, orders))
    return [
        Force(group[0][0].power, tuple(u for u, _ in group), group[0][0].place, group[0][1][0])
        for group in groups.values()
    ]


def each_counts(ask: Ask, force: Force) -> Tally | None:
    """A force counts as many as it has units."""
    return Tally(len(force.units), tuple((ask.kind(u.kind).name, 1) for u in force.units))


def friends_share(ask: Ask, a: Force, b: Force, place: Province) -> bool:
    """Forces of one power share a place."""
    return a.power != b.power


LEADERS = {"muster": together, "strength": each_counts, "contests": friends_share}


def bribed(ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
    """The order for which most is given."""
    best = max(ballots, key=lambda ballot: ballot.amount)
    return Election(best.orders, won_by=(best,))


def bidding(ask: Ask, seat: Seat) -> Mandate:
    """Every seat orders Germany's units, for three at most."""
    charges = [Charge(c.subject, c.verbs, pool="gold", most=3) for c in ask.charges(GERMANY)]
    return Mandate(tuple(charges), {"gold": 9})


def paid(ask: Ask, elections: Mapping[Subject, Election], state: State) -> State:
    """What was given for the orders that are followed."""
    gone = {str(b.seat): b.amount for e in elections.values() for b in e.won_by}
    return msgspec.structs.replace(state, notes={"paid": gone})


def test_counted() -> None:
    """What follows an election knows its ballots and what was given for them."""
    auction = ruled(mandate=bidding, elect=bribed, counted=paid)
    ask = at("S1901M", {"Germany": "A mun, F kie"}, variant=auction)
    mine = [Subject(GERMANY, unit.id) for unit in ask.state.units]
    army, fleet = Piece("A", Place("mun")), Piece("F", Place("kie"))
    cast = [
        Ballot(Seat("France"), mine[0], (Move(army, Place("tyr")),), 2),
        Ballot(Seat("Italy"), mine[0], (Move(army, Place("bur")),), 3),
        Ballot(Seat("France"), mine[1], (Move(fleet, Place("hol")),), 3),
        Ballot(Seat("Italy"), mine[1], (Move(fleet, Place("den")),), 4),
        Ballot(Seat("Russia"), mine[1], (Move(fleet, Place("hel")),), -1),
        Ballot(Seat("Italy"), mine[1], (Move(fleet, Place("bal")),), 1),
    ]
    resolution = adjudicate(auction, ask.state, cast)
    written = {
        "France": "2 for A mun - tyr; F kie - hol $3",
        "Italy": "A mun - bur $3; 4 for F kie - den; F kie - bal $1",
    }
    assert ballots(ask, written) == [cast[n] for n in (0, 2, 1, 3, 5)]
    assert by_order(resolution) == {
        "A mun - tyr": "outvoted outvoted",
        "A mun - bur": "done moved",
        "F kie - hol": "done moved",
        "F kie - den": "void too_much",
        "F kie - hel": "void too_much",
        "F kie - bal": "outvoted outvoted",
    }
    assert resolution.left.notes == {"paid": {"Italy": 3, "France": 3}}


def struck(ask: Ask, elected: Elected, lots: Lots) -> Before:
    """Whoever supports is gone before anybody fights, and what supports it learns nothing of it.

    A unit nobody had comes to Ruhr.
    """
    aids = [(s, o) for s, orders in elected.items() for o in orders if isinstance(o, Support)]
    gone = {subject.unit for subject, _ in aids}
    verdicts = [Verdict.of(s, o, FAILED, Reason("idle")) for s, o in aids]
    left = tuple(u for u in ask.state.units if u.id not in gone)
    new = Unit(99, GERMANY, "A", Place("ruh"))
    state = msgspec.structs.replace(ask.state, units=(*left, new), last_id=99)
    return Before(state, elected, tuple(verdicts[:1]))


def test_before() -> None:
    """What happens before the fight changes the position, with verdicts of its own."""
    units = {"France": "A bur, A par, A gas", "Germany": "A mun"}
    ask = at("S1901M", units, variant=ruled(before=struck))
    given = {"France": "A bur - mun; A par S A bur; A gas S A par", "Germany": "A mun H"}
    resolution = judged(ask, given)
    assert by_order(resolution) == {
        "A bur - mun": "failed repelled",
        "A par S A bur": "failed idle",
        "A gas S A par": "failed prevented",
        "A mun H": "done held",
        "A ruh H": "done held",
    }
    assert pieces(resolution) == ["France A bur", "Germany A mun", "Germany A ruh"]


def test_muster() -> None:
    """An army and a leader that march together are one force of two."""
    ask = at(
        "S1901M",
        {"France": "A par, L par", "Germany": "A bur"},
        variant=with_leaders(**LEADERS),
    )
    resolution = judged(ask, {"France": "A par - bur; L par - bur"})
    assert pieces(resolution) == ["France A bur", "France L bur"]
    assert [str(d.unit) for d in resolution.dislodged] == ["A bur"]


def test_strength() -> None:
    """A fleet that counts two drives out an army."""

    def strong_fleets(ask: Ask, force: Force) -> Tally | None:
        one = RULES.strength(ask, force)
        return one.times(2, "fleet") if one and force.units[0].kind == "F" else one

    ask = at(
        "S1901M", {"France": "F bre", "Germany": "A gas"}, variant=ruled(strength=strong_fleets)
    )
    resolution = judged(ask, {"France": "F bre - gas"})
    [moved, driven] = resolution.verdicts
    assert str(moved.reason.mine) == "2 = fleet 1 + fleet 1"
    assert driven.reason.code == "dislodged"


def two_points(ask: Ask, force: Force, points_cut: int) -> int:
    """A support is worth two, less what is cut."""
    return max(0, 2 - points_cut)


@pytest.mark.parametrize(
    ("cutters", "outcome", "worth"),
    [
        ({}, "done supported", "2"),
        ({"Italy": "A pie - mar"}, "done supported", "1"),
        ({"Italy": "A pie - mar", "Austria": "A gas - mar"}, "failed cut", "None"),
    ],
)
def test_support_worth(cutters: dict[str, str], outcome: str, worth: str) -> None:
    """A support of two points loses one for every attack."""
    ask = at(
        "S1901M",
        {"France": "A par, A mar", "Germany": "A bur", "Italy": "A pie", "Austria": "A gas"},
        variant=ruled(support_worth=two_points),
    )
    resolution = judged(ask, {"France": "A par - bur; A mar S A par - bur", **cutters})
    [support] = [v for v in resolution.verdicts if isinstance(v.order, Support)]
    assert f"{support.outcome} {support.reason.code}" == outcome
    assert str(support.reason.mine) == worth
    assert (support.reason.note == "partly cut") == (worth == "1")
    assert bool(resolution.dislodged) == (outcome != "failed cut")


@pytest.mark.parametrize(
    ("aiders", "outcome", "mine", "theirs"),
    [
        ("", "failed repelled", "½ = army 1 + border -½", "1"),
        ("A mar S A par - bur", "done moved", "1½ = army 1 + border -½ + support of A mar 1", "1"),
        (
            "A gas S A par - bur",
            "failed repelled",
            "1 = army 1 + border -½ + support of A gas ½",
            "1",
        ),
    ],
)
def test_burden(aiders: str, outcome: str, mine: str, theirs: str) -> None:
    """A move and a support over a hard border count half; what holds counts whole."""

    def hard(ask: Ask, force: Force, aim: Province) -> int:
        return int(ask.province[force.place] in ("par", "gas"))

    ask = at(
        "S1901M",
        {"France": "A par, A mar, A gas", "Germany": "A bur"},
        variant=ruled(burden=hard),
    )
    resolution = judged(ask, {"France": f"A par - bur; {aiders}"})
    [move] = [v for v in resolution.verdicts if isinstance(v.order, Move)]
    assert f"{move.outcome} {move.reason.code}" == outcome
    assert (str(move.reason.mine), str(move.reason.theirs)) == (mine, theirs)


def test_cuts() -> None:
    """Where nobody cuts, an attacked supporter still supports."""

    def never(ask: Ask, attack: Force, support: Force) -> tuple[int, int]:
        return (0, ALL_POINTS)

    ask = at(
        "S1901M",
        {"France": "A par, A mar", "Germany": "A bur", "Italy": "A pie"},
        variant=ruled(cuts=never),
    )
    resolution = judged(ask, {"France": "A par - bur; A mar S A par - bur", "Italy": "A pie - mar"})
    assert by_order(resolution)["A mar S A par - bur"] == "done supported"


def test_contests() -> None:
    """Units that do not contest a place share it; others bounce there."""
    ask = at(
        "S1901M",
        {"France": "A par, A mar", "Germany": "A mun"},
        variant=ruled(contests=friends_share),
    )
    assert pieces(judged(ask, {"France": "A par - bur; A mar - bur"})) == [
        "France A bur",
        "France A bur",
        "Germany A mun",
    ]
    bounced = judged(ask, {"France": "A par - bur; A mar - bur", "Germany": "A mun - bur"})
    assert bounced.standoffs == ("bur",)


def test_side() -> None:
    """Powers of one side do not dislodge each other."""

    def allied(ask: Ask, force: Force) -> str:
        return "allies" if force.power in (FRANCE, GERMANY) else force.power

    units = {"France": "A par, A mar", "Germany": "A bur"}
    ask = at("S1901M", units, variant=ruled(side=allied))
    assert by_order(judged(ask, {"France": "A par - bur; A mar S A par - bur"}))["A par - bur"] == (
        "failed own_unit"
    )


@pytest.mark.parametrize(
    ("every", "outcome"), [(False, "done moved"), (True, "failed convoy_broken")]
)
def test_routes(every: bool, outcome: str) -> None:
    """Where every route must hold, one fleet lost breaks a convoy that another completes."""

    def routes(ask: Ask, unit: Unit) -> Routes:
        return Routes(every, "own_or_via")

    ask = at(
        "S1901M",
        {"England": "A lon, F nth, F eng", "France": "F bre, F mao"},
        variant=ruled(routes=routes),
    )
    resolution = judged(
        ask,
        {
            "England": "A lon - bel; F nth C A lon - bel; F eng C A lon - bel",
            "France": "F bre - eng; F mao S F bre - eng",
        },
    )
    assert by_order(resolution)["A lon - bel"] == outcome


@pytest.mark.parametrize(
    ("keeper", "attack", "outcome"),
    [
        ("F eng", "F bre - eng", "done moved"),
        ("F eng", "F bre - eng; F mao S F bre - eng", "failed way_lost"),
        ("A lvp", "", "failed way_lost"),
    ],
)
def test_relies_on(keeper: str, attack: str, outcome: str) -> None:
    """A way that somebody keeps open is lost with them, and not by an attack that fails."""

    def relies_on(ask: Ask, force: Force) -> tuple[Province, ...]:
        return (Province("eng"),) if str(force.order) == "A lon - wal" else ()

    ask = at(
        "S1901M",
        {"England": f"A lon, {keeper}", "France": "F bre, F mao"},
        variant=ruled(relies_on=relies_on),
    )
    resolution = judged(ask, {"England": "A lon - wal", "France": attack})
    assert by_order(resolution)["A lon - wal"] == outcome


@pytest.mark.parametrize(("rule", "reason"), [("szykman", "paradox"), ("needed", "convoy_broken")])
def test_paradox(rule: str, reason: str) -> None:
    """A convoyed attack on a support against its own fleet falls under the rule asked for."""
    ask = at(
        "S1901M",
        {"France": "A tun, F tys", "Italy": "F ion, F nap"},
        variant=ruled(paradox=lambda ask: rule),
    )
    resolution = judged(
        ask,
        {
            "France": "A tun - nap; F tys C A tun - nap",
            "Italy": "F ion - tys; F nap S F ion - tys",
        },
    )
    assert by_order(resolution)["A tun - nap"] == f"failed {reason}"
    assert [str(d.unit) for d in resolution.dislodged] == ["F tys"]


def test_settle() -> None:
    """What the rules leave in a province stands there; a unit without an id gets a new one."""

    def split(ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
        units = list(RULES.settle(ask, place, fates))
        if place == "bur":
            units += [Unit(0, u.power, u.kind, u.place, ("half",)) for u in units]
        return units

    ask = at("S1901M", {"France": "A par, A mar"}, variant=ruled(settle=split))
    resolution = judged(ask, {"France": "A par - bur"})
    assert [(u.id, str(u)) for u in resolution.left.units] == [
        (1, "A bur"),
        (2, "A mar"),
        (3, "A bur [half]"),
    ]
    assert resolution.left.last_id == 3


def test_refuges() -> None:
    """A dislodged unit goes where the rules let it."""
    ask = at(
        "S1901R",
        {"Germany": "A bur"},
        out={"France": "A bur from mun"},
        variant=ruled(refuges=lambda ask, unit: (Place("stp"),)),
    )
    resolution = judged(ask, {"France": "A bur - stp"})
    assert pieces(resolution) == ["France A stp", "Germany A bur"]


def test_refuge_round() -> None:
    """A retreat of a later round finds its refuge taken by an earlier one, and is disbanded."""
    state = msgspec.structs.replace(
        at("S1901R", {"Germany": "A bur, A par"}).state,
        dislodged=tuple(
            Dislodged(Unit(n, FRANCE, "A", Place(p)), Province("mun"))
            for n, p in ((8, "bur"), (9, "par"))
        ),
        last_id=9,
    )
    orders = {"France": "A bur - gas; A par - gas"}
    at_once = judged(Ask(STANDARD, state), orders)
    assert by_order(at_once) == {"A bur - gas": "failed collided", "A par - gas": "failed collided"}
    in_turn = judged(Ask(ruled(refuge_round=lambda ask, unit: 9 - unit.id), state), orders)
    assert pieces(in_turn) == ["France A gas", "Germany A bur", "Germany A par"]
    assert by_order(in_turn) == {
        "A par - gas": "done retreated",
        "A bur disband": "done disbanded",
        "A bur - gas": "failed taken",
    }


def test_barred() -> None:
    """The place closed to a dislodged unit is the one that the rules name."""
    units = {"France": "A bur", "Germany": "A mun, A ruh"}
    orders = {"Germany": "A mun - bur; A ruh S A mun - bur"}
    ask = at("S1901M", units, variant=ruled(barred=lambda ask, unit, attack, sailed: None))
    assert [d.by for d in judged(at("S1901M", units), orders).dislodged] == ["mun"]
    assert [d.by for d in judged(ask, orders).dislodged] == [None]


def test_aftermath() -> None:
    """What follows a season is the rules' affair; lots are drawn and kept."""

    def plague(ask: Ask, lots: Lots) -> State:
        gone = ask.state.units[lots.draw(len(ask.state.units))]
        left = tuple(u for u in ask.state.units if u != gone)
        return msgspec.structs.replace(ask.state, units=left)

    ask = at("S1901M", {"France": "A par, A mar, F bre"}, variant=ruled(aftermath=plague))
    first = judged(ask, {}, Lots("seed"))
    assert len(first.state.units) == 2
    assert len(first.left.units) == 3
    [drawn] = first.lots
    other = (drawn + 1) % 3
    assert judged(ask, {}, Lots("seed")) == first
    assert judged(ask, {}, Lots("another", [drawn])).state == first.state
    assert judged(ask, {}, Lots("seed", [other])).state != first.state


def test_capture() -> None:
    """A center goes to whom the rules say; here to its occupier in Spring too."""

    def at_once(ask: Ask, center: Province) -> Power | None:
        return next((u.power for u in ask.at.get(center, ())), ask.state.owners.get(center))

    units, centers = {"France": "A bel"}, {"France": "par"}
    late = at("S1901M", units, centers=centers)
    early = at("S1901M", units, centers=centers, variant=ruled(capture=at_once))
    assert owners(judged(late, {})) == {"par": "France"}
    assert owners(judged(early, {})) == {"par": "France", "bel": "France"}


def test_entitlement() -> None:
    """A power may build as many units as the rules entitle it to."""
    ask = at(
        "W1901A",
        {"France": "A bur"},
        centers={"France": "par"},
        variant=ruled(entitlement=lambda ask, power: int(power == FRANCE)),
    )
    assert by_order(judged(ask, {"France": "build A par; waive"})) == {
        "build A par": "done built",
        "waive": "void too_many",
    }


def test_bases() -> None:
    """A power builds where the rules let it, if it owns the place and nobody stands there."""
    anywhere = ruled(bases=lambda ask, power: ask.map.centers)
    centers = {"France": "par, bel, spa"}
    ask = at("F1901M", {"France": "A par"}, centers=centers, variant=anywhere)
    found = {str(piece) for piece in ask.rules.sites(ask, FRANCE)}
    assert found == {"A bel", "F bel", "A spa", "F spa/nc", "F spa/sc"}


def test_sites() -> None:
    """A power builds where the rules let it; here in any center that it owns."""

    def anywhere(ask: Ask, power: Power) -> tuple[Piece, ...]:
        return tuple(Piece("A", Place(c)) for c in ask.state.centers(power))

    ask = at(
        "W1901A", {"France": "A bur"}, centers={"France": "par, mun"}, variant=ruled(sites=anywhere)
    )
    assert pieces(judged(ask, {"France": "build A mun"})) == ["France A bur", "France A mun"]


def test_a_fleet_that_cannot_come_home_is_the_first_to_go() -> None:
    """By its own moves it gets to no home that lies inland: it counts as farthest of all (1971)."""
    ask = at("F1901A", {"France": "A tun, F bre"}, variant=load("standard", {"edition": "1971"}))
    inland = msgspec.structs.replace(ask.state, homes={FRANCE: (Province("par"),)})
    removed = ask.rules.removal_order(Ask(ask.variant, inland), FRANCE)
    assert [str(unit) for unit in removed] == ["F bre", "A tun"]


def test_removal_order() -> None:
    """Civil disorder removes in the rules' order, and only what is in it may be removed."""

    def armies_only(ask: Ask, power: Power) -> tuple[Unit, ...]:
        return tuple(u for u in ask.units_of[power] if u.kind == "A")[::-1]

    ask = at(
        "W1901A",
        {"France": "A par, A bur, F mao, A gas"},
        centers={"France": "par, mar"},
        variant=ruled(removal_order=armies_only),
    )
    assert by_order(judged(ask, {"France": "remove F mao"})) == {
        "remove F mao": "void not_allowed",
        "remove A gas": "done removed",
        "remove A bur": "done removed",
    }


def test_removals_are_owed_where_more_may_go_than_must() -> None:
    """Of what may be removed: by default all that needs supply, else what the rules name."""

    def fleets_only(ask: Ask, power: Power) -> tuple[Unit, ...]:
        return tuple(u for u in ask.units_of[power] if u.kind == "F")

    def owing(variant: Variant, owner: str) -> bool:
        units = {"France": "A par, F mao"}
        return Seat("France") in owed(at("W1901A", units, variant=variant, centers={owner: "par"}))

    assert owing(ruled(), "France")
    assert not owing(ruled(), "Germany")
    assert not owing(ruled(removal_order=fleets_only), "France")


def test_win_at() -> None:
    """The game is won by the number that the rules give."""
    ask = at("F1901M", {"France": "A bur"}, centers={"France": "par, mar, bre"})
    assert judged(ask, {}).state.result is None
    three = Ask(ruled(win_at=lambda ask: 3), ask.state)
    assert judged(three, {}).state.result == Result("solo", (Seat("France"),))


def test_winner() -> None:
    """Other things than centers may win."""
    armies = ruled(winner=lambda ask: Result("solo", tuple(map(Seat, ask.units_of))))
    ask = at("S1901M", {"France": "A bur"}, variant=armies)
    assert judged(ask, {}).state.result == Result("solo", (Seat("France"),))


def test_upheld() -> None:
    """Every module may keep a game from ending though somebody has won."""
    asked: list[Result] = []

    def refused(ask: Ask, result: Result) -> bool:
        asked.append(result)
        return False

    three = ruled(win_at=lambda ask: 3)
    ask = at("F1901M", {"France": "A bur"}, centers={"France": "par, mar, bre"}, variant=three)
    assert judged(ask, {}).state.result is not None
    for variant in (
        ruled(three, upheld=refused),
        ruled(ruled(three, upheld=refused), upheld=lambda ask, result: True),
    ):
        assert judged(Ask(variant, ask.state), {}).state.result is None
    assert asked == [Result("solo", (Seat("France"),))] * 2


def test_outcome() -> None:
    """The game ends as the rules say, when a season is closed."""

    def shared_win(ask: Ask) -> Result | None:
        return Result("shared", (Seat("France"), Seat("Italy")))

    ask = at("S1901M", {"France": "A bur"}, variant=ruled(outcome=shared_win))
    assert judged(ask, {}).state.result == Result("shared", (Seat("France"), Seat("Italy")))


def test_the_first_to_end_the_game_ends_it() -> None:
    """Who has won has won, and of two modules that would end the game the first one does."""
    both = ruled(ruled(outcome=lambda ask: Result("early")), outcome=lambda ask: Result("late"))
    ask = at("F1901M", {"France": "A bur"}, centers={"France": "par, mar, bre"}, variant=both)
    assert judged(ask, {}).state.result == Result("early")
    won = Ask(ruled(both, win_at=lambda ask: 3), ask.state)
    assert judged(won, {}).state.result == Result("solo", (Seat("France"),))


def test_draw() -> None:
    """A draw is shared by whom the rules say, if those vote for it whom they ask."""
    centers = {"France": "par", "Italy": "ven"}
    ask = at("S1901M", {"France": "A bur", "Italy": "A ven"}, centers=centers)
    two = frozenset({Seat("France"), Seat("Italy")})
    assert ask.rules.draw(ask, two) == Result("draw", (Seat("France"), Seat("Italy")))
    assert ask.rules.draw(ask, two - {Seat("Italy")}) is None
    alone = ruled(draw=lambda ask, votes: Result("draw", tuple(votes)))
    france = frozenset({Seat("France")})
    assert conclude(alone, ask.state, france).result == Result("draw", (Seat("France"),))


def game_of(variant: Variant) -> Game:
    """A game by rules of one's own."""
    return Game(variant, GameRecord(variant.id, variant.version))


def test_opening() -> None:
    """A game begins with the position that the rules give, lots included."""

    def by_lot(variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        start = RULES.opening(variant, seats, lots)
        first = lots.shuffled(start.units)[0]
        return msgspec.structs.replace(start, units=(first,))

    variant = ruled(opening=by_lot)
    [unit] = game_of(variant).state.units
    assert unit in Game.new("standard").state.units
    assert game_of(variant).state.units == (unit,)


def test_next_phase() -> None:
    """The calendar is the rules' own: here a year is one Spring."""

    def only_spring(ask: Ask) -> Phase:
        return Phase(ask.state.phase.year + 1, SPRING, MOVEMENT)

    resolution = judged(
        at("S1901M", {"France": "A bur"}, variant=ruled(next_phase=only_spring)), {}
    )
    assert str(resolution.state.phase) == "S1902M"


def placing(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
    """Every piece placed as ordered."""
    verdicts, units = [], list(ask.state.units)
    for subject, orders in elected.items():
        for order in orders:
            piece = piece_of(order)
            assert piece is not None
            units.append(Unit(len(units) + 1, subject.power, piece.kind, piece.place))
            verdicts.append(Verdict.of(subject, order, DONE, Reason("placed")))
    state = msgspec.structs.replace(ask.state, units=tuple(units), last_id=len(units))
    return Resolution(ask.state.phase, tuple(verdicts), state, state)


PLACEMENT = PhaseRule(
    "placement",
    lambda ask, power: (Charge(Subject(power, topic="placement"), ("place",)),),
    lambda ask, subject, prefix: (Step("A bur", PLACE(Piece("A", Place("bur")))),),
    lambda ask, subject, orders: (None,) * len(orders),
    lambda ask, subject: (),
    ("place",),
    placing,
)


def test_phases() -> None:
    """A phase of the variant's own is settled by its own rule, and its orders are due only then."""
    variant = ruled(
        phases={**RULES.phases, "P": PLACEMENT},
        next_phase=lambda ask: Phase(1901, SPRING, MOVEMENT),
    )
    words = Vocabulary(verbs=(PLACE,), year=variant.year.with_kinds(PHASE))
    variant = msgspec.structs.replace(variant, vocabulary=words)
    ask = at("S1901P", {}, variant=variant)
    resolution = judged(ask, {"France": "place A bur", "Italy": "build A ven"})
    assert by_order(resolution) == {"place A bur": "done placed", "build A ven": "void wrong_phase"}
    assert str(resolution.state.phase) == "S1901M"
    assert pieces(resolution) == ["France A bur"]


def test_label() -> None:
    """A phase is called what the rules call it."""
    ask = at("S1901M", {}, variant=ruled(label=lambda ask, phase: f"Year {phase.year - 1900}"))
    assert ask.rules.label(ask, ask.state.phase) == "Year 1"
    plain = [RULES.label(ask, Phase(1901, *at)) for at in ("SM", "FR", "WA", "SX")]
    assert plain == [
        "Spring 1901",
        "Fall 1901, retreats",
        "Winter 1901, adjustments",
        "Spring 1901",
    ]


def test_a_win_that_is_dated_back_is_called_by_its_own_season() -> None:
    ask = at("S1902M", {"France": "A par"})
    won = msgspec.structs.replace(ask.state, result=Result("solo", (), "F1901"))
    assert RULES.label(Ask(STANDARD, won), won.phase) == "Fall 1901"


def test_see() -> None:
    """A seat sees what the rules let it; here, in the open, every ballot."""
    game = game_of(ruled(see=lambda ask, pending, seat: View(ask.state, tuple(pending))))
    game.submit("France", "A par - bur")
    assert len(game.view("Italy").ballots) == 1
    closed = game_of(STANDARD)
    closed.submit("France", "A par - bur")
    assert [len(closed.view(seat).ballots) for seat in ("Italy", "France", None)] == [0, 1, 0]


def test_reveal() -> None:
    """What a seat may know of a result is the rules' affair; sealed orders are their writers'."""
    closed = ruled(disclose=lambda ask, ballot: SEALED if ballot.seat == "France" else SIGNED)
    ask = at("S1901M", {"France": "A bur", "Italy": "A ven"}, variant=closed)
    resolution = judged(ask, {"France": "A bur H", "Italy": "A ven H"})
    seen = {
        seat: len(ask.rules.reveal(ask, resolution, seat).verdicts)
        for seat in (Seat("France"), Seat("Italy"), None)
    }
    assert seen == {"France": 2, "Italy": 1, None: 1}


def test_known() -> None:
    """A position that tells of Spain alone claims nothing of the rest of the board."""
    units, centers = {"France": "A spa"}, {"France": "spa"}
    whole = position_sheet(at("S1901M", units, centers=centers))
    assert "Neutral centers: ank, bel, ber," in whole
    assert "Without units and centers: Austria, England," in whole
    narrow = ruled(known=lambda ask: frozenset({Province("spa"), Province("por")}))
    part = position_sheet(at("S1901M", units, centers=centers, variant=narrow))
    assert "Neutral centers: por.\n" in part
    assert "Without units" not in part
    ask = at("F1901M", units, centers=centers, variant=narrow)
    after = judged(ask, {"France": "A spa - por"})
    assert "Supply centers" not in results_sheet(after, ask, Ask(narrow, after.state))


@pytest.mark.parametrize(
    ("how", "seat", "sealed"),
    [(SIGNED, "France", False), (UNSIGNED, None, False), (SEALED, "France", True)],
)
def test_disclose(how: str, seat: str | None, sealed: bool) -> None:
    """A ballot is published with its author, without, or to its author alone."""
    ask = at("S1901M", {"France": "A par"}, variant=ruled(disclose=lambda ask, ballot: how))
    for order in ("A par - bur", "A par - ber"):
        row = judged(ask, {"France": order}).verdicts[0]
        assert (row.seat, row.sealed) == (seat, sealed)


def test_show() -> None:
    """Facts beside the board are the rules' own."""
    fact = Fact("hole", "bur", "closed for good")
    ask = at("S1901M", {}, variant=ruled(show=lambda ask: (fact,)))
    assert ask.rules.show(ask) == (fact,)
    assert RULES.show(ask) == ()


def test_unknown_questions_are_refused() -> None:
    """An answer to a question that nobody asks is a mistake of the module's."""
    with pytest.raises(TypeError, match="stength: there is no such question: did you mean stre"):
        ruled(stength=lambda ask, force: None)


def test_whether_an_unknown_question_has_its_default_is_a_mistake() -> None:
    """A misspelled name is refused, whether the rules are Standard's or others."""
    changed = ruled(show=lambda ask: ()).rules
    assert RULES.is_default("show") and not changed.is_default("show")
    for rules in (RULES, changed):
        with pytest.raises(TypeError, match="shwo: there is no such question: did you mean show"):
            rules.is_default("shwo")


def test_rules_tell_what_they_answer_otherwise() -> None:
    """Rulesets are compared question by question."""
    assert RULES.answering(muster=together, show=lambda ask: ()).answered_unlike(RULES) == (
        "muster",
        "show",
    )
    assert RULES.answered_unlike(RULES) == ()
