"""The rows that are kept: one frozen struct per table, with its key and what it refers to.

Times are whole milliseconds since 1970 in UTC. Columns that hold JSON are text. Every
backend reads `NAME`, `KEY`, `UNIQUE`, `INDEX`, `REFERS` and `LOG` and does the same with them.
A new column needs a migration (docs/store.md).
"""

from typing import ClassVar

from msgspec import Struct


class Row(Struct, frozen=True, kw_only=True):
    """What every row is: a value with a primary key."""

    NAME: ClassVar[str] = ""
    """The table's name in SQL."""
    KEY: ClassVar[tuple[str, ...]] = ("id",)
    """The columns of the primary key."""
    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Further column groups of which no two rows are equal; a None is equal to nothing."""
    INDEX: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Column groups that are searched."""
    REFERS: ClassVar[dict[str, type["Row"]]] = {}
    """Columns that name a row of another kind, which must exist."""
    LOG: ClassVar[str] = ""
    """For a log that only grows: the column that all of one log share; a log is dropped whole."""


class Account(Row, frozen=True, kw_only=True):
    """A person who registered, or a guest who holds a link."""

    NAME = "accounts"
    UNIQUE = (("name_key",), ("email_key",))

    id: str
    kind: str = "person"  # person | guest
    name: str = ""
    name_key: str | None = None
    email: str = ""
    email_key: str | None = None
    password: str = ""
    created: int
    closed: int | None = None
    settings: str = "{}"
    tally: str = "{}"  # turns owed and missed, seats abandoned


class Session(Row, frozen=True, kw_only=True):
    """A browser or a program that is logged in; only the hash of its token is kept."""

    NAME = "sessions"
    INDEX = (("account",), ("until",))
    REFERS: ClassVar = {"account": Account}

    id: str
    account: str
    created: int
    seen: int
    until: int
    agent: str = ""


class Token(Row, frozen=True, kw_only=True):
    """A secret sent to somebody, good for one purpose until a time; only its hash is kept."""

    NAME = "tokens"
    INDEX = (("until",),)

    id: str
    purpose: str  # reset | seat | invite | verify
    subject: str = "{}"
    until: int
    used: int | None = None


class Table(Row, frozen=True, kw_only=True):
    """A table where a game is played; `turn` counts the phases opened and fences every write."""

    NAME = "tables"
    INDEX = (("status", "deadline"), ("visibility", "status", "created"), ("organizer",))
    REFERS: ClassVar = {"organizer": Account}

    id: str
    title: str = ""
    variant: str
    version: str = ""
    options: str = "{}"
    settings: str = "{}"
    seed: str = ""
    status: str = "forming"  # forming | running | paused | finished | stuck
    organizer: str | None = None
    visibility: str = "public"  # public | unlisted | invited
    created: int
    turn: int = 0
    phase: str = ""
    opened: int | None = None
    deadline: int | None = None
    left: int | None = None  # milliseconds left on a paused clock
    attempts: int = 0
    tried: int | None = None  # when somebody last began to judge the turn
    events: int = 0
    result: str | None = None


class Event(Row, frozen=True, kw_only=True):
    """Something that happened at a table; the log of all of them is the truth."""

    NAME = "events"
    KEY = ("table", "n")
    INDEX = (("actor",),)
    REFERS: ClassVar = {"table": Table}
    LOG = "table"

    table: str
    n: int
    at: int
    kind: str
    actor: str = ""
    body: str = "{}"


class PositionRow(Row, frozen=True, kw_only=True):
    """The position that an event led to, in the form in which positions are kept for ever."""

    NAME = "positions"
    KEY = ("table", "n")
    REFERS: ClassVar = {"table": Table}
    LOG = "table"

    table: str
    n: int  # the number of the event
    rules: str = ""  # the version of the variant by which it came about
    label: str = ""  # what the variant calls the phase
    hidden: bool = False  # whether somebody sees less of it
    body: str


class JudgedRow(Row, frozen=True, kw_only=True):
    """What was shown of an event that changed the game: its orders and what came of them."""

    NAME = "judged"
    KEY = ("table", "n")
    REFERS: ClassVar = {"table": Table}
    LOG = "table"

    table: str
    n: int  # the number of the event
    body: str


class SeatRow(Row, frozen=True, kw_only=True):
    """A seat at a table: who or what sits there."""

    NAME = "seats"
    KEY = ("table", "seat")
    UNIQUE = (("link",),)
    INDEX = (("account",),)
    REFERS: ClassVar = {"table": Table, "account": Account}

    table: str
    seat: str
    account: str | None = None
    bot: str | None = None
    link: str | None = None  # hash of the secret link
    ready: bool = False
    missed: int = 0
    votes: str = "{}"
    muted: str = "[]"  # the seats whose press this one does not read
    left: int | None = None


class Ballots(Row, frozen=True, kw_only=True):
    """What a seat last typed for a turn; the last acknowledged text is what is judged."""

    NAME = "ballots"
    KEY = ("table", "seat", "turn")
    REFERS: ClassVar = {"table": Table}

    table: str
    seat: str
    turn: int
    text: str
    saved: int
    version: int = 1


class Press(Row, frozen=True, kw_only=True):
    """A message between seats; `key` makes a repeated sending one message."""

    NAME = "press"
    KEY = ("table", "n")
    UNIQUE = (("table", "sender", "key"),)
    REFERS: ClassVar = {"table": Table}

    table: str
    n: int
    at: int
    sender: str
    to: str = "[]"  # the seats it goes to; none means all
    text: str
    key: str | None = None


class PressRead(Row, frozen=True, kw_only=True):
    """How far an account has read the press of a table."""

    NAME = "press_read"
    KEY = ("table", "account")
    INDEX = (("account",),)
    REFERS: ClassVar = {"table": Table, "account": Account}

    table: str
    account: str
    n: int


class PressDraft(Row, frozen=True, kw_only=True):
    """A message not yet sent."""

    NAME = "press_drafts"
    KEY = ("table", "seat", "to")
    REFERS: ClassVar = {"table": Table}

    table: str
    seat: str
    to: str = "[]"
    text: str
    saved: int


class Block(Row, frozen=True, kw_only=True):
    """An account that does not want to read another's press."""

    NAME = "blocks"
    KEY = ("account", "blocked")
    REFERS: ClassVar = {"account": Account, "blocked": Account}

    account: str
    blocked: str


class Outbox(Row, frozen=True, kw_only=True):
    """A message to be delivered outside: mail or webhook, written with what caused it."""

    NAME = "outbox"
    INDEX = (("done", "due"),)

    id: str
    created: int
    due: int
    attempts: int = 0
    channel: str
    address: str
    body: str = "{}"
    done: int | None = None


class Hook(Row, frozen=True, kw_only=True):
    """Where an account has news sent: a webhook (`post`), or a browser (`push`) with its keys."""

    NAME = "hooks"
    INDEX = (("account",),)
    REFERS: ClassVar = {"account": Account}

    id: str
    account: str
    url: str
    secret: str
    way: str = "post"


class Visit(Row, frozen=True, kw_only=True):
    """How far an account has followed a table, and whether it has put the table away."""

    NAME = "visits"
    KEY = ("table", "account")
    INDEX = (("account",),)
    REFERS: ClassVar = {"table": Table, "account": Account}

    table: str
    account: str
    turn: int = 0
    away: bool = False


class DraftRow(Row, frozen=True, kw_only=True):
    """A variant that is being made; `version` counts the savings and fences every one."""

    NAME = "drafts"
    INDEX = (("owner", "saved"),)
    REFERS: ClassVar = {"owner": Account}

    id: str
    owner: str
    name: str
    origin: str = ""  # what it was begun from, in words
    created: int
    saved: int
    version: int = 1
    files: str = "{}"


class DraftStep(Row, frozen=True, kw_only=True):
    """A draft as it was at a time, to go back to."""

    NAME = "draft_steps"
    KEY = ("draft", "version")
    REFERS: ClassVar = {"draft": DraftRow}

    draft: str
    version: int
    at: int
    files: str


class Publication(Row, frozen=True, kw_only=True):
    """A version of a draft that is fixed: its id holds the print of its files."""

    NAME = "publications"
    INDEX = (("visibility", "created"), ("owner",), ("draft",))
    REFERS: ClassVar = {"owner": Account}

    id: str
    draft: str
    owner: str
    name: str
    number: int
    visibility: str  # trial | private | link | list
    created: int


class PublishedFiles(Row, frozen=True, kw_only=True):
    """The files of a publication, its drawing among them; they never change."""

    NAME = "published_files"
    REFERS: ClassVar = {"id": Publication}

    id: str
    files: str


class LabRun(Row, frozen=True, kw_only=True):
    """Many games of a publication, played in the background a few at a time."""

    NAME = "lab_runs"
    INDEX = (("status", "served"), ("owner",), ("publication",))
    REFERS: ClassVar = {"owner": Account, "publication": Publication}

    id: str
    publication: str
    owner: str
    created: int
    wanted: int
    done: int = 0
    status: str = "running"  # running | finished | cancelled | failed
    served: int = 0  # when games of it were last begun: who waits longest comes next
    games: str = "[]"
    fault: str = ""


class Reply(Row, frozen=True, kw_only=True):
    """An answer already given, so that a repeated request gets the same one."""

    NAME = "replies"
    INDEX = (("at",), ("who",))

    id: str
    at: int
    status: int
    body: str
    who: str = ""  # the account that asked
    asked: str = ""  # the hash of what was asked


class Bucket(Row, frozen=True, kw_only=True):
    """What is left of a rate limit; `tokens` are thousandths."""

    NAME = "buckets"
    KEY = ("key",)
    INDEX = (("at",),)

    key: str
    tokens: int
    at: int


class SiteValue(Row, frozen=True, kw_only=True):
    """A single value of the site: the house's heartbeat, a switch that freezes play."""

    NAME = "facts"
    KEY = ("name",)

    name: str
    at: int
    value: str = ""


KINDS: tuple[type[Row], ...] = (
    *(Account, Session, Token, Table, Event, PositionRow, JudgedRow, SeatRow, Ballots),
    *(Press, PressRead, PressDraft, Block, Outbox, Hook, Visit, Reply, Bucket, SiteValue),
    *(DraftRow, DraftStep, Publication, PublishedFiles, LabRun),
)
"""Every kind of row, each after those it refers to."""
