// Two games of bots in quick motion, beside one another.
import { make } from "./dom.js";
import { ask, pressed, say } from "./workshop.js";

const STEP = 450;
const dialog = document.querySelector("[data-watching]");
let shows = [];

class Show {
  constructor(box, game) {
    this.box = box;
    this.game = game;
    this.at = -1;
    this.svg = document.adoptNode(new DOMParser().parseFromString(game.base, "image/svg+xml").documentElement);
    this.line = make("p", { role: "status" });
    box.replaceChildren(this.svg, this.line);
    this.timer = setInterval(() => this.step(), STEP);
    this.step();
  }

  step() {
    if (this.at + 1 >= this.game.frames.length) {
      this.line.textContent = `${this.line.textContent} · ${this.game.end}`;
      this.box.dataset.over = "";
      return this.stop();
    }
    const frame = this.game.frames[++this.at];
    for (const slot of ["under", "middle", "over"]) {
      const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${frame[slot]}</svg>`, "image/svg+xml");
      this.svg.querySelector(`[data-slot="${slot}"]`).replaceChildren(...[...parsed.documentElement.childNodes].map((node) => document.importNode(node, true)));
    }
    const most = Object.entries(frame.centers).sort((a, b) => b[1] - a[1]).map(([seat, n]) => `${seat} ${n}`);
    this.line.textContent = `${frame.phase}: ${most.join(", ")}`;
    this.box.dataset.phase = frame.phase;
  }

  stop() {
    clearInterval(this.timer);
  }
}

pressed("[data-watch]", async () => {
  dialog.showModal();
  shows = [];
  const first = Math.floor(Math.random() * 1000);
  for (const [n, box] of [...dialog.querySelectorAll("[data-show]")].entries()) {
    box.textContent = say.drawing;
    const game = await ask("POST", "/watch", { game: first + n });
    if (!dialog.open) return;
    if (game.fault) box.textContent = game.fault;
    else shows.push(new Show(box, game));
  }
});
dialog.addEventListener("close", () => {
  for (const show of shows) show.stop();
  // Their provinces have the same ids as those of the draft's board.
  for (const box of dialog.querySelectorAll("[data-show]")) box.replaceChildren();
});
