"""News in a browser: the switch, what the site keeps, and what the browser shows of a message.

A test's browser has no push service, so its subscription is made up and its messages are handed to
its worker; that a message really crosses the maker's service only a live browser can show.
"""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser

from dragoman.store.rows import Hook
from tests.browser.chromium import ARGUMENTS, whole
from tests.browser.conftest import Gather, Open
from tests.browser.site import Site, wait_for

SUBSCRIBED = """
const kept = {
  endpoint: "https://push.example/7",
  toJSON: () => ({ endpoint: kept.endpoint, keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  } }),
  unsubscribe: async () => true,
};
PushManager.prototype.subscribe = async () => kept;
"""
AWAKE = """async () => {
  const { active, waiting, installing } = await navigator.serviceWorker.getRegistration("/push/");
  const worker = active ?? waiting ?? installing;
  while (worker.state !== "activated") await new Promise((done) => setTimeout(done, 20));
}"""
"""A message that comes before the worker is active is lost."""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/push/");
  const [shown] = await worker.getNotifications();
  return shown && [shown.title, shown.body, shown.data];
}"""


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """A whole Chromium: one without windows shows no messages."""
    found = browser.browser_type.launch(executable_path=whole(), args=ARGUMENTS)
    yield found
    found.close()


def test_news_is_switched_on_shown_and_switched_off(
    place: Site, enter: Open, gather: Gather
) -> None:
    game = gather("standard", "Austria").game
    person = game.humans["Austria"]
    player = enter(person)
    page = player.page
    player.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBED)
    session = player.context.new_cdp_session(page)
    workers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: workers.extend(it["registrationId"] for it in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    player.go("/me")
    page.get_by_role("button", name="Send news to this browser").click()
    player.see("This browser gets your news from now on.")
    with place.house.store.read() as tx:
        assert [row.url for row in tx.find(Hook, account=person.account)] == [
            "https://push.example/7"
        ]
    link = f"{place.url}/tables/{game.id}"
    news = {"title": "Hello", "text": "A new phase has begun.", "link": link, "table": game.id}
    text = msgspec.json.encode(news).decode()
    page.evaluate(AWAKE)
    message = {"origin": place.url, "registrationId": workers[-1], "data": text}
    session.send("ServiceWorker.deliverPushMessage", message)
    wait_for(lambda: page.evaluate(SHOWN) == ["Hello", "A new phase has begun.", link])
    page.get_by_role("button", name="Send no more news to this browser").click()
    player.see("This browser gets no more news.")
    with place.house.store.read() as tx:
        assert tx.find(Hook, account=person.account) == []
