"""A scribe: writes a seat's orders word by word, as one walks the tree of what is legal."""

from string import ascii_letters, digits, punctuation

from dragoman.bots.base import Sight
from dragoman.bots.choices import legal_together
from dragoman.model import VERBS, Ballot, Order, Piece, Subject
from dragoman.rules import Charge, Step, Variant

DONE = 0
"""The word that ends what is being ordered, or says that there is nothing to order."""

SPACE = " "
"""The letter that ends a word which is spelled."""

LETTERS = (SPACE, *ascii_letters, *digits, *punctuation)


class WordNumbers:
    """The words in which a variant's orders are said, each with its number; one number, one word.

    What is no word of the variant's, such as a name that a module makes up, is said part by part,
    and a part that is no word either letter by letter, with a space at its end.
    """

    def __init__(self, variant: Variant) -> None:
        places = variant.map.province
        pieces = (str(Piece(kind, place)) for kind in variant.kinds for place in places)
        words = (*VERBS.values(), *variant.vocabulary.verb, "via", *places, *pieces, *variant.seats)
        self.numbers = {word: n for n, word in enumerate(dict.fromkeys((*words, *LETTERS)), 1)}
        self.words = {n: word for word, n in self.numbers.items()}

    def __len__(self) -> int:
        return 1 + len(self.numbers)

    def spelled(self, token: str) -> tuple[int, ...]:
        """The numbers of the words in which one step is said."""
        if token in self.numbers:
            return (self.numbers[token],)
        parts = token.split(SPACE)
        return tuple(n for part in parts for n in self._part(part))

    def _part(self, part: str) -> tuple[int, ...]:
        if part in self.numbers and len(part) > 1:
            return (self.numbers[part],)
        return tuple(self.numbers[letter] for letter in f"{part}{SPACE}" if letter in self.numbers)


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
        self.part: tuple[int, ...] = ()
        self.said: tuple[int, ...] = ()
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
        ends = (DONE,) if not self.part and (not self.prefix or self.waiting is not None) else ()
        so_far = len(self.part)
        nexts = (words[so_far] for words in self.steps if words[:so_far] == self.part)
        return (*ends, *dict.fromkeys(nexts))

    def settle(self) -> None:
        """Find what may be said next; a charge with nothing to say is passed over."""
        self.steps: dict[tuple[int, ...], Step] = {}
        while self.charges and not self.steps:
            ask, charge = self.sight.ask, self.charges[0]
            if not charge.pool or self.left[charge.pool]:
                found = ask.rule.choices(ask, charge.subject, self.prefix)
                self.steps = {self.vocabulary.spelled(step.token): step for step in found}
            if not self.steps:
                self.close()

    def close(self) -> None:
        """Hand in what was ordered for a charge, and go on to the next."""
        charge = self.charges.pop(0)
        if self.orders:
            self.ballots.append(Ballot(self.sight.seat, charge.subject, self.orders))
            if charge.pool:
                self.left[charge.pool] -= 1
        self.orders, self.prefix, self.waiting, self.part, self.said = (), (), None, (), ()

    def write(self, word: int) -> None:
        """Add a word; one that is not open counts as the end of what is being ordered."""
        if not self.busy:
            return
        longer = (*self.part, word)
        if any(other[: len(longer)] == longer for other in self.steps):
            self.said = (*self.said, word)
            if longer not in self.steps:
                self.part = longer
                return
            self.part = ()
            self.tell(self.steps[longer])
        else:
            self.end()
        self.settle()

    def tell(self, step: Step) -> None:
        """Go on by a step whose words are all said."""
        if step.leads_on:
            self.prefix, self.waiting = (*self.prefix, step.token), step.order
        else:
            self.take(step.order)

    def end(self) -> None:
        """End an order that is complete, else the whole charge."""
        self.part = ()
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
        self.prefix, self.waiting, self.said = (), None, ()
        most = 1 if charge.pool else charge.count
        if len(self.orders) >= most or orders != self.orders:
            self.close()
