"""`dragoman atlas`: a folder of variants as one page of cards."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main
from tests.lab.toys import write_toys

FEW = ("--games", "2", "--years", "2", "--bots", "random")


def atlas(folder: Path, out: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["atlas", str(folder), "--out", str(out), *FEW, *more])


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    """Two variants, and a third whose file is wrong."""
    folder = write_toys(tmp_path / "toys")
    (folder / "broken").mkdir()
    (folder / "broken" / "variant.toml").write_text('name = "<b>Broken</b>"\n')
    return folder


def test_every_variant_has_a_card_with_its_board_figures_and_report(
    toys: Path, tmp_path: Path
) -> None:
    before = sorted(toys.rglob("*"))
    done = atlas(toys, tmp_path / "out", "--title", "Toys & tests")
    page = (tmp_path / "out" / "index.html").read_text()
    assert done.exit_code == 0, done.output
    assert done.stdout.endswith("index.html: 2 variants, 1 that failed\n")
    assert "<h1>Toys &amp; tests</h1>\n<p>3 variants." in page
    for name in ("even", "uneven"):
        assert f'<img src="boards/{name}.svg"' in page
        assert f'<a href="{name}/report.html">' in page
        assert "</svg>" in (tmp_path / "out" / "boards" / f"{name}.svg").read_text()
        assert (tmp_path / "out" / name / "report.html").is_file()
    assert "in 2 games of random" in page
    # Drawings of maps that had none lie beside the page: the folder itself stays as it was.
    assert sorted(toys.rglob("*")) == before


def test_what_is_wrong_stands_on_its_card_without_a_path_of_this_machine(
    toys: Path, tmp_path: Path
) -> None:
    done = atlas(toys, tmp_path / "out")
    page = (tmp_path / "out" / "index.html").read_text()
    assert "dragoman: broken: variant.toml: id: is missing" in done.stderr
    assert '<p class="fault">variant.toml: id: is missing: expected a text</p>' in page
    assert page.index('id="uneven"') < page.index('id="broken"')
    assert str(tmp_path) not in page


def test_a_folder_without_variants_is_refused(tmp_path: Path) -> None:
    done = atlas(tmp_path, tmp_path / "out")
    assert done.exit_code == 2
    assert f"no variant in {tmp_path}: each is a folder with a variant.toml" in done.stderr


def test_a_folder_of_wrong_variants_only_fails_after_its_page(toys: Path, tmp_path: Path) -> None:
    done = atlas(toys / "broken", tmp_path / "out")
    assert done.exit_code == 2
    assert "no variant could be tried" in done.stderr
    assert (tmp_path / "out" / "index.html").is_file()
