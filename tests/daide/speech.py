"""The DAIDE language for a client of the tests, from the published protocol alone.

It shares no code with the server: words are looked up in this file's own table, by hand from the
protocol's chapter on representation.
"""

import re
import struct
from typing import Any

WORDS = {
    # Category, then the tokens with their low octet.
    0x42: "AMY 00 FLT 01",
    0x43: "CTO 20 CVY 21 HLD 22 MTO 23 SUP 24 VIA 25 DSB 40 RTO 41 BLD 80 REM 81 WVE 82",
    0x44: "MBV 00 BPR 01 CST 02 ESC 03 FAR 04 HSC 05 NAS 06 NMB 07 NMR 08 NRN 09 NRS 0A NSA 0B "
    "NSC 0C NSF 0D NSP 0E NSU 10 NVR 11 NYU 12 YSC 13",
    0x45: "SUC 00 BNC 01 CUT 02 DSR 03 FLD 04 NSO 05 RET 06",
    0x46: "NCS 00 NEC 02 ECS 04 SEC 06 SCS 08 SWC 0A WCS 0C NWC 0E",
    0x47: "SPR 00 SUM 01 FAL 02 AUT 03 WIN 04",
    0x48: "CCD 00 DRW 01 FRM 02 GOF 03 HLO 04 HST 05 HUH 06 IAM 07 LOD 08 MAP 09 MDF 0A MIS 0B "
    "NME 0C NOT 0D NOW 0E OBS 0F OFF 10 ORD 11 OUT 12 PRN 13 REJ 14 SCO 15 SLO 16 SND 17 SUB 18 "
    "SVE 19 THX 1A TME 1B YES 1C ADM 1D SMR 1E",
    0x49: "AOA 00 BTL 01 ERR 02 LVL 03 MRT 04 MTL 05 NPB 06 NPR 07 PDA 08 PTL 09 RTL 0A UNO 0B "
    "DSD 0D",
    0x4A: "ALY 00 AND 01 BWX 02 DMZ 03 ELS 04 EXP 05 FWD 06 FCT 07 FOR 08 HOW 09 IDK 0A IFF 0B "
    "INS 0C OCC 0E ORR 0F PCE 10 POB 11 PRP 13 QRY 14 SCD 15 SRY 16 SUG 17 THK 18 THN 19 TRY 1A "
    "VSS 1C WHT 1D WHY 1E XDO 1F XOY 20 YDO 21 CHO 22 BCC 23 UNT 24 CCL 25 NAR 26",
}
STANDARD = {
    0x41: "AUS 00 ENG 01 FRA 02 GER 03 ITA 04 RUS 05 TUR 06",
    0x50: "BOH 00 BUR 01 GAL 02 RUH 03 SIL 04 TYR 05 UKR 06",
    0x51: "BUD 07 MOS 08 MUN 09 PAR 0A SER 0B VIE 0C WAR 0D",
    0x52: "ADR 0E AEG 0F BAL 10 BAR 11 BLA 12 EAS 13 ECH 14 GOB 15 GOL 16 HEL 17 ION 18 IRI 19 "
    "MAO 1A NAO 1B NTH 1C NWG 1D SKA 1E TYS 1F WES 20",
    0x54: "ALB 21 APU 22 ARM 23 CLY 24 FIN 25 GAS 26 LVN 27 NAF 28 PIC 29 PIE 2A PRU 2B SYR 2C "
    "TUS 2D WAL 2E YOR 2F",
    0x55: "ANK 30 BEL 31 BER 32 BRE 33 CON 34 DEN 35 EDI 36 GRE 37 HOL 38 KIE 39 LON 3A LVP 3B "
    "MAR 3C NAP 3D NWY 3E POR 3F ROM 40 RUM 41 SEV 42 SMY 43 SWE 44 TRI 45 TUN 46 VEN 47",
    0x57: "BUL 48 SPA 49 STP 4A",
}
TEXT, LETTERS = 0x4B, re.compile(r"'([^']*)'|\(|\)|-?\d+|\w+")

Tree = list[Any]
"""A message: words, numbers and texts in quotes, and lists for what is in parentheses."""


def table(rows: dict[int, str]) -> dict[str, int]:
    """The tokens of a table by name."""
    found = {}
    for category, text in rows.items():
        words = text.split()
        for name, low in zip(words[::2], words[1::2], strict=True):
            found[name] = category * 256 + int(low, 16)
    return found


class Speech:
    """Messages to octets and back, with the powers and provinces of a board."""

    def __init__(self, announced: bytes = b"") -> None:
        own = dict(struct.iter_unpack(">H4s", announced))
        named = {name[:3].decode(): token for token, name in own.items()}
        self.token = {"(": 0x4000, ")": 0x4001, **table(WORDS), **(named or table(STANDARD))}
        self.name = {token: name for name, token in self.token.items()}

    def write(self, text: str) -> bytes:
        """A message as it goes over the wire."""
        tokens: list[int] = []
        for match in LETTERS.finditer(text):
            word = match.group()
            if word.startswith("'"):
                tokens += [TEXT * 256 + octet for octet in match.group(1).encode()]
            elif word.lstrip("-").isdigit():
                tokens.append(int(word) & 0x3FFF)
            else:
                tokens.append(self.token[word])
        return struct.pack(f">{len(tokens)}H", *tokens)

    def read(self, body: bytes) -> str:
        """A message from the wire, as people write it."""
        words: list[str] = []
        letters = b""
        for (token,) in struct.iter_unpack(">H", body):
            if token >> 8 == TEXT:
                letters += bytes([token & 255])
                continue
            if letters:
                words.append(f"'{letters.decode()}'")
                letters = b""
            if token < 0x4000:
                words.append(str(token - 0x4000 if token > 0x1FFF else token))
            else:
                words.append(self.name.get(token, f"{token:#x}"))
        words += [f"'{letters.decode()}'"] if letters else []
        return " ".join(words).replace("( ", "(").replace(" )", ")")


def tree(text: str) -> Tree:
    """A message as nested lists."""
    stack: list[Tree] = [[]]
    for match in LETTERS.finditer(text):
        word = match.group()
        if word == "(":
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(int(word) if word.lstrip("-").isdigit() else word)
    return stack[0]


def flat(node: object) -> str:
    """A list of a message as text, without the parentheses around it."""
    if not isinstance(node, list):
        return str(node)
    return " ".join(f"({flat(part)})" if isinstance(part, list) else str(part) for part in node)
