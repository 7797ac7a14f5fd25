"""SVG written by hand: tags and escaping."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Text that may stand in SVG.

    >>> escape('Fish & <Chips>')
    'Fish &amp; &lt;Chips&gt;'
    """
    return text.translate(_ESCAPES)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; underscores in attribute names become hyphens, empty attributes are left out.

    >>> tag("circle", r=3, stroke_width=1, fill=None)
    '<circle r="3" stroke-width="1"/>'
    """
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{words}>{''.join(inside)}</{name}>" if inside else f"<{name}{words}/>"


def group(*inside: str, **attributes: object) -> str:
    """A group of elements, even an empty one."""
    return tag("g", *(inside or ("",)), **attributes)
