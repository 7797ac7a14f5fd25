// Ready: says what is missing and asks once; the second press is meant.

import { make } from "./dom.js";

export class Ready {
  /** `button` is the switch, `box` says what is missing; `choose(subject)` goes to it. */
  constructor(button, box, { words, sandbox, alone, orders, ask, tell, choose }) {
    Object.assign(this, { button, box, words, sandbox, alone, orders, ask, tell, choose });
    this.sure = false;
    button.addEventListener("click", () => this.press());
    box.addEventListener("keydown", (event) => event.key === "Escape" && this.calm());
  }

  /** Take over what the server says of the seat; another draft is another question. */
  show(state) {
    const draft = `${state.turn}.${state.version}`;
    if (draft !== this.draft || state.ready) this.calm();
    this.draft = draft;
    this.button.setAttribute("aria-pressed", String(state.ready));
    this.button.disabled = !state.open;
    this.label(state.ready);
  }

  label(ready) {
    const { words } = this;
    // Where all others are bots, there is nobody else to wait for.
    this.button.textContent = ready ? (this.alone ? words.thinking : words.ready_on) : this.sure ? words.ready_sure : this.sandbox ? words.ready_all : words.ready_off;
  }

  calm() {
    this.sure = false;
    this.box.hidden = true;
    this.label(this.button.getAttribute("aria-pressed") === "true");
  }

  async press() {
    const wanted = this.button.getAttribute("aria-pressed") !== "true";
    const body = { turn: this.orders.desk.turn, ready: wanted, sure: this.sure };
    const answer = await this.ask("ready", { method: "PUT", body, lost: () => this.tell(this.words.nobody_knows) });
    if (!answer) return;
    const { doubts, ...desk } = answer;
    this.orders.show({ ...desk, doubts: [] });
    if (doubts.length) this.doubt(doubts);
  }

  /** Say what is missing; each thing leads to where it is ordered. */
  doubt(doubts) {
    this.sure = !doubts.some((one) => one.final);
    const lines = doubts.map((one) => {
      const line = make("p", {}, one.text);
      for (const { subject, label } of one.subjects) {
        const button = make("button", { type: "button", class: "plain" }, label);
        button.addEventListener("click", () => this.choose(subject));
        line.append(" ", button);
      }
      return line;
    });
    const away = make("button", { type: "button" }, this.words.not_yet);
    away.addEventListener("click", () => (this.calm(), this.button.focus()));
    const list = make("div", {});
    list.append(...lines);
    this.box.replaceChildren(list, away);
    this.box.hidden = false;
    this.label(false);
    this.button.focus();
  }
}
