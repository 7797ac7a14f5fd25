// Rules by choice: the shelf of modules as cards; which go together is shown as one picks.
import { make } from "./dom.js";
import { apply, ask, draft, say } from "./workshop.js";

const box = document.querySelector("[data-shelf]"), count = document.querySelector("[data-used]");
let asked = 0;

async function fill() {
  const mine = ++asked;
  const cards = await ask("POST", "/cards").catch(() => null);
  if (!cards || mine !== asked) return;
  const kept = box.querySelector("details.options[open]")?.closest("[data-module]")?.dataset.module;
  box.replaceChildren(...cards.map((card) => shown(card, card.name === kept)));
  count.textContent = say.used.replace("{n}", cards.filter((card) => card.used).length).replace("{of}", cards.length);
  box.dataset.filled = draft.version;
}

function shown(card, opened) {
  const element = make("li", { class: `module${card.used ? " used" : card.reason ? " not" : ""}`, "data-module": card.name, tabindex: 0 });
  const head = make("div", { class: "row spread" });
  head.append(make("h3", {}, card.title), ...(card.example ? [example(card)] : []));
  element.append(head, make("p", {}, card.about));
  const foot = make("div", { class: "row spread" });
  foot.append(make("small", { class: "state" }, card.used ? (card.inherited ? say.inherited : say.in_use) : card.reason || say.goes));
  if (card.used && !card.inherited) {
    if (card.options.length) element.append(options(card, opened));
    foot.append(button(say.drop, () => apply({ what: "drop", module: card.name })));
  } else if (!card.used) foot.append(button(say.add, () => apply({ what: "use", module: card.name }), Boolean(card.reason)));
  element.append(foot);
  return element;
}

function button(text, act, disabled = false) {
  const made = make("button", { type: "button", class: "plain" }, text);
  made.disabled = disabled;
  made.addEventListener("click", act);
  return made;
}

/** A judged position that shows the module at work, in a window over the page. */
function example(card) {
  const { variant, text } = card.example, id = `example-${card.name}`;
  const over = make("div", { id, popover: "", class: "sheet example" });
  const link = make("a", { href: `/variants/${variant}`, target: "_blank" });
  link.append(make("img", { src: `/variants/${variant}/example.svg`, width: 480, height: 300, loading: "lazy", alt: text }));
  over.append(make("h3", {}, card.title), link, make("p", {}, text));
  const opener = make("button", { type: "button", class: "plain", popovertarget: id }, say.example);
  const both = make("span");
  both.append(opener, over);
  return both;
}

/** The options of a module, each a field; what is as it would be anyway is not written. */
function options(card, opened) {
  const all = make("details", { class: "options" });
  all.open = opened;
  all.append(make("summary", {}, card.options.length === 1 ? say.option : say.options.replace("{n}", card.options.length)));
  for (const option of card.options) {
    const label = make("label", { title: option.about }, option.title);
    const field = input(option);
    field.addEventListener("change", () => {
      const settings = {};
      for (const other of card.options) {
        const value = other === option ? read(option, field) : other.value;
        if (JSON.stringify(value) !== JSON.stringify(other.default)) settings[other.name] = value;
      }
      apply({ what: "use", module: card.name, settings });
    });
    label.append(field);
    all.append(label);
  }
  return all;
}

function input(option) {
  if (option.choices.length) {
    const field = make("select");
    field.append(...option.choices.map((choice) => make("option", { value: String(choice), title: option.means[choice] ?? "" }, String(choice))));
    field.value = String(option.value);
    return field;
  }
  if (option.type === "flag") {
    const field = make("input", { type: "checkbox" });
    field.checked = Boolean(option.value);
    return field;
  }
  const type = option.type === "number" ? "number" : "text";
  const value = Array.isArray(option.value) ? option.value.join(", ") : String(option.value ?? "");
  const bounds = type === "number" ? { ...(option.least !== null && { min: option.least }), ...(option.most !== null && { max: option.most }) } : {};
  return make("input", { type, value, ...bounds });
}

function read(option, field) {
  if (option.type === "flag") return field.checked;
  if (option.type === "number") return Number(field.value);
  if (option.choices.length) return option.choices.find((choice) => String(choice) === field.value);
  if (Array.isArray(option.default)) return field.value.split(",").map((part) => part.trim()).filter(Boolean);
  return field.value;
}

document.querySelector("[data-draft]").addEventListener("settled", fill);
if (draft.drawn) fill();
