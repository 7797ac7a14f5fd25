"""What positions look like to every seat, in numbers that every variant has; many at once.

A position is described after a movement phase was judged and before anything else: who stands
where, who owns what, who was driven out. Powers that nobody holds are parties too, but have no row.
"""

from typing import Any

import numpy as np
from msgspec import Struct

from dragoman.bots.field import Ground
from dragoman.bots.worth import spread
from dragoman.geo import Map
from dragoman.model import Kind
from dragoman.rules import Ask

Array = Any
"""An array of numpy."""

FAR = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
"""How much a center counts at its own place and one, two … steps away, for those near it."""

NAMES = (
    *("centers", "centers_squared", "best_other", "units", "builds", "stands_on", "stood_on"),
    *("threatened", "outweighed", "in_reach", "open_rivals", "open_neutral", "pressure"),
    *("control", "near_own", "rivals_near_own", "near_others", "edge", "driven", "rivals_driven"),
    *("alive", "leads", "danger", "year", "settles", "year_centers", "settles_centers"),
    *("vacant_homes", "endangered", "mobility", "centers_next", "crowd", "company", "alone"),
)
"""The numbers of a seat, in their order."""

CENTERS, ALIVE = NAMES.index("centers"), NAMES.index("alive")

USUAL_CENTERS, SCALE, LONG = 34, 0.2, 15
"""Counts are scaled to so many centers and by so much, years by so many."""


class ValueBoard:
    """The tables of one map: where each kind reaches in a step, and how near every center is.

    A row stands for a kind of piece at a place; the last one, and the last province, for nothing.
    """

    def __init__(self, board: Map, kinds: dict[str, Kind], grounds: dict[str, Ground]) -> None:
        self.provinces = {province: n for n, province in enumerate(sorted(board.spaces))}
        self.centers = sorted(board.centers)
        self.center_at = np.array([self.provinces[c] for c in self.centers], int)
        self.row: dict[tuple[str, str], int] = {}
        reach, far = list[list[int]](), list[list[float]]()
        at, takes = list[int](), list[bool]()
        for letter, ground in grounds.items():
            lights = [spread(ground, ground.near, {c: 1.0}, FAR) for c in self.centers]
            for n, place in enumerate(ground.places):
                self.row[letter, place] = len(at)
                reach.append([self.provinces[p] for _, p in ground.ways.get(place, ())])
                far.append([light[n] for light in lights])
                at.append(self.provinces[ground.provinces[n]])
                takes.append(kinds[letter].captures)
        self.blank, nowhere = len(at), len(self.provinces)
        # The provinces that each row reaches, each once; shorter lists end with nowhere.
        lists = [sorted(set(provinces)) for provinces in reach]
        self.reach = np.full((len(at) + 1, max(map(len, lists), default=0)), nowhere)
        for n, provinces in enumerate(lists):
            self.reach[n, : len(provinces)] = provinces
        self.far = np.array([*far, [0.0] * len(self.centers)])
        self.at = np.array([*at, nowhere], int)
        self.takes = np.array([*takes, False], bool)


class Positions(Struct, frozen=True):
    """Positions on one board. Units are rows of it; party numbers begin with the seats'.

    Rows and parties are by position and unit; what is blank has no party. `owners` are by position
    and center, `driven`, `company` and `alone` by position and party, `homes` by party and center.
    """

    rows: Array
    party: Array
    force: Array
    owners: Array
    driven: Array
    company: Array
    alone: Array
    homes: Array
    seats: int


class JudgedMoment(Struct, frozen=True):
    """What all positions share: the phase that was judged, and what wins."""

    year: float
    settles: bool
    win_at: int


def moment_of(ask: Ask) -> JudgedMoment:
    """The moment of a phase that is about to be judged."""
    variant, phase = ask.variant, ask.state.phase
    years = min(1.5, (phase.year - variant.start.year) / LONG)
    return JudgedMoment(years, variant.year.settles(phase), max(1, ask.win_at()))


def best_other(values: Array) -> Array:
    """For each party, along the second axis, the most that another has."""
    if values.shape[1] < 2:
        return np.zeros_like(values)
    order = np.partition(values, -2, axis=1)
    first, second = order[:, -1:], order[:, -2:-1]
    return np.where(values == first, second, first)


def features(board: ValueBoard, positions: Positions, now: JudgedMoment) -> Array:
    """The numbers of every seat in every position: by position, seat and number."""
    return _Look(board, positions, now).numbers()


class _Look:
    """Positions as they are counted."""

    def __init__(self, board: ValueBoard, positions: Positions, now: JudgedMoment) -> None:
        self.board, self.positions, self.now = board, positions, now
        self.parties = parties = positions.driven.shape[1]
        numbers = np.arange(parties)[None, :, None]
        self.mine = (positions.party[:, None, :] == numbers).astype(float)
        strong = self.mine * positions.force[:, None, :]
        self.presses = self.pressing()
        self.near = strong @ board.far[positions.rows]
        self.stands = self.standing()[:, board.center_at]
        self.next = np.where(self.stands >= 0, self.stands, positions.owners)
        self.owner = self.next if now.settles else positions.owners
        self.own, self.then, self.on = (
            (of[:, None, :] == numbers).astype(float) for of in (self.owner, self.next, self.stands)
        )

    def pressing(self) -> Array:
        """The strength that each party could bring to each province, and to nowhere none.

        Units reach few of many provinces, so it is added up where they do.
        """
        positions, board = self.positions, self.board
        count, parties, provinces = len(positions.rows), self.parties + 1, len(board.provinces) + 1
        cells = (np.arange(count)[:, None] * parties + positions.party) * provinces
        where = cells[:, :, None] + board.reach[positions.rows]
        force = np.broadcast_to(positions.force[:, :, None], where.shape)
        size = count * parties * provinces
        added = np.bincount(where.ravel(), force.ravel(), size).reshape(count, parties, provinces)
        added[:, :, -1] = 0
        return added[:, :-1]

    def standing(self) -> Array:
        """Whose unit stands on each province, of those that take centers; -1 is nobody's."""
        positions, board = self.positions, self.board
        found = np.full((len(positions.rows), len(board.provinces) + 1), -1)
        game, unit = np.nonzero(board.takes[positions.rows])
        found[game, board.at[positions.rows[game, unit]]] = positions.party[game, unit]
        return found

    def numbers(self) -> Array:
        """All numbers, those of centers before those of units and those of the whole."""
        columns = {**self.of_centers(), **self.of_units(), **self.of_game()}
        seats = self.positions.seats
        return np.stack([columns[name][:, :seats] for name in NAMES], axis=2)

    def of_centers(self) -> dict[str, Array]:
        """What is had, and what could be taken."""
        own, on, presses = self.own, self.on, self.presses[:, :, self.board.center_at]
        other, rivals = 1 - own, best_other(presses)
        foes, owned = best_other(self.near), (self.owner >= 0)[:, None, :]
        there = 1.0 * (self.stands >= 0)[:, None, :]
        guard = np.where(owned, ((presses + on) * own).sum(1, keepdims=True), there)
        held = (self.near * own).sum(1, keepdims=True)
        squares = self.near * self.near
        count = self.counted
        return {
            "stands_on": count(on * other * (not self.now.settles)),
            "stood_on": count(own * (1 - on) * there),
            "threatened": count(own * (rivals >= 1)),
            "outweighed": count(own * (rivals > presses + on)),
            "in_reach": count(other * (presses >= 1)),
            "open_rivals": count(other * owned * (presses > guard)),
            "open_neutral": count(~owned * (presses >= 1)),
            "pressure": count(own * np.minimum(rivals, 3)),
            "control": (squares / (squares.sum(1, keepdims=True) + 1e-6)).sum(2) / self.now.win_at,
            "near_own": count(own * self.near),
            "rivals_near_own": count(own * foes),
            "near_others": count(other * self.near),
            "edge": count(other * np.maximum(0, self.near - held)),
        }

    def counted(self, values: Array) -> Array:
        """A sum over the last axis, scaled to the usual number of centers."""
        return values.sum(2) * SCALE * USUAL_CENTERS / max(1, len(self.board.centers))

    def of_units(self) -> dict[str, Array]:
        """Where units stand, and what was driven out."""
        positions, board = self.positions, self.board
        at = board.at[positions.rows]
        here = np.take_along_axis(self.presses, at[:, None, :], axis=2)
        mine = (here * self.mine).sum(1)
        others = (best_other(here) * self.mine).sum(1)
        lost = (others > positions.force + mine).astype(float)
        driven = positions.driven
        owned = positions.owners[:, None, :] == np.arange(self.parties)[None, :, None]
        vacant = positions.homes[None] & owned & (self.stands < 0)[:, None, :]
        return {
            "driven": driven,
            "rivals_driven": driven.sum(1, keepdims=True) - driven,
            "endangered": self.counted(self.mine * lost[:, None, :]),
            "mobility": (self.presses[:, :, :-1] > 0).mean(2),
            "company": positions.company,
            "alone": positions.alone,
            "vacant_homes": vacant.sum(2) / 3,
        }

    def of_game(self) -> dict[str, Array]:
        """How large everybody is, and how late it is."""
        win, now = self.now.win_at, self.now
        centers, units = self.own.sum(2), self.mine.sum(2)
        size, one = centers / win, np.ones_like(centers)
        near = self.near @ self.own.transpose(0, 2, 1)
        danger = (near * (1 - np.eye(self.parties)) * centers[:, :, None]).sum(1) / win
        return {
            "centers": size,
            "centers_squared": size * size,
            "best_other": best_other(centers) / win,
            "units": units / win,
            "builds": self.counted((centers - units)[:, :, None]),
            "alive": 1.0 * (centers + units > 0),
            "leads": 1.0 * (centers >= centers.max(1, keepdims=True)),
            "danger": danger,
            "year": one * now.year,
            "settles": one * now.settles,
            "year_centers": size * now.year,
            "settles_centers": size * now.settles,
            "centers_next": self.then.sum(2) / win,
            "crowd": one * (size * size).sum(1, keepdims=True),
        }
