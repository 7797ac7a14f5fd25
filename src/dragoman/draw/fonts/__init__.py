"""The typefaces of the maps: EB Garamond, SemiBold for land, Italic for water (see OFL.txt)."""

import base64
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = (FOLDER / "EBGaramond-SemiBold.ttf", FOLDER / "EBGaramond-Italic.ttf")
"""What a renderer loads."""

_FACES = (("normal", 600, "EBGaramond-SemiBold.woff2"), ("italic", 400, "EBGaramond-Italic.woff2"))


@lru_cache
def font_faces() -> str:
    """The typefaces as CSS rules that hold their data, for files that stand alone."""
    rules = []
    for style, weight, name in _FACES:
        data = base64.b64encode((FOLDER / name).read_bytes()).decode()
        rules.append(
            f"@font-face{{font-family:'EB Garamond';font-style:{style};font-weight:{weight};"
            f"src:url(data:font/woff2;base64,{data})}}"
        )
    return "".join(rules)
