"""A seat at a private table of a real server, played by a client that speaks DAIDE."""

import asyncio
from pathlib import Path

from dragoman.agents.visiting import take_seat, visit
from dragoman.client import Client
from tests.daide.client import Player
from tests.daide.tables import free_port
from tests.web.real import Real, sqlite_url


async def played(site: str, table: str, key: str, port: int) -> Player:
    """The client comes to the port as soon as somebody listens there."""
    sitting = asyncio.create_task(asyncio.to_thread(visit, site, table, "", key, "", port))
    player = Player("table")
    async with asyncio.timeout(100):
        while not player.log:
            try:
                await player.play(port)
            except ConnectionError:
                await asyncio.sleep(0.05)
        await sitting
    return player


def test_a_client_plays_at_a_private_table(tmp_path: Path) -> None:
    with Real(sqlite_url(tmp_path)) as server:
        site = f"http://127.0.0.1:{server.port}"
        with Client.register(site, "Ann", "correct horse battery") as ann:
            options = {"end_year": 1901}
            table = ann.open("france_austria+end_year", options=options, visibility="unlisted")
            table.add_bot("Austria", "greedy")
            guest, seat = take_seat(site, table.id, "France", "", "")
            guest.close()
            player = asyncio.run(played(site, table.id, guest.token, free_port()))
            assert seat.seat == "France"
            game = table.game()
    assert player.bad == [] and player.end in ("DRW", "SLO (AUS)", "SLO (FRA)")
    assert game.over and str(game.state.phase)[1:5] in ("1901", "1902")
    judged = [step.resolution for step in game.history if step.resolution]
    mine = [v for r in judged for v in r.verdicts if v.power == "France" and not v.supplied]
    assert len(mine) > 4 and all(verdict.outcome != "void" for verdict in mine)
