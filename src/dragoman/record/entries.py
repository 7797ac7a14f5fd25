"""The record of a game: the truth from which every position can be computed again."""

from typing import Any

from msgspec import Struct

from dragoman.model import Power, Seat, State

FORMAT = "dragoman-game/1"


class Turn(Struct, frozen=True, tag="turn", forbid_unknown_fields=True):
    """A phase that was judged: what each seat ordered, and the lots that were drawn."""

    phase: str
    orders: dict[Seat, tuple[str, ...]] = {}
    lots: tuple[int, ...] = ()


class DrawVote(Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Seats that agree to a draw; it ends the game if the rules accept it."""

    seats: tuple[Seat, ...]


class Concession(Struct, frozen=True, tag="concession", forbid_unknown_fields=True):
    """Every other survivor gives the game to one seat."""

    to: Seat
    seats: tuple[Seat, ...]


class Resignation(Struct, frozen=True, tag="resignation", forbid_unknown_fields=True):
    """A seat gives up its powers; from then on nobody holds them."""

    seat: Seat


class Takeover(Struct, frozen=True, tag="takeover", forbid_unknown_fields=True):
    """A seat takes up powers that nobody holds."""

    seat: Seat
    powers: tuple[Power, ...]


class Correction(Struct, frozen=True, tag="correction", forbid_unknown_fields=True):
    """An organizer sets the position right."""

    state: State
    why: str = ""


class Rollback(Struct, frozen=True, tag="rollback", forbid_unknown_fields=True):
    """The game goes back to the start of an earlier phase."""

    to: str


class Abandonment(Struct, frozen=True, tag="abandonment", forbid_unknown_fields=True):
    """An organizer ends the game without a result."""

    why: str = ""


Entry = Turn | DrawVote | Concession | Resignation | Takeover | Correction | Rollback | Abandonment


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a file: its rules by name and version, its table, and everything that happened."""

    variant: str
    version: int
    options: dict[str, Any] = {}
    seats: tuple[Seat, ...] = ()
    seed: str = ""
    entries: tuple[Entry, ...] = ()
    format: str = FORMAT
