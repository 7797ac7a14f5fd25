"""The container files: what they name is there, and the site would start as they say.

They are built and run where Docker is; here they are read.
"""

import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import yaml  # type: ignore[import-untyped]

from dragoman.cli import main
from dragoman.web import serve

ROOT = Path(__file__).resolve().parents[1]


def instructions() -> list[tuple[str, str]]:
    """Every instruction of the Dockerfile, its lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", (ROOT / "Dockerfile").read_text())
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (x.partition(" ") for x in lines) if word]


def compose() -> dict[str, Any]:
    """The services of the compose file."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def option_names() -> set[str]:
    """The options of `dragoman serve`."""
    command = main.commands["serve"]
    return {name for option in command.params for name in option.opts}


def test_what_the_image_is_made_of_is_there_and_pinned() -> None:
    found = instructions()
    words = {word for word, _ in found}
    known = {"FROM", "WORKDIR", "RUN", "COPY", "USER", "VOLUME", "EXPOSE", "ENV", "HEALTHCHECK"}
    assert words == known | {"STOPSIGNAL", "ENTRYPOINT", "CMD"}
    for copied in (rest for word, rest in found if word == "COPY" and "--from" not in rest):
        *sources, _ = shlex.split(copied)
        assert all((ROOT / source).exists() for source in sources), copied
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert not {"src", "requirements-site.lock", "README.md"} & set(ignored)
    assert all(re.search(r":[\d.]+(-slim)?\b", rest) for word, rest in found if word == "FROM")
    installs = [rest for word, rest in found if word == "RUN" and "pip install" in rest]
    assert all("--require-hashes" in each or "--no-deps" in each for each in installs)
    site, whole = ((ROOT / f"requirements{part}.lock").read_text() for part in ("-site", ""))
    pins = set(re.findall(r"(?m)^[\w.-]+(?:\[.*?\])?==[^ ]+", site))
    assert {"uvicorn", "psycopg", "psycopg-binary"} <= {pin.partition("==")[0] for pin in pins}
    assert pins <= set(re.findall(r"(?m)^[\w.-]+(?:\[.*?\])?==[^ ]+", whole))


def test_the_image_runs_without_rights_as_the_command_line_has_it() -> None:
    found = instructions()
    last = max(n for n, (word, _) in enumerate(found) if word == "FROM")
    stage = dict(found[last:])
    assert int(stage["USER"]) > 0 and stage["STOPSIGNAL"] == "SIGINT"
    command = [*msgspec.json.decode(stage["ENTRYPOINT"]), *msgspec.json.decode(stage["CMD"])]
    assert command[:2] == ["dragoman", "serve"]
    assert {word for word in command if word.startswith("--")} <= option_names()
    check = stage["HEALTHCHECK"].partition("CMD ")[2]
    assert "/api/health" in msgspec.json.decode(check)[2] and stage["EXPOSE"] in check


def test_the_compose_file_names_a_site_that_can_start() -> None:
    services = compose()["services"]
    table, database = services["table"], services["database"]
    assert {word for word in table["command"] if word.startswith("--")} <= option_names()
    assert set(table["depends_on"]) == {"database"} and database["healthcheck"]["test"]
    variables = table["environment"]
    docs = (ROOT / "docs" / "hosting.md").read_text()
    assert [name for name in variables if f"`{name}`" not in docs] == []
    # What is empty at each start belongs to the image's user, or he could not work there.
    user = dict(instructions())["USER"]
    assert table["read_only"] and table["tmpfs"] == ["/tmp", f"/data:uid={user},mode=700"]
    assert set(compose()["volumes"]) == {v.partition(":")[0] for v in database["volumes"]}
    # Without a password nothing starts, and none is written down.
    for text in (variables["DATABASE_URL"], database["environment"]["POSTGRES_PASSWORD"]):
        assert "${POSTGRES_PASSWORD:?" in text
    url = variables["DATABASE_URL"].replace("${POSTGRES_PASSWORD:?choose a password}", "secret")
    chosen = serve.Chosen(store=serve.store_url("", {"DATABASE_URL": url}), workers=2)
    serve.check(chosen)
    assert chosen.shared
