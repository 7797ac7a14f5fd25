// Orders: chosen from lists, on the map, by dragging, or typed. All of them change one draft, which
// the server keeps; what it answers is what will be judged.

import { splitPlace } from "./board.js";

const TYPING = 450; // milliseconds without a key before a typed draft is saved
const MANY = 12; // so many choices can be searched

export class Orders {
  /** The desk of one seat. `words` are the page's strings; `ask(path, body)` talks to the server. */
  constructor(root, { board, ask, words, changed }) {
    Object.assign(this, { root, board, ask, words, changed });
    this.subject = null;
    this.prefix = [];
    this.choices = [];
    this.undoable = [];
    this.unsent = null;
    this.list = root.querySelector("[data-charges]");
    this.chooser = root.querySelector("[data-chooser]");
    this.text = root.querySelector("[data-text]");
    this.notes = root.querySelector("[data-notes]");
    this.pools = root.querySelector("[data-pools]");
    this.undoButton = document.querySelector("[data-undo]");
    this.saved = document.querySelector("[data-saved]");
    this.text?.addEventListener("input", () => this.typed());
    this.undoButton?.addEventListener("click", () => this.undo());
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.subject) this.giveUp();
    });
  }

  get charge() {
    return this.desk?.charges.find((charge) => charge.subject === this.subject) ?? null;
  }

  // --- the draft ------------------------------------------------------------------------------

  /** Take over what the server says about this seat; what is shown already stays untouched. */
  show(desk) {
    const same = this.desk && this.desk.turn === desk.turn && this.desk.seat === desk.seat;
    if (same && desk.version < this.desk.version) return; // a later answer has overtaken this one
    const said = JSON.stringify(desk);
    if (said === this.said) {
      this.changed(desk);
      return;
    }
    this.said = said;
    if (!same) {
      this.undoable = [];
      this.drop();
      this.say("");
    }
    this.desk = desk;
    if (this.text && (document.activeElement !== this.text || !same)) this.text.value = desk.text;
    this.drawCharges();
    this.drawPools();
    this.drawNotes();
    this.drawExample();
    if (this.undoButton) this.undoButton.disabled = this.undoable.length === 0;
    this.root.dataset.version = `${desk.turn}.${desk.version}`;
    this.changed(desk);
    // Where there is only one matter, such as a piece to place, it is begun with.
    const only = desk.charges.length === 1 && !desk.charges[0].place ? desk.charges[0] : null;
    if (only && !this.subject && !only.given.length) this.choose(only.subject, [], false);
  }

  /** Send something that changes the draft. Without a line it waits, and is sent when there is one. */
  async send(path, options) {
    this.say(this.words.saving);
    const desk = await this.ask(path, { ...options, lost: () => this.keep(path, options) });
    if (desk) {
      this.say(this.words.saved);
      this.show(desk);
    } else if (!this.unsent) this.say("");
    return desk;
  }

  keep(path, options) {
    const waiting = this.unsent ?? [];
    // A whole draft replaces what waited before it.
    this.unsent = path === "orders" ? [{ path, options }] : [...waiting, { path, options }];
    this.say(this.words.unsent);
  }

  /** Send what has waited for the line; what the server refuses now is told, and dropped. */
  async resend() {
    const waiting = this.unsent ?? [];
    this.unsent = null;
    for (const { path, options } of waiting) await this.send(path, options);
  }

  save(text) {
    return this.send("orders", { method: "PUT", body: { turn: this.desk.turn, text } });
  }

  /** Add an order that was typed; answers why it was refused, or nothing. */
  async typedIn(order) {
    const before = this.desk.text;
    let refused = "";
    const body = { turn: this.desk.turn, order, split: false };
    const desk = await this.send("orders/add", { method: "POST", body, refused: (text) => (refused = text) });
    if (desk) this.remember(before);
    return desk ? "" : refused;
  }

  async add(order, split = false) {
    const before = this.desk.text;
    const { subject } = this;
    const inside = this.chooser?.contains(document.activeElement);
    // What is clicked while the order is on its way is no longer meant for it.
    this.drop();
    if (inside) this.stand(subject);
    const desk = await this.send("orders/add", { method: "POST", body: { turn: this.desk.turn, order, split } });
    if (!desk) return;
    this.remember(before);
    // Something that takes several orders, such as builds, is gone on with.
    const charge = desk.charges.find((one) => one.subject === subject);
    if (!this.subject && charge && wants(charge)) this.choose(subject);
  }

  remember(before) {
    if (before !== this.desk.text) this.undoable.push(before);
    if (this.undoButton) this.undoButton.disabled = this.undoable.length === 0;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const before = this.desk.text;
      if (await this.save(this.text.value)) this.remember(before);
    }, TYPING);
  }

  async undo() {
    if (!this.undoable.length) return;
    const before = this.undoable.at(-1);
    if (!(await this.save(before))) return;
    this.undoable.pop();
    if (this.text) this.text.value = before;
    this.undoButton.disabled = this.undoable.length === 0;
  }

  /** Take away the orders given for a subject, or one of them. */
  async remove(charge, order) {
    const lines = this.desk.text.split("\n");
    const known = this.desk.lines.filter((line) => line.orders.some((one) => one.order === order));
    const gone = known.at(-1);
    if (!gone) return;
    const kept = gone.orders.map((one) => one.order);
    kept.splice(kept.lastIndexOf(order), 1);
    lines[gone.line] = kept.join("; ");
    const before = this.desk.text;
    const inside = this.list.contains(document.activeElement);
    if (!(await this.save(lines.filter((line) => line.trim()).join("\n")))) return;
    this.remember(before);
    if (inside) this.stand(charge.subject);
  }

  say(text) {
    if (this.saved) this.saved.textContent = text;
  }

  // --- the list -------------------------------------------------------------------------------

  drawCharges() {
    if (!this.list) return;
    const focus = document.activeElement;
    const subject = focus?.dataset?.subject;
    const inside = this.chooser?.contains(focus);
    const rows = this.desk.charges.map((charge) => this.row(charge));
    this.list.replaceChildren(...rows);
    this.placeChooser();
    // The list is new and the choices have moved, which must not take the focus from a keyboard.
    if (inside) focus.focus({ preventScroll: true });
    else if (subject) this.stand(subject);
  }

  /** The choices stand right below what they are for. */
  placeChooser() {
    const chosen = this.list.querySelector(".chosen");
    if (chosen) {
      const item = make("li", { class: "choosing" });
      item.append(this.chooser);
      chosen.after(item);
    } else this.list.after(this.chooser);
  }

  row(charge) {
    const item = make("li", { class: `charge${charge.subject === this.subject ? " chosen" : ""}` });
    const button = make("button", { type: "button", "data-subject": charge.subject });
    const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.backgroundColor = charge.color;
    const told = make("span", {});
    told.append(make("span", {}, charge.label), " ");
    if (charge.pool) told.append(make("small", {}, `${charge.power} `));
    told.append(this.given(charge));
    button.append(swatch, told);
    button.addEventListener("click", () => this.choose(charge.subject));
    item.append(button);
    if (charge.given.length) item.append(this.away(charge));
    for (const warned of this.desk.warned) if (charge.given.includes(warned.order)) item.append(this.warning(warned));
    return item;
  }

  given(charge) {
    if (!charge.given.length) {
      const none = make("span", { class: "none" }, charge.owed ? this.words.none : this.words.maybe);
      if (wants(charge) && charge.count > 1) none.append(` ${this.soFar(charge)}`);
      return none;
    }
    const counted = new Map();
    for (const order of charge.given) counted.set(order, (counted.get(order) ?? 0) + 1);
    const texts = [...counted].map(([order, n]) => (charge.pool && n > 1 ? `${order} ×${n}` : order));
    const shown = make("span", { class: `given${charge.faults.length ? " bad" : ""}` }, texts.join("; "));
    if (wants(charge)) {
      shown.append(make("small", { class: "none" }, ` ${this.soFar(charge)}`));
    }
    if (charge.faults.length) shown.append(make("small", {}, ` ${charge.faults[0]}`));
    return shown;
  }

  /** What looks like a slip, with a way out. */
  warning(warned) {
    const box = make("div", { class: "warning" }, warned.text);
    if (!warned.mend) return box;
    const button = make("button", { type: "button", class: "plain" }, this.words.mend.replace("{order}", warned.mend_said));
    button.addEventListener("click", () => this.typedIn(warned.mend));
    box.append(" ", button);
    return box;
  }

  soFar(charge) {
    return this.words.so_far.replace("{n}", charge.given.length).replace("{all}", charge.count);
  }

  away(charge) {
    const last = charge.given.at(-1);
    const label = this.words.away.replace("{order}", last);
    const button = make("button", { type: "button", class: "away", "aria-label": label, title: label }, "×");
    button.addEventListener("click", () => this.remove(charge, last));
    return button;
  }

  drawPools() {
    if (!this.pools) return;
    const told = (pool) =>
      this.words.left.replace("{left}", pool.left).replace("{all}", pool.all).replace("{name}", pool.name);
    this.pools.replaceChildren(
      ...this.desk.pools.map((pool) => make("p", { class: pool.left < 0 ? "error" : "hint" }, told(pool))),
      // What they are for is told once, however many there are, and as long as none is used.
      ...[...new Set(this.desk.pools.filter((pool) => pool.left === pool.all).map((pool) => pool.about))].filter(Boolean).map((about) => make("p", { class: "hint" }, about)),
    );
  }

  /** Where orders are typed, an order stands in pale letters that could be typed now. */
  drawExample() {
    const told = this.desk.example ? this.words.example.replace("{order}", this.desk.example) : "";
    for (const field of this.root.querySelectorAll("[data-typed], [data-text]")) field.placeholder = told;
  }

  drawNotes() {
    if (!this.notes) return;
    const items = [];
    for (const line of this.desk.lines) {
      if (line.problem) {
        const told = this.words.misread.replace("{line}", line.text.trim()).replace("{expected}", line.problem);
        items.push(make("li", {}, told));
      }
      for (const order of line.orders) if (order.text) items.push(make("li", {}, `${order.order}: ${order.text}`));
    }
    this.notes.replaceChildren(...items);
  }

  // --- choosing -------------------------------------------------------------------------------

  choose(subject, prefix = [], focus = true) {
    this.looking = this.look(subject, prefix, focus);
    return this.looking;
  }

  /** Look up how an order may go on, and show it. */
  async look(subject, prefix, focus) {
    if (!this.desk?.open) return;
    this.subject = subject;
    this.prefix = prefix;
    if (!prefix.length) this.forced = 0;
    const choices = await this.fetchChoices(subject, prefix);
    if (this.subject !== subject || this.prefix !== prefix || !choices) return;
    if (!choices.length) {
      this.drop();
      return;
    }
    // Where there is only one way to go on, it is taken.
    if (choices.length === 1 && choices[0].more && !choices[0].order && prefix.length === this.forced) {
      this.forced += 1;
      await this.choose(subject, [...prefix, choices[0].token], focus);
      return;
    }
    this.choices = choices;
    this.ways = null;
    this.drawCharges();
    this.drawChooser(focus);
    if (!prefix.length) this.first = choices;
    this.light();
    this.changed(this.desk, this.charge);
    if (prefix.length === 0) await this.lookAhead(subject, prefix);
  }

  fetchChoices(subject, prefix) {
    const query = new URLSearchParams({ subject });
    if (prefix.length) query.set("prefix", prefix.join("|"));
    return this.ask(`choices?${query}`);
  }

  /** Where the plain verb of the phase leads, so that one click on the map is enough. */
  async lookAhead(subject, prefix) {
    const plain = this.choices.find((choice) => choice.more && ["move", "retreat", "build", "place", "remove"].includes(choice.token));
    if (!plain) return;
    const ways = await this.fetchChoices(subject, [plain.token]);
    if (this.subject !== subject || this.prefix !== prefix || !ways) return;
    this.ways = { verb: plain.token, choices: ways };
    this.light();
  }

  drop() {
    this.subject = null;
    this.prefix = [];
    this.choices = [];
    this.ways = null;
    this.chooser?.replaceChildren();
    this.board?.light([]);
    this.verbs?.hide();
    if (this.desk) this.drawCharges();
  }

  /** Leave the choices to the line that they are for, where a keyboard goes on. */
  giveUp() {
    const { subject } = this;
    this.drop();
    this.stand(subject);
  }

  stand(subject) {
    this.list?.querySelector(`[data-subject="${CSS.escape(subject ?? "")}"]`)?.focus({ preventScroll: true });
  }

  take(choice, prefix = this.prefix) {
    if (choice.order && !choice.more) return this.finish(choice.order);
    return this.choose(this.subject, [...prefix, choice.token]);
  }

  /** An order is complete; a unit that may divide is asked about when it has one already. */
  finish(order) {
    const charge = this.charge;
    if (charge && charge.place && charge.count > 1 && !charge.pool && charge.given.length === 1 && charge.given[0] !== order) {
      return this.askSplit(order, charge);
    }
    return this.add(order);
  }

  askSplit(order, charge) {
    const box = this.chooser;
    box.replaceChildren(make("h2", {}, charge.label), make("p", {}, this.words.split.replace("{first}", charge.given[0]).replace("{second}", order)));
    const row = make("div", { class: "row" });
    const both = make("button", { type: "button", class: "main" }, this.words.both);
    both.addEventListener("click", () => this.add(order, true));
    const instead = make("button", { type: "button" }, this.words.instead);
    instead.addEventListener("click", () => this.add(order));
    row.append(both, instead);
    box.append(row);
    both.focus();
  }

  drawChooser(focus = true) {
    const charge = this.charge;
    if (!this.chooser || !charge) return;
    this.names = this.names ?? new Map();
    for (const choice of this.choices) this.names.set(choice.token, choice);
    const heading = make("h2", { tabindex: "-1" }, [charge.label, ...this.prefix.map((token) => this.told(token))].join(" · "));
    const wanted = this.choices[0]?.wanted ?? 0;
    const picked = this.picked();
    if (wanted) heading.append(" ", make("small", {}, this.words.so_far.replace("{n}", picked.length).replace("{all}", wanted)));
    const list = make("ul", { class: "choices" });
    for (const token of picked) list.append(this.pickedOption(token));
    for (const choice of this.choices) list.append(this.option(choice));
    const search = this.choices.length > MANY ? this.search(list) : null;
    const chosen = this.prefix.length > this.forced;
    const back = make("button", { type: "button" }, chosen ? this.words.back : this.words.cancel);
    back.addEventListener("click", () => (chosen ? this.choose(this.subject, this.prefix.slice(0, -1)) : this.giveUp()));
    this.chooser.dataset.prefix = this.prefix.join("|");
    this.chooser.replaceChildren(heading, ...(search ? [search] : []), list, back);
    if (!focus) return;
    heading.focus({ preventScroll: true });
    this.list.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
    this.chooser.scrollIntoView({ block: "nearest" });
  }

  /** A field that leaves only the choices with what is typed in them; Enter takes the first. */
  search(list) {
    const field = make("input", { type: "search", class: "search", "aria-label": this.words.search, placeholder: this.words.search });
    const items = [...list.children];
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      items.find((item) => !item.hidden)?.querySelector("button").click();
    });
    return field;
  }

  told(token) {
    return this.names?.get(token)?.label ?? token;
  }

  /** The places picked already, where some are picked in any order. */
  picked() {
    return this.choices[0]?.wanted ? this.prefix.filter((token) => this.names?.get(token)?.place) : [];
  }

  unpick(token) {
    return this.choose(this.subject, this.prefix.filter((one) => one !== token));
  }

  pickedOption(token) {
    const item = make("li", {});
    const button = make("button", { type: "button", "aria-pressed": "true", "data-picked": token }, this.told(token));
    button.addEventListener("click", () => this.unpick(token));
    item.append(button);
    return item;
  }

  option(choice) {
    const item = make("li", {});
    const button = make("button", { type: "button", title: choice.said, "data-token": choice.token }, choice.label);
    if (choice.order && choice.more) {
      // Complete as it is, and can be gone on with: two buttons.
      button.addEventListener("click", () => this.finish(choice.order));
      const more = make("button", { type: "button", "aria-label": `${choice.label} …`, "data-more": choice.token }, "…");
      more.addEventListener("click", () => this.choose(this.subject, [...this.prefix, choice.token]));
      item.append(button, more);
      return item;
    }
    button.addEventListener("click", () => this.take(choice));
    item.append(button);
    return item;
  }

  light() {
    if (this.board?.past) return;
    const charge = this.charge;
    const open = [...this.choices, ...(this.ways?.choices ?? [])].map((choice) => choice.place).filter(Boolean);
    this.board?.light(open, [...(charge?.place ? [charge.place] : []), ...this.picked()]);
    this.drawVerbs();
  }

  /** The verbs of a unit stand beside it on the board. */
  drawVerbs() {
    const { charge } = this;
    if (!this.verbs || !charge?.place || this.board.past) return this.verbs?.hide();
    const several = this.prefix.length && this.choices.length > 1 && this.choices.every((choice) => province(choice.place) === province(this.choices[0].place) && choice.place);
    const tiles = several ? this.choices : (this.first ?? []).filter((choice) => !choice.place);
    const verb = this.prefix[0] ?? this.ways?.verb;
    return this.verbs.show({ charge, tiles, verb, stack: this.chargesAt(charge.place) });
  }

  /** A verb beside the unit was chosen: an order, or the places that it leads to. */
  verb(token) {
    const further = this.prefix.length ? this.choices.find((one) => one.token === token) : null;
    if (further) return this.take(further);
    const choice = this.first.find((one) => one.token === token);
    if (choice.order && !choice.more) return this.finish(choice.order);
    return this.choose(this.subject, [choice.token], false);
  }

  // --- the map --------------------------------------------------------------------------------

  /** A place of the map was clicked: a choice that is open there, else a unit to be ordered. */
  async meant(spot) {
    await this.looking; // on a slow line the choices may still be on their way
    const place = this.named(spot);
    if (this.subject) {
      const again = this.picked().find((token) => province(token) === province(place));
      if (again) return this.unpick(again);
      const here = this.at(this.choices, place);
      if (here.length) return this.pick(here, this.prefix);
      const ways = this.at(this.ways?.choices ?? [], place);
      if (ways.length) return this.pick(ways, [this.ways.verb]);
    }
    // Several that stand together, such as an army with its leader, take turns.
    const here = this.chargesAt(place);
    const next = here[here.findIndex((charge) => charge.subject === this.subject) + 1];
    this.board.element.focus({ preventScroll: true });
    return next ? this.choose(next.subject, [], false) : this.drop();
  }

  /** Several choices in one province (coasts, kinds of unit): ask in the list. */
  pick(found, prefix) {
    if (found.length === 1) return found[0].order ? this.finish(found[0].order) : this.take(found[0], prefix);
    this.prefix = prefix;
    this.choices = found;
    this.drawChooser();
    return undefined;
  }

  at(choices, place) {
    const exact = choices.filter((choice) => choice.place === place);
    return exact.length ? exact : choices.filter((choice) => choice.place && province(choice.place) === province(place));
  }

  chargesAt(place) {
    const all = this.desk?.charges.filter((charge) => charge.place && province(charge.place) === province(place)) ?? [];
    const own = all.filter((charge) => !charge.pool);
    return own.length ? own : all;
  }

  /** A place as orders write it: with its board, where there are several. */
  named(spot) {
    return spot.scope && !spot.place.includes(":") ? `${spot.scope}:${spot.place}` : spot.place;
  }

  grabbed(spot) {
    return Boolean(this.desk?.open && spot.unit && this.chargesAt(this.named(spot)).length);
  }

  /** A unit was dragged to a place: the plain order that leads there. */
  async dropped(from, to) {
    const here = this.chargesAt(this.named(from));
    const charge = here.find((one) => one.subject === this.subject) ?? here[0];
    if (!charge) return;
    await this.choose(charge.subject);
    const ways = this.at(this.ways?.choices ?? [], this.named(to));
    if (ways.length) this.pick(ways, [this.ways.verb]);
  }
}

/** Whether a matter that takes several orders lacks some. */
function wants(charge) {
  return !charge.place && !charge.pool && charge.count > charge.given.length;
}

function province(place) {
  const [board, local] = splitPlace(place);
  return `${board}:${local.split("/")[0]}`;
}

/** An element with attributes and text; text is never read as HTML. */
export function make(tag, attributes = {}, text = null) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  return element;
}
