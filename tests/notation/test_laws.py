"""Laws of the notation: printing and reading agree, both readers agree, nothing else is raised."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dragoman.errors import NotationError
from dragoman.geo import MOVE, Place, Province
from dragoman.model import (
    ADJUSTMENT,
    RETREAT,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Retreat,
    State,
    Support,
    Unit,
    Waive,
    read_phase,
)
from dragoman.modules.declared_homes import HOMES
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.modules.placement import PLACE
from dragoman.notation import Language, read_orders, read_position, read_units, write_order
from dragoman.notation.canonical import read_canonical
from dragoman.notation.parser import OrderReader
from dragoman.notation.roster import Roster
from tests.notation.boards import (
    BOARDS,
    GUARDS,
    LANGUAGES,
    LEADERS,
    ODD,
    STANDARD,
    STRIKE,
)

PHASES = ("S1901M", "S1901R", "W1901A", "S1900P", "W1901D")


def crowd(language: Language, phase: str) -> State:
    """A position with one unit in every other province, of each kind in turn."""
    spaces = list(language.map.spaces.values())[::2]
    found = []
    for n, space in enumerate(spaces):
        fit = [k for k in language.kinds.values() if language.can_stand(k, space.id)]
        for kind in fit[n % 2 : n % 2 + 1]:
            place = space.places[-1] if kind.coasts else space.places[0]
            found.append(Unit(n, Power("France"), kind.letter, place))
    if phase.endswith(RETREAT):
        return State(read_phase(phase), {}, dislodged=tuple(Dislodged(unit) for unit in found))
    return State(read_phase(phase), {}, tuple(found))


ROSTERS = {
    (n, phase): Roster(language, crowd(language, phase))
    for n, language in enumerate(LANGUAGES)
    for phase in PHASES
}


def in_full(roster: Roster) -> list[Piece]:
    """Every piece that an order may name as it is: those that stand, and those where none does."""
    language = roster.language
    empty = [
        p for p in language.pieces.values() if language.map.province[p.place] not in roster.here
    ]
    return [*roster.pieces.values(), *empty]


@st.composite
def orders(draw: st.DrawFn) -> tuple[Order, Roster]:
    """An order without slips, and the roster of the position it is for."""
    roster = draw(st.sampled_from(list(ROSTERS.values())))
    language = roster.language
    pieces = st.sampled_from(in_full(roster))
    unit, whom = draw(pieces), draw(pieces)
    if language.kinds[unit.kind].splits_into:
        unit = Piece(unit.kind, unit.place, draw(st.sampled_from(["", "army", "fleet"])))
    provinces = st.sampled_from(list(language.map.spaces))
    goal, label = draw(provinces), draw(st.sampled_from(["", "nc", "sc", "harbor"]))
    to, to_whom = language.goal(unit, goal, label), language.goal(whom, goal, label)
    words = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1)
    claim = draw(words.map(str.strip).filter(bool))
    choices: list[Order] = [
        Waive(),
        Build(unit),
        PLACE(unit),
        HOMES(*draw(st.lists(provinces, max_size=4))),
        CLAIM(claim),
    ]
    if roster.phase != "D":
        choices += [
            Hold(unit),
            roster.march(unit, to),
            Support(unit, whom),
            Support(unit, whom, to_whom),
            Convoy(unit, whom, to_whom),
            Remove(unit) if roster.phase == ADJUSTMENT else Disband(unit),
        ]
    if roster.phase != "D" and STRIKE in language.vocabulary.verbs:
        choices += [STRIKE(unit, to)]
    if roster.phase not in ("D", RETREAT):
        choices += [Move(unit, to, True)]
    return draw(st.sampled_from(choices)), roster


@given(orders())
def test_reading_what_was_printed_gives_the_order_back(case: tuple[Order, Roster]) -> None:
    order, roster = case
    assert read_orders(write_order(order), roster.language, roster.state) == [order]


def written(language: Language, roster: Roster, near: int) -> Iterator[str]:
    """Orders as one might write them in full: legal ones, and ones that only look like it."""
    places = [p for s in language.map.spaces.values() for p in s.places]
    letters = list(language.kinds)
    for n, unit in enumerate(roster.pieces.values()):
        yield from (f"{unit} H", f"{unit} disband", f"remove {unit}", f"build {unit}", f"{unit} x")
        yield from (f"{unit} - {place}" for place in places)
        yield from (f"{unit} - {place} via" for place in places[::7])
        others = [f"{k} {p}" for p in places[n % near :: near] for k in letters]
        for whom in (*map(str, roster.pieces.values()), *others):
            yield f"{unit} S {whom}"
            for place in places[n % near :: near]:
                yield from (f"{unit} {verb} {whom} - {place}" for verb in "SCH")
    yield from (
        f"{verb} {k} {p}" for verb in ("build", "place", "x") for k in letters for p in places
    )


def patiently(text: str, roster: Roster) -> list[Order] | None:
    """What the patient reader makes of a text; none if it does not understand it."""
    try:
        return OrderReader(text, roster, None).orders()
    except NotationError:
        return None


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("language", "near"), [(STANDARD, 29), (LEADERS, 29), (BOARDS, 101), (GUARDS, 1), (ODD, 1)]
)
def test_the_quick_reader_agrees_with_the_patient_one(
    language: Language, near: int, phase: str
) -> None:
    roster = Roster(language, crowd(language, phase))
    texts = list(written(language, roster, near))
    quick = {text: read_canonical(text, roster) for text in texts}
    assert [t for t, order in quick.items() if order and patiently(t, roster) != [order]] == []
    assert any(quick.values()) == (phase != "W1901D")


def test_the_quick_reader_reads_every_legal_order_of_the_movement_phase() -> None:
    roster = Roster(STANDARD, crowd(STANDARD, "S1901M"))
    reaches = {
        letter: STANDARD.map.reach(kind.modes, MOVE, coasts=kind.coasts)
        for letter, kind in STANDARD.kinds.items()
    }
    pieces = list(roster.pieces.values())
    moves = [(p, to) for p in pieces for to in sorted(reaches[p.kind][p.place])]
    found: list[Order] = [Hold(piece) for piece in pieces]
    found += [Move(piece, to) for piece, to in moves]
    found += [Support(unit, whom) for unit in pieces for whom in pieces]
    found += [Support(unit, whom, to) for unit in pieces for whom, to in moves]
    found += [Convoy(unit, whom, to) for unit in pieces for whom, to in moves]
    assert [order for order in found if read_canonical(str(order), roster) != order] == []


def test_lines_of_canonical_orders_are_read_quickly_and_alike() -> None:
    state = crowd(STANDARD, "S1901M")
    roster = Roster(STANDARD, state)
    for separator in (";", "; ", "\n", " ; "):
        text = separator.join(f"{piece} H" for piece in roster.pieces.values())
        assert read_orders(text, STANDARD, state) == OrderReader(text, roster, None).orders()


FRAGMENTS = (
    *("A", "F", "L", "LA", "CG", "DCG", "army", "fleet", "par", "Paris", "bur", "st.", "stp"),
    *("petersburg", "nth", "north", "sea", "mid-atlantic", "spa", "bul", "iro", "tin", "sil"),
    *("1:par", "3:", "3:spa", "-", "->", "–", "→", "=>", "=", "+", "/", "(", ")", "[", "]", ","),
    *(".", ";", ":", "&", "and", "to", "via", "by", "convoy", "moves", "S", "C", "H", "D", "B"),
    *("R", "supports", "holds", "disband", "remove", "build", "place", "waive", "2", "99"),
    *("homes", "declare", "claim", "France", "France's", "French", "Italian", "nc", "sc", "/nc"),
    *("(nc)", "(army)", "(fleet)", "coast", "west", "'", '"', "\n", "\r", "\t", "\x00"),
    *("\u202e", "\u0301", "é", "\u0130", "\ufb01", "\uff1b", "phase", "units", "centers"),
    *("dislodged", "standoffs", "orders", "from", "F1901M", "#", "xyz"),
)

TEXTS = st.one_of(
    st.text(),
    st.lists(st.sampled_from(FRAGMENTS)).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS)).map("".join),
    st.lists(st.one_of(st.text(max_size=3), st.sampled_from(FRAGMENTS))).map(" ".join),
)


@given(TEXTS, st.sampled_from(list(ROSTERS.values())), st.sampled_from([None, Power("France")]))
@example("A par H \u0301 xyz", ROSTERS[0, "S1901M"], None)
def test_any_text_is_orders_or_a_notation_error(
    text: str, roster: Roster, power: Power | None
) -> None:
    try:
        found = read_orders(text, roster.language, roster.state, power=power)
    except NotationError as error:
        assert error.text == text
        assert 0 <= error.at <= len(text)
    else:
        for order in found:
            assert isinstance(order, Order)


@given(TEXTS, st.sampled_from(LANGUAGES))
def test_any_text_is_a_position_or_a_notation_error(text: str, language: Language) -> None:
    for read in (read_position, read_units):
        try:
            read(text, language)
        except NotationError as error:
            assert 0 <= error.at <= len(error.text)


@given(st.sampled_from(FRAGMENTS), st.sampled_from(FRAGMENTS), st.sampled_from(PHASES))
def test_reading_takes_time_in_proportion(first: str, second: str, phase: str) -> None:
    def effort(times: int) -> float:
        start = time.process_time()
        patiently(f"{first} {second};" * times, ROSTERS[0, phase])
        return time.process_time() - start

    # A quadratic reader takes 64 times as long for a text eight times as long.
    assert effort(2_000) < 32 * max(effort(250), 0.02)


@pytest.mark.parametrize(
    "piece",
    [
        *("a par h;", "waive 99;", "claim a\n", "declare x ", "par,", "north ", "french ", "st."),
        *("mid-a", "x", "é", "a\u0301\u0327", "'", "a'", "-", "=", "(", "/nc", " ", "\n"),
        *("\x00", "\u202e"),
    ],
)
def test_a_megabyte_is_read_or_refused(piece: str) -> None:
    phase = "W1901D" if piece in ("st.", "par,", "north ") else "S1901M"
    patiently(piece * (1_000_000 // len(piece)), ROSTERS[0, phase])


def test_a_province_is_not_a_place_by_accident() -> None:
    assert {Place(p) for p in STANDARD.goals["A"]} == {Place(p) for p in STANDARD.map.spaces}
    assert Province("spa") not in STANDARD.goals["F"]
    assert isinstance(read_orders("A vie - boh", STANDARD, crowd(STANDARD, "S1901R"))[0], Retreat)
