// The workshop with one draft: saved as one types, examined, drawn and played in the background.
import { make, shape } from "./dom.js";
import { bars, progress } from "./glance.js";
import { Writing } from "./writing.js";

const one = (query) => document.querySelector(query);
const root = one("[data-draft]");
const say = JSON.parse(one("#say").textContent);
const known = JSON.parse(one("#known").textContent);
const base = root.dataset.draft;
const SOON = 400, LATEST = 800, WANTED = 200, MOST_PAST = 100;

const draft = { version: Number(root.dataset.version), files: JSON.parse(one("#files").textContent), found: null, spots: {}, drawn: 0 };
const writings = new Map();
const waiting = new Set();
// What was changed here, the latest last: typing in one text, or one click in several.
const past = [], future = [];
const others = new BroadcastChannel(base);
let timer = 0, unsaved = 0, saving = false, failed = null, over = false, stepping = false;
let clicks = Promise.resolve(), queued = 0, current = "", games = [], game = null;

/** Ask the server; what it refuses is an error with its message and status. */
export async function ask(method, path, body = undefined, signal = undefined) {
  const json = body !== undefined || method !== "GET";
  const response = await fetch(`${base}${path}`, {
    method, signal, headers: json ? { "content-type": "application/json" } : {}, body: json ? JSON.stringify(body ?? {}) : undefined,
  }).catch((error) => { throw error.name === "AbortError" ? error : new Error(say.trouble); });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const error = new Error(answer?.error?.message ?? say.trouble);
  error.status = response.status;
  error.stale = answer?.error?.field === "version";
  throw error;
}

function reached(version) {
  draft.version = version;
  root.dataset.version = version;
  others.postMessage(version);
}

function state(text, bad = false) {
  const line = one("[data-state]");
  line.textContent = text;
  line.classList.toggle("error", bad);
}

// ---- the files ----

const names = () => Object.keys(draft.files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const rank = (name) => (name === "map.txt" ? 0 : name === "variant.toml" ? 1 : name === "rules.md" ? 2 : 3);

function tabs() {
  const bar = one("[data-tabs]");
  bar.replaceChildren(...names().map((name) => {
    const faults = (draft.found?.faults ?? []).filter((fault) => fault.file === name).length;
    const tab = make("button", { type: "button", role: "tab", "aria-selected": String(name === current), "data-file": name }, name.replace("cases/", ""));
    if (faults) tab.append(make("span", { class: "count" }, String(faults)));
    tab.addEventListener("click", () => open(name));
    return tab;
  }));
}

/** Show the editor of a file. */
export function open(name) {
  current = name;
  for (const [other, entry] of writings) entry.host.hidden = other !== name;
  if (!writings.has(name)) {
    const host = make("div", { class: "writing", "data-writing": name });
    one("[data-writings]").append(host);
    const writing = new Writing(host, { file: name, text: draft.files[name] ?? "", changed: (text) => typed(name, text), known: () => words(), chosen: (line) => pointed(name, line), back: () => stepped(undo), again: () => stepped(redo) });
    writings.set(name, { host, writing });
    show(name);
  }
  tabs();
}

function typed(name, text) {
  if (!stepping) {
    future.length = 0;
    if (past.at(-1)?.name !== name) remember({ name, from: draft.files[name] });
  }
  draft.files[name] = text;
  unsafe(name);
}

/** A text is not saved yet: it will be soon, however long one types on. */
function unsafe(name) {
  if (!waiting.size) unsaved = performance.now();
  waiting.add(name);
  state(say.typing);
  clearTimeout(timer);
  timer = setTimeout(save, Math.max(0, Math.min(SOON, unsaved + LATEST - performance.now())));
}

// ---- what is clicked, and taken back ----

/** After what was clicked before it. */
export function queue(act) {
  queued++;
  return (clicks = clicks.then(act).catch(troubled).finally(() => queued--));
}

/** A change that is made by clicking: the server writes the texts, and the editors follow. */
export function apply(change) {
  return queue(() => applied(change));
}

async function applied(change) {
  for (let made = false; !made;) {
    await flushed();
    saving = true;
    try {
      const sent = { ...draft.files };
      const edited = await ask("POST", "/edit", { version: draft.version, change });
      reached(edited.version);
      const names = Object.keys(edited.files);
      made = names.every((name) => draft.files[name] === sent[name]);
      if (made) take(edited.files);
      // What was typed into these texts meanwhile is saved first, and the click made on it.
      else for (const name of names) waiting.add(name);
    } finally {
      saving = false;
    }
  }
  state(say.saved);
  examine();
}

function remember(change) {
  past.push(change);
  if (past.length > MOST_PAST) past.shift();
}

/** Texts that were not typed here, as one change that is taken back whole; null is a file that is no more. Answers whether they are others. */
function take(files) {
  const texts = put(files, (writing, text) => writing.set(text));
  if (!Object.keys(texts).length) return false;
  future.length = 0;
  remember({ texts });
  return true;
}

/** Write texts, each with what its editor is to do; answers what they were. */
function put(files, write) {
  const before = {};
  for (const [name, text] of Object.entries(files)) {
    if ((draft.files[name] ?? null) === text) continue;
    before[name] = draft.files[name] ?? null;
    const writing = writings.get(name)?.writing;
    if (text === null) closed(name);
    else if (writing) write(writing, text);
    if (writing && text !== null && writing.text !== text) writing.set(text);
    if (text !== null) draft.files[name] = text;
  }
  if (!(current in draft.files)) open("map.txt" in draft.files ? "map.txt" : "variant.toml");
  else tabs();
  return before;
}

function closed(name) {
  delete draft.files[name];
  writings.get(name)?.host.remove();
  writings.delete(name);
}

/** Take back the last change: a click in all its texts, typing as the editor does. */
function undo() {
  const last = past.at(-1);
  if (!last) return;
  if (last.texts) {
    past.pop();
    const after = put(last.texts, (writing) => writing.undo());
    future.push({ texts: after, from: last.texts });
    for (const name of Object.keys(after)) unsafe(name);
    return;
  }
  open(last.name);
  if (!writings.get(last.name).writing.undo() || draft.files[last.name] === last.from) past.pop();
}

/** Make again what was taken back last. */
function redo() {
  const next = future.at(-1);
  if (next && Object.entries(next.from).every(([name, text]) => (draft.files[name] ?? null) === text)) {
    future.pop();
    const texts = put(next.texts, (writing) => writing.redo());
    remember({ texts });
    for (const name of Object.keys(texts)) unsafe(name);
    return;
  }
  const from = draft.files[current];
  if (writings.get(current).writing.redo() && past.at(-1)?.name !== current) remember({ name: current, from });
}

/** One step, back or again; if something that was clicked is still under way, after it. */
function stepped(step) {
  const act = () => {
    stepping = true;
    try {
      step();
    } finally {
      stepping = false;
    }
  };
  return queued ? queue(act) : act();
}

// ---- saving ----

async function save() {
  clearTimeout(timer);
  if (saving) timer = setTimeout(save, SOON);
  if (saving || !waiting.size) return;
  saving = true;
  failed = null;
  const files = Object.fromEntries([...waiting].map((name) => [name, draft.files[name] ?? null]));
  waiting.clear();
  try {
    const saved = await ask("PUT", "/files", { version: draft.version, files, over });
    over = false;
    reached(saved.version);
    state(say.saved);
    examine();
  } catch (error) {
    failed = error;
    for (const name of Object.keys(files)) waiting.add(name);
    troubled(error);
    if (![409, 422].includes(error.status)) timer = setTimeout(save, 2000);
  } finally {
    saving = false;
  }
}

/** What was refused is said; where another window has changed the draft, nothing is lost: one chooses. */
export function troubled(error) {
  if (error.stale) one("[data-conflict]").hidden = false;
  state(error.stale ? say.conflict : error.message, true);
}

/** The texts of here replace the other's, which become a step of the history; files that only the other has stay. */
one("[data-mine]").addEventListener("click", () => queue(async () => {
  const theirs = await ask("GET", "/files");
  reached(theirs.version);
  for (const [name, text] of Object.entries(draft.files)) if (theirs.files[name] !== text) waiting.add(name);
  take(Object.fromEntries(Object.entries(theirs.files).filter(([name]) => !(name in draft.files))));
  over = waiting.size > 0;
  await flushed();
  one("[data-conflict]").hidden = true;
  state(say.saved);
}));
one("[data-theirs]").addEventListener("click", () => queue(async () => {
  waiting.clear();
  await reload();
}));

/** Show what the server has, unless something was typed that it has not. */
export async function reload() {
  const theirs = await ask("GET", "/files");
  if (waiting.size || saving || theirs.version < draft.version) return;
  const gone = Object.keys(draft.files).filter((name) => !(name in theirs.files));
  const changed = take({ ...theirs.files, ...Object.fromEntries(gone.map((name) => [name, null])) });
  one("[data-conflict]").hidden = true;
  if (!changed && theirs.version === draft.version) return;
  reached(theirs.version);
  state(say.saved);
  examine();
}

/** Another window went on with the draft: follow it. */
function follow() {
  queue(() => (waiting.size || saving ? null : reload()));
}
others.addEventListener("message", ({ data }) => { if (data > draft.version) follow(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) follow(); });

// ---- what is wrong ----

let looking = null, again = false;

/** Have the draft examined; while that goes on, the next change waits. */
async function examine() {
  hush();
  if (looking) { again = true; return; }
  looking = new AbortController();
  again = false;
  try {
    const report = await ask("POST", "/examine", {}, looking.signal);
    if (report.version > draft.version) follow();
    draft.found = report.found;
    draft.checked = report.version;
    examined(report);
    if (!report.found.faults.length && !again) await draw();
  } catch (error) {
    if (error.name !== "AbortError") state(error.message, true);
  } finally {
    looking = null;
    if (again) examine();
  }
}

function examined(report) {
  const { found } = report;
  root.dataset.checked = report.version;
  root.dataset.faults = found.faults.length;
  tabs();
  for (const name of writings.keys()) show(name);
  if (found.name) one("[data-name]").textContent = found.name;
  const publish = one("[data-publish]");
  const many = found.faults.length;
  publish.textContent = many ? (many === 1 ? say.publish_fault : say.publish_faults.replace("{n}", many)) : say.publish;
  for (const button of document.querySelectorAll("[data-sound]")) button.disabled = many > 0;
  // What was found of the last sound draft stays beside one that is not.
  if (!many) cases(found.cases);
  one("[data-cases]").classList.toggle("past", many > 0);
  if (report.rules) one("[data-rules]").innerHTML = report.rules;
  one("[data-doubts]").replaceChildren(...found.doubts.map((doubt) => make("li", {}, doubt)));
  const elsewhere = found.faults.filter((fault) => !(fault.file in draft.files));
  if (elsewhere.length) state(elsewhere[0].text, true);
  root.dispatchEvent(new Event("examined"));
}

function show(name) {
  const faults = (draft.found?.faults ?? []).filter((fault) => fault.file === name);
  writings.get(name).writing.faults(faults);
}

function cases(rows) {
  const list = one("[data-cases]");
  list.replaceChildren(...rows.map((row) => {
    const line = make("li", { class: row.faults.length ? "bad" : "good" });
    const button = make("button", { type: "button", class: "plain" }, `${row.faults.length ? "✗" : "✓"} ${row.title || row.id}`);
    button.addEventListener("click", () => { open(row.file); writings.get(row.file).writing.go(row.line); writings.get(row.file).writing.focus(); });
    line.append(button, ...row.faults.slice(0, 3).map((fault) => make("small", {}, fault)));
    return line;
  }));
  if (!rows.length) list.append(make("li", { class: "faded" }, say.no_cases));
}

// ---- the board ----

async function draw() {
  const version = draft.version;
  root.dataset.drawing = version;
  state(say.drawing);
  const drawn = await ask("POST", "/draw", {}, looking?.signal);
  delete root.dataset.drawing;
  // What was refused meanwhile stays to be read.
  if (one("[data-state]").textContent === say.drawing) state(say.saved);
  for (const fault of drawn.faults) state(fault.text, true);
  if (drawn.faults.length && writings.has("map.txt")) writings.get("map.txt").writing.faults(drawn.faults);
  if (!drawn.svg) return;
  const svg = document.adoptNode(new DOMParser().parseFromString(drawn.svg, "image/svg+xml").documentElement);
  one("[data-board]").replaceChildren(svg);
  draft.spots = drawn.spots;
  draft.drawn = drawn.version;
  root.dataset.drawn = drawn.version;
  one("[data-poor]").replaceChildren(...drawn.poor.map((line) => make("li", {}, line)));
  root.dispatchEvent(new Event("settled"));
  begin();
}

/** The province of a line, lit on the board. */
function pointed(name, line) {
  if (name !== "map.txt" || !draft.found) return;
  const spot = draft.found.spots.filter((one) => one.line && one.line <= line).at(-1);
  light(spot?.id);
}

export function light(id) {
  for (const lit of document.querySelectorAll("[data-board] .lit")) lit.remove();
  const path = id && one(`[data-board] path[data-province="${CSS.escape(id)}"]`);
  if (path) path.ownerSVGElement.append(shape("use", { href: `#${path.id}`, class: "lit" }));
}

// ---- the balance ----

const colors = () => new Map((draft.found?.powers ?? []).map((power) => [power.name, power.color]));

/** Stop playing: what is typed comes first. */
function hush() {
  game?.abort();
  game = null;
}

/** Begin to count anew: the text has changed. */
function begin() {
  games = [];
  play();
}

/** Play until there are enough games, or something else is to be done. */
async function play() {
  hush();
  const mine = (game = new AbortController());
  try {
    while (games.length < WANTED && game === mine) {
      const more = await ask("POST", "/play", { games }, mine.signal);
      if (game !== mine) return;
      games = [...games, ...more.games];
      glanced(more.glance);
      if (more.fault) one("[data-verdict]").textContent = more.fault;
      if (!more.games.length) return;
    }
  } catch (error) {
    if (error.name !== "AbortError" && error.status !== 422) one("[data-verdict]").textContent = error.message;
  }
}

function glanced(glance) {
  root.dataset.games = glance.games;
  one("[data-counted]").textContent = say.counted.replace("{n}", glance.games).replace("{of}", WANTED).replace("{version}", draft.version);
  one("[data-progress]").replaceChildren(progress(glance.games, WANTED));
  one("[data-bars]").replaceChildren(bars(glance, colors(), say));
  one("[data-verdict]").textContent = `${glance.verdict} ${say.turns.replace("{n}", glance.turns)}`;
}

one("[data-stop]").addEventListener("click", hush);
one("[data-more]").addEventListener("click", play);

// ---- trying ----

/** Wait until all that was typed is saved; what the server refuses is an error. */
export async function flushed() {
  while (waiting.size || saving) {
    await save();
    if (waiting.size && failed && !saving) throw failed;
    await new Promise((done) => setTimeout(done, 50));
  }
}

export function pressed(query, act) {
  const button = one(query);
  button?.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    try {
      await flushed();
      await act(button);
    } catch (error) {
      troubled(error);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

pressed("[data-try]", async () => { location.href = `/tables/${(await ask("POST", "/try")).id}`; });
one("[data-undo]").addEventListener("click", () => stepped(undo));

// ---- completion ----

function words() {
  const option = (type) => (label) => ({ label, type });
  const places = (draft.found?.spots ?? []).map((spot) => ({ label: spot.id, detail: spot.name, type: "variable" }));
  return {
    places,
    directives: known.directives.map((word) => ({ label: `@${word}`, type: "keyword" })),
    details: known.details.map(option("property")),
    kinds: known.kinds.map(option("type")),
    keys: known.keys.map((label) => ({ label, apply: `${label} = `, type: "property" })),
    modules: known.modules.map(option("constant")),
  };
}

export { draft, say, state, writings };
open("map.txt" in draft.files ? "map.txt" : "variant.toml");
addEventListener("beforeunload", (event) => { if (waiting.size) { save(); event.preventDefault(); } });
others.postMessage(draft.version);
examine();
