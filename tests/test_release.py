"""Releases: what they are made of is known by hash and licence, and they can be built and run."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.real import free_port

ROOT = Path(__file__).resolve().parents[1]


def bill(what: str) -> str:
    """What the bill of materials says."""
    command = [sys.executable, str(ROOT / "scripts" / "bill.py"), what]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_every_locked_package_is_in_the_bill_with_hashes_and_a_licence() -> None:
    listed: dict[str, Any] = msgspec.json.decode(bill("sbom"))
    lock = (ROOT / "requirements.lock").read_text()
    pins = re.findall(r"(?m)^([\w.-]+)(?:\[.*?\])?==", lock)
    rows = listed["components"]
    assert [row["name"] for row in rows] == pins
    assert listed["metadata"]["component"]["name"] == "dragoman"
    assert sum(len(row["properties"]) for row in rows) == lock.count("--hash=sha256:")
    licences = {row["licenses"][0]["expression"] for row in rows}
    assert not [each for each in licences if re.search(r"(?<!L)A?GPL", each)]
    assert len(bill("licences").splitlines()) == len(pins)


@pytest.mark.long
def test_the_same_source_gives_the_same_wheel_and_it_plays(tmp_path: Path) -> None:
    """Unpacked, with only the packages of the table beside it, it answers as from the source."""
    for folder in ("first", "second"):
        command = [str(ROOT / "scripts" / "release"), str(tmp_path / folder)]
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PATH": path})
    sums = [(tmp_path / folder / "SHA256SUMS").read_text() for folder in ("first", "second")]
    assert sums[0] == sums[1] and len(sums[0].splitlines()) == 4
    (wheel,) = (tmp_path / "first").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    port = free_port()
    line = f"play --no-browser --port {port} --data {tmp_path / 'data'}"
    server = subprocess.Popen(
        [sys.executable, "-m", "dragoman", *line.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
    )
    try:
        assert b"Catspaw" in fetched(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(20)


@pytest.mark.timed
@pytest.mark.parametrize("runner", ["uvx --from", "pipx run --spec"])
def test_the_wheel_plays_without_being_installed(tmp_path: Path, runner: str) -> None:
    """From nothing, and then without a network from what the first time has left in the cache."""
    name, *rest = runner.split()
    program = shutil.which(name)
    assert program, f"{name} is needed: pip install uv pipx"
    command = [str(ROOT / "scripts" / "release"), str(tmp_path / "dist")]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PATH": path})
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    own = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": ""}
    for offline in ({}, {"UV_OFFLINE": "1", "PIP_NO_INDEX": "1"}):
        port = free_port()
        line = f"dragoman play --no-browser --port {port} --data {tmp_path / 'data'}"
        server = subprocess.Popen(
            [program, *rest, f"{wheel}[web]", *line.split()],
            env={**own, **offline},
            start_new_session=True,
        )
        try:
            assert b"Catspaw" in fetched(f"http://127.0.0.1:{port}/")
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(30)


def fetched(address: str) -> bytes:
    """A page, once there is one."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                body: bytes = answer.read()
                return body
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(address)
