"""Themes: the colors of paper, ink and sea by day and by night, and in the styles of the maps."""

from msgspec import Struct

from dragoman.draw.palette import luminance
from dragoman.errors import RequestError, shown


class Theme(Struct, frozen=True):
    """Every color of a picture that is no power's."""

    name: str
    paper: str
    ink: str
    halo: str
    sea: str
    deep: str
    foam: str
    sea_ink: str
    sea_halo: str
    closed: str
    hatch: str
    border: str
    coast: str
    river: str
    white: str
    rim: str
    alarm: str
    build: str
    frame: str
    tint: float = 0.6
    pale: float = 0.17
    letters: bool = False
    """Whether powers go by their letters, not by colors."""

    def casing(self, color: str) -> str:
        """What lines of a color stand out against their ground with: a dark rim if it is pale."""
        return self.rim if luminance(color) > self.pale else self.white

    def tinted(self, color: str) -> float:
        """How strongly land takes a color: bright ones less, so that no realm glares."""
        return round(self.tint * (1 - 0.75 * max(0.0, luminance(color) - 0.35)), 2)


LIGHT = Theme(
    "light",
    paper="#f3e9cf",
    ink="#3a2d1c",
    halo="#fbf5e4",
    sea="#c9dcdb",
    deep="#a3c1c7",
    foam="#4f7f8c",
    sea_ink="#24505d",
    sea_halo="#d9e7e5",
    closed="#d6c8a2",
    hatch="#8a7a5c",
    border="#4a3b28",
    coast="#2c3a3d",
    river="#6f9fab",
    white="#fffaf0",
    rim="#221a10",
    alarm="#a3161a",
    build="#1f6b35",
    frame="#5b4323",
)

DARK = Theme(
    "dark",
    paper="#4a4438",
    ink="#f4ead2",
    halo="#241f17",
    sea="#1c2b33",
    deep="#131e25",
    foam="#5d8794",
    sea_ink="#a9cdd6",
    sea_halo="#16222a",
    closed="#322d24",
    hatch="#6b5f49",
    border="#c9b78f",
    coast="#0c1114",
    river="#4d7884",
    white="#fffaf0",
    rim="#0b0906",
    alarm="#ff7b72",
    build="#7fd494",
    frame="#0c1114",
    tint=0.62,
    pale=0.3,
)

FANTASY = Theme(
    "fantasy",
    paper="#efdfb6",
    ink="#40280f",
    halo="#f8efd6",
    sea="#bcd0c4",
    deep="#8fb0a8",
    foam="#5a7d76",
    sea_ink="#27504b",
    sea_halo="#d0dfd3",
    closed="#cdb988",
    hatch="#8b6f43",
    border="#5a3a18",
    coast="#3a2412",
    river="#6d948c",
    white="#fff8e6",
    rim="#2a1808",
    alarm="#9c1717",
    build="#2c6a2c",
    frame="#5a3a18",
)


PRINT = Theme(
    "print",
    paper="#ffffff",
    ink="#000000",
    halo="#ffffff",
    sea="#e4e4e4",
    deep="#d6d6d6",
    foam="#6e6e6e",
    sea_ink="#333333",
    sea_halo="#f0f0f0",
    closed="#c9c9c9",
    hatch="#7d7d7d",
    border="#222222",
    coast="#000000",
    river="#a8a8a8",
    white="#ffffff",
    rim="#000000",
    alarm="#000000",
    build="#000000",
    frame="#000000",
    letters=True,
)

THEMES = ("light", "dark", "print")


def themed(style: str, theme: str) -> Theme:
    """The theme of a picture: the map's own by day, the dark one by night, or that of a printer."""
    if theme not in THEMES:
        raise RequestError(f"no theme {shown(theme)}: there are {', '.join(THEMES)}")
    if theme == "print":
        return PRINT
    if theme == "dark":
        return DARK
    return FANTASY if style == "fantasy" else LIGHT
