// The workbench of a sandbox: a click on the board places or removes units or gives a center away.

export class Editor {
  /** `turn()` is the turn that is edited; `ask` talks to the server, `done()` is called after a step. */
  constructor(panel, { ask, turn, tell, words, open }) {
    Object.assign(this, { panel, ask, turn, tell, words, open });
    this.power = panel.querySelector("[data-power]");
    this.kind = panel.querySelector("[data-kind]");
    this.typed(panel.querySelector("[data-place-form]"), (form) => this.change(form.querySelector("[data-place]").value.trim().toLowerCase()));
    this.typed(panel.querySelector("[data-phase-form]"), (form) => this.send({ tool: "phase", phase: form.querySelector("[data-phase-code]").value }));
    panel.querySelector("[inert]").inert = false;
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
    return !this.panel.hidden;
  }

  /** A place of the board was clicked. */
  meant(place) {
    return this.change(place);
  }

  change(place) {
    const power = this.power.value;
    const changes = { place: { place, power, kind: this.kind.value }, remove: { place }, center: { place: place.split("/")[0], power } };
    return this.send({ tool: this.tool, ...changes[this.tool] });
  }

  /** One change after another: each is of the position that the one before it made. */
  send(change) {
    this.last = Promise.resolve(this.last).then(async () => {
      const state = await this.ask("edit", { method: "POST", body: { turn: this.turn(), change } });
      if (state) await this.open(state);
    });
    return this.last;
  }

  async back() {
    const state = await this.ask("back", { method: "POST", body: { turn: this.turn() } });
    if (!state) return;
    await this.open(state);
    this.tell(this.words.undone);
  }
}
