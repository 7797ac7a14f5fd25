// Editing on the picture: provinces dragged, renamed, divided, joined, colored; the text follows.
import { make } from "./dom.js";
import { apply, draft, light, open, say, state, writings } from "./workshop.js";

const FAR = 8;
const one = (query) => document.querySelector(query);
const board = one("[data-board]"), plate = one("[data-plate]"), chooser = one("[data-spot]");
const powers = one("[data-power]"), color = one("[data-color]");
let tool = "move", first = "", held = null, chosen = "";

for (const button of document.querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => choose(button.dataset.tool));
}

function choose(name) {
  tool = name;
  first = "";
  for (const button of document.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  one("[data-colors]").hidden = name !== "home";
  state(say[`tool_${name}`] ?? "");
}

const spot = (id) => draft.found?.spots.find((row) => row.id === id);

/** The province under a pointer. */
function under(event) {
  return event.target.closest?.("[data-province]")?.dataset.province ?? at(event);
}

function at(event) {
  const hit = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.dataset?.province);
  return hit?.dataset.province ?? "";
}

/** Where a pointer is on the picture. */
function placed(event) {
  const svg = board.querySelector("svg");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [Math.round(point.x * 10) / 10, Math.round(point.y * 10) / 10];
}

board.addEventListener("pointerdown", (event) => {
  const id = board.querySelector("svg") ? under(event) : "";
  if (!id) return;
  // A finger scrolls the page, and drags only the province that it has tapped before.
  const drags = tool === "move" && (event.pointerType !== "touch" || id === chosen);
  held = { id, x: event.clientX, y: event.clientY, from: placed(event), drags };
  if (drags) board.setPointerCapture(event.pointerId);
});
board.addEventListener("touchstart", (event) => { if (held?.drags) event.preventDefault(); }, { passive: false });
board.addEventListener("pointermove", (event) => {
  if (!held?.drags || near(event)) return;
  const [x, y] = placed(event);
  board.querySelector(`[data-province="${CSS.escape(held.id)}"]`)?.setAttribute("transform", `translate(${x - held.from[0]} ${y - held.from[1]})`);
});
board.addEventListener("pointerup", (event) => {
  const grip = held;
  held = null;
  if (!grip) return;
  if (grip.drags && !near(event, grip)) return drag(grip, placed(event));
  act(grip.id);
});
board.addEventListener("pointercancel", () => { held = null; });

const near = (event, grip = held) => Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < FAR;

function drag(grip, end) {
  const here = draft.spots[grip.id] ?? grip.from;
  const to = [here[0] + end[0] - grip.from[0], here[1] + end[1] - grip.from[1]];
  return apply({ what: "move", province: grip.id, to, spots: draft.spots });
}

/** Do what the tool does with a province. */
function act(id) {
  choosing(id);
  if (tool === "rename") return rename(id);
  if (tool === "join") return join(id);
  if (tool === "split") return apply({ what: "split", province: id, spots: draft.spots });
  if (tool === "home") return apply({ what: "home", province: id, power: powers.value });
  if (tool !== "move") return apply({ what: tool, province: id });
}

/** Show a province: on the board, in the text, and in words. */
function choosing(id) {
  const row = spot(id);
  chosen = id;
  light(id);
  chooser.value = id;
  if (!row) return;
  plate.hidden = false;
  const owner = draft.found.powers.find((power) => power.homes.includes(id));
  plate.replaceChildren(make("strong", {}, row.name), ` ${row.kind}${row.center ? `, ${say.center}` : ""}${owner ? `, ${owner.name}` : ""}`);
  if (row.line && "map.txt" in draft.files) {
    plate.append(` · ${say.line.replace("{n}", row.line)}`);
    open("map.txt");
    writings.get("map.txt").writing.go(row.line);
  }
}

function rename(id) {
  const input = make("input", { "aria-label": say.new_name, maxlength: 60, value: spot(id)?.name ?? "" });
  const form = make("form");
  form.append(input, make("button", {}, say.rename));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply({ what: "rename", province: id, name: input.value });
  });
  plate.replaceChildren(form);
  input.select();
}

function join(id) {
  if (!first) {
    first = id;
    state(say.tool_join_other.replace("{name}", spot(id)?.name ?? id));
    return;
  }
  const pair = { what: "join", province: first, other: id };
  first = "";
  apply(pair);
}

chooser.addEventListener("change", () => choosing(chooser.value));
one("[data-do]").addEventListener("click", () => { if (chooser.value) act(chooser.value); });
color.addEventListener("change", () => apply({ what: "color", power: powers.value, color: color.value }));
powers.addEventListener("change", colored);

/** The field for the color shows that of the chosen power; nobody has none. */
function colored() {
  const power = draft.found?.powers.find((row) => row.name === powers.value);
  color.value = power?.color ?? "#777777";
  color.disabled = !power;
}

/** What can be chosen follows the draft. */
function listed() {
  const kept = chooser.value, power = powers.value;
  chooser.replaceChildren(...draft.found.spots.map((row) => make("option", { value: row.id }, row.name)));
  if (kept) chooser.value = kept;
  powers.replaceChildren(...draft.found.powers.map((row) => make("option", { value: row.name }, row.name)), make("option", { value: "" }, say.nobody));
  if (power) powers.value = power;
  colored();
}
one("[data-draft]").addEventListener("examined", () => { if (draft.found.spots.length) listed(); });
if (draft.found?.spots.length) listed();
