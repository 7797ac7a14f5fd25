// A table that waits for players: look again when something happens there.
const place = document.querySelector("[data-waiting]");
const source = new EventSource(`/api/tables/${encodeURIComponent(place.dataset.waiting)}/events${location.search}`);
let first = true;
source.addEventListener("news", () => {
  // A link that is shown once, or settings that are being changed, are not taken away.
  if (!first && !document.querySelector("[data-copy], .settings[open]")) location.reload();
  first = false;
});
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
}
