"""S12: whatever is typed as orders, the parser says what it thinks of it, quickly."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.errors import NotationError
from dragoman.notation import read_orders
from dragoman.record.replay import opening
from dragoman.rules import Ask
from dragoman.variants import load
from dragoman.words.language import language
from tests.amounts import amount
from tests.web.world import Site

VARIANT = load("standard")
ASK = Ask(VARIANT, opening(VARIANT, (), "0"))
SPEECH = language(ASK)
# Words that orders are made of, so that random text comes far.
WORDS = ["A", "F", "par", "bur", "stp/nc", "-", "S", "H", "C", "via", "(", ")", ";", "Build", "/"]
STRANGE = [
    "\0",
    "\u202e",
    "\u200b",
    "\u0410",
    "\u0440\u0430r",
    "\ud7ff",
    "ﬁ",
    "İ",
    "ß",
    "\u0301",
    "\n",
    "\t",
]
TEXTS = st.lists(st.sampled_from(WORDS + STRANGE) | st.text(max_size=8), max_size=30).map(" ".join)


def read(text: str) -> bool:
    """Whether a text is understood; no error but one of notation."""
    try:
        read_orders(text, SPEECH, ASK.state)
    except NotationError:
        return False
    return True


@settings(max_examples=amount(400))
@given(TEXTS)
def test_any_text_is_understood_or_not(text: str) -> None:
    read(text)


LONG = {
    "one word": "x" * 1_000_000,
    "one unit": "A par " * 170_000,
    "brackets": "(" * 1_000_000,
    "hyphens": "-" * 1_000_000,
    "convoys": "A par - bur via " * 65_000,
    "orders": "A par - bur; " * 77_000,
    "spaces": " " * 1_000_000,
    "accents": "a\u0301" * 500_000,
    "lines": "A par H\n" * 125_000,
}


@pytest.mark.parametrize("name", LONG)
def test_four_times_the_text_takes_about_four_times_the_work(name: str) -> None:
    """Twice as much is allowed for, and what is too little to be measured."""
    text = LONG[name]
    quarter, whole = work(text[: len(text) // 4]), work(text)
    assert whole <= 8 * max(quarter, 0.01), (quarter, whole)


def work(text: str) -> float:
    """How much work reading a text is: seconds of processor time, the least of three."""
    taken: list[float] = []
    for _ in range(3):
        begun = time.thread_time()
        read(text)
        taken.append(time.thread_time() - begun)
    return min(taken)


def test_drafts_of_any_text_are_kept_as_typed(here: Site) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    for text in (
        "\u0410 \u0440\u0430r - bur",
        "\u202eA bud-ser",
        "x" * 19_000,
        "\u0301" * 50,
        "A\tbud -\u00a0ser",
    ):
        reply = ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": text})
        assert reply.status == 200 and reply.json["text"] == text
    for text, status in (("x" * 20_001, 429), ("a\u0000b", 422)):
        reply = ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": text})
        assert reply.status == status and reply.error["message"]
    assert ann.get(f"/api/tables/{table}/orders").json["text"] == "A\tbud -\u00a0ser"
