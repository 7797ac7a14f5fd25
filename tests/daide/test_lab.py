"""Seats of the laboratory that clients take over the wire."""

import asyncio

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.daide.seats import DaideSeats
from dragoman.lab.play import GameRow, Laboratory
from dragoman.lab.setup import Setup
from tests.daide.client import Player
from tests.daide.tables import free_port


async def played(setup: Setup, games: int, clients: int) -> tuple[list[GameRow], list[Player]]:
    """Games of a setup, with clients that come anew for each."""
    lab, port = Laboratory(setup), int(setup.bot.partition(":")[2])
    running = asyncio.create_task(
        asyncio.to_thread(lambda: [lab.play(number) for number in range(games)])
    )
    players = [Player(f"lab/{n}") for n in range(games * clients)]

    async def come(number: int) -> None:
        for game in range(games):
            player = players[game * clients + number]
            while not player.log:
                try:
                    await player.play(port)
                except ConnectionError:
                    await asyncio.sleep(0.02)

    async with asyncio.timeout(60):
        await asyncio.gather(*map(come, range(clients)))
        rows = await running
    for guest in lab.guests:
        await asyncio.to_thread(guest.close)
    return rows, players


@pytest.mark.parametrize(("against", "clients"), [("", 3), ("greedy", 1)])
def test_clients_play_games_of_the_laboratory(against: str, clients: int) -> None:
    setup = Setup("hundred", bot=f"daide:{free_port()}", against=against, years=2)
    rows, players = asyncio.run(played(setup, 2, clients))
    assert [row.game for row in rows] == [0, 1]
    wired = [[s.seat for s in row.seats if s.bot == setup.bot] for row in rows]
    assert [len(seats) for seats in wired] == [clients, clients]
    assert not [line for player in players for line in player.bad]
    assert all(player.log[-1] == "OFF" and player.heard["NOW"] > 3 for player in players)
    if against:
        # The one who is alone goes round.
        assert wired[0] != wired[1]
    void = [key for row in rows for key in row.counts if key.startswith("void")]
    assert not void


def test_what_cannot_be_is_said_before_anything_is_played() -> None:
    run = CliRunner()
    words = ["lab", "play", "--out", "nowhere", "--games", "1"]
    for more, why in (
        (["standard", "--bots", "daide:x"], "write daide:PORT"),
        (["standard", "--bots", "daide:99999"], "'daide:99999': the port is 65535 at most"),
        (["standard", "--bots", "daide:1:8192"], "the time is 8191 at most"),
        (["fog", "--bots", "daide:1"], "cannot be played over DAIDE"),
        (["standard", "--bots", "daide:1", "--scheduler", "x"], "leave out --scheduler"),
    ):
        found = run.invoke(main, [*words, *more])
        assert found.exit_code == 2 and why in found.output, found.output


def test_a_name_may_tell_the_seconds() -> None:
    assert DaideSeats("daide:1:5").terms.moves == 5
