"""The tree of claims: word by word, with alternatives and conditions, as the grammar has them.

A sentence being chosen is a generator: it yields what may come next and is sent what was chosen.
"""

from collections.abc import Generator, Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from dragoman.geo import Place
from dragoman.model import Piece, Seat, Subject
from dragoman.modules.joint_claims.claim_text import DEEPEST
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.rules import Ask, PhaseRule, Step


class Offer(Struct, frozen=True):
    """The words that may come next, and the claim that was made so far, if it is whole."""

    words: tuple[str, ...]
    claim: str = ""


Chosen = Generator[Offer, str, str]
"""Words being chosen; in the end the text that they make."""


def claim_steps(ask: Ask, me: Seat, base: PhaseRule, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What may come next in a claim; where one is whole it may go on, without end."""
    found: list[Step] = []
    open_ = Claims(ask, me, base)
    for word in open_.after(prefix).words:
        after = open_.after((*prefix, word))
        claim = CLAIM(after.claim) if after.claim else None
        found.append(Step(word, claim, bool(after.words), endless=claim is not None))
    return tuple(found)


class Claims:
    """The claims that a player can make, by the grammar of `claim_text`."""

    ATOMS: ClassVar = ("centers", "owns", "ordered", "succeeded", "builds")
    VERBS: ClassVar = frozenset({"hold", "move", "support", "convoy"})

    def __init__(self, ask: Ask, me: Seat, base: PhaseRule) -> None:
        self.ask, self.base = ask, base
        self.others = tuple(seat for seat in ask.state.seats if seat != me)

    def after(self, prefix: tuple[str, ...]) -> Offer:
        """What may come after some words; nothing if they lead nowhere."""
        sentence = self.claims()
        offer = next(sentence)
        for word in prefix:
            if word not in offer.words:
                return Offer(())
            offer = sentence.send(word)
        return offer

    def claims(self) -> Chosen:
        """Alternatives, each with its conditions; there may always be another."""
        said = yield from self.alternative("")
        while True:
            word = yield Offer(("if", "else"), said)
            while word in ("if", "and", "or"):
                condition = yield from self.factor(0)
                said = f"{said} {word.upper()} {condition}"
                word = yield Offer(("and", "or", "else"), said)
            said = yield from self.alternative(f"{said} ELSE ")

    def alternative(self, before: str) -> Chosen:
        """Alone, or with one or two others."""
        heads = ("solo", "two", "three")[: len(self.others) + 1]
        kind = yield Offer(heads)
        said, left = before + kind.upper(), list(self.others)
        for _ in range(("solo", "two", "three").index(kind)):
            partner = yield Offer(tuple(left))
            left.remove(Seat(partner))
            said = f"{said} {partner}"
        return said

    def factor(self, depth: int) -> Chosen:
        """A condition: what one asks of a player, its contrary, or several in parentheses."""
        deeper = ("not", "(") if depth < DEEPEST else ()
        word = yield Offer((*filter(self.asked, self.ATOMS), *deeper))
        if word == "not":
            inner = yield from self.factor(depth + 1)
            return f"NOT {inner}"
        if word == "(":
            inner = yield from self.factor(depth + 1)
            while (word := (yield Offer(("and", "or", ")")))) != ")":
                more = yield from self.factor(depth + 1)
                inner = f"{inner} {word.upper()} {more}"
            return f"({inner})"
        return (yield from self.atom(word))

    def atom(self, name: str) -> Chosen:
        """What is asked of one player."""
        seat = Seat((yield Offer(self.asked(name))))
        if name == "centers":
            sign = yield Offer((">=", "<=", "="))
            number = yield Offer(tuple(map(str, range(1, len(self.centers()) + 1))))
            return f"CENTERS({seat}) {sign} {number}"
        if name == "owns":
            what = yield Offer(self.centers())
        elif name == "builds":
            what = yield Offer(self.buildings[seat])
        else:
            what = yield from self.deed(seat)
        return f"{name.upper()}({seat}, {what})"

    def centers(self) -> tuple[str, ...]:
        """Every center of the board."""
        return tuple(p for p, space in self.ask.map.spaces.items() if space.center)

    def asked(self, name: str) -> tuple[Seat, ...]:
        """The players of whom something can be asked: that they have units, or can build."""
        seats = {"builds": self.buildings, "ordered": self.units, "succeeded": self.units}
        able = seats.get(name)
        return tuple(s for s in self.ask.state.seats if able is None or able[s])

    @cached_property
    def buildings(self) -> Mapping[Seat, tuple[str, ...]]:
        """Every piece that each player might build in the Winter to come."""
        return {seat: tuple(self.built_by(seat)) for seat in self.ask.state.seats}

    def built_by(self, seat: Seat) -> Iterator[str]:
        """What a player might build."""
        ask = self.ask
        for power in ask.state.seats[seat]:
            for base in ask.rules.bases(ask, power):
                for kind in ask.variant.kinds.values():
                    stands = ask.moves[kind.letter]
                    coasts = ask.map.spaces[base].coasts if kind.coasts else ()
                    places = coasts or (Place(base),)
                    yield from (str(Piece(kind.letter, p)) for p in places if p in stands)

    def deed(self, seat: Seat) -> Chosen:
        """An order that a player may give to one of his units."""
        subjects = self.units[seat]
        subject = subjects[(yield Offer(tuple(subjects)))]
        prefix: tuple[str, ...] = ()
        while True:
            steps = {s.token: s for s in self.base.choices(self.ask, subject, prefix)}
            open_ = tuple(token for token in steps if prefix or token in self.VERBS)
            word = yield Offer(open_)
            if (order := steps[word].order) is not None:
                return str(order)
            prefix = (*prefix, word)

    @cached_property
    def units(self) -> Mapping[Seat, Mapping[str, Subject]]:
        """The units that each player orders, by their names."""
        ask = self.ask
        return {
            seat: {
                str(ask.piece(ask.unit[c.subject.unit])): c.subject
                for power in powers
                for c in self.base.subjects(ask, power)
                if c.subject.unit
            }
            for seat, powers in ask.state.seats.items()
        }
