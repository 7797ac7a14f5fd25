const parts = [...document.querySelectorAll("[data-phase]")];
const range = document.querySelector("input");
const label = document.querySelector("output");
const names = range.dataset.names.split("|");

function show(wanted) {
  const n = Math.max(0, Math.min(names.length - 1, wanted));
  range.value = n;
  label.textContent = names[n];
  for (const part of parts) {
    const on = Number(part.dataset.phase) === n;
    if (part.tagName === "DIV") part.hidden = !on;
    else part.setAttribute("display", on ? "inline" : "none");
  }
}

const board = document.querySelector("#board > svg");
const whole = board.getAttribute("viewBox").split(" ").map(Number);
let view = whole;

// Without a size of its own the picture takes the shape of what is looked at.
board.removeAttribute("width");
board.removeAttribute("height");

function look(x, y, wide, shape = view[3] / view[2]) {
  const w = Math.min(whole[2], whole[3] / shape, Math.max(whole[2] / 12, wide));
  const h = w * shape;
  view = [Math.max(0, Math.min(x, whole[2] - w)), Math.max(0, Math.min(y, whole[3] - h)), w, h];
  board.setAttribute("viewBox", view.join(" "));
  board.classList.toggle("near", w < whole[2] || h < whole[3]);
}

function spot(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return [at.x, at.y];
}

function nearer(by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  const w = view[2] / by;
  look(x - (x - view[0]) / by, y - (y - view[1]) / by, w);
}

const goals = {
  first: () => show(0),
  last: () => show(names.length - 1),
  nearer: () => nearer(1.5),
  farther: () => (view[2] * 1.5 < whole[2] ? nearer(1 / 1.5) : look(0, 0, whole[2], whole[3] / whole[2])),
};
range.addEventListener("input", () => show(Number(range.value)));
for (const button of document.querySelectorAll("button")) {
  const to = button.dataset.to;
  button.addEventListener("click", goals[to] || (() => show(Number(range.value) + Number(to))));
}
addEventListener("keydown", (event) => {
  if (event.target === range) return;
  if (event.key === "ArrowRight") show(Number(range.value) + 1);
  if (event.key === "ArrowLeft") show(Number(range.value) - 1);
  if (event.key === "+") goals.nearer();
  if (event.key === "-") goals.farther();
  if (event.key === "Escape") look(0, 0, whole[2], whole[3] / whole[2]);
});

const fingers = new Map();
let apart = 0;
let dragged = false;

function spread() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

board.addEventListener("pointerdown", (event) => {
  if (fingers.size === 0) dragged = false;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) apart = spread();
});
board.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const [x, y] = spot(before);
  const [p, q] = spot(event);
  if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 3) dragged = true;
  if (!dragged) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    const now = spread();
    if (apart > 0) nearer(now / apart, p, q);
    apart = now;
  } else if (board.classList.contains("near")) {
    look(view[0] + x - p, view[1] + y - q, view[2]);
  }
});
for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
  board.addEventListener(kind, (event) => fingers.delete(event.pointerId));
}
board.addEventListener("click", (event) => {
  const panel = event.target.closest("[data-view]");
  if (!panel || dragged) return;
  const [x, y, w, h] = panel.dataset.view.split(" ").map(Number);
  if (view[2] < whole[2] * 0.7) look(0, 0, whole[2], whole[3] / whole[2]);
  else look(x, y, w, h / w);
});
show(0);
