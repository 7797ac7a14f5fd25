"""A tournament: all games of a plan in a folder, which can be stopped and gone on with."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import msgspec

from dragoman.agents.entrants import key_of
from dragoman.agents.match import Deal, GameScore, Match, Stopped, Venue
from dragoman.agents.plan import DAIDE, TournamentPlan, seated
from dragoman.agents.reaching import check_there
from dragoman.agents.standings import Standings, standings, standings_text
from dragoman.daide.board import check_variant
from dragoman.errors import RequestError
from dragoman.record.replay import opening
from dragoman.variants import load

PLAN, RESULTS, TEXT, TIMES = "plan.json", "results.json", "results.txt", "times.json"

Progress = Callable[[str], None]


def run(
    plan: TournamentPlan, home: Path, out: Path, progress: Progress, at_once: int = 1
) -> Standings:
    """Play what is missing of a tournament, and give the standings of its players."""
    for player in plan.players.values():
        key_of(player)
    variant = load(plan.variant, plan.options, [Path(folder) for folder in plan.folders])
    if any(player.kind == DAIDE for player in plan.players.values()):
        check_variant(variant)
        if at_once > 1:
            raise RequestError("--at-once: a port for DAIDE clients serves one game at a time")
    deals = dealt(plan, len(opening(variant, (), str(plan.seed)).seats))
    venue = Venue(plan, variant, home, out)
    missing = [deal for deal in deals if not venue.file(deal.game, ".json").exists()]
    check_there({name: plan.players[name] for deal in missing for name in deal.players}, home)
    claim(plan, out)
    scores: dict[int, GameScore] = {}
    mute: set[str] = set()
    for score in played(venue, deals, at_once):
        scores[score.game] = score
        kept = [scores[n] for n in sorted(scores)]
        found = write_results(venue, kept, len(deals))
        progress(f"game {score.game + 1} of {len(deals)}: {in_a_line(score)}")
        for name in never_answered(score) - mute:
            progress(f"{name} never answered there: {venue.file(score.game, '.jsonl')} says why")
        mute |= never_answered(score)
    return found


def dealt(plan: TournamentPlan, seats: int) -> list[Deal]:
    """All games: in each round every way to sit, with the same chances."""
    ways = seated(plan, seats)
    return [
        Deal(n * len(ways) + turn, n, tuple(names))
        for n in range(plan.rounds)
        for turn, names in enumerate(ways)
    ]


def played(venue: Venue, deals: Sequence[Deal], at_once: int) -> Iterator[GameScore]:
    """The scores of all games as they come in; if stopped, after the phases under way."""
    stop = threading.Event()
    pool = ThreadPoolExecutor(at_once)
    games = [pool.submit(play, venue, deal, stop) for deal in deals]
    try:
        for game in as_completed(games):
            yield game.result()
    except Stopped:
        return
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def play(venue: Venue, deal: Deal, stop: threading.Event) -> GameScore:
    """Play a game, or what is left of it."""
    return Match(venue, deal, stop).play()


def claim(plan: TournamentPlan, out: Path) -> None:
    """Take a folder for a plan; one with the games of another is refused. Rounds may be added."""
    (out / "games").mkdir(parents=True, exist_ok=True)
    file = out / PLAN
    if file.exists():
        try:
            theirs = msgspec.json.decode(file.read_bytes(), type=TournamentPlan)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RequestError(f"{file} is damaged: {error}; name another folder") from error
        differing = unlike(theirs, plan)
        if differing:
            raise RequestError(
                f"{out} holds games of another plan ({', '.join(differing)}): name another folder"
            )
        if plan.rounds < theirs.rounds:
            fewer = f"{theirs.rounds} rounds in {out}, and {plan.rounds} in the plan"
            raise RequestError(f"{fewer}: more may be added, but none left out")
    file.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1))


def unlike(theirs: TournamentPlan, mine: TournamentPlan) -> list[str]:
    """In what two plans differ, but for how many rounds are played."""
    called = {name: name for name in TournamentPlan.__struct_fields__ if name != "rounds"}
    called["content"] = "the variant's files"
    return [word for n, word in called.items() if getattr(theirs, n) != getattr(mine, n)]


def write_results(venue: Venue, scores: list[GameScore], games: int) -> Standings:
    """Write how the players stand; what depends on the clock has a file of its own."""
    found = standings(venue.plan, scores, games)
    replace(venue.out / RESULTS, msgspec.json.format(msgspec.json.encode(found), indent=1))
    replace(venue.out / TEXT, standings_text(venue.plan, found).encode())
    replace(venue.out / TIMES, msgspec.json.format(msgspec.json.encode(times(scores)), indent=1))
    return found


def times(scores: Sequence[GameScore]) -> dict[str, float]:
    """How many seconds each player took in all."""
    found: dict[str, float] = {}
    for score in scores:
        for row in score.seats:
            found[row.player] = round(found.get(row.player, 0.0) + row.bill.seconds, 3)
    return found


def replace(file: Path, data: bytes) -> None:
    """Write a file; whoever reads meanwhile finds the old one or the new one."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_bytes(data)
    fresh.replace(file)


def never_answered(score: GameScore) -> set[str]:
    """The players of whom no answer came, though they were asked."""
    return {
        row.player for row in score.seats if row.bill.late + row.bill.failed == row.bill.calls > 0
    }


def in_a_line(score: GameScore) -> str:
    """A game in a line."""
    best = max(score.seats, key=lambda row: row.points)
    return f"{score.end} in {score.last}, most to {best.player} ({best.seat})"
