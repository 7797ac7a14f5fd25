"""A text being read: its tokens, how far reading has come, and what can be named in it."""

from functools import cached_property

from dragoman.errors import NotationError
from dragoman.geo import Province
from dragoman.model import Power, Verb
from dragoman.notation.language import Gazetteer, Language
from dragoman.notation.roster import Named
from dragoman.notation.words import (
    ARTICLES,
    BEFORE_VERB,
    GOES,
    KEYWORDS,
    MARKS,
    SEPARATORS,
    VERBS,
    VIA,
    WHERE,
    plain,
)


class Reader:
    """Reads names of powers, units and places off a text, from left to right."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        # Looking four tokens ahead never runs off the end.
        self.tokens = [*language.tokens(text), *[""] * 5]
        self.i = 0
        self.namesakes: tuple[Power, ...] = ()

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each token begins and ends in the text."""
        size = len(self.text)
        found = [match.span() for match in self.language.pattern.finditer(plain(self.text))]
        return [*found, (size, size)]

    def fault(self, expected: str, at: int | None = None) -> NotationError:
        """An error that points at a token, by default the next one."""
        return NotationError(self.text, self.spans[self.i if at is None else at][0], expected)

    def quoted(self, first: int, last: int) -> str:
        """The text from one token up to another, in quotes and not too long."""
        found = self.text[self.spans[first][0] : self.spans[last - 1][1]]
        return f"'{found}'" if len(found) <= 40 else f"'{found[:39]}…'"

    def unexpected(self) -> NotationError:
        """An error over a token that has no business here."""
        if self.tokens[self.i].startswith("$"):
            return self.fault(
                "an amount ends its line: write one order to a line, such as A mun H $5"
            )
        return self.fault(f"did not expect {self.quoted(self.i, self.i + 1)} here")

    def power(self) -> Power | None:
        """The power named next, as in `France:`, `French` or `France's`, if one is named."""
        tokens = self.tokens
        found = self.named_power()
        if not found:
            self._pass_shared_name()
        if not found or self.language.kind_phrases.match(tokens, self.i):
            return None
        power, end = found
        place = self.language.any_board.exact.match(tokens, self.i)
        if tokens[end] != ":" and place and not self._owns(place[1], end):
            return None
        self.i = end + 1 if tokens[end] in (":", ".") else end
        return power

    def _pass_shared_name(self) -> None:
        """Passes a name that several powers bear, as those of one country on several boards do."""
        shared = self.language.shared_phrases.match(self.tokens, self.i)
        if shared and not self.is_place():
            self.namesakes, self.i = shared
            self.i += self.tokens[self.i] == ":"

    def named_power(self) -> tuple[Power, int] | None:
        """The power named next and the token after it; before a colon its beginning will do."""
        token, after = self.tokens[self.i], self.tokens[self.i + 1]
        known = token in KEYWORDS or token in self.language.verb_starts
        if after != ":" or len(token) < 2 or known:
            return self.language.power_phrases.match(self.tokens, self.i)
        found = self.language.power_phrases.match(self.tokens, self.i)
        if found or token in self.language.boards:
            return found
        begun = {p for name, p in self.language.powers.items() if name.startswith(token)}
        return (begun.pop(), self.i + 1) if len(begun) == 1 else None

    def bullet(self) -> int:
        """How many tokens the number of an order in a list has: `1.`, `1)` or `(1)`."""
        tokens, i = self.tokens, self.i
        if tokens[i] == "(" and tokens[i + 1].isdecimal() and tokens[i + 2] == ")":
            return 3
        return 2 if tokens[i].isdecimal() and tokens[i + 1] in (".", ")") else 0

    def _pass_article(self) -> None:
        """Passes `the`, `an`, and `a` before the name of a kind, where they are not a place."""
        token, after = self.tokens[self.i], self.tokens[self.i + 1]
        spelled = token == "a" and len(after) > 2 and after in self.language.kind_phrases.short
        self.i += (token in ARTICLES or spelled) and not self.is_place()

    def pass_any(self, fillers: frozenset[str]) -> None:
        """Passes small words that mean nothing, where they are not a place."""
        while self.tokens[self.i] in fillers and not self.is_place():
            self.i += 1

    def _pass_gloss(self) -> None:
        """Passes what explains a kind, as in `DA (double army)`: it ends with a kind."""
        at = self.i + 1
        if self.tokens[self.i] != "(" or self.is_place_at(at):
            return
        while self.tokens[at] not in MARKS:
            found = self.language.kind_phrases.match(self.tokens, at)
            if found and self.tokens[found[1]] == ")":
                self.i = found[1] + 1
                return
            at += 1

    def pass_purpose(self, verb: Verb) -> None:
        """Passes what a list is for, as in `declare bre, lon and nap as home centers`."""
        end = self.i
        while not self.ends(end):
            end += 1
        known = {spelling.split()[-1] for spelling in verb.spellings}
        if self.tokens[self.i] == "as" and self.tokens[end - 1] in known:
            self.i = end

    def ends(self, at: int) -> bool:
        """Whether an order ends before a token."""
        return self.tokens[at] in SEPARATORS or not self.tokens[at]

    def _owns(self, place_end: int, end: int) -> bool:
        """Whether a word that is a place as well is meant as the power: a kind follows it."""
        kind = self.language.kind_phrases.match(self.tokens, end)
        return place_end == end and kind is not None

    def unit(self, board: str | None) -> Named:
        """The unit named next, such as `A par`, `French fleet (3:Brest)` or `CG iro (army)`."""
        self._pass_article()
        power = self.power()
        at = self.i
        letters = self.kind()
        if letters:
            self._pass_gloss()
            # `A is - bul` is for Istanbul; only before `move` is such a word small.
            self.i += self.tokens[self.i] in BEFORE_VERB and self.tokens[self.i + 1] in GOES
            self.pass_any(GOES)
            self.pass_any(WHERE)
        wrapped = self.tokens[self.i] == "("
        self.i += wrapped
        province = self.place(board)
        coast, part = self.details()
        if wrapped:
            self.close()
            more_coast, more_part = self.details()
            coast, part = coast or more_coast, part or more_part
        return Named(letters, province, coast, part, at, power)

    def stood_on(self, board: str | None) -> Province:
        """The province that is named next, by itself or by the unit in it: `open med`, `F med`."""
        if not self.is_place() and self._is_unit():
            return self.unit(board).province
        province = self.place(board)
        self.details()
        return province

    def _is_unit(self) -> bool:
        """Whether a unit comes next that is named with its kind."""
        at = self.i
        self._pass_article()
        self.power()
        kind, self.i = self.language.kind_phrases.match(self.tokens, self.i), at
        return kind is not None

    def kind(self) -> tuple[str, ...]:
        """The letters of the kind word that comes next, if one does."""
        tokens = self.tokens
        found = self.language.kind_phrases.match(tokens, self.i)
        if not found:
            return ()
        if tokens[self.i] in self.language.any_board.exact.long:
            place = self.language.any_board.exact.match(tokens, self.i)
            if place and place[1] > found[1]:
                return ()
        letters, self.i = found
        self.i += tokens[self.i] == "."
        return letters

    def place(self, board: str | None) -> Province:
        """The province named next; it lies on the given board unless it says otherwise."""
        tokens = self.tokens
        self._pass_article()
        if self.language.boards:
            board = self._board() or board or self.only_board()
        if board is None:
            raise self._boardless()
        gazetteer = self.language.gazetteers[board]
        at = self.i
        found, self.i = gazetteer.exact.match(tokens, at) or self._begun(gazetteer)
        if len(found) > 1:
            raise self._ambiguous(found, at, self.i)
        return found[0]

    def _board(self) -> str | None:
        """The board named before a place: `3:par`, or `3 par` where no colon is written."""
        tokens, boards = self.tokens, self.language.boards
        board, colon = boards.get(tokens[self.i]), tokens[self.i + 1] == ":"
        if colon and board is None:
            raise self._boardless()
        if colon or (board is not None and tokens[self.i + 1] not in MARKS):
            self.i += 1 + colon
            return board
        return None

    def only_board(self) -> str | None:
        """The board of a place that names none, where only one can be meant."""
        return None

    def meant(self, gazetteer: Gazetteer) -> tuple[Province, ...]:
        """The place on a board that the words that come next name; nothing if they name none."""
        found = gazetteer.exact.match(self.tokens, self.i)
        return found[0] if found else gazetteer.beginning(self.tokens[self.i])

    def is_place(self) -> bool:
        """Whether a place comes next, by its id or full name, whatever else the word means."""
        return self.is_place_at(self.i)

    def is_place_at(self, at: int) -> bool:
        """The same of the words from a token on."""
        return self.language.any_board.exact.match(self.tokens, at) is not None

    def _boardless(self) -> NotationError:
        word = self.tokens[self.i]
        if word in MARKS or word in VERBS:
            return self.fault("expected a place")
        boards = list(self.language.boards.values())
        quoted = self.quoted(self.i, self.i + 1)
        if self.tokens[self.i + 1] == ":":
            return self.fault(f"no board called {quoted}: there are boards {_listed(boards)}")
        return self.fault(f"expected a board before {quoted}, such as {boards[0]}:{quoted[1:-1]}")

    def _begun(self, gazetteer: Gazetteer) -> tuple[tuple[Province, ...], int]:
        """The place whose name begins with the words that come next."""
        if self.tokens[self.i] in MARKS or self.tokens[self.i] in VERBS:
            raise self.fault("expected a place")
        starts = self._starts(gazetteer)
        for start, end in reversed(starts):
            found = gazetteer.beginning(start)
            if len(found) == 1:
                return found, end
        if found and len(starts) == 1:
            raise self._ambiguous(found, self.i, end)
        start, end = starts[-1]
        raise self._unknown(gazetteer.nearest(start), end)

    def _starts(self, gazetteer: Gazetteer) -> list[tuple[str, int]]:
        """The next word, then more of them while some name goes on like that, with their ends."""
        start, end = self.tokens[self.i], self.i + 1
        starts = [(start, end)]
        while gazetteer.beginning(f"{start} "):
            end += self.tokens[end] == "."
            token = self.tokens[end]
            if token in self.language.keywords:
                break
            start, end = f"{start} {token}", end + 1
            starts.append((start, end))
        return starts

    def _ambiguous(self, found: tuple[Province, ...], first: int, last: int) -> NotationError:
        names = sorted(self._title(province) for province in found)
        if len(names) > 5:
            names[4:] = [f"{len(names) - 4} others"]
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        return self.fault(f"{self.quoted(first, last)} could be {listed}", first)

    def _unknown(self, near: Province | None, last: int) -> NotationError:
        power = self.language.power_phrases.match(self.tokens, self.i)
        if power:
            return self.fault(f"{self.quoted(self.i, power[1])} is a power, not a place")
        hint = f": did you mean {self._title(near)}?" if near else ""
        return self.fault(f"no place called {self.quoted(self.i, last)}{hint}")

    def _title(self, province: Province) -> str:
        return f"{self.language.map.spaces[province].name} ({province})"

    def details(self) -> tuple[str, str]:
        """The coast and the part that follow a place; each is empty if it is not named."""
        coast = part = ""
        while self.tokens[self.i] in self.language.mark_starts:
            before = self.i
            if found := self._part():
                part = found
            else:
                coast = self._coast() or coast
            if self.i == before:
                break
        return coast, part

    def _part(self) -> str:
        """The part named in parentheses, as in `(army)`."""
        if self.tokens[self.i] != "(":
            return ""
        found = self.language.kind_phrases.match(self.tokens, self.i + 1)
        if not found or self.tokens[found[1]] != ")":
            return ""
        self.i = found[1] + 1
        return self.language.kinds[found[0][0]].name

    def _coast(self) -> str:
        """The coast named next: `/nc`, `(north coast)`, `nc` or `north coast`."""
        mark = self.tokens[self.i]
        if mark not in ("/", "("):
            bare = self.language.coast_phrases.match(self.tokens, self.i)
            self.i = bare[1] if bare else self.i
            return bare[0] if bare else ""
        if mark == "(" and (self.tokens[self.i + 1] in VIA or self.in_parentheses()):
            return ""
        found = self.language.marked_coasts.match(self.tokens, self.i + 1)
        if not found:
            raise self.fault("expected a coast, such as nc", self.i + 1)
        coast, self.i = found
        self.i += self.tokens[self.i] == "." and mark == "("
        if mark == "(":
            self.close()
        return coast

    def in_parentheses(self) -> str:
        """The verb that comes next in parentheses, as zines print it: `A rom (s) sic - nap`.

        `(s)` is a coast where nothing follows that could be supported: `F spa (s) - lyo`.
        """
        mark, word, end, after, last = self.tokens[self.i : self.i + 5]
        verb = VERBS.get(word, "") if (mark, end) == ("(", ")") else ""
        goes_on = last not in VIA if after == "(" else after not in MARKS and after not in VERBS
        return verb if goes_on or word not in self.language.marked_coasts.short else ""

    def close(self) -> None:
        """Passes a closing parenthesis."""
        if self.tokens[self.i] != ")":
            raise self.fault("expected )")
        self.i += 1


def _listed(boards: list[str]) -> str:
    """Boards in a row: `1 to 7` where they are numbered."""
    numbered = boards == [str(n) for n in range(1, len(boards) + 1)] and len(boards) > 2
    return f"{boards[0]} to {boards[-1]}" if numbered else ", ".join(boards)
