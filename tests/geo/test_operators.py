"""Stacked, linked and joined maps, known by their edges."""

from collections.abc import Iterable

import pytest

from dragoman.geo import CONVOY, LAND, MOVE, SEA, SUPPORT, Map, Place, Province, join, stack
from dragoman.modules.passages.ways import link
from dragoman.variants import load

ARMY, FLEET = frozenset({LAND}), frozenset({SEA})


@pytest.fixture(scope="module")
def standard() -> Map:
    """The board that is copied."""
    return load("standard").map


def places(text: str) -> frozenset[Place]:
    """Places listed in a text."""
    return frozenset(Place(p) for p in text.split())


def on(boards: Iterable[int], text: str) -> frozenset[Place]:
    """The same places on several boards."""
    return frozenset(Place(f"{b}:{p}") for b in boards for p in text.split())


@pytest.mark.parametrize("count", [2, 3, 7, 9])
def test_a_stack_is_so_many_boards_apart(standard: Map, count: int) -> None:
    """Every board has all spaces and centers, and no border leads to another."""
    boards = stack(standard, count)
    assert boards.boards == tuple(map(str, range(1, count + 1)))
    assert len(boards.spaces) == count * len(standard.spaces)
    assert len(boards.centers) == count * 34
    reach = boards.reach(ARMY, MOVE, coasts=False)
    assert reach[Place("2:tri")] == on([2], "ven tyr vie bud ser alb")
    assert all(a[0] == b[0] for a, bs in reach.items() for b in bs)


def test_module_1_opens_the_same_province_for_moves_alone(standard: Map) -> None:
    """Armies and fleets go to their own province on the other boards, fleets to their coast."""
    boards = link(stack(standard, 3), 1)
    armies, fleets = (boards.reach(modes, MOVE, coasts=modes is FLEET) for modes in (ARMY, FLEET))
    assert armies[Place("1:mun")] - on([1], "ber bur kie ruh tyr boh sil") == places("2:mun 3:mun")
    assert fleets[Place("1:stp/nc")] == on([1], "bar nwy") | places("2:stp/nc 3:stp/nc")
    assert boards.reach(ARMY, SUPPORT, coasts=False)[Place("1:mun")] == on(
        [1], "ber bur kie ruh tyr boh sil"
    )
    assert all(a[0] == b[0] for a, bs in boards.waters.items() for b in bs)


def test_module_2_opens_neighbors_everywhere_and_shares_fleets(standard: Map) -> None:
    """Moves lead to every board; fleets hand on to fleets of their own board only."""
    boards = link(stack(standard, 3), 2)
    army = boards.reach(ARMY, MOVE, coasts=False)[Place("1:tri")]
    assert army == on([1, 2, 3], "ven tyr vie bud ser alb") | places("2:tri 3:tri")
    support = boards.reach(ARMY, SUPPORT, coasts=False)[Place("1:tri")]
    assert support == on([1], "ven tyr vie bud ser alb")
    seas = {p for p in boards.waters[Province("1:nth")] if boards.spaces[p].convoys}
    assert seas == {"1:nwg", "1:ska", "1:hel", "1:eng"}
    assert {p[0] for p in boards.waters[Province("1:lon")]} == {"1", "2", "3"}


def test_module_3_opens_everything(standard: Map) -> None:
    """Supports and convoys pass as moves do, into one's own province elsewhere too."""
    boards = link(stack(standard, 3), 3)
    support = boards.reach(ARMY, SUPPORT, coasts=False)[Place("1:tri")]
    assert support == boards.reach(ARMY, MOVE, coasts=False)[Place("1:tri")]
    assert Province("2:eng") in boards.waters[Province("1:nth")]
    assert Province("2:nth") not in boards.waters[Province("1:nth")]


def test_fleets_of_the_origin_land_anywhere_but_take_on_at_home(standard: Map) -> None:
    """With fleets of the army's board, the way on board is that board's and the way off any."""
    boards = link(stack(standard, 2), 2, fleets_of_origin=True)
    assert Province("1:nth") in boards.waters[Province("1:lon")]
    assert Province("2:nth") not in boards.waters[Province("1:lon")]
    assert {Province("1:bel"), Province("2:bel")} <= set(boards.waters[Province("1:nth")])
    assert Province("1:nth") in boards.waters_to[Province("2:bel")]


def test_links_grow_with_the_boards_and_not_with_their_square_of_spaces(standard: Map) -> None:
    """The edges of nine boards are those of each pair of boards, and no more."""
    for count in (2, 9):
        base = stack(standard, count)
        pairs = count * (count - 1)
        linked = link(base, 2)
        per_pair = (len(linked.edges) - len(base.edges)) / pairs
        assert per_pair < 1.5 * len(standard.edges)


@pytest.mark.parametrize(
    ("ends", "armies", "fleets", "kind"),
    [
        (("1:mun", "2:hol"), True, False, "inland"),
        (("1:mun", "2:aeg"), False, True, "coast"),
        (("1:bre", "2:hol"), True, True, "coast"),
        (("1:mun", "2:boh"), True, False, "inland"),
        (("1:nth", "2:aeg"), False, True, "sea"),
    ],
)
def test_joined_spaces_are_neighbors_as_the_terrain_permits(
    standard: Map, ends: tuple[str, str], armies: bool, fleets: bool, kind: str
) -> None:
    """Armies pass over land, fleets over water; a link to the sea makes a shore."""
    a, b = (Province(end) for end in ends)
    boards = join(stack(standard, 2), [(a, b)])
    by_land = boards.reach(ARMY, MOVE, coasts=False).get(Place(a), frozenset())
    by_sea = boards.reach(FLEET, MOVE, coasts=True).get(Place(a), frozenset())
    assert (Place(b) in by_land) == armies
    assert (Place(b) in by_sea) == fleets
    assert boards.spaces[a].kind == kind


def test_a_join_reaches_every_coast_and_carries_convoys(standard: Map) -> None:
    """A space with coasts is joined at each of them; water joined to a shore carries armies."""
    boards = join(stack(standard, 2), [(Province("1:spa"), Province("2:aeg"))])
    fleets = boards.reach(FLEET, MOVE, coasts=True)
    assert places("1:spa/nc 1:spa/sc") <= fleets[Place("2:aeg")]
    assert Province("2:aeg") in boards.waters[Province("1:spa")]
    assert any(CONVOY in e.uses for e in boards.edges if {e.a, e.b} == {"1:spa/nc", "2:aeg"})


def test_nothing_is_joined_to_the_impassable(standard: Map) -> None:
    """A link to Switzerland changes nothing."""
    boards = stack(standard, 2)
    assert join(boards, [(Province("1:swi"), Province("2:mun"))]) is boards
