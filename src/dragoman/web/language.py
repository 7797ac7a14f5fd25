"""The language in which a request is answered: chosen, kept with the account, or the browser's."""

from contextvars import ContextVar
from pathlib import Path

from starlette.requests import Request

from dragoman.house.people.accounts import Login
from dragoman.house.people.personal import preferences
from dragoman.translate import ENGLISH, LANGUAGES, PhraseBook, phrase_book, preferred

COOKIE = "language"
_SPOKEN: ContextVar[tuple[str, PhraseBook | None]] = ContextVar("spoken", default=(ENGLISH, None))


def speak(language: str, folders: tuple[Path, ...] = ()) -> None:
    """Answer in this language from here on, with the phrases of the host's folders."""
    _SPOKEN.set((language, None if language == ENGLISH else phrase_book(language, folders)))


def spoken() -> str:
    """The language in which the present request is answered."""
    return _SPOKEN.get()[0]


def say(text: str) -> str:
    """A sentence of ours in the language of the present request."""
    book = _SPOKEN.get()[1]
    return book.say(text) if book else text


def say_list(text: str) -> str:
    """Several things in a row, each said by itself."""
    book = _SPOKEN.get()[1]
    return book.listed(text) if book else text


def wished(request: Request, login: Login | None = None) -> str:
    """The language that somebody wants: by a choice in this browser, by the account, by header."""
    chosen = request.cookies.get(COOKIE) or (preferences(login.account).language if login else "")
    return chosen if chosen in LANGUAGES else preferred(request.headers.get("accept-language", ""))
