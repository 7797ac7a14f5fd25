"""The doors of the site: playing at once, mixing, and what waits for those who come back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.bots import BOTS
from dragoman.house.settings import HouseSettings
from dragoman.record.examples import card_text
from dragoman.store.rows import Account
from dragoman.web.pages.beginning import rivals
from dragoman.web.settings import WebSettings
from tests.web.test_misuse import sent
from tests.web.world import Site, site

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def here() -> Iterator[Site]:
    with site(settings=WebSettings(limits=False)) as found:
        yield found


def test_every_bot_introduces_itself_with_figures_that_were_measured() -> None:
    rows = re.findall(r"\| (\w+) \| \d+ \| \d+ \| ([\d.]+) ", (DOCS / "bots.md").read_text())
    measured = {(name, f"{float(figure):.1f}") for name, figure in rows}
    assert [one.id for one in rivals()] == list(BOTS)
    for one in rivals():
        said = re.findall(
            r"([\d.]+) times (?:(?:its share of the centers|an equal share) \()?(?:in )?(\w+)",
            one.about,
        )
        assert one.about
        assert {(name.lower(), figure) for figure, name in said} <= measured
        assert said or one.id == "random"


def test_playing_at_once_is_chosen_on_the_page_of_the_variant(here: Site) -> None:
    ann = here.person("Ann")
    page = ann.get("/variants/catspaw").body.decode()
    assert all(text in page for text in ("by lot", "<option>Turkey</option>", "Advanced"))
    given = {"variant": "catspaw", "seat": "Turkey", "players": "4", "bot": "random"}
    reply = sent(ann, "/play", **given)
    assert reply.status == 303
    front = ann.get("/").body.decode()
    assert "Welcome back, Ann" in front
    assert "Catspaw · Spring 1901 · Turkey" in front


def test_what_is_special_is_shown_on_the_page_and_in_the_first_turn(here: Site) -> None:
    bea, picture = here.person("Bea S"), "/variants/payola/example.svg"
    shown = bea.get("/variants/payola").body.decode()
    assert f'src="{picture}"' in shown
    assert card_text("payola") in shown
    assert b"Burgundy" in bea.get(picture).body
    mixed = bea.get("/variants/fog+payola").body.decode()
    assert all(card_text(rule) in mixed for rule in ("fog", "payola"))
    table = sent(bea, "/play", variant="payola", bot="random").header("location").split("?")[0]
    assert 'data-example="payola"' in bea.get(table).body.decode()
    assert bea.put(f"/api{table}/ready", {"turn": 1}).status == 200
    here.judge()
    assert "data-example" not in bea.get(table).body.decode()


def test_the_plain_game_has_nothing_special_and_a_card_of_its_board(here: Site) -> None:
    stranger = here.visitor()
    assert "data-example" not in stranger.get("/variants/standard").body.decode()
    assert stranger.get("/variants/standard/example.svg").status == 404
    assert stranger.get("/variants/fog+payola/example.svg").status == 404
    board, example = (stranger.get(f"/variants/{ref}/card.svg").body for ref in ("cat", "payola"))
    assert b"<text" not in board.split(b'class="units"')[0]
    assert b">Burgundy<" in example


def test_a_site_whose_case_files_are_faulty_shows_its_variants_without_examples(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "bare"
    (folder / "cases").mkdir(parents=True)
    (folder / "variant.toml").write_text(
        'id = "bare"\nname = "Bare"\nversion = 1\nsummary = "Bare."\nbase = "standard"\n'
    )
    (folder / "cases/bare.case").write_text("case a  title\ncard Too early.\n")
    with site(kept=HouseSettings(folders=(str(tmp_path),))) as there:
        stranger = there.visitor()
        assert stranger.get("/variants/bare").status == 200
        assert stranger.get("/variants/bare/card.svg").status == 200
        assert stranger.get("/variants/bare/example.svg").status == 404


def test_what_cannot_be_played_is_refused_beside_its_form_and_makes_no_guest(here: Site) -> None:
    stranger = here.visitor()
    reply = sent(stranger, "/play", variant="catspaw", seat="Turkey", players="99")
    assert reply.status == 422
    assert 'class="begin"' in reply.body.decode().split('role="alert"')[0].rpartition("<form")[2]
    assert "players" in reply.body.decode().split('role="alert">')[1].split("<")[0]
    with here.house.store.read() as tx:
        assert [row for row in tx.find(Account) if row.kind == "guest"] == []


def test_the_mixer_says_what_goes_together_and_why_not(here: Site) -> None:
    stranger = here.visitor()
    good = stranger.get("/mix?rule=catspaw&rule=fog&board=youngstown").body.decode()
    assert "Catspaw + Fog of War on Youngstown: 2 to 10 players" in good
    assert "a power that nobody holds cannot place its pieces" in good  # of Escalation
    assert 'name="variant" value="catspaw+fog@youngstown"' in good
    bad = stranger.get("/mix/part?rule=catspaw&rule=escalation").body.decode()
    assert "They do not go together:</b> a power that nobody holds" in bad
    assert "/play" not in bad


def test_games_are_put_away_and_taken_out_again(here: Site) -> None:
    bea = here.person("Bea")
    table = sent(bea, "/play", variant="cat").header("location").split("?")[0]
    assert sent(bea, f"{table}/away", away="1").status == 303
    assert table not in bea.get("/").body.decode().split('id="cards"')[0]
    assert table in bea.get("/tables?away=1").body.decode()
    sent(bea, f"{table}/away")
    assert table in bea.get("/").body.decode()


def test_those_who_wait_talk_and_read_the_limits_of_the_table(here: Site) -> None:
    ann, bea, stranger = here.person("Ann L"), here.person("Bea L"), here.visitor()
    limits = {"movement": {"seconds": 60}, "other": {"seconds": 3600, "at": "18:00"}}
    new = {"variant": "standard", "settings": {"limits": limits}}
    table = ann.post("/api/tables", new).json["id"]
    at = f"/tables/{table}"
    assert "sit down first" in sent(bea, f"{at}/talk", text="Me too?").body.decode()
    bea.post(f"/api{at}/join", {"seat": "Turkey"})
    for person, text in ((ann, "Who <plays>?"), (bea, "I do")):
        assert sent(person, f"{at}/talk", text=text).status == 303
    page = stranger.get(at).body.decode()
    assert re.findall(
        r"<strong>([^<]*)</strong> · <time[^>]*>[^<]*</time></header><p>([^<]*)", page
    ) == [
        ("Ann L", "Who &lt;plays&gt;?"),
        ("Bea L", "I do"),
    ]
    assert "Time for moves: 1 minute" in page
    assert "Time for other phases: ends at 18:00 (UTC), at least 1 hour" in page
    assert "Sit down to join in." in page
    long = sent(bea, f"{at}/talk", text="x" * 501).body.decode()
    assert "at most 500 letters" in long
    assert f"data-typed>{'x' * 501}" in long


def test_at_an_anonymous_table_talk_names_the_seat_and_where_seats_are_drawn_nobody(
    here: Site,
) -> None:
    for more, by in (({}, "Turkey"), ({"assignment": "lot"}, "player")):
        ann, bea = here.person(f"Ann {by}"), here.person(f"Bea {by}")
        settings = {"anonymous": True, **more}
        table = ann.post("/api/tables", {"variant": "standard", "settings": settings}).json["id"]
        bea.post(f"/api/tables/{table}/join", {"seat": "Turkey"})
        sent(bea, f"/tables/{table}/talk", text="Hello")
        page = here.visitor().get(f"/tables/{table}").body.decode()
        assert f"<strong>{by}</strong>" in page
        assert f"Bea {by}" not in page


def test_a_sandbox_opens_at_a_seat_that_has_something_to_order(here: Site) -> None:
    ann = here.person("Ann S")
    new = {"variant": "escalation", "options": {"players": 2}}
    at = f"/tables/{ann.post('/api/sandboxes', new).json['id']}"
    for turn, seat in ((1, "First"), (2, "Second")):
        assert f'data-seat="{seat}"' in ann.get(at).body.decode()
        assert ann.get(f"{at}/now").json["owing"] == [seat]
        ann.post(f"/api{at}/organizer/adjudicate", {"turn": turn, "sure": True})
    assert 'data-seat="First"' in ann.get(f"{at}?seat=First").body.decode()
