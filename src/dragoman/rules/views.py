"""What a viewer may know, asked in one place: positions by `see`, results by `reveal`.

A viewer is a seat, or nobody (none) who only watches. Whatever shows a position or a result to
somebody shows what these functions give; when a game is over there is nothing left to hide.
"""

import msgspec

from dragoman.model import Resolution, Seat, State
from dragoman.rules.ask import Ask


def seen(ask: Ask, viewer: Seat | None) -> Ask:
    """A position as a viewer may see it; the same value where nothing is hidden from him."""
    if ask.rules.is_default("see"):
        return ask
    state = ask.rules.see(ask, (), viewer).state
    return ask if state is ask.state else ask.with_state(state)


def revealed(ask: Ask, resolution: Resolution, viewer: Seat | None) -> Resolution:
    """What a phase came to, and the positions that it led to, as a viewer may know it."""
    if resolution.state.result is not None:
        return resolution

    def position(state: State) -> State:
        return seen(ask.with_state(state), viewer).state

    known = ask.rules.reveal(ask, resolution, viewer)
    return msgspec.structs.replace(known, left=position(known.left), state=position(known.state))
