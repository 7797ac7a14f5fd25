"""The live stream of a table: a route of its own, as it answers for as long as one listens."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from dragoman.house.core import House
from dragoman.house.tables.who import approach
from dragoman.web.serving import invitation_of
from dragoman.web.streams import Heard, Streams

PATH = "/api/tables/{table}/events"


def listener(house: House, table: str, invite: str) -> Callable[[str | None], Heard]:
    """What somebody may hear of a table; an error if he may not know of it."""

    def heard(account: str | None) -> Heard:
        with house.read() as tx:
            who = approach(tx, account, table, invite=invite)
        own = tuple(f"seat:{table}:{seat}" for seat in who.seats)
        return Heard(who.table.events, (f"table:{table}", *own))

    return heard


def live(streams: Streams) -> Callable[[Request], object]:
    """What answers the route of a table's stream."""

    async def answer(request: Request) -> Response:
        table, invite = request.path_params["table"], invitation_of(request)
        about = f"{table} {invite}"
        return await streams.open(request, about, listener(streams.desk.house, table, invite))

    return answer
