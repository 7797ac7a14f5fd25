// The whole laboratory in the background: begun, watched and stopped from here; it needs no page.
import { bars, progress } from "./glance.js";
import { ask, draft, pressed, say } from "./workshop.js";

const OFTEN = 2000;
const one = (query) => document.querySelector(query);
let timer = 0;

function shown(run) {
  clearTimeout(timer);
  one("[data-lab-box]").hidden = !run;
  if (!run) return;
  const going = run.status === "running";
  const text = say[`lab_${run.status}`].replace("{n}", run.done).replace("{of}", run.wanted);
  one("[data-lab-state]").textContent = run.fault ? `${text} ${run.fault}` : text;
  one("[data-lab-state]").dataset.status = run.status;
  one("[data-lab-progress]").replaceChildren(progress(run.done, run.wanted));
  one("[data-lab-stop]").hidden = !going;
  one("[data-lab-verdict]").textContent = run.done ? run.glance.verdict : "";
  const colors = new Map((draft.found?.powers ?? []).map((power) => [power.name, power.color]));
  one("[data-lab-bars]").replaceChildren(...(run.done ? [bars(run.glance, colors, say)] : []));
  one("[data-lab-report]").hidden = !run.report;
  one("[data-lab-text]").textContent = run.report;
  if (going) timer = setTimeout(look, OFTEN);
}

async function look() {
  try {
    shown(await ask("GET", "/lab"));
  } catch {
    timer = setTimeout(look, 3 * OFTEN);
  }
}

pressed("[data-lab]", async () => shown(await ask("POST", "/lab")));
one("[data-lab-report]").addEventListener("click", () => one("[data-lab-paper]").showModal());
pressed("[data-lab-stop]", async () => shown(await ask("DELETE", "/lab")));
look();
