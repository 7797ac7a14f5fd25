"""Golden playthroughs: recorded games whose every sheet is kept and reviewed as a diff.

Write the sheets of a new or changed game with `python -m tests.playthroughs.write NAME`.
"""

from pathlib import Path

import pytest

from tests.playthroughs.write import sheets

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda f: f.stem)
def test_playthrough_is_unchanged(file: Path) -> None:
    """A recorded game prints the sheets that were reviewed."""
    assert sheets(file) == file.with_suffix(".txt").read_text(encoding="utf-8")
