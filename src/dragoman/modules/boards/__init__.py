"""Several boards in one game: a nation is a country on one board, a seat holds one on each."""

from collections.abc import Sequence

import msgspec

from dragoman.geo import Province, stack
from dragoman.model import Fact, FactKind, Force, Power, Seat, State
from dragoman.modules.boards.assignment import (
    Table,
    balanced_table,
    neighborhoods,
    read_table,
    same_everywhere,
)
from dragoman.rules import (
    Ask,
    Draft,
    Lots,
    Module,
    Option,
    PowerInfo,
    Ruleset,
    Settings,
    Variant,
    check_seats,
    playable,
)

SPREAD = FactKind(
    "neighbors",
    title="Neighbors",
    meaning="How often players are neighbors: spread as evenly as the number of boards allows.",
)


def nation(country: str, board: str | int) -> Power:
    """The power that a country is on a board: `France@4`."""
    return Power(f"{country}@{board}")


def country_of(power: Power) -> str:
    """The country of a nation: `France` for `France@4`."""
    return power.rpartition("@")[0]


def countries_of(powers: Sequence[Power]) -> tuple[str, ...]:
    """The countries of nations, each once."""
    return tuple(dict.fromkeys(country_of(power) for power in powers))


def shape(draft: Draft, settings: Settings) -> Draft:
    """The board taken several times, and every power once on each."""
    count = settings["boards"]
    powers = [copied(info, str(b)) for b in range(1, count + 1) for info in draft.powers.values()]
    held = seating(draft, playable(draft.powers), settings)
    boards = msgspec.structs.replace(
        draft,
        map=stack(draft.map, count),
        powers={info.name: info for info in powers},
        seats=() if isinstance(held, str) else tuple(held),
    )
    won = scaled(boards, settings, draft.numbers["win_at"])
    numbers = draft.numbers | {"boards": count, "win_at": won}
    return msgspec.structs.replace(boards, numbers=numbers)


def scaled(draft: Draft, settings: Settings, number: int) -> int:
    """A winning number in proportion to the centers of all boards, where that is wanted."""
    of = draft.look_up("numbers_of_centers", int, 0)
    return -(-number * len(draft.map.centers) // of) if settings["scaled"] and of else number


def copied(info: PowerInfo, board: str) -> PowerInfo:
    """A power as it stands on one of several boards."""

    def there(provinces: tuple[Province, ...]) -> tuple[Province, ...]:
        return tuple(Province(f"{board}:{p}") for p in provinces)

    return msgspec.structs.replace(
        info,
        name=nation(info.name, board),
        adjective=f"{info.adjective}@{board}",
        homes=there(info.homes),
        centers=None if info.centers is None else there(info.centers),
        lands=there(info.lands),
        units=tuple(f"{kind} {board}:{at}" for kind, at in (u.split(" ", 1) for u in info.units)),
        also=tuple(filter(None, (info.name, info.adjective, *info.also))),
        # Rule 5: units are marked with the board on which they were built.
        tag=f"{info.tag}{board}",
    )


def table_of(draft: Draft, countries: Sequence[str], settings: Settings) -> Table | str:
    """Which country each seat has on each board, or what is wrong with the table given."""
    boards = settings["boards"]
    if settings["assignment"] == "A":
        return same_everywhere(countries, boards)
    if settings["table"]:
        return read_table(settings["table"], countries, boards)
    shipped = draft.look_up("countries_by_board", list[str], [])
    if settings["table_seed"] == 0 and boards == len(shipped):
        return read_table(shipped, countries, boards)
    neighbors = frozenset(map(frozenset, draft.look_up("neighbors", list[str], [])))
    return balanced_table(countries, boards, neighbors, f"table {settings['table_seed']}")


def seating(
    draft: Draft, countries: Sequence[str], settings: Settings
) -> dict[Seat, tuple[Power, ...]] | str:
    """The nations of each seat, or what is wrong with the table given.

    Seats are called by country, or by number where that changes, or by nation if each has one.
    """
    if settings["assignment"] == "each":
        nations = (nation(c, b) for b in range(1, settings["boards"] + 1) for c in countries)
        return {Seat(power): (power,) for power in nations}
    table = table_of(draft, countries, settings)
    if isinstance(table, str):
        return table
    by_country = settings["assignment"] == "A"
    return {
        Seat(row[0] if by_country else str(number)): tuple(
            nation(country, board) for board, country in enumerate(row, 1)
        )
        for number, row in enumerate(table, 1)
    }


def objects(draft: Draft, settings: Settings) -> str | None:
    """A table of countries and boards must be a Latin square, and wanted."""
    if settings["assignment"] != "B":
        unused = [name for name in ("table", "table_seed") if settings[name]]
        if unused:
            return f"{unused[0]} is for assignment B, not {settings['assignment']}"
    held = seating(draft, countries_of(playable(draft.powers)), settings)
    return held if isinstance(held, str) else None


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Seats hold nations by the table; whose units are friends goes by seat and country."""
    held = seating(draft, countries_of(playable(draft.powers)), settings)
    if isinstance(held, str):
        return rules
    # Where each nation has a seat of its own, it is dealt as the other rules deal powers.
    dealt = settings["assignment"] == "each"
    seats = {power: f"({seat})" for seat, powers in held.items() for power in powers}

    def opening(variant: Variant, names: tuple[Seat, ...], lots: Lots) -> State:
        if dealt:
            return rules.opening(variant, names, lots)
        start = rules.opening(variant, (), lots)
        taken = check_seats(variant, names, len(held)) or tuple(held)
        named = dict(zip(taken, held.values(), strict=True))
        return msgspec.structs.replace(start, seats=named)

    def side(ask: Ask, force: Force) -> str:
        # Ruling H12: own units are those of the same player and the same country.
        holder = ask.state.holder.get(force.power) or seats.get(force.power)
        return f"{holder}/{country_of(force.power)}"

    apart = spread(draft, held, settings)
    if not apart:
        return rules.answering(opening=opening, side=side)
    fact = Fact(SPREAD.name, apart)
    return rules.answering(opening=opening, side=side, show=lambda ask: (*rules.show(ask), fact))


def spread(draft: Draft, held: dict[Seat, tuple[Power, ...]], settings: Settings) -> str:
    """How far option B keeps players apart, where the board's neighbors are known."""
    near = frozenset(map(frozenset, draft.look_up("neighbors", list[str], [])))
    if settings["assignment"] != "B" or not near:
        return ""
    table = [tuple(country_of(power) for power in powers) for powers in held.values()]
    counts = neighborhoods(table, near)
    few, many = min(counts), max(counts)
    often = str(few) if few == many else f"{few} to {many}"
    return f"any two players on {often} of the {settings['boards']} boards"


def tells(draft: Draft, settings: Settings) -> tuple[str, ...]:
    """How many boards there are, who has what on them, and how far apart players are kept."""
    countries = len(countries_of(playable(draft.powers)))
    who = {
        "A": f"{countries} players, each with the same country on every board.",
        "B": f"{countries} players, each with a different country on each board.",
        # How many play is for the rules to say that deal the powers.
        "each": "Each country of each board is a power of its own.",
    }
    held = seating(draft, countries_of(playable(draft.powers)), settings)
    apart = "" if isinstance(held, str) else spread(draft, held, settings)
    line = f"{settings['boards']} boards. {who[settings['assignment']]}"
    return (line, f"{SPREAD.title}: {apart}.") if apart else (line,)


MODULE = Module(
    name="boards",
    about="Several copies of the board in one game; a seat holds a country on each of them.",
    answer=answer,
    shape=shape,
    # Who holds what, and whose units are friends, stays as it is dealt.
    fixed=("opening", "side"),
    objects=objects,
    tells=tells,
    facts=(SPREAD,),
    options=(
        Option(
            "boards",
            "number",
            7,
            "how many boards there are",
            least=2,
            most=9,
            title="Number of boards",
        ),
        Option(
            "assignment",
            "choice",
            "A",
            "A: a seat has the same country on every board; B: it has a different one on each; "
            "each: every country of every board has a seat of its own",
            ("A", "B", "each"),
            source="H13",
            title="Who plays what",
        ),
        Option(
            "table",
            "table",
            [],
            "the countries of option B by name or initial, a row for each seat and a column for "
            "each board; every country once in each row and column; empty: the table that is "
            "shipped or, for other numbers of boards, a generated one",
            source="H13",
            title="Countries by player and board",
        ),
        Option(
            "scaled",
            "flag",
            True,
            "whether winning numbers that are made for a number of centers go with the number "
            "there is, rounded up; false: they are taken as they are",
            title="Winning numbers go with the centers",
        ),
        Option(
            "table_seed",
            "number",
            0,
            "0: the table as above; any other number: a balanced table generated from it",
            least=0,
            source="H13",
            title="Another table of countries",
        ),
    ),
)
