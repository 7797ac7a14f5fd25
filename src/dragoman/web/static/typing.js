// Typing an order, with what it may become in a list below; all of it works by keyboard alone.

import { make } from "./dom.js";

const PAUSE = 120;

export class Typing {
  constructor(form, { orders, ask }) {
    Object.assign(this, { form, orders, ask });
    this.input = form.querySelector("[data-typed]");
    this.list = form.querySelector("[role=listbox]");
    this.error = form.querySelector("[data-typed-error]");
    this.at = -1;
    this.input.addEventListener("input", () => this.soon());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  soon() {
    this.error.textContent = "";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.suggest(), PAUSE);
  }

  async suggest() {
    const text = this.input.value.trimStart();
    if (!text) return this.close();
    const found = await this.ask(`complete?${new URLSearchParams({ text })}`);
    if (!found || text !== this.input.value.trimStart()) return undefined;
    this.show(found.choices);
    this.error.textContent = found.problem;
    return undefined;
  }

  show(found) {
    this.at = -1;
    this.list.replaceChildren(
      ...found.map((text, n) => {
        const item = make("li", { role: "option", id: `suggested-${n}`, "aria-selected": "false" }, text);
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.accept(text);
        });
        return item;
      }),
    );
    this.list.hidden = found.length === 0;
    if (found.length) this.list.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list.hidden = true;
    this.at = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const items = [...this.list.children];
    if (this.list.hidden || !items.length) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      this.at = (this.at + by + items.length) % items.length;
      for (const [n, item] of items.entries()) item.setAttribute("aria-selected", String(n === this.at));
      this.input.setAttribute("aria-activedescendant", items[this.at].id);
      items[this.at].scrollIntoView({ block: "nearest" });
    } else if ((event.key === "Enter" || event.key === "Tab") && this.at >= 0) {
      event.preventDefault();
      this.accept(items[this.at].textContent);
    } else if (event.key === "Tab" && items.length === 1 && items[0].textContent !== this.input.value) {
      event.preventDefault();
      this.accept(items[0].textContent);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    }
  }

  accept(text) {
    this.input.value = text;
    this.close();
    this.input.focus();
    if (text.endsWith(" ")) this.suggest();
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    this.close();
    const refused = await this.orders.typedIn(text);
    this.error.textContent = refused;
    if (!refused) this.input.value = "";
  }
}
