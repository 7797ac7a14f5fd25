// Reasons on the map: pointing at an arrow, or tapping it, tells what came of the order.

import { make } from "./dom.js";

export function tips(picture) {
  const tip = make("div", { class: "tip", role: "tooltip", hidden: "" });
  picture.append(tip);
  for (const kind of ["pointerover", "pointerup"]) picture.addEventListener(kind, (event) => show(event));

  function show(event) {
    const order = event.target.closest?.(".judged .order[data-order]");
    const row = order && rowOf(order.dataset.order);
    tip.hidden = !row;
    if (!row) return;
    tip.replaceChildren(make("strong", {}, order.dataset.order), make("span", {}, row.querySelector(".why").textContent));
    const frame = picture.getBoundingClientRect();
    const left = Math.min(event.clientX - frame.left + 14, frame.width - tip.offsetWidth - 8);
    const top = event.clientY - frame.top + 16;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${top + tip.offsetHeight > frame.height ? Math.max(8, top - tip.offsetHeight - 32) : top}px`;
  }

  function rowOf(order) {
    return document.querySelector(`#results [data-order="${CSS.escape(order)}"]`);
  }
}
