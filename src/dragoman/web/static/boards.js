// The strip of boards: a very small picture of each, what happened there and what is to be done.

import { counted, make, shape } from "./dom.js";

export class Strip {
  constructor(element, { stage, ask, theme, words }) {
    Object.assign(this, { element, stage, ask, theme, words });
    this.buttons = [...element.querySelectorAll("[data-front]")];
    this.minis = new Map();
    this.missing = new Map();
    for (const button of this.buttons) button.addEventListener("click", (event) => this.bring(button.dataset.front, event.shiftKey));
    this.pairing = document.querySelector("[data-pair]");
    this.pairing?.addEventListener("click", () => this.stage.alone(this.stage.pair));
    this.press();
  }

  /** Bring a board into sight; with Shift, alone. */
  bring(name, alone = false) {
    this.stage.bring(name);
    if (alone) this.stage.alone(true);
  }

  /** Press the tiles of the boards that are in sight. */
  press() {
    const { names, front, pair, wide } = this.stage;
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(names.includes(button.dataset.front)));
      if (button.dataset.front === front) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (!this.pairing) return;
    this.pairing.hidden = !wide.matches;
    this.pairing.setAttribute("aria-pressed", String(pair));
  }

  /** Draw the boards as they were at a phase; the present is "". */
  async refresh(at) {
    const found = await this.ask(`minis?${new URLSearchParams({ theme: this.theme(), at })}`, { refused: () => {} });
    for (const mini of found?.boards ?? []) {
      this.minis.set(mini.board, mini);
      this.button(mini.board)?.querySelector("[data-mini]").replaceChildren(this.picture(found, mini));
    }
    this.badges();
  }

  button(board) {
    return this.buttons.find((one) => one.dataset.front === board);
  }

  /** How many orders are missing on each board. */
  owe(charges) {
    this.missing.clear();
    for (const charge of charges) {
      if (charge.owed && !charge.given.length) this.missing.set(charge.board, (this.missing.get(charge.board) ?? 0) + 1);
    }
    this.badges();
  }

  badges() {
    for (const button of this.buttons) {
      const board = button.dataset.front;
      const { fights = 0, taken = 0 } = this.minis.get(board) ?? {};
      const shown = [this.owed(this.missing.get(board) ?? 0), this.badge("fights", "✕", fights), this.badge("taken", "⇄", taken)].filter(Boolean);
      if (!shown.length) shown.push(make("span", { class: "quiet" }, this.words.quiet));
      button.querySelector("[data-badges]").replaceChildren(...shown);
    }
  }

  owed(n) {
    return n ? make("span", { class: "badge owed" }, counted(n, this.words.board_owed_one, this.words.board_owed)) : null;
  }

  badge(kind, sign, n) {
    if (!n) return null;
    const texts = { fights: [this.words.board_fights_one, this.words.board_fights], taken: [this.words.board_taken_one, this.words.board_taken] };
    const said = counted(n, ...texts[kind]);
    const badge = make("span", { class: `badge ${kind}`, title: said });
    badge.append(make("span", { "aria-hidden": "true" }, `${sign} ${n}`), make("span", { class: "unseen" }, said));
    return badge;
  }

  picture(found, mini) {
    const svg = shape("svg", { viewBox: `0 0 ${found.width} ${found.height}`, "aria-hidden": "true" });
    svg.append(shape("image", { href: found.ground, width: found.width, height: found.height }));
    const size = found.width / 60;
    for (const [x, y, color] of mini.centers) svg.append(shape("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, fill: color, class: "owned" }));
    for (const [x, y, color] of mini.units) svg.append(shape("circle", { cx: x, cy: y, r: size * 1.7, fill: color, class: "stands" }));
    return svg;
  }
}
