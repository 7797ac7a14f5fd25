"""Every sentence of the pages is in the catalog, and the catalog has none that nobody says."""

import re
from pathlib import Path

from jinja2 import Environment

from dragoman.web.pages.look import HERE, catalog, environment, lean, static_url, t

TEMPLATES = sorted((HERE / "templates").rglob("*.html"))
SCRIPTS = sorted((HERE / "static").glob("*.js"))
SIGNS = set("%▲▼·−+×◻◫«»\u2039\u203a▶✓✗∅≠…–,.:;()/#")
"""What may stand in a template as it is: signs, which need no translation."""


def bare(text: str) -> list[str]:
    """The words that a template says by itself."""
    text = re.sub(r"{#.*?#}|<!--.*?-->", " ", text, flags=re.S)
    # The width of a page is a class, not a word.
    text = re.sub(r"{% block width %}.*?{% endblock %}", " ", text)
    text = re.sub(r"{%.*?%}|{{.*?}}", " ", text, flags=re.S)
    spoken = re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
    text = re.sub(r"<[^>]*>", " ", text, flags=re.S)
    return [word for word in (" ".join((text, *spoken))).split() if not set(word) <= SIGNS]


def test_templates_say_nothing_by_themselves() -> None:
    found = {path.name: bare(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {name: words for name, words in found.items() if words} == {}


def used(text: str) -> set[str]:
    """The keys that a text names in full."""
    return set(re.findall(r"""\bt\(\s*["']([a-z_]+\.[a-z_0-9]+)["']""", text))


def known(key: str) -> bool:
    """Whether the catalog has a key, or keys that begin so and are put together."""
    return key in catalog() or (key.endswith("_") and any(k.startswith(key) for k in catalog()))


def test_every_key_that_is_used_is_in_the_catalog() -> None:
    sources = [*TEMPLATES, *Path(HERE).rglob("*.py")]
    missing = {
        f"{path.name}: {key}"
        for path in sources
        for key in used(path.read_text(encoding="utf-8"))
        if not known(key)
    }
    assert missing == set()


def test_scripts_take_their_words_from_the_catalog() -> None:
    said = {
        f"script.{name}"
        for path in SCRIPTS
        for name in re.findall(r"\bwords\.([a-z_]+)", path.read_text(encoding="utf-8"))
    }
    kept = {key for key in catalog() if key.startswith("script.")}
    assert said <= kept
    unsaid = kept - said
    # Templates may say them too.
    spoken = set().union(*(used(path.read_text(encoding="utf-8")) for path in TEMPLATES))
    assert unsaid <= spoken


def test_the_workshop_takes_its_words_from_its_own_section() -> None:
    """So that the page of a game, which has all words of `script`, does not carry them."""
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    said = {f"craft.{name}" for name in re.findall(r"\bsay\.([a-z_]+)", text)}
    # Some are put together: of a tool, of the state of a run, of who may see a version.
    put = re.compile(r"craft\.(tool_|lab_|private|link|list)")
    kept = {key for key in catalog() if key.startswith("craft.")}
    assert said <= kept and {key for key in kept - said if not put.match(key)} == set()


def test_braces_are_filled_in() -> None:
    """No string has a brace that is not a name."""
    odd = {k: v for k, v in catalog().items() if re.sub(r"\{[a-z_]+\}", "", v).count("{")}
    assert odd == {}


def test_strings_that_never_change_are_compiled_in_as_they_would_be_printed() -> None:
    source = """{{ t("nav.help") }}|{{ t('foot.line') }}|{{ static('site.css') }}"""
    printed = Environment(autoescape=True).from_string(source).render(t=t, static=static_url)
    fixed = environment("en").preprocess(source)
    assert fixed == printed and "{{" not in fixed
    # What is filled in, or put together, is printed each time.
    moving = """{{ t("variant.seats", n=3) }}{{ t("tab." ~ name) }}{{ static(name ~ '.js') }}"""
    assert environment("en").preprocess(moving) == moving


def test_scripts_are_sent_without_what_only_readers_need() -> None:
    """Comments and indents are cut line by line, so no string may go over several lines."""
    for path in SCRIPTS:
        lines = path.read_text(encoding="utf-8").split("\n")
        assert [line for line in lines if line.count("`") % 2] == [], path.name
        sent = lean(path.read_bytes()).decode().split("\n")
        kept = [line.strip() for line in lines if not re.match(r" *(//|/\*\*| \* | \*/)", line)]
        assert [s for s in sent if s] == [k for k in kept if k], path.name
