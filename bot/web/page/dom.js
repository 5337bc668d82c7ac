// Elements of HTML and SVG, made in one call each.

const svgNames = "http://www.w3.org/2000/svg";

// el makes an element: its properties, its attributes where they contain a dash or the element has no such property, and its children.
export function el(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

// svg makes an element of a drawing.
export function svg(name, properties = {}, ...children) {
  const node = document.createElementNS(svgNames, name);
  for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function fill(node, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const filled = new WeakMap(); // an element, and the data that its children were made from

// renew gives an element the children that make returns, unless the data is still the same: a button that is being pressed at this moment stays, and a list is not scrolled away. It returns whether they are new.
export function renew(node, data, make) {
  const key = JSON.stringify(data);
  if (filled.get(node) === key) return false;
  filled.set(node, key);
  node.replaceChildren(...make());
  return true;
}

// The signs on buttons, as paths in a square of 24: not every system has characters for them.
const icons = {
  first: "M6 5v14M19 5l-10 7 10 7z", previous: "M17 5 7 12l10 7z", next: "M7 5l10 7-10 7z", latest: "M18 5v14M5 5l10 7-10 7z",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12", silent: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
};

// icon draws a sign.
export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d: icons[name] }));

export const byId = (id) => document.getElementById(id);
