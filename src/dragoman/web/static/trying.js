// Trying it: what would come of one's draft if the others did what one guesses. The guesses stay in
// this browser; what is tried is asked of the server, which keeps nothing of it.

import { Imagined } from "./imagined.js";

export class Trying {
  /** `panel` holds the guesses and the button; `changed(on)` is called when a trial begins or ends, `shown()` when its results are there. */
  constructor(panel, { table, stage, ask, words, look, changed, shown }) {
    Object.assign(this, { panel, ask, words, shown });
    this.would = new Imagined("try", { stage, ask, look, body: () => ({ orders: this.guesses() }), changed });
    this.kept = `dragoman-guesses-${table}`;
    this.fields = [...panel.querySelectorAll("[data-guess]")];
    this.output = panel.querySelector("[data-trial]");
    for (const field of this.fields) field.addEventListener("input", () => this.keep());
    panel.querySelector("[data-try]").addEventListener("click", () => this.attempt());
    panel.querySelector("[inert]").inert = false;
    panel.querySelector("[data-guess-all]").addEventListener("click", (event) => this.guess(event.target));
  }

  /** A turn has begun: what was guessed for an earlier one is forgotten. */
  begin(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    this.would.end();
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
      field.closest("details").querySelector("[data-count]").textContent = n ? this.words.guessed.replace("{n}", n) : this.words.guess_none;
    }
  }

  /** Let the computer guess what the others do. */
  async guess(button) {
    button.disabled = true;
    const found = await this.ask("guess");
    button.disabled = false;
    for (const field of this.fields) if (found) field.value = found.orders[field.dataset.guess] ?? "";
    this.keep();
  }

  /** Ask what would happen, and show it. */
  async attempt() {
    const found = await this.would.show();
    if (!found) return;
    this.output.innerHTML = found.results;
    for (const section of this.output.querySelectorAll("[data-at]")) section.dataset.at = "try";
    this.shown();
    this.output.focus({ preventScroll: true });
    this.output.scrollIntoView({ block: "nearest" });
  }
}
