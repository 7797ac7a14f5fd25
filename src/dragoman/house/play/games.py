"""Games: the entries of a table's log, folded into positions and kept for the next who asks."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec import Struct

from dragoman.house.core import Cache, House
from dragoman.house.errors import Closed
from dragoman.house.tables.catalog import PREVIEW, get_variant
from dragoman.model import State
from dragoman.record import GameRecord
from dragoman.record.entries import Entry
from dragoman.record.replay import HistoryStep, follow, opening
from dragoman.rules import Ask, Variant
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Event, Table

ENTRY = "entry"
"""The kind of event whose body is an entry of the game's record."""
MOST_PAGES = 32
"""How much that was told of a game is kept: its present for every seat, and some of its past."""

T = TypeVar("T")
_ENTRIES: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class ReadGame(Struct, frozen=True, dict=True):
    """A game as far as the log had been read: up to its event number `events`."""

    variant: Variant
    seed: str
    steps: tuple[HistoryStep, ...]
    events: int

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def state(self) -> State:
        """The present position, with all its secrets."""
        return self.steps[-1].state

    @cached_property
    def ask(self) -> Ask:
        """The present position with the rules."""
        return Ask(self.variant, self.state)

    @cached_property
    def _pages(self) -> Cache:
        return Cache(MOST_PAGES)

    def told(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is told of this game as it stands, kept to be told again.

        The key names everything else that it depends on, above all who watches.
        """
        return self._pages.get_or(key, make)

    @property
    def record(self) -> GameRecord:
        """The game as a record, with all its secrets."""
        entries = tuple(step.entry for step in self.steps if step.entry is not None)
        return GameRecord(
            self.variant.id, self.variant.version, self.variant.options, (), self.seed, entries
        )

    def followed(self, entry: Entry) -> HistoryStep:
        """What one more entry leads to."""
        return follow(self.variant, self.seed, self.steps, entry)

    def extended(self, steps: tuple[HistoryStep, ...], events: int) -> "ReadGame":
        """The game after further steps."""
        return ReadGame(self.variant, self.seed, (*self.steps, *steps), events)


def variant_of(house: House, table: Table) -> Variant:
    """The variant that a table plays."""
    options = msgspec.json.decode(table.options)
    variant = get_variant(house, table.variant, options, int(table.version))
    if str(variant.version) != table.version:
        raise Closed(
            f"this game was begun by version {table.version} of {variant.id}; "
            f"the house now has version {variant.version}"
        )
    return variant


def played(house: House, tx: Tx, table: Table) -> ReadGame:
    """The game of a table as its row has it, read on from what was kept."""
    found = house.games.get(table.id)
    # A table that has not begun has no seed yet, so what was kept for it is not the game.
    known = found if isinstance(found, ReadGame) and found.seed == seed_of(table) else None
    if known is None or known.events > table.events:
        known = opened(house, table)
    if known.events < table.events:
        known = read_on(tx, table, known)
        house.games.put(table.id, known)
    return known


def seed_of(table: Table) -> str:
    """The seed of a game, or that of the preview while it has not begun."""
    return table.seed or PREVIEW


def opened(house: House, table: Table) -> ReadGame:
    """A game at its opening."""
    variant, seed = variant_of(house, table), seed_of(table)
    return ReadGame(variant, seed, (HistoryStep(None, opening(variant, (), seed)),), 0)


def read_on(tx: Tx, table: Table, known: ReadGame) -> ReadGame:
    """A game with what its log has told since."""
    events = tx.find(
        Event,
        Test("n", ">", known.events),
        Test("n", "<=", table.events),
        Test("kind", "=", ENTRY),
        table=table.id,
        order="n",
    )
    for event in events:
        known = known.extended((known.followed(read_entry(event.body)),), event.n)
    return msgspec.structs.replace(known, events=table.events)


def read_entry(body: str) -> Entry:
    """The entry of a record in the body of an event."""
    return _ENTRIES.decode(body)


def written_entry(entry: Entry) -> str:
    """An entry as the body of an event."""
    return msgspec.json.encode(entry, order="deterministic").decode()
