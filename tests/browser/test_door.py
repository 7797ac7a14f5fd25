"""The doors of the site in a browser: mixing, beginning, coming back."""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import Site


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
    mixer.get_by_role("radio", name="Random Any").check()
    mixer.get_by_role("button", name="Play now").click()
    expect(page.locator(".status")).to_contain_text("You are India")


def test_who_comes_back_is_shown_what_waits(enter: Open, place: Site) -> None:
    ada = place.person("Ada")
    player = enter(ada)
    player.go("/variants/standard")
    player.page.get_by_label("You play").select_option("France")
    player.page.get_by_role("button", name="Play now").click()
    player.at_rest()
    player.go("/")
    page = player.page
    waits = page.locator(".waits")
    expect(waits).to_contain_text("Your turn")
    expect(waits).to_contain_text("Standard · Spring 1901 · France")
    expect(waits).to_contain_text("3 things have no orders yet.")
    waits.get_by_role("button", name="Put away: Standard").click()
    expect(page.get_by_role("link", name="1 put away")).to_be_visible()
    expect(page.locator(".waits")).to_have_count(0)
