"""Black Hole: what is drawn, what stays secret, how it composes, and the two map operators."""

from typing import Any

import msgspec
import pytest

from dragoman.geo import GONE, LAND, MOVE, SEA, Map, Place, Province, close, contract, distances
from dragoman.judge import adjudicate
from dragoman.model import (
    ARMY,
    FLEET,
    Ballot,
    Dislodged,
    Power,
    Seat,
    State,
    Unit,
    read_phase,
)
from dragoman.modules.black_hole.immunity import IMMUNE, holes
from dragoman.record import Game
from dragoman.record.conformance import random_game
from dragoman.record.trees import legal_orders
from dragoman.report import results_sheet
from dragoman.rules import Ask, Lots
from dragoman.variants import load

BOARDS = ("standard", "cline", "youngstown")


def test_any_open_space_may_vanish_and_no_other() -> None:
    """Seventy-five spaces are drawn from; Switzerland is not one of them."""
    variant = load("black_hole", {"immunity": False})
    start = Game.new("black_hole").state
    drawn = {holes(adjudicate(variant, start, (), Lots("", [n])).state)[0] for n in range(75)}
    assert drawn == {s.id for s in variant.map.spaces.values() if s.kind != "impassable"}
    assert len(drawn) == 75


def test_draws_come_from_the_seed() -> None:
    """The same seed draws the same holes, another one others."""
    variant = load("black_hole")
    drawn = [holes(random_game(variant, seed, 10).state) for seed in ("a", "a", "b")]
    assert drawn[0] == drawn[1] != drawn[2]


def test_several_a_season() -> None:
    """`per_turn` spaces vanish each season."""
    play = Game.new("black_hole", options={"per_turn": 3})
    play.advance()
    assert len(holes(play.state)) == 3


def test_the_immune_center_of_a_player_who_resigns_is_spared_no_longer() -> None:
    """Immunity is a player's."""
    play = Game.new("black_hole")
    play.submit("France", "declare immune par")
    play.advance()
    assert not any("par" in holes(drawn_again(play, n)) for n in range(200))
    play.resign("France")
    assert any("par" in holes(drawn_again(play, n)) for n in range(200))


def drawn_again(play: Game, seed: int) -> State:
    """The position after the present phase with other lots."""
    return adjudicate(play.variant, play.state, (), Lots(str(seed))).state


def named(play: Game) -> dict[str, str]:
    """What a game remembers as immune."""
    immune: dict[str, str] = play.state.notes["black_hole"]["immune"]
    return immune


def test_immunity_is_kept_from_others() -> None:
    """A seat sees its own immune center, never another's; results do not tell; the end does."""
    play = Game.new("black_hole")
    play.submit("France", "declare immune par; A par - bur")
    play.submit("England", "declare immune lon")
    before = play.ask
    resolution = play.advance()
    assert named(play) == {"France": "par", "England": "lon"}
    assert "immune" not in results_sheet(resolution, before, play.ask)
    assert [v.sealed for v in resolution.verdicts if str(v.order).startswith("declare")] == [
        True
    ] * 2
    seen = {seat: play.view(seat).state.notes["black_hole"]["immune"] for seat in play.seats}
    assert seen.pop("France") == {"France": "par"}  # type: ignore[call-overload]
    assert seen.pop("England") == {"England": "lon"}  # type: ignore[call-overload]
    assert all(immune == {} for immune in seen.values())
    observer = play.view(None)
    assert observer.state.notes["black_hole"]["immune"] == {}
    play.abandon()
    assert play.view(None).state.notes["black_hole"]["immune"] == named(play)


def test_views_do_not_depend_on_the_immunity_of_others() -> None:
    """Two positions that differ in one seat's immune center look the same to everyone else."""
    play = Game.new("black_hole")
    play.submit("France", "declare immune par")
    play.advance()
    variant, world = play.variant, play.state
    note = {**world.notes["black_hole"], "immune": {"France": "mar"}}
    other = msgspec.structs.replace(world, notes={**world.notes, "black_hole": note})
    for seat in (*play.seats, None):
        seen = [
            msgspec.json.encode(variant.rules.see(Ask(variant, s), (), seat))
            for s in (world, other)
        ]
        assert (seen[0] == seen[1]) == (seat != "France")


def test_with_escalation_immunity_is_named_once_there_are_homes() -> None:
    """Homes are declared in Winter 1901, so an immune one is named in Spring 1902."""
    play = random_game(load("escalation+black_hole"), "late", 24)
    assert not any(c.subject.topic for s in play.seats for c in play.ask.mandate(s).charges)
    while str(play.phase) != "S1902M":
        play.advance()
    home = play.state.homes[Power("First")][0]
    assert [str(t) for t in play.submit("First", f"declare immune {home}")] == [
        f"declare immune {home}"
    ]


def options(ref: str) -> Any:
    """Options under which both orders of a composition have the same rules."""
    return {"edition": "1971", "powers": ["Austria", "France", "Turkey"], "family": ref}


@pytest.mark.parametrize("family", ["impassable", "closing"])
def test_order_of_modules_does_not_matter_with_catspaw(family: str) -> None:
    """Catspaw and Black Hole may be listed in either order: every state is the same."""
    one, two = (load(ref, options(family)) for ref in ("catspaw+black_hole", "black_hole+catspaw"))
    record = random_game(one, "law", 25).record
    steps = [
        [
            canonical(step.state)
            for step in Game(v, msgspec.structs.replace(record, version=v.version)).history
        ]
        for v in (one, two)
    ]
    assert steps[0] == steps[1]


def canonical(state: State) -> bytes:
    """A position as text that does not depend on the order of keys."""
    return msgspec.json.encode(state, order="deterministic")


def neighbors(board: Map, province: str) -> set[Province]:
    """What a province touches."""
    return set(board.borders[Province(province)])


@pytest.mark.parametrize("name", BOARDS)
def test_closing_takes_away_borders_only(name: str) -> None:
    """A closed space touches nothing; every other border stands."""
    board = load(name).map
    for space in board.spaces.values():
        after = close(board, space.id)
        assert not neighbors(after, space.id)
        assert GONE in after.spaces[space.id].tags
        lost = {e for e in board.edges if space.id in (board.province[e.a], board.province[e.b])}
        assert set(after.edges) == set(board.edges) - lost


@pytest.mark.parametrize("name", BOARDS)
def test_contracting_makes_neighbors_touch(name: str) -> None:
    """All that touched a contracted space touch one another, by land or by sea as they are."""
    board = load(name).map
    for space in board.spaces.values():
        near = neighbors(board, space.id)
        after = contract(board, space.id)
        for a in near:
            water = after.spaces[a].kind == "sea"
            others = {b for b in near if b != a and touches(board, after, a, b, water)}
            assert others <= neighbors(after, a), (space.id, a)


def touches(board: Map, after: Map, a: Province, b: Province, water: bool) -> bool:
    """Whether two spaces must touch: a space of several coasts need not get a new shore."""
    land = b if water else a
    split = bool(board.spaces[land].coasts)
    return (after.spaces[b].kind == "sea") == water or not split


@pytest.mark.parametrize("name", BOARDS)
def test_a_contracted_board_hangs_together(name: str) -> None:
    """However many spaces vanish, the rest can be reached, and every border goes both ways."""
    board = load(name).map
    pool = [s.id for s in board.spaces.values() if s.kind != "impassable"]
    lots = Lots(name)
    while len(pool) > 1:
        board = contract(board, pool.pop(lots.draw(len(pool))))
        assert set(distances(board.borders, [pool[0]])) == set(pool)
    assert {s.id for s in board.spaces.values() if s.kind != "impassable"} == set(pool)


def test_shores_appear_and_disappear() -> None:
    """Without Venice Tyrolia lies on the Adriatic; without the Black Sea Sevastopol lies inland."""
    board = load("standard").map
    fleet = contract(board, Province("ven")).reach(FLEET.modes, MOVE, coasts=True)
    assert "adr" in fleet["tyr"]  # type: ignore[index]
    dry = contract(board, Province("bla"))
    assert dry.spaces[Province("sev")].kind == "inland"
    assert dry.spaces[Province("bul")].coasts == ("bul/sc",)
    assert "ank" in dry.reach(ARMY.modes, MOVE, coasts=False)["sev"]  # type: ignore[index]


def test_a_contraction_declares_no_border_twice() -> None:
    """One border for each pair of places and mode, however many spaces are gone."""
    board = load("standard").map
    for hole in ("ven", "adr", "tri", "mao", "spa", "con", "bul"):
        board = contract(board, Province(hole))
        for mode in (LAND, SEA):
            pairs = [tuple(sorted((e.a, e.b))) for e in board.edges if mode in e.modes]
            assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize("board", ["common", "origin"])
def test_a_contraction_keeps_every_border_of_other_spaces(board: str) -> None:
    """Two borders may join the same places the same way: one for moves, one for convoys."""
    boards = load("heptadiplomacy", {"boards": 2, "convoy_board": board}).map
    hole = Province("1:mun")
    kept = {e for e in boards.edges if hole not in (boards.province[e.a], boards.province[e.b])}
    assert kept <= set(contract(boards, hole).edges)


def test_win_number_falls_with_the_centers() -> None:
    """A majority of the centers that are left: 18 of 34, 17 of 33 and 32, 16 of 31."""
    play = Game.new("black_hole")
    found = []
    for count in range(4):
        centers = play.variant.map.centers[:count]
        note = {
            "holes": [
                {"province": c, "season": "S1901", "lost": [], "aground": []} for c in centers
            ]
        }
        owners = {c: p for c, p in play.state.owners.items() if c not in centers}
        state = msgspec.structs.replace(play.state, notes={"black_hole": note}, owners=owners)
        found.append(Ask(play.variant, state).win_at())
    assert found == [18, 17, 17, 16]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("declare immune par mar", "name one home center"),
        ("declare immune lon", "only a home center of one's own can be immune"),
    ],
)
def test_bad_declarations_are_void(text: str, note: str) -> None:
    """What is declared must be one home center, as immune."""
    [taken] = Game.new("black_hole").submit("France", text)
    assert taken.fault is not None
    assert (taken.fault.code, taken.fault.note) == ("not_allowed", note)


def test_a_second_declaration_is_too_many() -> None:
    """One immune center each."""
    play = Game.new("black_hole")
    play.submit("France", "declare immune par; declare immune mar")
    play.advance()
    assert named(play) == {"France": "par"}


def test_a_second_choice_is_kept_from_others() -> None:
    """Who may name another center, and who has, is nobody else's affair."""
    variant = load("black_hole")
    world = msgspec.structs.replace(
        Game.new("black_hole").state,
        owners={Province("par"): Power("Germany"), Province("bre"): Power("France")},
    )

    def seen(seat: str | None, **secret: Any) -> bytes:
        note = {"named": True, "immune": {"France": "par"}, **secret}
        state = msgspec.structs.replace(world, notes={"black_hole": note})
        view = variant.rules.see(Ask(variant, state), (), seat)  # type: ignore[arg-type]
        return msgspec.json.encode(view)

    worlds: list[dict[str, Any]] = [{}, {"again": ["France"]}, {"changed": ["France"]}]
    for seat in (*world.seats, None):
        assert len({seen(seat, **secret) for secret in worlds}) == (3 if seat == "France" else 1)


def test_a_second_choice_is_offered_once_and_of_what_is_left() -> None:
    """The last home may be named; a choice that was made is not offered again."""
    variant = load("black_hole")
    note = {"named": True, "immune": {"France": "par"}, "again": ["France"]}
    world = msgspec.structs.replace(
        Game.new("black_hole").state,
        owners={Province("par"): Power("Germany"), Province("bre"): Power("France")},
        notes={"black_hole": note},
    )
    ask = Ask(variant, world)
    [naming] = [c.subject for c in ask.mandate(Seat("France")).charges if c.subject.topic]
    assert [str(o) for o in legal_orders(ask, naming)] == ["declare immune bre"]
    ballot = Ballot(Seat("France"), naming, (IMMUNE("bre"),))
    after = Ask(variant, adjudicate(variant, world, (ballot,), Lots("", [0])).state)
    assert after.state.notes["black_hole"]["immune"] == {"France": "bre"}
    assert after.state.notes["black_hole"]["changed"] == ["France"]
    assert not [c for c in after.mandate(Seat("France")).charges if c.subject.topic]


def test_without_a_compass_a_unit_without_orders_is_disbanded() -> None:
    """From a box, of which the map tells no direction, nobody flees north."""
    variant = load("black_hole@youngstown", {"immunity": False})
    start = Game.new("black_hole@youngstown").state
    unit = Unit(99, Power("England"), "F", Place("oba"))
    world = msgspec.structs.replace(
        start,
        phase=read_phase("S1901R"),
        units=(),
        dislodged=(Dislodged(unit, None),),
        last_id=99,
    )
    assert Ask(variant, world).rules.refuges(Ask(variant, world), unit)
    resolution = adjudicate(variant, world, (), Lots("", [0]))
    assert [str(v.order) for v in resolution.verdicts] == ["F oba disband"]
