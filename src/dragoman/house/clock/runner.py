"""The runner: what the house does again and again by itself."""

from msgspec import Struct

from dragoman.house.clock.clocks import beat, is_frozen, remind
from dragoman.house.core import House
from dragoman.house.play.bots import play_bots
from dragoman.house.play.rounds import run_due


class Ticked(Struct, frozen=True):
    """What one round did: deadlines moved for lost time, phases judged, people reminded."""

    moved: list[str]
    judged: list[str]
    reminded: list[str]


def keep_time(house: House) -> Ticked:
    """Note that the house runs, judge what is due, remind the late.

    The beat comes first, so that nothing is judged whose deadline passed while the house was down.
    """
    with house.read() as tx:
        frozen = is_frozen(tx)
    if frozen:
        return Ticked([], [], [])
    return Ticked(beat(house), run_due(house), remind(house))


def let_bots_play(house: House) -> None:
    """Let bots give orders at the tables where a phase was opened lately."""
    for _ in range(len(house.opened)):
        play_bots(house, house.opened.popleft())
