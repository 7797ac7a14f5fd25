"""The results on the page leave out nothing that the sheet has, and begin with what changed."""

import re
from html import unescape

from tests.web.client import Browser
from tests.web.world import Site

SPRING = {
    "Austria": "A vie - gal\nF tri - ven",
    "Italy": "A ven H\nF nap - ion",
    "Russia": "A war - gal",
    "Turkey": "A con - bul",
    "Germany": "A mun - bur\nF kie - den",
    "France": "A par - bur\nA mar - spa",
}
FALL = {"Germany": "F den H\nA ber - kie", "Turkey": "A bul H", "France": "A spa H"}


def results_text(browser: Browser, table: str, query: str = "") -> str:
    """The results as text."""
    body = browser.get(f"/tables/{table}/results{query}").body.decode()
    text = re.sub(r"<(pre|svg|details)\b.*?</\1>", " ", body, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def year(here: Site) -> tuple[str, dict[str, Browser]]:
    """A table of Standard after its first moves."""
    names = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    players = {name: here.person(name) for name in names}
    table = here.table(list(players.values()), here.person("Olga"))
    for turn, orders in enumerate((SPRING, FALL), 1):
        for name, player in players.items():
            if name in orders:
                body = {"turn": turn, "text": orders[name]}
                assert player.put(f"/api/tables/{table}/orders", body).status == 200
            assert player.put(f"/api/tables/{table}/ready", {"turn": turn}).status == 200
        here.judge()
    return table, players


def test_centers_won_builds_due_stand_offs_and_missing_orders_are_shown(here: Site) -> None:
    table, players = year(here)
    spring, fall = (results_text(players["Germany"], table, f"?at={n}") for n in (1, 2))
    assert "Stand-offs left Burgundy and Galicia empty" in spring
    assert re.search(r"Army in Berlin holds no order", spring)
    # One's own power comes first.
    assert fall.startswith("Results of Fall 1901 Germany 4 ▲ more: 1 + gained Denmark 1 build due")
    assert "Turkey 4 ▲ more: 1 + gained Bulgaria 1 build due" in fall
    assert "Austria 3" not in fall  # where nothing changed, nothing is said
    assert fall.index("Army in Berlin moves to Kiel") < fall.index("Army in Spain holds")


def test_several_phases_are_shown_in_order(here: Site) -> None:
    table, players = year(here)
    both = results_text(players["Austria"], table, "?at=2&since=1")
    assert re.findall(r"Results of (\w+ \d+)", both) == ["Spring 1901", "Fall 1901"]


def test_a_vote_without_a_choice_says_why(here: Site) -> None:
    names = ("Austria", "England", "France")
    players = {name: here.person(f"{name} of the vote") for name in names}
    options = {"powers": list(names)}
    table = here.table([*players.values()], here.person("Vi"), variant="catspaw", options=options)
    orders = ("A mun - bur", "A mun - ruh", "A mun - tyr")
    for order, player in zip(orders, players.values(), strict=True):
        text = f"{order}\nA ber - sil"
        assert player.put(f"/api/tables/{table}/orders", {"turn": 1, "text": text}).status == 200
        assert player.put(f"/api/tables/{table}/ready", {"turn": 1}).status == 200
    here.judge()
    found = results_text(players["Austria"], table)
    assert "A mun - tyr 1 France A tie: none of them was chosen." in found
    assert found.count("A tie") == 1
    germans = players["Austria"].get(f"/tables/{table}/results", accept_language="de").body
    assert "Gleichstand: Keiner davon wurde gewählt." in germans.decode()


def test_the_same_order_written_several_times_is_one_row(here: Site) -> None:
    names = ("Austria", "England", "France")
    players = {name: here.person(f"{name} again") for name in names}
    options = {"powers": list(names)}
    table = here.table([*players.values()], here.person("Ed"), variant="catspaw", options=options)
    for name, text in (
        ("Austria", "A con - bul\n" * 3),
        ("England", "A con - bul"),
        ("France", ""),
    ):
        body = {"turn": 1, "text": text}
        assert players[name].put(f"/api/tables/{table}/orders", body).status == 200
        assert players[name].put(f"/api/tables/{table}/ready", {"turn": 1}).status == 200
    here.judge()
    found = results_text(players["Austria"], table)
    assert found.count("Army in Constantinople moves to Bulgaria") == 2
    assert "Army in Constantinople moves to Bulgaria ×3 (Austria) arrives in bul" in found
    assert "A con - bul 4 Austria (3) and England" in found


def test_what_comes_out_of_sight_is_not_said_to_be_lost(here: Site) -> None:
    """Who is in the fog again is not out of the game, and need not remove anything for that."""
    names = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    players = {name: here.person(f"{name} in the fog") for name in names}
    table = here.table(list(players.values()), here.person("Fay"), variant="fog")
    for turn, text in enumerate(("A par - bur\nA mar - spa", "A bur - par\nA spa H"), 1):
        body = {"turn": turn, "text": text}
        assert players["France"].put(f"/api/tables/{table}/orders", body).status == 200
        for player in players.values():
            assert player.put(f"/api/tables/{table}/ready", {"turn": turn}).status == 200
        here.judge()
    found = results_text(players["France"], table, "?at=2")
    assert found.startswith("Results of Fall 1901 France 4 ▲ more: 1 + gained Spain 1 build due")
    assert not [word for word in ("Eliminated", "lost", "removal") if word in found]
    page = players["France"].get(f"/tables/{table}/results?at=2").body.decode()
    sheet = re.findall(r"<pre.*?</pre>", page, re.DOTALL)[0]
    assert "Next: Winter 1901, adjustments.\n" in sheet


def test_holes_and_who_was_driven_out_are_shown(here: Site) -> None:
    names = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    players = {name: here.person(f"{name} too") for name in names}
    table = here.table(list(players.values()), here.person("Otto"), variant="black_hole")
    for player in players.values():
        player.put(f"/api/tables/{table}/ready", {"turn": 1})
    here.judge()
    assert "Hole: " in results_text(players["Austria"], table)


def test_who_has_nowhere_to_go_is_named_and_the_end_says_when_in_words(here: Site) -> None:
    names = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    players = {name: here.person(f"{name} at the end") for name in names}
    umpire = here.person("Una")
    table = here.table(list(players.values()), umpire)
    units = {"Austria": ["F tri"], "Italy": ["A ven", "A tyr", "F adr"], "Turkey": ["A alb"]}
    change = {"units": units, "centers": {"Austria": []}}
    at = f"/api/tables/{table}/organizer"
    assert umpire.post(f"{at}/correct", {"change": change, "why": "a test"}).status == 200
    text = "A tyr - tri\nA ven S A tyr - tri"
    body = {"turn": 2, "text": text}
    assert players["Italy"].put(f"/api/tables/{table}/orders", body).status == 200
    for player in players.values():
        assert player.put(f"/api/tables/{table}/ready", {"turn": 2}).status == 200
    here.judge()
    found = results_text(umpire, table, "?since=1")
    assert "Driven out Austrian fleet, Trieste: nowhere to retreat to" in found
    assert umpire.post(f"{at}/abandon", {"why": "a test"}).status == 200
    side = umpire.get(f"/tables/{table}/side").body.decode()
    assert "eliminated: Spring 1901<" in side
