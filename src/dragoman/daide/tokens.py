"""The tokens of the DAIDE language: numbers of sixteen bits, and their names of three letters.

The high octet of a token is its category. Names and numbers are those of the protocol's revision 14
and of the tokens that were added to it since.
"""

from collections.abc import Iterable, Iterator

Message = tuple[int, ...]
"""A message: one token after the other."""

MISC, POWER, UNIT, ORDER, NOTE, RESULT = 0x40, 0x41, 0x42, 0x43, 0x44, 0x45
COAST, PHASE, COMMAND, PARAMETER, PRESS, TEXT = 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B
PROVINCES = range(0x50, 0x58)
INLAND, WATER, COASTAL, BICOASTAL = 0x50, 0x52, 0x54, 0x56
CENTER = 1
"""What the category of a province has more if it is a center."""

_LEAST, _MOST, _SPAN = -8192, 8191, 0x4000

_NUMBERED: dict[int, str] = {
    UNIT: "AMY FLT",
    NOTE: "MBV BPR CST ESC FAR HSC NAS NMB NMR NRN NRS NSA NSC NSF NSP NST NSU NVR NYU YSC",
    RESULT: "SUC BNC CUT DSR FLD NSO RET",
    PHASE: "SPR SUM FAL AUT WIN",
    COMMAND: "CCD DRW FRM GOF HLO HST HUH IAM LOD MAP MDF MIS NME NOT NOW OBS OFF ORD OUT PRN REJ "
    "SCO SLO SND SUB SVE THX TME YES ADM SMR",
    PARAMETER: "AOA BTL ERR LVL MRT MTL NPB NPR PDA PTL RTL UNO WRT DSD",
    PRESS: "ALY AND BWX DMZ ELS EXP FWD FCT FOR HOW IDK IFF INS IOU OCC ORR PCE POB PPT PRP QRY "
    "SCD SRY SUG THK THN TRY UOM VSS WHT WHY XDO XOY YDO CHO BCC UNT CCL NAR",
}
"""The names of the categories whose tokens are numbered from 0."""

FIXED: dict[str, int] = {
    "(": 0x4000,
    ")": 0x4001,
    **{n: c << 8 | i for c, names in _NUMBERED.items() for i, n in enumerate(names.split())},
    # The high bits of an order tell in which kind of phase it is due.
    **{"CTO": 0x4320, "CVY": 0x4321, "HLD": 0x4322, "MTO": 0x4323, "SUP": 0x4324, "VIA": 0x4325},
    **{"DSB": 0x4340, "RTO": 0x4341, "BLD": 0x4380, "REM": 0x4381, "WVE": 0x4382},
    **{"NCS": 0x4600, "NEC": 0x4602, "ECS": 0x4604, "SEC": 0x4606},
    **{"SCS": 0x4608, "SWC": 0x460A, "WCS": 0x460C, "NWC": 0x460E},
}
"""The tokens that mean the same on every board, by name."""

FIXED_NAMES = {token: name for name, token in FIXED.items()}

OPEN, CLOSE = FIXED["("], FIXED[")"]
AMY, FLT = FIXED["AMY"], FIXED["FLT"]
ERR, UNO = FIXED["ERR"], FIXED["UNO"]

MOVEMENT_ORDER, RETREAT_ORDER, WINTER_ORDER = 0x20, 0x40, 0x80

STANDARD_HOMES = {
    **{"AUS": "BUD TRI VIE", "ENG": "EDI LON LVP", "FRA": "BRE MAR PAR", "GER": "BER KIE MUN"},
    **{"ITA": "NAP ROM VEN", "RUS": "MOS SEV STP WAR", "TUR": "ANK CON SMY"},
}
"""The powers that need no announcement, with their homes."""
STANDARD_PROVINCES: dict[int, str] = {
    INLAND: "BOH BUR GAL RUH SIL TYR UKR",
    INLAND + CENTER: "BUD MOS MUN PAR SER VIE WAR",
    WATER: "ADR AEG BAL BAR BLA EAS ECH GOB GOL HEL ION IRI MAO NAO NTH NWG SKA TYS WES",
    COASTAL: "ALB APU ARM CLY FIN GAS LVN NAF PIC PIE PRU SYR TUS WAL YOR",
    COASTAL + CENTER: "ANK BEL BER BRE CON DEN EDI GRE HOL KIE LON LVP MAR NAP NWY POR ROM RUM "
    "SEV SMY SWE TRI TUN VEN",
    BICOASTAL + CENTER: "BUL SPA STP",
}
"""The provinces that need no announcement, by category; they are numbered through."""


def standard_provinces() -> dict[str, int]:
    """The tokens of the provinces of Standard, by name."""
    rows = [(c, name) for c, names in STANDARD_PROVINCES.items() for name in names.split()]
    return {name: category << 8 | n for n, (category, name) in enumerate(rows)}


def category(token: int) -> int:
    """The category of a token."""
    return token >> 8


def is_number(token: int) -> bool:
    """Whether a token is a number."""
    return token < _SPAN


def is_province(token: int) -> bool:
    """Whether a token has the category of a province."""
    return category(token) in PROVINCES


def is_possible(token: int) -> bool:
    """Whether a token may be sent at all: neither of a private category nor of none."""
    return token < 0x5800


def number(value: int) -> int:
    """A number as a token, of fourteen bits in two's complement; too large ones are cut.

    >>> number(-1) == 0x3FFF, number(1901) == 0x076D
    (True, True)
    """
    return max(_LEAST, min(_MOST, value)) % _SPAN


def value_of(token: int) -> int:
    """The number that a token is."""
    return token - _SPAN if token > _MOST else token


def text(words: str) -> Message:
    """A text as tokens, an octet of UTF-8 each."""
    return tuple(TEXT << 8 | octet for octet in words.encode())


def read_text(tokens: Iterable[int]) -> str:
    """The text that tokens spell."""
    return bytes(token & 0xFF for token in tokens).decode(errors="replace")


def group(*parts: int | Message) -> Message:
    """Tokens between parentheses."""
    return (OPEN, *joined(*parts), CLOSE)


def joined(*parts: int | Message) -> Message:
    """Tokens and messages in a row."""
    found: list[int] = []
    for part in parts:
        if isinstance(part, int):
            found.append(part)
        else:
            found.extend(part)
    return tuple(found)


def say(name: str, *parts: int | Message) -> Message:
    """A message that begins with a token of the language."""
    return (FIXED[name], *joined(*parts))


def written(message: Message, names: dict[int, str] | None = None) -> str:
    """A message as people write it, for logs.

    >>> written(say("NME", group(text("me")), group(text("1"))))
    "NME ('me') ('1')"
    """
    words = " ".join(_words(message, {**FIXED_NAMES, **(names or {})}))
    return words.replace("( ", "(").replace(" )", ")")


def _words(message: Message, names: dict[int, str]) -> Iterator[str]:
    spelled: list[int] = []
    for token in (*message, -1):
        if token >= 0 and category(token) == TEXT:
            spelled.append(token)
            continue
        if spelled:
            yield repr(read_text(spelled))
            spelled = []
        if token >= 0:
            yield names.get(token) or (str(value_of(token)) if is_number(token) else f"{token:#x}")
