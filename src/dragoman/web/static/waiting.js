// A table that waits for players: look again when something happens there.
const place = document.querySelector("[data-waiting]");
let known = Number(place.dataset.events); // the last event that this page shows
let sending = false;
// A form that was sent leads on by itself; looking again would break it off.
document.addEventListener("submit", () => (sending = true));
function heard(event) {
  const { n } = JSON.parse(event.data);
  if (sending || n <= known) return;
  known = n;
  // A link that is shown once, settings that are being changed and words half written stay.
  const writing = [...document.querySelectorAll("[data-typed]")].some((field) => field.value !== field.defaultValue);
  const kept = writing || document.querySelector("[data-copy], .settings[open]");
  if (kept) document.querySelector("[data-news]").hidden = false;
  // The page may be the answer to a form, which must not be sent again.
  else location.replace(document.querySelector("[data-news] a").href);
}

function listen() {
  const source = new EventSource(`/api/tables/${encodeURIComponent(place.dataset.waiting)}/events${location.search}`);
  source.addEventListener("news", heard);
  source.onerror = () => {
    // A browser gives up after some answers, such as of a site that is being restarted.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}
listen();
