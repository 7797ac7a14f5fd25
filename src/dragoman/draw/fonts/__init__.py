"""The typefaces of the maps: EB Garamond, SemiBold for land and Italic for water (OFL, see OFL.txt)."""

import base64
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = (FOLDER / "EBGaramond-SemiBold.ttf", FOLDER / "EBGaramond-Italic.ttf")
_FACES = (("normal", 600, FILES[0]), ("italic", 400, FILES[1]))


@lru_cache
def font_style() -> str:
    """A `<style>` that holds the typefaces themselves, for pictures that stand alone."""
    rules = []
    for style, weight, file in _FACES:
        data = base64.b64encode(file.read_bytes()).decode()
        rules.append(
            f"@font-face{{font-family:'EB Garamond';font-style:{style};font-weight:{weight};"
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return f"<style>{''.join(rules)}</style>"
