// The game page: puts the board and the desk together and keeps them up to date.

import { Strip } from "./boards.js";
import { counted, make, named } from "./dom.js";
import { shortcuts } from "./keys.js";
import { Orders } from "./orders.js";
import { Parts } from "./parts.js";
import { Phases } from "./phases.js";
import { Ready } from "./ready.js";
import { Results } from "./results.js";
import { Stage } from "./stage.js";
import { Clock, localTimes } from "./times.js";
import { tips } from "./tips.js";
import { Typing } from "./typing.js";
import { Verbs } from "./verbs.js";

const root = document.querySelector(".game");
const words = JSON.parse(document.querySelector("#words").textContent);
const { table } = root.dataset;
let { seat } = root.dataset; // in a sandbox another may be taken
const here = `/tables/${encodeURIComponent(table)}`;
const moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
const phone = matchMedia("(max-width: 40rem)");
const picture = document.querySelector("#board");
const AT_ONCE = 6000; // milliseconds in which phases follow each other that belong together
const PATIENCE = 300; // milliseconds that the desk waits for somebody to listen for its news
const LONGEST = 4000; // and that the other parts do

let drawn = "";
let trying = null;
let editor = null;

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

const clock = new Clock(Number(root.dataset.clock), words);

// --- talking to the server ----------------------------------------------------------------------

/** Ask the server for JSON; a refusal is shown to the reader and gives null, as does a lost line. */
async function ask(path, { method = "GET", body = null, refused = tell, lost = () => {}, keepalive = false } = {}) {
  const address = `${here}/${path}`;
  const url = seat ? `${address}${path.includes("?") ? "&" : "?"}seat=${encodeURIComponent(seat)}` : address;
  const headers = body === null ? {} : { "content-type": "application/json" };
  let response;
  try {
    response = await fetch(url, { method, headers, body: body === null ? null : JSON.stringify(body), keepalive });
  } catch {
    offline(true);
    lost();
    return null;
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  refused(answer?.error?.message ?? words.trouble, response.status);
  if (response.status === 409) refresh();
  return null;
}

function tell(text) {
  one(".toast")?.remove();
  const toast = make("div", { class: "toast", role: "status" }, text);
  document.body.append(toast);
  setTimeout(() => toast.remove(), 5000);
}

/** Something that is done once; if it fails, for example because the line is lost, it can be tried again. */
function once(act) {
  let done = null;
  return () => {
    done ??= act().catch(() => {
      done = null;
      offline(true);
    });
    return done;
  };
}

function offline(is) {
  const line = one("[data-line]");
  if (line) line.hidden = !is;
}

// --- the board ----------------------------------------------------------------------------------

const stage = new Stage(picture, {
  ask,
  look: () => ({ at: phases.at, theme: theme(), layer: imagined() ? (name) => imagined().layer(name) : null }),
  own: () => root.dataset.own.split(" ").filter(Boolean),
  fronts: [root.dataset.board, root.dataset.beside],
  heading,
  meant,
  grabbed: (spot) => !stage.past && (orders?.grabbed(spot) ?? false),
  dropped: (from, to) => orders?.dropped(from, to),
  drawn: (layers, fresh) => onStage(layers, fresh),
  turned: () => turnedTo(),
});
/** What might be, while the boards show it: a trial, or a position that is being set right. */
const imagined = () => [trying, editor].find((one) => one?.would.on)?.would ?? null;
const inSight = () => ({ boards: stage.names, at: trying?.would.on && trying.judged ? "try" : phases.at });
async function intoSight(names, at) {
  if (at !== inSight().at) await phases.go(at, false);
  for (const name of names) await stage.bring(name, names);
}
const results = new Results(one("#results"), { stage, words, shown: inSight, bring: intoSight });
const trials = one("[data-trial]") ? new Results(one("[data-trial]"), { stage, words, shown: inSight, bring: intoSight }) : null;
const strip = one("[data-boards]") ? new Strip(one("[data-boards]"), { stage, ask, theme, words }) : null;
/** The panel for trials, whose script is fetched when it is opened first. */
const openTrials = once(async () => {
  const { Trying } = await import("./trying.js");
  trying = new Trying(one("[data-trying]"), { table, stage, ask, words, look: () => ({ theme: theme() }), changed: () => stage.draw(), shown: () => trials.sift(), own: orders, seats, verbs: orders.verbs });
  if (orders.desk) trying.begin(orders.desk.turn);
});
const parts = new Parts({ ask, lost: () => offline(true), trouble: () => tell(words.trouble), swapped });
const phases = new Phases(root, { words, look });
tips(picture);

/** A place was clicked: it is edited, or something is ordered there. */
function meant(spot) {
  if (trialsOpen() && !phases.at) return openTrials().then(() => trying?.meant(spot));
  if (stage.past) return past();
  if (editor?.on) return editor.meant(named(spot));
  return orders?.meant(spot);
}

/** Who wants to order on a picture of the past is shown where to. */
function past() {
  if (orders?.desk?.open && orders.desk.charges.length) tell(words.past);
}

/** The boards have been drawn. */
function onStage(layers, fresh) {
  const [{ judged, title }] = layers;
  picture.classList.toggle("judged", judged);
  one("#board .waiting")?.remove();
  picture.setAttribute("aria-label", title);
  if (moving && judged) animate();
  // What may be ordered now has no place on a picture of the past.
  stage.past = Boolean(phases.at) || Boolean(trying?.would.on && trying.judged);
  if (stage.past) {
    stage.light([]);
    orders?.verbs.hide();
  } else (trying?.orders.subject ? trying.orders : orders)?.light();
  // After the next frame the map has been painted.
  if (fresh) requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("map")));
  settle("board");
}

/** What stands above a board: its name; and, where one plays, how many orders stay, leave and arrive. */
function heading(name) {
  const mine = phases.at ? [] : (orders?.desk?.charges ?? []).filter((charge) => charge.place);
  const moves = mine.flatMap((charge) => charge.given).map((order) => /^\S+ (\w+):\S+ - (\w+):/.exec(order)).filter((ends) => ends && ends[1] !== ends[2]);
  const numbers = [
    [words.board_yours, words.board_yours, mine.filter((charge) => charge.board === name).length],
    [words.board_leave_one, words.board_leave, moves.filter((ends) => ends[1] === name).length],
    [words.board_arrive_one, words.board_arrive, moves.filter((ends) => ends[2] === name).length],
  ];
  const counts = numbers.filter(([, , n]) => n).map(([single, several, n]) => counted(n, single, several));
  return [make("strong", {}, words.board.replace("{n}", name)), ...(counts.length ? [" ", make("span", {}, counts.join(", "))] : [])];
}

/** Orders appear one after another, moves first. */
function animate() {
  for (const { svg } of stage.open) {
    for (const [n, order] of [...svg.querySelectorAll(".orders > .order")].entries()) {
      order.style.animationDelay = `${Math.min(n * 25, 900)}ms`;
      order.classList.add("arriving");
    }
  }
}

function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

for (const [name, act] of [["in", () => stage.zoom(1.5)], ["out", () => stage.zoom(1 / 1.5)], ["whole", () => stage.reset()]]) {
  one(`[data-zoom="${name}"]`)?.addEventListener("click", act);
}

stage.letter(one("[data-letters]"));

/** Other boards have come forward. */
function turnedTo() {
  strip?.press();
  results.sift();
  trials?.sift();
}

/** A phase was chosen: its picture, and what came of it, unless that is in sight already. */
function look(n, chosen = true) {
  strip?.refresh(n);
  if (chosen || !(listed.since <= Number(n) && Number(n) <= listed.at)) showResults(n);
  if (n && chosen) openTab("results");
  return stage.draw();
}

/** What came of a phase, or of all since another. */
let listed = { since: 0, at: -1 }; // the phases that are listed, or on their way
function showResults(at, since = at) {
  listed = { since: Number(since), at: Number(at || -1) };
  const query = new URLSearchParams({ at, since, seat });
  parts.load(one("#results"), `${here}/results?${query}`);
}

/** The phases that the reader has seen; those that were judged since then are shown together. */
const seen = `dragoman-seen-${table}`;
function unseen() {
  const last = localStorage.getItem(seen);
  localStorage.setItem(seen, phases.all.at(-1)?.n ?? "0");
  if (seat) ask("seen", { method: "PUT", body: { turn: Number(root.dataset.turn) }, refused: () => {} });
  return last === null ? [] : phases.all.filter((phase) => Number(phase.n) > Number(last));
}

// --- the desk -----------------------------------------------------------------------------------

/** What belongs to another seat was clicked: in a sandbox it is taken, in a trial one guesses for it. */
function other(power, spot) {
  if (sandbox) return takeSeat(seats[power]);
  return trying && trialsOpen() ? trying.other(power, spot) : false;
}
/** Whether the panel for trials is in sight, though its script may still be on its way. */
const trialsOpen = () => one("[data-trying]")?.hidden === false;

const ready = one("[data-ready]");
const desk = one("[data-desk]");
const orders = desk ? new Orders(desk, { board: stage, ask, words, changed, other }) : null;
if (orders) orders.verbs = new Verbs(stage, orders, words);
const sandbox = root.dataset.sandbox !== undefined;
const seats = JSON.parse(root.dataset.seats); // by power
/** The editor of a sandbox's position or in an organizer's form; its script is fetched when it is wanted. */
async function openEditor(panel) {
  if (!panel || editor?.panel === panel) return;
  const { Editor } = await import("./editor.js").catch(() => (offline(true), {}));
  if (!Editor || editor?.panel === panel) return;
  const turn = () => Number(root.dataset.turn);
  editor = new Editor(panel, { ask, stage, look: () => ({ theme: theme() }), turn, tell, words, open: refreshNow, drawn: () => stage.draw() });
}
document.addEventListener("toggle", ({ target }) => target.open && target.matches("[data-editing]") && (phases.at && phases.go(""), openEditor(target)), { capture: true });
// Who types a place before the editor's script has come is heard when it has.
document.addEventListener(
  "submit",
  async (event) => {
    const [form, panel] = [event.target, event.target.closest("[data-editing]")];
    if (!form.matches("[data-place-form]") || editor?.panel === panel) return;
    event.preventDefault();
    await openEditor(panel);
    if (editor?.panel === panel) form.requestSubmit();
  },
  { capture: true },
);
/** Undo the last phase or edit of a sandbox, or the last edit in an organizer's form. */
async function back() {
  if (sandbox && orders) await openEditor(one(".pane[data-editing]"));
  if (sandbox || editor?.on) await editor?.back();
}
const choose = (subject) => (openTab("orders"), orders.choose(subject));
const readiness = ready && orders ? new Ready(ready, one("[data-doubts]"), { words, sandbox, alone: root.dataset.alone !== undefined, orders, ask, tell, choose }) : null;
const typing = one("[data-typing]");
if (typing && orders) new Typing(typing, { orders, ask });

function changed(state, charge = null) {
  readiness?.show(state);
  owed(state);
  trying?.begin(state.turn);
  strip?.owe(state.charges);
  stage.head();
  guide(state);
  if (charge?.board && !stage.names.includes(charge.board)) {
    stage.bring(charge.board);
    return;
  }
  const draft = `${state.turn}.${state.version}`;
  // The first picture is asked for together with the first draft, and shows it.
  if (drawn && drawn !== draft && !phases.at) trying && trialsOpen() ? trying.sketch() : stage.draw();
  drawn = draft;
}

/** The guide to a first turn marks what is done, and speaks of units only where there are some. */
function guide(state) {
  const units = state.charges.some((charge) => charge.place);
  for (const line of all("[data-guide] [data-for]")) line.hidden = (line.dataset.for === "units") !== units;
  const given = state.charges.some((charge) => charge.given.length);
  const done = { first: given, all: given && lacking(state) === 0 };
  for (const line of all("[data-guide] [data-once]")) line.classList.toggle("done", done[line.dataset.once] ?? false);
}

// An example that was closed stays so, at every table of its variant. It is noted with the click itself:
// the browser says "toggle" later, and a page that is left at once would never hear it.
for (const card of all("[data-example]")) {
  const closed = `dragoman-example-${card.dataset.example}`;
  card.open = localStorage.getItem(closed) === null;
  card.firstElementChild.addEventListener("click", () => (card.open ? localStorage.setItem(closed, "") : localStorage.removeItem(closed)));
}

/** How many orders are lacking: of units without any, and of matters that take several. */
function lacking(state) {
  const several = state.charges.filter((charge) => !charge.place && !charge.pool && charge.owed && charge.given.length);
  return state.missing.length + several.reduce((sum, charge) => sum + Math.max(0, charge.count - charge.given.length), 0);
}

function owed(state) {
  const n = lacking(state);
  const text = !state.open || !state.charges.length ? words.nothing : n === 0 ? words.all : words.owed.replace("{n}", n);
  for (const place of all("[data-owed]")) place.textContent = text;
}

// A button that is switched off loses the focus, so it is noted who was there last.
let pressed = false;
document.addEventListener("focusin", (event) => (pressed = event.target === ready));

// The head of the desk is fetched anew with every phase, so the document listens for it.
document.addEventListener("change", (event) => {
  if (event.target.id === "seat") sandbox ? takeSeat(event.target.value) : event.target.form.requestSubmit();
});

/** In a sandbox everything answers: the seat that has it is taken. Answers whether it was another. */
async function takeSeat(name) {
  if (!name || name === seat) return false;
  seat = name;
  root.dataset.seat = name;
  for (const box of all("[data-part]")) box.dataset.part = box.dataset.part.replace(/seat=[^&]*/, `seat=${encodeURIComponent(name)}`);
  await Promise.all([readDesk(), parts.refresh(one(".status"))]);
  return true;
}

async function readDesk() {
  if (!orders || ["finished", "stuck"].includes(root.dataset.status)) return;
  const state = await ask("desk", { refused: () => {} });
  if (state) orders.show(state);
}

// --- tabs ---------------------------------------------------------------------------------------

const tabs = all("[role=tab]");
for (const tab of tabs) {
  tab.addEventListener("click", () => openTab(tab.dataset.tab));
  tab.addEventListener("keydown", (event) => {
    const open = tabs.filter((other) => !other.hidden);
    const now = open.indexOf(tab);
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: open.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = open[(to + open.length) % open.length];
    openTab(next.dataset.tab);
    next.focus();
  });
}

function openTab(name) {
  const wanted = tabs.find((tab) => tab.dataset.tab === name && !tab.hidden) ?? tabs.find((tab) => !tab.hidden);
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === wanted));
    tab.tabIndex = tab === wanted ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== wanted;
  }
  if (wanted.dataset.tab === "results") {
    one("#tab-results .mark").hidden = true;
    one(".knock")?.remove();
    if (waiting.length) showResults(waiting.at(-1).n, waiting[0].n);
    waiting = [];
  }
  if (wanted.dataset.tab !== "try") trying?.leave();
  if (wanted.dataset.tab === "try") openTrials().then(() => trying && trialsOpen() && !trying.would.on && trying.sketch());
  if (wanted.dataset.tab === "edit") openEditor(one(".pane[data-editing]"));
  if (editor?.form) editor.seen(wanted.dataset.tab === "table");
  if (wanted.dataset.tab === "table") parts.refresh(one("#side"));
  if (wanted.dataset.tab === "press") parts.refresh(one("#press"));
  else if (["orders", "try", "edit"].includes(wanted.dataset.tab) && phases.at) phases.stopped(() => phases.go(""));
}

// --- parts that the server writes ---------------------------------------------------------------

function swapped(box) {
  localTimes(box);
  clock.tick();
  if (box.id === "results") results.sift();
  if (editor && !editor.panel.isConnected) editor.would.end();
  if (box.id !== "press") return;
  const log = one("[data-read]");
  if (log && !one("#panel-press").hidden) ask("press/read", { method: "PUT", body: { n: Number(log.dataset.read) } });
  const unread = Number(one("#press [data-unread]")?.dataset.unread ?? 0);
  const mark = one("#tab-press .mark");
  mark.textContent = unread || "";
  mark.hidden = !unread;
}

/** Something has happened at the table: what shows it is fetched anew. */
function freshen() {
  parts.refresh(one("#press"));
  if (!one("#panel-table").hidden) parts.refresh(one("#side"));
}

// --- live updates -------------------------------------------------------------------------------

let refreshing = null;
/** Read everything anew, once for a burst of news. */
function refresh() {
  clearTimeout(refreshing);
  refreshing = setTimeout(async () => {
    const state = await ask("now", { refused: (_, status) => status === 403 && location.replace(here) });
    if (state) await refreshNow(state);
  }, 120);
}

/** Take over where the game stands. */
async function refreshNow(state) {
  offline(false);
  await orders?.resend();
  if (state.turn !== Number(root.dataset.turn) || state.status !== root.dataset.status) return turned(state);
  clock.set(state.deadline);
  freshen();
  return readDesk();
}

/** A new phase: the page stays, its parts are fetched anew; results come to the front, or knock. */
async function turned(state) {
  const moved = state.turn !== Number(root.dataset.turn);
  // An organizer may have set the game right, or gone back: then there is no new phase to look at.
  const judged = moved && state.phases.at(-1)?.n !== phases.all.at(-1)?.n;
  const quiet = occupied();
  // What had the focus will be hidden: the keyboard goes on where the results are.
  const left = desk?.contains(document.activeElement) || (pressed && [ready, document.body].includes(document.activeElement));
  if (ready) ready.disabled = true; // until the new desk is there
  Object.assign(root.dataset, { turn: state.turn, status: state.status, label: state.label });
  phases.take(state.phases, state.label);
  clock.set(state.deadline);
  document.title = document.title.replace(/: .*? · /, `: ${state.label} · `);
  if (editor?.form) editor.would.end();
  // A game that had ended goes on: there are orders to be given again.
  if (seat && !desk && state.status === "running") return location.reload();
  playing(["running", "paused"].includes(state.status));
  if (one("#panel-table").hidden) one("#side")?.removeAttribute("data-touched");
  // What came of an act goes with its turn, but not with the one that it led to itself.
  const notice = one("#side > .notice:not([data-kept])");
  if (moved && Number(notice?.dataset.turn ?? 0) < state.turn) notice?.remove();
  freshen();
  parts.refresh(one(".status"));
  for (const card of all("[data-guide], [data-example]")) card.remove();
  const news = stroke(unseen());
  const ended = state.status === "finished";
  if (quiet && judged) knock(news, ended);
  else if (moved) bringResults(judged ? news : [], ended, left);
  if (ended && !quiet) openTab("table");
  // In a sandbox it is always the turn of somebody that one is.
  const next = sandbox && state.owing.length && !state.owing.includes(seat) ? state.owing[0] : "";
  if (!(await takeSeat(next))) await readDesk();
  if (ended) tell(words.ended);
  else if (moved && !(quiet && judged)) tell((judged ? words.turned : sandbox ? words.amended_here : words.amended).replace("{label}", state.label));
}

/** Whether somebody is at something that news must not end: writing, reading, looking back. */
function occupied() {
  const open = tabs.find((tab) => tab.getAttribute("aria-selected") === "true")?.dataset.tab;
  const back = !phases.rest && phases.at !== "" && phases.at !== phases.all.at(-1)?.n;
  return back || Boolean(phases.timer && !phases.rest) || ["press", "table", "try"].includes(open);
}

// Phases that follow each other by themselves belong together, though they are announced one by one.
let together = { phases: [], at: 0 };
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => (together.at = 0));
function stroke(news) {
  const more = Date.now() - together.at < AT_ONCE ? together.phases : [];
  together = { phases: [...more, ...news], at: Date.now() };
  return together.phases;
}

/** Bring what was judged to the front: all its phases in order, on the board and in words. */
function bringResults(news, ended, left) {
  if (!news.length) {
    phases.go("", false);
    return;
  }
  showResults(news.at(-1).n, news[0].n);
  if (moving) phases.run(news.slice(news.findIndex((phase) => phase.n === phases.at) + 1));
  else phases.go(news.at(-1).n, false);
  openTab(ended ? "table" : "results");
  if (left) one("[role=tab][aria-selected=true]").focus({ preventScroll: true });
  for (const part of all(".pane")) part.scrollTop = 0;
  if (phone.matches) one(".status").scrollIntoView({ block: "start" });
}

/** Say that something was judged, without changing what somebody is doing. */
function knock(news, ended) {
  const mark = one("#tab-results .mark");
  mark.textContent = news.length;
  mark.hidden = false;
  const toast = make("div", { class: "toast knock", role: "status" }, words.knock.replace("{label}", news.at(-1).label));
  const see = make("button", { type: "button" }, words.see);
  see.addEventListener("click", () => bringResults(news, ended, false));
  toast.append(" ", see);
  one(".toast")?.remove();
  document.body.append(toast);
  waiting = news;
}
let waiting = [];

/** Orders are given only while the game goes on. */
function playing(is) {
  const own = tabs.filter((other) => ["orders", "try", "edit"].includes(other.dataset.tab));
  for (const tab of own) tab.hidden = !is;
  const act = one("[data-act]");
  if (act) act.hidden = !is;
  if (!is && own.some((tab) => tab.getAttribute("aria-selected") === "true")) openTab("results");
}

/** Listen to news; answers when somebody listens. */
function listen(known = "") {
  const source = new EventSource(`/api/tables/${encodeURIComponent(table)}/events`);
  const hears = new Promise((heard) => {
    source.addEventListener("news", (event) => {
      // A stream begins by saying where the table stands; the page may know that already.
      if (String(JSON.parse(event.data).n) !== known) refresh();
      known = null;
      heard();
    });
    setTimeout(heard, LONGEST);
  });
  let broken = false;
  source.onerror = () => {
    broken = true;
    offline(true);
    // A browser gives up after some answers; then it is asked again here.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000, "");
  };
  source.onopen = () => {
    offline(false);
    if (broken) refresh();
    broken = false;
  };
  return hears;
}

const settled = new Set();
/** The page says when it is complete, for whoever waits for it. */
function settle(part) {
  settled.add(part);
  if (settled.has("board") && settled.has("desk")) requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset.settled = "")));
}

shortcuts({ orders, phases, openTab, strip, back });
clock.tick();
stage.draw();
const [fresh] = unseen();
if (root.dataset.replay === undefined) showResults(phases.all.at(-1)?.n ?? "", fresh?.n);
strip?.refresh("");
if (phases.named()) phases.go(phases.named());
// What changes without a phase being judged is read once somebody listens for changes; the desk is
// not waited for so long, and read again then.
const hears = listen(root.dataset.events);
const soon = new Promise((over) => setTimeout(over, PATIENCE, "late"));
hears.then(freshen);
Promise.race([hears, soon]).then(async (when) => {
  await readDesk();
  settle("desk");
  if (when === "late") hears.then(readDesk);
});
addEventListener("online", refresh);
addEventListener("offline", () => offline(true));
document.addEventListener("visibilitychange", () => document.hidden || refresh());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (stage.draw(), strip?.refresh(phases.at)));
if (root.dataset.replay !== undefined) phases.play();
