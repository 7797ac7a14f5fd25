"""What is allowed in a variant's files and yet is likely to be a slip."""

from pathlib import Path

from dragoman.rules import Variant, playable


def doubts(variant: Variant) -> list[str]:
    """What somebody should look at again, in words; with modules, all of it may have reasons."""
    if variant.modules:
        return []
    found = []
    folder = Path(variant.map_folder).name
    if variant.map.id not in (folder, variant.id):
        found.append(f"its map calls itself {variant.map.id}, and lies in a folder {folder}")
    centers, win_at = len(variant.map.centers), variant.numbers["win_at"]
    if win_at > centers:
        found.append(f"{win_at} centers win, and the board has {centers}: nobody can win")
    homeless = [p for p in playable(variant.powers) if not variant.powers[p].homes]
    return found + [f"{power} has no homes, so it builds nothing" for power in homeless]
