// The board: loads the map and the layers upon it, moves and zooms it, and says which place was meant.

import { shape, splitPlace } from "./dom.js";
import { Labels } from "./labels.js";

const MOST = 12; // how far one can zoom in
const SMALL = 0.4; // pixels for a unit of the map, with which its names are too small to read
const READABLE = 0.5; // and with which they are not

export class Board {
  /**
   * A board in an element; `meant(spot)` is called for every place that is clicked, `dropped` for a
   * drag, which `stretched` shows, and `moved(board)` when it shows another part of the map.
   */
  constructor(element, { meant, grabbed, dropped, moved, stretched }) {
    Object.assign(this, { element, meant, grabbed, dropped, moved, stretched });
    this.pointers = new Map();
    this.drag = null;
    this.listen();
  }

  /** Show a picture: an SVG as text. The part in view stays if the picture has the same size. */
  show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") throw new Error("not a picture");
    const fresh = document.adoptNode(parsed);
    const whole = fresh.viewBox.baseVal;
    const same = this.whole && this.whole.w === whole.width && this.whole.h === whole.height;
    this.whole = { x: whole.x, y: whole.y, w: whole.width, h: whole.height };
    fresh.removeAttribute("width");
    fresh.removeAttribute("height");
    fresh.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.element.querySelector("svg")?.remove();
    this.element.prepend(fresh);
    this.svg = fresh;
    // Highlights lie over the land and under everything else, so that they hide no piece and no name.
    this.marks = shape("g", { class: "marks", "pointer-events": "none" });
    const ground = fresh.querySelector('[data-slot="under"]');
    if (ground) ground.after(this.marks);
    else fresh.append(this.marks);
    this.labels = new Labels(fresh, this.own ?? new Set());
    document.fonts?.ready.then(() => {
      if (this.svg !== fresh) return;
      this.labels.measure();
      this.write(true);
    });
    this.written = 0;
    if (!same || !this.view) this.view = this.full();
    this.keepInside();
  }

  /** Put what lies upon the map into one of its slots. */
  fill(slot, markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
    const holder = this.svg.querySelector(`[data-slot="${slot}"]`);
    holder.replaceChildren(...[...parsed.documentElement.childNodes].map((node) => document.importNode(node, true)));
    for (const title of holder.querySelectorAll(".order > title")) {
      title.parentElement.dataset.order = title.textContent;
      title.remove();
    }
  }

  listen() {
    const e = this.element;
    e.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    e.addEventListener("pointerdown", (event) => this.down(event));
    e.addEventListener("pointermove", (event) => this.move(event));
    e.addEventListener("pointerup", (event) => this.up(event));
    e.addEventListener("pointercancel", (event) => this.cancel(event));
    e.addEventListener("dblclick", (event) => event.preventDefault());
    new ResizeObserver(() => this.resized()).observe(e);
  }

  // --- moving about ---------------------------------------------------------------------------

  apply() {
    const { x, y, w, h } = this.view;
    this.svg?.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.moved(this);
    this.write();
  }

  /** Show the same part of the map as another board. */
  look(view) {
    this.view = { ...view };
    this.keepInside();
  }

  /** Place names and pieces for the zoom, once for each; `anew` when others stand on the board. */
  write(anew = false) {
    if (anew) this.written = 0;
    cancelAnimationFrame(this.writing);
    this.writing = requestAnimationFrame(() => {
      // A board that is put away has no size; names are placed when it comes back.
      const scale = this.element.clientWidth ? (this.svg?.getScreenCTM()?.a ?? 0) : 0;
      if (!this.labels || !scale || Math.abs(scale - this.written) < 0.002) return;
      this.written = scale;
      this.labels.layout(scale);
      this.moved(this);
    });
  }

  /** The point of the picture under a point of the screen. */
  point(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /** The smallest view that shows the whole map, in the proportions of the element. */
  full() {
    const { x, y, w, h } = this.whole;
    const ratio = (this.element.clientWidth || w) / (this.element.clientHeight || h);
    const wide = ratio > w / h ? h * ratio : w;
    const high = ratio > w / h ? h : w / ratio;
    return { x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high };
  }

  /** The element has other proportions now: what was in the middle stays there. */
  resized() {
    if (!this.svg || !this.element.clientWidth) return;
    const full = this.full();
    const near = Math.min(1, this.view.w / (this.fullWidth ?? full.w));
    const [x, y] = [this.view.x + this.view.w / 2, this.view.y + this.view.h / 2];
    this.view = { x: x - (full.w * near) / 2, y: y - (full.h * near) / 2, w: full.w * near, h: full.h * near };
    this.keepInside();
  }

  zoom(factor, center) {
    if (!this.svg) return;
    const { x, y, w, h } = this.view;
    const at = center ?? { x: x + w / 2, y: y + h / 2 };
    const full = this.full();
    const width = Math.min(full.w, Math.max(full.w / MOST, w / factor));
    const ratio = width / w;
    this.view = { x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio, w: width, h: h * ratio };
    this.keepInside();
  }

  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.keepInside();
  }

  keepInside() {
    const { view, whole } = this;
    const kept = (at, length, start, all) =>
      length >= all ? start + (all - length) / 2 : Math.min(Math.max(at, start), start + all - length);
    view.x = kept(view.x, view.w, whole.x, whole.w);
    view.y = kept(view.y, view.h, whole.y, whole.h);
    this.fullWidth = this.full().w;
    this.apply();
  }

  reset() {
    if (!this.svg) return;
    this.view = this.full();
    this.keepInside();
  }

  /** A map too large for its element begins with some places near enough to be read. */
  readable(places) {
    const scale = this.element.clientWidth / this.full().w;
    if (scale < SMALL) this.focus(places, scale / READABLE);
  }

  /** Fill the element with the map: no room beside it, some places in the middle. */
  cover(places) {
    const { w, h } = this.whole;
    const full = this.full();
    this.focus(places, Math.min(w / full.w, h / full.h));
  }

  /** Bring some places near, with what lies round them: no nearer than a part of the whole. */
  focus(places, nearest = 0.25) {
    const boxes = places.map((place) => this.pathOf(place)?.getBBox()).filter(Boolean);
    if (!this.svg || !boxes.length) return;
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    const full = this.full();
    const near = Math.min(1, Math.max((1.7 * (right - left)) / full.w, (1.7 * (bottom - top)) / full.h, nearest));
    const [w, h] = [full.w * near, full.h * near];
    this.view = { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
    this.keepInside();
  }

  wheel(event) {
    if (!this.svg) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), this.point(event.clientX, event.clientY));
  }

  key(event) {
    if (!this.svg) return;
    const step = this.view.w / 8;
    const acts = {
      ArrowLeft: () => this.pan(-step, 0),
      ArrowRight: () => this.pan(step, 0),
      ArrowUp: () => this.pan(0, -step),
      ArrowDown: () => this.pan(0, step),
      "+": () => this.zoom(1.4),
      "=": () => this.zoom(1.4),
      "-": () => this.zoom(1 / 1.4),
      0: () => this.reset(),
    };
    if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  }

  // --- pointing -------------------------------------------------------------------------------

  /** The place under an event: a unit's own place (with its coast), else the province. */
  placeOf(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !one.closest(".order"));
    const unit = under?.closest?.("[data-unit]");
    if (unit?.closest(".board")) {
      return { place: unit.dataset.unit, unit: true, scope: scopeOf(unit) };
    }
    const province = under?.closest?.("[data-province]");
    if (!province?.closest(".board")) return null;
    return { place: province.dataset.province, unit: false, scope: scopeOf(province) };
  }

  down(event) {
    if (!this.svg || event.button > 0 || event.target.closest?.("button")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) {
      this.drag = { kind: "pinch", span: this.span() };
      return;
    }
    const start = this.placeOf(event);
    const holds = start !== null && this.grabbed(start);
    this.drag = { kind: holds ? "order" : "pan", start, x: event.clientX, y: event.clientY, moved: false };
    this.last = { x: event.clientX, y: event.clientY };
  }

  move(event) {
    if (!this.pointers.has(event.pointerId) || !this.drag) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.drag.kind === "pinch") return this.pinch();
    const far = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > 6;
    if (!this.drag.moved && far) {
      this.drag.moved = true;
      this.element.setPointerCapture?.(event.pointerId);
    }
    if (!this.drag.moved) return;
    if (this.drag.kind === "order") this.stretched(this.drag, { x: event.clientX, y: event.clientY });
    else {
      const matrix = this.svg.getScreenCTM();
      this.pan((this.last.x - event.clientX) / matrix.a, (this.last.y - event.clientY) / matrix.d);
    }
    this.last = { x: event.clientX, y: event.clientY };
  }

  up(event) {
    const drag = this.drag;
    this.cancel(event);
    if (!drag || drag.kind === "pinch") return;
    const end = this.placeOf(event);
    if (!drag.moved) {
      if (end && !event.target.closest?.(".order")) this.meant(end);
    } else if (drag.kind === "order" && end && end.place !== drag.start.place) {
      this.dropped(drag.start, end);
    }
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.drag = null;
    this.stretched(null);
  }

  span() {
    const [a, b] = [...this.pointers.values()];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  pinch() {
    const now = this.span();
    const before = this.drag.span;
    if (before.far > 0) this.zoom(now.far / before.far, this.point(now.x, now.y));
    const matrix = this.svg.getScreenCTM();
    this.pan((before.x - now.x) / matrix.a, (before.y - now.y) / matrix.d);
    this.drag.span = now;
  }

  // --- highlights -----------------------------------------------------------------------------

  /** Light up the places that may be chosen, and the one chosen already. */
  light(open, chosen = []) {
    if (!this.svg) return;
    for (const lit of this.svg.querySelectorAll(".open, .chosen")) lit.classList.remove("open", "chosen");
    this.marks.replaceChildren();
    this.marks.dataset.lit = open.join(" ");
    // A province is lit once, though several kinds of unit or coasts may be open there.
    const provinces = (places) => new Set(places.map((place) => place.split("/")[0]));
    for (const place of provinces(open)) this.mark(place, "open");
    for (const place of provinces(chosen)) this.mark(place, "chosen");
  }

  /** The places that are lit to be chosen. */
  lit() {
    return (this.marks?.dataset.lit ?? "").split(" ").filter(Boolean);
  }

  /** Where a place is on the screen: its unit, else the middle of its province. */
  spot(place) {
    const [, local] = splitPlace(place);
    const path = this.svg && this.pathOf(place);
    if (!path || !this.inFront(place)) return null;
    const unit = this.svg.querySelector(`.unit[data-unit="${CSS.escape(place)}"], .unit[data-unit="${CSS.escape(local)}"]`);
    const box = (unit ?? path).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Whether a place is on the board that is shown. */
  inFront(place) {
    const [board] = splitPlace(place);
    return !board || !this.svg.dataset.board || board === this.svg.dataset.board;
  }

  mark(place, look) {
    const path = this.pathOf(place);
    if (!path) return;
    this.marks.append(shape("use", { href: `#${path.id}`, class: `mark ${look}` }));
    path.classList.add(look);
  }

  /** The outline of a place's province; places of several boards are written `3:par`. */
  pathOf(place) {
    const [board, local] = splitPlace(place);
    const province = local.split("/")[0];
    const found = this.svg.querySelectorAll(`path[data-province="${CSS.escape(province)}"]`);
    return [...found].find((path) => board === "" || scopeOf(path) === board) ?? null;
  }
}

/** The board that an element of an atlas belongs to; none on a map of one board. */
function scopeOf(element) {
  return element.closest("[data-board]")?.dataset.board ?? "";
}
