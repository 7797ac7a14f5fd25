const parts = [...document.querySelectorAll("[data-phase]")];
const range = document.querySelector("input");
const label = document.querySelector("output");
const names = range.dataset.names.split(" ");

function show(wanted) {
  const n = Math.max(0, Math.min(names.length - 1, wanted));
  range.value = n;
  label.textContent = names[n];
  for (const part of parts) {
    const on = Number(part.dataset.phase) === n;
    if (part.tagName === "OL") part.hidden = !on;
    else part.setAttribute("display", on ? "inline" : "none");
  }
}

const goals = { first: () => 0, last: () => names.length - 1 };
range.addEventListener("input", () => show(Number(range.value)));
for (const button of document.querySelectorAll("button")) {
  const to = button.dataset.to;
  button.addEventListener("click", () => show(goals[to] ? goals[to]() : Number(range.value) + Number(to)));
}
addEventListener("keydown", (event) => {
  if (event.target === range) return;
  if (event.key === "ArrowRight") show(Number(range.value) + 1);
  if (event.key === "ArrowLeft") show(Number(range.value) - 1);
});
show(0);
