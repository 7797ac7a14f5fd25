"""The bill of materials of a release: every locked package with its version, hashes and licence.

    python scripts/bill.py sbom        as CycloneDX 1.6 JSON
    python scripts/bill.py licences    as a list to be read

Licences come from what is installed; those of packages for other systems, or that do not say
theirs, are named below. A package without a licence, or with one that we may not hand on beside
our own, is an error.
"""

import json
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^(?P<name>[\w.-]+)(\[[\w,-]+\])?==(?P<version>[^ \\]+)", re.M)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
NAMED = {
    "colorama": "BSD-3-Clause",
    "httpx2-jsfetch": "BSD-3-Clause",
    "pywin32": "PSF-2.0",
    "resvg-py": "MIT",
}
"""Licences of packages that are not here or do not say theirs, as their files have them."""
SHORT = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "BSD": "BSD-3-Clause",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-3.0-or-later",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
STRONG = re.compile(r"(?<!L)A?GPL")
"""Licences that would bind the whole."""


class Locked(NamedTuple):
    """A package of the lock file."""

    name: str
    version: str
    hashes: tuple[str, ...]
    licence: str


def locked(text: str) -> list[Locked]:
    """Every package of a lock file."""
    pins = list(PIN.finditer(text))
    ends = [pin.start() for pin in pins[1:]] + [len(text)]
    found = []
    for pin, end in zip(pins, ends, strict=True):
        hashes = tuple(HASH.findall(text[pin.end() : end]))
        if not hashes:
            raise SystemExit(f"{pin['name']} is locked without a hash: run scripts/lock")
        found.append(Locked(pin["name"], pin["version"], hashes, licence(pin["name"])))
    return found


def licence(name: str) -> str:
    """The licence of a package."""
    found = NAMED.get(name) or _declared(name)
    if not found:
        raise SystemExit(f"{name} does not say its licence: look it up, and name it in {__file__}")
    if STRONG.search(found):
        raise SystemExit(f"{name} is under {found}, which we do not depend on")
    return found


def _declared(name: str) -> str:
    try:
        fields = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    rows = [c.split(" :: ")[-1] for c in fields.get_all("Classifier", []) if "License ::" in c]
    plain = fields.get("License", "")
    listed = [row for row in rows if row != "OSI Approved"]
    if "License-Expression" in fields:
        return fields["License-Expression"]
    return " OR ".join(SHORT.get(row, row) for row in listed) or SHORT.get(
        plain, plain if len(plain) < 40 else ""
    )


def sbom(packages: list[Locked]) -> dict[str, Any]:
    """The packages as CycloneDX tells them."""
    own = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component(own["name"], own["version"], own["license"])},
        "components": [_component(p.name, p.version, p.licence, p.hashes) for p in packages],
    }


def _component(
    name: str, version: str, licence: str, hashes: tuple[str, ...] = ()
) -> dict[str, Any]:
    more = [{"name": "sha256", "value": each} for each in hashes]
    return {
        "type": "library" if hashes else "application",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name.lower()}@{version}",
        "licenses": [{"expression": licence}],
        # A lock names one hash for each file of a package; the format has room for one file's.
        **({"properties": more} if more else {}),
    }


def main() -> None:
    """Print what was asked for."""
    packages = locked((ROOT / "requirements.lock").read_text())
    if sys.argv[1:] == ["licences"]:
        print("\n".join(f"{p.name} {p.version}: {p.licence}" for p in packages))
    elif sys.argv[1:] == ["sbom"]:
        print(json.dumps(sbom(packages), indent=1))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
