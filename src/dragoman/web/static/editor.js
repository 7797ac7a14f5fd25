// A position edited on the board: a click places, removes or recolors units or gives a center away.
// In a sandbox every change is made at once; an organizer's are kept in his form until he sends it.

import { Imagined } from "./imagined.js";

const FIELDS = ["units", "centers", "dislodged", "phase"];

export class Editor {
  /** `ask` talks to the server; `turn()` is the turn that is edited, `open(state)` is called after a step. */
  constructor(panel, { ask, stage, look, turn, tell, words, open, drawn }) {
    Object.assign(this, { panel, ask, turn, tell, words, open });
    this.power = panel.querySelector("[data-power]");
    this.kind = panel.querySelector("[data-kind]");
    this.form = panel.matches("details") ? panel.querySelector("form[data-into]") : null;
    this.before = []; // what the form said before each change
    this.would = new Imagined("position", { stage, ask, look, body: () => this.texts(), changed: drawn });
    this.typed(panel.querySelector("[data-place-form]"), (form) => this.meant(form.querySelector("[data-place]").value.trim().toLowerCase()));
    const phase = panel.querySelector("[data-phase-form]");
    if (phase) this.typed(phase, () => this.send({ tool: "phase", phase: phase.elements.phase.value }));
    this.form?.addEventListener("change", (event) => FIELDS.includes(event.target.name) && this.would.show());
    panel.addEventListener("toggle", (event) => event.target === panel && !panel.open && this.would.end());
    for (const inert of panel.querySelectorAll("[inert]")) inert.inert = false;
    panel.querySelector("[data-back]").addEventListener("click", () => this.back());
  }

  typed(form, act) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      act(form);
    });
  }

  get tool() {
    return this.panel.querySelector("[name=tool]:checked").value;
  }

  /** Whether clicks on the board are meant for it. */
  get on() {
    return this.panel.isConnected && this.panel.open !== false && this.panel.checkVisibility();
  }

  /** A place was clicked or typed. */
  meant(place) {
    const power = this.power.value;
    const changes = { place: { place, power, kind: this.kind.value }, remove: { place }, recolor: { place, power }, center: { place: place.split("/")[0], power } };
    return this.send({ tool: this.tool, ...changes[this.tool] });
  }

  /** One change after another: each is of the position that the one before it made. */
  send(change) {
    this.last = Promise.resolve(this.last).then(() => (this.form ? this.note(change) : this.make(change)));
    return this.last;
  }

  async make(change) {
    const state = await this.ask("edit", { method: "POST", body: { turn: this.turn(), change } });
    if (state) await this.open(state);
  }

  // --- an organizer's form --------------------------------------------------------------------

  texts() {
    return Object.fromEntries(["turn", ...FIELDS].filter((name) => this.form.elements[name]).map((name) => [name, name === "turn" ? Number(this.form.elements.turn.value) : this.form.elements[name].value]));
  }

  write(texts) {
    for (const name of FIELDS) if (this.form.elements[name]) this.form.elements[name].value = texts[name] ?? "";
    this.form.closest("#side").dataset.touched = ""; // no news may take it away
  }

  async note(change) {
    const before = this.texts();
    const found = await this.would.show({ change });
    if (!found) return;
    this.before.push(before);
    this.write(found);
  }

  /** The form has come into sight, or is out of it. */
  seen(is) {
    if (is && this.on && this.before.length) this.would.show();
    else if (!is) this.would.end();
  }

  async back() {
    if (this.form && this.before.length) {
      this.write(this.before.pop());
      await (this.before.length ? this.would.show() : this.would.end());
      return;
    }
    const state = await this.ask("back", { method: "POST", body: { turn: this.turn() } });
    if (!state) return;
    await this.open(state);
    this.tell(this.words.undone);
  }
}
