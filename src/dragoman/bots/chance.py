"""The draws of `random.Random`, as plain loops: the same numbers after the same text.

Python's generator is the Mersenne Twister of Matsumoto and Nishimura (1998), seeded by an array of
words. `m` is the generator: its words, where it is among them, and what seeding begins with.
"""

SIZE, MIDDLE = 624, 397
FULL, HALF, HIGH, LOW = 0xFFFFFFFF, 0x9908B0DF, 0x80000000, 0x7FFFFFFF
AT = SIZE
BASE = SIZE + 1


def sow(m: list[int], key: list[int], first: int, long: int) -> None:
    """Seed the generator with some words of a row."""
    for i in range(SIZE):
        m[i] = m[BASE + i]
    i, j, last = 1, 0, m[0]
    for _ in range(max(SIZE, long)):
        # What was written last is at hand: each word waits for the one before it.
        last = ((m[i] ^ (last ^ last >> 30) * 1664525) + key[first + j] + j) & FULL
        m[i] = last
        i += 1
        j += 1
        if i == SIZE:
            m[0] = last
            i = 1
        if j == long:
            j = 0
    for _ in range(SIZE - 1):
        last = ((m[i] ^ (last ^ last >> 30) * 1566083941) - i) & FULL
        m[i] = last
        i += 1
        if i == SIZE:
            m[0] = last
            i = 1
    m[0] = HIGH
    m[AT] = 0


def word(m: list[int]) -> int:
    """The next 32 bits; each word of the generator is renewed when its turn comes."""
    i = m[AT]
    after = i + 1 if i + 1 < SIZE else 0
    y = m[i] & HIGH | m[after] & LOW
    y = m[i + MIDDLE if i + MIDDLE < SIZE else i + MIDDLE - SIZE] ^ y >> 1 ^ (y & 1) * HALF
    m[i] = y
    m[AT] = after
    y ^= y >> 11
    y ^= y << 7 & 0x9D2C5680
    y ^= y << 15 & 0xEFC60000
    return y ^ y >> 18


def fraction(m: list[int]) -> float:
    """A number from 0 up to 1, as `random` gives it."""
    a = word(m) >> 5
    b = word(m) >> 6
    return (a * 67108864.0 + b) / 9007199254740992.0


def below(m: list[int], n: int) -> int:
    """A whole number below another, as `choice` and `shuffle` draw it."""
    bits = 0
    while n >> bits:
        bits += 1
    found = word(m) >> (32 - bits)
    while found >= n:
        found = word(m) >> (32 - bits)
    return found
