"""Fog: what a seat sees, what it is shown of results, and that nothing else reaches it."""

from random import Random

import msgspec
import pytest

from dragoman.bots import look, make_bot
from dragoman.draw.game import Moment, draw_moment
from dragoman.geo import Province
from dragoman.house.play.drafts import SeatReader
from dragoman.model import Power, Resolution, Seat
from dragoman.modules.fog import UNSEEN, sight
from dragoman.record import Game
from dragoman.record.conformance import conformance
from dragoman.report import explain, position_sheet, results_sheet
from dragoman.report.rows import dislodged_rows
from dragoman.rules import Ask, revealed, seen
from dragoman.variants import load
from tests.modules.table import judged, placed

FOG = load("fog")
FRANCE, GERMANY, ITALY = Seat("France"), Seat("Germany"), Seat("Italy")


def at(phase: str, centers: dict[str, str], **units: str) -> Ask:
    """A position in which powers have some units, and some centers or none."""
    rows = "\n".join(f"{power}: {text}" for power, text in units.items())
    ask = placed(FOG, phase, rows)
    owners = {Province(center): Power(power) for center, power in centers.items()}
    return Ask(FOG, msgspec.structs.replace(ask.state, owners=owners))


def played(**orders: str) -> tuple[Ask, Resolution]:
    """The first Spring, as some powers order it."""
    game = Game.new("fog")
    for seat, text in orders.items():
        game.submit(seat, text)
    ask = game.ask
    return ask, game.advance()


def test_a_seat_sees_its_units_its_centers_and_what_they_touch() -> None:
    ask = at("S1901M", {"bre": "France", "ber": "Germany"}, France="A bur", Germany="A ruh, A ber")
    near = "bur bel gas mar mun par pic ruh bre eng mao"
    assert sight(ask, FRANCE) == frozenset(near.split())
    view = seen(ask, FRANCE).state
    assert {str(unit) for unit in view.units} == {"A bur", "A ruh"}
    assert view.owners == {"bre": "France"}


def test_one_who_watches_sees_the_phase_and_no_more() -> None:
    ask = Game.new("fog").ask
    view = seen(ask, None).state
    assert (view.units, view.owners, view.last_id) == ((), {}, 0)
    assert (view.phase, view.seats) == (ask.state.phase, ask.state.seats)


def test_a_home_made_out_of_sight_is_known_to_its_power_and_whoever_sees_it() -> None:
    game = Game.new("fog+cores")
    game.submit("Turkey", "A con - bul")
    for _ in range(4):
        game.advance()
    game.submit("Turkey", "A bul cores")
    game.submit("Austria", "A bud - ser")
    game.advance()
    viewers = (*game.seats, None)
    homes = {seat: seen(game.ask, seat).state.homes[Power("Turkey")] for seat in viewers}
    assert {seat for seat in viewers if "bul" in homes[seat]} == {"Turkey", "Austria"}
    assert set(homes[None]) == {"ank", "con", "smy"}


@pytest.mark.parametrize("probe", ["F bre S lon", "F bre S A lon", "F bre S F lon"])
def test_a_void_order_is_no_way_to_ask_what_stands_in_the_dark(probe: str) -> None:
    ask, result = played(France=probe)
    [void] = [v for v in revealed(ask, result, FRANCE).verdicts if v.outcome == "void"]
    assert str(void.order) == ("F bre S F lon" if "F lon" in probe else "F bre S A lon")
    assert (void.reason.code, void.reason.note) == ("not_allowed", UNSEEN)


def test_a_unit_driven_out_still_sees_and_knows_where_it_was_attacked_from() -> None:
    game = Game.new("fog")
    game.submit("Germany", "A mun - bur; A ber - mun")
    game.advance()
    game.submit("France", "A par - bur; A mar S A par - bur")
    game.advance()
    [lost] = seen(game.ask, GERMANY).state.dislodged
    assert (str(lost.unit), lost.by) == ("A bur", "par")
    [known] = seen(game.ask, FRANCE).state.dislodged
    assert known.by == "par"
    assert seen(game.ask, Seat("Turkey")).state.dislodged == ()


def test_a_cause_out_of_sight_is_something_unseen() -> None:
    ask, result = played(France="A mar - bur", Germany="A mun - bur")
    known = revealed(ask, result, GERMANY)
    [mine] = [v for v in known.verdicts if str(v.order) == "A mun - bur"]
    assert (mine.outcome, mine.reason.code, mine.reason.by) == ("failed", "bounced", None)
    assert mine.reason.mine is None is mine.reason.theirs
    assert explain(mine, ask).endswith(f"({UNSEEN})")
    assert {v.power for v in known.verdicts} == {"Germany"}


def test_a_cause_in_sight_is_named() -> None:
    """Both armies see Burgundy and Ruhr, so each knows all that it met."""
    ask = at("S1901M", {}, France="A bur", Germany="A mun")
    known = revealed(ask, judged(ask, France="A bur - ruh", Germany="A mun - ruh"), FRANCE)
    [mine] = [v for v in known.verdicts if v.power == "France"]
    assert mine.reason.by is not None
    assert str(mine.reason.by.order) == "A mun - ruh"
    # Holland and Kiel touch Ruhr and are dark: what could have come from there is not said.
    assert mine.reason.mine is None is mine.reason.theirs


def test_strengths_are_shown_where_all_support_could_be_seen() -> None:
    """Everything round Portugal and Spain lies in the sight of an army in Spain."""
    ask = at("S1901M", {}, France="A spa", Italy="F por")
    known = revealed(ask, judged(ask, France="A spa - por"), FRANCE)
    [mine] = [v for v in known.verdicts if v.power == "France"]
    assert (mine.reason.mine, mine.reason.theirs) != (None, None)
    assert explain(mine, ask) == "fails: 1 against 1, held off by Italian F por H"


def test_whether_strengths_are_shown_tells_nothing() -> None:
    """Holland is out of sight of Burgundy: that it supports an attack there makes no difference."""
    ask = at("S1901M", {}, France="A bur", Germany="A mun", Italy="A hol")
    orders = {"France": "A bur - ruh", "Germany": "A mun - ruh"}
    help_ = {"Italy": "A hol S A mun - ruh"}
    alone, aided = (
        [v for v in revealed(ask, judged(ask, **o), FRANCE).verdicts if v.power == "France"]
        for o in (orders, {**orders, **help_})
    )
    assert alone == aided


def test_an_order_that_leads_out_of_sight_is_not_known() -> None:
    ask = at("S1901M", {}, France="A bur", Germany="A mun")
    known = revealed(ask, judged(ask, Germany="A mun - boh"), FRANCE)
    assert [str(v.order) for v in known.verdicts] == ["A bur H"]
    assert {str(unit) for unit in known.state.units} == {"A bur"}


def test_when_the_game_is_over_all_is_open() -> None:
    mine = dict.fromkeys([str(c) for c in FOG.map.centers if c != "con"][:20], "France")
    ask = at("F1905M", {**mine, "con": "Turkey"}, France="A bel, A par", Turkey="A con")
    result = judged(ask, France="A bel H")
    assert result.state.result is not None
    assert revealed(ask, result, None) == result


@pytest.mark.parametrize("ref", ["fog", "fog@youngstown", "catspaw+fog", "militarism+fog"])
def test_it_opens_alone_on_other_boards_and_in_mixtures(ref: str) -> None:
    variant = load(ref)
    assert "fog" in variant.modules
    assert [played.faults for played in conformance(variant, games=1, years=2)] == [()]


@pytest.mark.parametrize(
    ("ref", "name", "phases"),
    [("fog", "greedy", 6), ("catspaw+fog", "greedy", 6), ("fog", "learned", 1)],
)
def test_bots_see_only_what_their_seat_does(ref: str, name: str, phases: int) -> None:
    """What a bot orders is the same if all that its seat cannot see is taken off the board."""
    game = Game.new(ref, seed="bots")
    bot = make_bot(name)
    for _ in range(phases):
        for seat in game.seats:
            ask = game.ask
            alone = Ask(game.variant, seen(ask, seat).state)
            sights = [look(ask, seat), look(alone, seat)]
            first, again = [[b.orders for b in bot.orders(s, Random(1))] for s in sights]
            assert first == again
            if first:
                game.submit(seat, "\n".join("; ".join(map(str, orders)) for orders in first))
        game.advance()


def test_sheets_and_pictures_say_nothing_of_what_is_dark() -> None:
    ask, result = played(France="A mar - bur", Germany="A mun - bur")
    view, known = seen(ask, FRANCE), revealed(ask, result, FRANCE)
    sheet = position_sheet(view)
    assert "Without units and centers" not in sheet
    assert "Neutral centers: spa." in sheet
    assert "Germany" not in results_sheet(known, view, Ask(FOG, known.state))
    svg = draw_moment(FOG, Moment(view.state, known))
    assert "A par" in svg
    assert "A mun" not in svg
    assert "A ber" not in svg


def test_where_a_unit_goes_that_was_driven_out_is_said_only_where_all_is_seen() -> None:
    """Italy sees Munich fall from Tyrolia, but not what is in Silesia, Berlin or Kiel."""
    units = {"France": "A bur, A ruh", "Germany": "A mun", "Italy": "A tyr"}
    ask = at("S1901M", {"mun": "Germany"}, **units)
    result = judged(ask, France="A bur - mun; A ruh S A bur - mun")
    sheets = {}
    for seat in (ITALY, GERMANY):
        known = revealed(ask, result, seat)
        sheets[seat] = results_sheet(known, seen(ask, seat), Ask(FOG, known.state))
        [row] = dislodged_rows(seen(ask, seat), known)
        assert bool(row.retreats) == (seat == GERMANY)
    assert "The German A mun is dislodged." in sheets[ITALY]
    assert "The dislodged German A mun can retreat to" in sheets[GERMANY]


def test_a_library_game_lists_what_its_seat_sees() -> None:
    """The Italians in Venice are out of France's sight, so that nothing is offered for them."""
    game = Game.new("fog")
    offered = [order for orders in game.legal("France").values() for order in orders]
    assert "A mar - pie" in offered
    assert not [order for order in offered if "ven" in order]


def test_what_is_out_of_sight_is_not_said_to_be_absent() -> None:
    """An order about what its seat cannot see says so; where it sees, nothing is there."""
    game = Game.new("fog")
    reader = SeatReader(seen(game.ask, Seat("France")), Seat("France"))
    [dark, plain] = reader.draft("A par S A lon\nA mar S A bur").lines
    assert dark.orders[0].text == "void: no A lon is in sight: you do not see lon"
    assert plain.orders[0].text == "void: there is no A bur"
