"""A first year of variants on one map, played by several browsers, the organizer and a watcher."""

from tests.browser.conftest import Gather
from tests.browser.player import PHONE, Company

PIECES = "mun edi vie mar lvp bud bre kie tri rom den war ven hol mos nap bel sev con swe stp"
SMALL = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def everybody_sees(table: Company, label: str) -> None:
    """Every page shows the same phase and the same results."""
    for player in table.players.values():
        player.page.wait_for_function(
            "(label) => document.querySelector('[data-headline]').textContent === label", arg=label
        )


def test_standard(gather: Gather) -> None:
    """By mouse, by keyboard alone, and on a phone; builds on the map and from the list."""
    seats = ("Austria", "England", "France")
    table = gather("standard", *seats, watched=True, looks={"England": SMALL})
    austria, england, france = (table[seat] for seat in seats)
    austria.march("bud", "ser")
    austria.drag("vie", "gal")
    england.choose("F lon", "move", "nth")
    england.choose("A lvp", "move", "yor")
    france.keys("F bre", "move", "mao")
    france.keys("A mar", "move", "spa")
    table.judge(Russia="A war - gal")
    everybody_sees(table, "Fall 1901")
    watcher = table["watcher"]
    watcher.see("stood off by Russian A war - gal", "#results")
    austria.type("A ser H")
    england.type("F nth C A yor - nwy")
    england.type("A yor - nwy")
    france.write("F mao - por\nA spa H\nA par - bur")
    table.judge()
    everybody_sees(table, "Winter 1901, adjustments")
    watcher.see("arrives in nwy", "#results")
    austria.choose("Austria", "build", "A bud")
    england.choose("England", "build", "F lon")
    france.open_tab("orders")
    france.subject("France").click()
    version = france.version()
    france.page.wait_for_selector('#board [data-lit~="par"]', state="attached")
    france.point("par")
    france.changed(version)
    france.type("build F bre")
    assert france.draft() == ["build A par", "build F bre"]
    table.judge()
    everybody_sees(table, "Spring 1902")
    assert [row["units"] for row in table.game.view()["seats"][:3]] == [4, 4, 5]
    watcher.open_tab("table")
    watcher.page.wait_for_selector("#side .chart polyline", state="attached")


def test_catspaw(gather: Gather) -> None:
    """Votes with a quota that counts down, copies as weights, vote tables, and build votes."""
    named = {"powers": ["Austria", "France", "Russia"]}
    table = gather("catspaw", watched=True, options=named)
    austria, france, russia = (table[seat] for seat in table.game.humans)
    assert "Extra orders 5" in austria.text(".badges")
    austria.choose("A con", "move", "bul")
    austria.choose("A con", "move", "bul")
    austria.type("A con - bul")
    austria.see("Extra orders: 2 of 5 left", "[data-pools]")
    assert austria.given("A con") == "A con - bul ×3"
    france.choose("A con", "hold")
    france.march("par", "bur")
    russia.drag("war", "gal")
    table.judge()
    everybody_sees(table, "Fall 1901")
    watcher = table["watcher"]
    rows = watcher.page.locator(".votes:has(caption:text-is('A con')) tbody tr")
    rows.first.wait_for()
    assert [text.split("\t")[:2] for text in rows.all_inner_texts()] == [
        ["A con - bul", "3"],
        ["A con H", "1"],
    ]
    table.judge()
    everybody_sees(table, "Winter 1901, adjustments")
    austria.choose("Turkey", "build", "F con")
    france.type("Turkey: build A con")
    russia.choose("Turkey", "build", "F con")
    assert "0 of 1" in austria.text("[data-pools]")
    table.judge()
    everybody_sees(table, "Spring 1902")
    watcher.see("build F con", "#results .votes")
    assert "F con" in next(p for p in table.game.view()["powers"] if p["name"] == "Turkey")["units"]


def test_escalation(gather: Gather) -> None:
    """Pieces are placed turn by turn, by map, list and text; homes are declared in Winter."""
    table = gather("escalation", watched=True)
    first, second, third = (table[seat] for seat in ("First", "Second", "Third"))
    places = ["A par", "F lon", "A ber", "A mun", "F edi", "A vie"]
    assert "Round 1 of 8" in first.text(".badges")
    first.page.wait_for_selector('#board [data-lit~="par"]', state="attached")
    first.point("par")
    first.page.wait_for_selector(".given:text-is('place A par')")
    assert second.text("[data-owed]") == "Nothing to order now"
    table.judge()
    second.wait_turn(2)
    second.open_tab("orders")
    second.page.fill(".search", "Fleet in London")
    second.page.press(".search", "Enter")
    second.page.wait_for_selector(".given:text-is('place F lon')")
    table.judge()
    third.wait_turn(3)
    third.type("place A ber")
    table.judge()
    everybody_sees(table, "Spring 1901, placement 4")
    pieces = PIECES.split()
    people = [table.game.humans[seat] for seat in ("First", "Second", "Third")]
    for n, place in enumerate(pieces):
        people[n % 3].order(table.game.id, 4 + n, f"place A {place}")
        first.wait_turn(5 + n)
    everybody_sees(table, "Spring 1901")
    assert (
        places[0] in next(p for p in table.game.view()["powers"] if p["name"] == "First")["units"]
    )
    first.march("par", "bur")
    table.judge()
    everybody_sees(table, "Fall 1901")
    first.type("A bur H")
    table.judge()
    everybody_sees(table, "Winter 1901, declarations")
    declared = [charge["subject"] for charge in first.desk()["charges"]]
    assert "First homes" in declared
    first.open_tab("orders")
    version = first.version()
    first.subject("First homes").click()
    first.go_on("bre", "mar", "mun")
    first.changed(version)
    table.judge()
    table["watcher"].see("declare", "#results")


def test_militarism(gather: Gather) -> None:
    """Winter 1900 builds the units; a leader shares a space and strengthens what stands there."""
    table = gather("militarism", "France", "Germany", watched=True)
    france, germany = table["France"], table["Germany"]
    for piece in ("A par", "A mar", "F bre"):
        france.choose("France", "build", piece)
    assert "(3 of 4)" in france.given("France")
    france.type("build L par")
    germany.write("build A ber\nbuild A mun\nbuild F kie\nbuild L mun")
    table.judge()
    everybody_sees(table, "Spring 1901")
    # Army and leader are one choice; the same click again reaches each of them, who share a space.
    france.open_tab("orders")
    france.point("par")
    france.page.wait_for_selector('.chosen [data-subject="LA par"]')
    france.point("par")
    france.page.wait_for_selector('.chosen [data-subject="A par"]')
    france.point("par")
    france.page.wait_for_selector('.chosen [data-subject="L par"]')
    france.point("par")
    france.choose("L par", "move", "bur")
    france.march("par", "bur")
    germany.choose("A mun", "move", "bur")
    table.judge()
    everybody_sees(table, "Fall 1901")
    table["watcher"].see("2 (army 1 + leader 1)", "#results")
    assert {"A bur", "L bur"} <= set(
        next(p for p in table.game.view()["powers"] if p["name"] == "France")["units"]
    )
    france.present()
    assert france.page.locator("#board .unit.led").count() >= 2
    table.judge()
    everybody_sees(table, "Spring 1902")


def test_cline(gather: Gather) -> None:
    """A canal is gone through, two cannot use one crossing, a fleet sails into a box."""
    table = gather("cline", "Barbary", "Italy", "Persia", watched=True)
    barbary, italy, persia = (table[seat] for seat in ("Barbary", "Italy", "Persia"))
    barbary.drag("mor", "sat")
    italy.march("nap", "tys")
    italy.march("rom", "nap")
    persia.choose("F jor/wc", "move", "egy")
    table.judge()
    everybody_sees(table, "Fall 1901")
    barbary.drag("sat", "wat")
    italy.choose("A nap", "move", "sic")
    italy.choose("F tys", "move", "ion")
    persia.march("egy", "red")
    table.judge()
    everybody_sees(table, "Spring 1902")
    watcher = table["watcher"]
    watcher.see("on the same crossing (messina)", "#results")
    watcher.see("arrives in red", "#results")
    barbary.open_tab("orders")
    barbary.march("wat", "ant")
    assert barbary.draft() == ["F wat - ant"]
    barbary.page.wait_for_selector(
        '#board .orders [data-order="Barbary: F wat - ant"]', state="attached"
    )


def test_youngstown(gather: Gather) -> None:
    """The large map: three at home on three continents."""
    table = gather("youngstown", "China", "India", "Japan", watched=True)
    china, india, japan = (table[seat] for seat in ("China", "India", "Japan"))
    for player in (china, india, japan):
        units = [charge["subject"] for charge in player.desk()["charges"]]
        for n, unit in enumerate(units):
            player.open_tab("orders")
            version = player.version()
            player.subject(unit).click()
            player.go_on("move")
            places = player.page.locator('[data-chooser][data-prefix="move"] [data-token]')
            places.nth(n).click()
            player.changed(version)
        assert len(player.draft()) == len(units)
    table.judge()
    everybody_sees(table, "Fall 1901")
    table.judge()
    table["watcher"].see("Fall 1901", "#results")
