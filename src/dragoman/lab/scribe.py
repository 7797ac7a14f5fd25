"""A scribe: writes a seat's orders word by word, as one walks the tree of what is legal."""

from dragoman.bots.base import Sight
from dragoman.bots.choices import legal_together
from dragoman.model import VERBS, Ballot, Order, Piece, Subject
from dragoman.rules import Charge, Step, Variant

DONE = 0
"""The word that ends what is being ordered, or says that there is nothing to order."""

SPARE = 64
"""How many numbers are kept for words that a variant may use beside places, pieces and seats."""


class WordNumbers:
    """The words in which a variant's orders are told, each with its number."""

    def __init__(self, variant: Variant) -> None:
        places = variant.map.province
        pieces = (str(Piece(kind, place)) for kind in variant.kinds for place in places)
        words = (*VERBS.values(), *variant.vocabulary.verb, "via", *places, *pieces, *variant.seats)
        self.numbers = {word: n for n, word in enumerate(dict.fromkeys(words), 1)}

    def __len__(self) -> int:
        return 1 + len(self.numbers) + SPARE

    def told(self, steps: tuple[Step, ...]) -> dict[int, Step]:
        """The number of each step; words that the variant makes up take the spare numbers."""
        found: dict[int, Step] = {}
        spare = 1 + len(self.numbers)
        for step in steps:
            number = self.numbers.get(step.token)
            if number is None or number in found:
                number, spare = spare, spare + 1
            if number < len(self):
                found[number] = step
        return found


class Scribe:
    """What a seat has ordered so far in a phase, and what it may say next."""

    def __init__(self, sight: Sight, vocabulary: WordNumbers) -> None:
        self.sight, self.vocabulary = sight, vocabulary
        mandate = sight.ask.mandate(sight.seat)
        self.left = dict(mandate.quotas)
        self.charges: list[Charge] = list(mandate.charges)
        self.ballots: list[Ballot] = []
        self.orders: tuple[Order, ...] = ()
        self.prefix: tuple[str, ...] = ()
        self.waiting: Order | None = None
        self.settle()

    @property
    def busy(self) -> bool:
        """Whether there is more to order."""
        return bool(self.charges)

    @property
    def focus(self) -> Subject | None:
        """What is being ordered."""
        return self.charges[0].subject if self.charges else None

    @property
    def open(self) -> tuple[int, ...]:
        """The words that may be said next."""
        ends = (DONE,) if not self.prefix or self.waiting is not None else ()
        return (*ends, *self.steps)

    def settle(self) -> None:
        """Find what may be said next; a charge with nothing to say is passed over."""
        self.steps: dict[int, Step] = {}
        while self.charges and not self.steps:
            ask, charge = self.sight.ask, self.charges[0]
            if not charge.pool or self.left[charge.pool]:
                found = ask.rule.choices(ask, charge.subject, self.prefix)
                self.steps = self.vocabulary.told(found)
            if not self.steps:
                self.close()

    def close(self) -> None:
        """Hand in what was ordered for a charge, and go on to the next."""
        charge = self.charges.pop(0)
        if self.orders:
            self.ballots.append(Ballot(self.sight.seat, charge.subject, self.orders))
            if charge.pool:
                self.left[charge.pool] -= 1
        self.orders, self.prefix, self.waiting = (), (), None

    def write(self, word: int) -> None:
        """Add a word; one that is not open counts as the end of what is being ordered."""
        if not self.busy:
            return
        step = self.steps.get(word)
        if step is None:
            self.end()
        elif step.leads_on:
            self.prefix, self.waiting = (*self.prefix, step.token), step.order
        else:
            self.take(step.order)
        self.settle()

    def end(self) -> None:
        """End an order that is complete, else the whole charge."""
        if self.waiting is not None:
            self.take(self.waiting)
        else:
            self.close()

    def take(self, order: Order | None) -> None:
        """Take an order that is legal with those before it; the charge is closed when all are."""
        charge = self.charges[0]
        orders = self.orders if order is None else (*self.orders, order)
        if legal_together(self.sight.ask, self.sight.seat, charge.subject, orders):
            self.orders = orders
        self.prefix, self.waiting = (), None
        most = 1 if charge.pool else charge.count
        if len(self.orders) >= most or orders != self.orders:
            self.close()
