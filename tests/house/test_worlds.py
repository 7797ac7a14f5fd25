"""S1 and S3 at the core: two worlds that differ in one seat's secrets look alike to all others."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest

import dragoman.house
from dragoman.draw.game import Moment
from dragoman.errors import DragomanError
from dragoman.house.play import history, imagining, observing, orders, sandbox
from dragoman.house.play.games import ReadGame
from dragoman.house.tables import logbook, press, scores, tables, views, votes, waiting
from dragoman.house.tables.organizer import adjudicate
from dragoman.house.tables.wishes import SeatVotes
from dragoman.store.rows import SeatRow
from tests.house.tools import TestHouse, full_table, game, make_house, random_text, row

Ask = Callable[[TestHouse, str | None, str], object]

READS: dict[str, Ask] = {
    "views.table_view": lambda h, a, t: views.table_view(h, a, t),
    "tables.list_tables": lambda h, a, t: [
        tables.list_tables(h, a),
        tables.list_tables(h, a, mine=True) if a else [],
    ],
    "orders.my_orders": lambda h, a, t: orders.my_orders(h, a, t),
    "orders.legal": lambda h, a, t: orders.legal(h, a, t),
    "orders.steps": lambda h, a, t: orders.steps(h, a, t, "A ven", ["move"]),
    "observing.observe": lambda h, a, t: observing.observe(h, a, t, board=True),
    "history.history": lambda h, a, t: history.history(h, a, t, 1),
    "history.moment": lambda h, a, t: [drawn(h, a, t, n) for n in (None, 1)],
    "history.all_moments": lambda h, a, t: history.all_moments(h, a, t)[1],
    "history.seen_game": lambda h, a, t: history.seen_game(h, a, t)[1],
    "history.sheet": lambda h, a, t: history.sheet(h, a, t),
    "history.seat_file": lambda h, a, t: history.seat_file(h, a, t),
    "history.record": lambda h, a, t: history.record(h, a, t),
    "logbook.logbook": lambda h, a, t: logbook.logbook(h, a, t),
    "press.read_press": lambda h, a, t: press.read_press(h, a, t),
    "press.unread": lambda h, a, t: press.unread(h, a, t, "") if a else None,
    "waiting.what_waits": lambda h, a, t: waiting.what_waits(h, a) if a else None,
    "waiting.own_tables": lambda h, a, t: waiting.own_tables(h, a) if a else None,
    "scores.results": lambda h, a, t: scores.results(h, a, t),
    "votes.my_votes": lambda h, a, t: votes.my_votes(h, a, t),
    "imagining.what_if": lambda h, a, t: imagining.what_if(h, a, t, {"Italy": "A ven - tyr"}),
    "imagining.imagine": lambda h, a, t: imagining.imagine(h, a, t, {"Italy": "A ven - tyr"})[1],
    "imagining.guesses": lambda h, a, t: imagining.guesses(h, a, t, "random"),
    "imagining.seen_by": lambda h, a, t: imagining.seen_by(h, a, t, None, "")[1],
    "sandbox.fork": lambda h, a, t: views.table_view(h, a, sandbox.fork(h, a, t)),
}
"""Whatever can be asked of a table."""

WRITES = {
    "accounts": "an account's own affairs",
    "admins": "an account's own affairs",
    "personal": "an account's own affairs",
    "hooks": "an account's own affairs",
    "notices": "an account's own affairs",
    "organizer": "acts, noted in the log",
    "seats": "acts, noted in the log",
    "tables.create_table": "an act",
    "tables.edit_table": "an act",
    "tables.cancel_table": "an act",
    "tables.start_table": "an act",
    "orders.my_desk": "is what my_orders answers from",
    "orders.my_desks": "is what my_orders answers from",
    "choices.choose": "answers nothing",
    "push": "an account's own affairs",
    "shelf": "about variants, not tables",
    "publishing": "a draft of one's own",
    "runs": "a draft of one's own",
    "drafts.begin_draft": "a draft of one's own",
    "drafts.delete_draft": "a draft of one's own",
    "drafts.draft_of": "a draft of one's own",
    "drafts.history": "a draft of one's own",
    "drafts.my_drafts": "a draft of one's own",
    "drafts.need_maker": "a draft of one's own",
    "drafts.restore": "a draft of one's own",
    "drafts.save": "a draft of one's own",
    "keeping.draft_behind": "a draft of one's own",
    "keeping.keep_case": "a sandbox of one's own, and no other table",
    "editing.edit": "an act",
    "editing.step_back": "an act",
    "editing.can_undo": "answers whether there was an act, as the log does",
    "editing.drafted": "the organizer's own view, as history.moment has it",
    "adding.add_order": "answers to its own seat",
    "alone.start_alone": "a new table",
    "orders.save_orders": "answers to its own seat",
    "orders.set_ready": "answers whether all are ready",
    "orders.seat_view": "is what legal and steps answer from",
    "press.send_press": "answers to its sender",
    "press.mark_read": "answers nothing",
    "press.save_draft": "answers nothing",
    "talk.say": "answers nothing",
    "waiting.mark_seen": "answers nothing",
    "waiting.put_away": "answers nothing",
    "press.mute": "answers to its own seat",
    "votes.cast_votes": "answers what came of it",
    "votes.willing_bots": "asks bots, not people",
    "sandbox.create_sandbox": "a new table",
}
"""Functions that take an account and are no views, or a whole module of them, and why."""


def drawn(house: TestHouse, account: str | None, table: str, n: int | None) -> Moment:
    """What would be drawn."""
    _, moment = history.moment(house, account, table, n)
    return moment


def public_functions() -> Iterator[str]:
    """Every function of the house that takes a house and an account."""
    for info in pkgutil.walk_packages(dragoman.house.__path__, "dragoman.house."):
        module = import_module(info.name)
        for name, found in inspect.getmembers(module, inspect.isfunction):
            if found.__module__ != module.__name__ or name.startswith("_"):
                continue
            if list(inspect.signature(found).parameters)[:2] == ["house", "account"]:
                yield f"{info.name.rpartition('.')[2]}.{name}"


def test_no_view_is_forgotten() -> None:
    known = set(READS) | set(WRITES)
    found = set(public_functions())
    assert [f for f in found if f not in known and f.split(".")[0] not in known] == []
    assert set(READS) <= found


class World:
    """A table, with everything that was published about it."""

    def __init__(self, variant: str, settings: dict[str, Any], seed: int) -> None:
        options = {"immunity": True} if variant == "black_hole" else {}
        self.house = make_house(seed=seed)
        self.published: list[tuple[str, str]] = []
        self.house.store.listen(lambda topic, body: self.published.append((topic, body)))
        self.table, self.at = full_table(self.house, variant, options=options, settings=settings)

    def answers(self, watcher: str | None) -> dict[str, bytes]:
        """Every byte that a watcher can get, errors too."""
        return {name: answered(self.house, ask, watcher, self.table) for name, ask in READS.items()}

    def heard(self, watcher: str | None) -> list[tuple[str, str]]:
        """What was published where a watcher may listen."""
        own = {f"seat:{self.table}:{seat}" for seat, who in self.at.items() if who == watcher}
        return [t for t in self.published if not t[0].startswith("seat:") or t[0] in own]


def answered(house: TestHouse, ask: Ask, watcher: str | None, table: str) -> bytes:
    """An answer, or an error, as bytes."""
    before = house.rng
    house.rng = Random(1)
    try:
        return msgspec.json.encode(ask(house, watcher, table))
    except DragomanError as error:
        return f"{type(error).__name__}: {error}".encode()
    finally:
        house.rng = before


def secrets(world: World, seat: str, chance: Random) -> None:
    """What a seat does in secret: drafts, a press draft, private press, a vote for a draw."""
    house, table, who = world.house, world.table, world.at[seat]
    play: ReadGame = game(house, table)
    for _ in range(chance.randint(1, 3)):
        text = random_text(play, seat, chance)
        orders.save_orders(
            house, who, table, row(world.house, world.table).turn, text + "\nwhat is this?"
        )
    for _ in range(chance.randint(0, 2)):
        press.send_press(house, who, table, ["Turkey"], f"secret {chance.random()}")
    press.save_draft(house, who, table, ["Italy"], f"draft {chance.random()}")
    votes.cast_votes(
        house, who, table, row(world.house, world.table).turn, SeatVotes(draw=chance.random() < 0.5)
    )


SETTINGS = {
    "shown": {},
    "hidden": {"ready": "hidden", "anonymous": True},
}


@pytest.mark.parametrize("how", SETTINGS)
@pytest.mark.parametrize("variant", ["standard", "black_hole", "cline"])
@pytest.mark.parametrize("seed", range(4))
def test_s1_nobody_learns_anything_of_anothers_orders(variant: str, how: str, seed: int) -> None:
    worlds = [World(variant, SETTINGS[how], seed) for _ in range(2)]
    for n, world in enumerate(worlds):
        adjudicate(world.house, "umpire", world.table, 1, sure=True)
        secrets(world, "France", Random(100 * seed + n))
        if how == "hidden":
            orders.set_ready(world.house, world.at["France"], world.table, 2, n == 0)
    one, other = worlds
    assert one.answers(one.at["France"]) != other.answers(other.at["France"])
    for watcher in (None, "stranger", one.at["Italy"], one.at["England"]):
        assert one.answers(watcher) == other.answers(watcher)
        assert one.heard(watcher) == other.heard(watcher)
    if how == "shown":
        # The organizer who does not play sees who has saved, and is shown no more.
        assert one.answers("umpire") == other.answers("umpire")


def sealed_worlds(seed: int) -> list[World]:
    """Two worlds in which France has named another center immune, judged."""
    worlds = [World("black_hole", {}, seed) for _ in range(2)]
    for home, world in zip(("par", "mar"), worlds, strict=True):
        house, table = world.house, world.table
        orders.save_orders(house, world.at["France"], table, 1, f"declare immune {home}")
        adjudicate(house, "umpire", table, 1, sure=True)
    return worlds


def test_s1_what_was_sealed_stays_so_after_it_was_judged() -> None:
    """Where the lot falls the same in both worlds, that is: it may not fall on what is immune."""
    alike = 0
    for seed in range(20):
        one, other = sealed_worlds(seed)
        if game(one.house, one.table).state.units != game(other.house, other.table).state.units:
            continue
        facts = [views.table_view(w.house, None, w.table).facts for w in (one, other)]
        if facts[0] == facts[1]:
            alike += 1
            assert one.answers(one.at["France"]) != other.answers(other.at["France"])
            for watcher in (None, "umpire", one.at["Italy"]):
                assert one.answers(watcher) == other.answers(watcher)
    assert alike


def test_s3_an_anonymous_table_is_the_same_whoever_sits_there() -> None:
    """Two seats change hands; nobody but the two can tell."""
    worlds = [World("standard", {"anonymous": True}, 3) for _ in range(2)]
    with worlds[1].house.store.write() as tx:
        for seat, other in (("France", "Italy"), ("Italy", "France")):
            key = {"table": worlds[1].table, "seat": seat}
            tx.change(SeatRow, key, account=worlds[1].at[other])
    worlds[1].at |= {"France": worlds[1].at["Italy"], "Italy": worlds[1].at["France"]}
    for world in worlds:
        press.send_press(world.house, world.at["France"], world.table, [], "I am France")
    one, other_world = worlds
    for watcher in (None, "stranger", one.at["Turkey"]):
        assert one.answers(watcher) == other_world.answers(watcher)
