"""Two small variants on a ring: one that turns into itself, and one in which a power has more."""

from pathlib import Path

POWERS = ("Dawn", "Dusk", "Moon", "Noon")


def ring(count: int) -> str:
    """A map: for each power two homes, and between neighbors a center that nobody owns."""
    lines = ["@map ring", "@name Ring", ""]
    for n in range(count):
        before, after = (n - 1) % count, (n + 1) % count
        lines += [
            f"a{n} inland center First {n}",
            f"  army b{n} f{n} n{before}",
            f"b{n} inland center Second {n}",
            f"  army a{n} f{n} n{n}",
            f"n{n} inland center Between {n}",
            f"  army a{after} b{n} f{after} f{n}",
            f"f{n} inland Field {n}",
            f"  army a{n} b{n} f{after} f{before} n{before} n{n}",
        ]
    return "\n".join(lines) + "\n"


def sheet(name: str, favored: str = "") -> str:
    """A variant on the ring; where a power is favored it has four homes and the others one."""
    lines = [
        f'id = "{name}"',
        f'name = "{name.title()}"',
        "version = 1",
        'summary = "A ring of four."',
        'map = "ring"',
        'edition = "2023"',
        'start = "S1901M"',
        "win_at = 9",
    ]
    for n, power in enumerate(POWERS):
        homes = [f"a{n}"] if favored else [f"a{n}", f"b{n}"]
        if power == favored:
            homes += [f"b{n}", f"n{n}", f"n{(n - 1) % 4}"]
        lines += [
            f"[powers.{power}]",
            f"homes = {homes}".replace("'", '"'),
            f"units = {[f'A {home}' for home in homes]}".replace("'", '"'),
        ]
    return "\n".join(lines) + "\n"


def write_toys(root: Path) -> Path:
    """A folder with the variants `even` and `uneven`."""
    for name, favored in (("even", ""), ("uneven", "Moon")):
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "map.txt").write_text(ring(4), encoding="utf-8")
        (folder / "variant.toml").write_text(sheet(name, favored), encoding="utf-8")
        (folder / "rules.md").write_text("# A ring\n", encoding="utf-8")
    return root
