"""How games end on the page, and what the organizer does there: everybody sees it at once."""

from playwright.sync_api import expect

from tests.browser.conftest import Gather, Open


def test_a_draw_is_agreed_and_the_result_is_shown(gather: Gather, enter: Open) -> None:
    table = gather("cat", watched=True)
    players = [table[seat] for seat in ("Andromeda", "Cassiusica", "Telahoma")]
    players[0].march("ant", "met")
    table.judge()
    table.judge()
    for player in players:
        player.open_tab("table")
        player.page.check("#side [name=draw]")
        player.page.click("#side button:text-is('Vote')")
    watcher = table["watcher"]
    for player in (*players, watcher):
        player.page.wait_for_selector(".game[data-status=finished]")
        player.page.wait_for_selector("#side h2:text-is('Result')")
        assert player.page.locator("[data-tab=orders]:visible").count() == 0
        assert player.page.locator("[data-act]:visible").count() == 0
    side = watcher.text("#side")
    assert "Draw: " in side and "Download the game file" in side
    german = enter(table.game.humans["Telahoma"], locale="de-DE")
    german.go(table.game.path)
    outcomes = german.page.locator("#side .scores td:nth-child(3)")
    expect(outcomes).to_have_text(["geteilt"] * 3)
    with watcher.page.expect_download() as saved:
        watcher.page.click("#side a[download][href$='/record']")
    assert '"cat"' in saved.value.path().read_text()
    # Whoever comes later sees the same.
    late = enter(table.game.humans["Telahoma"])
    late.go(table.game.path)
    late.page.wait_for_selector("#side h2:text-is('Result')", state="attached")
    assert late.page.locator("#side").inner_text() == players[2].page.locator("#side").inner_text()


def test_the_organizer_acts_with_a_reason_that_all_can_read(gather: Gather) -> None:
    limits = {"limits": {"other": {"seconds": 7200}}}
    table = gather("standard", "Austria", watched=True, settings=limits)
    olga, austria = table["organizer"], table["Austria"]
    assert "1 h" in austria.text("[data-act] .count") or "2 h" in austria.text("[data-act] .count")
    olga.open_tab("table")
    olga.page.click("#act-pause summary")
    olga.page.fill("#pause-why", "holidays")
    olga.page.click("#act-pause button")
    olga.see("Done, and written in the log.", "#side")
    austria.page.wait_for_selector(".status .tag:text-is('Paused')")
    austria.open_tab("table")
    austria.see("Reason: holidays", "#side .log")
    olga.page.click("#side button:text-is('Undo')")
    austria.page.wait_for_selector(".status .tag", state="detached")
    olga.page.click("#act-adjudicate summary")
    olga.page.fill("#adjudicate-why", "everybody agrees")
    olga.page.check("#act-adjudicate [name=sure]")
    olga.page.click("#act-adjudicate button")
    austria.wait_turn(2)
    austria.page.click(".knock button")
    austria.see("Results of Spring 1901", "#results")
