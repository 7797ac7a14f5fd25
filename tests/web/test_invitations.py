"""Invitations: what a watcher who was invited sees, and how it ends."""

import pytest

from tests.web.world import PASSWORD, Site


def invited_table(here: Site) -> tuple[str, str]:
    """A running table for invited people only, one phase judged, and an invitation."""
    ann, bob = here.person("Ann"), here.person("Bob")
    table = here.table([bob], ann, visibility="invited")
    ann.post(f"/api/tables/{table}/start")
    bob.post(f"/api/tables/{table}/press", {"to": [], "text": "Hello, all"})
    turn = ann.get(f"/api/tables/{table}").json["turn"]
    judged = ann.post(f"/api/tables/{table}/organizer/adjudicate", {"turn": turn, "sure": True})
    assert judged.status == 200, judged.json
    return table, ann.post(f"/api/tables/{table}/invitations").json["secret"]


@pytest.mark.parametrize("who", ["visitor", "account"])
def test_an_invited_watcher_sees_board_results_and_public_press(here: Site, who: str) -> None:
    table, secret = invited_table(here)
    watcher = here.visitor() if who == "visitor" else here.person("Cleo")
    paths = [f"/tables/{table}/{part}" for part in ("results", "layer", "press", "status", "side")]
    assert {watcher.get(path).status for path in paths} == {404}
    assert watcher.get(f"/tables/{table}?invite={secret}").status == 200
    assert {path: watcher.get(path).status for path in paths} == dict.fromkeys(paths, 200)
    assert b"1 new" in watcher.get(f"/tables/{table}/press").body
    other, by = here.visitor(), f"?invite={secret}"
    press = other.get(f"/api/tables/{table}/press{by}").json["messages"]
    assert [message["text"] for message in press] == ["Hello, all"]
    assert other.get(f"/api/tables/{table}/history/1{by}").json["phase"] == "S1901M"
    for part in ("board.svg", "sheet", "file", "log"):
        assert other.get(f"/api/tables/{table}/{part}{by}").status == 200, part


def test_invitations_can_be_taken_back(here: Site) -> None:
    table, secret = invited_table(here)
    watcher = here.visitor()
    assert watcher.get(f"/tables/{table}?invite={secret}").status == 200
    ann = here.visitor()
    ann.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    assert watcher.delete(f"/api/tables/{table}/invitations").status == 401
    assert ann.delete(f"/api/tables/{table}/invitations").status == 200
    assert watcher.get(f"/tables/{table}?invite={secret}").status == 404
    assert watcher.get(f"/tables/{table}/results").status == 404


def test_an_invited_watcher_hears_what_happens_until_the_invitation_is_taken_back(
    here: Site,
) -> None:
    """By the cookie that the page was opened with, as the page's own stream has nothing else."""
    table, secret = invited_table(here)
    watcher, ann = here.visitor(), here.visitor()
    ann.post("/api/sessions", {"name": "Ann", "password": PASSWORD})
    assert watcher.get(f"/tables/{table}?invite={secret}").status == 200
    with watcher.stream(f"/api/tables/{table}/events") as stream:
        assert stream.status == 200 and stream.wait(lambda: f"table:{table}" in stream.text)
        page = ann.get(f"/tables/{table}/side").body.decode()
        assert f'action="/tables/{table}/uninvite"' in page
        token = page.partition('name="form_token" value="')[2].partition('"')[0]
        form = {"content_type": "application/x-www-form-urlencoded"}
        body = f"form_token={token}".encode()
        assert ann.post(f"/tables/{table}/uninvite", body, **form).status == 303
        assert stream.wait(lambda: stream.done)
    assert watcher.get(f"/tables/{table}/results").status == 404


@pytest.mark.parametrize("name", ["a%00b", "x" * 5000, "%2e%2e/app.py", "con.js/../../app.py", ""])
def test_odd_names_of_static_files_are_not_there(here: Site, name: str) -> None:
    assert here.visitor().get(f"/static/abc/{name}").status == 404
