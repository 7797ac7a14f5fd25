"""The guard before every request: headers on every answer, and nobody's page acts for another.

Pure ASGI, so that streams pass through it as they are.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.web.faults import LOG, fault, refusal
from dragoman.web.settings import WebSettings, is_local

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
    )
)
EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
HEADERS = {
    **EVERYWHERE,
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PARTS = ("text/javascript", "text/css", "font/woff2")
"""What is only ever part of a page: browsers heed the policy of the page, not of these."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


class Guard:
    """Sets the headers, refuses requests that another site caused, and catches every error."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                self.add_headers(message)
            await send(message)

        refused = why_refused(scope, Headers(scope=scope), self.settings)
        try:
            if refused:
                await fault(*refused)(scope, receive, guarded)
            else:
                await self.app(scope, receive, guarded)
        except Exception as error:
            if begun:
                LOG.error("an answer broke off", exc_info=error)
                raise
            await refusal(error)(scope, receive, guarded)

    def add_headers(self, message: Message) -> None:
        """Add what every answer carries; what is not said to be public is not kept by anybody."""
        headers = MutableHeaders(scope=message)
        carried = EVERYWHERE if media_type(headers) in PARTS else HEADERS
        for name, value in carried.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", "no-store")
        if self.settings.https:
            headers.setdefault("strict-transport-security", "max-age=31536000")


def why_refused(
    scope: Scope, headers: Headers, settings: WebSettings
) -> tuple[int, str, str] | None:
    """Why a request may not go on: its status, the reason and the header; none if it may."""
    if not known_host(headers.get("host", ""), settings):
        return 421, "no site of this name is here: its server names it with --base-url", "host"
    if scope["method"] in SAFE:
        return None
    site = headers.get("sec-fetch-site")
    if site not in (None, "same-origin", "none"):
        return 403, "this request was caused by a page of another site", "sec-fetch-site"
    origin = headers.get("origin")
    if origin is not None and not own_origin(origin, headers.get("host", ""), settings):
        return 403, "this request was caused by a page of another site", "origin"
    kind = media_type(headers)
    if scope["path"].startswith("/api/") and kind != "application/json":
        bare = scope["method"] == "DELETE" and not kind
        return (
            None
            if bare
            else (415, "send JSON, with Content-Type: application/json", "content-type")
        )
    if kind not in FORMS | {"application/json"}:
        return 415, "send a form or JSON", "content-type"
    return None


def known_host(host: str, settings: WebSettings) -> bool:
    """Whether a request is for this site: by the name that is configured, or a local one."""
    try:
        name, own = urlsplit(f"//{host}").hostname, urlsplit(settings.base_url).hostname
        return not host or (own is not None and name == own) or is_local(host)
    except ValueError:
        return False


def media_type(headers: Headers) -> str:
    """The type of a body without its parameters."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def own_origin(origin: str, host: str, settings: WebSettings) -> bool:
    """Whether a page is our own: by the address that is configured, else by the host asked for."""
    try:
        given = urlsplit(origin)
        own = urlsplit(settings.base_url)
    except ValueError:
        return False
    if not given.netloc:
        return False
    if settings.base_url and (given.scheme, given.netloc) == (own.scheme, own.netloc):
        return True
    return not settings.https and given.netloc.lower() == host.lower()
