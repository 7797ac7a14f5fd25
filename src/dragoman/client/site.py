"""A site: who one is there, and its tables."""

from typing import Any, Self

from dragoman.client.calls import Caller, SiteAnswer
from dragoman.client.table import SiteTable


class Client:
    """Somebody at a site.

    Whatever the site refuses is raised as a `SiteError` in its own words. Where it is busy, a
    request is sent again, for `patience` seconds at most; `timeout` is how long an answer may take.
    """

    def __init__(
        self, site: str, token: str = "", *, patience: float = 60, timeout: float = 30
    ) -> None:
        self.caller = Caller(site, token, patience, timeout)
        self.name = ""

    def __repr__(self) -> str:
        return f"<Client of {self.caller.site}, {self.name or 'nobody yet'}>"

    @classmethod
    def as_guest(cls, site: str, name: str = "") -> Self:
        """A guest at a site, who needs no password."""
        return cls(site)._enter("/guests", {"name": name})

    @classmethod
    def log_in(cls, site: str, name: str, password: str) -> Self:
        """Somebody who has an account at a site."""
        return cls(site)._enter("/sessions", {"name": name, "password": password})

    @classmethod
    def register(cls, site: str, name: str, password: str, email: str = "") -> Self:
        """Somebody with a new account at a site."""
        body = {"name": name, "password": password, "email": email}
        return cls(site)._enter("/accounts", body)

    def _enter(self, path: str, body: dict[str, str]) -> Self:
        me = self.call("POST", path, {**body, "bearer": True})
        self.caller.token, self.name = me.token, me.name
        return self

    @property
    def token(self) -> str:
        """What to give to `Client` another time to be the same person; keep it secret."""
        return self.caller.token

    def call(self, method: str, path: str, body: Any = None, query: Any = None) -> Any:
        """What any route of the API answers: `site.call("GET", "/variants/standard")`."""
        return self.caller.call(method, path, body, query)

    def me(self) -> SiteAnswer:
        """Who one is."""
        found: SiteAnswer = self.call("GET", "/me")
        return found

    def variants(self) -> list[SiteAnswer]:
        """Every variant of the site."""
        found: list[SiteAnswer] = self.call("GET", "/variants")
        return found

    def bots(self) -> list[str]:
        """The bots that may sit at tables."""
        found: list[str] = self.call("GET", "/bots")
        return found

    def tables(self, status: str = "", *, mine: bool = False, limit: int = 50) -> list[SiteAnswer]:
        """The tables that one may find, the newest first: all, one's own, or those of a status.

        A status is `forming`, `running`, `paused` or `finished`.
        """
        query = {"status": status, "mine": "true" if mine else "", "limit": limit}
        found: list[SiteAnswer] = self.call("GET", "/tables", query=query)
        return found

    def table(self, id: str, seat: str = "") -> SiteTable:
        """A table; `seat` says which of one's seats is meant, where one has several."""
        return SiteTable(self.caller, id, seat)

    def open(
        self,
        variant: str = "standard",
        *,
        title: str = "",
        visibility: str = "public",
        options: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
    ) -> SiteTable:
        """A new table, which one organizes."""
        body = {"variant": variant, "title": title, "visibility": visibility}
        made = self.call(
            "POST", "/tables", {**body, "options": options or {}, "settings": settings or {}}
        )
        return self.table(made.id)

    def play_alone(self, variant: str = "standard", seat: str = "", bot: str = "") -> SiteTable:
        """A table at which bots have all seats but one's own, and which has begun."""
        body = {"variant": variant, "seat": seat, "bot": bot}
        made = self.call("POST", "/alone", {key: value for key, value in body.items() if value})
        return self.table(made.id)

    def close(self) -> None:
        """Hang up."""
        self.caller.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
