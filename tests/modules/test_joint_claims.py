"""Claims of victory: a table of accepted, refused and malformed ones, and what conditions mean."""

from random import Random
from typing import Any

import msgspec
import pytest

from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.judge.turn import admit
from dragoman.model import Power, Result, Seat, State, Unit, read_phase
from dragoman.modules.joint_claims import facts
from dragoman.record import Game
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.report import explain
from dragoman.rules import Ask, Variant
from dragoman.variants import load
from dragoman.words.speech import spoken_facts


@pytest.fixture(scope="module")
def variant() -> Variant:
    """Seven players numbered 1 to 7, each with another country on every board."""
    return load("heptadiplomacy", {"assignment": "B"})


def holding(variant: Variant, counts: dict[str, int], units: str = "") -> State:
    """An Autumn in which seats own so many centers, board 1 being given out last."""
    start = opening(variant, (), "claims")
    free = iter(reversed(variant.map.centers))
    owners = {
        next(free): start.seats[Seat(seat)][-1]
        for seat, count in counts.items()
        for _ in range(count)
    }
    placed = [text.split() for text in units.split(",") if text.strip()]
    return msgspec.structs.replace(
        start,
        phase=read_phase("F1905M"),
        units=tuple(
            Unit(n, Power(power), kind, Place(at)) for n, (power, kind, at) in enumerate(placed, 1)
        ),
        owners=owners,
        last_id=len(placed),
    )


def judged(variant: Variant, state: State, orders: dict[str, list[str]]) -> State:
    """The position after a phase."""
    ask = Ask(variant, state)
    ballots = [
        ballot
        for seat, lines in orders.items()
        for ballot in file_orders(ask, Seat(seat), read_lines(ask, Seat(seat), lines)).ballots
    ]
    return adjudicate(variant, state, ballots).state


def result(variant: Variant, counts: dict[str, int], claims: dict[str, str]) -> str:
    """Who wins an Autumn with these holdings and claims, in words."""
    orders = {seat: [f"claim {text}"] for seat, text in claims.items()}
    found = judged(variant, holding(variant, counts), orders).result
    return f"{' '.join(found.winners)} {found.how}" if found else ""


EVEN = {"1": 65, "2": 65}
THREE = {"1": 64, "4": 64, "3": 58, "7": 52}

ACCEPTED = [
    # Holdings, claims, and how it ends.
    ({"1": 70}, {}, "1 solo"),
    ({"1": 70, "2": 71, "3": 60, "4": 37}, {}, "1 2 first equal"),
    ({"1": 70}, {"1": "SOLO"}, "1 solo"),
    ({"1": 63, "2": 67}, {"1": "TWO 2", "2": "TWO 1"}, "1 2 two-way"),
    (EVEN, {"1": "two 2", "2": "TWO 1"}, "1 2 two-way"),
    (
        {"1": 58, "2": 58, "3": 69},
        {"1": "THREE 2 3", "2": "THREE 3 1", "3": "THREE 1 2"},
        "1 2 3 three-way",
    ),
    (
        THREE,
        {"1": "TWO 4 ELSE THREE 4 7 ELSE THREE 3 4", "3": "THREE 1 4", "4": "THREE 3 1"},
        "1 3 4 three-way",
    ),
    # Agreement at any rank is kept (H18).
    (EVEN, {"1": "THREE 3 4 ELSE TWO 3 ELSE TWO 2", "2": "TWO 4 ELSE TWO 1"}, "1 2 two-way"),
    # The set that is agreed upon in an earlier round stands.
    (
        {"1": 69, "2": 69, "3": 69},
        {"1": "TWO 2", "2": "TWO 1 ELSE TWO 3", "3": "TWO 2"},
        "1 2 two-way",
    ),
    # Smaller sets first in a round.
    (
        {"1": 66, "2": 65, "3": 58},
        {"1": "TWO 2 ELSE THREE 2 3", "2": "TWO 1 ELSE THREE 1 3", "3": "THREE 1 2"},
        "1 2 two-way",
    ),
    # Two sets that do not overlap, and a set beside one who wins alone (H19): all are first equal.
    ({"1": 65, "2": 65, "3": 70}, {"1": "TWO 2", "2": "TWO 1"}, "1 2 3 first equal"),
    # One with enough alone joins a set ranked before SOLO, or if he claims no SOLO.
    ({"1": 72, "2": 63}, {"1": "TWO 2 ELSE SOLO", "2": "TWO 1"}, "1 2 two-way"),
    ({"1": 72, "2": 63}, {"1": "TWO 2", "2": "TWO 1"}, "1 2 two-way"),
    ({"1": 72, "2": 63}, {"1": "SOLO ELSE TWO 2", "2": "TWO 1"}, "1 solo"),
    ({"1": 72, "2": 63}, {"1": "SOLO IF CENTERS(1) >= 80 ELSE TWO 2", "2": "TWO 1"}, "1 2 two-way"),
    ({"1": 69, "2": 63}, {"1": "SOLO ELSE TWO 2", "2": "TWO 1"}, "1 2 two-way"),
    # Conditions on holdings.
    (EVEN, {"1": "TWO 2 IF CENTERS(2) >= 65 AND NOT CENTERS(3) >= 1", "2": "TWO 1"}, "1 2 two-way"),
    (
        EVEN,
        {"1": "TWO 2 IF CENTRES(2)=65", "2": "TWO 1 IF (CENTERS(1) <= 3 OR CENTERS(1) = 65)"},
        "1 2 two-way",
    ),
    (EVEN, {"1": "TWO 2 IF OWNS(1, 7:Trieste) OR OWNS(2, 7:tri)", "2": "TWO 1"}, "1 2 two-way"),
]

REFUSED = [
    ({"1": 69}, {"1": "SOLO"}),
    ({"1": 63, "2": 66}, {"1": "TWO 2", "2": "TWO 1"}),
    ({"1": 62, "2": 68}, {"1": "TWO 2", "2": "TWO 1"}),
    ({"1": 57, "2": 64, "3": 64}, {"1": "THREE 2 3", "2": "THREE 3 1", "3": "THREE 1 2"}),
    # Every member must claim exactly the same set (H17).
    (EVEN, {"1": "TWO 2"}),
    (EVEN, {"1": "TWO 2", "2": "THREE 1 3"}),
    (THREE, {"1": "THREE 4 3", "3": "THREE 1 4", "4": "TWO 1"}),
    # Overlapping sets of one size, agreed upon in the same round, cancel each other.
    (
        {"1": 69, "2": 69, "3": 69},
        {"1": "SOLO ELSE TWO 2", "2": "TWO 1 ELSE TWO 3", "3": "SOLO ELSE TWO 2"},
    ),
    # A condition that is false.
    (EVEN, {"1": "TWO 2 IF CENTERS(2) <= 64", "2": "TWO 1"}),
    (EVEN, {"1": "TWO 2", "2": "TWO 1 IF NOT (CENTERS(1) = 65 AND CENTERS(2) = 65)"}),
    (EVEN, {"1": "TWO 2 IF ORDERED(2, A 1:vie H)", "2": "TWO 1"}),
]

MALFORMED = [
    # The claim, and where reading stops.
    ("nothing of the sort", 1, "expected SOLO, TWO or THREE"),
    ("TWO", 4, "expected a player"),
    ("TWO 9", 5, "expected a player"),
    pytest.param("TWO " + "1" * 5000, 5, "expected a player", id="a number of 5000 digits"),
    ("TWO 1", 5, "a player cannot be his own partner"),
    ("THREE 4", 8, "expected a player"),
    ("THREE 4 4", 9, "4 is named twice"),
    ("SOLO 4", 6, "expected ELSE, IF or the end"),
    ("TWO 9 ELSE", 5, "expected a player"),
    ("TWO 4 IF", 9, "expected CENTERS, OWNS, ORDERED, SUCCEEDED, BUILDS, NOT or ("),
    ("TWO 4 IF CENTERS 4 > 3", 18, "expected ("),
    ("TWO 4 IF CENTERS(4) > 3", 21, "expected >=, <= or ="),
    ("TWO 4 IF CENTERS(4) >= many", 24, "expected a number"),
    ("TWO 4 IF (CENTERS(4) >= 3", 26, "expected )"),
    ("TWO 4 IF OWNS(4)", 16, "expected ,"),
    ("TWO 4 IF OWNS(4, par)", 18, "expected a board before 'par', such as 1:par"),
    ("TWO 4 IF OWNS(4, 8:par)", 18, "no board called '8'"),
    ("TWO 4 IF OWNS(4, 1:xyz)", 20, "no place called 'xyz'"),
    ("TWO 4 IF OWNS(4, 1:bur)", 18, "1:bur is not a supply center"),
    ("TWO 4 IF BUILDS(4, 1:par)", 25, "expected a unit before the place"),
    ("TWO 4 IF ORDERED(4, A 1:par)", 28, "expected -, S, C or H"),
    ("TWO 4 IF ORDERED(4, F 1:eng C A 1:lon)", 38, "expected - after A 1:lon"),
    ("TWO 4 IF ORDERED(4, A 1:par - xyz)", 31, "no place called 'xyz'"),
    ("TWO 4 AND TWO 5", 7, "expected ELSE, IF or the end"),
    ("SOLO IF " + "(" * 600, 39, "no more than 30 conditions within one another"),
    ("SOLO IF " + "NOT " * 400, 129, "no more than 30 conditions within one another"),
]


@pytest.mark.parametrize(("counts", "claims", "ending"), ACCEPTED)
def test_accepted(
    variant: Variant, counts: dict[str, int], claims: dict[str, str], ending: str
) -> None:
    """These claims are made good."""
    assert result(variant, counts, claims) == ending


@pytest.mark.parametrize(("counts", "claims"), REFUSED)
def test_refused(variant: Variant, counts: dict[str, int], claims: dict[str, str]) -> None:
    """These claims are not made good, and the game goes on."""
    assert result(variant, counts, claims) == ""


@pytest.mark.parametrize(("text", "at", "expected"), MALFORMED)
def test_malformed(variant: Variant, text: str, at: int, expected: str) -> None:
    """A claim that is not understood is void, and the reason points at the place."""
    ask = Ask(variant, holding(variant, EVEN))
    seat = Seat("1")
    filed = file_orders(ask, seat, read_lines(ask, seat, [f"claim {text}"]))
    [verdict] = adjudicate(variant, ask.state, filed.ballots).verdicts[:1]
    assert (verdict.outcome, verdict.reason.code) == ("void", "malformed")
    assert verdict.reason.note.startswith(expected)
    assert verdict.reason.note.endswith(f" at {at}")


HOLD = {"type": "hold", "unit": {"kind": "A", "place": "1:vie"}}

ORDERS = [
    # An order that player 1 gives, a condition of player 2's on it, and whether it is true.
    ("A 1:vie - 3:gal", "ORDERED(1, A(1:Vie)-3:Gal)", True),
    ("A 1:vie - 3:gal", "ORDERED(1, Army Vienna to Galicia)", None),
    ("A 1:vie - 3:gal", "ORDERED(1, A 1:Vienna -> 3:Galicia)", True),
    ("A 1:vie - 1:gal", "ORDERED(1, A 1:vie - gal)", True),
    ("A 1:vie - 1:gal", "ORDERED(2, A 1:vie - gal)", False),
    ("A 1:vie - 1:gal", "SUCCEEDED(1, A 1:vie - gal)", True),
    ("A 1:vie - 1:tri", "SUCCEEDED(1, A 1:vie - tri)", False),
    ("A 1:vie - 1:tri", "ORDERED(1, A 1:vie - tri)", True),
    ("A 1:vie - 1:par", "ORDERED(1, 1:vie - par)", True),
    ("A 1:vie H", "ORDERED(1, A 1:vie holds)", True),
    ("A 1:vie S F 1:tri", "ORDERED(1, A 1:vie S F tri)", True),
    ("A 1:vie S F 1:tri", "ORDERED(1, A 1:vie S F tri - ven)", False),
    ("A 1:vie S F 1:tri - 1:ven", "ORDERED(1, A 1:vie S F tri - 1:ven)", True),
    ("A 1:vie S A 1:bud - 1:gal", "ORDERED(1, A 1:vie supports A bud - gal)", True),
    ("F 1:gre C A 1:bud - 1:gal", "ORDERED(1, F 1:gre C A 1:bud - 1:gal)", True),
    ("F 1:mao - 1:spa/nc", "ORDERED(1, F 1:mao - spa)", True),
    ("F 1:mao - 1:spa/nc", "ORDERED(1, F 1:mao - spa(nc))", True),
    ("F 1:mao - 1:spa/nc", "ORDERED(1, F 1:mao - spa/sc)", False),
    ("A 1:vie H", "BUILDS(1, A 1:vie) OR ORDERED(1, A 1:vie H)", True),
]


@pytest.mark.parametrize(("order", "condition", "true"), ORDERS)
def test_conditions_on_orders(
    variant: Variant, order: str, condition: str, true: bool | None
) -> None:
    """Conditions are tested against orders as they were written, and what came of them (H20)."""
    mine = ("A 1:vie", "A 1:bud", "F 1:gre", "F 1:mao")
    units = ",".join([*(f"Austria@1 {unit}" for unit in mine), "Italy@1 A 1:tri"])
    state = holding(variant, EVEN, units)
    orders = {"1": [order, "claim TWO 2"], "2": [f"claim TWO 1 IF {condition}"]}
    assert (judged(variant, state, orders).result is not None) == bool(true)


def test_a_condition_on_builds_waits_for_the_winter(variant: Variant) -> None:
    """The win is dated to the Autumn, and refused if the build is not made (H21)."""
    state = holding(variant, {"1": 65, "2": 65}, "Russia@7 A 7:fin")
    state = msgspec.structs.replace(
        state, owners={**state.owners, Province("7:mos"): Power("Russia@7")}
    )
    claims = {"1": ["claim TWO 2 IF BUILDS(1, A 7:mos)"], "2": ["claim TWO 1"]}
    winter = judged(variant, state, claims)
    assert (str(winter.phase), winter.result) == ("W1905A", None)
    built = judged(variant, winter, {"1": ["build A 7:mos"]})
    assert built.result == Result("two-way", (Seat("1"), Seat("2")), "F1905")
    other = judged(variant, winter, {"1": ["build A 7:war"]})
    assert (other.result, str(other.phase)) == (None, "S1906M")
    spring = judged(variant, other, {})
    assert "joint_claims" not in spring.notes


def test_one_who_would_win_alone_waits_for_builds_that_others_hang_on(variant: Variant) -> None:
    """All wins of an Autumn stand together, so none is declared before all are known (H19, H21)."""
    counts = {"1": 65, "2": 65, "3": 71}
    claims = {"1": ["claim TWO 2 IF BUILDS(3, A 7:mos)"], "2": ["claim TWO 1"]}
    winter = judged(variant, holding(variant, counts), claims)
    assert winter.result is None
    assert judged(variant, winter, {}).result == Result("solo", (Seat("3"),), "F1905")


def test_claims_on_several_lines_rank_in_their_order(variant: Variant) -> None:
    """More than one claim may be made (rule 7); what comes first is wanted more."""
    orders = {"1": ["claim TWO 3", "claim TWO 2"], "2": ["claim TWO 1"]}
    ended = judged(variant, holding(variant, EVEN), orders)
    assert ended.result == Result("two-way", (Seat("1"), Seat("2")))
    claims = {fact.values[0]: fact.values[1] for fact in facts(Ask(variant, ended))}
    assert claims["1"] == "TWO 3 ELSE TWO 2"


def test_partners_are_named_in_any_order(variant: Variant) -> None:
    """`THREE 3 4` and `THREE 4 3` are one claim, which is shown once."""
    orders = {"1": ["claim THREE 3 2", "claim THREE 2 3"]}
    ended = judged(variant, holding(variant, EVEN), orders)
    assert [fact.values[1] for fact in facts(Ask(variant, ended))] == ["THREE 2 3"]


def test_what_is_not_understood_is_discounted_alone(variant: Variant) -> None:
    """Particular claims are discounted (rule 7), the rest of them stand, and that is said."""
    ask = Ask(variant, holding(variant, EVEN))
    lines = read_lines(ask, Seat("1"), ["claim TWO 9 ELSE TWO 2 ELSE"])
    filed = file_orders(ask, Seat("1"), lines)
    [verdict] = adjudicate(variant, ask.state, filed.ballots).verdicts[:1]
    assert (verdict.outcome, verdict.reason.code) == ("done", "claimed")
    assert verdict.reason.note.startswith("not counted: TWO 9: expected a player")
    orders = {"1": ["claim TWO 9 ELSE TWO 2"], "2": ["claim TWO 1"]}
    ended = judged(variant, holding(variant, EVEN), orders)
    assert ended.result == Result("two-way", (Seat("1"), Seat("2")))


def test_a_claim_is_read_as_the_document_words_it(variant: Variant) -> None:
    """The example of rule 7."""
    text = (
        "Two-way win with player four. If this isn't possible then a three-way win with players "
        "four and seven, or if this isn't possible then with three and four."
    )
    for line in (text, f"claim {text}", f"A t{text[1:]}"):
        ended = judged(variant, holding(variant, EVEN), {"1": [line]})
        claims = [fact.values[1] for fact in facts(Ask(variant, ended))]
        assert claims == ["TWO 4 ELSE THREE 4 7 ELSE THREE 3 4"]


def test_one_claim_in_other_letters_is_the_same_claim(variant: Variant) -> None:
    """Who writes a claim twice means it, however it is spelt."""
    twice = ["claim TWO 2 IF CENTRES(1) >= 3", "claim two 2 if centers(1)>=3"]
    ended = judged(variant, holding(variant, EVEN), {"1": twice, "2": ["claim TWO 1"]})
    assert ended.result == Result("two-way", (Seat("1"), Seat("2")))


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ({"type": "centers", "seat": "1", "compared": "!", "number": 3}, "Invalid enum value '!'"),
        ({"type": "ordered", "seat": "1", "order": HOLD}, "a condition on orders is left open"),
        ({"type": "succeeded", "seat": "1", "order": HOLD}, "a condition on orders is left open"),
    ],
)
def test_a_note_that_no_claim_leaves_is_refused(
    variant: Variant, condition: dict[str, Any], problem: str
) -> None:
    """A position from outside may bring any note; one that cannot be judged is named."""
    with pytest.raises(RequestError, match=f"notes.joint_claims: {problem}"):
        judged(variant, claimed(variant, condition), {})


def test_a_note_may_name_a_seat_that_has_left_the_table(variant: Variant) -> None:
    """Who is not there owns nothing."""
    condition = {"type": "centers", "seat": "8", "compared": "=", "number": 0}
    ended = judged(variant, claimed(variant, condition), {})
    assert ended.result == Result("two-way", (Seat("1"), Seat("2")), "")


def claimed(variant: Variant, condition: dict[str, Any]) -> State:
    """Retreats of an Autumn in which two who have enough claim to win on a condition."""
    claims = {
        "1": [{"partners": ["2"], "condition": condition}],
        "2": [{"partners": ["1"], "condition": {"type": "known", "value": True}}],
    }
    note = {"year": 1905, "last_id": 0, "texts": {}, "claims": claims}
    state = holding(variant, EVEN)
    phase = msgspec.structs.replace(state.phase, kind="R")
    return msgspec.structs.replace(state, phase=phase, notes={"joint_claims": note})


def test_players_go_by_name_too() -> None:
    """Under option A seats are called by country; other names and numbers serve as well."""
    named = Game.new("heptadiplomacy", seats=["Ann", "Jean-Luc", "3", "Dee", "E", "F", "G H"])
    ask = Ask(named.variant, msgspec.structs.replace(named.state, phase=read_phase("F1901M")))
    for text in ("TWO jean-luc", "TWO 2", "THREE g h ann", "TWO 7", "TWO 3"):
        seat = Seat("Dee")
        filed = file_orders(ask, seat, read_lines(ask, seat, [f"claim {text}"]))
        assert not any(ask.rules.legal(ask, filed.ballots[0])), text


def test_there_are_no_draws_but_a_game_can_be_abandoned() -> None:
    """Draw motions are refused; an organizer's abandonment is no result (H23)."""
    game = Game.new("heptadiplomacy")
    with pytest.raises(RequestError, match="know no draws"):
        game.agree_draw(*game.seats)
    game.abandon("too long")
    assert game.state.result == Result("none")


def test_claims_are_read_in_the_contract_and_shown_until_judged() -> None:
    """A claim stands beside the board while retreats or builds are due."""
    variant = load("heptadiplomacy", {"assignment": "B"})
    state = holding(variant, EVEN, "Austria@1 A 1:vie")
    winter = judged(variant, state, {"1": ["claim TWO 2"]})
    ask = Ask(variant, winter)
    shown = [(f.name, f.value) for f in spoken_facts(ask) if f.name.startswith("Claim")]
    assert shown == [("Claim of 1", "TWO 2")]


def fates_of(counts: dict[str, int], claims: dict[str, str], units: str = "") -> dict[str, str]:
    """What is said of each claim once its Autumn is over."""
    variant = load("heptadiplomacy", {"assignment": "B"})
    orders = {seat: [f"claim {text}"] for seat, text in claims.items()}
    ask = Ask(variant, judged(variant, holding(variant, counts, units), orders))
    return {f.name.removeprefix("Claim of "): f.about for f in spoken_facts(ask)}


THIRD = {"1": 64, "4": 64, "3": 58, "7": 52}


def test_each_alternative_says_what_came_of_it_with_its_figures() -> None:
    """The document's example: the first is two short, the second has too little, the third wins."""
    fates = fates_of(
        THIRD,
        {
            "1": "TWO 4 ELSE THREE 4 7 ELSE THREE 3 4",
            "3": "THREE 1 4",
            "4": "TWO 1 ELSE THREE 1 3",
        },
    )
    assert fates["1"] == (
        "TWO 4: 128 of 130, 2 short; THREE 4 7: 180 of 185, 5 short, 7 has 52 of 58, "
        "4 did not claim the same, 7 did not claim the same; THREE 3 4: made good"
    )
    assert fates["3"] == "THREE 1 4: made good"


@pytest.mark.parametrize(
    ("claims", "seat", "fate"),
    [
        ({"1": "THREE 3 4", "4": "THREE 1 3"}, "1", "THREE 3 4: 3 did not claim the same"),
        ({"1": "SOLO"}, "1", "SOLO: 64 of 70, 6 short"),
        (
            {"1": "THREE 3 4 IF CENTERS(3) >= 60", "3": "THREE 1 4", "4": "THREE 1 3"},
            "1",
            "THREE 3 4: condition not met: CENTERS(3) >= 60",
        ),
        (
            {"1": "THREE 3 4 IF CENTERS(3) >= 60", "3": "THREE 1 4", "4": "THREE 1 3"},
            "4",
            "THREE 1 3: a condition of 1 is not met",
        ),
        (
            {"1": "THREE 3 4 IF BUILDS(1, A 1:vie)", "3": "THREE 1 4", "4": "THREE 1 3"},
            "1",
            "THREE 3 4: hangs on builds",
        ),
        (
            {"1": "THREE 3 4 IF BUILDS(1, A 1:vie)", "3": "THREE 1 4", "4": "THREE 1 3"},
            "3",
            "THREE 1 4: waits for builds",
        ),
    ],
)
def test_why_a_claim_was_not_made_good(claims: dict[str, str], seat: str, fate: str) -> None:
    assert fates_of(THIRD, claims)[seat] == fate


def test_claims_that_get_in_each_others_way_say_so() -> None:
    """H18: two sets of equal size that overlap; and H19: one who wins with others, not alone."""
    even = {"1": 66, "2": 66, "3": 66}
    fates = fates_of(
        even, {"1": "TWO 2 ELSE TWO 3", "2": "TWO 3 ELSE TWO 1", "3": "TWO 1 ELSE TWO 2"}
    )
    assert fates["1"].startswith("TWO 2: got in the way of another claim of as many")
    fates = fates_of({"1": 70, "2": 66}, {"1": "TWO 2 ELSE SOLO", "2": "TWO 1"})
    assert fates["1"] == "TWO 2: made good; SOLO: won with others instead"
    fates = fates_of(even, {"1": "TWO 2", "2": "TWO 1 ELSE TWO 3", "3": "TWO 2"})
    assert fates["3"] == "TWO 2: 2 won otherwise"


def test_where_winter_is_passed_over_the_spring_tells_what_came_of_claims() -> None:
    """Nobody has anything to build or remove, and the claim is not forgotten."""
    variant = load("heptadiplomacy", {"boards": 2})
    start = opening(variant, (), "claims")
    phase = read_phase("F1905M")
    state = msgspec.structs.replace(start, phase=phase)
    spring = judged(variant, state, {"France": ["claim TWO Germany"]})
    assert str(spring.phase) == "S1906M"
    (fact,) = [f for f in spoken_facts(Ask(variant, spring)) if f.name.startswith("Claim")]
    assert fact.about.startswith("TWO Germany: 12 of ")
    fall = judged(variant, spring, {})
    assert not [f for f in spoken_facts(Ask(variant, fall)) if f.name.startswith("Claim")]


def test_a_malformed_claim_is_explained_once_with_what_stands_there() -> None:
    """The sentence says what was expected, what was found and where, and says it once."""
    game = Game.new("heptadiplomacy", options={"boards": 2})
    game.advance()
    sentences = []
    for text in ("TWO Spain", "TWO France IF"):
        game.submit("Germany", f"claim {text}")
        ask = game.ask
        verdicts = game.advance().verdicts
        sentences.append(explain(next(v for v in verdicts if v.reason.code == "malformed"), ask))
        game.roll_back("F1901M")
    players = (
        "expected a player: Austria, England, France, Germany, Italy, Russia, Turkey, or 1 to 7"
    )
    assert sentences == [
        f"void: the claim is not understood ({players}, found 'Spain' at 5)",
        "void: the claim is not understood "
        "(expected CENTERS, OWNS, ORDERED, SUCCEEDED, BUILDS, NOT or (, found the end at 14)",
    ]


def test_a_claim_ends_with_its_line_or_a_semicolon() -> None:
    """Orders may follow a claim on its line."""
    game = Game.new("heptadiplomacy", options={"boards": 2})
    game.advance()
    taken = game.submit("France", "claim TWO Germany IF BUILDS(France, A 1:par); A 1:par - pic")
    assert [str(t.order) for t in taken] == [
        "claim TWO Germany IF BUILDS(France, A 1:par)",
        "A 1:par - 1:pic",
    ]
    assert all(t.fault is None for t in taken)


def test_claims_are_chosen_word_by_word() -> None:
    """By the tree every word of the grammar is reached, and what is whole is understood."""
    game = Game.new("heptadiplomacy", options={"boards": 2})
    game.advance()
    ask, seat = game.ask, Seat("Austria")
    [claim] = [c.subject for c in ask.mandate(seat).charges if c.subject.topic]
    assert game.legal("Austria")["Austria claim"][:2] == ["claim SOLO", "claim TWO England"]
    seen: set[str] = set()
    for number in range(60):
        chance = Random(number)
        prefix: tuple[str, ...] = ()
        for _ in range(25):
            step = chance.choice(ask.rule.choices(ask, claim, prefix))
            prefix = (*prefix, step.token)
            assert step.more
            if step.order:
                assert ask.rule.check(ask, claim, (step.order,)) == (None,), step.order
        seen |= set(prefix)
    words = "solo two three else if and or not ( ) centers owns ordered succeeded builds >= hold"
    assert seen > set(words.split())
    assert ask.rule.choices(ask, claim, ("two", "Austria")) == ()


def test_a_condition_asks_nothing_of_whom_nothing_can_be_asked() -> None:
    """Who has neither units nor homes is not offered where these are asked for."""
    start = Game.new("heptadiplomacy", options={"boards": 2}).state
    units = tuple(u for u in start.units if not u.power.startswith("Turkey"))
    homes = {p: hs for p, hs in start.homes.items() if not p.startswith("Turkey")}
    ask = Ask(
        load("heptadiplomacy", {"boards": 2}),
        msgspec.structs.replace(start, units=units, homes=homes, phase=read_phase("F1901M")),
    )
    [claim] = [c.subject for c in ask.mandate(Seat("Austria")).charges if c.subject.topic]
    for atom, able in ("centers", 7), ("ordered", 6), ("builds", 6):
        assert len(ask.rule.choices(ask, claim, ("solo", "if", atom))) == able


def test_games_of_an_earlier_version_are_judged_as_they_were() -> None:
    """Before H24a claims that differ undid each other, and a bad alternative spoiled its claim."""
    texts = ["claim TWO France", "claim SOLO"], ["claim TWO France ELSE TWO"], ["claim SOLO"] * 2
    codes = []
    for version in (2, None):
        variant = load("heptadiplomacy", {"boards": 2}, version=version)
        start = opening(variant, (), "claims")
        ask = Ask(variant, msgspec.structs.replace(start, phase=read_phase("F1901M")))
        for lines in texts:
            filed = file_orders(ask, Seat("Austria"), read_lines(ask, Seat("Austria"), lines))
            codes.append([r and r.code for r in admit(ask, filed.ballots)[0]])
    assert codes == [
        ["contradicted", "contradicted"],
        ["malformed"],
        [None, None],
        [None, None],
        [None],
        [None, None],
    ]
