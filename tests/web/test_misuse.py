"""Misuse of the site: what somebody might try who means no good, or does not know better."""

import re
import socket
import threading
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

import pytest

from dragoman.house.clock.clocks import BEAT
from dragoman.house.mail.hooks import HookPoster
from dragoman.house.mail.notices import HOOKS, MAILS, deliver
from dragoman.house.play import adding
from dragoman.house.tables.log import write_event
from dragoman.store.rows import SiteValue, Table
from dragoman.web.background import Background
from dragoman.web.pages.serving import form_token
from dragoman.web.pages.site import squeezed
from dragoman.web.serve import Chosen, chores
from tests.house.tools import make_house
from tests.web.client import Browser, Reply
from tests.web.world import Site

UP = "%2f.." * 12


@pytest.mark.parametrize(
    "name",
    [
        f"fonts/EBGaramond{UP}%2fetc%2fpasswd",
        f"fonts{UP}%2fetc%2fpasswd",
        f"vendor{UP}%2fetc%2fpasswd",
        "fonts/EBGaramond%2f..%2f__init__.py",
        "fonts/OFL.txt",
        "..%2fsettings.py",
        "%2fetc%2fpasswd",
        "fonts",
        "vendor",
    ],
)
def test_only_the_sites_own_files_are_handed_out(here: Site, name: str) -> None:
    """No name of a static file leads out of the folders that are meant for browsers."""
    assert here.visitor().get(f"/static/x/{name}").status == 404


def test_the_sites_own_files_are_handed_out(here: Site) -> None:
    """The typefaces and the style sheet are."""
    for name in ("site.css", "fonts/EBGaramond-Italic.woff2"):
        assert here.visitor().get(f"/static/x/{name}").status == 200


def sent(browser: Browser, path: str, **fields: str) -> Reply:
    """A form that one of our own pages sends."""
    token = form_token(browser.cookies.get("dragoman", ""))
    body = urlencode({"form_token": token, **fields}).encode()
    kind = "application/x-www-form-urlencoded"
    return browser.send("POST", path, body, content_type=kind)


def seats_filled(here: Site) -> tuple[str, Browser, list[Browser]]:
    """A running table with its organizer, who does not play, and its players."""
    umpire = here.person("Umpire")
    players = [here.person(f"Player {letter}") for letter in "abcdefg"]
    return here.table(players, umpire), umpire, players


def test_odd_digits_are_no_numbers(here: Site) -> None:
    """A step that looks like a number to some is not one; the page does not break."""
    table, umpire, _ = seats_filled(here)
    assert sent(umpire, f"/tables/{table}/fork", at="²").status == 303
    for path in ("layer?at=²", "results?at=²", "history/²"):
        assert umpire.get(f"/tables/{table}/{path}").status < 500


def test_a_visitor_goes_on_from_a_game_as_a_guest(here: Site) -> None:
    """Whoever may look on may try out what might be, and is known again afterwards."""
    table, _, _ = seats_filled(here)
    visitor = here.visitor()
    made = sent(visitor, f"/tables/{table}/fork")
    assert made.status == 303
    page = visitor.get(made.header("location"))
    assert page.status == 200
    assert b"Go on from here in a sandbox" in visitor.get(f"/tables/{table}/side").body


def test_an_organizer_without_a_seat_writes_press(here: Site) -> None:
    """Also where the players have none; and the page that answers is the press."""
    umpire = here.person("Umpire")
    players = [here.person(f"Player {letter}") for letter in "abcdefg"]
    table = here.table(players, umpire, settings={"press": "none"})
    assert b"textarea" in umpire.get(f"/tables/{table}/press?channel=*").body
    reply = sent(umpire, f"/tables/{table}/press", channel="*", text="Be nice", key="k")
    assert reply.status == 200 and b"Be nice" in reply.body
    assert b"Be nice" in players[0].get(f"/tables/{table}/press?channel=*").body
    assert b"textarea" not in players[0].get(f"/tables/{table}/press?channel=*").body


def test_reading_one_channel_leaves_what_is_new_in_others(here: Site) -> None:
    """Opening a conversation does not mark another's messages as read."""
    table, _, players = seats_filled(here)
    austria, england, france = players[:3]
    for sender, text in ((england, "first"), (france, "second")):
        body = {"to": ["Austria"], "text": text}
        assert sender.post(f"/api/tables/{table}/press", body).status == 201
    page = austria.get(f"/tables/{table}/press?channel=France").body.decode()
    assert "second" in page and "data-read" not in page
    page = austria.get(f"/tables/{table}/press?channel=England").body.decode()
    assert 'data-read="1"' in page
    austria.put(f"/tables/{table}/press/read", {"n": 1})
    page = austria.get(f"/tables/{table}/press?channel=France").body.decode()
    assert 'data-read="2"' in page


def test_the_log_shows_what_happened_last(here: Site) -> None:
    """However much has happened before, and in words."""
    table, umpire, _ = seats_filled(here)
    with here.house.store.write() as tx:
        row = tx.get(Table, id=table)
        assert row is not None
        for n in range(600):
            row = write_event(tx, row, here.house.now, "edited", "id-umpire", {"n": n})
    assert sent(umpire, f"/tables/{table}/acts", act="pause", why="to sleep").status == 200
    page = umpire.get(f"/tables/{table}/side").body.decode()
    assert "Umpire stopped the clock" in page and "to sleep" in page


def test_an_organizer_finds_somebody_for_an_open_seat(here: Site) -> None:
    """By a link, by the computer, or by whoever looks in; and hands the table over by name."""
    table, umpire, players = seats_filled(here)
    at = f"/tables/{table}/acts"
    for seat in ("Austria", "England", "France"):
        assert b"written in the log" in sent(umpire, at, act="replace", seat=seat, why="gone").body
    assert b"written in the log" in sent(umpire, at, act="bot", seat="Austria").body
    found = re.search(r"/seat#(\w+)", sent(umpire, at, act="link", seat="England").body.decode())
    assert found is not None
    guest = here.visitor()
    assert sent(guest, "/seat", secret=found.group(1), name="Gus").status == 303
    stranger = here.visitor()
    assert b"Take over France" in stranger.get(f"/tables/{table}/side").body
    assert b"Take over" not in guest.get(f"/tables/{table}/side").body
    assert sent(stranger, f"/tables/{table}/join", seat="France").status == 303
    seats = {r["seat"]: r for r in umpire.get(f"/api/tables/{table}").json["seats"]}
    assert (seats["Austria"]["bot"], seats["England"]["name"]) == ("greedy", "Gus")
    assert re.fullmatch("Guest [2-9a-z]{3}", seats["France"]["name"])
    assert b"written in the log" in sent(umpire, at, act="hand_over", name="Player g").body
    assert players[6].get(f"/api/tables/{table}").json["organizing"]


def test_an_empty_correction_is_refused(here: Site) -> None:
    """A correction says what should be."""
    table, umpire, _ = seats_filled(here)
    reply = sent(umpire, f"/tables/{table}/acts", act="correct", why="hm")
    assert b"to what it should be" in reply.body
    assert umpire.get(f"/api/tables/{table}").json["turn"] == 1


def test_new_pictures_are_drawn_so_many_at_a_time(here: Site) -> None:
    """Composed variants are without end; whoever asks for ever new ones waits."""
    visitor = here.visitor()
    names = ["catspaw", "cat", "black_hole", "doubling", "militarism", "standard"]
    pages = [f"/variants/{a}+{b}@{c}" for a in names for b in names for c in names]
    statuses = [visitor.get(page).status for page in pages[:91]]
    assert statuses[-1] == 429 and 500 not in statuses
    assert here.visitor().get("/variants/standard").status == 200


def test_nobody_is_sent_elsewhere(here: Site) -> None:
    """After a form one stays on the site, whatever the address says."""
    visitor = here.visitor()
    for back in ("http://testserver/\\evil.example", "http://testserver//evil.example", "x//y"):
        body = urlencode({"form_token": form_token(""), "theme": "dark"}).encode()
        kind = "application/x-www-form-urlencoded"
        reply = visitor.send("POST", "/theme", body, content_type=kind, referer=back)
        assert reply.header("location") in ("/", "/y")


def test_errors_do_not_tell_where_the_house_keeps_its_files(here: Site) -> None:
    """A variant that cannot be set so is refused by its name."""
    ann = here.person("Ann")
    body = {"variant": "para_time", "options": {"boards": 9}}
    reply = ann.post("/api/tables", body)
    assert reply.status == 422 and "/dragoman/" not in reply.error["message"]


def test_nobody_plays_under_the_name_of_another(here: Site) -> None:
    """A guest has no name of an account, and nobody one that looks like another's."""
    here.person("Cosmo")
    for name in (
        "Cosmo",
        "c0smo",
        "\u0421\u041e\u0405\u041c\u041e",
        "Organizer",
        "a closed account",
    ):
        assert here.visitor().post("/api/guests", {"name": name}).status == 422, name
        body = {"name": name, "password": "a battery and a staple"}
        assert here.visitor().post("/api/accounts", body).status == 422, name


def test_a_draft_of_very_many_lines_is_refused(here: Site) -> None:
    """Each line is read again and again, so there are not more than anybody needs."""
    table, _, players = seats_filled(here)
    reply = players[0].put(f"/api/tables/{table}/orders", {"turn": 1, "text": "x\n" * 1001})
    assert reply.status == 429 and "lines" in reply.error["message"]


def test_a_webhook_that_answers_letter_by_letter_holds_nobody_up() -> None:
    """The time that a receiver has is for its whole answer."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as door:

        def drip() -> None:
            line, _ = door.accept()
            with line, suppress(OSError):
                while not over.wait(0.1):
                    line.sendall(b"H")

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{door.getsockname()[1]}/"
        # The answer itself never ends.
        with pytest.raises((OSError, HTTPException)):
            HookPoster(private=True, seconds=0.5)(url, b"{}", {})
        over.set()
        thread.join(60)


def test_a_chore_that_hangs_keeps_no_other_waiting() -> None:
    """A mail server that does not answer does not stop the clock of the games."""
    hung, rounds = threading.Event(), threading.Semaphore(0)
    background = Background([(0.0, rounds.release), (1.0, lambda: hung.wait(60))], pause=0.01)
    background.start()
    try:
        assert all(rounds.acquire(timeout=30) for _ in range(5))
        background.wake()
    finally:
        hung.set()
        background.stop()


def test_the_house_beats_while_it_works() -> None:
    """Deadlines, bots, mail and the beat of the house are chores of their own."""
    house = make_house()
    done = chores(house, Chosen())
    with house.store.read() as tx:
        assert tx.get(SiteValue, name=BEAT) is None
    for _, chore in done:
        chore()
    house.clock.move(3_000)
    for every, chore in done:
        if every:
            chore()
    with house.store.read() as tx:
        beaten = tx.get(SiteValue, name=BEAT)
    assert beaten is not None and beaten.at == house.now


def test_a_form_that_is_wrong_comes_back_as_it_was(here: Site) -> None:
    """Also to somebody who has no account yet, and nobody becomes a guest for it."""
    for wrong in ({"at": "25:99"}, {"zone": "Mars/Olympus", "at": "18:00"}, {"visibility": "x"}):
        visitor = here.visitor()
        reply = sent(visitor, "/tables/new", variant="standard", title="Our table", **wrong)
        assert reply.status == 422 and b'value="Our table"' in reply.body
        assert visitor.cookies == {}


def test_a_limit_for_phases_that_there_are_not_is_refused(here: Site) -> None:
    """A slip of the pen does not leave a phase without its deadline."""
    ann = here.person("Ann")
    body = {"variant": "standard", "settings": {"limits": {"movment": {"seconds": 60}}}}
    reply = ann.post("/api/tables", body)
    assert reply.status == 422 and "movement" in reply.error["message"]


def test_slow_webhooks_do_not_hold_up_mail(here: Site) -> None:
    """What goes by mail and what goes to webhooks is sent apart."""
    ann = here.person("Ann", "ann@example.org")
    hook = {"url": "https://slow.example/"}
    assert ann.post("/api/me/hooks", hook).status == 201
    table, _, _ = seats_filled(here)
    with here.house.store.write() as tx:
        row = tx.get(Table, id=table)
        assert row is not None
        here.house.notify(tx, ["id-ann"], "ended", row, {})
    assert deliver(here.house, here.calls, MAILS) == 1
    assert (len(here.post.mails), len(here.calls.posted)) == (1, 0)
    assert deliver(here.house, here.calls, HOOKS) == 1
    assert (len(here.post.mails), len(here.calls.posted)) == (1, 1)


def test_what_is_private_is_not_kept_compressed(here: Site) -> None:
    """What lies upon a board for one viewer is packed for him, and forgotten."""
    table, _, players = seats_filled(here)
    before = squeezed.cache_info().currsize
    reply = players[0].get(f"/tables/{table}/layer", accept_encoding="gzip")
    assert reply.header("content-encoding") == "gzip"
    assert squeezed.cache_info().currsize == before


def test_orders_added_at_the_same_moment_are_all_kept(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two quick clicks, or two tabs, do not take each other's orders away."""
    table, _, players = seats_filled(here)
    tab = here.visitor()
    tab.cookies = dict(players[0].cookies)
    path, real = f"/tables/{table}/orders/add", adding.merged
    begun: list[list[str]] = []

    def meanwhile(*given: Any, **more: Any) -> list[str]:
        lines = real(*given, **more)
        if not begun:
            begun.append(lines)
            assert tab.post(path, {"turn": 1, "order": "A bud - rum"}).status == 200
        return lines

    monkeypatch.setattr(adding, "merged", meanwhile)
    assert players[0].post(path, {"turn": 1, "order": "A vie - gal"}).status == 200
    text = players[0].get(f"/api/tables/{table}/orders").json["text"]
    assert sorted(text.splitlines()) == ["A bud - rum", "A vie - gal"]
