"""Laws that no module may break: every variant, in random legal play."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from dragoman.judge import adjudicate, owed
from dragoman.judge.turn import admit
from dragoman.model import Ballot, Order, Resolution, Seat, read_state
from dragoman.record import Game, GameRecord
from dragoman.record.conformance import valid
from dragoman.record.filing import file_orders
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Lots, Variant, texts_of
from dragoman.rules.tree import walk
from dragoman.variants import load, variant_ids

PHASES, PHASES_OF_MANY_BOARDS = 10, 3


def cast(ask: Ask, chance: Random) -> dict[Seat, tuple[Ballot, ...]]:
    """Random legal ballots of every seat, its pools used up and a little more."""
    found = {}
    for seat in ask.state.seats:
        mandate = ask.mandate(seat)
        left = {pool: quota + 1 for pool, quota in mandate.quotas.items()}
        lines: list[list[Order]] = []
        for charge in mandate.charges:
            options = legal_orders(ask, charge.subject)
            if charge.pool:
                left[charge.pool] -= 1
            if options and left.get(charge.pool, 0) >= 0:
                count = 1 if charge.pool else min(charge.count, len(options))
                lines += [[order] for order in chance.sample(options, count)]
        found[seat] = file_orders(ask, seat, lines).ballots
    return found


def turns(variant: Variant) -> Iterator[tuple[Ask, dict[Seat, tuple[Ballot, ...]], Resolution]]:
    """Some phases of random play: the position, the ballots and what came of them."""
    chance = Random(variant.id)
    game = Game(variant, GameRecord(variant.id, variant.version, variant.options, (), "law"))
    state = game.state
    for _ in range(PHASES if len(variant.map.boards) == 1 else PHASES_OF_MANY_BOARDS):
        ask = Ask(variant, state)
        ballots = cast(ask, chance)
        resolution = judged(ask, [b for mine in ballots.values() for b in mine])
        yield ask, ballots, resolution
        state = resolution.state
        if state.result is not None:
            return


def judged(ask: Ask, ballots: list[Ballot]) -> Resolution:
    """A phase judged with the same lots every time."""
    return adjudicate(ask.variant, ask.state, ballots, Lots("law"))


def listed_as_chosen(ask: Ask) -> bool:
    """Whether every list of legal orders is what the choices lead to, step by step."""
    for charge in (c for seat in ask.state.seats for c in ask.mandate(seat).charges):
        walked: list[Order] = []
        walk(ask.rule.choices, ask, charge.subject, (), walked)
        if legal_orders(ask, charge.subject) != walked:
            return False
        if texts_of(ask.rule.choices, ask, [charge.subject])[0] != list(map(str, walked)):
            return False
    return True


@pytest.mark.parametrize("name", variant_ids())
def test_the_laws_hold(name: str) -> None:
    """Who submits first does not matter, nor what is void; no phase stalls or leaves a muddle.

    Legal orders are the same as a list, as texts and as a tree; a position written on one line is
    read as itself.
    """
    for ask, ballots, resolution in turns(load(name)):
        assert listed_as_chosen(ask)
        for state in (resolution.left, resolution.state):
            assert read_state(str(state)) == state
        turned = judged(ask, [b for seat in reversed(ballots) for b in ballots[seat]])
        assert turned.state == resolution.state
        assert Counter(turned.verdicts) == Counter(resolution.verdicts)
        assert judged(ask, list(legal_part(ask, ballots))).state == resolution.state
        after = Ask(ask.variant, resolution.state)
        assert list(valid(after)) == []
        assert resolution.state.result is not None or owed(after)
        rank = ask.variant.year.rank
        assert rank(ask.state.phase) < rank(resolution.state.phase)


def legal_part(ask: Ask, ballots: dict[Seat, tuple[Ballot, ...]]) -> Iterator[Ballot]:
    """The ballots without their void orders."""
    cast = [b for mine in ballots.values() for b in mine]
    faults = ask.rules.review(ask, cast, admit(ask, cast))
    for ballot, row in zip(cast, faults, strict=True):
        kept = tuple(o for o, fault in zip(ballot.orders, row, strict=True) if fault is None)
        if kept:
            yield Ballot(ballot.seat, ballot.subject, kept)
