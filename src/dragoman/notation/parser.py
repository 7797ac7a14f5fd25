"""The patient reader of order text: people's spellings, abbreviations and slips."""

from dragoman.geo import Place, Province
from dragoman.model import (
    ADJUSTMENT,
    RETREAT,
    Build,
    Claim,
    Convoy,
    Declare,
    Deploy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Remove,
    Retreat,
    Support,
    Waive,
)
from dragoman.notation import words
from dragoman.notation.reader import Reader
from dragoman.notation.roster import Named, Roster

_AFTER = {RETREAT: "- or disband", ADJUSTMENT: "build or remove"}


class OrderReader(Reader):
    """Reads the orders of one text, given the position they are for."""

    def __init__(self, text: str, roster: Roster, power: Power | None) -> None:
        super().__init__(text, roster.language)
        self.roster = roster
        self.phase = roster.phase
        self.given = self.owner = power
        # In `build A par, F bre` the verb serves both units.
        self.led = ""

    def orders(self) -> list[Order]:
        """Every order of the text."""
        found: list[Order] = []
        self._pass_separators()
        while self.tokens[self.i]:
            found += self._order()
            if self.tokens[self.i] and not self._pass_separators() and not self.bullet():
                raise self.unexpected()
        return found

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
        power = self.power()
        if power is not None:
            self._pass_bullets()
        self.owner = self.given or power or self.owner
        if self._ends(self.i) and not self.is_place():
            return []
        if self.tokens[self.i] in words.MATTERS and not self.is_place():
            return [self._declare(power)]
        lead = self._lead()
        if lead == words.CLAIM:
            return [self._claim()]
        if lead == words.WAIVE:
            return self._waive(None if self.given else power)
        if lead == words.DECLARE:
            return [self._declare(power)]
        if lead:
            self.led = lead
            return self._commanded(lead, self.unit(self.language.board))
        return [self._homes(power)] if self.phase == words.DECLARATION else self._unit_order()

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

    def _unit_order(self) -> list[Order]:
        named = self.unit(self.language.board)
        verb = self._verb()
        if verb == words.MOVE or verb == words.RETREAT:
            return self._march(named, verb)
        if verb == words.SUPPORT:
            return self._support(named)
        if verb == words.CONVOY:
            return self._convoy(named)
        if verb == words.HOLD:
            return [Hold(piece) for piece in self._pieces(named)]
        return self._commanded(verb or self.led or self._bare(named), named)

    def _verb(self) -> str:
        """The verb after a unit, if one comes."""
        tokens = self.tokens
        self.i += tokens[self.i] == "." and tokens[self.i + 1] in words.VERBS
        verb = words.VERBS.get(tokens[self.i], "")
        self.i += bool(verb)
        return verb

    def _pieces(self, named: Named) -> list[Piece]:
        """The pieces that are given the order."""
        pieces = self.roster.ordered(named, self.owner)
        if not named.letters and len(pieces) > 1:
            raise self.fault(f"which one: {' or '.join(map(str, pieces))}?", named.at)
        return pieces

    def _march(self, named: Named, verb: str) -> list[Order]:
        pieces = self._pieces(named)
        province, coast, sea = self._route(named.province)
        goals = [(piece, self.language.goal(piece, province, coast)) for piece in pieces]
        if self.phase == RETREAT or verb == words.RETREAT:
            return [Retreat(piece, to) for piece, to in goals]
        via = self._via() or sea
        return [Move(piece, to, via) for piece, to in goals]

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
        other = self.unit(self.language.map.spaces[named.province].board)
        if wrapped and self.tokens[self.i] == ")":
            wrapped = False
            self.i += 1
            other = other._replace(coast=other.coast or self.details()[0])
        found = self._aim(named, other)
        if wrapped:
            self.close()
        return found

    def _aim(self, named: Named, other: Named) -> tuple[Piece, Place | None]:
        """A unit that is helped, and the place that comes next if it goes somewhere."""
        whom = self.roster.other(other)
        verb = words.VERBS.get(self.tokens[self.i])
        self.i += verb in (words.MOVE, words.HOLD)
        if verb == words.MOVE and words.VERBS.get(self.tokens[self.i]) == words.HOLD:
            self.i += 1
        elif verb == words.MOVE:
            province, coast, _ = self._route(named.province)
            self._via()
            return whom, self.language.goal(whom, province, coast)
        return whom, None

    def _commanded(self, verb: str, named: Named) -> list[Order]:
        """Builds, placements and removals; what a removal is called depends on the phase."""
        if verb == words.BUILD:
            return [Build(piece) for piece in self._raised(named)]
        if verb == words.DEPLOY:
            return [Deploy(piece) for piece in self._raised(named)]
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

    def _bare(self, named: Named) -> str:
        """What a unit without a verb is ordered to do."""
        if self.phase == words.DEPLOYMENT:
            return words.DEPLOY
        if self.phase != ADJUSTMENT:
            verbs = _AFTER.get(self.phase, "-, S, C or H")
            raise self.fault(f"expected {verbs} after {self.roster.ordered(named, self.owner)[0]}")
        own = [u for u in self.roster.here.get(named.province, ()) if u.power == self.owner]
        alike = not named.letters or any(u.kind in named.letters for u in own)
        if self.owner is None or (own and not alike):
            raise self.fault(
                f"expected build or remove before {self.roster.written(named)[0]}", named.at
            )
        return words.REMOVE if own else words.BUILD

    def _waive(self, power: Power | None) -> list[Order]:
        token = self.tokens[self.i]
        count = 1
        if token.isdecimal():
            count = int(token) if len(token) <= 2 else 0
            if not count:
                raise self.fault("expected a number from 1 to 99")
            self.i += 1
        self.i += self.tokens[self.i] in ("build", "builds") and self._ends(self.i + 1)
        return [Waive(power)] * count

    def _ends(self, at: int) -> bool:
        return self.tokens[at] in words.SEPARATORS or not self.tokens[at]

    def _declare(self, power: Power | None) -> Declare:
        what = self.tokens[self.i]
        if what in words.MARKS or what in words.ARROWS:
            raise self.fault("expected what is declared, such as homes")
        self.i += 1
        return self._declared(what, power)

    def _homes(self, power: Power | None) -> Declare:
        self.i += self.tokens[self.i] in words.HOMES
        return self._declared("homes", power)

    def _declared(self, what: str, power: Power | None) -> Declare:
        """A declaration of the provinces that are listed up to the end of the order."""
        self.i += self.tokens[self.i] == ":"
        board = self.language.board
        found: list[Province] = []
        while (token := self.tokens[self.i]) and token not in words.HARD:
            if token in words.SOFT and not self.is_place():
                self.i += 1
                continue
            found.append(self.place(board))
            self.details()
            board = self.language.map.spaces[found[-1]].board
        return Declare(what, tuple(found), None if self.given else power)

    def _claim(self) -> Claim:
        """A claim in the words of the text, up to a semicolon or the end of its line."""
        start = self.spans[self.i - 1][1]
        while self.tokens[self.i] and self.tokens[self.i] not in words.HARD:
            self.i += 1
        text = self.text[start : self.spans[self.i][0]].strip()
        if not text:
            raise self.fault("expected the words of the claim")
        return Claim(text)
