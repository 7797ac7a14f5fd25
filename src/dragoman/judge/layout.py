"""How a fight is laid out in one flat sequence of integers.

A header says where each block starts; a block ends where the next one starts. The blocks hold
rows of fixed width. A row is named by where it starts, so a reference is an integer, a field is
`d[row + FIELD]`, and 0 is "none". References count from the start of their own fight, so packing
many fights is concatenation and one fight is a slice.

Every row carries what the lowering *gives*, what the solver *tells*, and its *scratch*. What is
not given must be 0 when a fight is first solved; a fight that was solved may be solved again.

| row | field | |
|---|---|---|
| header | SOLVED | tells: 1 once the fight has been solved |
| | KNOTS | tells: the rules that knots needed, as bits (RING and so on) |
| | FORCES … POOL | given: where each block starts |
| | SIZE | given: how many integers the fight has |
| force | PLACE, GOAL | given: place rows; equal when it stays |
| | SIDE | given: equal sides are friends |
| | ATTACK, DEFENCE | given: its own strength when it moves; when it stays or fails to move |
| | PATH | given: DIRECT, ANY_ROUTE, EVERY_ROUTE, LAND_OR_ANY, LAND_OR_EVERY |
| | LIGHT | given: 1 if left out of every battle and placed afterwards |
| | FATE | tells: STAYS, ARRIVES, DISLODGED |
| | BY | tells: the force that dislodged it, the strongest if several |
| | CAUSE | tells: why its move failed: NO_ROUTE … TAKEN, or FREE |
| | STOPPER | tells: the force behind the cause, the strongest if several |
| | STRENGTH, NEED | tells: if NEED > 0, what its move counted for and what it needed |
| | ROUTE | tells: YES if its move had a path, NO if not |
| | SEA | tells: YES if its move went by sea |
| | REACH | tells: YES if it had a path and got over its crossings, NO if not |
| | LO | tells: its strength with all support, barred or not |
| | HI | scratch: the most that LO can become |
| | ARRIVAL | scratch: does it arrive? NO, YES or OPEN |
| | DOUBT | scratch: 1 while ROUTE, SEA or REACH is open |
| | NEXT_OCCUPANT, NEXT_COMER | scratch: the next force with this place; with this goal |
| | FIRST_SUPPORT, FIRST_CARRIER | scratch: the first support for it; its first fleet |
| | MARK, WAS | scratch: for untying knots |
| place | TAKER | tells: the force that took it by arriving, the strongest if several |
| | STOOD_OFF | tells: 1 if moves bounced each other there and left it vacant |
| | OCCUPANT, COMER | scratch: the first force there at the start; the first going there |
| carrier | CARGO, FLEET | given: the move carried, the force that carries |
| | ENDS | given: bit 1 if the fleet touches the origin, bit 2 the landing |
| | NEXT_CARRIER, SEEN | scratch |
| link | | given: two carriers of one cargo whose fleets touch |
| support | GIVER, RECEIVER | given: forces |
| | WORTH, POINTS | given: what it is worth with 0, 1 … POINTS points cut: where in the pool |
| | GIVEN | tells: what it was worth |
| | CUT_BY | tells: a force that cut it, the strongest if several |
| | MOST, NEXT_SUPPORT, FIRST_CUT | scratch |
| cut | CUTTER, CUT | given: the move that may cut, the support it may cut |
| | STRIKE, ARRIVE | given: points lost if that move has a path; if it arrives |
| | NEXT_CUT | scratch |
| clash | | given: two moves over one crossing |
| peace | | given: two forces that may share a place |
| open moves, open supports, queue | | scratch |
| pool | | given: the worths, falling within each support's stretch |

STRENGTH is counted at the goal, or at the crossing if CROSSED; NEED is one more than the strongest
opponent there.

Worths fall as more points are cut, strengths are 0 or more, and light forces are at peace with
each other: the solver relies on it.
"""

from collections.abc import MutableSequence

Ints = MutableSequence[int]

SOLVED, KNOTS = 0, 1
FORCES, PLACES, CARRIERS, LINKS, SUPPORTS, CUTS, CLASHES, PEACES = range(2, 10)
OPEN_MOVES, OPEN_SUPPORTS, QUEUE, POOL, SIZE = range(10, 15)
HEADER = 15

PLACE, GOAL, SIDE, ATTACK, DEFENCE, PATH, LIGHT = range(7)
FATE, BY, CAUSE, STOPPER, STRENGTH, NEED, ROUTE, SEA, REACH, LO = range(7, 17)
HI, ARRIVAL, DOUBT, NEXT_OCCUPANT, NEXT_COMER = range(17, 22)
FIRST_SUPPORT, FIRST_CARRIER, MARK, WAS = range(22, 26)
FORCE_GIVEN = 7
FORCE_ROW = 26

TAKER, STOOD_OFF, OCCUPANT, COMER = range(4)
PLACE_ROW = 4

CARGO, FLEET, ENDS, NEXT_CARRIER, SEEN = range(5)
CARRIER_GIVEN = 3
CARRIER_ROW = 5

GIVER, RECEIVER, WORTH, POINTS, GIVEN, CUT_BY, MOST, NEXT_SUPPORT, FIRST_CUT = range(9)
SUPPORT_GIVEN = 4
SUPPORT_ROW = 9

CUTTER, CUT, STRIKE, ARRIVE, NEXT_CUT = range(5)
CUT_GIVEN = 4
CUT_ROW = 5

PAIR_ROW = 2

# Zero is NO: of a force that stays, no question is open.
NO, YES, OPEN = range(3)
STAYS, ARRIVES, DISLODGED = range(3)
FREE, NO_ROUTE, KNOT, CROSSED, OWN, DUEL, HELD, BOUNCED, TAKEN = range(9)
# By sea alone, or by land where the convoy fails (4.A.3); one whole route, or all of them (4.A.1).
DIRECT, ANY_ROUTE, EVERY_ROUTE, LAND_OR_ANY, LAND_OR_EVERY = range(5)
ORIGIN, LANDING = 1, 2
RING, CONVOYS_FAIL, NOBODY, ONLY_ANSWER = 1, 2, 4, 8
UNSURE = -1
"""What NEED says of a move that was decided before all it was compared with was."""
MOST_GUESSES = 12
"""How many open moves a knot may have to be searched: 4096 guesses, each of which weighs it all."""
