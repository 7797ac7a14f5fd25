"""`dragoman daide`: one game from the command line, stopped and gone on with."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.daide.commands import _hold, daide
from dragoman.errors import DataError
from dragoman.record import Game, write_record
from tests.daide.client import Link
from tests.daide.tables import free_port


def given(port: int, file: Path, **others: Any) -> dict[str, Any]:
    """What the command line gives, with some words of ours."""
    words = daide.make_context("daide", []).params
    return {**words, "port": port, "out": file, **others}


async def joined(port: int) -> Link:
    """A player who knows the map, as soon as the server is there."""
    while True:
        try:
            link = await Link.greet(port)
            break
        except ConnectionError:
            await asyncio.sleep(0.02)
    link.say("NME ('keeper') ('1')")
    await link.until("MAP")
    link.say("YES (MAP ('standard'))")
    return link


async def stopped(file: Path) -> int:
    """WirePlay a turn, then end the server as an operator does; the passcode of the player."""
    port = free_port()
    async with asyncio.timeout(60):
        running = asyncio.create_task(_hold(given(port, file, players=1)))
        link = await joined(port)
        await link.until("NOW")
        passcode = int((await link.ask("HLO", "HLO")).split("(")[2].strip(") "))
        link.say("SUB ((AUS AMY BUD) HLD) ((AUS AMY VIE) HLD) ((AUS FLT TRI) HLD)")
        message = await link.until("NOW")
        assert message.startswith("NOW (FAL 1901)")
        signal.raise_signal(signal.SIGTERM)
        assert await link.until("SVE") == "SVE ('my_game')"
        link.say("YES (SVE ('my_game'))")
        assert await link.until("OFF") == "OFF"
        link.leave()
        await running
    return passcode


async def resumed(file: Path, passcode: int) -> list[str]:
    """Come back to the game, and play on to its end."""
    port = free_port()
    async with asyncio.timeout(60):
        running = asyncio.create_task(_hold(given(port, file, years=1)))
        link = await joined(port)
        heard = [await link.until("LOD")]
        heard.append(await link.ask(f"IAM (AUS) ({passcode})", "YES", "REJ"))
        heard.append(await link.ask("HLO", "HLO"))
        link.say("ORD")
        heard.append(await link.hear())
        while "AUS AMY BUD" not in heard[-1]:
            heard[-1] = await link.hear()
        heard.append(await link.ask("NOW", "NOW"))
        link.say("SUB ((AUS AMY BUD) HLD) ((AUS AMY VIE) HLD) ((AUS FLT TRI) HLD)")
        heard.append(await link.until("DRW"))
        link.leave()
        await running
    return heard


def test_a_game_is_stopped_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    passcode = asyncio.run(stopped(file))
    game = Game.from_text(file.read_bytes())
    assert str(game.phase) == "F1901M" and not game.over
    lod, iam, hlo, results, now, end = asyncio.run(resumed(file, passcode))
    assert lod == "LOD ('my_game')" and iam.startswith("YES")
    assert hlo == f"HLO (AUS) ({passcode}) ((LVL 0))"
    assert results == "ORD (SPR 1901) ((AUS AMY BUD) HLD) (SUC)"
    assert now.startswith("NOW (FAL 1901)") and end == "DRW"
    assert Game.from_text(file.read_bytes()).over
    over = CliRunner().invoke(main, ["daide", "--out", str(file)])
    assert over.exit_code == 2 and "a game that is over" in over.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--variant youngstown", "holds a game of standard, and --variant is youngstown"),
        ("--option edition=1971", "holds a game with other options"),
        ("--players 3", "--players: 3, but 1 client began the game"),
    ],
)
def test_a_game_is_gone_on_with_as_it_is_or_not_at_all(
    words: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(Game.new().record), encoding="utf-8")
    (tmp_path / "game.players.json").write_text('{"seats": ["Austria"], "passcodes": {}}')
    found = CliRunner().invoke(main, ["daide", "--port", "0", "--out", str(file), *words.split()])
    assert found.exit_code == 2 and why in found.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--out nowhere/game.json", "--out: there is no folder nowhere"),
        ("--players 8", "--players: Standard has 7 powers: 8 clients cannot play"),
        ("--level 35", "--level: no level 35 of the language: there are 0, 10, 20"),
    ],
)
def test_what_cannot_be_is_refused_before_anybody_is_waited_for(words: str, why: str) -> None:
    found = CliRunner().invoke(main, ["daide", "--port", "0", *words.split()])
    assert found.exit_code == 2 and why in found.output


def test_wrong_words_get_one_clear_line(tmp_path: Path) -> None:
    run = CliRunner()
    fog = run.invoke(main, ["daide", "--variant", "fog"])
    assert fog.exit_code == 2 and "cannot be played over DAIDE" in fog.output
    bot = run.invoke(main, ["daide", "--bots", "nobody"])
    assert bot.exit_code == 2 and "no bot 'nobody'" in bot.output


def test_a_game_without_its_players_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    asyncio.run(stopped_early(file))
    (tmp_path / "game.players.json").write_text("{}")
    with pytest.raises(DataError, match="players"):
        asyncio.run(_hold(given(0, file)))


async def stopped_early(file: Path) -> None:
    port = free_port()
    running = asyncio.create_task(_hold(given(port, file, players=1)))
    link = await joined(port)
    await link.until("NOW")
    signal.raise_signal(signal.SIGINT)
    link.leave()
    await running
