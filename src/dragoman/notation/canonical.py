"""Canonical order text in any case, read by splitting it at blanks; the rest is left alone."""

from collections.abc import Callable

from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Remove,
    Support,
)
from dragoman.notation.language import ReadText
from dragoman.notation.roster import Roster


def _hold(words: list[str], roster: Roster) -> Order | None:
    unit = roster.pieces.get((words[0], words[1]))
    return Hold(unit) if unit else None


def _disband(words: list[str], roster: Roster) -> Order | None:
    unit = roster.pieces.get((words[0], words[1]))
    return Disband(unit) if unit and roster.phase != ADJUSTMENT else None


def _march(words: list[str], roster: Roster) -> Order | None:
    unit = roster.pieces.get((words[0], words[1]))
    if unit is None:
        return None
    to = _goal(unit, words[3], roster)
    return roster.march(unit, to) if to else None


def _march_via(words: list[str], roster: Roster) -> Order | None:
    order = _march(words, roster)
    if words[4] != "via" or not isinstance(order, Move):
        return None
    return Move(order.unit, order.to, True)


def _support_hold(words: list[str], roster: Roster) -> Order | None:
    pieces = roster.pieces
    unit, whom = pieces.get((words[0], words[1])), pieces.get((words[3], words[4]))
    return Support(unit, whom) if unit and whom else None


def _support(words: list[str], roster: Roster) -> Order | None:
    return _aid(Support, words, roster)


def _convoy(words: list[str], roster: Roster) -> Order | None:
    return _aid(Convoy, words, roster)


def _aid(kind: type[Support | Convoy], words: list[str], roster: Roster) -> Order | None:
    pieces = roster.pieces
    unit, whom = pieces.get((words[0], words[1])), pieces.get((words[3], words[4]))
    if unit is None or whom is None or words[5] != "-":
        return None
    to = _goal(whom, words[6], roster)
    return kind(unit, whom, to) if to else None


def _goal(piece: Piece, word: str, roster: Roster) -> Place | None:
    """Where a piece is sent by a place that is written in full, or by a province that has coasts.

    Of those it is the only one within reach, if there is but one (DATC 4.B.2).
    """
    language = roster.language
    to = language.goals[piece.kind].get(word)
    if to is None and word in language.map.spaces:
        return language.goal(piece, Province(word), "")
    return to


def _build(words: list[str], roster: Roster) -> Order | None:
    piece = roster.language.pieces.get((words[1], words[2]))
    return Build(piece) if piece else None


def _remove(words: list[str], roster: Roster) -> Order | None:
    unit = roster.pieces.get((words[1], words[2]))
    return Remove(unit) if unit and roster.phase == ADJUSTMENT else None


MOST_TEXTS = 20_000
"""How many texts of a language and a kind of phase are remembered."""

Shape = Callable[[list[str], Roster], Order | None]

_LED: dict[str, Shape] = {"build": _build, "remove": _remove}
_SHAPES: dict[tuple[int, str], Shape] = {
    (3, "h"): _hold,
    (3, "disband"): _disband,
    (4, "-"): _march,
    (5, "-"): _march_via,
    (5, "s"): _support_hold,
    (7, "s"): _support,
    (7, "c"): _convoy,
}


def read_canonical(text: str, roster: Roster) -> Order | None:
    """The order that canonical text gives, or none if it has to be read with more patience.

    It answers only what the patient reader answers too: both ends of every order are written in
    full but for a coast, and every unit it names stands there.
    """
    words = text.lower().split(" ")
    if len(words) < 3 or roster.is_list:
        return None
    shape = _SHAPES.get((len(words), words[2]))
    if shape is None and len(words) == 3:
        shape = _LED.get(words[0])
    read = shape(words, roster) if shape else None
    if isinstance(read, Hold | Move | Support | Convoy):
        _remember(roster, text, read)
    return read


def _remember(roster: Roster, text: str, order: Hold | Move | Support | Convoy) -> None:
    """Keep what a text means wherever the units stand that it names."""
    known = roster.read_before
    if len(known) >= MOST_TEXTS:
        known.clear()
    unit = other = order.unit.kind, order.unit.place
    if isinstance(order, Support | Convoy):
        other = order.whom.kind, order.whom.place
    known[text] = ReadText((order,), unit, other)
