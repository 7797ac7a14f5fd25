"""S4: whatever people write is shown as they wrote it; nothing of it runs, nothing is blocked."""

from urllib.parse import quote

from dragoman.house.tables.organizer import pause, resume
from dragoman.house.tables.press import send_press
from dragoman.house.tables.tables import create_table
from dragoman.store.rows import Account, Table
from tests.browser.conftest import Open
from tests.browser.payloads import CALL, payloads
from tests.browser.player import Player
from tests.browser.site import LONG, Game, Site

MANY = 200 if LONG else 40


def safe(player: Player) -> None:
    """Nothing has run on the page, and the policy had nothing to stop."""
    assert player.page.evaluate("window.hacked") is None
    assert player.faults() == []


def poisoned(place: Site, texts: list[str]) -> Game:
    """A table at which names, title, press and reasons are payloads."""
    game = place.table("standard", ["Austria"], title="x", settings={"press": "open"})
    seats = {**game.humans, **game.others}
    with place.house.store.write() as tx:
        tx.change(Table, {"id": game.id}, title=texts[0])
        for person, text in zip(seats.values(), texts, strict=False):
            tx.change(Account, {"id": person.account}, name=text)
    for n, text in enumerate(texts):
        send_press(place.house, seats["England"].account, game.id, [], text, key=f"k{n}")
    pause(place.house, game.organizer.account, game.id, texts[1])
    resume(place.house, game.organizer.account, game.id, texts[2])
    return game


def test_names_titles_press_and_reasons_never_run(place: Site, enter: Open) -> None:
    texts = payloads(MANY)
    game = poisoned(place, texts)
    austria = enter(game.humans["Austria"]).sit(game)
    assert texts[0] in austria.page.title()
    austria.write("\n".join(texts[:20]))
    austria.open_tab("press")
    austria.page.get_by_role("button", name="Everybody").click()
    shown = austria.page.locator("#press article p")
    shown.first.wait_for()
    assert shown.all_inner_texts() == [text.strip() for text in texts]
    austria.open_tab("table")
    austria.see(texts[1], "#side .log")
    safe(austria)
    austria.go("/me")
    safe(austria)


def test_lists_of_tables_never_run(place: Site, enter: Open) -> None:
    texts = payloads(MANY)
    owner = place.person("Olga")
    for text in texts:
        table = create_table(place.house, owner.account, variant="standard")
        with place.house.store.write() as tx:
            tx.change(Table, {"id": table}, title=text)
    olga = enter(owner)
    olga.go("/tables")
    listed = olga.page.locator("main").inner_text()
    assert [text for text in texts if " ".join(text.split()) not in " ".join(listed.split())] == []
    safe(olga)
    olga.page.get_by_role("link", name=texts[1], exact=True).first.click()
    olga.page.wait_for_selector("h1")
    safe(olga)


def test_addresses_are_not_obeyed(place: Site, enter: Open) -> None:
    """What an address holds is never taken for markup, and no page answers it with a failure."""
    visitor = enter()
    visitor.expected = ("400", "403", "404", "422")
    game = place.table("standard", ["Austria"])
    for text in payloads(10):
        word = quote(text, safe="")
        for path in (
            f"/login?then={word}",
            f"/tables/new?variant={word}",
            f"/tables/{game.id}?seat={word}&invite={word}",
            f"/tables/{game.id}/results?at={word}",
            f"/tables?status={word}",
            f"/variants/{word}",
            f"/help/{word}",
        ):
            answer = visitor.page.goto(visitor.url + path)
            assert answer is not None and answer.status < 500, path
            assert visitor.page.evaluate("window.hacked") is None
            assert CALL not in visitor.page.evaluate("document.documentElement.dataset.theme ?? ''")
    safe(visitor)
