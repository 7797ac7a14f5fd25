"""How wide words are in the typefaces of the maps, EB Garamond SemiBold and Italic."""

_UPRIGHT = {
    **dict.fromkeys("il'|", 0.27),
    **dict.fromkeys(" ,.:;jI!", 0.29),
    **dict.fromkeys("ft()rs-", 0.36),
    **dict.fromkeys("aceyvzSJ?", 0.44),
    **dict.fromkeys("bdgknopquxhFELP0123456789", 0.54),
    **dict.fromkeys("BTYZXRV", 0.67),
    **dict.fromkeys("ACDGHKNOQUw&", 0.77),
    **dict.fromkeys("mMW", 0.9),
}
_ITALIC = {
    **dict.fromkeys("il'|js ,.:;", 0.29),
    **dict.fromkeys("ftcez()r-", 0.34),
    **dict.fromkeys("IJopyvg", 0.42),
    **dict.fromkeys("abdhnkquxFELP0123456789S", 0.51),
    **dict.fromkeys("BTYZXRVwACG", 0.66),
    **dict.fromkeys("DHKNOQU&", 0.76),
    **dict.fromkeys("mMW", 0.95),
}
SPACED = 0.05
"""Letters of italic labels stand a little apart, by this part of their size."""


def width(text: str, size: float, *, italic: bool) -> float:
    """The width of a line of text."""
    table = _ITALIC if italic else _UPRIGHT
    advance = sum(table.get(letter, 0.55) for letter in text)
    return size * (advance + (SPACED * len(text) if italic else 0.0))
