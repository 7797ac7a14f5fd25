"""The patient reader of order text: people's spellings, abbreviations and slips."""

import re
from collections.abc import Sequence

from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    BOARD,
    MOVEMENT,
    NEW_PIECE,
    NUMBER,
    PIECE,
    PLACE,
    POWER,
    RETREAT,
    TEXT,
    Argument,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Retreat,
    Support,
    Value,
    Verb,
    Waive,
)
from dragoman.notation import words
from dragoman.notation.reader import Reader
from dragoman.notation.roster import Named, Roster

_TIMES = re.compile(r"([1-9]\d?)(?:x|×|times)")
_VOTES = frozenset({"draw", "draws", "concede", "concedes", "resign", "resigns"})
_APART = "it is put to the vote apart from the orders, if the rules know it"
_AFTER = {RETREAT: "- or disband", ADJUSTMENT: "build or remove"}


class OrderReader(Reader):
    """Reads the orders of one text, given the position they are for."""

    def __init__(
        self,
        text: str,
        roster: Roster,
        power: Power | None,
        powers: Sequence[Power] = (),
        *,
        by_part: bool = False,
    ) -> None:
        super().__init__(text, roster.language)
        self.by_part = by_part
        self.powers = powers
        self.said: Power | None = None
        # The board of the unit that helps another, while that other is read.
        self.beside = ""
        self.roster = roster
        self.phase = roster.phase
        self.given = self.owner = power
        # In `build A par, F bre` the verb serves both units.
        self.led: str | Verb = ""

    def orders(self) -> list[Order]:
        """Every order of the text."""
        found: list[Order] = []
        self._pass_separators()
        while self.tokens[self.i]:
            found += self._order()
            if self.tokens[self.i] and not self._pass_separators() and not self._begins():
                raise self.unexpected()
        return found

    def _begins(self) -> bool:
        """Whether an order begins that nothing parts from the last: `2. …`, or `A(1:par) …`."""
        kind = self.language.kind_phrases.match(self.tokens, self.i)
        return self.bullet() > 0 or (kind is not None and self.tokens[kind[1]] == "(")

    def _pass_separators(self) -> bool:
        start = self.i
        while (token := self.tokens[self.i]) in words.SEPARATORS:
            # On some map a sea is called `and`.
            if self.is_place() and self.tokens[self.i + 1] in words.VERBS:
                break
            if token not in words.SOFT or token == ".":
                self.led = ""
            self.i += 1
        return self.i > start

    def _order(self) -> list[Order]:
        self._pass_bullets()
        start = self.i
        power = self.said = self.power()
        if self.i > start:
            self._pass_bullets()
            self.pass_any(words.TELLS)
        self.owner = self.given or power or self.owner
        times = self._times()
        return [order for order in self._once(power) for _ in range(times)]

    def _times(self) -> int:
        """How often an order is given: `3 x A mun - tyr` is three orders."""
        found = _TIMES.fullmatch("".join(self.tokens[self.i : self.i + 2]))
        glued = _TIMES.fullmatch(self.tokens[self.i])
        if not (found or glued) or self.is_place():
            return 1
        self.i += 1 if glued else 2
        return int((glued or found)[1])  # type: ignore[index]

    def _once(self, power: Power | None) -> list[Order]:
        if self.ends(self.i) and not self.is_place():
            return []
        verb = self._brought()
        if verb:
            return self._led_act(verb, None if self.given else power)
        lead = self._lead()
        if lead == words.WAIVE:
            return self._waive(None if self.given else power)
        if lead:
            self.led = lead
            return self._commanded(lead, self.unit(self.language.board))
        if self.tokens[self.i] in _VOTES and self.ends(self.i + 1) and not self.is_place():
            raise self.fault(f"{self.quoted(self.i, self.i + 1)} is no order: {_APART}")
        bare = self.roster.bare
        if bare and self.roster.is_list:
            return self._led_act(bare, None if self.given else power)
        return self.unit_orders()

    def _brought(self) -> Verb | None:
        """The verb of a module that comes before what it takes, if one does."""
        leads, token = self.language.leads, self.tokens[self.i]
        if opened := self.language.openings.match(self.tokens, self.i):
            return opened[0]
        if token not in leads.starts or self.is_place():
            return None
        found = leads.match(self.tokens, self.i)
        bare = self.tokens[self.i + 1] in words.MARKS - {":"} | words.ARROWS
        if not found or (token in leads.long and bare and found[1] == self.i + 1):
            ways = sorted(" ".join(rest) for rest, _ in leads.long[token])
            raise self.fault(f"expected {', '.join(ways)} after {token}", self.i + 1)
        verb, self.i = found
        return verb

    def _brought_by_unit(self) -> Verb | None:
        """Such a verb after the unit that stands where it is done: `Egypt opens med`."""
        found = self.language.leads.match(self.tokens, self.i) if self.phase == MOVEMENT else None
        if found:
            self.i = found[1]
        return found and found[0]

    def _pass_bullets(self) -> None:
        """Passes a number or a dash before an order; a dash before a unit may be a removal."""
        self.i += self.bullet()
        tokens = self.tokens
        dash = tokens[self.i] in ("-", "--")
        led = tokens[self.i + 1] in words.LEADS and tokens[self.i + 1] not in words.ARROWS
        self.i += dash and (self.phase != ADJUSTMENT or led)

    def _lead(self) -> str:
        """The verb that comes before its unit or stands alone, if one does."""
        token = self.tokens[self.i]
        lead = words.LEADS.get(token, "")
        if token in self.language.kind_phrases.short:
            return ""
        if token in words.ARROWS and self.phase != ADJUSTMENT:
            return ""
        self.i += bool(lead)
        return lead

    def unit_orders(self) -> list[Order]:
        """The order for the unit that comes next, or the orders where one word means two."""
        named = self.unit(self.language.board)
        deed = self.language.deeds.match(self.tokens, self.i)
        if deed:
            verb_, self.i = deed
            return self._unit_act(verb_, named)
        verb = self._verb()
        if verb == words.MOVE or verb == words.RETREAT:
            return self._march(named, verb)
        if verb == words.SUPPORT:
            return self._support(named)
        if verb == words.CONVOY:
            return self._convoy(named)
        if verb == words.HOLD:
            return [Hold(piece) for piece in self._pieces(named)]
        if not verb and (brought := self._brought_by_unit()):
            return self._led_act(brought, named.power)
        return self._commanded(verb or self.led or self._bare(named), named)

    def _verb(self) -> str:
        """The verb after a unit, if one comes."""
        tokens = self.tokens
        if tokens[self.i] in words.BEFORE_VERB:
            self.pass_any(words.BEFORE_VERB)
            self.i += tokens[self.i] == "to" and tokens[self.i + 1] in words.VERBS
        self.i += tokens[self.i] == "." and tokens[self.i + 1] in words.VERBS
        if verb := self.in_parentheses():
            self.i += 3
            return verb
        first, rest = tokens[self.i][:1], tokens[self.i][1:]
        if first in "sc" and rest in self.language.kind_phrases.short and tokens[self.i + 1] == "(":
            # In `A(3:bur)SA(1:par)-3:par` the verb and a kind are one word.
            tokens[self.i] = rest
            return words.VERBS[first]
        verb = words.VERBS.get(tokens[self.i], "")
        self.i += bool(verb)
        return verb

    def _pieces(self, named: Named) -> list[Piece]:
        """The pieces that are given the order."""
        pieces = self._meant(named)
        if not named.letters and len(pieces) > 1:
            raise self.fault(f"which one: {' or '.join(map(str, pieces))}?", named.at)
        return pieces

    def _meant(self, named: Named) -> list[Piece]:
        """The pieces that a name means, of the power that comes before it, or of one's own."""
        owners = self.owners
        if self.said and not named.power:
            named = named._replace(power=self.said)
        if self.by_part:
            named = self.roster.parted(named)
        return self.roster.ordered(named, owners)

    @property
    def owners(self) -> Sequence[Power]:
        """Whose orders these are: of one power, else of those that are called so, or of a seat."""
        return (self.owner,) if self.owner else self.namesakes or self.powers

    def only_board(self) -> str | None:
        """The board on which one's only unit of that place stands, or one's only home is.

        A unit that is helped stands on the board of its helper, or else is the only one there.
        """
        spaces, homes = self.language.map.spaces, self.roster.state.homes
        found = [p for g in self.language.gazetteers.values() for p in self.meant(g)]
        if self.beside:
            there = {spaces[p].board for p in found if p in self.roster.here}
            return there.pop() if len(there) == 1 else self.beside
        own = [p for p in found if self.roster.powers_at(p).intersection(self.owners)]
        own = own or [p for p in found if any(p in homes.get(o, ()) for o in self.owners)]
        if not self.owners:
            own = [p for p in found if p in self.roster.here]
        return spaces[own[0]].board if len(own) == 1 else None

    def _march(self, named: Named, verb: str) -> list[Order]:
        pieces = self._pieces(named)
        if self._stays(verb):
            return [Hold(piece) for piece in pieces]
        province, coast, sea = self._route(named.province)
        goals = [(piece, self.language.goal(piece, province, coast)) for piece in pieces]
        if self.phase == RETREAT or verb == words.RETREAT:
            return [Retreat(piece, to) for piece, to in goals]
        via = self._via() or sea
        return [Move(piece, to, via) for piece, to in goals]

    def _stays(self, verb: str) -> bool:
        """Whether a dash is followed by no place but by the verb itself: `A(2:lpl)-H`."""
        stays = verb == words.MOVE and words.VERBS.get(self.tokens[self.i]) == words.HOLD
        stays = stays and not self.is_place()
        self.i += stays
        return stays

    def _route(self, start: Province) -> tuple[Province, str, bool]:
        """The end of a way, and whether places in between were named; those are ignored (4.A.6)."""
        board = self.language.map.spaces[start].board
        sea = False
        while True:
            self._pass_to()
            province = self.place(board)
            coast, _ = self.details()
            if self.phase == RETREAT or words.VERBS.get(self.tokens[self.i]) != words.MOVE:
                return province, coast, sea
            self.i += 1
            sea = True

    def _pass_to(self) -> None:
        """Passes what may stand between a verb and its goal, as in `moves to`, `retreats -`."""
        verb, token = self.tokens[self.i - 1], self.tokens[self.i]
        self.i += token == "to" or (token in words.ARROWS and verb not in words.ARROWS)

    def _via(self) -> bool:
        """Whether the text asks for a convoy by name; the seas it lists are ignored (4.A.6)."""
        wrapped = self.tokens[self.i] == "("
        if self.tokens[self.i + wrapped] not in words.VIA:
            return False
        self.i += 1 + wrapped
        if self.tokens[self.i] in words.BY_SEA:
            self.i += 1
        elif self.tokens[self.i - 1] == "by":
            raise self.fault("expected convoy")
        else:
            self._pass_waters()
        if wrapped:
            self.close()
        return True

    def _pass_waters(self) -> None:
        exact = self.language.any_board.exact
        while found := exact.match(self.tokens, self.i):
            self.i = found[1]
            self.i += self.tokens[self.i] in words.ARROWS

    def _support(self, named: Named) -> list[Order]:
        pieces = self._pieces(named)
        whom, to = self._aided(named)
        return [Support(piece, whom, to) for piece in pieces]

    def _convoy(self, named: Named) -> list[Order]:
        pieces = self._pieces(named)
        whom, to = self._aided(named)
        if to is None:
            raise self.fault(f"expected - after {whom}")
        return [Convoy(piece, whom, to) for piece in pieces]

    def _aided(self, named: Named) -> tuple[Piece, Place | None]:
        """The unit that is supported or carried, and where it goes; none if it stays."""
        wrapped = self.tokens[self.i] == "("
        self.i += wrapped
        self.beside = self.language.map.spaces[named.province].board
        other = self.unit(self.language.board)
        self.beside = ""
        if wrapped and self.tokens[self.i] == ")":
            wrapped = False
            self.i += 1
            other = other._replace(coast=other.coast or self.details()[0])
        found = self._aim(other)
        if wrapped:
            self.close()
        return found

    def _aim(self, other: Named) -> tuple[Piece, Place | None]:
        """A unit that is helped, and the place that comes next if it goes somewhere.

        As in that unit's own order, a place without a board lies on the board it stands on.
        """
        whom = self.roster.other(other)
        start, verb = self.i, self._verb()
        if verb not in (words.MOVE, words.HOLD):
            self.i = start
        elif verb == words.MOVE and not self._stays(verb):
            province, coast, _ = self._route(other.province)
            self._via()
            return whom, self.language.goal(whom, province, coast)
        return whom, None

    def _commanded(self, verb: str | Verb, named: Named) -> list[Order]:
        """Builds, placements and removals; what a removal is called depends on the phase."""
        if isinstance(verb, Verb):
            return [verb(piece) for piece in self._raised(named)]
        if verb == words.BUILD:
            return [Build(piece) for piece in self._raised(named)]
        pieces = self._pieces(named)
        if self.phase == ADJUSTMENT or (self.phase != RETREAT and verb == words.REMOVE):
            return [Remove(piece) for piece in pieces]
        return [Disband(piece) for piece in pieces]

    def _raised(self, named: Named) -> list[Piece]:
        """The new pieces of a build; a missing kind is filled in where one fits (DATC 4.C.3)."""
        if named.letters:
            return self.roster.written(named)
        fit = self.language.residents(named.province, named.coast)
        fit = [kind for kind in fit if kind.needs_supply]
        if len(fit) > 1:
            names = " or ".join(kind.name for kind in fit)
            ways = " or ".join(f"{kind.letter} {named.province}" for kind in fit)
            raise self.fault(f"{names}? write {ways}", named.at)
        return self.roster.written(named._replace(letters=tuple(kind.letter for kind in fit)))

    def _bare(self, named: Named) -> str | Verb:
        """What a unit without a verb is ordered to do."""
        if self.roster.bare:
            return self.roster.bare
        if self.phase != ADJUSTMENT:
            verbs = _AFTER.get(self.phase) or self._deeds()
            raise self.fault(f"expected {verbs} after {self._meant(named)[0]}")
        own = [u for u in self.roster.here.get(named.province, ()) if u.power in self.owners]
        alike = not named.letters or any(u.kind in named.letters for u in own)
        if not self.owners or (own and not alike):
            raise self.fault(
                f"expected build or remove before {self.roster.written(named)[0]}", named.at
            )
        return words.REMOVE if own else words.BUILD

    def _deeds(self) -> str:
        """What a unit may be ordered to do."""
        more = [v.spellings[0] for v in self.language.vocabulary.verbs if v.by_unit]
        return f"-, S, C{', H' if more else ' or H'}{' or '.join(['', *more])}"

    def _waive(self, power: Power | None) -> list[Order]:
        token = self.tokens[self.i]
        count = 1
        if token.isdecimal():
            count = int(token) if len(token) <= 2 else 0
            if not count:
                raise self.fault("expected a number from 1 to 99")
            self.i += 1
        self.i += self.tokens[self.i] in ("build", "builds") and self.ends(self.i + 1)
        return [Waive(power)] * count

    def _led_act(self, verb: Verb, power: Power | None) -> list[Order]:
        """An order with a verb of a module's that no unit carries out, or several of them."""
        self.i += self.tokens[self.i] == ":"
        if verb.takes == (NEW_PIECE,):
            self.led = verb
            return self._commanded(verb, self.unit(self.language.board))
        # Words are the seat's own, whichever of its powers it names before them.
        whose = None if TEXT in verb.takes else power
        order = verb(*self._arguments(verb, None), power=whose)
        self.pass_purpose(verb)
        return [order]

    def _unit_act(self, verb: Verb, named: Named) -> list[Order]:
        """An order with a verb of a module's, for each of the pieces that are named."""
        start, found = self.i, list[Order]()
        for piece in self._pieces(named):
            self.i = start
            found.append(verb(piece, *self._arguments(verb, piece)))
        return found

    def _arguments(self, verb: Verb, piece: Piece | None) -> list[Value]:
        """What a verb takes, from left to right; a place lies on the board of the one before it."""
        board = self.language.space(piece.place).board if piece else self.language.board
        found: list[Value] = []
        for argument in verb.takes:
            while not argument.is_many or self._goes_on():
                if argument.of != TEXT.of:
                    self._pass_joint()
                found.append(self._argument(verb, argument, piece, board))
                if not argument.is_many:
                    break
                board = self._board_of(found[-1], board)
            board = self._board_of(found[-1], board) if found else board
        return found

    def _goes_on(self) -> bool:
        """Whether more of a list follows; what parts its members is passed."""
        while self.tokens[self.i] in words.SOFT and not self.is_place():
            self.i += 1
        return self.is_place() or not (self.ends(self.i) or self.tokens[self.i] == "as")

    def _pass_joint(self) -> None:
        """Passes a small word or a comma before what a verb takes."""
        joint = self.tokens[self.i] in words.JOINTS or self.tokens[self.i] in words.SOFT
        self.i += joint and not self.is_place()

    def _board_of(self, value: Value, board: str | None) -> str | None:
        place = Place(str(value.place if isinstance(value, Piece) else value))
        known = place in self.language.map.province
        return self.language.space(place).board if known else board

    def _argument(
        self, verb: Verb, argument: Argument, piece: Piece | None, board: str | None
    ) -> Value:
        """One thing that a verb takes."""
        if argument.of == TEXT.of:
            return self._text(verb)
        if argument.of == PIECE.of:
            return self.roster.other(self.unit(board))
        if argument.of == NEW_PIECE.of:
            return self._raised(self.unit(board))[0]
        if argument.of in (POWER.of, NUMBER.of, BOARD.of):
            return self._token(argument)
        if argument.of != PLACE.of:
            return self.stood_on(board)
        province = self.place(board)
        coast, _ = self.details()
        if piece:
            return self.language.goal(piece, province, coast)
        return self.language.coasts.get((province, coast), Place(province))

    def _token(self, argument: Argument) -> Value:
        """A power, a number or a board."""
        token = self.tokens[self.i]
        power = self.named_power() if argument.of == POWER.of else None
        if power:
            found, self.i = power
            return found
        if argument.of == NUMBER.of and token.isdecimal() and len(token) <= 6:
            self.i += 1
            return int(token)
        if argument.of == BOARD.of and token in self.language.boards:
            self.i += 1
            return self.language.boards[token]
        raise self.fault(f"expected a {argument.of}")

    def _text(self, verb: Verb) -> str:
        """The words of the text itself, up to a semicolon or the end of its line."""
        start = self.spans[self.i - 1][1] if self.i else 0
        while self.tokens[self.i] and self.tokens[self.i] not in words.HARD:
            self.i += 1
        text = self.text[start : self.spans[self.i][0]].strip()
        if not text:
            raise self.fault(f"expected the words of the {verb.noun or verb.name}")
        return text
