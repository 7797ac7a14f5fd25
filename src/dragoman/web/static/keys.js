// Single keys for those who like them; off until somebody turns them on, as a screen reader and
// voice control have keys of their own.

const KEPT = "dragoman-keys";

export function shortcuts({ orders, phases, openTab, strip, back }) {
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

  for (const [n, button] of (strip?.buttons ?? []).entries()) acts[n + 1] = () => strip.bring(button.dataset.front);

  function next() {
    const without = orders?.desk?.charges.find((charge) => charge.owed && !charge.given.length);
    if (!without) return;
    openTab("orders");
    orders.choose(without.subject);
  }

  /** Ctrl+Z undoes the last order; in a sandbox, where none is left, the last phase or edit. */
  function undo(event) {
    event.preventDefault();
    if (orders.undoable.length) orders.undo();
    else back();
  }

  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest("input:not([type=radio]), textarea, select");
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z" && orders && !writes) undo(event);
    if (!box?.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select") || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  });
}
