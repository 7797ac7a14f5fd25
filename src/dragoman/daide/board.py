"""A board of armies and fleets over the wire: tokens for its powers and places, and its map."""

from functools import cached_property

from dragoman import geo
from dragoman.daide.tokens import (
    AMY,
    BICOASTAL,
    CENTER,
    COASTAL,
    FIXED,
    FLT,
    INLAND,
    POWER,
    STANDARD_HOMES,
    UNO,
    WATER,
    Message,
    group,
    number,
    say,
    standard_provinces,
    text,
)
from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.model import ADJUSTMENT, MOVEMENT, RETREAT, Phase, Power, State, Unit
from dragoman.record.plain import unlike_classic
from dragoman.rules import Lots, Variant

COASTS = {
    **{"nc": "NCS", "sc": "SCS", "ec": "ECS", "wc": "WCS"},
    **{"ne": "NEC", "nw": "NWC", "se": "SEC", "sw": "SWC"},
}
"""The token of each coast that the protocol knows."""

OTHERWISE = {"eng": "ECH", "bot": "GOB", "lyo": "GOL"}
"""What the protocol calls provinces of the classic board that we call otherwise."""

TURNS = {
    ("S", MOVEMENT): "SPR",
    ("S", RETREAT): "SUM",
    ("F", MOVEMENT): "FAL",
    ("F", RETREAT): "AUT",
    ("W", ADJUSTMENT): "WIN",
}
KINDS = {"A": AMY, "F": FLT}
LETTERS = {AMY: "A", FLT: "F"}
_SORTS = {geo.INLAND: INLAND, geo.WATER: WATER, geo.COASTAL: COASTAL}
_MOST = 256
_SIGNS: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def check_variant(variant: Variant) -> None:
    """Refuse a variant for which the language has no words."""
    too_many = len(_provinces(variant)) > _MOST
    wrong = unlike_classic(variant) or f"it has more than {_MOST} provinces" * too_many
    if wrong:
        right = "a board of armies and fleets by the rules of Standard would be right"
        raise RequestError(f"{variant.name} cannot be played over DAIDE: {wrong}; {right}")
    for space in variant.map.spaces.values():
        for coast in space.coasts:
            if coast.partition("/")[2] not in COASTS:
                known = ", ".join(COASTS)
                raise RequestError(f"DAIDE has no word for the coast {coast}: it knows {known}")


def _provinces(variant: Variant) -> list[geo.Space]:
    return [s for s in variant.map.spaces.values() if s.kind in _SORTS]


class WireBoard:
    """The words of one board."""

    def __init__(self, variant: Variant) -> None:
        check_variant(variant)
        self.variant = variant
        self.spaces = _provinces(variant)
        self.opening = variant.rules.opening(variant, (), Lots("opening"))
        self.powers: dict[Power, int] = {}
        self.provinces: dict[Province, int] = {}
        self.names: dict[int, str] = {}
        if not self._take_standard():
            self._name_powers()
            self._name_provinces()
        self.power = {token: power for power, token in self.powers.items()}
        self.province = {token: province for province, token in self.provinces.items()}

    def _category(self, space: geo.Space) -> int:
        sort = BICOASTAL if space.coasts else _SORTS[space.kind]
        return sort + CENTER * space.center

    def _take_standard(self) -> bool:
        """Take the tokens that need no announcement, if all powers and provinces are among them."""
        known = standard_provinces()
        words = {s.id: OTHERWISE.get(s.id, s.id.upper()) for s in self.spaces}
        powers, usual = {p: p[:3].upper() for p in self.variant.powers}, list(STANDARD_HOMES)
        same = set(words.values()) == set(known) and all(
            known[words[s.id]] >> 8 == self._category(s) for s in self.spaces
        )
        if not same or sorted(powers.values()) != usual:
            return False
        self.provinces = {p: known[word] for p, word in words.items()}
        self.powers = {p: POWER << 8 | usual.index(word) for p, word in powers.items()}
        return True

    def _name_powers(self) -> None:
        for n, power in enumerate(self.variant.powers):
            self.powers[power] = POWER << 8 | n
            self.names[self.powers[power]] = self._free(power)

    def _name_provinces(self) -> None:
        for n, space in enumerate(self.spaces):
            token = self._category(space) << 8 | n
            self.provinces[space.id] = token
            self.names[token] = self._free(OTHERWISE.get(space.id, space.id))

    def _free(self, word: str) -> str:
        """Three letters for a word: its own if no other and no token of the language has them."""
        letters = [c for c in word.upper() if c in _SIGNS]
        first: str = "".join(letters).ljust(3, "X")
        taken = {*FIXED, *self.names.values()}
        names: list[str] = [first[:3], *(first[:2] + c for c in (*first[3:], *_SIGNS))]
        names += [first[0] + a + b for a in _SIGNS for b in _SIGNS]
        return next(name for name in names if name not in taken)

    @property
    def is_standard(self) -> bool:
        """Whether nothing has to be announced."""
        return not self.names

    @cached_property
    def map_name(self) -> str:
        """What the map is called: letters, figures and underscores."""
        known = standard_provinces()
        usual = self.is_standard and all(
            {self.provinces[h] for h in self.opening.homes.get(power, ())}
            == {known[home] for home in STANDARD_HOMES[power[:3].upper()].split()}
            for power in self.powers
        )
        return "standard" if usual else "".join(c if c.isalnum() else "_" for c in self.variant.id)

    # What stands in messages.

    def place(self, place: Place) -> Message:
        """A place: a province, or a coast in parentheses."""
        root, _, coast = place.partition("/")
        token = self.provinces[Province(root)]
        return group(token, FIXED[COASTS[coast]]) if coast else (token,)

    def unit(self, power: Power, kind: str, place: Place) -> Message:
        """A unit, without parentheses around it."""
        return (self.powers[power], KINDS[kind], *self.place(place))

    def of(self, unit: Unit) -> Message:
        """A unit that stands on the board."""
        return self.unit(unit.power, unit.kind, unit.place)

    def turn(self, phase: Phase) -> Message:
        """A phase: its season and its year."""
        return (FIXED[TURNS[phase.season, phase.kind]], number(phase.year))

    def scores(self, state: State) -> Message:
        """The message that says who owns which center."""
        rows: dict[Power | None, list[int]] = {power: [] for power in self.powers}
        for center in self.variant.map.centers:
            owner = state.owners.get(center)
            rows.setdefault(owner, []).append(self.provinces[center])
        owned = [(self.powers[p] if p else UNO, *row) for p, row in rows.items() if row]
        return say("SCO", *map(group, owned))

    def named_map(self) -> Message:
        """The message that names the map."""
        return say("MAP", group(text(self.map_name)))

    @cached_property
    def definition(self) -> Message:
        """The message that tells all of the map."""
        parts = (self._centers(), self._others(), self._borders())
        return say("MDF", group(tuple(self.powers.values())), group(parts[0], parts[1]), parts[2])

    def _centers(self) -> Message:
        """Centers by the powers whose homes they are; those of several powers stand together."""
        rows: dict[tuple[Power, ...], list[int]] = {(power,): [] for power in self.powers}
        for center in self.variant.map.centers:
            homes = self.opening.homes
            owners = tuple(p for p in self.powers if center in homes.get(p, ()))
            rows.setdefault(owners, []).append(self.provinces[center])
        return group(*(group(self._owners(owners), tuple(row)) for owners, row in rows.items()))

    def _owners(self, owners: tuple[Power, ...]) -> Message:
        tokens = tuple(self.powers[p] for p in owners)
        return group(tokens) if len(tokens) > 1 else tokens or (UNO,)

    def _others(self) -> Message:
        return group(tuple(self.provinces[s.id] for s in self.spaces if not s.center))

    def _borders(self) -> Message:
        return group(*(group(self.provinces[s.id], *self._ways(s)) for s in self.spaces))

    def _ways(self, space: geo.Space) -> list[Message]:
        """Where an army and a fleet go from a province, and from each of its coasts."""
        found: list[Message] = []
        for place in space.places:
            for kind, token in KINDS.items():
                goals = self.variant.moves.get(kind, {}).get(place)
                if goals is not None:
                    coast = place.partition("/")[2]
                    who = group(token, FIXED[COASTS[coast]]) if coast else (token,)
                    found.append(group(who, *(self.place(goal) for goal in sorted(goals))))
        return found
