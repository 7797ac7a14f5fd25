// Trying it: what would come of one's draft if the others did what one guesses. The guesses stay in
// this browser; what is tried is asked of the server, which keeps nothing of it.

import { counted, named } from "./dom.js";
import { Imagined } from "./imagined.js";
import { Orders } from "./orders.js";

export class Trying {
  /** `panel` holds the guesses and the button; `changed(on)` is called when a trial begins or ends, `shown()` when its results are there. */
  constructor(panel, { table, stage, ask, words, look, changed, shown, own, seats, verbs }) {
    Object.assign(this, { panel, ask, words, shown, own, seats });
    this.judged = false; // whether the boards show what would come of it, or what is guessed
    this.would = new Imagined("try", { stage, ask, look, body: () => ({ orders: this.guesses(), judged: this.judged }), changed });
    this.desk = panel.querySelector("[data-guessing]");
    const other = (power, spot) => this.other(power, spot);
    this.orders = new Orders(this.desk, { board: stage, ask: (path, options) => this.written(path, options), words, changed: () => {}, other, bar: this.desk });
    this.orders.verbs = verbs;
    this.verbs = verbs;
    this.kept = `dragoman-guesses-${table}`;
    this.fields = [...panel.querySelectorAll("[data-guess]")];
    this.output = panel.querySelector("[data-trial]");
    for (const field of this.fields) {
      field.addEventListener("input", () => this.keep());
      field.addEventListener("change", () => (this.sketch(), this.of === field.dataset.guess && this.take(this.of)));
    }
    panel.querySelector("[data-try]").addEventListener("click", () => this.attempt());
    panel.querySelector("[inert]").inert = false;
    panel.querySelector("[data-guess-all]").addEventListener("click", (event) => { this.guessing = this.guess(event.target); });
  }

  /** A turn has begun: what was guessed for an earlier one is forgotten. */
  begin(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    this.leave();
    this.output.replaceChildren();
    const [when, guesses] = JSON.parse(localStorage.getItem(this.kept) ?? "[0, {}]");
    for (const field of this.fields) field.value = when === turn ? (guesses[field.dataset.guess] ?? "") : "";
    this.count();
  }

  guesses() {
    return Object.fromEntries(this.fields.map((field) => [field.dataset.guess, field.value]));
  }

  keep() {
    localStorage.setItem(this.kept, JSON.stringify([this.turn, this.guesses()]));
    this.count();
  }

  count() {
    for (const field of this.fields) {
      const n = field.value.split("\n").filter((line) => line.trim()).length;
      field.closest("details").querySelector("[data-count]").textContent = n ? counted(n, this.words.guessed_one, this.words.guessed) : this.words.guess_none;
    }
  }

  /** Let the computer guess what the others do. */
  async guess(button) {
    button.disabled = true;
    const found = await this.ask("guess");
    button.disabled = false;
    for (const field of this.fields) if (found) field.value = found.orders[field.dataset.guess] ?? "";
    this.keep();
    if (this.of) await this.take(this.of);
    await this.sketch();
  }

  /** Ask what would happen, and show it; with the guesses that are still on their way. */
  async attempt() {
    await this.guessing;
    this.orders.drop();
    this.judged = true;
    const found = await this.would.show();
    if (!found) return;
    this.output.innerHTML = found.results;
    for (const section of this.output.querySelectorAll("[data-at]")) section.dataset.at = "try";
    this.shown();
    this.output.focus({ preventScroll: true });
    this.output.scrollIntoView({ block: "nearest" });
  }

  // --- guesses on the board -------------------------------------------------------------------

  /** Show one's own orders and the guesses on the boards. */
  async sketch() {
    this.judged = false;
    this.output.replaceChildren();
    const found = await this.would.show();
    this.panel.toggleAttribute("data-sketched", this.would.on);
    return found;
  }

  /** The trial is put away: the boards show what is. */
  leave() {
    this.orders.drop();
    this.of = null;
    this.desk.hidden = true;
    this.verbs.orders = this.own;
    this.would.end();
  }

  /** A place was clicked: an order for one's own unit goes on, or one that is guessed. */
  async meant(spot) {
    if (this.judged) await this.sketch();
    if (!this.orders.subject) this.verbs.orders = this.own;
    return this.verbs.orders.meant(spot);
  }

  /** What stands there belongs to somebody else: it is guessed what he orders. */
  async other(power, spot) {
    const seat = this.seats[power];
    if (!this.fields.some((field) => field.dataset.guess === seat)) return this.mine(seat, spot);
    this.verbs.orders = this.orders;
    if (seat !== this.of) await this.take(seat);
    const [first] = this.orders.chargesAt(named(spot));
    const found = first ?? this.orders.desk.charges.find((charge) => !charge.place && charge.owed);
    if (found) await this.orders.choose(found.subject, [], false);
    return false;
  }

  /** From a guess back to one's own units. */
  async mine(seat, spot) {
    this.verbs.orders = this.own;
    if (this.own.desk?.seat === seat) await this.own.meant(spot);
    return false;
  }

  field(seat) {
    return this.fields.find((one) => one.dataset.guess === seat);
  }

  /** Lay out what a seat may order. */
  async take(seat) {
    this.of = seat;
    const desk = await this.write({ text: this.field(seat).value });
    if (!desk) return;
    this.desk.hidden = false;
    this.desk.querySelector("[data-guess-of]").textContent = this.field(seat).getAttribute("aria-label");
    this.orders.show(desk);
  }

  /** What orders ask of the server is asked for a guess, which this browser keeps. */
  async written(path, { body } = {}) {
    if (path.startsWith("choices")) return this.ask(`try/${path}&of=${encodeURIComponent(this.of)}`);
    const { value } = this.field(this.of);
    const desk = await this.write({ text: value, ...body });
    if (!desk) return null;
    this.field(this.of).value = desk.text;
    this.keep();
    this.sketch();
    return desk;
  }

  write({ text, order = "", split = false }) {
    this.version = (this.version ?? 0) + 1;
    return this.ask("try/desk", { method: "POST", body: { of: this.of, text, order, split, version: this.version } });
  }
}
