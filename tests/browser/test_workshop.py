"""A variant is made in the browser: from nothing, and from another program's file."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.player import Player
from tests.browser.site import Site
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


def test_from_nothing_to_a_published_variant(enter: Open, place: Site) -> None:
    player = enter(place.person("Mia"))
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
    box = page.locator(f"path[data-province={province}]").bounding_box()
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


SLOWLY = """() => {
  const quick = window.fetch;
  window.fetch = async (where, how) => {
    if (how?.method === 'PUT') await new Promise((done) => setTimeout(done, 1000));
    return quick(where, how);
  };
}"""
SAVED = """async said => {
  const { files } = await (await fetch(`${location.pathname}/files`)).json();
  return Object.values(files).join().includes(said);
}"""


def written(page: Page, words: str) -> None:
    """Type at the end of a line of the map that says nothing."""
    page.locator("[data-writing='map.txt'] .cm-line").nth(5).click()
    page.keyboard.press("End")
    page.keyboard.type(words)


def test_quick_hands(enter: Open, place: Site) -> None:
    player = enter(place.person("Ola"))
    page = player.page
    player.go("/workshop")
    page.fill("#blank-name", "Quick Hands")
    page.click("form:has(#blank-name) button")
    settled(page)
    clicked_at_once(page)
    written_while_saving(page)


def clicked_at_once(page: Page) -> None:
    """One change after the other is made, however quick they come."""
    page.click("[data-tool=center]")
    for province in ("amq", "biq", "coq"):
        page.mouse.click(*middle(page, province))
    for cape in ("amq coast Amber", "biq coast Birch", "coq coast Cobalt"):
        page.wait_for_function(SAVED, arg=cape)
    settled(page)
    expect(page.locator("[data-conflict]")).to_be_hidden()


def written_while_saving(page: Page) -> None:
    """What is typed while the text before it is being saved is saved as well."""
    page.evaluate(SLOWLY)
    written(page, " first")
    page.wait_for_timeout(600)
    page.keyboard.type(" second")
    page.wait_for_function(SAVED, arg=" first second")
    settled(page)


def packed_toy() -> bytes:
    """A small board of vDiplomacy as a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as pack:
        for name, said in FILES["webdiplomacy"].items():
            pack.writestr(name, said)
    return out.getvalue()


def test_from_an_uploaded_board_to_a_published_variant(enter: Open, place: Site) -> None:
    player = enter(place.person("Ned"), **TABLET)
    page = player.page
    player.go("/workshop")
    toy = {"name": "Toy.zip", "mimeType": "application/zip", "buffer": packed_toy()}
    page.set_input_files("#upload", toy)  # type: ignore[arg-type]
    page.wait_for_url("**/workshop/*")
    settled(page)
    page.wait_for_function(GLANCED)
    published(player, "Toy's Tale")
