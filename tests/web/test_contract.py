"""The stateless judge over HTTP is the judge of the command line."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman import contract
from dragoman.house.limits import at_once
from dragoman.house.settings import HouseSettings
from dragoman.store.sqlite import SqliteStore
from dragoman.web import stateless
from tests.web.world import Site, site

REQUESTS: tuple[dict[str, Any], ...] = (
    {},
    {"orders": {"France": ["A par-bur", "A mar S A par-bur"]}},
    {"variant": "catspaw", "orders": {}},
    {"phase": "F1901M", "units": {"France": ["A par"]}, "orders": {"France": ["A par-pic"]}},
)


def test_judge_and_legal_answer_as_on_the_command_line(here: Site) -> None:
    visitor = here.visitor()
    for request in REQUESTS:
        read = contract.read_request(msgspec.json.encode(request))
        judged, legal = visitor.post("/api/judge", request), visitor.post("/api/legal", request)
        assert judged.body == msgspec.json.encode(contract.judge(read))
        assert legal.body == msgspec.json.encode(contract.legal(read))
    steps = {"seat": "France", "subject": "A par", "prefix": []}
    reply = visitor.post("/api/legal", steps)
    read = contract.read_request(msgspec.json.encode(steps))
    assert reply.body == msgspec.json.encode(contract.legal(read))


def test_a_bad_request_is_refused_with_its_place(here: Site) -> None:
    visitor = here.visitor()
    for request, field in (
        ({"orders": {"France": ["A par-xyz"]}}, "orders.France[0]"),
        ({"orders": {"Narnia": []}}, "orders.Narnia"),
        ({"units": {"France": [5]}}, "units.France"),
        ({"variant": "chess"}, ""),
    ):
        reply = visitor.post("/api/judge", request)
        assert (reply.status, reply.error["field"]) == (422, field), reply.json
    assert visitor.post("/api/judge", b"{").status == 400
    assert visitor.post("/api/judge", b"[" * 2_000_000).status == 413


def test_an_answer_that_is_too_long_is_refused(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every legal order of a crowded board came to 68 MB; the list of one seat is answered."""
    here.house.think = at_once
    monkeypatch.setattr(stateless, "LARGEST_ANSWER", 2_000)
    visitor = here.visitor()
    reply = visitor.post("/api/legal", {})
    assert (reply.status, reply.error["field"]) == (422, "seat")
    assert visitor.post("/api/legal", {"seat": "France"}).status == 200


def test_variants_are_named_by_the_catalog_never_by_a_path(here: Site, tmp_path: Path) -> None:
    """Whether a folder of the server exists is nobody's business, nor what is wrong in it."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.toml").write_text("nonsense", encoding="utf-8")
    for path in ("/api/judge", "/api/legal"):
        replies = [
            here.visitor().post(path, {"variant": ref})
            for ref in (str(folder), str(tmp_path / "no such"), "../standard", "standard/../cat")
        ]
        assert {(r.status, r.error["field"]) for r in replies} == {(422, "variant")}
        assert len({r.body for r in replies}) == 1
        assert str(tmp_path) not in replies[0].body.decode()


def test_errors_name_no_path_of_the_server(tmp_path: Path) -> None:
    """A variant of the site's own that is faulty is refused without the folder that it is in."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.toml").write_text('id = "mine"\nbase = "standard"\n', encoding="utf-8")
    kept = HouseSettings(folders=(str(tmp_path),))
    with site(kept=kept) as here:
        reply = here.visitor().post("/api/judge", {"variant": "mine"})
        assert reply.status == 422
        assert str(tmp_path) not in reply.body.decode()


def test_health_tells_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteStore(tmp_path / "site.sqlite")) as store, site(store) as here:
        well = here.visitor().get("/api/health")
        assert (well.status, well.json["ok"], well.json["disk"]) == (200, True, "room")
        usage = shutil.disk_usage(tmp_path)._replace(free=1000)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
        full = here.visitor().get("/api/health")
        assert (full.status, full.json["ok"], full.json["disk"]) == (503, False, "full")
