// At the unit: its verbs stand beside it on the board, and a stack opens as a fan below it.

import { make, named, shape, splitPlace } from "./dom.js";

const ICONS = {
  move: "M2 8h11M9 4l4 4-4 4",
  retreat: "M14 8H3M7 4 3 8l4 4",
  hold: "M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z",
  support: "M3 13 13 3M8 3h5v5M3 7v6h6",
  convoy: "M1 11q2-2 3.500 0t3.500 0 3.500 0 3.500 0M4 6h8M9 3l3 3-3 3",
  disband: "M4 4l8 8M12 4l-8 8",
};
const [WIDE, HIGH] = [58, 48];
// Where the tiles may stand round the unit, best first: an arc above, one below, to either side.
const PLANS = [
  [[-32, -68], [32, -68], [-72, -14], [72, -14], [-72, 40], [72, 40]],
  [[-32, 68], [32, 68], [-72, 14], [72, 14], [-72, -40], [72, -40]],
  [[-72, -52], [-72, 0], [-72, 52], [-134, -26], [-134, 26], [-134, 78]],
  [[72, -52], [72, 0], [72, 52], [134, -26], [134, 26], [134, 78]],
  [[-93, -76], [-31, -76], [31, -76], [93, -76], [-93, -128], [-31, -128]],
  [[-93, 76], [-31, 76], [31, 76], [93, 76], [-93, 128], [-31, 128]],
];
const KEYS = { m: "move", h: "hold", s: "support", c: "convoy", r: "retreat", d: "disband" };

export class Verbs {
  constructor(board, orders, words) {
    Object.assign(this, { board, orders, words });
    this.box = make("div", { class: "verbs", role: "toolbar", hidden: "" });
    board.element.append(this.box);
    board.moved = () => (this.stand(), this.open && this.at && this.board.preview(this.charge.place, this.at));
    board.element.addEventListener("keydown", (event) => this.key(event), { capture: true });
    board.element.addEventListener("pointermove", (event) => this.hover(event));
  }

  /** Show what the unit of a charge may do; `verb` is the one whose places are lit. */
  show({ charge, tiles, verb, stack }) {
    this.charge = charge;
    this.at = null;
    const same = [charge.subject, ...tiles.map((choice) => choice.token)].join("|");
    if (!this.open || same !== this.same) this.draw(tiles, stack);
    this.same = same;
    for (const tile of this.tiles) tile.setAttribute("aria-pressed", String(tile.dataset.verb === verb));
    this.box.hidden = false;
    this.stand();
  }

  draw(tiles, stack) {
    this.tiles = tiles.map((choice) => this.tile(choice));
    this.fan = stack.length > 1 ? this.cells(stack) : null;
    this.box.setAttribute("aria-label", this.charge.label);
    this.box.replaceChildren(make("span", { class: "ring" }), ...this.tiles, ...(this.fan ? [this.fan] : []));
  }

  hide() {
    this.box.hidden = true;
    this.charge = null;
    this.board.preview(null);
  }

  get open() {
    return !this.box.hidden;
  }

  tile(choice) {
    const button = make("button", { type: "button", class: "tile", "data-verb": choice.token });
    const icon = ICONS[choice.token];
    if (icon) {
      const svg = shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
      svg.append(shape("path", { d: icon }));
      button.append(svg);
    }
    button.append(make("span", {}, choice.label.replace(/( to| nach)? …$/, "")));
    button.addEventListener("click", () => this.orders.verb(choice.token));
    return button;
  }

  cells(stack) {
    const fan = make("div", { class: "fan" });
    for (const charge of stack) {
      const cell = make("button", { type: "button", "data-fan": charge.subject, "aria-pressed": String(charge === this.charge) }, charge.short || charge.label);
      cell.addEventListener("click", () => this.orders.choose(charge.subject, [], false));
      fan.append(cell);
    }
    return fan;
  }

  // --- where it stands ------------------------------------------------------------------------

  /** Put the tiles where they hide no lit place and stay on the board. */
  stand() {
    if (!this.open) return;
    const at = this.board.spot(this.charge.place);
    const frame = this.board.element.getBoundingClientRect();
    this.box.classList.toggle("away", !at);
    if (!at) return;
    const lit = this.board.lit().map((place) => this.board.spot(place)).filter(Boolean);
    const plan = this.best(at, frame, lit);
    this.box.style.left = `${at.x}px`;
    this.box.style.top = `${at.y}px`;
    for (const [n, tile] of this.tiles.entries()) {
      const [x, y] = this.inside(at, frame, plan[n % plan.length]);
      tile.style.translate = `${x - WIDE / 2}px ${y - HIGH / 2}px`;
    }
    if (this.fan) this.fan.style.translate = this.fanSpot(at, frame, plan);
  }

  best(at, frame, lit) {
    const cost = (plan) => {
      let sum = 0;
      for (const [x, y] of plan.slice(0, this.tiles.length)) {
        const [left, top] = [at.x + x - WIDE / 2, at.y + y - HIGH / 2];
        if (left < 4 || top < 4 || left + WIDE > frame.width - 4 || top + HIGH > frame.height - 4) sum += 10;
        for (const spot of lit) if (spot.x > left - 8 && spot.x < left + WIDE + 8 && spot.y > top - 8 && spot.y < top + HIGH + 8) sum += 3;
      }
      return sum;
    };
    return PLANS.map((plan, n) => [cost(plan) + n / 10, plan]).sort((a, b) => a[0] - b[0])[0][1];
  }

  /** A place beside the unit, moved as far as the edges of the board demand. */
  inside(at, frame, [x, y]) {
    const kept = (value, from, to) => Math.max(from, Math.min(to, value));
    return [kept(at.x + x, 4 + WIDE / 2, frame.width - 4 - WIDE / 2) - at.x, kept(at.y + y, 4 + HIGH / 2, frame.height - 4 - HIGH / 2) - at.y];
  }

  fanSpot(at, frame, plan) {
    const below = plan[0][1] < 0;
    const wide = this.fan.offsetWidth || 120;
    const left = Math.max(4, Math.min(frame.width - wide - 4, at.x - wide / 2)) - at.x;
    return `${left}px ${below ? 34 : -34 - (this.fan.offsetHeight || 40)}px`;
  }

  // --- pointing and keys ----------------------------------------------------------------------

  hover(event) {
    if (!this.open || event.pointerType === "touch") return;
    const spot = this.board.placeOf(event);
    const place = spot ? named(spot) : "";
    this.look(this.board.lit().find((one) => sameProvince(one, place)) ?? null);
  }

  /** Show where a lit place would lead. */
  look(place) {
    if (place === this.at) return;
    this.at = place;
    this.board.preview(place ? this.charge.place : null, place);
  }

  key(event) {
    if (!this.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      Escape: () => this.orders.giveUp(),
      Enter: () => this.at && this.orders.meant({ place: this.at, scope: "", unit: false }),
      ArrowLeft: () => this.step(-1, 0),
      ArrowRight: () => this.step(1, 0),
      ArrowUp: () => this.step(0, -1),
      ArrowDown: () => this.step(0, 1),
    };
    const verb = this.tiles.find((tile) => tile.dataset.verb === KEYS[event.key]);
    if (event.target.closest("button") && event.key === "Enter") return;
    if (!verb && !(event.key in acts)) return;
    if (event.key === "Enter" && !this.at) return;
    event.preventDefault();
    event.stopPropagation();
    if (verb) verb.click();
    else acts[event.key]();
  }

  /** The lit place that lies nearest in a direction. */
  step(dx, dy) {
    const from = this.board.spot(this.at ?? this.charge.place);
    if (!from) return;
    const far = (place) => {
      const to = this.board.spot(place);
      if (!to || place === this.at) return Infinity;
      const [along, aside] = [(to.x - from.x) * dx + (to.y - from.y) * dy, Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx)];
      return along > 0 ? along + 2 * aside : Infinity;
    };
    const [best] = this.board.lit().map((place) => [far(place), place]).sort((a, b) => a[0] - b[0]);
    if (best && best[0] < Infinity) this.look(best[1]);
  }
}

function sameProvince(one, other) {
  const local = (place) => splitPlace(place)[1].split("/")[0];
  const [a, b] = [splitPlace(one)[0], splitPlace(other)[0]];
  return local(one) === local(other) && (!a || !b || a === b);
}
