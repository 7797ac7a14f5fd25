// Small things that every script needs: elements, shapes, and places as orders write them.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and text; text is never read as HTML. */
export function make(tag, attributes = {}, text = null) {
  return filled(document.createElement(tag), attributes, text);
}

/** An element of a picture. */
export function shape(tag, attributes = {}, text = null) {
  return filled(document.createElementNS(SVG, tag), attributes, text);
}

function filled(element, attributes, text) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  return element;
}

/** How many, in words: one of a thing is said otherwise than several. */
export function counted(n, one, several) {
  return (n === 1 ? one : several).replace("{n}", n);
}

/** A place as board and local place. */
export function splitPlace(place) {
  const cut = place.indexOf(":");
  return cut < 0 ? ["", place] : [place.slice(0, cut), place.slice(cut + 1)];
}

/** A place without its coast. */
export function province(place) {
  const [board, local] = splitPlace(place);
  return `${board}:${local.split("/")[0]}`;
}

/** A place that was pointed at, as orders write it: with its board, where there are several. */
export function named(spot) {
  return spot.scope && !spot.place.includes(":") ? `${spot.scope}:${spot.place}` : spot.place;
}
