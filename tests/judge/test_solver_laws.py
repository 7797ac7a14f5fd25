"""Laws of the solver, and its pitfalls, each as a small fight."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from dragoman.judge.layout import (
    ANY_ROUTE,
    BOUNCED,
    CONVOYS_FAIL,
    CROSSED,
    DIRECT,
    DUEL,
    EVERY_ROUTE,
    HELD,
    KNOT,
    LAND_OR_ANY,
    LAND_OR_EVERY,
    MOST_GUESSES,
    NO_ROUTE,
    NOBODY,
    ONLY_ANSWER,
    OWN,
    RING,
    TAKEN,
)
from dragoman.judge.solve import solve
from tests.judge.fight import (
    CarrierRow,
    CutRow,
    Fight,
    ForceOutcome,
    ForceRow,
    Outcome,
    SupportRow,
)
from tests.judge.random_fights import random_fight, reorder
from tests.judge.test_solver_twin import in_rows

PATHS = {"~": ANY_ROUTE, "=": EVERY_ROUTE, "?": LAND_OR_ANY, "!": LAND_OR_EVERY, "-": DIRECT}
ALL = 9
LIGHT = ForceRow(0, 1, 1, 0, 0, light=1)


class Solution(NamedTuple):
    """What the solver tells of a fight in words, by the names of its forces and places."""

    fates: str
    knots: int
    stood_off: str
    forces: dict[str, ForceOutcome]
    takers: dict[str, str]

    def cause(self, name: str) -> tuple[int, str]:
        """Why a move failed, and because of whom."""
        force = self.forces[name]
        return force.cause, "" if force.stopper is None else list(self.forces)[force.stopper]

    def strengths(self, name: str) -> tuple[int | None, int | None]:
        """What a move counted for, and what it had to beat."""
        return self.forces[name].strength, self.forces[name].against


def fight(text: str, *, peaces: Sequence[str] = (), clashes: Sequence[str] = ()) -> Solution:
    """Solve a fight in a line: name, side, place and goal, what it does, strengths.

    `a F par-bur 2; b F mun S a 2,1,0; c E eng C e 3; e E lon~bel; l F gas L; h F mar 1/0` are a
    move of strength 2, a support with its worths, a fleet that touches both ends, a move by sea, a
    light force, and one that defends less well than it attacks. `~` goes by any route, `=` by
    every, `?` and `!` by land if that fails.
    """
    rows = [line.split() for line in text.split(";")]
    names = {row[0]: i for i, row in enumerate(rows)}
    places: dict[str, int] = {}
    forces = tuple(force(row, places) for row in rows)
    supports: list[SupportRow] = []
    cuts: list[CutRow] = []
    for giver, row in enumerate(rows):
        if row[3:4] == ["S"]:
            worth = tuple(map(int, row[5].split(","))) if len(row) > 5 else (1, 0)
            support = SupportRow(giver, names[row[4]], worth)
            cuts += cutting(forces, support, len(supports))
            supports.append(support)
    carriers = [
        CarrierRow(names[row[4]], i, int(row[5])) for i, row in enumerate(rows) if row[3:4] == ["C"]
    ]
    links = [
        (a, b)
        for b, two in enumerate(carriers)
        for a, one in enumerate(carriers[:b])
        if one.cargo == two.cargo and one.ends != 3 != two.ends
    ]
    table = Fight(
        len(places),
        forces,
        tuple(supports),
        tuple(cuts),
        tuple(carriers),
        tuple(links),
        tuple((names[pair[0]], names[pair[1]]) for pair in clashes),
        tuple((names[pair[0]], names[pair[1]]) for pair in peaces),
    )
    return solution(table, list(names), list(places))


def force(row: list[str], places: dict[str, int]) -> ForceRow:
    """The force that one line speaks of."""
    way = next((sign for sign in PATHS if sign in row[2]), "-")
    start, _, end = row[2].partition(way)
    place = places.setdefault(start, len(places))
    goal = places.setdefault(end or start, len(places))
    light = row[-1] == "L"
    said = row[-1].split(",")[0] if row[-1][0].isdigit() else "1"
    attack, _, defence = said.partition("/")
    if row[3:4] == ["C"]:
        attack = "1"
    strengths = (0, 0) if light else (int(attack), int(defence or attack))
    return ForceRow(place, goal, ord(row[1]), *strengths, PATHS[way], int(light))


def cutting(forces: Sequence[ForceRow], support: SupportRow, number: int) -> list[CutRow]:
    """The attacks on a supporter; one from the place aimed at cuts only by arriving."""
    giver, aim = forces[support.giver], forces[support.receiver].goal
    return [
        CutRow(m, number, 0 if f.place == aim else f.attack, ALL)
        for m, f in enumerate(forces)
        if f.goal == giver.place != f.place and f.side != giver.side and not f.light
    ]


def solution(table: Fight, names: list[str], places: list[str]) -> Solution:
    """What the solver tells of a fight."""
    flat = table.flat()
    solve(flat)
    outcome = Outcome.read(flat)
    fates = zip(names, outcome.forces, strict=True)
    spots = list(zip(places, outcome.places, strict=True))
    return Solution(
        " ".join(f"{name}{'-+x'[f.fate]}" for name, f in fates),
        outcome.knots,
        " ".join(place for place, p in spots if p.stood_off),
        dict(zip(names, outcome.forces, strict=True)),
        {place: names[p.taker] for place, p in spots if p.taker is not None},
    )


def test_p1_halves_on_both_sides_of_a_duel_have_one_answer() -> None:
    """Bounds stay open and "all arrive" is false; only "none" agrees."""
    t = fight("a A x-y; b A x S a; c B y-x; e B y S c", peaces=["ab", "ce"])
    assert (t.fates, t.knots) == ("a- b- c- e-", ONLY_ANSWER)
    assert [t.cause(name) for name in "ac"] == [(DUEL, "c"), (DUEL, "a")]


def test_p2_a_ring_goes_before_the_search() -> None:
    """Either nobody gets over, or b does and dislodges the support that would have stopped it."""
    t = fight("a B s-t; c B v S a; b G t-v 2", clashes=["ab"])
    assert (t.fates, t.knots) == ("a- cx b+", RING)
    assert (t.cause("a"), t.strengths("a")) == ((CROSSED, "b"), (1, 2))
    assert t.forces["c"].by == 2


def test_p3_two_answers_of_which_none_is_full_leave_nobody_moving() -> None:
    """A half whose defence is below its attack: either a or b could arrive; flagged."""
    table = Fight(
        2,
        (ForceRow(0, 1, 1, 2), ForceRow(1, 0, 2), ForceRow(1, 1, 2, 1, 0)),
        (SupportRow(2, 1, (2, 0)),),
        (CutRow(0, 0, 0, ALL),),
        peaces=((1, 2),),
    )
    t = solution(table, ["a", "b", "c"], ["x", "y"])
    assert (t.fates, t.knots) == ("a- b- c-", NOBODY)
    assert [t.cause(name) for name in "ab"] == [(DUEL, "b"), (KNOT, "")]


def test_p4_a_light_force_enters_where_two_moves_bounced() -> None:
    """It is left out of the battle, and the place stays barred to retreats."""
    t = fight("l F bel-hol L; a G kie-hol; b E ruh-hol")
    assert (t.fates, t.knots) == ("l+ a- b-", 0)
    assert (t.stood_off, t.takers) == ("hol", {})
    assert [t.cause(name) for name in "ab"] == [(BOUNCED, "b"), (BOUNCED, "a")]


@pytest.mark.parametrize(
    ("text", "fates", "strengths"),
    [
        ("a T cin-sil; b T cin H; e C sil-cin 2", "a- b- e-", (2, 2)),
        ("a T cin-sil; b T cin H; e C sil-cin 2; f C tin S e", "ax bx e+ f-", (3, 2)),
    ],
)
def test_p5_a_half_beaten_head_on_still_adds_its_defence(
    text: str, fates: str, strengths: tuple[int, int]
) -> None:
    """Those who stay defend together, also one that failed to leave."""
    t = fight(text, peaces=["ab"])
    assert (t.fates, t.knots, t.strengths("e")) == (fates, 0, strengths)


def test_p6_a_barred_support_is_left_out_against_rivals_too() -> None:
    """B's support may not help to dislodge B, so a counts 2 against r as well."""
    t = fight("a A x-z; b A w S a; s B v S a; o B z H; r C y-z; q C u S r")
    assert (t.fates, t.knots) == ("a- b- s- o- r- q-", 0)
    assert (t.cause("a"), t.strengths("a")) == ((BOUNCED, "r"), (2, 2))
    assert t.forces["a"].cause == t.forces["r"].cause


def test_p7_support_by_the_victims_countrymen_counts_in_what_it_must_beat() -> None:
    """R's attack is helped by T only against what T itself must beat head-on (DATC)."""
    t = fight("a R arm-ank; b T bla S a; c T con S a; e T ank-arm; f T smy S e")
    assert (t.fates, t.knots) == ("a- b- c- e- f-", 0)
    assert (t.cause("a"), t.strengths("a")) == ((DUEL, "e"), (1, 2))
    assert (t.cause("e"), t.strengths("e")) == ((DUEL, "a"), (2, 3))


def test_p8_a_rival_below_the_possible_need_is_still_a_sure_stop() -> None:
    """r stops m whatever becomes of o, so no knot is left to untie."""
    t = fight("m A x-z; o B z-w 1/2; q C w-x; r D y-z")
    assert (t.fates, t.knots) == ("m- o- q- r-", 0)
    assert (t.cause("m"), t.strengths("m")) == ((HELD, "o"), (1, 2))


@pytest.mark.parametrize(
    ("text", "fates", "knots"),
    [
        ("a A x-y; b B y-z; c C z-x", "a+ b+ c+", RING),
        ("a E x~y; f E eng C a 3; b F y-x", "a+ f- b+", RING),
        ("a F tun~nap; f F tyn C a 3; b I ion-tyn; c I nap S b", "a- fx b+ c-", CONVOYS_FAIL),
        (
            "a E lon~bel; f E eng C a 3; g E nth C a 3; b F bre-eng; c F iri S b",
            "a+ fx g- b+ c-",
            0,
        ),
        (
            "a E lon=bel; f E eng C a 3; g E nth C a 3; b F bre-eng; c F iri S b",
            "a- fx g- b+ c-",
            0,
        ),
        ("a E lon~tun; f E mao C a 1; g E wes C a 2", "a+ f- g-", 0),
        (
            "a E lon~tun; f E mao C a 1; g E wes C a 2; b F tys-wes; c F sar S b",
            "a- f- gx b+ c-",
            0,
        ),
        ("a F spa~tus; f I lyo C a 3; b I tus H; c I rom S a", "a- f- b- c-", 0),
        ("a E nwy?swe; f F ska C a 3; b R swe-nwy", "a+ f- b+", RING),
        ("a E nwy?swe; f F ska C a 3; b R swe-nwy; c G den-ska; e G nth S c", "a- fx b- c+ e-", 0),
        ("a E nwy!swe; f F ska C a 3; b R swe-nwy; c G den-ska; e G nth S c", "a- fx b- c+ e-", 0),
        ("a A p~q; b B r-q", "a- b+", 0),
        ("l F gas L; a G bur-gas", "lx a+", 0),
        ("l F bel-hol L; a G kie-hol; b E ruh-bel", "lx a+ b+", 0),
        ("a F par S b 2,1,0; b F mar-bur; c G bur H; e G pic-par", "a- b+ cx e-", 0),
        ("a F par S b 2,1,0; b F mar-bur; c G bur H; e G pic-par 2", "a- b- c- e-", 0),
    ],
)
def test_worked_fights(text: str, fates: str, knots: int) -> None:
    """Rings, convoys by every rule, light forces and partial cuts."""
    t = fight(text)
    assert (t.fates, t.knots) == (fates, knots)


@pytest.mark.parametrize(
    ("text", "stood_off", "takers"),
    [
        ("a A x-z; b B y-z", "z", {}),
        ("a A x-z; b B y-z; o C z-w", "z", {"w": "o"}),
        ("a A x-z; b B y-z; c C w-z; e C v S c", "", {"z": "c"}),
        ("a A x-z; o C z H", "", {}),
        ("a A x-z; b B y-z; o C z H", "", {}),
        ("a A x-z; b B y-z; o C z L", "z", {}),
        ("a A x-z; s A w S a; o C z H", "", {"z": "a"}),
        # The loser of a duel bars nobody from the place it came from or went to.
        ("a A x-y; b B y-x; s B w S b; c C z-y", "", {"x": "b", "y": "c"}),
        # Nor does an army that no fleet delivered.
        ("a A x~z; b B y-z", "", {"z": "b"}),
        ("a A x-z 0; b B y-z 0", "z", {}),
    ],
)
def test_stand_offs_and_takers(text: str, stood_off: str, takers: dict[str, str]) -> None:
    """A place is stood off if moves that reached it bounced each other and left it vacant."""
    t = fight(text)
    assert (t.stood_off, t.takers) == (stood_off, takers)


def test_the_loser_of_a_crossing_bars_nobody() -> None:
    """Neither from the goal it did not reach nor from retreats there."""
    t = fight("a F sic-nap; c F rom S a; b G tys-ion; e T gre-ion", clashes=["ab"])
    assert (t.fates, t.stood_off, t.takers) == ("a+ c- b- e+", "", {"nap": "a", "ion": "e"})
    t = fight("a F sic-nap; b G tys-ion; e T apu-nap; h I rom-nap", clashes=["ab"])
    assert (t.fates, t.stood_off) == ("a- b- e- h-", "nap")


def test_the_loser_of_a_duel_makes_no_stand_off_with_a_move_in_a_knot() -> None:
    """r would, by arriving, lose the support it needs to cross; m, beaten by f, bars nobody."""
    forces = (
        ForceRow(0, 1, 1, 3, 3),
        ForceRow(1, 2, 2, 3, 3),
        ForceRow(2, 1, 3),
        ForceRow(3, 4, 4, 3, 3),
        ForceRow(5, 5, 1),
    )
    supports, cuts = (SupportRow(4, 0),), (CutRow(0, 0, 0, ALL),)
    t = solution(Fight(6, forces, supports, cuts, clashes=((0, 3),)), list("rfmxs"), list("ugyvwz"))
    assert (t.fates, t.knots, t.stood_off) == ("r- f+ mx x- s-", NOBODY, "")
    assert [t.cause(name) for name in "rmx"] == [(KNOT, ""), (BOUNCED, "r"), (CROSSED, "r")]


def test_friends_that_arrive_together_bar_only_others() -> None:
    """Two forces at peace share what they take; the stronger is named."""
    t = fight("a A x-z; b A x-z 2; c B y-z 0", peaces=["ab"])
    assert (t.fates, t.stood_off, t.takers) == ("a+ b+ c-", "", {"z": "b"})
    t = fight("a A x-z; b A x-z 2; o B z 0", peaces=["ab"])
    assert (t.fates, t.forces["o"].by) == ("a+ b+ ox", 1)


@pytest.mark.parametrize(
    ("text", "cause", "strengths"),
    [
        ("a A x-z; b B y-z; c C w-z; e C v S c", (BOUNCED, "c"), (1, 2)),
        ("a A x-z; b B y-z; o C z H; s C w S o", (HELD, "o"), (1, 2)),
        ("a A x-z; b B y-z; c C w S b; o D z H", (BOUNCED, "b"), (1, 2)),
        ("a A x-z; o A z H; b B y-z", (OWN, "o"), (None, None)),
        ("a A x~z; f A s C a 3; b B y-s; c B w S b", (NO_ROUTE, "f"), (None, None)),
        ("a A x~z", (NO_ROUTE, ""), (None, None)),
        ("a A x-z L; b B y-z", (TAKEN, "b"), (None, None)),
        ("a A x-z L; b B z H", (TAKEN, "b"), (None, None)),
        # Not before its route is known to stand is a bounce the reason.
        ("a A x~z; b B y-z; f A s C a 3; c B r-s; e B t S c", (NO_ROUTE, "f"), (None, None)),
    ],
)
def test_the_cause_names_the_strongest(
    text: str, cause: tuple[int, str], strengths: tuple[int | None, int | None]
) -> None:
    """A move stopped by several is stopped by the strongest of them."""
    t = fight(text)
    assert (t.cause("a"), t.strengths("a")) == (cause, strengths)


def test_a_crossing_lost_to_several_names_the_strongest() -> None:
    """However the clashes are written."""
    for clashes in (["ab", "ac", "ae"], ["ea", "ca", "ba"], ["ac", "ab", "ea"]):
        t = fight("a A x-z; b B y-w; c C v-u 3; e E s-r 2", clashes=clashes)
        assert (t.cause("a"), t.strengths("a")) == ((CROSSED, "c"), (1, 3))


def test_what_a_ring_leaves_behind_does_not_hold_it_up() -> None:
    """A light force that cannot leave a place in the ring is no part of it."""
    t = fight("a A x-y; b B y-z; c C z-x; l B y-x L", peaces=["bl"])
    assert (t.fates, t.knots) == ("a+ b+ c+ lx", RING)
    assert t.cause("l") == (TAKEN, "c")


def test_a_light_force_that_cuts_may_be_part_of_a_ring() -> None:
    """l can enter if u leaves, and u can leave if l, by entering, cuts the support against it."""
    forces = (LIGHT, ForceRow(1, 2, 2, 2, 2), ForceRow(2, 2, 3), ForceRow(3, 3, 3))
    table = Fight(4, forces, (SupportRow(3, 2),), (CutRow(0, 0, 0, ALL),))
    t = solution(table, ["l", "u", "w", "t"], ["x", "g", "h", "k"])
    assert (t.fates, t.knots, t.takers) == ("l+ u+ wx t-", RING, {"h": "u"})
    assert (t.strengths("u"), t.strengths("l")) == ((2, 1), (None, None))


def test_a_light_force_that_cuts_may_be_part_of_a_knot() -> None:
    """Either r arrives, or l enters, cuts its support, and r bounces off q; no rule says which."""
    forces = (LIGHT, ForceRow(2, 1, 2), ForceRow(3, 1, 3), ForceRow(4, 4, 2))
    table = Fight(5, forces, (SupportRow(3, 1),), (CutRow(0, 0, 0, ALL),))
    t = solution(table, ["l", "r", "q", "s"], ["x", "g", "y", "z", "k"])
    assert (t.fates, t.knots, t.stood_off) == ("l- r- q- s-", NOBODY, "g")
    assert [t.cause(name) for name in "lrq"] == [(KNOT, ""), (KNOT, ""), (BOUNCED, "r")]


def test_the_duel_of_a_rival_may_be_part_of_a_knot() -> None:
    """m can enter if f beats r head-on, and f cannot if m, by entering, cuts its support."""
    forces = (ForceRow(0, 1, 1), ForceRow(1, 2, 2), ForceRow(2, 1, 3), ForceRow(3, 3, 2))
    table = Fight(4, forces, (SupportRow(3, 1),), (CutRow(0, 0, 0, ALL),))
    t = solution(table, ["m", "f", "r", "s"], ["x", "g", "y", "k"])
    assert (t.fates, t.knots) == ("m- f- r- s-", NOBODY)
    assert [t.cause(name) for name in "mfr"] == [(HELD, "f"), (KNOT, ""), (DUEL, "f")]


def test_a_rival_that_may_sail_past_its_duel_may_be_part_of_a_knot() -> None:
    """r presses only if it sails, and m, by entering, would save its fleet."""
    forces = (
        ForceRow(0, 1, 1),
        ForceRow(1, 2, 2, 3, 3),
        ForceRow(2, 1, 3, path=LAND_OR_ANY),
        ForceRow(3, 3, 3),
        ForceRow(4, 3, 1),
        ForceRow(5, 5, 1),
    )
    table = Fight(6, forces, (SupportRow(5, 4),), (CutRow(0, 0, 0, ALL),), (CarrierRow(2, 3),))
    t = solution(table, list("mfrhcs"), list("uvwxyz"))
    assert (t.fates, t.knots) == ("m+ f+ rx h- c- s-", CONVOYS_FAIL)
    assert (t.cause("r"), t.strengths("r")) == ((DUEL, "f"), (1, 3))


def test_a_move_by_land_or_sea_in_a_knot_goes_by_land() -> None:
    """If a sails it passes b, who by arriving saves a's fleet; by land they stop each other."""
    forces = (
        ForceRow(0, 1, 1, path=LAND_OR_ANY),
        ForceRow(1, 0, 2),
        ForceRow(2, 2, 1),
        ForceRow(3, 2, 3),
        ForceRow(4, 4, 3),
    )
    table = Fight(5, forces, (SupportRow(4, 3),), (CutRow(1, 0, 0, ALL),), (CarrierRow(0, 2),))
    t = solution(table, list("abfcs"), list("vwxyz"))
    assert (t.fates, t.knots) == ("a- b- fx c+ s-", CONVOYS_FAIL)
    assert [t.cause(name) for name in "ab"] == [(DUEL, "b"), (DUEL, "a")]
    assert (t.forces["a"].route, t.forces["a"].sea) == (True, False)


def chain(length: int, *, convoy: bool) -> Fight:
    """Moves each of which would cut, by arriving, the support that the one before it needs.

    The last one's support is cut by the first move, or by a convoyed move if the first attacks the
    fleet that carries it.
    """
    forces: list[ForceRow] = []
    supports: list[SupportRow] = []
    cuts: list[CutRow] = []
    for k in range(length):
        mover, giver, held = 3 * k, 3 * k + 1, 3 * k + 2
        goal = giver - 3 if k else held
        forces += [
            ForceRow(mover, goal, 0),
            ForceRow(giver, giver, 1 + k),
            ForceRow(held, held, -1),
        ]
        supports.append(SupportRow(giver, mover))
        cuts.append(CutRow((mover + 3) % (3 * length), k, 0, 1))
    if not convoy:
        forces[0] = forces[0]._replace(goal=3 * length - 2)
        return Fight(3 * length, tuple(forces), tuple(supports), tuple(cuts))
    army = 3 * length
    forces.append(ForceRow(army, army - 2, 0, path=ANY_ROUTE))
    cuts[-1] = CutRow(army, length - 1)
    carriers = (CarrierRow(army, 2),)
    return Fight(army + 1, tuple(forces), tuple(supports), tuple(cuts), carriers)


@pytest.mark.parametrize("length", [3, MOST_GUESSES + 1])
def test_a_knot_that_no_rule_covers_leaves_nobody_moving(length: int) -> None:
    """Searched or too large to search."""
    flat = chain(length, convoy=False).flat()
    solve(flat)
    outcome = Outcome.read(flat)
    assert outcome.knots == NOBODY
    assert {force.fate for force in outcome.forces} == {0}


@pytest.mark.parametrize("length", [3, MOST_GUESSES + 1])
def test_a_convoy_in_a_knot_fails_if_nothing_else_settles_it(length: int) -> None:
    """Searched or too large to search; the rest then follows from the other end."""
    flat = chain(length, convoy=True).flat()
    solve(flat)
    outcome = Outcome.read(flat)
    assert outcome.knots == CONVOYS_FAIL
    movers = [force.fate for force in outcome.forces[:-1:3]]
    assert movers == [int(k % 2 == 0) for k in range(length)]
    assert outcome.forces[-1][2:4] == (KNOT, None)


def test_a_tie_has_the_same_cause_however_late_it_is_known() -> None:
    """f holds m with 1 and, once its fleet is lost, meets it head-on with 1: a duel goes before."""
    lines = ["f B y?x", "q C w-x 3", "m A x-y", "h B s C f 3", "c D r-s", "e D t S c"]
    for order in (lines, lines[::-1], lines[3:] + lines[:3]):
        t = fight("; ".join(order))
        assert (t.cause("m"), t.strengths("m")) == ((DUEL, "f"), (1, 1))


def essence(force: ForceOutcome) -> tuple[object, ...]:
    """What is said of a force, but for who is named where several are equally strong."""
    return force._replace(
        by=None if force.by is None else -1, stopper=None if force.stopper is None else -1
    )


@pytest.mark.parametrize("chunk", range(4))
def test_the_order_of_rows_does_not_matter(chunk: int) -> None:
    """Fates, causes, strengths, worths and stand-offs are the same however the rows are sorted."""
    for seed in range(chunk * 500, chunk * 500 + 500):
        rng = Random(seed)
        table = random_fight(rng, 14)
        other = reorder(rng, table)
        flat, flat_too = in_rows(table).flat(), in_rows(other.table).flat()
        solve(flat)
        solve(flat_too)
        one, two = Outcome.read(flat), Outcome.read(flat_too)
        assert two.knots == one.knots
        assert [essence(f) for f in two.forces] == [essence(one.forces[i]) for i in other.forces]
        assert [s.given for s in two.supports] == [one.supports[i].given for i in other.supports]
        assert [p.stood_off for p in two.places] == [one.places[i].stood_off for i in other.places]
