"""Drafts are saved, published and played; what was published never changes."""

from typing import Any

import pytest

from dragoman.house.errors import Closed, Invalid, NotYours, TooMany, Unknown
from dragoman.house.people.personal import close_account
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.settings import HouseSettings
from dragoman.house.tables.catalog import get_variant, playable
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.house.workshop import drafts, publishing, runs
from dragoman.house.workshop.keeping import KEPT, keep_case
from dragoman.store.rows import DraftStep
from dragoman.workshop.blank import blank
from dragoman.workshop.examine import examine
from dragoman.workshop.texts import MAP, TOML
from tests.house.tools import TestHouse, add_people, make_house, row, tick

ANN, BOB = "ann", "bob"


@pytest.fixture
def house() -> TestHouse:
    """A house with two people."""
    found = make_house(settings=HouseSettings(drafts_each=3))
    add_people(found, ANN, BOB)
    return found


def begun(house: TestHouse, who: str = ANN) -> str:
    return drafts.begin_draft(house, who, blank("Two Shores", 2))


def retyped(house: TestHouse, draft: str, old: str, new: str, who: str = ANN) -> None:
    """Write something of a draft's variant.toml otherwise."""
    kept = drafts.draft_of(house, who, draft)
    text = drafts.files_of(kept)[TOML].replace(old, new)
    drafts.save(house, who, draft, kept.version, {TOML: text})


def test_what_is_typed_is_saved_and_can_be_gone_back_to(house: TestHouse) -> None:
    draft = begun(house)
    house.clock.move(60_000)
    retyped(house, draft, "win_at = 4", "win_at = 5")
    house.clock.move(1_000)
    retyped(house, draft, "win_at = 5", "win_at = 6")
    first = drafts.history(house, ANN, draft)[-1]
    kept = drafts.draft_of(house, ANN, draft)
    drafts.restore(house, ANN, draft, kept.version, first.version)
    assert "win_at = 4" in drafts.files_of(drafts.draft_of(house, ANN, draft))[TOML]
    # What stood before is a step too.
    texts = [drafts.files_of(step)[TOML] for step in steps(house, draft)]
    assert any("win_at = 6" in text for text in texts)


def steps(house: TestHouse, draft: str) -> list[DraftStep]:
    with house.read() as tx:
        return tx.find(DraftStep, draft=draft)


def test_two_windows_overwrite_nothing(house: TestHouse) -> None:
    draft = begun(house)
    version = drafts.draft_of(house, ANN, draft).version
    drafts.save(house, ANN, draft, version, {MAP: "one"})
    with pytest.raises(Closed, match="another window"):
        drafts.save(house, ANN, draft, version, {MAP: "two"})
    assert drafts.files_of(drafts.draft_of(house, ANN, draft))[MAP] == "one"
    # What is chosen all the same replaces it, and it can be gone back to at once.
    drafts.save(house, ANN, draft, version + 1, {MAP: "two"}, over=True)
    assert drafts.files_of(drafts.draft_of(house, ANN, draft))[MAP] == "two"
    latest = drafts.history(house, ANN, draft)[0].version
    drafts.restore(house, ANN, draft, version + 2, latest)
    assert drafts.files_of(drafts.draft_of(house, ANN, draft))[MAP] == "one"


def test_a_draft_is_listed_under_the_name_in_its_text(house: TestHouse) -> None:
    draft = begun(house)
    for text, name in (('"Three \\"Shores\\""', 'Three "Shores"'), ("three", 'Three "Shores"')):
        kept = drafts.draft_of(house, ANN, draft)
        drafts.save(house, ANN, draft, kept.version, {TOML: f"name = {text}"})
        assert [row.name for row in drafts.my_drafts(house, ANN)] == [name]


def test_a_thousand_savings_leave_a_short_history(house: TestHouse) -> None:
    draft = begun(house)
    version = drafts.draft_of(house, ANN, draft).version
    for n in range(1000):
        house.clock.move(31_000)
        version = drafts.save(house, ANN, draft, version, {MAP: str(n)}).version
    found = steps(house, draft)
    assert len(found) <= drafts.MOST_STEPS + 1
    assert found[0].version == 1 and len(drafts.history(house, ANN, draft)) > 10


def test_a_draft_is_its_owners_alone(house: TestHouse) -> None:
    draft = begun(house)
    for act in (
        lambda: drafts.draft_of(house, BOB, draft),
        lambda: drafts.save(house, BOB, draft, 1, {MAP: ""}),
        lambda: drafts.restore(house, BOB, draft, 1, 1),
        lambda: drafts.delete_draft(house, BOB, draft),
        lambda: publishing.publish(house, BOB, draft, "list"),
    ):
        with pytest.raises(Unknown):
            act()


def test_drafts_and_their_files_have_limits(house: TestHouse) -> None:
    draft = begun(house)
    with pytest.raises(Invalid, match="is no file of a variant"):
        drafts.save(house, ANN, draft, 1, {"evil.py": "raise SystemExit"})
    with pytest.raises(Invalid, match=r"variant\.toml"):
        drafts.save(house, ANN, draft, 1, {TOML: None})
    begun(house)
    begun(house)
    with pytest.raises(TooMany):
        begun(house)


def test_a_table_keeps_its_version_when_another_is_published(house: TestHouse) -> None:
    draft = begun(house)
    first = publishing.publish(house, ANN, draft, "list")
    table = create_table(house, BOB, variant=first.id)
    retyped(house, draft, "win_at = 4", "win_at = 5")
    second = publishing.publish(house, ANN, draft, "list")
    assert (first.number, second.number) == (1, 2) and first.id != second.id
    wins = [get_variant(house, one.id).numbers["win_at"] for one in (first, second)]
    assert wins == [4, 5]
    assert row(house, table).variant == first.id
    # The list has the newest only, and another process finds it in the store alone.
    house.clock.move(10_000)
    listed = [ref for ref in playable(house) if ref.startswith("two_shores")]
    assert listed == [second.id]
    other = make_house(house.store)
    assert get_variant(other, first.id).numbers["win_at"] == 4


def test_the_same_text_is_published_once(house: TestHouse) -> None:
    draft = begun(house)
    versions = {publishing.publish(house, ANN, draft, how).id for how in ("trial", "link", "list")}
    assert len(versions) == 1
    (line,) = publishing.versions(house, ANN, draft)
    assert line.visibility == "list"


def test_a_private_version_is_nobody_elses(house: TestHouse) -> None:
    version = publishing.publish(house, ANN, begun(house), "private")
    assert create_sandbox(house, ANN, variant=version.id)
    with pytest.raises(Unknown):
        create_table(house, BOB, variant=version.id)


def test_a_draft_with_a_fault_is_not_published(house: TestHouse) -> None:
    draft = begun(house)
    retyped(house, draft, "win_at = 4", "wins_at = 4")
    with pytest.raises(Invalid, match=r"variant\.toml, line 8: wins_at: is not a key"):
        publishing.publish(house, ANN, draft, "link")


def test_the_host_says_who_makes_and_who_lists() -> None:
    house = make_house(settings=HouseSettings(publish="nobody"))
    add_people(house, ANN)
    draft = begun(house)
    with pytest.raises(NotYours, match="publish by link"):
        publishing.publish(house, ANN, draft, "list")
    assert publishing.publish(house, ANN, draft, "link").visibility == "link"
    closed = make_house(settings=HouseSettings(workshop="nobody"))
    add_people(closed, ANN)
    with pytest.raises(NotYours, match="with an account"):
        begun(closed)


def test_what_is_judged_in_a_sandbox_is_kept_as_a_case(house: TestHouse) -> None:
    draft = begun(house)
    version = publishing.publish(house, ANN, draft, "trial")
    table = create_sandbox(house, ANN, variant=version.id)
    with pytest.raises(Closed, match="nothing has been judged"):
        keep_case(house, ANN, table, "too early")
    save_orders(house, ANN, table, 1, "A amc - amh", seat="Amber")
    save_orders(house, ANN, table, 1, "A bic - amh", seat="Birch")
    for seat in ("Amber", "Birch"):
        set_ready(house, ANN, table, 1, True, seat=seat)
    tick(house)
    with pytest.raises(Unknown):
        keep_case(house, BOB, table, "not mine")
    assert keep_case(house, ANN, table, "Both want the hills") == draft
    files = drafts.files_of(drafts.draft_of(house, ANN, draft))
    assert "A amc - amh => failed bounced" in files[KEPT] and "stands  amh" in files[KEPT]
    found = examine(files)
    assert found.faults == [] and [case.faults for case in found.cases] == [[], []]
    # Another of the same name gets a number.
    keep_case(house, ANN, table, "Both want the hills")
    files = drafts.files_of(drafts.draft_of(house, ANN, draft))
    assert "case    both_want_the_hills_2  " in files[KEPT]


def test_at_a_table_with_others_nothing_is_kept_as_a_case(house: TestHouse) -> None:
    """Who made the rules of a game in fog would else read what the others have."""
    version = publishing.publish(house, ANN, begun(house), "link")
    table = create_table(house, ANN, variant=version.id)
    for person, seat in ((ANN, "Amber"), (BOB, "Birch")):
        join(house, person, table, seat)
    for person in (ANN, BOB):
        set_ready(house, person, table, 1, True)
    tick(house)
    assert row(house, table).turn == 2
    with pytest.raises(Unknown, match="this sandbox is of no draft of yours"):
        keep_case(house, ANN, table, "what did Bob do?")


def test_the_laboratory_plays_in_the_background_and_can_be_stopped(house: TestHouse) -> None:
    draft = begun(house)
    assert runs.view(house, ANN, draft) is None
    runs.start(house, ANN, draft)
    with pytest.raises(Closed, match="already"):
        runs.start(house, ANN, draft)
    runs.work_on(house)
    seen = runs.view(house, ANN, draft)
    assert seen is not None and seen.status == "running" and 0 < seen.done == seen.glance.games
    runs.cancel(house, ANN, draft)
    runs.work_on(house)
    over = runs.view(house, ANN, draft)
    assert over is not None and (over.status, over.done) == ("cancelled", seen.done)
    assert "Amber" in over.report


def test_games_wait_for_whoever_waits_longest(house: TestHouse, monkeypatch: Any) -> None:
    monkeypatch.setattr(runs, "WANTED", 4)
    monkeypatch.setattr(runs, "AT_ONCE", 2)
    monkeypatch.setattr(runs, "SECONDS", 600.0)  # a busy machine would play fewer at once
    mine, theirs = begun(house), begun(house, BOB)
    runs.start(house, ANN, mine)
    runs.start(house, BOB, theirs)
    done = []
    for _ in range(4):
        house.clock.move(1)
        runs.work_on(house)
        views = [runs.view(house, ANN, mine), runs.view(house, BOB, theirs)]
        done.append([view.done for view in views if view])
    assert done[1] == [2, 2] and done[3] == [4, 4]


def test_who_leaves_leaves_what_was_published(house: TestHouse) -> None:
    draft = begun(house)
    version = publishing.publish(house, ANN, draft, "list")
    with house.store.write() as tx:
        close_account(tx, house, ANN)
    with pytest.raises(Unknown):
        drafts.draft_of(house, ANN, draft)
    assert get_variant(house, version.id).name == "Two Shores"
