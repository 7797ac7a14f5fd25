"""The form for a new table, sent as a browser sends it: every variant, every value of an option."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from dragoman.house.tables.catalog import OptionField, offered, playable
from dragoman.web.settings import WebSettings
from tests.web.client import Browser, Reply
from tests.web.test_misuse import sent
from tests.web.world import Site, site


def sends(field: dict[str, str]) -> bool:
    """Whether a browser sends a field: of boxes only those that are ticked."""
    return field.get("type") not in ("checkbox", "radio") or "checked" in field


class Fields(HTMLParser):
    """What a browser would send of the form that makes a table, nothing in it touched."""

    def __init__(self) -> None:
        super().__init__()
        self.given: dict[str, str] = {}
        self.within = False
        self.select, self.chosen = "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field with what it holds."""
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.within = found.get("method") == "post"
        elif tag == "select":
            self.select = found["name"] if self.within else ""
        elif tag == "option":
            self.chosen = "selected" in found or self.select not in self.given
            if self.select and self.chosen:
                self.given[self.select] = found.get("value", "")
                self.chosen = "value" not in found
        elif tag == "input" and self.within and "name" in found and sends(found):
            self.given[found["name"]] = found.get("value", "")

    def handle_data(self, data: str) -> None:
        """A choice without a value is worth its text."""
        if self.select and self.chosen and data.strip():
            self.given[self.select] = data.strip()
            self.chosen = False


def form_of(person: Browser, ref: str) -> dict[str, str]:
    """The form for a variant as it comes."""
    fields = Fields()
    page = person.get(f"/tables/new?variant={ref}")
    assert page.status == 200
    fields.feed(page.body.decode())
    assert fields.given["variant"] == ref
    return fields.given


def made(person: Browser, given: dict[str, str], **more: str) -> Reply:
    """The answer to the form, with some fields filled in."""
    return sent(person, "/tables/new", **{**given, **more})


def values(option: OptionField) -> Iterator[str]:
    """The values of an option that the form offers."""
    if option.choices:
        yield from map(str, option.choices)
    elif option.type == "flag":
        yield from ("true", "")
    else:
        yield from (str(n) for n in (option.least, option.most) if n is not None)


@pytest.fixture(scope="module")
def here() -> Iterator[Site]:
    with site(settings=WebSettings(limits=False)) as found:
        yield found


def test_every_variant_is_opened_with_the_values_that_its_form_shows(here: Site) -> None:
    for ref in playable(here.house):
        ann = here.person(f"Ann {ref}")  # one organizer may have only so many tables
        form = form_of(ann, ref)
        for kind in ("table", "sandbox"):
            reply = made(ann, form, kind=kind)
            assert reply.status == 303, (ref, kind, reply.body)
            table = reply.header("location").rpartition("/")[2]
            assert ann.get(f"/api/tables/{table}").json["options"] == {}


@pytest.mark.parametrize("everywhere", [False, True], ids=["once", "everywhere"])
def test_every_value_of_every_option_is_taken_by_the_form(here: Site, everywhere: bool) -> None:
    """Of an option that several variants have alike, once; or everywhere."""
    refused, tried = {}, list[OptionField]()
    for ref in playable(here.house):
        ann = here.person(f"Bea {ref} {everywhere}")
        form = form_of(ann, ref)
        for option in offered(here.house, ref):
            if option in tried and not everywhere:
                continue
            tried.append(option)
            name = f"option.{option.name}"
            rest = {key: text for key, text in form.items() if key != name}
            for value in values(option):
                reply = made(ann, rest, **({name: value} if value else {}))
                if reply.status != 303:
                    alerts = re.findall(r'role="alert">([^<]*)', reply.body.decode())
                    refused[ref, option.name, value] = alerts[0]
    assert refused == {}


def test_numbers_are_offered_within_what_the_rest_allows(here: Site) -> None:
    found = {
        (ref, one.name): (one.least, one.most)
        for ref in ("end_year", "escalation", "para_time")
        for one in offered(here.house, ref)
    }
    assert found["end_year", "end_year"] == (1901, 9999)
    assert found["escalation", "pieces"] == (0, 25)
    assert found["para_time", "boards"] == (2, 7)


def test_other_phases_last_as_long_as_moves_unless_it_is_said(here: Site) -> None:
    ann = here.person("Ann of the minutes")
    form = form_of(ann, "cat")
    for given, wanted in (({}, 60), ({"others": "0"}, 0), ({"others": "300"}, 300)):
        table = made(ann, form, moves="60", **given).header("location")
        limits = ann.get(f"/api{table}").json["settings"]["limits"]
        assert {name: limit["seconds"] for name, limit in limits.items()} == {
            "movement": 60,
            "other": wanted,
        }


def test_another_variant_keeps_what_was_typed(here: Site) -> None:
    ann = here.person("Cora")
    form = form_of(ann, "standard") | {"title": "Our club", "moves": "300", "zone": "Asia/Tokyo"}
    # The button, or opening the table without having pressed it: the options come first.
    for more in ({"choose": "1"}, {}):
        reply = made(ann, form, **{"variant": "catspaw", "kind": "sandbox", **more})
        page = reply.body.decode()
        assert reply.status == 200
        assert all(text in page for text in ('value="Our club"', 'name="option.players"'))
        fields = Fields()
        fields.feed(page)
        kept = {name: fields.given[name] for name in ("variant", "moves", "zone", "kind")}
        wanted = {"moves": "300", "zone": "Asia/Tokyo", "kind": "sandbox"}
        assert kept == {"variant": "catspaw", **wanted}


def test_what_is_wrong_stands_beside_its_own_form(here: Site) -> None:
    dan = here.person("Dan")
    page = sent(dan, "/me", what="email", email="nowhere", password="wrong").body.decode()
    alert = page.index('role="alert"')
    assert page.index('id="email-part"') < alert < page.index('name="what" value="email"')


def test_the_form_says_what_every_choice_means(here: Site) -> None:
    page = here.person("Zoe").get("/tables/new?variant=standard").body.decode()
    assert "By land or by sea to a neighbor" in page
    # In full: a closed list would cut a sentence off.
    found = re.findall(r'type="radio" name="option.convoy_intent" [^>]*> ([^<]*)<', page)
    assert found[2].startswith("To a neighbor by sea when one&#39;s own fleet convoys it or")


def test_the_rules_page_is_that_of_the_options_in_its_address(here: Site) -> None:
    who = here.person("Yan")
    address = "/variants/catspaw@youngstown"
    five = who.get(f'{address}?options={{"players":5}}').body.decode()
    assert "5 players hold a power each; 5 of 10 powers are nobody" in five
    assert '<h3 id="rulings">' in five and "Suez" in five
    page = who.get(f'/api{address}?options={{"players":5}}').json
    assert "5 of 10 powers" in page["rules"]
    option = next(o for o in page["options"] if o["name"] == "convoy_intent")
    assert option["title"] == "By land or by sea to a neighbor"
    assert {*option["means"]} == {*option["choices"]}
    assert who.get(f"/api{address}?options=5").status == 422
    assert who.get(f'/api{address}?options={{"players":99}}').status == 422


def test_a_table_leads_to_the_rules_with_its_options(here: Site) -> None:
    ann = here.person("Xia")
    form = form_of(ann, "catspaw")
    reply = made(ann, form, kind="sandbox", **{"option.players": "4"})
    page = ann.get(reply.header("location")).body.decode()
    link = re.search(r'href="(/variants/catspaw\?options=[^"]+)"', page)
    assert link
    assert "4 players hold a power each" in ann.get(link[1]).body.decode()


def test_books_are_chosen_in_the_form_and_then_by_each_seat(here: Site) -> None:
    """The organizer names one for each line; a seat changes its own, by page or API."""
    ann, bob = here.person("Ida"), here.person("Jon")
    chosen = {
        "option.boards": "2",
        "option.books": "doubling\r\ncatspaw powers=Austria,France,Italy",
    }
    reply = made(ann, form_of(ann, "para_time"), **chosen)
    address = reply.header("location")
    view = ann.get(f"/api{address}").json
    assert view["options"]["books"] == ["doubling", "catspaw powers=Austria,France,Italy"]
    # The last entry is the seat's, the first by its number; a wrong one is refused above the table.
    wrong = sent(bob, f"{address}/join", seat="England", option="books", value="atlantis")
    assert wrong.status == 422 and b"no variant &#39;atlantis&#39;" in wrong.body
    assert sent(bob, f"{address}/join", seat="England", option="books", value="fog").status == 303
    page = bob.get(address).body.decode()
    assert 'value="fog" aria-label="Rule book of each board: 2"' in page
    wrong = sent(bob, f"{address}/choose", seat="England", option="books", value="escalation")
    assert wrong.status == 422 and b"escalation has other powers" in wrong.body
    assert sent(bob, f"{address}/choose", option="books", value="Standard").status == 303
    body = {"option": "books", "value": "black_hole"}
    assert bob.put(f"/api{address}/choices", body).status == 200
    assert ann.put(f"/api{address}/choices", body).status == 403
    view = bob.get(f"/api{address}").json
    assert view["choices"][0]["values"] == {"Austria": "doubling", "England": "black_hole"}
    assert ann.post(f"/api{address}/start").status == 200
    page = bob.get(address).body.decode()
    assert '<span class="book">Doubling</span>' in page and "Black Hole</span>" in page
