"""Plurality: seats by lot, quotas, resignations, hidden authors, draws, and whole ballots."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from dragoman.errors import RequestError
from dragoman.geo import Province
from dragoman.model import Ballot, Hold, Move, Piece, Power, Seat, State, Subject
from dragoman.modules.plurality import objects, pooled, unowned, voters
from dragoman.modules.plurality.options import quota
from dragoman.modules.plurality.words import EXTRA
from dragoman.record import Game
from dragoman.report import explain, results_sheet
from dragoman.rules import Ask, Draft
from dragoman.variants import load
from dragoman.words.speech import spoken_facts
from tests.modules.table import judged, placed

THREE = {"powers": ["Austria", "France", "Turkey"]}

TABLE = {
    **{0: 6},
    **dict.fromkeys(range(1, 4), 5),
    **dict.fromkeys(range(4, 7), 4),
    **dict.fromkeys(range(7, 10), 3),
    **dict.fromkeys(range(10, 13), 2),
    **dict.fromkeys(range(13, 16), 1),
    **dict.fromkeys(range(16, 35), 0),
}


def game(**options: Any) -> Game:
    """A game of Catspaw with three known powers."""
    return Game.new("catspaw", options={**THREE, **options})


def owning(count: int) -> State:
    """The opening, with Austria owning a number of centers."""
    start = game()
    centers = start.variant.map.centers[:count]
    owners = {c: p for c, p in start.state.owners.items() if c not in centers and p != "Austria"}
    owned = {**owners, **dict.fromkeys(centers, start.variant.powers["Austria"].name)}  # type: ignore[index]
    return msgspec.structs.replace(start.state, owners=owned)


@pytest.mark.parametrize("owned", range(35))
def test_quota_table(owned: int) -> None:
    """Rule 5, every number of centers: what the mandate grants is what the table says."""
    assert quota(18, owned) == TABLE[owned]
    ask = Ask(load("catspaw", THREE), owning(owned))
    assert ask.mandate(Seat("Austria")).quotas[EXTRA] == TABLE[owned]


@pytest.mark.parametrize(("ref", "most"), [("catspaw@youngstown", 12), ("catspaw@cline", 7)])
def test_quota_follows_the_winning_number(ref: str, most: int) -> None:
    """C2: a third of what is needed to win on that board."""
    ask = Game.new(ref).ask
    assert quota(ask.win_at(), 0) == most
    for seat in voters(ask):
        owned = sum(len(ask.state.centers(p)) for p in ask.state.seats[seat])
        assert ask.mandate(seat).quotas == {EXTRA: quota(ask.win_at(), owned)}


def test_russia_opens_with_four_extra_orders_and_the_others_with_five() -> None:
    """C3: home centers count at the start."""
    start = game(powers=["Russia", "Italy", "England"])
    quotas = [start.ask.mandate(seat).quotas[EXTRA] for seat in start.seats]
    assert quotas == [4, 5, 5]


def test_powers_go_by_any_of_their_names() -> None:
    """Capitals do not matter, nor which of its names a power is given."""
    assert list(game(powers=["russia", "ITALY", "british"]).state.seats) == [
        "Russia",
        "Italy",
        "England",
    ]


def test_powers_are_drawn_by_lot_from_the_seed() -> None:
    """C1: the same seed seats the same powers; over many seeds every power comes up."""
    drawn = [tuple(Game.new("catspaw", seed=str(n)).state.holder) for n in range(40)]
    assert drawn == [tuple(Game.new("catspaw", seed=str(n)).state.holder) for n in range(40)]
    assert {p for powers in drawn for p in powers} == set(load("catspaw").powers)
    assert all(len(powers) == 3 for powers in drawn)


def test_every_seat_gets_every_power_equally_often() -> None:
    """C24: the powers drawn are dealt to the seats by the same lot, named or not."""
    seeds, powers = range(700), len(load("catspaw").powers)
    for names in ((), ("Ann", "Bob", "Cy")):
        rows = [list(Game.new("catspaw", seats=names, seed=str(n)).state.holder) for n in seeds]
        for seat in range(3):
            counts = Counter(row[seat] for row in rows)
            assert len(counts) == powers
            assert max(counts.values()) < 1.4 * len(seeds) / powers


@pytest.mark.parametrize(("ref", "most"), [("catspaw@youngstown", 10), ("catspaw@cline", 9)])
def test_there_are_players_up_to_the_number_of_powers(ref: str, most: int) -> None:
    """Rule 11, C22: all powers but one, or all of them where rivals' units are voted on."""
    assert len(Game.new(ref, options={"players": most - 1}).seats) == most - 1
    assert len(Game.new(ref, options={"players": most, "extra_targets": "rivals"}).seats) == most
    with pytest.raises(RequestError, match=f"there are only {most} powers"):
        load(ref, {"players": most + 1})


def test_who_resigns_in_winter_is_voted_on_in_spring() -> None:
    """C5: the next season after a Winter is Spring."""
    play = game()
    play.submit("Austria", "A bud - ser")
    play.advance()
    play.advance()
    assert str(play.phase) == "W1901A"
    play.resign("Austria")
    assert "Austria" not in unowned(play.ask)
    play.advance()
    assert str(play.phase) == "S1902M"
    assert "Austria" in unowned(play.ask)


@pytest.mark.parametrize("ref", ["catspaw+twin_earths", "twin_earths+catspaw"])
def test_votes_go_with_two_boards(ref: str) -> None:
    """Three nations are held, the others voted on, in whichever order the rules are named."""
    play = Game.new(ref)
    assert len(play.seats) == 3
    assert len(unowned(play.ask)) == 11


def test_games_of_the_version_before_count_builds_as_it_did() -> None:
    """C18 as version 2 had it: two units that tie for a center leave the build to other wishes."""
    options = {"players": 5, "powers": ["Austria", "England", "France", "Italy", "Turkey"]}
    for version, built in ((2, ["A mun"]), (3, [])):
        ask = placed(load("catspaw", options, version=version), "W1901A", "Germany: F hol, A den")
        found = judged(
            ask,
            **dict.fromkeys(("Austria", "England"), "build A kie"),
            **dict.fromkeys(("France", "Italy"), "build F kie"),
            Turkey="build A mun",
        )
        assert [str(u) for u in found.state.units if u.id > 2] == built


def test_seats_may_have_names_of_their_own() -> None:
    """Named seats get one power each, by lot or as the option says."""
    by_lot = Game.new("catspaw", seats=["Ann", "Bob", "Cy"], seed="1")
    assert list(by_lot.state.seats) == ["Ann", "Bob", "Cy"]
    assert all(len(powers) == 1 for powers in by_lot.state.seats.values())
    named = Game.new("catspaw", seats=["Ann", "Bob", "Cy"], options=THREE)
    assert dict(named.state.seats) == {"Ann": ("Austria",), "Bob": ("France",), "Cy": ("Turkey",)}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 1}, "at least 2"),
        ({"players": 8}, "there are only 7 powers"),
        ({"powers": ["Austria", "France"]}, "powers must name 3 different powers"),
        ({"powers": ["Austria", "Austria", "France"]}, "powers must name 3 different powers"),
        ({"powers": ["Austria", "France", "Mars"]}, "there is no Mars"),
        ({"powers": ["Austria", "France", 3]}, "must be a list of names"),
        ({"players": 7}, "no unit is left to vote on"),
        ({"extra_targets": "all"}, "choose one of unowned, rivals"),
        ({"extra_builds": 2}, "choose one of one_in_all, one_per_country"),
    ],
)
def test_options_are_checked(options: dict[str, Any], complaint: str) -> None:
    """A wrong option is refused with a word about what would be right."""
    with pytest.raises(RequestError, match=complaint):
        load("catspaw", options)


def test_wrong_number_of_seats_is_refused() -> None:
    """Three players need three names."""
    with pytest.raises(RequestError, match="3 seats, not 2"):
        Game.new("catspaw", seats=["Ann", "Bob"])


def test_a_resigned_power_is_voted_on_from_the_next_season() -> None:
    """C5: in the season of the resignation its units only hold; its seat votes no more."""
    play = game()
    play.resign("Turkey")
    assert "Turkey" not in unowned(play.ask)
    assert [str(t) for t in play.submit("Austria", "A con - bul")] == [
        "A con - bul (void: not_yours)"
    ]
    play.withdraw("Austria")
    play.advance()
    assert "Turkey" in unowned(play.ask)
    assert [str(t) for t in play.submit("Austria", "A con - bul")] == ["A con - bul"]
    assert voters(play.ask) == ("Austria", "France")


def test_a_resigned_power_can_be_left_alone() -> None:
    """C5 switched off: nobody orders it, its units hold."""
    play = game(orphan_becomes_unowned=False)
    play.resign("Turkey")
    play.advance()
    assert "Turkey" not in unowned(play.ask)
    assert [str(t) for t in play.submit("Austria", "A con - bul")] == [
        "A con - bul (void: not_yours)"
    ]


def test_an_eliminated_player_is_waited_for() -> None:
    """C4: who has nothing but votes is waited for, though votes are offered and not owed."""
    start = game()
    units = tuple(u for u in start.state.units if u.power != "Austria")
    owners = {c: p for c, p in start.state.owners.items() if p != "Austria"}
    play = game()
    play.correct(msgspec.structs.replace(start.state, units=units, owners=owners))
    owed = play.owed()
    assert owed[Seat("Austria")] == ()
    assert {c.pool for c in play.ask.mandate(Seat("Austria")).charges} == {EXTRA}
    assert {c.pool for c in owed[Seat("France")]} == {""}


def test_vote_tables_name_authors_unless_they_are_hidden() -> None:
    """C21: with hidden authors neither the table nor any verdict tells who voted."""
    for hidden in (False, True):
        play = game(hide_vote_authors=hidden)
        play.submit("France", "A mun - bur\nA mun - bur\nA mun - lon")
        before = play.ask
        resolution = play.advance()
        [votes] = resolution.votes
        assert votes.rows == (("A mun - bur", 2, () if hidden else ("France", "France")),)
        authors = {v.seat for v in resolution.verdicts if v.power == "Germany" and not v.supplied}
        assert authors == {None if hidden else "France"}
        assert ("by France" in results_sheet(resolution, before, play.ask)) != hidden


def test_draw_needs_only_those_with_a_piece() -> None:
    """C20: a player with a center but no piece neither stops nor shares a draw."""
    start = game()
    units = tuple(u for u in start.state.units if u.power != "Austria")
    play = game()
    play.correct(msgspec.structs.replace(start.state, units=units))
    assert not play.agree_draw("France")
    assert not play.agree_draw("Austria")
    assert play.agree_draw("France", "Turkey")
    assert play.state.result is not None
    assert play.state.result.winners == ("France", "Turkey")


def test_a_ballot_of_two_orders_wins_or_loses_whole() -> None:
    """Votes are counted by ballots: the orders of a divided unit go together, in any order."""
    piece = Piece("A", "mun")  # type: ignore[arg-type]
    move, hold = Move(piece, "bur"), Hold(piece)  # type: ignore[arg-type]
    subject = Subject("Germany", 1)  # type: ignore[arg-type]
    ballots = [
        Ballot(Seat("Austria"), subject, (move, hold)),
        Ballot(Seat("France"), subject, (hold, move)),
        Ballot(Seat("Turkey"), subject, (move,)),
    ]
    ask = game().ask
    election = ask.rules.elect(ask, subject, ballots)
    assert len(pooled(ballots)) == 2
    assert election.orders == (move, hold)
    assert election.votes is not None
    assert election.votes.chosen == "A mun - bur; A mun H"


def test_extra_orders_of_a_line_each() -> None:
    """Repeated lines are repeated votes, and the quota is the limit (C6)."""
    play = game()
    taken = play.submit("France", "A mun - bur\n" * 6)
    faults = [t.fault.code if t.fault else "" for t in taken]
    resolution = play.advance()
    outcomes = [(v.outcome, v.reason.code) for v in resolution.verdicts if not v.supplied]
    assert faults == [""] * 5 + ["too_many"]
    assert outcomes == [("done", "moved")] * 5 + [("void", "too_many")]


@pytest.mark.parametrize("between", ["; ", "\n", ", ", " and "])
def test_extra_orders_on_one_line_count_each(between: str) -> None:
    """Rule 6, C11: copies, and different wishes for one unit, count each however they stand."""
    play = game()
    play.submit("France", between.join(["A mun - bur", "A mun - bur", "A mun - tyr"]))
    play.submit("Turkey", between.join(["A mun - tyr", "A mun - tyr"]))
    votes = play.advance().votes
    assert [(text, number) for text, number, _ in votes[0].rows] == [
        ("A mun - tyr", 3),
        ("A mun - bur", 2),
    ]
    assert votes[0].chosen == "A mun - tyr"


@pytest.mark.parametrize(
    ("edition", "goal", "tables"),
    [
        ("1971", "bel", [("A yor - bel", 2)]),
        ("1971", "lon", [("A yor - lon", 2)]),
        ("2023", "bel", [("A yor - bel", 2)]),
        ("2023", "lon", [("A yor - lon", 1), ("A yor - lon via", 1)]),
    ],
)
def test_via_makes_another_order_only_where_it_tells_something(
    edition: str, goal: str, tables: list[tuple[str, int]]
) -> None:
    """C8: before 2000, and where no land lies between, the same order with `via` is the same."""
    units = "England: A yor, F nth"
    ask = placed(load("catspaw", {**THREE, "edition": edition}), "S1901M", units)
    found = judged(
        ask, Austria=f"A yor - {goal}; F nth C A yor - {goal}", France=f"yor - {goal} via"
    )
    votes = found.votes[0]
    assert [(text, number) for text, number, _ in votes.rows] == tables
    written = [v.outcome for v in found.verdicts if isinstance(v.order, Move)]
    assert written == (["done"] * 2 if len(tables) == 1 else ["outvoted"] * 2)


def test_an_owner_and_a_rival_agree_whatever_they_say_of_the_convoy() -> None:
    """C8, C22: the owner's order is one of the votes, with `via` or without."""
    ask = placed(
        load("catspaw", {**THREE, "extra_targets": "rivals"}), "S1901M", "Austria: A alb, F adr"
    )
    found = judged(
        ask,
        Austria="A alb - ven via; F adr C A alb - ven",
        France="A alb - ven",
        Turkey="A alb - tri",
    )
    assert found.votes[0].chosen == "A alb - ven"
    assert [v.outcome for v in found.verdicts] == ["done", "done", "done", "outvoted"]


def test_extra_orders_on_one_line_each_take_quota() -> None:
    """C6: the sixth of a line is one too many, and those are named."""
    play = game()
    taken = play.submit("France", "; ".join(["A mun - bur"] * 6))
    assert [t.fault.code if t.fault else "" for t in taken] == [""] * 5 + ["too_many"]
    later = play.submit("France", "A ber - sil")
    assert [t.fault.code for t in later if t.fault] == ["too_many"]


def test_who_has_no_extra_orders_reads_so() -> None:
    """Rule 5: with 16 centers it is the number that is wrong, not whose the unit is."""
    play = game()
    play.correct(owning(16))
    play.submit("Austria", "A mun - bur")
    play.submit("France", "A bud H")
    void = [v for v in play.advance().verdicts if v.outcome == "void"]
    assert [(v.power, v.reason.code) for v in void] == [
        ("Germany", "too_many"),
        ("France", "not_yours"),
    ]
    assert [explain(v, play.ask) for v in void] == [
        "void: more orders were given than are due (so near to winning a seat has no extra orders)",
        "void: France may not order the Austrian A bud",
    ]


def test_two_builds_in_one_vote_are_one_too_many() -> None:
    """Rule 10: one extra build and no more, also on one line; a waiver is no vote."""
    play = game()
    germany = Power("Germany")
    owners = {**play.state.owners, Province("den"): germany, Province("hol"): germany}
    phase = msgspec.structs.replace(play.phase, season="W", kind="A")
    units = tuple(u for u in play.state.units if u.power != "Germany")
    play.correct(msgspec.structs.replace(play.state, phase=phase, owners=owners, units=units))
    play.submit("France", "build A mun; build A ber")
    verdicts = [(str(v.order), v.reason.code) for v in play.advance().verdicts]
    assert verdicts == [("build A mun", "built"), ("build A ber", "too_many")]


def winter(**options: Any) -> Game:
    """Winter with three builds due to Germany, one to France and nothing to the others."""
    play = game(**options)
    germany, france = Power("Germany"), Power("France")
    units = tuple(u for u in play.state.units if u.power != germany)
    state = msgspec.structs.replace(
        play.state,
        phase=msgspec.structs.replace(play.phase, season="W", kind="A"),
        owners={**play.state.owners, Province("spa"): france},
        units=tuple(u for u in units if u.place != "par"),
    )
    play.correct(state)
    return play


def sentences(play: Game, **orders: str) -> list[tuple[str, str]]:
    """Every order as written, with what is said of it."""
    for seat, text in orders.items():
        play.submit(seat, text)
    ask = play.ask
    return [(str(v.order), explain(v, ask)) for v in play.advance().verdicts if not v.supplied]


@pytest.mark.parametrize("how", ["one_in_all", "one_per_country"])
def test_what_can_only_be_another_powers_build_uses_up_no_vote(how: str) -> None:
    """Rule 10: a build for a power that has none, or for a rival, is not Germany's."""
    rome, vienna, sweden, mine, vote = (
        *("build A rom", "build A vie", "build A swe", "build A smy", "build A mun"),
    )
    play = winter(extra_builds=how)
    assert sentences(play, Turkey="\n".join([rome, vienna, sweden, mine, vote])) == [
        (rome, "void: Italy can build nothing now"),
        (vienna, "void: Turkey may not build in vie, a home center of Austria"),
        (sweden, "void: Turkey has nothing to build or remove"),
        (mine, "void: Turkey has nothing to build or remove"),
        (vote, "is built"),
    ]


def test_an_impossible_build_is_explained_by_the_power_that_has_its_home_there() -> None:
    """What a player who builds himself writes beside is his own; a vote is the other power's."""
    written = ["build F mun", "build A ber", "build A spa", "build A par"]
    assert sentences(winter(), France="\n".join(written)) == [
        ("build F mun", "void: a fleet cannot stand in mun"),
        ("build A ber", "void: no more than 1 extra build may be written"),
        ("build A spa", "void: France may not build in spa, which is not one of its home centers"),
        ("build A par", "is built"),
    ]


def test_a_vote_too_many_of_a_hidden_author_says_nothing_of_what_is_due() -> None:
    """C21: the number of builds is Germany's, the number of votes the player's."""
    hidden = winter(hide_vote_authors=True)
    assert sentences(hidden, Turkey="build A mun\nbuild A ber") == [
        ("build A mun", "is built"),
        ("build A ber", "void: more orders were given than are due"),
    ]


def test_builds_that_tie_for_a_center_say_nothing_of_more_votes() -> None:
    """C18, the last example: one vote each for A Kie, F Kie and A Mun."""
    rows = sentences(winter(), Austria="build A kie", France="build F kie", Turkey="build A mun")
    assert rows == [
        ("build A kie", "tied at 1 vote each: nothing is built of what is wanted equally"),
        ("build F kie", "tied at 1 vote each: nothing is built of what is wanted equally"),
        ("build A mun", "is built"),
    ]


def test_nobody_votes_for_a_waiver() -> None:
    """Rule 10: also not a seat that holds two powers, and so says whose build it waives."""
    play = game()
    owners = {**play.state.owners, Province("den"): Power("Germany")}
    phase = msgspec.structs.replace(play.phase, season="W", kind="A")
    units = tuple(u for u in play.state.units if u.power != "Germany")
    play.correct(msgspec.structs.replace(play.state, phase=phase, owners=owners, units=units))
    play.take_over("France", "Italy")
    play.submit("France", "Germany: waive")
    verdicts = [(str(v.order), v.outcome, v.reason.note) for v in play.advance().verdicts]
    assert verdicts == [("Germany: waive", "void", "nobody votes for a waiver")]


def test_facts_beside_the_board() -> None:
    """Quotas by seat and the powers that are voted on are shown."""
    ask = game().ask
    shown = [(fact.name, fact.value, fact.about) for fact in spoken_facts(ask)]
    assert shown == [
        ("extra order", "5", "Austria"),
        ("extra order", "5", "France"),
        ("extra order", "5", "Turkey"),
        ("unowned", "England, Germany, Italy, Russia", ""),
    ]


def test_more_players_than_powers_are_refused() -> None:
    """A board of few powers seats few, and a board of several powers a seat seats nobody."""
    variant = load("catspaw")
    few = {p: info for p, info in list(variant.powers.items())[:2]}
    draft = Draft(
        variant.map,
        variant.kinds,
        few,
        variant.start,
        tuple(map(Seat, few)),
        variant.numbers,
        {},
    )
    assert objects(draft, variant.settings) == "players: there are only 2 powers"
    crowd = msgspec.structs.replace(draft, seats=(Seat("all"),))
    assert objects(crowd, variant.settings) == (
        "it needs a board on which every seat holds one power"
    )


def test_a_second_extra_build_is_one_too_many_whatever_the_first() -> None:
    """The same home or another: a seat has one extra build (rule 10)."""
    ask = placed(load("catspaw", THREE), "W1901A", "Germany: A kie")
    found = judged(ask, Turkey="build F ber, build A ber, build A mun, build A kie")
    texts = {str(v.order): explain(v, ask) for v in found.verdicts if v.seat == "Turkey"}
    one = "void: no more than 1 extra build may be written"
    assert (texts["build A ber"], texts["build A mun"]) == (one, one)
    assert texts["build A kie"] == "void: German A kie stands there"
