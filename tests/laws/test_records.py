"""Laws of records: whatever happened at a table, its record tells it again bit for bit."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.model import Seat, State
from dragoman.record import Game, GameRecord, read_record, replay, write_record
from dragoman.record.trees import legal_orders
from tests.amounts import amount
from tests.laws.positions import POWERS, STANDARD


def order_randomly(game: Game, chance: Random) -> None:
    """Some seats submit some legal orders, a few of them twice or badly written."""
    ask = game.ask
    for seat in game.seats:
        for charge in ask.mandate(seat).charges:
            choices = legal_orders(ask, charge.subject)
            if choices and chance.random() < 0.8:
                game.submit(seat, str(chance.choice(choices)))
    if chance.random() < 0.3:
        game.submit(chance.choice(game.seats), "A Paris - Moscow; A Budapest H; waive")


def happen(game: Game, chance: Random) -> None:
    """Something other than orders."""
    event = chance.randint(0, 6)
    seat = chance.choice(game.seats)
    if event == 0:
        game.agree_draw(*chance.sample(game.seats, 3))
    elif event == 1:
        game.concede(seat, *chance.sample(game.seats, 3))
    elif event == 2:
        game.resign(seat)
    elif event == 3:
        free = [p for p in POWERS if p not in game.state.holder]
        game.take_over(f"Substitute {seat}", *free)
    elif event == 4:
        game.roll_back(str(chance.choice(game.history).state.phase))
    elif event == 5:
        game.correct(msgspec.structs.replace(game.state, units=game.state.units[1:]), "a slip")
    else:
        game.withdraw(seat)


def some_game(chance: Random) -> Game:
    """A short game in which much goes on beside the orders."""
    game = Game.new("standard", seed=str(chance.randint(0, 9)))
    for _ in range(chance.randint(1, 6)):
        order_randomly(game, chance)
        if chance.random() < 0.5:
            happen(game, chance)
        if game.over:
            break
        game.advance()
    return game


def encoded(state: State) -> bytes:
    """A position as bytes."""
    return msgspec.json.encode(state, order="deterministic")


SEEDS = st.integers(0, 10**6).map(Random)


@settings(max_examples=amount(30))
@given(SEEDS)
def test_a_record_replays_to_the_same_states(chance: Random) -> None:
    """Written, read and replayed, a game goes through the same positions bit for bit."""
    game = some_game(chance)
    text = write_record(game.record)
    record = read_record(text)
    assert record == game.record
    assert write_record(record) == text
    steps = list(replay(record, STANDARD))
    assert [encoded(s.state) for s in steps] == [encoded(s.state) for s in game.history]
    assert [s.entry for s in steps] == [s.entry for s in game.history]
    assert Game.of(record).state == game.state


@settings(max_examples=amount(15))
@given(SEEDS, SEEDS)
def test_a_game_goes_on_from_its_record_as_it_would_have(chance: Random, later: Random) -> None:
    """A game taken up from its file is judged as if it had never been put away."""
    game = some_game(chance)
    if game.over:
        return
    again = Game.of(read_record(write_record(game.record)))
    seed = later.randint(0, 10**6)
    for each in (game, again):
        each.withdraw(game.seats[0])
        for seat in each.seats:
            each.withdraw(seat)
        order_randomly(each, Random(seed))
        each.advance()
    assert again.record == game.record
    assert encoded(again.state) == encoded(game.state)


@settings(max_examples=amount(15))
@given(SEEDS)
def test_orders_in_another_order_make_the_same_game(chance: Random) -> None:
    """Who hands in first makes no difference to any position."""
    game = some_game(chance)
    turned = tuple(
        msgspec.structs.replace(entry, orders=dict(reversed(entry.orders.items())))
        if hasattr(entry, "orders")
        else entry
        for entry in game.record.entries
    )
    record = msgspec.structs.replace(game.record, entries=turned)
    states = [s.state for s in replay(record, STANDARD)]
    assert states == [s.state for s in game.history]


def test_an_empty_record_is_an_opening() -> None:
    [only] = replay(GameRecord("standard", 1), STANDARD)
    assert only.state == Game.new("standard").state
    assert set(only.state.seats) == {Seat(p) for p in POWERS}
