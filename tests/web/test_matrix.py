"""S2: every route is asked by everybody, and answers as the written table says.

What one may not know of looks exactly like what there is not.
"""

import re
from typing import Any

import msgspec
import pytest

from dragoman.house.people.personal import close_account
from dragoman.web.routes import ApiRoute
from dragoman.web.settings import WebSettings
from tests.web.client import Browser, Reply
from tests.web.matrix import ACCOUNT, ANYBODY, EXCEPTIONS, MATRIX, SEAT, VISITOR, WATCHER, Cell
from tests.web.test_guard import everything
from tests.web.world import Site, site

SEATS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
UNITS = {"Austria": "A bud", "England": "A lvp"}


class Scene:
    """A table in its second phase and another one, with everybody who might ask."""

    def __init__(self, here: Site, visibility: str) -> None:
        self.here, self.visibility = here, visibility
        players = {seat: here.person(seat) for seat in SEATS}
        self.organizer, former = here.person("Organizer"), here.person("Former")
        seated = [former if seat == "France" else players[seat] for seat in SEATS]
        self.table = here.table(seated, self.organizer, visibility=visibility)
        former.post(f"/api/tables/{self.table}/leave")
        self.sit(players["France"], "France")
        self.organizer.post(
            f"/api/tables/{self.table}/organizer/adjudicate", {"turn": 1, "sure": True}
        )
        other_organizer, other_player = here.person("Other Organizer"), here.person("Other Player")
        here.table([other_player], other_organizer)
        self.who: dict[str, Browser] = {
            "owner": players["Austria"],
            "other power": players["England"],
            "organizer": self.organizer,
            "former player": former,
            "other organizer": other_organizer,
            "other player": other_player,
            "bystander": here.person("Bystander"),
            "banned": here.person("Banned"),
            "visitor": here.visitor(),
        }
        with here.house.store.write() as tx:
            close_account(tx, here.house, "id-banned")

    def sit(self, player: Browser, seat: str) -> None:
        """Let a player take a seat."""
        secret = self.organizer.post(f"/api/tables/{self.table}/invitations").json["secret"]
        body = {"seat": seat, "invite": secret}
        assert player.post(f"/api/tables/{self.table}/join", body).status == 200

    def ask(self, row: ApiRoute, role: str, table: str = "", **more: Any) -> Reply:
        """What somebody is answered by a route."""
        cell = MATRIX[row.name]
        fields = {"table": table or self.table, "seat": "Austria", "n": "1", "name": "Bystander"}
        fields |= {"variant": "standard", "session": "0" * 16, "hook": "x"}
        path = re.sub(r"{(\w+)}", lambda found: fields[found[1]], row.path)
        if more and row.method == "GET":
            path += "?" + "&".join(f"{k}={v}" for k, v in more.items())
        return self.who[role].send(row.method, path, self.body(cell, role, more))

    def body(self, cell: Cell, role: str, more: dict[str, Any]) -> Any:
        """What to send: the matrix's own body, for the asker's own unit."""
        if cell.body is None:
            return None
        unit = UNITS["England" if role == "other power" else "Austria"]
        text = msgspec.json.encode({**cell.body, **more}).decode()
        text = text.replace("{unit}", unit).replace("{role}", role.replace(" ", "-"))
        return msgspec.json.decode(text)


def expected(cell: Cell, role: str, visibility: str) -> int:
    """What the written table says, 0 for what those who may are answered."""
    known = role in ("owner", "other power", "organizer")
    if cell.whom == ANYBODY:
        return 0
    if role in ("visitor", "banned"):
        asks = cell.whom == VISITOR or (cell.whom == WATCHER and cell.body is None)
        return (0 if visibility == "public" else 404) if asks else 401
    if cell.whom == ACCOUNT:
        return 0
    if visibility == "invited" and not known:
        return 404
    if cell.whom in (WATCHER, VISITOR):
        return 0
    if cell.whom == SEAT:
        return 0 if role in ("owner", "other power") else 403
    return 0 if role == "organizer" else 403


def test_every_route_has_its_row(here: Site) -> None:
    """A route that nobody has thought about fails here."""
    assert sorted(row.name for row in here.app.state.rows) == sorted(MATRIX)


def api_rows() -> list[ApiRoute]:
    """Every route of the API."""
    with site() as here:
        return list(here.app.state.rows)


@pytest.mark.parametrize("visibility", ["public", "invited"])
@pytest.mark.parametrize("row", api_rows(), ids=lambda row: row.name)
def test_a_route_answers_as_the_matrix_says(row: ApiRoute, visibility: str) -> None:
    cell = MATRIX[row.name]
    with site() as here:
        scene = Scene(here, visibility)
        wants = {role: expected(cell, role, visibility) for role in scene.who}
        wants |= {role: want for (name, role), want in EXCEPTIONS.items() if name == row.name}
        before = everything(here)
        for role in [role for role, want in wants.items() if want >= 400]:
            reply = scene.ask(row, role)
            assert reply.status == wants[role], (role, reply.body)
            if wants[role] == 404:
                unknown = scene.ask(row, role, table="nosuchtable1")
                assert (unknown.status, unknown.body) == (404, reply.body), role
        if cell.whom == SEAT:
            # Nobody acts for, or looks through, a seat of another.
            reply = scene.ask(row, "other power", seat="Austria")
            assert reply.status == 403, reply.body
        assert everything(here) == before
        for role in [role for role, want in wants.items() if want < 400]:
            reply = scene.ask(row, role)
            assert reply.status == (wants[role] or cell.good), (role, reply.body)


def test_no_page_tells_of_a_hidden_table(here: Site) -> None:
    """The pages' own routes, found from the route table: hidden looks like not there."""
    scene = Scene(here, "invited")
    rows = [row for row in here.app.state.page_rows if "{table}" in row.path]
    assert rows
    before = everything(here)
    for row in rows:
        path = re.sub(r"{(?!table)\w+}", "1", row.path)
        for role in ("bystander", "other player", "former player", "banned", "visitor"):
            replies = []
            for table in (scene.table, "nosuchtable1"):
                body = None if row.method == "GET" else b"{}"
                reply = scene.who[role].send(row.method, path.replace("{table}", table), body)
                location = reply.header("location").replace(table, "")
                replies.append((reply.status, reply.body.replace(table.encode(), b""), location))
            assert replies[0] == replies[1], (row.name, role)
            assert replies[0][0] in (303, 401, 403, 404, 422), (row.name, role)
    assert everything(here) == before


def test_who_runs_the_site_may_ban() -> None:
    """S7: a banned account is out at its next request, and its stream ends."""
    with site(settings=WebSettings(admins=("Root",))) as here:
        root, ann, bob = here.person("Root"), here.person("Ann"), here.person("Bob")
        table = here.table([ann, bob], here.person("Olga"))
        assert ann.post("/api/admin/accounts/bob/ban").status == 404
        with bob.stream(f"/api/tables/{table}/events") as stream:
            assert root.post("/api/admin/accounts/bob/ban").status == 200
            assert stream.wait(lambda: stream.done)
        assert bob.get("/api/me").status == 401
        secret = root.post("/api/admin/accounts/ann/reset").json["secret"]
        body = {"secret": secret, "password": "a new one for Ann"}
        assert here.visitor().post("/api/reset/done", body).status == 200
        assert root.post("/api/admin/freeze", {"on": True}).status == 200
