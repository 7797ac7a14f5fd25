"""Limits: S9, how often somebody may ask, and that nobody can use them against another."""

import pytest

from dragoman.store.memory import MemoryStore
from dragoman.web.limits import Limiter, MemoryLimiter, Rate, StoreLimiter
from dragoman.web.settings import WebSettings
from tests.web.world import PASSWORD, Site, site


@pytest.mark.parametrize("kind", [MemoryLimiter, lambda: StoreLimiter(MemoryStore())])
def test_a_bucket_fills_again(kind: type[MemoryLimiter]) -> None:
    limiter: Limiter = kind()
    rate = Rate("test", 3, 60)
    assert [limiter.take(rate, "a", 0) for _ in range(3)] == [0, 0, 0]
    assert 0 < limiter.take(rate, "a", 0) <= 20_001
    assert limiter.take(rate, "b", 0) == 0
    assert limiter.take(rate, "a", 20_000) == 0
    assert limiter.take(rate, "a", 20_000) > 0
    # A clock that goes back gives nothing away and takes nothing.
    assert limiter.take(rate, "a", 0) > 0
    assert limiter.take(rate, "a", 100_000) == 0


@pytest.mark.parametrize("kind", [MemoryLimiter, lambda: StoreLimiter(MemoryStore())])
def test_a_clock_that_was_ahead_keeps_nobody_out(kind: type[MemoryLimiter]) -> None:
    """Once it is right again, a bucket fills again at once, not in the time that was given."""
    limiter, rate, day = kind(), Rate("test", 3, 60), 86_400_000
    assert [limiter.take(rate, "a", day) > 0 for _ in range(4)] == [False, False, False, True]
    limiter.take(rate, "a", 0)
    assert limiter.take(rate, "a", 60_000) == 0


def test_a_login_is_tried_five_times_a_minute(here: Site) -> None:
    here.person("Ann")
    attacker, owner = here.visitor(), here.visitor()
    wrong, right = {"name": "Ann", "password": "guess"}, {"name": "Ann", "password": PASSWORD}
    assert [attacker.post("/api/sessions", wrong).status for _ in range(6)] == [401] * 5 + [429]
    reply = attacker.post("/api/sessions", right)
    assert reply.status == 429 and 0 < int(reply.header("retry-after")) <= 60
    # The owner, elsewhere, is not locked out by it.
    assert owner.post("/api/sessions", right).status == 201
    here.clock.move(60_000)
    assert attacker.post("/api/sessions", wrong).status == 401


def test_an_address_tries_twenty_logins_a_minute(here: Site) -> None:
    guesser = here.visitor()
    statuses = [
        guesser.post("/api/sessions", {"name": f"name {n}", "password": "x"}).status
        for n in range(21)
    ]
    assert statuses == [401] * 20 + [429]


def test_a_forged_header_gives_no_new_address() -> None:
    with site(settings=WebSettings(proxies=("10.0.0.1",))) as here:
        guesser, proxied = here.visitor("9.9.9.9"), here.visitor("10.0.0.1")
        body = {"name": "Ann", "password": "x"}
        forged = [
            guesser.post("/api/sessions", body, x_forwarded_for=f"1.1.1.{n}").status
            for n in range(6)
        ]
        assert forged == [401] * 5 + [429]
        honest = [
            proxied.post("/api/sessions", body, x_forwarded_for=f"1.1.1.{n}").status
            for n in range(6)
        ]
        assert honest == [401] * 6


def test_who_comes_by_ipv4_to_a_proxy_of_ipv6_is_one_address_of_many() -> None:
    """Some proxies write such addresses as ones of IPv6, where 2^64 are one household."""
    with site(settings=WebSettings(proxies=("10.0.0.1",))) as here:
        made = []
        for n in range(25):
            browser = here.visitor("::ffff:10.0.0.1")
            browser.headers["x-forwarded-for"] = f"::ffff:203.0.113.{n}"
            made.append(browser.post("/api/guests", {}).status)
        assert set(made) == {201}


def test_orders_are_saved_sixty_times_a_minute(here: Site) -> None:
    ann = here.person("Ann")
    table = here.table([ann], here.person("Olga"))
    draft = {"turn": 1, "text": "A bud-ser"}
    statuses = [ann.put(f"/api/tables/{table}/orders", draft).status for _ in range(61)]
    assert statuses == [200] * 60 + [429]


def test_boards_are_drawn_ninety_times_a_minute(here: Site) -> None:
    table = here.table([ann := here.person("Ann")], ann)
    board = f"/api/tables/{table}/board.svg"
    assert [ann.get(board).status for _ in range(91)] == [200] * 90 + [429]
    here.clock.move(60_000)
    assert ann.get(board).status == 200


def test_accounts_are_not_made_by_the_hundred(here: Site) -> None:
    many = here.visitor()
    statuses = [here.visitor(many.address).post("/api/guests").status for _ in range(21)]
    assert statuses == [201] * 20 + [429]


def test_a_password_flood_is_turned_away(here: Site) -> None:
    """L8: at most two hashes at once and sixteen waiting; the rest hear 429 at once."""
    from concurrent.futures import ThreadPoolExecutor

    here.person("Ann")
    before = here.visitor().get("/api/health").status
    body = {"name": "Ann", "password": "guess"}
    with ThreadPoolExecutor(36) as pool:
        statuses = list(pool.map(lambda b: b.post("/api/sessions", body).status, many(here, 36)))
    assert before == 200 and set(statuses) == {401, 429}
    assert statuses.count(401) >= 18


def many(here: Site, n: int) -> list[object]:
    """Browsers at many addresses."""
    return [here.visitor() for _ in range(n)]
