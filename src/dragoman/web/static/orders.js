// Orders: chosen from lists, on the map, by dragging, or typed. All of them change one draft, which
// the server keeps; what it answers is what will be judged.

import { ChargeList, wants } from "./charges.js";
import { Chooser } from "./chooser.js";
import { named, province } from "./dom.js";

const TYPING = 450; // milliseconds without a key before a typed draft is saved

export class Orders {
  /** The desk of one seat. `words` are the page's strings; `ask(path, body)` talks to the server. */
  constructor(root, { board, ask, words, changed, other, bar = document }) {
    Object.assign(this, { root, board, ask, words, changed, other });
    this.subject = null;
    this.prefix = [];
    this.choices = [];
    this.undoable = [];
    this.unsent = null;
    this.chooser = new Chooser(root.querySelector("[data-chooser]"), this);
    this.list = new ChargeList(root, this, this.chooser.element);
    this.text = root.querySelector("[data-text]");
    this.undoButton = bar.querySelector("[data-undo]");
    this.saved = bar.querySelector("[data-saved]");
    this.text?.addEventListener("input", () => this.typed());
    addEventListener("pagehide", () => this.timer && this.saveTyped(true));
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
      this.keepUndoable(desk);
      this.drop();
      this.say("");
    }
    this.desk = desk;
    // What is typed would be lost before there is something to add it to.
    for (const field of this.root.querySelectorAll("[inert]")) field.inert = false;
    if (this.text && (document.activeElement !== this.text || !same)) this.text.value = desk.text;
    this.list.show();
    if (this.undoButton) this.undoButton.disabled = this.undoable.length === 0;
    this.root.dataset.version = `${desk.turn}.${desk.version}`;
    this.changed(desk);
    // Where there is only one matter, such as a piece to place, it is begun with.
    const only = desk.charges.length === 1 && !desk.charges[0].place ? desk.charges[0] : null;
    if (only && !this.subject && !only.given.length) this.choose(only.subject, [], false);
  }

  /** What can be undone belongs to a seat and its turn; in a sandbox one goes from seat to seat. */
  keepUndoable(desk) {
    const stacks = this.stacks?.turn === desk.turn ? this.stacks : { turn: desk.turn };
    if (this.desk && this.stacks === stacks) stacks[this.desk.seat] = this.undoable;
    this.stacks = stacks;
    this.undoable = stacks[desk.seat] ?? [];
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

  /** Send what has waited for the line; what the server refuses now is shown, and dropped. */
  async resend() {
    const waiting = this.unsent ?? [];
    this.unsent = null;
    for (const { path, options } of waiting) await this.send(path, options);
  }

  save(text, keepalive = false) {
    return this.send("orders", { method: "PUT", body: { turn: this.desk.turn, text }, keepalive });
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
    const inside = this.chooser.element.contains(document.activeElement);
    // What is clicked while the order is on its way is no longer meant for it.
    this.drop();
    if (inside) this.list.stand(subject);
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
    this.timer = setTimeout(() => this.saveTyped(), TYPING);
  }

  /** Save what was typed; `keepalive` lets it outlive the page. */
  async saveTyped(keepalive = false) {
    clearTimeout(this.timer);
    this.timer = null;
    const before = this.desk.text;
    if (await this.save(this.text.value, keepalive)) this.remember(before);
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
    const inside = this.list.focused;
    if (!(await this.save(lines.filter((line) => line.trim()).join("\n")))) return;
    this.remember(before);
    if (inside) this.list.stand(charge.subject);
  }

  say(text) {
    if (this.saved) this.saved.textContent = text;
  }

  // --- choosing -------------------------------------------------------------------------------

  choose(subject, prefix = [], focus = true) {
    this.looking = this.look(subject, prefix, focus);
    return this.looking;
  }

  /** Look up how an order may go on, and show it. */
  async look(subject, prefix, focus) {
    if (!this.desk?.open) return;
    if (subject !== this.subject) this.chooser.amount = null;
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
      this.chooser.names.set(choices[0].token, choices[0]);
      await this.choose(subject, [...prefix, choices[0].token], focus);
      return;
    }
    this.choices = choices;
    this.ways = null;
    this.list.draw();
    this.chooser.draw(focus);
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
    this.chooser.clear();
    this.board?.light([]);
    this.verbs?.hide();
    if (this.desk) this.list.draw();
  }

  /** Leave the choices to the line that they are for, where a keyboard goes on. */
  giveUp() {
    const { subject } = this;
    this.drop();
    this.list.stand(subject);
  }

  take(choice, prefix = this.prefix) {
    if (choice.order && !choice.more) return this.finish(choice.order);
    return this.choose(this.subject, [...prefix, choice.token]);
  }

  /** An order is complete; a unit that may divide is asked about when it has one already. */
  finish(order) {
    const charge = this.charge;
    if (charge && charge.place && charge.count > 1 && !charge.pool && charge.given.length === 1 && charge.given[0] !== order) {
      return this.chooser.askSplit(order, charge);
    }
    return this.add(this.chooser.priced(order));
  }

  unpick(token) {
    return this.choose(this.subject, this.prefix.filter((one) => one !== token));
  }

  light() {
    if (this.board?.past) return;
    const charge = this.charge;
    const open = [...this.choices, ...(this.ways?.choices ?? [])].map((choice) => choice.place).filter(Boolean);
    this.board?.light(open, [...(charge?.place ? [charge.place] : []), ...this.chooser.picked()]);
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
    const place = named(spot);
    if (this.subject) {
      const again = this.chooser.picked().find((token) => province(token) === province(place));
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
    if (next) return this.choose(next.subject, [], false);
    this.drop();
    // In a sandbox what belongs to another seat answers too, and a center of its that may build.
    if (here.length || !(await this.other(this.board.owner(spot), spot))) return undefined;
    const [found] = this.chargesAt(place);
    const matter = this.desk.charges.find((charge) => !charge.place && charge.owed);
    return found || matter ? this.choose((found ?? matter).subject, [], false) : undefined;
  }

  /** Several choices in one province (coasts, kinds of unit): ask in the list. */
  pick(found, prefix) {
    if (found.length === 1) return found[0].order ? this.finish(found[0].order) : this.take(found[0], prefix);
    this.prefix = prefix;
    this.choices = found;
    this.chooser.draw();
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

  grabbed(spot) {
    return Boolean(this.desk?.open && spot.unit && this.chargesAt(named(spot)).length);
  }

  /** A unit was dragged to a place: the plain order that leads there. */
  async dropped(from, to) {
    const here = this.chargesAt(named(from));
    const charge = here.find((one) => one.subject === this.subject) ?? here[0];
    if (!charge) return;
    await this.choose(charge.subject);
    const ways = this.at(this.ways?.choices ?? [], named(to));
    if (ways.length) this.pick(ways, [this.ways.verb]);
  }
}
