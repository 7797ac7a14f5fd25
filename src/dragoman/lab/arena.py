"""Games of the laboratory in the arena: many at once, with `greedy` or `random` at every seat.

The rows are those that `play` gives; a test holds both to the same.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from dragoman.bots import greedy, uniform
from dragoman.bots.chorus import Chorus, RandomChorus
from dragoman.bots.taste import CLAIMS_FROM
from dragoman.judge import batch, conclude
from dragoman.lab import watching
from dragoman.lab.deeds import Deeds, pair
from dragoman.lab.play import MOST_PHASES, SEVERAL, GamePlay, GameRow, Laboratory
from dragoman.lab.watching import (
    BESIDE,
    CHANGED,
    DISLODGED,
    LETTER_A,
    MOVES,
    NOTES,
    ORDERED,
    PHASES,
    STAND_OFFS,
    TWICE,
    VERBS,
    VOTED,
    YEARS,
)
from dragoman.model import MOVEMENT, Seat
from dragoman.record.replay import opening
from dragoman.rules import Ask, survivors
from dragoman.sim import LoopArena, codes, gives_two, has_guests, is_plain, left_out
from dragoman.sim.codes import (
    BLOCK,
    FALL,
    GUEST_ROW,
    ME_AT,
    ORDER_MASK,
    OWNER,
    POWER_AT,
    RESULT,
    SEASON,
    STAGE,
    UNDECIDED,
    UNITS,
    V_PARADOX,
    VERDICTS,
    YEAR,
)
from dragoman.sim.compiling import machine_code
from dragoman.sim.values import order_value, phase_of

TOGETHER = 32
"""How many games are played at once."""

QUIET_YEARS = {"greedy": greedy.QUIET_YEARS, "random": uniform.QUIET_YEARS}
"""The bots that play in the arena, and after how many quiet years they agree to a draw."""


@cache
def compiled() -> Any:
    """The loops that watch, compiled; none where numba is not installed."""
    folder = batch.cache_folder("watching", (codes, watching))
    return machine_code(list(batch.functions_of((watching,))), folder, lean=False)


def in_arena(lab: Laboratory) -> bool:
    """Whether the arena can play a laboratory's games: bots that play there, with all powers held.

    Where some are not, every seat has one, and votes on the others. `random` draws
    from lists, which do not say which two orders of a unit go together.
    """
    setup, variant = lab.setup, lab.variant
    if not set(lab.bots) <= set(QUIET_YEARS) or setup.without or left_out(variant):
        return False
    if "random" in lab.bots and (gives_two(variant) or has_guests(variant)):
        return False
    seats = opening(variant, (), "").seats
    held = sum(map(len, seats.values()))
    return held == len(variant.powers) or (not is_plain(variant) and held == len(seats))


class ArenaGames:
    """The games of a laboratory, so many together."""

    def __init__(
        self, lab: Laboratory, *, games: int = TOGETHER, interpreted: bool = False
    ) -> None:
        self.lab, self.variant = lab, lab.variant
        self.arena = arena = LoopArena(self.variant, games, 0, interpreted=interpreted)
        self.code = compiled() if arena.compiled.machine else watching
        self.plans = Chorus(arena) if "greedy" in lab.bots else None
        self.draws = RandomChorus(arena) if "random" in lab.bots else None
        self.last = self.variant.start.year + lab.setup.years
        self.powers = arena.tables.powers
        edges = (e for es in self.variant.map.crossings.values() for e in es)
        self.crossings = sorted({edge.crossing for edge in edges})
        says = any(hasattr(loops, "SAYS") for loops in arena.tables.own)
        self.speech = says and self.plans is not None
        self.plays: list[GamePlay] = []
        self.spaces = [str(p) for p in arena.tables.places[: arena.tables.provinces]]
        self.notes = self.ends = self.deeds = self.blank(0)

    def blank(self, size: int) -> Any:
        """A row of so many cells for every game."""
        return self.arena.rows_of([self.arena.zeros(size)] * self.arena.games)

    def play(self, numbers: Sequence[int]) -> list[GameRow]:
        """The games of some numbers, at most as many as are played together."""
        arena, count = self.arena, len(numbers)
        self.plays = [self.begin(number) for number in numbers]
        self.notes = self.blank(NOTES + len(self.crossings))
        self.ends = self.blank((2 + self.lab.setup.years) * len(self.powers))
        size, powers = len(self.spaces), len(self.powers)
        self.deeds = self.blank(size * (1 + size) + powers * (1 + powers))
        for n in range(arena.games):
            arena.states[n][RESULT] = UNDECIDED
            self.notes[n][CHANGED] = self.variant.start.year - 1
        for n, play in enumerate(self.plays):
            arena.place(n, play.state)
        rows: list[GameRow | None] = [None] * count
        while self.phase(rows):
            pass
        return [row for row in rows if row is not None]

    def begin(self, number: int) -> GamePlay:
        """A game that is about to begin."""
        return GamePlay(self.lab, number)

    def phase(self, rows: list[GameRow | None]) -> bool:
        """One phase of every game; whether there are more to come."""
        arena = self.arena
        for n, play in enumerate(self.plays):
            if rows[n] is None and self.may_speak(n):
                # What is said is not chosen in loops: the judge plays such a game to its end.
                self.tell(n, play)
                rows[n] = play.run()
                arena.states[n][RESULT] = UNDECIDED
        orders = self.orders()
        before = arena.rows_of(arena.states)
        arena.step(orders, checked=False)
        self.code.watch_all(
            arena.t,
            before,
            arena.states,
            orders,
            arena.verdict_rows,
            self.notes,
            self.ends,
            self.deeds,
        )
        for n, play in enumerate(self.plays):
            if rows[n] is None:
                if not play.openings:
                    self.note_opening(play, before[n], orders[n], arena.verdict_rows[n])
                if self.is_over(n, before[n]):
                    rows[n] = self.row(n, play)
                    arena.states[n][RESULT] = UNDECIDED
        return None in rows

    def orders(self) -> Any:
        """What all bots order in all games."""
        rows = None
        if self.plans is not None:
            rows = self.plans.orders(self.seeds("greedy"))
            self.note_turns(self.plans.asked)
        if self.draws is not None:
            rows = self.draws.orders(self.seeds("random"), rows)
            self.note_turns(self.draws.asked)
        return rows

    def seeds(self, bot: str) -> list[list[str]]:
        """What seeds the draws of each power in each game, as at a table, where a bot plays it."""
        return [self.seeds_of(n, bot) for n in range(self.arena.games)]

    def seeds_of(self, n: int, bot: str) -> list[str]:
        """The same in one game."""
        s = self.arena.states[n]
        if s[RESULT]:
            return [""] * len(self.powers)
        play, first = self.plays[n], f"{self.plays[n].seed}/{phase_of(s)}/"
        seats = [play.state.holder.get(power, Seat("")) for power in self.powers]
        return [first + seat if play.names.get(seat, bot) == bot else "" for seat in seats]

    def note_opening(self, play: GamePlay, was: Any, orders: Any, verdicts: Any) -> None:
        """Note the first moves of each power, as one line of text; of votes what was chosen."""
        tables, lines = self.arena.tables, dict[str, set[str]]()
        if phase_of(was).kind != MOVEMENT:
            return
        s = [int(x) for x in was]
        for p in range(tables.provinces):
            power = s[UNITS + p] >> POWER_AT
            held = power and s[tables.holders + power]
            if power and (held or self.code.is_voted(self.arena.t, orders, verdicts, p)):
                meant = lines.setdefault(str(self.powers[power - 1]), set())
                first = int(orders[p]) & ORDER_MASK or p << ME_AT
                meant.add(str(order_value(tables, s, first)))
                if tables.twice and verdicts[second := tables.t[BLOCK] + p]:
                    later = int(orders[second]) & ORDER_MASK or p << ME_AT
                    meant.add(str(order_value(tables, s, later)))
        for k, own in enumerate(self.powers):
            if tables.guest and s[tables.guests + GUEST_ROW * k]:
                said = order_value(tables, s, int(orders[tables.t[BLOCK] + k]))
                lines.setdefault(str(own), set()).add(str(said))
        play.openings = {power: "; ".join(sorted(lines[power])) for power in sorted(lines)}

    def is_over(self, n: int, was: Any) -> bool:
        """Whether a game has come to its end; bots are asked for a draw at the turn of a year."""
        s, note = self.arena.states[n], self.notes[n]
        quiet = s[YEAR] - note[CHANGED] - 1
        if not s[RESULT] and s[YEAR] != was[YEAR] and quiet >= min(QUIET_YEARS.values()):
            self.draw(n, quiet)
        late = s[YEAR] >= self.last or note[PHASES] >= MOST_PHASES
        return bool(s[RESULT]) or bool(late)

    def draw(self, n: int, quiet: int) -> None:
        """Call a game a draw among those who are left, if it was quiet enough for all of them."""
        state, names = self.arena.position(n), self.plays[n].names
        living = frozenset(survivors(Ask(self.variant, state)))
        if all(quiet >= QUIET_YEARS[names[seat]] for seat in living):
            self.arena.place(n, conclude(self.variant, state, living))

    def may_speak(self, n: int) -> bool:
        """Whether a seat may think of claiming anything: see `taste.Taste.claimed`."""
        s, tables = self.arena.states[n], self.arena.tables
        if not self.speech or s[STAGE] != codes.MOVEMENT or s[SEASON] != FALL:
            return False
        first = UNITS + OWNER * tables.provinces
        seat = s[tables.holders : tables.holders + len(self.powers) + 1]
        sizes = Counter(int(seat[owner]) for owner in s[first : first + tables.provinces] if owner)
        most, win_at = sorted(sizes.values(), reverse=True), self.variant.numbers["win_at"]
        return any(sum(most[: k + 1]) / (k + 1) >= x * win_at for k, x in enumerate(CLAIMS_FROM))

    def row(self, n: int, play: GamePlay) -> GameRow:
        """What is worth knowing of a game."""
        self.tell(n, play)
        return play.row()

    def tell(self, n: int, play: GamePlay) -> None:
        """Tell a game what came of it so far."""
        note, ends = [int(x) for x in self.notes[n]], [int(x) for x in self.ends[n]]
        play.state = self.arena.position(n)
        play.counts = Counter(counted(note, self.crossings) | self.beside(n, note))
        play.phases, play.moves = note[PHASES], note[MOVES]
        play.standoffs, play.dislodged = note[STAND_OFFS], note[DISLODGED]
        play.changed = note[CHANGED]
        play.deeds = self.deeds_of(self.deeds[n])
        powers = len(self.powers)
        for seat, held in play.state.seats.items():
            own = [self.arena.tables.power[power] for power in held]
            play.centers[seat] = [
                sum(ends[powers * (1 + y) + k] for k in own) for y in range(note[YEARS])
            ]
            if all(ends[k] for k in own):
                play.out[seat] = max(ends[k] for k in own)

    def beside(self, n: int, note: Sequence[int]) -> dict[str, int]:
        """What was ordered and came of it in phases that modules bring."""
        found, tables = dict[str, int](), self.arena.tables
        for loops in tables.own:
            if hasattr(loops, "ORDERED"):
                given = note[BESIDE + loops.PHASE - LETTER_A]
                done = loops.done(tables, self.arena.row(n)) if hasattr(loops, "done") else given
                found |= {f"order {loops.ORDERED}": given, " ".join(loops.VERDICT): done}
        return {name: number for name, number in found.items() if number}

    def note_turns(self, asked: Sequence[tuple[int, int]]) -> None:
        """Note who is the only one to order: seats that take turns."""
        for n, power in asked:
            alone = sum(game == n for game, _ in asked) == 1
            if alone and n < len(self.plays):
                turns = self.plays[n].turns
                turns.setdefault(self.plays[n].state.holder[self.powers[power]], len(turns) + 1)

    def deeds_of(self, deed: Any) -> Deeds:
        """What happened where in a game, by name."""
        found, names, powers = Deeds(), self.spaces, ("", *map(str, self.powers))
        size, width = len(names), len(powers)
        for at in self.arena.used(deed):
            number = int(deed[at])
            if at < size:
                found.fights[names[at]] = number
            elif at < size * (1 + size):
                a, b = divmod(at - size, size)
                found.crossed[pair(names[a], names[b])] = number
            else:
                taker, loser = divmod(at - size * (1 + size), width)
                found.taken.setdefault(powers[1 + taker], Counter())[powers[loser]] = number
        return found


def counted(note: Sequence[int], crossings: Sequence[str]) -> dict[str, int]:
    """What happened how often, by the names that `play` gives."""
    found = {f"{outcome} {code}": note[k] for k, (outcome, code) in enumerate(VERDICTS) if k}
    found |= {f"order {verb}": note[ORDERED + k] for k, verb in enumerate(VERBS)}
    found |= {f"rule {name}": note[NOTES + k] for k, name in enumerate(crossings)}
    found["rule Szykman"] = note[V_PARADOX]
    found["vote counted"], found[SEVERAL] = note[VOTED], note[TWICE]
    return {name: number for name, number in found.items() if number}
