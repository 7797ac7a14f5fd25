// Parts of the page that the server writes: fetched anew on news, sent by their forms, and never
// taken away from somebody who is at them.

export class Parts {
  /** `ask` talks to the server in JSON; `swapped(box)` is called for every part that is new. */
  constructor({ ask, lost, trouble, swapped }) {
    Object.assign(this, { ask, lost, trouble, swapped });
    this.last = new WeakMap(); // the request that was sent last for a part
    this.acting = new WeakMap(); // what somebody clicked or sent last in a part, until it is answered
    this.missed = new WeakSet(); // parts of which there was news meanwhile
    document.addEventListener("submit", (event) => this.submitted(event));
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("input", (event) => this.typed(event));
  }

  /** Fetch a part anew; what somebody is writing or choosing there stays. */
  async refresh(box) {
    if (!box || busy(box)) return;
    if (this.acting.has(box)) return void this.missed.add(box);
    const address = new URL(box.dataset.part, location);
    // News leaves the conversation open that is open.
    const open = box.querySelector("[data-channel]");
    if (open) address.searchParams.set("channel", open.dataset.channel);
    await this.load(box, address);
  }

  async load(box, address) {
    const text = await this.request(box, address, {});
    if (text === null || busy(box)) return;
    const notice = box.id === "side" ? box.querySelector(":scope > .notice") : null;
    this.swap(box, text, [...sections(box)].filter(([, one]) => one.open).map(([name]) => name));
    // What came of an act stays where it stands; it has been read out already.
    notice?.removeAttribute("role");
    if (notice) box.prepend(notice);
  }

  /** What somebody asked for by a click or a form: news never overtakes it, but is fetched after it. */
  async act(box, address, options) {
    const mine = {};
    this.acting.set(box, mine);
    const text = await this.request(box, address, options);
    if (this.acting.get(box) !== mine) return false; // something else was clicked meanwhile
    this.acting.delete(box);
    if (text !== null) this.swap(box, text);
    if (this.missed.delete(box)) this.refresh(box);
    return text !== null;
  }

  /** A text from the server; none if it was refused, overtaken, or the line is lost. */
  async request(box, address, options) {
    const mine = {};
    this.last.set(box, mine);
    try {
      const response = await fetch(address, options);
      const text = await response.text();
      if (response.ok) return this.last.get(box) === mine ? text : null;
      if (options.method) this.trouble();
    } catch {
      this.lost();
    }
    return null;
  }

  /** Put a text into its part; sections that are to stay open are named. */
  swap(box, text, open = []) {
    const { activeElement } = document;
    const again = box.contains(activeElement) ? spot(activeElement) : () => null;
    box.innerHTML = text;
    box.removeAttribute("data-touched");
    const anew = sections(box);
    for (const name of open) anew.get(name)?.setAttribute("open", "");
    again()?.focus({ preventScroll: true });
    this.swapped(box);
  }

  async submitted(event) {
    const form = event.target;
    if (!form.dataset.into) return;
    event.preventDefault();
    const box = document.querySelector(form.dataset.into);
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    const answered = await this.act(box, form.action, { method: "POST", body });
    for (const button of buttons) button.disabled = false;
    if (!answered) return;
    const notice = box.querySelector(":scope > .notice");
    notice?.setAttribute("tabindex", "-1");
    notice?.focus();
  }

  clicked(event) {
    const button = event.target.closest("[data-get]");
    if (!button) return;
    const box = document.querySelector(button.dataset.into);
    this.act(box, button.dataset.get, {});
  }

  /** What was begun in press is kept; a form that was touched is not fetched anew. */
  typed(event) {
    event.target.closest("#side")?.setAttribute("data-touched", "");
    const channel = event.target.dataset?.pressDraft;
    if (channel === undefined) return;
    clearTimeout(this.keeping);
    const text = event.target.value;
    this.keeping = setTimeout(() => this.ask("press/draft", { method: "PUT", body: { channel, text } }), 700);
  }
}

/** The sections of a part that open and close, by what they are called. */
function sections(box) {
  const found = new Map();
  for (const one of box.querySelectorAll("details")) {
    let name = one.id || one.querySelector("summary").textContent;
    while (found.has(name)) name += "+";
    found.set(name, one);
  }
  return found;
}

/** How to find an element of a part again, or what has come in its place. */
function spot(element) {
  const home = element.closest("[id]") ?? document.body;
  const n = [...home.querySelectorAll(element.localName)].indexOf(element);
  const again = () => (home.isConnected ? home : document.getElementById(home.id));
  return () => (home === element ? again() : again()?.querySelectorAll(element.localName)[n]);
}

function busy(box) {
  if (!["press", "side"].includes(box.id)) return false;
  const writes = box.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
  return writes || box.dataset.touched !== undefined;
}
