"""Wishes: what a seat votes for, as its row keeps it."""

import msgspec
from msgspec import Struct

from dragoman.store.rows import SeatRow


class SeatVotes(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat votes for in the present phase.

    `concede` names the seat that is to win; `extend` is the number of seconds wanted; `early` and
    `back`, the code of a phase, let an organizer who plays judge now or go back.
    """

    draw: bool = False
    concede: str = ""
    pause: bool = False
    resume: bool = False
    extend: int = 0
    early: bool = False
    back: str = ""


def votes_of(row: SeatRow) -> SeatVotes:
    """What a seat votes for."""
    return msgspec.json.decode(row.votes, type=SeatVotes)
