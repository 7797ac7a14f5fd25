"""Sets of seas, shores and places as words of bits; plain loops, compiled with the rest."""

from dragoman.sim.codes import BIT, WORD


def lowest(word: int) -> int:
    """The number of the lowest bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def clear(x: list[int], at: int, size: int) -> None:
    """Make cells 0."""
    for k in range(size):
        x[at + k] = 0


def put(x: list[int], at: int, member: int) -> None:
    """Add a member to a set."""
    x[at + (member >> WORD)] |= 1 << (member & BIT)


def drop(x: list[int], at: int, member: int) -> None:
    """Take a member out of a set."""
    x[at + (member >> WORD)] &= ~(1 << (member & BIT))


def has(x: list[int], at: int, member: int) -> bool:
    """Whether a set has a member."""
    return x[at + (member >> WORD)] >> (member & BIT) & 1 != 0


def meet(x: list[int], a: int, y: list[int], b: int, words: int) -> bool:
    """Whether two sets have a member in common."""
    for k in range(words):
        if x[a + k] & y[b + k]:
            return True
    return False


def join(x: list[int], a: int, y: list[int], b: int, words: int) -> None:
    """Add the members of another set to a set."""
    for k in range(words):
        x[a + k] |= y[b + k]


def members_of(x: list[int], at: int, words: int) -> int:
    """How many members a set has."""
    n = 0
    for k in range(words):
        word = x[at + k]
        while word:
            word &= word - 1
            n += 1
    return n


def empty(x: list[int], at: int, words: int) -> bool:
    """Whether a set has no member."""
    for k in range(words):
        if x[at + k]:
            return False
    return True


def first(x: list[int], at: int, words: int) -> int:
    """The lowest member of a set, which is taken out; -1 if there is none."""
    for k in range(words):
        word = x[at + k]
        if word:
            x[at + k] = word & (word - 1)
            return (k << WORD) + lowest(word)
    return -1
