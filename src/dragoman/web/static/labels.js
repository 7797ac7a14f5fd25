// Names and pieces that can be read at every zoom: never smaller than a reader needs, never on top of
// each other; abbreviated, moved aside with a line, or left out until one comes nearer.

import { shape } from "./dom.js";

const [LEAST, MOST] = [11.5, 17]; // the size of a name in pixels
const PIECE = 20.5; // the least of a piece
const CENTER = 8; // and of a center's mark
const TAGGED = 15; // with letters beside it
const ROUND = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (angle * Math.PI) / 180);
const NEAR = [[0, 0], ...[11, 22, 34].flatMap((far) => ROUND.map((a) => [far * Math.cos(a), far * Math.sin(a)]))];
const ASIDE = [44, 56].flatMap((far) => ROUND.map((a) => [far * Math.cos(a), far * Math.sin(a)]));

const PILLS = [[0, 0], ...[8, 16, 24, 34, 48].flatMap((far) => ROUND.map((a) => [1.6 * far * Math.cos(a), far * Math.sin(a)]))];
const FIGURES = 11; // the size of figures on a plate, on the map
const PILL = 12; // the size of their letters on the map

export class Labels {
  /** The names of a picture; `own` are places that are named before all others. */
  constructor(svg, own) {
    this.svg = svg;
    this.own = own;
    this.edge = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]; // of the whole map
    this.lines = shape("g", { class: "stems" });
    this.names = [...svg.querySelectorAll("[data-name]")].map((group) => this.read(group));
    this.grounds = [...svg.querySelectorAll("path[data-province]")].map((path) => ({ key: path.dataset.province, path, box: path.getBBox() }));
    this.wet = new Set(this.names.filter((name) => name.wet).map((name) => name.key));
    const areas = new Map(this.grounds.map(({ key, box }) => [key, box.width * box.height]));
    const area = (name) => areas.get(name.key) ?? 0;
    const rank = (name) => (own.has(name.key) ? 0 : name.wet ? 2 : 1);
    this.names.sort((a, b) => rank(a) - rank(b) || area(a) - area(b));
    this.coasts = [...svg.querySelectorAll(".coast[data-at]")];
    this.key = svg.querySelector(".key");
    svg.querySelector(".names")?.prepend(this.lines);
  }

  read(group) {
    const { name, size, at, to, short, shortAt } = group.dataset;
    const box = group.getBBox();
    const [x, y] = at.split(" ").map(Number);
    return { group, key: name, size: Number(size), x, y, to: to?.split(" ").map(Number), short, shortAt: shortAt.split(" ").map(Number), wide: box.width, high: box.height, wet: group.classList.contains("wet") };
  }

  /** How large the names are, once their typeface is there. */
  measure() {
    for (const name of this.names) {
      if (name.group.style.display === "none") continue;
      const box = name.group.getBBox();
      Object.assign(name, { wide: box.width, high: box.height });
    }
  }

  /** Place everything for a scale, in pixels for a unit of the map. */
  layout(scale) {
    this.scale = scale;
    this.lines.replaceChildren();
    this.taken = [...this.pieces(), ...this.centers()];
    this.pills();
    for (const name of this.names) this.place(name);
    for (const coast of this.coasts) this.placeCoast(coast);
    if (this.key) this.key.style.display = 12 * scale < 11 ? "none" : "";
  }

  // --- pieces ---------------------------------------------------------------------------------

  pieces() {
    const units = [...this.svg.querySelectorAll(".units .unit")];
    const boxes = units.map((unit) => unit.getBBox());
    // A piece is to be large enough by itself, whatever plates it bears.
    const bodies = units.map((unit, n) => (unit.querySelector(".tag, .player") ? bodyOf(unit) : boxes[n]));
    const least = Math.min(...units.map((unit, n) => (unit.classList.contains("led") ? Infinity : Math.min(bodies[n].width, bodies[n].height) * own(unit))));
    const grow = Math.max(1, PIECE / (least * this.scale));
    // How the votes fell, and where links lead, stands at the edge of a piece, however large that is.
    const plates = [...this.svg.querySelectorAll(".units .votes, .link .end")].map((plate) => this.grown(plate, plate.getBBox(), Math.max(grow, LEAST / (FIGURES * own(plate) * this.scale))));
    return [...units.map((unit, n) => this.grown(unit, boxes[n], grow)), ...plates];
  }

  centers() {
    const marks = [...this.svg.querySelectorAll("[data-center]")].filter((mark) => mark.getAttribute("transform"));
    return marks.map((mark) => {
      const box = mark.getBBox();
      const least = mark.querySelector(".taken") ? PIECE : mark.querySelector(".tag") ? TAGGED : CENTER;
      return this.grown(mark, box, Math.max(1, least / (Math.min(box.width, box.height) * own(mark) * this.scale)));
    });
  }

  /** The far ends of orders to and from other boards, those with names first. */
  pills() {
    const all = [...this.svg.querySelectorAll(".pill")].sort((a, b) => b.classList.contains("named") - a.classList.contains("named"));
    const by = Math.max(1, LEAST / (PILL * this.scale));
    for (const pill of all) {
      const before = (pill.dataset.stood ??= pill.getAttribute("transform"));
      pill.dataset.wide ??= pill.getBBox().width;
      const [wide, high] = [pill.dataset.wide * by, 20 * by];
      const [x, y] = spotOf(before).map((at, n) => Math.min(Math.max(at, [wide, high][n] / 2 + 1), this.edge[n] - [wide, high][n] / 2 - 1));
      const spot = this.free(x, y, wide * this.scale, high * this.scale, PILLS);
      pill.style.display = spot ? "" : "none";
      if (spot) pill.setAttribute("transform", `translate(${x + spot[0] / this.scale} ${y + spot[1] / this.scale}) scale(${by.toFixed(3)})`);
    }
  }

  /** Make something larger where it stands; answers the box that it takes, in pixels. */
  grown(element, box, by) {
    const before = (element.dataset.stood ??= element.getAttribute("transform"));
    element.setAttribute("transform", by > 1 ? `${before} scale(${by.toFixed(3)})` : before);
    const [x, y] = spotOf(before);
    const size = own(element) * by * this.scale;
    return [x * this.scale + box.x * size, y * this.scale + box.y * size, x * this.scale + (box.x + box.width) * size, y * this.scale + (box.y + box.height) * size];
  }

  // --- names ----------------------------------------------------------------------------------

  place(name) {
    const pixels = Math.min(MOST, Math.max(LEAST, name.size * this.scale));
    const by = pixels / (name.size * this.scale);
    const [wide, high] = [name.wide * this.scale * by, name.high * this.scale * by];
    const spot = this.free(name.x, name.y, wide, high, NEAR, this.at(name));
    if (spot) return this.put(name, name.group, name.x, name.y, spot, by, name.to);
    return this.abbreviate(name, by, pixels) || this.moveAside(name, by, wide, high) || this.leaveOut(name);
  }

  // --- whose a name seems to be ---------------------------------------------------------------

  // That is in the place itself, for land also in the sea about it, with a line to it in any sea.
  /** Whether a name at a point, in units of the map, seems to be that of its own place. */
  at(name, stem = Boolean(name.to)) {
    return (x, y) => {
      const under = this.under(x, y);
      return !under || under === name.key || (this.wet.has(under) && (stem || !name.wet));
    };
  }

  /** The place at a point. */
  under(x, y) {
    const point = new DOMPoint(x, y);
    const holds = ({ box, path }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height && path.isPointInFill(point);
    return this.grounds.find(holds)?.key;
  }

  abbreviate(name, by, pixels) {
    if (!name.short) return false;
    const [x, y] = name.shortAt;
    const wide = pixels * 0.62 * name.short.length;
    const spot = this.free(x, y, wide, pixels, NEAR, this.at(name));
    if (!spot) return false;
    name.brief ??= this.brief(name);
    this.put(name, name.brief, x, y, spot, by);
    return true;
  }

  /** The short form of a name, drawn as the long one is. */
  brief(name) {
    const group = name.group.cloneNode(true);
    const text = group.querySelector("text");
    for (const other of group.querySelectorAll("text, path")) if (other !== text) other.remove();
    text.textContent = name.short;
    text.setAttribute("x", name.shortAt[0]);
    text.setAttribute("y", name.shortAt[1] + name.size * 0.33);
    name.group.after(group);
    return group;
  }

  moveAside(name, by, wide, high) {
    // One's own places are named wherever there is room.
    const fits = this.own.has(name.key) ? undefined : this.at(name, true);
    const spot = this.free(name.x, name.y, wide, high, ASIDE, fits);
    if (!spot) return false;
    this.put(name, name.group, name.x, name.y, spot, by, [name.x, name.y]);
    return true;
  }

  leaveOut(name) {
    for (const group of [name.group, name.brief]) if (group) group.style.display = "none";
  }

  put(name, group, x, y, [dx, dy], by, to = null) {
    for (const other of [name.group, name.brief]) if (other) other.style.display = other === group ? "" : "none";
    const [ax, ay] = [x + dx / this.scale, y + dy / this.scale];
    group.setAttribute("transform", `translate(${ax.toFixed(1)} ${ay.toFixed(1)}) scale(${by.toFixed(3)}) translate(${-x} ${-y})`);
    group.classList.toggle("aside", Boolean(to));
    if (!to) return;
    this.lines.append(shape("path", { d: `M${ax} ${ay}L${to[0]} ${to[1]}` }));
  }

  /** The first of some offsets, in pixels, at which a box touches nothing; the box is taken then. */
  free(x, y, wide, high, offsets, fits = () => true) {
    const [px, py] = [x * this.scale, y * this.scale];
    const [right, bottom] = this.edge.map((length) => length * this.scale);
    for (const [dx, dy] of offsets) {
      const box = [px + dx - wide / 2, py + dy - high / 2, px + dx + wide / 2, py + dy + high / 2];
      if (box[0] < 0 || box[1] < 0 || box[2] > right || box[3] > bottom) continue;
      if (this.taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
      if ((dx || dy) && !fits(x + dx / this.scale, y + dy / this.scale)) continue;
      this.taken.push(box);
      return [dx, dy];
    }
    return null;
  }

  placeCoast(coast) {
    const text = coast.firstElementChild;
    const size = Number(text.getAttribute("font-size"));
    const [x, y] = coast.dataset.at.split(" ").map(Number);
    const by = Math.max(1, LEAST / (size * this.scale));
    const spot = this.free(x, y, 13 * by, LEAST, NEAR.slice(0, 9));
    coast.style.display = spot ? "" : "none";
    if (spot) coast.setAttribute("transform", `translate(${x + spot[0] / this.scale} ${y + spot[1] / this.scale}) scale(${by}) translate(${-x} ${-y})`);
  }
}

function spotOf(transform) {
  const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/** How large a piece is without its plates. */
function bodyOf(unit) {
  const parts = [...unit.children].filter((part) => !part.matches("title, .tag, .player")).map((part) => part.getBBox());
  const span = (at, length) => Math.max(...parts.map((box) => box[at] + box[length])) - Math.min(...parts.map((box) => box[at]));
  return { width: span("x", "width"), height: span("y", "height") };
}

function own(element) {
  const found = /scale\(([\d.]+)\)/.exec(element.dataset.stood ?? element.getAttribute("transform") ?? "");
  return found ? Number(found[1]) : 1;
}
