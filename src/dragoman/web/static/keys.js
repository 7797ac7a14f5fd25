// Single keys for those who like them; off until somebody turns them on, as a screen reader and
// voice control have keys of their own.

const KEPT = "dragoman-keys";

export function shortcuts({ orders, phases, openTab }) {
  const box = document.querySelector("[data-keys]");
  if (box) {
    box.checked = localStorage.getItem(KEPT) === "on";
    box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "on" : "off"));
  }
  const acts = {
    n: () => next(),
    "/": () => (openTab("orders"), document.querySelector("[data-typed]")?.focus()),
    u: () => orders?.undo(),
    ",": () => phases.step(-1),
    ".": () => phases.step(1),
    m: () => document.querySelector("#board").focus(),
  };

  function next() {
    const without = orders?.desk?.charges.find((charge) => charge.owed && !charge.given.length);
    if (!without) return;
    openTab("orders");
    orders.choose(without.subject);
  }

  document.addEventListener("keydown", (event) => {
    if (!box?.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select") || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  });
}
