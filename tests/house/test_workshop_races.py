"""Two people make variants at once with two servers, and one of them is killed: nothing is lost."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.tables.catalog import get_variant
from dragoman.house.workshop import drafts, publishing
from dragoman.store import open_store
from dragoman.workshop.blank import blank
from dragoman.workshop.texts import RULES, TOML
from tests.house.race import together
from tests.house.tools import add_people

SAVES = 20


def typing(house: House, who: str, draft: str, won: list[int]) -> Callable[[], None]:
    """Somebody who types a number again and again, and reads anew when another was first."""

    def act() -> None:
        for n in range(SAVES):
            row = drafts.draft_of(house, who, draft)
            lines = drafts.files_of(row)[RULES]
            try:
                said = {RULES: f"{lines}{who} {n}\n"}
                won.append(drafts.save(house, who, draft, row.version, said).version)
            except Closed:
                continue

    return act


def test_two_people_edit_and_publish_at_once(postgres_url: str) -> None:
    stores = [open_store(postgres_url) for _ in range(2)]
    try:
        here, there = map(House, stores)
        add_people(here, "ann", "bob")
        mine, theirs = (
            drafts.begin_draft(house, who, blank(name, 2))
            for house, who, name in ((here, "ann", "Shores"), (there, "bob", "Coasts"))
        )
        # Ann has two windows, one on either server; Bob types beside her.
        won: list[int] = []
        together(
            typing(here, "ann", mine, won),
            typing(there, "ann", mine, won),
            typing(there, "bob", theirs, []),
        )
        kept = drafts.draft_of(there, "ann", mine)
        lines = drafts.files_of(kept)[RULES].split("\n")
        assert sorted(won) == list(range(2, kept.version + 1))
        assert sum(line.startswith("ann ") for line in lines) == len(won)
        assert not any(line.startswith("bob ") for line in lines)
        published: list[str] = []
        together(
            lambda: published.append(publishing.publish(here, "ann", mine, "list").id),
            lambda: published.append(publishing.publish(there, "ann", mine, "list").id),
            lambda: published.append(publishing.publish(there, "bob", theirs, "list").id),
        )
        assert len(published) == 3 and len(set(published)) == 2
        names = {get_variant(here, ref).name for ref in published}
        assert names == {"Shores", "Coasts"}
        assert [line.number for line in publishing.versions(here, "ann", mine)] == [1]
    finally:
        for store in stores:
            store.close()


TYPIST = """
import sys
from dragoman.house.core import House
from dragoman.house.workshop import drafts
from dragoman.store import open_store
from dragoman.workshop.blank import blank
from tests.house.tools import add_people

house = House(open_store(sys.argv[1]))
add_people(house, "ann")
draft = drafts.begin_draft(house, "ann", blank("Shores", 2))
print(draft, flush=True)
version = 1
while True:
    version = drafts.save(house, "ann", draft, version, {"rules.md": str(version)}).version
    print(version, flush=True)
"""


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.sqlite'}"
    command = [sys.executable, "-c", TYPIST, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as typist:
        assert typist.stdout is not None
        draft = typist.stdout.readline().strip()
        told = [int(typist.stdout.readline()) for _ in range(10)]
        typist.kill()
        told += [int(line) for line in typist.stdout.read().split("\n")[:-1]]
    house = House(open_store(url))
    kept = drafts.draft_of(house, "ann", draft)
    files = drafts.files_of(kept)
    assert kept.version in (told[-1], told[-1] + 1)
    assert files[RULES] == str(kept.version - 1) and 'name = "Shores"' in files[TOML]
    house.store.close()
