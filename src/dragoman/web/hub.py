"""The hub: what the store tells, passed on to the streams that are open in this process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable

from dragoman.store.interface import GAP, Store

DUE = "due"
"""The topic that says that a phase is due before its deadline."""
CLOSE = "close"
"""The topic that ends every stream."""


class Subscription:
    """What one stream listens to, and what of it is new; a topic that rings twice is news once."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = tuple(topics)
        self._news: dict[str, str] = {}
        self._rung = asyncio.Event()

    def ring(self, topic: str, body: str) -> None:
        """Note that a topic has something new."""
        self._news[topic] = body
        self._rung.set()

    async def next(self, seconds: float) -> dict[str, str]:
        """What is new, as soon as anything is; nothing after so many seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), seconds)
        except TimeoutError:
            return {}
        news, self._news = self._news, {}
        self._rung.clear()
        return news


class Hub:
    """Passes on what the store tells; its methods run in the event loop, but for `heard`."""

    def __init__(self) -> None:
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._due: Callable[[], None] = lambda: None
        self._stop: Callable[[], None] = lambda: None
        self.open = 0
        self.epoch = 0
        """How often something was heard."""
        self.closed = False

    def start(self, store: Store, due: Callable[[], None] = lambda: None) -> None:
        """Begin to listen, in the running event loop; `due` is called when a phase is."""
        self._loop = asyncio.get_running_loop()
        self._due = due
        self._stop = store.listen(self.heard)

    def stop(self) -> None:
        """End every stream and listen no more."""
        self._stop()
        self.close()

    def close(self) -> None:
        """End every stream."""
        self.closed = True
        self.pass_on(CLOSE, "")

    def heard(self, topic: str, body: str) -> None:
        """Take what the store tells, in whatever thread it does."""
        if topic == DUE:
            self._due()
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.pass_on, topic, body)

    def pass_on(self, topic: str, body: str) -> None:
        """Ring whoever listens to a topic; some concern everybody."""
        self.epoch += 1
        if topic in (GAP, CLOSE):
            everybody = {one for several in self._subscriptions.values() for one in several}
        else:
            everybody = self._subscriptions.get(topic, set())
        for subscription in everybody:
            subscription.ring(topic, body)

    def join(self, topics: Iterable[str]) -> Subscription:
        """Subscribe to some topics."""
        subscription = Subscription(topics)
        for topic in subscription.topics:
            self._subscriptions[topic].add(subscription)
        self.open += 1
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """End a subscription."""
        for topic in subscription.topics:
            self._subscriptions[topic].discard(subscription)
            if not self._subscriptions[topic]:
                del self._subscriptions[topic]
        self.open -= 1
