"""The report of a run as plain text."""

from collections.abc import Iterable, Sequence

from dragoman.lab.setup import Setup
from dragoman.lab.stats import Balance, Estimate
from dragoman.lab.summary import Summary

LIMITS = (
    "Bots neither talk nor keep treaties, and all of one kind share its habits: a report shows "
    "what the board and the rules favor among such players, not what people would make of them."
)


def percent(figure: Estimate) -> str:
    """A rate in percent, with its interval."""
    return f"{100 * figure.value:.1f} [{100 * figure.low:.1f}, {100 * figure.high:.1f}]"


def signed(figure: Estimate) -> str:
    """A difference of shares in points of a hundred, with its interval."""
    return f"{100 * figure.value:+.1f} [{100 * figure.low:+.1f}, {100 * figure.high:+.1f}]"


def plain(figure: Estimate) -> str:
    """A number with its interval."""
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"


def heading(setup: Setup, games: int) -> str:
    """What was played, in a line."""
    settings = "".join(f", {name}={value}" for name, value in setup.options.items())
    table = f"{setup.bot} against {setup.against}" if setup.against else setup.bot
    return (
        f"{setup.variant}{settings}: {games} games of {table}, "
        f"{setup.years} years at most, seed {setup.seed}"
    )


def verdict(found: Balance) -> str:
    """The balance in a sentence."""
    return (
        f"{found.verdict}: balance index {plain(found.index)} (1 is even); seats that are alike "
        f"would differ as much in {100 * found.chance:.1f} of 100 runs"
    )


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


SEAT_HEAD = ("seat", "games", "solo %", "shared %", "survived %", "eliminated %", "centers %")


def seat_rows(found: Summary) -> list[tuple[str, ...]]:
    """The seats of a run as rows of cells."""
    return [
        (
            row.seat,
            str(row.games),
            percent(row.solo),
            percent(row.shared),
            percent(row.survived),
            percent(row.out),
            percent(row.share),
        )
        for row in found.seats
    ]


def facts(found: Summary) -> list[tuple[str, str]]:
    """What else can be told in a line each."""
    ends = ", ".join(f"{how} {number}" for how, number in found.ends.items())
    return [
        ("ended", ends),
        ("turns of movement", plain(found.turns)),
        ("stalemates %", percent(found.stalemates)),
        ("stand-offs a turn", plain(found.standoffs)),
        ("dislodged a turn", plain(found.dislodged)),
    ]


def opening_rows(found: Summary) -> list[tuple[str, ...]]:
    """How varied each power opens."""
    return [
        (o.power, str(o.different), f"{o.effective:.1f}", f"{100 * o.rate:.0f}", o.commonest)
        for o in found.openings
    ]


OPENING_HEAD = ("first moves", "different", "effective", "commonest %", "commonest")


def place_rows(found: dict[str, Estimate]) -> list[tuple[str, ...]]:
    """What seats got above an equal share, by place."""
    return [(place, signed(figure)) for place, figure in found.items()]


def text_report(found: Summary) -> str:
    """The whole report."""
    lines = [heading(found.setup, found.games), "", verdict(found.balance), ""]
    lines += table(SEAT_HEAD, seat_rows(found))
    lines += ["", *(f"{name}: {value}" for name, value in facts(found)), ""]
    if found.first_mover:
        lines += table(("came in turn", "points above equal"), place_rows(found.first_mover))
        lines.append("")
    lines += table(("seat at the table", "points above equal"), place_rows(found.seat_order))
    lines += ["", *table(OPENING_HEAD, ((*r[:4], r[4][:60]) for r in opening_rows(found)))]
    used = [(name, f"{number:.2f}") for name, number in found.counts.items()]
    lines += ["", *table(("used", "a game"), used), "", LIMITS]
    return "\n".join(lines) + "\n"
