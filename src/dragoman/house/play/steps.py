"""Steps of a table's game: as they come about, and packed once they are in the store."""

import zlib
from sys import intern
from typing import ClassVar

import msgspec
from msgspec import Struct

from dragoman.house.play.shown import ShownStep
from dragoman.model import State
from dragoman.record.entries import Entry, Turn
from dragoman.record.replay import HistoryStep
from dragoman.record.stored import StoredPosition, check_form, restored, stored

OPEN = 7
"""About how many bytes are in use for each byte of the text of a position that is played on."""
LIGHT = 160
"""About how many bytes a packed step takes beside its body."""
_BODIES: msgspec.json.Decoder[tuple[Entry | None, StoredPosition]] = msgspec.json.Decoder(
    tuple[Entry | None, StoredPosition]
)


class GameStep(HistoryStep, frozen=True):
    """A step of a table's game, and the number of its event; `kept` if all of it is in the store.

    `again` if it was judged by other rules than those of the table; `shown` is what waits to be
    kept.
    """

    at: int = 0
    kept: bool = False
    label: str = ""
    hidden: bool = False
    again: bool = False
    shown: ShownStep | None = None

    @property
    def judged(self) -> bool:
        """Whether this step is a phase that was judged."""
        return isinstance(self.entry, Turn)

    @property
    def phase(self) -> str:
        """The phase to which it led."""
        return str(self.state.phase)

    @property
    def kind(self) -> str:
        """What kind of entry it is; empty for the opening."""
        return kind_of(self.entry)

    @property
    def opened(self) -> "GameStep":
        """The step with all its values."""
        return self

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory."""
        return 4 * len(msgspec.json.encode(self.state))


class PastStep(Struct, frozen=True, gc=False):
    """A step that is in the store, in few bytes; unpacked by whoever asks for its position.

    A game of a hundred phases would else take a megabyte, most of which nobody looks at.
    """

    at: int
    label: str
    hidden: bool
    phase: str
    kind: str
    body: bytes
    kept: ClassVar[bool] = True
    again: ClassVar[bool] = False
    unfit: ClassVar[str] = ""
    shown: ClassVar[ShownStep | None] = None

    @property
    def judged(self) -> bool:
        """Whether this step is a phase that was judged."""
        return self.kind == "turn"

    @property
    def entry(self) -> Entry | None:
        """What was entered."""
        return _BODIES.decode(zlib.decompress(self.body))[0]

    @property
    def state(self) -> State:
        """The position to which it led."""
        return restored(_BODIES.decode(zlib.decompress(self.body))[1])

    @property
    def opened(self) -> GameStep:
        """The step with all its values."""
        entry, position = _BODIES.decode(zlib.decompress(self.body))
        kept = {"at": self.at, "kept": True, "label": self.label, "hidden": self.hidden}
        return GameStep(entry, restored(position), **kept)  # type: ignore[arg-type]

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory."""
        return LIGHT + len(self.body)


Step = GameStep | PastStep


def kind_of(entry: Entry | None) -> str:
    """What kind of entry something is."""
    return "" if entry is None else str(type(entry).__struct_config__.tag)


def packed(step: GameStep) -> PastStep:
    """A step that is in the store now, in few bytes."""
    body = msgspec.json.encode((step.entry, stored(step.state)))
    return _small(step.at, step.label, step.hidden, step.phase, step.kind, body)


def past_step(at: int, label: str, hidden: bool, entry: str, position: str) -> PastStep:
    """A step from what was kept of it; what cannot be read is an error.

    `entry` is empty for the opening.
    """
    body = f"[{entry or 'null'},{position}]".encode()
    read, kept = _BODIES.decode(body)
    phase = check_form(kept).phase
    return _small(at, label, hidden, phase, kind_of(read), body)


def _small(at: int, label: str, hidden: bool, phase: str, kind: str, body: bytes) -> PastStep:
    """A step in as few bytes as can be: all games share the names of phases."""
    return PastStep(
        *(at, intern(label), hidden, intern(phase), intern(kind)), zlib.compress(body, 1)
    )
