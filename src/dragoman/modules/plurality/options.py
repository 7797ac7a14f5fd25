"""The options of votes on units that nobody holds, with the rulings that they come from."""

from dragoman.rules import Draft, Option, Settings, playable

SHARE = 3
"""How many centers short of winning one extra order stands for (rule 4)."""

OPTIONS = (
    Option(
        "players",
        "number",
        3,
        "how many seats there are, up to the number of powers; on a board of three powers two, "
        "if none is named",
        least=2,
        source="rule 11",
        title="Number of players",
    ),
    Option(
        "powers",
        "names",
        [],
        "the powers that the seats hold, in the order of the seats; none named: drawn by lot",
        source="C1",
        title="Powers that are played",
    ),
    Option(
        "dealt",
        "choice",
        "lot",
        "lot: the powers that were drawn are dealt to the seats by the same lot; "
        "listed: seats without names get them in the order of the variant's file",
        ("lot", "listed"),
        source="C24",
        title="How powers are dealt",
    ),
    Option(
        "extra_targets",
        "choice",
        "unowned",
        "unowned: extra orders go to units of powers that nobody holds; "
        "rivals: to those of other seats as well, the owner's order weighing one vote",
        ("unowned", "rivals"),
        source="C22",
        title="Whom extra orders go to",
    ),
    Option(
        "extra_builds",
        "choice",
        "one_in_all",
        "one_in_all: a seat votes for one build each Winter; "
        "one_per_country: for one of each power",
        ("one_in_all", "one_per_country"),
        source="C22",
        title="Extra builds",
    ),
    Option(
        "build_ties",
        "choice",
        "spent",
        "spent: wishes for builds that tie use up the build they would have filled; "
        "dropped: two units that tie for a center leave it to other wishes",
        ("spent", "dropped"),
        source="C18",
        title="Builds that tie",
    ),
    Option(
        "refund_invalid",
        "flag",
        False,
        "an impossible extra order takes no quota",
        source="C7",
        title="Impossible extra orders are free",
    ),
    Option(
        "strict_rule_9",
        "flag",
        False,
        "after a first count, votes for moves into a space where a unit of the same country "
        "stays, and for support of such moves, are struck out; the rest are counted again",
        source="C13",
        title="Rule 9 by the letter",
    ),
    Option(
        "orphan_becomes_unowned",
        "flag",
        True,
        "a power whose seat resigns is voted on from the next season",
        source="C5",
        title="Powers of those who resign are voted on",
    ),
    Option(
        "hide_vote_authors",
        "flag",
        False,
        "the vote tables say how many votes, not whose",
        source="C21",
        title="Secret votes stay secret",
    ),
)


def quota(win_at: int, owned: int) -> int:
    """The extra orders of a seat: a third of the centers it needs to win (rules 4, 5; C2).

    >>> [quota(18, owned) for owned in (0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 20)]
    [6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0]
    """
    return max(0, (win_at - owned) // SHARE)


def tells(draft: Draft, settings: Settings) -> tuple[str, ...]:
    """How many play, and how many extra orders they have, by centers owned (rules 2, 4 and 5)."""
    seats, powers = settings["players"], len(playable(draft.powers))
    win_at = draft.numbers["win_at"]
    rows = {quota(win_at, n): n for n in range(win_at, -1, -1)}
    ends = {quota(win_at, n): n for n in range(win_at + 1)}
    spans = ", ".join(
        f"{number} with {first}" + (f" to {ends[number]}" if ends[number] > first else "")
        for number, first in sorted(rows.items(), reverse=True)
        if number
    )
    return (
        f"{seats} players hold a power each; {powers - seats} of {powers} powers are nobody's.",
        f"Extra orders by the centers that a player owns: {spans}, none with more.",
    )
