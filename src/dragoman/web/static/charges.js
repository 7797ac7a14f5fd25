// What is to be ordered, line by line: what was given, what is missing, what looks like a slip.

import { make } from "./dom.js";

export class ChargeList {
  /** The list in the desk of one seat, and what stands about it; `chooser` goes where it is chosen. */
  constructor(root, orders, chooser) {
    Object.assign(this, { root, orders, chooser });
    this.list = root.querySelector("[data-charges]");
    this.notes = root.querySelector("[data-notes]");
    this.pools = root.querySelector("[data-pools]");
  }

  /** Everything about a desk that is new. */
  show() {
    this.draw();
    this.drawPools();
    this.drawNotes();
    this.drawExample();
  }

  draw() {
    const focus = document.activeElement;
    const subject = focus?.dataset?.subject;
    const inside = this.chooser.contains(focus);
    const rows = this.orders.desk.charges.map((charge) => this.row(charge));
    this.list.replaceChildren(...rows);
    this.placeChooser();
    // The list is new and the choices have moved, which must not take the focus from a keyboard.
    if (inside) focus.focus({ preventScroll: true });
    else if (subject) this.stand(subject);
  }

  /** The choices stand right below what they are for. */
  placeChooser() {
    const chosen = this.list.querySelector(".chosen");
    if (chosen) {
      const item = make("li", { class: "choosing" });
      item.append(this.chooser);
      chosen.after(item);
    } else this.list.after(this.chooser);
  }

  row(charge) {
    const item = make("li", { class: `charge${charge.subject === this.orders.subject ? " chosen" : ""}` });
    const button = make("button", { type: "button", "data-subject": charge.subject });
    const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.backgroundColor = charge.color;
    const text = make("span", {});
    text.append(make("span", {}, charge.label), " ");
    if (charge.pool) text.append(make("small", {}, `${charge.power} `));
    text.append(this.given(charge));
    button.append(swatch, text);
    button.addEventListener("click", () => this.orders.choose(charge.subject));
    item.append(button);
    if (charge.given.length) item.append(this.away(charge));
    for (const warned of this.orders.desk.warned) if (charge.given.includes(warned.order)) item.append(this.warning(warned));
    return item;
  }

  given(charge) {
    if (!charge.given.length) {
      const none = make("span", { class: "none" }, charge.owed ? this.orders.words.none : this.orders.words.maybe);
      if (wants(charge) && charge.count > 1) none.append(` ${this.soFar(charge)}`);
      return none;
    }
    const counted = new Map();
    for (const [n, order] of charge.given.entries()) {
      const text = charge.amounts[n] ? `${order} $${charge.amounts[n]}` : order;
      counted.set(text, (counted.get(text) ?? 0) + 1);
    }
    const texts = [...counted].map(([order, n]) => (charge.pool && n > 1 ? `${order} ×${n}` : order));
    const shown = make("span", { class: `given${charge.faults.length ? " bad" : ""}` }, texts.join("; "));
    if (wants(charge)) {
      shown.append(make("small", { class: "none" }, ` ${this.soFar(charge)}`));
    }
    if (charge.faults.length) shown.append(make("small", {}, ` ${charge.faults[0]}`));
    return shown;
  }

  /** What looks like a slip, with a way out. */
  warning(warned) {
    const box = make("div", { class: "warning" }, warned.text);
    if (!warned.mend) return box;
    const button = make("button", { type: "button", class: "plain" }, this.orders.words.mend.replace("{order}", warned.mend_said));
    button.addEventListener("click", () => this.orders.typedIn(warned.mend));
    box.append(" ", button);
    return box;
  }

  soFar(charge) {
    return this.orders.words.so_far.replace("{n}", charge.given.length).replace("{all}", charge.count);
  }

  away(charge) {
    const last = charge.given.at(-1);
    const label = this.orders.words.away.replace("{order}", last);
    const button = make("button", { type: "button", class: "away", "aria-label": label, title: label }, "×");
    button.addEventListener("click", () => this.orders.remove(charge, last));
    return button;
  }

  drawPools() {
    const line = (pool) =>
      this.orders.words.left.replace("{left}", pool.left).replace("{all}", pool.all).replace("{name}", pool.name);
    this.pools.replaceChildren(
      ...this.orders.desk.pools.map((pool) => make("p", { class: pool.left < 0 ? "error" : "hint" }, line(pool))),
      // What they are for is said once, however many there are, and as long as none is used.
      ...[...new Set(this.orders.desk.pools.filter((pool) => pool.left === pool.all).map((pool) => pool.about))].filter(Boolean).map((about) => make("p", { class: "hint" }, about)),
    );
  }

  /** Where orders are typed, an order stands in pale letters that could be typed now. */
  drawExample() {
    const example = this.orders.desk.example ? this.orders.words.example.replace("{order}", this.orders.desk.example) : "";
    for (const field of this.root.querySelectorAll("[data-typed], [data-text]")) field.placeholder = example;
  }

  drawNotes() {
    const items = [];
    for (const line of this.orders.desk.lines) {
      if (line.problem) {
        const text = this.orders.words.misread.replace("{line}", line.text.trim()).replace("{expected}", line.problem);
        items.push(make("li", {}, text));
      }
      for (const order of line.orders) if (order.text) items.push(make("li", {}, `${order.order}: ${order.text}`));
    }
    this.notes.replaceChildren(...items);
  }

  /** Whether the keyboard is in the list. */
  get focused() {
    return this.list.contains(document.activeElement);
  }

  reveal() {
    this.list.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  stand(subject) {
    this.list.querySelector(`[data-subject="${CSS.escape(subject ?? "")}"]`)?.focus({ preventScroll: true });
  }
}

/** Whether a matter that takes several orders lacks some. */
export function wants(charge) {
  return !charge.place && !charge.pool && charge.count > charge.given.length;
}
