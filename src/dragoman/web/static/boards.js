// The strip of boards: a very small picture of each, with who stands where; one of them is in front.

import { shape } from "./dom.js";

export class Strip {
  constructor(element, { bring, ask, theme }) {
    Object.assign(this, { element, ask, theme });
    this.buttons = [...element.querySelectorAll("[data-front]")];
    for (const button of this.buttons) button.addEventListener("click", () => bring(button.dataset.front));
  }

  press(front) {
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.front === front));
      if (button.dataset.front === front) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** Draw the boards as they were at a phase; the present is "". */
  async refresh(at) {
    const found = await this.ask(`minis?${new URLSearchParams({ theme: this.theme(), at })}`, { refused: () => {} });
    for (const mini of found?.boards ?? []) {
      const button = this.buttons.find((one) => one.dataset.front === mini.board);
      button?.querySelector("[data-mini]").replaceChildren(this.picture(found, mini));
    }
  }

  picture(found, mini) {
    const svg = shape("svg", { viewBox: `0 0 ${found.width} ${found.height}`, "aria-hidden": "true" });
    const ground = shape("image", { href: found.ground, width: found.width, height: found.height });
    svg.append(ground);
    const size = found.width / 60;
    for (const [x, y, color] of mini.centers) svg.append(shape("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, fill: color, class: "owned" }));
    for (const [x, y, color] of mini.units) svg.append(shape("circle", { cx: x, cy: y, r: size * 1.7, fill: color, class: "stands" }));
    return svg;
  }
}
