"""What a viewer may know, asked in one place: positions by `see`, results by `reveal`.

A viewer is a seat, or nobody (none) who only watches. Whatever shows a position or a result to
somebody shows what these functions give; when a game is over there is nothing left to hide.
"""

import msgspec

from dragoman.geo import Place, Province
from dragoman.model import TEXT, Fact, Resolution, Seat, State
from dragoman.rules.ask import Ask


def seen(ask: Ask, viewer: Seat | None) -> Ask:
    """A position as a viewer may see it; the same value where nothing is hidden from him."""
    state = ask.rules.see(ask, (), viewer).state
    return ask if state is ask.state else ask.with_state(state)


def revealed(ask: Ask, resolution: Resolution, viewer: Seat | None) -> Resolution:
    """What a phase came to, and the positions that it led to, as a viewer may know it."""
    if resolution.state.result is not None:
        return resolution

    def position(state: State) -> State:
        return seen(ask.with_state(state), viewer).state

    told = ask.rules.reveal(ask, resolution, viewer)
    return msgspec.structs.replace(told, left=position(told.left), state=position(told.state))


def shown(ask: Ask) -> tuple[Fact, ...]:
    """The facts beside the board; those of provinces that the position does not tell of are bare.

    That a space has vanished changes the map for everybody; what stood there does not.
    """
    known, facts = ask.rules.known(ask), ask.rules.show(ask)
    return facts if known is None else tuple(_bared(ask, fact, known) for fact in facts)


def _bared(ask: Ask, fact: Fact, known: frozenset[Province]) -> Fact:
    """A fact without its texts, if it names a province that is not known."""
    named = {ask.variant.map.province.get(Place(str(value))) for value in fact.values}
    if named - {None} <= known:
        return fact
    kind = ask.variant.vocabulary.fact.get(fact.name)
    sorts = kind.takes if kind else (TEXT,)
    last = len(sorts) - 1
    bare = ("" if sorts[min(n, last)].of == TEXT.of else v for n, v in enumerate(fact.values))
    return msgspec.structs.replace(fact, value=tuple(bare), about="")
