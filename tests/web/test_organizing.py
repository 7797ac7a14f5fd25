"""The organizer's tools as forms: what is done once, what is kept, and how a table is run."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from dragoman.web.pages.serving import form_token
from tests.web.client import Browser, Reply
from tests.web.test_misuse import seats_filled, sent
from tests.web.world import Site


class Fields(HTMLParser):
    """What a browser would send of one form, if nothing in it were changed."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.select = action, False, ""
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the value of a field."""
        has = dict(attrs)
        if tag == "form":
            self.inside = (has.get("action") or "").partition("?")[0].endswith(self.action)
        name, value = has.get("name"), has.get("value")
        if not self.inside:
            return
        if tag == "input" and name and (has.get("type") != "checkbox" or "checked" in has):
            self.found[name] = value if value is not None else "on"
        if tag == "textarea" and name:
            self.found[name] = ""
        if tag == "select":
            self.select = name or ""
        if tag == "option" and (self.select not in self.found or "selected" in has):
            self.found[self.select] = value or ""


def fields(page: bytes, action: str) -> dict[str, str]:
    """The fields of a form of a page."""
    reader = Fields(action)
    reader.feed(page.decode())
    return reader.found


def test_going_back_happens_once(here: Site) -> None:
    """A double click, or a page that is older than the turn, does not go back again."""
    table, umpire, _ = seats_filled(here)
    for turn in (1, 2):
        umpire.post(f"/api/tables/{table}/organizer/adjudicate", {"turn": turn, "sure": True})
    body = {"to": "S1901M", "why": "the wrong orders", "turn": 3}
    back = f"/api/tables/{table}/organizer/rollback"
    assert umpire.post(back, body).status == 200
    again = umpire.post(back, body)
    assert (again.status, again.error["code"]) == (409, "closed")
    assert again.error["message"] == "turn 3 is over; the game is in turn 4"
    assert umpire.get(f"/api/tables/{table}").json["turn"] == 4


def test_a_stale_page_corrects_nothing(here: Site) -> None:
    table, umpire, _ = seats_filled(here)
    at, units = f"/tables/{table}/acts", "Italy: A ven, A rom"
    old = umpire.get(f"/tables/{table}/side").body
    turn = fields(old, "/acts")["turn"]
    typed = {"act": "correct", "units": units, "why": "a typing error", "turn": turn}
    assert b"written in the log" in sent(umpire, at, **typed).body
    again = sent(umpire, at, **typed)
    assert b"turn 1 is over; the game is in turn 2" in again.body
    back = sent(umpire, at, act="roll_back", to="S1901M", why="no", turn=turn)
    assert b"turn 1 is over" in back.body
    assert umpire.get(f"/api/tables/{table}").json["turn"] == 2


def test_an_act_that_is_refused_stays_in_its_form(here: Site) -> None:
    """Whoever forgot the reason need not write everything again."""
    table, umpire, _ = seats_filled(here)
    at = f"/tables/{table}/acts"
    page = sent(umpire, at, act="correct", units="Italy: A ven", turn="1").body.decode()
    assert "write down the reason" in page
    assert 'id="act-correct" open' in page and ">Italy: A ven</textarea>" in page


def test_an_act_asks_only_for_what_it_needs_and_shows_what_is(here: Site) -> None:
    table, umpire, _ = seats_filled(here)
    page = umpire.get(f"/tables/{table}/side").body.decode()
    acts = dict(re.findall(r'id="act-(\w+)"(.*?)</form></details>', page, re.S))
    names = {act: set(re.findall(r'name="(\w+)"', form)) for act, form in acts.items()}
    common = {"form_token", "turn", "act"}
    assert names["pause"] - common == {"why"}
    assert names["extend"] - common == {"more", "unit", "why"}
    assert names["correct"] - common == {"tool", "units", "centers", "phase", "why"}
    italy, _ = re.findall(r"Italy: .*nap.*", acts["correct"])
    assert sorted(italy.removeprefix("Italy: ").split(", ")) == ["A rom", "A ven", "F nap"]
    assert '<option value="86400" selected>days' in acts["extend"]  # two days for moves
    given = {"act": "correct", "turn": "1", "why": "none", "units": italy}
    same = sent(umpire, f"/tables/{table}/acts", **given)
    assert b"change the position to what" in same.body


def test_time_is_counted_in_the_measure_of_the_moves(here: Site) -> None:
    limits = {"movement": {"seconds": 60}, "other": {"seconds": 43_200}}
    ann, ben = here.person("Ann"), here.person("Ben")
    table = here.table([ben], ann, settings={"limits": limits})
    page = ann.get(f"/tables/{table}/side").body.decode()
    assert '<option value="60" selected>minutes' in page


def test_a_clock_that_was_stopped_by_mistake_goes_on_by_undo(here: Site) -> None:
    table, umpire, _ = seats_filled(here)
    at = f"/tables/{table}/acts"
    page = sent(umpire, at, act="pause", turn="1").body.decode()
    undo = page.split("/acts", 1)[1].split("</form>")[0]
    assert "Undo" in undo and 'name="act" value="resume"' in undo
    assert b"Done" in sent(umpire, at, act="resume", turn="1", why="Undone").body
    assert umpire.get(f"/api/tables/{table}").json["status"] == "running"


def test_each_act_that_can_be_undone_is(here: Site) -> None:
    """The notice of an act holds the form that takes it back."""
    table, umpire, _ = seats_filled(here)
    at = f"/tables/{table}/acts"

    def state() -> tuple[object, ...]:
        found = umpire.get(f"/api/tables/{table}").json
        return (
            found["phase"],
            found["status"],
            found["deadline"],
            found["powers"],
            found["settings"],
        )

    def undone(page: bytes) -> None:
        notice = page.split(b"notice", 1)[1].split(b"</div>")[0]
        filled = fields(notice, "/acts")
        assert b"Done" in sent(umpire, at, **filled).body

    acts = [
        {"act": "extend", "more": "2", "unit": "86400"},
        {"act": "correct", "units": "Italy: A ven", "phase": "f1902m"},
        {"act": "adjudicate", "sure": "true"},
        {"act": "abandon"},
    ]
    before = state()
    for act in acts:
        turn = str(umpire.get(f"/api/tables/{table}").json["turn"])
        page = sent(umpire, at, **act, turn=turn, why="a trial").body
        assert state() != before
        undone(page)
        assert state()[:2] == before[:2] and state()[3:] == before[3:]
        assert act["act"] != "extend" or state() == before
    undone(changed(umpire, table, **{"movement.seconds": "3600"}).body)
    assert state()[3:] == before[3:]
    assert b"these are no settings" in sent(umpire, at, act="settings", settings="[").body


def changed(browser: Browser, table: str, **wanted: str | None) -> Reply:
    """Send the settings' form with some fields changed; none is a box that is not checked."""
    page = browser.get(f"/tables/{table}/side").body
    filled = {**fields(page, "/settings"), **wanted}
    filled["form_token"] = form_token(browser.cookies["dragoman"])
    body = urlencode({name: text for name, text in filled.items() if text is not None})
    kind = "application/x-www-form-urlencoded"
    return browser.send("POST", f"/tables/{table}/settings", body.encode(), content_type=kind)


def test_the_settings_of_a_running_table_are_changed_by_a_form(here: Site) -> None:
    table, umpire, players = seats_filled(here)
    before = umpire.get(f"/api/tables/{table}").json["settings"]
    assert changed(umpire, table).status == 200
    assert umpire.get(f"/api/tables/{table}").json["settings"] == before
    more = {"movement.seconds": "3600", "movement.at": "18:00", "zone": "Europe/Vienna"}
    days = {"movement.days": "Mon, thu", "early": None, "wait": "on", "why": "holidays"}
    reply = changed(umpire, table, **more, **days)
    assert b"Done, and written in the log." in reply.body
    after = umpire.get(f"/api/tables/{table}").json["settings"]
    limit = {"seconds": 3600, "at": "18:00", "zone": "Europe/Vienna", "days": ["mon", "thu"]}
    limits = {**before["limits"], "movement": limit}
    assert after == {**before, "limits": limits, "early": False, "missed": "wait"}
    log = players[0].get(f"/tables/{table}/side").body.decode()
    line = "Umpire changed the settings: time limits, Judge as soon as everybody is ready, Wait"
    assert line in log and "Reason: holidays" in log


def test_settings_that_are_wrong_are_refused_with_their_field(here: Site) -> None:
    table, umpire, players = seats_filled(here)
    before = umpire.get(f"/api/tables/{table}").json["settings"]
    wrong = {
        "Time for moves: no time zone": {"zone": "Middle/Earth", "movement.at": "18:00"},
        "Time for other phases: no day": {"other.days": "someday"},
        "so many turns missed: a whole number, not": {"absent_after": "many"},
        "so many turns missed: must be from 1 to 100, not 0": {"absent_after": "0"},
    }
    for message, given in wrong.items():
        given |= {"grace": "3600", "why": 'for "fun"', "press": "none"}
        reply = changed(umpire, table, **given)
        page = reply.body.decode()
        assert message in page.replace("&#39;", "'"), message
        # What was written stays, also what was right; only what is no number does not.
        kept = {name: text for name, text in given.items() if text != "many"}
        assert kept.items() <= fields(reply.body, "/settings").items()
    assert "How the table is run" not in players[0].get(f"/tables/{table}/side").body.decode()
    numbers = {"absent_after": "3", "grace": "0", "longest_extension": "0"}
    limits = {f"{name}.seconds": "60" for name in ("movement", "other", "placement")}
    refused = sent(players[0], f"/tables/{table}/settings", **numbers, **limits)
    assert b"only the organizer" in refused.body
    assert umpire.get(f"/api/tables/{table}").json["settings"] == before


def test_a_table_that_forms_is_set_by_the_same_form(here: Site) -> None:
    umpire = here.person("Umpire")
    table = umpire.post("/api/tables", {"variant": "standard"}).json["id"]
    page = umpire.get(f"/tables/{table}").body
    filled = {**fields(page, "/settings"), "start": "on", "press": "none"}
    filled.pop("form_token")
    assert sent(umpire, f"/tables/{table}/settings", **filled).status == 303
    settings = umpire.get(f"/api/tables/{table}").json["settings"]
    assert (settings["start"], settings["press"]) == ("organizer", "none")
    assert b"begins when the organizer says so" in umpire.get(f"/tables/{table}").body
    filled["movement.at"] = "soon"
    refused = sent(umpire, f"/tables/{table}/settings", **filled)
    assert refused.status == 422 and b"write it as 18:00" in refused.body
    # The form comes back with what was written, and nothing is changed.
    typed = fields(refused.body, "/settings")
    assert (typed["movement.at"], typed["start"]) == ("soon", "on")
    assert umpire.get(f"/api/tables/{table}").json["settings"] == settings
    filled["movement.at"] = ""
    other = sent(here.person("Other"), f"/tables/{table}/settings", **filled)
    assert other.status == 403 and b"only the organizer" in other.body


def test_a_table_that_is_wrong_is_refused_in_the_words_of_its_form(here: Site) -> None:
    umpire = here.person("Umpire")
    wrong = {
        "Time for moves: no time zone": {"at": "18:00", "zone": "Moon"},
        "Name of the table: at most 80": {"title": "x" * 81},
        "win_at: a number, not": {"option.win_at": "many"},
        '"alert">option win_at must be at least 1': {"option.win_at": "0"},
    }
    for message, given in wrong.items():
        refused = sent(umpire, "/tables/new", variant="catspaw", **given)
        assert refused.status == 422 and message in refused.body.decode(), message


def test_who_leaves_a_table_by_invitation_is_shown_the_others(here: Site) -> None:
    umpire, guest = here.person("Umpire"), here.person("Guest")
    body = {"variant": "standard", "visibility": "invited"}
    table = umpire.post("/api/tables", body).json["id"]
    invite = umpire.post(f"/api/tables/{table}/invitations").json["secret"]
    assert sent(guest, f"/tables/{table}/join", seat="France", invite=invite).status == 303
    left = sent(guest, f"/tables/{table}/leave?seat=France")
    assert (left.status, left.header("location")) == (303, "/tables")


def test_a_link_that_is_refused_is_not_lost(here: Site) -> None:
    """What was wrong is shown where it was written, with the secret still in the form."""
    umpire, visitor = here.person("Umpire"), here.visitor()
    table = umpire.post("/api/tables", {"variant": "standard"}).json["id"]
    secret = umpire.post(f"/api/tables/{table}/seats/France/link").json["secret"]
    refused = sent(visitor, "/seat", secret=secret, name="<b>")
    assert refused.status == 422 and b"use letters, digits" in refused.body
    assert fields(refused.body, "/seat")["secret"] == secret
    assert sent(visitor, "/seat", secret=secret, name="Bea").status == 303
    again = sent(here.visitor(), "/reset", secret="none", password="long enough by far")
    assert again.status == 404 and b"Choose a new password" in again.body
    mail = sent(here.visitor(), "/forgotten", email="nobody")
    assert mail.status == 422 and b'value="nobody"' in mail.body


def test_who_is_refused_at_a_table_finds_the_way_back(here: Site) -> None:
    umpire = here.person("Umpire")
    table = umpire.post("/api/tables", {"variant": "standard"}).json["id"]
    begun = sent(here.person("Other"), f"/tables/{table}/start")
    assert begun.status == 403 and f'href="/tables/{table}"'.encode() in begun.body
    unknown = sent(umpire, "/tables/nowhere/start")
    assert unknown.status == 404 and b'href="/tables/nowhere"' not in unknown.body


def test_the_log_calls_phases_by_their_names(here: Site) -> None:
    table, umpire, _ = seats_filled(here)
    umpire.post(f"/api/tables/{table}/organizer/adjudicate", {"turn": 1, "sure": True})
    body = {"to": "S1901M", "why": "again"}
    umpire.post(f"/api/tables/{table}/organizer/rollback", body)
    log = umpire.get(f"/tables/{table}/side").body.decode()
    assert "Spring 1901 was judged" in log and "went back to Spring 1901" in log
    assert "S1901M was" not in log and "to S1901M" not in log


def test_lists_of_tables_call_phases_by_their_names(here: Site) -> None:
    jo = here.person("Jo")
    for variant, label in (("standard", "Spring 1901"), ("cat", "Cassiusica I, Spring")):
        jo.post("/api/sandboxes", {"variant": variant})
        page = jo.get("/tables").body.decode()
        assert f"Running · {label}</td>" in page and "1901M" not in page
    assert page.count('<span class="tag">Sandbox</span>') == 2


def test_an_organizer_who_does_not_play_is_offered_no_seat(here: Site) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    made = {"variant": "standard", "settings": {"organizer_plays": False}}
    table = ann.post("/api/tables", made).json["id"]
    assert b"/join" not in ann.get(f"/tables/{table}").body
    assert b"/join" in ben.get(f"/tables/{table}").body
    # What a game needs to begin is said before it is refused, and the refusal beside its button.
    assert b"At least one seat needs a person." in ann.get(f"/tables/{table}").body
    sent(ann, f"/tables/{table}/bots", bot="greedy")
    page = ann.get(f"/tables/{table}").body.decode()
    assert page.count("computer (Medium)") == 7 and "begins when" not in page
    assert "The computer has every seat, and a game needs at least one person" in page
    refused = sent(ann, f"/tables/{table}/start").body.decode()
    assert 0 < refused.index("/start") < refused.index('role="alert"') < refused.index("/settings")
    assert "nobody has sat down yet: at least one seat needs a person</p>" in refused


def test_the_others_vote_on_what_an_organizer_does_who_plays(here: Site) -> None:
    """In the present phase too, after he got up, and when the game is over."""
    table, ann, bob = two_players(here)
    form = f"/tables/{table}/votes"
    offered = fields(bob.get(f"/tables/{table}/side").body, "/votes")
    assert (offered["turn"], offered["back"]) == ("1", "")
    ann.post(f"/api/tables/{table}/leave", {})
    assert b'value="S1901M"' in bob.get(f"/tables/{table}/side").body
    ann.post(f"/api/tables/{table}/organizer/abandon", {"why": "a slip"})
    page = bob.get(f"/tables/{table}/side").body
    assert fields(page, "/votes") == {**fields(page, "/votes"), "turn": "2", "back": ""}
    assert b"concede" not in page and b'name="early"' not in page
    sent(bob, form, turn="2", back="S1901M")
    back = {"to": "S1901M", "why": "on we go"}
    assert ann.post(f"/api/tables/{table}/organizer/rollback", back).status == 200


def two_players(here: Site) -> tuple[str, Browser, Browser]:
    """A running table of two people and five empty seats; the first of them organizes it."""
    ann, bob = here.person("Ann"), here.person("Bob")
    table = ann.post("/api/tables", {"variant": "standard"}).json["id"]
    for person, seat in ((ann, "France"), (bob, "Italy")):
        person.post(f"/api/tables/{table}/join", {"seat": seat})
    ann.post(f"/api/tables/{table}/start", {})
    return table, ann, bob
