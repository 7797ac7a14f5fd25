"""Corrections: a position set right, whole or in parts; units that stay keep their ids."""

import msgspec
from msgspec import Struct

from dragoman.errors import NotationError, RequestError
from dragoman.geo import Province
from dragoman.house.errors import Invalid, NotYours
from dragoman.house.play.games import ReadGame
from dragoman.model import Dislodged, Phase, Power, Result, State, Unit, read_phase
from dragoman.notation import Language, find_province, read_unit
from dragoman.record.checks import checked, refuse_wrong_ids
from dragoman.words.language import language


class Change(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be set right; what is left out stays as it is.

    `units` and `centers` replace those of the powers named. `result` may be `{}` to say that the
    game is not over. A whole `state` may be given by an organizer who does not play.
    """

    state: State | None = None
    phase: str | None = None
    units: dict[str, list[str]] | None = None
    centers: dict[str, list[str]] | None = None
    dislodged: list[str] | None = None
    standoffs: list[str] | None = None
    result: dict[str, object] | None = None


def corrected(game: ReadGame, change: Change, *, trusted: bool) -> State:
    """The position as a correction makes it."""
    try:
        if change.state is not None:
            if not trusted:
                raise NotYours("an organizer who plays corrects parts, not the whole position")
            refuse_wrong_ids(change.state)
            return checked(game.variant, change.state)
        return checked(game.variant, _Corrected(game, change).state())
    except RequestError as error:
        raise Invalid(error.text, error.field or "change") from error


class _Corrected:
    """The present position with parts of it replaced."""

    def __init__(self, game: ReadGame, change: Change) -> None:
        self.old, self.change, self.variant = game.state, change, game.variant
        self.speech: Language = language(game.ask)
        self.last = self.old.last_id

    def state(self) -> State:
        change, old = self.change, self.old
        new = msgspec.structs.replace(
            old,
            phase=old.phase if change.phase is None else self.phase(change.phase),
            units=old.units if change.units is None else self.units(change.units),
            owners=old.owners if change.centers is None else self.owners(change.centers),
            dislodged=old.dislodged if change.dislodged is None else self.driven(change.dislodged),
            standoffs=old.standoffs if change.standoffs is None else self.stood(change.standoffs),
            result=old.result if change.result is None else self.result(change.result),
        )
        return msgspec.structs.replace(new, last_id=self.last)

    def phase(self, code: str) -> Phase:
        try:
            return read_phase(code)
        except RequestError as error:
            raise RequestError(str(error), "phase") from error

    def power(self, name: str, field: str) -> Power:
        found = self.speech.powers.get(name.strip().lower())
        if found is None:
            known = ", ".join(self.variant.powers)
            raise RequestError(f"no power {name[:40]!r}; there are {known}", field)
        return found

    def province(self, name: str, field: str) -> Province:
        found = find_province(self.speech, name)
        if found is None:
            raise RequestError(f"no province {name[:40]!r}", field)
        return found

    def units(self, rows: dict[str, list[str]]) -> tuple[Unit, ...]:
        named = {self.power(name, f"units.{name}"): texts for name, texts in rows.items()}
        kept = [unit for unit in self.old.units if unit.power not in named]
        new = [self.unit(power, text) for power, texts in named.items() for text in texts]
        return (*kept, *new)

    def unit(self, power: Power, text: str) -> Unit:
        try:
            read = read_unit(text, self.speech)
        except NotationError as error:
            raise RequestError(str(error), f"units.{power}") from error
        for unit in self.old.units:
            if (unit.power, unit.kind, unit.place) == (power, read.kind, read.place):
                return msgspec.structs.replace(unit, marks=read.marks or unit.marks)
        self.last += 1
        return Unit(self.last, power, read.kind, read.place, read.marks)

    def owners(self, rows: dict[str, list[str]]) -> dict[Province, Power]:
        named = {self.power(name, f"centers.{name}"): texts for name, texts in rows.items()}
        owners = {p: power for p, power in self.old.owners.items() if power not in named}
        for power, texts in named.items():
            for text in texts:
                center = self.province(text, f"centers.{power}")
                if not self.variant.map.spaces[center].center:
                    raise RequestError(f"{center} is not a supply center", f"centers.{power}")
                owners[center] = power
        return owners

    def driven(self, texts: list[str]) -> tuple[Dislodged, ...]:
        """Of the units dislodged now, those that stay so."""
        wanted = {" ".join(text.split()).lower() for text in texts}
        return tuple(d for d in self.old.dislodged if str(d.unit).lower() in wanted)

    def stood(self, names: list[str]) -> tuple[Province, ...]:
        return tuple(self.province(name, "standoffs") for name in names)

    def result(self, given: dict[str, object]) -> Result | None:
        if not given:
            return None
        try:
            result = msgspec.convert(given, Result)
        except msgspec.ValidationError as error:
            raise RequestError(str(error), "result") from error
        for seat in result.winners:
            if seat not in self.old.seats:
                raise RequestError(f"no seat {seat[:40]!r}", "result")
        return result
