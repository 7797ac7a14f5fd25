"""A first year of the variants that change units, boards or the map itself."""

from tests.browser.conftest import Gather
from tests.browser.player import PHONE, Player
from tests.browser.test_first_years import SMALL, everybody_sees


def test_cat(gather: Gather) -> None:
    """Two orders for one unit, its parts named where it needs that; whose year it is is shown."""
    table = gather("cat", watched=True, looks={"Telahoma": SMALL})
    cassiusica, andromeda, telahoma = (
        table[seat] for seat in ("Cassiusica", "Andromeda", "Telahoma")
    )
    assert "Double strength Cassiusica" in telahoma.text(".badges")
    cassiusica.choose("F elm", "move", "csb")
    cassiusica.subject("F elm").click()
    cassiusica.page.locator('[data-token="hold"]').click()
    cassiusica.page.get_by_role("button", name="Divide: both orders").click()
    cassiusica.page.wait_for_selector(".given:text-is('F elm - csb; F elm H')")
    andromeda.march("ant", "met")
    andromeda.choose("A rig", "support", "A ant", "met")
    andromeda.drag("veg", "agp")
    telahoma.choose("A cin", "move", "pea")
    table.judge()
    everybody_sees(table, "Cassiusica I, Fall")
    assert sorted(cassiusica.desk()["charges"][n]["subject"] for n in range(4)) == [
        "A cyp",
        "A oak",
        "F csb",
        "F elm",
    ]
    table.judge()
    everybody_sees(table, "Cassiusica I, Winter, adjustments")
    andromeda.choose("Andromeda", "build", "CG veg")
    table.judge()
    everybody_sees(table, "Andromeda I, Spring")
    assert "Double strength Andromeda" in telahoma.text(".badges")
    andromeda.choose("CG veg", "(army)", "move", "ast")
    andromeda.subject("CG veg").click()
    for token in ("(fleet)", "hold"):
        andromeda.page.locator(f'[data-chooser] [data-token="{token}"]').click()
    andromeda.page.get_by_role("button", name="Divide: both orders").click()
    andromeda.page.wait_for_selector(".given:has-text('CG veg (fleet) H')")
    assert andromeda.draft() == ["CG veg (army) - ast", "CG veg (fleet) H"]
    table.judge()
    everybody_sees(table, "Andromeda I, Fall")
    units = next(p for p in table.game.view()["powers"] if p["name"] == "Andromeda")["units"]
    assert {"A ast [single]", "F veg [single]"} <= set(units)


def in_sight(player: Player) -> list[str]:
    """The boards whose tiles are pressed."""
    tiles = player.page.locator("[data-front][aria-pressed=true]")
    return [str(tile.get_attribute("data-front")) for tile in tiles.all()]


def test_heptadiplomacy(gather: Gather) -> None:
    """Two boards of seven side by side; orders across boards; claims by form and by text."""
    looks = {"France": {"viewport": PHONE, "is_mobile": True}}
    table = gather("heptadiplomacy", "Austria", "England", "France", watched=True, looks=looks)
    austria, england, france = (table[seat] for seat in ("Austria", "England", "France"))
    strip = austria.page.locator("[data-front]")
    strip.nth(6).locator("circle").first.wait_for(state="attached")
    assert strip.count() == 7 and austria.text("[data-front='2'] .owed") == "3 orders"
    assert in_sight(austria) == ["1", "2"]
    austria.march("1:bud", "1:rum")
    strip.nth(2).click()
    austria.page.wait_for_selector('#board svg[data-board="3"]', state="attached")
    assert in_sight(austria) == ["1", "3"]
    austria.drag("3:vie", "3:boh")
    # From one board to another: choose the unit, bring the other board to the front, choose there.
    austria.point("3:bud")
    austria.page.wait_for_selector('#board [data-lit~="4:rum"]', state="attached")
    version = austria.version()
    strip.nth(3).click()
    austria.page.wait_for_selector('#board svg[data-board="4"]', state="attached")
    austria.page.wait_for_selector("#board .mark.open")
    austria.point("4:rum")
    austria.changed(version)
    assert austria.draft() == ["A 1:bud - 1:rum", "A 3:bud - 4:rum", "A 3:vie - 3:boh"]
    # One half leaves the one board, the other enters the other; each names the far place.
    for board, half, label in (("3", "leaving", "to4Rumania"), ("4", "entering", "from3Budapest")):
        pill = f'#board svg[data-board="{board}"] .half.{half} .pill.named'
        austria.page.wait_for_selector(pill, state="attached")
        assert austria.page.locator(pill).text_content() == label
    austria.page.wait_for_selector("[data-front='3'] .owed:text-is('1 order')")
    austria.see("1 leaves", "#board")
    austria.see("1 arrives", "#board")
    england.choose("F 2:lon", "move", "2:nth")
    england.type("F 7:lon - 7:eng")
    france.type("F 7:bre - 7:eng")
    table.judge()
    everybody_sees(table, "Fall 1901")
    # What is only read aloud of a board out of sight makes a phone's page no wider.
    france.page.wait_for_selector("[data-front='7'] .fights", state="attached")
    assert france.page.evaluate("() => innerWidth") == PHONE["width"]
    austria.choose("Austria claim", "three", "England", "France")
    england.type("claim THREE Austria France")
    france.write("claim TWO Austria")
    assert austria.draft() == ["claim THREE England France"]
    assert france.draft() == ["claim TWO Austria"]
    table.judge()
    everybody_sees(table, "Winter 1901, adjustments")
    table["watcher"].see("claim TWO Austria", "#results")
    austria.choose("Austria@1", "build", "A 1:bud")
    table.judge()
    everybody_sees(table, "Spring 1902")


def test_para_time(gather: Gather) -> None:
    """Seven boards of seven rule books: builds on one, votes on another."""
    table = gather("para_time", "Austria", "England", watched=True)
    austria = table["Austria"]
    austria.choose("Austria@2", "build", "A 2:vie")
    table.judge()
    everybody_sees(table, "Spring 1901")
    assert "Extra orders, board 3 5" in austria.text(".badges")
    austria.choose("A 3:par", "move", "3:bur")
    austria.see("Extra orders, board 3: 4 of 5 left", "[data-pools]")
    assert austria.page.locator('[data-front="3"]').get_attribute("aria-pressed") == "true"
    table["England"].type("F 1:lon - 1:nth")
    table.judge()
    everybody_sees(table, "Fall 1901")
    table["watcher"].see("A 3:par - 3:bur", "#results")
    table.judge()
    table["watcher"].see("Fall 1901", "#results h2")


def test_twin_earths(gather: Gather) -> None:
    """Two boards, opened by builds, joined by links that are declared in Winter."""
    table = gather("twin_earths", "Germany@1", "Germany@2", watched=True)
    one, two = table["Germany@1"], table["Germany@2"]
    one.write("build A 1:mun\nbuild A 1:ber\nbuild F 1:kie\nlink 1:mun 2:hol")
    two.choose("Germany@2", "build", "A 2:mun")
    table.judge()
    everybody_sees(table, "Spring 1901")
    # Each board shows where it is linked, and with what.
    for player, end in ((one, "2:hol"), (two, "1:mun")):
        player.present()
        player.page.wait_for_selector(f"#board .link text:text-is('{end}')", state="attached")
    one.type("A 1:mun - 2:hol")
    two.march("2:mun", "2:ruh")
    table.judge()
    everybody_sees(table, "Fall 1901")
    table["watcher"].see("arrives in 2:hol", "#results")
    table.judge()
    everybody_sees(table, "Winter 1901, adjustments")
    table.judge()
    everybody_sees(table, "Spring 1902")


def test_black_hole(gather: Gather) -> None:
    """A province is declared immune in secret; every season a hole is drawn and shown."""
    table = gather("black_hole", "Austria", "England", watched=True)
    austria, england, watcher = (table[seat] for seat in ("Austria", "England", "watcher"))
    austria.choose("Austria immune", "vie")
    england.type("declare immune lon")
    table.judge()
    everybody_sees(table, "Fall 1901")
    watcher.see("Holes", ".badges")
    watcher.present()
    watcher.page.wait_for_selector("#board .signs", state="attached")
    assert watcher.page.locator("#board .signs").count() == 1
    # What is declared in secret is seen by nobody else.
    watcher.see("Results of Spring 1901", "#results")
    assert "immune" not in watcher.text("#results")
    austria.see("Vienna is declared as", "#results")
    austria.type("A vie H")
    table.judge()
    watcher.see("Holes", ".badges")
    assert [fact["name"] for fact in table.game.view()["facts"]].count("hole") == 2


def test_doubling(gather: Gather) -> None:
    """Units of the year's owner count twice and may divide; the owner is shown and changes."""
    table = gather("doubling", "Austria", "Germany", watched=True)
    austria, germany = table["Austria"], table["Germany"]
    assert "Double strength Austria" in germany.text(".badges")
    austria.choose("A vie", "move", "boh")
    austria.subject("A vie").click()
    austria.page.locator('[data-token="move"]').click()
    austria.page.locator('[data-token="gal"]').click()
    austria.page.get_by_role("button", name="Divide: both orders").click()
    austria.page.wait_for_selector(".given:text-is('A vie - boh; A vie - gal')")
    germany.march("mun", "boh")
    table.judge()
    everybody_sees(table, "Fall 1901")
    table["watcher"].see("stood off by German A mun - boh", "#results")
    table.judge()
    everybody_sees(table, "Winter 1901, adjustments")
    austria.choose("Austria", "remove", "A gal")
    table.judge()
    everybody_sees(table, "Spring 1902")
    assert "Double strength England" in germany.text(".badges")
