"""The language: the examples that its description prints, and answers to wrong messages."""

from random import Random

import pytest
from msgspec.structs import replace

from dragoman.daide.board import WireBoard
from dragoman.daide.host import Host
from dragoman.daide.terms import Terms
from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import Dislodged, Power, Seat, Unit, read_phase
from dragoman.record.filing import file_orders
from dragoman.rules import Ask
from dragoman.variants import load
from tests.daide.speech import Speech, flat, tree
from tests.daide.tables import Clock, Talk, seated

POWERS = ["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
STANDARD = WireBoard(load("standard"))


def host_of(
    terms: Terms | None = None, phase: str = "", units: str = "", away: str = "", **owned: str
) -> Host:
    """A host of Standard: at the opening, or at a phase with units such as `England A lon`."""
    state = STANDARD.opening
    if phase:
        owners = {Province(c): Power(p) for p, cs in owned.items() for c in cs.split()}
        state = replace(
            state,
            phase=read_phase(phase),
            units=pieces(units, 1),
            dislodged=tuple(Dislodged(unit) for unit in pieces(away, 50)),
            owners=owners or state.owners,
        )
    return Host(STANDARD, terms or Terms(), [*STANDARD.powers], Clock(), state)


def pieces(text: str, first: int) -> tuple[Unit, ...]:
    """Units as they are written, numbered."""
    rows = [row.split() for row in text.split(",") if row.strip()]
    return tuple(Unit(n, Power(p), kind, Place(at)) for n, (p, kind, at) in enumerate(rows, first))


def judged(host: Host) -> None:
    """Judge the phase by what was ordered."""
    ask = Ask(STANDARD.variant, host.state)
    filed = [
        file_orders(ask, Seat(power), [[o] for o in host.orders(power)]) for power in host.seats
    ]
    host.proceed(adjudicate(STANDARD.variant, host.state, [b for f in filed for b in f.ballots]))


def rows(text: str) -> list[str]:
    """The groups of a message, each with its words in order, in order."""
    return sorted(" ".join(sorted(flat(row).split())) for row in tree(text)[1:])


def test_the_opening_is_sent_as_printed() -> None:
    talk = Talk(host_of())
    [sco] = talk.say("SCO")
    assert rows(sco) == rows(
        "SCO (AUS BUD TRI VIE) (ENG LVP EDI LON) (FRA BRE MAR PAR) (GER KIE BER MUN) "
        "(ITA ROM NAP VEN) (RUS STP MOS WAR SEV) (TUR ANK CON SMY) "
        "(UNO NWY SWE DEN HOL BEL SPA POR TUN GRE SER RUM BUL)"
    )
    [now] = talk.say("NOW")
    assert now.startswith("NOW (SPR 1901) (AUS ")
    units = tree(now)[2:]
    assert len(units) == 22 and ["RUS", "FLT", ["STP", "SCS"]] in units
    assert ["AUS", "FLT", "TRI"] in units and ["ENG", "FLT", "LON"] in units


def test_the_map_is_sent_as_printed() -> None:
    [mdf] = Talk(host_of()).say("MDF")
    word, powers, (centers, others), borders = tree(mdf)
    assert word == "MDF" and powers == POWERS
    assert {row[0]: {*row[1:]} for row in centers}["ENG"] == {"LON", "LVP", "EDI"}
    assert len(others) == 75 - 34
    printed = tree(
        "((ANK (FLT ARM BLA CON) (AMY CON SMY ARM)) (ADR (FLT ION ALB TRI VEN APU)) "
        "(CON (AMY BUL SMY ANK) (FLT BLA (BUL ECS) (BUL SCS) AEG SMY ANK)) "
        "(BUL (AMY GRE SER RUM CON) ((FLT ECS) RUM BLA CON) ((FLT SCS) CON AEG GRE)) "
        "(BOH (AMY TYR MUN SIL GAL VIE)))"
    )[0]
    ours = {row[0]: row[1:] for row in borders}
    assert len(ours) == 75
    for province, *lists in printed:
        goals = {flat(row[0]): {flat(goal) for goal in row[1:]} for row in ours[province]}
        assert goals == {flat(row[0]): {flat(goal) for goal in row[1:]} for row in lists}


def test_the_terms_are_sent_as_printed() -> None:
    host = host_of(Terms(level=20, moves=1200))
    players = seated(host)
    host.passcodes[STANDARD.power[0x4101]] = 1234
    assert players[1].say("HLO") == ["HLO (ENG) (1234) ((LVL 20) (MTL 1200))"]


def test_orders_as_printed_are_taken() -> None:
    england = seated(host_of())[1]
    heard = england.say(
        "SUB ((ENG AMY LVP) HLD) ((ENG FLT LON) MTO NTH) ((ENG FLT EDI) SUP (ENG FLT LON) MTO NTH)"
    )
    assert heard == [
        "THX ((ENG AMY LVP) HLD) (MBV)",
        "THX ((ENG FLT LON) MTO NTH) (MBV)",
        "THX ((ENG FLT EDI) SUP (ENG FLT LON) MTO NTH) (MBV)",
    ]
    assert england.say("MIS") == ["MIS"]


PRINTED = {
    "England F bar, England F nwy": "((ENG FLT BAR) MTO (STP NCS)) "
    "((ENG FLT NWY) SUP (ENG FLT BAR) MTO STP)",
    "Italy A tun, Italy F ion, Italy F eas": "((ITA AMY TUN) CTO SYR VIA (ION EAS)) "
    "((ITA FLT ION) CVY (ITA AMY TUN) CTO SYR) ((ITA FLT EAS) CVY (ITA AMY TUN) CTO SYR)",
    "England A yor, England F nth, England F nwg": "((ENG AMY YOR) CTO NWY VIA (NTH)) "
    "((ENG FLT NTH) CVY (ENG AMY YOR) CTO NWY) ((ENG FLT NWG) SUP (ENG AMY YOR) MTO NWY)",
}


@pytest.mark.parametrize("units", PRINTED)
def test_longer_orders_as_printed_are_taken_and_carried_out(units: str) -> None:
    host = host_of(phase="S1901M", units=units)
    players = seated(host)
    talk = players[1 if units.startswith("England") else 4]
    heard = talk.say(f"SUB {PRINTED[units]}")
    assert [line[-5:] for line in heard] == ["(MBV)"] * len(tree(PRINTED[units]))
    judged(host)
    for order in tree(PRINTED[units]):
        assert f"ORD (SPR 1901) ({flat(order)}) (SUC)" in talk.heard


NOTES = [
    ("S1901M", "England A lon, France F bre", "", "(ENG AMY LON) MTO PAR", "FAR"),
    ("S1901M", "England A lon", "", "(ENG AMY LON) SUP (ENG AMY LON)", "FAR"),
    ("S1901M", "England A lon", "", "(ENG FLT LON) HLD", "NSU"),
    ("S1901M", "England A lon", "", "(ENG AMY LON) SUP (ENG AMY YOR)", "NSU"),
    ("S1901M", "England F lon", "", "(ENG FLT LON) CVY (ENG AMY YOR) CTO BEL", "NAS"),
    ("S1901M", "England F nth", "", "(ENG FLT NTH) CVY (ENG AMY YOR) CTO BEL", "NSA"),
    ("S1901M", "England A yor", "", "(ENG FLT NTH) CVY (ENG AMY YOR) CTO BEL", "NSF"),
    ("S1901M", "England A yor", "", "(ENG AMY YOR) CTO BEL VIA (NTH)", "NSF"),
    ("S1901M", "England F nth", "", "(ENG AMY YOR) CTO BEL VIA (NTH)", "NSA"),
    ("S1901M", "England F yor, France F nth", "", "(ENG FLT YOR) CTO BEL VIA (NTH)", "NSA"),
    ("S1901M", "England A yor, England F mao", "", "(ENG AMY YOR) CTO BEL VIA (MAO)", "FAR"),
    ("S1901M", "France A par", "", "(FRA AMY PAR) HLD", "NYU"),
    ("S1901M", "England F lon", "", "(ENG FLT LON) BLD", "NRS"),
    ("S1901M", "England F mao", "", "(ENG FLT MAO) MTO SPA", "CST"),
    ("S1901M", "England F mao", "", "(ENG FLT MAO) MTO (SPA ECS)", "CST"),
    ("S1901R", "England A lon", "England A wal", "(ENG AMY LON) DSB", "NRN"),
    ("S1901R", "England A lon", "England A wal", "(ENG AMY WAL) RTO LON", "NVR"),
    ("S1901R", "England A lon", "England A wal", "(ENG AMY WAL) RTO PAR", "NVR"),
    ("S1901R", "England A lon", "England A wal", "(ENG AMY EDI) DSB", "NSU"),
    ("W1901A", "England A lon", "", "(ENG AMY PAR) BLD", "HSC"),
    ("W1901A", "England A lon", "", "(ENG AMY BUR) BLD", "NSC"),
    ("W1901A", "England A lon", "", "(ENG AMY LON) BLD", "ESC"),
    ("W1901A", "England A lon", "", "(ENG AMY LVP) BLD", "YSC"),
    ("W1901A", "England A lon", "", "(FRA AMY PAR) BLD", "NYU"),
    ("W1901A", "England A lon", "", "FRA WVE", "NYU"),
    ("W1901A", "England A lon", "", "(ENG AMY LON) REM", "NMR"),
    ("W1901A", "England A lon, England A edi", "", "ENG WVE", "NMB"),
    ("W1901A", "England A lon, England A wal, England A yor", "", "(ENG AMY PIC) REM", "NSU"),
    ("W1901A", "England A lon, England A wal, France A par", "", "(FRA AMY PAR) REM", "NYU"),
]


@pytest.mark.parametrize(("phase", "units", "away", "order", "note"), NOTES)
def test_an_order_that_cannot_be_gets_a_note_that_says_why(
    phase: str, units: str, away: str, order: str, note: str
) -> None:
    host = host_of(phase=phase, units=units, away=away, England="lon edi", France="par lvp")
    [heard, *_] = seated(host)[1].say(f"SUB ({order})")
    assert heard == f"THX ({order}) ({note})"
    assert not host.orders(Power("England"))


def test_a_province_of_another_board_is_no_such_province() -> None:
    england = seated(host_of())[1]
    england.speech.token["XXX"] = 0x54F0
    [heard, *_] = england.say("SUB ((ENG FLT LON) MTO XXX)")
    assert heard.endswith("(NSP)")


def test_what_is_missing_is_named() -> None:
    england = seated(host_of())[1]
    [thx, mis] = england.say("SUB ((ENG AMY LVP) HLD)")
    assert thx.startswith("THX") and mis == "MIS (ENG FLT EDI) (ENG FLT LON)"
    assert england.say("GOF") == ["YES (GOF)", mis]
    assert england.say("NOT (SUB ((ENG AMY LVP) HLD))") == ["YES (NOT (SUB ((ENG AMY LVP) HLD)))"]
    assert england.say("NOT (SUB ((ENG AMY LVP) HLD))")[0].startswith("REJ")
    assert england.say("MIS") == ["MIS (ENG AMY LVP) (ENG FLT EDI) (ENG FLT LON)"]
    away = seated(host_of(phase="S1901R", units="", away="England A wal"))[1]
    assert away.say("MIS") == ["MIS (ENG AMY WAL MRT (LON LVP YOR))"]
    winter = seated(host_of(phase="W1901A", units="England A lon", England="lon edi lvp"))
    assert winter[1].say("MIS") == ["MIS (-2)"]
    heard = winter[1].say("SUB ((ENG FLT EDI) BLD) (ENG WVE)")
    assert [line[-5:] for line in heard] == ["(MBV)", "(MBV)"]
    poor = seated(host_of(phase="W1901A", units="England A lon, England A wal", England="lon"))
    assert poor[1].say("MIS") == ["MIS (1)"]
    assert poor[2].say("MIS") == ["MIS"]


def test_results_are_given_in_the_protocols_words() -> None:
    units = (
        "England A lon, England F nth, France A bel, France A pic, France F hel, France F eng, "
        "Germany A ruh, Germany A hol, Austria A vie, Italy A tyr, Italy A boh, Italy A mun"
    )
    host = host_of(phase="S1901M", units=units)
    talks = dict(zip(POWERS, seated(host), strict=True))
    given = {
        "ENG": "((ENG AMY LON) CTO NWY VIA (NTH)) ((ENG FLT NTH) CVY (ENG AMY LON) CTO NWY)",
        "FRA": "((FRA FLT ECH) MTO NTH) ((FRA FLT HEL) SUP (FRA FLT ECH) MTO NTH) "
        "((FRA AMY BEL) HLD) ((FRA AMY PIC) SUP (FRA AMY BEL) MTO BUR)",
        "GER": "((GER AMY RUH) MTO BEL) ((GER AMY HOL) SUP (GER AMY RUH) MTO BEL)",
        "AUS": "((AUS AMY VIE) SUP (ITA AMY BOH))",
        "ITA": "((ITA AMY TYR) MTO VIE) ((ITA AMY BOH) SUP (ITA AMY TYR) MTO VIE) "
        "((ITA AMY MUN) MTO RUH)",
    }
    for power, orders in given.items():
        assert all(line.endswith("(MBV)") for line in talks[power].say(f"SUB {orders}"))
    judged(host)
    results = {
        flat(row[2]): flat(row[3]) for row in map(tree, talks["TUR"].heard) if row[0] == "ORD"
    }
    assert results == {
        "(ENG AMY LON) CTO NWY VIA (NTH)": "DSR",
        "(ENG FLT NTH) CVY (ENG AMY LON) CTO NWY": "RET",
        "(FRA FLT ECH) MTO NTH": "SUC",
        "(FRA FLT HEL) SUP (FRA FLT ECH) MTO NTH": "SUC",
        "(FRA AMY BEL) HLD": "RET",
        "(FRA AMY PIC) SUP (FRA AMY BEL) MTO BUR": "NSO",
        "(GER AMY RUH) MTO BEL": "SUC",
        "(GER AMY HOL) SUP (GER AMY RUH) MTO BEL": "SUC",
        "(AUS AMY VIE) SUP (ITA AMY BOH)": "CUT RET",
        "(ITA AMY TYR) MTO VIE": "SUC",
        "(ITA AMY BOH) SUP (ITA AMY TYR) MTO VIE": "SUC",
        "(ITA AMY MUN) MTO RUH": "SUC",
    }
    assert talks["TUR"].heard[-1].startswith("NOW (SUM 1901)")
    assert "(ENG FLT NTH MRT (" in talks["TUR"].heard[-1]
    # The same is said again to whoever asks.
    reports = [line for line in talks["TUR"].heard if line.startswith("ORD")]
    late = Talk(host)
    assert late.say("ORD") == reports
    assert late.say("HST (SPR 1901)")[: len(reports)] == reports
    assert late.say("HST (FAL 1901)") == ["REJ (HST (FAL 1901))"]
    assert late.say("HST")[1].startswith("NOW (SPR 1901)")


def test_waivers_and_retreats_are_reported() -> None:
    host = host_of(phase="W1901A", units="Russia A mos", Russia="mos stp war")
    russia = seated(host)[5]
    russia.say("SUB ((RUS FLT (STP NCS)) BLD) (RUS WVE)")
    judged(host)
    assert "ORD (WIN 1901) ((RUS FLT (STP NCS)) BLD) (SUC)" in russia.heard
    assert "ORD (WIN 1901) (RUS WVE) (SUC)" in russia.heard
    host = host_of(phase="F1901R", away="England A wal, France A yor")
    _, england, france, *_ = seated(host)
    england.say("SUB ((ENG AMY WAL) RTO LON)")
    france.say("SUB ((FRA AMY YOR) RTO LON)")
    assert host.complete
    judged(host)
    assert "ORD (AUT 1901) ((ENG AMY WAL) RTO LON) (BNC)" in france.heard
    assert any(line.startswith("SCO") for line in france.heard[-3:])


WRONG = {
    "HLO HLO": "HUH (HLO ERR HLO)",
    "SUC": "HUH (ERR SUC)",
    "( HLO )": "HUH (ERR (HLO))",
    "NME ('x')": "HUH (NME ('x') ERR)",
    "NME (1) ('x')": "HUH (NME (ERR 1) ('x'))",
    "SUB": "HUH (SUB ERR)",
    "SUB ((ENG AMY LON) HLD) ((ENG AMY) MTO LON)": "HUH (SUB ((ENG AMY LON) HLD) ((ENG AMY ERR) "
    "MTO LON))",
    "SUB ((ENG AMY LON) MTO)": "HUH (SUB ((ENG AMY LON) MTO ERR))",
    "SUB ((ENG AMY LON) HLD HLD)": "HUH (SUB ((ENG AMY LON) HLD ERR HLD))",
    "SUB ((ENG AMY LON) CTO BEL)": "HUH (SUB ((ENG AMY LON) CTO BEL ERR))",
    "IAM (LON) (1)": "HUH (IAM (ERR LON) (1))",
    "HST (SPR)": "HUH (HST (SPR ERR))",
    "TME ('a')": "HUH (TME (ERR 'a'))",
    "NOT (HLO)": "HUH (NOT (ERR HLO))",
    "SND (FRA) (PRP (PCE (ENG FRA)))": "HUH (SND (FRA) (ERR PRP (PCE (ENG FRA))))",
    "DRW (ENG FRA)": "HUH (DRW ERR (ENG FRA))",
    "SUB (": "PRN (SUB ()",
    ") SUB (": "PRN () SUB ()",
}


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_message_is_sent_back_with_its_fault(message: str) -> None:
    host = host_of()
    england = seated(host)[1]
    assert england.say(message) == [WRONG[message]]
    assert not host.orders(Power("England"))


def test_complaints_are_not_answered_and_deep_parentheses_are_not_followed() -> None:
    talk = Talk(host_of())
    assert talk.say("HUH (ERR HLO)") == [] and talk.say("PRN (HLO ()") == []
    [answer] = talk.say("YES " + "(" * 500 + ")" * 500)
    assert answer.count("ERR") == 1


WRONG_STARTS = ["SUB", "SND", "NOT", "HST", "TME", "IAM", "NME"]


def test_noise_is_answered_and_changes_nothing() -> None:
    host = host_of(Terms(level=130))
    talks, rng = seated(host), Random("noise")
    words = sorted({*Speech().token} - {"HUH", "PRN", "OFF"})
    starts = [
        "SUB",
        "SND",
        "NOT",
        "HST",
        "TME",
        "ADM",
        "MIS",
        "GOF",
        "ORD",
        "NOW",
        "SCO",
        "IAM",
        "YES",
        "REJ",
        "OBS",
        "NME",
    ]
    for _ in range(1500):
        rest = " ".join(
            rng.choices([*words, *"()" * 30, "1901", "(ENG FLT LON)"], k=rng.randrange(9))
        )
        text = f"{rng.choice(starts)} {rest}"
        heard = talks[rng.randrange(7)].say(text)
        assert heard or text.split()[0] in ("YES", "REJ", "ADM"), text
    assert host.state == STANDARD.opening and not host.over


def test_press_is_passed_on_by_its_level() -> None:
    host = host_of(Terms(level=20))
    _, england, france, germany, *_ = seated(host)
    peace = "(ENG FRA) (PRP (PCE (ENG FRA GER)))"
    assert england.say(f"SND {peace}")[0].startswith("REJ"), "not to oneself"
    said = "SND (FRA GER) (PRP (PCE (ENG FRA GER)))"
    assert england.say(said) == [f"YES ({said})"]
    assert france.heard[-1] == germany.heard[-1] == "FRM (ENG) (FRA GER) (PRP (PCE (ENG FRA GER)))"
    france.say("SND (ENG) (YES (PRP (PCE (ENG FRA GER))))")
    assert england.heard[-1] == "FRM (FRA) (ENG) (YES (PRP (PCE (ENG FRA GER))))"
    order = "SND (SPR 1901) (FRA) (PRP (XDO ((FRA AMY PAR) MTO BUR)))"
    assert england.say(order) == [f"YES ({order})"]
    assert england.say(order.replace("1901", "1902"))[0].startswith("REJ")
    # What is above the level is a fault, except in the list of what one could say.
    assert england.say("SND (FRA) (INS (PCE (ENG FRA)))") == [
        "HUH (SND (FRA) (ERR INS (PCE (ENG FRA))))"
    ]
    assert england.say("SND (FRA) (PRP (AND (PCE (ENG FRA)) (PCE (ENG GER))))")[0].startswith("HUH")
    england.say("SND (FRA) (TRY (PRP PCE INS XDO))")
    assert france.heard[-1] == "FRM (ENG) (FRA) (TRY (PRP PCE XDO))"
    host.disconnect(germany.client)
    assert england.say("SND (FRA GER) (PRP (PCE (ENG FRA GER)))") == ["CCD (GER)"]
    assert Talk(host).say(said)[0].startswith("REJ")


def test_press_to_those_who_are_out_is_not_sent() -> None:
    host = host_of(
        Terms(level=10), phase="S1905M", units="England A lon, France A par", England="lon"
    )
    _, england, france, *_ = seated(host)
    before = len(france.heard)
    assert england.say("SND (FRA GER) (PRP (PCE (ENG FRA)))") == ["OUT (GER)"]
    assert len(france.heard) == before


SAYINGS = """PRP (ALY (ENG FRA) VSS (GER))
PRP (DRW)
PRP (DRW (ENG FRA))
PRP (SLO (ENG))
PRP (NOT (PCE (ENG FRA)))
FCT (NAR (DMZ (ENG FRA) (ECH PIC)))
PRP (DMZ (ENG) (ECH))
PRP (ORR (XDO ((FRA AMY PAR) MTO PIC)) (AND (PCE (ENG FRA)) (PCE (ENG GER))))
PRP (SCD (ENG NWY) (FRA BEL SPA))
PRP (OCC (ENG FLT BEL))
PRP (OCC (ENG UNT BEL))
PRP (CHO (2 2) (SCD (ENG NWY)) (SCD (ENG DEN)) (SCD (ENG SWE)))
INS (PCE (ENG FRA))
QRY (ALY (ENG FRA) VSS (GER))
THK (QRY (PCE (ENG FRA)))
THK (NAR (QRY (PCE (ENG FRA))))
FCT (PCE (ENG FRA))
IDK (QRY (PCE (ENG FRA)))
WHT (FRA AMY PAR)
HOW (BEL)
HOW (GER)
EXP (SPR 1901) (PRP (PCE (ENG FRA)))
SRY (EXP (SPR 1901) (PRP (PCE (ENG FRA))))
PRP (FOR (SPR 1902) (PCE (ENG FRA)))
PRP (FOR ((SPR 1902) (WIN 1903)) (PCE (ENG FRA)))
IFF (NOT (XDO ((RUS FLT (STP NCS)) BLD))) THN (PRP (PCE (ENG FRA))) ELS (INS (PCE (ENG RUS)))
PRP (XOY (ENG) (FRA))
PRP (YDO (ENG) (FRA AMY PAR) (FRA FLT BRE))
PRP (SND (ENG) (FRA GER) (PRP (PCE (ENG FRA))))
PRP (FWD (ENG) (FRA) (GER))
PRP (BCC (ENG) (FRA GER) (ITA))
FRM (ENG) (FRA GER) (PRP (PCE (ENG FRA)))
WHY (THK (PCE (ENG FRA)))
POB (WHY (THK (PCE (ENG FRA))))
CCL (PRP (PCE (ENG FRA)))
BWX (PRP (PCE (ENG FRA)))
HUH (ERR PRP (PCE (ENG FRA)))
TRY ()"""


def test_all_that_the_levels_have_is_understood() -> None:
    _, england, france, *_ = seated(host_of(Terms(level=130)))
    for saying in SAYINGS.splitlines():
        assert england.say(f"SND (FRA) ({saying})") == [f"YES (SND (FRA) ({saying}))"], saying
        assert france.heard[-1] == f"FRM (ENG) (FRA) ({saying})"
    assert england.say("SND (FRA) ('Hello')")[0].startswith("HUH")
    _, england, france, *_ = seated(host_of(Terms(level=8000)))
    england.say("SND (FRA) ('Hello there')")
    assert france.heard[-1] == "FRM (ENG) (FRA) ('Hello there')"


def test_press_ends_when_the_terms_say_so() -> None:
    terms = Terms(level=10, moves=100, silence=20, silent_retreats=True, silent_builds=True)
    host = host_of(terms)
    england = seated(host)[1]
    options = "((LVL 10) (MTL 100) (NPR) (NPB) (PTL 20))"
    assert england.say("HLO")[0].endswith(options)
    said = "SND (FRA) (PRP (PCE (ENG FRA)))"
    assert england.say(said)[0].startswith("YES")
    assert isinstance(host.clock, Clock)
    host.clock.now += 81
    assert england.say(said)[0].startswith("REJ")
    host = host_of(terms, phase="W1901A", units="England A lon", England="lon")
    assert seated(host)[1].say(said)[0].startswith("REJ")


def test_who_may_come_and_when() -> None:
    host = host_of()
    watcher, stranger = Talk(host), Talk(host)
    assert watcher.say("OBS") == ["YES (OBS)", "MAP ('standard')"]
    assert stranger.say("HLO") == ["REJ (HLO)"] and stranger.say("SMR") == ["REJ (SMR)"]
    assert stranger.say("IAM (ENG) (1)")[0].startswith("REJ")
    assert stranger.say("SUB ((ENG FLT LON) HLD)")[0].startswith("REJ")
    players = seated(host)
    assert players[0].say("NME ('again') ('1')")[0].startswith("REJ")
    assert stranger.say("NME ('late') ('1')") == ["REJ (NME ('late') ('1'))"]
    assert any(line.startswith("HLO (UNO)") for line in watcher.heard)
    assert watcher.heard[-1].startswith("NOW") and len(stranger.heard) == 5
    for word in ("MIS", "GOF", "DRW", "NOT (GOF)", "NOT (DRW)", "NOT (SUB)"):
        assert watcher.say(word) == [f"REJ ({word})"]
    assert players[3].say("ADM ('Ann') ('I must go')") == ["ADM ('Ann') ('I must go')"]
    assert watcher.heard[-1] == "ADM ('Ann') ('I must go')"


def test_a_client_that_cannot_use_the_map_leaves_its_seat_to_another() -> None:
    host = host_of()
    talks = [Talk(host) for _ in range(8)]
    for talk in talks[:7]:
        talk.say("NME ('p') ('1')")
    assert talks[7].say("NME ('p') ('1')")[0].startswith("REJ")
    talks[0].say("REJ (MAP ('standard'))")
    assert talks[7].say("NME ('p') ('1')")[0].startswith("YES")
    for talk in talks[1:]:
        talk.say("YES (MAP ('standard'))")
    assert host.full


def test_all_may_wait_and_draw() -> None:
    host = host_of()
    players = seated(host)
    for name, talk in zip(POWERS, players, strict=True):
        units = [row for row in tree(talk.say("NOW")[0])[2:] if row[0] == name]
        talk.say("SUB " + " ".join(f"(({flat(unit)}) HLD)" for unit in units))
    assert host.complete
    assert players[2].say("NOT (GOF)") == ["YES (NOT (GOF))"] and not host.complete
    assert players[2].say("GOF") == ["YES (GOF)"] and host.complete
    for talk in players:
        assert talk.say("DRW") == ["YES (DRW)"]
    assert host.drawn
    assert players[0].say("NOT (DRW)") == ["YES (NOT (DRW))"] and not host.drawn
    judged(host)
    assert not host.drawing, "a vote is for one turn"


def test_the_clock_stops_for_those_who_are_gone_if_the_terms_say_so() -> None:
    host = host_of(Terms(moves=60, pause=True))
    players = seated(host)
    clock, code = host.clock, host.passcodes[Power("England")]
    assert isinstance(clock, Clock)
    clock.now += 20
    host.disconnect(players[1].client)
    assert players[0].heard[-2:] == ["CCD (ENG)", "NOT (TME (40))"]
    clock.now += 500
    assert not host.expired and players[0].say("TME") == ["REJ (TME)"]
    assert Talk(host).say(f"IAM (ENG) ({code})")[0].startswith("YES")
    assert players[0].heard[-2:] == ["NOT (CCD (ENG))", "TME (40)"]


def test_a_solo_is_reported_with_who_played() -> None:
    centers = " ".join(STANDARD.variant.map.centers[:18])
    host = host_of(phase="F1907M", units="England A lon", England=centers)
    players = seated(host)
    players[1].say("SUB ((ENG AMY LON) HLD)")
    judged(host)
    order = [line.split()[0] for line in players[1].heard[-5:]]
    assert order == ["ORD", "SCO", "SLO", "SMR", "NOW"]
    slo, smr = players[1].heard[-3:-1]
    assert slo == "SLO (ENG)"
    assert "(ENG ('p1') ('1') 18)" in smr and "(FRA ('p2') ('1') 0 1907)" in smr
    assert Talk(host).say("SMR") == [slo, smr]
    assert players[2].say("DRW") == ["REJ (DRW)"]


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("fog", "not everything is seen"),
        ("militarism", "other pieces"),
        ("four_seasons", "other phases"),
        ("nuclear", "orders of its own"),
        ("heptadiplomacy", "orders of its own"),
    ],
)
def test_what_the_language_has_no_words_for_is_refused(variant: str, why: str) -> None:
    with pytest.raises(RequestError, match=why):
        WireBoard(load(variant))


def test_boards_with_the_classic_names_need_none_of_their_own() -> None:
    assert WireBoard(load("fleet_rome")).map_name == "standard"
    chaos = WireBoard(load("chaos"))
    assert chaos.map_name == "chaos" and len({*chaos.names.values()}) == 34 + 75
