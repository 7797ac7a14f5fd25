"""Options in words: one source for forms, the API, rules pages and the command line."""

import re

from dragoman.rules import Option

GAP = re.compile(r"[_ ]+")


def title(option: Option) -> str:
    """What an option is called: its title, or its name as words.

    >>> title(Option("retreat_own_board_only", "flag", False, ""))
    'Retreat own board only'
    """
    words = option.title or GAP.sub(" ", option.name)
    return words[:1].upper() + words[1:]


def meanings(option: Option) -> list[str]:
    """What an option means, a line for each of its choices."""
    names = "|".join(re.escape(str(choice)) for choice in option.choices)
    return re.split(rf"; (?=(?:{names}): )", option.about) if names else [option.about]


def choice_words(option: Option) -> dict[str, str]:
    """What each choice of an option means.

    >>> choice_words(Option("way", "choice", "a", "a: by land; b: by sea", ("a", "b")))
    {'a': 'by land', 'b': 'by sea'}
    """
    rows = (line.partition(": ") for line in meanings(option) if option.choices)
    known = {str(choice) for choice in option.choices}
    return {name: words for name, _, words in rows if name in known}


def choice_label(choice: object, means: str) -> str:
    """What a choice is called: the sentence that says what it means, with a year or a number.

    >>> choice_label("own_or_via", "by sea if ordered"), choice_label(2, "two boards")
    ('By sea if ordered', '2: two boards')
    """
    if not means:
        return str(choice)
    return means[:1].upper() + means[1:] if str(choice).isidentifier() else f"{choice}: {means}"


def shown(value: object) -> str:
    """A value as one writes it in a request."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        rows = [row if isinstance(row, str) else ", ".join(map(str, row)) for row in value]
        plain = rows == value and not any("," in row for row in rows)
        value = (", " if plain else "; ").join(rows)
    return str(value) or "none"
