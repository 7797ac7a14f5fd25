// The stage: one board, or two side by side that move together, and what joins them.

import { Board } from "./board.js";
import { make, shape, splitPlace } from "./dom.js";

const ALONE = "dragoman-alone";
const LETTERS = "dragoman-letters";

export class Stage {
  /**
   * `look()` says what is shown: the phase and the theme; `heading(name)` heads a board; `meant`, `grabbed` and `dropped` are called
   * for places, `drawn(layers, fresh)` when all boards are drawn, `turned()` when others come forward.
   */
  constructor(element, { ask, look, own, fronts, heading, meant, grabbed, dropped, drawn, turned }) {
    Object.assign(this, { element, ask, look, own, heading, meant, drawn, turned });
    this.bases = new Map();
    this.asked = 0;
    this.touched = 0;
    this.fronts = fronts;
    this.wide = matchMedia("(min-width: 80rem)");
    this.small = matchMedia("(max-width: 40rem)");
    const acts = { grabbed, dropped, moved: (board) => this.follow(board), stretched: (a, b) => this.thread("stretched", a && this.within(a), b && this.within(b)) };
    this.boards = [...element.querySelectorAll("[data-view]")].map((view, n) => {
      const board = new Board(view, { ...acts, meant: (spot) => this.point(n, spot) });
      view.addEventListener("pointerdown", () => (this.touched = n), { capture: true });
      return board;
    });
    this.threads = element.appendChild(shape("svg", { class: "threads", "aria-hidden": "true" }));
    element.addEventListener("keydown", (event) => this.key(event));
    for (const kind of [this.wide, this.small]) kind.addEventListener("change", () => this.arrange());
    this.arrange(false);
  }

  /** Whether pieces and centers bear letters: "on" or "off" as the reader wishes; else as is usual. */
  get letters() {
    return localStorage.getItem(LETTERS) ?? "";
  }

  letter(button) {
    if (this.letters) button.setAttribute("aria-pressed", String(this.letters === "on"));
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      localStorage.setItem(LETTERS, on ? "on" : "off");
      button.setAttribute("aria-pressed", String(on));
      this.draw();
    });
  }

  // --- which boards ---------------------------------------------------------------------------

  /** Whether there is room for two boards, and the reader wants them. */
  get pair() {
    return this.boards.length > 1 && this.wide.matches && localStorage.getItem(ALONE) !== "on";
  }

  /** The boards in sight. */
  get open() {
    return this.pair ? this.boards : this.boards.slice(0, 1);
  }

  /** The names of the boards in sight; none where there is only one. */
  get names() {
    return this.fronts.slice(0, this.open.length).filter(Boolean);
  }

  /** The board that was touched last. */
  get front() {
    return this.names[this.touched] ?? this.names[0] ?? "";
  }

  alone(is) {
    if (is === (localStorage.getItem(ALONE) === "on")) return;
    localStorage.setItem(ALONE, is ? "on" : "off");
    if (is && this.touched) this.fronts.reverse();
    this.touched = 0;
    this.arrange();
  }

  arrange(again = true) {
    const open = this.open;
    for (const board of this.boards) board.element.hidden = !open.includes(board);
    this.element.classList.toggle("pair", open.length > 1);
    if (!again) return;
    this.turned();
    this.draw();
  }

  /** Bring a board forward, in the place of one not to be kept, or of the one not touched last. */
  bring(name, keep = []) {
    const at = this.names.indexOf(name);
    if (at >= 0) {
      this.touched = at;
      this.turned();
      return null;
    }
    const kept = this.names.findIndex((other) => keep.includes(other));
    const place = this.pair ? 1 - (kept < 0 ? this.touched : kept) : 0;
    if (this.fronts[1 - place] === name) this.fronts[1 - place] = this.fronts[place];
    this.fronts[place] = name;
    this.touched = place;
    this.turned();
    return this.draw();
  }

  // --- drawing --------------------------------------------------------------------------------

  base(address) {
    if (!this.bases.has(address)) this.bases.set(address, fetch(address).then((response) => response.text()).catch(() => this.bases.delete(address) && ""));
    return this.bases.get(address);
  }

  /** Draw what is to be shown: what never changes once, and then what lies upon it. */
  async draw() {
    const mine = ++this.asked;
    const { theme } = this.look();
    // The board itself is on its way already, while it is asked what lies upon it.
    const ahead = document.querySelector(`link[data-look="${theme}"]`);
    if (ahead) this.base(ahead.getAttribute("href"));
    const layers = await Promise.all(this.open.map((_, n) => this.layer(n)));
    if (layers.includes(null) || mine !== this.asked) return;
    const text = await this.base(layers[0].base);
    if (mine !== this.asked) return;
    const fresh = this.open.map((board, n) => this.fill(board, n, layers[n], text)).some(Boolean);
    this.drawn(layers, fresh);
  }

  /** What lies upon a board: at a phase, or as it might be. */
  layer(n) {
    const { at, theme, layer } = this.look();
    const name = this.names[n] ?? "";
    if (layer) return layer(name);
    const query = new URLSearchParams({ theme });
    if (at) query.set("at", at);
    if (name) query.set("board", name);
    if (this.names[1 - n]) query.set("beside", this.names[1 - n]);
    if (this.small.matches) query.set("form", "small");
    if (this.letters) query.set("letters", this.letters);
    return this.ask(`layer?${query}`, { refused: () => {} });
  }

  /** Put a picture on a board; answers whether its ground is new. */
  fill(board, n, layer, text) {
    const fresh = board.base !== layer.base;
    if (fresh) this.lay(board, layer.base, text);
    for (const slot of ["under", "middle", "over"]) board.fill(slot, layer[slot]);
    board.svg.dataset.board = this.names[n] ?? "";
    board.write(true);
    this.head();
    return fresh;
  }

  /** Two boards, or one of several, say which they are and what is to be known of them. */
  head() {
    for (const [n, board] of this.open.entries()) {
      if (!this.names[n]) continue;
      board.plate ??= board.element.appendChild(make("p", { class: "heading" }));
      board.plate.replaceChildren(...this.heading(this.names[n]));
    }
  }

  lay(board, base, text) {
    const first = !board.base;
    const places = this.own();
    board.own = new Set(places.map((place) => splitPlace(place)[1].split("/")[0]));
    this.following = true; // a board that is new shows all of itself at first
    board.show(text);
    this.following = false;
    board.base = base;
    const other = this.open.find((one) => one !== board && one.base === base);
    if (other) board.look(other.view);
    else if (first && this.pair) board.cover(places);
    else if (first && this.small.matches) board.focus(places);
    else if (first) board.readable(places);
  }

  /** What one board shows, the other shows too. */
  follow(board) {
    if (this.following) return;
    this.following = true;
    for (const other of this.open) if (other !== board && other.svg && board.svg) other.look(board.view);
    this.following = false;
    this.moved?.();
  }

  // --- for those who point, light and order ---------------------------------------------------

  get svg() {
    return this.boards[0].svg;
  }

  point(n, spot) {
    this.touched = n;
    this.meant(spot);
  }

  zoom(factor) {
    this.boards[0].zoom(factor);
  }

  reset() {
    this.boards[0].reset();
  }

  light(open, chosen = []) {
    for (const board of this.open) board.light(open, chosen);
  }

  lit() {
    return this.boards[0].lit();
  }

  /** The arrows of an order on all boards in sight. */
  arrows(order) {
    return this.open.flatMap((board) => [...(board.svg?.querySelectorAll(`.order[data-order="${CSS.escape(order)}"]`) ?? [])]);
  }

  /** Where a place is, in pixels of the stage; none if its board is not in sight. */
  spot(place) {
    for (const board of this.open) {
      const at = board.svg && board.spot(place);
      if (at) return this.within(at);
    }
    return null;
  }

  /** A point of the screen as one of the stage. */
  within({ x, y }) {
    const frame = this.element.getBoundingClientRect();
    return { x: x - frame.x, y: y - frame.y };
  }

  /** Whose a spot is: of the unit that stands there, else of the owner of the province. */
  owner({ place, scope }) {
    const svg = this.open.find((board) => (board.svg?.dataset.board ?? "") === scope)?.svg;
    const local = splitPlace(place)[1].split("/")[0];
    const unit = [...(svg?.querySelectorAll("[data-unit]") ?? [])].find((one) => splitPlace(one.dataset.unit)[1].split("/")[0] === local);
    return unit?.dataset.power ?? svg?.querySelector(`[data-owner][data-province="${CSS.escape(local)}"]`)?.dataset.owner ?? "";
  }

  placeOf(event) {
    return this.boards[0].placeOf(event);
  }

  /** A dashed line from a unit to where it might go; none to take it away. */
  preview(from, to) {
    const [a, b] = from ? [this.spot(from), this.spot(to)] : [];
    this.thread("stretched preview", a && b ? a : null, b);
  }

  /** The two halves of an order that leads from board to board are joined; none to part them. */
  join(halves) {
    const [a, b] = halves.length === 2 ? halves.map((half) => half.querySelector(".pill")?.getBoundingClientRect()) : [];
    const middle = (box) => this.within({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    this.thread("joining", a && b ? middle(a) : null, a && b ? middle(b) : null);
  }

  /** A line over the boards, one of each look; without points it goes. */
  thread(look, a, b) {
    this.threads.querySelector(`[class="${look}"]`)?.remove();
    if (!a || !b) return;
    const bow = look === "joining" ? `Q${(a.x + b.x) / 2} ${Math.min(a.y, b.y) - 50} ` : "L";
    this.threads.append(shape("path", { class: look, d: `M${a.x} ${a.y}${bow}${b.x} ${b.y}` }));
  }

  key(event) {
    if (event.target === this.element) this.boards[0].key(event);
  }
}
