// The stepper: which phase is in view, one by one, from a list, or played by itself.

import { make } from "./dom.js";

const PACE = 1900; // milliseconds for a phase that is played
const RUN = 1200; // and for one of those that were judged at a stroke

export class Phases {
  /** `look(n, chosen)` is called for every phase that comes into view; the present one is "". */
  constructor(root, { words, look }) {
    Object.assign(this, { root, words, look });
    this.at = "";
    this.list = document.querySelector("[data-phase]");
    this.playButton = document.querySelector("[data-play]");
    this.take(JSON.parse(document.querySelector("#phases").textContent), root.dataset.label);
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(Number(button.dataset.step)));
    }
    this.list.addEventListener("change", () => this.stopped(() => this.go(this.list.value)));
    this.playButton?.addEventListener("click", () => (this.timer ? this.stop() : this.play()));
  }

  /** Take over the phases that there are now. */
  take(phases, label) {
    this.all = phases;
    const options = phases.map((phase) => make("option", { value: phase.n }, phase.label));
    const now = make("option", { value: "" }, this.words.present.replace("{label}", label));
    this.list.replaceChildren(...options, now);
    this.show();
  }

  index() {
    const found = this.all.findIndex((phase) => phase.n === this.at);
    return found < 0 ? this.all.length : found;
  }

  step(by) {
    const next = Math.max(0, Math.min(this.all.length, this.index() + by));
    this.stopped(() => this.go(this.all[next]?.n ?? ""));
  }

  go(n, chosen = true) {
    this.at = n;
    this.show();
    if (chosen) this.note(n);
    return this.look(n, chosen);
  }

  /** Every phase has an address, which can be sent to others. */
  note(n) {
    const here = new URL(location.href);
    if (n) here.searchParams.set("at", n);
    else here.searchParams.delete("at");
    history.replaceState(null, "", here);
  }

  /** The phase that the page's address names, if there is such a phase. */
  named() {
    const n = new URLSearchParams(location.search).get("at");
    return this.all.some((phase) => phase.n === n) ? n : "";
  }

  /** Show some phases one after another, after those that are being shown, and stay with the last. */
  run(some) {
    if (this.rest) {
      this.rest.push(...some);
      return;
    }
    this.stopped(() => this.go(some[0].n, false));
    this.rest = some.slice(1);
    if (!this.rest.length) this.stop();
    else this.timer = setInterval(() => this.runOn(), RUN);
  }

  runOn() {
    this.go(this.rest.shift().n, false);
    if (!this.rest.length) this.stop();
  }

  show() {
    this.list.value = this.at;
    const now = this.index();
    for (const button of document.querySelectorAll("[data-step]")) {
      button.disabled = Number(button.dataset.step) < 0 ? now === 0 : now === this.all.length;
    }
    if (this.playButton) this.playButton.disabled = this.all.length === 0;
  }

  /** Show phase after phase, from the beginning if none is in view. */
  play() {
    if (!this.all.length) return;
    if (this.at === "") this.go(this.all[0].n);
    this.timer = setInterval(() => {
      const next = this.all[this.index() + 1];
      if (next) this.go(next.n);
      else this.stopped(() => this.go(""));
    }, PACE);
    this.playing(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.rest = null;
    this.playing(false);
  }

  stopped(act) {
    if (this.timer) this.stop();
    act();
  }

  playing(is) {
    if (!this.playButton) return;
    this.playButton.setAttribute("aria-pressed", String(is));
    this.playButton.textContent = is ? "❚❚" : "▶";
  }
}
