"""Whole games over the wire, by clients that share no code with the server."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.daide.terms import Terms
from dragoman.importing.commands import import_
from dragoman.record import Game
from tests.daide.client import Link, Player
from tests.daide.tables import Clock, table

MAP = """MDF (RED BLU) (((RED ABC DEF) (BLU GHI JKL) (UNO MNO)) (PQR SEA ISL))
((ABC (AMY DEF PQR) (FLT DEF SEA))
(DEF (AMY ABC PQR MNO) (FLT ABC SEA MNO))
(GHI (AMY JKL PQR) (FLT JKL SEA))
(JKL (AMY GHI PQR MNO) (FLT GHI SEA MNO))
(MNO (AMY DEF JKL PQR) (FLT DEF JKL SEA))
(PQR (AMY ABC DEF GHI JKL MNO))
(ISL (AMY) (FLT SEA))
(SEA (FLT ABC DEF GHI JKL MNO ISL)))"""
NOW = "NOW (SPR 2001) (RED AMY ABC) (RED FLT DEF) (BLU AMY GHI) (BLU FLT JKL)"


async def played(game: Game, years: int) -> list[Player]:
    """A game of random clients at every seat, to its end."""
    async with table(game, years=years) as (port, play):
        players = [Player(f"{game.variant.id}/{n}") for n in range(len(play.host.seats))]
        async with asyncio.timeout(120):
            found = [asyncio.create_task(player.play(port)) for player in players]
            await _until(lambda: play.host.over)
        play.host.close()
        await asyncio.gather(*found)
    return players


async def _until(done: object) -> None:
    assert callable(done)
    while not done():
        await asyncio.sleep(0.01)


def check(players: list[Player], game: Game) -> None:
    """Nobody's order was refused, and everybody heard the same, to the end."""
    assert not [line for player in players for line in player.bad]
    assert all(player.notes["MBV"] > 1 for player in players)
    assert all(not player.heard["HUH"] and not player.heard["PRN"] for player in players)
    assert len({player.power for player in players}) == len(game.seats)
    news = [
        [m for m in p.log if m[:3] in ("NOW", "SCO", "ORD", "DRW", "SLO", "SMR")] for p in players
    ]
    assert all(rows == news[0] for rows in news)
    assert game.over and len({player.end for player in players}) == 1
    judged = [s.resolution for s in game.history if s.resolution]
    assert not [v for r in judged for v in r.verdicts if v.outcome == "void"]


@pytest.mark.parametrize(("variant", "years"), [("standard", 5), ("youngstown", 2)])
def test_whole_games_of_random_clients(variant: str, years: int) -> None:
    game = Game.new(variant)
    players = asyncio.run(played(game, years))
    check(players, game)
    assert players[0].end == "DRW"


def test_a_game_on_an_imported_board(tmp_path: Path) -> None:
    (tmp_path / "toy.mdf").write_text(MAP)
    (tmp_path / "toy.now").write_text(NOW)
    words = [str(tmp_path), "--from", "daide", "--out", str(tmp_path / "out"), "--no-drawing"]
    assert CliRunner().invoke(import_, words).exit_code == 0
    game = Game.new("toy", folders=[tmp_path / "out"])
    players = asyncio.run(played(game, 4))
    check(players, game)
    assert players[0].end in ("SLO (RED)", "SLO (BLU)")
    # The board comes back over the wire as it was imported.
    assert players[0].ways["AMY", "ISL"] == [] and players[0].ways["FLT", "ISL"] == ["SEA"]
    assert sorted(players[0].ways["AMY", "MNO"]) == ["DEF", "JKL", "PQR"]
    assert players[0].homes == {"RED": {"ABC", "DEF"}, "BLU": {"GHI", "JKL"}, "UNO": {"MNO"}}


async def broken_off(game: Game) -> tuple[list[str], list[str]]:
    """A game in which one player's line breaks and he comes back, and one never does."""
    async with table(game, years=2) as (port, play), asyncio.timeout(60):
        players = [Player(f"broken/{n}") for n in range(7)]
        links = [await Link.greet(port) for _ in players]
        for link in links:
            link.say("NME ('x') ('1')")
        tasks = [asyncio.create_task(p.follow(k)) for p, k in zip(players, links, strict=True)]
        await _until(lambda: len(play.host.past) > 1)
        links[0].hang_up()
        links[1].leave()
        await _until(lambda: len(play.host.disorder) == 2)
        back = await Link.greet(port)
        wrong = await back.ask(
            f"IAM ({players[0].power}) ({players[0].passcode + 1})", "YES", "REJ"
        )
        right = await back.ask(f"IAM ({players[0].power}) ({players[0].passcode})", "YES", "REJ")
        again = await back.ask("NOW", "NOW")
        back.say("NOW")
        tasks.append(asyncio.create_task(players[0].follow(back)))
        await _until(lambda: play.host.over)
        play.host.close()
        await asyncio.gather(*tasks)
    return [wrong, right, again], players[2].log


def test_lost_connections_are_survived() -> None:
    game = Game.new("standard")
    (wrong, right, again), log = asyncio.run(broken_off(game))
    assert wrong.startswith("REJ (IAM (AUS)") and right.startswith("YES (IAM (AUS)")
    assert again.startswith("NOW (")
    changes = [m for m in log if "CCD" in m]
    assert sorted(changes) == ["CCD (AUS)", "CCD (ENG)", "NOT (CCD (AUS))"]
    assert game.over


async def deadlines(game: Game) -> list[str]:
    """Players that order nothing; one asked to be warned ten seconds before the end."""
    clock, terms = Clock(), Terms(moves=60, retreats=60, builds=60)
    async with table(game, terms, clock=clock) as (port, play), asyncio.timeout(60):
        links = [await Link.greet(port) for _ in range(7)]
        for link in links:
            link.say("NME ('x') ('1')")
            await link.until("MAP")
            link.say("YES (MAP ('standard'))")
        heard = [await links[0].until("TME")]
        heard.append(await links[0].ask("TME (10)", "YES", "REJ"))
        heard.append(await links[0].ask("TME (61)", "YES", "REJ"))
        clock.now += 51
        heard.append(await links[0].hear())
        heard.append(await links[0].ask("TME", "TME"))
        clock.now += 10
        await _until(lambda: play.host.past)
        while not heard[-1].startswith("TME (60)"):
            heard.append(await links[0].hear())
        for link in links:
            link.leave()
    return heard


def test_a_deadline_is_kept_and_announced() -> None:
    heard = asyncio.run(deadlines(Game.new("standard")))
    assert heard[0] == "TME (60)"
    assert heard[1:5] == ["YES (TME (10))", "REJ (TME (61))", "TME (10)", "TME (9)"]
    assert "CCD (AUS)" in heard and "ORD (SPR 1901) ((AUS AMY BUD) HLD) (SUC)" in heard
    assert heard[-2].startswith("NOW (FAL 1901)") and heard[-1] == "TME (60)"
