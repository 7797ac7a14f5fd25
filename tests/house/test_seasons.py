"""A season of every shipped variant, played at a table by people who order at random."""

from random import Random

import msgspec
import pytest

from dragoman.house.tables.views import table_view
from dragoman.record import read_record, replay, write_record
from dragoman.variants import load, variant_ids
from tests.house.tools import full_table, game, make_house, play_phase, row


@pytest.mark.parametrize("variant", variant_ids())
def test_a_season_ends_in_a_record_that_replays(variant: str) -> None:
    house, chance = make_house(), Random(variant)
    table, sitters = full_table(house, variant)
    first = game(house, table).state.phase
    for _ in range(40):
        play_phase(house, table, sitters, chance)
        now = game(house, table).state.phase
        if (now.year, now.season) != (first.year, first.season) and now.kind == "M":
            break
    play = game(house, table)
    assert row(house, table).turn == len(play.steps)
    read = read_record(write_record(play.record))
    *_, last = replay(read, load(read.variant, read.options))
    assert msgspec.json.encode(last.state) == msgspec.json.encode(play.state)
    for person in (None, *sitters.values()):
        view = table_view(house, person, table)
        assert view.phase == str(play.state.phase)
        # Where a view is limited, whoever has nothing on the board may see nothing.
        limited = person is None and not play.variant.rules.is_default("reveal")
        assert view.last is not None and (view.last.orders or limited)
