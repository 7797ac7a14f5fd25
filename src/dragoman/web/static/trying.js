// Trying it: what would come of one's draft if the others did what one guesses. The guesses stay in
// this browser; what is tried is asked of the server, which keeps nothing of it.

export class Trying {
  /** `panel` holds the guesses and the button; `changed(on)` is called when a trial begins or ends. */
  constructor(panel, { table, stage, ask, words, look, changed }) {
    Object.assign(this, { panel, stage, ask, words, look, changed });
    this.kept = `dragoman-guesses-${table}`;
    this.layers = null; // what would lie upon the boards, while a trial is shown
    this.fields = [...panel.querySelectorAll("[data-guess]")];
    this.output = panel.querySelector("[data-trial]");
    for (const field of this.fields) field.addEventListener("input", () => this.keep());
    panel.querySelector("[data-try]").addEventListener("click", () => this.attempt());
    panel.querySelector("[inert]").inert = false;
    panel.querySelector("[data-guess-all]").addEventListener("click", (event) => this.guess(event.target));
  }

  /** Whether the board shows what would be. */
  get on() {
    return this.layers !== null;
  }

  /** A turn has begun: what was guessed for an earlier one is forgotten. */
  begin(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    this.end();
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
    const found = await this.request(this.stage.names);
    if (!found) return;
    this.layers = new Map(Object.entries(found.layers));
    this.output.innerHTML = found.results;
    for (const section of this.output.querySelectorAll("[data-at]")) section.dataset.at = "try";
    this.changed(true);
    this.output.focus({ preventScroll: true });
    this.output.scrollIntoView({ block: "nearest" });
  }

  request(boards) {
    const { theme } = this.look();
    const form = this.stage.small.matches ? "small" : "";
    return this.ask("try", { method: "POST", body: { orders: this.guesses(), boards, theme, form, letters: this.stage.letters } });
  }

  /** What would lie upon a board. */
  async layer(name) {
    const key = name || [...this.layers.keys()][0];
    if (!this.layers.has(key)) this.layers.set(key, (await this.request([name]))?.layers[name] ?? null);
    return this.layers.get(key);
  }

  end() {
    if (!this.on) return;
    this.layers = null;
    this.changed(false);
  }
}
