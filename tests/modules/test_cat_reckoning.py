"""Cat's reckoning: what feeds units, control, victory, draws, and the choice of opening units."""

import pytest
from msgspec.structs import replace

from dragoman.errors import RequestError
from dragoman.model import Power, Result, Seat, read_phase
from dragoman.modules.cat_reckoning import NAME, control
from dragoman.record import Game
from dragoman.rules import Ask
from dragoman.variants import load
from tests.modules.table import judged, opened, placed, standing

CAT = load("cat")
SEATS = ("Cassiusica", "Andromeda", "Telahoma")


def test_control_passes_only_after_a_fall_and_stays() -> None:
    """Ruling K23: an occupier in Spring controls nothing; after a Fall it does until retaken."""
    ask = placed(CAT, "S1M", "Cassiusica: A pea\nTelahoma: A iro")
    spring = judged(ask, Cassiusica="A pea - sil")
    assert control(Ask(CAT, spring.state))[CAT.powers[Power("Telahoma")].lands[0]] == "Telahoma"
    fall = judged(Ask(CAT, spring.state), Cassiusica="A sil H")
    assert dict(control(Ask(CAT, fall.state))) == {
        "row": "Cassiusica",
        "den": "Andromeda",
        "sil": "Cassiusica",
    }


def test_a_captured_home_feeds_nobody() -> None:
    """Rule 9: it costs its owner a unit and gives the captor none."""
    ask = opened(CAT)
    owners = {**ask.state.owners, CAT.map.centers[0]: Power("Telahoma")}
    after = Ask(CAT, replace(ask.state, owners=owners))
    due = CAT.rules.entitlement
    assert [due(after, Power(p)) for p in SEATS] == [-1, 0, 0]


def test_two_survivors_who_agree_share_with_the_third() -> None:
    """Rule 8: there is no two-way draw."""
    game = Game.new("cat")
    state = game.state
    units = tuple(u for u in state.units if u.power != "Andromeda")
    owners = {c: p for c, p in state.owners.items() if p != "Andromeda"}
    game.correct(replace(state, units=units, owners=owners))
    assert not game.agree_draw("Telahoma")
    assert game.agree_draw("Telahoma", "Cassiusica")
    assert game.state.result == Result("draw", tuple(Seat(s) for s in SEATS))


def test_concession_to_one_is_a_solo() -> None:
    """Ruling K25."""
    game = Game.new("cat")
    assert game.concede("Telahoma", "Cassiusica", "Andromeda")
    assert game.state.result == Result("concession", (Seat("Telahoma"),))


def test_a_power_that_nobody_holds_does_not_win() -> None:
    """Whoever triumphs must have a seat."""
    centers = [*CAT.powers[Power("Telahoma")].homes, "pea", "met", "ast", "eye", "kil"]
    start = opened(CAT).state
    owners = {c: Power("Telahoma") for c in CAT.map.centers if c in centers}
    held = replace(start, owners=owners, phase=read_phase("F3M"))
    outcome = CAT.rules.outcome
    assert outcome(Ask(CAT, held)) == Result("solo", (Seat("Telahoma"),))
    left = {seat: powers for seat, powers in held.seats.items() if seat != "Telahoma"}
    assert outcome(Ask(CAT, replace(held, seats=left))) is None


@pytest.mark.parametrize(
    "note",
    [5, {"control": 3}, {"control": {"par": "Telahoma"}}, {"control": {"sil": "France"}}],
)
def test_a_position_with_a_broken_note_is_refused(note: object) -> None:
    """What the module remembers is checked when it is read."""
    broken = replace(opened(CAT).state, notes={NAME: note})
    with pytest.raises(RequestError, match="cat_reckoning"):
        control(Ask(CAT, broken))


def test_a_position_without_a_note_is_controlled_from_home() -> None:
    """As a position given piece by piece begins."""
    bare = replace(opened(CAT).state, notes={})
    assert control(Ask(CAT, bare)) == control(opened(CAT))


def test_with_winter_zero_the_powers_choose_their_units() -> None:
    """Ruling K27: one unit in each home center, coast guards among them; the rest is customary."""
    cat = load("cat", {"winter_zero": True})
    ask = opened(cat)
    assert str(ask.state.phase) == "W0A"
    assert ask.rules.label(ask, ask.state.phase) == ("Before Cassiusica I, Winter, opening builds")
    found = judged(ask, Telahoma="build CG iro; build F cin; build A tin")
    codes = {str(v.order): v.reason.code for v in found.verdicts if not v.supplied}
    assert codes == {
        "build CG iro": "built",
        "build F cin": "wrong_kind",
        "build A tin": "built",
    }
    assert [u for u in standing(found.state) if u.startswith("Tel")] == [
        "Telahoma A cin",
        "Telahoma A tin",
        "Telahoma CG iro",
    ]
    assert str(found.state.phase) == "S1M"


def test_winter_zero_is_asked_for_once() -> None:
    """A composition that brings the module twice still begins one Winter earlier."""
    both = load("militarism@cat", {"winter_zero": True})
    assert str(both.start) == "W0A"
    assert both.modules.count("opening_winter") == 1


@pytest.mark.parametrize("ref", ["cat+black_hole", "black_hole@cat"])
def test_what_has_vanished_need_not_be_held(ref: str) -> None:
    """A home center and a home province that are gone keep nobody from winning."""
    variant = load(ref, {"majority": "centers"})
    start = opened(variant)
    mine = [c for c in variant.map.centers if c not in ("cyp", "rig", "veg", "ant", "iro", "tin")]
    owners = {c: Power("Telahoma" if c == "cin" else "Cassiusica") for c in mine}
    control = {"row": "Andromeda", "den": "Andromeda", "sil": "Telahoma"}
    gone = [{"province": "cyp"}, {"province": "row"}]

    def won(*holes: dict[str, str]) -> bool:
        notes = {**start.state.notes, NAME: {"control": control}, "black_hole": {"holes": holes}}
        ask = Ask(variant, replace(start.state, owners=owners, notes=notes))
        result = ask.rules.outcome(ask)
        return result == Result("solo", (Seat("Cassiusica"),))

    assert won(*gone)
    assert not won(gone[0])
    assert not won(gone[1])


def test_without_neutral_centers_nobody_wins() -> None:
    """If all five have vanished the home country alone is no victory."""
    variant = load("cat+black_hole")
    start = opened(variant)
    gone = [{"province": p} for p in ("pea", "met", "ast", "eye", "kil")]
    ask = Ask(variant, replace(start.state, notes={"black_hole": {"holes": gone}}))
    assert ask.rules.outcome(ask) is None
