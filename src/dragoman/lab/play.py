"""One game of the laboratory: bots at every seat, and what is worth knowing of it afterwards."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from msgspec import Struct

from dragoman.bots import BOTS, Bot, Sight, look, make_bot, written
from dragoman.bots.listed import ListedRandomBot
from dragoman.daide.seats import PREFIX, DaideSeats
from dragoman.errors import RequestError
from dragoman.judge import adjudicate, conclude, owed
from dragoman.lab.deeds import Deeds
from dragoman.lab.lesser import allowed, blinkered, lesser
from dragoman.lab.own import OwnBot
from dragoman.lab.setup import Setup
from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    OUTVOTED,
    RETREAT,
    Ballot,
    Power,
    Resolution,
    Seat,
    State,
    verb_of,
)
from dragoman.record.entries import DrawVote, Entry, GameRecord, Turn
from dragoman.record.replay import opening
from dragoman.rules import Ask, Lots, survivors

STALE_YEARS = 4
"""After how many years without a change of centers a game counts as a stalemate."""

UNFINISHED = "unfinished"
"""How a game ended that was broken off."""

MOST_PHASES = 2000
"""No game is longer, whatever its calendar."""

SEVERAL = "ballot of several orders for one unit"


class SeatResult(Struct, frozen=True):
    """How one seat fared: its bot, its centers at the end of each year, and what it got.

    `turn` is when it was first the only one to order, in a variant whose seats take turns.
    """

    seat: str
    powers: tuple[str, ...]
    bot: str
    centers: tuple[int, ...]
    survived: bool
    out: int
    share: float
    points: float
    turn: int = 0


class GameRow(Struct, frozen=True):
    """One game: how it ended, how every seat fared, and what happened how often and where.

    `owners` are those of the last position; the rest of what happened where is as in `Deeds`.
    """

    game: int
    end: str
    winners: tuple[str, ...]
    phases: int
    turns: int
    last: str
    stale: bool
    seats: tuple[SeatResult, ...]
    standoffs: int
    dislodged: int
    counts: dict[str, int]
    openings: dict[str, str]
    owners: dict[str, str] = {}
    fights: dict[str, int] = {}
    crossed: dict[str, int] = {}
    taken: dict[str, dict[str, int]] = {}


def make_player(name: str, *, swift: bool = False) -> Bot:
    """The bot of a name, or seats for clients at a port."""
    if name == ListedRandomBot.name:
        return ListedRandomBot()
    if name.startswith(PREFIX):
        return DaideSeats(name)
    bot = make_bot(name, swift=swift)
    return bot if name in BOTS else OwnBot(name, bot)


class Laboratory:
    """A variant with its bots, ready to play any game of a setup."""

    def __init__(self, setup: Setup, *, swift: bool = False) -> None:
        self.setup = setup
        self.variant = setup.load()
        if setup.content and setup.content_of(self.variant) != setup.content:
            raise RequestError(
                f"the files of {setup.variant} are not those that this run began with: "
                "begin another, with the same files wherever games are played"
            )
        names = {setup.bot, setup.against or setup.bot}
        self.bots = {name: make_player(name, swift=swift) for name in sorted(names)}
        self.guests = [bot for bot in self.bots.values() if isinstance(bot, DaideSeats)]
        self.less = lesser(self.variant, setup.without) if setup.without else None

    def play(self, number: int) -> GameRow:
        """The game of a number, the same every time."""
        return GamePlay(self, number).run()

    def record(self, number: int) -> GameRecord:
        """The same game as a record, to be replayed and drawn."""
        play, variant = GamePlay(self, number, keep=True), self.variant
        play.run()
        entries = tuple(play.entries)
        return GameRecord(variant.id, variant.version, variant.options, (), play.seed, entries)


class GamePlay:
    """One game, watched."""

    def __init__(self, lab: Laboratory, number: int, *, keep: bool = False) -> None:
        self.lab, self.number, self.variant = lab, number, lab.variant
        self.keep, self.entries = keep, list[Entry]()
        self.seed = f"{lab.setup.seed}/{number}"
        self.state = opening(self.variant, (), self.seed)
        self.first = self.variant.start.year
        self.names = dealt(lab.setup, tuple(self.state.seats), number)
        self.counts: Counter[str] = Counter()
        self.openings: dict[str, str] = {}
        self.deeds = Deeds()
        self.centers: dict[Seat, list[int]] = {seat: [] for seat in self.state.seats}
        self.turns: dict[Seat, int] = {}
        self.out: dict[Seat, int] = {}
        self.phases = self.moves = self.standoffs = self.dislodged = 0
        self.changed = self.first - 1

    def run(self) -> GameRow:
        for guest in self.lab.guests:
            mine = [seat for seat, name in self.names.items() if name == guest.name]
            guest.begin(self.variant, self.state, mine)
        while self.state.result is None and self.phases < MOST_PHASES:
            if self.state.phase.year >= self.first + self.lab.setup.years:
                break
            self.turn()
        for guest in self.lab.guests:
            guest.end(self.state)
        return self.row()

    def turn(self) -> None:
        ask, before = Ask(self.variant, self.state), self.state
        ballots = self.ballots(ask)
        judged = adjudicate(self.variant, before, ballots, Lots(f"{self.seed}/{before.phase}"))
        self.phases += 1
        if self.keep:
            orders = {seat: tuple(written(mine)) for seat, mine in by_seat(ballots).items()}
            self.entries.append(Turn(str(before.phase), orders, judged.lots))
        for guest in self.lab.guests:
            guest.judged(judged)
        self.watch(ask, ballots, judged)
        self.state = judged.state
        if self.state.owners != before.owners:
            self.changed = before.phase.year
        year, over = before.phase.year, self.state.result is not None
        if over or self.state.phase.year != year:
            self.count(year)
        if not over and self.state.phase.year != year:
            self.call_draw()

    def ballots(self, ask: Ask) -> list[Ballot]:
        """What the bots order, for every seat that may order anything."""
        phase, quiet = ask.state.phase, self.quiet(ask.state)
        if phase.kind not in (MOVEMENT, RETREAT, ADJUSTMENT) and len(waiting := owed(ask)) == 1:
            # Seats that take turns: who comes first may matter.
            self.turns.setdefault(next(iter(waiting)), len(self.turns) + 1)
        found: list[Ballot] = []
        for seat in ask.state.seats:
            if ask.mandate(seat).charges:
                sight = look(ask, seat, quiet=quiet)
                rng = Random(f"{self.seed}/{phase}/{seat}")
                found += self.orders(seat, sight, rng)
        return found

    def orders(self, seat: Seat, sight: Sight, rng: Random) -> list[Ballot]:
        """What the bot of a seat orders; one that plays without a rule does not know of it."""
        less, bot = self.lab.less, self.bot(seat)
        if less is None or seat != list(self.state.seats)[self.number % len(self.state.seats)]:
            return bot.orders(sight, rng)
        return allowed(sight.ask, bot.orders(blinkered(sight, less), rng))

    def bot(self, seat: Seat) -> Bot:
        return self.lab.bots[self.names[seat]]

    def quiet(self, state: State) -> int:
        return max(0, state.phase.year - self.changed - 1)

    def watch(self, ask: Ask, ballots: list[Ballot], judged: Resolution) -> None:
        """Note what happened in a phase."""
        kind = ask.state.phase.kind
        self.counts.update(happenings(ballots, judged))
        self.deeds.note(ask, judged)
        if kind == MOVEMENT:
            if not self.moves:
                self.openings = opening_moves(judged)
            self.moves += 1
            self.standoffs += len(judged.standoffs)
            self.dislodged += len(judged.dislodged)

    def call_draw(self) -> None:
        """Ask the bots, as they are asked at every turn of the year, whether to call it a draw."""
        ask, quiet = Ask(self.variant, self.state), self.quiet(self.state)
        living = survivors(ask)
        if quiet and all(self.bot(s).agrees(look(ask, s, quiet=quiet)) for s in living):
            self.state = conclude(self.variant, self.state, frozenset(living))
            self.entries.append(DrawVote(tuple(living)))

    def count(self, year: int) -> None:
        """Note what each seat has at the end of a year, or of the game in it."""
        ask = Ask(self.variant, self.state)
        for seat, powers in self.state.seats.items():
            self.centers[seat].append(held(self.state, powers))
            if seat not in self.out and not any(ask.alive(p) for p in powers):
                self.out[seat] = year

    def row(self) -> GameRow:
        state, result = self.state, self.state.result
        return GameRow(
            self.number,
            result.how if result else UNFINISHED,
            result.winners if result else (),
            self.phases,
            self.moves,
            str(state.phase),
            self.quiet(state) >= STALE_YEARS,
            tuple(self.seat_row(seat) for seat in state.seats),
            self.standoffs,
            self.dislodged,
            dict(sorted(self.counts.items())),
            self.openings,
            dict(sorted(state.owners.items())),
            dict(sorted(self.deeds.fights.items())),
            dict(sorted(self.deeds.crossed.items())),
            {p: dict(sorted(lost.items())) for p, lost in sorted(self.deeds.taken.items())},
        )

    def seat_row(self, seat: Seat) -> SeatResult:
        state, share = self.state, share_of(self.state, seat)
        return SeatResult(
            seat,
            state.seats[seat],
            self.names[seat],
            tuple(self.centers[seat]),
            seat not in self.out,
            self.out.get(seat, 0),
            round(share, 6),
            round(points(state, seat), 6),
            self.turns.get(seat, 0),
        )


def by_seat(ballots: Iterable[Ballot]) -> dict[Seat, list[Ballot]]:
    """Ballots under the seats that cast them."""
    found: dict[Seat, list[Ballot]] = {}
    for ballot in ballots:
        found.setdefault(ballot.seat, []).append(ballot)
    return found


def dealt(setup: Setup, seats: tuple[Seat, ...], number: int) -> dict[Seat, str]:
    """Which bot plays each seat of a game; one that plays alone against others goes round."""
    if not setup.against:
        return dict.fromkeys(seats, setup.bot)
    alone = seats[number % len(seats)]
    return {seat: setup.bot if seat == alone else setup.against for seat in seats}


def held(state: State, powers: Iterable[Power]) -> int:
    """How many centers powers have together."""
    return sum(len(state.centers(power)) for power in powers)


def share_of(state: State, seat: Seat) -> float:
    """A seat's share of the centers that any seat has; where nobody has one, an equal share."""
    total = sum(held(state, powers) for powers in state.seats.values())
    return held(state, state.seats[seat]) / total if total else 1 / len(state.seats)


def points(state: State, seat: Seat) -> float:
    """What a seat gets: the game, shared among those who won it, else its share of the centers.

    A draw counts by centers too: bots agree to one because nothing moves, whoever has more.
    """
    result = state.result
    if result is None or result.how == "draw" or not result.winners:
        return share_of(state, seat)
    return 1 / len(result.winners) if seat in result.winners else 0.0


def happenings(ballots: list[Ballot], judged: Resolution) -> Counter[str]:
    """What was ordered, what came of it and by which rule, each with its number."""
    counts: Counter[str] = Counter()
    for verdict in judged.verdicts:
        reason = verdict.reason
        counts[f"order {verb_of(verdict.order)}"] += not verdict.supplied
        counts[f"{verdict.outcome} {reason.code}"] += 1
        counts[f"rule {reason.rule}"] += bool(reason.rule)
    counts[SEVERAL] = sum(len(b.orders) > 1 for b in ballots if b.subject.unit)
    counts["vote counted"] = len(judged.votes)
    counts["lot drawn"] = len(judged.lots)
    return +counts


def opening_moves(judged: Resolution) -> dict[str, str]:
    """The first moves of each power, as one line of text; where seats vote, what was chosen."""
    lines: dict[str, set[str]] = {}
    for verdict in judged.verdicts:
        if not verdict.supplied and verdict.outcome != OUTVOTED:
            lines.setdefault(verdict.power, set()).add(str(verdict.order))
    return {power: "; ".join(sorted(texts)) for power, texts in sorted(lines.items())}
