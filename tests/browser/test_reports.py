"""Reports of the laboratory on a screen and on a phone: nothing is cut, and all can be read."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from dragoman.lab.html import html_report
from dragoman.lab.play import Laboratory
from dragoman.lab.setup import Setup
from dragoman.lab.summary import summarize

SCREENS = {"screen": 1280, "phone": 390}

SMALLEST = 10.5
"""How high a line of letters in a chart must at least be, in pixels."""

FAULTS = """smallest => {
  const found = [], wide = document.documentElement.clientWidth;
  for (const part of document.querySelectorAll("details")) part.open = true;
  if (document.documentElement.scrollWidth > wide) found.push("the page is too wide");
  const apart = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) < 1
    || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 4;
  const inside = (a, b) => a.left > b.left - 2 && a.right < b.right + 2
    && a.top > b.top - 2 && a.bottom < b.bottom + 2;
  for (const svg of document.querySelectorAll("svg:not(.unseen)")) {
    const frame = svg.getBoundingClientRect();
    const box = shape => shape.getBoundingClientRect();
    for (const shape of svg.querySelectorAll("text, path, circle, line, rect"))
      if (!inside(box(shape), frame)) found.push(`cut: ${shape.textContent || shape.tagName}`);
    const words = [...svg.querySelectorAll("text")];
    words.forEach((word, n) => {
      if (box(word).height < smallest) found.push(`small: ${word.textContent}`);
      for (const other of words.slice(n + 1))
        if (!apart(box(word), box(other)))
          found.push(`over each other: ${word.textContent}, ${other.textContent}`);
    });
  }
  const map = document.querySelector(".map svg");
  map.scrollIntoView({block: "center"});
  const field = map.getBoundingClientRect();
  for (let n = 0; n < 900; n++) {
    const x = field.left + field.width * (n % 30 + .5) / 30;
    const y = field.top + field.height * (Math.floor(n / 30) + .5) / 30;
    const uses = document.elementsFromPoint(x, y).map(use => use.getAttribute("href") || "");
    const there = new Set(uses.filter(name => name.startsWith("#p-")));
    if (there.size > 1) found.push(`painted twice: ${[...there]}`);
  }
  const text = document.body.innerText;
  for (const odd of [/\\bNaN\\b/i, /\\bundefined\\b/, /\\bNone\\b/])
    if (odd.test(text)) found.push(`odd: ${odd}`);
  for (const title of document.querySelectorAll("h2, h3"))
    if (!title.nextElementSibling || /^H[123]$/.test(title.nextElementSibling.tagName))
      found.push(`nothing below: ${title.textContent}`);
  return found;
}"""


@pytest.fixture(scope="module", params=["standard", "chaos", "cat", "twin_earths_1", "youngstown"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of two short games: many seats, long names, several boards, a broad one."""
    setup = Setup(request.param, bot="random", years=2, seed=7)
    lab = Laboratory(setup)
    found = summarize(setup, [lab.play(n) for n in range(2)], lab.variant.start.year)
    file = tmp_path_factory.mktemp("reports") / "report.html"
    file.write_text(html_report(found, lab.variant), encoding="utf-8")
    return file


@pytest.mark.parametrize("screen", SCREENS)
def test_a_report_is_whole_and_can_be_read(browser: Browser, report: Path, screen: str) -> None:
    page = browser.new_page(viewport={"width": SCREENS[screen], "height": 900})
    page.goto(report.as_uri())
    assert page.evaluate(FAULTS, SMALLEST) == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_maps_keep_a_light_ground_on_which_dark_colors_show(
    browser: Browser, report: Path, scheme: Literal["light", "dark"]
) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(report.as_uri())
    fill = "getComputedStyle(document.querySelector('.map .dry')).fill"
    assert page.evaluate(fill) == "rgb(255, 253, 246)"
    page.close()


def test_lines_of_dark_colors_show_on_a_dark_ground(browser: Browser, report: Path) -> None:
    """A rim of the ink's color that is strong enough to be seen by itself: 3 to 1."""
    page = browser.new_page(color_scheme="dark")
    page.goto(report.as_uri())
    rim = page.evaluate(
        """() => {
          const rim = getComputedStyle(document.querySelector("svg .rim"));
          const paper = getComputedStyle(document.body).backgroundColor;
          return [rim.stroke, paper, rim.strokeOpacity];
        }"""
    )
    page.close()
    ink, paper = ([int(n) for n in color[4:-1].split(",")] for color in rim[:2])
    seen = [a * float(rim[2]) + b * (1 - float(rim[2])) for a, b in zip(ink, paper, strict=True)]
    assert (bright(seen) + 0.05) / (bright(paper) + 0.05) > 3


def bright(color: list[float] | list[int]) -> float:
    """How bright a color is, between 0 and 1."""
    parts = [(c / 255 / 12.92 if c < 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in color]
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
