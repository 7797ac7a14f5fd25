"""What the same words mean in retreats, adjustments, placements and declarations."""

import pytest

from dragoman.model import Power
from tests.notation.boards import BOARDS, FRANCE, ODD, canonical, position

RETREATS = position("S1901R", "Germany A vie", "Austria A vie, Austria F tri")
WINTER = position("W1901A", "France A par, France F spa/sc, Germany A mun")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A vie - boh", ["A vie - boh"]),
        ("A vie -> boh", ["A vie - boh"]),
        ("A vie to boh", ["A vie - boh"]),
        ("A vie retreats to boh", ["A vie - boh"]),
        ("A vie retreat - boh", ["A vie - boh"]),
        ("A vie R boh", ["A vie - boh"]),
        ("vie r boh", ["A vie - boh"]),
        ("A vie disband", ["A vie disband"]),
        ("A vie disbands", ["A vie disband"]),
        ("A vie D", ["A vie disband"]),
        ("vie. d.", ["A vie disband"]),
        ("disband A vie", ["A vie disband"]),
        ("d vie", ["A vie disband"]),
        ("remove A vie", ["A vie disband"]),
        ("A vie remove", ["A vie disband"]),
        ("disband A vie, F tri", ["A vie disband", "F tri disband"]),
        ("disband A vie and F tri - adr", ["A vie disband", "F tri - adr"]),
        ("A vie H", ["A vie H"]),
        ("A vie S F tri - adr", ["A vie S F tri - adr"]),
        ("F tri C A vie - alb", ["F tri C A vie - alb"]),
        ("A boh - mun", ["A boh - mun"]),
    ],
)
def test_retreats(text: str, orders: list[str]) -> None:
    assert canonical(text, RETREATS) == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("build A mar", ["build A mar"]),
        ("builds A mar", ["build A mar"]),
        ("B A mar", ["build A mar"]),
        ("A mar B", ["build A mar"]),
        ("A mar build", ["build A mar"]),
        ("+A mar", ["build A mar"]),
        ("+ army marseilles", ["build A mar"]),
        ("builds F stp/nc", ["build F stp/nc"]),
        ("A mar", ["build A mar"]),
        ("A mun", ["build A mun"]),
        ("bur", ["build A bur"]),
        ("France: build A mar", ["build A mar"]),
        ("France builds A mar", ["build A mar"]),
        ("build A mar, F bre", ["build A mar", "build F bre"]),
        ("build A mar and F bre; F lon", ["build A mar", "build F bre", "build F lon"]),
        ("remove A par", ["remove A par"]),
        ("A par remove", ["remove A par"]),
        ("A par removes", ["remove A par"]),
        ("disband A par", ["remove A par"]),
        ("A par disband", ["remove A par"]),
        ("- A par", ["remove A par"]),
        ("-A par", ["remove A par"]),
        ("− A par", ["remove A par"]),
        ("A par D", ["remove A par"]),
        ("A par", ["remove A par"]),
        ("par", ["remove A par"]),
        ("F spa", ["remove F spa/sc"]),
        ("remove A par, F spa", ["remove A par", "remove F spa/sc"]),
        ("waive", ["waive"]),
        ("waives", ["waive"]),
        ("pass", ["waive"]),
        ("waive 2", ["waive", "waive"]),
        ("waive 2 builds", ["waive", "waive"]),
        ("waive build, build A mar", ["waive", "build A mar"]),
        ("A par - bur", ["A par - bur"]),
        ("A par H", ["A par H"]),
        ("place A mar", ["place A mar"]),
    ],
)
def test_adjustments(text: str, orders: list[str]) -> None:
    assert canonical(text, WINTER, power=FRANCE) == orders


def test_a_bare_unit_is_a_removal_for_its_owner_only() -> None:
    assert canonical("France: A par; Germany: A par", WINTER) == ["remove A par", "build A par"]
    assert canonical("Germany: A par", WINTER, power=FRANCE) == ["remove A par"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A par", ["place A par"]),
        ("place A par", ["place A par"]),
        ("deploys fleet spain (sc)", ["place F spa/sc"]),
        ("A par, F bre", ["place A par", "place F bre"]),
        ("par", ["place A par"]),
        ("build A par", ["build A par"]),
        ("A par - bur", ["A par - bur"]),
    ],
)
def test_placements(text: str, orders: list[str]) -> None:
    assert canonical(text, position("S1900P")) == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("declare homes bre lon nap", ["declare homes bre lon nap"]),
        ("declares Homes: Brest, London and Naples.", ["declare homes bre lon nap"]),
        ("homes bre, lon, nap", ["declare homes bre lon nap"]),
        ("home: bre lon nap", ["declare homes bre lon nap"]),
        ("bre, lon, nap", ["declare homes bre lon nap"]),
        ("bre lon nap", ["declare homes bre lon nap"]),
        ("stp/nc north sea", ["declare homes stp nth"]),
        ("homes", ["declare homes"]),
        ("declare home par; homes bre", ["declare homes par", "declare homes bre"]),
        ("France: homes bre", ["France: declare homes bre"]),
        ("waive", ["waive"]),
    ],
)
def test_declarations(text: str, orders: list[str]) -> None:
    assert canonical(text, position("W1901D")) == orders


def test_a_declaration_is_read_in_any_phase() -> None:
    assert canonical("declare homes bre lon", WINTER) == ["declare homes bre lon"]


def test_a_board_carries_over_to_the_next_province_declared() -> None:
    state = position("W1901D")
    assert canonical("homes 3:bre, lon, 1:nap", state, BOARDS) == [
        "declare homes 3:bre 3:lon 1:nap"
    ]


def test_a_province_whose_id_is_a_separator_can_be_declared() -> None:
    assert canonical("homes ben and lan", position("W1901D"), ODD) == ["declare homes ben and lan"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "claim Joint victory, with Russia and Turkey.",
            ["Joint victory, with Russia and Turkey."],
        ),
        ("claim one; claim another", ["one", "another"]),
        ("claims  130   centers ", ["130   centers"]),
        ("France: claim all", ["all"]),
        ("claim «à nous»\nclaim A par - bur", ["«à nous»", "A par - bur"]),
    ],
)
def test_a_claim_is_taken_down_word_for_word(text: str, orders: list[str]) -> None:
    state = position("F1901M", "France A par")
    assert canonical(text, state) == [f"claim {order}" for order in orders]
    both = canonical(f"A par H; {text}", state, power=Power("France"))
    assert both == ["A par H", *(f"claim {order}" for order in orders)]
