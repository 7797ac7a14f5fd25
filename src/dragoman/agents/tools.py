"""The tools of a seat: each asks the site's API as one person, and answers in text.

Nothing else is asked, so nothing can be had that the person may not have at the table.
"""

import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import quote

from dragoman.errors import RequestError
from dragoman.words.phrases import counted, listing

MOST_GAMES = 30
"""How many games are listed."""
POLL = 0.1
"""How many seconds pass between two looks whether a phase has been judged, at first."""
LONGEST_POLL = 3.0
LONGEST_WAIT = 300
"""How many seconds a tool waits for others at most."""


class Door(Protocol):
    """Somebody's way into a site, such as `dragoman.client.Client.call`."""

    def __call__(self, method: str, path: str, body: Any = None, query: Any = None) -> Any:
        """What the site answers: JSON as values, else text; a refusal is raised."""
        ...


def at(*parts: str) -> str:
    """An address of the API.

    >>> at("tables", "Seat 1")
    '/tables/Seat%201'
    """
    return "".join(f"/{quote(part, safe='+@:=,')}" for part in parts)


class Tools:
    """What a model may do at the tables of a site, as the person whose key it has.

    `turns` are those of which it has read the position: it can order for no others, so that nothing
    meant for one phase lands in the next.
    """

    def __init__(self, door: Door) -> None:
        self.door = door
        self.turns: dict[str, int] = {}

    @property
    def all(self) -> list[Callable[..., str]]:
        """Every tool, in the order in which they are listed."""
        return [
            self.list_games,
            self.new_game,
            self.sit_down,
            self.read_rules,
            self.read_position,
            self.read_history,
            self.read_press,
            self.legal_orders,
            self.try_orders,
            self.give_orders,
            self.send_press,
            self.vote_draw,
            self.be_ready,
            self.wait_for_turn,
        ]

    def list_games(self) -> str:
        """List your games: whose turn it is, what is due, and what you are called there."""
        rows = self.door("GET", at("tables"), query={"mine": "true", "limit": MOST_GAMES})
        lines = [self._game(row) for row in rows]
        return "\n".join(lines) or "You have no game yet: new_game begins one against bots."

    def _game(self, row: dict[str, Any]) -> str:
        mine = listing(row["mine"]) or "nobody"
        line = (
            f"{row['id']}: {row['variant_name']}, you are {mine}; {row['label']}, {row['status']}"
        )
        if row["status"] not in ("running", "paused"):
            return line
        view = self.door("GET", at("tables", row["id"]))
        waits = [s["seat"] for s in view["seats"] if _is_due(s)]
        return f"{line}; {f'orders are due from {listing(waits)}' if waits else 'others are due'}"

    def new_game(
        self,
        variant: str = "standard",
        seat: str = "",
        bot: str = "greedy",
        options: dict[str, Any] | None = None,
    ) -> str:
        """Begin a game against bots on all other seats: random, dumb, greedy, search or learned.

        Without a seat you get the first one; "?" draws one. Options are the variant's own.
        """
        body = {"variant": variant, "seat": seat, "bot": bot, "options": options or {}}
        made = self.door("POST", at("alone"), body)
        return f"Begun: game {made['id']}. Read its position next."

    def sit_down(self, table: str, seat: str = "", invitation: str = "") -> str:
        """Sit down at a table that has room; some need an invitation."""
        found = self.door("POST", at("tables", table, "join"), {"seat": seat, "invite": invitation})
        return f"You are {found['seat']}."

    def read_rules(self, variant: str = "") -> str:
        """Read the rules of a variant; without a name, the list of all variants."""
        if not variant:
            rows = self.door("GET", at("variants"))
            return "\n".join(f"{row['id']}: {row['summary']}" for row in rows)
        found = self.door("GET", at("variants", variant))
        return f"{found['name']}: {found['summary']}\n\n{found['rules']}"

    def read_position(self, table: str, seat: str = "", board: bool = False) -> str:
        """Read all that you know: what happened last, the position, press, what you can order.

        With board=true every province comes with its borders: read that once on a strange map.
        """
        # The turn is asked first: if the game moves on in between, orders are refused, not lost.
        turn = self.door("GET", at("tables", table))["turn"]
        asked = {"seat": seat, "board": "true" if board else "false"}
        text = self.door("GET", at("tables", table, "observation"), query=asked)
        self.turns[table] = turn
        return str(text)

    def read_history(self, table: str, step: int = 0, seat: str = "") -> str:
        """Read what came of an earlier phase, by its number; without one, the list of phases."""
        if step:
            asked = {"seat": seat}
            return str(
                self.door("GET", at("tables", table, "history", str(step)), query=asked)["sheet"]
            )
        rows = self.door("GET", at("tables", table), query={"seat": seat})["phases"]
        judged = [f"{row['n']}: {row['label']}" for row in rows if row["kind"] == "turn"]
        return "\n".join(judged) or "No phase has been judged yet."

    def read_press(self, table: str, seat: str = "") -> str:
        """Read the messages that you may read."""
        mail = self.door("GET", at("tables", table, "press"), query={"seat": seat})
        lines = [
            f"{one['sender'] or 'The organizer'} to {listing(one['to']) or 'all'}: {one['text']}"
            for one in mail["messages"]
        ]
        return "\n".join(lines) or f"No messages. Press at this table: {mail['mode']}."

    def legal_orders(
        self,
        table: str,
        subject: str = "",
        words: list[str] | None = None,
        seat: str = "",
    ) -> str:
        """Ask step by step what is legal: a subject such as "A par", then the words chosen so far.

        Without a subject: what you can order at all. With one: the words that may come next; those
        that complete an order are shown with it.
        """
        if not subject:
            return self._subjects(table, seat)
        body = {"subject": subject, "prefix": words or [], "seat": seat}
        rows = self.door("POST", at("tables", table, "steps"), body)
        return "\n".join(map(_step, rows)) or "Nothing comes after these words."

    def _subjects(self, table: str, seat: str) -> str:
        desk = self.door("GET", at("tables", table, "orders"), query={"seat": seat})
        due = [f"{row['subject']} ({', '.join(row['verbs'])}), due" for row in desk["owed"]]
        may = [f"{row['subject']} ({', '.join(row['verbs'])}), if you like" for row in desk["may"]]
        pools = [f"up to {counted(number, pool)}" for pool, number in desk["quotas"].items()]
        return "\n".join([*due, *may, *pools]) or "You have nothing to order in this phase."

    def try_orders(
        self,
        table: str,
        orders: list[str],
        others: dict[str, list[str]] | None = None,
        seat: str = "",
    ) -> str:
        """See what orders would come to; nothing is changed.

        `others` are guesses at what other seats order, by seat; without, their units hold.
        """
        mine = self.door("GET", at("tables", table, "orders"), query={"seat": seat})["seat"]
        guessed = {name: "\n".join(lines) for name, lines in (others or {}).items()}
        body = {"orders": {**guessed, mine: "\n".join(orders)}, "seat": mine}
        found = self.door("POST", at("tables", table, "whatif"), body)
        return f"This is only tried.\n\n{found['phase']['sheet']}"

    def give_orders(self, table: str, orders: list[str], seat: str = "") -> str:
        """Give all your orders for this phase; they replace what you gave before.

        They are judged when all are ready or the time is over, as they then stand.
        """
        body = {"turn": self._turn(table), "orders": orders, "seat": seat}
        desk = self.door("PUT", at("tables", table, "orders"), body)
        lines = [_noted(line) for line in desk["lines"]]
        missing = desk["missing"]
        left = f"Nothing is ordered yet for {listing(missing)}." if missing else "All is ordered."
        return "\n".join(["Saved:", *lines, left])

    def send_press(self, table: str, text: str, to: list[str] | None = None, seat: str = "") -> str:
        """Send a message to some seats; without receivers it goes to all."""
        body = {"text": text, "to": to or [], "seat": seat}
        sent = self.door("POST", at("tables", table, "press"), body)
        return f"Sent to {listing(sent['to']) or 'all'}."

    def vote_draw(self, table: str, draw: bool = True, seat: str = "") -> str:
        """Vote for a draw among the survivors, or take the vote back."""
        body = {"turn": self._turn(table), "votes": {"draw": draw}, "seat": seat}
        done = self.door("PUT", at("tables", table, "votes"), body)["done"]
        return "The game has ended in a draw." if done else "Your vote is kept."

    def be_ready(self, table: str, ready: bool = True, wait: int = 0, seat: str = "") -> str:
        """Say that your orders are final; with `wait`, wait so many seconds for your next turn.

        When all seats are ready the phase is judged at once.
        """
        turn = self._turn(table)
        self.door("PUT", at("tables", table, "ready"), {"turn": turn, "ready": ready, "seat": seat})
        return self.wait_for_turn(table, wait) if ready else "You are not ready."

    def wait_for_turn(self, table: str, seconds: int = 60) -> str:
        """Wait until orders are due from you, or the game is over, or the time is."""
        ends, pause = time.monotonic() + min(seconds, LONGEST_WAIT), POLL
        while True:
            view = self.door("GET", at("tables", table))
            if view["status"] == "finished":
                return f"The game is over: {view['label']}. The position shows how it ended."
            waits = view["status"] == "running" and any(map(_is_due, view["seats"]))
            if waits and view["turn"] != self.turns.get(table):
                return f"It is your turn: {view['label']}. Read the position next."
            if time.monotonic() >= ends:
                return f"It is not your turn yet: {view['label']}, {view['status']}."
            time.sleep(pause)
            pause = min(LONGEST_POLL, pause * 1.5)

    def _turn(self, table: str) -> int:
        if table not in self.turns:
            raise RequestError("read the position of this game first: read_position")
        return self.turns[table]


def _is_due(seat: dict[str, Any]) -> bool:
    """Whether a seat is one's own and has something left to order."""
    return bool(seat["mine"] and seat["owes"] and not seat["ready"])


def _step(row: dict[str, Any]) -> str:
    done = f" = {row['order']}" if row["order"] else ""
    return f"{row['token']}{done}{' …' if row['more'] else ''}"


def _noted(line: dict[str, Any]) -> str:
    """A line of a draft with what is wrong with it."""
    wrong = line["problem"] or "; ".join(o["text"] for o in line["orders"] if o["fault"])
    return f"{line['text']}: NOT VALID: {wrong}" if wrong else f"{line['text']}: valid"
