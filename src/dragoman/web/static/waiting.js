// A table that waits for players: look again when something happens there.
const place = document.querySelector("[data-waiting]");
const source = new EventSource(`/api/tables/${encodeURIComponent(place.dataset.waiting)}/events${location.search}`);
let first = true;
source.addEventListener("news", () => {
  // A link that is shown once, or settings that are being changed, are not taken away.
  const kept = document.querySelector("[data-copy], .settings[open]");
  if (!first && kept) document.querySelector("[data-news]").hidden = false;
  // The page may be the answer to a form, which must not be sent again.
  else if (!first) location.replace(document.querySelector("[data-news] a").href);
  first = false;
});
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
}
