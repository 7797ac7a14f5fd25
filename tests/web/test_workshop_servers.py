"""Two people make variants at once at two servers, and one server is killed: nothing is lost."""

import threading
from collections.abc import Callable

from dragoman.house.core import House
from dragoman.house.workshop import drafts
from dragoman.workshop.blank import blank
from dragoman.workshop.texts import RULES
from tests.house.race import together
from tests.web.real import Caller, Real, add_person, closed_house, own_database

SAVES = 20


class Typist:
    """Somebody at one server who adds lines to a text, and reads anew when another was first."""

    def __init__(self, server: Real, token: str, draft: str, name: str) -> None:
        self.caller, self.path, self.name = Caller(server, token), f"/workshop/{draft}", name
        self.kept: list[str] = []
        self.halfway = threading.Event()

    def type_lines(self, many: int = SAVES) -> None:
        """Type, until the server is gone."""
        try:
            for n in range(many):
                self.type_line(f"{self.name} {n}")
        except ConnectionError:
            return

    def type_line(self, line: str) -> None:
        """Save the text with another line; what is answered with 200 counts as kept."""
        status, now = self.caller.get(f"{self.path}/files")
        assert status == 200
        said = {RULES: f"{now['files'][RULES]}{line}\n"}
        status, _ = self.caller.put(
            f"{self.path}/files", {"version": now["version"], "files": said}
        )
        assert status in (200, 409)
        if status == 200:
            self.kept.append(line)
            if len(self.kept) > SAVES // 4:
                self.halfway.set()

    def publish(self, published: list[str]) -> Callable[[], None]:
        """A call that publishes the draft, and notes under which id."""

        def act() -> None:
            status, line = self.caller.post(f"{self.path}/publish", {"visibility": "list"})
            assert status == 200
            published.append(line["id"])

        return act


def lines_of(house: House, who: str, draft: str) -> list[str]:
    """What was typed into a draft."""
    text = drafts.files_of(drafts.draft_of(house, who, draft))[RULES]
    return [line for line in text.splitlines() if line.startswith(("left ", "right ", "bob "))]


def test_two_people_edit_and_publish_at_two_servers(postgres: str) -> None:
    url = own_database(postgres, "workshop")
    house = closed_house(url)
    tokens = [add_person(house, name) for name in ("Ann", "Bob")]
    mine, theirs = (
        drafts.begin_draft(house, who, blank(name, 2))
        for who, name in (("id-ann", "Shores"), ("id-bob", "Coasts"))
    )
    with Real(url) as here, Real(url) as there:
        # Ann has two windows, one at either server; Bob types beside her.
        left = Typist(here, tokens[0], mine, "left")
        right = Typist(there, tokens[0], mine, "right")
        bob = Typist(there, tokens[1], theirs, "bob")
        together(left.type_lines, right.type_lines, lambda: bob.type_lines(5))
        lines = lines_of(house, "id-ann", mine)
        assert sorted(lines) == sorted([*left.kept, *right.kept])
        assert lines_of(house, "id-bob", theirs) == bob.kept
        published: list[str] = []
        together(left.publish(published), right.publish(published), bob.publish(published))
        assert len(published) == 3 and len(set(published)) == 2
        right = Typist(there, tokens[0], mine, "right")
        killed = threading.Thread(target=right.type_lines, args=(10_000,))
        killed.start()
        assert right.halfway.wait(60)
        there.kill()
        killed.join(60)
        # What was on its way when the server died is there or not; nothing else is missing.
        after = lines_of(house, "id-ann", mine)[len(lines) :]
        assert after[: len(right.kept)] == right.kept and len(after) <= len(right.kept) + 1
        left.type_line("left goes on")
        there.start()
        right.type_line("right is back")
        assert lines_of(house, "id-ann", mine)[-2:] == ["left goes on", "right is back"]
    house.store.close()
