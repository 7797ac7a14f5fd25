"""Doubling: whose year it is, how doubled strength is shown, and how units are divided."""

import pytest

from dragoman.house.play.drafts import judged_lines
from dragoman.model import Fact, Hold, Phase, Piece, Seat, Subject, Tally, read_phase
from dragoman.modules.doubling.halves import Years, roman
from dragoman.record.filing import read_lines
from dragoman.record.trees import legal_orders
from dragoman.report import position_sheet
from dragoman.report.ledger import exile
from dragoman.report.rows import dues
from dragoman.rules import Ask
from dragoman.variants import load
from tests.modules.table import explanations, judged, opened, placed, standing, verdict

CAT = load("cat")
DOUBLING = load("doubling")


def test_years_are_named_after_the_powers_in_turn() -> None:
    """Ruling on rule 3: Cassiusica I, Andromeda I, Telahoma I, Cassiusica II."""
    ask = opened(CAT)
    label = CAT.rules.label
    assert [label(ask, Phase(year, "S", "M")) for year in (1, 2, 3, 4)] == [
        "Cassiusica I, Spring",
        "Andromeda I, Spring",
        "Telahoma I, Spring",
        "Cassiusica II, Spring",
    ]
    assert label(ask, read_phase("F3R")) == "Telahoma I, Fall, retreats"
    assert label(ask, read_phase("W0A")) == "Before Cassiusica I, Winter, adjustments"


def test_on_standard_the_years_go_round_by_the_alphabet() -> None:
    """Austria 1901, England 1902 … Turkey 1907, Austria 1908; years keep their numbers."""
    ask = opened(DOUBLING)
    owners = []
    for year in range(1901, 1909):
        now = Ask(DOUBLING, placed(DOUBLING, f"S{year}M", "France: A par").state)
        [fact] = DOUBLING.rules.show(now)
        owners.append(fact.values[0])
    assert owners == [*DOUBLING.powers, "Austria"] == [*sorted(DOUBLING.powers), "Austria"]
    assert DOUBLING.rules.label(ask, ask.state.phase) == "Spring 1901"


def test_a_listed_order_is_the_files() -> None:
    """Cat lists its powers as the years come round; by the alphabet Andromeda would be first."""
    alphabetical = load("cat", {"year_order": "alphabetical"})
    assert "Andromeda I" in alphabetical.rules.label(opened(alphabetical), CAT.start)


def test_the_fact_names_the_cycle() -> None:
    """Each round of three years is Cat I, Cat II …; before the first year nobody is doubled."""
    now = placed(CAT, "S5M", "Telahoma: A cin")
    assert Fact("Double strength", ("Andromeda", "Cat II"), news=True) in CAT.rules.show(now)
    winter = load("cat", {"winter_zero": True})
    names = [fact.name for fact in winter.rules.show(opened(winter))]
    assert "Double strength" not in names


@pytest.mark.parametrize(
    ("number", "text"), [(1, "I"), (9, "IX"), (14, "XIV"), (40, "XL"), (1994, "MCMXCIV")]
)
def test_roman_numerals(number: int, text: str) -> None:
    """Rounds are numbered in Roman numerals, as far as games go."""
    assert roman(number) == text


def test_years_before_the_first_have_a_title() -> None:
    """A Winter before the first Spring belongs to nobody."""
    years = Years(1, ("A", "B"), True, "")  # type: ignore[arg-type]
    assert (years.title(0), years.title(2), years.cycle_of(2)) == ("Before A I", "B I", "")


def test_doubled_strength_is_shown_by_its_terms() -> None:
    """Four is the own year's two and a support of two."""
    ask = placed(CAT, "S3M", "Telahoma: A sil, A cin\nCassiusica: A pea, A row, A kil, F cgp")
    found = judged(
        ask,
        Telahoma="DA Sil S DA Cin-Pea; DA Cin-Pea",
        Cassiusica="A row S A pea; A kil S A pea; F cgp S A pea",
    )
    reason = verdict(found, "A cin - pea").reason
    assert reason.mine == Tally(4, (("own year", 2), ("support of A sil", 2)))
    assert explanations(ask, found)["A cin - pea"] == (
        "fails: 4 (own year 2 + support of A sil 2) against 4 (army 1 + support of A row 1 "
        "+ support of A kil 1 + support of F cgp 1), held off by Cassiusican A pea H"
    )
    assert explanations(ask, found)["A sil S A cin - pea"] == "support given, worth 2 (own year 2)"


def test_a_double_that_loses_its_support_loses_all_of_it_to_one_attack() -> None:
    """Ruling K11: the first attack takes both points, a second has nothing left to take."""
    ask = placed(CAT, "S3M", "Telahoma: A sil, A cin\nCassiusica: A pea\nAndromeda: A tin, A kil")
    found = judged(
        ask, Telahoma="A sil S A cin - pea; A cin - pea", Andromeda="A tin - sil; A kil - sil"
    )
    [loss] = verdict(found, "A sil S A cin - pea").reason.losses
    assert loss.points == 2
    assert explanations(ask, found)["A sil S A cin - pea"].startswith(
        "support cut by Andromedan A "
    )


@pytest.mark.parametrize("ids", ["doubling+militarism", "militarism+doubling"])
def test_what_another_rule_forbids_divides_no_unit(ids: str) -> None:
    """A leader alone can receive no support (L7), so that order is left out (4.D.3)."""
    ask = placed(load(ids), "S1903M", "France: A par, L gas\nGermany: A bur")
    found = judged(ask, France="A par - bur; A par S L gas")
    assert standing(found.state) == ["France A bur", "France L gas"]
    void = explanations(ask, found)["A par S L gas"]
    assert void == "void: L gas cannot be supported (a leader alone can receive no support)"


def test_only_the_half_that_was_left_is_said_to_be_dislodged() -> None:
    """The half that went is not, and the fleet of a coast guard is known by its part."""
    ask = placed(CAT, "S3M", "Telahoma: A cin, CG tin\nCassiusica: A pea, A iro, F tlb, F tgp")
    found = judged(
        ask,
        Telahoma="A cin - sil; A cin - iro; CG tin (army) - met; CG tin (fleet) - tgp",
        Cassiusica="A pea - cin; A iro S A pea - cin; F tlb - tin; F tgp S F tlb - tin",
    )
    said = {str(v.order): exile(v, found, ask) for v in found.verdicts}
    assert said["A cin - sil"] == said["CG tin (army) - met"] == ""
    assert said["A cin - iro"] == "dislodged by Cassiusican A pea - cin"
    assert said["CG tin (fleet) - tgp"] == "dislodged by Cassiusican F tlb - tin"


def test_the_tree_offers_the_parts_of_a_coast_guard() -> None:
    """In its own year a coast guard's parts can be ordered; others can support what they do."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro, A cin")
    guard = {str(order) for order in legal_orders(ask, Subject(ask.state.units[0].power, 1))}
    assert {"CG iro - tin", "CG iro (army) - sil", "CG iro (fleet) - tlb"} <= guard
    assert "CG iro - sil" not in guard
    army = {str(order) for order in legal_orders(ask, Subject(ask.state.units[1].power, 2))}
    assert "A cin S CG iro (army) - sil" in army
    assert "A cin S CG iro (fleet) - pea" in army
    assert not any("(fleet) - tlb" in text for text in army)
    later = placed(CAT, "S4M", "Telahoma: CG iro, A cin")
    assert not any("(" in str(o) for o in legal_orders(later, Subject(ask.state.units[0].power, 1)))


def test_the_tree_offers_convoys_and_support_of_parts() -> None:
    """Fleets may carry the army of a coast guard; a part may support other parts."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro, F cgp, CG pea")
    fleet = {str(order) for order in legal_orders(ask, Subject(ask.state.units[1].power, 2))}
    assert {"F cgp C CG iro (army) - elm", "F cgp C CG pea (army) - eye"} <= fleet
    assert not any("C CG iro -" in text or "C CG iro (fleet)" in text for text in fleet)
    guard = {str(order) for order in legal_orders(ask, Subject(ask.state.units[0].power, 1))}
    assert "CG iro (army) S CG pea (army) - cin" in guard
    assert "CG iro (fleet) S CG iro (army) - tin" in guard
    assert "CG iro (fleet) S CG iro (fleet) - tin" not in guard
    apart = placed(CAT, "S3M", "Telahoma: CG iro\nAndromeda: F csb")
    far = {str(order) for order in legal_orders(apart, Subject(apart.state.units[1].power, 2))}
    assert {o for o in far if " S " in o} == {"F csb S CG iro (fleet) - cgp"}


def test_divided_units_get_ids_of_their_own() -> None:
    """The first half keeps the unit's id, the second is a new unit."""
    ask = placed(CAT, "S3M", "Telahoma: A cin\nCassiusica: A oak")
    found = judged(ask, Telahoma="A cin - sil; A cin - pea")
    assert [(u.id, u.place) for u in found.state.units] == [(1, "sil"), (2, "oak"), (3, "pea")]
    assert found.state.last_id == 3


def test_the_mandate_asks_for_two_orders_of_a_double() -> None:
    """A doubled unit takes two orders, a single one takes one."""
    ask = placed(CAT, "S3M", "Telahoma: A cin, A sil [single]\nCassiusica: A oak")
    charges = {
        c.subject.unit: c.count
        for seat in ("Telahoma", "Cassiusica")
        for c in ask.mandate(Seat(seat)).charges
    }
    assert charges == {1: 2, 2: 1, 3: 1}


def test_a_coast_guard_divides_on_a_board_with_coasts() -> None:
    """On Standard a coast guard stands on a coast: its fleet keeps it, its army has none."""
    board = load("cat@standard")
    ask = placed(board, "S1903M", "France: CG spa/nc")
    found = judged(ask, France="CG spa (army) - mar; CG spa (fleet) - mao")
    assert standing(found.state) == ["France A mar [single]", "France F mao [single]"]
    whole = judged(ask, France="CG spa (army) - gas; CG spa (fleet) - gas")
    assert standing(whole.state) == ["France CG gas"]
    stays = judged(ask, France="CG spa (army) - mar; CG spa (fleet) H")
    assert standing(stays.state) == ["France A mar [single]", "France F spa/nc [single]"]


def test_both_parts_to_a_province_with_coasts_land_the_whole_on_the_fleets() -> None:
    """Ruling K15 where the army names no coast."""
    board = load("cat@standard")
    ask = placed(board, "S1903M", "France: CG mar")
    found = judged(ask, France="CG mar (army) - spa; CG mar (fleet) - spa/sc")
    assert standing(found.state) == ["France CG spa/sc"]
    assert [v.outcome for v in found.verdicts] == ["done", "done"]


def test_support_for_a_half_that_cannot_get_there_is_void() -> None:
    """A part that is named must itself be able to do it; so must some part if none is named."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro\nCassiusica: A cin, F cgp, A kil")
    found = judged(
        ask,
        Cassiusica="A cin S CG iro (fleet) - sil; F cgp S CG iro - kil; A kil S CG iro - sil",
    )
    codes = {str(v.order): v.reason.code for v in found.verdicts}
    assert codes["A cin S CG iro (fleet) - sil"] == "cannot_support"
    assert codes["F cgp S CG iro - kil"] == "cannot_support"
    assert codes["A kil S CG iro - sil"] == "unmatched"


def test_a_lone_order_for_the_wrong_part_is_void() -> None:
    """A named part that cannot do it leaves the whole standing."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro")
    for text, code in [
        ("CG iro (fleet) - sil", "cannot_reach"),
        ("CG iro (coast guard) H", "not_allowed"),
        ("CG iro (CG) - sil", "not_allowed"),
        ("CG iro (army) - sil; CG iro (army) - cin", "not_allowed"),
        ("CG iro (army) - sil; CG iro (fleet) H; CG iro - tin", "too_many"),
    ]:
        found = judged(ask, Telahoma=text)
        assert {v.reason.code for v in found.verdicts if not v.supplied} == {code}
        assert standing(found.state) == ["Telahoma CG iro"]


def test_a_contradiction_that_only_a_division_of_another_allows_stays_one() -> None:
    """Two different supports for an undoubled unit undo each other, whatever makes them legal."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro\nCassiusica: A cin")
    found = judged(ask, Cassiusica="A cin S CG iro (army) - sil; A cin H")
    assert {v.reason.code for v in found.verdicts if not v.supplied} == {"contradicted"}


def test_the_sheet_says_whose_year_it_is() -> None:
    """The position sheet names year, cycle and who controls the home provinces."""
    text = position_sheet(opened(CAT))
    assert "Cat Diplomacy (reconstructed board): Cassiusica I, Spring" in text
    assert "Double strength    Cassiusica (Cat I)" in text
    assert "Control of Silver  Telahoma" in text


def test_orders_for_no_unit_are_left_to_the_earlier_rule() -> None:
    """A subject that is no unit is nobody's double."""
    ask = placed(CAT, "S3M", "Telahoma: A cin")
    order = Hold(Piece("A", ask.state.units[0].place))
    [fault] = ask.rule.check(ask, Subject(ask.state.units[0].power, 99), (order,))
    assert fault is not None and fault.code == "no_such_unit"


def test_halves_are_called_by_their_kinds_on_two_lines() -> None:
    """In the library and in the draft of a page, read line by line, each kind names its half."""
    ask = placed(CAT, "S3M", "Telahoma: CG iro")
    seat, text = Seat("Telahoma"), "A Iro-Tin\nF Iro stand"
    meant = ["CG iro (army) - tin", "CG iro (fleet) H"]
    assert list(map(str, read_lines(ask, seat, text.splitlines()))) == meant
    assert list(judged_lines(ask, seat, text)) == meant


def test_what_only_a_half_can_do_is_offered() -> None:
    """Example G and ruling K20: a brother's move is supported, and what the brother carries."""
    ask = placed(CAT, "S3M", "Telahoma: A cin, F tgp, A tin")
    army, fleet = (
        [str(o) for o in legal_orders(ask, Subject(u.power, u.id))] for u in ask.state.units[:2]
    )
    assert {"A cin S A cin", "A cin S A cin - sil"} < set(army)
    assert {"F tgp C A tin - rig", "F tgp S A tin - rig"} < set(fleet)
    assert ask.rule.choices(ask, Subject(ask.state.units[1].power, 2), ("support", "A tin"))
    ask = placed(CAT, "S3M", "Telahoma: CG iro\nCassiusica: F cgp")
    [single] = [u for u in ask.state.units if u.kind == "F"]
    orders = [str(o) for o in legal_orders(ask, Subject(single.power, single.id))]
    assert "F cgp C CG iro (army) - elm" in orders
    assert "F cgp S CG iro (army) - elm" not in orders


def test_a_double_owes_one_order() -> None:
    """It may be given two; what is due is one, as of any unit."""
    ask = opened(CAT)
    [first, *_] = ask.mandate(Seat("Cassiusica")).charges
    assert (first.count, dues(ask, [first])[0].count) == (2, 1)
