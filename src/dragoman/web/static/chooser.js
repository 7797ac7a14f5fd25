// How an order may go on: the choices for what was chosen, as buttons that can be searched.

import { make } from "./dom.js";

const MANY = 12; // so many choices can be searched

export class Chooser {
  constructor(element, orders) {
    Object.assign(this, { element, orders });
    this.names = new Map(); // choices by their words, to tell what was chosen before
    this.amount = null; // the field for what is offered, where something can be
  }

  clear() {
    this.amount = null;
    this.element.replaceChildren();
  }

  askSplit(order, charge) {
    const box = this.element;
    box.replaceChildren(make("h2", {}, charge.label), make("p", {}, this.orders.words.split.replace("{first}", charge.given[0]).replace("{second}", order)));
    const row = make("div", { class: "row" });
    const both = make("button", { type: "button", class: "main" }, this.orders.words.both);
    both.addEventListener("click", () => this.orders.add(order, true));
    const instead = make("button", { type: "button" }, this.orders.words.instead);
    instead.addEventListener("click", () => this.orders.add(order));
    row.append(both, instead);
    box.append(row);
    both.focus();
  }

  draw(focus = true) {
    const charge = this.orders.charge;
    if (!charge) return;
    for (const choice of this.orders.choices) this.names.set(choice.token, choice);
    const heading = make("h2", { tabindex: "-1" }, [charge.label, ...this.orders.prefix.map((token) => this.labelOf(token))].join(" · "));
    const wanted = this.orders.choices[0]?.wanted ?? 0;
    const picked = this.picked();
    if (wanted) heading.append(" ", make("small", {}, this.orders.words.so_far.replace("{n}", picked.length).replace("{all}", wanted)));
    const list = make("ul", { class: "choices" });
    for (const token of picked) list.append(this.pickedOption(token));
    for (const choice of this.orders.choices) list.append(this.option(choice));
    const search = this.orders.choices.length > MANY ? this.search(list) : null;
    const chosen = this.orders.prefix.length > this.orders.forced;
    const back = make("button", { type: "button" }, chosen ? this.orders.words.back : this.orders.words.cancel);
    back.addEventListener("click", () => (chosen ? this.orders.choose(this.orders.subject, this.orders.prefix.slice(0, -1)) : this.orders.giveUp()));
    this.element.dataset.prefix = this.orders.prefix.join("|");
    const amount = charge.most ? [this.offer(charge)] : [];
    this.element.replaceChildren(heading, ...amount, ...(search ? [search] : []), list, back);
    if (!focus) return;
    heading.focus({ preventScroll: true });
    this.orders.list.reveal();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** A field for what is offered for the order; what stands in it stays while one goes on choosing. */
  offer(charge) {
    const least = charge.pool ? 1 : 0;
    const label = make("label", { class: "offer" }, `${this.orders.words.amount} `);
    const value = this.amount?.value ?? String(charge.amounts.at(-1) ?? least);
    this.amount = make("input", { type: "number", min: least, max: charge.most, value, "data-amount": "", inputmode: "numeric" });
    label.append(this.amount);
    return label;
  }

  /** An order as it is written with what is offered for it. */
  priced(order) {
    const amount = Math.trunc(Number(this.amount?.value ?? 0));
    return amount > 0 ? `${order} $${amount}` : order;
  }

  /** A field that leaves only the choices with what is typed in them; Enter takes the first. */
  search(list) {
    const field = make("input", { type: "search", class: "search", "aria-label": this.orders.words.search, placeholder: this.orders.words.search });
    const items = [...list.children];
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      items.find((item) => !item.hidden)?.querySelector("button").click();
    });
    return field;
  }

  labelOf(token) {
    return this.names.get(token)?.label ?? token;
  }

  /** The places picked already, where some are picked in any order. */
  picked() {
    return this.orders.choices[0]?.wanted ? this.orders.prefix.filter((token) => this.names.get(token)?.place) : [];
  }

  pickedOption(token) {
    const item = make("li", {});
    const button = make("button", { type: "button", "aria-pressed": "true", "data-picked": token }, this.labelOf(token));
    button.addEventListener("click", () => this.orders.unpick(token));
    item.append(button);
    return item;
  }

  option(choice) {
    const item = make("li", {});
    const button = make("button", { type: "button", title: choice.said, "data-token": choice.token }, choice.label);
    if (choice.order && choice.more) {
      // Complete as it is, and can be gone on with: two buttons.
      button.addEventListener("click", () => this.orders.finish(choice.order));
      const more = make("button", { type: "button", "aria-label": `${choice.label} …`, "data-more": choice.token }, "…");
      more.addEventListener("click", () => this.orders.choose(this.orders.subject, [...this.orders.prefix, choice.token]));
      item.append(button, more);
      return item;
    }
    button.addEventListener("click", () => this.orders.take(choice));
    item.append(button);
    return item;
  }
}
