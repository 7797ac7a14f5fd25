"""Mail addresses: which may be given, where mail goes, and what nobody else can hold back."""

import pytest

from dragoman.house.core import House
from dragoman.house.errors import Invalid
from dragoman.house.mail.notices import send_later
from dragoman.house.people.names import check_email
from dragoman.store import open_store
from dragoman.store.rows import Bucket, Outbox
from dragoman.web.limits import sweep
from tests.house.race import together
from tests.web.world import PASSWORD, Site

HOUR = 3_600_000


@pytest.mark.parametrize(
    "address",
    [
        "mi\u212ae@example.org",  # the sign of kelvin, which folds to a k
        "a\u017f@example.org",  # a long s
        "mike@wor\u212a.example",
        "ann(1)@example.org",  # a comment: a mail server reads ann@example.org
        "ann;@example.org",
        "root,x@example.org",
        "<root>x@example.org",
        '"ann"@example.org',
        "a[1]@example.org",
        ".ann@example.org",
        "an..n@example.org",
    ],
)
def test_an_address_is_read_by_everybody_as_the_same_box(address: str) -> None:
    with pytest.raises(Invalid):
        check_email(address)


@pytest.mark.parametrize("address", ["ann@example.org", "a.b+c@x.example", "o'neil_1@localhost"])
def test_usual_addresses_are_taken(address: str) -> None:
    assert check_email(f" {address} ") == address


def test_a_link_for_a_new_password_goes_to_the_address_that_is_known(here: Site) -> None:
    """Not to one that is written otherwise, which may be another's box."""
    here.person("Ann", "Ann@example.org")
    here.visitor().post("/api/reset", {"email": "ANN@example.org"})
    here.deliver()
    assert [mail[0] for mail in here.post.mails] == ["Ann@example.org"]


def test_an_address_has_one_box_whatever_is_put_behind_a_plus(here: Site) -> None:
    for n in range(9):
        name = f"Nob {chr(97 + n)}x"
        new = {"name": name, "password": PASSWORD, "email": f"bob+{n}@example.org"}
        assert here.visitor().post("/api/accounts", new).status == 201
    here.deliver()
    assert len(here.post.mails) == 5


@pytest.mark.parametrize("what", ["password", "email"])
def test_nobody_keeps_an_announcement_from_the_owner(here: Site, what: str) -> None:
    """However many mails somebody had sent to the address before."""
    ann = here.person("Ann", "ann@example.org")
    for _ in range(5):
        here.visitor().post("/api/reset", {"email": "ann@example.org"})
    if what == "password":
        body = {"old": PASSWORD, "new": "another one"}
    else:
        body = {"email": "mallory@example.com", "password": PASSWORD}
    assert ann.post(f"/api/me/{what}", body).status == 200
    here.deliver()
    subjects = [subject for address, subject, _ in here.post.mails if address == "ann@example.org"]
    assert f"Your {'mail address' if what == 'email' else what} was changed" in subjects


def test_nobody_keeps_a_new_password_from_the_owner(here: Site) -> None:
    """However often somebody else registers with the address."""
    here.person("Ann", "ann@example.org")
    for n in range(9):
        new = {"name": f"Nob {chr(97 + n)}x", "password": PASSWORD, "email": "ann@example.org"}
        assert here.visitor().post("/api/accounts", new).status == 201
    here.visitor().post("/api/reset", {"email": "ann@example.org"})
    here.deliver()
    subjects = [subject for _, subject, _ in here.post.mails]
    assert len(subjects) == 5 and "A new password" in subjects


def test_mails_asked_for_at_once_are_all_counted(postgres_url: str) -> None:
    """By two processes, to an address that nobody has written to before."""
    stores = [open_store(postgres_url) for _ in range(2)]
    houses = [House(store) for store in stores]

    def ask(house: House) -> None:
        for _ in range(5):
            with house.store.write() as tx:
                send_later(tx, house, "ann@example.org", "A new password", "…", to=None)

    try:
        together(*(lambda h=h: ask(h) for h in houses))
        with stores[0].read() as tx:
            assert tx.count(Outbox) == 5
    finally:
        for store in stores:
            store.close()


def test_it_is_forgotten_whom_somebody_wrote_to(here: Site) -> None:
    """A visitor's addresses are counted for an hour, and kept for a day at most."""
    here.visitor().post("/api/reset", {"email": "ann@example.org"})
    here.clock.move(25 * HOUR)
    sweep(here.house.store, here.house.now)
    with here.house.store.read() as tx:
        assert tx.find(Bucket) == []
