// The results: which of them are shown, and how a row and its arrow on the board find each other.

import { make, splitPlace } from "./dom.js";

const KEPT = "dragoman-results";

export class Results {
  /** `shown()` are the boards and the phase in view; `bring(boards, n)` brings others. */
  constructor(panel, { stage, words, shown, bring }) {
    Object.assign(this, { panel, stage, words, shown, bring });
    this.row = null;
    this.pinned = false;
    panel.addEventListener("click", (event) => this.clicked(event));
    for (const kind of ["pointerover", "focusin"]) panel.addEventListener(kind, (event) => this.over(event));
    panel.addEventListener("pointerleave", () => this.pinned || this.point(null));
    stage.element.addEventListener("pointerover", (event) => this.pointed(event));
  }

  rows() {
    return [...this.panel.querySelectorAll("[data-places]")];
  }

  // --- which are shown ------------------------------------------------------------------------

  /** Show the orders that the reader chose last, as far as there are such. */
  sift() {
    const chips = [...this.panel.querySelectorAll("[data-chip]")];
    if (!chips.length) return;
    const wish = localStorage.getItem(KEPT) ?? "mine";
    const chosen = chips.find((chip) => chip.dataset.chip === wish)?.dataset.chip ?? "all";
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.chip === chosen));
    const here = chips.find((chip) => chip.dataset.chip === "board");
    const { boards } = this.shown();
    const name = boards.length > 1 ? this.words.boards.replace("{names}", boards.join(", ")) : this.words.board.replace("{n}", boards[0]);
    here?.replaceChildren(name, " ", make("span", {}, this.rows().filter((row) => this.fits(row, "board")).length));
    for (const row of this.rows()) row.hidden = !this.fits(row, chosen);
    for (const group of this.panel.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-places]:not([hidden])");
    this.panel.querySelector("[data-empty]").hidden = this.rows().some((row) => !row.hidden);
  }

  fits(row, chosen) {
    if (chosen === "mine") return row.dataset.mine !== undefined;
    if (chosen === "failed") return !row.classList.contains("done");
    if (chosen === "board") return row.dataset.places.split(" ").some((place) => this.shown().boards.includes(splitPlace(place)[0]));
    return true;
  }

  // --- rows and arrows ------------------------------------------------------------------------

  clicked(event) {
    const chip = event.target.closest("[data-chip]");
    if (chip) {
      localStorage.setItem(KEPT, chip.dataset.chip);
      this.sift();
      return;
    }
    const row = event.target.closest("[data-places]");
    if (!row) return;
    const there = [...new Set(row.dataset.places.split(" ").map((place) => splitPlace(place)[0]))].filter(Boolean);
    const at = row.closest("[data-at]").dataset.at;
    this.pinned = !(this.pinned && this.row === row);
    const now = this.shown();
    const lacks = there.some((name) => !now.boards.includes(name));
    Promise.resolve(lacks || at !== now.at ? this.bring(there.slice(0, 2), at) : null).then(() => this.point(this.pinned ? row : null, true));
  }

  over(event) {
    const row = event.target.closest("[data-places]");
    if (!this.pinned) this.point(row);
  }

  /** An arrow on the board was pointed at: its row comes into view. */
  pointed(event) {
    const order = event.target.closest?.(".judged .order[data-order]");
    if (this.pinned || (!order && !this.arrow)) return;
    this.arrow = order;
    const row = order ? this.rowOf(order.dataset.order) : null;
    this.point(row);
    if (row && !row.hidden) row.scrollIntoView({ block: "nearest" });
  }

  rowOf(order) {
    const here = this.panel.querySelector(`[data-at="${this.shown().at}"]`) ?? this.panel;
    return here.querySelector(`[data-order="${CSS.escape(order)}"]`);
  }

  /** Light one row, the places of its order, and its arrow; the other arrows fade. */
  point(row, again = false) {
    if (row === this.row && row && !again) return;
    this.row?.classList.remove("pointed");
    this.row = row;
    row?.classList.add("pointed");
    for (const order of this.lit ?? []) order.classList.remove("pointed");
    const seen = row && row.closest("[data-at]").dataset.at === this.shown().at;
    this.lit = seen ? this.stage.arrows(row.dataset.order) : [];
    for (const order of this.lit) order.classList.add("pointed");
    this.stage.element.classList.toggle("pointing", this.lit.length > 0);
    this.stage.join(this.lit);
    this.stage.light([], seen ? row.dataset.places.split(" ").filter(Boolean) : []);
  }
}
