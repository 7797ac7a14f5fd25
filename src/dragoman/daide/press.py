"""Press: what powers may say to each other, and from which level of the language on."""

from collections.abc import Callable

from dragoman.daide.syntax import Misread, Words
from dragoman.daide.tokens import (
    CENTER,
    CLOSE,
    COMMAND,
    FIXED,
    OPEN,
    PRESS,
    TEXT,
    UNIT,
    Message,
    category,
    is_province,
)

FREE_TEXT = 8000
"""The level at which anything may be said in words."""

LEVELS: dict[int, str] = {
    10: "PRP CCL FCT TRY HUH YES REJ BWX PCE ALY VSS DRW SLO NOT NAR",
    20: "XDO DMZ",
    30: "AND ORR",
    40: "SCD OCC",
    50: "CHO",
    60: "INS QRY SUG THK IDK",
    70: "WHT HOW",
    80: "EXP SRY",
    90: "FOR",
    100: "IFF THN ELS",
    110: "XOY YDO",
    120: "SND FWD BCC FRM",
    130: "WHY POB",
}
"""The tokens of press by the level that brings them."""

LEVEL = {FIXED[name]: level for level, names in LEVELS.items() for name in names.split()}
NESTED = 50
"""The level from which on AND and ORR may stand in each other."""


class PressReader:
    """Reads press of a level."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.sayings = _table(SAYINGS)
        self.deals = _table(DEALS)

    def said(self, words: Words) -> None:
        """A message from one power to others."""
        if self.level >= FREE_TEXT and category(words.next) == TEXT:
            words.text()
            words.end()
            return
        self._follow(words, self.sayings)

    def deal(self, words: Words) -> None:
        """An arrangement."""
        self._follow(words, self.deals)

    def _follow(self, words: Words, table: "dict[int, Rule]") -> None:
        token = words.next
        if token not in table or LEVEL[token] > self.level:
            raise Misread(words.at)
        words.at += 1
        table[token](self, words)
        words.end()


Rule = Callable[[PressReader, Words], None]


def _table(names: dict[str, Rule]) -> dict[int, Rule]:
    return {FIXED[name]: rule for words, rule in names.items() for name in words.split()}


def _of_deal(press: PressReader, words: Words) -> None:
    words.grouped(press.deal)


def _of_saying(press: PressReader, words: Words) -> None:
    words.grouped(press.said)


def _of_deal_or_question(press: PressReader, words: Words) -> None:
    """What somebody thinks or says is so: an arrangement, or the answer to a question."""
    inner = words.inside()
    if inner.sees("NAR") and inner.message[inner.at + 2] == FIXED["QRY"]:
        inner.word("NAR")
        inner.grouped(press.said)
    elif inner.sees("QRY"):
        press.said(inner)
    else:
        press.deal(inner)


def _tokens(press: PressReader, words: Words) -> None:
    words.grouped(lambda r: r.many(lambda r: r.take(category(r.next) in (COMMAND, PRESS)), 0))


def _anything(press: PressReader, words: Words) -> None:
    words.inside()


def _how(press: PressReader, words: Words) -> None:
    words.grouped(lambda r: r.take(is_province(r.next) or r.next in r.board.power))


def _explain(press: PressReader, words: Words) -> None:
    words.grouped(Words.turn)
    words.grouped(press.said)


def _if(press: PressReader, words: Words) -> None:
    words.grouped(press.deal)
    words.word("THN")
    words.grouped(press.said)
    if words.sees("ELS"):
        words.word("ELS")
        words.grouped(press.said)


def _forwarded(press: PressReader, words: Words) -> None:
    words.grouped(Words.power)
    words.grouped(Words.powers)
    words.grouped(press.said)


def _of_powers(press: PressReader, words: Words) -> None:
    words.grouped(Words.powers)


def _allied(press: PressReader, words: Words) -> None:
    words.grouped(Words.powers)
    words.word("VSS")
    words.grouped(Words.powers)


def _drawn(press: PressReader, words: Words) -> None:
    if words.more:
        words.grouped(lambda r: r.many(Words.power, 2))


def _several(press: PressReader, words: Words) -> None:
    # Below the level that nests them, several arrangements have none of their kind inside.
    plain = PressReader(press.level) if press.level >= NESTED else _Flat(press.level)
    words.groups(plain.deal, 2)


class _Flat(PressReader):
    """Press in which no arrangement is of several parts."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.deals = {t: r for t, r in self.deals.items() if r is not _several}


def _choice(press: PressReader, words: Words) -> None:
    words.grouped(lambda r: (r.number(), r.number()))
    words.groups(press.deal, 2)


def _shared_out(press: PressReader, words: Words) -> None:
    words.groups(lambda r: (r.power(), r.many(_center)))


def _center(words: Words) -> int:
    return words.take(is_province(words.next) and category(words.next) & CENTER == CENTER)


def _placed(press: PressReader, words: Words) -> None:
    words.groups(lambda r: (r.power(), r.take(_a_unit(r.next)), r.spot()))


def _a_unit(token: int) -> bool:
    return category(token) == UNIT or token == FIXED["UNT"]


def _free_of(press: PressReader, words: Words) -> None:
    words.grouped(Words.powers)
    words.grouped(lambda r: r.many(Words.province))


def _for(press: PressReader, words: Words) -> None:
    inner = words.inside()
    if inner.next == OPEN:
        inner.grouped(Words.turn)
        inner.grouped(Words.turn)
    else:
        inner.turn()
    inner.end()
    words.grouped(press.deal)


def _owed(press: PressReader, words: Words) -> None:
    words.grouped(Words.power)
    words.grouped(Words.power)


def _given(press: PressReader, words: Words) -> None:
    words.grouped(Words.power)
    words.groups(Words.unit)


def _forwarding(press: PressReader, words: Words) -> None:
    words.grouped(Words.powers)
    words.grouped(Words.power)
    words.grouped(Words.power)


def _copied(press: PressReader, words: Words) -> None:
    words.grouped(Words.power)
    words.grouped(Words.powers)
    words.grouped(Words.power)


def _of_order(press: PressReader, words: Words) -> None:
    words.grouped(Words.order)


def _of_unit(press: PressReader, words: Words) -> None:
    words.grouped(Words.unit)


def _of_power(press: PressReader, words: Words) -> None:
    words.grouped(Words.power)


SAYINGS: dict[str, Rule] = {
    "PRP INS QRY SUG": _of_deal,
    "YES REJ BWX CCL IDK SRY WHY POB": _of_saying,
    "FCT THK": _of_deal_or_question,
    "TRY": _tokens,
    "HUH": _anything,
    "WHT": _of_unit,
    "HOW": _how,
    "EXP": _explain,
    "IFF": _if,
    "FRM": _forwarded,
}
DEALS: dict[str, Rule] = {
    "PCE": _of_powers,
    "ALY": _allied,
    "DRW": _drawn,
    "SLO": _of_power,
    "NOT NAR": _of_deal,
    "XDO": _of_order,
    "DMZ": _free_of,
    "AND ORR": _several,
    "SCD": _shared_out,
    "OCC": _placed,
    "CHO": _choice,
    "FOR": _for,
    "XOY": _owed,
    "YDO": _given,
    "SND": _forwarded,
    "FWD": _forwarding,
    "BCC": _copied,
}


def passed_on(saying: Message, level: int) -> Message:
    """Press as it reaches others: who says what he can try names nothing above the level."""
    if saying[0] != FIXED["TRY"]:
        return saying
    return tuple(t for t in saying if t in (OPEN, CLOSE) or LEVEL.get(t, 0) <= level)
