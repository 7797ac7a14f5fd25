"""The workshop over HTTP: who may, what is refused, and that nothing of a draft is obeyed."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman.house.limits import TookTooLong, at_once
from dragoman.house.settings import HouseSettings
from dragoman.web.settings import WebSettings
from dragoman.workshop.texts import MAP, PREFIX, TOML
from tests.web.client import Browser
from tests.web.test_misuse import sent
from tests.web.world import Site, site

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def place() -> Iterator[Site]:
    """A site whose workshop does its work at once."""
    with site() as found:
        found.house.craft = at_once
        yield found


@pytest.fixture(scope="module")
def ann(place: Site) -> Browser:
    return place.person("ann")


def begun(ann: Browser, **given: str) -> str:
    """A new draft, by the form."""
    reply = sent(ann, "/workshop", **{"name": "Two Shores", "powers": "2", **given})
    assert reply.status == 303, reply.body
    return reply.header("location")


def change(ann: Browser, draft: str, **files: str) -> Any:
    version = ann.get(f"{draft}/files").json["version"]
    renamed = {{"toml": TOML, "map": MAP}[name]: text for name, text in files.items()}
    return ann.put(f"{draft}/files", {"version": version, "files": renamed})


def test_a_draft_is_begun_saved_examined_and_drawn(ann: Browser) -> None:
    draft = begun(ann)
    page = ann.get(draft).body.decode()
    assert "Two Shores" in page and "vendor/codemirror.js" in page
    for where in (draft, "/workshop"):
        assert "aus dem Nichts" in ann.get(where, accept_language="de").body.decode()
    found = ann.post(f"{draft}/examine").json["found"]
    assert found["faults"] == [] and found["seats"] == ["Amber", "Birch"]
    drawn = ann.post(f"{draft}/draw").json
    assert drawn["svg"].startswith("<svg") and set(drawn["spots"]) >= {"amc", "bic"}
    more = ann.post(f"{draft}/play", {"games": []}).json
    assert more["glance"]["games"] == len(more["games"]) > 0
    cards = {card["name"]: card for card in ann.post(f"{draft}/cards").json}
    assert not cards["fog"]["reason"] and "one board" in cards["passages"]["reason"]
    shown = {name: card["example"]["variant"] for name, card in cards.items() if card["example"]}
    assert (shown["fog"], shown["plurality"], shown["leaders"]) == ("fog", "catspaw", "militarism")
    assert ann.get(f"/variants/{shown['fog']}/example.svg").status == 200
    edit = {"what": "use", "module": "fog"}
    edited = ann.post(f"{draft}/edit", {"version": 1, "change": edit}).json
    assert '"fog"' in edited["files"][TOML] and edited["version"] == 2
    watched = ann.post(f"{draft}/watch", {"game": 3}).json
    assert watched["frames"] and watched["fault"] == ""
    assert ann.get(f"{draft}/folder.zip").body[:2] == b"PK"
    assert ann.get(f"{draft}/dvar.json").json["id"] == "two-shores"
    assert draft in ann.get("/workshop").body.decode()
    assert sent(ann, f"{draft}/delete").status == 303 and ann.get(draft).status == 404


def test_a_draft_is_its_owners_alone(place: Site, ann: Browser) -> None:
    draft, bob = begun(ann), place.person("bob")
    for ask in ("files", "steps", "versions", "lab", "folder.zip"):
        assert bob.get(f"{draft}/{ask}").status == 404
        assert place.visitor().get(f"{draft}/{ask}").status in (303, 401)
    for act in ("examine", "draw", "play", "cards", "watch", "try", "lab"):
        assert bob.post(f"{draft}/{act}", {}).status == 404
    assert change(ann, draft, map="one").status == 200
    stale = ann.put(f"{draft}/files", {"version": 1, "files": {MAP: "two"}})
    assert stale.status == 409


def test_who_has_no_account_is_sent_to_log_in(place: Site) -> None:
    assert place.visitor().get("/workshop").status == 200
    assert sent(place.visitor(), "/workshop", name="x").status == 401


def test_what_was_typed_stays_beside_what_is_wrong_with_it(ann: Browser) -> None:
    for origin, says in (("nosuch", "no variant"), ("a b", "name a variant")):
        reply = sent(ann, "/workshop", origin=origin, name="My & Own")
        page = reply.body.decode()
        assert reply.status == 422 and says in page and f'value="{origin}"' in page
        assert page.count('value="My &amp; Own"') == 1


def test_at_home_nobody_needs_an_account() -> None:
    with site(kept=HouseSettings(workshop="anybody", publish="anybody")) as home:
        guest = home.visitor()
        draft = begun(guest)
        assert guest.get(draft).status == 200


def test_names_and_texts_are_shown_and_not_obeyed(ann: Browser) -> None:
    draft = begun(ann, name=EVIL)
    files = ann.get(f"{draft}/files").json["files"]
    evil = files[MAP].replace("Amber City", EVIL)
    assert change(ann, draft, map=evil).status == 200
    assert EVIL not in ann.get(draft).body.decode()
    drawn = ann.post(f"{draft}/draw").json
    assert "&lt;script&gt;" in drawn["svg"] and "<script" not in drawn["svg"]
    ann.put(f"{draft}/files", {"version": 2, "files": {"rules.md": f"# x\n\n## {EVIL}\n"}})
    assert "<script" not in ann.post(f"{draft}/examine").json["rules"]
    line = ann.post(f"{draft}/publish", {"visibility": "list"}).json
    assert EVIL not in ann.get(f"/variants/{line['id']}").body.decode()
    assert EVIL not in ann.get("/variants").body.decode()


def test_what_people_publish_stays_in_their_words(ann: Browser) -> None:
    draft = begun(ann)
    files = ann.get(f"{draft}/files").json["files"]
    said = re.sub(r'summary = "[^"]*"', 'summary = "2 armies and a fleet"', files[TOML])
    assert change(ann, draft, toml=said).status == 200
    line = ann.post(f"{draft}/publish", {"visibility": "list"}).json
    for page in ("/variants", f"/variants/{line['id']}", f"/tables/new?variant={line['id']}"):
        shown = ann.get(page, accept_language="de").body.decode()
        assert "Varianten" in shown and "<p>2 armies and a fleet" in shown


def test_what_is_too_much_is_refused(ann: Browser, place: Site) -> None:
    draft = begun(ann)
    assert change(ann, draft, map="#" * 1_000_000).status == 422
    assert change(ann, draft, map="#" * 3_000_000).status == 413
    data = base64.b64encode(b"PK\x03\x04 no zip").decode()
    refused = ann.post("/workshop/upload", {"name": "x.zip", "data": data})
    assert refused.status == 422 and "cannot be read" in refused.error["message"]
    edit = {"what": "join", "province": "amc", "other": "nowhere"}
    assert ann.post(f"{draft}/edit", {"version": 1, "change": edit}).status == 422


def test_a_draft_that_takes_too_long_costs_only_its_maker(
    ann: Browser, place: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = begun(ann)

    def never(*_: Any) -> Any:
        raise TookTooLong("this takes longer than 60 seconds")

    monkeypatch.setattr(place.house, "craft", never)
    refused = ann.post(f"{draft}/draw")
    assert refused.status == 503 and "longer than 60 seconds" in refused.error["message"]
    assert ann.get(draft).status == 200


def test_an_admin_takes_a_variant_from_the_list() -> None:
    with site(settings=WebSettings(admins=("Root",))) as here:
        here.house.craft = at_once
        root, ann = here.person("Root"), here.person("ann")
        line = ann.post(f"{begun(ann)}/publish", {"visibility": "list"}).json
        where = f"/api/admin/variants/{line['id']}/unlist"
        assert ann.post(where).status == 404
        assert line["id"] in ann.get("/variants").body.decode()
        assert root.post(where).status == 200 and root.post(where).status == 404
        assert line["id"] not in ann.get("/variants").body.decode()
        assert ann.get(f"/variants/{line['id']}").status == 200


def zipped(**files: str) -> bytes:
    """A zip of files whose names have a slash for each two underscores."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as pack:
        for name, text in files.items():
            pack.writestr(name.replace("__", "/").replace("_php", ".php"), text)
    return out.getvalue()


UPLOADS = {
    "a file that is a folder too": zipped(a="x", a__b="y"),
    "a name that is too long": zipped(**{"n" * 300: "x"}),
    "no map": zipped(variant_php="<?php class AVariant extends WDVariant "
                     "{ public $countries=array('A','B'); } ?>"),
    "no parent": zipped(variant_php="<?php class AVariant extends BVariant "
                        "{ public $countries=array('A','B'); } ?>"),
}  # fmt: skip


@pytest.mark.parametrize("what", UPLOADS)
def test_what_is_wrong_with_an_upload_is_named_without_folders(ann: Browser, what: str) -> None:
    body = {"name": "x.zip", "data": base64.b64encode(UPLOADS[what]).decode()}
    refused = ann.post("/workshop/upload", body)
    assert refused.status == 422 and PREFIX not in refused.error["message"]


def test_what_is_wrong_in_the_hosts_folders_is_named_without_their_place(tmp_path: Path) -> None:
    """A module of the host that fails, a variant of his that is faulty: by every way to them."""
    for name, text in {
        "broken/variant.toml": 'id = "broken"\nname = "Broken"\n',
        "fails/variant.toml": 'id = "fails"\nname = "F"\nversion = 1\nsummary = "s"\n'
        'base = "standard"\nmodules = ["failing"]\n',
        "failing.py": "raise RuntimeError(__file__)\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with site(kept=HouseSettings(folders=(str(tmp_path),))) as here:
        here.house.craft = at_once
        bea = here.person("Bea")
        replies = [sent(bea, "/workshop", origin=ref, name="x") for ref in ("broken", "fails")]
        replies += [bea.get(f"/{at}/{ref}") for at in ("variants", "api/variants") for ref in
                 ("broken", "fails")]  # fmt: skip
        draft = begun(bea, origin="standard")
        files = bea.get(f"{draft}/files").json
        text = f'modules = ["failing"]\n{files["files"][TOML]}'
        bea.put(f"{draft}/files", {"version": files["version"], "files": {TOML: text}})
        acts = ("examine", "draw", "play", "watch", "cards", "lab", "try")
        replies += [bea.post(f"{draft}/{act}") for act in acts]
        replies.append(bea.post(f"{draft}/publish", {"visibility": "link"}))
    assert b"failing" in replies[1].body and b"failing" in replies[6].body
    assert not [reply.body for reply in replies if str(tmp_path).encode() in reply.body]


def test_what_is_answered_to_its_owner_is_kept_for_nobody_else(ann: Browser) -> None:
    """A cache on the way may keep the pages of variants, but not what a token opens for another."""
    for ref in ("", "/standard"):
        assert "authorization" in ann.get(f"/api/variants{ref}").header("vary")
