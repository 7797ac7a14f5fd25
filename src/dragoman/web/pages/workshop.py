"""The workshop: where variants are made, tried and published."""

from functools import cache
from typing import Any
from urllib.parse import quote

from msgspec import Struct, field

from dragoman.errors import DataError, RequestError
from dragoman.geo import DRAWING
from dragoman.house.errors import Invalid
from dragoman.house.people.accounts import new_guest, open_session
from dragoman.house.play.sandbox import create_sandbox
from dragoman.house.tables.catalog import REFERENCE, shipped
from dragoman.house.workshop import drafts, publishing, runs
from dragoman.house.workshop.drafts import Saved, StepLine, draft_of, files_of, need_maker
from dragoman.house.workshop.keeping import keep_case
from dragoman.house.workshop.publishing import PublishedLine, own_folders
from dragoman.house.workshop.runs import RunView
from dragoman.modules import MODULES
from dragoman.translate import Said
from dragoman.variants.files import KEYS, homely
from dragoman.variants.load import POWER_KEYS
from dragoman.web.api.people import Body
from dragoman.web.api.tables import TableId
from dragoman.web.call import Call, HttpAnswer
from dragoman.web.language import say, spoken
from dragoman.web.limits import ACCOUNTS, CHANGES, CRAFTS, SAVES, TABLES
from dragoman.web.pages.look import catalog
from dragoman.web.pages.serving import Form, Viewer, form, html, see_other
from dragoman.web.pages.site import card, written
from dragoman.web.routes import ApiRoute, delete, get, post, put
from dragoman.workshop.begin import NewDraft, from_variant, uploaded
from dragoman.workshop.blank import blank
from dragoman.workshop.cards import ModuleCard, shelf
from dragoman.workshop.downloads import as_dvar
from dragoman.workshop.edits import TextEdit, edited
from dragoman.workshop.examine import Examined, examine
from dragoman.workshop.glance import GameShares, Glance, PlayedGames, glance, play_some, shares
from dragoman.workshop.lines import LineFault
from dragoman.workshop.picture import DrawnDraft, draw
from dragoman.workshop.texts import packed as zipped
from dragoman.workshop.watching import Watched, watch

DRAFT = "/workshop/{draft}"
LARGEST, LARGEST_FILE = 2_500_000, 8_000_000
"""How many bytes a saving may have, and a file that is uploaded, as it is sent."""
SECONDS, AT_ONCE = 1.0, 20
"""How long games are played before what they say is shown, and how many at most."""
MOST_GLANCED = 200


class BeginForm(Form, frozen=True, kw_only=True):
    """What a draft is begun from: nothing, or a variant or mixture."""

    origin: str = ""
    name: str = ""
    powers: int = 4


class UploadForm(Body, frozen=True, kw_only=True):
    """A file: what it is called, and what is in it."""

    name: str
    data: bytes


class SaveForm(Body, frozen=True, kw_only=True):
    """The files that changed since a version of the draft; none is no more.

    `over` says that they replace what another window wrote, which becomes a step of the history.
    """

    version: int
    files: dict[str, str | None]
    over: bool = False


class PlayForm(Body, frozen=True, kw_only=True):
    """The games that were played so far, of the same text."""

    games: list[GameShares] = field(default_factory=list)


class MoreGames(Struct, frozen=True):
    """Some games more, and what all of them say."""

    games: list[GameShares]
    glance: Glance
    fault: Said = ""


class PublishForm(Body, frozen=True, kw_only=True):
    """Who may see the version."""

    visibility: str


class ClickForm(Body, frozen=True, kw_only=True):
    """A change that is made by clicking, of a version."""

    version: int
    change: TextEdit


class EditedDraft(Struct, frozen=True):
    """The version that a change led to, and the files that it wrote otherwise."""

    version: int
    files: dict[str, str]


class WatchForm(Body, frozen=True, kw_only=True):
    """The number of the game to be watched."""

    game: int = 0


class KeepForm(Form, frozen=True, kw_only=True):
    """What a kept case is called."""

    title: str = ""


class RestoreForm(Body, frozen=True, kw_only=True):
    """To which step the draft goes back, from which version."""

    version: int
    step: int


class DraftId(Struct, frozen=True):
    """The id of a draft, and what is to be known of how it came about."""

    draft: str
    notes: list[Said]


class Report(Struct, frozen=True):
    """A draft examined, with its rules page as HTML."""

    version: int
    found: Examined
    rules: str


class DraftPicture(Struct, frozen=True):
    """A draft drawn, with where its provinces lie."""

    version: int
    svg: str
    spots: dict[str, tuple[float, float]]
    poor: list[Said]
    faults: list[LineFault]


class Files(Struct, frozen=True):
    """The files of a draft."""

    version: int
    files: dict[str, str]


def bench(viewer: Viewer) -> HttpAnswer:
    """One's drafts, and the ways to begin another."""
    return bench_page(viewer, BeginForm())


def bench_page(viewer: Viewer, given: BeginForm, error: str = "") -> HttpAnswer:
    """The page on which a draft is begun, with what was typed there."""
    house, who = viewer.call.house, viewer.call.who
    return viewer.page(
        "workshop.html",
        status=422 if error else 200,
        drafts=drafts.my_drafts(house, who),
        cards=[card(house, ref) for ref in shipped(house)],
        given=given,
        error=error,
    )


def begin(viewer: Viewer) -> HttpAnswer:
    """A new draft."""
    call, body = viewer.call, viewer.call.body
    if not is_for_guests(call):
        need_maker(call.house, call.me)
    try:
        begun = begun_from(call, body)
    except (Invalid, RequestError) as error:
        return bench_page(viewer, body, error=say(str(error)))
    who, token = maker(call)
    made = drafts.begin_draft(call.house, who, begun)
    return see_other(f"/workshop/{made}", token=token)


def is_for_guests(call: Call) -> bool:
    """Whether one who has no account yet becomes a guest to make a draft."""
    return call.who is None and call.house.settings.workshop == "anybody"


def maker(call: Call) -> tuple[str, str | None]:
    """Who makes a draft: the account that asks; where anybody may, a new guest with a session."""
    if not is_for_guests(call):
        return need_maker(call.house, call.me), None
    call.spend(ACCOUNTS, call.address)
    guest = new_guest(call.house, language=spoken())
    return guest.id, open_session(call.house, guest, call.agent)


def begun_from(call: Call, body: BeginForm) -> NewDraft:
    """The first files of a draft."""
    if not body.origin:
        return blank(body.name, body.powers)
    if not REFERENCE.fullmatch(body.origin):
        raise Invalid("name a variant, such as standard", "origin")
    folders = own_folders(call.house)
    try:
        return from_variant(body.origin, folders, " ".join(body.name.split())[:60])
    except (RequestError, DataError) as error:
        raise Invalid(homely(str(error), folders), "origin") from error


def upload(call: Call) -> HttpAnswer:
    """A new draft from a file."""
    who, token = maker(call)
    begun: NewDraft = call.house.craft(uploaded, call.body.data, call.body.name)
    made = drafts.begin_draft(call.house, who, begun)
    return HttpAnswer(body=DraftId(made, begun.notes), token=token)


def page(viewer: Viewer) -> HttpAnswer:
    """The workshop with one draft."""
    call = viewer.call
    row = draft_of(call.house, call.me, call.path["draft"])
    return viewer.page(
        "draft.html",
        draft=row,
        files=files_of(row),
        base=f"/workshop/{quote(row.id)}",
        may_list=call.house.settings.publish != "nobody",
        known=vocabulary(),
        say=said("craft"),
    )


@cache
def vocabulary() -> dict[str, list[str]]:
    """The words with which the editors complete."""
    details = ["army", "fleet", "also", "sort", "at", "outline", "seeds", "strait", "inset"]
    return {
        "directives": sorted({"map", "name", "line", "crossing", *DRAWING} - {*details}),
        "details": details,
        "kinds": ["inland", "coast", "sea", "impassable", "center", "noconvoy", "convoy"],
        "keys": sorted(KEYS | POWER_KEYS),
        "modules": sorted(MODULES),
    }


def said(section: str) -> dict[str, str]:
    """The strings of a section, for a script."""
    return {
        k.partition(".")[2]: v for k, v in catalog(spoken()).items() if k.startswith(f"{section}.")
    }


def mine(call: Call) -> Any:
    """The draft that is asked for."""
    return draft_of(call.house, call.me, call.path["draft"])


def read(call: Call) -> Files:
    """The files of a draft."""
    row = mine(call)
    return Files(row.version, files_of(row))


def save(call: Call) -> Saved:
    """Keep what was typed."""
    body: SaveForm = call.body
    draft, version, files = call.path["draft"], body.version, body.files
    return drafts.save(call.house, call.me, draft, version, files, over=body.over)


def check(call: Call) -> Report:
    """What is wrong with a draft, and in which line."""
    row = mine(call)
    found: Examined = call.house.craft(examine, files_of(row), own_folders(call.house))
    return Report(row.version, found, str(written(found.rules)) if found.rules else "")


def picture(call: Call) -> DraftPicture:
    """The board of a draft."""
    row = mine(call)
    files = files_of(row)
    found: Examined = call.house.craft(examine, files, own_folders(call.house))
    if found.faults:
        return DraftPicture(row.version, "", {}, [], list(found.faults))
    drawn: DrawnDraft = call.house.craft(draw, files, found.id, own_folders(call.house))
    return DraftPicture(row.version, drawn.svg, drawn.spots, drawn.poor, list(drawn.faults))


def more_games(call: Call) -> MoreGames:
    """Some games of a draft more."""
    row, body = mine(call), call.body
    if len(body.games) >= MOST_GLANCED:
        return MoreGames([], glance(body.games))
    files, folders = files_of(row), own_folders(call.house)
    found: Examined = call.house.craft(examine, files, folders)
    if found.faults:
        raise Invalid("the draft has a fault", "files")
    first, most = len(body.games), min(AT_ONCE, MOST_GLANCED - len(body.games))
    given = (files, found.id, folders, first, most, SECONDS)
    played: PlayedGames = call.house.craft(play_some, *given)
    new = [shares(game) for game in played.games]
    return MoreGames(new, glance([*body.games, *new]), played.fault)


def edit(call: Call) -> EditedDraft:
    """Change the texts as was clicked."""
    body: ClickForm = call.body
    row = mine(call)
    try:
        changed: dict[str, str] = call.house.craft(edited, files_of(row), body.change)
    except ValueError as error:
        raise Invalid(f"the text cannot be edited by clicking now: {error}", "change") from error
    saved = drafts.save(call.house, call.me, row.id, body.version, changed)
    return EditedDraft(saved.version, changed)


def cards(call: Call) -> list[ModuleCard]:
    """The shelf of modules, and which go together with the draft."""
    found: list[ModuleCard] = call.house.craft(shelf, files_of(mine(call)), own_folders(call.house))
    return found


def watch_game(call: Call) -> Watched:
    """A game of bots, phase by phase."""
    files, folders = files_of(mine(call)), own_folders(call.house)
    found: Examined = call.house.craft(examine, files, folders)
    if found.faults:
        raise Invalid("the draft has a fault", "files")
    seen: Watched = call.house.craft(watch, files, found.id, folders, call.body.game)
    return seen


def start_lab(call: Call) -> RunView | None:
    """Begin to play many games in the background."""
    runs.start(call.house, call.me, call.path["draft"])
    return runs.view(call.house, call.me, call.path["draft"])


def see_lab(call: Call) -> RunView | None:
    """How far the games are."""
    return runs.view(call.house, call.me, call.path["draft"])


def stop_lab(call: Call) -> RunView | None:
    """Stop the games."""
    runs.cancel(call.house, call.me, call.path["draft"])
    return runs.view(call.house, call.me, call.path["draft"])


def keep(viewer: Viewer) -> HttpAnswer:
    """Keep what was judged last in a sandbox as a case of its draft."""
    call = viewer.call
    title = " ".join(call.body.title.split())
    draft = keep_case(call.house, call.me, call.path["table"], title)
    return see_other(f"/workshop/{draft}")


def try_it(call: Call) -> TableId:
    """A sandbox of the draft as it is now."""
    version = publishing.publish(call.house, call.me, call.path["draft"], "trial")
    return TableId(create_sandbox(call.house, call.me, variant=version.id))


def publish(call: Call) -> PublishedLine:
    """Fix a version."""
    return publishing.publish(call.house, call.me, call.path["draft"], call.body.visibility)


def versions(call: Call) -> list[PublishedLine]:
    """What was published of a draft."""
    return publishing.versions(call.house, call.me, call.path["draft"])


def steps(call: Call) -> list[StepLine]:
    """The history of a draft."""
    return drafts.history(call.house, call.me, call.path["draft"])


def restore(call: Call) -> Saved:
    """Go back to a step of the history."""
    body: RestoreForm = call.body
    return drafts.restore(call.house, call.me, call.path["draft"], body.version, body.step)


def drop(viewer: Viewer) -> HttpAnswer:
    """Delete a draft."""
    drafts.delete_draft(viewer.call.house, viewer.call.me, viewer.call.path["draft"])
    return see_other("/workshop")


def folder(viewer: Viewer) -> HttpAnswer:
    """A draft as a folder that `--folder` takes."""
    row = mine(viewer.call)
    files = files_of(row)
    found: Examined = viewer.call.house.craft(examine, files, own_folders(viewer.call.house))
    name = found.id or "draft"
    return HttpAnswer(
        body=zipped(files, name),
        media="application/zip",
        headers={"content-disposition": f'attachment; filename="{name}.zip"'},
    )


def dvar(viewer: Viewer) -> HttpAnswer:
    """A draft for Diplicity."""
    row = mine(viewer.call)
    name, text = viewer.call.house.craft(as_dvar, files_of(row), own_folders(viewer.call.house))
    headers = {"content-disposition": f'attachment; filename="{name}.dvar.json"'}
    return HttpAnswer(body=text, media="application/json", headers=headers)


_CRAFT: dict[str, Any] = {"craft": True, "rate": CRAFTS, "stateless": True}
HTML_ROWS: list[ApiRoute] = [
    html("/workshop", bench, "One's drafts, and ways to begin another."),
    form("/workshop", begin, "Begin a draft.", BeginForm, rate=TABLES),
    html(DRAFT, page, "The workshop with one draft."),
    form(f"{DRAFT}/delete", drop, "Delete a draft."),
    form("/workshop/keep/{table}", keep, "Keep a phase as a case.", KeepForm, craft=True),
    html(f"{DRAFT}/folder.zip", folder, "A draft as a folder.", craft=True, rate=CRAFTS),
    html(f"{DRAFT}/dvar.json", dvar, "A draft for Diplicity.", craft=True, rate=CRAFTS),
]
JSON_ROWS: list[ApiRoute] = [
    post(
        "/workshop/upload",
        upload,
        "A new draft from a file.",
        UploadForm,
        answers=DraftId,
        largest=LARGEST_FILE,
        craft=True,
        rate=TABLES,
    ),
    get(f"{DRAFT}/files", read, "The files of a draft.", Files),
    put(
        f"{DRAFT}/files",
        save,
        "Keep what was typed.",
        SaveForm,
        answers=Saved,
        rate=SAVES,
        largest=LARGEST,
    ),
    post(f"{DRAFT}/examine", check, "What is wrong with a draft.", answers=Report, **_CRAFT),
    post(f"{DRAFT}/draw", picture, "The board of a draft.", answers=DraftPicture, **_CRAFT),
    post(f"{DRAFT}/play", more_games, "Some games more.", PlayForm, answers=MoreGames, **_CRAFT),
    post(
        f"{DRAFT}/try", try_it, "A sandbox of a draft.", answers=TableId, craft=True, rate=CHANGES
    ),
    post(
        f"{DRAFT}/publish",
        publish,
        "Fix a version.",
        PublishForm,
        answers=PublishedLine,
        craft=True,
        rate=CHANGES,
    ),
    post(
        f"{DRAFT}/edit",
        edit,
        "Change the texts by clicking.",
        ClickForm,
        answers=EditedDraft,
        rate=SAVES,
        craft=True,
    ),
    post(f"{DRAFT}/cards", cards, "The shelf of modules.", answers=list[ModuleCard], **_CRAFT),
    post(f"{DRAFT}/watch", watch_game, "A game of bots.", WatchForm, answers=Watched, **_CRAFT),
    get(f"{DRAFT}/lab", see_lab, "How far the games are.", RunView | None, craft=True),
    post(
        f"{DRAFT}/lab",
        start_lab,
        "Play many games.",
        answers=RunView | None,
        craft=True,
        rate=CHANGES,
    ),
    delete(f"{DRAFT}/lab", stop_lab, "Stop the games.", answers=RunView | None, craft=True),
    get(f"{DRAFT}/versions", versions, "What was published.", list[PublishedLine]),
    get(f"{DRAFT}/steps", steps, "The history of a draft.", list[StepLine]),
    post(f"{DRAFT}/restore", restore, "Go back to a step.", RestoreForm, answers=Saved),
]
