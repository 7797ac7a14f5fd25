// What might be, on the boards: asked of the server, which keeps nothing of it.

export class Imagined {
  /** `path` is asked with what `body()` says and the look of the boards; `changed(on)` hears of it. */
  constructor(path, { stage, ask, look, body, changed }) {
    Object.assign(this, { path, stage, ask, look, body, changed });
    this.layers = null; // what would lie upon the boards, while it is shown
  }

  /** Whether the boards show what would be. */
  get on() {
    return this.layers !== null;
  }

  /** Ask for it and show it; answers all that the server says, or null. */
  async show(more = {}) {
    const mine = (this.asked = {});
    const found = await this.request(this.stage.names, more);
    if (!found || this.asked !== mine) return null; // something else was asked meanwhile
    this.layers = new Map(Object.entries(found.layers));
    this.changed(true);
    return found;
  }

  request(boards, more = {}) {
    const { theme } = this.look();
    const form = this.stage.small.matches ? "small" : "";
    return this.ask(this.path, { method: "POST", body: { ...this.body(), ...more, boards, theme, form, letters: this.stage.letters } });
  }

  /** What would lie upon a board. */
  async layer(name) {
    const key = name || [...this.layers.keys()][0];
    if (!this.layers.has(key)) this.layers.set(key, (await this.request([name]))?.layers[name] ?? null);
    return this.layers.get(key);
  }

  end() {
    this.asked = null;
    if (!this.on) return;
    this.layers = null;
    this.changed(false);
  }
}
