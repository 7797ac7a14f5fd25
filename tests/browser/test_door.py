"""The doors of the site in a browser: mixing, beginning, coming back."""

import re

from playwright.sync_api import expect

from dragoman.house.tables.tables import create_table
from tests.browser.conftest import Open
from tests.browser.site import Site, wait_for


def test_a_mix_is_put_together_by_clicks_and_keys_and_played(enter: Open) -> None:
    player = enter()
    player.go("/")
    page = player.page
    mixer = page.locator("[data-mixer]")
    expect(mixer.get_by_role("button", name="Put together")).to_be_hidden()
    mixer.get_by_text("Catspaw", exact=True).click()
    expect(mixer).to_contain_text("They go together. Catspaw:")
    expect(mixer.get_by_role("checkbox", name="Catspaw")).to_be_focused()
    mixer.get_by_label("Escalation").focus()
    page.keyboard.press("Space")
    expect(mixer).to_contain_text("a power that nobody holds cannot place its pieces")
    expect(mixer.get_by_role("button", name="Play now")).to_have_count(0)
    page.keyboard.press("Space")
    mixer.get_by_label("Board", exact=True).select_option("Youngstown")
    expect(mixer).to_contain_text("Catspaw on Youngstown: 2 to 10 players")
    mixer.get_by_label("You play").select_option("India")
    mixer.get_by_label("Players", exact=True).select_option("2")
    mixer.get_by_role("radio", name="Beginner Any").check()
    mixer.get_by_role("button", name="Play now").click()
    expect(page.locator(".status")).to_contain_text("You are India")


def test_who_comes_back_is_shown_what_waits(enter: Open, place: Site) -> None:
    ada = place.person("Ada")
    player = enter(ada)
    player.go("/variants/standard")
    player.page.get_by_label("You play").select_option("France")
    player.page.get_by_role("button", name="Play now").click()
    player.settled()
    player.go("/")
    page = player.page
    waits = page.locator(".waits")
    expect(waits).to_contain_text("Your turn")
    expect(waits).to_contain_text("Standard · Spring 1901 · France")
    expect(waits).to_contain_text("3 things have no orders yet.")
    waits.get_by_role("button", name="Put away: Standard").click()
    expect(page.get_by_role("link", name="1 put away")).to_be_visible()
    expect(page.locator(".waits")).to_have_count(0)


def test_what_is_special_is_shown_until_it_is_closed(enter: Open, place: Site) -> None:
    game = place.table("wings", ["France"])
    page = enter(game.humans["France"]).page
    page.goto(f"{place.url}{game.path}")
    special = page.locator("[data-example]")
    expect(special).to_contain_text("they fly over land and sea alike")
    special.get_by_text("See it on the board").click()
    expect(special.get_by_role("img")).to_have_js_property("complete", True)
    expect(special.get_by_role("img")).to_be_visible()
    special.get_by_text("What is special: Wings").click()
    page.reload()
    expect(special.get_by_text("What is special: Wings")).to_be_visible()
    expect(special.get_by_text("See it on the board")).to_be_hidden()


def test_a_phase_has_an_address_and_paper_has_a_page_for_each_thing(
    enter: Open, place: Site
) -> None:
    game = place.table("standard", [])
    for person in game.humans.values():
        person.order(game.id, 1)
    wait_for(lambda: game.turn == 2)
    player = enter(game.humans["France"])
    player.sit(game)
    player.page.get_by_role("button", name="Phase before").click()
    player.page.wait_for_url("**?at=1")
    watcher = enter()
    watcher.go(f"{game.path}?at=1")
    watcher.settled()
    expect(watcher.page.locator("[data-phase]")).to_have_value("1")
    player.go(f"{game.path}/paper")
    player.page.locator(".leaf img").evaluate("(img) => img.decode()")
    pdf = player.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 3  # board, results, orders


def test_enter_in_any_field_opens_the_table(enter: Open, place: Site) -> None:
    page = enter(place.person("Ann")).page
    page.goto(f"{place.url}/tables/new?variant=standard")
    page.get_by_label("Name of the table").fill("By Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("By Enter")


def test_the_lobby_talks_and_words_half_written_stay(enter: Open, place: Site) -> None:
    ann, bea = place.person("Ann"), place.person("Bea")
    table = create_table(place.house, ann.account, variant="standard")
    bea.call("POST", f"/api/tables/{table}/join", {"seat": "Turkey"})
    players = [enter(person) for person in (ann, bea)]
    for player in players:
        player.go(f"/tables/{table}")
    players[0].page.get_by_label("Your message").fill("half a sen")
    players[1].page.get_by_label("Your message").fill("I am here")
    players[1].page.get_by_role("button", name="Send").click()
    expect(players[1].page.get_by_role("log")).to_contain_text("I am here")
    expect(players[0].page.locator("[data-news]")).to_be_visible()
    expect(players[0].page.get_by_label("Your message")).to_have_value("half a sen")
