"""Conformance: what every variant must show, whatever its rules.

Random legal play to the end or for a number of years, without an error, and on the way: every
position is valid, every legal order that the rules offer is read back as itself and judged not
void, what a seat sees does not depend on another's ballots, and the record replays to the same end.
"""

import random
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from dragoman.errors import NotationError
from dragoman.judge.turn import admit
from dragoman.model import VOID, Ballot, Order, Power, Resolution, Seat, State
from dragoman.notation import Language, read_orders
from dragoman.record.checks import crowded
from dragoman.record.entries import GameRecord
from dragoman.record.files import read_record, write_record
from dragoman.record.filing import file_orders
from dragoman.record.game import Game
from dragoman.record.replay import replay
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Charge, Variant
from dragoman.words.language import language


class Played(Struct, frozen=True):
    """One game of random legal play and what was wrong with it."""

    seed: str
    phases: int
    last: str
    result: str
    faults: tuple[str, ...]


def conformance(
    variant: Variant, *, games: int = 5, seed: int = 0, years: int = 30
) -> list[Played]:
    """Some games of random legal play, each with its faults; none in a variant that conforms."""
    return [_Play(variant, f"{seed}.{n}", years).run() for n in range(games)]


def random_game(variant: Variant, seed: str, phases: int) -> Game:
    """A game of random legal play, some phases long."""
    play = _Play(variant, seed, years=1000)
    for _ in range(phases):
        if not play.game.over:
            play.turn()
    return play.game


class _Play:
    """One game of random legal play, watched."""

    def __init__(self, variant: Variant, seed: str, years: int) -> None:
        self.variant, self.seed, self.years = variant, seed, years
        self.rng = random.Random(seed)
        record = GameRecord(variant.id, variant.version, variant.options, (), seed)
        self.game = Game(variant, record)
        self.faults: list[str] = []

    def run(self) -> Played:
        first, phases = self.game.phase.year, 0
        while not self.game.over and self.game.phase.year < first + self.years:
            self.turn()
            phases += 1
            if self.faults:
                break
        if not self.faults:
            self.faults += self.replays()
        result = self.game.state.result
        return Played(
            self.seed,
            phases,
            str(self.game.phase),
            result.how if result else "",
            tuple(self.faults),
        )

    def turn(self) -> None:
        ask = self.game.ask
        self.faults += valid(ask)
        if not self.game.owed():
            self.faults.append(f"{ask.state.phase}: nobody owes orders")
        first, *others = ask.state.seats
        seen = b""
        for seat in (first, *others):
            lines = list(self.orders(ask, seat))
            if lines:
                self.game.submit(seat, "\n".join(lines))
            view = msgspec.json.encode(self.game.view(first))
            if seat != first and view != seen:
                self.faults.append(
                    f"{ask.state.phase}: what {first} sees depends on the ballots of {seat}"
                )
            seen = view
        resolution = self.game.advance()
        self.faults += judged(ask, resolution)

    def orders(self, ask: Ask, seat: Seat) -> Iterator[str]:
        """Random legal orders for all that a seat may order, each checked on the way."""
        mandate = ask.mandate(seat)
        left = dict(mandate.quotas)
        # All that a seat may give for orders comes out of one purse.
        money = max((charge.most for charge in mandate.charges), default=0)
        for charge in self.rng.sample(mandate.charges, len(mandate.charges)):
            if charge.pool and (not left[charge.pool] or (charge.most and not money)):
                continue
            options = legal_orders(ask, charge.subject)
            self.faults += self.accepted(ask, seat, charge, options)
            free = not charge.most or (not charge.pool and charge.count > 1)
            amount = 0 if free else self.rng.randint(bool(charge.pool), min(money, 3))
            money -= amount
            offer = f" ${amount}" if amount else ""
            chosen = [f"{order}{offer}" for order in self.choose(ask, seat, charge, options)]
            yield from chosen
            if charge.pool:
                # A vote may be repeated, each copy drawing on the pool.
                more = 0 if charge.most else self.rng.randrange(min(left[charge.pool], 2))
                left[charge.pool] -= 1 + more
                yield from chosen * more

    def choose(self, ask: Ask, seat: Seat, charge: Charge, options: list[Order]) -> list[Order]:
        """Random orders for a charge that are legal together."""
        count = 1 if charge.pool else charge.count
        if charge.subject.unit and count > 1:
            # A unit that takes several orders may be given fewer.
            count = self.rng.randint(1, count)
        chosen: list[Order] = []
        for order in self.rng.sample(options, len(options)):
            if len(chosen) == count:
                break
            ballot = Ballot(seat, charge.subject, (*chosen, order))
            if not any(ask.rules.legal(ask, ballot)):
                chosen.append(order)
        return chosen

    def accepted(self, ask: Ask, seat: Seat, charge: Charge, options: list[Order]) -> Iterator[str]:
        """Legal orders that cannot be read back, or that the judge would void."""
        where = f"{ask.state.phase}: {seat}"
        if charge.owed and not options:
            yield f"{where}: {charge.subject} is owed but has no legal order"
        powers = ask.state.seats[seat]
        speech = language(ask)
        for order in self.rng.sample(options, min(len(options), 12)):
            read = self.read_back(order, speech, ask, powers)
            if read != [order]:
                yield f"{where}: {order} is read as {[str(o) for o in read]}"
                continue
            for ballot, faults in self.filed(ask, seat, order):
                if any(faults) and not possible_beside(ask, ballot, charge, options):
                    yield f"{where}: legal {order} is void: {faults[0]}"
                if ballot.subject != charge.subject:
                    yield f"{where}: {order} is filed under {ballot.subject}"

    def read_back(
        self, order: Order, speech: Language, ask: Ask, powers: Sequence[Power]
    ) -> Sequence[Order | NotationError]:
        """What the text of an order is read as, or why it is not understood."""
        power = powers[0] if len(powers) == 1 else None
        try:
            return read_orders(str(order), speech, ask.state, power=power)
        except NotationError as error:
            return [error]

    def filed(
        self, ask: Ask, seat: Seat, order: Order
    ) -> Iterator[tuple[Ballot, tuple[object, ...]]]:
        ballots = file_orders(ask, seat, [[order]]).ballots
        yield from zip(ballots, admit(ask, ballots), strict=True)

    def replays(self) -> Iterator[str]:
        """The record, written, read and replayed, must end where the game did."""
        record = read_record(write_record(self.game.record))
        *_, last = replay(record, self.variant)
        if msgspec.json.encode(last.state) != msgspec.json.encode(self.game.state):
            yield f"the record replays to another position than {self.game.phase}"


def possible_beside(ask: Ask, ballot: Ballot, charge: Charge, options: list[Order]) -> bool:
    """Whether an order that is void alone is possible beside another of the same unit."""
    pairs = [(*ballot.orders, other) for other in options] if charge.count > 1 else []
    return any(
        not any(ask.rules.legal(ask, msgspec.structs.replace(ballot, orders=pair)))
        for pair in pairs
    )


def valid(ask: Ask) -> Iterator[str]:
    """What is wrong with a position."""
    state = ask.state
    ids = [u.id for u in (*state.units, *(d.unit for d in state.dislodged))]
    if len(set(ids)) != len(ids) or any(not 0 < i <= state.last_id for i in ids):
        yield f"{state.phase}: unit ids are {ids}, the last given {state.last_id}"
    for unit in state.units:
        if unit.place not in ask.moves[unit.kind]:
            yield f"{state.phase}: {unit} stands where its kind cannot"
    for unit, other in crowded(ask):
        yield f"{state.phase}: {unit} and {other} share {ask.province[unit.place]}"
    for center in state.owners:
        if center not in ask.map.spaces or not ask.map.spaces[center].center:
            yield f"{state.phase}: {center} is owned but is no center"
    if msgspec.json.decode(msgspec.json.encode(state), type=State) != state:
        yield f"{state.phase}: the position does not survive being written and read"


def judged(ask: Ask, resolution: Resolution) -> Iterator[str]:
    """Legal orders that were judged void."""
    for verdict in resolution.verdicts:
        # What a rule strikes out once all ballots are known was legal when it was written.
        struck = bool(verdict.reason.rule) or verdict.reason.code == "too_many"
        if verdict.outcome == VOID and not verdict.supplied and not struck:
            where = f"{resolution.phase}: {verdict.power}"
            yield f"{where}: {verdict.order} is void: {verdict.reason.code}"
