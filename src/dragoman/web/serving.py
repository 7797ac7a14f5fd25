"""From a request to an answer: read it, see who asks, count it, let the house act."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Any, TypeVar

import msgspec
from anyio.to_thread import run_sync
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from dragoman.house.core import House
from dragoman.house.errors import Refused, TooMany
from dragoman.house.limits import WAITING, Patience, go_on
from dragoman.house.people.accounts import LONGEST, known
from dragoman.house.people.admins import is_admin
from dragoman.house.people.names import name_key
from dragoman.house.tables.who import carrying
from dragoman.translate import ENGLISH, translated
from dragoman.web.call import Call, HttpAnswer, encoded
from dragoman.web.faults import Wrong, decoding, fault, has_nul, refusal, too_often
from dragoman.web.guard import FORMS, SAFE, media_type
from dragoman.web.language import say, speak, spoken, wished
from dragoman.web.limits import READS, Limiter, MemoryLimiter, Slots, Turnstile
from dragoman.web.replies import Asked, Given, asked, once
from dragoman.web.routes import ApiRoute
from dragoman.web.settings import Network, WebSettings, client_address

SOON = 0.2
"""After how many seconds of work one looks whether the asker still waits."""
# Some are answered to their owner alone, who may be known by a token as well.
VARY = "accept-language, authorization, cookie"
PUBLIC = {"cache-control": "public, max-age=300", "vary": VARY}
INVITE = "invite"
"""What an invitation is called in addresses, and the cookie of one who came by it."""

T = TypeVar("T")


class Server:
    """Where every request is answered; holds what all of them share."""

    def __init__(
        self,
        house: House,
        settings: WebSettings,
        limiter: Limiter,
        proxies: tuple[Network, ...] = (),
    ) -> None:
        self.house, self.settings, self.limiter, self.proxies = house, settings, limiter, proxies
        self._reads = MemoryLimiter()
        self._admins = {name_key(name) for name in settings.admins}
        each = (settings.looks_each, settings.heavy_each, settings.acts_each)
        self._looks, self._costly, self._acts = (Turnstile(n, settings.longest_line) for n in each)
        self._readers, self._writers = Slots(settings.readers), Slots(settings.writers)
        self._heavy, self._benches = Slots(settings.heavy_at_once), Slots(settings.crafts_at_once)
        self._crafts = Turnstile(1, settings.longest_line)

    def endpoint(self, row: ApiRoute) -> Callable[[Request], Awaitable[Response]]:
        """What Starlette calls for a route."""

        async def answer(request: Request) -> Response:
            if row.method not in SAFE and media_type(request.headers) in FORMS:
                return fault(415, "send JSON, with Content-Type: application/json", "content-type")
            body = await self.body(request, row.largest or self.settings.largest_body)
            return await self.in_turn(row, request, self.answer, row, request, body)

        return answer

    async def in_turn(
        self, row: ApiRoute, request: Request, work: Callable[..., T], *given: Any
    ) -> T:
        """What the work for a route comes to, done in one of the threads that are for its kind.

        What only looks has a few of its own, and so has what costs much. What writes waits for the
        disk, in one of the many that are left. Of each address only a few are let through at a
        time, so that one who asks for much waits for himself.
        """
        address = self.address(request)
        waits = partial(self.while_waited_for, request, address)
        if row.craft:
            async with self._crafts.turn(address):
                patience = Patience(self.settings.craft_seconds)
                return await waits(patience, self._benches, work, *given)
        heavy, looks = row.costs_much(request), row.method in SAFE
        line = self._costly if heavy else self._looks if looks else self._acts
        slots = self._heavy if heavy else self._readers if looks else self._writers
        async with line.turn(address):
            if looks or row.stateless:
                return await waits(Patience(self.settings.read_seconds), slots, work, *given)
            async with slots.slot(address):
                return await run_sync(work, *given, limiter=slots.threads)

    async def while_waited_for(
        self,
        request: Request,
        address: str,
        patience: Patience,
        slots: Slots,
        work: Callable[..., T],
        *given: Any,
    ) -> T:
        """What some work that changes nothing comes to, which ends if the asker goes away."""
        watched = []

        async def watch() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass
            patience.leave()

        def begin() -> None:
            watched.append(asyncio.ensure_future(watch()))

        later = asyncio.get_running_loop().call_later(SOON, begin)
        before = WAITING.set(patience)
        try:
            async with slots.slot(address):
                return await run_sync(work, *given, limiter=slots.threads)
        finally:
            WAITING.reset(before)
            later.cancel()
            for task in watched:
                task.cancel()

    async def body(self, request: Request, largest: int) -> bytes:
        """The body of a request, if it is not too large and comes in time."""
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                return await _read(request, largest)
        except TimeoutError as error:
            raise Wrong(408, "the body of the request took too long to arrive") from error
        except ClientDisconnect as error:
            raise Wrong(400, "the body of the request broke off") from error

    def answer(self, row: ApiRoute, request: Request, body: bytes) -> Response:
        """The response to a request; refusals are responses too."""
        try:
            call = self.call(row, request, body)
            self.count(row, call)
            key = request.headers.get("idempotency-key", "")
            with carrying(call.invite):
                if key and call.who and row.repeatable:
                    route, query = f"{row.method} {request.url.path}", request.url.query
                    return self.answer_once(row, call, asked(call.who, route, key, body, query))
                return self.respond(row, self.act(row, call))
        except Exception as error:
            return refusal(error)

    def call(self, row: ApiRoute, request: Request, body: bytes) -> Call:
        """A request, read and checked."""
        token = token_of(request, self.settings)
        login = known(self.house, token)
        if login is not None and login.account.name_key in self._admins:
            # Whoever has the name of an admin first has the right; from now on it is his account's.
            is_admin(self.house, login.account, self.settings.admins)
        speak(wished(request, login), self.house.folders)
        return Call(
            house=self.house,
            settings=self.settings,
            limiter=self.limiter if self.settings.limits else None,
            login=login,
            path=dict(request.path_params),
            query=read_query(row.query, request),
            body=read_body(row.body, body),
            address=self.address(request),
            agent=request.headers.get("user-agent", ""),
            token=token,
            invite=invitation_of(request),
        )

    def address(self, request: Request) -> str:
        """Where a request comes from."""
        peer = request.client.host if request.client else ""
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        return client_address(peer, forwarded, self.proxies)

    def count(self, row: ApiRoute, call: Call) -> None:
        """Take note that somebody asks; too often is too often."""
        if row.rate is not None:
            call.spend(row.rate, call.who or call.address)
        elif row.method in SAFE or row.stateless:
            self.count_look(call.address)

    def count_look(self, address: str) -> None:
        """Take note that somebody looks; in memory, as a look is never to wait for the disk."""
        wait = self._reads.take(READS, address, self.house.now) if self.settings.limits else 0
        if wait:
            raise too_often(wait)

    def act(self, row: ApiRoute, call: Call) -> Any:
        """Let the house act; what only looks does so in one transaction."""
        go_on()
        if row.heavy is True or row.method not in SAFE:
            return row.act(call)
        with self.house.look():
            return row.act(call)

    def answer_once(self, row: ApiRoute, call: Call, request: Asked) -> Response:
        """The same answer for the same key; refusals that last are kept as well."""
        first: list[Response] = []

        def act() -> Given:
            try:
                response = self.respond(row, self.act(row, call))
            except TooMany:
                raise
            except Refused as error:
                response = refusal(error)
            first.append(response)
            return Given(response.status_code, bytes(response.body))

        given = once(self.house, request, act)
        # The first answer may have more than is kept, such as a cookie that goes.
        return first[0] if first else Response(given.body, given.status, media_type=row.media)

    def respond(self, row: ApiRoute, result: Any) -> Response:
        """What a route's function returned, as a response."""
        answer = result if isinstance(result, HttpAnswer) else HttpAnswer(body=result)
        headers = {**PUBLIC, **answer.headers} if row.public else answer.headers
        media = row.media if answer.media == "application/json" else answer.media
        body = encoded(answer.body if spoken() == ENGLISH else translated(answer.body, say))
        response = Response(body, answer.status or row.status, headers, media)
        if answer.token is not None:
            set_cookie(response, answer.token, self.settings)
        return response


async def _read(request: Request, largest: int) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            raise Wrong(413, f"the body is larger than {largest} bytes")
        parts.append(part)
    return b"".join(parts)


def read_body(kind: Any, body: bytes) -> Any:
    """A body as the struct that a route wants."""
    if kind is None:
        return None
    try:
        if b"\\u0000" in body and has_nul(msgspec.json.decode(body)):
            raise Wrong(422, "the text contains a NUL")
        return body if kind is bytes else msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise decoding(error) from error


def read_query(kind: Any, request: Request) -> Any:
    """The query of an address as the struct that a route wants."""
    if kind is None:
        return None
    asked, lists = request.query_params, list_fields(kind)
    given = {name: asked.getlist(name) if name in lists else asked[name] for name in asked}
    if has_nul(given):
        raise Wrong(422, "the query contains a NUL")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise decoding(error) from error


@cache
def list_fields(kind: Any) -> frozenset[str]:
    """The fields of a struct that are lists: they may be given several times."""
    fields = msgspec.structs.fields(kind)
    return frozenset(f.encode_name for f in fields if getattr(f.type, "__origin__", None) is list)


def invitation_of(request: Request) -> str:
    """The invitation by which somebody comes, or came before."""
    return request.query_params.get("invite") or request.cookies.get(INVITE, "")


def token_of(request: Request, settings: WebSettings) -> str:
    """The token of a session: from the header of a program, else from the cookie of a browser."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    return request.cookies.get(settings.cookie, "")


def set_cookie(response: Response, token: str, settings: WebSettings) -> None:
    """Give a browser its session, or take it away."""
    response.set_cookie(
        settings.cookie,
        token,
        max_age=LONGEST // 1000 if token else 0,
        path="/",
        secure=settings.https,
        httponly=True,
        samesite="lax",
    )
