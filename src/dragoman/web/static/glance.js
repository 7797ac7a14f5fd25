// The balance glance: bars with whiskers, a line for "even", and a sentence on what they prove.
import { make, shape } from "./dom.js";

const WIDE = 340, NAME = 96, BAR = 20, ROW = 36, TOP = 6;

/** A chart of shares; colors by power where there are some. */
export function bars(glance, colors, say) {
  const most = Math.max(0.01, ...glance.bars.map((bar) => bar.high), glance.even);
  const x = (share) => NAME + (share / most) * (WIDE - NAME - 50);
  const high = TOP + ROW * glance.bars.length + 18;
  const chart = shape("svg", { viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-label": summary(glance, say) });
  glance.bars.forEach((bar, n) => {
    const y = TOP + n * ROW, middle = y + BAR / 2;
    chart.append(
      shape("text", { x: 0, y: middle + 4, class: "seat" }, bar.seat.length > 14 ? `${bar.seat.slice(0, 13)}…` : bar.seat),
      shape("rect", { x: NAME, y, width: Math.max(1, x(bar.value) - NAME), height: BAR, rx: 3, fill: colors.get(bar.seat) ?? "#8a7a5c" }),
      shape("path", { d: `M${x(bar.low)} ${middle}H${x(bar.high)}M${x(bar.low)} ${middle - 5}v10M${x(bar.high)} ${middle - 5}v10`, class: "whisker" }),
      shape("text", { x: x(bar.high) + 6, y: middle + 4, class: "share" }, percent(bar.value)),
    );
  });
  chart.append(
    shape("path", { d: `M${x(glance.even)} 0V${high - 16}`, class: "even" }),
    shape("text", { x: x(glance.even), y: high - 3, class: "share", "text-anchor": "middle" }, say.even.replace("{n}", percent(glance.even))),
  );
  return chart;
}

function summary(glance, say) {
  const rows = glance.bars.map((bar) => `${bar.seat} ${percent(bar.value)} (${percent(bar.low)}–${percent(bar.high)})`);
  return `${say.shares}: ${rows.join(", ")}`;
}

export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** A bar of progress. */
export function progress(done, of) {
  const box = make("div", { class: "progress" });
  const inner = make("i");
  inner.style.width = `${Math.min(100, (100 * done) / of)}%`;
  box.append(inner);
  return box;
}
