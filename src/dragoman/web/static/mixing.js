// The mixer answers at every choice; a form that begins a game says that it is being begun.
const mixer = document.querySelector("[data-mixer]");
let asked = 0;

async function mixAgain(form, name) {
  const query = new URLSearchParams(new FormData(form));
  const mine = ++asked;
  const answer = await fetch(`/mix/part?${query}`);
  if (!answer.ok || mine !== asked) return;
  mixer.innerHTML = await answer.text();
  ready();
  // The reader goes on where he was.
  mixer.querySelector(name)?.focus();
  if (location.pathname === "/mix") history.replaceState(null, "", `/mix?${query}`);
}

function ready() {
  for (const button of document.querySelectorAll("[data-without-script]")) button.hidden = true;
}

mixer?.addEventListener("change", (event) => {
  const form = event.target.closest(".mixing");
  if (form) mixAgain(form, event.target.id ? `#${event.target.id}` : `[value="${event.target.value}"]`);
});

document.addEventListener("submit", (event) => {
  const says = event.target.dataset.slow;
  const button = event.submitter;
  if (!says || !button) return;
  if (button.getAttribute("aria-disabled")) return event.preventDefault();
  button.setAttribute("aria-disabled", "true");
  button.textContent = says;
});
// A page that comes back from the browser's memory is as it was before.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
ready();
