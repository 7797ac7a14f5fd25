"""A variant is made in the browser: from nothing, and from another program's file."""

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from dragoman.house.workshop.publishing import unlist
from dragoman.house.workshop.shelf import listed
from tests.browser.conftest import PATIENCE, Open
from tests.browser.player import Player
from tests.browser.site import Person, Site, wait_for
from tests.importing.toys import FILES

TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
SETTLED = """() => {
  const said = document.querySelector('[data-draft]')?.dataset;
  return said?.faults === '0' && said.drawn === said.version;
}"""
CHANGED = "before => document.querySelector('[data-draft]').dataset.version !== before"
GLANCED = "() => Number(document.querySelector('[data-draft]').dataset.games) >= 5"


def settled(page: Page) -> None:
    """Wait until all that was typed or clicked is saved, sound and drawn."""
    page.wait_for_function(SETTLED)


@contextmanager
def changing(page: Page) -> Iterator[None]:
    """Wait after a change until it is saved."""
    before = page.get_attribute("[data-draft]", "data-version")
    yield
    page.wait_for_function(CHANGED, arg=before)


def text(page: Page) -> str:
    """What the draft's files say, as the server has them."""
    found: str = page.evaluate(
        "async () => JSON.stringify(await (await fetch(`${location.pathname}/files`)).json())"
    )
    return found


def published(player: Player, name: str) -> None:
    """Publish for all, and look at the variant's own page."""
    page = player.page
    page.click("[data-publish]")
    page.click("[data-visibility=list]")
    page.click("[data-published] a")
    expect(page.locator("h1")).to_have_text(name)
    player.go("/variants")
    expect(page.locator("main")).to_contain_text(name)


def tidy(place: Site) -> None:
    """Leave the lists of variants as other tests expect them."""
    for ref in listed(place.house):
        unlist(place.house, ref)


def test_from_nothing_to_a_published_variant(enter: Open, place: Site) -> None:
    made_from_nothing(enter(place.person("Mia")))
    tidy(place)


def made_from_nothing(player: Player) -> None:
    """A board of four powers and twenty provinces, changed, measured, tried and published."""
    page = player.page
    player.go("/workshop")
    page.fill("#blank-name", "Four Winds")
    page.click("form:has(#blank-name) button")
    settled(page)
    wrong_and_mended(page)
    edited_on_the_board(page)
    chosen_rules(page)
    page.wait_for_function(GLANCED)
    expect(page.locator("[data-bars] .whisker")).to_have_count(4)
    expect(page.locator("[data-verdict]")).to_contain_text("seats that are alike")
    kept_as_a_case(player)
    published(player, "Four Winds")


def wrong_and_mended(page: Page) -> None:
    """A fault stands under its line, and a button mends it."""
    page.locator("[data-writing='map.txt'] .cm-line").nth(7).click()
    page.keyboard.press("End")
    page.keyboard.type(" zzz")
    expect(page.locator(".fault")).to_contain_text("amc borders zzz, which is not a place")
    expect(page.locator("[data-publish]")).to_be_disabled()
    with changing(page):
        page.click(".fault >> text=Leave out zzz")
    settled(page)
    expect(page.locator(".fault")).to_have_count(0)


def middle(page: Page, province: str) -> tuple[float, float]:
    """Where a province is on the screen."""
    box = page.locator(f"[data-board] path[data-province={province}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def edited_on_the_board(page: Page) -> None:
    """Provinces are renamed, divided, joined and colored by mouse and by keys."""
    page.click("[data-tool=rename]")
    page.mouse.click(*middle(page, "amc"))
    with changing(page):
        page.fill("[data-plate] input", "Old Town")
        page.keyboard.press("Enter")
    page.click("[data-tool=split]")
    page.select_option("[data-spot]", "coh")
    with changing(page):
        page.click("[data-do]")
    page.click("[data-tool=home]")
    page.wait_for_selector("[data-spot] option[value=coh2]", state="attached")
    page.select_option("[data-power]", "Birch")
    page.select_option("[data-spot]", "coh2")
    with changing(page):
        page.click("[data-do]")
    said = text(page)
    assert "amc inland center Old Town" in said and "coh2 inland center Cobalt Hills 2" in said
    settled(page)
    page.click("[data-tool=move]")
    x, y = middle(page, "coh2")
    with changing(page):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 30, y + 12, steps=4)
        page.mouse.up()
    assert text(page) != said


def chosen_rules(page: Page) -> None:
    """A card shows its example; it is added, and its sentence is on the rules page."""
    example = page.locator("#example-build_anywhere")
    page.click("[data-module=build_anywhere] >> text=Example")
    expect(example.locator("img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(example).to_be_hidden()
    with changing(page):
        page.click("[data-module=build_anywhere] >> text=add")
    settled(page)
    expect(page.locator("[data-module=build_anywhere]")).to_contain_text("in use")
    expect(page.locator("[data-module=passages]")).to_contain_text("there is only one board")


def kept_as_a_case(player: Player) -> None:
    """What is judged in the sandbox is kept, and holds."""
    page = player.page
    page.click("[data-try]")
    player.settled()
    player.press_ready()
    player.wait_turn(2)
    page.click("#tab-edit")
    page.fill("#keep-title", "nobody moves")
    page.click("text=Keep as a case")
    page.wait_for_url("**/workshop/*")
    settled(page)
    expect(page.locator("[data-cases] .good")).to_have_count(2)


HOLDING = """([method, path]) => {
  const quick = window.fetch, open = new Promise((done) => { window.release = done; });
  window.asked = window.held = 0;
  window.fetch = async (where, how) => {
    const wanted = how?.method === method && where.endsWith(path);
    window.asked += wanted;
    const answer = await quick(where, how);
    if (wanted && window.held++ === 0) await open;
    return answer;
  };
}"""


def files(page: Page) -> dict[str, str]:
    """The files of the draft, as the server has them."""
    found: dict[str, str] = json.loads(text(page))["files"]
    return found


def saved(page: Page, words: str, name: str = "map.txt") -> None:
    """Wait until the server has a text."""
    wait_for(lambda: words in files(page)[name], PATIENCE / 1000)


def said(page: Page, files_: dict[str, str], *, same: bool = True) -> None:
    """Wait until the server has these texts, or others."""
    wait_for(lambda: (files(page) == files_) is same, PATIENCE / 1000)


def written(page: Page, words: str) -> None:
    """Type at the end of the map's note, whatever part of the map is in sight."""
    page.click("[data-writing='map.txt'] .cm-content")
    page.keyboard.press("ControlOrMeta+Home")
    page.click("[data-writing='map.txt'] .cm-line >> text=Each power")
    for _ in "ab":  # the end of the row, then that of the line
        page.keyboard.press("End")
    page.keyboard.type(words)


def click(page: Page, tool: str, *provinces: str) -> None:
    """Choose a tool, and click provinces."""
    page.click(f"[data-tool={tool}]")
    for province in provinces:
        page.mouse.click(*middle(page, province))


@contextmanager
def held(page: Page, method: str, path: str) -> Iterator[None]:
    """Do something while the server's answer to the next request of a sort is on its way."""
    page.evaluate(HOLDING, [method, path])
    yield
    page.evaluate("window.release()")


def test_quick_hands(enter: Open, place: Site) -> None:
    ola = place.person("Ola")
    player = enter(ola)
    page = player.page
    player.go("/workshop")
    page.fill("#blank-name", "Quick Hands")
    page.click("form:has(#blank-name) button")
    settled(page)
    clicked_at_once(page)
    written_while_saving(page)
    written_while_clicking(page)
    taken_back(page)
    player.expected = ("409",)
    kept_against_another(page, ola)
    gone_back_too_late(page, ola)
    followed(player)


def clicked_at_once(page: Page) -> None:
    """One change after the other is made, however quick they come."""
    click(page, "center", "amq", "biq", "coq")
    for cape in ("amq coast Amber", "biq coast Birch", "coq coast Cobalt"):
        saved(page, cape)
    settled(page)
    expect(page.locator("[data-conflict]")).to_be_hidden()


def written_while_saving(page: Page) -> None:
    """Who types without a pause is saved all the same; what is typed while that goes on as well."""
    with held(page, "PUT", "/files"):
        written(page, "")
        page.keyboard.type(" one key after the other", delay=100)
        assert page.evaluate("window.asked") == 1
        page.wait_for_function("() => window.held")
        page.keyboard.type(" second")
    saved(page, " other second")
    settled(page)


def written_while_clicking(page: Page) -> None:
    """What is typed while a click is answered stays, and so does the click."""
    with held(page, "POST", "/edit"):
        click(page, "center", "amq")
        page.wait_for_function("() => window.held")
        written(page, " third")
    saved(page, " other second third")
    saved(page, "amq coast center Amber")
    settled(page)


def taken_back(page: Page) -> None:
    """One click is taken back whole, in all texts, and made again; then what was typed before."""
    before = files(page)
    written(page, " fourth")
    saved(page, " third fourth")
    typed = files(page)
    settled(page)
    click(page, "remove", "amp")
    said(page, typed, same=False)
    after = files(page)
    assert {name for name in typed if typed[name] != after[name]} == {"map.txt", "variant.toml"}
    page.click("[data-undo]")
    said(page, typed)
    page.click("[data-writing='map.txt'] .cm-content")
    page.keyboard.press("ControlOrMeta+y")
    said(page, after)
    for texts in (typed, before):
        page.keyboard.press("ControlOrMeta+z")
        said(page, texts)
    settled(page)


def elsewhere(page: Page, person: Person, words: str) -> None:
    """Another window, on another computer, changes the draft."""
    path = urlsplit(page.url).path
    now = person.call("GET", f"{path}/files")
    changed = {"map.txt": now["files"]["map.txt"].replace("\n", f"\n# {words}\n", 1)}
    person.call("PUT", f"{path}/files", {"version": now["version"], "files": changed})


def kept_against_another(page: Page, person: Person) -> None:
    """A click on a draft that another has changed: what is here is kept, the other in History."""
    mine = files(page)
    elsewhere(page, person, "the other")
    click(page, "center", "biq")
    page.click("[data-mine]")
    said(page, mine)
    expect(page.locator("[data-conflict]")).to_be_hidden()
    page.click("[data-history]")
    page.locator("[data-steps] button").first.click()
    saved(page, "# the other")
    settled(page)


def gone_back_too_late(page: Page, person: Person) -> None:
    """To go back in a draft that another has changed is refused; the other can be loaded."""
    page.click("[data-history]")
    elsewhere(page, person, "once more")
    page.locator("[data-steps] button").first.click()
    page.click("[data-theirs]")
    expect(page.locator("[data-conflict]")).to_be_hidden()
    expect(page.locator("[data-writing='map.txt'] .cm-content")).to_contain_text("# once more")
    settled(page)


def followed(player: Player) -> None:
    """A second window of the same browser follows at once, and may go on; so does the first."""
    second = player.context.new_page()
    player.watch(second)
    second.goto(player.page.url)
    settled(second)
    written(player.page, " followed")
    map_text = "[data-writing='map.txt'] .cm-content"
    expect(second.locator(map_text)).to_contain_text("second third followed")
    settled(second)
    click(second, "center", "biq")
    expect(player.page.locator(map_text)).to_contain_text("biq coast center")
    settled(player.page)


def packed_toy() -> bytes:
    """A small board of vDiplomacy as a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as pack:
        for name, said in FILES["webdiplomacy"].items():
            pack.writestr(name, said)
    return out.getvalue()


def test_from_an_uploaded_board_to_a_published_variant(enter: Open, place: Site) -> None:
    made_from_a_file(enter(place.person("Ned"), **TABLET))
    tidy(place)


def made_from_a_file(player: Player) -> None:
    """A board of vDiplomacy uploaded, measured and published."""
    page = player.page
    toy = {"name": "Toy.zip", "mimeType": "application/zip", "buffer": packed_toy()}
    scripts: list[Route] = []
    page.route("**/upload.js*", lambda route: scripts.append(route))
    with page.expect_request("**/upload.js*"):
        page.goto(f"{player.url}/workshop", wait_until="commit")
    page.set_input_files("#upload", toy)  # type: ignore[arg-type]
    scripts[0].continue_()  # which comes only now
    page.wait_for_url("**/workshop/*")
    settled(page)
    if page.evaluate("navigator.maxTouchPoints"):
        dragged_by_finger(player)
    page.wait_for_function(GLANCED)
    published(player, "Toy's Tale")


ON_LAND = """() => {
  for (const path of document.querySelectorAll('[data-board] path[data-province]')) {
    const box = path.getBoundingClientRect();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    if (document.elementFromPoint(...at) === path) return at;
  }
}"""


def dragged_by_finger(player: Player) -> None:
    """A finger drags the province that it has tapped before; until then it would scroll."""
    page, before = player.page, files(player.page)
    x, y = page.evaluate(ON_LAND)
    page.touchscreen.tap(x, y)
    page.wait_for_selector("[data-board] .lit")
    finger = player.context.new_cdp_session(page)
    ways = [("touchStart", [(x, y)]), *(("touchMove", [(x + n, y + n)]) for n in (5, 10, 20))]
    for kind, points in [*ways, ("touchEnd", [])]:
        touches = [{"x": a, "y": b} for a, b in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    said(page, before, same=False)
    settled(page)
