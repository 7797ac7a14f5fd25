"""Scripts: each finds the folder that it lies in, however it is called."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_script_finds_its_folder_where_others_are_searched_too() -> None:
    """With CDPATH set, `cd` says where it went, or goes to another folder of that name."""
    environment = {**os.environ, "CDPATH": f".:{ROOT.parent}"}
    command = ["scripts/setup", "nothing"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no part 'nothing'" in done.stderr


def test_every_script_finds_its_folder_in_the_same_way() -> None:
    scripts = [file for file in (ROOT / "scripts").iterdir() if file.is_file()]
    texts = {file.name: file.read_text(encoding="utf-8") for file in scripts}
    searching = [name for name, text in texts.items() if 'cd "$(dirname' in text]
    assert len(searching) > 5
    assert [name for name in searching if 'CDPATH="" cd "$(dirname' not in texts[name]] == []
