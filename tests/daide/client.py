"""A DAIDE client for the tests: it knows the board from the wire alone and plays at random.

Written from the published protocol; it shares no code with the server.
"""

import asyncio
import struct
from collections import Counter
from random import Random

from tests.daide.speech import Speech, Tree, flat, tree

INITIAL, NAMES, MESSAGE, FINAL, ERROR = range(5)


class Link:
    """A connection: frames and messages out and in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.speech = Speech()

    @classmethod
    async def open(cls, port: int) -> "Link":
        """Connect without a word."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    @classmethod
    async def greet(cls, port: int) -> "Link":
        """Connect, introduce oneself, and learn the names of the board."""
        link = await cls.open(port)
        link.raw(bytes.fromhex("00000004 0001 DA10"))
        kind, body = await link.frame()
        assert kind == NAMES
        link.speech = Speech(body)
        return link

    def raw(self, data: bytes) -> None:
        """Send octets as they are."""
        self.writer.write(data)

    def say(self, text: str) -> None:
        """Send a message."""
        body = self.speech.write(text)
        self.raw(struct.pack(">BBH", MESSAGE, 0, len(body)) + body)

    async def frame(self) -> tuple[int, bytes]:
        """The next frame; an error frame if the line is dead."""
        kind, _, length = struct.unpack(">BBH", await self.reader.readexactly(4))
        return kind, await self.reader.readexactly(length)

    async def hear(self) -> str:
        """The next message; nothing once the other side has ended."""
        try:
            kind, body = await self.frame()
        except (asyncio.IncompleteReadError, ConnectionError):
            return ""
        return self.speech.read(body) if kind == MESSAGE else ""

    async def until(self, *words: str) -> str:
        """The next message that begins with one of some words; others are passed over."""
        while True:
            message = await self.hear()
            if not message or message.split()[0] in words:
                return message

    async def ask(self, text: str, *words: str) -> str:
        """Say something and wait for what begins with some words."""
        self.say(text)
        return await self.until(*words)

    def hang_up(self) -> None:
        """Break the connection off."""
        self.writer.transport.abort()

    def leave(self) -> None:
        """Say goodbye, and go."""
        self.raw(bytes([FINAL, 0, 0, 0]))
        self.writer.close()


class Player:
    """Plays a game at random, by what it heard over the wire."""

    def __init__(self, seed: object) -> None:
        self.random = Random(str(seed))
        self.ways: dict[tuple[str, str], list[str]] = {}
        self.homes: dict[str, set[str]] = {}
        self.centers: dict[str, set[str]] = {}
        self.power, self.passcode, self.end = "", 0, ""
        self.notes: Counter[str] = Counter()
        self.bad: list[str] = []
        self.heard: Counter[str] = Counter()
        self.log: list[str] = []
        self.now = ""

    async def play(self, port: int) -> None:
        """Connect and play to the end."""
        link = await Link.greet(port)
        link.say("NME ('random') ('1')")
        await self.follow(link)

    async def follow(self, link: Link) -> None:
        """Answer whatever the server says until it ends."""
        while message := await link.hear():
            self.log.append(message)
            self.heard[message.split()[0]] += 1
            answer = getattr(self, f"on_{message.split()[0].lower()}", None)
            if answer:
                for line in answer(tree(message)) or ():
                    link.say(line)
            if message == "OFF":
                break
        link.writer.close()

    # What is heard.

    def on_map(self, message: Tree) -> list[str]:
        self.map = message[1][0]
        return ["MDF"]

    def on_mdf(self, message: Tree) -> list[str]:
        for owner, *centers in message[2][0]:
            for power in owner if isinstance(owner, list) else [owner]:
                self.homes.setdefault(power, set()).update(centers)
        for province, *rows in message[3]:
            for unit, *near in rows:
                kind, coast = unit if isinstance(unit, list) else (unit, "")
                here = f"({province} {coast})" if coast else province
                self.ways[kind, here] = [_place(goal) for goal in near]
        return [f"YES (MAP ({self.map}))"]

    def on_hlo(self, message: Tree) -> None:
        self.power, self.passcode = message[1][0], message[2][0]

    def on_sco(self, message: Tree) -> None:
        self.centers = {owner: set(centers) for owner, *centers in message[1:]}

    def on_thx(self, message: Tree) -> None:
        self.notes[message[2][0]] += 1
        if message[2][0] != "MBV":
            self.bad.append(flat(message))

    def on_slo(self, message: Tree) -> None:
        self.end = flat(message)

    def on_drw(self, message: Tree) -> None:
        self.end = flat(message)

    def on_now(self, message: Tree) -> list[str]:
        if not self.power or self.end:
            return []
        season, self.now = message[1][0], flat(message[1])
        units = [row for row in message[2:] if len(row) == 3]
        if season in ("SPR", "FAL"):
            return self.submitted(self.moves(units))
        if season in ("SUM", "AUT"):
            return self.submitted(self.retreats(message[2:]))
        return self.submitted(self.adjustments(units))

    def submitted(self, orders: list[str]) -> list[str]:
        return [f"SUB {' '.join(f'({order})' for order in orders)}"] if orders else []

    # What is ordered.

    def moves(self, units: Tree) -> list[str]:
        orders: dict[str, str] = {}
        mine = [unit for unit in units if unit[0] == self.power]
        for unit in mine:
            near = self.ways[unit[1], _place(unit[2])]
            goal = self.random.choice([*near, *near, ""])
            orders[flat(unit)] = f"MTO {goal}" if goal else "HLD"
        self.convoy(units, orders)
        for unit in mine:
            if self.random.random() < 0.4 and orders[flat(unit)][:3] in ("MTO", "HLD"):
                orders[flat(unit)] = self.support(unit, units, orders)
        return [f"({unit}) {order}" for unit, order in orders.items()]

    def support(self, unit: Tree, units: Tree, orders: dict[str, str]) -> str:
        """Support for a unit that stands or goes next to a unit, or a hold."""
        near = {_root(p) for p in self.ways[unit[1], _place(unit[2])]}
        choices = ["HLD"]
        for other in units:
            if other == unit:
                continue
            if _root(_place(other[2])) in near:
                choices.append(f"SUP ({flat(other)})")
            goals = [_root(goal) for goal in self.ways[other[1], _place(other[2])]]
            choices += [f"SUP ({flat(other)}) MTO {g}" for g in {*goals} & near]
        return self.random.choice(sorted(choices))

    def convoy(self, units: Tree, orders: dict[str, str]) -> None:
        """Now and then an army goes over one sea, with one of the power's own fleets."""
        for fleet in units:
            sea = _place(fleet[2])
            if fleet[:2] != [self.power, "FLT"] or ("AMY", sea) in self.ways or "(" in sea:
                continue
            shores = {_root(p) for p in self.ways["FLT", sea] if ("AMY", _root(p)) in self.ways}
            armies = [u for u in units if u[:2] == [self.power, "AMY"] and u[2] in shores]
            if armies and self.random.random() < 0.5:
                army = self.random.choice(armies)
                goal = self.random.choice(sorted(shores - {army[2]}))
                orders[flat(army)] = f"CTO {goal} VIA ({sea})"
                orders[flat(fleet)] = f"CVY ({flat(army)}) CTO {goal}"
                return

    def retreats(self, rows: Tree) -> list[str]:
        orders = []
        for unit in (row for row in rows if "MRT" in row and row[0] == self.power):
            goals = [_place(goal) for goal in unit[4]]
            what = f"RTO {self.random.choice(goals)}" if goals else "DSB"
            orders.append(f"({flat(unit[:3])}) {what}")
        return orders

    def adjustments(self, units: Tree) -> list[str]:
        mine = [unit for unit in units if unit[0] == self.power]
        due = len(self.centers.get(self.power, ())) - len(mine)
        if due < 0:
            return [f"({flat(unit)}) REM" for unit in self.random.sample(mine, -due)]
        taken = {_root(_place(unit[2])) for unit in units}
        homes = self.homes.get(self.power, set()) & self.centers.get(self.power, set())
        free = sorted(homes - taken)[:due]
        built = [f"({self.power} {self.raised(home)}) BLD" for home in free]
        return [*built, *[f"{self.power} WVE"] * (due - len(built))]

    def raised(self, home: str) -> str:
        where = sorted(key for key in self.ways if _root(key[1]) == home)
        kind, place = self.random.choice(where)
        return f"{kind} {place}"


def _place(node: object) -> str:
    return f"({flat(node)})" if isinstance(node, list) else str(node)


def _root(place: str) -> str:
    return place.strip("()").split()[0]
