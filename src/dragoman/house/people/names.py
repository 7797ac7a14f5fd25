"""Names and addresses of people: what may be one, and which two are the same."""

import re
import unicodedata

from dragoman.house.errors import Invalid

SHORTEST, LONGEST = 2, 30
_SIGNS = frozenset(" -_.'’")
_ADDRESS = re.compile(
    r"(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}",
    re.ASCII | re.IGNORECASE,
)
"""A dot-atom of RFC 5322: no comments, quotes or lists, which mail servers read in other ways."""


LIKE_LATIN = {
    # Digits, the i without its dot, and letters of Cyrillic and of Greek.
    **str.maketrans("01\u0131", "oli"),
    **str.maketrans("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455", "aeopcyxijs"),
    **str.maketrans("\u043a\u043c\u0442\u0432\u043d\u0501\u051b\u051d\u04cf", "kmtbhdqwl"),
    **str.maketrans("\u03b1\u03b5\u03bf\u03c1\u03ba\u03b9\u03c5\u03c7\u03c4\u03bd", "aeopkiuxtv"),
    **str.maketrans("\u03b2\u03b7\u03b6\u03bc\u03b3", "bhzmy"),
}
"""Signs that are taken for letters of the Latin alphabet in many faces, large or small."""
ALPHABETS = frozenset(
    {"ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI"}
    | {"ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW"}
    | {"HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM"}
    | {"MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI"}
    | {"TIBETAN"}
)
"""The alphabets of living use (Unicode Standard Annex 31, table 5): some others look like Latin."""
_MISLEADING = re.compile(
    "[\u0196\u01c0-\u01c3\u0237\u0250-\u0258\u025a-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff"
    "\uab30-\uab6f\u115f\u1160]"
)
"""Letters of phonetics, which look like the usual ones, and two of Hangul that nobody sees."""
OURS = frozenset(
    {"organizer", "theorganizer", "house", "thehouse", "aguest", "aclosedaccount"}
    | {"closedaccount", "formerplayer", "everybody"}
)
"""What the pages call others than a person of that name."""


def check_name(text: str) -> str:
    """A name, if others can read it: letters of one alphabet, digits, and a few signs."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Invalid(f"use {SHORTEST} to {LONGEST} letters", "name")
    wrong = [c for c in name if not (c.isalnum() or c in _SIGNS or unicodedata.combining(c))]
    if wrong or _MISLEADING.search(name) or not any(c.isalnum() for c in name):
        raise Invalid("use letters, digits, spaces and - _ . '", "name")
    found = _alphabets(name)
    if len(found) > 1 or not found <= ALPHABETS:
        raise Invalid("use letters of one alphabet, so that nobody is mistaken for another", "name")
    if name_key(name) in {name_key(word) for word in OURS}:
        raise Invalid("this is what the house calls others: choose another name", "name")
    return name


def _alphabets(name: str) -> set[str]:
    """The alphabets that letters come from, and digits but for the usual ones: LATIN, GREEK …"""
    special = (c for c in name if c.isalpha() or (c.isalnum() and not c.isascii()))
    return {re.split("[ -]", unicodedata.name(c, "?"))[0] for c in special}


def name_key(name: str) -> str:
    """What two names have in common that people would take for one."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    kept = (c for c in folded if c.isalnum())
    return "".join(kept).translate(LIKE_LATIN)


def check_email(text: str) -> str:
    """An address, if mail can be sent there."""
    address = text.strip()
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise Invalid("this is no mail address: write it as name@example.org", "email")
    return address


def email_key(address: str) -> str:
    """What two addresses have in common that lead to one box."""
    return address.casefold()


def box(address: str) -> str:
    """Where mail to an address ends up, as limits count it: many boxes heed nothing after a plus.

    >>> box("Ann+club@example.org")
    'ann@example.org'
    """
    name, _, host = email_key(address).rpartition("@")
    return f"{name.partition('+')[0]}@{host}"
