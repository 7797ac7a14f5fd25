// The game page: puts the board and the desk together and keeps them up to date.

import { Board } from "./board.js";
import { Orders, make } from "./orders.js";
import { Typing } from "./typing.js";

const root = document.querySelector(".game");
const words = JSON.parse(document.querySelector("#words").textContent);
const table = root.dataset.table;
const seat = root.dataset.seat;
const here = `/tables/${encodeURIComponent(table)}`;
const moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
const picture = document.querySelector("#board");
const bases = new Map();

let at = root.dataset.at; // the phase in view: "" is the present one
let front = root.dataset.board; // the board in front, where there are several
let phases = JSON.parse(document.querySelector("#phases").textContent);
let shown = null;

// --- talking to the server ----------------------------------------------------------------------

/** Ask the server for JSON; a refusal is told to the reader and gives null. */
async function ask(path, { method = "GET", body = null, refused = tell } = {}) {
  const address = `${here}/${path}`;
  const url = seat ? `${address}${path.includes("?") ? "&" : "?"}seat=${encodeURIComponent(seat)}` : address;
  const headers = body === null ? {} : { "content-type": "application/json" };
  try {
    const response = await fetch(url, { method, headers, body: body === null ? null : JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return answer;
    refused(answer.error?.message ?? words.trouble);
    if (response.status === 409) refresh();
  } catch {
    tell(words.offline);
  }
  return null;
}

function tell(text) {
  document.querySelector(".toast")?.remove();
  const toast = make("div", { class: "toast", role: "status" }, text);
  document.body.append(toast);
  setTimeout(() => toast.remove(), 6000);
}

// --- the board ----------------------------------------------------------------------------------

const board = new Board(picture, {
  meant: (spot) => orders?.meant(spot),
  grabbed: (spot) => orders?.grabbed(spot) ?? false,
  dropped: (from, to) => orders?.dropped(from, to),
});

async function base(address) {
  if (!bases.has(address)) bases.set(address, fetch(address).then((response) => response.text()));
  return bases.get(address);
}

/** Draw the phase in view: what never changes once, and then what lies upon it. */
async function draw() {
  const query = new URLSearchParams({ theme: theme() });
  if (at) query.set("at", at);
  if (front) query.set("board", front);
  const layer = await ask(`layer?${query}`);
  if (!layer) return;
  if (shown !== layer.base) {
    board.show(await base(layer.base));
    shown = layer.base;
  }
  for (const slot of ["under", "middle", "over"]) fill(slot, layer[slot]);
  board.svg.dataset.board = front;
  picture.querySelector(".waiting")?.remove();
  picture.setAttribute("aria-label", layer.title);
  if (moving && layer.judged) for (const order of board.svg.querySelectorAll(".orders > *")) order.classList.add("arriving");
  orders?.light();
}

function fill(slot, markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
  const holder = board.svg.querySelector(`[data-slot="${slot}"]`);
  holder.replaceChildren(...[...parsed.documentElement.childNodes].map((node) => document.importNode(node, true)));
}

function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

for (const [name, act] of [["in", () => board.zoom(1.5)], ["out", () => board.zoom(1 / 1.5)], ["whole", () => board.reset()]]) {
  document.querySelector(`[data-zoom="${name}"]`)?.addEventListener("click", act);
}

for (const button of document.querySelectorAll("[data-front]")) {
  button.addEventListener("click", () => bring(button.dataset.front));
}

function bring(name) {
  front = name;
  for (const button of document.querySelectorAll("[data-front]")) {
    button.setAttribute("aria-pressed", String(button.dataset.front === front));
  }
  draw();
}

// --- the desk -----------------------------------------------------------------------------------

const desk = document.querySelector("[data-desk]");
const orders = desk
  ? new Orders(desk, {
      board,
      ask,
      words,
      changed: (state, charge = null) => {
        ready?.setAttribute("aria-pressed", String(state.ready));
        if (ready) ready.textContent = state.ready ? words.ready_on : words.ready_off;
        owed(state);
        const other = charge?.place.split(":");
        if (other?.length === 2 && other[0] !== front) bring(other[0]);
        else if (drawn !== `${state.turn}.${state.version}` && !at) {
          drawn = `${state.turn}.${state.version}`;
          draw();
        }
      },
    })
  : null;
let drawn = "";

const typing = document.querySelector("[data-typing]");
if (typing && orders) new Typing(typing, { orders, ask });

function owed(state) {
  const place = document.querySelector("[data-owed]");
  if (!place) return;
  const several = state.charges.filter((charge) => !charge.place && !charge.pool && charge.owed && charge.given.length);
  const n = state.missing.length + several.reduce((sum, charge) => sum + Math.max(0, charge.count - charge.given.length), 0);
  place.textContent = !state.open ? words.nothing : n === 0 ? words.all : words.owed.replace("{n}", n);
  document.querySelector("[data-guide]")?.classList.toggle("done", n === 0);
}

const ready = document.querySelector("[data-ready]");
ready?.addEventListener("click", async () => {
  const wanted = ready.getAttribute("aria-pressed") !== "true";
  const answer = await ask("ready", { method: "PUT", body: { turn: orders.desk.turn, ready: wanted } });
  if (answer) orders.show(answer);
});

document.querySelector("#seat")?.addEventListener("change", (event) => event.target.form.requestSubmit());

async function readDesk() {
  if (!orders) return;
  const state = await ask("desk");
  if (state) orders.show(state);
}

// --- phases -------------------------------------------------------------------------------------

function step(by) {
  const now = at === "" ? phases.length : phases.findIndex((phase) => phase.n === at);
  const next = Math.max(0, Math.min(phases.length, now + by));
  look(next === phases.length ? "" : phases[next].n);
}

function look(n) {
  at = n;
  const found = phases.find((phase) => phase.n === n);
  document.querySelector("[data-phase]").textContent = found ? found.label : root.dataset.label;
  document.querySelector("[data-now]").disabled = !found;
  draw();
  const results = document.querySelector("#results");
  if (results) htmx.ajax("GET", `${here}/results?at=${encodeURIComponent(n)}`, { target: results, swap: "innerHTML" });
  if (found) openTab("results");
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => step(Number(button.dataset.step)));
}
document.querySelector("[data-now]")?.addEventListener("click", () => look(""));

// Hovering or focusing a result lights the places of its order.
document.addEventListener("pointerover", (event) => lightResult(event));
document.addEventListener("focusin", (event) => lightResult(event));
function lightResult(event) {
  const row = event.target.closest?.("[data-places]");
  if (row && !orders?.subject) board.light([], row.dataset.places.split(" ").filter(Boolean));
}

// --- tabs ---------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => openTab(tab.dataset.tab));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    openTab(next.dataset.tab);
    next.focus();
  });
}

function openTab(name) {
  for (const tab of tabs) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (name === "press") document.querySelector("#press")?.dispatchEvent(new Event("opened"));
}

// --- press: what was begun is kept -------------------------------------------------------------

let keeping = null;
document.addEventListener("input", (event) => {
  const channel = event.target.dataset?.pressDraft;
  if (channel === undefined) return;
  clearTimeout(keeping);
  const text = event.target.value;
  keeping = setTimeout(() => ask("press/draft", { method: "PUT", body: { channel, text } }), 700);
});

document.addEventListener("htmx:afterSwap", () => {
  const log = document.querySelector("[data-read]");
  if (log) ask("press/read", { method: "PUT", body: { n: Number(log.dataset.read) } });
});

// News does not take away a message that is being written.
document.addEventListener("htmx:beforeRequest", (event) => {
  const box = document.querySelector("#press");
  if (event.target === box && box.contains(document.activeElement) && document.activeElement.value) event.preventDefault();
});

// --- time ---------------------------------------------------------------------------------------

const clock = document.querySelector("[data-deadline]");
function tick() {
  const ends = Number(clock?.dataset.deadline);
  if (!ends) return;
  const left = Math.max(0, Math.round((ends - Date.now() - skew) / 1000));
  const [d, h, m, s] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
  clock.textContent = left === 0 ? words.judging : d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : `${m}:${String(s).padStart(2, "0")}`;
  clock.classList.toggle("soon", left < 300);
}
const skew = Number(root.dataset.clock) - Date.now();
setInterval(tick, 1000);
localTimes(document);

/** Times are shown in the reader's own zone. */
function localTimes(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.valueOf())) time.textContent = when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}
document.addEventListener("htmx:afterSwap", (event) => localTimes(event.target));

// --- live updates -------------------------------------------------------------------------------

let refreshing = null;
/** Read everything anew, once for a burst of news. */
function refresh() {
  clearTimeout(refreshing);
  refreshing = setTimeout(async () => {
    const state = await ask("now");
    if (!state) return;
    if (state.turn !== Number(root.dataset.turn) || state.status !== root.dataset.status) return turned(state);
    document.body.dispatchEvent(new Event("news"));
    await readDesk();
  }, 120);
}

/** A new phase: the page stays, its parts are fetched anew, the results come to the front. */
async function turned(state) {
  root.dataset.turn = state.turn;
  root.dataset.status = state.status;
  root.dataset.label = state.label;
  phases = state.phases;
  if (clock) {
    clock.dataset.deadline = state.deadline ?? "";
    clock.textContent = "";
    tick();
  }
  document.querySelector("[data-headline]").textContent = state.label;
  document.body.dispatchEvent(new Event("news"));
  document.body.dispatchEvent(new Event("turned"));
  const last = phases.at(-1);
  if (last) look(last.n);
  await readDesk();
  tell(words.turned.replace("{label}", state.label));
}

function listen() {
  const source = new EventSource(`/api/tables/${encodeURIComponent(table)}/events`);
  source.addEventListener("news", refresh);
  source.onmessage = refresh;
  let broken = false;
  source.onerror = () => {
    broken = true;
    document.querySelector("[data-line]").hidden = false;
  };
  source.onopen = () => {
    document.querySelector("[data-line]").hidden = true;
    if (broken) refresh();
    broken = false;
  };
}

draw();
readDesk();
listen();
tick();
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
