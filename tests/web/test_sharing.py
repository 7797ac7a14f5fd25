"""Games shown elsewhere: previews, embedded boards, files of one's own, webhooks of Discord."""

import re

import msgspec

from dragoman.house.mail.notices import discord
from dragoman.web.settings import WebSettings
from tests.web.client import Browser
from tests.web.test_misuse import sent
from tests.web.world import Site, site

PLAYERS = ("Ann", "Bea", "Cora")


def begun(here: Site, **new: object) -> tuple[str, list[Browser]]:
    """A table of Cat that has been played for a phase."""
    people = [here.person(name) for name in PLAYERS]
    table = here.table(people, people[0], variant="cat", **new)
    for one in people:
        one.put(f"/api/tables/{table}/ready", {"turn": 1})
    here.judge()
    return table, people


def test_a_board_is_embedded_only_where_the_site_allows_it_and_only_as_visitors_see_it() -> None:
    with site(settings=WebSettings(limits=False)) as here:
        table, _ = begun(here)
        reply = here.visitor().get(f"/embed/{table}")
        assert reply.status == 404
    allowed = ("https://club.example",)
    with site(settings=WebSettings(limits=False, embed=allowed)) as here:
        table, people = begun(here)
        reply = people[0].get(f"/embed/{table}?at=1")
        assert reply.status == 200
        policy = reply.header("content-security-policy")
        assert "frame-ancestors https://club.example" in policy
        assert "<script" not in reply.body.decode()
        assert "Winter" in reply.body.decode() or "Spring" in reply.body.decode()
        board = here.visitor().get(f"/embed/{table}/board.svg?at=1")
        assert (board.status, board.header("content-type")) == (200, "image/svg+xml")
        assert "frame-ancestors 'none'" in people[0].get(f"/tables/{table}").header(
            "content-security-policy"
        )
        closed = here.table(people, people[0], variant="cat", visibility="invited")
        for path in (f"/embed/{closed}", f"/embed/{closed}/board.svg"):
            # Not even for its organizer: what is shared is what everybody sees.
            assert people[0].get(path).status in (403, 404)


def test_a_link_is_previewed_with_the_picture_of_its_phase() -> None:
    with site(settings=WebSettings(limits=False)) as here:
        table, people = begun(here, title="The <club>")
        page = here.visitor().get(f"/tables/{table}?at=1").body.decode()
        tags = dict(re.findall(r'property="(og:[a-z]+)" content="([^"]*)"', page))
        assert tags["og:title"].startswith("The &lt;club&gt;: ")
        assert tags["og:image"].endswith(f"/tables/{table}/preview.png?at=1")
        drawn = here.visitor().get(f"/tables/{table}/preview.png?at=1")
        assert (drawn.status, drawn.body[:4]) == (200, b"\x89PNG")
        alone = sent(people[0], "/tables/new", variant="cat", kind="sandbox")
        hidden = alone.header("location")
        assert "og:" not in people[0].get(hidden).body.decode()
        assert here.visitor().get(f"{hidden}/preview.png").status in (403, 404)


def test_a_seat_has_a_file_of_what_it_knows_while_the_game_goes_on() -> None:
    with site(settings=WebSettings(limits=False)) as here:
        table, people = begun(here)
        reply = people[1].get(f"/api/tables/{table}/file")
        found = reply.json
        assert found["seat"] in reply.header("content-disposition").title()
        known = people[1].get(f"/api/tables/{table}/history/1").json
        assert found["phases"] == [known]
        assert found["position"] == people[1].get(f"/api/tables/{table}/sheet").body.decode()


def test_discord_is_notified_in_its_own_form() -> None:
    url = "https://discord.com/api/webhooks/1/secret"
    with site(settings=WebSettings(limits=False)) as here:
        table, people = begun(here)
        people[1].post("/api/me/hooks", {"url": url})
        sent(people[0], f"/tables/{table}/acts", act="pause", turn="2", why="lunch")
        here.deliver()
        (message,) = [msgspec.json.decode(body) for to, body in here.calls.posted if to == url]
        assert message["content"].startswith("**Cat Diplomacy")
        assert f"/tables/{table}" in message["content"]
        assert message["allowed_mentions"] == {"parse": []}
    title = {"title": "*@everyone*", "text": "x", "link": "y"}
    assert discord(title)["content"] == r"**\*\@everyone\***: x y"
