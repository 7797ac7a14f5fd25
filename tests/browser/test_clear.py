"""What a newcomer may wonder about is explained: a first turn, mistakes, a lost line."""

from tests.browser.conftest import Gather, Open
from tests.browser.player import PHONE, Player
from tests.browser.site import Site

POWERS = {"powers": ["Austria", "France", "Russia"]}


def newcomer(enter: Open, variant: str) -> Player:
    """Somebody without an account who begins to play a variant."""
    nora = enter()
    nora.go(f"/variants/{variant}")
    nora.page.select_option("#begin-seat", index=1)  # the first; before it is the lot
    nora.page.click("main button.main")
    nora.settled()
    return nora


def test_a_first_turn_is_guided_step_by_step(enter: Open) -> None:
    nora = enter()
    nora.go("/")
    nora.page.click(".hero button.main")
    nora.page.wait_for_selector(".game[data-settled]")
    nora.see("Choose a unit on the map", "[data-guide]")
    assert nora.page.locator("[data-guide] .done").count() == 0
    owed = nora.page.locator(".charge:has(.none:text-is('no order yet')) [data-subject]")
    for left in range(owed.count(), 0, -1):
        owed.first.click()
        nora.page.locator('[data-chooser] [data-token="hold"]').click()
        nora.page.wait_for_function(
            "(n) => document.querySelector('[data-owed]').textContent.includes(n)",
            arg=f"{left - 1} still" if left > 1 else "Everything",
        )
        assert nora.page.locator("[data-guide] .done").count() == (1 if left > 1 else 2)
    nora.press_ready()
    nora.page.wait_for_selector(".game[data-turn='2']")
    nora.page.wait_for_selector("[data-guide]", state="detached")


def test_the_guide_speaks_of_what_there_is(enter: Open) -> None:
    """Where nobody has a unit yet, it does not speak of units."""
    nora = newcomer(enter, "escalation")
    nora.see("Choose a line of the list", "[data-guide]")
    assert not nora.page.get_by_text("Choose a unit on the map").is_visible()
    # An example of what can be typed is one that can be typed here.
    assert nora.page.get_attribute("[data-typed]", "placeholder") == "such as place A alb"


def test_what_is_typed_is_explained_before_it_is_sent(gather: Gather) -> None:
    austria = gather("standard", "Austria")["Austria"]
    error = austria.page.locator("[data-typed-error]")
    assert austria.page.get_attribute("[data-typed]", "placeholder") == "such as A bud - gal"
    austria.page.fill("[data-typed]", "A vie - par")
    error.get_by_text("an army in vie cannot reach par").wait_for()
    austria.page.fill("[data-typed]", "A vie - g")
    error.get_by_text("cannot reach").wait_for(state="detached")
    austria.page.fill("[data-typed]", "A vienna to galicia")
    austria.page.wait_for_timeout(400)
    assert error.inner_text() == ""
    assert austria.draft() == []


def test_who_is_ready_without_a_line_reads_that_nobody_knows(gather: Gather) -> None:
    looks = {"Austria": {"viewport": PHONE, "is_mobile": True, "has_touch": True}}
    austria = gather("standard", "Austria", looks=looks)["Austria"]
    austria.expected = ("ERR_INTERNET_DISCONNECTED",)
    # The whole page is there before the line is lost.
    austria.page.wait_for_selector("#press p", state="attached")
    austria.context.set_offline(True)
    austria.page.locator(".keys summary").scroll_into_view_if_needed()
    austria.page.click("[data-ready]")
    austria.see("nobody knows of it yet", ".toast")
    # The lost line is in sight, wherever one has scrolled to.
    box = austria.page.locator("[data-line]").bounding_box()
    assert box is not None and 0 <= box["y"] < 100
    assert austria.page.get_attribute("[data-ready]", "aria-pressed") == "false"
    austria.context.set_offline(False)
    austria.page.wait_for_selector("[data-line]", state="hidden")
    austria.press_ready()
    austria.page.wait_for_selector("[data-ready][aria-pressed=true]")


def test_a_picture_of_the_past_shows_no_choices_of_the_present(gather: Gather) -> None:
    table = gather("standard", "Austria")
    austria = table["Austria"]
    table.judge()
    austria.open_tab("orders")
    austria.subject("A vie").click()
    austria.page.wait_for_selector('#board [data-lit~="gal"]', state="attached")
    austria.page.click("[data-step='-1']")
    austria.page.wait_for_selector("#board.judged")
    assert austria.page.locator("#board .mark").count() == 0


def test_what_is_chosen_with_the_keyboard_is_not_lost_when_others_act(gather: Gather) -> None:
    """News of others leaves the focus where it is; news of one's own draft does so too."""
    table = gather("standard", "Austria")
    austria, game = table["Austria"], table.game
    austria.subject("A vie").click()
    austria.page.wait_for_selector(austria.word("move"))
    austria.tab_to(austria.word("move"))
    with austria.page.expect_response("**/desk*"):
        game.others["England"].order(game.id, game.turn)
    other = {"turn": game.turn, "text": "A bud - ser"}
    game.humans["Austria"].call("PUT", f"/api/tables/{game.id}/orders", other)
    austria.page.wait_for_selector(".given:text-is('A bud - ser')")
    austria.page.keyboard.press("Enter")
    austria.page.click(austria.word("move", "gal"))
    austria.page.wait_for_selector(".given:text-is('A vie - gal')")


def test_what_can_be_chosen_on_a_phone_is_not_behind_the_bars(gather: Gather) -> None:
    """The lists of choices come to rest below the map and above the ready switch."""
    looks = {"Austria": {"viewport": PHONE, "is_mobile": True, "has_touch": True}}
    austria = gather("catspaw", "Austria", looks=looks, options=POWERS)["Austria"]
    for subject in ("A vie", "F tri", "A con"):
        austria.subject(subject).tap()
        austria.page.wait_for_selector(f'.chosen [data-subject="{subject}"]')
        austria.at_rest()
        choices = [box(austria, part) for part in ("[data-chooser] h2", "[data-chooser] > button")]
        assert box(austria, ".stage")[1] <= choices[0][0], subject
        assert choices[-1][1] <= box(austria, "[data-act]")[0], subject


def box(player: Player, part: str) -> tuple[float, float]:
    """The upper and the lower edge of something on the screen."""
    found = player.page.locator(part).first.bounding_box()
    assert found is not None, part
    return found["y"], found["y"] + found["height"]


def test_the_board_in_front_is_one_with_something_to_do(gather: Gather, enter: Open) -> None:
    """A retreat on the seventh board is not looked for on the first."""
    table = gather("heptadiplomacy", "Italy")
    units = {"Austria@7": ["A 7:ven"], "Italy@7": ["A 7:rom", "A 7:apu"]}
    body = {"change": {"units": units}, "why": "a test", "turn": table.game.turn}
    path = f"/api/tables/{table.game.id}/organizer/correct"
    table.game.organizer.call("POST", path, body)
    table["Italy"].wait_turn(2)
    table["Italy"].write("A 7:rom - 7:ven\nA 7:apu S A 7:rom - 7:ven")
    table.judge()
    austria = enter(table.game.others["Austria"]).sit(table.game)
    assert "retreats" in austria.text("[data-headline]")
    austria.page.wait_for_selector("[data-front='7'][aria-pressed=true]")
    austria.page.wait_for_selector("#board svg[data-board='7']")


def test_boards_of_cards_are_drawn_in_the_colors_of_the_page(enter: Open) -> None:
    for scheme, other in (("light", "Dark colors"), ("dark", "Light colors")):
        visitor = enter(color_scheme=scheme)
        visitor.go("/")
        image = visitor.page.locator(".hero img")
        image.evaluate("(image) => image.decode()")
        drawn = image.evaluate("(image) => image.currentSrc")
        assert drawn.endswith("?theme=dark") == (scheme == "dark")
        assert visitor.page.locator(".foot [name=theme]:visible").all_inner_texts() == [other]
        visitor.page.click(f".foot button:text-is('{other}')")
        visitor.page.wait_for_selector(f"html[data-theme={other.split()[0].lower()}]")
        image = visitor.page.locator(".hero img")
        assert "theme" not in image.evaluate("(image) => image.currentSrc")


def test_the_organizer_changes_how_a_game_is_run(gather: Gather) -> None:
    """By a form of his page; everybody reads of it at once."""
    table = gather("standard", "Austria", watched=True)
    olga, austria = table["organizer"], table["Austria"]
    olga.open_tab("table")
    olga.page.click(".settings > summary")
    olga.page.select_option("#limit-movement", "86400")
    olga.page.uncheck("#side [name=early]")
    olga.page.fill("#set-why", "the holidays are over")
    olga.page.click("#side button:text-is('Change the settings')")
    olga.see("Done, and written in the log.", "#side")
    austria.open_tab("table")
    austria.see("Reason: the holidays are over", "#side .log")
    settings = table.game.view()["settings"]
    assert (settings["limits"]["movement"]["seconds"], settings["early"]) == (86400, False)


def test_links_that_came_by_mail_say_what_they_did(enter: Open, place: Site) -> None:
    """The secret is not shown; what came of it is."""
    visitor = enter()
    visitor.go("/seat#0123456789abcdef")
    visitor.see("This link is meant for you alone", "main")
    assert not visitor.page.locator("#secret").is_visible()
    assert visitor.page.input_value("#secret") == "0123456789abcdef"
    visitor.go("/login?done=reset")
    visitor.see("Your new password is set.", ".notice")
    jo = enter(place.person("Jo"))
    jo.go("/me?done=verified")
    jo.see("Your mail address is confirmed.", ".notice")
    # Times are those of the reader.
    assert "T" not in jo.text("main time").replace("Tue", "").replace("Thu", "")


def test_the_clock_shows_time_that_was_given(gather: Gather) -> None:
    limits = {"movement": {"seconds": 3600}, "other": {"seconds": 3600}}
    table = gather("standard", "Austria", settings={"limits": limits})
    austria, game = table["Austria"], table.game
    clock = austria.page.locator("[data-act] .count")
    clock.get_by_text("59 min").or_(clock.get_by_text("1 h 0 min")).wait_for()
    path = f"/api/tables/{game.id}/organizer/"
    game.organizer.call("POST", path + "extend", {"seconds": 172_800, "why": "holidays"})
    clock.get_by_text("2 d").wait_for()
    game.organizer.call("POST", path + "pause", {"why": "a storm"})
    clock.get_by_text("No deadline").wait_for()


def test_a_turn_that_is_set_right_is_not_called_judged(gather: Gather) -> None:
    """Nothing was judged: the page shows where the game stands now, and who has changed it."""
    table = gather("standard", "Austria")
    austria, game = table["Austria"], table.game
    table.judge()
    austria.see("Judged. Now: Fall 1901", ".toast")
    change = {"units": {"Turkey": ["A con", "A arm", "F ank"]}}
    body = {"change": change, "why": "a slip", "turn": game.turn}
    game.organizer.call("POST", f"/api/tables/{game.id}/organizer/correct", body)
    austria.see("The organizer has set something right", ".toast")
    assert austria.page.locator("[data-phase]").input_value() == ""
    austria.page.wait_for_selector('#board:not(.judged) [data-unit="arm"]')


def test_what_came_of_an_act_is_in_sight_and_stays(place: Site, enter: Open) -> None:
    """A secret link is shown only once: no news of others may take it away."""
    game = place.table("standard", ["Austria"])
    game.humans["Austria"].call("POST", f"/api/tables/{game.id}/leave")
    olga = enter(game.organizer).sit(game)
    olga.open_tab("table")
    olga.page.click("#act-correct summary")
    olga.page.fill("#correct-why", "none")
    olga.page.click("#act-correct form[data-into] button:not([data-back])")
    refused = olga.page.locator("#side > .notice.bad:focus")
    refused.get_by_text("change the position").wait_for()
    assert box(olga, "#side > .notice")[0] >= box(olga, ".tabs")[1]
    olga.page.click("#act-link summary")
    olga.page.select_option("#link-seat", "Austria")
    olga.page.click("#act-link button")
    olga.see("It is shown only once", "#side > .notice")
    with olga.page.expect_response("**/side*"):
        game.others["England"].order(game.id, game.turn)
    olga.page.wait_for_selector("#side tr:has-text('England'):has-text('ready')")
    olga.see("It is shown only once", "#side > .notice")


def test_who_clicks_on_the_past_is_shown_where_to_order(enter: Open) -> None:
    """After a turn the map shows what came of it: places to choose are not lit there."""
    nora = newcomer(enter, "escalation")
    nora.page.locator(".choices [data-token]").first.click()
    nora.page.wait_for_selector(".charge .given")
    nora.press_ready()
    nora.page.wait_for_selector(".game[data-turn='4']")
    nora.page.wait_for_selector("#board.judged")
    nora.page.wait_for_selector("[data-chooser] [data-token]", state="attached")
    nora.at_rest()
    assert nora.page.locator("#board .mark").count() == 0
    nora.page.mouse.click(*nora.spot("mos"))
    nora.see("Open “Orders” to see the present", ".toast")
    nora.open_tab("orders")
    nora.page.wait_for_selector("#board:not(.judged) .mark", state="attached")


def test_a_guide_waits_for_all_that_is_owed(enter: Open) -> None:
    """A matter that takes several orders is not done with the first of them."""
    nora = newcomer(enter, "militarism")
    nora.page.locator('[data-chooser][data-prefix="build"] [data-token]').first.click()
    nora.page.wait_for_selector(".charge .given")
    nora.see("still without orders", "[data-owed]")
    assert nora.page.locator("[data-guide] .done").count() == 1


def test_who_has_lost_a_seat_is_shown_the_table_as_it_is(gather: Gather) -> None:
    """The seat was opened for somebody else: the page goes on as that of somebody who watches."""
    table = gather("standard", "Austria")
    austria, game = table["Austria"], table.game
    austria.expected = ("403",)
    body = {"seat": "Austria", "why": "away for long"}
    game.organizer.call("POST", f"/api/tables/{game.id}/organizer/replace", body)
    austria.see("You are watching", ".status")
    austria.page.wait_for_selector("[data-tab=orders]", state="detached")


def test_a_large_map_begins_where_one_can_read_it(gather: Gather) -> None:
    """The names of a map for ten would be too small; the others are shown whole."""
    for variant, seat, unit, whole in (
        ("youngstown", "China", "pek", False),
        ("standard", "Turkey", "con", True),
    ):
        player = gather(variant, seat)[seat]
        wide = "() => document.querySelector('#board svg').viewBox.baseVal.width"
        before = player.page.evaluate(wide)
        x, y = player.spot(unit)
        stage = player.page.locator("#board").bounding_box()
        assert stage is not None
        assert stage["x"] < x < stage["x"] + stage["width"]
        assert stage["y"] < y < stage["y"] + stage["height"]
        player.page.click("[data-zoom=whole]")
        assert (player.page.evaluate(wide) == before) is whole, variant


def test_a_sandbox_says_what_it_is_and_what_its_button_does(enter: Open, place: Site) -> None:
    jo = place.person("Jo")
    table = jo.call("POST", "/api/sandboxes", {"variant": "standard"})["id"]
    page = enter(jo)
    page.go(f"/tables/{table}")
    page.settled()
    page.see("Sandbox", ".status")
    assert page.text("[data-ready]") == "Judge this phase"
    page.press_ready()
    page.wait_turn(2)
    page.see("Results of Spring 1901", "#results")
    assert page.text("[data-ready]") == "Judge this phase"
