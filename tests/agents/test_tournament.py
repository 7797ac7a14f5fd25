"""Tournaments: four kinds of players, killed and gone on with; budgets, press, plans, results."""

import json
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from dragoman.agents.entrants import SeatBill, request
from dragoman.agents.match import JournalLine, Match, Venue, is_for
from dragoman.agents.plan import PlayerPlan, TournamentPlan, read_plan, seated
from dragoman.agents.reaching import check_address
from dragoman.agents.standings import Standings, standings
from dragoman.agents.tournament import dealt, run
from dragoman.cli import main
from dragoman.errors import RequestError
from dragoman.model import Seat
from dragoman.record import read_record
from dragoman.report.observation import Letter
from dragoman.variants import load
from tests.agents.programs import PROGRAM, answering, last_orders, model
from tests.daide.tables import free_port

PLAN = """\
variant = "ancient_mediterranean"
years = 1
rounds = 1
seed = 3

[players.greedy]
bot = "greedy"

[players.program]
command = [{python}, "program.py"]

[players.far]
address = "{site}/program"

[players.model]
model = "fake"
address = "{site}/v1"
tries = 2
price = [1.0, 4.0]
"""


ODD = '{"orders": ["\\ud800"]}'
"""An answer with half a sign, which no file can hold."""


class Servant:
    """Answers as a program or as a model; asked for the nth time it waits until it is freed."""

    def __init__(self, nth: int) -> None:
        self.nth, self.count = nth, 0
        self.reached, self.freed = threading.Event(), threading.Event()

    def __call__(self, path: str, asked: dict[str, Any]) -> Any:
        """What is answered."""
        self.count += 1
        if self.count == self.nth:
            self.reached.set()
            self.freed.wait(60)
        return (model if "chat" in path else last_orders)(path, asked)


def written(folder: Path, text: str, **words: str) -> Path:
    """A plan in a file, with the program beside it."""
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    file = folder / "plan.toml"
    file.write_text(text.format(python=json.dumps(sys.executable), **words), encoding="utf-8")
    return file


def silent(line: str) -> None:
    """Tell nobody."""


def test_four_kinds_killed_and_gone_on_with_give_the_same_results(tmp_path: Path) -> None:
    servant = Servant(nth=25)
    with answering(servant) as site:
        file = written(tmp_path, PLAN, site=site)
        killed, whole = tmp_path / "killed", tmp_path / "whole"
        line = [sys.executable, "-m", "dragoman", "tournament", str(file), "--out", str(killed)]
        process = subprocess.Popen(line, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        assert servant.reached.wait(60)
        process.send_signal(signal.SIGKILL)
        process.wait()
        servant.freed.set()
        journals = sorted((killed / "games").glob("*.jsonl"))
        assert journals and not (killed / "games" / "0004.json").exists()
        with journals[-1].open("ab") as torn:
            torn.write(b'{"entries": [')
        plan = read_plan(file)
        run(plan, tmp_path, killed, silent)
        found = run(plan, tmp_path, whole, silent, at_once=2)
    names = ["results.json", "results.txt", *(f"games/{n:04}.json" for n in range(5))]
    for name in names:
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name
    assert_right(found, plan)
    watched = CliRunner().invoke(main, ["replay", str(killed / "games" / "0002.json")])
    assert watched.exit_code == 0 and "Ancient Mediterranean: Spring" in watched.output


def assert_right(found: Standings, plan: TournamentPlan) -> None:
    """Every kind sat, had its orders understood, and was billed."""
    rows = {row.player: row for row in found.players}
    assert {name: row.seats for name, row in rows.items()} == {
        "greedy": 10,
        "program": 5,
        "far": 5,
        "model": 5,
    }
    for name in ("greedy", "program", "far"):
        assert rows[name].bill.unread == 0 and rows[name].bill.orders > 0
    bill = rows["model"].bill
    assert bill.calls > 0 and bill.tokens_in > 1000 and bill.unread == 0, "it was put right"
    assert rows["model"].cost == round((bill.tokens_in + 4 * bill.tokens_out) / 1e6, 6) > 0
    assert sum(row.points.value * row.seats for row in found.players) == pytest.approx(25, abs=1e-3)
    assert found.played == found.games == 5
    # From one round nothing can be said of chance.
    assert (rows["far"].points.low, rows["far"].points.high) == (0.0, 5.0)


def match(plan: TournamentPlan, folder: Path, game: int = 0) -> Match:
    """A game of a plan that is about to be played."""
    (folder / "games").mkdir(exist_ok=True)
    variant = load(plan.variant, plan.options)
    deal = dealt(plan, len(variant.seats or variant.powers))[game]
    return Match(Venue(plan, variant, folder, folder), deal, threading.Event())


def lines(folder: Path) -> list[JournalLine]:
    """What the journal of the first game says."""
    text = (folder / "games" / "0000.jsonl").read_bytes()
    return [msgspec.json.decode(line, type=JournalLine) for line in text.splitlines()]


def test_who_has_no_calls_left_or_is_late_is_played_by_the_rules_or_a_bot(tmp_path: Path) -> None:
    slow = "import sys, time\nfor line in sys.stdin: time.sleep(30)\n"
    players = {
        "few": PlayerPlan(command=(sys.executable, "program.py"), calls=1, fallback="greedy"),
        "slow": PlayerPlan(command=(sys.executable, "-c", slow), seconds=0.2),
        "none": PlayerPlan(command=("no-such-program",)),
        "words": PlayerPlan(command=(sys.executable, "-c", f"print({ODD!r})")),
        "bot": PlayerPlan(bot="random"),
    }
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    plan = TournamentPlan("chromatic", players, years=1)
    score = match(plan, tmp_path).play()
    bills = {row.player: row.bill for row in score.seats}
    assert (bills["few"].calls, bills["few"].orders > 3) == (1, True)
    assert bills["slow"].late >= 2 and bills["slow"].orders == 0
    assert bills["none"].failed >= 2 and bills["words"].failed >= 2
    remarks = " / ".join(remark for line in lines(tmp_path) for remark in line.remarks)
    for remark in ("has no calls left", "no answer within 0.2 seconds", "No such file"):
        assert remark in remarks


def test_messages_reach_those_they_are_for_and_nobody_else(tmp_path: Path) -> None:
    seen: dict[str, list[str]] = {}

    def talkative(path: str, asked: dict[str, Any]) -> Any:
        seen.setdefault(asked["seat"], []).append(asked["observation"])
        if asked["type"] == "orders":
            return {"orders": ["nonsense"], "draw": True}
        return {"messages": [{"to": ["England"], "text": f"psst from {asked['seat']}"}]}

    with answering(talkative) as site:
        players = {"far": PlayerPlan(address=site, legal=False)}
        plan = TournamentPlan("hundred", players, years=1, talk=1)
        score = match(plan, tmp_path).play()
    assert score.end == "draw", "all wanted one at the turn of the year"
    last = {seat: texts[-1] for seat, texts in seen.items()}
    assert "psst from France" in last["England"] and "psst from Burgundy" in last["England"]
    assert "psst from Burgundy" not in last["France"]
    assert all(row.bill.unread > 0 for row in score.seats)
    assert is_for(Letter("A", (), "x"), Seat("B")) and not is_for(
        Letter("A", ("C",), "x"), Seat("B")
    )


CLIENT = """\
import asyncio
from tests.daide.client import Player
asyncio.run(Player(1).play({port}))
"""


def test_clients_of_daide_play_a_whole_game_with_others(tmp_path: Path) -> None:
    """Two seats at a port, whose clients are started for them; a third client never comes."""
    with socket.socket() as probe, socket.socket() as other:
        probe.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        ports = [each.getsockname()[1] for each in (probe, other)]
    client = (sys.executable, "-c", CLIENT.format(port=ports[0]))
    players = {
        "wire": PlayerPlan(daide=ports[0], command=client),
        "bot": PlayerPlan(bot="greedy"),
        "nobody": PlayerPlan(daide=ports[1], seconds=0.2),
    }
    lineup = ("wire", "bot", "wire", "nobody")
    plan = TournamentPlan("ancient_mediterranean", players, years=2, lineup=(*lineup, "bot"))
    venue = Venue(plan, load(plan.variant), Path(__file__).parents[2], tmp_path)
    (tmp_path / "games").mkdir()
    deal = dealt(plan, 5)[0]
    score = Match(venue, deal, threading.Event()).play()
    bills = [row.bill for row in score.seats if row.player == "wire"]
    assert len(bills) == 2
    for bill in bills:
        assert bill.orders > 8 and (bill.void, bill.unread, bill.late, bill.failed) == (0, 0, 0, 0)
    nobody = next(row.bill for row in score.seats if row.player == "nobody")
    assert nobody.late == nobody.calls > 0 and nobody.orders == 0
    remarks = {remark for line in lines(tmp_path) for remark in line.remarks}
    assert any(f"not all clients came to port {ports[1]}" in remark for remark in remarks)


def test_daide_is_refused_where_it_cannot_be(tmp_path: Path) -> None:
    players = {"wire": PlayerPlan(daide=1)}
    with pytest.raises(RequestError, match="cannot be played over DAIDE"):
        run(TournamentPlan("catspaw", players), tmp_path, tmp_path / "out", silent)
    with pytest.raises(RequestError, match="serves one game at a time"):
        run(TournamentPlan("hundred", players), tmp_path, tmp_path / "out", silent, at_once=2)


def test_a_model_that_never_makes_sense_is_billed_and_passed_over(tmp_path: Path) -> None:
    def babble(path: str, asked: dict[str, Any]) -> Any:
        return {"choices": [{"message": {"content": "I would rather not."}}]}

    with answering(babble) as site:
        players = {"model": PlayerPlan(model="m", address=site, tries=2, rules=False)}
        score = match(TournamentPlan("hundred", players, years=1), tmp_path).play()
    assert all(row.bill.calls == 2 * row.bill.failed > 0 for row in score.seats)
    assert "there is no JSON object in the answer" in lines(tmp_path)[0].remarks[0]


def test_each_player_takes_each_seat_with_the_same_chances() -> None:
    players = {name: PlayerPlan(bot="random") for name in "abcd"}
    plan = TournamentPlan("standard", players, rounds=2)
    ways = seated(plan, 7)
    assert len(ways) == 7
    for seat in range(7):
        taken = sorted(names[seat] for names in ways)
        assert taken == sorted("abcdabc")
    assert [deal.round for deal in dealt(plan, 7)] == [0] * 7 + [1] * 7
    with pytest.raises(RequestError, match="4 players do not fit at 3 seats"):
        seated(plan, 3)


def test_paired_games_differ_in_who_sits_where_and_in_nothing_else(tmp_path: Path) -> None:
    """With one kind of player every game of a round is the same game."""
    players = {"a": PlayerPlan(bot="random"), "b": PlayerPlan(bot="random")}
    plan = TournamentPlan("hundred", players, years=1, rounds=1)
    run(plan, tmp_path, tmp_path, silent)
    files = [tmp_path / "games" / f"{n:04}.json" for n in range(3)]
    games = [read_record(file.read_bytes(), file.name) for file in files]
    assert games[0] == games[1] == games[2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("variant = 3", "Expected `str`, got `int` - at `$.variant`"),
        ("variant = 'standard'\nplayers = {}", "players: name at least one"),
        ("variant = 'standard'\ncolor = 1\nplayers = {}", "unknown field `color`"),
        ("variant = 'x'\n[players.a]\nbot = 'random'", "no variant 'x'"),
        ("variant = 'standard'\n[players.a]\nbot = 'clever'", "players.a: no bot 'clever'"),
        (
            "variant = 'standard'\n[players.a]\nmodel = 'm'",
            "give one of bot, daide, command",
        ),
        ("variant = 'standard'\n[players.a]\naddress = 'ftp:x'", "expected http:// or https://"),
        ("variant = 'standard'\nrounds = 0\n[players.a]\nbot = 'random'", "rounds: expected 1"),
        ("variant = 'standard'\nlineup = ['b']\n[players.a]\nbot = 'random'", "no player 'b'"),
        ("variant = 'standard'\ncontent = 'x'", "content is not set by a plan"),
        ("variant", "plan.toml: "),
    ],
)
def test_a_wrong_plan_is_refused_with_what_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(main, ["tournament", str(file)])
    assert (ran.exit_code, says in ran.output) == (2, True), ran.output


def test_a_folder_keeps_to_one_plan_but_for_its_rounds(tmp_path: Path) -> None:
    head, tail = "variant = 'hundred'\nyears = 1\n", "\n[players.a]\nbot = 'random'"
    text = f"{head}rounds = {{rounds}}\nseed = {{seed}}{tail}"
    found = []
    for rounds, seed in ((1, 1), (2, 1), (2, 2), (1, 1)):
        file = written(tmp_path, text, rounds=str(rounds), seed=str(seed))
        ran = CliRunner().invoke(main, ["tournament", str(file), "--out", str(tmp_path / "out")])
        found.append((ran.exit_code, ran.output))
    assert [code for code, _ in found] == [0, 0, 2, 2]
    assert "hundred: 2 of 2 games, seed 1" in found[1][1]
    assert "holds games of another plan (seed)" in found[2][1]
    assert "and 1 in the plan: more may be added, but none left out" in found[3][1]


def test_a_program_is_sent_what_its_seat_sees_and_no_more(tmp_path: Path) -> None:
    plan = TournamentPlan("fog", {"a": PlayerPlan(address="http://127.0.0.1:9")})
    here = match(plan, tmp_path)
    here.press += [Letter("Italy", ("France",), "psst"), Letter("Italy", ("Austria",), "hello")]
    here.game.submit("Russia", "A mos - ukr")
    asked = request(here.turn("orders", Seat("Austria")), plan.players["a"])
    assert asked["units"] == {"Austria": ["A bud", "A vie", "F tri"], "Italy": ["A ven"]}
    assert set(asked["centers"]) == {"Austria", "Italy"}
    assert [letter["text"] for letter in asked["press"]] == ["hello"]
    sent = json.dumps(asked)
    assert not any(secret in sent for secret in ("A mos", "psst", here.seed))


def test_a_key_that_is_not_there_is_missed_before_the_first_game(tmp_path: Path) -> None:
    players = {"a": PlayerPlan(address="http://127.0.0.1:9", key="NO_SUCH_KEY_HERE")}
    with pytest.raises(RequestError, match="the variable NO_SUCH_KEY_HERE is empty"):
        run(TournamentPlan("hundred", players), tmp_path, tmp_path / "out", silent)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (PlayerPlan(command=("nosuchprog",)), "no program 'nosuchprog' is found"),
        (PlayerPlan(command=("./program.py",)), r"no program './program.py' is found"),
        (PlayerPlan(daide=1, command=("nosuchprog",)), "no program 'nosuchprog' is found"),
        (PlayerPlan(address="http://127.0.0.1:{port}/x"), "cannot be reached: .*refused"),
        (PlayerPlan(address="http://127.0.0.1:99999"), "cannot be reached: Port out of range"),
    ],
)
def test_who_is_not_there_is_missed_before_the_first_game(
    player: PlayerPlan, why: str, tmp_path: Path
) -> None:
    address = player.address.format(port=free_port())
    players = {"a": msgspec.structs.replace(player, address=address)}
    with pytest.raises(RequestError, match=rf"players\.a: .*{why}"):
        run(TournamentPlan("france_austria", players), tmp_path, tmp_path / "out", silent)
    assert not (tmp_path / "out").exists()


def test_who_never_answers_is_named_once(tmp_path: Path) -> None:
    head = "variant = 'france_austria'\nyears = 1\nrounds = 2\n"
    text = f"{head}[players.a]\ncommand = [{{python}}, 'typo']"
    ran = CliRunner().invoke(main, ["tournament", str(written(tmp_path, text))])
    assert ran.exit_code == 0 and ran.stderr.count("a never answered there: ") == 1
    assert ".jsonl says why" in ran.stderr


def test_a_proxy_is_trusted_to_reach_what_it_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    check_address("http://nowhere.invalid/x")


def test_what_the_clock_says_is_in_no_result(tmp_path: Path) -> None:
    players = {"a": PlayerPlan(bot="random")}
    plan = TournamentPlan("hundred", players, years=1)
    score = match(plan, tmp_path).play()
    slower = msgspec.structs.replace(
        score,
        seats=tuple(
            msgspec.structs.replace(row, bill=row.bill + SeatBill(seconds=9.0))
            for row in score.seats
        ),
    )
    assert standings(plan, [score], 1) == standings(plan, [slower], 1)
