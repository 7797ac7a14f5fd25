"""PNG by resvg, from the extra `[png]`."""

from dragoman.draw.fonts import FILES
from dragoman.errors import RequestError
from dragoman.extras import install


def png(picture: str, width: int = 1600) -> bytes:
    """A picture as PNG, so many pixels wide."""
    try:
        import resvg_py
    except ImportError as error:
        raise RequestError(f"PNG needs resvg_py: {install('png')}") from error
    files = [str(file) for file in FILES]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture, width=width, font_files=files, serif_family="EB Garamond"
        )
    )
