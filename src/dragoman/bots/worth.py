"""What places are worth to a seat: centers by owner and threat, spread over every piece's ground.

In the manner of DumbBot (David Norman, 2003): a center shines, its light fades with every step.
"""

from collections.abc import Iterable
from functools import reduce
from operator import add
from random import Random

from dragoman.bots.field import Field, Ground
from dragoman.geo import Place, Province
from dragoman.model import Power, Seat

SPRING_FADE = (6.0, 3.0, 1.2, 0.6, 0.3, 0.2)
FALL_FADE = (10.0, 1.6, 0.8, 0.4, 0.2, 0.1)
"""How much a center counts at its own place and one, two … steps away.

Ownership changes after Fall, so then the center itself counts most, and in Spring its approaches.
"""

NEUTRAL, RIVAL, SAFE = 1.1, 0.9, 0.007
"""The light of a center that nobody owns, of a rival's, and of one's own in peace."""

GUARD, GUARD_MORE, GUARD_MOST = 0.15, 0.1, 3
"""The light of one's own center in danger, and what each point of strength there adds, of so many.
"""

LEADER = 0.6
"""What is added to the light of a rival's center when the rival is about to win."""


class Worth:
    """The worth of every place to one seat, for each kind of piece."""

    def __init__(self, field: Field, seat: Seat, rng: Random, noise: float) -> None:
        self.field, self.seat, self.rng, self.noise = field, seat, rng, noise
        fall = field.ask.variant.year.settles(field.ask.state.phase)
        self.fade = FALL_FADE if fall else SPRING_FADE
        lights = self._lights()
        # Where one stands already nobody else need go: that light does not spread.
        held = {c for c in lights if self._stands(c)}
        self.lights = {c: light for c, light in lights.items() if c not in held}
        self.held = {c: light * self.fade[0] for c, light in lights.items() if c in held}
        self._places: dict[str, dict[Place, float]] = {}
        self._afoot: dict[str, dict[Place, float]] = {}

    def _stands(self, center: Province) -> bool:
        guard = self.field.guard.get(center)
        return guard is not None and self.field.party[guard.power] == self.seat

    def _lights(self) -> dict[Province, float]:
        owners = self.field.ask.state.owners
        return {c: self._light(c, owners.get(c)) for c in self.field.ask.map.centers}

    def _light(self, center: Province, owner: Power | None) -> float:
        field = self.field
        if owner is None:
            return NEUTRAL
        party = field.party[owner]
        if party == self.seat:
            threat = field.threat(center, self.seat)
            return GUARD + GUARD_MORE * min(threat, GUARD_MOST) if threat else SAFE
        # Whoever is close to winning is worth stopping.
        part = field.sizes[party] / max(1, field.ask.win_at())
        return RIVAL + LEADER * (part * part)

    def at(self, kind: str, place: Place) -> float:
        """What it is worth that a piece of a kind stands at a place."""
        return self.of_kind(kind).get(place, 0.0)

    def afoot(self, kind: str, place: Place) -> float:
        """The same for a piece that nobody will carry: armies on islands are worth little."""
        ground = self.field.grounds[kind]
        if kind not in self._afoot:
            sums = spread(ground, ground.afoot, self.lights, self.fade)
            self._afoot[kind] = dict(zip(ground.places, sums, strict=True))
        return self._afoot[kind].get(place, 0.0)

    def of_kind(self, kind: str) -> dict[Place, float]:
        """The worth of every place that a kind of piece may stand on."""
        if kind not in self._places:
            ground = self.field.grounds[kind]
            sums = spread(ground, ground.near, self.lights, self.fade)
            draw, noise, held = self.rng.random, self.noise, self.held
            self._places[kind] = {
                place: (worth + held.get(province, 0.0)) * (1 + noise * (2 * draw() - 1))
                for place, province, worth in zip(
                    ground.places, ground.provinces, sums, strict=True
                )
            }
        return self._places[kind]


def added(numbers: Iterable[float]) -> float:
    """A sum rounded at every step, as the compiled loops round it; `sum` need not do so."""
    return reduce(add, numbers, 0.0)


def spread(
    ground: Ground,
    steps: list[tuple[int, ...]],
    lights: dict[Province, float],
    fade: tuple[float, ...],
) -> list[float]:
    """The light that reaches each place of a ground, step by step."""
    light = [lights.get(province, 0.0) for province in ground.provinces]
    sums = [fade[0] * x for x in light]
    usual = ground.usual
    for factor in fade[1:]:
        get = light.__getitem__
        light = [
            (here + added(map(get, near))) / usual for here, near in zip(light, steps, strict=True)
        ]
        sums = [total + factor * x for total, x in zip(sums, light, strict=True)]
    return sums
