"""Bots at tables: each is shown its seat's view and nothing else, and never holds a game up."""

import logging
from collections.abc import Sequence

from dragoman.bots import bot_names
from dragoman.errors import RequestError
from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.play import solving
from dragoman.house.play.games import ReadGame, played
from dragoman.house.play.steps import GameStep
from dragoman.judge import owed
from dragoman.model import Seat
from dragoman.record.entries import Abandonment, DrawVote
from dragoman.rules import survivors
from dragoman.store.rows import Ballots, SeatRow, Table

LOG = logging.getLogger(__name__)
BOT_YEARS = 40
"""How many years bots play among themselves at most, after everybody else is out."""
ONLY_BOTS = "only bots were left"


def check_bot(name: str) -> str:
    """The name of a bot that there is."""
    if name not in bot_names():
        raise Invalid(f"no bot {name[:40]!r}: there are {', '.join(bot_names())}", "bot")
    return name


def bot_orders(house: House, game: ReadGame, seat: str, bot: str) -> str:
    """What a bot orders for a seat; nothing if it fails or takes too long, so defaults apply."""
    seed, seconds = f"{game.seed}/{seat}/{game.events}", house.settings.bot_budget / 1000
    given = (game.variant, game.body, Seat(seat), bot, game.quiet, seed, seconds)
    try:
        return house.work(solving.bot_text, *given)
    except Exception:
        LOG.exception("the bot %s failed", bot)
        return ""


def play_bots(house: House, table_id: str) -> list[str]:
    """Let the bots of a table give their orders for the present phase; the seats that did."""
    with house.read() as tx:
        table = tx.get(Table, id=table_id)
        if table is None or table.status != "running":
            return []
        rows = [row for row in tx.find(SeatRow, table=table_id) if row.bot]
        saved = {row.seat for row in tx.find(Ballots, table=table_id, turn=table.turn)}
        game = played(house, tx, table)
    if game.fault:
        return []
    idle = [row for row in rows if row.seat not in saved and row.seat in owed(game.ask)]
    texts = {r.seat: bot_orders(house, game, r.seat, str(r.bot)) for r in idle}
    return list(texts) if texts and keep_orders(house, table, texts) else []


def keep_orders(house: House, table: Table, texts: dict[str, str]) -> bool:
    """Save what bots have ordered, if the turn is still the same."""
    with house.store.write() as tx:
        fresh = tx.lock(Table, id=table.id)
        if fresh is None or (fresh.turn, fresh.status) != (table.turn, "running"):
            return False
        for seat, text in texts.items():
            key = {"table": table.id, "seat": seat, "turn": table.turn}
            if tx.get(Ballots, **key) is None:
                tx.add(Ballots(text=text, saved=house.now, **key))  # type: ignore[arg-type]
    return True


def only_bots_agree(house: House, game: ReadGame, rows: Sequence[SeatRow]) -> GameStep | None:
    """The end of a game in which no person has anything left, once its bots are tired of it."""
    living = survivors(game.ask)
    if any(row.account and not row.bot and row.seat in living for row in rows):
        return None
    bots = [row for row in rows if row.bot and row.seat in living]
    years = game.state.phase.year - game.steps[0].state.phase.year
    if not bots or (
        years < BOT_YEARS and not all(bot_agrees(house, game, r.seat, str(r.bot)) for r in bots)
    ):
        return None
    try:
        step = game.followed(DrawVote(living))
    except RequestError:
        return game.followed(Abandonment(ONLY_BOTS))
    return step if step.state.result is not None else game.followed(Abandonment(ONLY_BOTS))


def bot_agrees(house: House, game: ReadGame, seat: str, bot: str) -> bool:
    """Whether a bot agrees to a draw."""
    given = (game.variant, game.body, Seat(seat), bot, game.quiet)
    try:
        return house.work(solving.bot_agrees, *given)
    except Exception:
        LOG.exception("the bot %s failed", bot)
        return False
