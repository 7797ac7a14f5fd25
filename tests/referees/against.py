"""A referee beside the judge: the same request to both, and the fields in which they differ.

python -m tests.referees.against --positions 3000 catspaw cline
"""

import argparse
import json
import re
import sys
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from dragoman.contract import judge, read_request
from tests.referees import cat, catspaw, cline, escalation, heptadiplomacy, militarism
from tests.referees.fight import Undecided
from tests.referees.sheet import Request

REFEREES: dict[str, ModuleType] = {
    "catspaw": catspaw,
    "cline": cline,
    "escalation": escalation,
    "cat": cat,
    "militarism": militarism,
    "heptadiplomacy": heptadiplomacy,
}
"""For each seed a module that draws positions and says what becomes of them."""

MOVE = re.compile(r"(?:[A-Z][a-z]\S* )?[A-Z]{1,2} \S+ - ")
"""A move; where several pieces alike stand in one space, whose it is comes first."""


class Difference(NamedTuple):
    """Where a referee and the judge do not agree."""

    request: Request
    field: str
    referee: Any
    judge: Any

    def __str__(self) -> str:
        request = json.dumps(self.request)
        return f"{self.field}: referee {self.referee}, judge {self.judge}\n{request}"


def asked(request: Request) -> dict[str, Any]:
    """The judge's answer as it stands."""
    found: dict[str, Any] = msgspec.to_builtins(judge(read_request(json.dumps(request))))
    return found


def played(request: Request) -> list[dict[str, Any]]:
    """What stands after each set of orders of a script, as long as pieces are placed."""
    base = {key: value for key, value in request.items() if key != "script"}
    state, found = asked(base)["state"], list[dict[str, Any]]()
    for orders in request["script"]:
        said = asked({**base, "state": state, "orders": orders})
        state = said["state"]
        found.append(
            {key: said[key] for key in ("units", "centers")} | {"due": sorted(said["owed"])}
        )
        if not state["position"]["phase"].get("step"):
            break
    return found


def judged(request: Request) -> dict[str, Any]:
    """The judge's answer, with what the referees compare put together."""
    if "script" in request:
        return {"stages": played(request)}
    found = asked(request)
    homes = found["state"]["position"]["homes"]
    found["homes"] = {power: sorted(own) for power, own in homes.items() if own}
    given = [row for row in found["orders"] if row["input"] is not None]
    found["outcomes"] = [row["outcome"] for row in given]
    found["moves"] = [row["outcome"] for row in given if MOVE.match(row["order"])]
    keys = ("power", "unit", "by", "retreats")
    found["dislodged"] = sorted([row[k] for k in keys] for row in found["dislodged"])
    found["standoffs"] = sorted(found["standoffs"])
    return found


def differences(name: str, seeds: range) -> tuple[list[Difference], int]:
    """Where they differ over some positions, and how many the referee could not decide."""
    found: list[Difference] = []
    undecided = 0
    for seed in seeds:
        request = REFEREES[name].drawn(Random(seed))
        try:
            expected = REFEREES[name].answer(request)
        except Undecided:
            undecided += 1
        else:
            found += compared(request, expected)
    return found, undecided


def compared(request: Request, expected: dict[str, Any]) -> list[Difference]:
    """The first field in which the judge says something else, if there is one."""
    said = judged(request)
    return [
        Difference(request, field, value, said[field])
        for field, value in expected.items()
        if value != said[field]
    ][:1]


def main() -> int:
    """Many positions for each referee, or for those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("names", nargs="*", default=list(REFEREES))
    given = parser.parse_args()
    bad = 0
    for name in given.names:
        found, undecided = differences(name, range(given.positions))
        print(
            f"{name}: {given.positions} positions, {len(found)} differences, {undecided} undecided"
        )
        print(*found[:3], sep="\n", end="\n" if found else "")
        bad += len(found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
