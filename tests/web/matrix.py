"""Who may do what: every route with whom it is for, and a request that shows it.

    anybody    whoever asks, logged in or not
    account    whoever is logged in; what it is about is always the asker's own
    watcher    whoever may know of the table; visitors only look
    visitor    whoever may know of the table, visitors as well
    seat       whoever holds a seat there, for that seat alone
    organizer  the table's organizer alone

The tests read nothing else: a route that is not in here fails them.
"""

from typing import Any, NamedTuple

ANYBODY, ACCOUNT, WATCHER, VISITOR = "anybody", "account", "watcher", "visitor"
SEAT, ORGANIZER = "seat", "organizer"


class Cell(NamedTuple):
    """Whom a route is for, what to send, and what those who may are answered."""

    whom: str
    body: Any = None
    good: int = 200


T = "/api/tables/{table}"
PASSWORD = "a battery and a staple"

MATRIX: dict[str, Cell] = {
    "POST /api/accounts": Cell(ANYBODY, {"name": "New {role}", "password": PASSWORD}, 201),
    "GET /api/accounts/{name}": Cell(ANYBODY),
    "POST /api/sessions": Cell(ANYBODY, {"name": "Austria", "password": PASSWORD}, 201),
    "POST /api/guests": Cell(ANYBODY, {"name": "Guest"}, 201),
    "GET /api/sessions": Cell(ACCOUNT),
    "DELETE /api/sessions": Cell(ACCOUNT),
    # Nobody but the owner of a session finds it: for all others it is not there.
    "DELETE /api/sessions/{session}": Cell(ACCOUNT, None, 404),
    "POST /api/logout": Cell(ANYBODY, {}),
    "GET /api/me": Cell(ACCOUNT),
    "PATCH /api/me": Cell(ACCOUNT, {}),
    "POST /api/me/email": Cell(ACCOUNT, {"email": "a@example.org", "password": PASSWORD}),
    "POST /api/me/password": Cell(ACCOUNT, {"old": PASSWORD, "new": "quite another one"}),
    "POST /api/me/leave": Cell(ACCOUNT, {"password": PASSWORD}),
    "GET /api/me/export": Cell(ACCOUNT),
    "GET /api/me/blocked": Cell(ACCOUNT),
    "POST /api/me/blocked": Cell(ACCOUNT, {"name": "Turkey"}),
    "DELETE /api/me/blocked/{name}": Cell(ACCOUNT),
    "GET /api/me/hooks": Cell(ACCOUNT),
    "POST /api/me/hooks": Cell(ACCOUNT, {"url": "https://example.org"}, 201),
    "DELETE /api/me/hooks/{hook}": Cell(ACCOUNT, None, 404),
    "POST /api/me/push": Cell(ACCOUNT, {"endpoint": "x", "keys": {"p256dh": "", "auth": ""}}, 422),
    "POST /api/me/push/end": Cell(ACCOUNT, {"endpoint": "x"}),
    "POST /api/me/push/key": Cell(ACCOUNT, {}),
    "POST /api/reset": Cell(ANYBODY, {"email": "{role}@example.org"}),
    "POST /api/reset/done": Cell(ANYBODY, {"secret": "x", "password": PASSWORD}, 404),
    "POST /api/verify": Cell(ANYBODY, {"secret": "x"}, 404),
    "GET /api/variants": Cell(ANYBODY),
    "GET /api/variants/{variant}": Cell(ANYBODY),
    "GET /api/tables": Cell(ANYBODY),
    "POST /api/tables": Cell(ACCOUNT, {}, 201),
    "POST /api/links": Cell(ANYBODY, {"secret": "x"}, 404),
    "GET /api/health": Cell(ANYBODY),
    "GET /api/bots": Cell(ANYBODY),
    "POST /api/alone": Cell(ACCOUNT, {}, 201),
    "POST /api/sandboxes": Cell(ACCOUNT, {}, 201),
    # Nobody here runs the site, so there is nothing at these addresses.
    "POST /api/admin/accounts/{name}/ban": Cell(ANYBODY, {}, 404),
    "POST /api/admin/accounts/{name}/reset": Cell(ANYBODY, {}, 404),
    "POST /api/admin/freeze": Cell(ANYBODY, {"on": True}, 404),
    "POST /api/admin/variants/{variant}/unlist": Cell(ANYBODY, {}, 404),
    "POST /api/judge": Cell(ANYBODY, {}),
    "POST /api/legal": Cell(ANYBODY, {}),
    f"GET {T}": Cell(WATCHER),
    f"GET {T}/history/{{n}}": Cell(WATCHER),
    f"GET {T}/history/{{n}}/board.svg": Cell(WATCHER),
    f"GET {T}/board.svg": Cell(WATCHER),
    f"GET {T}/sheet": Cell(WATCHER),
    f"GET {T}/file": Cell(WATCHER),
    f"GET {T}/log": Cell(WATCHER),
    f"GET {T}/press": Cell(WATCHER),
    # The game goes on: neither its file nor its results are there for anybody.
    f"GET {T}/record": Cell(WATCHER, None, 409),
    f"GET {T}/results": Cell(WATCHER, None, 409),
    f"GET {T}/results.csv": Cell(WATCHER, None, 409),
    f"PUT {T}/press/read": Cell(WATCHER, {"n": 1}),
    f"POST {T}/fork": Cell(WATCHER, {}, 201),
    # Visitors may ask what would be, too.
    f"POST {T}/whatif": Cell(VISITOR, {"orders": {"France": "A par-bur"}}),
    # Every seat is taken.
    f"POST {T}/join": Cell(WATCHER, {}, 409),
    f"POST {T}/leave": Cell(SEAT, {}),
    f"GET {T}/observation": Cell(SEAT),
    f"GET {T}/orders": Cell(SEAT),
    f"POST {T}/orders/add": Cell(SEAT, {"turn": 2, "order": "A bud-ser"}),
    f"PUT {T}/orders": Cell(SEAT, {"turn": 2, "text": "A bud-ser"}),
    f"PUT {T}/ready": Cell(SEAT, {"turn": 2}),
    f"GET {T}/legal": Cell(SEAT),
    f"POST {T}/steps": Cell(SEAT, {"subject": "{unit}"}),
    f"POST {T}/press": Cell(SEAT, {"text": "Hello"}, 201),
    f"PUT {T}/press/draft": Cell(SEAT, {"text": "Hel"}),
    f"PUT {T}/press/muted": Cell(SEAT, {"whom": "Turkey"}),
    f"GET {T}/votes": Cell(SEAT),
    f"PUT {T}/votes": Cell(SEAT, {"turn": 2, "votes": {"draw": True}}),
    # The game has begun, and these are for tables that are forming.
    f"PATCH {T}": Cell(ORGANIZER, {"title": "New"}, 409),
    f"DELETE {T}": Cell(ORGANIZER, None, 409),
    f"POST {T}/start": Cell(ORGANIZER, {}, 409),
    f"DELETE {T}/seats/{{seat}}": Cell(ORGANIZER, None, 409),
    f"POST {T}/seats/{{seat}}/link": Cell(ORGANIZER, {}, 409),
    f"PUT {T}/seats/{{seat}}/bot": Cell(ORGANIZER, {"bot": "random"}, 409),
    f"PUT {T}/choices": Cell(SEAT, {"option": "books"}, 409),
    f"POST {T}/invitations": Cell(ORGANIZER, {}, 201),
    f"DELETE {T}/invitations": Cell(ORGANIZER),
    f"POST {T}/organizer/pause": Cell(ORGANIZER, {"why": "lunch"}),
    # The clock runs: there is nothing to resume.
    f"POST {T}/organizer/resume": Cell(ORGANIZER, {}, 409),
    f"POST {T}/organizer/adopt": Cell(ORGANIZER, {}, 409),
    f"POST {T}/organizer/extend": Cell(ORGANIZER, {"seconds": 60}),
    f"POST {T}/organizer/adjudicate": Cell(ORGANIZER, {"turn": 2, "sure": True}),
    f"POST {T}/organizer/replace": Cell(ORGANIZER, {"seat": "Italy", "why": "gone"}),
    f"POST {T}/organizer/correct": Cell(
        ORGANIZER, {"change": {"units": {"Italy": ["A rom"]}}, "why": "slip"}
    ),
    f"POST {T}/organizer/rollback": Cell(ORGANIZER, {"to": "S1901M", "why": "slip"}),
    f"POST {T}/organizer/abandon": Cell(ORGANIZER, {"why": "over"}),
    f"POST {T}/organizer/settings": Cell(ORGANIZER, {"settings": {"anonymous": False}}),
    f"POST {T}/organizer/handover": Cell(ORGANIZER, {"name": "Bystander"}),
}

EXCEPTIONS: dict[tuple[str, str], int] = {
    # An organizer without a seat writes to everybody.
    (f"POST {T}/press", "organizer"): 201,
    # Who sits at the table already, sits there still.
    (f"POST {T}/join", "owner"): 200,
    (f"POST {T}/join", "other power"): 200,
}
"""Where somebody is answered otherwise than his kind."""
