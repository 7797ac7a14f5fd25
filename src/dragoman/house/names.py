"""Names and addresses of people: what may be one, and which two are the same."""

import re
import unicodedata

from dragoman.house.errors import Invalid

SHORTEST, LONGEST = 2, 30
_SIGNS = frozenset(" -_.'’")
_ADDRESS = re.compile(r"[!-?A-~]{1,64}@([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}", re.IGNORECASE)


def check_name(text: str) -> str:
    """A name, if others can read it: letters of one alphabet, digits, and a few signs."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Invalid(f"use {SHORTEST} to {LONGEST} letters", "name")
    wrong = [c for c in name if not (c.isalnum() or c in _SIGNS or unicodedata.combining(c))]
    if wrong or not any(c.isalnum() for c in name):
        raise Invalid("use letters, digits, spaces and - _ . '", "name")
    if len(_alphabets(name)) > 1:
        raise Invalid("use letters of one alphabet, so that nobody is mistaken for another", "name")
    return name


def _alphabets(name: str) -> set[str]:
    """The alphabets that letters come from: LATIN, CYRILLIC, GREEK …"""
    return {unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()}


def name_key(name: str) -> str:
    """What two names have in common that people would take for one."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    kept = (c for c in folded if c.isalnum())
    # Digits and letters that look alike in many faces.
    return "".join(kept).translate(str.maketrans("01", "ol"))


def check_email(text: str) -> str:
    """An address, if mail can be sent there."""
    address = text.strip()
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise Invalid("this is no mail address: write it as name@example.org", "email")
    return address


def email_key(address: str) -> str:
    """What two addresses have in common that lead to one box."""
    return address.casefold()
