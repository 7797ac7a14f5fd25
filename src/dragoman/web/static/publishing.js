// Versions: what was published of the draft, and the steps of its history.
import { make } from "./dom.js";
import { ask, draft, flushed, pressed, queue, reload, say } from "./workshop.js";

const one = (query) => document.querySelector(query);

pressed("[data-publish]", async () => { one("[data-publishing]").showModal(); listVersions(); });
for (const button of document.querySelectorAll("[data-visibility]")) {
  button.addEventListener("click", async () => {
    one("[data-published]").textContent = say.publishing;
    try {
      await flushed();
      published(await ask("POST", "/publish", { visibility: button.dataset.visibility }));
      listVersions();
    } catch (error) {
      one("[data-published]").textContent = error.message;
    }
  });
}

function published(line) {
  const box = one("[data-published]");
  const link = make("a", { href: `/variants/${line.id}` }, `${location.origin}/variants/${line.id}`);
  box.replaceChildren(say.published.replace("{n}", line.number), " ", link);
}

async function listVersions() {
  const rows = await ask("GET", "/versions");
  one("[data-versions]").replaceChildren(...rows.map((row) => {
    const line = make("li");
    line.append(make("a", { href: `/variants/${row.id}` }, `${row.number}. ${row.name}`), ` ${say[row.visibility]}`);
    return line;
  }));
}

pressed("[data-history]", async () => {
  const rows = await ask("GET", "/steps");
  one("[data-steps]").replaceChildren(...rows.map((row) => {
    const line = make("li");
    const button = make("button", { type: "button" }, say.restore);
    button.addEventListener("click", () => {
      one("[data-past]").close();
      queue(async () => {
        await flushed();
        await ask("POST", "/restore", { version: draft.version, step: row.version });
        await reload();
      });
    });
    line.append(`${row.version} · ${new Date(row.at).toLocaleString()} `, button);
    return line;
  }));
  one("[data-past]").showModal();
});
for (const button of document.querySelectorAll("dialog [data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
