"""The options of votes on units that nobody holds, with the rulings that they come from."""

from dragoman.rules import Option

OPTIONS = (
    Option(
        "players",
        "number",
        3,
        "how many seats there are, up to the number of powers; on a board of three powers two, "
        "if none is named",
        least=2,
        source="rule 11",
    ),
    Option(
        "powers",
        "names",
        [],
        "the powers that the seats hold, in the order of the seats; none named: drawn by lot",
        source="C1",
    ),
    Option(
        "dealt",
        "choice",
        "lot",
        "lot: the powers that were drawn are dealt to the seats by the same lot; "
        "listed: seats without names get them in the order of the variant's file",
        ("lot", "listed"),
        source="C24",
    ),
    Option(
        "extra_targets",
        "choice",
        "unowned",
        "unowned: extra orders go to units of powers that nobody holds; "
        "rivals: to those of other seats as well, the owner's order weighing one vote",
        ("unowned", "rivals"),
        source="C22",
    ),
    Option(
        "extra_builds",
        "choice",
        "one_in_all",
        "one_in_all: a seat votes for one build each Winter; "
        "one_per_country: for one of each power",
        ("one_in_all", "one_per_country"),
        source="C22",
    ),
    Option(
        "build_ties",
        "choice",
        "spent",
        "spent: wishes for builds that tie use up the build they would have filled; "
        "dropped: two units that tie for a center leave it to other wishes",
        ("spent", "dropped"),
        source="C18",
    ),
    Option(
        "refund_invalid", "flag", False, "an impossible extra order takes no quota", source="C7"
    ),
    Option(
        "strict_rule_9",
        "flag",
        False,
        "after a first count, votes for moves into a space where a unit of the same country "
        "stays, and for support of such moves, are struck out; the rest are counted again",
        source="C13",
    ),
    Option(
        "orphan_becomes_unowned",
        "flag",
        True,
        "a power whose seat resigns is voted on from the next season",
        source="C5",
    ),
    Option(
        "hide_vote_authors",
        "flag",
        False,
        "the vote tables say how many votes, not whose",
        source="C21",
    ),
)
