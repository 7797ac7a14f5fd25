"""What every integer of the arena means: the board's tables, a game, an order, the work space.

Places are numbered with the provinces first, so a province has the number of its own place; coasts
follow. Everything that compiled code asks of a board lies in one array `t`, so that one compiled
program serves every board: a header of sizes and of where each block begins, then columns, lists
and sets. The list of row r in block B is `t[t[t[B] + r]:t[t[B] + r + 1]]`.

A set is a few words of 64 bits each. Seas that convoy and shores have numbers of their own for it.

A game is a row `s`: a header, then a column for each thing that is known of every province. Orders
of a phase are a row, one for each province: what the unit there does, in retreats the unit
dislodged there; builds stand at their home. 0 is to hold, to disband, or nothing. Where seats vote,
a block of cells for each seat follows, in which its votes stand in the same way; where a unit may
be given two orders, a block for the second ones.
"""

# The header of the tables: sizes, then rules, then where each block begins.
(
    PROVINCES,
    PLACES,
    POWERS,
    KINDS,
    SEAS,
    SHORES,
    WORDS,
    PLACE_WORDS,
    MOST_NEAR,
    MOST_ORDERS,
    WIN_AT,
    EVERY_WAY,
    INTENT,
    PARADOX,
    ORIGIN_OPEN,
    FROM_HOME,
    CROSSINGS,
    SEATS,
    CELLS,
    BLOCK,
    START_YEAR,
    SECOND,
    GUESTS,
    GUEST_KIND,
    TRIES,
    ALIKE,
) = range(26)
(
    PROVINCE,
    SHORE,
    SEA_OF,
    SHORE_AT,
    SEA_AT,
    CENTER,
    BY_ID,
    SIDES,
    CAPTURES,
    NEEDS,
    ON_LAND,
    CARRIES,
    BY_NAME,
    BY_TEXT,
    BORDERS,
    FROM_HOMES,
    MOVES,
    WAYS,
    LENDS,
    SITES,
    OVER,
    NEAR_SEAS,
    SEA_SHORES,
    SEA_SEAS,
    NEXT_TO,
    HALVES,
    OWN,
    CENTERS,
    WORK,
) = range(26, 55)
HEAD = 55
"""CELLS is how long a row of orders is; from BLOCK times the number of a seat on come its votes.
SECOND is the number of the block of second orders, 0 where units are given one.
GUESTS is where in the row of a game the guests begin, GUEST_KIND their kind; TRIES is how many
orders one may be given. ALIKE is where, for each sea, the first one is told that fleets might lie
in instead, or 0 where no two seas are alike.

MOVES, WAYS, LENDS and OVER have rows `kind * places + place`.

MOVES lists places; LENDS and BORDERS provinces; WAYS triples of a province, of where the list of
what may be supported there begins, and of the support for going there (to the province itself if
several coasts are open); OVER triples of a place, a crossing and the border that crosses it;
SITES, by province, what may be built there as unit codes without a power; CENTERS, in its one row,
the provinces that are centers.
BY_ID lists the provinces by their short names; BY_TEXT is, by kind and place, where the piece comes
among the texts of all pieces. OWN is, by the letter of a phase that a module brings, where in the
row of a game the cells of the module begin.
FROM_HOMES is how far a place lies from the homes of a power, by power, kind and place. NEAR_SEAS,
by province, is the set of seas next to it; SEA_SHORES and SEA_SEAS, by sea, the shores and seas
next to that; NEXT_TO, by kind and place, the places that are one move away, as bits; HALVES, by
kind and place, the two units that such a unit divides into, without a power.
"""

# The work space: where each part begins, from t[WORK] on.
(
    SLOT,
    UNIT_AT,
    CODE,
    COUNT,
    COMERS,
    BY_LAND,
    FLOTILLAS,
    OTHERS,
    REACHED,
    CLASS,
    CLASS_SET,
    MEMO,
    WILL,
    ROUTED,
    SUPPORTING,
    CARGO_OF,
    CARRIER_SEA,
    MOVERS,
    SUPPORTERS,
    CONVOYERS,
    STACK,
    CREW,
    SPARE,
    DUE,
    DISTANCE,
    QUEUED,
    LISTED,
    CASES,
    ROW_SUBJECT,
    ROW_DUE,
    STANDS_AT,
    NEXT_HERE,
    WEIGHT,
    PART,
    ID_OF,
    WAY,
) = range(36)
PARTS = 36
"""A listing tells of every row its subject and how many orders are due, in ROW_SUBJECT and ROW_DUE.
REACHED are three sets: seas with fleets, shores with cargo, shores that fleets could carry between.

The forces of a fight: UNIT_AT is the cell of a force's order, STANDS_AT its province, NEXT_HERE the
next force in the same province (-1 if there is none), CODE, ID_OF its unit, WEIGHT its strength (0
if it is left out of every battle), PART which half of its unit it is, counted from 1, 0 if all of
it. SLOT is the first force in a province. WAY is for modules, by province.
"""

BITS, WORD, BIT = 64, 6, 63
"""How many members a word of a set has; a member is bit `m & BIT` of word `m >> WORD`."""

SWAP, OWN_FLEET, OWN_OR_VIA, VIA_ONLY = range(4)
SZYKMAN, ATTACKED, WATER_RULE, NEEDED = range(4)
"""How editions differ, in the order in which `rules.editions` lists their choices."""

YEAR, SEASON, STAGE, STEP, RESULT, LAST_ID, DRIVEN, ASKED, UNITS = range(9)
"""A game's header; from UNITS on come its columns.

DRIVEN is how many units are dislodged; ASKED whether it is known that nobody has won with the
centers as they are owned now.
"""

UNIT, OWNER, OUT, BAR, STOOD, ID, OUT_ID, TURN, BASES = range(9)
COLUMNS = 9
"""A unit, an owner (power + 1), the unit dislodged, the province closed to it (+ 1), whether moves
stood off, the numbers of both units, and the turn in which the unit is listed: those that
retreated come after those that did not, and those that were built come last; BASES are the
powers that may build there, as bits. After the columns comes the seat that holds each power, both
counted from 1, 0 where nobody does; then the cells of modules."""

G_UNIT, G_ID, G_TURN, G_OUT, G_OUT_ID, G_BAR = range(6)
GUEST_ROW = 6
"""A guest is a piece of a kind of which each power has one at most: it stands beside others, so it
has cells by its power, not by a province. Its number in orders, and the cell of its order, is BLOCK
and its power, counted from 0; further orders of its follow after those of all powers."""

SPRING, FALL, WINTER = range(3)
MOVEMENT, RETREATS, ADJUSTMENTS = range(3)
"""Stages; a phase that a module brings is known by the number of its letter."""

PLAYING, UNDECIDED, DRAW, SOLO = range(4)
OTHER_RESULT = 1024
"""Results; whoever wins alone is SOLO + power, and what only a module knows comes from
OTHER_RESULT on."""

KIND_AT, POWER_AT = 16, 24
PLACE_MASK, KIND_MASK, MARKED = 0xFFFF, 0x7F, 1 << 23
"""A unit: place | kind << KIND_AT | (power + 1) << POWER_AT; 0 is none.

MARKED is added to one that bears the mark which a module's loops know.
"""

HOLD, MOVE, SUPPORT, SUPPORT_MOVE, CONVOY = range(5)
SPEECH = 7
"""What is ordered beside units in a season of moves; the module is given by its letter << 3."""

PART_AT, WHOSE_AT, PART_MASK = 4, 6, 3
"""In orders to move or aid: which half of the unit is meant, and which half of the other unit."""

DISBAND, RETREAT = 0, 1
WAIVE, BUILD, REMOVE = 0, 1, 2
VERB, VIA = 7, 8
ME_AT, WHOM_AT, TO_AT, NUMBER = 12, 22, 32, 1023
"""An order: verb | via or the kind built << 3 | province << 12 | whom << 22 | to << 32."""

BY_AT, BY_MASK, TIMES_AT, TIMES_MASK = 48, 0xFF, 56, 0x3F
ORDER_MASK = (1 << BY_AT) - 1
"""A vote is an order with the seat that casts it, counted from 1, and how often beyond once.

The second order of a unit has the number of its block, SECOND, in the place of a seat.
"""

YEARS_UNASKED = 2

VERDICTS = (
    ("", ""),
    ("done", "held"),
    ("done", "moved"),
    ("done", "supported"),
    ("done", "convoyed"),
    ("failed", "dislodged"),
    ("failed", "no_convoy"),
    ("failed", "convoy_broken"),
    ("failed", "paradox"),
    ("failed", "deadlock"),
    ("failed", "bounced"),
    ("failed", "lost_duel"),
    ("failed", "crossed"),
    ("failed", "taken"),
    ("failed", "own_unit"),
    ("failed", "repelled"),
    ("failed", "cut"),
    ("failed", "unmatched"),
    ("done", "retreated"),
    ("done", "disbanded"),
    ("failed", "collided"),
    ("done", "built"),
    ("done", "removed"),
    ("outvoted", "outvoted"),
    ("outvoted", "tied"),
    ("void", "too_many"),
    ("failed", "idle"),
    ("void", "not_allowed"),
    ("failed", "passed_over"),
)
"""What a verdict's number means: the outcome and the reason's code.

A row of verdicts is one for each province; after them comes how many provinces were stood off in a
movement phase, how many units driven out, and how many guests; then those on votes and on what
else stands in further blocks of the orders.
"""
STOOD_OFFS, DRIVEN_OUT, GUESTS_OUT = range(3)
COUNT_CELLS = 3
(
    _,
    V_HELD,
    V_MOVED,
    V_SUPPORTED,
    V_CONVOYED,
    V_DISLODGED,
    V_NO_CONVOY,
    V_BROKEN,
    V_PARADOX,
    V_DEADLOCK,
    V_BOUNCED,
    V_DUEL,
    V_CROSSED,
    V_TAKEN,
    V_OWN,
    V_REPELLED,
    V_CUT,
    V_UNMATCHED,
    V_RETREATED,
    V_DISBANDED,
    V_COLLIDED,
    V_BUILT,
    V_REMOVED,
    V_OUTVOTED,
    V_TIED,
    V_TOO_MANY,
    V_IDLE,
    V_NOT_ALLOWED,
    V_PASSED_OVER,
) = range(29)
