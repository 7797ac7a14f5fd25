"""The words of the vote on powers that nobody holds."""

import msgspec

from dragoman.model import NUMBER, POWER, SEAT, FactKind

EXTRA, BUILDS = "extra order", "extra build"
EXTRA_ORDERS = FactKind(
    EXTRA,
    (NUMBER, SEAT),
    says="{0}",
    about="{1}",
    many="Extra orders",
    meaning="Votes for units of powers that nobody holds. The same order may be written several "
    "times; the order with the most votes is followed.",
)
EXTRA_BUILD = FactKind(
    BUILDS,
    (NUMBER, SEAT),
    says="{0}",
    about="{1}",
    meaning="A vote for what a power that nobody holds shall build.",
)
BUILDS_OF = msgspec.structs.replace(
    EXTRA_BUILD,
    name=f"{BUILDS} of a power",
    takes=(NUMBER, SEAT, POWER),
    title=f"{BUILDS} of {{2}}",
)
UNOWNED = FactKind(
    "unowned",
    (POWER.many,),
    says="{row}",
    many="Nobody’s",
    meaning="Powers that no player holds: all players vote on their orders.",
)
FACTS = (EXTRA_ORDERS, EXTRA_BUILD, BUILDS_OF, UNOWNED)
