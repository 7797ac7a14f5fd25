// The workshop with one draft: saved as one types, examined, drawn and played in the background.
import { make, shape } from "./dom.js";
import { bars, progress } from "./glance.js";
import { Writing } from "./writing.js";

const one = (query) => document.querySelector(query);
const root = one("[data-draft]");
const say = JSON.parse(one("#say").textContent);
const known = JSON.parse(one("#known").textContent);
const base = root.dataset.draft;
const SOON = 400, WANTED = 200;

const draft = { version: Number(root.dataset.version), files: JSON.parse(one("#files").textContent), found: null, spots: {}, drawn: 0 };
const writings = new Map();
const waiting = new Set();
let timer = 0, saving = false, failed = null, clicks = Promise.resolve(), current = "", games = [], game = null;

/** Ask the server; what it refuses is an error with its message and status. */
export async function ask(method, path, body = undefined, signal = undefined) {
  const json = body !== undefined || method !== "GET";
  const response = await fetch(`${base}${path}`, {
    method, signal, headers: json ? { "content-type": "application/json" } : {}, body: json ? JSON.stringify(body ?? {}) : undefined,
  });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const error = new Error(answer?.error?.message ?? say.trouble);
  error.status = response.status;
  throw error;
}

function reached(version) {
  draft.version = version;
  root.dataset.version = version;
}

function state(text, bad = false) {
  const told = one("[data-state]");
  told.textContent = text;
  told.classList.toggle("error", bad);
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
    const writing = new Writing(host, { file: name, text: draft.files[name] ?? "", changed: (text) => typed(name, text), known: () => words(), chosen: (line) => pointed(name, line) });
    writings.set(name, { host, writing });
    show(name);
  }
  tabs();
}

function typed(name, text) {
  draft.files[name] = text;
  waiting.add(name);
  state(say.typing);
  clearTimeout(timer);
  timer = setTimeout(save, SOON);
}

/** A change that is made by clicking, after those before it: the server writes the texts, and the editors follow. */
export function apply(change) {
  return (clicks = clicks.then(() => applied(change)));
}

async function applied(change) {
  try {
    await flushed();
    saving = true;
    const edited = await ask("POST", "/edit", { version: draft.version, change });
    reached(edited.version);
    for (const [name, text] of Object.entries(edited.files)) {
      draft.files[name] = text;
      writings.get(name)?.writing.set(text, { quiet: true });
    }
    state(say.saved);
    examine();
  } catch (error) {
    if (error.status === 409) conflict();
    else state(error.message, true);
  } finally {
    saving = false;
  }
}

async function save() {
  clearTimeout(timer);
  if (saving) timer = setTimeout(save, SOON);
  if (saving || !waiting.size) return;
  saving = true;
  failed = null;
  const files = Object.fromEntries([...waiting].map((name) => [name, draft.files[name] ?? null]));
  waiting.clear();
  try {
    const saved = await ask("PUT", "/files", { version: draft.version, files });
    reached(saved.version);
    state(say.saved);
    examine();
  } catch (error) {
    failed = error;
    for (const name of Object.keys(files)) waiting.add(name);
    if (error.status === 409) conflict();
    else {
      state(error.message, true);
      if (error.status !== 422) timer = setTimeout(save, 2000);
    }
  } finally {
    saving = false;
  }
}

/** Another window has changed the draft: nothing is lost, one chooses. */
function conflict() {
  one("[data-conflict]").hidden = false;
  state(say.conflict, true);
}

one("[data-mine]").addEventListener("click", async () => {
  const theirs = await ask("GET", "/files");
  reached(theirs.version);
  one("[data-conflict]").hidden = true;
  save();
});
one("[data-theirs]").addEventListener("click", async () => {
  waiting.clear();
  await reload();
  one("[data-conflict]").hidden = true;
});

async function reload() {
  const theirs = await ask("GET", "/files");
  reached(theirs.version);
  for (const name of Object.keys(draft.files)) if (!(name in theirs.files)) { writings.get(name)?.host.remove(); writings.delete(name); }
  draft.files = theirs.files;
  for (const [name, { writing }] of writings) writing.set(theirs.files[name], { quiet: true });
  if (!(current in draft.files)) open("map.txt" in draft.files ? "map.txt" : "variant.toml");
  state(say.saved);
  examine();
}

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
    draft.found = report.found;
    draft.checked = report.version;
    told(report);
    if (!report.found.faults.length && !again) await draw();
  } catch (error) {
    if (error.name !== "AbortError") state(error.message, true);
  } finally {
    looking = null;
    if (again) examine();
  }
}

function told(report) {
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
    button.addEventListener("click", () => { open(row.file); writings.get(row.file).writing.go(row.line); });
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

// ---- trying and publishing ----

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
      state(error.message, true);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

pressed("[data-try]", async () => { location.href = `/tables/${(await ask("POST", "/try")).id}`; });
pressed("[data-undo]", async () => writings.get(current).writing.undo());
pressed("[data-publish]", async () => { one("[data-publishing]").showModal(); listVersions(); });
for (const button of document.querySelectorAll("[data-visibility]")) {
  button.addEventListener("click", async () => {
    one("[data-published]").textContent = say.publishing;
    try {
      await flushed();
      published(await ask("POST", "/publish", { visibility: button.dataset.visibility }));
      listVersions();
    } catch (error) {
      one("[data-published]").textContent = error.message;
    }
  });
}

function published(line) {
  const told = one("[data-published]");
  const link = make("a", { href: `/variants/${line.id}` }, `${location.origin}/variants/${line.id}`);
  told.replaceChildren(say.published.replace("{n}", line.number), " ", link);
}

async function listVersions() {
  const rows = await ask("GET", "/versions");
  one("[data-versions]").replaceChildren(...rows.map((row) => {
    const line = make("li");
    line.append(make("a", { href: `/variants/${row.id}` }, `${row.number}. ${row.name}`), ` ${say[row.visibility]}`);
    return line;
  }));
}

pressed("[data-history]", async () => {
  const rows = await ask("GET", "/steps");
  one("[data-steps]").replaceChildren(...rows.map((row) => {
    const line = make("li");
    const button = make("button", { type: "button" }, say.restore);
    button.addEventListener("click", async () => {
      await ask("POST", "/restore", { version: draft.version, step: row.version });
      one("[data-past]").close();
      await reload();
    });
    line.append(`${row.version} · ${new Date(row.at).toLocaleString()} `, button);
    return line;
  }));
  one("[data-past]").showModal();
});
for (const button of document.querySelectorAll("dialog [data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

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
examine();
