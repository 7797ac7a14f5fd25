"""The report of a run as plain text."""

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from dragoman.lab.balance import BORDERS, ENOUGH, NONE, SHUFFLES, UNDECIDED, WORDS, Balance
from dragoman.lab.setup import Setup
from dragoman.lab.stats import Estimate
from dragoman.lab.summary import Summary
from dragoman.model import DONE, FAILED, OUTVOTED, VOID

LIMITS = (
    "Bots neither talk nor keep treaties, and all of one kind share its habits: a report shows "
    "what the board and the rules favor among such players, not what people would make of them."
)

WORTH = (
    "what a seat gets more than in the same games in which it alone does without, by its bot's "
    "play; 1 is an equal share"
)

MOST_LETTERS = 60
"""How many letters of first moves a line of text has room for."""

LEAST = 1e-3
"""Below which part of the best a seat is said to get nothing."""

EXPLAINED = (
    (
        "points",
        "all of the game for winning it alone, a part for winning it jointly, else, in games drawn "
        "or broken off too, the share of the centers; the verdict and the index go by them",
    ),
    (
        "variation",
        "the coefficient of variation of what seats get: by what part of an equal share they "
        "differ from it, as a root of mean squares; what chance does in so few games is taken off",
    ),
    (
        "balance index",
        "the same between 1, if all seats get the same in the long run, and 0, if one gets all",
    ),
    (
        ", ".join(WORDS),
        f"a variation below {BORDERS[0]}, {BORDERS[1]}, {BORDERS[2]}, and above; both words where "
        "the interval of the variation reaches into both",
    ),
    (
        "undecided, no verdict",
        f"more games are needed: fewer than {ENOUGH} were played or three words would fit; no "
        "verdict where most games came to no end",
    ),
    (
        "best to worst",
        "how many points the best seat gets for each point of the worst, ∞ where it gets none",
    ),
    (
        "[low, high]",
        "where the true figure lies in 95 of 100 runs: of rates and shares by Wilson, of other "
        f"means by Student; of fewer than {ENOUGH} games only roughly",
    ),
    ("solo, shared", "games won alone; games drawn, or won with others, that the seat was in"),
    ("stalemates", "games in which no center has changed hands for four years when they end"),
    ("stand-offs, dislodged", "provinces stood off, and units driven out, in a turn of movement"),
    ("seat at the table", "points above an equal share, by the order in which seats are listed"),
    ("came in turn", "the same, by who was first to order while the others waited"),
    (
        "first moves",
        "how many different ones a power made, how many equally common ones would be as varied, "
        "and the commonest with its part of the games",
    ),
    (
        "median game",
        "of those that ended in the commonest way, the one of middle length; where most were "
        "broken off, of these",
    ),
    (
        "used",
        "what was ordered; what was done, failed, or was void, and why; which rule said so; each "
        "by its number in a game",
    ),
)
"""What the words of a report mean."""


FIRST_WORDS = ("order", "rule", DONE, FAILED, VOID, OUTVOTED)
"""What is said of things that were used, before a colon and more of it."""


def percent(figure: Estimate) -> str:
    """A rate in percent, with its interval."""
    return shown(figure, lambda x: f"{100 * x:.1f}")


def signed(figure: Estimate) -> str:
    """A difference of shares in points of a hundred, with its interval."""
    return shown(figure, lambda x: f"{100 * x:+z.1f}")


def plain(figure: Estimate) -> str:
    """A number with its interval."""
    return shown(figure, lambda x: f"{x:z.2f}")


def shown(figure: Estimate, number: Callable[[float], str]) -> str:
    """A figure with its interval; alone, where all games say the same or there is but one."""
    if figure.low == figure.high:
        return number(figure.value)
    return f"{number(figure.value)} [{number(figure.low)}, {number(figure.high)}]"


def heading(setup: Setup, games: int) -> str:
    """What was played, in a line."""
    settings = "".join(f", {name}={value}" for name, value in setup.options.items())
    table = f"{setup.bot} against {setup.against}" if setup.against else setup.bot
    return (
        f"{setup.name}{settings}: {games} game{'s' * (games != 1)} of {table}, "
        f"{setup.years} year{'s' * (setup.years != 1)} at most, seed {setup.seed}"
    )


def lone(found: Summary) -> str:
    """What a bot gets that plays one seat against others; nothing where all seats play alike."""
    if not found.alone:
        return ""
    shares = f"{found.setup.bot} gets {plain(found.alone)} equal shares"
    return f"{shares} against {found.setup.against}: 1 is no better than the others"


def verdict(found: Balance) -> str:
    """The balance in a sentence."""
    return (
        f"{judged(found)}{cause(found)}: variation {plain(found.variation)} (0 is even), "
        f"best to worst {ratio(found.worst)}, balance index {plain(found.index)} (1 is even); "
        f"seats that are alike would differ as much in {chances(found.chance)} runs; "
        f"{unfinished(found)}"
    )


def judged(found: Balance) -> str:
    """The verdict with how sure it is."""
    sure = min(99, int(100 * found.sure))
    if found.verdict == found.likeliest:
        return f"{found.verdict} ({sure} of 100 sure)"
    two = found.verdict == " or ".join(found.words)
    return f"{found.verdict} ({sure} of 100 for {found.likeliest})" if two else found.verdict


def cause(found: Balance) -> str:
    """Why there is no word for a balance."""
    if found.verdict == NONE:
        return ", for most games came to no end"
    if found.verdict == UNDECIDED:
        few = found.games < ENOUGH
        return (
            f", for fewer than {ENOUGH} games were played" if few else ", for three words would fit"
        )
    return ""


def chances(chance: float) -> str:
    """How often chance alone does something, as far as so many draws can tell."""
    if chance <= 1 / (SHUFFLES + 1):
        return f"fewer than 1 of {SHUFFLES + 1}"
    return f"{100 * chance:.1f} of 100"


def unfinished(found: Balance) -> str:
    """How many games came to no end."""
    return f"{found.unfinished or 'none'} of {found.games} games unfinished"


def ratio(worst: Estimate) -> str:
    """What the best seat gets for each point of the worst, with its interval."""
    turned = (worst.value, worst.high, worst.low)
    value, low, high = (times(1 / x) if x > LEAST else "" for x in turned)
    return f"{value or '∞'} [{low or '∞'}, {high or '∞'}]"


def times(number: float) -> str:
    """By how much something is more, a large figure without a fraction."""
    return f"{number:.{0 if number >= 100 else 1}f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows under a heading, the first column to the left, the others to the right."""
    lines = [list(head), *(list(row) for row in rows)]
    wide = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return [
        "  ".join(
            cell.ljust(wide[n]) if n == 0 else cell.rjust(wide[n]) for n, cell in enumerate(line)
        ).rstrip()
        for line in lines
    ]


SEAT_HEAD = (
    *("seat", "games", "points %", "centers %"),
    *("solo %", "shared %", "survived %", "eliminated %"),
)


def seat_rows(found: Summary) -> list[tuple[str, ...]]:
    """The seats of a run as rows of cells."""
    return [
        (
            row.seat,
            str(row.games),
            percent(row.points),
            percent(row.share),
            percent(row.solo),
            percent(row.shared),
            percent(row.survived),
            percent(row.out),
        )
        for row in found.seats
    ]


def year_rows(found: Summary) -> list[tuple[str, ...]]:
    """The share of the centers that each seat had at the end of each year, in percent."""
    years = max((len(row.by_year) for row in found.seats), default=0)
    return [
        (
            row.seat,
            *(f"{100 * share:.1f}" for share in row.by_year),
            *("",) * (years - len(row.by_year)),
        )
        for row in found.seats
    ]


def year_head(found: Summary, first: int) -> tuple[str, ...]:
    """The years of that table."""
    years = max((len(row.by_year) for row in found.seats), default=0)
    return ("centers %, end of", *(str(first + n) for n in range(years)))


def used_rows(found: Summary) -> list[tuple[str, str]]:
    """What was used how often in a game."""
    return [(thing(name), short(number)) for name, number in found.counts.items()]


def thing(name: str) -> str:
    """What was ordered, or came of it and why, in words.

    >>> thing("failed no_convoy"), thing("outvoted outvoted"), thing("lot drawn")
    ('failed: no convoy', 'outvoted', 'lot drawn')
    """
    what, _, why = name.replace("_", " ").partition(" ")
    if why == what:
        return what
    return f"{what}: {why}" if what in FIRST_WORDS else f"{what} {why}"


def short(number: float) -> str:
    """A number with as many digits as tell anything.

    >>> short(480.69), short(23.5), short(0.444)
    ('481', '23.5', '0.44')
    """
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f}"


def facts(found: Summary) -> list[tuple[str, str]]:
    """What else can be said in a line each."""
    ends = ", ".join(f"{how} {number}" for how, number in found.ends.items())
    return [
        ("ended", ends),
        ("turns of movement", shown(found.turns, short)),
        ("stalemates %", percent(found.stalemates)),
        ("stand-offs a turn", plain(found.standoffs)),
        ("dislodged a turn", plain(found.dislodged)),
    ]


def opening_rows(found: Summary) -> list[tuple[str, ...]]:
    """How varied each power opens."""
    return [
        (o.power, o.commonest, f"{100 * o.rate:.0f}", str(o.different), f"{o.effective:.1f}")
        for o in found.openings
    ]


OPENING_HEAD = ("first moves of", "commonest", "% of games", "different", "effective")


LINE_HEAD = ("power", "first moves", "games", "points %")


def line_rows(found: Summary) -> list[tuple[str, ...]]:
    """The first moves of each power that do best."""
    return [(o.power, o.text, str(o.games), percent(o.points)) for o in found.lines]


def cut(moves: str) -> str:
    """Moves that fit in a line of text, the last of them left out where there are too many."""
    if len(moves) <= MOST_LETTERS:
        return moves
    return f"{moves[:MOST_LETTERS].rpartition('; ')[0]}; …"


WORTH_HEAD = ("seat", "games", "worth in equal shares")


def worth_title(found: Summary) -> str:
    """What the table of a rule's worth is about."""
    return f"What the rule “{found.setup.without.replace('_', ' ')}” is worth"


def worth_rows(found: Summary) -> list[tuple[str, ...]]:
    """What a rule is worth to each seat."""
    return [(w.seat, str(w.games), shown(w.worth, lambda x: f"{x:+z.2f}")) for w in found.worth]


ABOVE = "points % above equal"

AGREEMENT_HEAD = ("order of seats", "with", "games of those", "rank correlation")

AGREED = (
    "Whether others put the seats in the same order: 1 is the same, 0 has nothing to do with it, "
    "-1 is the reverse. What only one kind of player says is about that player, not the board."
)


def agreement_rows(found: Summary) -> list[tuple[str, ...]]:
    """How others agree on the order of seats."""
    return [(a.bot, a.other, str(a.games), plain(a.rank)) for a in found.agreements]


def orders_of(found: Summary) -> list[tuple[str, str, list[tuple[str, ...]]]]:
    """By which orders of seats there is anything to tell: a title, what is counted, and rows."""
    orders = (
        ("Who comes first", "came in turn", found.first_mover),
        ("Order of seats", "seat at the table", found.seat_order),
    )
    return [(title, word, place_rows(rows)) for title, word, rows in orders if rows]


def place_rows(found: dict[str, Estimate]) -> list[tuple[str, ...]]:
    """What seats got above an equal share, by place."""
    return [(place, signed(figure)) for place, figure in found.items()]


def explained() -> list[str]:
    """What the words of a report mean, in lines of a handy width."""
    return [
        line
        for word, meaning in EXPLAINED
        for line in wrap(f"{word}: {meaning}.", 100, subsequent_indent="  ")
    ]


def text_report(found: Summary, first: int) -> str:
    """The whole report of games that begin in the first year."""
    lines = [heading(found.setup, found.games), ""]
    lines += [f"{lone(found)}.", ""] if found.alone else []
    lines += [f"{verdict(found.balance)}.", ""]
    lines += table(SEAT_HEAD, seat_rows(found))
    lines += ["", *table(year_head(found, first), year_rows(found))]
    lines += ["", *(f"{name}: {value}" for name, value in facts(found)), ""]
    for _, word, rows in orders_of(found):
        lines += [*table((word, ABOVE), rows), ""]
    if found.agreements:
        lines += [*table(AGREEMENT_HEAD, agreement_rows(found)), "", *wrap(AGREED, 100), ""]
    if found.worth:
        lines += [f"{worth_title(found)}: {WORTH}.", "", *table(WORTH_HEAD, worth_rows(found)), ""]
    lines += ["The median game", *found.story, ""]
    if found.lines:
        lines += [*table(LINE_HEAD, ((r[0], cut(r[1]), *r[2:]) for r in line_rows(found))), ""]
    lines += table(OPENING_HEAD, ((r[0], cut(r[1]), *r[2:]) for r in opening_rows(found)))
    lines += ["", *table(("used", "a game"), used_rows(found))]
    lines += ["", "What the words mean", *explained(), "", *wrap(LIMITS, 100)]
    return "\n".join(lines) + "\n"
