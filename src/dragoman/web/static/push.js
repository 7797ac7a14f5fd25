// The worker that a browser keeps for this site's news: it shows them, and a click leads to the table.

self.addEventListener("push", (event) => {
  const { title, text, link, table } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: table, data: link, icon: "/static/push/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(link) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => page.url.split(/[?#]/)[0] === link);
  return there ? there.focus() : self.clients.openWindow(link);
}
