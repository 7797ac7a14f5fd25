"""The language of an answer: chosen in the browser, kept with the account, or the browser's own."""

import msgspec

from dragoman.store.rows import Account
from dragoman.web.pages.help import HERE, PAGES, text
from tests.web.test_misuse import sent
from tests.web.world import Site

GERMAN = {"accept_language": "de-AT, en;q=0.5"}
GONE = "/api/tables/nowhere"


def test_pages_and_refusals_are_in_the_language_that_the_browser_asks_for(here: Site) -> None:
    visitor = here.visitor()
    assert (
        '<html lang="en"' in visitor.get("/").body.decode()
        and "Varianten" not in visitor.get("/").body.decode()
    )
    assert '<html lang="de"' in visitor.get("/", **GERMAN).body.decode()
    assert visitor.get(GONE).error["message"] == "there is no such table"
    german = visitor.get(GONE, **GERMAN).error
    assert german["message"] == "diesen Tisch gibt es nicht" and german["code"] == "unknown"


def test_every_page_of_help_is_there_in_both_languages(here: Site) -> None:
    visitor = here.visitor()
    for name in PAGES:
        english = (HERE / f"{name}.md").read_text(encoding="utf-8").splitlines()
        german = (HERE / "de" / f"{name}.md").read_text(encoding="utf-8").splitlines()
        marks = ("#", "- **", "|", "1.", "2.", "3.", "4.")
        assert [row[:2] for row in english if row.startswith(marks)] == [
            row[:2] for row in german if row.startswith(marks)
        ]
        assert text(name, "en") in visitor.get(f"/help/{name}").body.decode()
        assert text(name, "de") in visitor.get(f"/help/{name}", **GERMAN).body.decode()
        assert text(name, "de") != text(name, "en")


def test_a_choice_is_kept_in_the_browser_and_with_the_account(here: Site) -> None:
    ann = here.person("Ann")
    reply = sent(ann, "/language", language="de")
    assert reply.status == 303 and reply.header("set-cookie").startswith("language=de;")
    assert '<html lang="de"' in ann.get("/", accept_language="en").body.decode()
    with here.house.read() as tx:
        kept = tx.get(Account, id="id-ann")
    assert kept and msgspec.json.decode(kept.settings)["language"] == "de"
    ann.cookies["language"] = "en"
    assert '<html lang="en"' in ann.get("/", **GERMAN).body.decode()


def test_a_language_that_nobody_speaks_here_is_refused(here: Site) -> None:
    ann = here.person("Ann")
    refused = ann.patch("/api/me", {"preferences": {"language": "xx"}})
    assert refused.error["field"] == "preferences.language"
    assert sent(ann, "/language", language="xx").header("set-cookie") == ""


def test_mail_is_in_the_language_of_whoever_gets_it(here: Site) -> None:
    ann, bob = here.person("Ann", "ann@example.org"), here.person("Bob", "bob@example.org")
    ann.patch("/api/me", {"preferences": {"language": "de"}})
    here.table([ann, bob], here.person("Olga"), title="Spring 1901")
    here.deliver()
    said = {address: subject for address, subject, _ in here.post.mails}
    assert said == {
        "ann@example.org": "Spring 1901: Das Spiel hat begonnen: Frühjahr 1901.",
        "bob@example.org": "Spring 1901: The game has begun: Spring 1901.",
    }
